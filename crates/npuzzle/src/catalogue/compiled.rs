//! Which code searches boards of a storage: each storage is compiled once, in a crate below this one.

use crate::algorithms::all_optimal::{AllOptimal, Question, Uncounted};
use crate::core::card::Options;
use crate::core::{BoxedEvaluator, Broken, Budget, BuildError, Outcome, Stats, Task};
use crate::domains::tiles::grid::{Large, Medium, Small};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::expression::{Composite, Expression, MOST_ATOMS};

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

    /// Builds the general form of any expression, for questions about every state once.
    fn composite(
        expression: &Expression,
        domain: &Tiles<Self>,
        budget: &mut Budget<'_>,
        broken: &Broken,
    ) -> Result<Composite<Tiles<Self>, MOST_ATOMS>, BuildError>;

    /// Counts all optimal solutions and lists the first.
    fn count_all(
        question: &Question<'_, Tiles<Self>>,
        budget: &mut Budget<'_>,
    ) -> (Result<AllOptimal<Self::Index>, Uncounted>, Stats);
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

            fn composite(
                expression: &Expression,
                domain: &Tiles<Self>,
                budget: &mut Budget<'_>,
                broken: &Broken,
            ) -> Result<Composite<Tiles<Self>, MOST_ATOMS>, BuildError> {
                use $module as code;
                code::composite(expression, domain, budget, broken)
            }

            fn count_all(
                question: &Question<'_, Tiles<Self>>,
                budget: &mut Budget<'_>,
            ) -> (Result<AllOptimal<Self::Index>, Uncounted>, Stats) {
                use $module as code;
                code::count_all(question, budget)
            }
        })*
    };
}

compiled! {
    Small: npuzzle_boards::small;
    Medium: npuzzle_boards::medium;
    Large: npuzzle_others::large;
}
