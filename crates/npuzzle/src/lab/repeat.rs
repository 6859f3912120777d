//! The same request several times: the answer once, and how much the time differs.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::answer::{Report, Request, solve};
use crate::catalogue::RequestError;
use crate::core::{Limits, Progress};
use crate::lab::summary::Running;

/// Seconds of the work alone, over several runs.
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

/// Does something `runs` times, and takes the time of each. A limit ends it early, but not before
/// the first run is done. What the last one gave is returned.
pub fn timed<T>(runs: NonZeroUsize, limits: &Limits, mut work: impl FnMut() -> T) -> (T, Times) {
    let clock = &limits.clock;
    let began = clock.now();
    let mut seconds = Running::default();
    loop {
        let before = clock.now();
        let result = work();
        seconds.add(clock.since(before).as_secs_f64());
        if seconds.count() >= runs.get() || limits.check(began).is_err() {
            return (result, Times::of(&seconds));
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::core::Clock;

    fn runs(count: usize, limits: &Limits) -> (usize, Times) {
        let mut done = 0;
        timed(NonZeroUsize::new(count).unwrap(), limits, || {
            done += 1;
            limits.clock.advance(Duration::from_secs(done as u64));
            done
        })
    }

    #[test]
    fn each_run_has_its_own_time() {
        let limits = Limits { clock: Clock::held(), ..Limits::default() };
        let (last, times) = runs(3, &limits);
        assert_eq!((last, times.runs, times.mean_seconds, times.median_seconds), (3, 3, 2.0, 2.0));
        assert_eq!(times.deviation_seconds, Some(1.0), "of 1, 2 and 3 seconds");
        assert_eq!(runs(1, &limits).1.deviation_seconds, None);
    }

    #[test]
    fn a_limit_ends_the_repetition_after_the_run() {
        let limits = Limits { clock: Clock::held(), time: Some(Duration::from_secs(3)), ..Limits::default() };
        assert_eq!(runs(100, &limits).1.runs, 2);
        let at_once = Limits { clock: Clock::held(), time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(runs(100, &at_once).1.runs, 1);
    }
}
