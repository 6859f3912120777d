//! The value of a heuristic on a board, and how it comes about.

use serde::{Deserialize, Serialize};

use crate::question::fields::BoardFields;
use crate::question::refusal::{Named, Refusal};
use crate::question::texts::BoardText;
use crate::question::{Ask, Terms, Watch};
use crate::teach::breakdown::{Breakdown, breakdown, known_properties};

/// What is known of a heuristic, and how does its value on a board come about?
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// A name or an expression: `max(manhattan, misplaced)`
    pub heuristic: String,
    /// The board
    pub board: Option<BoardText>,
    #[serde(flatten)]
    pub boards: BoardFields,
}

impl Ask for Estimate {
    type Answer = Breakdown;

    fn ask(&self, terms: &Terms, _: &mut dyn Watch) -> Result<Breakdown, Refusal> {
        // An expression that cannot be read is reported before anyone looks at the board.
        let known = self.known()?;
        let Some(board) = &self.board else { return Ok(known) };
        let content = self.boards.one(board, &terms.limits, &terms.caps)?.content;
        let answer = breakdown(&content.board, &content.goal, &self.heuristic, &terms.limits);
        answer.map_err(|error| Refusal::request(&error, &self.named()))
    }
}

impl Estimate {
    /// What is known of the heuristic, whatever the board. This takes no time.
    pub fn known(&self) -> Result<Breakdown, Refusal> {
        known_properties(&self.heuristic).map_err(|error| Refusal::request(&error, &self.named()))
    }

    fn named(&self) -> Named<'_> {
        Named {
            heuristics: ("heuristic", std::slice::from_ref(&self.heuristic)),
            goal: self.boards.goal_text(),
            ..Named::default()
        }
    }
}
