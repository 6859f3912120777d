//! `POST /api/heuristic`: what is known of a heuristic, and how its value on a board comes about.

use npuzzle::catalogue::heuristics;
use npuzzle::core::spelling::Titled;
use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::pool::LaneName;
use crate::work::{Glance, Work};

/// Whether a heuristic that looks up tables is named. The text is looked at before a worker reads
/// it, so it is not parsed.
fn names_tables(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let cards: Vec<_> = heuristics().filter(|card| card.tables).collect();
    words.any(|word| cards.iter().any(|card| card.is_called(word)))
}

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
            Some(_) if names_tables(&question.heuristic) => LaneName::Long,
            Some(board) => lanes::of_board(board),
            None => LaneName::Quick,
        }
    }
}
