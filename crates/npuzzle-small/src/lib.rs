//! The searches and heuristics of `npuzzle`, compiled for boards of up to 16 cells.
//!
//! The 8- and the 15-puzzle are what searches are measured with. Their code is generated here, in one unit
//! and with all optimisations, while other storages and problems are compiled faster and run a little slower
//! (`docs/adr/0001-crates-along-the-layers.md`). There is nothing else here: no decision, no second way.

use npuzzle_algorithms::algorithms;
use npuzzle_core::core::card::Options;
use npuzzle_core::core::{BoxedEvaluator, Broken, Budget, BuildError, Domain, Outcome, Task};
use npuzzle_domains::domains::tiles::Tiles;
use npuzzle_domains::domains::tiles::grid::Small;
use npuzzle_heuristics::heuristics::expression::Expression;
use npuzzle_heuristics::heuristics::tiles;

/// The puzzle on a small board.
pub type SmallTiles = Tiles<Small>;

/// Runs the search called `name`; `None` if there is none of that name.
pub fn run(
    name: &str,
    options: &Options,
    task: Task<'_, '_, SmallTiles>,
) -> Option<Outcome<<SmallTiles as Domain>::Op>> {
    algorithms::run(name, options, task)
}

/// Builds an expression in the form it has for searches. What has no value is told to `broken`.
pub fn evaluator(
    expression: &Expression,
    domain: &SmallTiles,
    budget: &mut Budget<'_>,
    broken: &Broken,
) -> Result<BoxedEvaluator<SmallTiles>, BuildError> {
    tiles::evaluator(expression, domain, budget, broken)
}
