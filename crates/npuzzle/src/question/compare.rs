//! Searches with heuristics on the same boards.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::goal::Goal;
use crate::front::boards::Content;
use crate::front::messages::compare_error;
#[cfg(feature = "clap")]
use crate::front::units;
use crate::lab::compare::{
    CompareBoard, CompareError, CompareRequest, PlannedRun, RunRecord, Tally, compare_each, tally,
};
#[cfg(feature = "clap")]
use crate::question::arguments;
use crate::question::fields::{BoardFields, ChosenBoards, LimitFields, amount, field, read_order, read_repeat};
use crate::question::refusal::{Named, Refusal};
use crate::question::terms::Caps;
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Run searches with heuristics on the same boards, and compare them. One of `board` and `boards`
/// is needed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// A board, or the name of a set of boards
    #[cfg_attr(feature = "clap", arg(skip))]
    pub board: Option<BoardText>,
    /// Several boards, or names of sets of boards
    #[cfg_attr(feature = "clap", arg(skip))]
    pub boards: Option<Vec<BoardText>>,
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub form: BoardFields,
    /// A search, with options in parentheses; several may be given
    #[cfg_attr(feature = "clap", arg(short, long = "algorithm", value_name = "ALGORITHM", default_value = "astar"))]
    #[cfg_attr(feature = "clap", arg(value_parser = arguments::Named::algorithms()))]
    pub algorithms: Vec<String>,
    /// A heuristic, a name or an expression; several may be given [default: manhattan; auto chooses
    /// its own]
    #[cfg_attr(feature = "clap", arg(short = 'H', long = "heuristic", allow_hyphen_values = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "HEURISTIC", value_parser = arguments::Named::heuristics()))]
    pub heuristics: Option<Vec<String>>,
    /// The order in which the moves of the blank are tried [default: UDLR]
    #[cfg_attr(feature = "clap", arg(long, value_parser = arguments::text(read_order)))]
    pub order: Option<String>,
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Time each run this many times, for the mean and the standard deviation [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT", value_parser = arguments::amount(units::runs)))]
    pub repeat: Option<Amount>,
}

/// All runs, and what they come to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// Whether all runs of the plan are done.
    pub complete: bool,
    /// One record a run, in the order of the plan.
    pub runs: Vec<RunRecord>,
    /// What the runs come to.
    pub summary: Tally,
    /// The seed of random boards that name none.
    pub seed: Option<u64>,
    /// What was compared, on which boards.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub request: CompareRequest,
    /// All runs there were to be.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub plan: Vec<PlannedRun>,
}

impl Ask for Compare {
    type Answer = CompareAnswer;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<CompareAnswer, Refusal> {
        let order = field("order", self.order.as_deref(), read_order)?.unwrap_or_default();
        let read_repeat = |text: &str| read_repeat(text, terms.caps.repeats);
        let repeat = amount("repeat", self.repeat.as_ref(), read_repeat)?.unwrap_or(NonZeroU32::MIN);
        let (field, texts) = match (&self.board, &self.boards) {
            (Some(_), Some(_)) => return Err(Refusal::question("expected `board` or `boards`, not both")),
            (Some(board), None) => ("board", std::slice::from_ref(board)),
            (None, Some(boards)) => ("boards", boards.as_slice()),
            (None, None) => ("boards", &[][..]),
        };
        let ChosenBoards { boards, seed } = self.form.all(field, texts, &terms.limits, &terms.caps)?;
        let heuristics = self.heuristics.clone().unwrap_or_default();
        let cells = boards.iter().map(|(_, content)| content.board.shape().cells()).sum();
        let pairs = self.algorithms.len().saturating_mul(heuristics.len().max(1));
        refuse_too_much(boards.len(), cells, pairs, &terms.caps)?;
        let request = CompareRequest {
            boards: with_shared_goals(boards),
            algorithms: self.algorithms.clone(),
            heuristics,
            custom: terms.heuristics.clone(),
            limits: terms.limits.clone(),
            repeat,
            order,
        };
        let named = Named {
            algorithms: ("algorithms", &request.algorithms),
            heuristics: ("heuristics", &request.heuristics),
            goal: self.form.goal_text(),
            ..Named::default()
        };
        let wrong = |error: CompareError| match &error {
            CompareError::Request(error) => Refusal::request(error, &named),
            other => Refusal::question(compare_error(other)),
        };
        let plan = request.runs().map_err(wrong)?;
        let ControlFlow::Continue(done) = watch.planned(&request, &plan) else {
            let summary = tally(&request.boards, &plan, &[]);
            return Ok(CompareAnswer { complete: false, runs: Vec::new(), summary, seed, request, plan });
        };
        let has_boards = watch.wants_boards_of_runs();
        let kept = |record: RunRecord| match has_boards {
            true => record,
            false => RunRecord { start: String::new(), goal: String::new(), ..record },
        };
        let watch = RefCell::new(watch);
        let mut runs = Vec::new();
        let mut on_run = |record: RunRecord| {
            let flow = watch.borrow_mut().ran(&record);
            runs.push(kept(record));
            flow
        };
        let complete = compare_each(&request, &done, &mut on_run, &mut |run, progress| {
            watch.borrow_mut().running(run, progress, plan.len());
        })
        .map_err(wrong)?;
        runs.extend(done.into_iter().map(kept));
        runs.sort_by_key(|record| record.id);
        let summary = tally(&request.boards, &plan, &runs);
        Ok(CompareAnswer { complete, runs, summary, seed, request, plan })
    }
}

/// The boards of a set have one goal, which may be as large as a board.
fn with_shared_goals(chosen: Vec<(String, Content<DeferredBoard>)>) -> Vec<CompareBoard> {
    let is_same = |one: &Goal, other: &Goal| match (one, other) {
        (Goal::Preset(one), Goal::Preset(other)) => one.name == other.name,
        (Goal::Custom(one), Goal::Custom(other)) => one == other,
        _ => false,
    };
    let mut boards: Vec<CompareBoard> = Vec::with_capacity(chosen.len());
    for (name, Content { board: start, goal, known, .. }) in chosen {
        let before = boards.last().map(|board| &board.goal).filter(|before| is_same(before, &goal));
        let goal = before.cloned().unwrap_or_else(|| Arc::new(goal));
        boards.push(CompareBoard { name, start, goal, known });
    }
    boards
}

/// Before the plan is made, which would hold all runs.
fn refuse_too_much(boards: usize, cells: usize, pairs: usize, caps: &Caps) -> Result<(), Refusal> {
    let runs = boards.saturating_mul(pairs);
    if runs > caps.runs {
        let most = caps.runs;
        let message = format!("{pairs} pairs on {boards} boards are {runs} runs: expected at most {most}");
        return Err(Refusal::question(message));
    }
    if cells.saturating_mul(pairs) > caps.run_cells {
        let message = format!(
            "{pairs} pairs on boards of {cells} cells together are too much: expected fewer pairs, or fewer or \
             smaller boards"
        );
        return Err(Refusal::question(message));
    }
    Ok(())
}
