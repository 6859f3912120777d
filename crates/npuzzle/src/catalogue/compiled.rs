//! Which code searches boards of a storage: that of `npuzzle-small`, or that compiled here.

use crate::algorithms;
use crate::core::card::Options;
use crate::core::{BoxedEvaluator, Broken, Budget, BuildError, Outcome, Task};
use crate::domains::tiles::grid::{Large, Medium, Small};
use crate::domains::tiles::{Grid, Tiles};
use crate::heuristics::expression::Expression;
use crate::heuristics::tiles;

/// A storage with its searches and heuristics.
pub(crate) trait Compiled: Grid {
    /// Runs the search called `name`; `None` if there is none of that name.
    fn run(name: &str, options: &Options, task: Task<'_, '_, Tiles<Self>>) -> Option<Outcome<Self::Index>> {
        algorithms::run(name, options, task)
    }

    /// Builds an expression in the form it has for searches. What has no value is told to `broken`.
    fn evaluator(
        expression: &Expression,
        domain: &Tiles<Self>,
        budget: &mut Budget<'_>,
        broken: &Broken,
    ) -> Result<BoxedEvaluator<Tiles<Self>>, BuildError> {
        tiles::evaluator(expression, domain, budget, broken)
    }
}

impl Compiled for Small {
    fn run(name: &str, options: &Options, task: Task<'_, '_, Tiles<Self>>) -> Option<Outcome<Self::Index>> {
        npuzzle_small::run(name, options, task)
    }

    fn evaluator(
        expression: &Expression,
        domain: &Tiles<Self>,
        budget: &mut Budget<'_>,
        broken: &Broken,
    ) -> Result<BoxedEvaluator<Tiles<Self>>, BuildError> {
        npuzzle_small::evaluator(expression, domain, budget, broken)
    }
}

impl Compiled for Medium {}

impl Compiled for Large {}
