//! A*: the state with the smallest `g + h` first.
//!
//! Optimal with any admissible heuristic: a closed state that is reached on a cheaper path is
//! opened again, which with a consistent heuristic never happens. (Hart, Nilsson & Raphael 1968)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE};
use crate::algorithms::rules::{GOAL_TEST_LATE, REOPEN};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "astar",
        aliases: &["a*", "a-star"],
        title: "A*",
        summary: "smallest g + h first; reopens closed states reached on a cheaper path",
        informed: true,
        complete: true,
        optimal: Optimality::Admissible,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::LeastF,
        features: &[],
        options: &[TIE, GOAL_TEST_LATE, REOPEN],
        citation: "Hart, Nilsson & Raphael 1968",
        pseudocode: "\
open <- {start}, closed <- {}, g(start) <- 0 @search
while open is not empty:
  n <- state of open with least f = g + h, then largest g
  if n is a goal: return the path to n @solved
  move n from open to closed @expand
  for each successor s of n: @generate
    if s is known with no larger g: drop s @duplicate,worse
    if s is in closed: take it out again @reopen
    g(s) <- g by way of n; put s into open @keep
report no solution
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let order = Order::from_options(options, 1, 1);
        best_first::run(&order, task)
    }
}
