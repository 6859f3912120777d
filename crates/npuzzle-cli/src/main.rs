//! The `npuzzle` command: reads arguments into questions, asks the engine and shows the answers.

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
mod terms;
#[cfg(feature = "tui")]
mod trace_file;
mod version;

use std::process::ExitCode;

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
    let result = std::panic::catch_unwind(|| {
        let mut out = Out::new(color);
        let answer = arguments.command.given().run(&mut out);
        out.flush()?;
        // Notes about tables follow the answer, or the error.
        tables::tell_notes(&mut out)?;
        answer
    });
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
