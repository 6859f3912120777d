//! Depth-first search with a table of known states: always on from the state generated last.
//!
//! Complete on finite spaces thanks to the table; the path it finds may be absurdly long (tens of
//! thousands of moves on the 8-puzzle), which is what it is here to show. (Tarjan 1972)

use crate::algorithms::Algorithm;
use crate::algorithms::graph::{self, Frontier};
use crate::algorithms::rules::{DUPLICATES, GOAL_TEST_EARLY};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "dfs",
        aliases: &["depth-first"],
        title: "Depth-first search",
        summary: "newest states first, known states dropped; the goal test is made on generation",
        informed: false,
        complete: true,
        optimal: Optimality::No,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Stack,
        features: &[],
        options: &[GOAL_TEST_EARLY, DUPLICATES],
        citation: "Tarjan 1972",
        pseudocode: "\
if start is a goal: return the empty path
open <- stack of start, closed <- {} @search
while open is not empty:
  n <- newest state of open; move it to closed @expand
  for each successor s of n, the first move last: @generate
    if s is in open or closed: drop s @duplicate,worse
    if s is a goal: return the path to s @solved
    push s on open @keep
report no solution
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        graph::run(Frontier::Stack, options, task)
    }
}
