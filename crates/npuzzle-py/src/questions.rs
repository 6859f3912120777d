//! Questions about boards and problems: solve, search, trace, explain, generate, estimate, and the lists.

use std::sync::Arc;

use npuzzle::catalogue::breakdown::breakdown;
use npuzzle::catalogue::trace::TraceHeader;
use npuzzle::catalogue::{
    self as engine, HeuristicChoice, Request, RequestError, SearchReport, SearchRequest, SpaceChoice, solve_traced,
};
use npuzzle::core::{Limits, Properties};
use npuzzle::domains::own::OwnProblem;
use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::generate::Kind as BoardKind;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::random_sets::RandomSet;
use npuzzle::front::lists::Lists;
use npuzzle::front::{random_seed, units};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde::Serialize;

use crate::arguments::{Given, amount, limits, moves_of, order, shape};
use crate::board::{self, Board};
use crate::desk::{Desk, Glimpse, Place};
use crate::errors::{Kind, of_goal, of_request};
use crate::function::{Function, place};
use crate::problem::Described;

/// An answer as JSON, and what Python raised meanwhile.
pub type Answered = (Option<String>, Option<PyErr>);

/// The JSON of an answer.
pub fn json(py: Python<'_>, answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| Kind::Internal.error(py, error.to_string()))
}

/// An answer for Python. An error of the engine counts only if Python has raised nothing: what it raised is the cause.
pub fn answered<T: Serialize, E>(
    py: Python<'_>,
    (answer, raised): (Result<T, E>, Option<PyErr>),
    error: impl Fn(Python<'_>, &E) -> PyErr,
) -> PyResult<Answered> {
    match (answer, raised) {
        (Ok(answer), raised) => Ok((Some(json(py, &answer)?), raised)),
        (Err(_), Some(raised)) => Ok((None, Some(raised))),
        (Err(engine), None) => Err(error(py, &engine)),
    }
}

/// Solves a board.
#[pyfunction]
#[pyo3(signature = (
    board, algorithm, heuristic, functions, *, time_limit=None, node_limit=None, memory_limit=None, threads=None, order=None,
    moves_of=None, listed=None, beam_width=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    functions: Vec<Function>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    order: Option<&str>,
    moves_of: Option<&str>,
    listed: Option<usize>,
    beam_width: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let desk = Desk::new(place(&functions), watch);
    let limits = limits(&desk, time_limit, node_limit, memory_limit, threads)?;
    let mut request = request(py, board, algorithm, heuristic, functions, &desk, limits, order, moves_of)?;
    request.all = listed;
    request.beam_width = amount("beam_width", beam_width, "a width: expected a whole number", units::width)?;
    let done =
        desk.run(py, move |desk| engine::solve(&request, &mut |progress| desk.tell(|| Glimpse::from(progress))))?;
    answered(py, done, of_request)
}

#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
fn request(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    functions: Vec<Function>,
    desk: &Arc<Desk>,
    limits: Limits,
    order_text: Option<&str>,
    moves_of_text: Option<&str>,
) -> PyResult<Request> {
    let board = board.get();
    let own = functions.into_iter().map(|function| function.heuristic(desk, &board.goal)).collect();
    Ok(Request {
        goal: Goal::Custom((*board.goal).clone()),
        algorithm: algorithm.unwrap_or("auto").to_owned(),
        heuristic: heuristic.map(str::to_owned),
        own,
        order: order(py, order_text)?,
        moves_of: moves_of(py, moves_of_text)?,
        limits,
        ..Request::new(board.board.clone())
    })
}

/// A search with what it did, event by event.
#[derive(Serialize)]
struct Traced {
    header: TraceHeader,
    events: Vec<serde_json::Value>,
    /// Whether there were more events.
    cut: bool,
    report: engine::Report,
}

/// Solves a board and tells everything the search does, up to `most` events.
#[pyfunction]
#[pyo3(signature = (
    board, algorithm, heuristic, functions, most, *, time_limit=None, node_limit=None, memory_limit=None, order=None,
    moves_of=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn trace(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    functions: Vec<Function>,
    most: usize,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    order: Option<&str>,
    moves_of: Option<&str>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let desk = Desk::new(place(&functions), watch);
    let limits = limits(&desk, time_limit, node_limit, memory_limit, None)?;
    let request = request(py, board, algorithm, heuristic, functions, &desk, limits, order, moves_of)?;
    let done = desk.run(py, move |desk| -> Result<Traced, RequestError> {
        let header = TraceHeader::of(&request)?;
        let (mut events, mut cut) = (Vec::new(), false);
        let report = solve_traced(&request, &mut |progress| desk.tell(|| Glimpse::from(progress)), &mut |event| {
            if events.len() < most {
                events.push(serde_json::to_value(event).unwrap_or_default());
            } else {
                cut = true;
            }
        })?;
        Ok(Traced { header, events, cut, report })
    })?;
    answered(py, done, of_request)
}

/// A problem that Python describes, and what is said of it.
#[derive(FromPyObject)]
pub struct ProblemArgument {
    adapter: Py<PyAny>,
    name: String,
    unit_costs: bool,
    admissible: bool,
    consistent: bool,
}

