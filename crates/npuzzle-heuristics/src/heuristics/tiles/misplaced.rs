//! Misplaced tiles: how many tiles are not in their goal cells.
//!
//! Each of them has to move at least once. The blank does not count: a move displaces it for free.

use crate::core::Cost;
use crate::core::card::HeuristicCard;
use crate::heuristics::tiles::tile_sum::Measure;

/// The entry of the list.
pub struct Entry;

impl Measure for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "number of tiles that are not in their goal cells",
        citation: "Russell & Norvig 2021, section 3.6",
        ..HeuristicCard::consistent("misplaced", &["hamming", "l0", "misplaced-tiles"], "Misplaced tiles")
    };

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        Cost::from(distance != 0)
    }
}
