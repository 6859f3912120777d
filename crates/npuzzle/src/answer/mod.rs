//! The way from a request to its report, for boards and for other problems.

mod problems;
mod proof_basis;
mod report;
mod request;
mod solutions;
mod solve;
mod witness;

pub use crate::catalogue::run::Phase;
pub(crate) use problems::{CUSTOM_HEURISTIC, chosen, chosen_file, estimated, uses_custom_heuristic};
pub use problems::{DEFAULT_ALGORITHM, ProblemImprovement, ProblemReport, search};
pub use report::{OptionMap, ProofLabel, Report, ReportStats, Status};
pub use request::{EstimateFile, Problem, Request};
pub use solutions::{CountingStats, Solutions};
pub(crate) use solve::DEFAULT_HEURISTIC;
pub use solve::solve;
