//! Out of line: how many tiles are not in their goal rows, plus how many are not in their goal
//! columns.
//!
//! A move changes the row or the column of one tile, so it settles at most one of these. Never
//! below misplaced tiles, never above Manhattan distance. A common exercise.

use crate::core::Budget;
use crate::core::card::HeuristicCard;
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::home_sum::{Apart, HomeSum};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "number of tiles not in their goal row plus number of tiles not in their goal column",
        citation: "a common exercise",
        ..HeuristicCard::consistent("out-of-line", &[], "Tiles out of line")
    };

    type Built<G: Grid> = HomeSum<Lines>;

    const PART: Option<TileContribution> = Some(|shape, tile, home, at| {
        let away = u32::from(shape.row(home) != shape.row(at)) + u32::from(shape.col(home) != shape.col(at));
        if tile.0 == 0 { 0 } else { away }
    });

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<HomeSum<Lines>, BuildError> {
        Ok(HomeSum::new(domain, Lines))
    }
}

/// One for a row, one for a column.
pub struct Lines;

impl Apart for Lines {
    #[inline(always)]
    fn of(&self, rows: usize, cols: usize) -> u32 {
        u32::from(rows != 0) + u32::from(cols != 0)
    }
}
