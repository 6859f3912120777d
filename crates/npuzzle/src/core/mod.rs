//! The contracts between problems, heuristics, searches and those who watch them.

pub mod budget;
pub mod card;
pub mod domain;
pub mod heuristic;
pub mod observer;
pub mod outcome;
pub mod ratio;
pub mod suggest;

pub use budget::{Budget, Limits, Progress, Stop};
pub use domain::{Cost, Domain, Parity, StateKey};
pub use heuristic::{Evaluator, Heuristic, Properties};
pub use observer::{Event, Observer, Prune};
pub use outcome::{Outcome, Proof, Solution, Stats, Task, Verdict};
pub use ratio::Ratio;
