//! What reports and other programs write, and that no new form changes what an old one means.

use proptest::prelude::*;

use super::{any_board, read};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::notation::{Format, ReadOptions, is_usual_board, numerals, read_board, write_board};
use crate::domains::tiles::shape::Tile;

const BOARD: &str = "1 2 3/4 0 6/7 5 8";
const FIFTEEN: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";

/// A row for each form that reports and other programs write, and that is not one of the usual
/// forms.
const WRITTEN_ELSEWHERE: &[(&str, &str)] = &[
    // Words for the blank.
    ("1 2 3/4 - 6/7 5 8", BOARD),
    ("1 2 3\n4 * 6\n7 5 8", BOARD),
    ("1 2 3\n4 □ 6\n7 5 8", BOARD),
    ("1,2,3,4,⬜,6,7,5,8", BOARD),
    ("1 2 3/4 · 6/7 5 8", BOARD),
    ("1 2 3/4 b 6/7 5 8", BOARD),
    ("[[1,2,3],[4,null,6],[7,5,8]]", BOARD),
    ("[(1, 2, 3), (4, None, 6), (7, 5, 8)]", BOARD),
    ("1234-6758", BOARD),
    ("123_4*6_758", BOARD),
    ("1234b6758", BOARD),
    ("123_4B6_758", BOARD),
    ("3\n1 2 3\n4 - 6\n7 5 8", BOARD),
    // Tables and drawings.
    ("| 1 | 2 | 3 |\n|---|---|---|\n| 4 | 0 | 6 |\n| 7 | 5 | 8 |\n", BOARD),
    ("|   |   |  | \n|---|---|---|\n| 1  | 2  | 3  \n| 4  |  0 |  6 \n|  7 | 5  | 8  \n", BOARD),
    ("| a | b | c |\n| :-: | --: | --- |\n| 1 | 2 | 3 |\n| 4 | | 6 |\n| 7 | **5** | 8 |", BOARD),
    ("1 | 2 | 3\n--+---+--\n4 |   | 6\n--+---+--\n7 | 5 | 8", BOARD),
    ("1|2|3\n-+-+-\n4| |6\n-+-+-\n7|5|8", BOARD),
    ("┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 6 │\n├───┼───┼───┤\n│ 7 │ 5 │ 8 │\n└───┴───┴───┘", BOARD),
    ("+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+\n| 7 | 5 | 8 |\n+---+---+---+", BOARD),
    ("╔═══╦═══╦═══╗\n║ 1 ║ 2 ║ 3 ║\n╠═══╬═══╬═══╣\n║ 4 ║ x ║ 6 ║\n╠═══╬═══╬═══╣\n║ 7 ║ 5 ║ 8 ║\n╚═══╩═══╩═══╝", BOARD),
    (
        "┌───┐ ┌───┐ ┌───┐\n│ 1 │ │ 2 │ │ 3 │\n└───┘ └───┘ └───┘\n┌───┐       ┌───┐\n│ 4 │   ·   │ 6 │\n└───┘       └───┘\n┌───┐ ┌───┐ ┌───┐\n│ 7 │ │ 5 │ │ 8 │\n└───┘ └───┘ └───┘",
        BOARD,
    ),
    (
        "+---+ +---+ +---+\n| 1 | | 2 | | 3 |\n+---+ +---+ +---+\n+---+       +---+\n| 4 |   .   | 6 |\n+---+       +---+\n+---+ +---+ +---+\n| 7 | | 5 | | 8 |\n+---+ +---+ +---+",
        BOARD,
    ),
    (
        "+---+ +---+ +---+\n| 1 | | 2 | | 3 |\n+---+ +---+ +---+\n+---+       +---+\n| 4 |       | 6 |\n+---+       +---+\n+---+ +---+ +---+\n| 7 | | 5 | | 8 |\n+---+ +---+ +---+",
        BOARD,
    ),
    ("+---+\n| 1 |\n+---+\n+---+ +---+\n| 2 | | 3 |\n+---+ +---+", "1 0/2 3"),
    ("+---+\n| 1 |\n+---+\n|   |\n+---+\n| 2 |\n+---+", "1/0/2"),
    // A gap for the blank.
    ("1 2 3\n4   6\n7 5 8", BOARD),
    ("8 1 2\n  4 3\n7 6 5", "8 1 2/0 4 3/7 6 5"),
    ("1 2 3\n4 5 6\n7 8", "1 2 3/4 5 6/7 8 0"),
    ("1 2 3\n4 6  \n7 5 8", "1 2 3/4 6 0/7 5 8"),
    (" 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14    15", FIFTEEN),
    ("1 2 3/4   6/7 5 8", BOARD),
    ("1 2 3 / 4   6 / 7 5 8", BOARD),
    ("1\t2\t3\n4\t\t6\n7\t5\t8", BOARD),
    ("\t1\t2\n3\t4\t5", "0 1 2/3 4 5"),
    ("1,2,3\n4,,6\n7,5,8", BOARD),
    ("1,2,3/4,,6/7,5,8", BOARD),
    ("1;2;3\n4;5;6\n7;8;", "1 2 3/4 5 6/7 8 0"),
    ("1,2,3,4,,6,7,5,8", BOARD),
    ("[[1,2,3],[4,,6],[7,5,8]]", BOARD),
    ("['1', '2', '3', '4', '', '6', '7', '5', '8']", BOARD),
    ("[[\"1\",\"2\",\"3\"],[\"4\",\" \",\"6\"],[\"7\",\"5\",\"8\"]]", BOARD),
    // Rows of digits.
    ("123/406/758", BOARD),
    ("123/4.6/758", BOARD),
    ("123 406 758", BOARD),
    ("123,4x6,758", BOARD),
    ("123\n406\n758\n", BOARD),
    ("[\"123\", \"4-6\", \"758\"]", BOARD),
    ("1234/5678/9abc/de0f", FIFTEEN),
    ("12/30", "1 2/3 0"),
    ("123 450", "1 2 3/4 5 0"),
    // Hexadecimal digits.
    ("1 2 3 4\n5 6 7 8\n9 A B C\nD E 0 F", FIFTEEN),
    ("1 2 3 4/5 6 7 8/9 a b c/d e . f", FIFTEEN),
    ("1 2 3 4 5 6 7 8 9 A B C D E 0 F", FIFTEEN),
    ("0x123456789ABCDE0F", FIFTEEN),
    // Values of programming languages.
    ("array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])", BOARD),
    ("np.array([[1, 2, 3], [4, 0, 6], [7, 5, 8]], dtype=int64)", BOARD),
    ("initial_state = (1, 2, 3, 4, 0, 6, 7, 5, 8)", BOARD),
    ("start = [[1, 2, 3], [4, None, 6], [7, 5, 8]];", BOARD),
    // Digits of other scripts.
    ("１２３／４０６／７５８", BOARD),
    ("１ ２ ３\n４ ０ ６\n７ ５ ８", BOARD),
    ("①②③④⓪⑥⑦⑤⑧", BOARD),
    ("① ② ③\n④ □ ⑥\n⑦ ⑤ ⑧", BOARD),
    ("① ② ③ ④/⑤ ⑥ ⑦ ⑧/⑨ ⑩ ⑪ ⑫/⑬ ⑭ ⓪ ⑮", FIFTEEN),
    ("1️⃣ 2️⃣ 3️⃣\n4️⃣ ⬜ 6️⃣\n7️⃣ 5️⃣ 8️⃣", BOARD),
];

