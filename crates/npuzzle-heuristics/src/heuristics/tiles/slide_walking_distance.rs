//! Walking distance in slides: the fewest vertical slides if only the rows of the tiles matter,
//! plus the fewest horizontal ones by columns.
//!
//! The same small spaces as those of [`walking_distance`](super::walking_distance), in which the
//! blank may go several lines in one direction at the price of one. A slide is vertical or
//! horizontal, so the sum is consistent in slides. Never below rows and columns in slides: a slide
//! of the small space takes along no more tiles than one of the board. (After Takahashi 2002; that
//! paper counts single moves)

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Metric};
use crate::domains::tiles::{Grid, Shape, Tiles};
use crate::heuristics::tiles::walking_distance::WalkingDistance;
use crate::heuristics::tiles::walking_distance::table::Table;
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

/// Whether it exists for boards of a shape.
pub fn exists_for(shape: Shape) -> bool {
    let (rows, cols) = (shape.rows(), shape.cols());
    Table::check(rows, cols).is_ok() && Table::check(cols, rows).is_ok()
}

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "least vertical slides if only rows matter, plus least horizontal ones by columns (boards of up to 4x5)",
        tables: true,
        metric: Metric::Multi,
        citation: "after Takahashi 2002; docs/adr/0023-metrics.md",
        ..HeuristicCard::consistent("slide-walking-distance", &["slide-wd"], "Walking distance in slides")
    };

    type Built<G: Grid> = WalkingDistance;

    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<WalkingDistance, BuildError> {
        WalkingDistance::new(Self::CARD.name, domain.goal(), budget, Table::in_slides)
    }
}
