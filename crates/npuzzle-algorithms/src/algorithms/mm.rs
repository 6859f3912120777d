//! MM: bidirectional search that is guaranteed to meet in the middle.
//!
//! A state waits with `max(g + h, 2g + e)`, `e` being the least cost of an operator, so that
//! neither half expands a state beyond half the cost of an optimal solution. It stops when the
//! cheapest path seen costs no more than the largest of four bounds: the least priority of both
//! frontiers, the least `g + h` of each, and the sum of both least `g` plus `e`. An admissible
//! heuristic is enough, since states reached on a cheaper path are opened again. (Holte, Felner,
//! Sharon & Sturtevant 2016; `e`: Sharon et al. 2016)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, halves_pseudocode, run_halves};
use crate::core::card::{AlgorithmCard, Options};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "from both ends by max(f, 2g + e): neither half goes beyond the middle",
        citation: "Holte, Felner, Sharon & Sturtevant 2016",
        pseudocode: halves_pseudocode!(
            names: "",
            bound: "largest of: least p, least f ahead, least f\n    behind, least g ahead + least g behind + 1",
            first: "least p = max(f, 2g + 1), where fewer are open",
            dropped: "f(s) is not below best",
            reopened: "    if s is in closed: take it out again @reopen\n",
        ),
        ..AlgorithmCard::from_both_ends("mm", &["meet-in-the-middle"], "MM")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Self, D>(task)
    }
}

/// Least `max(g + h, 2g + 1)` first: one is `e` on boards. Where operators may be free, the bounds
/// make up for it.
impl Strategy for Entry {
    const LEAST_F_AND_G: bool = true;
    const NEEDS_CONSISTENCY: bool = false;

    #[inline]
    fn priority(g: Cost, h: Cost, _: Cost) -> u64 {
        (u64::from(g) + u64::from(h)).max(2 * u64::from(g) + 1)
    }

    #[inline]
    fn lower_bound(forward: Least, backward: Least, least_cost: Cost) -> u64 {
        let by_g = u64::from(forward.g) + u64::from(backward.g) + u64::from(least_cost);
        // Where operators may be free, the priority may be too large by one.
        let by_priority = forward.priority.min(backward.priority) - u64::from(least_cost == 0);
        u64::from(forward.f.max(backward.f)).max(by_g).max(by_priority)
    }

    #[inline]
    fn through(g: Cost, h: Cost, _: Cost, _: u64) -> u64 {
        u64::from(g) + u64::from(h)
    }
}
