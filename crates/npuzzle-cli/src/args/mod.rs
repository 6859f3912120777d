//! The command line.

mod audit;
mod bench;
mod compare;
mod doctor;
mod draw;
mod explain;
mod generate;
mod help;
mod list;
mod names;
mod pdb;
mod picture;
#[cfg(feature = "tui")]
mod play;
#[cfg(feature = "tui")]
mod replay;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod shared;
mod solve;
mod space;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Error, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::completion;
use crate::failure::Failure;
use crate::out;

pub use audit::{AuditArguments, AuditFormat};
pub use bench::{AnytimeArguments, AnytimeFormat, BenchArguments, BenchCommand, BenchFormat};
pub use compare::{CompareArguments, CompareFormat};
pub use doctor::{DoctorArguments, DoctorFormat};
pub use draw::DrawArguments;
pub use explain::{ExplainArguments, ExplainFormat};
pub use generate::GenerateArguments;
pub use help::examples;
pub use list::{ListArguments, Listing};
pub use pdb::{PdbArguments, PdbBuildArguments, PdbChoice, PdbCommand, PdbFormat};
pub use picture::StyleArguments;
#[cfg(feature = "tui")]
pub use play::PlayArguments;
#[cfg(feature = "tui")]
pub use replay::ReplayArguments;
pub use search::{Over, SearchArguments, ShowPath};
#[cfg(feature = "serve")]
pub use serve::ServeArguments;
pub use shared::{AnswerFormat, BoardArguments, ListFormat, WatchArguments};
pub use solve::{Show, SolveArguments};
pub use space::{SpaceArguments, SpaceFormat};

/// Sliding-tile puzzles: the shortest solution of any board, and the reason when there is none.
#[derive(Parser)]
#[command(name = "npuzzle", max_term_width = 100, after_help = examples_of_all())]
pub struct Arguments {
    /// When to use colours (NO_COLOR is respected)
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

/// What a newcomer may type, as far as this program has it.
fn examples_of_all() -> String {
    let has = |example: &&str| match example.split(' ').nth(1) {
        Some("play" | "replay") => cfg!(feature = "tui"),
        Some("serve") => cfg!(feature = "serve"),
        _ => true,
    };
    let examples: String = EXAMPLES.lines().filter(has).map(|example| format!("  {example}\n")).collect();
    format!("Examples:\n{examples}\n`npuzzle COMMAND --help` shows examples of each command.")
}

const EXAMPLES: &str = "\
npuzzle solve 867254301                     the shortest solution
npuzzle solve korf:12 -a 'A*' -H manhattan  a benchmark board
npuzzle play                                play in the terminal
npuzzle serve --open                        the page, in the browser
npuzzle explain 812_x43_765                 why it cannot be solved
npuzzle draw 867254301 --svg board.svg      a picture for slides
npuzzle generate 4x4 -n 3 --seed 1 | npuzzle solve -
npuzzle audit 3x3 -H 'max(manhattan, misplaced)'   is it admissible?
npuzzle compare random:3x3:20 -a astar -a ida --report page.html
npuzzle pdb build 4x4 --patterns 7-8        tables for the 15-puzzle
npuzzle search 'hanoi(3,5)' -a bfs          another problem, the same searches
npuzzle replay search.trace                 step through a recorded search
npuzzle list algorithms                     list everything available
npuzzle doctor                              check the installation";

/// The command line with all that is the same for every command: examples first, names in any case,
/// completion.
pub fn command() -> clap::Command {
    let command = Arguments::command().version(crate::version::short()).long_version(crate::version::long());
    // What the engine calls a question has no recording; here the two exclude each other.
    let command = command.mut_subcommand("solve", |solve| {
        solve.mut_arg("repeat", |repeat| repeat.conflicts_with_all(["trace", "step"]))
    });
    let command = command.mut_subcommand("search", |search| {
        search.mut_arg("algorithm", |search| search.conflicts_with_all(["check_optimistic", "check_consistent"]))
    });
    completion::attach(help::examples_first(in_any_case(command)))
}

/// The command line of this process. Help, the version and mistakes are printed; what is left of
/// them is the exit code.
pub fn parse() -> Result<Arguments, u8> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let parsed = command().try_get_matches_from(&words).map_err(|error| with_suggestion(error, words));
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|error| match error.print() {
        Err(failure) if !error.use_stderr() => {
            let failure = Failure::from(failure);
            out::complain(Color::Auto, &failure);
            failure.exit_code()
        }
        _ => error.exit_code() as u8,
    })
}

/// `help` knows no command of nearly this name, while the command line without it does.
fn with_suggestion(error: Error, mut words: Vec<OsString>) -> Error {
    let is_unknown = |error: &Error| error.kind() == ErrorKind::InvalidSubcommand;
    let Some(help) = words.iter().position(|word| word == "help").filter(|_| is_unknown(&error)) else { return error };
    words.remove(help);
    command().try_get_matches_from(words).err().filter(is_unknown).unwrap_or(error)
}

/// Words of a fixed list are understood in capitals as well.
fn in_any_case(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, in_any_case));
    command.mut_args(|argument| {
        let has_list = argument.get_action().takes_values() && !argument.get_possible_values().is_empty();
        argument.ignore_case(has_list)
    })
}

#[derive(Subcommand)]
pub enum Command {
    /// Find a shortest solution of a board, or the best one within a time limit
    Solve(Box<SolveArguments>),
    /// Show why a board can or cannot be solved, step by step
    Explain(ExplainArguments),
    /// Draw boards, in the terminal or as a picture for slides and reports
    Draw(DrawArguments),
    /// Make random boards
    Generate(GenerateArguments),
    /// Run searches with heuristics on the same boards, and compare them in tables and plots
    Compare(CompareArguments),
    /// Search other problems: towers, jugs, pancakes, rivers, and maps from files
    Search(SearchArguments),
    /// Test heuristics on every state: admissible? consistent? how close? With a counterexample
    Audit(AuditArguments),
    /// Explore the whole space of a small board, depth by depth
    Space(SpaceArguments),
    /// Build, list, verify and remove pattern databases
    Pdb(PdbArguments),
    /// Play in the terminal: move, undo, hints, solve and watch, edit, with mouse and keys
    #[cfg(feature = "tui")]
    Play(PlayArguments),
    /// Step through a search that was recorded with --trace, forwards and backwards
    #[cfg(feature = "tui")]
    Replay(ReplayArguments),
    /// Show the page in a browser: play, solve, watch the search, compare, audit; with an HTTP API
    /// for programs
    #[cfg(feature = "serve")]
    Serve(ServeArguments),
    /// List everything available, with explanations
    List(ListArguments),
    /// Run a fixed suite and print its signature and the speed of the engine, or draw anytime
    /// curves
    Bench(BenchArguments),
    /// Check cache, tables, threads, memory and terminal, and say what to do
    Doctor(DoctorArguments),
    /// Print a completion script for a shell
    #[command(after_help = "Examples:
  source <(npuzzle completions bash)          for this shell
  npuzzle completions bash > ~/.local/share/bash-completion/completions/npuzzle
  npuzzle completions zsh > ~/.zfunc/_npuzzle
  npuzzle completions fish > ~/.config/fish/completions/npuzzle.fish
  npuzzle completions powershell >> $PROFILE
  npuzzle completions elvish >> ~/.config/elvish/rc.elv

The script asks `npuzzle` itself, which must be in the PATH: names of searches, heuristics (also inside of expressions), goals, sets of \
boards and your tables are those of the program that is installed.")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}
