//! The cache of tables, with the words of the command line.

use std::path::PathBuf;

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

/// Tells what the table cache has noted.
pub fn tell_notes(out: &mut Out) -> Result<(), Failure> {
    table_cache().take_notes().iter().try_for_each(|note| out.note(note))
}
