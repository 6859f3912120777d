//! Goal boards: presets for every shape, or any board.
//!
//! A preset is a walk over all cells: the tiles are laid along it in order.

use std::fmt;
use std::sync::Arc;

use crate::core::spelling::{Titled, titled};
use crate::core::suggest::nearest;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::{ReadOptions, TextError, read_board};
use crate::domains::tiles::shape::{Cell, Shape, Tile};

/// A named goal.
#[derive(Clone, Copy)]
pub struct GoalCard {
    /// Name in the catalogue.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// All cells in the order of the walk.
    pub walk: fn(Shape) -> Vec<Cell>,
    /// Whether the blank starts the walk (or ends it).
    pub blank_first: bool,
}

titled! { GoalCard }

impl fmt::Debug for GoalCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl GoalCard {
    /// The goal board of a shape.
    pub fn board(&self, shape: Shape) -> Board {
        let mut tiles = vec![Tile::BLANK; shape.cells()];
        let first = if self.blank_first { 0 } else { 1 };
        for (number, cell) in (first..).zip((self.walk)(shape)) {
            tiles[cell.index()] = Tile(if number == shape.cells() { 0 } else { number as u16 });
        }
        Board::from_fn(shape, |cell| tiles[cell.index()])
    }
}

macro_rules! goals {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// The cards, in the order of the list; the first is the default.
        pub static CARDS: &[GoalCard] = &[$($module::CARD),*];
    };
}

// The list. A new goal is a file in this folder and its line here.
goals! {
    last
    first
    snail
    boustrophedon
    columns
}

/// What to reach.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A preset, for boards of any shape.
    Preset(&'static GoalCard),
    /// One board, which may be large: those who share the goal share it.
    Custom(Arc<Board>),
}

impl Default for Goal {
    fn default() -> Self {
        Self::Preset(&CARDS[0])
    }
}

impl From<Board> for Goal {
    fn from(board: Board) -> Self {
        Self::Custom(Arc::new(board))
    }
}

/// Why a text is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// Neither a preset nor a board.
    #[error("{0}")]
    NotABoard(TextError),
    /// A board of another shape.
    #[error("the goal is a {goal} board, but the start is {start}")]
    WrongShape { goal: Shape, start: Shape },
}

impl Goal {
    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Self> {
        CARDS.iter().find(|card| card.is_called(name)).map(Self::Preset)
    }

    /// Reads the name of a preset or any board text.
    pub fn read(text: &str, size: Option<Shape>) -> Result<Self, GoalError> {
        if let Some(preset) = Self::preset(text.trim()) {
            return Ok(preset);
        }
        let options = ReadOptions { size, ..ReadOptions::default() };
        match read_board(text, &options) {
            Ok(read) => Ok(Self::from(read.board)),
            Err(error) if looks_like_a_word(text) => Err(GoalError::NotABoard(unknown_preset(text, error))),
            Err(error) => Err(GoalError::NotABoard(error)),
        }
    }

    /// The goal board for starts of `shape`.
    pub fn board(&self, shape: Shape) -> Result<Board, GoalError> {
        match self {
            Self::Preset(card) => Ok(card.board(shape)),
            Self::Custom(board) if board.shape() == shape => Ok(Board::clone(board)),
            Self::Custom(board) => Err(GoalError::WrongShape { goal: board.shape(), start: shape }),
        }
    }
}

fn looks_like_a_word(text: &str) -> bool {
    text.trim().chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_' | ' '))
}

fn unknown_preset(text: &str, mut error: TextError) -> TextError {
    let names: Vec<&str> = CARDS.iter().map(|card| card.name).collect();
    error.message = format!("`{}` is neither a goal nor a board", text.trim());
    error.hint = Some(match nearest(text.trim(), CARDS.iter().flat_map(Titled::names)) {
        Some(name) => format!("did you mean `{name}`? Goals are {}, or any board text", names.join(", ")),
        None => format!("goals are {}, or any board text", names.join(", ")),
    });
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, rows: usize, cols: usize) -> String {
        Goal::preset(name).unwrap().board(Shape::new(rows, cols).unwrap()).unwrap().to_string()
    }

    #[test]
    fn presets_look_as_the_contract_says() {
        assert_eq!(text("last", 3, 3), "1 2 3/4 5 6/7 8 0");
        assert_eq!(text("first", 3, 3), "0 1 2/3 4 5/6 7 8");
        assert_eq!(text("snail", 3, 3), "1 2 3/8 0 4/7 6 5");
        assert_eq!(text("snail", 4, 4), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
        assert_eq!(text("boustrophedon", 3, 3), "1 2 3/6 5 4/7 8 0");
        assert_eq!(text("boustrophedon", 2, 3), "1 2 3/0 5 4");
        assert_eq!(text("columns", 3, 3), "1 4 7/2 5 8/3 6 0");
        assert_eq!(text("snail", 2, 5), "1 2 3 4 5/0 9 8 7 6");
    }

    #[test]
    fn presets_visit_every_cell_of_every_shape() {
        for card in CARDS {
            for (rows, cols) in [(1, 2), (2, 2), (2, 7), (7, 2), (5, 5), (6, 9), (100, 100), (1, 100)] {
                let mut cells = (card.walk)(Shape::new(rows, cols).unwrap());
                cells.sort();
                cells.dedup();
                assert_eq!(cells.len(), rows * cols, "{} {rows}x{cols}", card.name);
            }
        }
    }

    #[test]
    fn any_board_is_a_goal_for_its_shape_only() {
        let goal = Goal::read("123_804_765", None).unwrap();
        assert_eq!(goal.board(Shape::new(3, 3).unwrap()).unwrap().to_string(), "1 2 3/8 0 4/7 6 5");
        assert!(matches!(goal.board(Shape::new(2, 3).unwrap()), Err(GoalError::WrongShape { .. })));
        assert!(Goal::read("snial", None).unwrap_err().to_string().contains("snial"));
    }
}
