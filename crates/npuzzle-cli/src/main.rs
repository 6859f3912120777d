//! The `npuzzle` command: builds requests, calls the engine and renders what it answers.

mod animation;
mod args;
mod clock;
mod commands;
mod completion;
mod failure;
mod files;
mod in_place;
mod input;
mod interrupt;
mod journal;
mod locale;
mod machine;
mod out;
mod pictures;
mod profiles;
mod progress;
mod recorder;
mod render;
mod tables;
#[cfg(feature = "tui")]
mod terminal;
#[cfg(feature = "tui")]
mod trace_file;
mod version;

use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::failure::Failure;
use crate::out::Out;

fn main() -> ExitCode {
    if completion::answer() {
        return ExitCode::SUCCESS;
    }
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(code) => return ExitCode::from(code),
    };
    let color = arguments.color;
    let result = std::panic::catch_unwind(|| run(arguments));
    let code = match result {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            out::complain(color, &failure);
            failure.exit_code()
        }
        // The panic hook has printed what happened.
        Err(_) => failure::BUG,
    };
    ExitCode::from(code)
}

/// Runs a command; the exit code of the contract, or why there is none.
fn run(arguments: Arguments) -> Result<u8, Failure> {
    let color = arguments.color;
    let mut out = Out::new(color);
    let answer = match arguments.command {
        Command::Solve(arguments) => commands::solve::run(&arguments, &mut out),
        Command::Explain(arguments) => commands::explain::run(&arguments, &mut out),
        Command::Draw(arguments) => commands::draw::run(&arguments, &mut out),
        Command::Generate(arguments) => commands::generate::run(&arguments, &mut out),
        Command::Compare(arguments) => commands::compare::run(&arguments, &mut out),
        Command::Search(arguments) => commands::search::run(&arguments, &mut out),
        Command::Audit(arguments) => commands::audit::run(&arguments, &mut out),
        Command::Space(arguments) => commands::space::run(&arguments, &mut out),
        Command::Pdb(arguments) => commands::pdb::run(&arguments, &mut out),
        #[cfg(feature = "tui")]
        Command::Play(arguments) => commands::play::run(arguments, color),
        #[cfg(feature = "tui")]
        Command::Replay(arguments) => commands::replay::run(&arguments, color, &mut out),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => commands::serve::run(&arguments, &mut out),
        Command::List(arguments) => commands::list::run(&arguments, &mut out),
        Command::Bench(arguments) => commands::bench::run(&arguments, &mut out),
        Command::Doctor(arguments) => commands::doctor::run(&arguments, &mut out),
        Command::Man { folder } => commands::man::run(&folder, &mut out),
        Command::Completions { shell } => commands::completions::run(shell, &mut out),
    };
    out.flush()?;
    // Notes about tables follow the answer, or the error.
    tables::tell_notes(&mut out)?;
    answer
}
