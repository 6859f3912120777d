//! The command line: reads arguments into questions, asks the engine and shows the answers.
//!
//! [`main`] is the program `npuzzle`; [`ranks`] is the same for several processes that work on one
//! question, the program `npuzzle-mpi`.

mod animation;
mod answers;
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
pub mod ranks;
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

use crate::args::Arguments;
use crate::out::Out;

/// A program that runs out of memory says what it knows, and ends.
#[global_allocator]
static ALLOCATOR: allocator::Reserved = allocator::Reserved(System);

/// The program `npuzzle`.
pub fn main() -> ExitCode {
    prepare_memory();
    if completion::answer() {
        return ExitCode::SUCCESS;
    }
    let code = match args::parse() {
        Ok(arguments) => answer(&arguments),
        Err(code) => code,
    };
    ExitCode::from(code)
}

/// Before anything is allocated.
fn prepare_memory() {
    if memory::addresses_are_limited() {
        allocator::share_one_heap();
    }
    allocator::set_aside();
}

/// Runs the command that was given: the exit code.
fn answer(arguments: &Arguments) -> u8 {
    let color = arguments.color;
    let result = std::panic::catch_unwind(|| {
        let mut out = Out::new(color);
        let command = arguments.command.given();
        let answer = match ranks::are_there() && !command.is_divided() {
            true => Err(ranks::refuse_command(arguments.command.name())),
            false => command.run(&mut out),
        };
        out.flush()?;
        // Notes about tables follow the answer, or the error.
        tables::tell_notes(&mut out)?;
        answer
    });
    match result {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            out::complain(color, &failure);
            failure.exit_code()
        }
        // The panic hook has printed what happened.
        Err(_) => failure::BUG,
    }
}
