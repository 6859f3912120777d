//! What is looked for in a trace: a part of the text of a state, or a board however it is written.

use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::teach::blackboard::Scene;
use npuzzle::trace::TraceHeader;

use crate::terminal::replay::names::board;
use crate::terminal::replay::walk::Shown;

/// A text that was typed, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub text: String,
    /// The board it is, as a trace writes it.
    board: Option<String>,
}

impl Wanted {
    /// `header` says whether states are boards, and of which size.
    pub fn new(text: &str, header: Option<&TraceHeader>) -> Self {
        let shape = header.and_then(|header| board(header, &header.start)).map(|start| start.shape());
        let read = shape.and_then(|shape| read_board(text, &ReadOptions { size: Some(shape), format: None }).ok());
        Self { text: text.to_owned(), board: read.map(|read| read.board.to_string()) }
    }

    fn is(&self, state: &str) -> bool {
        match &self.board {
            Some(board) => state == board,
            None => state.contains(&self.text),
        }
    }

    /// Whether it occurs in a step: the state that is shown, or one that is made or forgotten.
    pub fn occurs(&self, shown: &Shown, header: Option<&TraceHeader>) -> bool {
        match shown {
            Shown::Header(header) => self.is(&header.start),
            Shown::Scene(Scene::Step(step)) => {
                let fresh = &step.successors[step.told_before..];
                self.is(&step.expanded.state)
                    || fresh.iter().any(|successor| self.is(&successor.made.state))
                    || step.forgotten.iter().any(|forgotten| self.is(&forgotten.state))
            }
            Shown::Scene(Scene::Forget(forgotten)) => self.is(&forgotten.state),
            Shown::Scene(Scene::Solved { .. }) => {
                header.is_some_and(|header| header.goals.iter().any(|goal| self.is(goal)))
            }
            Shown::Scene(_) => false,
        }
    }
}
