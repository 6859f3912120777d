//! Depth-limited search: depth first, but no path costs more than the limit.
//!
//! Textbooks limit the number of moves; where all moves cost one, as on boards, that is the same.
//! Holds one path and never takes the last move straight back. If nothing is found it has proved
//! that every solution is dearer than the limit.

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::{walk, walk_pseudocode};
use crate::algorithms::path::solution;
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, Completeness, FrontierOrder, MemoryClass, OptionCard, Options};
use crate::core::walk::Walk;
use crate::core::zero::Zero;
use crate::core::{Domain, Outcome, Proof, Stats, Stop, Task, Verdict};

/// The entry of the list.
pub struct Entry;

const LIMIT: OptionCard = OptionCard::count(
    "limit",
    "the dearest path that is tried, by its cost: on boards the number of moves",
    0..=1_000_000_000,
    30,
);

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "depth first on paths that cost at most a limit",
        complete: Completeness::WithinLimit,
        memory: MemoryClass::Path,
        frontier: FrontierOrder::Path,
        options: &[LIMIT, CYCLES],
        citation: "Russell & Norvig 2021, section 3.4.4",
        pseudocode: concat!(
            "\
bound <- limit, path <- (start) @search,bound
if start is a goal: return path
walk(start)
report no solution within bound
",
            walk_pseudocode!("g")
        ),
        ..AlgorithmCard::blind("dls", &["depth-limited"], "Depth-limited search")
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