impl ProblemArgument {
    /// The problem as the engine takes it.
    pub fn space(self, py: Python<'_>, desk: &Arc<Desk>) -> (Arc<Described>, SpaceChoice) {
        let claims = Properties { admissible: self.admissible, consistent: self.consistent };
        let described = Arc::new(Described::new(py, self.adapter, self.unit_costs, claims, desk));
        let problem: Arc<dyn OwnProblem> = Arc::<Described>::clone(&described);
        (described, SpaceChoice::Own { name: self.name, problem })
    }
}

/// Searches a problem that Python describes. The states and actions of the path stand beside the answer.
#[pyfunction]
#[pyo3(signature = (
    problem, algorithm, heuristic, *, time_limit=None, node_limit=None, memory_limit=None, threads=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn search<'py>(
    py: Python<'py>,
    problem: ProblemArgument,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Bound<'py, PyList>, Bound<'py, PyList>)> {
    let desk = Desk::new(Place::Here, watch);
    let limits = limits(&desk, time_limit, node_limit, memory_limit, threads)?;
    let (described, space) = problem.space(py, &desk);
    let mut request = SearchRequest { limits, ..SearchRequest::new(space) };
    request.algorithm = algorithm.unwrap_or(engine::DEFAULT_ALGORITHM).to_owned();
    request.heuristic = heuristic.map_or(HeuristicChoice::Default, |name| HeuristicChoice::Name(name.to_owned()));
    let done = desk
        .run(py, move |desk| engine::search(&request, &mut |progress| desk.tell(|| Glimpse::from(progress)), None))?;
    let (states, actions) = match &done.0 {
        Ok(report) => path(py, &described, report)?,
        Err(_) => (PyList::empty(py), PyList::empty(py)),
    };
    Ok((answered(py, done, of_request)?, states, actions))
}

/// The objects of a path whose states and steps the engine calls by their numbers.
fn path<'py>(
    py: Python<'py>,
    described: &Described,
    report: &SearchReport,
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

/// Why a board can or cannot be solved.
#[pyfunction]
pub fn explain(py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<String> {
    let board = board.get();
    json(py, &Explanation::new(&board.board, &board.goal))
}

/// The estimate of a board by a heuristic of the catalogue.
#[pyfunction]
pub fn estimate(py: Python<'_>, board: &Bound<'_, Board>, heuristic: String) -> PyResult<Option<u32>> {
    let (start, goal) = (board.get().board.clone(), Goal::Custom((*board.get().goal).clone()));
    let desk = Desk::new(Place::Apart, None);
    let limits = limits(&desk, None, None, None, None)?;
    let answer = desk.finish(py, move |_| breakdown(&start, &goal, &heuristic, &limits))?;
    answer.map(|answer| answer.value).map_err(|error| of_request(py, &error))
}

/// Random boards, and the seed they were made with.
#[pyfunction]
#[pyo3(signature = (size, goal=None, *, count=1, seed=None, walk=None, unsolvable=false, optimal_distance=None))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn generate<'py>(
    py: Python<'py>,
    size: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    count: usize,
    seed: Option<u64>,
    walk: Option<u64>,
    unsolvable: bool,
    optimal_distance: Option<u32>,
) -> PyResult<(u64, Bound<'py, PyList>)> {
    let shape = shape(size)?;
    let goal = board::read_goal(goal, Some(shape))?.unwrap_or_default();
    let goal = goal.board(shape).map_err(|error| of_goal(py, &error))?;
    let kinds = [
        walk.map(BoardKind::Walk),
        unsolvable.then_some(BoardKind::Unsolvable),
        optimal_distance.map(BoardKind::Distance),
    ];
    let mut kinds = kinds.into_iter().flatten();
    let kind = kinds.next().unwrap_or(BoardKind::Uniform);
    if kinds.next().is_some() {
        return Err(Kind::Request.error(py, "walk, unsolvable and optimal_distance cannot be used with each other"));
    }
    if count.saturating_mul(shape.cells()) > MOST_GENERATED_CELLS {
        return Err(Kind::Request.error(py, format!("count: {count} boards are too many at a time")));
    }
    let seed = seed.unwrap_or_else(random_seed);
    let set = RandomSet { shape, kind, count, seed: Some(seed) };
    let desk = Desk::new(Place::Apart, None);
    let limits = limits(&desk, None, None, None, None)?;
    let target = goal.clone();
    let made = desk.finish(py, move |_| set.boards_within(&target, seed, &limits))?;
    let made = made.map_err(|error| {
        let kind = if error.is_limit() { Kind::Limit } else { Kind::Request };
        kind.error(py, error.to_string())
    })?;
    let goal = Arc::new(goal);
    let boards = made.into_iter().map(|random| Board::new(random.board, Arc::clone(&goal))).collect();
    Ok((seed, board::list(py, boards)?))
}

/// More are not made at a time.
const MOST_GENERATED_CELLS: usize = 100_000_000;

/// All boards that a text or a named set holds.
#[pyfunction]
#[pyo3(signature = (source, goal=None, *, size=None, input_format=None, seed=None))]
pub fn boards<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
    input_format: Option<&str>,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    board::list(py, board::read(source, goal, size, input_format, seed)?)
}

/// All there is to choose from.
#[pyfunction]
pub fn catalogue(py: Python<'_>) -> PyResult<String> {
    json(py, &Lists::new())
}
