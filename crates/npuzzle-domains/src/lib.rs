//! The problems of `npuzzle`: sliding tiles of any shape, explicit maps, and others.
//!
//! Programs depend on `npuzzle`, which re-exports [`domains`].

pub mod domains;
pub mod verify;

use npuzzle_core::{core, store};
