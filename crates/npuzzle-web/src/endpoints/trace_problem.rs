//! `POST /api/trace-problem`: a search on another problem than boards, with everything it does.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<TraceProblem>();

/// Searches a problem and records every step.
pub struct TraceProblem;

impl Work for TraceProblem {
    const PATH: &'static str = "/api/trace-problem";
    const SUMMARY: &'static str =
        "Search another problem than boards, record everything the search does, and draw its states";
    const EXAMPLE: &'static str = r#"{"problem": "hanoi(3,3)", "algorithm": "astar", "max_events": 1000}"#;
    const STREAMS: bool = true;
    type Question = question::TraceProblem;
}
