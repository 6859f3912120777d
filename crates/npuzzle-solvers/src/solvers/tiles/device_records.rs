//! The records of a search on a device, written beside it.
//!
//! A device may leave millions of nodes, and writing them down takes seconds. So the search only
//! fetches them, as they are, and goes on; a thread of their own finds out what they mean and
//! writes them. When the search ends before all is written, the journal stays as it was.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::core::clock::{Clock, Instant};
use crate::solvers::tiles::deepening::Notebook;
use crate::solvers::tiles::device::{DeviceError, Rest};
use crate::solvers::tiles::journal::Record;

/// Fetching what is left takes at most one part in so many of the time.
const SHARE: u32 = 10;

/// The first record comes after one part in so many of the usual time, and the next ones later and
/// later: so searches that are ended soon get on from one to the next, too.
const EARLIER: u32 = 8;

/// Writes records.
pub(super) struct Scribe<'j> {
    notebook: &'j Notebook,
    /// Whether what is being written is not wanted any more.
    is_over: AtomicBool,
    /// What is wrong with nodes that were to be written.
    problem: Mutex<Option<DeviceError>>,
}

impl<'j> Scribe<'j> {
    /// One for this journal.
    pub(super) fn new(notebook: &'j Notebook) -> Self {
        Self { notebook, is_over: AtomicBool::new(false), problem: Mutex::default() }
    }

    fn write(&self, rest: &dyn Rest, record: &Record) {
        match rest.check() {
            Ok(()) => self.notebook.write_with(record, &mut rest.nodes(), &|| !self.is_over.load(Ordering::Relaxed)),
            Err(problem) => *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem),
        }
    }

    fn problem(&self) -> Result<(), DeviceError> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// When records are written, and the one that is being written now. What is not written yet when
/// this is dropped is given up.
pub(super) struct Recording<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    scribe: &'env Scribe<'env>,
    clock: &'env Clock,
    /// From one record to the next in the long run, and now.
    interval: Duration,
    wait: Duration,
    last: Instant,
    writing: Option<ScopedJoinHandle<'scope, ()>>,
}

impl<'scope, 'env> Recording<'scope, 'env> {
    /// Records at these intervals, on a thread of this scope.
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        scribe: &'env Scribe<'env>,
        interval: Duration,
        clock: &'env Clock,
    ) -> Self {
        Self { scope, scribe, clock, interval, wait: interval / EARLIER, last: clock.now(), writing: None }
    }

    /// Whether it is time for a record, and the last one is written.
    pub(super) fn is_due(&self) -> Result<bool, DeviceError> {
        self.scribe.problem()?;
        let is_busy = self.writing.as_ref().is_some_and(|writing| !writing.is_finished());
        Ok(!is_busy && self.clock.since(self.last) >= self.wait)
    }

    /// Begins to write a record, with the nodes that are fetched for it now.
    pub(super) fn begin(
        &mut self,
        fetch: impl FnOnce() -> Result<(Box<dyn Rest>, Record), DeviceError>,
    ) -> Result<(), DeviceError> {
        let began = self.clock.now();
        let (rest, record) = fetch()?;
        self.last = self.clock.now();
        self.wait = (2 * self.wait).min(self.interval).max(SHARE * self.last.saturating_duration_since(began));
        let (scribe, what) = (self.scribe, Arc::new((rest, record)));
        let there = Arc::clone(&what);
        match thread::Builder::new().spawn_scoped(self.scope, move || scribe.write(&*there.0, &there.1)) {
            Ok(thread) => self.writing = Some(thread),
            // The system gives no thread.
            Err(_) => scribe.write(&*what.0, &what.1),
        }
        Ok(())
    }

    /// Writes the last record, in place of one that is not written yet.
    pub(super) fn end_with(&mut self, rest: Box<dyn Rest>, record: &Record) -> Result<(), DeviceError> {
        self.scribe.is_over.store(true, Ordering::Relaxed);
        if let Some(Err(panic)) = self.writing.take().map(ScopedJoinHandle::join) {
            resume_unwind(panic);
        }
        self.scribe.problem()?;
        self.scribe.is_over.store(false, Ordering::Relaxed);
        self.scribe.write(&*rest, record);
        self.scribe.problem()
    }
}

impl Drop for Recording<'_, '_> {
    fn drop(&mut self) {
        // The scope waits for the thread.
        self.scribe.is_over.store(true, Ordering::Relaxed);
    }
}
