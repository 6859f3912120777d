//! Tables and drawings: Markdown, connected or separate boxes, of box-drawing characters or of
//! `+---+` and `|`. An empty cell is the blank.

use super::{Reading, Source, gap};
use crate::domains::tiles::notation::cells::board_of;
use crate::domains::tiles::notation::lex::{Cells, Rules, Token, error_at, separated};
use crate::domains::tiles::notation::numerals::Words;
use crate::domains::tiles::notation::{Format, TextError};

pub(super) fn read(source: &Source<'_>) -> Option<Reading> {
    if !source.code.contains(is_frame) || !source.may_be(&[Format::Table, Format::Grid]) {
        return None;
    }
    let bare = without_frames(source.code);
    let marked = match separated(source.text, &bare, Rules { line_is_row: true, json: false, words: Words::Wide }) {
        Ok(cells) if cells.tokens.is_empty() => None,
        Ok(cells) => Some(board_of(source.text, &Cells { explicit_rows: true, ..cells }, source.options.size)),
        Err(_) => None,
    };
    match marked {
        Some(Ok(board)) => Some(Reading::Board(board)),
        _ if !are_boxes_apart(source.code) => cells_between_lines(source),
        Some(Err(error)) => gap::in_columns(source, &bare, true).or(Some(Reading::Mistake(error))),
        None => None,
    }
}

fn is_vertical(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// A character that draws lines and nothing else: `-` and `+` only do so between others.
fn is_frame(c: char) -> bool {
    is_vertical(c) || matches!(c, '\u{2500}'..='\u{257F}')
}

/// Whether a line only draws: the border between two rows, or the line below the head of a table.
fn is_border(line: &str) -> bool {
    let drawn = |c: char| c.is_whitespace() || is_frame(c) || matches!(c, '+' | '-' | '=' | ':');
    let draws_across = |c: char| matches!(c, '-' | '=') || is_frame(c) && !is_vertical(c);
    line.chars().all(drawn) && line.contains(draws_across) && line.trim().chars().count() > 1
}

/// The text with spaces for all lines that are drawn.
fn without_frames(code: &str) -> String {
    let line = |line: &str| {
        let is_border = is_border(line);
        let blank = |c: char| if c != '\n' && (is_border || is_frame(c)) { ' ' } else { c };
        line.chars().map(blank).collect::<String>()
    };
    code.split_inclusive('\n').map(line).collect()
}

/// Whether every cell has a box of its own: beside a corner that closes one, another opens.
fn are_boxes_apart(code: &str) -> bool {
    let closes = |c: char| matches!(c, '┐' | '┘' | '╮' | '╯' | '╗' | '╝' | '┓' | '┛' | '+');
    let opens = |c: char| matches!(c, '┌' | '└' | '╭' | '╰' | '╔' | '╚' | '┏' | '┗' | '+');
    code.lines().filter(|line| is_border(line)).any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.windows(2).any(|pair| pair[0].ends_with(closes) && pair[1].starts_with(opens))
    })
}

/// A line of cells.
struct Line {
    fields: Vec<Token>,
    is_empty: bool,
    has_digits: bool,
    /// Whether nothing but a line stands behind the last cell.
    is_closed: bool,
}

/// Cells with lines between them, the blank being empty or a word.
fn cells_between_lines(source: &Source<'_>) -> Option<Reading> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(source.code.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut rows: Vec<Line> = Vec::new();
    let mut mistake = None;
    for (at, &(number, content)) in lines.iter().enumerate() {
        if is_border(content) {
            continue;
        }
        let (row, unread) = line_of(source, number, content);
        let is_head = rows.is_empty() && lines.get(at + 1).is_some_and(|(_, next)| is_border(next));
        // An empty line is that of an empty head, or pads the cells.
        if row.is_empty && row.fields.len() > 1 || is_head && !row.has_digits && !row.is_empty {
            continue;
        }
        mistake = mistake.or(unread);
        rows.push(row);
    }
    if let Some(error) = mistake {
        return Some(Reading::Mistake(error));
    }
    let cols = rows.iter().map(|row| row.fields.len()).max()?;
    let mut tokens: Vec<Token> = Vec::new();
    for (number, mut row) in rows.into_iter().enumerate() {
        if row.is_closed
            && row.fields.len() + 1 == cols
            && let Some(last) = row.fields.last().cloned()
        {
            row.fields.push(Token { number: 0, column: last.column + last.length, length: 1, ..last });
        }
        tokens.extend(row.fields.into_iter().map(|token| Token { row: number, ..token }));
    }
    Some(board_of(source.text, &Cells { tokens, explicit_rows: true }, source.options.size).into())
}

/// The cells of a line, and what is wrong with the first that is not one.
fn line_of(source: &Source<'_>, line: usize, content: &str) -> (Line, Option<TextError>) {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '*' | '`' | '_' | '[' | ']');
    let mut fields: Vec<(usize, String)> = vec![(1, String::new())];
    for (column, c) in (1..).zip(content.chars()) {
        match fields.last_mut() {
            Some((_, field)) if !is_vertical(c) => field.push(c),
            _ => fields.push((column + 1, String::new())),
        }
    }
    let is_outside = |field: Option<&(usize, String)>| field.is_some_and(|(_, field)| field.trim().is_empty());
    let is_closed = fields.len() > 1 && is_outside(fields.last());
    if is_closed {
        fields.pop();
    }
    if fields.len() > 1 && is_outside(fields.first()) {
        fields.remove(0);
    }
    let mut mistake = None;
    let mut token = |(column, field): &(usize, String)| {
        let word = field.trim_matches(is_around);
        let before = field.chars().take_while(|&c| is_around(c)).count();
        let (column, length) = if word.is_empty() { (*column, 1) } else { (column + before, word.chars().count()) };
        let number = if word.is_empty() { Ok(0) } else { Words::Wide.number(word) };
        let number = number.unwrap_or_else(|message| {
            let hint = "the cells of a table are tile numbers; an empty one is the blank";
            mistake.get_or_insert_with(|| error_at(source.text, (line, column, length), message).hint(hint));
            0
        });
        Token { number, row: 0, line, column, length }
    };
    let is_empty = fields.iter().all(|(_, field)| field.trim().is_empty());
    let tokens = fields.iter().map(&mut token).collect();
    let has_digits = content.contains(|c: char| c.is_ascii_digit());
    (Line { fields: tokens, is_empty, has_digits, is_closed }, mistake)
}
