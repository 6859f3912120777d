//! The heuristics of `npuzzle`, and the language that combines them.
//!
//! Programs depend on `npuzzle`, which re-exports [`heuristics`].

pub mod heuristics;

use npuzzle_core::{core, store};
use npuzzle_domains::domains;
use npuzzle_tables::tables;
