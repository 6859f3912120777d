//! What all fronts share, so that the command line, the web page and every other front read the
//! same words and give the same answers: boards in all their forms, amounts with units, seeds, and
//! messages with a hint.

pub mod boards;
pub mod generated;
pub mod hint;
pub mod lists;
pub mod messages;
mod records;
mod seed;
mod texts;
pub mod units;

pub use seed::random_seed;
