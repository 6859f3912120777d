//! Ctrl-C: once stops the search and prints what is known, twice quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::{Failure, INTERRUPTED};
use crate::{files, in_place};

/// The flag that the first Ctrl-C sets.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler_flag = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if handler_flag.swap(true, Ordering::Relaxed) {
            in_place::restore();
            files::remove_unfinished();
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}
