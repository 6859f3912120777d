//! The usual forms, their mistakes, and what is written read again.

mod elsewhere;

use proptest::prelude::*;

use super::*;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::Shape;

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

#[test]
fn every_example_is_the_same_kind_of_board_it_shows() {
    for card in FORMATS {
        assert_eq!(card.format.card().name, card.name);
        for format in [None, Some(card.format)] {
            let options = ReadOptions { format, ..ReadOptions::default() };
            let read = read_board(card.example, &options).unwrap_or_else(|error| panic!("{}: {error}", card.name));
            if card.name != "hex" {
                assert_eq!(read.board.to_string(), "1 2 3/4 0 6/7 5 8", "{}", card.name);
            }
        }
    }
}
