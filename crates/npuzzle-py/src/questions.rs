//! Questions about boards and problems: solve, search, trace, explain, generate, estimate, and the
//! lists.

use std::ops::ControlFlow;
use std::sync::Arc;

use npuzzle::answer::{self, Problem, ProblemReport, Report, Request};
use npuzzle::core::{Limits, Progress, Properties};
use npuzzle::domains::custom::CustomProblem;
use npuzzle::domains::tiles;
use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::generate::Kind as BoardKind;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::random_sets::RandomSet;
use npuzzle::front::lists::Lists;
use npuzzle::front::random_seed;
use npuzzle::question::{Ask, Solve, Terms, Trace, Watch};
use npuzzle::teach::breakdown::breakdown;
use npuzzle::teach::trace::{TraceEvent, TraceHeader};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{Given, limits, shape, text, truth, whole, wrong};
use crate::board::{self, Board};
use crate::bridge::{Bridge, Glimpse, Place};
use crate::errors::{Kind, of_goal, of_refusal, of_request};
use crate::fields;
use crate::function::{Function, place};
use crate::problem::Described;

/// An answer as JSON, and what Python raised meanwhile.
pub type Answered = (Option<String>, Option<PyErr>);

/// The JSON of an answer.
pub fn json(py: Python<'_>, answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| Kind::Internal.error(py, error.to_string()))
}

/// An answer for Python. An error of the engine counts only if Python has raised nothing: what it
/// raised is the cause.
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

/// Solves a board. `fields` are those of the question.
#[pyfunction]
#[pyo3(signature = (
    board, functions, fields, *, time_limit=None, node_limit=None, memory_limit=None, threads=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    functions: Vec<Function>,
    fields: &Bound<'_, PyDict>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let bridge = Bridge::new(place(!functions.is_empty()), watch);
    let limits = limits(&bridge, time_limit, node_limit, memory_limit, threads)?;
    let question: Solve = fields::read(fields, &board_fields(board.get()))?;
    let terms = terms(&bridge, limits, functions, &board.get().goal);
    let done = bridge.run(py, move |bridge| question.ask(&terms, &mut Told(bridge)))?;
    answered(py, done, of_refusal)
}

/// The fields of a board that Python has read.
fn board_fields(board: &Board) -> [(&'static str, Value); 2] {
    [("board", fields::of_board(&board.board)), ("goal", fields::of_board(&board.goal))]
}

/// On which terms a question about boards with one goal is asked.
pub fn terms(bridge: &Arc<Bridge>, limits: Limits, functions: Vec<Function>, goal: &Arc<tiles::Board>) -> Terms {
    let heuristics = functions.into_iter().map(|function| function.heuristic(bridge, goal)).collect();
    Terms { limits, heuristics, ..Terms::default() }
}

/// Tells those who watch at the desk.
pub struct Told<'d>(pub &'d Bridge);

impl Watch for Told<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.tell(|| Glimpse::from(progress));
    }

    fn counted(&mut self, done: u64, total: u64) {
        self.0.tell(|| Glimpse { done: Some(done), total: Some(total), words: "states".to_owned() });
    }
}

/// A search with what it did, event by event.
#[derive(Serialize)]
struct Traced {
    header: TraceHeader,
    events: Vec<Value>,
    /// Whether there were more events.
    cut: bool,
    report: Report,
}

/// More events are not kept: each takes about a kilobyte.
const MOST_EVENTS: usize = 1_000_000;

