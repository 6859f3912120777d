//! Manhattan distance: how far every tile is from its goal cell, walking along rows and columns.
//!
//! A move brings one tile one step, so no solution can be shorter than the sum.

use crate::core::card::HeuristicCard;
use crate::core::{BoxedEvaluator, Budget, Cost, Properties};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::tile_sum::{Measure, TileSum};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        name: "manhattan",
        aliases: &["md", "l1", "taxicab", "city-block", "manhattan-distance"],
        title: "Manhattan distance",
        summary: "sum over the tiles of the rows and columns between them and their goal cells",
        admissible: true,
        consistent: true,
        further: &[],
        tables: false,
        argument: None,
        citation: "Doran & Michie 1966",
    };

    type Built<G: Grid> = Manhattan<G>;

    const PART: Option<TileContribution> =
        Some(|shape, tile, home, at| if tile.0 == 0 { 0 } else { shape.distance(home, at) });

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<Manhattan<G>, BuildError> {
        Ok(TileSum::new(domain))
    }

    fn evaluator<G: Grid>(
        _: Option<&str>,
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
    ) -> Result<BoxedEvaluator<Tiles<G>>, BuildError> {
        Ok(Box::new(Self::build(domain, budget)?))
    }
}

/// Manhattan distance.
pub type Manhattan<G> = TileSum<G, Steps>;

/// The distance itself.
pub struct Steps;

impl Measure for Steps {
    const WITH_BLANK: bool = false;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        distance
    }
}
