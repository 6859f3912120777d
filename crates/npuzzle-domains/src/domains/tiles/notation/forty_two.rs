//! The files of the 42 school: the size of a square board, then its rows.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::cells::{build, check_size, rows_of, suggested_size};
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::lex::{Token, error_at};
use crate::domains::tiles::shape::Shape;

/// Whether the first number is the size of a square board and the rest are its cells: on many lines
/// it stands alone before rows of several cells, on one line the number of cells decides. Numbers
/// that all together are the tiles of a board are its cells: were the first the size, that tile
/// would appear twice.
pub(super) fn has_size_line(tokens: &[Token], size: Option<Shape>) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return false };
    if first.number < 2 || size.is_some_and(|size| size.cells() == tokens.len()) {
        return false;
    }
    if tokens.iter().all(|token| token.line == first.line) {
        return first.number.checked_mul(first.number) == Some(rest.len() as u64) && !are_all_tiles(tokens);
    }
    let alone = rest.first().is_some_and(|second| second.line > first.line);
    alone && rest.windows(2).any(|pair| pair[0].line == pair[1].line)
}

/// Whether the numbers are 0 to n - 1, each once.
fn are_all_tiles(tokens: &[Token]) -> bool {
    let mut numbers: Vec<u64> = tokens.iter().map(|token| token.number).collect();
    numbers.sort_unstable();
    (0..).zip(numbers).all(|(expected, number)| number == expected)
}

/// On one line the size is a guess: a message about a board of that size says so.
pub(super) fn doubting_the_size(error: TextError, tokens: &[Token], size: Option<Shape>) -> TextError {
    let first = &tokens[0];
    if size.is_some() || tokens.iter().any(|token| token.line != first.line) {
        return error;
    }
    let (number, cells) = (first.number, tokens.len());
    let doubt = format!("{number} is read as the size, since {} numbers follow", cells - 1);
    let other = format!("if it is a tile, give the size of the board, such as {}", suggested_size(cells));
    error.hint(format!("{doubt}; {other}"))
}

pub(super) fn forty_two(text: &str, tokens: &[Token], size: Option<Shape>) -> Result<Board, TextError> {
    let (first, cells) = (&tokens[0], &tokens[1..]);
    let side = usize::try_from(first.number).unwrap_or(usize::MAX);
    let shape = Shape::new(side, side).map_err(|error| {
        error_at(text, first.at(), error.to_string()).hint("the first number is the size of a square board")
    })?;
    check_size(text, first, shape, size)?;
    let on_one_line = cells.first().is_some_and(|cell| cell.line == first.line);
    if on_one_line || cells.len() == shape.cells() && cells.iter().all(|cell| cell.line == cells[0].line) {
        return build(text, cells, shape);
    }
    let rows = rows_of(cells);
    if let Some(wrong) = rows.iter().find(|row| row.len() != side) {
        let last = &wrong[wrong.len() - 1];
        let cells = if wrong.len() == 1 { "cell" } else { "cells" };
        let message = format!("wrong size: this row has {} {cells}, but the first line says {shape}", wrong.len());
        return Err(error_at(text, last.at(), message).hint(format!("expected {side} rows of {side} tiles")));
    }
    if rows.len() != side {
        let last = &tokens[tokens.len() - 1];
        let message = format!("{} rows do not make a {shape} board", rows.len());
        return Err(error_at(text, last.at(), message)
            .hint(format!("the first line says {shape}: expected {side} rows of {side} tiles")));
    }
    build(text, cells, shape)
}
