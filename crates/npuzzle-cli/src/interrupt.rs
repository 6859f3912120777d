//! Ctrl-C: once stops the search and prints what is known, twice quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
            say_stopping(&message);
        }
    })
    .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}

fn say_stopping(how_to_go_on: &str) {
    out::remark(Color::Never, &format!("stopping; {how_to_go_on}"));
}

/// So long the process that leads has to react to a signal that all have got. Launchers end all
/// after a second.
const REACTION: Duration = Duration::from_millis(200);

/// Leaves signals to the process that leads: it ends all. Where it is lost, `speaks` has this
/// process say how to go on. `has_ended` tells that the leader has ended the work.
pub fn leave_to_leader(speaks: bool, has_ended: Arc<AtomicBool>) -> Result<(), Failure> {
    ctrlc::set_handler(move || {
        if !speaks {
            return;
        }
        std::thread::sleep(REACTION);
        if let (false, Some(message)) = (has_ended.load(Ordering::Relaxed), ranks::how_to_go_on()) {
            say_stopping(&message);
        }
    })
    .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))
}
