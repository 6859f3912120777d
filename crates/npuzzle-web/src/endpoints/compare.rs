//! `POST /api/compare`: searches with heuristics on the same boards.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Compare>();

/// Compares searches.
pub struct Compare;

impl Work for Compare {
    const PATH: &'static str = "/api/compare";
    const SUMMARY: &'static str = "Run searches with heuristics on the same boards, and compare them";
    const EXAMPLE: &'static str = r#"{"board": "random:3x3:2:7", "algorithms": ["astar", "ida"], "heuristics": ["manhattan", "linear-conflict"]}"#;
    const STREAMS: bool = true;
    type Question = question::Compare;
}
