//! `npuzzle-site FOLDER` writes the documents into a folder; `npuzzle-site --check FOLDER` looks
//! for broken links and addresses of others in all files of a site.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use npuzzle_site::{check, write};

const USAGE: &str = "npuzzle-site FOLDER | --check FOLDER [--draft]";

#[expect(clippy::print_stderr, reason = "this is a program for the terminal")]
fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let done = match arguments.as_slice() {
        ["--check", folder] => check::site(Path::new(folder), &[]),
        // A draft goes without the documentation of the library.
        ["--check", folder, "--draft"] => check::site(Path::new(folder), &["api/"]),
        [folder] if !folder.starts_with('-') => write(&root, Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
