//! MM: bidirectional search that is guaranteed to meet in the middle.
//!
//! A state waits with `p = max(g + h, 2g + e)`, `e` being the least cost of an operator, and the
//! state of least `p` at *both* ends goes next. Then neither half expands a state beyond half the
//! cost `C` of an optimal solution, if the heuristic is admissible: as long as no path of cost `C`
//! is known, one of the two open states where an optimal path leaves the halves has `p <= C`, and
//! once such a path is known, the search goes on only while the least `p` is below `C`. It stops
//! when the cheapest path seen costs no more than the largest of four bounds: the least priority of
//! both frontiers, the least `g + h` of each, and the sum of both least `g` plus `e`. An admissible
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
        summary: "from both ends by max(f, 2g + 1): if h is admissible, neither half goes beyond the middle",
        citation: "Holte, Felner, Sharon & Sturtevant 2016",
        pseudocode: halves_pseudocode!(
            names: "",
            bound: "max(least p, least f of each end, sum of least g + 1)",
            first: "state of least p = max(f, 2g + 1) at both ends;\n    if both have one, where fewer are open",
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
/// make up for it, and the middle is still not passed: the least `p` is then `C + 1` at most, and
/// `2g + 1 <= C + 1`.
impl Strategy for Entry {
    const LEAST_F_AND_G: bool = true;
    const NEEDS_CONSISTENCY: bool = false;
    const LEAST_PRIORITY_FIRST: bool = true;

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
