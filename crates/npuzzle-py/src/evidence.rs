//! What audits have seen, as Python holds it.

use std::sync::Arc;

use npuzzle::domains::custom::AuditedSpace;
use npuzzle::heuristics::custom::AuditedEstimates;
use npuzzle::lab::audit::{AuditReport, Seen};
use pyo3::prelude::*;

/// What an audit of all states has seen: with it a verdict is a proof, for as long as the function
/// or the problem says the same.
#[pyclass(frozen, module = "npuzzle._engine")]
pub struct Evidence(Seen);

impl Evidence {
    /// For each heuristic of a report, in its order, what was seen of it.
    pub fn of_report(report: &AuditReport) -> Vec<Option<Self>> {
        report.heuristics.iter().map(|verdict| verdict.seen.clone().map(Self)).collect()
    }

    /// What was seen of boards.
    pub fn boards(&self) -> Option<Arc<AuditedEstimates>> {
        match &self.0 {
            Seen::Boards(seen) => Some(Arc::clone(seen)),
            Seen::Problem(_) => None,
        }
    }

    /// What was seen of a problem.
    pub fn problem(&self) -> Option<Arc<AuditedSpace>> {
        match &self.0 {
            Seen::Boards(_) => None,
            Seen::Problem(seen) => Some(Arc::clone(seen)),
        }
    }
}
