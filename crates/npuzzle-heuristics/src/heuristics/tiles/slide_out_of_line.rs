//! Out of line in slides: how many tiles are not in their goal rows, by the tiles that a vertical
//! slide can take along, rounded up; plus the same by columns.
//!
//! Never above rows and columns in slides; `npuzzle audit` shows by how much it is weaker.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Metric};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::slide_sum::{LineMeasure, SlideSum};
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "tiles out of their goal row by the tiles of a vertical slide, plus those out of their column likewise",
        metric: Metric::Multi,
        citation: "docs/adr/0023-metrics.md",
        ..HeuristicCard::consistent("slide-out-of-line", &[], "Tiles out of line in slides")
    };

    type Built<G: Grid> = SlideSum<Away>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<SlideSum<Away>, BuildError> {
        Ok(SlideSum::new(domain))
    }
}

/// One if it is another line.
pub struct Away;

impl LineMeasure for Away {
    #[inline(always)]
    fn of(lines: usize) -> u32 {
        u32::from(lines != 0)
    }
}
