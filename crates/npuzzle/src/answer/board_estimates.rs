//! The exact value of a heuristic of boards on one board after the other.

use crate::catalogue::RequestError;
use crate::core::{Budget, Fraction, Heuristic};
use crate::domains::tiles::grid::Large;
use crate::domains::tiles::{Board, MoveOrder, Tiles};
use crate::heuristics::expression::{Composite, Expression, FailureSlot, MOST_ATOMS};
use crate::heuristics::tiles::compiled::LARGE;

/// A heuristic that is ready for the boards of one shape. Of several goals the one that looks
/// nearest counts.
pub(crate) struct BoardEstimates {
    /// One for each goal.
    heuristics: Vec<(Tiles<Large>, Composite<Tiles<Large>, MOST_ATOMS>)>,
    broken: FailureSlot,
}

impl BoardEstimates {
    /// Prepares an expression for some goals, all of one shape. Tables are taken from the cache of
    /// the limits, or built within them.
    pub fn new(expression: &Expression, goals: &[Board], budget: &mut Budget<'_>) -> Result<Self, RequestError> {
        let broken = FailureSlot::default();
        let mut heuristics = Vec::with_capacity(goals.len());
        for goal in goals {
            let domain = Tiles::<Large>::new(goal, MoveOrder::default());
            let heuristic = (LARGE.composite)(expression, &domain, budget, &broken)?;
            heuristics.push((domain, heuristic));
        }
        Ok(Self { heuristics, broken })
    }

    /// The value on a board, whether or not a goal can be reached from it.
    pub fn value(&self, board: &Board) -> Result<Fraction, RequestError> {
        let mut least: Option<Fraction> = None;
        for (domain, heuristic) in &self.heuristics {
            let acc = heuristic.root(domain, &domain.position(board));
            let Some((numerator, denominator)) = heuristic.exact_value(acc) else {
                let message = self.broken.message().unwrap_or("the heuristic has no value").to_owned();
                return Err(RequestError::Broken { message });
            };
            let value = Fraction::over(numerator, denominator);
            least = Some(least.map_or(value, |least| if value < least { value } else { least }));
        }
        Ok(least.unwrap_or(Fraction::ZERO))
    }
}
