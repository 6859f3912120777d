//! Bidirectional breadth-first search: layers of states around the start and around the goals,
//! until they meet.
//!
//! When all states up to `d` moves from the start and up to `e` moves from the goals are known, a
//! path that has not been seen has more than `d + e` moves. Only then is the shortest path through
//! a common state the shortest of all: it need not be the first one met. (Pohl 1971)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, halves_pseudocode, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, Group, Optimality, Options, SearchKind};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "breadth first from both ends, the smaller frontier first",
        group: Group::BothEnds,
        optimal: Optimality::UniformCosts,
        kind: SearchKind::Bidirectional,
        frontier: FrontierOrder::Layers,
        citation: "Pohl 1971",
        pseudocode: halves_pseudocode!(
            names: "",
            bound: "least g ahead + least g behind + 1",
            first: "state with least g, at the end with fewer open",
            dropped: "g(s) + least g of the other end >= best",
            reopened: "",
        ),
        ..AlgorithmCard::blind(
            "bibfs",
            &["bidirectional-bfs", "bidirectional-breadth-first"],
            "Bidirectional breadth-first search",
        )
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Self, D>(task)
    }
}

/// Fewest moves first.
impl Strategy for Entry {
    const STEPS: bool = true;
    const INFORMED: bool = false;

    #[inline]
    fn priority(g: Cost, _: Cost, _: Cost) -> u64 {
        u64::from(g)
    }

    #[inline]
    fn lower_bound(forward: Least, backward: Least, least_cost: Cost) -> u64 {
        forward.priority + backward.priority + u64::from(least_cost)
    }

    #[inline]
    fn through(g: Cost, _: Cost, _: Cost, other_priority: u64) -> u64 {
        u64::from(g) + other_priority
    }
}
