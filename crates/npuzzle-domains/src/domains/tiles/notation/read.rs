//! Reading a board from text of any form.
//!
//! The usual forms come first, then those of reports and other programs, then texts with a start
//! and a goal. Whatever a usual form reads, no other form sees.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::notation::cells::EXAMPLE;
use crate::domains::tiles::notation::comments::{self, Claim, without_comments};
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::forms::{self, Source};
use crate::domains::tiles::notation::numerals::{Words, narrowed};
use crate::domains::tiles::notation::pair::{Pair, pair};
use crate::domains::tiles::notation::usual::{self, Unread, is_many_lines};
use crate::domains::tiles::shape::Shape;

/// What is known of a text before it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The shape, if it was given.
    pub size: Option<Shape>,
    /// The format, if it was given; otherwise it is recognised.
    pub format: Option<Format>,
}

/// A board that was read, and what its text says about it.
#[derive(Clone, Debug)]
pub struct ReadBoard {
    /// The board.
    pub board: Board,
    /// A comment on its solvability, which is never trusted.
    pub claim: Option<Claim>,
    /// The goal, if the text has one.
    pub goal: Option<Goal>,
}

/// The largest board in the widest boxes is shorter.
const LONGEST_TEXT: usize = 4 << 20;

/// Reads one board.
///
/// `#` starts a comment, but may also be the blank: both readings are tried, the likelier one
/// first.
pub fn read_board(text: &str, options: &ReadOptions) -> Result<ReadBoard, TextError> {
    let text = text.trim_start_matches('\u{FEFF}');
    if text.trim().is_empty() {
        return Err(TextError::plain("the input is empty").hint(EXAMPLE));
    }
    let unread = match read_usual(text, text, options) {
        Ok(board) => return Ok(described(text, board, None)),
        Err(unread) => unread,
    };
    if text.len() > LONGEST_TEXT {
        return Err(*unread.error);
    }
    if let Some(shape) = named_only(text) {
        let message = format!("this answer does not show its {shape} board, only its size");
        return Err(TextError::plain(message).hint("write the answer with its boards in rows, or as JSON"));
    }
    let code = narrowed(text);
    let pair = pair(&without_comments(&code)).map(|pair| read_pair(text, &pair, options));
    match pair {
        Some(Ok(read)) => Ok(read),
        Some(Err(error)) => read_other(text, &code, options, unread).map_err(|_| error),
        None => read_other(text, &code, options, unread),
    }
}

/// The size of a board that is too wide to be drawn in an answer: `a 30x30 board`.
fn named_only(text: &str) -> Option<Shape> {
    let first = text.trim_start().lines().next()?;
    first.strip_prefix("a ")?.strip_suffix(" board")?.parse().ok()
}

/// Whether a word is a board in a usual form, which is never taken for the name of a file.
pub fn is_usual_board(word: &str) -> bool {
    let word = word.trim_start_matches('\u{FEFF}');
    read_usual(word, word, &ReadOptions::default()).is_ok()
}

fn described(text: &str, board: Board, goal: Option<Goal>) -> ReadBoard {
    let goal = goal.or_else(|| comments::goal(text));
    ReadBoard { board, claim: comments::claim(text), goal }
}

/// The readings of a text, the likelier one first: with `#` in it, comments are blanked out, or
/// not.
fn codes(code: &str, options: &ReadOptions) -> (String, Option<String>) {
    if !code.contains('#') {
        return (code.to_owned(), None);
    }
    if options.format == Some(Format::FortyTwo) {
        return (without_comments(code), None);
    }
    let in_words = |rest: &str| rest.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X'));
    if is_many_lines(code) || code.split_once('#').is_some_and(|(_, rest)| in_words(rest)) {
        (without_comments(code), Some(code.to_owned()))
    } else {
        (code.to_owned(), Some(without_comments(code)))
    }
}

fn read_usual(text: &str, code: &str, options: &ReadOptions) -> Result<Board, Unread> {
    let (likely, other) = codes(code, options);
    let read = |code: &str| usual::read_code(text, code, options, Words::Usual);
    read(&likely).or_else(|unread| other.as_deref().and_then(|code| read(code).ok()).ok_or(unread))
}

/// Reads a text that the usual forms refuse.
fn read_other(text: &str, code: &str, options: &ReadOptions, unread: Unread) -> Result<ReadBoard, TextError> {
    let narrow = if code == text { Err(unread) } else { read_usual(text, code, options) };
    let unread = match narrow {
        Ok(board) => return Ok(described(text, board, None)),
        Err(unread) => unread,
    };
    let (likely, other) = codes(code, options);
    let is_understood = unread.is_understood;
    let read = |code: &str| forms::read(&Source { text, code, options, is_understood });
    let other = || other.as_deref().and_then(read);
    let read = match read(&likely) {
        Some(Err(error)) => other().and_then(Result::ok).ok_or(error),
        Some(Ok(board)) => Ok(board),
        None => other().unwrap_or(Err(*unread.error)),
    };
    read.map(|board| described(text, board, None))
}

/// Reads a start and its goal.
fn read_pair(text: &str, pair: &Pair, options: &ReadOptions) -> Result<ReadBoard, TextError> {
    let one = |code: &str, options: &ReadOptions| match read_usual(text, code, options) {
        Ok(board) => Ok(board),
        Err(unread) => read_other(text, code, options, unread).map(|read| read.board),
    };
    let start = one(&pair.start, options)?;
    let goal = one(&pair.goal, &ReadOptions { size: Some(start.shape()), ..*options })?;
    Ok(described(text, start, Some(Goal::from(goal))))
}
