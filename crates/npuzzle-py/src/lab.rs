//! The laboratory: audits, comparisons, whole spaces.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;

use npuzzle::domains::tiles::goal::Goal;
use npuzzle::front::units;
use npuzzle::lab::audit::{AuditReport, AuditRequest, AuditSpace};
use npuzzle::lab::compare::{CompareBoard, CompareError, CompareRequest, RunRecord, Tally, tally};
use npuzzle::lab::space::SpaceRequest;
use npuzzle::lab::{audit as audits, compare as comparisons, space as spaces};
use npuzzle::question::{Ask, Audit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::arguments::{Given, amount, limits, shape, text, truth};
use crate::board::{Board, read_goal};
use crate::bridge::{Bridge, Glimpse, Place};
use crate::errors::{Kind, of_audit, of_compare, of_goal, of_refusal};
use crate::fields;
use crate::function::{Function, place};
use crate::questions::{Answered, ProblemArgument, Told, answered, terms};

/// An audit with the remarks that its JSON leaves out.
#[derive(Serialize)]
struct Audited {
    #[serde(flatten)]
    report: AuditReport,
    notes: Vec<String>,
}

impl From<AuditReport> for Audited {
    fn from(report: AuditReport) -> Self {
        Self { notes: report.notes.clone(), report }
    }
}

/// Judges heuristics on all boards of a size. `fields` are those of the question.
#[pyfunction]
#[pyo3(signature = (
    size, goal, functions, fields, *, time_limit=None, memory_limit=None, threads=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn audit(
    py: Python<'_>,
    size: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    functions: Vec<Function>,
    fields: &Bound<'_, PyDict>,
    time_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let shape = shape(size)?;
    let goal = read_goal(goal, Some(shape))?.unwrap_or_default();
    let goal = Arc::new(goal.board(shape).map_err(|error| of_goal(py, &error))?);
    let bridge = Bridge::new(place(!functions.is_empty()), watch);
    let limits = limits(&bridge, time_limit, None, memory_limit, threads)?;
    let known = [("size", shape.to_string().into()), ("goal", fields::of_board(&goal))];
    let question: Audit = fields::read(fields, &known)?;
    let terms = terms(&bridge, limits, functions, &goal);
    let done = bridge.run(py, move |bridge| question.ask(&terms, &mut Told(bridge)).map(Audited::from))?;
    answered(py, done, of_refusal)
}

fn run_audit(py: Python<'_>, bridge: &Arc<Bridge>, request: AuditRequest) -> PyResult<Answered> {
    let done = bridge.run(py, move |bridge| {
        let mut watch = |done, total| {
            bridge.tell(|| Glimpse { done: Some(done), total: Some(total), words: "states".to_owned() });
        };
        audits::audit(&request, &mut watch).map(Audited::from)
    })?;
    answered(py, done, of_audit)
}

/// Judges the heuristic of a problem that Python describes, on all states that can be reached.
#[pyfunction]
#[pyo3(signature = (problem, *, time_limit=None, node_limit=None, memory_limit=None, watch=None))]
pub fn audit_problem(
    py: Python<'_>,
    problem: ProblemArgument,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<(Answered, Py<PyAny>)> {
    let bridge = Bridge::new(Place::Here, watch);
    let limits = limits(&bridge, time_limit, node_limit, memory_limit, None)?;
    let (described, space) = problem.space(py, &bridge);
    let request = AuditRequest {
        space: AuditSpace::Other(space),
        heuristics: vec!["heuristic".to_owned()],
        custom: Vec::new(),
        samples: None,
        seed: 0,
        limits,
    };
    let answer = run_audit(py, &bridge, request)?;
    Ok((answer, described.all_states(py)?))
}

/// A list of texts.
fn texts(argument: &str, values: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    let one = |value| Ok(text(argument, Some(value))?.unwrap_or_default());
    values.iter().map(one).collect()
}

/// All runs, and what they come to.
#[derive(Serialize)]
struct Compared {
    complete: bool,
    runs: Vec<RunRecord>,
    summary: Tally,
}

/// Runs searches with heuristics on the same boards.
#[pyfunction]
#[pyo3(signature = (
    boards, algorithms, heuristics, functions, *, time_limit=None, node_limit=None, memory_limit=None, threads=None, order=None,
    repeat=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn compare(
    py: Python<'_>,
    boards: Vec<Bound<'_, Board>>,
    algorithms: Vec<Bound<'_, PyAny>>,
    heuristics: Vec<Bound<'_, PyAny>>,
    functions: Vec<(Bound<'_, Board>, Vec<Function>)>,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    order: Given<'_, '_>,
    repeat: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let bridge = Bridge::new(place(!functions.is_empty()), watch);
    let limits = limits(&bridge, time_limit, node_limit, memory_limit, threads)?;
    // A function is asked about boards together with their goal, so there is a heuristic for each
    // goal.
    let for_goal = |(board, functions): (Bound<'_, Board>, Vec<Function>)| {
        let goal = Arc::clone(&board.get().goal);
        functions.into_iter().map(|function| function.heuristic(&bridge, &goal)).collect::<Vec<_>>()
    };
    let custom = functions.into_iter().flat_map(for_goal).collect();
    let repeats = |text: &str| {
        let count = units::positive(text)?;
        u32::try_from(count).ok().and_then(NonZeroU32::new).ok_or_else(|| format!("`{text}` is too often"))
    };
    let request = CompareRequest {
        boards: boards.iter().map(|board| compared_board(board.get())).collect(),
        algorithms: texts("algorithms", &algorithms)?,
        heuristics: texts("heuristics", &heuristics)?,
        custom,
        limits,
        repeat: amount("repeat", repeat, "a count: expected a whole number", repeats)?.unwrap_or(NonZeroU32::MIN),
        order: crate::arguments::order(py, order)?,
    };
    let done = bridge.run(py, move |bridge| -> Result<Compared, CompareError> {
        let plan = request.runs()?;
        let mut on_run =
            |_: &RunRecord| if bridge.has_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let comparison = comparisons::compare(&request, &[], &mut on_run, &mut |run, progress| {
            bridge.tell(|| Glimpse {
                done: Some(run.id as u64 - 1),
                total: Some(plan.len() as u64),
                words: format!("runs; {}: {}", run.algorithm, Glimpse::from(progress).words),
            });
        })?;
        let summary = tally(&request.boards, &plan, &comparison.records);
        Ok(Compared { complete: comparison.complete, runs: comparison.records, summary })
    })?;
    answered(py, done, of_compare)
}

fn compared_board(board: &Board) -> CompareBoard {
    let (name, known) = board.named.clone().unwrap_or_else(|| (board.board.to_string(), None));
    let goal = Arc::new(Goal::Custom((*board.goal).clone()));
    CompareBoard { name, start: board.board.clone().into(), goal, known }
}

/// Walks through a whole space of boards.
#[pyfunction]
#[pyo3(signature = (
    size, goal=None, *, count_solutions=None, time_limit=None, memory_limit=None, threads=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn space(
    py: Python<'_>,
    size: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    count_solutions: Given<'_, '_>,
    time_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Answered> {
    let shape = shape(size)?;
    let goal = read_goal(goal, Some(shape))?.unwrap_or_default();
    let bridge = Bridge::new(Place::Apart, watch);
    let limits = limits(&bridge, time_limit, None, memory_limit, threads)?;
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
