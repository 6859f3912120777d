//! Zero in the list of the sliding-tile puzzle.

use crate::core::card::HeuristicCard;
use crate::core::{BoxedEvaluator, Budget};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::tiles::{BuildError, TileHeuristic};
use crate::heuristics::zero::{CARD, Zero};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = CARD;

    type Built<G: Grid> = Zero;

    fn build<G: Grid>(_: &Tiles<G>, _: &mut Budget<'_>) -> Result<Zero, BuildError> {
        Ok(Zero)
    }

    fn evaluator<G: Grid>(
        _: Option<&str>,
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
    ) -> Result<BoxedEvaluator<Tiles<G>>, BuildError> {
        Ok(Box::new(Self::build(domain, budget)?))
    }
}