/// Solves a board and records everything the search does, up to `most` events.
#[pyfunction]
#[pyo3(signature = (
    board, functions, fields, most, *, time_limit=None, node_limit=None, memory_limit=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn trace(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    functions: Vec<Function>,
    fields: &Bound<'_, PyDict>,
    most: Given<'_, '_>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let bridge = Bridge::new(place(!functions.is_empty()), watch);
    let limits = limits(&bridge, time_limit, node_limit, memory_limit, None)?;
    let question: Trace = fields::read(fields, &board_fields(board.get()))?;
    let terms = terms(&bridge, limits, functions, &board.get().goal);
    let most = whole("events", most)?.unwrap_or(MOST_EVENTS);
    if most > MOST_EVENTS {
        return Err(wrong(py, "events", format!("{most} are too many to keep: expected at most {MOST_EVENTS}")));
    }
    let done = bridge.run(py, move |bridge| {
        let mut book = Book { told: Told(bridge), events: Vec::new(), most, cut: false };
        let answer = question.ask(&terms, &mut book)?;
        Ok(Traced { header: answer.header, events: book.events, cut: book.cut, report: answer.report })
    })?;
    answered(py, done, of_refusal)
}

/// Keeps the first events of a search, which goes on to its end.
struct Book<'d> {
    told: Told<'d>,
    events: Vec<Value>,
    most: usize,
    cut: bool,
}

impl Watch for Book<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.told.progress(progress);
    }

    fn takes_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        if self.events.len() < self.most {
            self.events.push(serde_json::to_value(event).unwrap_or_default());
        } else {
            self.cut = true;
        }
        ControlFlow::Continue(())
    }
}

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
#[pyo3(signature = (
    problem, algorithm, heuristic, *, time_limit=None, node_limit=None, memory_limit=None, threads=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn search<'py>(
    py: Python<'py>,
    problem: ProblemArgument,
    algorithm: Given<'_, '_>,
    heuristic: Given<'_, '_>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Bound<'py, PyList>, Bound<'py, PyList>)> {
    let bridge = Bridge::new(Place::Here, watch);
    let limits = limits(&bridge, time_limit, node_limit, memory_limit, threads)?;
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

/// Why a board can or cannot be solved.
#[pyfunction]
pub fn explain(py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<String> {
    let board = board.get();
    json(py, &Explanation::new(&board.board, &board.goal))
}

/// The estimate of a board by a heuristic of the catalogue.
#[pyfunction]
pub fn estimate(py: Python<'_>, board: &Bound<'_, Board>, heuristic: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let heuristic = text("heuristic", Some(heuristic))?.unwrap_or_else(|| "manhattan".to_owned());
    let (start, goal) = (board.get().board.clone(), Goal::Custom((*board.get().goal).clone()));
    let bridge = Bridge::new(Place::Apart, None);
    let limits = limits(&bridge, None, None, None, None)?;
    let answer = bridge.finish(py, move |_| breakdown(&start, &goal, &heuristic, &limits))?;
    answer.map(|answer| answer.value).map_err(|error| of_request(py, &error))
}

/// Random boards, and the seed they were made with.
#[pyfunction]
#[pyo3(signature = (
    size, goal=None, *, count=None, seed=None, walk=None, unsolvable=None, optimal_distance=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn generate<'py>(
    py: Python<'py>,
    size: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    count: Given<'_, '_>,
    seed: Given<'_, '_>,
    walk: Given<'_, '_>,
    unsolvable: Given<'_, '_>,
    optimal_distance: Given<'_, '_>,
) -> PyResult<(u64, Bound<'py, PyList>)> {
    let shape = shape(size)?;
    let count: usize = whole("count", count)?.unwrap_or(1);
    let (walk, optimal_distance) = (whole("walk", walk)?, whole("optimal_distance", optimal_distance)?);
    let unsolvable = truth("unsolvable", unsolvable)?.unwrap_or(false);
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
    let seed = whole("seed", seed)?.unwrap_or_else(random_seed);
    let set = RandomSet { shape, kind, count, seed: Some(seed) };
    let bridge = Bridge::new(Place::Apart, None);
    let limits = limits(&bridge, None, None, None, None)?;
    let target = goal.clone();
    let made = bridge.finish(py, move |_| set.boards_within(&target, seed, &limits))?;
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
