//! The command line.

pub mod format;
mod help;
mod names;
mod picture;
mod shared;
mod tips;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands::Command;
use crate::failure::Failure;
use crate::{completion, out, ranks};

pub use format::Format;
pub use help::{Length, examples};
#[cfg(feature = "tui")]
pub use names::moves_of;
pub use names::{Named, board_format, profile, state_names};
pub use picture::PictureArguments;
pub use shared::{BoardArguments, WatchArguments};

/// Sliding-tile puzzles: a shortest or a good solution, or the reason why there is none.
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
    let has = |example: &&str| example.split(' ').nth(1).is_some_and(Command::has_subcommand);
    let examples: String = EXAMPLES.lines().filter(has).map(|example| format!("  {example}\n")).collect();
    format!("Examples:\n{examples}\n`npuzzle COMMAND --help` shows examples of each command.")
}

const EXAMPLES: &str = "\
npuzzle solve 867254301                     the shortest solution
npuzzle solve korf:12 -a 'A*' -H manhattan  a benchmark board
npuzzle play                                play in the terminal
npuzzle serve --open                        the page, in the browser
npuzzle explain 812_x43_765                 why it cannot be solved
npuzzle apply 867254301 'U2 L' --invert     where moves lead, and the way back
npuzzle draw 867254301 --svg board.svg      a picture for slides
npuzzle generate 4x4 -n 3 --seed 1 | npuzzle solve -
npuzzle audit 3x3 -H 'max(manhattan, misplaced)'   is it admissible?
npuzzle compare random:3x3:20 -a astar -a ida --report page.html
npuzzle pdb build 4x4 --patterns 7-8        tables for the 15-puzzle
npuzzle search 'hanoi(3,5)' -a bfs          another problem, the same searches
npuzzle replay search.trace                 step through a recorded search
npuzzle list algorithms                     list everything available
npuzzle doctor                              check the installation";

/// The command line with all that is the same for every command: the layout of help, names in any
/// case, completion.
pub fn command(help: Length) -> clap::Command {
    let command = Arguments::command().version(crate::version::short()).long_version(crate::version::long());
    let command = if ranks::are_there() { ranks::command_line(command) } else { command };
    completion::attach(help::laid_out(in_any_case(command), help))
}

/// The words of the command line of this process.
pub fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    // `help solve` is `solve --help`.
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

/// The command line of this process. Help, the version and mistakes are printed; what is left of
/// them is the exit code.
pub fn parse() -> Result<Arguments, u8> {
    let words = words();
    let length = if words.iter().any(|word| word == "--help") { Length::Long } else { Length::Short };
    let parsed = command(length).try_get_matches_from(&words).map_err(tips::with_tip);
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

/// Words of a fixed list are understood in capitals as well.
fn in_any_case(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, in_any_case));
    command.mut_args(|argument| {
        let has_list = argument.get_action().takes_values() && !argument.get_possible_values().is_empty();
        argument.ignore_case(has_list)
    })
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}
