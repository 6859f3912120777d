//! `POST /api/explain`: why a board can or cannot be solved.

use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::{Board, goal};
use npuzzle::front::boards::disagreement;
use serde::Serialize;

use crate::app::LimitFields;
use crate::boards::{self, BoardFields};
use crate::bodies::ExplainBody;
use crate::desk::Desk;
use crate::pool::LaneName;
use crate::problem::Problem;
use crate::work::Work;

/// Explains a board.
pub struct Explain;

/// Why a board can or cannot be solved.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainAnswer {
    /// The argument.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// What the board is called: `korf:12`, or its text.
    pub name: String,
    /// The name of the goal, if it has one.
    pub goal_name: Option<&'static str>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

impl Work for Explain {
    const PATH: &'static str = "/api/explain";
    const SUMMARY: &'static str = "Show why a board can or cannot be solved, step by step";
    const EXAMPLE: &'static str = r#"{"board": "8 1 2/0 4 3/7 6 5", "goal": "snail"}"#;
    const STREAMS: bool = false;
    type Body = ExplainBody;
    type Answer = ExplainAnswer;

    fn lane(body: &ExplainBody) -> LaneName {
        boards::lane(&body.board)
    }

    fn run(body: ExplainBody, desk: &Desk) -> Result<ExplainAnswer, Problem> {
        let fields = BoardFields {
            size: body.size.as_deref(),
            input_format: body.input_format.as_deref(),
            goal: body.goal.as_ref(),
            seed: body.seed,
        };
        let chosen = fields.one(&body.board, &desk.limits(&LimitFields::default())?)?;
        let content = &chosen.content;
        let named = body.goal.as_ref().map(|goal| goal.0.as_str());
        let goal = content.goal.board(content.board.shape()).map_err(|error| Problem::goal(&error, named))?;
        Ok(ExplainAnswer {
            explanation: Explanation::new(&content.board, &goal),
            name: chosen.name,
            goal_name: goal_name(&goal),
            seed: chosen.seed,
            notes: disagreement(content, &goal).into_iter().collect(),
        })
    }
}

/// The name of a goal, however it was written.
fn goal_name(board: &Board) -> Option<&'static str> {
    goal::CARDS.iter().find(|card| card.board(board.shape()) == *board).map(|card| card.name)
}
