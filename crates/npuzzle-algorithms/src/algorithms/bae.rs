//! BAE*, also known as DIBBS: best-first search from both ends that corrects its heuristic as it
//! goes.
//!
//! A state waits with `b = 2g + h - k`, where `k` estimates the way back to where its half began.
//! Since `g - k` is how much that estimate was wrong so far, states that turned out dearer than
//! they looked wait longer. For a path from the start through `u` (open in front) and `v` (open
//! behind) to the goal, consistency gives `cost >= (b(u) + b(v)) / 2`: the search may stop when the
//! cheapest path it has seen costs no more than half the sum of both least `b`. Each half is A*
//! with the consistent estimate `(h - k) / 2`, so no half ever expands a state twice. (Sadhukhan
//! 2013; Sewell & Jacobson 2021; the potential is that of Ikeda et al. 1994)

use crate::algorithms::Algorithm;
use crate::algorithms::bidirectional::{Least, Strategy, WayBack, halves_pseudocode, run_halves};
use crate::core::card::{AlgorithmCard, Optimality, Options};
use crate::core::{Cost, Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "A* from both ends, ordered by 2g + h - k, where k estimates the way back to this end",
        optimal: Optimality::Consistent,
        citation: "Sadhukhan 2013; Sewell & Jacobson 2021",
        pseudocode: halves_pseudocode!(
            names: "k: h of the way back; b = 2g + h - k; B: least b of the other\n",
            bound: "half of (least b ahead + least b behind)",
            first: "state with least b, at the end with fewer open",
            dropped: "f(s) or (b(s) + B) / 2 is not below best",
            reopened: "    if s is in closed: take it out again @reopen\n",
        ),
        ..AlgorithmCard::from_both_ends("bae", &["bae*", "dibbs"], "BAE* (DIBBS)")
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        run_halves::<Self, D>(task)
    }
}

/// Added to every priority, so that none is negative even if an estimate is not consistent.
const OFFSET: u64 = 1 << 32;

/// Least `2g + h - k` first.
impl Strategy for Entry {
    const WAY_BACK: WayBack = WayBack::Always;

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
