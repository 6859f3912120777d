//! What is kept of a run: enough to compare, to plot and to run it again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::{ProofLabel, Report, Status};
use crate::catalogue::RequestError;
use crate::core::{Cost, Metric};
use crate::domains::tiles::{Board, Shape};
use crate::lab::compare::{CompareBoard, PlannedRun};
use crate::lab::repeat::Times;

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

/// One run. Its fields have the names and the shapes of the answer to `solve`; what `solve` does
/// not say is beside them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRecord {
    /// Its number in the plan.
    pub id: usize,
    /// Name of the board.
    pub board: String,
    /// The set that the board is from; its own name if it is from none.
    pub set: String,
    /// What costs count.
    #[serde(default)]
    pub metric: Metric,
    /// How it ended.
    pub status: RunStatus,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The board.
    pub start: Vec<u16>,
    /// Its goal; empty if it has none of its shape.
    pub goal: Vec<u16>,
    /// The search as it was asked for.
    pub algorithm: String,
    /// The search that gave the answer, where `auto` chose it.
    pub engine: String,
    /// The heuristic as it was asked for; `None` for a search that uses none.
    pub heuristic: Option<String>,
    /// The order in which moves were tried.
    pub order: String,
    /// The options of the search, those at their defaults included.
    pub options: Map<String, Value>,
    /// Cost of the solution.
    pub cost: Option<Cost>,
    /// Number of moves of the solution.
    pub depth: Option<u64>,
    /// What is proved about the cost.
    pub proof: ProofLabel,
    /// The proved factor between the cost and the optimum.
    pub within: Option<f64>,
    /// No solution is cheaper.
    pub lower_bound: Option<Cost>,
    /// Number of slides of the solution.
    #[serde(default)]
    pub slides: Option<Cost>,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
    /// What the first run took.
    pub stats: RunStats,
    /// The times of all runs; `None` of one that was refused.
    pub repeat: Option<RunTimes>,
    /// Whether the search finds a solution of a problem that has one: `yes`, `no` or a condition.
    pub complete: String,
    /// When its solution is the cheapest, with these options: `yes`, `no` or a condition.
    pub optimal: String,
}

/// What a run took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunStats {
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
    /// The deepest level the search reached.
    pub max_depth: u64,
    /// Walks of a search that deepens.
    pub iterations: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// The `b` with `b + b^2 + ... + b^depth = generated`; `None` without a solution.
    pub effective_branching_factor: Option<f64>,
    /// The estimate of the start, as the search uses it.
    #[serde(default)]
    pub h_start: Option<Cost>,
    /// Time of the search alone.
    pub seconds: f64,
    /// Time to build the tables of the heuristic.
    pub table_seconds: f64,
}

/// Seconds of the search alone, over several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunTimes {
    /// How many runs there were.
    pub runs: usize,
    /// Their mean.
    pub mean_seconds: f64,
    /// Their sample standard deviation; one run has none.
    pub deviation_seconds: Option<f64>,
    /// Their median; `None` where an older version did not note it.
    pub median_seconds: Option<f64>,
}

impl RunStats {
    fn of(Report { stats, cost, .. }: &Report) -> Self {
        let counts = stats.counts;
        Self {
            expanded: counts.expanded,
            generated: counts.generated,
            evaluated: counts.evaluated,
            reopened: counts.reopened,
            max_open: counts.max_open,
            max_stored: counts.max_stored,
            max_depth: counts.max_depth,
            iterations: counts.iterations,
            peak_bytes: counts.peak_bytes,
            effective_branching_factor: cost.map(|_| stats.effective_branching_factor),
            // On boards estimates are whole.
            h_start: stats.h_start.and_then(|value| Cost::try_from(value.ceil().numerator()).ok()),
            seconds: stats.seconds,
            table_seconds: stats.table_seconds,
        }
    }
}

impl From<Times> for RunTimes {
    fn from(Times { runs, mean_seconds, deviation_seconds, median_seconds }: Times) -> Self {
        Self { runs, mean_seconds, deviation_seconds, median_seconds: Some(median_seconds) }
    }
}

