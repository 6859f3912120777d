//! Uniform-cost search: the cheapest path first.
//!
//! Dijkstra's algorithm with one source and one goal, on a graph that is made as it goes.
//! (Dijkstra 1959)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE};
use crate::algorithms::rules::{GOAL_TEST_LATE, WEAKENED_BY_EARLY_TEST};
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "smallest g first; the goal test is made on expansion",
        optimal: Optimality::Always,
        weakened_by: &[WEAKENED_BY_EARLY_TEST],
        frontier: FrontierOrder::LeastG,
        options: &[TIE, GOAL_TEST_LATE],
        citation: "Dijkstra 1959",
        pseudocode: "\
open <- {start}, closed <- {}, g(start) <- 0 @search
while open is not empty:
  n <- state of open with least g, the newest first
  if n is a goal: return the path to n @solved
  move n from open to closed @expand
  for each successor s of n: @generate
    if s is known with no larger g: drop s @duplicate,worse
    g(s) <- g by way of n; put s into open @keep
report no solution
",
        ..AlgorithmCard::blind("ucs", &["uniform-cost", "dijkstra"], "Uniform-cost search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let order = Order::from_options(options, 1, 0);
        best_first::run(&order, task)
    }
}
