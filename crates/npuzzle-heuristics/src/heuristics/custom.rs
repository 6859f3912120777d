//! A heuristic that is in no list: a function of boards from the caller, under its own name.
//!
//! Expressions use it like those of the list. What its author claims of it is used, so that
//! searches that need the claim run; but no answer is labelled by a claim without a proof. A proof
//! is an audit of all boards with the values it saw ([`AuditedEstimates`]).

mod audited;

pub use audited::{AuditedEstimates, EstimateRecorder};

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::core::Properties;
use crate::domains::tiles::Board;
use crate::heuristics::expression::program::LARGEST_ATOM;

/// The function behind an [`CustomHeuristic`]: the estimate of a board in units of
/// 1/[`CustomHeuristic::UNIT`], or why there is none.
pub type CustomFunction = Arc<dyn Fn(&Board) -> Result<u64, String> + Send + Sync>;

/// A heuristic of boards that is in no list.
#[derive(Clone)]
pub struct CustomHeuristic {
    /// Its name in expressions. It may not be one of the list's.
    pub name: String,
    /// The estimate. It may be asked about a board more than once, and from several threads. After
    /// the first message it is not asked again.
    pub estimate: CustomFunction,
    /// What its author says of it.
    pub claims: Properties,
    /// What an audit of all boards of this shape, for this goal, saw when it confirmed the claims.
    /// A search rests on it as long as the function says the same; a search for another goal
    /// ignores it.
    pub audited: Option<Arc<AuditedEstimates>>,
    /// The goal it estimates the distance to: it is refused where another one is asked for, and a
    /// search from the other end, whose goal is the start, estimates nothing on that side. `None`
    /// if its values hold for any goal: then the same function serves both sides.
    pub goal: Option<Board>,
}

impl CustomHeuristic {
    /// How many units of an estimate make one. Halves to sixteenths, thirds, fifths, sevenths,
    /// ninths, elevenths, thirteenths and thousandths are exact.
    pub const UNIT: u32 = 18_018_000;

    /// Estimates are below this, in units: it is a little less than a million moves.
    pub const LARGEST: u64 = LARGEST_ATOM as u64;

    /// The nearest number of units; `None` for what is negative, no number or too large to be an
    /// estimate.
    pub fn units_of(value: f64) -> Option<u64> {
        let units = (value * f64::from(Self::UNIT)).round();
        // A comparison with what is not a number is false.
        (value >= 0.0 && units < Self::LARGEST as f64).then_some(units as u64)
    }

    /// The same heuristic for several requests in a row: after the first message the function is
    /// not called again, and the message is repeated.
    pub fn until_it_fails(&self) -> Self {
        let (estimate, failed) = (Arc::clone(&self.estimate), OnceLock::new());
        let once = move |board: &Board| match failed.get() {
            Some(message) => Err(String::clone(message)),
            None => estimate(board).inspect_err(|message| drop(failed.set(message.clone()))),
        };
        Self { estimate: Arc::new(once), ..self.clone() }
    }
}

impl fmt::Debug for CustomHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, estimate: _, claims, audited, goal } = self;
        let mut fields = f.debug_struct("CustomHeuristic");
        fields.field("name", name).field("claims", claims).field("audited", audited).field("goal", goal);
        fields.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_fractions_are_exact() {
        let unit = u64::from(CustomHeuristic::UNIT);
        assert_eq!(CustomHeuristic::units_of(0.0), Some(0));
        assert_eq!(CustomHeuristic::units_of(-0.0), Some(0));
        assert_eq!(CustomHeuristic::units_of(31.0), Some(31 * unit));
        for divisor in (1..=16).chain([1000]) {
            assert_eq!(
                CustomHeuristic::units_of(7.0 / f64::from(divisor)),
                Some(7 * unit / divisor as u64),
                "{divisor}"
            );
            assert_eq!(unit % divisor as u64, 0, "{divisor}");
        }
        // What is left of a sum of floats is not taken for a move.
        assert_eq!(CustomHeuristic::units_of(0.1 + 0.2), CustomHeuristic::units_of(0.3));
    }

    #[test]
    fn what_is_no_estimate_is_refused() {
        for bad in [-1.0, -1e-9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e7, 1e300] {
            assert_eq!(CustomHeuristic::units_of(bad), None, "{bad}");
        }
        assert_eq!(CustomHeuristic::units_of(900_000.0), Some(900_000 * u64::from(CustomHeuristic::UNIT)));
    }
}
