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
            use npuzzle_algorithms::algorithms::{self, all_optimal};
            use npuzzle_core::core::card::Options;
            use npuzzle_core::core::{BoxedEvaluator, Broken, Budget, BuildError, Domain, Outcome, Stats, Task};
            use npuzzle_domains::domains::tiles::Tiles;
            use npuzzle_heuristics::heuristics::expression::{Composite, Expression, MOST_ATOMS};
            use npuzzle_heuristics::heuristics::tiles;

            type Op = <Puzzle as Domain>::Op;

            /// The puzzle on these boards.
            pub type Puzzle = Tiles<$grid>;

            /// Runs the search called `name`; `None` if there is none of that name.
            pub fn run(name: &str, options: &Options, task: Task<'_, '_, Puzzle>) -> Option<Outcome<Op>> {
                algorithms::run(name, options, task)
            }

            /// Counts all optimal solutions and lists the first.
            pub fn count_all(
                question: &all_optimal::Question<'_, Puzzle>,
                budget: &mut Budget<'_>,
            ) -> (Result<all_optimal::AllOptimal<Op>, all_optimal::Uncounted>, Stats) {
                all_optimal::count_all(question, budget)
            }

            /// Builds an expression in the form it has for searches. What has no value is told to `broken`.
            pub fn evaluator(
                expression: &Expression,
                domain: &Puzzle,
                budget: &mut Budget<'_>,
                broken: &Broken,
            ) -> Result<BoxedEvaluator<Puzzle>, BuildError> {
                tiles::evaluator(expression, domain, budget, broken)
            }

            /// Builds the general form of any expression, for questions about every state once.
            pub fn composite(
                expression: &Expression,
                domain: &Puzzle,
                budget: &mut Budget<'_>,
                broken: &Broken,
            ) -> Result<Composite<Puzzle, MOST_ATOMS>, BuildError> {
                tiles::composite(expression, domain, budget, broken)
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
