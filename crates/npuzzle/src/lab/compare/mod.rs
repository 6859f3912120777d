//! Comparison: every search with every heuristic on the same boards, one record for each run.
//!
//! The plan is the full cross product, board by board, so that a comparison that is broken off has
//! compared all pairs on the boards it got to. A search that uses no heuristic runs once per board.
//! What the engine refuses (a search that needs a consistent heuristic, say) is a record too. A
//! comparison goes on where an earlier one ended: runs that are done are handed in and not
//! repeated.

mod groups;
mod record;
mod tally;

pub use groups::{Baseline, Group, Grouping, groups};
pub use record::{RunRecord, RunStats, RunStatus, RunTimes};
pub use tally::{Centre, Effort, Factors, PairSummary, Published, Tally, tally};

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::answer::{Report, Request, Status, default_heuristic, solve};
use crate::catalogue::{Call, RequestError, check_custom_names, heuristic_expression_with};
use crate::core::card::{Completeness, Feature, Optimality};
use crate::core::{Limits, Metric, Progress};
use crate::domains::tiles::MoveOrder;
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::sets::Known;
use crate::heuristics::custom::CustomHeuristic;
use crate::lab::repeat::Times;
use crate::lab::summary::Running;

/// A board of a comparison.
#[derive(Clone, Debug)]
pub struct CompareBoard {
    /// What to call it.
    pub name: String,
    /// The board; that of a random set is made when its runs begin.
    pub start: DeferredBoard,
    /// What to reach.
    pub goal: Goal,
    /// What is known about its cost beforehand.
    pub known: Option<Known>,
}

impl CompareBoard {
    /// The set that it is from: a board of a set is called by the set and its number there
    /// (`korf:12`, `random:3x3:7#2`), one of a file by the file and its line. A board that is from
    /// none is a set of its own.
    pub fn set(&self) -> &str {
        let numbered = self.name.rsplit_once([':', '#']);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        numbered.filter(|(set, number)| !set.is_empty() && is_number(number)).map_or(&self.name, |(set, _)| set)
    }
}

/// What to compare, on which boards, within which limits.
#[derive(Clone, Debug)]
pub struct CompareRequest {
    /// The boards.
    pub boards: Vec<CompareBoard>,
    /// The searches, with options if need be.
    pub algorithms: Vec<String>,
    /// What costs count.
    pub metric: Metric,
    /// The heuristics, as the engine understands them.
    pub heuristics: Vec<String>,
    /// Heuristics that are in no list, whose names can be used as well. One that fails is not asked
    /// again in later runs.
    pub custom: Vec<CustomHeuristic>,
    /// What each single run may use up.
    pub limits: Limits,
    /// How often each run is timed.
    pub repeat: NonZeroU32,
    /// The order in which moves are tried.
    pub order: MoveOrder,
}

/// A run of the plan.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Its number in the plan, from 1: the same for the same request.
    pub id: usize,
    /// Which of the request's boards.
    pub board: usize,
    /// The search.
    pub algorithm: String,
    /// The heuristic; `None` for a search that uses none.
    pub heuristic: Option<String>,
    metric: Metric,
    complete: Completeness,
    optimal: Optimality,
}

impl PlannedRun {
    /// The search, and its heuristic if it uses one.
    pub fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{} + {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }
}

/// Why a comparison cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// Nothing to compare on.
    #[error("there is no board to compare on")]
    NoBoards,
    /// Nothing to compare.
    #[error("there is no algorithm to compare")]
    NoAlgorithms,
    /// A name or an option is wrong, whatever the board.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A record of another comparison.
    #[error("run {id} is not a run of this comparison: {what}")]
    ForeignRun { id: usize, what: String },
}

/// The records of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The runs that are done, in the order of the plan.
    pub records: Vec<RunRecord>,
    /// Whether that is all of the plan.
    pub complete: bool,
}

