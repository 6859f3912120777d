//! Ctrl-C: once stops the search and prints what is known, twice quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// What shells expect of a command that was interrupted.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C sets.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler_flag = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if handler_flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })
    .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}
