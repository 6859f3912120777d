//! How a question gets on.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::core::Progress;
use crate::domains::tiles::Board;
use crate::front::generated::Generated;
use crate::lab::audit::{SampleAnswer, SampleTurn};
use crate::lab::compare::{CompareRequest, PlannedRun, RunRecord};
use crate::lab::space::SpaceProgress;
use crate::question::pdb::TableNews;
use crate::trace;
use crate::trace::{TraceEvent, TraceHeader};

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

    /// How many of so many random boards of an audit are in this one: a part may leave some out.
    fn share_of_samples(&self, samples: u64) -> u64 {
        samples
    }

    /// What becomes of a random board of an audit; they are numbered from 0.
    fn sample(&mut self, number: u64) -> SampleTurn {
        let _ = number;
        SampleTurn::Solve
    }

    /// A random board of an audit was solved, or could not be; `Break` ends the sampling.
    fn sampled(&mut self, number: u64, board: &Board, answer: &SampleAnswer) -> ControlFlow<()> {
        let _ = (number, board, answer);
        ControlFlow::Continue(())
    }

    /// So much of a whole space is explored. Comes about ten times a second.
    fn explored(&mut self, progress: &SpaceProgress) {
        let _ = progress;
    }

    /// The work on tables has got so far; `Break` ends it behind the table that is done.
    fn tables(&mut self, news: TableNews<'_>) -> ControlFlow<()> {
        let _ = news;
        ControlFlow::Continue(())
    }

    /// Whether boards that are made go to [`made`](Self::made) instead of into the answer.
    fn takes_boards(&self) -> bool {
        false
    }

    /// A random board is made; `Break` ends the work.
    fn made(&mut self, board: Generated<Board>) -> ControlFlow<()> {
        let _ = board;
        ControlFlow::Continue(())
    }

    /// A comparison is planned: the runs that are known from an earlier one, which are not
    /// repeated. `Break` ends it before it begins.
    fn planned(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        let _ = (request, plan);
        ControlFlow::Continue(Vec::new())
    }

    /// Whether the answer of a comparison has the boards of each run, as texts.
    fn wants_boards_of_runs(&self) -> bool {
        true
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

/// Hands the events of a search to watchers, and ends it when they have seen enough.
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
