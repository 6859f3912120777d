//! Searches that know their problem: what a general search cannot use, these do.

pub mod tiles;
