//! Estimates of the remaining cost. One file each; [`tiles`] holds the list of those for the
//! sliding-tile puzzle.

pub mod custom;
pub mod expression;
pub mod tiles;
pub use crate::core::zero;