#[test]
fn what_reports_and_other_programs_write_is_read() {
    for (text, board) in WRITTEN_ELSEWHERE {
        assert_eq!(read(text), Ok((*board).to_owned()), "{text}");
        // Circled numbers are read wherever others are.
        let is_circled = text.contains(|c| numerals::circled(c).is_some());
        assert!(is_circled || !is_usual_board(text), "{text} is a usual form: move it to the contract's");
        let lines = text.replace('\n', "\r\n");
        assert_eq!(read(&lines), Ok((*board).to_owned()), "{lines:?}");
    }
}

#[test]
fn a_start_and_its_goal_are_read_together() {
    let both = |text: &str| {
        let read = read_board(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let goal = read.goal.and_then(|goal| goal.board(read.board.shape()).ok());
        format!("{} to {}", read.board, goal.map_or_else(|| "?".to_owned(), |goal| goal.to_string()))
    };
    let expected = "1 2 3/4 0 6/7 5 8 to 1 2 3/4 5 6/7 8 0";
    for text in [
        "start    goal\n1 2 3    1 2 3\n4 . 6 -> 4 5 6\n7 5 8    7 8 .\n\n2 moves, optimal (proved)\n1 2 3\n",
        "start  1 2 3/4 0 6/7 5 8\ngoal   1 2 3/4 5 6/7 8 0\n\n2 moves, optimal (proved)\nDR\n",
        "start  3\n       1 2 3\n       4 0 6\n       7 5 8\ngoal   3\n       1 2 3\n       4 5 6\n       7 8 0\n\n2 moves\n",
        "123406758 -> 123456780",
        "Initial:   Goal:\n1 2 3      1 2 3\n4   6  →   4 5 6\n7 5 8      7 8\n",
        "┌───┬───┬───┐     ┌───┬───┬───┐\n│ 1 │ 2 │ 3 │     │ 1 │ 2 │ 3 │\n├───┼───┼───┤     ├───┼───┼───┤\n\
         │ 4 │   │ 6 │  →  │ 4 │ 5 │ 6 │\n├───┼───┼───┤     ├───┼───┼───┤\n│ 7 │ 5 │ 8 │     │ 7 │ 8 │   │\n\
         └───┴───┴───┘     └───┴───┴───┘",
    ] {
        assert_eq!(both(text), expected, "{text}");
    }
    assert_eq!(both("# goal: snail\n3\n1 2 3\n4 0 6\n7 5 8\n"), "1 2 3/4 0 6/7 5 8 to 1 2 3/8 0 4/7 6 5");
    assert_eq!(both("1 2/3 0 # the goal: unknown"), "1 2/3 0 to ?");
}

/// A mistake in one of these forms is that of the form, not that it has another.
#[test]
fn mistakes_in_other_forms_are_named() {
    for (text, message) in [
        ("1 2 3/4 - 6/7 5 5", "tile 5 appears twice, and tile 8 is missing"),
        ("| 1 | 2 | 3 |\n|---|---|---|\n| 4 | | 6 |\n| 7 | 5 | 5 |", "tile 5 appears twice, and tile 8 is missing"),
        ("| 1 | 2 | 3 |\n|---|---|---|\n| 4 | | 6 |\n| 7 | | 8 |", "the board has two blanks"),
        ("| time (s) | 0 | 9.6 |\n|---|---|---|\n| cost | 12 | 3185 |", "`time (s)` is not a number"),
        ("+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | 3 |\n+---+---+", "tile 3 appears twice, and there is no blank"),
        ("123/456/788", "tile 8 appears twice, and there is no blank"),
        ("123 456 70", "3 cells do not make a square board"),
        ("1 2 3/4 6/7 5 8", "ragged rows: this one has 2 cells, expected 3"),
        ("1 2 3\n4 6\n7 5 8", "this row is one cell short and can be read in two ways: as 4 6 0 or as 4 0 6"),
        ("1 2 3\n4 5\n6 7", "ragged rows: this one has 2 cells, expected 3"),
        ("1,2,3/4,,6/7,,8", "ragged rows: this one has 2 cells, expected 3"),
        ("1 2 3/4 5 6/7 9 8", "tile 9 is out of range: a 3x3 board has the tiles 0 to 8"),
        ("4x4", "3 cells do not make a square board"),
        ("0x123456789ABCDE00", "the board has two blanks"),
        ("9 A B C", "tile 9 is out of range: a 2x2 board has the tiles 0 to 3"),
        ("array([1, 2, 3, 3])", "tile 3 appears twice, and there is no blank"),
        ("hello world", "`hello` is not a number"),
        ("a 30x30 board\n\nno solution found\n", "this answer does not show its 30x30 board, only its size"),
        // Texts that are nearly boards.
        ("[[1,2,3],[4,[,6],[7,5,8]]", "unexpected `[`"),
        ("_68_245_x137", "ragged rows: this one has 3 cells, expected 2"),
        ("12_b3_4", "ragged rows: this one has 1 cells, expected 2"),
        ("1 2 3/4 -1 6/7 5 8", "`-1` is not a number"),
        ("1230 -> 0124", "tile 4 is out of range: a 2x2 board has the tiles 0 to 3"),
    ] {
        assert_eq!(read(text), Err(message.to_owned()), "{text}");
    }
    let hint = |text| read_board(text, &ReadOptions::default()).unwrap_err().hint.unwrap();
    assert!(hint("1 2 3/4 5 6/7 9 8").contains("is 9 the blank?"));
    assert!(hint("1 2 3/4 6/7 5 8").contains("mark it with 0"));
    assert!(hint("4x4").contains("4x4 is a size"));
}

/// Texts that version 0.2 read, among them odd ones that chance made, and what it read: new forms
/// must not change what the usual ones mean.
#[test]
fn what_was_read_is_read_the_same() {
    let texts = include_str!("../../../../../../../testdata/notations.jsonl");
    for line in texts.lines() {
        let [text, board]: [String; 2] = serde_json::from_str(line).unwrap();
        assert_eq!(read(&text), Ok(board), "{text:?}");
        assert!(is_usual_board(&text), "{text:?}");
    }
    assert_eq!(texts.lines().count(), 300);
}

/// A board as others draw it.
struct Drawing<'b> {
    board: &'b Board,
    width: usize,
}

