//! A*: the state with the smallest `g + h` first.
//!
//! Optimal with any admissible heuristic: a closed state that is reached on a cheaper path is
//! opened again, which with a consistent heuristic never happens. (Hart, Nilsson & Raphael 1968)
//! Programs that only look whether a state is known, and keep the first path to it, are A* with
//! `duplicates=stored`; they prove nothing.

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE, best_first_pseudocode};
use crate::algorithms::rules::{
    BETTERED, GOAL_TEST_LATE, REOPEN, WEAKENED_BY_EARLY_TEST, WEAKENED_BY_FIRST_PATHS, weakened_by_not_reopening,
};
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "smallest g + h first; reopens closed states reached on a cheaper path",
        frontier: FrontierOrder::LeastF,
        weakened_by: &[
            weakened_by_not_reopening(Optimality::IfConsistent),
            WEAKENED_BY_EARLY_TEST,
            WEAKENED_BY_FIRST_PATHS,
        ],
        options: &[TIE, GOAL_TEST_LATE, REOPEN, BETTERED],
        citation: "Hart, Nilsson & Raphael 1968",
        pseudocode: best_first_pseudocode!("f = g + h"),
        ..AlgorithmCard::informed("astar", &["a*", "a-star"], "A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let order = Order::from_options(options, 1, 1);
        best_first::run(&order, task)
    }
}
