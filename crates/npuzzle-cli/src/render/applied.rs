//! The answer to `apply`: as text, and as rows of the CSV form.

use npuzzle::domains::tiles::MoveNotation;
use npuzzle::domains::tiles::notation::Format;
use npuzzle::picture::walk::Walk;
use npuzzle::question::ApplyAnswer;
use serde::Serialize;

use crate::commands::solve::Show;
use crate::failure::Failure;
use crate::out::{Out, STRONG};
use crate::render::rows::word;
use crate::render::solution::{boards, every_board, in_groups, plural, whose, written};

/// Columns of a line of words.
const WIDTH: usize = 76;

/// Writes the whole answer, all of whose moves are legal.
pub fn write(answer: &ApplyAnswer, show: Show, notation: Format, out: &mut Out) -> Result<(), Failure> {
    out.text(&boards([("start", &answer.start), ("end", &answer.end)], notation))?;
    out.text(&format!("\n{STRONG}{}{STRONG:#}\n", verdict(answer)))?;
    match show {
        _ if answer.count == 0 => Ok(()),
        Show::None => Ok(()),
        Show::Moves => out.text(&moves(answer)),
        Show::Boards => {
            let walk = Walk::new(&answer.start, &answer.path.0, answer.moves_of.unwrap_or_default());
            every_board(walk, notation, None, out)
        }
    }
}

/// Whether the moves are legal and where they lead, in a line.
pub fn verdict(answer: &ApplyAnswer) -> String {
    let not = if answer.is_goal { "" } else { "not " };
    let back = if answer.inverted { " back" } else { "" };
    let end = if answer.is_goal { "to the goal" } else { "to a board that is not the goal" };
    match answer.count {
        0 => format!("no moves; the board is {not}the goal"),
        1 => format!("1 move{back}, legal; it leads {end}"),
        count => format!("{}{back}, all legal; they lead {end}", plural(count as u64)),
    }
}

/// The moves, and what they name.
fn moves(answer: &ApplyAnswer) -> String {
    let (notation, text) = (answer.notation, &answer.moves);
    match answer.moves_of {
        None => format!("{}\n(the numbers of the tiles that move)\n", in_lines(text)),
        Some(of) if notation == MoveNotation::Runs => format!("{}\n{}\n", in_lines(text), whose(of, None)),
        Some(of) => format!("{}\n{}\n", in_groups(text), whose(of, Some("--to"))),
    }
}

/// Words in lines that fit a terminal.
fn in_lines(words: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words.split(' ') {
        let separator = match column {
            0 => "",
            _ if column + word.len() < WIDTH => " ",
            _ => "\n",
        };
        column = if separator == "\n" { 0 } else { column + separator.len() } + word.len();
        text += separator;
        text += word;
    }
    text
}

/// A remark, with the option that does what it speaks of.
pub fn remark(note: &str, answer: &ApplyAnswer) -> String {
    match answer.better_of {
        Some(of) if answer.notes.last().is_some_and(|last| last == note) => {
            format!("{note}: `--moves-of {}`", of.name())
        }
        _ => note.to_owned(),
    }
}

/// What is wrong with the moves: the place, the reason, and the board before it.
pub fn complaint(answer: &ApplyAnswer, notation: Format) -> String {
    let message = answer.illegal.as_ref().map(|illegal| illegal.message.as_str()).unwrap_or_default();
    let board = written(&answer.end, notation);
    let is_drawn = board.lines().all(|line| line.chars().count() <= WIDTH);
    let mut text = message.to_owned();
    if is_drawn {
        let after = if answer.count == 0 { String::new() } else { format!(", after {}", plural(answer.count as u64)) };
        text += &format!("\nthe board before it{after}:\n{board}");
    }
    text.extend(answer.notes.iter().map(|note| format!("\nhelp: {}", remark(note, answer))));
    text
}

/// A row of the CSV form.
#[derive(Default, Serialize)]
pub struct Row<'r> {
    board: &'r str,
    status: String,
    rows: Option<usize>,
    cols: Option<usize>,
    start: String,
    goal: String,
    end: String,
    is_goal: Option<bool>,
    count: Option<usize>,
    moves: &'r str,
    notation: String,
    moves_of: Option<&'static str>,
    inverted: Option<bool>,
    illegal_number: Option<usize>,
    illegal_word: Option<&'r str>,
    line: Option<usize>,
    column: Option<usize>,
    reason: Option<&'r str>,
}

/// The row of an answer.
pub fn row_of(answer: &ApplyAnswer) -> Row<'_> {
    let illegal = answer.illegal.as_ref();
    Row {
        board: &answer.name,
        status: answer.status.name().to_owned(),
        rows: Some(answer.rows),
        cols: Some(answer.cols),
        start: answer.start.to_string(),
        goal: answer.goal.to_string(),
        end: answer.end.to_string(),
        is_goal: Some(answer.is_goal),
        count: Some(answer.count),
        moves: &answer.moves,
        notation: word(&answer.notation),
        moves_of: answer.moves_of.map(|of| of.name()),
        inverted: Some(answer.inverted),
        illegal_number: illegal.map(|illegal| illegal.number),
        illegal_word: illegal.map(|illegal| illegal.word.as_str()),
        line: illegal.map(|illegal| illegal.line),
        column: illegal.map(|illegal| illegal.column),
        reason: illegal.map(|illegal| illegal.reason.as_str()),
    }
}

/// The row of a board that could not be read.
pub fn error_row<'r>(name: &'r str, message: &'r str) -> Row<'r> {
    Row { board: name, status: "error".to_owned(), reason: Some(message), ..Row::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_into_lines_that_fit() {
        let words = vec!["12345"; 30].join(" ");
        let text = in_lines(&words);
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')), "{text}");
        assert_eq!(text.lines().count(), 3);
        assert_eq!(text.replace('\n', " "), words);
        assert_eq!(in_lines("R3"), "R3");
    }
}
