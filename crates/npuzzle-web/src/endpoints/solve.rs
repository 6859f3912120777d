//! `POST /api/solve`: a shortest solution of a board, or the best one within a time limit.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Solve>();

/// Solves a board.
pub struct Solve;

impl Work for Solve {
    const PATH: &'static str = "/api/solve";
    const SUMMARY: &'static str = "Find a shortest solution of a board, or the best one within a time limit";
    const EXAMPLE: &'static str =
        r#"{"board": "867254301", "algorithm": "astar", "heuristic": "manhattan", "time_limit": "5s"}"#;
    const STREAMS: bool = true;
    type Question = question::Solve;

    fn lane(question: &question::Solve) -> LaneName {
        lanes::of_solve(question)
    }
}
