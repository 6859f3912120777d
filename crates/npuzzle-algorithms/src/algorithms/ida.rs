//! Iterative-deepening A*: depth-first walks with a bound on `g + h` that rises until a goal is
//! within it.
//!
//! Each walk's bound is the least `g + h` that the walk before cut off, so with an admissible
//! heuristic the first goal found is optimal. Memory: one path. States may be visited many times.
//! (Korf 1985)

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::walk;
use crate::algorithms::path::{optimal_if, solution};
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::walk::Walk;
use crate::core::{Budget, Domain, Evaluator, Outcome, Stats, Task, Verdict, Watcher};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "ida",
        aliases: &["ida*", "ida-star", "iterative-deepening-a*"],
        title: "Iterative-deepening A*",
        summary: "depth-first walks with a rising bound on g + h",
        informed: true,
        complete: true,
        optimal: Optimality::Admissible,
        memory: MemoryClass::Path,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Path,
        features: &[],
        options: &[CYCLES],
        citation: "Korf 1985",
        pseudocode: "\
bound <- h(start), path <- (start), f = g + h @search
if start is a goal: return path
repeat:
  walk(start) @bound
  bound <- least f that was over bound
  if none was: report no solution

walk(n): @expand
  for each successor s of n, but not straight back: @generate
    if f(s) > bound: drop s @over-bound
    if s is a goal: return the path to s @solved
    if duplicates=path and s is on path: drop s @duplicate
    path <- path + s; walk(s); path <- path - s @keep
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let cycles = Cycles::from_options(options, task.domain.has_endless_paths());
        let mut stats = Stats::default();
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let verdict = deepen(domain, &start, heuristic, cycles, budget, &mut observer, &mut stats);
        stats.evaluated = stats.generated + 1;
        Outcome::new(verdict, stats, budget)
    }
}

/// Walks with rising bounds until one finds a goal.
pub(crate) fn deepen<D: Domain>(
    domain: &D,
    start: &D::State,
    heuristic: &dyn Evaluator<D>,
    cycles: Cycles,
    budget: &mut Budget<'_>,
    observer: &mut Watcher<'_, D>,
    stats: &mut Stats,
) -> Verdict<D::Op> {
    let admissible = heuristic.promises().admissible;
    let mut bound = heuristic.estimate(domain, start);
    loop {
        if admissible {
            budget.raise_lower_bound(bound);
        }
        match walk(domain, start, heuristic, bound, cycles, budget, observer, stats) {
            Ok(Walk::Found(ops)) => {
                return Verdict::Solved(solution(domain, start, ops, |_| optimal_if(admissible)));
            }
            Ok(Walk::Exhausted { beyond: Some(beyond) }) => bound = beyond,
            Ok(Walk::Exhausted { beyond: None }) => return Verdict::Unsolvable,
            Err(why) => return Verdict::Stopped { why, best: None },
        }
    }
}
