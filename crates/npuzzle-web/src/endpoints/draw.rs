//! `POST /api/draw`: boards, or the boards on the way of some moves, as a picture.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Draw>();

/// Draws boards.
pub struct Draw;

impl Work for Draw {
    const PATH: &'static str = "/api/draw";
    const SUMMARY: &'static str = "Draw boards, or the boards on the way of some moves, as SVG";
    const EXAMPLE: &'static str = r#"{"board": "1 2 3/4 0 6/7 5 8", "moves": "DR"}"#;
    const STREAMS: bool = false;
    type Question = question::Draw;

    fn lane(question: &question::Draw) -> LaneName {
        let boards = question.board.iter().chain(question.boards.iter().flatten());
        let takes_time = boards.map(lanes::of_board).any(|lane| lane == LaneName::Long);
        if takes_time { LaneName::Long } else { LaneName::Quick }
    }
}
