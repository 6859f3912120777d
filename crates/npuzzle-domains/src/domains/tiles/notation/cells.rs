//! Cells into a board, with every mistake put where it is.

use crate::domains::tiles::board::{Board, BoardError};
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::lex::{Cells, Token, error_at};
use crate::domains::tiles::shape::{Cell, Shape};

pub(super) const EXAMPLE: &str = "write a board such as 1 2 3/4 0 6/7 5 8";

/// The board of rows, or of a flat list of cells.
pub(super) fn board_of(text: &str, cells: &Cells, size: Option<Shape>) -> Result<Board, TextError> {
    let tokens = &cells.tokens[..];
    let rows = rows_of(tokens);
    if rows.len() == 1 && !cells.explicit_rows {
        let shape = size.or_else(|| Shape::square(tokens.len())).ok_or_else(|| not_square(text, tokens))?;
        return build(text, tokens, shape);
    }
    let cols = rows[0].len();
    if let Some(wrong) = rows.iter().find(|row| row.len() != cols) {
        return Err(ragged(text, &rows, wrong));
    }
    let first = &tokens[0];
    let shape = Shape::new(rows.len(), cols).map_err(|error| error_at(text, first.at(), error.to_string()))?;
    check_size(text, first, shape, size)?;
    build(text, tokens, shape)
}

fn not_square(text: &str, tokens: &[Token]) -> TextError {
    let message = match tokens.len() {
        1 => "one cell does not make a board".to_owned(),
        cells => format!("{cells} cells do not make a square board"),
    };
    let error = error_at(text, tokens[0].at(), message);
    match (text.trim().parse::<Shape>(), tokens.len()) {
        (Ok(shape), _) => error
            .hint(format!("{shape} is a size, not a board; {EXAMPLE}, or name random ones, such as random:{shape}:1")),
        (_, cells @ 2..) => error.hint(format!(
            "give the size of a rectangular board, such as {}; or separate the rows by `/`",
            suggested_size(cells)
        )),
        _ => error.hint(EXAMPLE),
    }
}

pub(super) fn suggested_size(cells: usize) -> String {
    let rows = (1..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows)).unwrap_or(1);
    format!("{rows}x{}", cells / rows)
}

pub(super) fn rows_of(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.chunk_by(|a, b| a.row == b.row).collect()
}

fn ragged(text: &str, rows: &[&[Token]], row: &[Token]) -> TextError {
    let last = &row[row.len() - 1];
    let expected = rows[0].len();
    let message = format!("ragged rows: this one has {} cells, expected {expected}", row.len());
    let mut error = error_at(text, last.at(), message);
    error.label = "the row ends here".to_owned();
    let mut cells = rows.iter().copied().flatten();
    let is_one_short = row.len() + 1 == expected && cells.all(|token| token.number != 0);
    error.hint(match is_one_short {
        true => format!("there is no blank: if this row holds it, mark it with 0; every row needs {expected} cells"),
        false => format!("every row needs as many cells as the first one: {expected}"),
    })
}

pub(super) fn check_size(text: &str, first: &Token, shape: Shape, size: Option<Shape>) -> Result<(), TextError> {
    match size {
        Some(size) if size != shape => {
            let message = format!("wrong size: this is a {shape} board, but the size given is {size}");
            Err(error_at(text, first.at(), message))
        }
        _ => Ok(()),
    }
}

/// The board, with the errors put where they are.
pub(super) fn build(text: &str, tokens: &[Token], shape: Shape) -> Result<Board, TextError> {
    let numbers: Vec<u64> = tokens.iter().map(|token| token.number).collect();
    let last_tile = shape.cells() - 1;
    let at = |cell: Cell| tokens[cell.index()].at();
    let whole = format!("a {shape} board has each of the tiles 1 to {last_tile} once, and one blank (0)");
    Board::new(shape, &numbers).map_err(|error| match error {
        BoardError::WrongCount { found, .. } => {
            let last = &tokens[tokens.len() - 1];
            let message = format!("wrong size: {found} cells, but a {shape} board has {}", shape.cells());
            error_at(text, last.at(), message).hint(whole)
        }
        BoardError::OutOfRange { tile, cell, .. } => {
            let message = format!("tile {tile} is out of range: a {shape} board has the tiles 0 to {last_tile}");
            error_at(text, at(cell), message).hint(match () {
                () if has_largest_for_blank(&numbers) => {
                    format!("is {tile} the blank? Mark it with 0, x, _ or .; {whole}")
                }
                () if numbers.contains(&0) => whole,
                () => format!("there is no blank: mark it with 0, x, _ or .; {whole}"),
            })
        }
        BoardError::Duplicate { tile, first, second, missing } => {
            let (name, message) = match (tile.is_blank(), missing.is_blank()) {
                (true, _) => ("blank".to_owned(), "the board has two blanks".to_owned()),
                (false, true) => (tile.to_string(), format!("tile {tile} appears twice, and there is no blank")),
                (false, false) => {
                    (tile.to_string(), format!("tile {tile} appears twice, and tile {missing} is missing"))
                }
            };
            let mut error = error_at(text, at(second), message);
            let (row, col) = (shape.row(first) + 1, shape.col(first) + 1);
            error.label = format!("the second {name}; the first is in row {row}, column {col}");
            error.hint(whole)
        }
    })
}

/// Whether the numbers are 1 to n, so that n stands where the blank should.
fn has_largest_for_blank(numbers: &[u64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    (1..).zip(sorted).all(|(expected, number)| number == expected)
}
