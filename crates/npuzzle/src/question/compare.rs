//! Searches with heuristics on the same boards.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::front::boards::Content;
use crate::front::messages::compare_error;
use crate::lab::compare::{CompareBoard, CompareError, CompareRequest, RunRecord, Tally, compare, tally};
use crate::question::fields::{BoardFields, ChosenBoards, LimitFields, amount, field, read_order, read_repeat};
use crate::question::refusal::{Named, Refusal};
use crate::question::terms::Caps;
use crate::question::texts::{Amount, BoardText};
use crate::question::{Ask, Terms, Watch};

/// Run searches with heuristics on the same boards, and compare them. One of `board` and `boards`
/// is needed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// A board, or the name of a set of boards
    pub board: Option<BoardText>,
    /// Several boards, or names of sets of boards
    pub boards: Option<Vec<BoardText>>,
    #[serde(flatten)]
    pub form: BoardFields,
    /// The searches, with options in parentheses
    pub algorithms: Vec<String>,
    /// The heuristics: names and expressions
    pub heuristics: Option<Vec<String>>,
    /// The order in which the moves of the blank are tried [default: UDLR]
    pub order: Option<String>,
    #[serde(flatten)]
    pub limits: LimitFields,
    /// Time each run this many times, for the mean and the standard deviation
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
        let cells = boards.iter().map(|(_, content)| content.board.tiles().len()).sum();
        let pairs = self.algorithms.len().saturating_mul(heuristics.len().max(1));
        refuse_too_much(boards.len(), cells, pairs, &terms.caps)?;
        let board = |(name, content): (String, Content)| CompareBoard {
            name,
            start: content.board.into(),
            goal: Arc::new(content.goal),
            known: content.known,
        };
        let request = CompareRequest {
            boards: boards.into_iter().map(board).collect(),
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
            beam_width: None,
        };
        let wrong = |error: CompareError| match &error {
            CompareError::Request(error) => Refusal::request(error, &named),
            other => Refusal::question(compare_error(other)),
        };
        let plan = request.runs().map_err(wrong)?;
        let watch = RefCell::new(watch);
        let comparison = compare(&request, &[], &mut |record| watch.borrow_mut().ran(record), &mut |run, progress| {
            watch.borrow_mut().running(run, progress, plan.len());
        })
        .map_err(wrong)?;
        let summary = tally(&request.boards, &plan, &comparison.records);
        Ok(CompareAnswer { complete: comparison.complete, runs: comparison.records, summary, seed })
    }
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
