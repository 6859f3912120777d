//! Questions about a problem that Python describes.

use std::sync::Arc;

use npuzzle::answer::ProblemReport;
use npuzzle::core::Properties;
use npuzzle::question::{Ask, Audit, Refusal, Search, Terms};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{Given, text, usual_limits};
use crate::ask::{Answered, Audited, Told, answered};
use crate::bridge::{Bridge, Place};
use crate::errors::of_refusal;
use crate::evidence::Evidence;
use crate::fields;
use crate::problem::Described;

/// A problem that Python describes, and what is said of it.
#[derive(FromPyObject)]
pub struct ProblemArgument {
    adapter: Py<PyAny>,
    name: String,
    unit_costs: bool,
    admissible: bool,
    consistent: bool,
    evidence: Option<Py<Evidence>>,
}

/// An answer, or why there is none, and what Python raised meanwhile.
type Done<A> = (Result<A, Refusal>, Option<PyErr>);

/// Asks about a problem of Python.
fn ask<Q: Ask + Send + 'static>(
    py: Python<'_>,
    problem: ProblemArgument,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
    question: impl FnOnce(String) -> Q,
) -> PyResult<(Done<Q::Answer>, Arc<Described>)>
where
    Q::Answer: Send + 'static,
{
    let bridge = Bridge::new(Place::Here, watch);
    let limits = fields::limits(limits, usual_limits(&bridge))?;
    let claims = Properties { admissible: problem.admissible, consistent: problem.consistent };
    let audited = problem.evidence.and_then(|evidence| evidence.get().problem());
    let described = Arc::new(Described::new(py, problem.adapter, problem.unit_costs, (claims, audited), &bridge));
    let problems = vec![(problem.name.clone(), Arc::<Described>::clone(&described) as _)];
    let terms = Terms { limits, problems, ..Terms::default() };
    let question = question(problem.name);
    let done = bridge.run(py, move |bridge| question.ask(&terms, &mut Told::new(bridge)))?;
    Ok((done, described))
}

/// Searches a problem that Python describes. The states and actions of the path stand beside the
/// answer.
#[pyfunction]
#[pyo3(signature = (problem, algorithm, heuristic, limits, *, watch=None))]
pub fn search<'py>(
    py: Python<'py>,
    problem: ProblemArgument,
    algorithm: Given<'_, '_>,
    heuristic: Given<'_, '_>,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Bound<'py, PyList>, Bound<'py, PyList>)> {
    let (algorithm, heuristic) = (text("algorithm", algorithm)?, text("heuristic", heuristic)?);
    let question = |problem| Search { problem, algorithm, heuristic, ..Search::default() };
    let ((answer, raised), described) = ask(py, problem, limits, watch, question)?;
    let (states, actions) = match &answer {
        Ok(report) => path(py, &described, report)?,
        Err(_) => (PyList::empty(py), PyList::empty(py)),
    };
    Ok((answered(py, (answer, raised), of_refusal)?, states, actions))
}

/// The objects of a path whose states and steps the engine calls by their numbers.
fn path<'py>(
    py: Python<'py>,
    described: &Described,
    report: &ProblemReport,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let (states, actions) = (PyList::empty(py), PyList::empty(py));
    let numbers: Vec<u32> = report.path.iter().flatten().filter_map(|name| name.parse().ok()).collect();
    for &number in &numbers {
        states.append(described.state(py, number))?;
    }
    for (&number, step) in numbers.iter().zip(report.moves.iter().flatten()) {
        let action = step.parse().ok().and_then(|step| described.action(py, number, step));
        actions.append(action)?;
    }
    Ok((states, actions))
}

/// Judges the heuristic of a problem that Python describes, on all states that can be reached. What
/// was seen of it stands beside the verdict.
#[pyfunction]
#[pyo3(signature = (problem, limits, *, watch=None))]
pub fn audit_problem(
    py: Python<'_>,
    problem: ProblemArgument,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Py<PyAny>, Option<Evidence>)> {
    let heuristics = Some(vec!["heuristic".to_owned()]);
    let question = |problem| Audit { problem: Some(problem), heuristics, ..Audit::default() };
    let ((answer, raised), described) = ask(py, problem, limits, watch, question)?;
    let seen = answer.as_ref().ok().and_then(|report| Evidence::of_report(report).into_iter().next()).flatten();
    Ok((answered(py, (answer.map(Audited::from), raised), of_refusal)?, described.all_states(py)?, seen))
}
