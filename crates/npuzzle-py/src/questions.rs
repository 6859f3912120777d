//! Problems that Python describes, boards in all their forms, and the lists.

use std::sync::Arc;

use npuzzle::answer::{self, Problem, ProblemReport, Request};
use npuzzle::core::Properties;
use npuzzle::domains::custom::CustomProblem;
use npuzzle::front::lists::Lists;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;

use crate::arguments::{Given, shape, text, usual_limits, whole};
use crate::ask::{Answered, answered, json};
use crate::board::{self, Board};
use crate::bridge::{Bridge, Glimpse, Place};
use crate::errors::{of_goal, of_request};
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
    proved: bool,
}

impl ProblemArgument {
    /// The problem as the engine takes it.
    pub fn space(self, py: Python<'_>, bridge: &Arc<Bridge>) -> (Arc<Described>, Problem) {
        let claims = Properties { admissible: self.admissible, consistent: self.consistent };
        let described = Arc::new(Described::new(py, self.adapter, self.unit_costs, (claims, self.proved), bridge));
        let problem: Arc<dyn CustomProblem> = Arc::<Described>::clone(&described);
        (described, Problem::Custom { name: self.name, problem })
    }
}

/// A search with the remarks that its JSON leaves out.
#[derive(Serialize)]
struct Searched {
    #[serde(flatten)]
    report: ProblemReport,
    notes: Vec<String>,
}

impl From<ProblemReport> for Searched {
    fn from(report: ProblemReport) -> Self {
        Self { notes: report.notes.clone(), report }
    }
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
    let bridge = Bridge::new(Place::Here, watch);
    let limits = fields::limits(limits, usual_limits(&bridge))?;
    let (described, space) = problem.space(py, &bridge);
    let mut request = Request { limits, ..Request::about(space) };
    request.algorithm = text("algorithm", algorithm)?.unwrap_or(request.algorithm);
    request.heuristic = text("heuristic", heuristic)?;
    let done = bridge.run(py, move |bridge| {
        answer::search(&request, &mut |progress| bridge.tell(|| Glimpse::from(progress)), None)
    })?;
    let (states, actions) = match &done.0 {
        Ok(report) => path(py, &described, report)?,
        Err(_) => (PyList::empty(py), PyList::empty(py)),
    };
    let done = (done.0.map(Searched::from), done.1);
    Ok((answered(py, done, of_request)?, states, actions))
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

/// All boards that a text or a named set holds.
#[pyfunction]
#[pyo3(signature = (source, goal=None, *, size=None, input_format=None, seed=None))]
pub fn boards<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
    input_format: Given<'_, '_>,
    seed: Given<'_, '_>,
) -> PyResult<Bound<'py, PyList>> {
    board::list(py, board::read(source, goal, size, input_format, whole("seed", seed)?)?)
}

/// The goal board of a size.
#[pyfunction]
#[pyo3(signature = (size, goal=None))]
pub fn goal(py: Python<'_>, size: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let shape = shape(size)?;
    let goal = board::read_goal(goal, Some(shape))?.unwrap_or_default();
    let goal = goal.board(shape).map_err(|error| of_goal(py, &error))?;
    Ok(Board::new(goal.clone(), Arc::new(goal)))
}

/// All there is to choose from.
#[pyfunction]
pub fn catalogue(py: Python<'_>) -> PyResult<String> {
    json(py, &Lists::new())
}
