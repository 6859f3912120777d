//! Which code searches boards of a storage: each storage is compiled once, in a crate below this one.

use crate::core::card::Options;
use crate::core::{BoxedEvaluator, Broken, Budget, BuildError, Outcome, Task};
use crate::domains::tiles::grid::{Large, Medium, Small};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::expression::Expression;

/// A storage with its searches and heuristics.
pub(crate) trait Compiled: Grid {
    /// Runs the search called `name`; `None` if there is none of that name.
    fn run(name: &str, options: &Options, task: Task<'_, '_, Tiles<Self>>) -> Option<Outcome<Self::Index>>;

    /// Builds an expression in the form it has for searches. What has no value is told to `broken`.
    fn evaluator(
        expression: &Expression,
        domain: &Tiles<Self>,
        budget: &mut Budget<'_>,
        broken: &Broken,
    ) -> Result<BoxedEvaluator<Tiles<Self>>, BuildError>;
}

macro_rules! compiled {
    ($($grid:ty: $module:path;)*) => {
        $(impl Compiled for $grid {
            fn run(name: &str, options: &Options, task: Task<'_, '_, Tiles<Self>>) -> Option<Outcome<Self::Index>> {
                use $module as code;
                code::run(name, options, task)
            }

            fn evaluator(
                expression: &Expression,
                domain: &Tiles<Self>,
                budget: &mut Budget<'_>,
                broken: &Broken,
            ) -> Result<BoxedEvaluator<Tiles<Self>>, BuildError> {
                use $module as code;
                code::evaluator(expression, domain, budget, broken)
            }
        })*
    };
}

compiled! {
    Small: npuzzle_boards::small;
    Medium: npuzzle_boards::medium;
    Large: npuzzle_others::large;
}
