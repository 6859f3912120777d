//! The way from a request to its report, for boards and for other problems.

mod ahead;
mod board_estimates;
mod problems;
mod proof_basis;
mod report;
mod request;
mod solutions;
mod solve;
mod witness;

pub use crate::catalogue::run::Phase;
pub use crate::solvers::tiles::solver::Ahead;
pub use ahead::solve_ahead;
pub(crate) use board_estimates::BoardEstimates;
pub(crate) use problems::{CUSTOM_HEURISTIC, board_expression, board_values, chosen, estimated, uses_custom_heuristic};
pub use problems::{DEFAULT_ALGORITHM, MapEstimate, ProblemImprovement, ProblemReport, search};
pub use report::{OptionMap, ProofLabel, Report, ReportStats, Status};
pub use request::{EstimateFile, Problem, Request};
pub use solutions::{CountingStats, Solutions};
pub use solve::{default_heuristic, solve};
