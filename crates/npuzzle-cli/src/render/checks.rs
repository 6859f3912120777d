//! Checks of heuristic files, as text and as objects.

use npuzzle::domains::map::{ConsistentCheck, EdgeCondition, Extent, OptimisticCheck, StateCondition};
use serde::Serialize;

use crate::failure::Failure;
use crate::out::{Out, STRONG};
use crate::render::numbers::thousands;

/// So many violations are shown in the text form.
const MOST_SHOWN: usize = 10;

/// The result of a check; its violations are states or edges.
#[derive(Serialize)]
pub struct CheckObject<'c, V> {
    check: &'static str,
    heuristic: &'c str,
    over: Extent,
    holds: bool,
    conditions: usize,
    violations: Vec<V>,
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
        }
    }

    fn text(&self, what: &str, line: impl Fn(&V) -> String, out: &mut Out) -> Result<(), Failure> {
        let not = if self.holds { "" } else { "not " };
        out.line(&format!("{STRONG}{} is {not}{}{STRONG:#}", self.heuristic, self.check))?;
        let reached = if self.over == Extent::Reachable { " that can be reached" } else { "" };
        let violated = match self.violations.len() {
            0 => "all hold".to_owned(),
            1 => "1 violation:".to_owned(),
            count => format!("{} violations:", thousands(count as u64)),
        };
        out.line(&format!("{} {what}{reached} checked; {violated}", thousands(self.conditions as u64)))?;
        for violation in self.violations.iter().take(MOST_SHOWN) {
            out.line(&format!("  {}", line(violation)))?;
        }
        match self.violations.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => out.line(&format!("  ... ({} more)", thousands(more as u64))),
        }
    }
}

/// The result of a check that a heuristic is optimistic.
pub fn optimistic<'c>(name: &'c str, over: Extent, check: &OptimisticCheck<'_>) -> CheckObject<'c, StateCondition> {
    CheckObject {
        check: "optimistic",
        heuristic: name,
        over,
        holds: check.holds(),
        conditions: check.count(),
        violations: check.conditions().filter(|condition| !condition.ok).collect(),
    }
}

/// The result of a check that a heuristic is consistent.
pub fn consistent<'c>(name: &'c str, over: Extent, check: &ConsistentCheck<'_>) -> CheckObject<'c, EdgeCondition> {
    CheckObject {
        check: "consistent",
        heuristic: name,
        over,
        holds: check.holds(),
        conditions: check.count(),
        violations: check.conditions().filter(|condition| !condition.ok).collect(),
    }
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
