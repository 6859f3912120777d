//! Depth-limited search: depth first, but no path costs more than the limit.
//!
//! Holds one path and never takes the last move straight back. If nothing is found it has proved
//! that every solution is dearer than the limit.

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::walk;
use crate::algorithms::path::solution;
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{
    AlgorithmCard, FrontierOrder, MemoryClass, Optimality, OptionCard, OptionKind, Options, SearchKind,
};
use crate::core::walk::Walk;
use crate::core::zero::Zero;
use crate::core::{Domain, Outcome, Proof, Stats, Stop, Task, Verdict};

/// The entry of the list.
pub struct Entry;

const LIMIT: OptionCard = OptionCard {
    name: "limit",
    summary: "the longest path that is tried",
    kind: OptionKind::Count { min: 0, max: 1_000_000_000, default: 30 },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "dls",
        aliases: &["depth-limited"],
        title: "Depth-limited search",
        summary: "depth first on paths up to a limit",
        informed: false,
        complete: false,
        optimal: Optimality::No,
        memory: MemoryClass::Path,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Path,
        features: &[],
        options: &[LIMIT, CYCLES],
        citation: "Russell & Norvig 2021, section 3.4.4",
        pseudocode: "\
bound <- limit, path <- (start) @search,bound
if start is a goal: return path
walk(start)
report no solution within bound

walk(n): @expand
  for each successor s of n, but not straight back: @generate
    if g(s) > bound: drop s @over-bound
    if s is a goal: return the path to s @solved
    if duplicates=path and s is on path: drop s @duplicate
    path <- path + s; walk(s); path <- path - s @keep
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let cycles = Cycles::from_options(options, task.domain.has_endless_paths());
        let mut stats = Stats::default();
        let limit = options.count(LIMIT.name);
        let Task { domain, start, budget, mut observer, .. } = task;
        let walked = walk(domain, &start, &Zero, limit, cycles, budget, &mut observer, &mut stats);
        let verdict = match walked {
            Ok(Walk::Found(ops)) => Verdict::Solved(solution(domain, &start, ops, |_| Proof::Found)),
            Ok(Walk::Exhausted { beyond: Some(beyond) }) => {
                budget.raise_lower_bound(beyond);
                Verdict::Stopped { why: Stop::Depth, best: None }
            }
            Ok(Walk::Exhausted { beyond: None }) => Verdict::Unsolvable,
            Err(why) => Verdict::Stopped { why, best: None },
        };
        Outcome::new(verdict, stats, budget)
    }
}
