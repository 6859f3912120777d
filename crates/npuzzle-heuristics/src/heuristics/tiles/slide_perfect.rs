//! The perfect heuristic of the multi-tile metric: the true number of slides, from a table of the
//! whole space.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Metric};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::perfect::Perfect;
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "the true number of slides, from a table of the whole space (boards of up to 12 cells)",
        tables: true,
        metric: Metric::Multi,
        citation: "the limit of all others that count slides",
        ..HeuristicCard::consistent("slide-perfect", &[], "Perfect in slides")
    };

    type Built<G: Grid> = Perfect;

    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<Perfect, BuildError> {
        Perfect::new(Self::CARD.name, Self::CARD.metric, domain.goal(), budget)
    }
}
