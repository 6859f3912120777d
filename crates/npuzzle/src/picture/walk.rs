//! The boards on the way from the start to the goal, one after the other: a huge board has millions
//! of them.

use crate::answer::Report;
use crate::domains::tiles::{Board, Cell, Direction, MovesOf};

/// A solution, walked along.
pub struct Walk<'r> {
    path: &'r [Direction],
    moves_of: MovesOf,
    board: Board,
    blank: Cell,
    done: usize,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// `U`, `D`, `L` or `R`, of the blank or of the tile, as was asked for.
    pub letter: char,
    /// Where the tile was that has moved.
    pub from: Cell,
    /// Where it is now.
    pub to: Cell,
}

impl<'r> Walk<'r> {
    /// The way from a board on. Its letters are those of the blank or of the tile.
    pub fn new(start: &Board, path: &'r [Direction], moves_of: MovesOf) -> Self {
        Self { path, moves_of, board: start.clone(), blank: start.blank(), done: 0 }
    }

    /// The way of a solution; `None` where there is none.
    pub fn of(report: &'r Report) -> Option<Self> {
        Some(Self::new(&report.start, &report.path.as_ref()?.0, report.moves_of))
    }

    /// Whose directions the letters are.
    pub fn moves_of(&self) -> MovesOf {
        self.moves_of
    }

    /// The number of moves of the whole solution.
    pub fn moves(&self) -> usize {
        self.path.len()
    }

    /// The number of moves until here.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The board after these moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Makes the next move; `None` at the end, and where the blank is at the border.
    pub fn step(&mut self) -> Option<Step> {
        let direction = *self.path.get(self.done)?;
        let to = self.blank;
        let from = self.board.slide(to, direction)?;
        self.blank = from;
        self.done += 1;
        let letter = match self.moves_of {
            MovesOf::Blank => direction.letter(),
            MovesOf::Tile => direction.opposite().letter(),
        };
        Some(Step { letter, from, to })
    }

    /// Makes moves until there are `done` of them; the last one, if any was left to make.
    pub fn step_to(&mut self, done: usize) -> Option<Step> {
        let mut last = None;
        while self.done < done {
            last = Some(self.step()?);
        }
        last
    }
}
