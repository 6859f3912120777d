//! One file for each command.

pub mod audit;
pub mod bench;
pub mod compare;
pub mod completions;
pub mod explain;
pub mod generate;
pub mod list;
pub mod pdb;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod space;
