//! Completion of the shell: the script asks this program, which knows its catalogue, its files and
//! the user's tables.
//!
//! It answers before any argument is parsed, in a few milliseconds; it writes nothing but
//! candidates, and answers nothing if something goes wrong.

pub mod line;
mod shells;
mod values;

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap_complete::CompletionCandidate;
use clap_complete::env::{CompleteEnv, Shells};

use crate::args;

pub use values::attach;

/// The variable by which a script asks, as in `scripts`; it names the shell.
const VARIABLE: &str = "NPUZZLE_COMPLETE";

const SHELLS: Shells<'static> =
    Shells(&[&shells::BASH, &shells::ZSH, &shells::FISH, &clap_complete::env::Powershell, &clap_complete::env::Elvish]);

/// Answers a script; `false` if none asks.
pub fn answer() -> bool {
    let asked = std::env::var_os(VARIABLE).is_some_and(|shell| !shell.is_empty());
    if asked {
        let folder = std::env::current_dir().ok();
        // A shell shows what is written in the middle of the line that is typed: no answer is
        // better than an error.
        let _ = CompleteEnv::with_factory(|| args::command(args::Length::Short))
            .var(VARIABLE)
            .shells(SHELLS)
            .try_complete(std::env::args_os(), folder.as_deref());
    }
    asked
}

/// The script of a shell.
pub fn script(shell: clap_complete::Shell) -> std::io::Result<String> {
    let mut script = Vec::new();
    if let Some(shell) = SHELLS.completer(&shell.to_string()) {
        shell.write_registration(VARIABLE, "npuzzle", "npuzzle", "npuzzle", &mut script)?;
    }
    Ok(format!("{}\n", String::from_utf8_lossy(&script).trim()))
}

/// The candidates for the last of some words.
fn candidates(
    command: &mut Command,
    words: &[String],
    folder: Option<&Path>,
) -> std::io::Result<Vec<CompletionCandidate>> {
    let current = words.last().map_or("", String::as_str);
    let typed: Vec<OsString> = words.iter().map(OsString::from).collect();
    let index = typed.len().saturating_sub(1);
    let mut found = clap_complete::engine::complete(command, typed, index, folder)?;
    // Flags come when they are asked for by a `-`, or if there is nothing else.
    let is_flag = |candidate: &CompletionCandidate| candidate.get_value().to_string_lossy().starts_with('-');
    if !current.starts_with('-') && !found.iter().all(is_flag) {
        found.retain(|candidate| !is_flag(candidate));
    }
    Ok(found)
}

/// Value and first line of the help of a candidate.
fn shown(candidate: &CompletionCandidate) -> (String, String) {
    let help = candidate.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.lines().next().unwrap_or_default().to_owned();
    (candidate.get_value().to_string_lossy().into_owned(), help)
}
