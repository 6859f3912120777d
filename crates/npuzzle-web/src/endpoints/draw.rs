//! `POST /api/draw`: a picture of a board or of a solution.

use npuzzle::question;

use crate::lanes;
use crate::pool::LaneName;
use crate::work::Work;

/// Draws a board.
pub struct Draw;

impl Work for Draw {
    const PATH: &'static str = "/api/draw";
    const SUMMARY: &'static str = "Draw a board, or the boards on the way of some moves, as SVG";
    const EXAMPLE: &'static str = r#"{"board": "1 2 3/4 0 6/7 5 8", "moves": "DR"}"#;
    const STREAMS: bool = false;
    type Question = question::Draw;

    fn lane(question: &question::Draw) -> LaneName {
        lanes::of_board(&question.board)
    }
}
