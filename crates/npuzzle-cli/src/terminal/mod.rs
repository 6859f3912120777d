//! The terminal as a screen: entering and leaving it, its colours, and boards on it.
//!
//! A view is a function of a model, and a model changes by inputs alone: so every screen is tested
//! without a terminal.

pub mod board;
pub mod play;
pub mod replay;
pub mod screen;
pub mod theme;
pub mod wrap;
