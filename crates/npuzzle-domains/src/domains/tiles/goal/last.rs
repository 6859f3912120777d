//! Row by row, the blank in the last cell: the usual goal.

use crate::domains::tiles::goal::GoalCard;

pub(super) const CARD: GoalCard = GoalCard {
    name: "last",
    aliases: &["blank-last"],
    summary: "row by row, the blank last: 1 2 3/4 5 6/7 8 0",
    walk: |shape| shape.all_cells().collect(),
    blank_first: false,
};
