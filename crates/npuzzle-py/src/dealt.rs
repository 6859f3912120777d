//! Comparisons and audits whose boards are solved elsewhere, by other processes or machines: what
//! is dealt out, and how the answers are put together again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use npuzzle::answer::Request;
use npuzzle::domains::tiles::Moves;
use npuzzle::domains::tiles::notation::TextError;
use npuzzle::front::units;
use npuzzle::lab::audit::{SampleAnswer, SampleTurn};
use npuzzle::lab::compare::{CompareRequest, PlannedRun, RunRecord};
use npuzzle::question::{Ask, Audit, Terms};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::{usual_limits, wrong};
use crate::ask::{Answered, Extras, answered, put};
use crate::board::{self, Board};
use crate::bridge::Bridge;
use crate::errors::{Kind, of_refusal};
use crate::fields;
use crate::function::Function;

/// More random boards are not dealt out.
const MOST_SAMPLES: u64 = 1_000_000;

/// Random boards, how each of them is solved, their seed, and in how many seconds all of them.
type Samples<'py> = (Bound<'py, PyList>, Bound<'py, PyDict>, u64, Option<f64>);

/// The random boards of an audit; ``None`` if it looks at all boards.
#[pyfunction]
pub fn audit_samples<'py>(py: Python<'py>, fields: &Bound<'py, PyDict>) -> PyResult<Option<Samples<'py>>> {
    let bridge = Bridge::new(None);
    let question: Audit = fields::of_kind(fields)?;
    let refuse = |refusal| of_refusal(py, &refusal);
    let limits = question.limits().over(usual_limits(&bridge)).map_err(refuse)?;
    let asked = question.samples.as_ref().and_then(|samples| units::positive(samples.as_str()).ok());
    if asked.is_some_and(|asked| asked > MOST_SAMPLES) {
        return Err(wrong(py, "samples", format!("these are too many to deal out: expected at most {MOST_SAMPLES}")));
    }
    let seconds = limits.time.map(|time| time.as_secs_f64());
    // Heuristics are not asked here: those of Python's own need not be known.
    let question = Audit { heuristics: None, ..question };
    let terms = Terms { limits, ..Terms::default() };
    let samples = bridge.finish(py, |_| question.samples(&terms))?.map_err(refuse)?;
    let Some((boards, Request { problem: goal, algorithm, heuristic, metric, limits, .. }, seed)) = samples else {
        return Ok(None);
    };
    let goal = Arc::new(goal);
    let boards = boards.into_iter().map(|board| Board::new(board, Arc::clone(&goal))).collect();
    let means = PyDict::new(py);
    means.set_item("algorithm", algorithm)?;
    means.set_item("heuristic", heuristic)?;
    means.set_item("metric", metric.name())?;
    means.set_item("node_limit", limits.nodes)?;
    Ok(Some((board::list(py, boards)?, means, seed, seconds)))
}

/// What came of random boards elsewhere, by their numbers.
pub struct KnownSamples {
    /// Optimal solutions.
    solved: HashMap<u64, Moves>,
    /// Boards for which none was found within the limits.
    unsolved: HashSet<u64>,
}

impl KnownSamples {
    /// Reads the letters of the solutions.
    pub fn read(solved: HashMap<u64, String>, unsolved: HashSet<u64>) -> Result<Self, TextError> {
        let read = |(number, letters): (u64, String)| Ok((number, letters.parse()?));
        Ok(Self { solved: solved.into_iter().map(read).collect::<Result<_, _>>()?, unsolved })
    }

    /// What becomes of a board in the audit.
    pub fn turn(&mut self, number: u64) -> SampleTurn {
        match self.solved.remove(&number) {
            Some(moves) => SampleTurn::Known(SampleAnswer::Optimal(moves)),
            None if self.unsolved.contains(&number) => SampleTurn::Known(SampleAnswer::Unsolved),
            None => SampleTurn::Missing,
        }
    }
}

/// The runs of a comparison that were made elsewhere.
pub struct KnownRuns {
    /// Those that were made, by the place of their board and their place there.
    made: HashMap<(usize, usize), RunRecord>,
    /// Why all runs on a board have failed.
    failed: HashMap<usize, String>,
}

impl KnownRuns {
    /// The records of a plan.
    pub fn of_plan(mut self, request: &CompareRequest, plan: &[PlannedRun]) -> Vec<RunRecord> {
        let mut first = 0;
        let mut record = |(at, run): (usize, &PlannedRun)| {
            if plan[first].board != run.board {
                first = at;
            }
            let made = self.made.remove(&(run.board, at - first)).map(|record| RunRecord { id: run.id, ..record });
            let reason = || self.failed.get(&run.board).cloned();
            made.or_else(|| Some(RunRecord::failed(run, &request.boards[run.board], reason()?)))
        };
        plan.iter().enumerate().filter_map(&mut record).collect()
    }
}

/// Answers a comparison whose runs were made elsewhere: for each board the JSON of its runs, or why
/// there are none; nothing for a board that was not reached.
#[pyfunction]
pub fn merge_runs(
    py: Python<'_>,
    fields: &Bound<'_, PyDict>,
    functions: Vec<(Bound<'_, Board>, Vec<Function>)>,
    made: HashMap<usize, String>,
    failed: HashMap<usize, String>,
) -> PyResult<Answered> {
    let mut records = HashMap::new();
    for (board, json) in made {
        let runs: Vec<RunRecord> = serde_json::from_str(&json)
            .map_err(|error| Kind::Internal.error(py, format!("the runs of board {board} cannot be read: {error}")))?;
        records.extend(runs.into_iter().enumerate().map(|(place, run)| ((board, place), run)));
    }
    let extras = Extras { runs: Some(KnownRuns { made: records, failed }), ..Extras::default() };
    let done = put(py, "compare", fields, functions, extras, (None, None))?;
    answered(py, done, of_refusal)
}
