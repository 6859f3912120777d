//! The model checker's primitives under the engine's names.

pub use loom::sync::Mutex;
pub use loom::sync::atomic::{AtomicUsize, Ordering};
