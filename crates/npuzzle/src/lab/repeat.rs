//! The same request several times: the answer once, and how much the time differs.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::answer::{Report, Request, solve};
use crate::catalogue::RequestError;
use crate::core::Progress;
use crate::lab::summary::Running;

/// Seconds of the search alone, over several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Times {
    /// How many runs there were.
    pub runs: usize,
    /// Their mean.
    pub mean_seconds: f64,
    /// Their sample standard deviation; one run has none.
    pub deviation_seconds: Option<f64>,
    /// Their median; of more than 4,096 runs, to a thousandth.
    pub median_seconds: f64,
}

impl Times {
    /// What is worth knowing about some times; of none, that they took none.
    pub fn of(seconds: &Running) -> Self {
        let summary = seconds.summary();
        Self {
            runs: seconds.count(),
            mean_seconds: summary.map_or(0.0, |summary| summary.mean),
            deviation_seconds: summary.and_then(|summary| summary.deviation),
            median_seconds: summary.map_or(0.0, |summary| summary.median),
        }
    }
}

/// Answers a request `runs` times. Each run has the limits of the request for itself; all optimal
/// solutions are counted in the first. A run that is cancelled is the last, and counts only if it
/// is the only one. Memory does not grow with the number of runs.
pub fn solve_repeatedly(
    request: &Request,
    runs: NonZeroUsize,
    watch: &mut dyn FnMut(&Progress),
) -> Result<(Report, Times), RequestError> {
    let report = solve(request, watch, None)?;
    let mut seconds = Running::default();
    seconds.add(report.stats.seconds);
    let again = Request { all: None, ..request.clone() };
    let cancelled = || request.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    while seconds.count() < runs.get() && !cancelled() {
        let next = solve(&again, watch, None)?.stats.seconds;
        if !cancelled() {
            seconds.add(next);
        }
    }
    Ok((report, Times::of(&seconds)))
}
