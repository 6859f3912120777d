//! Why a heuristic cannot be had.

use crate::core::budget::Stop;

/// Why a heuristic cannot be had for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is none for such a board.
    #[error("heuristic `{name}` is not available: {reason}")]
    Unavailable { name: &'static str, reason: String },
    /// A custom heuristic, for another goal.
    #[error("heuristic `{name}` estimates the way to {goal}, and what is to be reached is {asked}")]
    OtherGoal { name: String, goal: String, asked: String },
    /// A limit ended its preparation.
    #[error("{0} while the heuristic was prepared")]
    Stopped(Stop),
}

impl BuildError {
    /// Names are checked when an expression is read, so this is for callers who do not read one.
    pub fn unknown(name: &str) -> Self {
        Self::Unavailable { name: "unknown", reason: format!("there is no heuristic `{name}`") }
    }
}

impl From<Stop> for BuildError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}
