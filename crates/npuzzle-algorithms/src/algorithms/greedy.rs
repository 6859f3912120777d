//! Greedy best-first search: the state that looks nearest to the goal first.
//!
//! Fast, and blind to what the path has cost. A state that is known is never looked at again.
//! (Doran & Michie 1966)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE};
use crate::algorithms::rules::GOAL_TEST_LATE;
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "smallest h first; known states are dropped",
        optimal: Optimality::No,
        frontier: FrontierOrder::LeastH,
        options: &[TIE, GOAL_TEST_LATE],
        citation: "Doran & Michie 1966",
        pseudocode: "\
open <- {start}, closed <- {} @search
while open is not empty:
  n <- state of open with least h, then largest g
  if n is a goal: return the path to n @solved
  move n from open to closed @expand
  for each successor s of n: @generate
    if s is in open or closed: drop s @duplicate
    put s into open @keep
report no solution
",
        ..AlgorithmCard::informed("greedy", &["greedy-best-first", "gbfs"], "Greedy best-first search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let order = Order { improve: false, reopen: false, ..Order::from_options(options, 0, 1) };
        best_first::run(&order, task)
    }
}
