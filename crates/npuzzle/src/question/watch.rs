//! How a question gets on.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::core::Progress;
use crate::lab::compare::{PlannedRun, RunRecord};
use crate::teach::trace;
use crate::teach::trace::{TraceEvent, TraceHeader};

/// Follows the work on a question. Every method may be left as it is; `()` watches nothing.
pub trait Watch {
    /// A search has got so far. Comes about ten times a second.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// So many states or samples of an audit are done.
    fn counted(&mut self, done: u64, total: u64) {
        let _ = (done, total);
    }

    /// A run of a comparison of `total` has got so far.
    fn running(&mut self, run: &PlannedRun, progress: &Progress, total: usize) {
        let _ = (run, progress, total);
    }

    /// A run of a comparison is done; `Break` ends the comparison.
    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        let _ = record;
        ControlFlow::Continue(())
    }

    /// Whether the events of a trace go to [`event`](Self::event) instead of into the answer.
    fn takes_events(&self) -> bool {
        false
    }

    /// A search that is traced begins.
    fn begins(&mut self, header: &TraceHeader) {
        let _ = header;
    }

    /// A search that is traced did something; `Break` ends it.
    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        let _ = event;
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

/// Hands the events of a search to those who watch, and ends it when they have seen enough.
pub(super) struct Followed<'f, 'w> {
    pub watch: &'f RefCell<&'w mut dyn Watch>,
    pub cancel: Arc<AtomicBool>,
}

impl trace::Trace for Followed<'_, '_> {
    fn begins(&mut self, header: &TraceHeader) {
        self.watch.borrow_mut().begins(header);
    }

    fn event(&mut self, event: &TraceEvent) {
        if self.watch.borrow_mut().event(event).is_break() {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}
