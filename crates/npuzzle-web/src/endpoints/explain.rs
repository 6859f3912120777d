//! `POST /api/explain`: why a board can or cannot be solved.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Explain>();

/// Explains a board.
pub struct Explain;

impl Work for Explain {
    const PATH: &'static str = "/api/explain";
    const SUMMARY: &'static str = "Show why a board can or cannot be solved, step by step";
    const EXAMPLE: &'static str = r#"{"board": "8 1 2/0 4 3/7 6 5", "goal": "snail"}"#;
    const STREAMS: bool = false;
    type Question = question::Explain;

    fn lane(question: &question::Explain) -> LaneName {
        lanes::of_board(&question.board)
    }
}
