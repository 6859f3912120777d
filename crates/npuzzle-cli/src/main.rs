//! The `npuzzle` command: reads arguments into questions, asks the engine and shows the answers.

mod animation;
mod args;
mod checks;
mod clock;
mod commands;
mod completion;
mod exports;
mod failure;
mod files;
mod in_place;
mod input;
mod interrupt;
mod journal;
mod locale;
mod machine;
mod out;
mod parts;
mod pictures;
mod profiles;
mod progress;
mod provenance;
mod recorder;
mod render;
mod slice;
mod tables;
#[cfg(feature = "tui")]
mod terminal;
mod terms;
#[cfg(feature = "tui")]
mod trace_file;
mod version;

use std::alloc::System;
use std::process::ExitCode;

use npuzzle_host::{allocator, memory};

use crate::out::Out;

/// A program that runs out of memory says what it knows, and ends.
#[global_allocator]
static ALLOCATOR: allocator::Reserved = allocator::Reserved(System);

fn main() -> ExitCode {
    if memory::addresses_are_limited() {
        allocator::share_one_heap();
    }
    allocator::set_aside();
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
