//! Weighted A*: the state with the smallest `g + w * h` first.
//!
//! With an admissible heuristic the solution costs at most `w` times the optimum. The weight is an
//! exact fraction, so priorities are whole numbers. (Pohl 1970)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE};
use crate::algorithms::rules::{GOAL_TEST_LATE, REOPEN};
use crate::core::card::{
    AlgorithmCard, FrontierOrder, MemoryClass, Optimality, OptionCard, OptionKind, Options, SearchKind,
};
use crate::core::{Domain, Outcome, Ratio, Task};

/// The entry of the list.
pub struct Entry;

const WEIGHT: OptionCard = OptionCard {
    name: "w",
    summary: "the weight of the estimate",
    kind: OptionKind::Ratio { min: Ratio::ONE, max: Ratio::whole(1000), default: Ratio::whole(2) },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "weighted-astar",
        aliases: &["wa*", "weighted-a*", "weighted-a-star"],
        title: "Weighted A*",
        summary: "smallest g + w * h first: at most w times the optimum, and much faster",
        informed: true,
        complete: true,
        optimal: Optimality::WithinWeight,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::LeastF,
        features: &[],
        options: &[WEIGHT, TIE, GOAL_TEST_LATE, REOPEN],
        citation: "Pohl 1970",
        pseudocode: "\
open <- {start}, closed <- {}, g(start) <- 0 @search
while open is not empty:
  n <- state of open with least g + w * h, then largest g
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
        let weight = options.ratio(WEIGHT.name);
        let (g_weight, h_weight) = (weight.denominator(), weight.numerator());
        let order = Order::from_options(options, g_weight, h_weight);
        best_first::run(&order, task)
    }
}
