//! `POST /api/audit`: heuristics judged over all boards of a size or random ones, over another
//! problem, or over a map.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Audit>();

/// Audits heuristics.
pub struct Audit;

impl Work for Audit {
    const PATH: &'static str = "/api/audit";
    const SUMMARY: &'static str =
        "Test heuristics on every state: admissible? consistent? how close? With a counterexample";
    const EXAMPLE: &'static str = r#"{"size": "3x3", "heuristics": ["manhattan", "misplaced-with-blank"]}"#;
    const STREAMS: bool = true;
    type Question = question::Audit;
}
