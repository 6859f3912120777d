//! Misplaced cells: misplaced tiles, and the blank counted as one of them.
//!
//! A common mistake. One move from the goal both the tile and the blank are displaced: the estimate
//! says 2, the truth is 1.

use crate::core::Cost;
use crate::core::card::{Claim, HeuristicCard};
use crate::heuristics::tiles::tile_sum::Measure;

/// The entry of the list.
pub struct Entry;

impl Measure for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "number of cells whose content is not the goal's, the blank included; overestimates",
        further: &[
            Claim::AtMost { factor: 1, excess: 1 },
            Claim::AtMost { factor: 2, excess: 0 },
            Claim::DropsAtMost(2),
        ],
        citation: "seen in course reports",
        ..HeuristicCard::new("misplaced-with-blank", &[], "Misplaced tiles and blank")
    };

    const WITH_BLANK: bool = true;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        Cost::from(distance != 0)
    }
}
