//! Random boards as they are written.

use serde::Serialize;

use crate::domains::tiles::Board;

/// A board with all that is needed to make it again. In JSON boards are arrays, in CSV texts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generated<B> {
    /// The seed of all boards.
    pub seed: u64,
    /// Its number among them, from one.
    pub number: u64,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The goal it was made for.
    pub goal: B,
    /// The board.
    pub board: B,
}

impl Generated<Board> {
    /// A board of a seed.
    pub fn new(seed: u64, number: u64, goal: Board, board: Board) -> Self {
        let shape = board.shape();
        Self { seed, number, rows: shape.rows(), cols: shape.cols(), goal, board }
    }

    /// With boards as texts.
    pub fn texts(&self) -> Generated<String> {
        let Self { seed, number, rows, cols, ref goal, ref board } = *self;
        Generated { seed, number, rows, cols, goal: goal.to_string(), board: board.to_string() }
    }
}
