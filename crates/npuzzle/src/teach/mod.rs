//! What teaches: the events of a search, the blackboard that shows them step by step, and where the
//! value of a heuristic comes from.

pub mod blackboard;
pub mod breakdown;
pub mod trace;
