//! Manhattan distance: how far every tile is from its goal cell, walking along rows and columns.
//!
//! A move brings one tile one step, so no solution can be shorter than the sum.

use crate::core::Cost;
use crate::core::card::HeuristicCard;
use crate::heuristics::tiles::tile_sum::{Measure, TileSum};

/// The entry of the list.
pub struct Entry;

impl Measure for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "sum over the tiles of the rows and columns between them and their goal cells",
        citation: "Doran & Michie 1966",
        ..HeuristicCard::consistent(
            "manhattan",
            &["md", "l1", "taxicab", "city-block", "manhattan-distance"],
            "Manhattan distance",
        )
    };

    const HAS_OWN_WALK: bool = true;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        distance
    }
}

/// Manhattan distance.
pub type Manhattan<G> = TileSum<G, Entry>;
