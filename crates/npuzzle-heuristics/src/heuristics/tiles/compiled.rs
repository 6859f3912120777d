//! The heuristics compiled for each storage of boards, and with them the walk of IDA*.

use std::sync::Arc;

use crate::core::{BoxedEvaluator, Budget, BuildError};
use crate::domains::any::AnyDomain;
use crate::domains::tiles::grid::{Large, Medium, Small};
use crate::domains::tiles::{Grid, Slides, Tiles};
use crate::heuristics::expression::{Composite, Expression, FailureSlot, MOST_ATOMS};

/// The ways to build an expression for one storage of boards, as functions that are compiled.
pub struct Builders<G: Grid> {
    /// [`evaluator`](super::evaluator)
    pub evaluator: Build<G, BoxedEvaluator<Tiles<G>>>,
    /// [`composite`](super::composite)
    pub composite: Build<G, Composite<Tiles<G>, MOST_ATOMS>>,
    /// [`in_slides`](super::slides::in_slides)
    pub in_slides: BuildInSlides<G>,
}

/// Builds an expression for a puzzle in slides, whose type is hidden.
pub type BuildInSlides<G> =
    fn(&Expression, &Arc<Slides<G>>, &mut Budget<'_>, &FailureSlot) -> Result<BoxedEvaluator<AnyDomain>, BuildError>;

/// Builds an expression for a puzzle.
pub type Build<G, B> = fn(&Expression, &Tiles<G>, &mut Budget<'_>, &FailureSlot) -> Result<B, BuildError>;

impl<G: Grid> Builders<G> {
    const fn new() -> Self {
        Self { evaluator: super::evaluator, composite: super::composite, in_slides: super::slides::in_slides }
    }
}

/// Boards of up to 16 cells.
pub static SMALL: Builders<Small> = Builders::new();

/// Boards of up to 25 cells.
pub static MEDIUM: Builders<Medium> = Builders::new();

/// Boards of any size.
pub static LARGE: Builders<Large> = Builders::new();
