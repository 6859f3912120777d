//! The cache of tables, with the words of the command line.

use std::path::{Path, PathBuf};

use npuzzle::heuristics::tiles::pdb::library;
use npuzzle_host::tables::VARIABLE;
pub use npuzzle_host::tables::{folder, table_cache};

use crate::failure::Failure;
use crate::out::Out;

/// The folder of the tables, for commands that are about nothing else.
pub fn known_folder() -> Result<PathBuf, Failure> {
    folder().ok_or_else(|| {
        Failure::usage(format!("no cache folder is known for this user\nhelp: name one by the variable {VARIABLE}"))
    })
}

/// Why tables cannot be kept, and what to do about it.
pub fn unusable(folder: &Path, error: &std::io::Error) -> Failure {
    let folder = folder.display();
    Failure::usage(format!("cannot keep tables in `{folder}`: {error}\nhelp: name another folder by {VARIABLE}"))
}

/// The names of the tables in a folder. No file is opened: some take seconds to be read.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == library::EXTENSION));
    let mut names: Vec<String> = tables.filter_map(|path| path.file_stem()?.to_str().map(str::to_owned)).collect();
    names.sort();
    names
}

/// Tells what the table cache has noted.
pub fn tell_notes(out: &mut Out) -> Result<(), Failure> {
    table_cache().take_notes().iter().try_for_each(|note| out.note(note))
}
