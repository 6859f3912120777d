//! What reports and other programs write beside the usual forms: each a recogniser in one list.
//!
//! They see only texts that the usual forms refuse, so that none of them can shadow those. A text
//! that two of them read as different boards is refused.

mod blanks;
mod digit_rows;
mod gap;
mod hexadecimal;
mod table;
mod wrapped;

use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::{Format, ReadOptions};

/// A text that the usual forms refuse.
pub(super) struct Source<'s> {
    /// The text, which errors quote.
    pub text: &'s str,
    /// A copy with its comments blanked out.
    pub code: &'s str,
    pub options: &'s ReadOptions,
    /// Whether the usual forms know every word of it.
    pub is_understood: bool,
}

impl Source<'_> {
    /// Whether the format is open or one of these.
    fn may_be(&self, formats: &[Format]) -> bool {
        self.options.format.is_none_or(|format| formats.contains(&format))
    }
}

/// What a text is in some form.
enum Reading {
    Board(Board),
    /// It has the form, and there is something wrong with it.
    Mistake(TextError),
}

impl From<Result<Board, TextError>> for Reading {
    fn from(result: Result<Board, TextError>) -> Self {
        result.map_or_else(Self::Mistake, Self::Board)
    }
}

/// A recogniser.
struct Form {
    /// What the text would be, for messages.
    name: &'static str,
    /// `None` if the text has not this form.
    read: fn(&Source<'_>) -> Option<Reading>,
}

/// The forms. The first that finds a mistake words it.
const FORMS: &[Form] = &[
    Form { name: "a table or drawing", read: table::read },
    Form { name: "a value of a programming language", read: wrapped::read },
    Form { name: "a hexadecimal number", read: hexadecimal::prefixed },
    Form { name: "hexadecimal digits", read: hexadecimal::separated_digits },
    Form { name: "cells with a word for the blank", read: blanks::read },
    Form { name: "fields with an empty one", read: gap::empty_field },
    Form { name: "columns with a gap", read: gap::columns },
    Form { name: "rows of digits", read: digit_rows::read },
];

/// The board of a text in one of these forms, or what is wrong with it; `None` if it has none of
/// them.
pub(super) fn read(source: &Source<'_>) -> Option<Result<Board, TextError>> {
    read_in(FORMS, source)
}

fn read_in(forms: &[Form], source: &Source<'_>) -> Option<Result<Board, TextError>> {
    let mut read: Option<(&str, Board)> = None;
    let mut mistake = None;
    for form in forms {
        match ((form.read)(source), &read) {
            (Some(Reading::Board(board)), None) => read = Some((form.name, board)),
            (Some(Reading::Board(board)), Some((name, other))) if board != *other => {
                let message =
                    format!("this can be read in two ways: as {name} it is {other}, as {} it is {board}", form.name);
                return Some(Err(TextError::plain(message).hint("write the board that you mean in this way")));
            }
            (Some(Reading::Mistake(error)), _) => mistake = mistake.or(Some(error)),
            _ => {}
        }
    }
    read.map(|(_, board)| Ok(board)).or(mistake.map(Err))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(tiles: [u64; 4]) -> Option<Reading> {
        Board::new("2x2".parse().ok()?, &tiles).ok().map(Reading::Board)
    }

    /// The forms of the list do not meet; if two ever do, both readings are named.
    #[test]
    fn a_text_with_two_readings_is_refused() {
        let options = ReadOptions::default();
        let source = Source { text: "?", code: "?", options: &options, is_understood: false };
        let one = Form { name: "one", read: |_| board([1, 2, 3, 0]) };
        let same = Form { name: "same", read: |_| board([1, 2, 3, 0]) };
        let other = Form { name: "other", read: |_| board([0, 1, 2, 3]) };
        let wrong = Form { name: "wrong", read: |_| Some(Reading::Mistake(TextError::plain("wrong"))) };
        let neither = Form { name: "neither", read: |_| None };
        let read = |forms: &[Form]| {
            read_in(forms, &source).map(|read| read.map_or_else(|error| error.message, |board| board.to_string()))
        };
        assert_eq!(
            read(&[one, other]).unwrap(),
            "this can be read in two ways: as one it is 1 2/3 0, as other it is 0 1/2 3"
        );
        assert_eq!(read(&[wrong, same]).unwrap(), "1 2/3 0");
        assert_eq!(read(&[neither]), None);
    }
}