impl CompareRequest {
    /// All runs, board by board; names and options are checked.
    pub fn runs(&self) -> Result<Vec<PlannedRun>, CompareError> {
        if self.boards.is_empty() {
            return Err(CompareError::NoBoards);
        }
        // Under their own names, so that an alias is not taken for another heuristic.
        let custom = self.custom_for(&self.boards[0]);
        check_custom_names(&custom)?;
        let named = |text: &String| heuristic_expression_with(text, &custom).map(|heuristic| heuristic.to_string());
        let heuristics: Vec<String> = self.heuristics.iter().map(named).collect::<Result<_, _>>()?;
        let calls = self.algorithms.iter().map(|text| Call::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let mut pairs: Vec<(&Call, Option<&str>)> = Vec::new();
        for call in &calls {
            if !call.card.informed || heuristics.is_empty() && call.card.has(Feature::Portfolio) {
                pairs.push((call, None));
            } else if heuristics.is_empty() {
                pairs.push((call, Some(default_heuristic(self.metric))));
            } else {
                pairs.extend(heuristics.iter().map(|heuristic| (call, Some(heuristic.as_str()))));
            }
        }
        if pairs.is_empty() {
            return Err(CompareError::NoAlgorithms);
        }
        let mut distinct: Vec<(&Call, Option<&str>)> = Vec::new();
        for pair in pairs {
            if !distinct.iter().any(|known| (&known.0.asked, known.1) == (&pair.0.asked, pair.1)) {
                distinct.push(pair);
            }
        }
        let boards = 0..self.boards.len();
        let runs = boards.flat_map(|board| distinct.iter().map(move |pair| (board, pair)));
        let planned = |(id, (board, &(call, heuristic))): (usize, (usize, &(&Call, Option<&str>)))| PlannedRun {
            id,
            board,
            algorithm: call.asked.clone(),
            heuristic: heuristic.map(str::to_owned),
            metric: self.metric,
            complete: call.card.complete,
            optimal: call.optimality(),
        };
        Ok((1..).zip(runs).map(planned).collect())
    }

    /// The heuristics that are in no list and estimate the distance to the goal of a board.
    fn custom_for(&self, board: &CompareBoard) -> Vec<CustomHeuristic> {
        let goal = board.goal.board(board.start.shape()).ok();
        let fits = |custom: &&CustomHeuristic| custom.goal.is_none() || custom.goal == goal;
        self.custom.iter().filter(fits).cloned().collect()
    }

    /// The question that a run puts to the engine.
    fn request(&self, run: &PlannedRun) -> Request {
        let board = &self.boards[run.board];
        Request {
            goal: board.goal.clone(),
            metric: self.metric,
            algorithm: run.algorithm.clone(),
            heuristic: run.heuristic.clone(),
            custom: self.custom_for(board),
            order: self.order,
            limits: self.limits.clone(),
            ..Request::new(board.start.board())
        }
    }

    fn is_cancelled(&self) -> bool {
        self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Runs what `done` does not hold yet. `on_run` gets each new record and may end the
/// comparison there; a record carries its board as text, which `on_run` may take out of it. `watch`
/// hears about ten times a second how the current run gets on. A run that is cancelled leaves no
/// record, one that a limit ends does.
pub fn compare(
    request: &CompareRequest,
    done: Vec<RunRecord>,
    on_run: &mut dyn FnMut(&mut RunRecord) -> ControlFlow<()>,
    watch: &mut dyn FnMut(&PlannedRun, &Progress),
) -> Result<Comparison, CompareError> {
    let plan = request.runs()?;
    let custom = request.custom.iter().map(CustomHeuristic::until_it_fails).collect();
    let request = &CompareRequest { custom, ..request.clone() };
    let mut records = BTreeMap::new();
    for mut record in done {
        let id = record.id;
        let foreign = |what: String| CompareError::ForeignRun { id, what };
        let planned = id.checked_sub(1).and_then(|index| plan.get(index));
        let planned = planned.ok_or_else(|| foreign(format!("it has the runs 1 to {}", plan.len())))?;
        record.fits(planned, &request.boards[planned.board]).map_err(foreign)?;
        request.boards[planned.board].set().clone_into(&mut record.set);
        records.insert(id, record);
    }
    let mut ended = ControlFlow::Continue(());
    for run in &plan {
        if records.contains_key(&run.id) {
            continue;
        }
        if ended.is_break() || request.is_cancelled() {
            break;
        }
        let Some(mut record) = one(request, run, watch) else { break };
        ended = on_run(&mut record);
        records.insert(run.id, record);
    }
    let complete = records.len() == plan.len();
    Ok(Comparison { records: records.into_values().collect(), complete })
}

/// Runs one pair on one board as often as asked; `None` if it was cancelled.
fn one(request: &CompareRequest, run: &PlannedRun, watch: &mut dyn FnMut(&PlannedRun, &Progress)) -> Option<RunRecord> {
    let board = &request.boards[run.board];
    let question = request.request(run);
    let mut first: Option<Report> = None;
    let mut seconds = Running::default();
    for _ in 0..request.repeat.get() {
        let report = match solve(&question, &mut |progress| watch(run, progress), None) {
            Ok(report) => report,
            Err(error) => return Some(RunRecord::refused(run, board, &error)),
        };
        if report.status == Status::Stopped && request.is_cancelled() {
            return None;
        }
        seconds.add(report.stats.seconds);
        // A run that a limit ended says nothing more about time when it is repeated.
        let is_over = report.status != Status::Solved;
        first.get_or_insert(report);
        if is_over {
            break;
        }
        if request.is_cancelled() && seconds.count() < request.repeat.get() as usize {
            return None;
        }
    }
    Some(RunRecord::of(run, board, &first?, Times::of(&seconds)))
}
