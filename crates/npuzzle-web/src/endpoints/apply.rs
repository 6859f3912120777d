//! `POST /api/apply`: whether moves are legal on a board, and where they lead.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Apply>();

/// Makes moves on a board.
pub struct Apply;

impl Work for Apply {
    const PATH: &'static str = "/api/apply";
    const SUMMARY: &'static str = "Make moves on a board: are they legal, and where do they lead?";
    const EXAMPLE: &'static str = r#"{"board": "1 2 3/4 0 6/7 5 8", "moves": "5 8", "to": "blank"}"#;
    const STREAMS: bool = false;
    type Question = question::Apply;

    fn lane(question: &question::Apply) -> LaneName {
        lanes::of_board(&question.board)
    }
}
