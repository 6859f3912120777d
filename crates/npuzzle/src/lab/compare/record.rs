//! What is kept of a run: enough to compare, to plot and to run it again.

use serde::{Deserialize, Serialize};

use crate::answer::{ProofLabel, Report, Status};
use crate::catalogue::RequestError;
use crate::core::Cost;
use crate::lab::compare::{CompareBoard, PlannedRun};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// With the answer that was asked for.
    Solved,
    /// There is no solution, and that is proved.
    Unsolvable,
    /// A limit ended it.
    Stopped,
    /// The engine refused it.
    Error,
}

/// One run. Its fields are the columns of `compare --format csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRecord {
    /// Its number in the plan.
    pub id: usize,
    /// Name of the board.
    pub board: String,
    /// The board.
    pub start: String,
    /// Its goal; empty if it has none of its shape.
    pub goal: String,
    /// The search as it was asked for.
    pub algorithm: String,
    /// The heuristic as it was asked for; `None` for a search that uses none.
    pub heuristic: Option<String>,
    /// The search that gave the answer, where `auto` chose it.
    pub engine: String,
    /// How it ended.
    pub status: RunStatus,
    /// Cost of the solution.
    pub cost: Option<Cost>,
    /// What is proved about the cost.
    pub proof: ProofLabel,
    /// The proved factor between the cost and the optimum.
    pub within: Option<f64>,
    /// No solution is cheaper.
    pub lower_bound: Option<Cost>,
    /// Number of moves of the solution.
    pub depth: Option<u64>,
    /// The deepest level the search reached.
    pub max_depth: u64,
    /// States whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Heuristic calls.
    pub evaluated: u64,
    /// Closed states opened again.
    pub reopened: u64,
    /// Peak of the frontier.
    pub max_open: u64,
    /// Peak of frontier and closed.
    pub max_stored: u64,
    /// Walks of a search that deepens.
    pub iterations: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// The `b` with `b + b^2 + ... + b^depth = generated`; `None` without a solution.
    pub effective_branching_factor: Option<f64>,
    /// Time of the search alone: the mean over its repeats. All counts are those of the first.
    pub seconds: f64,
    /// Sample standard deviation of that time.
    pub seconds_deviation: Option<f64>,
    /// How often it was timed.
    pub repeats: u32,
    /// Time to build the tables of the heuristic.
    pub table_seconds: f64,
    /// Whether the search finds a solution of a problem that has one: `yes`, `no` or a condition.
    pub complete: String,
    /// When its solution is the cheapest, with these options: `yes`, `no` or a condition.
    pub optimal: String,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
}

impl RunRecord {
    /// A record without an answer.
    fn empty(run: &PlannedRun, board: &CompareBoard) -> Self {
        let goal = board.goal.board(board.start.shape());
        Self {
            id: run.id,
            board: board.name.clone(),
            start: board.start.board().to_string(),
            goal: goal.map(|goal| goal.to_string()).unwrap_or_default(),
            algorithm: run.algorithm.clone(),
            heuristic: run.heuristic.clone(),
            engine: run.algorithm.clone(),
            status: RunStatus::Error,
            cost: None,
            proof: ProofLabel::None,
            within: None,
            lower_bound: None,
            depth: None,
            max_depth: 0,
            expanded: 0,
            generated: 0,
            evaluated: 0,
            reopened: 0,
            max_open: 0,
            max_stored: 0,
            iterations: 0,
            peak_bytes: 0,
            effective_branching_factor: None,
            seconds: 0.0,
            seconds_deviation: None,
            repeats: 0,
            table_seconds: 0.0,
            complete: run.complete.describe().to_owned(),
            optimal: run.optimal.describe().to_owned(),
            reason: None,
        }
    }

    pub(super) fn refused(run: &PlannedRun, board: &CompareBoard, error: &RequestError) -> Self {
        Self { reason: Some(error.to_string()), ..Self::empty(run, board) }
    }

    pub(super) fn of(run: &PlannedRun, board: &CompareBoard, report: &Report) -> Self {
        let counts = report.stats.counts;
        Self {
            engine: report.engine.clone(),
            status: match report.status {
                Status::Solved => RunStatus::Solved,
                Status::Unsolvable => RunStatus::Unsolvable,
                Status::Stopped => RunStatus::Stopped,
            },
            cost: report.cost,
            proof: report.proof,
            within: report.within,
            lower_bound: report.lower_bound,
            depth: report.path.as_ref().map(|moves| moves.0.len() as u64),
            max_depth: counts.max_depth,
            expanded: counts.expanded,
            generated: counts.generated,
            evaluated: counts.evaluated,
            reopened: counts.reopened,
            max_open: counts.max_open,
            max_stored: counts.max_stored,
            iterations: counts.iterations,
            peak_bytes: counts.peak_bytes,
            effective_branching_factor: report.cost.map(|_| report.stats.effective_branching_factor),
            seconds: report.stats.seconds,
            repeats: 1,
            table_seconds: report.stats.table_seconds,
            reason: report.reason.clone(),
            ..Self::empty(run, board)
        }
    }

    /// Whether this is a record of that run; if not, what does not fit.
    pub(super) fn fits(&self, run: &PlannedRun, board: &CompareBoard) -> Result<(), String> {
        let planned = Self::empty(run, board);
        let heuristic = |record: &Self| record.heuristic.clone().unwrap_or_else(|| "-".to_owned());
        let fields = [
            ("start", self.start.clone(), planned.start.clone()),
            ("goal", self.goal.clone(), planned.goal.clone()),
            ("algorithm", self.algorithm.clone(), planned.algorithm.clone()),
            ("heuristic", heuristic(self), heuristic(&planned)),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            Some((name, found, expected)) => Err(format!("its {name} is `{found}` instead of `{expected}`")),
            None => Ok(()),
        }
    }
}
