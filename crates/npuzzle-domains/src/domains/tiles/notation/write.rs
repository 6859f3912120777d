//! Writing boards.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::shape::{Shape, Tile};

/// A board does not fit a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Tiles of two digits in a format of one character per cell.
    #[error("a {shape} board cannot be written as `{format}`, which has one character per cell (up to 16 cells)")]
    TooManyTiles { shape: Shape, format: &'static str },
    /// The format has no place for the number of columns.
    #[error("a {0} board cannot be written as `42`, which is for square boards")]
    NotSquare(Shape),
}

/// The board as text. Lists and hexadecimal digits are written as `rows` and `digits` are.
pub fn write_board(board: &Board, format: Format) -> Result<String, NotationError> {
    let shape = board.shape();
    match format {
        Format::Grid => Ok(aligned_rows(board, ".")),
        Format::Rows | Format::List => Ok(board.to_string()),
        Format::Json => Ok(json(board)),
        Format::Table => Ok(markdown(board)),
        Format::FortyTwo if shape.rows() != shape.cols() => Err(NotationError::NotSquare(shape)),
        Format::FortyTwo => Ok(format!("{}\n{}", shape.rows(), aligned_rows(board, "0"))),
        Format::Underscore | Format::Digits | Format::Hex if shape.cells() > 16 => {
            Err(NotationError::TooManyTiles { shape, format: format.card().name })
        }
        Format::Underscore => Ok(board.rows().map(|row| one_character_each(row, 'x')).collect::<Vec<_>>().join("_")),
        Format::Digits | Format::Hex => Ok(one_character_each(board.tiles(), '0')),
    }
}

fn one_character_each(tiles: &[Tile], blank: char) -> String {
    let character = |tile: &Tile| match tile.0 {
        0 => blank,
        number => char::from_digit(u32::from(number), 16).unwrap_or('?'),
    };
    tiles.iter().map(character).collect()
}

fn json(board: &Board) -> String {
    let row = |row: &[Tile]| row.iter().map(Tile::to_string).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = board.rows().map(|tiles| format!("[{}]", row(tiles))).collect();
    format!("[{}]", rows.join(","))
}

/// A Markdown table, whose head is the first row.
fn markdown(board: &Board) -> String {
    let width = (board.tiles().len() - 1).to_string().len();
    let cell = |tile: &Tile| match tile.is_blank() {
        true => " ".repeat(width + 2),
        false => format!(" {tile:>width$} "),
    };
    let mut rows: Vec<String> =
        board.rows().map(|row| format!("|{}|", row.iter().map(cell).collect::<Vec<_>>().join("|"))).collect();
    rows.insert(1, format!("|{}", format!("{}|", "-".repeat(width + 2)).repeat(board.shape().cols())));
    rows.join("\n")
}

/// One row per line, the columns aligned.
fn aligned_rows(board: &Board, blank: &str) -> String {
    let width = (board.tiles().len() - 1).to_string().len();
    let cell = |tile: &Tile| match tile.is_blank() {
        true => format!("{blank:>width$}"),
        false => format!("{tile:>width$}"),
    };
    let lines = board.rows().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_look() {
        let board = Board::new(Shape::new(2, 6).unwrap(), &[11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 0]).unwrap();
        let text = |format| write_board(&board, format);
        assert_eq!(text(Format::Grid).unwrap(), "11  2  3  4  5  6\n 7  8  9 10  1  .");
        assert_eq!(text(Format::Rows).unwrap(), "11 2 3 4 5 6/7 8 9 10 1 0");
        assert_eq!(text(Format::Underscore).unwrap(), "b23456_789a1x");
        assert_eq!(text(Format::Digits).unwrap(), "b23456789a10");
        assert_eq!(text(Format::Json).unwrap(), "[[11,2,3,4,5,6],[7,8,9,10,1,0]]");
        assert_eq!(
            text(Format::Table).unwrap(),
            "| 11 |  2 |  3 |  4 |  5 |  6 |\n|----|----|----|----|----|----|\n|  7 |  8 |  9 | 10 |  1 |    |"
        );
        assert!(text(Format::FortyTwo).is_err());
    }
}
