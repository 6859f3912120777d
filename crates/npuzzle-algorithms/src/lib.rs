//! The searches of `npuzzle`, for any problem.
//!
//! Programs depend on `npuzzle`, which re-exports [`algorithms`].

pub mod algorithms;

use npuzzle_core::{core, store};
