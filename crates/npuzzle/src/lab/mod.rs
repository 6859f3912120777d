//! Experiments on top of the catalogue.

pub mod bench;
pub mod compare;
pub mod export;
pub mod summary;
