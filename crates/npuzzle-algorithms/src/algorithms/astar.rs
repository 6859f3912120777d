//! A*: the state with the smallest `g + h` first.
//!
//! Optimal with any admissible heuristic: a closed state that is reached on a cheaper path is
//! opened again, which with a consistent heuristic never happens. (Hart, Nilsson & Raphael 1968)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE, best_first_pseudocode};
use crate::algorithms::rules::{GOAL_TEST_LATE, REOPEN};
use crate::core::card::{AlgorithmCard, FrontierOrder, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "smallest g + h first; reopens closed states reached on a cheaper path",
        frontier: FrontierOrder::LeastF,
        options: &[TIE, GOAL_TEST_LATE, REOPEN],
        citation: "Hart, Nilsson & Raphael 1968",
        pseudocode: best_first_pseudocode!("f = g + h"),
        ..AlgorithmCard::informed("astar", &["a*", "a-star"], "A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let order = Order::from_options(options, 1, 1);
        best_first::run(&order, task)
    }
}
