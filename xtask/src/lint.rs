//! Checks that run no test: format, clippy, documentation, dependencies.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{Step, Stop};
use crate::{cargo, columns, mpi, root, system};

/// What is built for cards.
const CARDS: &str = "npuzzle-cli/cuda,npuzzle-web/cuda,npuzzle-py/cuda";

/// Every source file: modules that a list declares are not seen by `cargo fmt`. Prose has its
/// columns counted.
pub fn format(step: &mut Step) -> Result<(), Stop> {
    let mut rustfmt = rustfmt()?;
    rustfmt.arg("--check");
    step.run(rustfmt)?;
    Ok(columns::check()?)
}

/// A command that formats every source file.
pub fn rustfmt() -> Result<Command, String> {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024"]).args(files("rs")?);
    Ok(rustfmt)
}

/// The files of the project with an extension, in order.
pub fn files(extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(&root(), extension, &mut files).map_err(|error| format!("cannot list the sources: {error}"))?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && !path.ends_with("target") {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}

pub fn clippy(step: &mut Step) -> Result<(), Stop> {
    // `--all-targets` leaves out the tests of the page, and takes no further `--test`.
    let targets = ["--lib", "--bins", "--examples", "--tests", "--benches", "--test", "browser"];
    let features = if mpi::is_there() { format!("{CARDS},{}", mpi::FEATURE) } else { CARDS.to_owned() };
    if !mpi::is_there() {
        step.note("without the program of npuzzle-mpi, which needs an MPI library and libclang".to_owned());
    }
    let first = ["clippy", "--workspace", "--features", &features];
    Ok(step.show(cargo(&[first.as_slice(), &targets, &["--", "-D", "warnings"]].concat()))?)
}

/// The documentation, without warnings and of every public item. Fields and variants may speak for
/// themselves.
pub fn rustdoc(step: &mut Step) -> Result<(), Stop> {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--message-format", "short"]);
    doc.env("RUSTDOCFLAGS", "-D warnings --force-warn missing_docs");
    let mut bare = Vec::new();
    step.watch(doc, |line| bare.extend(is_bare_item(line).then(|| line.to_owned())))?;
    match bare.is_empty() {
        true => Ok(()),
        false => Err(format!("items without documentation:\n{}", bare.join("\n")).into()),
    }
}

/// Whether the compiler misses the documentation of an item that needs one.
fn is_bare_item(line: &str) -> bool {
    let missing = line.split_once(" missing documentation for ").map(|(_, what)| what);
    missing.is_some_and(|what| !what.contains("a struct field") && !what.contains("a variant"))
}

/// The dependencies against `deny.toml`. The program is one that people install if they like, so CI
/// may go without it, too.
pub fn deny(step: &mut Step) -> Result<(), Stop> {
    if !system::has("cargo-deny") {
        return Err(Stop::Skipped("cargo-deny is not installed (cargo install --locked cargo-deny)".to_owned()));
    }
    Ok(step.run(cargo(&["deny", "check"]))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_need_documentation_and_fields_do_not() {
        let warned = |what: &str| format!("crates/a/src/b.rs:3:5: warning: missing documentation for {what}");
        assert!(is_bare_item(&warned("a struct")) && is_bare_item(&warned("an associated function")));
        assert!(!is_bare_item(&warned("a struct field")) && !is_bare_item(&warned("a variant")));
        assert!(!is_bare_item("   Documenting npuzzle v0.1.0"));
    }
}