impl<'b> Drawing<'b> {
    fn of(board: &'b Board) -> Self {
        Self { board, width: (board.tiles().len() - 1).to_string().len() }
    }

    fn rows(&self, blank: &str, separator: &str) -> Vec<String> {
        let width = self.width;
        let cell = |tile: &Tile| match tile.is_blank() {
            true => format!("{blank:>width$}"),
            false => format!("{tile:>width$}"),
        };
        self.board.rows().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(separator)).collect()
    }

    /// Boxes that share their borders.
    fn connected(&self, blank: &str, [cross, line, side]: [&str; 3]) -> String {
        let border =
            format!("{cross}{}", format!("{}{cross}", line.repeat(self.width + 2)).repeat(self.board.shape().cols()));
        let rows = self.rows(blank, &format!(" {side} "));
        rows.iter().map(|row| format!("{border}\n{side} {row} {side}\n")).collect::<String>() + &border
    }

    /// One character a cell, a row a word.
    fn digits(&self, separator: &str) -> Option<String> {
        let text = write_board(self.board, Format::Underscore).ok()?;
        (self.board.shape().cols() > 1 && self.board.shape().rows() > 1).then(|| text.replace('_', separator))
    }

    /// Numbers in columns with nothing for the blank, unless nothing shows where it is.
    fn gap(&self) -> Option<String> {
        let rows = self.rows("", " ");
        let is_seen = rows.len() > 1 && self.board.shape().cols() > 1;
        is_seen.then(|| rows.join("\n"))
    }
}

