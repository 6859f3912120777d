//! What ends a search from within: a heuristic or a problem that has no answer at some state.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Tells that something could not be computed, and ends the search that asked for it.
#[derive(Clone, Debug, Default)]
pub struct FailureSlot {
    flag: Arc<AtomicBool>,
    message: Arc<OnceLock<String>>,
}

impl FailureSlot {
    /// The flag that ends the search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// What went wrong first.
    pub fn message(&self) -> Option<&str> {
        self.message.get().map(String::as_str)
    }

    /// Whether the search has to end.
    pub fn is_told(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Ends the search without a message: its caller knows why, and starts it again.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Lets a search run again that was interrupted. After a message none does.
    pub fn resume(&self) {
        self.flag.store(self.message.get().is_some(), Ordering::Relaxed);
    }

    /// Tells what went wrong; only the first message is kept.
    pub fn tell(&self, message: impl FnOnce() -> String) {
        self.message.get_or_init(message);
        self.flag.store(true, Ordering::Relaxed);
    }
}
