//! The heuristic that knows nothing. With it A* is uniform-cost search and IDA* is iterative
//! deepening.

use crate::core::card::HeuristicCard;
use crate::core::{BoxedEvaluator, Budget, Cost, Domain, Heuristic, Metric, Properties, Stop};

/// What the catalogues of all domains say about it.
pub const CARD: HeuristicCard = HeuristicCard {
    summary: "nothing: always 0",
    metric: Metric::Multi,
    citation: "the yardstick of all others",
    ..HeuristicCard::consistent("zero", &[], "Zero")
};

/// Always zero.
pub struct Zero;

impl<D: Domain> Heuristic<D> for Zero {
    type Acc = ();

    fn root(&self, _: &D, _: &D::State) {}

    #[inline(always)]
    fn step(&self, _: &D, (): (), _: &D::State, _: D::Op) {}

    #[inline(always)]
    fn value(&self, (): ()) -> Cost {
        0
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

/// No estimate for a search from the other end either, as [`Task`](crate::core::Task) wants it.
pub fn backward<D: Domain>(_: &D, _: &mut Budget<'_>) -> Result<BoxedEvaluator<D>, Stop> {
    Ok(Box::new(Zero))
}
