//! The usual forms: numbers with separators, digits without, and the files of the 42 school.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::cells::{EXAMPLE, board_of};
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::forty_two::{doubting_the_size, forty_two, has_size_line};
use crate::domains::tiles::notation::lex::{Cells, Rules, compact, separated};
use crate::domains::tiles::notation::numerals::Words;
use crate::domains::tiles::notation::{Format, ReadOptions};

/// A text that is not a board in a usual form.
pub(super) struct Unread {
    pub error: Box<TextError>,
    /// Whether every word of it is a cell.
    pub is_understood: bool,
}

impl Unread {
    fn new(error: TextError, is_understood: bool) -> Self {
        Self { error: Box::new(error), is_understood }
    }
}

/// Reads a board from `code`; errors quote `text`.
pub(super) fn read_code(text: &str, code: &str, options: &ReadOptions, words: Words) -> Result<Board, Unread> {
    let format = recognised(code, options);
    let cells = lexed(text, code, format, words).map_err(|error| Unread::new(error, false))?;
    board(text, code, format, &cells, options).map_err(|error| Unread::new(error, true))
}

fn lexed(text: &str, code: &str, format: Format, words: Words) -> Result<Cells, TextError> {
    let rules = Rules { line_is_row: false, json: false, words };
    match format {
        Format::Digits | Format::Hex => compact(text, code, false, words),
        Format::Underscore => compact(text, code, true, words),
        Format::Json => separated(text, code, Rules { json: true, ..rules }),
        Format::List | Format::Rows => separated(text, code, rules),
        Format::Grid | Format::FortyTwo | Format::Table => separated(text, code, Rules { line_is_row: true, ..rules }),
    }
}

fn board(text: &str, code: &str, format: Format, cells: &Cells, options: &ReadOptions) -> Result<Board, TextError> {
    let tokens = &cells.tokens[..];
    if tokens.is_empty() {
        return Err(TextError::plain("the input holds no board, only comments").hint(EXAMPLE));
    }
    match format {
        Format::FortyTwo => forty_two(text, tokens, options.size),
        Format::Grid | Format::List
            if options.format.is_none()
                && !(cells.explicit_rows && begins_with_bracket(code))
                && has_size_line(tokens, options.size) =>
        {
            forty_two(text, tokens, options.size).map_err(|error| doubting_the_size(error, tokens, options.size))
        }
        _ => board_of(text, cells, options.size),
    }
}

pub(super) fn is_many_lines(text: &str) -> bool {
    text.trim().lines().nth(1).is_some()
}

/// The format of a text: the given one, or that of its separators.
pub(super) fn recognised(text: &str, options: &ReadOptions) -> Format {
    if let Some(format) = options.format {
        return format;
    }
    let text = text.trim();
    let has = |set: &[char]| text.contains(set);
    if begins_with_bracket(text) {
        return Format::List;
    }
    if is_many_lines(text) {
        return if has(&['/']) { Format::Rows } else { Format::Grid };
    }
    let spaced = text.contains(char::is_whitespace) || has(&[',', ';']);
    match () {
        () if has(&['/']) => Format::Rows,
        () if spaced => Format::List,
        () if has(&['_']) => Format::Underscore,
        () => Format::Digits,
    }
}

/// Rows in brackets, as in `[[1,2],[3,0]]`, state the whole shape: no size stands before them.
fn begins_with_bracket(text: &str) -> bool {
    text.trim_start().starts_with(['[', '(', '{'])
}