impl RunRecord {
    /// A record without an answer.
    fn empty(run: &PlannedRun, board: &CompareBoard) -> Self {
        let shape = board.start.shape();
        let goal = board.goal.board(shape);
        Self {
            id: run.id,
            board: board.name.clone(),
            set: board.set().to_owned(),
            metric: run.metric,
            status: RunStatus::Error,
            rows: shape.rows(),
            cols: shape.cols(),
            start: numbers(&board.start.board()),
            goal: goal.map(|goal| numbers(&goal)).unwrap_or_default(),
            algorithm: run.algorithm.clone(),
            engine: run.algorithm.clone(),
            heuristic: run.heuristic.clone(),
            order: String::new(),
            options: Map::new(),
            cost: None,
            depth: None,
            proof: ProofLabel::None,
            within: None,
            lower_bound: None,
            slides: None,
            reason: None,
            stats: RunStats::default(),
            repeat: None,
            complete: run.complete.describe().to_owned(),
            optimal: run.optimal.describe().to_owned(),
        }
    }

    /// A record of a run that could not be made, and why.
    pub fn failed(run: &PlannedRun, board: &CompareBoard, reason: String) -> Self {
        Self { reason: Some(reason), ..Self::empty(run, board) }
    }

    pub(super) fn refused(run: &PlannedRun, board: &CompareBoard, error: &RequestError) -> Self {
        Self::failed(run, board, error.to_string())
    }

    pub(super) fn of(run: &PlannedRun, board: &CompareBoard, report: &Report, times: Times) -> Self {
        let options = serde_json::to_value(&report.options).ok();
        Self {
            status: match report.status {
                Status::Solved => RunStatus::Solved,
                Status::Unsolvable => RunStatus::Unsolvable,
                Status::Stopped => RunStatus::Stopped,
            },
            engine: report.engine.clone(),
            order: report.order.clone(),
            options: options.and_then(|options| options.as_object().cloned()).unwrap_or_default(),
            cost: report.cost,
            depth: report.path.as_ref().map(|moves| moves.0.len() as u64),
            proof: report.proof,
            within: report.within,
            lower_bound: report.lower_bound,
            slides: report.slides,
            reason: report.reason.clone(),
            stats: RunStats::of(report),
            repeat: Some(times.into()),
            ..Self::empty(run, board)
        }
    }

    /// The board and its goal as texts; empty where they are not kept.
    pub fn board_texts(&self) -> [String; 2] {
        let shape = Shape::new(self.rows, self.cols).ok();
        [&self.start, &self.goal].map(|tiles| {
            let numbers: Vec<u64> = tiles.iter().map(|&tile| u64::from(tile)).collect();
            let board = shape.and_then(|shape| Board::new(shape, &numbers).ok());
            board.map(|board| board.to_string()).unwrap_or_default()
        })
    }

    /// Seconds of the search: the mean, where it ran several times.
    pub fn mean_seconds(&self) -> f64 {
        self.repeat.map_or(self.stats.seconds, |times| times.mean_seconds)
    }

    /// The sample standard deviation of the time, where the search ran several times.
    pub fn deviation_seconds(&self) -> Option<f64> {
        self.repeat.and_then(|times| times.deviation_seconds)
    }

    /// Whether this is a record of that run; if not, what does not fit.
    pub(super) fn fits(&self, run: &PlannedRun, board: &CompareBoard) -> Result<(), String> {
        let planned = Self::empty(run, board);
        let ([start, goal], [planned_start, planned_goal]) = (self.board_texts(), planned.board_texts());
        let heuristic = |record: &Self| record.heuristic.clone().unwrap_or_else(|| "-".to_owned());
        let fields = [
            ("start", start, planned_start),
            ("goal", goal, planned_goal),
            ("algorithm", self.algorithm.clone(), planned.algorithm.clone()),
            ("heuristic", heuristic(self), heuristic(&planned)),
            ("metric", self.metric.to_string(), planned.metric.to_string()),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            Some((name, found, expected)) => Err(format!("its {name} is `{found}` instead of `{expected}`")),
            None => Ok(()),
        }
    }
}

fn numbers(board: &Board) -> Vec<u16> {
    board.tiles().iter().map(|tile| tile.0).collect()
}
