//! Why a board can or cannot be solved.

use serde::{Deserialize, Serialize};

use crate::domains::tiles::explain::Explanation;
use crate::domains::tiles::{Board, goal};
use crate::front::boards::disagreement;
use crate::question::fields::BoardFields;
use crate::question::refusal::Refusal;
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};

/// Why can a board be solved, or why can it not?
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The board
    pub board: BoardText,
    #[serde(flatten)]
    pub boards: BoardFields,
}

/// Why a board can or cannot be solved.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl Ask for Explain {
    type Answer = ExplainAnswer;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<ExplainAnswer, Refusal> {
        let chosen = self.boards.one(&self.board, &terms.limits, &terms.caps)?;
        let content = &chosen.content;
        let goal = content.goal.board(content.board.shape());
        let goal = goal.map_err(|error| Refusal::goal(&error, self.boards.goal_text()))?;
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
