//! Weighted A*: the state with the smallest `g + w * h` first.
//!
//! With an admissible heuristic the solution costs at most `w` times the optimum; with a consistent
//! one this holds even if no state is opened again. With a weight of at most one it is
//! optimal. The
//! weight is an exact fraction, so priorities are whole numbers, and `w=0.5` orders by half of an
//! estimate without rounding it. (Pohl 1970; Likhachev, Gordon & Thrun 2003 on searches that do not
//! reopen)

use crate::algorithms::Algorithm;
use crate::algorithms::best_first::{self, Order, TIE, best_first_pseudocode};
use crate::algorithms::rules::{
    BETTERED, GOAL_TEST_LATE, REOPEN, WEAKENED_BY_EARLY_TEST, WEAKENED_BY_FIRST_PATHS, WEIGHT,
    weakened_by_not_reopening, weight_parts,
};
use crate::core::card::{AlgorithmCard, FrontierOrder, Optimality, Options};
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "smallest g + w * h first: at most w times the optimum (w >= 1, h admissible), and usually much faster",
        optimal: Optimality::WithinWeight,
        weakened_by: &[
            weakened_by_not_reopening(Optimality::WithinWeightIfConsistent),
            WEAKENED_BY_EARLY_TEST,
            WEAKENED_BY_FIRST_PATHS,
        ],
        frontier: FrontierOrder::LeastF,
        options: &[WEIGHT, TIE, GOAL_TEST_LATE, REOPEN, BETTERED],
        citation: "Pohl 1970; Likhachev, Gordon & Thrun 2003",
        pseudocode: best_first_pseudocode!("g + w * h"),
        ..AlgorithmCard::informed("weighted-astar", &["wa*", "weighted-a*", "weighted-a-star"], "Weighted A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let (h_weight, g_weight) = weight_parts(options.fraction(WEIGHT.name));
        let order = Order::from_options(options, g_weight, h_weight);
        best_first::run(&order, task)
    }
}
