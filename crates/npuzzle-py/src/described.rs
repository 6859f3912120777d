//! Questions about a problem that Python describes.

use std::sync::Arc;

use npuzzle::answer::ProblemReport;
use npuzzle::core::Properties;
use npuzzle::question::{Ask, Audit, Refusal, Search, Terms, TraceProblem};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{Given, text, usual_limits};
use crate::ask::{Answered, Audited, Told, answered, events_kept};
use crate::bridge::Bridge;
use crate::errors::of_problem_refusal;
use crate::evidence::Evidence;
use crate::fields;
use crate::problem::Described;
use crate::token::Token;

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
    (watch, token): (Option<Py<PyAny>>, Option<&Bound<'_, Token>>),
    question: impl FnOnce(String) -> Q,
) -> PyResult<(Done<Q::Answer>, Arc<Described>)>
where
    Q::Answer: Send + 'static,
{
    follow(py, problem, limits, (watch, token), |name| {
        let question = question(name);
        move |terms: &Terms, bridge: &Bridge| question.ask(terms, &mut Told::new(bridge))
    })
}

/// The same; what is made of the problem's name asks.
fn follow<A: Send + 'static, W: FnOnce(&Terms, &Bridge) -> Result<A, Refusal> + Send + 'static>(
    py: Python<'_>,
    problem: ProblemArgument,
    limits: &Bound<'_, PyDict>,
    (watch, token): (Option<Py<PyAny>>, Option<&Bound<'_, Token>>),
    work: impl FnOnce(String) -> W,
) -> PyResult<(Done<A>, Arc<Described>)> {
    let bridge = Bridge::new(watch).ended_by(token);
    let limits = fields::limits(limits, usual_limits(&bridge))?;
    let claims = Properties { admissible: problem.admissible, consistent: problem.consistent };
    let audited = problem.evidence.and_then(|evidence| evidence.get().problem());
    let described = Arc::new(Described::new(py, problem.adapter, problem.unit_costs, (claims, audited), &bridge));
    let problems = vec![(problem.name.clone(), Arc::<Described>::clone(&described) as _)];
    let terms = Terms { limits, problems, ..Terms::default() };
    let work = work(problem.name);
    let done = bridge.run(py, move |bridge| work(&terms, bridge))?;
    Ok((done, described))
}

/// Searches a problem that Python describes. The states and actions of the path stand beside the
/// answer.
#[pyfunction]
#[pyo3(signature = (problem, algorithm, heuristic, limits, *, watch=None, token=None))]
pub fn search<'py>(
    py: Python<'py>,
    problem: ProblemArgument,
    algorithm: Given<'_, '_>,
    heuristic: Given<'_, '_>,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<(Answered, Bound<'py, PyList>, Bound<'py, PyList>)> {
    let (algorithm, heuristic) = (text("algorithm", algorithm)?, text("heuristic", heuristic)?);
    let question = |problem| Search { problem, algorithm, heuristic, ..Search::default() };
    let ((answer, raised), described) = ask(py, problem, limits, (watch, token), question)?;
    let (states, actions) = match &answer {
        Ok(report) => path(py, &described, report)?,
        Err(_) => (PyList::empty(py), PyList::empty(py)),
    };
    Ok((answered(py, (answer, raised), of_problem_refusal)?, states, actions))
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

/// An answer, the states and actions of the path, all states by their numbers, and the actions of
/// each.
type TracedAnswer<'py> = (Answered, Bound<'py, PyList>, Bound<'py, PyList>, Py<PyAny>, Bound<'py, PyList>);

/// Searches a problem that Python describes by some means, a search and its heuristic, and keeps
/// what the search does.
#[pyfunction]
#[pyo3(signature = (problem, means, limits, *, events=None, watch=None, token=None))]
pub fn trace_problem<'py>(
    py: Python<'py>,
    problem: ProblemArgument,
    means: (Option<String>, Option<String>),
    limits: &Bound<'_, PyDict>,
    events: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<TracedAnswer<'py>> {
    let most = events_kept(py, events)?;
    let (algorithm, heuristic) = means;
    let ((answer, raised), described) = follow(py, problem, limits, (watch, token), |problem| {
        let search = Search { problem, algorithm, heuristic, ..Search::default() };
        let question = TraceProblem { search, ..TraceProblem::default() };
        move |terms: &Terms, bridge: &Bridge| {
            let mut told = Told::with_events(bridge, most);
            question.ask(terms, &mut told).map(|answer| told.traced(answer.header, answer.report))
        }
    })?;
    let (states, actions) = match &answer {
        Ok(traced) => path(py, &described, &traced.report)?,
        Err(_) => (PyList::empty(py), PyList::empty(py)),
    };
    let all_actions = described.all_actions(py)?;
    Ok((answered(py, (answer, raised), of_problem_refusal)?, states, actions, described.all_states(py)?, all_actions))
}

/// Judges the heuristic of a problem that Python describes, on all states that can be reached. What
/// was seen of it stands beside the verdict.
#[pyfunction]
#[pyo3(signature = (problem, limits, *, watch=None, token=None))]
pub fn audit_problem(
    py: Python<'_>,
    problem: ProblemArgument,
    limits: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<(Answered, Py<PyAny>, Option<Evidence>)> {
    let heuristics = Some(vec!["heuristic".to_owned()]);
    let question = |problem| Audit { problem: Some(problem), heuristics, ..Audit::default() };
    let ((answer, raised), described) = ask(py, problem, limits, (watch, token), question)?;
    let seen = answer.as_ref().ok().and_then(|report| Evidence::of_report(report).into_iter().next()).flatten();
    Ok((answered(py, (answer.map(Audited::from), raised), of_problem_refusal)?, described.all_states(py)?, seen))
}
