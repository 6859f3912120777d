//! The folder of the tables, and the tables in it.

use std::path::Path;

use npuzzle::heuristics::tiles::pdb::library::{self, Fault, Kept};
use npuzzle_host::tables::VARIABLE;

use crate::commands::doctor::Finding;
use crate::render::numbers::bytes;
use crate::render::pdb::count;
use crate::tables;

/// The tables of `7-8` for the 15-puzzle take half of this, those of `6-6-6-6` for the 24-puzzle less.
const ENOUGH: u64 = 1 << 30;

pub fn findings() -> Vec<Finding> {
    let Some(folder) = tables::folder() else {
        let advice =
            format!("name a folder by the variable {VARIABLE}; until then tables are built in memory, every time");
        return vec![Finding::problem("cache", "no cache folder is known for this user", advice)];
    };
    vec![cache(&folder), kept(&folder)]
}

/// Whether tables can be written. Nothing is left behind.
fn cache(folder: &Path) -> Finding {
    let why = if std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty()) { VARIABLE } else { "the default" };
    let found = format!("{} ({why})", folder.display());
    // A folder that is not there yet is made when it is needed, in the nearest one that is.
    let there = folder.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(folder);
    let trial = there.join(format!(".npuzzle-trial.{}", std::process::id()));
    let written = std::fs::OpenOptions::new().write(true).create_new(true).open(&trial);
    if let Err(error) = written.map(|_| ()).and_then(|()| std::fs::remove_file(&trial)) {
        let advice = format!("give yourself the right to write there, or name another folder by {VARIABLE}");
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
    if let Some(first) = faulty.first() {
        let only_partial = faulty.iter().all(|table| matches!(table.state, Err(Fault::Partial)));
        let fault = first.state.as_ref().err().map(ToString::to_string).unwrap_or_default();
        let found = format!("{} of {} not right; `{}`: {fault}", faulty.len(), count(kept.len()), first.name);
        let advice = format!("`npuzzle pdb remove {}` takes it away; when it is needed it is built anew", first.name);
        return match only_partial {
            true => Finding::note("tables", found, advice),
            false => Finding::problem("tables", found, advice),
        };
    }
    let total = kept.iter().map(|table| table.file_bytes).sum();
    match kept.is_empty() {
        true => Finding::note("tables", "none yet: they are built when a search needs them", BUILD),
        false => Finding::ok("tables", format!("{}, {}, every byte checked", count(kept.len()), bytes(total))),
    }
}
