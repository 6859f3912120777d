//! Whether a board can be solved at all, for any shape and any goal.
//!
//! A move exchanges the blank with a neighbour: it changes the parity of the permutation that takes
//! the start to the goal, and the parity of the blank's distance from its goal cell. Both are even
//! at the goal, so on the way they must always agree. On boards with at least two rows and two
//! columns that is also enough. (Johnson & Story 1879) On a single line tiles never pass each
//! other: their order must be the goal's.

use crate::core::{Cost, Parity};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::{Cell, Tile};

/// Whether `goal` can be reached from `start`. Boards of different shapes never can.
pub fn is_solvable(start: &Board, goal: &Board) -> bool {
    if start.shape() != goal.shape() {
        return false;
    }
    if start.shape().is_line() {
        return tiles_in_order(start).eq(tiles_in_order(goal));
    }
    permutation_parity(start, goal) == blank_parity(start, goal)
}

/// The tiles without the blank, row by row.
pub fn tiles_in_order(board: &Board) -> impl Iterator<Item = Tile> {
    board.tiles().iter().copied().filter(|tile| !tile.is_blank())
}

/// The parity of the permutation that takes `start` to `goal`, the blank included: even when the
/// cells minus the cycles are even.
pub fn permutation_parity(start: &Board, goal: &Board) -> Parity {
    let home = goal.places();
    let mut seen = vec![false; start.tiles().len()];
    let mut exchanges = 0;
    for first in start.shape().all_cells() {
        let mut cell = first;
        while !std::mem::replace(&mut seen[cell.index()], true) {
            cell = home[start.tile_at(cell).index()];
            exchanges += u64::from(cell != first);
        }
    }
    Parity::of(exchanges)
}

/// The parity of the blank's distance from its goal cell.
pub fn blank_parity(start: &Board, goal: &Board) -> Parity {
    Parity::of(u64::from(start.shape().distance(start.blank(), goal.blank())))
}

/// A bound that needs no table: Manhattan distance, lifted to the parity that all solutions have.
pub fn least_moves(start: &Board, goal: &Board) -> Cost {
    let (shape, homes) = (goal.shape(), goal.places());
    let away = |cell: Cell| shape.distance(cell, homes[start.tile_at(cell).index()]);
    let blank = start.blank();
    let sum: Cost = shape.all_cells().filter(|&cell| cell != blank).map(away).sum();
    Parity::of(u64::from(shape.distance(blank, goal.blank()))).lift(sum)
}