proptest! {
    /// Whatever others write of a board is that board, without a size beside it.
    #[test]
    fn drawings_of_all_kinds_are_read(board in any_board()) {
        let drawing = Drawing::of(&board);
        let json = write_board(&board, Format::Json).unwrap();
        let is_zero = |text: &str, word: &str| text.replace("[0,", &format!("[{word},"))
            .replace(",0,", &format!(",{word},")).replace(",0]", &format!(",{word}]")).replace("[0]", &format!("[{word}]"));
        let mut texts = vec![
            is_zero(&json, "null"),
            is_zero(&json, "None"),
            format!("np.array({json}, dtype=int64)"),
            format!("start = {json}"),
            drawing.connected("", ["+", "-", "|"]),
            drawing.connected("x", ["┼", "─", "│"]),
            drawing.connected(" ", ["╬", "═", "║"]),
            write_board(&board, Format::Table).unwrap(),
        ];
        if board.shape().rows() > 1 {
            texts.push(drawing.rows("-", " ").join("/"));
            texts.push(drawing.rows("*", ",").join("\n"));
            texts.push(drawing.rows("□", "\t").join("\n"));
            if board.shape().cols() > 1 {
                texts.push(drawing.rows("", "\t").join("\n"));
                texts.push(drawing.rows("", ",").join("/"));
            }
        }
        texts.extend(drawing.gap());
        texts.extend(["/", " ", "\n", ","].into_iter().filter_map(|separator| drawing.digits(separator)));
        for text in texts {
            let read = read_board(&text, &ReadOptions::default());
            prop_assert!(read.is_ok(), "{}\n{:?}", text, read);
            prop_assert_eq!(&read.unwrap().board, &board, "{}", text);
        }
    }
}
