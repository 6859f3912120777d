//! Problems that the caller describes, state by state.
//!
//! A describer answers questions about single states ([`CustomProblem`]), and no search asks one
//! twice ([`Known`]); along a solution all are asked once more, and by what an audit has seen
//! ([`AuditedSpace`]) the answers are judged that rest on it. Searches see a [`LazySpace`], whose
//! states are asked for as they are reached; its costs are whole numbers of a unit that becomes
//! finer if it has to (`scale.rs`). For searches from the goals, all states are listed beforehand
//! ([`Listing`]).

mod audited;
mod heuristic;
mod known;
mod listing;
mod scale;
mod space;

pub use audited::AuditedSpace;
pub use heuristic::LazyEstimate;
pub use known::Known;
pub use listing::Listing;
pub use space::LazySpace;

use std::fmt;
use std::sync::Arc;

use crate::core::{Fraction, Properties};

/// A step of a [`CustomProblem`].
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
/// A search asks nothing twice, though it comes to a state again and again, or on several threads.
/// The states of its solution are asked about once more: answers that have changed prove nothing. A
/// message ends the search, and after it nothing is asked any more.
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

    /// The state as a person is to read it.
    fn shown(&self, state: u32) -> String {
        self.name(state)
    }

    /// A number that equal states have in every description of this problem, and hardly any others.
    fn identity(&self, state: u32) -> u64 {
        audited::identity_of_name(&self.name(state))
    }

    /// The step of this number, from 0, in a few words.
    fn step_name(&self, state: u32, step: usize) -> String;

    /// That step as a person is to read it.
    fn shown_step(&self, state: u32, step: usize) -> String {
        self.step_name(state, step)
    }

    /// Whether every step costs exactly one. It is checked as steps come.
    fn has_unit_costs(&self) -> bool;

    /// What is said of the heuristic.
    fn claims(&self) -> Properties;

    /// What an audit of all states that can be reached saw when it confirmed what is said of the
    /// heuristic. A search rests on it as long as all answers are the same.
    fn audited(&self) -> Option<Arc<AuditedSpace>> {
        None
    }

    /// Bytes that the describer holds for all states so far.
    fn bytes(&self) -> u64;
}

impl fmt::Debug for dyn CustomProblem + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomProblem")
    }
}
