//! The searches and heuristics of `npuzzle`, compiled for boards of up to 25 cells.
//!
//! The 8-, the 15- and the 24-puzzle are what searches are measured with. Their code is generated here, in
//! one unit and optimised for speed; larger boards and other problems are compiled for size in
//! `npuzzle-others` (`docs/adr/0001-crates-along-the-layers.md`). There is nothing else here: no decision,
//! no second way.

/// Compiles all searches and heuristics for storages of boards, a module for each.
#[macro_export]
macro_rules! compiled {
    ($($(#[$doc:meta])* $module:ident: $grid:ty;)*) => {
        $($(#[$doc])*
        pub mod $module {
            use npuzzle_core::core::card::Options;
            use npuzzle_core::core::{BoxedEvaluator, Broken, Budget, BuildError, Domain, Outcome, Task};
            use npuzzle_domains::domains::tiles::Tiles;
            use npuzzle_heuristics::heuristics::expression::Expression;

            /// The puzzle on these boards.
            pub type Puzzle = Tiles<$grid>;

            /// Runs the search called `name`; `None` if there is none of that name.
            pub fn run(
                name: &str,
                options: &Options,
                task: Task<'_, '_, Puzzle>,
            ) -> Option<Outcome<<Puzzle as Domain>::Op>> {
                npuzzle_algorithms::algorithms::run(name, options, task)
            }

            /// Builds an expression in the form it has for searches. What has no value is told to `broken`.
            pub fn evaluator(
                expression: &Expression,
                domain: &Puzzle,
                budget: &mut Budget<'_>,
                broken: &Broken,
            ) -> Result<BoxedEvaluator<Puzzle>, BuildError> {
                npuzzle_heuristics::heuristics::tiles::evaluator(expression, domain, budget, broken)
            }
        })*
    };
}

compiled! {
    /// Up to 16 cells.
    small: npuzzle_domains::domains::tiles::grid::Small;
    /// Up to 25 cells.
    medium: npuzzle_domains::domains::tiles::grid::Medium;
}
