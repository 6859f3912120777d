//! Iterative-deepening A*: depth-first walks with a bound on `g + h` that rises until a goal is
//! within it.
//!
//! Each walk's bound is the least `g + h` that the walk before cut off, so with an admissible
//! heuristic the first goal found is optimal. Memory: one path. States may be visited many times.
//! (Korf 1985)

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::{deepening_pseudocode, walk};
use crate::algorithms::path::{optimal_if, solution};
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, Options};
use crate::core::walk::Walk;
use crate::core::{Domain, Outcome, Stats, Task, Verdict};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "depth-first walks with a rising bound on g + h",
        options: &[CYCLES],
        citation: "Korf 1985",
        pseudocode: deepening_pseudocode!("f", "bound <- h(start), path <- (start), f = g + h @search\n"),
        ..AlgorithmCard::on_one_path("ida", &["ida*", "ida-star", "iterative-deepening-a*"], "Iterative-deepening A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let outcome = deepen(options, task);
        Outcome { stats: Stats { evaluated: outcome.stats.generated + 1, ..outcome.stats }, ..outcome }
    }
}

/// Walks with rising bounds until one finds a goal.
pub(crate) fn deepen<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let Task { domain, start, heuristic, budget, mut observer, .. } = task;
    let cycles = Cycles::from_options(options, domain.has_endless_paths());
    let admissible = heuristic.promises().admissible;
    let mut bound = heuristic.estimate(domain, &start);
    let mut stats = Stats::default();
    let verdict = loop {
        if admissible {
            budget.raise_lower_bound(bound);
        }
        match walk(domain, &start, heuristic, bound, cycles, budget, &mut observer, &mut stats) {
            Ok(Walk::Found(ops)) => {
                break Verdict::Solved(solution(domain, &start, ops, |_| optimal_if(admissible)));
            }
            Ok(Walk::Exhausted { beyond: Some(beyond) }) => bound = beyond,
            Ok(Walk::Exhausted { beyond: None }) => break Verdict::Unsolvable,
            Err(why) => break Verdict::Stopped { why, best: None },
        }
    };
    Outcome::new(verdict, stats, budget)
}
