//! `POST /api/compare`: searches with heuristics on the same boards.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use npuzzle::core::Progress;
use npuzzle::front::messages::compare_error;
use npuzzle::front::units;
use npuzzle::lab::compare::{CompareBoard, CompareError, CompareRequest, PlannedRun, RunRecord, Tally, compare, tally};
use serde::Serialize;

use crate::app::{LONGEST_TIME, LimitFields, amount, field};
use crate::boards::{BoardFields, ChosenBoards};
use crate::bodies::CompareBody;
use crate::desk::{Desk, ProgressEvent, RunInProgress};
use crate::pool::LaneName;
use crate::problem::{Kind, Named, Problem};
use crate::question::read_order;
use crate::work::Work;

/// More runs are not made in one comparison.
const MOST_RUNS: usize = 10_000;
/// Nor as many that their boards together have more cells than this: each record holds its board.
const MOST_CELLS: usize = 2_000_000;
/// A run is not timed more often.
const MOST_REPEATS: u64 = 1000;

/// Compares searches.
pub struct Compare;

/// All runs, and what they come to.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// Whether all runs of the plan are done.
    pub complete: bool,
    /// One record a run, in the order of the plan.
    pub runs: Vec<RunRecord>,
    /// What the runs come to.
    pub summary: Tally,
    /// The seed of random boards that name none.
    pub seed: Option<u64>,
}

impl Work for Compare {
    const PATH: &'static str = "/api/compare";
    const SUMMARY: &'static str = "Run searches with heuristics on the same boards, and compare them";
    const EXAMPLE: &'static str = r#"{"board": "random:3x3:2:7", "algorithms": ["astar", "ida"], "heuristics": ["manhattan", "linear-conflict"]}"#;
    const STREAMS: bool = true;
    type Body = CompareBody;
    type Answer = CompareAnswer;

    fn lane(_: &CompareBody) -> LaneName {
        LaneName::Long
    }

    fn run(body: CompareBody, desk: &Desk) -> Result<CompareAnswer, Problem> {
        let limits = desk.limits(&LimitFields {
            time_limit: body.time_limit.as_deref(),
            node_limit: body.node_limit.as_ref(),
            memory_limit: body.memory_limit.as_deref(),
            threads: body.threads.as_ref(),
        })?;
        let order = field("order", body.order.as_deref(), read_order)?.unwrap_or_default();
        let repeat = amount("repeat", body.repeat.as_ref(), read_repeat)?.unwrap_or(NonZeroU32::MIN);
        let fields = BoardFields {
            size: body.size.as_deref(),
            input_format: body.input_format.as_deref(),
            goal: body.goal.as_ref(),
            seed: body.seed,
        };
        let (field, texts) = match (&body.board, &body.boards) {
            (Some(_), Some(_)) => return Err(Problem::new(Kind::Input, "expected `board` or `boards`, not both")),
            (Some(board), None) => ("board", std::slice::from_ref(board)),
            (None, Some(boards)) => ("boards", boards.as_slice()),
            (None, None) => ("boards", &[][..]),
        };
        let ChosenBoards { boards, seed } = fields.all(field, texts, &limits)?;
        let heuristics = body.heuristics.unwrap_or_default();
        refuse_too_much(boards.len(), boards.iter().map(|(_, content)| content.board.tiles().len()).sum(), {
            body.algorithms.len().saturating_mul(heuristics.len().max(1))
        })?;
        let board = |(name, content): (String, npuzzle::front::boards::Content)| CompareBoard {
            name,
            start: content.board.into(),
            goal: Arc::new(content.goal),
            known: content.known,
        };
        let request = CompareRequest {
            boards: boards.into_iter().map(board).collect(),
            algorithms: body.algorithms,
            heuristics,
            own: Vec::new(),
            limits,
            repeat,
            order,
        };
        let named = Named {
            algorithms: ("algorithms", &request.algorithms),
            heuristics: ("heuristics", &request.heuristics),
            goal: body.goal.as_ref().map(|goal| goal.0.as_str()),
        };
        let wrong = |error: CompareError| match &error {
            CompareError::Request(error) => Problem::request(error, &named),
            other => Problem::new(Kind::Input, compare_error(other)),
        };
        let plan = request.runs().map_err(wrong)?;
        // The limits are those of each run; all together take no longer than any other job.
        let began = Instant::now();
        let is_over = || began.elapsed() >= LONGEST_TIME;
        let comparison = compare(
            &request,
            &[],
            &mut |record| {
                desk.mailbox.tell("run", record);
                if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
            &mut |run, progress| {
                if let Some(cancel) = request.limits.cancel.as_ref().filter(|_| is_over()) {
                    cancel.store(true, Ordering::Relaxed);
                }
                desk.mailbox.progress(|| in_progress(run, progress, plan.len()));
            },
        )
        .map_err(wrong)?;
        let summary = tally(&request.boards, &plan, &comparison.records);
        Ok(CompareAnswer { complete: comparison.complete, runs: comparison.records, summary, seed })
    }
}

fn in_progress(run: &PlannedRun, progress: &Progress, total: usize) -> ProgressEvent {
    ProgressEvent {
        done: Some(run.id as u64 - 1),
        total: Some(total as u64),
        run: Some(RunInProgress { id: run.id, algorithm: run.algorithm.clone(), heuristic: run.heuristic.clone() }),
        ..ProgressEvent::from(progress)
    }
}

fn read_repeat(text: &str) -> Result<NonZeroU32, String> {
    let repeat = units::positive(text)?;
    let few = u32::try_from(repeat).ok().filter(|_| repeat <= MOST_REPEATS).and_then(NonZeroU32::new);
    few.ok_or_else(|| format!("`{text}` is more often than a run is timed here: expected at most {MOST_REPEATS}"))
}

/// Before the plan is made, which would hold all runs.
fn refuse_too_much(boards: usize, cells: usize, pairs: usize) -> Result<(), Problem> {
    let runs = boards.saturating_mul(pairs);
    if runs > MOST_RUNS {
        let message = format!("{pairs} pairs on {boards} boards are {runs} runs: expected at most {MOST_RUNS}");
        return Err(Problem::new(Kind::Input, message));
    }
    if cells.saturating_mul(pairs) > MOST_CELLS {
        let message = format!(
            "{pairs} pairs on boards of {cells} cells together are too much: expected fewer pairs, or fewer or smaller boards"
        );
        return Err(Problem::new(Kind::Input, message));
    }
    Ok(())
}
