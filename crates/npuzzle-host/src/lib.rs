//! What a front learns from the machine it runs on. The engine itself never reads the environment.

pub mod allocator;
#[cfg(not(target_family = "wasm"))]
pub mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod tables;
