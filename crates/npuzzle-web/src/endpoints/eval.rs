//! `POST /api/eval`: heuristics on a board, tile by tile, beside the true distance.

use npuzzle::question;
use npuzzle::teach::distance::Wanted;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{Glance, LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Eval>();

/// Computes heuristics on a board.
pub struct Eval;

impl Work for Eval {
    const PATH: &'static str = "/api/eval";
    const SUMMARY: &'static str = "Compute heuristics on a board, tile by tile, beside the true distance";
    const EXAMPLE: &'static str = r#"{"board": "867254301", "heuristics": ["manhattan", "linear-conflict"]}"#;
    const STREAMS: bool = false;
    type Question = question::Eval;

    /// A mistake in an expression is reported before searches that wait or tables that are missing.
    const GLANCE: Option<Glance<question::Eval>> = Some(question::Eval::check);

    /// Only the search for the true distance and tables take time.
    fn lane(question: &question::Eval) -> LaneName {
        let looks_up = question.heuristics.iter().flatten().any(|text| lanes::names_tables(text));
        match question.wanted() {
            Ok(Wanted::Never) if !looks_up => lanes::of_board(&question.board),
            _ => LaneName::Long,
        }
    }
}
