//! Column by column, from top to bottom.

use crate::domains::tiles::goal::GoalCard;

pub(super) const CARD: GoalCard = GoalCard {
    name: "columns",
    aliases: &["column-major"],
    summary: "column by column, the blank last: 1 4 7/2 5 8/3 6 0",
    walk: |shape| {
        let column = |col| (0..shape.rows()).map(move |row| shape.cell(row, col));
        (0..shape.cols()).flat_map(column).collect()
    },
    blank_first: false,
};
