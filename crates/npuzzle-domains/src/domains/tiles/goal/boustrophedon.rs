//! Rows alternately to the right and to the left, as the ox ploughs.

use crate::domains::tiles::goal::GoalCard;
use crate::domains::tiles::shape::{Cell, Shape};

pub(super) const CARD: GoalCard = GoalCard {
    name: "boustrophedon",
    aliases: &["snake", "zigzag"],
    summary: "rows alternately to the right and to the left, the blank last: 1 2 3/6 5 4/7 8 0",
    walk: ploughing,
    blank_first: false,
};

fn ploughing(shape: Shape) -> Vec<Cell> {
    let turned = |row: usize, col: usize| if row.is_multiple_of(2) { col } else { shape.cols() - 1 - col };
    let row_of_cells = |row| (0..shape.cols()).map(move |col| shape.cell(row, turned(row, col)));
    (0..shape.rows()).flat_map(row_of_cells).collect()
}
