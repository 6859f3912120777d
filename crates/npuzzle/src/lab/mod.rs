//! Experiments on top of the catalogue.

pub mod anytime;
pub mod audit;
pub mod bench;
pub mod compare;
pub mod export;
pub mod known_space;
pub mod repeat;
pub mod space;
mod space_journal;
pub mod summary;
