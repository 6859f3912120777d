//! The data structures that threads of the engine share, compiled from the engine's own sources
//! against the model checker's primitives.
//!
//! [loom](https://docs.rs/loom) runs a test under every interleaving that the memory model allows,
//! or under those with a bounded number of preemptions. It brings its own mutexes and atomics; here
//! they take the place of `store::sync`, so that the code checked is the code that runs.
//!
//! What is checked, for two threads and at most three preemptions: the mailboxes of HDA* with the
//! loop of its workers and with a courier (`store/mailbox.rs`), and the meetings of parallel BAE*
//! (`store/rendezvous.rs`). What is not: what the rounds of parallel BAE* do between meetings, the
//! budget that workers share, and the workshop of the optimal solver. Their tests run on real
//! threads.

pub mod store;
