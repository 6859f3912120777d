//! Where a worker sits: what it may use, and how it tells what it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use npuzzle::core::{Cost, Limits, Progress};
use serde::Serialize;

use crate::app::{App, LimitFields};
use crate::mailbox::Mailbox;
use crate::problem::Problem;

/// Where a worker sits.
pub struct Desk {
    /// What all share.
    pub app: Arc<App>,
    /// Ends the work when it is set.
    pub cancel: Arc<AtomicBool>,
    /// Where news go.
    pub mailbox: Arc<Mailbox>,
}

/// The job is in the queue.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AcceptedEvent {
    /// Its id, for `/api/stop`.
    pub job: String,
    /// How many others must end before it begins.
    pub ahead: usize,
}

/// How far the job is.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableProgress {
    /// Entries that are made.
    pub done: u64,
    /// Entries it will have.
    pub entries: u64,
}

/// The run of a comparison that is being made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl Desk {
    /// What the job may use up.
    pub fn limits(&self, asked: &LimitFields<'_>) -> Result<Limits, Problem> {
        self.app.limits(asked, &self.cancel)
    }

    /// Ends the work.
    pub fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// A watcher of a search: tells every better solution, and now and then how far it is.
    pub fn watcher(&self) -> impl FnMut(&Progress) + '_ {
        let mut best = None;
        move |progress| {
            if let Some(cost) = progress.best
                && best.is_none_or(|best| cost < best)
            {
                best = Some(cost);
                let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.expanded);
                let lower_bound = progress.lower_bound;
                self.mailbox.tell("improvement", &ImprovementEvent { cost, lower_bound, seconds, expanded });
            }
            self.mailbox.progress(|| ProgressEvent::from(progress));
        }
    }
}
