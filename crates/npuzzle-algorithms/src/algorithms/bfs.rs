//! Breadth-first search: all states one move away, then two moves, and so on.
//!
//! The first goal met is the nearest. Memory: every state generated. (Moore 1959)

use crate::algorithms::Algorithm;
use crate::algorithms::graph::{self, Frontier};
use crate::algorithms::rules::{DUPLICATES, GOAL_TEST_EARLY};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "bfs",
        aliases: &["breadth-first"],
        title: "Breadth-first search",
        summary: "nearest states first; the goal test is made on generation",
        informed: false,
        complete: true,
        optimal: Optimality::UniformCosts,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Queue,
        features: &[],
        options: &[GOAL_TEST_EARLY, DUPLICATES],
        citation: "Moore 1959",
        pseudocode: "\
if start is a goal: return the empty path
open <- queue of start, closed <- {} @search
while open is not empty:
  n <- oldest state of open; move it to closed @expand
  for each successor s of n: @generate
    if s is in open or closed: drop s @duplicate,worse
    if s is a goal: return the path to s @solved
    add s to open @keep
report no solution
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        graph::run(Frontier::Queue, options, task)
    }
}
