//! The two lowest layers of the engine of `npuzzle`: [`core`] (contracts) and [`store`] (data
//! structures).
//!
//! Programs depend on `npuzzle`, which re-exports both.

pub mod core;
pub mod store;
