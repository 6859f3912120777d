//! `POST /api/trace`: a search with everything it does.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Trace>();

/// Solves a board and records every step.
pub struct Trace;

impl Work for Trace {
    const PATH: &'static str = "/api/trace";
    const SUMMARY: &'static str = "Solve a board and record everything the search does";
    const EXAMPLE: &'static str = r#"{"board": "1 2 3/4 0 6/7 5 8", "algorithm": "astar", "max_events": 1000}"#;
    const STREAMS: bool = true;
    type Question = question::Trace;
}
