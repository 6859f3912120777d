//! Seeds for those who name none.

use std::hash::{BuildHasher, RandomState};

/// A random seed, from the randomness of the standard library's hash maps. Small enough to be
/// typed.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}
