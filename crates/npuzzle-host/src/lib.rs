//! What a front learns from the machine it runs on. The engine itself never reads the environment.

pub mod allocator;
pub mod memory;
pub mod tables;
