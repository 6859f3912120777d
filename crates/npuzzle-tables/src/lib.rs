//! The pattern databases of `npuzzle`.
//!
//! Programs depend on `npuzzle`, which re-exports [`tables`].

pub mod tables;

use npuzzle_core::{core, store};
use npuzzle_domains::domains;
