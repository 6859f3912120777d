//! The laboratory: audits of problems that Python describes, and whole spaces.

use npuzzle::lab::audit::{AuditRequest, AuditSpace};
use npuzzle::lab::space::SpaceRequest;
use npuzzle::lab::{audit as audits, space as spaces};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Given, shape, truth, usual_limits};
use crate::ask::{Answered, Audited, answered};
use crate::board::read_goal;
use crate::bridge::{Bridge, Glimpse, Place};
use crate::errors::{Kind, of_audit, of_goal};
use crate::fields;
use crate::questions::ProblemArgument;

/// Judges the heuristic of a problem that Python describes, on all states that can be reached.
#[pyfunction]
#[pyo3(signature = (problem, limits, *, watch=None))]
pub fn audit_problem(
    py: Python<'_>,
    problem: ProblemArgument,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Py<PyAny>)> {
    let bridge = Bridge::new(Place::Here, watch);
    let limits = fields::limits(limits, usual_limits(&bridge))?;
    let (described, space) = problem.space(py, &bridge);
    let request = AuditRequest {
        space: AuditSpace::Other(space),
        heuristics: vec!["heuristic".to_owned()],
        custom: Vec::new(),
        samples: None,
        seed: 0,
        limits,
    };
    let done = bridge.run(py, move |bridge| {
        let mut watch = |done, total| {
            bridge.tell(|| Glimpse { done: Some(done), total: Some(total), words: "states".to_owned() });
        };
        audits::audit(&request, &mut watch).map(Audited::from)
    })?;
    Ok((answered(py, done, of_audit)?, described.all_states(py)?))
}

/// Walks through a whole space of boards.
#[pyfunction]
#[pyo3(signature = (size, goal, limits, *, count_solutions=None, watch=None))]
pub fn space(
    py: Python<'_>,
    size: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    limits: &Bound<'_, PyDict>,
    count_solutions: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let shape = shape(size)?;
    let goal = read_goal(goal, Some(shape))?.unwrap_or_default();
    let bridge = Bridge::new(Place::Apart, watch);
    let limits = fields::limits(limits, usual_limits(&bridge))?;
    let count_solutions = truth("count_solutions", count_solutions)?;
    let request = SpaceRequest { count_solutions, limits, ..SpaceRequest::new(shape, goal) };
    let done = bridge.run(py, move |bridge| {
        spaces::space(&request, &mut |progress| {
            bridge.tell(|| Glimpse {
                done: Some(progress.seen),
                total: Some(progress.states),
                words: "states".to_owned(),
            });
        })
    })?;
    answered(py, done, |py, error| match error {
        spaces::SpaceError::Goal(error) => of_goal(py, error),
        other => Kind::Limit.error(py, other.to_string()),
    })
}
