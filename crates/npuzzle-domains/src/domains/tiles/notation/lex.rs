//! Text into cells: each a number or the blank, with its place and its row.

use crate::domains::tiles::notation::error::{Place, TextError};
use crate::domains::tiles::notation::numerals::{Words, circled};
use crate::domains::tiles::shape::LONGEST_SIDE;

/// One cell as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The tile, or zero.
    pub number: u64,
    /// Row of the text it stands in.
    pub row: usize,
    pub line: usize,
    pub column: usize,
    pub length: usize,
}

impl Token {
    /// Line, column and length.
    pub fn at(&self) -> (usize, usize, usize) {
        (self.line, self.column, self.length)
    }
}

/// What a character may mean, which depends on the format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// A line end ends a row.
    pub line_is_row: bool,
    /// Brackets must be those of JSON.
    pub json: bool,
    /// What a cell may be.
    pub words: Words,
}

/// Cells, and whether the text itself says where rows end.
pub(super) struct Cells {
    pub tokens: Vec<Token>,
    pub explicit_rows: bool,
}

/// No board has more cells.
const MOST_CELLS: usize = LONGEST_SIDE * LONGEST_SIDE;

/// The place of a token in `text`.
pub(super) fn place(text: &str, line: usize, column: usize, length: usize) -> Place {
    let whole = text.lines().nth(line - 1).unwrap_or("");
    Place { line, column, length: length.max(1), text: whole.to_owned() }
}

pub(super) fn error_at(text: &str, (line, column, length): (usize, usize, usize), message: String) -> TextError {
    TextError { place: Some(place(text, line, column, length)), ..TextError::plain(message) }
}

/// Cells separated by spaces, commas, brackets, slashes or line ends. Errors quote `text`, of which
/// `code` is a copy with its comments blanked out.
pub(super) fn separated(text: &str, code: &str, rules: Rules) -> Result<Cells, TextError> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut brackets: Vec<(char, usize, usize)> = Vec::new();
    let mut explicit_rows = false;
    let mut row = 0;
    // A row ends only if it has begun: separators may follow each other.
    let end_row =
        |row: &mut usize, tokens: &[Token]| *row += usize::from(tokens.last().is_some_and(|last| last.row == *row));
    for (line, content) in (1..).zip(code.lines()) {
        let mut characters = content.char_indices().zip(1..).peekable();
        while let Some(((at, c), column)) = characters.next() {
            let here = (line, column, 1);
            match c {
                ',' | ';' | '"' | '\'' => {}
                _ if c.is_whitespace() => {}
                _ if rules.json && brackets.is_empty() && c != '[' => {
                    return Err(error_at(text, here, format!("unexpected `{c}`: JSON begins with `[`")));
                }
                '/' => {
                    explicit_rows = true;
                    end_row(&mut row, &tokens);
                }
                '[' | '(' | '{' => {
                    if rules.json && c != '[' || brackets.len() == 2 {
                        return Err(error_at(text, here, format!("unexpected `{c}`")));
                    }
                    end_row(&mut row, &tokens);
                    brackets.push((c, line, column));
                    explicit_rows |= brackets.len() == 2;
                }
                ']' | ')' | '}' => {
                    let opened = brackets.pop().map(|(open, ..)| open);
                    if !matches!((opened, c), (Some('['), ']') | (Some('('), ')') | (Some('{'), '}')) {
                        return Err(error_at(text, here, format!("`{c}` closes nothing")));
                    }
                    end_row(&mut row, &tokens);
                }
                _ => {
                    let mut end = at + c.len_utf8();
                    let mut length = 1;
                    let circle = circled(c);
                    let in_word = |c: char| circle.is_none() && circled(c).is_none() && !is_separator(c);
                    while let Some(((next, c), _)) = characters.next_if(|&((_, c), _)| in_word(c)) {
                        end = next + c.len_utf8();
                        length += 1;
                    }
                    let place = (line, column, length);
                    let number = circle.map_or_else(|| rules.words.number(&content[at..end]), Ok);
                    let number = number.map_err(|message| error_at(text, place, message).hint(CELL_HINT))?;
                    if tokens.len() > MOST_CELLS {
                        return Err(error_at(text, place, too_many_cells()));
                    }
                    tokens.push(Token { number, row, line, column, length });
                }
            }
        }
        if rules.line_is_row {
            end_row(&mut row, &tokens);
        }
    }
    if let Some(&(open, line, column)) = brackets.last() {
        return Err(error_at(text, (line, column, 1), format!("`{open}` is never closed")));
    }
    Ok(Cells { tokens, explicit_rows })
}

const CELL_HINT: &str = "cells are tile numbers; the blank is 0, x, _, . or #, also -, * or null";

pub(super) fn too_many_cells() -> String {
    format!("too many cells: a board has at most {MOST_CELLS}")
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '/' | '[' | ']' | '(' | ')' | '{' | '}' | '#')
}

/// One character a cell; underscores end rows if `rows` says so.
pub(super) fn compact(text: &str, code: &str, rows: bool, words: Words) -> Result<Cells, TextError> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut row = 0;
    for (line, content) in (1..).zip(code.lines()) {
        for (column, c) in (1..).zip(content.chars()) {
            if c.is_whitespace() {
                continue;
            }
            if c == '_' && rows {
                row += usize::from(tokens.last().is_some_and(|last| last.row == row));
                continue;
            }
            let Some(number) = circled(c).or_else(|| words.character(c)) else {
                let error = error_at(text, (line, column, 1), format!("`{c}` is not a tile"));
                return Err(error.hint("one character per cell: 0 to 9, then a to f; the blank is 0, x, . or #"));
            };
            if tokens.len() > MOST_CELLS {
                return Err(error_at(text, (line, column, 1), too_many_cells()));
            }
            tokens.push(Token { number, row, line, column, length: 1 });
        }
    }
    Ok(Cells { tokens, explicit_rows: rows && row > 0 })
}
