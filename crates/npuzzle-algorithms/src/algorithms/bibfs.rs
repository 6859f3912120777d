//! Bidirectional breadth-first search: layers of states around the start and around the goals,
//! until they meet.
//!
//! When all states up to `d` moves from the start and up to `e` moves from the goals are known, a
//! path that has not been seen has more than `d + e` moves. Only then is the shortest path through
//! a common state the shortest of all: it need not be the first one met. (Pohl 1971)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "bibfs",
        aliases: &["bidirectional-bfs", "bidirectional-breadth-first"],
        title: "Bidirectional breadth-first search",
        summary: "breadth first from both ends, the smaller frontier first",
        informed: false,
        complete: true,
        optimal: Optimality::UniformCosts,
        memory: MemoryClass::States,
        kind: SearchKind::Bidirectional,
        frontier: FrontierOrder::Layers,
        features: &[],
        options: &[],
        citation: "Pohl 1971",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
while both ends have open states:
  bound <- least g ahead + least g behind + 1
  if best <= bound, lifted by parity: leave the loop
  n <- state with least g, at the end with fewer open
  if n cannot lead to less than best: pass it over
  move n from open to closed @expand
  for each successor s of n, seen from its end: @generate
    if this end knows s with no larger g: drop s @duplicate,worse
    if g(s) + least g of the other end >= best: drop s @over-bound
    put s into open, unless the other end is done with it @keep
    if the other end knows s: best <- the cheaper @met
return the best path @solved
",
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Breadth, D>(task)
    }
}

/// Fewest moves first.
struct Breadth;

impl Strategy for Breadth {
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
