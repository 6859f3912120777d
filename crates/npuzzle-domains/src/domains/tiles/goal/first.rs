//! Row by row, the blank in the first cell: the goal of Korf's boards.

use crate::domains::tiles::goal::GoalCard;

pub(super) const CARD: GoalCard = GoalCard {
    name: "first",
    aliases: &["blank-first"],
    summary: "row by row, the blank first: 0 1 2/3 4 5/6 7 8",
    walk: |shape| shape.all_cells().collect(),
    blank_first: true,
};
