//! The model checker's primitives under the engine's names.

pub use loom::sync::atomic::{AtomicUsize, Ordering};
pub use loom::sync::{Condvar, Mutex};
