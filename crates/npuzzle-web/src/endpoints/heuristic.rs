//! `POST /api/heuristic`: what is known of a heuristic, and how its value on a board comes about.

use npuzzle::catalogue::breakdown::{Breakdown, breakdown, known_properties};
use npuzzle::catalogue::heuristic_expression;

use crate::app::LimitFields;
use crate::boards::{self, BoardFields};
use crate::bodies::HeuristicBody;
use crate::desk::Desk;
use crate::pool::LaneName;
use crate::problem::{Named, Problem};
use crate::work::Work;

/// Heuristics that look up tables, which may have to be made first.
const WITH_TABLES: [&str; 3] = ["pdb", "perfect", "walking-distance"];

/// Reads a heuristic and judges a board by it.
pub struct Heuristic;

impl Work for Heuristic {
    const PATH: &'static str = "/api/heuristic";
    const SUMMARY: &'static str = "Read a heuristic, and show how its value on a board comes about";
    const EXAMPLE: &'static str = r#"{"heuristic": "max(linear-conflict, misplaced)", "board": "867254301"}"#;
    const STREAMS: bool = false;
    type Body = HeuristicBody;
    type Answer = Breakdown;

    fn lane(body: &HeuristicBody) -> LaneName {
        let has_tables = || {
            let names = heuristic_expression(&body.heuristic).map(|expression| expression.atoms);
            names.is_ok_and(|atoms| atoms.iter().any(|atom| WITH_TABLES.contains(&atom.card.name)))
        };
        match &body.board {
            Some(_) if has_tables() => LaneName::Long,
            Some(board) => boards::lane(board),
            None => LaneName::Quick,
        }
    }

    fn run(body: HeuristicBody, desk: &Desk) -> Result<Breakdown, Problem> {
        let named = Named {
            heuristics: ("heuristic", std::slice::from_ref(&body.heuristic)),
            goal: body.goal.as_ref().map(|goal| goal.0.as_str()),
            ..Named::default()
        };
        let wrong = |error| Problem::request(&error, &named);
        // An expression that cannot be read is told before the board is looked at.
        let known = known_properties(&body.heuristic).map_err(wrong)?;
        let Some(board) = &body.board else { return Ok(known) };
        let fields = BoardFields {
            size: body.size.as_deref(),
            input_format: body.input_format.as_deref(),
            goal: body.goal.as_ref(),
            seed: body.seed,
        };
        let limits = desk.limits(&LimitFields::default())?;
        let content = fields.one(board, &limits)?.content;
        breakdown(&content.board, &content.goal, &body.heuristic, &limits).map_err(wrong)
    }
}
