//! Depth-first search with a table of known states: always on from the state generated last.
//!
//! Complete on finite spaces thanks to the table. A state that waits in the stack is known and not
//! pushed again, so the tree is not a depth-first tree in the strict sense; it is with
//! `duplicates=expanded`. The path it finds may be absurdly long (tens of
//! thousands of moves on the 8-puzzle), which is what it is here to show. (Tarjan 1972)

use crate::algorithms::Algorithm;
use crate::algorithms::graph::{self, Frontier, graph_pseudocode};
use crate::algorithms::rules::{DUPLICATES, GOAL_TEST_EARLY};
use crate::core::card::{AlgorithmCard, FrontierOrder, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "newest states first; states that are known are dropped, even those that wait in the stack; the goal test is made on generation",
        frontier: FrontierOrder::Stack,
        options: &[GOAL_TEST_EARLY, DUPLICATES],
        citation: "Tarjan 1972",
        pseudocode: graph_pseudocode!(frontier: "stack", first: "newest", order: ", the first move last", enter: "push s on"),
        ..AlgorithmCard::blind("dfs", &["depth-first"], "Depth-first search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        graph::run(Frontier::Stack, options, task)
    }
}
