//! Sliding-tile puzzles as a laboratory of heuristic search.
pub mod algorithms;
pub mod core;
pub mod domains;
pub mod heuristics;
pub mod store;
pub mod verify;
