//! `POST /api/draw`: a board, or the boards on the way of some moves, as a picture.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::pool::LaneName;
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Draw>();

/// Draws boards.
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
