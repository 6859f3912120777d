//! Reading a board from text of any form.

use crate::domains::tiles::board::{Board, BoardError};
use crate::domains::tiles::notation::Format;
use crate::domains::tiles::notation::error::TextError;
use crate::domains::tiles::notation::lex::{Cells, Rules, Token, compact, error_at, separated};
use crate::domains::tiles::shape::{Cell, Shape};

/// What is known of a text before it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The shape, if it was given.
    pub size: Option<Shape>,
    /// The format, if it was given; otherwise it is recognised.
    pub format: Option<Format>,
}

/// What a comment in a file says about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// "This puzzle is solvable"
    Solvable,
    /// "This puzzle is unsolvable"
    Unsolvable,
}

/// A board that was read, and what its text claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadBoard {
    /// The board.
    pub board: Board,
    /// A comment on its solvability, which is never trusted.
    pub claim: Option<Claim>,
}

/// Reads one board.
///
/// `#` starts a comment, but may also be the blank: both readings are tried, the likelier one
/// first.
pub fn read_board(text: &str, options: &ReadOptions) -> Result<ReadBoard, TextError> {
    let text = text.trim_start_matches('\u{FEFF}');
    if text.trim().is_empty() {
        return Err(TextError::plain("the input is empty").hint(EXAMPLE));
    }
    let with_comments = || read_code(text, &without_comments(text), options);
    let with_blank = || read_code(text, text, options);
    if !text.contains('#') || options.format == Some(Format::FortyTwo) {
        return with_comments();
    }
    let in_words = |rest: &str| rest.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X'));
    if is_many_lines(text) || text.split_once('#').is_some_and(|(_, rest)| in_words(rest)) {
        with_comments().or_else(|error| with_blank().map_err(|_| error))
    } else {
        with_blank().or_else(|error| with_comments().map_err(|_| error))
    }
}

const EXAMPLE: &str = "write a board such as 1 2 3/4 0 6/7 5 8";

/// The text with every comment replaced by spaces, so that columns stay what they are.
pub(super) fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        let code = line.split('#').next().unwrap_or("");
        let blanks = line[code.len()..].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
        code.chars().chain(blanks).collect::<String>()
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Reads a board from `code`; errors quote `text`.
fn read_code(text: &str, code: &str, options: &ReadOptions) -> Result<ReadBoard, TextError> {
    let format = options.format.unwrap_or_else(|| recognise(code));
    let rules = Rules { line_is_row: false, json: false };
    let Cells { tokens, explicit_rows } = match format {
        Format::Digits | Format::Hex => compact(text, code, false)?,
        Format::Underscore => compact(text, code, true)?,
        Format::Json => separated(text, code, Rules { json: true, ..rules })?,
        Format::List | Format::Rows => separated(text, code, rules)?,
        Format::Grid | Format::FortyTwo => separated(text, code, Rules { line_is_row: true, ..rules })?,
    };
    if tokens.is_empty() {
        return Err(TextError::plain("the input holds no board, only comments").hint(EXAMPLE));
    }
    let board = match format {
        Format::FortyTwo => forty_two(text, &tokens, options.size)?,
        Format::Grid | Format::List
            if options.format.is_none()
                && !(explicit_rows && begins_with_bracket(code))
                && has_size_line(&tokens, options.size) =>
        {
            forty_two(text, &tokens, options.size).map_err(|error| doubting_the_size(error, &tokens, options.size))?
        }
        _ => plain(text, &tokens, explicit_rows, options.size)?,
    };
    Ok(ReadBoard { board, claim: claim(text) })
}

fn is_many_lines(text: &str) -> bool {
    text.trim().lines().nth(1).is_some()
}

