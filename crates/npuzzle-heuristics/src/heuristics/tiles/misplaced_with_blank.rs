//! Misplaced cells: misplaced tiles, and the blank counted as one of them.
//!
//! A common mistake. One move from the goal both the tile and the blank are displaced: the estimate
//! says 2, the truth is 1.

use crate::core::card::{Claim, HeuristicCard};
use crate::core::{Budget, Cost, Properties};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::tile_sum::{Measure, TileSum};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        name: "misplaced-with-blank",
        aliases: &[],
        title: "Misplaced tiles and blank",
        summary: "number of cells whose content is not the goal's, the blank included; overestimates",
        admissible: false,
        consistent: false,
        further: &[
            Claim::AtMost { factor: 1, excess: 1 },
            Claim::AtMost { factor: 2, excess: 0 },
            Claim::DropsAtMost(2),
        ],
        tables: false,
        argument: None,
        citation: "seen in course reports",
    };

    type Built<G: Grid> = MisplacedWithBlank<G>;

    const PART: Option<TileContribution> = Some(|_, _, home, at| u32::from(home != at));

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<MisplacedWithBlank<G>, BuildError> {
        Ok(TileSum::new(domain))
    }
}

/// Misplaced tiles and blank.
pub type MisplacedWithBlank<G> = TileSum<G, IsAwayWithBlank>;

/// One for a tile or blank that is not at home.
pub struct IsAwayWithBlank;

impl Measure for IsAwayWithBlank {
    const WITH_BLANK: bool = true;
    const PROPERTIES: Properties = Properties::NONE;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        Cost::from(distance != 0)
    }
}
