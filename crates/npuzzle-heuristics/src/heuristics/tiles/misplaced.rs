//! Misplaced tiles: how many tiles are not in their goal cells.
//!
//! Each of them has to move at least once. The blank does not count: a move displaces it for free.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Properties};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::tile_sum::{Measure, TileSum};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        name: "misplaced",
        aliases: &["hamming", "l0", "misplaced-tiles"],
        title: "Misplaced tiles",
        summary: "number of tiles that are not in their goal cells",
        admissible: true,
        consistent: true,
        further: &[],
        tables: false,
        argument: None,
        citation: "Russell & Norvig 2021, section 3.6",
    };

    type Built<G: Grid> = Misplaced<G>;

    const PART: Option<TileContribution> = Some(|_, tile, home, at| u32::from(tile.0 != 0 && home != at));

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<Misplaced<G>, BuildError> {
        Ok(TileSum::new(domain))
    }
}

/// Misplaced tiles.
pub type Misplaced<G> = TileSum<G, IsAway>;

/// One for a tile that is not at home.
pub struct IsAway;

impl Measure for IsAway {
    const WITH_BLANK: bool = false;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        Cost::from(distance != 0)
    }
}
