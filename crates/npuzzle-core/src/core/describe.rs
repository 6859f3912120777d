//! How states and operators are written for people. Apart from [`Domain`], since searches have no
//! use for it.

use crate::core::domain::Domain;

/// Writes what a domain's searches only compute with.
pub trait Describe: Domain {
    /// The state in one line. Two states have the same name exactly when they are equal.
    fn name(&self, state: &Self::State) -> String;

    /// The state as a small drawing, of one line or several.
    fn draw(&self, state: &Self::State) -> String {
        self.name(state)
    }

    /// What the operator does, in a few words.
    fn op_name(&self, state: &Self::State, op: Self::Op) -> String;
}
