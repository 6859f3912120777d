//! MM: bidirectional search that is guaranteed to meet in the middle.
//!
//! A state waits with `max(g + h, 2g + e)`, `e` being the least cost of an operator, so that
//! neither half expands a state beyond half the cost of an optimal solution. It stops when the
//! cheapest path seen costs no more than the largest of four bounds: the least priority of both
//! frontiers, the least `g + h` of each, and the sum of both least `g` plus `e`. An admissible
//! heuristic is enough, since states reached on a cheaper path are opened again. (Holte, Felner,
//! Sharon & Sturtevant 2016; `e`: Sharon et al. 2016)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "mm",
        aliases: &["meet-in-the-middle"],
        title: "MM",
        summary: "from both ends by max(f, 2g + e): neither half goes beyond the middle",
        informed: true,
        complete: true,
        optimal: Optimality::Admissible,
        memory: MemoryClass::States,
        kind: SearchKind::Bidirectional,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[],
        citation: "Holte, Felner, Sharon & Sturtevant 2016",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
while both ends have open states:
  bound <- largest of: least p, least f ahead, least f
    behind, least g ahead + least g behind + 1
  if best <= bound, lifted by parity: leave the loop
  n <- least p = max(f, 2g + 1), where fewer are open
  if n cannot lead to less than best: pass it over
  move n from open to closed @expand
  for each successor s of n, seen from its end: @generate
    if this end knows s with no larger g: drop s @duplicate,worse
    if f(s) is not below best: drop s @over-bound
    if s is in closed: take it out again @reopen
    put s into open, unless the other end is done with it @keep
    if the other end knows s: best <- the cheaper @met
return the best path @solved
",
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<MeetInTheMiddle, D>(task)
    }
}

/// Least `max(g + h, 2g + 1)` first: one is `e` on boards. Where operators may be free, the bounds
/// make up for it.
struct MeetInTheMiddle;

impl Strategy for MeetInTheMiddle {
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
