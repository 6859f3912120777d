//! What teaches: the blackboard that shows a search step by step, and where the value of a
//! heuristic comes from.

pub mod blackboard;
pub mod breakdown;
pub mod distance;
