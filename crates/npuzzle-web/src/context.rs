//! Where a worker sits: what it may use, and how it tells what it does.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use npuzzle::core::{Cost, Progress};
use npuzzle::lab::compare::{PlannedRun, RunRecord};
use npuzzle::question::Watch;
use serde::Serialize;

use crate::app::{App, LONGEST_TIME};
use crate::mailbox::Mailbox;

/// Where a worker sits.
pub struct JobContext {
    /// What all share.
    pub app: Arc<App>,
    /// Ends the work when it is set.
    pub cancel: Arc<AtomicBool>,
    /// Where news go.
    pub mailbox: Arc<Mailbox>,
}

/// The job is in the queue.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct AcceptedEvent {
    /// Its id, for `/api/stop`.
    pub job: String,
    /// How many others must end before it begins.
    pub ahead: usize,
}

/// How far the job is.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct ProgressEvent {
    /// States expanded so far.
    pub expanded: u64,
    /// Time since the beginning.
    pub seconds: f64,
    /// Proved minimum cost so far.
    pub lower_bound: Cost,
    /// Cost of the best solution so far.
    pub best: Option<Cost>,
    /// The table that is being made.
    pub table: Option<TableProgress>,
    /// How many states, samples or runs are done, where they can be counted.
    pub done: Option<u64>,
    /// How many there are.
    pub total: Option<u64>,
    /// The run of a comparison.
    pub run: Option<RunInProgress>,
}

/// How far a table is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct TableProgress {
    /// Entries that are made.
    pub done: u64,
    /// Entries it will have.
    pub entries: u64,
}

/// The run of a comparison that is being made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct RunInProgress {
    /// Its number in the plan.
    pub id: usize,
    /// The search.
    pub algorithm: String,
    /// The heuristic; `None` for a search that uses none.
    pub heuristic: Option<String>,
}

/// A better solution.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct ImprovementEvent {
    /// Its cost.
    pub cost: Cost,
    /// Proved minimum cost so far.
    pub lower_bound: Cost,
    /// Time since the beginning.
    pub seconds: f64,
    /// States expanded so far.
    pub expanded: u64,
}

impl From<&Progress> for ProgressEvent {
    fn from(progress: &Progress) -> Self {
        Self {
            expanded: progress.expanded,
            seconds: progress.elapsed.as_secs_f64(),
            lower_bound: progress.lower_bound,
            best: progress.best,
            table: progress.table.map(|(done, entries)| TableProgress { done, entries }),
            ..Self::default()
        }
    }
}

/// Tells the client how its question gets on.
pub struct ClientWatch<'d> {
    context: &'d JobContext,
    best: Option<Cost>,
    began: Instant,
}

impl JobContext {
    /// A watcher that tells the client.
    pub fn watcher(&self) -> ClientWatch<'_> {
        ClientWatch { context: self, best: None, began: Instant::now() }
    }
}

impl ClientWatch<'_> {
    /// The limits of a comparison are those of each run; all together take no longer than any other
    /// job.
    fn is_over(&self) -> bool {
        self.began.elapsed() >= LONGEST_TIME
    }
}

impl Watch for ClientWatch<'_> {
    fn progress(&mut self, progress: &Progress) {
        if let Some(cost) = progress.best
            && self.best.is_none_or(|best| cost < best)
        {
            self.best = Some(cost);
            let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.expanded);
            let lower_bound = progress.lower_bound;
            self.context.mailbox.tell("improvement", &ImprovementEvent { cost, lower_bound, seconds, expanded });
        }
        self.context.mailbox.progress(|| ProgressEvent::from(progress));
    }

    fn counted(&mut self, done: u64, total: u64) {
        let (done, total, seconds) = (Some(done), Some(total), self.began.elapsed().as_secs_f64());
        self.context.mailbox.progress(|| ProgressEvent { done, total, seconds, ..ProgressEvent::default() });
    }

    fn running(&mut self, run: &PlannedRun, progress: &Progress, total: usize) {
        if self.is_over() {
            self.context.cancel.store(true, Ordering::Relaxed);
        }
        self.context.mailbox.progress(|| ProgressEvent {
            done: Some(run.id as u64 - 1),
            total: Some(total as u64),
            run: Some(RunInProgress { id: run.id, algorithm: run.algorithm.clone(), heuristic: run.heuristic.clone() }),
            ..ProgressEvent::from(progress)
        });
    }

    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        self.context.mailbox.tell("run", record);
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
