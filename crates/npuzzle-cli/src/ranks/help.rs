//! The command line of `npuzzle-mpi`: that of `npuzzle` with the commands that are divided.

use clap::{ColorChoice, Command};

/// The program that several processes run.
pub const PROGRAM: &str = "npuzzle-mpi";

/// What is divided, with examples.
const DIVIDED: [(&str, &str); 4] = [
    (
        "solve",
        "Examples:
  mpirun -n 4 npuzzle-mpi solve korf24:1 --journal run
  mpirun -n 4 npuzzle-mpi solve korf:60 -a hda -H linear-conflict
  mpirun -n 4 npuzzle-mpi solve korf24 --format jsonl --resume answers.jsonl

One board: all processes search together, with tile-ida unless -a names another search that can be divided. \
Several boards: each process takes the next board and solves it, as `npuzzle solve` does, with -a auto unless another \
search is named; JSON lines come in the order in which boards are done, and `npuzzle merge` puts them in order. The \
memory limit is for each process, the node limit for all of them together.",
    ),
    (
        "compare",
        "Examples:
  mpirun -n 4 npuzzle-mpi compare korf:1..20 -a ida -a astar --resume runs.jsonl

Each process takes the next board and makes all its runs. The memory limit is for each process.",
    ),
    (
        "search",
        "Examples:
  mpirun -n 4 npuzzle-mpi search 'pancake(40)'

The search is hda unless -a names another one that can be divided. The memory limit is for each process, the \
node limit for all of them together.",
    ),
    (
        "space",
        "Examples:
  mpirun -n 4 npuzzle-mpi space 3x4 --journal run

Each process holds its share of the states. The memory limit is for each process.",
    ),
];

/// The command line of several processes: what cannot be divided is not shown.
pub fn command_line(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| {
        let divided = DIVIDED.iter().find(|(divided, _)| *divided == name);
        command.mut_subcommand(name, |command| match divided {
            Some((_, help)) => command.after_help(*help),
            None => command.hide(true),
        })
    });
    let about = "Sliding-tile puzzles with all processes of an MPI job; `npuzzle` does the rest";
    // A launcher stands between the program and the terminal, and may pretend to be one.
    let command = command.color(ColorChoice::Never);
    command.name(PROGRAM).bin_name(PROGRAM).about(about).after_help(
        "Examples:
  mpirun -n 4 npuzzle-mpi solve korf24:1 --journal run
  mpirun -n 4 npuzzle-mpi space 3x4

`docs/guide/cluster.md` has scripts for Slurm.",
    )
}
