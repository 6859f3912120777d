//! The engine's `store`, as far as threads share it.

#[path = "../../../npuzzle/src/store/mailbox.rs"]
pub mod mailbox;
pub mod sync;
