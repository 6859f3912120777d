//! Optimal solvers of the sliding-tile puzzle: iterative deepening with tables, batches and a move automaton.

pub mod automaton;
pub mod deepening;
pub mod journal;
pub mod kernel;
pub mod manhattan;
mod workshop;

#[cfg(test)]
mod samples;