/// The format of a text, from its separators.
fn recognise(text: &str) -> Format {
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

/// Whether the first number is the size of a square board and the rest are its cells: on many lines
/// it stands alone before rows of several cells, on one line the number of cells decides. Numbers
/// that all together are the tiles of a board are its cells: were the first the size, that tile
/// would appear twice.
fn has_size_line(tokens: &[Token], size: Option<Shape>) -> bool {
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
fn doubting_the_size(error: TextError, tokens: &[Token], size: Option<Shape>) -> TextError {
    let first = &tokens[0];
    if size.is_some() || tokens.iter().any(|token| token.line != first.line) {
        return error;
    }
    let (number, cells) = (first.number, tokens.len());
    let doubt = format!("{number} is read as the size, since {} numbers follow", cells - 1);
    let other = format!("if it is a tile, give the size of the board, such as {}", suggested_size(cells));
    error.hint(format!("{doubt}; {other}"))
}

fn forty_two(text: &str, tokens: &[Token], size: Option<Shape>) -> Result<Board, TextError> {
    let (first, cells) = (&tokens[0], &tokens[1..]);
    let side = usize::try_from(first.number).unwrap_or(usize::MAX);
    let shape = Shape::new(side, side).map_err(|error| {
        error_at(text, (first.line, first.column, first.length), error.to_string())
            .hint("the first number is the size of a square board")
    })?;
    check_size(text, first, shape, size)?;
    let on_one_line = cells.first().is_some_and(|cell| cell.line == first.line);
    if on_one_line || cells.len() == shape.cells() && cells.iter().all(|cell| cell.line == cells[0].line) {
        return build(text, cells, shape);
    }
    let rows = rows_of(cells);
    if let Some(wrong) = rows.iter().find(|row| row.len() != side) {
        let last = &wrong[wrong.len() - 1];
        let message = format!("wrong size: this row has {} cells, but the first line says {shape}", wrong.len());
        return Err(error_at(text, (last.line, last.column, last.length), message)
            .hint(format!("expected {side} rows of {side} tiles")));
    }
    if rows.len() != side {
        let last = &tokens[tokens.len() - 1];
        let message = format!("{} rows do not make a {shape} board", rows.len());
        return Err(error_at(text, (last.line, last.column, last.length), message)
            .hint(format!("the first line says {shape}: expected {side} rows of {side} tiles")));
    }
    build(text, cells, shape)
}

fn plain(text: &str, tokens: &[Token], explicit_rows: bool, size: Option<Shape>) -> Result<Board, TextError> {
    let rows = rows_of(tokens);
    if rows.len() == 1 && !explicit_rows {
        let shape = size.or_else(|| Shape::square(tokens.len())).ok_or_else(|| {
            let first = &tokens[0];
            let message = match tokens.len() {
                1 => "one cell does not make a board".to_owned(),
                cells => format!("{cells} cells do not make a square board"),
            };
            let error = error_at(text, (first.line, first.column, first.length), message);
            match tokens.len() {
                cells @ 2.. => error.hint(format!(
                    "give the size of a rectangular board, such as {}; or separate the rows by `/`",
                    suggested_size(cells)
                )),
                _ => error.hint(EXAMPLE),
            }
        })?;
        return build(text, tokens, shape);
    }
    let cols = rows[0].len();
    if let Some(wrong) = rows.iter().find(|row| row.len() != cols) {
        return Err(ragged(text, wrong, cols));
    }
    let first = &tokens[0];
    let shape = Shape::new(rows.len(), cols)
        .map_err(|error| error_at(text, (first.line, first.column, first.length), error.to_string()))?;
    check_size(text, first, shape, size)?;
    build(text, tokens, shape)
}

fn suggested_size(cells: usize) -> String {
    let rows = (1..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows)).unwrap_or(1);
    format!("{rows}x{}", cells / rows)
}

fn rows_of(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.chunk_by(|a, b| a.row == b.row).collect()
}

fn ragged(text: &str, row: &[Token], expected: usize) -> TextError {
    let last = &row[row.len() - 1];
    let message = format!("ragged rows: this one has {} cells, expected {expected}", row.len());
    let mut error = error_at(text, (last.line, last.column, last.length), message);
    error.label = "the row ends here".to_owned();
    error.hint(format!("every row needs as many cells as the first one: {expected}"))
}

fn check_size(text: &str, first: &Token, shape: Shape, size: Option<Shape>) -> Result<(), TextError> {
    match size {
        Some(size) if size != shape => {
            let message = format!("wrong size: this is a {shape} board, but the size given is {size}");
            Err(error_at(text, (first.line, first.column, first.length), message))
        }
        _ => Ok(()),
    }
}

/// The board, with the errors put where they are.
fn build(text: &str, tokens: &[Token], shape: Shape) -> Result<Board, TextError> {
    let numbers: Vec<u64> = tokens.iter().map(|token| token.number).collect();
    let last_tile = shape.cells() - 1;
    let at = |cell: Cell| {
        let token = &tokens[cell.index()];
        (token.line, token.column, token.length)
    };
    let whole = format!("a {shape} board has each of the tiles 1 to {last_tile} once, and one blank (0)");
    Board::new(shape, &numbers).map_err(|error| match error {
        BoardError::WrongCount { found, .. } => {
            let last = &tokens[tokens.len() - 1];
            let message = format!("wrong size: {found} cells, but a {shape} board has {}", shape.cells());
            error_at(text, (last.line, last.column, last.length), message).hint(whole)
        }
        BoardError::OutOfRange { tile, cell, .. } => {
            let message = format!("tile {tile} is out of range: a {shape} board has the tiles 0 to {last_tile}");
            let has_blank = numbers.contains(&0);
            let hint = match has_blank {
                true => whole,
                false => format!("there is no blank: mark it with 0, x, _ or .; {whole}"),
            };
            error_at(text, at(cell), message).hint(hint)
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

/// What the comments say about the board.
fn claim(text: &str) -> Option<Claim> {
    text.lines().filter_map(|line| line.split_once('#')).find_map(|(_, comment)| {
        let comment = comment.to_lowercase();
        match () {
            () if comment.contains("unsolvable") || comment.contains("not solvable") => Some(Claim::Unsolvable),
            () if comment.contains("solvable") => Some(Claim::Solvable),
            () => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domains::tiles::notation::{FORMATS, split_boards, write_board};

    fn read(text: &str) -> Result<String, String> {
        read_board(text, &ReadOptions::default()).map(|read| read.board.to_string()).map_err(|e| e.to_string())
    }

    fn read_sized(text: &str, size: &str) -> Result<String, String> {
        let options = ReadOptions { size: Some(size.parse().unwrap()), format: None };
        read_board(text, &options).map(|read| read.board.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn every_form_of_the_contract_is_recognised() {
        let expected = Ok("1 2 3/4 0 6/7 5 8".to_owned());
        for text in [
            "1 2 3/4 0 6/7 5 8",
            "1 2 3 / 4 x 6 / 7 5 8",
            "1,2,3/4,_,6/7,5,8",
            "123_4x6_758",
            "123_4#6_758",
            "123406758",
            "1234.6758",
            "1,2,3,4,0,6,7,5,8",
            "1 2 3 4 # 6 7 5 8",
            "1 2 3 4 _ 6 7 5 8",
            "(1,2,3,4,0,6,7,5,8)",
            "((1, 2, 3), (4, 0, 6), (7, 5, 8))",
            "[1,2,3,4,0,6,7,5,8]",
            "[[1,2,3],[4,0,6],[7,5,8]]",
            "[\n  [1, 2, 3],\n  [4, 0, 6],\n  [7, 5, 8]\n]\n",
            "1 2 3\n4 . 6\n7 5 8\n",
            "3\n1 2 3\n4 0 6\n7 5 8\n",
            "# This puzzle is solvable\n3\n 1\t2 3 # tail\n\n4 0 6\r\n7 5 8",
            "3 1 2 3 4 0 6 7 5 8",
            "\u{FEFF}1 2 3/4 0 6/7 5 8",
            "'1','2','3','4','0','6','7','5','8'",
            "123406758 # easy",
            "1 2 3/4 0 6/7 5 8 # solved in 2",
            "1 2 3\n4 # 6\n7 5 8",
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
        assert_eq!(read("159d26ae37bf48c0"), Ok("1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0".to_owned()));
        assert_eq!(read("1 2 3 / 4 5 0"), Ok("1 2 3/4 5 0".to_owned()));
        assert_eq!(read_sized("123450", "2x3"), Ok("1 2 3/4 5 0".to_owned()));
        assert_eq!(read("1/2/0"), Ok("1/2/0".to_owned()));
        assert_eq!(read("# 1 2/3 4 5/6 7 8"), Ok("0 1 2/3 4 5/6 7 8".to_owned()));
        assert_eq!(read_sized("1 0", "1x2"), Ok("1 0/".to_owned()));
        for line in ["1 2 0 3/", "[[1,2,0,3]]", "((1,2,0,3))"] {
            assert_eq!(read(line), Ok("1 2 0 3/".to_owned()), "{line}");
        }
        // Boards whose first tile could be taken for the size of a square board.
        for text in ["[[3,5,9,6,1],[8,2,7,0,4]]", "((3,5,9,6,1),(8,2,7,0,4))", "[[3,5,9,6,1],\n[8,2,7,0,4]]"] {
            assert_eq!(read(text), Ok("3 5 9 6 1/8 2 7 0 4".to_owned()), "{text}");
        }
        assert_eq!(read("[[2],\n[1],[3],[0]]"), Ok("2/1/3/0".to_owned()));
        assert_eq!(read_sized("3 5 9 6 1 8 2 7 0 4", "2x5"), Ok("3 5 9 6 1/8 2 7 0 4".to_owned()));
        assert_eq!(read("3 1 2 4 5\n6 7 8 9 0"), Ok("3 1 2 4 5/6 7 8 9 0".to_owned()));
        assert_eq!(read("2\n1\n3\n4\n0"), Ok("2/1/3/4/0".to_owned()));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("", "the input is empty"),
            ("# nothing\n# here\n", "the input holds no board, only comments"),
            ("1 2 3/4 0 6/7 5 5", "tile 5 appears twice, and tile 8 is missing"),
            ("1 2 3/4 0 6/7 0 8", "the board has two blanks"),
            ("1 2 3/4 5 6/7 8 8", "tile 8 appears twice, and there is no blank"),
            ("1 2 3/4 0 6/7 5 9", "tile 9 is out of range: a 3x3 board has the tiles 0 to 8"),
            ("1 2 3/4 0/7 5 8", "ragged rows: this one has 2 cells, expected 3"),
            ("1 2 3/4 zwei 6/7 5 8", "`zwei` is not a number"),
            ("1 2 3/4 -1 6/7 5 8", "`-1` is not a number"),
            ("12345670g", "`g` is not a tile"),
            ("1 2 3 4 0", "5 cells do not make a square board"),
            // The tiles of a 2x5 board; no 3x3 board is in sight.
            ("3 5 9 6 1 8 2 7 0 4", "10 cells do not make a square board"),
            ("[3,5,9,6,1,8,2,7,0,4]", "10 cells do not make a square board"),
            ("2 1 0 3 4", "5 cells do not make a square board"),
            ("7", "one cell does not make a board"),
            ("[1,2,3", "`[` is never closed"),
            ("(1,2,3]", "`]` closes nothing"),
            ("[[[1]]]", "unexpected `[`"),
            ("4\n1 2 3\n4 0 6\n7 5 8", "wrong size: this row has 3 cells, but the first line says 4x4"),
            ("3\n1 2 3\n4 0 6\n", "2 rows do not make a 3x3 board"),
            ("99999999999999999999999 1 2 0", "`99999999999999999999999` is too large for a tile"),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text:?}");
        }
        assert_eq!(
            read_sized("1 2 3/4 5 0", "3x2").unwrap_err(),
            "wrong size: this is a 2x3 board, but the size given is 3x2"
        );
        assert_eq!(read_sized("123450", "2x2").unwrap_err(), "wrong size: 6 cells, but a 2x2 board has 4");
    }

    /// `3 1 2 3 4 0 6 7 5 9` is a slip in a 3x3 board after its size, or in ten cells.
    #[test]
    fn a_size_that_is_a_guess_is_called_one() {
        let error = read_board("3 1 2 3 4 0 6 7 5 9", &ReadOptions::default()).unwrap_err();
        assert_eq!(error.message, "tile 9 is out of range: a 3x3 board has the tiles 0 to 8");
        let hint = error.hint.unwrap();
        assert!(hint.contains("3 is read as the size") && hint.contains("such as 2x5"), "{hint}");
        let error = read_board("3\n1 2 3\n4 0 6\n7 5 9", &ReadOptions::default()).unwrap_err();
        assert!(!error.hint.unwrap().contains("is read as the size"));
    }

    /// Nested arrays say their shape: whatever the first tile is, it is a tile.
    #[test]
    fn nested_arrays_of_every_shape_read_back_as_themselves() {
        let shapes = (1..=5_usize).flat_map(|rows| (1..=6_usize).map(move |cols| (rows, cols)));
        for (rows, cols) in shapes.filter(|(rows, cols)| rows * cols >= 2) {
            let shape = Shape::new(rows, cols).unwrap();
            let cells = shape.cells() as u64;
            for first in 0..cells {
                // Every tile comes first once, the others in an order that depends on it.
                let others = (0..cells).filter(|&tile| tile != first);
                let mut tiles: Vec<u64> = others.collect();
                tiles.rotate_left(first as usize % (cells as usize - 1));
                tiles.insert(0, first);
                let board = Board::new(shape, &tiles).unwrap();
                let text = write_board(&board, Format::Json).unwrap();
                let lines = text.replace("],", "],\n");
                for text in [&text, &lines] {
                    for format in [None, Some(Format::Json)] {
                        let read = read_board(text, &ReadOptions { size: None, format });
                        assert_eq!(read.map(|read| read.board), Ok(board.clone()), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn comments_are_noted_but_not_believed() {
        let claim = |text| read_board(text, &ReadOptions::default()).unwrap().claim;
        assert_eq!(claim("# This puzzle is solvable\n2\n1 2\n3 0\n"), Some(Claim::Solvable));
        assert_eq!(claim("# This puzzle is unsolvable\n2\n1 2\n3 0\n"), Some(Claim::Unsolvable));
        assert_eq!(claim("1 2/3 0"), None);
    }

    fn any_board() -> impl Strategy<Value = Board> {
        (1_usize..8, 1_usize..8)
            .prop_filter("two cells", |(rows, cols)| rows * cols >= 2)
            .prop_flat_map(|(rows, cols)| {
                let tiles: Vec<u64> = (0..(rows * cols) as u64).collect();
                (Just(Shape::new(rows, cols).unwrap()), Just(tiles).prop_shuffle())
            })
            .prop_map(|(shape, tiles)| Board::new(shape, &tiles).unwrap())
    }

    proptest! {
        /// What is written can be read again, with or without being told the format.
        #[test]
        fn writing_and_reading_round_trips(board in any_board()) {
            for card in FORMATS.iter().filter(|card| card.writes) {
                let Ok(text) = write_board(&board, card.format) else { continue };
                for format in [None, Some(card.format)] {
                    let options = ReadOptions { size: Some(board.shape()), format };
                    let read = read_board(&text, &options);
                    prop_assert!(read.is_ok(), "{:?}: {:?}", text, read);
                    prop_assert_eq!(&read.unwrap().board, &board, "{:?}", text);
                }
            }
        }

        /// Nested arrays need no size beside them.
        #[test]
        fn nested_arrays_state_their_shape(board in any_board()) {
            let text = write_board(&board, Format::Json).unwrap();
            let read = read_board(&text, &ReadOptions::default());
            prop_assert_eq!(read.map(|read| read.board), Ok(board), "{:?}", text);
        }

        /// Nothing that can be typed makes the readers panic, and every error can be shown.
        #[test]
        fn no_text_makes_it_panic(text in any::<String>(), likely in "[0-9a-fxX_.#,;/ \n\t()\\[\\]{}-]{0,60}") {
            for text in [text, likely] {
                for format in FORMATS.iter().map(|card| Some(card.format)).chain([None]) {
                    for size in [None, Shape::new(2, 3).ok()] {
                        if let Err(error) = read_board(&text, &ReadOptions { size, format }) {
                            prop_assert!(error.render("test").contains(&error.message));
                        }
                    }
                }
                for chunk in split_boards(&text, &ReadOptions::default()) {
                    let _ = read_board(chunk.text, &ReadOptions::default());
                }
            }
        }
    }
}
