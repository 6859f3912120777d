//! Breadth-first search: all states one move away, then two moves, and so on.
//!
//! The first goal met is the nearest. Memory: every state generated. (Moore 1959)

use crate::algorithms::Algorithm;
use crate::algorithms::graph::{self, Frontier, graph_pseudocode};
use crate::algorithms::rules::{DUPLICATES, GOAL_TEST_EARLY};
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "nearest states first; the goal test is made on generation",
        optimal: Optimality::UniformCosts,
        frontier: FrontierOrder::Queue,
        options: &[GOAL_TEST_EARLY, DUPLICATES],
        citation: "Moore 1959",
        pseudocode: graph_pseudocode!(frontier: "queue", first: "oldest", order: "", enter: "add s to"),
        ..AlgorithmCard::blind("bfs", &["breadth-first"], "Breadth-first search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        graph::run(Frontier::Queue, options, task)
    }
}
