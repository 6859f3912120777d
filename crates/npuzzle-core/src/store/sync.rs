//! The synchronisation primitives of the shared data structures, under one name, so that a model
//! checker can put its own in their place (`crates/npuzzle-model`).

pub use std::sync::atomic::{AtomicUsize, Ordering};
pub use std::sync::{Condvar, Mutex};
