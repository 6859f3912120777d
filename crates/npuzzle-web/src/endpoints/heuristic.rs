//! `POST /api/heuristic`: what is known of a heuristic, and how its value on a board comes about.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{Glance, LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Heuristic>();

/// Reads a heuristic and judges a board by it.
pub struct Heuristic;

impl Work for Heuristic {
    const PATH: &'static str = "/api/heuristic";
    const SUMMARY: &'static str = "Read a heuristic, and show how its value on a board comes about";
    const EXAMPLE: &'static str = r#"{"heuristic": "max(linear-conflict, misplaced)", "board": "867254301"}"#;
    const STREAMS: bool = false;
    type Question = question::Estimate;

    /// A mistake in the expression is reported before searches that wait or tables that are
    /// missing.
    const GLANCE: Option<Glance<question::Estimate>> = Some(|question| question.known().map(drop));

    fn lane(question: &question::Estimate) -> LaneName {
        match &question.board {
            Some(_) if question.distance || lanes::names_tables(&question.heuristic) => LaneName::Long,
            Some(board) => lanes::of_board(board),
            None => LaneName::Quick,
        }
    }
}
