//! Rows of digits: `123/456/708`, `123 456 708`, three lines, or a list of such words.

use super::{Reading, Source};
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::notation::cells::board_of;
use crate::domains::tiles::notation::lex::{Cells, Token};
use crate::domains::tiles::notation::numerals::Words;

const FORMATS: &[Format] = &[Format::Digits, Format::Hex, Format::Grid, Format::Rows];

pub(super) fn read(source: &Source<'_>) -> Option<Reading> {
    if !source.may_be(FORMATS) {
        return None;
    }
    let rows = words(source.code)?;
    let length = rows[0].len();
    if rows.len() < 2 || length < 2 || rows.iter().any(|row| row.len() != length) {
        return None;
    }
    let is_sure = length >= 3 || rows.len() == length;
    let tokens = rows.into_iter().flatten().collect();
    match board_of(source.text, &Cells { tokens, explicit_rows: true }, source.options.size) {
        Ok(board) => Some(Reading::Board(board)),
        Err(error) if is_sure => Some(Reading::Mistake(error)),
        Err(_) => None,
    }
}

/// The words, each a row of cells of one character; `None` if a character is no cell.
fn words(code: &str) -> Option<Vec<Vec<Token>>> {
    let mut rows: Vec<Vec<Token>> = Vec::new();
    for (line, content) in (1..).zip(code.lines()) {
        let mut is_in_word = false;
        for (column, c) in (1..).zip(content.chars()) {
            if c.is_whitespace() || matches!(c, ',' | ';' | '/' | '"' | '\'' | '[' | ']' | '(' | ')' | '{' | '}') {
                is_in_word = false;
                continue;
            }
            if !is_in_word {
                rows.push(Vec::new());
                is_in_word = true;
            }
            let row = rows.len() - 1;
            rows[row].push(Token { number: Words::Wide.character(c)?, row, line, column, length: 1 });
        }
    }
    (!rows.is_empty()).then_some(rows)
}
