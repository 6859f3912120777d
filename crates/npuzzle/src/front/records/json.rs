//! Records of JSON: an object, several in an array or after each other, or arrays of boards.
//!
//! Values are found by their brackets, so that each is known by its place; `serde_json` judges
//! whether they are JSON.

use std::cell::Cell;

use serde::de::IgnoredAny;

use super::{Fields, Flaw, Found, Part, Record, flaw_of, size_of};
use crate::domains::tiles::notation::{Format, ReadOptions, read_board};

/// A text, and the place that was asked for last: the next one is near it, however long the text.
struct Source<'t> {
    text: &'t str,
    last: Cell<Mark>,
}

/// A place in a text: its byte, and its line and column from one.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Source<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, last: Cell::new(Mark { at: 0, line: 1, column: 1 }) }
    }

    fn place(&self, at: usize) -> (usize, usize) {
        let letters = |text: &str| text.chars().count();
        let in_line = || self.text[..at].chars().rev().take_while(|&c| c != '\n').count() + 1;
        let last = self.last.get();
        let between = &self.text[at.min(last.at)..at.max(last.at)];
        let breaks = between.matches('\n').count();
        let (line, column) = match (at >= last.at, breaks) {
            (true, 0) => (last.line, last.column + letters(between)),
            (false, 0) => (last.line, last.column - letters(between)),
            (true, _) => (last.line + breaks, in_line()),
            (false, _) => (last.line - breaks, in_line()),
        };
        self.last.set(Mark { at, line, column });
        (line, column)
    }
}

/// A part of a text.
#[derive(Clone, Copy)]
struct Span<'t> {
    source: &'t Source<'t>,
    from: usize,
    to: usize,
}

/// The records of a text, if it is JSON with objects or an array of boards.
pub(super) fn find(text: &str, options: &ReadOptions) -> Option<Vec<Found>> {
    let from = text.len() - uncommented(text).len();
    let source = Source::new(text);
    let start = Span { source: &source, from, to: text.len() };
    let behind = start.str().get(1..).unwrap_or_default().trim_start();
    let is_object = |text: &str| {
        let key = text.strip_prefix('{').and_then(|rest| rest.trim_start().strip_prefix('"'));
        key.and_then(|key| key.split_once('"')).is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
    };
    match start.str().chars().next()? {
        '{' if is_object(start.str()) => Some(objects(start)),
        '[' if is_object(behind) => Some(start.elements().into_iter().flat_map(records).collect()),
        '[' => boards(start, options),
        _ => None,
    }
}

