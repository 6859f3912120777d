//! The folder of the tables, and the tables in it.

use std::path::Path;

use npuzzle::heuristics::tiles::pdb::library::{self, Fault, Kept};
use npuzzle_host::tables::VARIABLE;

use crate::commands::doctor::Finding;
use crate::completion::line::Quote;
use crate::render::numbers::bytes;
use crate::render::pdb::count;
use crate::tables;

/// The tables of `7-8` for the 15-puzzle take half of this, those of `6-6-6-6` for the 24-puzzle
/// less.
const ENOUGH: u64 = 1 << 30;

/// The report names this many broken tables.
const MOST_TOLD: usize = 5;

pub fn findings() -> Vec<Finding> {
    let Some(folder) = tables::folder() else {
        let advice =
            format!("name a folder by the variable {VARIABLE}; until then tables are built in memory, every time");
        return vec![Finding::problem("cache", "no cache folder is known for this user", advice)];
    };
    // A folder that is not there yet is made when it is needed, in the nearest one that is.
    let there = folder.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(&folder);
    if there.is_file() {
        let found = format!("{} cannot be written to: `{}` is a file", described(&folder), there.display());
        let advice = format!("expected a folder: name one by {VARIABLE}, or move the file away");
        return vec![Finding::problem("cache", found, advice)];
    }
    vec![cache(&folder, there), kept(&folder)]
}

/// The folder, and why it is this one.
fn described(folder: &Path) -> String {
    let why = if std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty()) { VARIABLE } else { "the default" };
    format!("{} ({why})", folder.display())
}

/// Whether tables can be written: into the folder, or into that of its parents that is there.
/// Nothing is left behind.
fn cache(folder: &Path, there: &Path) -> Finding {
    let found = described(folder);
    let trial = there.join(format!(".npuzzle-trial.{}", std::process::id()));
    let written = std::fs::OpenOptions::new().write(true).create_new(true).open(&trial);
    if let Err(error) = written.map(|_| ()).and_then(|()| std::fs::remove_file(&trial)) {
        let advice = format!("make it writable, or set {VARIABLE} to another folder");
        return Finding::problem("cache", format!("{found} cannot be written to: {error}"), advice);
    }
    let missing = if there == folder { "" } else { ", not made yet" };
    match free_bytes(there) {
        Some(free) if free < ENOUGH => Finding::note(
            "cache",
            format!("{found}{missing}, {} free", bytes(free)),
            format!("tables for larger boards take up to {}", bytes(ENOUGH)),
        ),
        Some(free) => Finding::ok("cache", format!("{found}{missing}, {} free", bytes(free))),
        None => Finding::ok("cache", format!("{found}{missing}")),
    }
}

/// Some tables are not right: the first of them with what is wrong, and all of them in the command
/// that removes them.
fn not_right(faulty: &[&Kept], all: usize) -> Finding {
    let wrong = |table: &&Kept| Some(format!("`{}`: {}", table.name, table.state.as_ref().err()?));
    let mut found = vec![format!("{} of {} not right", faulty.len(), count(all))];
    found.extend(faulty.iter().take(MOST_TOLD).filter_map(wrong));
    if faulty.len() > MOST_TOLD {
        found.push(format!("and {} more", faulty.len() - MOST_TOLD));
    }
    let mut names: Vec<String> = faulty.iter().map(|table| Quote::None.protect(&table.name)).collect();
    // One table may be damaged, and half built anew as well.
    names.dedup();
    let (them, they_are) = if names.len() == 1 { ("it", "it is") } else { ("them", "they are") };
    let names = names.join(" ");
    let advice = format!("`npuzzle pdb remove {names}` removes {them}; {they_are} rebuilt when needed");
    let found = found.join("; ");
    match faulty.iter().all(|table| matches!(table.state, Err(Fault::Partial))) {
        true => Finding::note("tables", found, advice),
        false => Finding::problem("tables", found, advice),
    }
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let status = rustix::fs::statvfs(folder).ok()?;
    status.f_bavail.checked_mul(status.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

fn kept(folder: &Path) -> Finding {
    const BUILD: &str = "`npuzzle pdb build 4x4 --patterns 7-8` makes 15-puzzles fast, `npuzzle pdb build 5x5 --patterns 6-6-6-6` 24-puzzles";
    let kept = match library::list(folder) {
        Ok(kept) => kept,
        Err(error) => {
            return Finding::problem(
                "tables",
                format!("the folder cannot be read: {error}"),
                "look at its permissions",
            );
        }
    };
    let faulty: Vec<&Kept> = kept.iter().filter(|table| table.state.is_err()).collect();
    if !faulty.is_empty() {
        return not_right(&faulty, kept.len());
    }
    let total = kept.iter().map(|table| table.file_bytes).sum();
    match kept.is_empty() {
        true => Finding::note("tables", "none yet: they are built when a search needs them", BUILD),
        false => Finding::ok("tables", format!("{}, {}, every byte checked", count(kept.len()), bytes(total))),
    }
}
