//! Ctrl-C: once stops the search and prints what is known, twice quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::args::Color;
use crate::failure::{Failure, INTERRUPTED};
use crate::{files, in_place, out, ranks};

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
        // A launcher that ends a job waits a second, and the search may need longer to say so
        // itself.
        if let Some(message) = ranks::how_to_go_on() {
            out::remark(Color::Never, &format!("stopping; {message}"));
        }
    })
    .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}

/// Leaves signals to the process that leads: it ends all.
pub fn ignore() -> Result<(), Failure> {
    ctrlc::set_handler(|| {}).map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))
}
