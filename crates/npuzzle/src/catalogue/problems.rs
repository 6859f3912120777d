//! The problems, boards among them.

use crate::catalogue::RequestError;
use crate::core::spelling::Titled;
use crate::core::suggest::nearest;
use crate::domains::CARDS;
use crate::domains::problem::ProblemCard;
use crate::domains::tiles;

/// What the list of problems says about boards.
pub const TILES: ProblemCard = ProblemCard {
    name: tiles::NAME,
    aliases: &["sliding-tiles", "npuzzle", "n-puzzle"],
    title: "Sliding tiles",
    summary: "bring the tiles of a board into order; `npuzzle solve` offers more for it",
    arguments: "the size of a random board, or a board in any text form",
    example: "tiles(3x3)",
    heuristics: crate::heuristics::tiles::CARDS,
    citation: "Slocum & Sonneveld 2006",
};

/// All problems of `search`.
pub fn problems() -> impl Iterator<Item = &'static ProblemCard> {
    CARDS.iter().chain([&TILES])
}

/// The problem of this name or alias.
pub fn problem(name: &str) -> Option<&'static ProblemCard> {
    problems().find(|card| card.is_called(name))
}

/// Takes `hanoi(3,5)` apart: the name of a known problem, and the arguments in the parentheses.
pub(crate) fn problem_call(text: &str) -> Result<(&'static str, &str), RequestError> {
    let text = text.trim();
    let (name, arguments) = text.split_once('(').unwrap_or((text, ""));
    let name = name.trim();
    let card = problem(name).ok_or_else(|| RequestError::UnknownName {
        kind: "problem",
        name: name.to_owned(),
        nearest: nearest(name, problems().flat_map(Titled::names)),
    })?;
    let wrong = |reason: String| RequestError::Problem { call: text.to_owned(), reason };
    if !text.contains('(') {
        return Err(wrong(format!("expected {} in parentheses, as in `{}`", card.arguments, card.example)));
    }
    let arguments = arguments.strip_suffix(')').ok_or_else(|| wrong("the closing `)` is missing".to_owned()))?;
    Ok((card.name, arguments))
}
