//! One file for each command.

pub mod audit;
pub mod bench;
pub mod compare;
pub mod completions;
pub mod doctor;
pub mod draw;
pub mod explain;
pub mod generate;
pub mod list;
pub mod man;
pub mod pdb;
#[cfg(feature = "tui")]
pub mod play;
#[cfg(feature = "tui")]
pub mod replay;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod space;