/// The text without lines of comments and empty lines before it.
fn uncommented(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

/// Objects after each other. Where each has a line, a bad one is no concern of the others.
fn objects(all: Span<'_>) -> Vec<Found> {
    let code: Vec<Span<'_>> =
        all.lines().filter(|line| !line.str().trim().is_empty() && !line.str().starts_with('#')).collect();
    let begins = |line: &Span<'_>| line.str().trim_start().starts_with('{');
    let ends = code[0].str().trim_end().ends_with('}');
    if (ends || code.get(1).is_some_and(begins)) && code.iter().all(begins) {
        return code.into_iter().flat_map(|line| records(line.trimmed())).collect();
    }
    let mut found = Vec::new();
    let mut rest = all.trimmed();
    while !rest.str().is_empty() {
        let value = rest.value();
        if value.str().is_empty() {
            // A bracket that closes nothing: what follows cannot be told apart.
            found.extend(records(rest));
            break;
        }
        found.extend(records(value));
        rest = Span { from: value.to, ..rest }.trimmed();
        if rest.str().starts_with(',') {
            rest = Span { from: rest.from + 1, ..rest }.trimmed();
        }
    }
    found
}

/// An array of boards, if it is not itself a board, and its first element is one.
fn boards(all: Span<'_>, options: &ReadOptions) -> Option<Vec<Found>> {
    let array = all.value();
    // Several arrays after each other are boards, and so read line by line.
    if array.to != all.trimmed().to {
        return None;
    }
    let elements = array.elements();
    let is_board = |element: &Span<'_>| {
        let part = element.part();
        let format = part.is_array.then_some(Format::Json);
        read_board(&part.text, &ReadOptions { format, ..*options }).is_ok()
    };
    let is_list = elements.len() > 1 || elements.first().is_some_and(|element| element.str().starts_with("[["));
    let are_boards = is_list && read_board(array.str(), options).is_err() && is_board(elements.first()?);
    are_boards.then(|| elements.into_iter().flat_map(records).collect())
}

/// The records of a value: one, or those of the list in it.
fn records(value: Span<'_>) -> Vec<Found> {
    let (line, _) = value.place();
    let one = |run, name, content| vec![Found { run, record: Record { line, name, content } }];
    if let Err(error) = serde_json::from_str::<IgnoredAny>(value.str()) {
        return one(false, None, Err(value.not_json(&error)));
    }
    if !value.str().starts_with('{') {
        return one(false, None, Ok(Fields { start: value.part(), ..Fields::default() }));
    }
    let members = value.members();
    let member = |name: &str| {
        members.iter().find(|(key, _)| key == name).map(|(_, value)| *value).filter(|value| value.str() != "null")
    };
    let text = |name: &str| member(name).map(|value| value.part().text);
    let (start, board) = (member("start"), member("board"));
    if let Some(board) = start.or(board).filter(|board| board.is_board(start.is_some())) {
        let name = text("name").or(start.and(text("board")));
        let goal = member("goal").map(Span::part);
        let size = size_of(text("rows").as_deref(), text("cols").as_deref());
        let run = member("id").is_some() && member("algorithm").is_some();
        return one(run, name, Ok(Fields { start: board.part(), goal, size }));
    }
    if let Some(boards) = member("boards").filter(|boards| boards.str().starts_with('[')) {
        return boards.elements().into_iter().flat_map(records).collect();
    }
    if let Some(request) = member("request").filter(|request| request.str().starts_with('{')) {
        return records(request);
    }
    // Events of a trace, and what a file says of itself.
    if ["event", "format", "provenance", "program"].into_iter().any(|name| member(name).is_some()) {
        return Vec::new();
    }
    let message = flaw_of(text("status").as_deref(), text("reason").as_deref());
    let (line, column) = value.place();
    one(false, text("board"), Err(Flaw { message, line, column }))
}

impl<'t> Span<'t> {
    fn str(self) -> &'t str {
        &self.source.text[self.from..self.to]
    }

    fn trimmed(self) -> Self {
        let from = self.to - self.str().trim_start().len();
        Self { from, to: from + self.source.text[from..self.to].trim_end().len(), ..self }
    }

    fn lines(self) -> impl Iterator<Item = Self> {
        let mut from = self.from;
        self.str().split_inclusive('\n').map(move |line| {
            let span = Self { from, to: from + line.len(), ..self };
            from += line.len();
            span
        })
    }

    /// Line and column of its beginning, from one.
    fn place(self) -> (usize, usize) {
        self.source.place(self.from)
    }

    /// The value that it begins with, up to the end if it is not closed.
    fn value(self) -> Self {
        let bytes = self.str().as_bytes();
        let (mut depth, mut in_string, mut at) = (0_usize, false, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if in_string => at += 1,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth == 0 => break,
                b']' | b'}' => depth -= 1,
                b',' | b':' if depth == 0 => break,
                _ => {}
            }
            at += 1;
            if depth == 0 && !in_string && matches!(bytes[at - 1], b'"' | b']' | b'}') {
                break;
            }
        }
        Self { to: self.from + at.min(bytes.len()), ..self }.trimmed()
    }

    /// The elements of an array.
    fn elements(self) -> Vec<Self> {
        let mut elements = Vec::new();
        let mut rest = Self { from: self.from + 1, ..self }.trimmed();
        while !rest.str().is_empty() && !rest.str().starts_with(']') {
            let value = rest.value();
            elements.push(value);
            // Whatever is not a value at all ends the array.
            let next = Self { from: value.to, ..rest }.trimmed();
            match next.str().strip_prefix(',') {
                Some(_) => rest = Self { from: next.from + 1, ..next }.trimmed(),
                None => break,
            }
        }
        elements
    }

    /// The members of an object that is JSON.
    fn members(self) -> Vec<(String, Self)> {
        let mut members = Vec::new();
        let mut rest = Self { from: self.from + 1, ..self }.trimmed();
        while rest.str().starts_with('"') {
            let key = rest.value();
            let behind = Self { from: key.to, ..rest }.trimmed();
            let value = Self { from: behind.from + 1, ..behind }.trimmed().value();
            members.push((key.part().text, value));
            let next = Self { from: value.to, ..rest }.trimmed();
            rest = Self { from: next.from + usize::from(next.str().starts_with(',')), ..next }.trimmed();
        }
        members
    }

    /// Whether it can be a board: an array, or a text. A field `board` may also be the name of one.
    fn is_board(self, is_start: bool) -> bool {
        let looks = || read_board(&self.part().text, &ReadOptions::default()).is_ok();
        self.str().starts_with('[') || self.str().starts_with('"') && (is_start || looks())
    }

    /// The text of a value, without the quotes of a string.
    fn part(self) -> Part {
        let (line, column) = self.place();
        match serde_json::from_str::<String>(self.str()) {
            Ok(text) => Part { text, is_array: false, line, column: column + 1 },
            Err(_) => Part { text: self.str().to_owned(), is_array: self.str().starts_with('['), line, column },
        }
    }

    fn not_json(self, error: &serde_json::Error) -> Flaw {
        let (line, column) = self.place();
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or(&what);
        let inside = if error.line() > 1 { error.column() } else { column + error.column() - 1 };
        let line = line + error.line().saturating_sub(1);
        Flaw { message: format!("this is not JSON: {what}"), line, column: inside.max(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_forwards_and_backwards() {
        let text = "{\"é\": 1,\n\n \"b\": [\"□\"]}\n";
        let source = Source::new(text);
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let naive = |at: usize| {
            let before = &text[..at];
            (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
        };
        for &from in &places {
            for &to in &places {
                source.place(from);
                assert_eq!(source.place(to), naive(to), "from {from} to {to}");
            }
        }
    }
}
