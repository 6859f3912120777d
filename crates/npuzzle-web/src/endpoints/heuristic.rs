//! `POST /api/heuristic`: what is known of a heuristic, and how its value on a board comes about.

use npuzzle::catalogue::breakdown::{Breakdown, breakdown, known_properties};
use npuzzle::catalogue::heuristics;
use npuzzle::core::spelling::Titled;

use crate::app::LimitFields;
use crate::boards::{self, BoardFields};
use crate::bodies::HeuristicBody;
use crate::desk::Desk;
use crate::pool::LaneName;
use crate::problem::{Named, Problem};
use crate::work::{Glance, Work};

/// Whether a heuristic that looks up tables is named. The text is looked at before a worker reads
/// it, so it is not parsed.
fn names_tables(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let cards: Vec<_> = heuristics().filter(|card| card.tables).collect();
    words.any(|word| cards.iter().any(|card| card.is_called(word)))
}

/// Reads a heuristic and judges a board by it.
pub struct Heuristic;

impl Work for Heuristic {
    const PATH: &'static str = "/api/heuristic";
    const SUMMARY: &'static str = "Read a heuristic, and show how its value on a board comes about";
    const EXAMPLE: &'static str = r#"{"heuristic": "max(linear-conflict, misplaced)", "board": "867254301"}"#;
    const STREAMS: bool = false;
    type Body = HeuristicBody;
    type Answer = Breakdown;

    /// An expression that cannot be read is told before searches that wait or tables that are missing.
    const GLANCE: Option<Glance<HeuristicBody>> = Some(|body| {
        known_properties(&body.heuristic).map(drop).map_err(|error| Problem::request(&error, &named(body)))
    });

    fn lane(body: &HeuristicBody) -> LaneName {
        match &body.board {
            Some(_) if names_tables(&body.heuristic) => LaneName::Long,
            Some(board) => boards::lane(board),
            None => LaneName::Quick,
        }
    }

    fn run(body: HeuristicBody, desk: &Desk) -> Result<Breakdown, Problem> {
        let wrong = |error| Problem::request(&error, &named(&body));
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

/// The texts that an error may be about.
fn named(body: &HeuristicBody) -> Named<'_> {
    Named {
        heuristics: ("heuristic", std::slice::from_ref(&body.heuristic)),
        goal: body.goal.as_ref().map(|goal| goal.0.as_str()),
        ..Named::default()
    }
}
