//! What those who wait for an answer hear meanwhile.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::core::clock::Instant;
use npuzzle::core::{Clock, Cost, Progress};
use npuzzle::lab::compare::{PlannedRun, RunRecord};
use npuzzle::question::Watch;
use serde::Serialize;

use crate::terms::LONGEST_TIME;

/// Progress that comes more often cannot be read.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(80);

/// Takes events, as JSON on one line each.
pub trait Listener {
    /// An event that must be heard.
    fn hear(&self, event: &'static str, data: String);

    /// How far the work is, about ten times a second at most. Only the latest counts.
    fn hear_progress(&self, data: String);
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
pub struct ClientWatch<'l> {
    listener: &'l dyn Listener,
    /// Ends the work when it is set.
    cancel: Arc<AtomicBool>,
    best: Option<Cost>,
    clock: Clock,
    began: Instant,
    told: Option<Instant>,
}

impl<'l> ClientWatch<'l> {
    /// A watcher whose listener is the client.
    pub fn new(listener: &'l dyn Listener, cancel: Arc<AtomicBool>) -> Self {
        let clock = Clock::default();
        let began = clock.now();
        Self { listener, cancel, best: None, clock, began, told: None }
    }

    /// The limits of a comparison are those of each run; all together take no longer than any other
    /// job.
    fn is_over(&self) -> bool {
        self.clock.since(self.began) >= LONGEST_TIME
    }

    fn tell(&self, event: &'static str, data: &impl Serialize) {
        // Only maps with keys that are no texts cannot be written, and there are none.
        if let Ok(data) = serde_json::to_string(data) {
            self.listener.hear(event, data);
        }
    }

    fn tell_progress(&mut self, progress: impl FnOnce() -> ProgressEvent) {
        let now = self.clock.now();
        if self.told.is_some_and(|told| now.saturating_duration_since(told) < BETWEEN_PROGRESS) {
            return;
        }
        self.told = Some(now);
        if let Ok(data) = serde_json::to_string(&progress()) {
            self.listener.hear_progress(data);
        }
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
            self.tell("improvement", &ImprovementEvent { cost, lower_bound, seconds, expanded });
        }
        self.tell_progress(|| ProgressEvent::from(progress));
    }

    fn counted(&mut self, done: u64, total: u64) {
        let (done, total, seconds) = (Some(done), Some(total), self.clock.since(self.began).as_secs_f64());
        self.tell_progress(|| ProgressEvent { done, total, seconds, ..ProgressEvent::default() });
    }

    fn running(&mut self, run: &PlannedRun, progress: &Progress, total: usize) {
        if self.is_over() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.tell_progress(|| ProgressEvent {
            done: Some(run.id as u64 - 1),
            total: Some(total as u64),
            run: Some(RunInProgress { id: run.id, algorithm: run.algorithm.clone(), heuristic: run.heuristic.clone() }),
            ..ProgressEvent::from(progress)
        });
    }

    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        self.tell("run", record);
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[derive(Default)]
    struct Heard(RefCell<Vec<&'static str>>);

    impl Listener for Heard {
        fn hear(&self, event: &'static str, _: String) {
            self.0.borrow_mut().push(event);
        }

        fn hear_progress(&self, _: String) {
            self.0.borrow_mut().push("progress");
        }
    }

    #[test]
    fn progress_comes_seldom_and_improvements_always() {
        let heard = Heard::default();
        let clock = Clock::held();
        let mut watch = ClientWatch { clock: clock.clone(), ..ClientWatch::new(&heard, Arc::default()) };
        watch.began = clock.now();
        for best in [9, 8, 8, 7] {
            let (elapsed, best) = (Duration::ZERO, Some(best));
            watch.progress(&Progress { expanded: 1, elapsed, lower_bound: 2, best, table: None, iteration: None });
        }
        clock.advance(BETWEEN_PROGRESS);
        watch.counted(1, 2);
        assert_eq!(*heard.0.borrow(), ["improvement", "progress", "improvement", "improvement", "progress"]);
    }
}
