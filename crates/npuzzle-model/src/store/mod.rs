//! The engine's `store`, as far as threads share it.

#[path = "../../../npuzzle-core/src/store/census.rs"]
pub mod census;
#[path = "../../../npuzzle-core/src/store/mailbox.rs"]
pub mod mailbox;
#[path = "../../../npuzzle-core/src/store/rendezvous.rs"]
pub mod rendezvous;
pub mod sync;
