//! Checks of heuristics on maps, as text and as objects.

use npuzzle::domains::map::{ConsistentCheck, EdgeCondition, Extent, OptimisticCheck, StateCondition};
use npuzzle::lab::repeat::Times;
use serde::Serialize;

use crate::failure::Failure;
use crate::out::{Out, STRONG};
use crate::render::numbers::{thousands, time};
use crate::render::solution::spread;

/// So many violations are shown in the text form.
const MOST_SHOWN: usize = 10;

/// What is checked, over which states, and what it took: the true costs and all conditions, without
/// the listing of violations.
pub struct About<'c> {
    pub heuristic: &'c str,
    pub over: Extent,
    pub times: Times,
    /// Whether several runs were asked for.
    pub is_repeated: bool,
}

impl<'c> About<'c> {
    fn object<V>(self, check: &'static str, conditions: usize, violations: Vec<V>) -> CheckObject<'c, V> {
        let Self { heuristic, over, times, is_repeated } = self;
        let holds = violations.is_empty();
        let (seconds, repeat) = (times.mean_seconds, is_repeated.then_some(times));
        CheckObject { check, heuristic, over, holds, conditions, violations, seconds, repeat }
    }
}

/// The result of a check; its violations are states or edges.
#[derive(Serialize)]
pub struct CheckObject<'c, V> {
    check: &'static str,
    heuristic: &'c str,
    over: Extent,
    holds: bool,
    conditions: usize,
    violations: Vec<V>,
    /// The mean, if there were several runs.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<Times>,
}

/// A row of the CSV form.
#[derive(Serialize)]
pub struct CheckRow<'c> {
    check: &'static str,
    heuristic: &'c str,
    over: Extent,
    holds: bool,
    conditions: usize,
    violations: usize,
    runs: usize,
    seconds: f64,
    deviation_seconds: Option<f64>,
}

impl<V> CheckObject<'_, V> {
    /// The same without the violations themselves.
    pub fn row(&self) -> CheckRow<'_> {
        CheckRow {
            check: self.check,
            heuristic: self.heuristic,
            over: self.over,
            holds: self.holds,
            conditions: self.conditions,
            violations: self.violations.len(),
            runs: self.repeat.map_or(1, |times| times.runs),
            seconds: self.seconds,
            deviation_seconds: self.repeat.and_then(|times| times.deviation_seconds),
        }
    }

    fn text(&self, what: &str, line: impl Fn(&V) -> String, out: &mut Out) -> Result<(), Failure> {
        let not = if self.holds { "" } else { "not " };
        out.line(&format!("{STRONG}{} is {not}{}{STRONG:#}", self.heuristic, self.check))?;
        let reachable = if self.over == Extent::Reachable { "reachable " } else { "" };
        let violated = match self.violations.len() {
            0 => "all hold".to_owned(),
            1 => "1 violation:".to_owned(),
            count => format!("{} violations:", thousands(count as u64)),
        };
        out.line(&format!("{} {reachable}{what} checked; {violated}", thousands(self.conditions as u64)))?;
        for violation in self.violations.iter().take(MOST_SHOWN) {
            out.line(&format!("  {}", line(violation)))?;
        }
        match self.violations.len().saturating_sub(MOST_SHOWN) {
            0 => {}
            more => out.line(&format!("  ... ({} more)", thousands(more as u64)))?,
        }
        let spent = self.repeat.as_ref().map_or_else(|| time(self.seconds), spread);
        out.line(&format!("time        {spent}"))
    }
}

/// The result of a check that a heuristic is optimistic.
pub fn optimistic<'c>(about: About<'c>, check: &OptimisticCheck<'_>) -> CheckObject<'c, StateCondition> {
    let violations = check.conditions().filter(|condition| !condition.ok).collect();
    about.object("optimistic", check.count(), violations)
}

/// The result of a check that a heuristic is consistent.
pub fn consistent<'c>(about: About<'c>, check: &ConsistentCheck<'_>) -> CheckObject<'c, EdgeCondition> {
    let violations = check.conditions().filter(|condition| !condition.ok).collect();
    about.object("consistent", check.count(), violations)
}

/// Writes it for people.
pub fn write_optimistic(object: &CheckObject<'_, StateCondition>, out: &mut Out) -> Result<(), Failure> {
    let line = |condition: &StateCondition| {
        let distance = condition.distance.map_or_else(|| "infinite".to_owned(), |distance| distance.to_string());
        format!("h({}) is {}, and the true cost {distance}", condition.state, condition.h)
    };
    object.text("states", line, out)
}

/// Writes it for people.
pub fn write_consistent(object: &CheckObject<'_, EdgeCondition>, out: &mut Out) -> Result<(), Failure> {
    let line = |condition: &EdgeCondition| {
        let EdgeCondition { from, to, h_from, h_to, cost, .. } = condition;
        format!("h({from}) is {h_from}, but h({to}) + {cost} is only {h_to} + {cost}")
    };
    object.text("edges", line, out)
}
