//! The data structures that threads of the engine share, compiled from the engine's own sources
//! against the model checker's primitives.
//!
//! [loom](https://docs.rs/loom) runs a test under every interleaving that the memory model allows.
//! It brings its own mutexes and atomics; here they take the place of `store::sync`, so that the
//! code checked is the code that runs.

pub mod store;
