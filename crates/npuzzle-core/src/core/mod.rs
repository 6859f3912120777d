//! The contracts between problems, heuristics, searches and watchers.

pub mod agreement;
pub mod attendant;
pub mod budget;
pub mod build_error;
pub mod card;
pub mod clock;
pub mod crew;
pub mod describe;
pub mod device;
pub mod domain;
pub mod failure_slot;
pub mod fraction;
#[cfg(any(target_family = "wasm", test))]
pub mod ground;
pub mod heuristic;
pub mod iteration;
pub mod metric;
pub mod observer;
pub mod outcome;
pub mod parcel;
pub mod shared_budget;
pub mod spelling;
pub mod suggest;
pub mod table_cache;
pub mod walk;
pub mod zero;

pub use attendant::Attendant;
pub use budget::{Budget, Limits, Permits, Progress, Stop, is_to_be_had};
pub use build_error::BuildError;
pub use clock::Clock;
pub use crew::Crew;
pub use describe::Describe;
pub use device::{Device, Devices, Optional};
pub use domain::{Cost, Domain, Parity, StateKey};
pub use failure_slot::FailureSlot;
pub use fraction::Fraction;
pub use heuristic::{
    BackwardHeuristic, BoxedEvaluator, Carried, Erased, Evaluator, Heuristic, NoValue, Properties, Summand,
};
pub use iteration::{IterationProgress, IterationWatch};
pub use metric::Metric;
pub use observer::{Event, Observer, Prune, Side, Watcher};
pub use outcome::{Improvement, Outcome, Proof, Solution, Stats, Task, Verdict};
pub use shared_budget::WorkerBudget;
pub use table_cache::{TableCache, Vault};
