//! Iterative deepening: depth-limited searches with a limit that rises one by one.
//!
//! Finds what breadth-first search finds while it holds one path. The last walk dominates the work,
//! as the number of paths grows geometrically. (Slate & Atkin 1977; Korf 1985)

use crate::algorithms::Algorithm;
use crate::algorithms::ida::deepen;
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::zero::Zero;
use crate::core::{Domain, Outcome, Stats, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "ids",
        aliases: &["iddfs", "iterative-deepening", "iterative-deepening-dfs"],
        title: "Iterative-deepening search",
        summary: "depth-limited searches with a rising limit",
        informed: false,
        complete: true,
        optimal: Optimality::Always,
        memory: MemoryClass::Path,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Path,
        features: &[],
        options: &[CYCLES],
        citation: "Korf 1985",
        pseudocode: "\
bound <- 0, path <- (start) @search
if start is a goal: return path
repeat:
  walk(start) @bound
  bound <- least g that was over bound
  if none was: report no solution

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
        let Task { domain, start, budget, mut observer, .. } = task;
        let verdict = deepen(domain, &start, &Zero, cycles, budget, &mut observer, &mut stats);
        Outcome::new(verdict, stats, budget)
    }
}
