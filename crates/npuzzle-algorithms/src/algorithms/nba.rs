//! NBA*, the new bidirectional A*: A* from both ends, each state expanded from one end only.
//!
//! With `F` the least `g + h` of the other frontier and `k` the estimate of the way back, a path
//! through a state that the other half has not expanded costs at least `g + F - k`: states where
//! that, or `g + h`, is no better than the path already seen are rejected unexpanded. The search
//! stops when the least `g + h` of either frontier reaches that path's cost. (Pijls & Post 2009)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, WayBack, halves_pseudocode, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "A* from both ends; each state is expanded once, from one end only",
        optimal: Optimality::Consistent,
        frontier: FrontierOrder::LeastF,
        citation: "Pijls & Post 2009",
        pseudocode: halves_pseudocode!(
            names: "k: h of the way back; F: least f of the other end\n",
            bound: "larger of the least f = g + h of both ends",
            first: "state with least f, at the end with fewer open",
            dropped: "f(s) or g(s) + F - k(s) is not below best",
            reopened: "    if s is in closed: take it out again @reopen\n",
        ),
        ..AlgorithmCard::from_both_ends("nba", &["nba*"], "NBA*")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Self, D>(task)
    }
}

/// Least `g + h` first.
impl Strategy for Entry {
    const WAY_BACK: WayBack = WayBack::OnceMet;

    #[inline]
    fn priority(g: Cost, h: Cost, _: Cost) -> u64 {
        u64::from(g) + u64::from(h)
    }

    #[inline]
    fn lower_bound(forward: Least, backward: Least, _: Cost) -> u64 {
        forward.priority.max(backward.priority)
    }

    #[inline]
    fn through(g: Cost, h: Cost, other_h: Cost, other_priority: u64) -> u64 {
        let from_behind = (u64::from(g) + other_priority).saturating_sub(u64::from(other_h));
        from_behind.max(u64::from(g) + u64::from(h))
    }
}
