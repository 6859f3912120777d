//! BAE*, also known as DIBBS: best-first search from both ends that corrects its heuristic as it
//! goes.
//!
//! A state waits with `b = 2g + h - k`, where `k` estimates the way back to where its half began.
//! Since `g - k` is how much that estimate was wrong so far, states that turned out dearer than
//! they looked wait longer. For a path from the start through `u` (open in front) and `v` (open
//! behind) to the goal, consistency gives `cost >= (b(u) + b(v)) / 2`: the search may stop when the
//! cheapest path it has seen costs no more than half the sum of both least `b`. Each half is A*
//! with the consistent estimate `(h - k) / 2`, so no state is ever expanded twice. (Sadhukhan 2012;
//! Sewell & Jacobson 2021; the potential is that of Ikeda et al. 1994)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, run_halves};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "bae",
        aliases: &["bae*", "dibbs"],
        title: "BAE* (DIBBS)",
        summary: "A* from both ends, ordered by 2g + h - h of the way back",
        informed: true,
        complete: true,
        optimal: Optimality::Consistent,
        memory: MemoryClass::States,
        kind: SearchKind::Bidirectional,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[],
        citation: "Sadhukhan 2012; Sewell & Jacobson 2021",
        pseudocode: "\
for both ends: open, closed <- {}; best <- infinity @search
put start into open ahead, the goals behind @root
b = 2g + h - h of the way back; B: the other end's least
while both ends have open states:
  bound <- half of (least b ahead + least b behind)
  if best <= bound, lifted by parity: leave the loop
  n <- state with least b, at the end with fewer open
  if n cannot lead to less than best: pass it over
  move n from open to closed @expand
  for each successor s of n, seen from its end: @generate
    if this end knows s with no larger g: drop s @duplicate,worse
    if f(s) or (b(s) + B) / 2 is not below best: drop s @over-bound
    if s is in closed: take it out again @reopen
    put s into open, unless the other end is done with it @keep
    if the other end knows s: best <- the cheaper @met
return the best path @solved
",
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<BalancedError, D>(task)
    }
}

/// Least `2g + h - k` first.
pub(crate) struct BalancedError;

/// Added to every priority, so that none is negative even if an estimate is not consistent.
const OFFSET: u64 = 1 << 32;

impl Strategy for BalancedError {
    #[inline]
    fn priority(g: Cost, h: Cost, other_h: Cost) -> u64 {
        2 * u64::from(g) + u64::from(h) + (OFFSET - u64::from(other_h))
    }

    #[inline]
    fn lower_bound(forward: Least, backward: Least, _: Cost) -> u64 {
        (forward.priority + backward.priority).saturating_sub(2 * OFFSET).div_ceil(2)
    }

    #[inline]
    fn through(g: Cost, h: Cost, other_h: Cost, other_priority: u64) -> u64 {
        let pair = Self::priority(g, h, other_h) + other_priority;
        pair.saturating_sub(2 * OFFSET).div_ceil(2).max(u64::from(g) + u64::from(h))
    }
}
