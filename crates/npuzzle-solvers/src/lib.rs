//! The searches of `npuzzle` that know their problem: the optimal solver of boards, construction,
//! beams, windows.
//!
//! Programs depend on `npuzzle`, which re-exports [`solvers`].

pub mod solvers;

use npuzzle_core::{core, store};
use npuzzle_domains::domains;
use npuzzle_tables::tables;
