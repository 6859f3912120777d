//! Manhattan distance with the blank counted as one of the tiles.
//!
//! A common mistake: a move brings the tile *and* the blank one step each, so the sum may drop by
//! two at the cost of one.

use crate::core::Cost;
use crate::core::card::{Claim, HeuristicCard};
use crate::heuristics::tiles::tile_sum::Measure;

/// The entry of the list.
pub struct Entry;

impl Measure for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "Manhattan distance of all tiles and of the blank; overestimates",
        further: &[Claim::AtMost { factor: 2, excess: 0 }, Claim::DropsAtMost(2)],
        citation: "seen in course reports",
        ..HeuristicCard::new("manhattan-with-blank", &[], "Manhattan distance with blank")
    };

    const WITH_BLANK: bool = true;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        distance
    }
}
