//! One question, one answer: the fields of a question in, the JSON of its answer out.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use npuzzle::answer::{ProblemReport, Report};
use npuzzle::core::Progress;
use npuzzle::lab::audit::{AuditReport, SampleTurn};
use npuzzle::lab::compare::{CompareRequest, PlannedRun, RunRecord};
use npuzzle::lab::space::SpaceProgress;
use npuzzle::question::{self, Answer, Caps, GenerateAnswer, Refusal, Terms, Watch};
use npuzzle::trace::{TraceEvent, TraceHeader};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{Given, devices, usual_limits, whole, wrong};
use crate::board::{self, Board};
use crate::bridge::{Bridge, Glimpse};
use crate::dealt::{KnownRuns, KnownSamples};
use crate::errors::{Kind, of_refusal};
use crate::evidence::Evidence;
use crate::fields;
use crate::function::Function;
use crate::token::Token;

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

/// More boards are not compared at a time.
const MOST_BOARDS: usize = 1_000_000;

/// Answers a question of some kind, such as ``solve``, with these fields. ``functions`` are those
/// that its heuristics name, for boards with the goal of the board beside them; ``events`` are kept
/// of a trace.
#[pyfunction]
#[pyo3(signature = (kind, fields, functions=Vec::new(), *, events=None, watch=None, token=None))]
pub fn ask(
    py: Python<'_>,
    kind: &str,
    fields: &Bound<'_, PyDict>,
    functions: Vec<(Bound<'_, Board>, Vec<Function>)>,
    events: Given<'_, '_>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<Answered> {
    let most = events_kept(py, events)?;
    let kept = kind.starts_with("trace").then_some(most);
    let extras = Extras { most_events: kept, ..Extras::default() };
    let done = put(py, kind, fields, functions, extras, (watch, token))?;
    answered(py, done, of_refusal)
}

/// How many events of a trace are kept.
pub fn events_kept(py: Python<'_>, events: Given<'_, '_>) -> PyResult<usize> {
    let most = whole("max_events", events)?.unwrap_or(MOST_EVENTS);
    if most > MOST_EVENTS {
        return Err(wrong(py, "max_events", format!("{most} are too many to keep: expected at most {MOST_EVENTS}")));
    }
    Ok(most)
}

/// Answers an audit, and gives for each heuristic what was seen of it, where a search can rest on
/// that. ``samples`` are the random boards that were solved elsewhere, by number with the letters
/// of the solutions, and those for which none was found: no others are looked at.
#[pyfunction]
#[pyo3(signature = (fields, functions=Vec::new(), *, samples=None, watch=None, token=None))]
pub fn audit(
    py: Python<'_>,
    fields: &Bound<'_, PyDict>,
    functions: Vec<(Bound<'_, Board>, Vec<Function>)>,
    samples: Option<(HashMap<u64, String>, HashSet<u64>)>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<(Answered, Vec<Option<Evidence>>)> {
    let samples = samples.map(|(solved, unsolved)| KnownSamples::read(solved, unsolved)).transpose();
    let samples = samples.map_err(|error| Kind::Internal.error(py, error.to_string()))?;
    let extras = Extras { samples, ..Extras::default() };
    let done = put(py, "audit", fields, functions, extras, (watch, token))?;
    let seen = match &done.0 {
        Ok(Shown::Audit(audited)) => Evidence::of_report(&audited.report),
        _ => Vec::new(),
    };
    Ok((answered(py, done, of_refusal)?, seen))
}

/// Makes random boards. ``fields`` are those of the question.
#[pyfunction]
pub fn generate<'py>(py: Python<'py>, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyList>> {
    let (answer, raised) = put(py, "generate", fields, Vec::new(), Extras::default(), (None, None))?;
    if let Some(raised) = raised {
        return Err(raised);
    }
    let made = match answer.map_err(|refusal| of_refusal(py, &refusal))? {
        Shown::Other(Answer::Generate(made)) => match *made {
            GenerateAnswer::One(made) => vec![*made],
            GenerateAnswer::Several(made) => made,
        },
        _ => Vec::new(),
    };
    let goal = made.first().map(|made| Arc::new(made.goal.clone()));
    let boards = made.into_iter().zip(goal.iter().cycle());
    board::list(py, boards.map(|(made, goal)| Board::new(made.board, Arc::clone(goal))).collect())
}

/// What stands beside the fields of a question.
#[derive(Default)]
pub struct Extras {
    /// So many events of a trace are kept.
    pub most_events: Option<usize>,
    /// What came of the random boards of an audit elsewhere: it solves none.
    pub samples: Option<KnownSamples>,
    /// The runs of a comparison that were made elsewhere: it makes none.
    pub runs: Option<KnownRuns>,
}

/// Puts a question to the engine.
pub fn put(
    py: Python<'_>,
    kind: &str,
    fields: &Bound<'_, PyDict>,
    functions: Vec<(Bound<'_, Board>, Vec<Function>)>,
    extras: Extras,
    (watch, token): (Option<Py<PyAny>>, Option<&Bound<'_, Token>>),
) -> PyResult<(Result<Shown, Refusal>, Option<PyErr>)> {
    let bridge = Bridge::new(watch).ended_by(token);
    let question = fields::question(kind, fields)?;
    let limits = question.limits().over(usual_limits(&bridge)).map_err(|refusal| of_refusal(py, &refusal))?;
    // A function is asked about boards together with their goal, so there is a heuristic for each
    // goal.
    let for_goal = |(board, functions): (Bound<'_, Board>, Vec<Function>)| {
        let goal = Arc::clone(&board.get().goal);
        let heuristic = |function: Function| function.heuristic(py, &bridge, &goal, kind == "audit");
        functions.into_iter().map(heuristic).collect::<Vec<_>>()
    };
    let heuristics = functions.into_iter().flat_map(for_goal).collect::<PyResult<_>>()?;
    let caps = Caps { boards: MOST_BOARDS, ..Caps::default() };
    let terms = Terms { limits, heuristics, caps, devices: devices(), ..Terms::default() };
    bridge.run(py, |bridge| {
        let mut told = Told { extras, ..Told::new(bridge) };
        question::ask(&question, &terms, &mut told).map(|answer| told.shown(answer))
    })
}

/// Answers with what their JSON leaves out.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Shown {
    Trace(Box<Traced<Report>>),
    TraceProblem(Box<Traced<ProblemReport>>),
    Audit(Box<Audited>),
    Other(Answer),
}

/// A search with what it did, event by event.
#[derive(Serialize)]
pub struct Traced<R> {
    header: TraceHeader,
    events: Vec<Value>,
    /// Whether there were more events.
    cut: bool,
    pub report: R,
}

/// An audit with the remarks that its JSON leaves out.
#[derive(Serialize)]
pub struct Audited {
    #[serde(flatten)]
    report: AuditReport,
    notes: Vec<String>,
}

impl From<AuditReport> for Audited {
    fn from(report: AuditReport) -> Self {
        Self { notes: report.notes.clone(), report }
    }
}

/// More events are not kept: each takes about a kilobyte.
const MOST_EVENTS: usize = 1_000_000;

/// Tells Python's watcher how the work gets on, and keeps the first events of a trace, whose search
/// goes on to its end.
pub struct Told<'d> {
    bridge: &'d Bridge,
    events: Vec<Value>,
    is_cut: bool,
    extras: Extras,
}

impl<'d> Told<'d> {
    pub fn new(bridge: &'d Bridge) -> Self {
        Self { bridge, events: Vec::new(), is_cut: false, extras: Extras::default() }
    }

    /// Keeps so many events.
    pub fn with_events(bridge: &'d Bridge, most: usize) -> Self {
        Self { extras: Extras { most_events: Some(most), ..Extras::default() }, ..Self::new(bridge) }
    }

    /// A search with the events that were kept.
    pub fn traced<R>(self, header: TraceHeader, report: R) -> Traced<R> {
        Traced { header, events: self.events, cut: self.is_cut, report }
    }

    fn shown(self, answer: Answer) -> Shown {
        match answer {
            Answer::Trace(answer) => Shown::Trace(Box::new(self.traced(answer.header, answer.report))),
            Answer::TraceProblem(answer) => Shown::TraceProblem(Box::new(self.traced(answer.header, answer.report))),
            Answer::Audit(report) => Shown::Audit(Box::new(Audited::from(*report))),
            other => Shown::Other(other),
        }
    }
}

impl Watch for Told<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.bridge.tell(|| Glimpse::from(progress));
    }

    fn counted(&mut self, done: u64, total: u64) {
        self.bridge.tell(|| Glimpse { done: Some(done), total: Some(total), words: "states".to_owned() });
    }

    fn running(&mut self, run: &PlannedRun, progress: &Progress, total: usize) {
        self.bridge.tell(|| Glimpse {
            done: Some(run.id as u64 - 1),
            total: Some(total as u64),
            words: format!("runs; {}: {}", run.algorithm, Glimpse::from(progress).words),
        });
    }

    fn ran(&mut self, _: &RunRecord) -> ControlFlow<()> {
        if self.bridge.has_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn planned(&mut self, request: &CompareRequest, plan: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        let Some(runs) = self.extras.runs.take() else { return ControlFlow::Continue(Vec::new()) };
        // What is not known here is not run here.
        self.bridge.cancel.store(true, Ordering::Relaxed);
        ControlFlow::Continue(runs.of_plan(request, plan))
    }

    fn sample(&mut self, number: u64) -> SampleTurn {
        self.extras.samples.as_mut().map_or(SampleTurn::Solve, |samples| samples.turn(number))
    }

    fn explored(&mut self, progress: &SpaceProgress) {
        self.counted(progress.seen, progress.states);
    }

    fn takes_events(&self) -> bool {
        self.extras.most_events.is_some()
    }

    fn event(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        if self.extras.most_events.is_some_and(|most| self.events.len() < most) {
            self.events.push(serde_json::to_value(event).unwrap_or_default());
        } else {
            self.is_cut = true;
        }
        ControlFlow::Continue(())
    }
}
