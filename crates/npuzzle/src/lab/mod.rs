//! Experiments on top of the catalogue.

pub mod bench;
pub mod export;
pub mod repeat;
pub mod summary;
