//! Seeds for those who name none.

/// A random seed. Small enough to be typed.
pub fn random_seed() -> u64 {
    chance() % 1_000_000_000
}

/// From the randomness of the standard library's hash maps.
#[cfg(not(target_family = "wasm"))]
fn chance() -> u64 {
    use std::hash::{BuildHasher, RandomState};

    RandomState::new().hash_one(std::process::id())
}

/// From the front.
#[cfg(target_family = "wasm")]
fn chance() -> u64 {
    crate::core::ground::Ground::random()
}
