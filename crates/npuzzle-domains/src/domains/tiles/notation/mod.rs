//! Boards as text: every form people write them in, read and written.

mod cells;
mod comments;
mod error;
mod forms;
mod forty_two;
mod lex;
mod numerals;
mod pair;
mod read;
mod split;
mod usual;
mod write;

use crate::core::spelling::is_spelled;
pub use comments::Claim;
pub use error::{Place, TextError};
pub use numerals::read_cell;
pub use read::{ReadBoard, ReadOptions, is_usual_board, read_board};
pub use split::{Chunk, split_boards};
pub use write::{NotationError, write_board};

/// A way to write boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rows on lines of their own.
    Grid,
    /// Rows separated by slashes.
    Rows,
    /// One character a cell, rows separated by underscores.
    Underscore,
    /// One character a cell.
    Digits,
    /// Numbers separated by spaces or commas, in brackets or not.
    List,
    /// A JSON array of numbers or of rows.
    Json,
    /// One hexadecimal digit a cell.
    Hex,
    /// The files of the 42 school: comments, the size, then the rows.
    FortyTwo,
    /// A Markdown table, or boxes drawn with lines.
    Table,
}

/// Describes a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatCard {
    /// Name in the catalogue.
    pub name: &'static str,
    /// The format.
    pub format: Format,
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// A board in this format.
    pub example: &'static str,
    /// What else is read as this format.
    pub also: &'static str,
    /// Whether boards can be written in it.
    pub writes: bool,
}

/// The formats.
pub static FORMATS: &[FormatCard] = &[
    FormatCard {
        name: "grid",
        format: Format::Grid,
        summary: "one row per line",
        example: "1 2 3\n4 . 6\n7 5 8",
        also: "a gap in a column is the blank; one word of digits per line",
        writes: true,
    },
    FormatCard {
        name: "rows",
        format: Format::Rows,
        summary: "rows separated by slashes",
        example: "1 2 3/4 0 6/7 5 8",
        also: "`123/406/758`, and a gap within a row",
        writes: true,
    },
    FormatCard {
        name: "underscore",
        format: Format::Underscore,
        summary: "one character per cell, rows separated by underscores, x or # for the blank; up to 16 cells",
        example: "123_4x6_758",
        also: "",
        writes: true,
    },
    FormatCard {
        name: "digits",
        format: Format::Digits,
        summary: "one character per cell, a to f for the tiles 10 to 15; up to 16 cells",
        example: "123406758",
        also: "rows of digits with spaces or commas between them: `123 406 758`",
        writes: true,
    },
    FormatCard {
        name: "list",
        format: Format::List,
        summary: "numbers separated by commas or spaces, with or without brackets",
        example: "(1,2,3,4,0,6,7,5,8)",
        also: "an empty field is the blank: `7,,8`, or two tabs; `array([...])`; `name = (...)`",
        writes: false,
    },
    FormatCard {
        name: "json",
        format: Format::Json,
        summary: "an array of numbers, or of rows",
        example: "[[1,2,3],[4,0,6],[7,5,8]]",
        also: "`null` is the blank; objects with a field `start` or `board`, and with `goal`, `rows` and `cols`; arrays of them and of boards; one per line",
        writes: true,
    },
    FormatCard {
        name: "hex",
        format: Format::Hex,
        summary: "one hexadecimal digit per cell",
        example: "159d26ae37bf48c0",
        also: "`0x159D...`, and digits with spaces between them: `9 A B C`",
        writes: false,
    },
    FormatCard {
        name: "42",
        format: Format::FortyTwo,
        summary: "`#` comments, the size of a square board, then its rows",
        example: "# comment\n3\n1 2 3\n4 0 6\n7 5 8",
        also: "`# goal: snail` sets the goal; several boards after each other",
        writes: true,
    },
    FormatCard {
        name: "table",
        format: Format::Table,
        summary: "a Markdown table",
        example: "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |",
        also: "boxes of lines (`┌─┬`, `+---+`), connected or not; an empty cell is the blank; below a head with `start` or `board` each row is a board, as in CSV",
        writes: true,
    },
];

impl Format {
    /// The card.
    pub fn card(self) -> &'static FormatCard {
        FORMATS.iter().find(|card| card.format == self).unwrap_or(&FORMATS[0])
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        FORMATS.iter().find(|card| is_spelled(name, card.name)).map(|card| card.format)
    }
}

#[cfg(test)]
mod tests;
