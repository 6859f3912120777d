//! Rows and columns in slides: Manhattan distance for the multi-tile metric.
//!
//! The sum over the tiles of the rows between them and their goal rows, by the tiles that a
//! vertical slide can take along, rounded up; plus the same by columns. Manhattan distance itself
//! is no bound on slides: one slide brings `rows - 1` tiles nearer.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Metric};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::slide_sum::{LineMeasure, SlideSum};
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "Manhattan distance in slides: rows away by the tiles of a vertical slide, plus columns likewise",
        metric: Metric::Multi,
        citation: "docs/adr/0023-metrics.md",
        ..HeuristicCard::consistent("slide-rows-columns", &["slide-manhattan"], "Rows and columns in slides")
    };

    type Built<G: Grid> = SlideSum<Distance>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<SlideSum<Distance>, BuildError> {
        Ok(SlideSum::new(domain))
    }
}

/// The number of lines.
pub struct Distance;

impl LineMeasure for Distance {
    #[inline(always)]
    fn of(lines: usize) -> u32 {
        lines as u32
    }
}
