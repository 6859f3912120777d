//! Errors that point at the place.

use std::fmt;

/// Where in a text something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
    /// Length in characters, at least one.
    pub length: usize,
    /// The whole line.
    pub text: String,
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong, with the offending value.
    pub message: String,
    /// Where it is.
    pub place: Option<Place>,
    /// A few words beside the caret.
    pub label: String,
    /// What would be right.
    pub hint: Option<String>,
}

impl TextError {
    /// An error that stands nowhere in particular.
    pub fn plain(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, label: String::new(), hint: None }
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The message, the place with a caret under it, and the hint, on several lines. `source` names
    /// the text.
    pub fn render(&self, source: &str) -> String {
        let mut out = self.message.clone();
        if let Some(place) = &self.place {
            let (text, column) = clip(&place.text, place.column);
            let gutter = " ".repeat(place.line.to_string().len());
            let carets = "^".repeat(place.length.clamp(1, WINDOW));
            let label = if self.label.is_empty() { String::new() } else { format!(" {}", self.label) };
            out += &format!("\n {gutter}--> {source}:{}:{}", place.line, place.column);
            out += &format!("\n {gutter} |\n {} | {text}\n", place.line);
            out += &format!(" {gutter} | {}{carets}{label}", " ".repeat(column - 1));
        } else if !source.is_empty() {
            out += &format!("\n  --> {source}");
        }
        if let Some(hint) = &self.hint {
            out += &format!("\nhelp: {hint}");
        }
        out
    }
}

/// A line longer than this is shown in part.
const WINDOW: usize = 72;

/// The part of a line around a column, on one row of the terminal, and the column within it.
fn clip(line: &str, column: usize) -> (String, usize) {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let length = line.chars().count();
    if length <= WINDOW {
        return (line.chars().map(shown).collect(), column);
    }
    let first = (column - 1).saturating_sub(WINDOW / 2).min(length.saturating_sub(WINDOW));
    let part: String = line.chars().map(shown).skip(first).take(WINDOW).collect();
    let (before, after) = (if first > 0 { "..." } else { "" }, if first + WINDOW < length { "..." } else { "" });
    (format!("{before}{part}{after}"), column - first + before.len())
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_word() {
        let place = Place { line: 12, column: 5, length: 2, text: "1 2 33 4".to_owned() };
        let error = TextError { place: Some(place), label: "here".to_owned(), ..TextError::plain("no") }.hint("yes");
        let expected = "no\n   --> file:12:5\n    |\n 12 | 1 2 33 4\n    |     ^^ here\nhelp: yes";
        assert_eq!(error.render("file"), expected);
    }

    #[test]
    fn long_lines_are_clipped_around_the_caret() {
        let text: String = (0..400).map(|n| format!("{n} ")).collect();
        let column = text.find("300").unwrap() + 1;
        let place = Place { line: 1, column, length: 3, text };
        let rendered = TextError { place: Some(place), ..TextError::plain("no") }.render("file");
        let lines: Vec<&str> = rendered.lines().collect();
        let caret = lines[4].find('^').unwrap();
        assert_eq!(&lines[3][caret..caret + 3], "300");
        assert!(lines[3].len() < 90);
    }
}
