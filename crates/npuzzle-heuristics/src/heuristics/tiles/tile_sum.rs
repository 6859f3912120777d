//! Sums over the tiles: the shape that misplaced tiles and Manhattan distance share.
//!
//! The move of one tile changes one summand, and the blank's if it counts: the update is two
//! look-ups, or four.

use std::marker::PhantomData;

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Properties};
use crate::domains::tiles::grid::Distances;
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// An entry of the list that is a sum over the tiles: a card, and what one tile contributes.
pub trait Measure: Send + Sync + 'static {
    /// See [`TileHeuristic::CARD`].
    const CARD: HeuristicCard;

    /// See [`TileHeuristic::HAS_OWN_WALK`].
    const HAS_OWN_WALK: bool = false;

    /// Whether the blank contributes too.
    const WITH_BLANK: bool = false;

    /// What a tile contributes, given its distance from home. Zero exactly at home.
    fn of(distance: Cost) -> Cost;
}

impl<M: Measure> TileHeuristic for M {
    const CARD: HeuristicCard = M::CARD;

    type Built<G: Grid> = TileSum<G, M>;

    const HAS_OWN_WALK: bool = M::HAS_OWN_WALK;

    const PART: Option<TileContribution> = Some(|shape, tile, home, at| {
        let counts = M::WITH_BLANK || !tile.is_blank();
        if counts { M::of(shape.distance(home, at)) } else { 0 }
    });

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<TileSum<G, M>, BuildError> {
        Ok(TileSum::new(domain))
    }
}

/// The sum of a [`Measure`] over the tiles.
pub struct TileSum<G: Grid, M> {
    distances: G::Distances,
    measure: PhantomData<M>,
}

impl<G: Grid, M: Measure> TileSum<G, M> {
    /// Prepares the distances to the puzzle's goal.
    pub fn new(domain: &Tiles<G>) -> Self {
        Self { distances: G::Distances::new(domain.grid(), domain.goal()), measure: PhantomData }
    }

    #[inline(always)]
    fn part(&self, tile: G::Index, cell: G::Index) -> Cost {
        M::of(self.distances.get(tile, cell))
    }
}

impl<G: Grid, M: Measure> Heuristic<Tiles<G>> for TileSum<G, M> {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        // PERF: with the blank, and its part taken back: a sum without a branch; and one of
        // constant length for the 15-puzzle, which is unrolled.
        let part = |cell: usize| self.part(position.tile_at(G::index(cell)), G::index(cell));
        let sum: Cost = match domain.grid().shape().cells() {
            16 => (0..16).map(part).sum(),
            cells => (0..cells).map(part).sum(),
        };
        if M::WITH_BLANK { sum } else { sum - self.part(G::index(0), position.blank()) }
    }

    #[inline(always)]
    fn step(&self, _: &Tiles<G>, sum: Cost, before: &Position<G>, to: G::Index) -> Cost {
        let (tile, blank) = (before.tile_at(to), before.blank());
        let mut sum = sum + self.part(tile, blank) - self.part(tile, to);
        if M::WITH_BLANK {
            sum = sum + self.part(G::index(0), to) - self.part(G::index(0), blank);
        }
        sum
    }

    value_is_the_sum!(Properties { admissible: M::CARD.admissible, consistent: M::CARD.consistent });
}
