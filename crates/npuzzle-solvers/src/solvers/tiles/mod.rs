//! Solvers of the sliding-tile puzzle that know nothing else.
//!
//! Optimal ones by iterative deepening with tables, batches and a move automaton: [`solver`] makes
//! all ready for a puzzle. [`deepening`] is the driver: iterations, threads, limits, a [`journal`].
//! A [`kernel`] expands states: [`manhattan`] without tables, [`compact`] with bit tables (up to 16
//! cells), [`sparse`] with larger ones (up to 25 cells). Those with tables expand nodes in batches.
//!
//! For large boards, solutions without a proof: [`constructive`] gives a long one at once, a
//! [`beam`] short ones, [`frames`] those of boards beyond its reach; and [`windows`] make any path
//! shorter.

pub mod anytime;
pub mod automaton;
mod batches;
pub mod beam;
pub mod compact;
pub mod constructive;
pub mod deepening;
pub mod device;
pub mod device_batch;
mod device_iteration;
pub mod device_memory;
mod device_records;
mod division;
#[cfg(test)]
mod division_checks;
mod facts;
pub mod frames;
pub mod journal;
pub mod kernel;
#[cfg(test)]
mod kernel_checks;
pub mod manhattan;
mod messages;
pub mod misfit;
pub mod solver;
pub mod sparse;
pub mod table_kernel;
pub mod windows;
mod workshop;

#[cfg(test)]
mod samples;
