//! Linear conflict: Manhattan distance plus two moves for each tile that must step out of its line.
//!
//! Two tiles conflict when both stand in their goal line in reversed order. One of them has to
//! leave the line and come back, which Manhattan distance does not count. Per line the fewest tiles
//! to remove is the number of tiles at home there minus their longest increasing subsequence; lines
//! are independent, so the sum stays admissible. (Hansson, Mayer & Yung 1992)

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Properties};
use crate::domains::tiles::{Board, Grid, Tiles};
use crate::heuristics::tiles::line_sum::{self, Charge, LineSum};
use crate::heuristics::tiles::{BuildError, Shares, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "Manhattan distance plus 2 for each tile that must leave its goal row or column to let another pass",
        citation: "Hansson, Mayer & Yung 1992",
        ..HeuristicCard::consistent("linear-conflict", &["lc", "linear-conflicts"], "Linear conflict")
    };

    type Built<G: Grid> = LinearConflict<G>;

    const HAS_OWN_WALK: bool = true;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<LinearConflict<G>, BuildError> {
        Ok(LineSum::new(domain))
    }

    fn shares(start: &Board, goal: &Board) -> Shares {
        line_sum::shares::<MustLeave>(start, goal)
    }
}

/// Linear conflict.
pub type LinearConflict<G> = LineSum<G, MustLeave>;

/// Two moves for each of the fewest tiles that must leave a line.
pub struct MustLeave;

impl Charge for MustLeave {
    const PROPERTIES: Properties = Properties::CONSISTENT;

    #[inline]
    fn of(places: impl Iterator<Item = u32>, length: usize) -> Cost {
        // PERF: one word is enough for most boards: IDA* on `korf:1` generates 45 instead of 38
        // million states a second.
        2 * if length <= 64 { tiles_to_remove_u64(places) } else { tiles_to_remove_u128(places) }
    }
}

/// Declares a function that counts how many numbers must go so that the rest increases: all but the
/// longest increasing subsequence.
///
/// Patience sorting with a set of bits: the set holds the least end of an increasing subsequence of
/// each length. A new number replaces the least end above it, or makes the longest subsequence
/// longer.
macro_rules! tiles_to_remove {
    ($name:ident, $word:ty) => {
        #[inline]
        fn $name(places: impl Iterator<Item = u32>) -> Cost {
            let (mut ends, mut count): ($word, Cost) = (0, 0);
            for place in places {
                let bit: $word = 1 << place;
                let above = ends & !(bit - 1);
                ends = ends & !(above & above.wrapping_neg()) | bit;
                count += 1;
            }
            count - ends.count_ones()
        }
    };
}

tiles_to_remove!(tiles_to_remove_u64, u64);
tiles_to_remove!(tiles_to_remove_u128, u128);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The longest increasing subsequence by comparing all pairs.
    fn slowly(places: &[u32]) -> Cost {
        let mut longest = vec![1; places.len()];
        for i in 0..places.len() {
            for j in 0..i {
                if places[j] < places[i] {
                    longest[i] = longest[i].max(longest[j] + 1);
                }
            }
        }
        places.len() as Cost - longest.into_iter().max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn the_fewest_tiles_are_removed(
            places in Just((0..100).collect::<Vec<u32>>()).prop_shuffle(),
            length in 0_usize..100,
        ) {
            let places = &places[..length];
            prop_assert_eq!(tiles_to_remove_u128(places.iter().copied()), slowly(places));
            let small: Vec<u32> = places.iter().copied().filter(|&place| place < 64).collect();
            prop_assert_eq!(tiles_to_remove_u64(small.iter().copied()), slowly(&small));
        }
    }
}
