//! Manhattan distance with the blank counted as one of the tiles.
//!
//! A common mistake: a move brings the tile *and* the blank one step each, so the sum may drop by
//! two at the cost of one.

use crate::core::card::{Claim, HeuristicCard};
use crate::core::{Budget, Cost, Properties};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::tile_sum::{Measure, TileSum};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        name: "manhattan-with-blank",
        aliases: &[],
        title: "Manhattan distance with blank",
        summary: "Manhattan distance of all tiles and of the blank; overestimates",
        admissible: false,
        consistent: false,
        further: &[Claim::AtMost { factor: 2, excess: 0 }, Claim::DropsAtMost(2)],
        tables: false,
        argument: None,
        citation: "seen in course reports",
    };

    type Built<G: Grid> = ManhattanWithBlank<G>;

    const PART: Option<TileContribution> = Some(|shape, _, home, at| shape.distance(home, at));

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<ManhattanWithBlank<G>, BuildError> {
        Ok(TileSum::new(domain))
    }
}

/// Manhattan distance with blank.
pub type ManhattanWithBlank<G> = TileSum<G, StepsWithBlank>;

/// The distance itself, the blank's too.
pub struct StepsWithBlank;

impl Measure for StepsWithBlank {
    const WITH_BLANK: bool = true;
    const PROPERTIES: Properties = Properties::NONE;

    #[inline(always)]
    fn of(distance: Cost) -> Cost {
        distance
    }
}
