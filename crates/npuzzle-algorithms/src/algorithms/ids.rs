//! Iterative deepening: depth-first walks with a limit on the cost of a path, which rises to the
//! least cost that the walk before cut off.
//!
//! Where all moves cost one this is the textbook's rising depth, and it finds what breadth-first
//! search finds while it holds one path; with other costs it finds what uniform-cost search finds.
//! The last walk dominates the work where the number of paths grows geometrically. (Slate & Atkin
//! 1977; Korf 1985)

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::deepening_pseudocode;
use crate::algorithms::ida::deepen;
use crate::algorithms::rules::CYCLES;
use crate::core::card::{AlgorithmCard, Optimality, Options};
use crate::core::zero::Zero;
use crate::core::{Domain, Outcome, Task};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "depth first on paths that cost at most a rising limit: on boards the number of moves",
        informed: false,
        optimal: Optimality::Always,
        options: &[CYCLES],
        citation: "Korf 1985",
        pseudocode: deepening_pseudocode!("g", "bound <- 0, path <- (start) @search\n"),
        ..AlgorithmCard::on_one_path(
            "ids",
            &["iddfs", "iterative-deepening", "iterative-deepening-dfs"],
            "Iterative-deepening search",
        )
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        deepen(options, Task { heuristic: &Zero, ..task })
    }
}
