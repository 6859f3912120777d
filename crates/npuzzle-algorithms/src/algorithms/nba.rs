//! NBA*, the new bidirectional A*: A* from both ends, each state expanded from one end only.
//!
//! With `F` the least `g + h` of the other frontier and `k` the estimate of the way back, a path
//! through a state that the other half has not expanded costs at least `g + F - k`: states where
//! that, or `g + h`, is no better than the path already seen are rejected unexpanded. The search
//! stops when the least `g + h` of either frontier reaches that path's cost. (Pijls & Post 2009)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "nba",
        aliases: &["nba*"],
        title: "NBA*",
        summary: "A* from both ends; each state is expanded from one end only",
        informed: true,
        complete: true,
        optimal: Optimality::Consistent,
        memory: MemoryClass::States,
        kind: SearchKind::Bidirectional,
        frontier: FrontierOrder::LeastF,
        features: &[],
        options: &[],
        citation: "Pijls & Post 2009",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
k: h of the way back; F: least f of the other end
while both ends have open states:
  bound <- larger of the least f = g + h of both ends
  if best <= bound, lifted by parity: leave the loop
  n <- state with least f, at the end with fewer open
  if n cannot lead to less than best: pass it over
  move n from open to closed @expand
  for each successor s of n, seen from its end: @generate
    if this end knows s with no larger g: drop s @duplicate,worse
    if f(s) or g(s) + F - k(s) is not below best: drop s @over-bound
    if s is in closed: take it out again @reopen
    put s into open, unless the other end is done with it @keep
    if the other end knows s: best <- the cheaper @met
return the best path @solved
",
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Balanced, D>(task)
    }
}

/// Least `g + h` first.
struct Balanced;

impl Strategy for Balanced {
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
