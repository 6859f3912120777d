//! The cache of tables, with the words of the command line.

use std::path::{Path, PathBuf};

use npuzzle_host::tables::VARIABLE;
pub use npuzzle_host::tables::{folder, shelf};

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

/// Tells what the shelf has noted.
pub fn tell_notes(out: &mut Out) -> Result<(), Failure> {
    shelf().take_notes().iter().try_for_each(|note| out.note(note))
}
