//! Problems that the caller describes, state by state.
//!
//! A describer answers questions about single states ([`CustomProblem`]), and nothing is asked
//! twice ([`Known`]). Searches see a [`LazySpace`], whose states are asked for as they are reached;
//! its costs are whole numbers of a unit that becomes finer if it has to (`scale.rs`). For searches
//! from the goals, all states are listed beforehand ([`Listing`]).

mod heuristic;
mod known;
mod listing;
mod scale;
mod space;

pub use heuristic::LazyEstimate;
pub use known::Known;
pub use listing::Listing;
pub use space::LazySpace;

use std::fmt;

use crate::core::{Fraction, Properties};

/// A step of an [`CustomProblem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomStep {
    /// Where it leads.
    pub state: u32,
    /// What it costs, at least nothing.
    pub cost: Fraction,
}

/// A problem that the caller describes, state by state. States are numbers that the describer
/// gives out, from 0, each for one state.
///
/// Nothing is asked twice: not even by searches that come to a state again and again, or on several
/// threads. A message ends the search, and after it nothing is asked any more.
pub trait CustomProblem: Send + Sync {
    /// The state to start from.
    fn start(&self) -> Result<u32, String>;

    /// The steps that lead on from a state, in the order in which they are to be tried.
    fn successors(&self, state: u32) -> Result<Vec<CustomStep>, String>;

    /// Whether a state is a goal.
    fn is_goal(&self, state: u32) -> Result<bool, String>;

    /// What the problem's own heuristic says of a state: at least nothing.
    fn estimate(&self, state: u32) -> Result<Fraction, String>;

    /// The state in one line. Two states have the same name exactly when they are equal.
    fn name(&self, state: u32) -> String;

    /// The step of this number, from 0, in a few words.
    fn step_name(&self, state: u32, step: usize) -> String;

    /// Whether every step costs exactly one. It is checked as steps come.
    fn has_unit_costs(&self) -> bool;

    /// What is said of the heuristic.
    fn claims(&self) -> Properties;

    /// Whether an audit of all states that can be reached has confirmed what is said of it.
    fn are_claims_proved(&self) -> bool {
        false
    }

    /// Bytes that the describer holds for all states so far.
    fn bytes(&self) -> u64;
}

impl fmt::Debug for dyn CustomProblem + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnProblem")
    }
}
