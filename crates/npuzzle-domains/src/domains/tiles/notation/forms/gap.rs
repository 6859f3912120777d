//! Boards that show the blank by nothing: an empty field (`7,,8`, two tabs), or a gap in a column.

use super::{Reading, Source};
use crate::domains::tiles::notation::cells::{board_of, build, rows_of};
use crate::domains::tiles::notation::lex::{Cells, Rules, Token, error_at, separated};
use crate::domains::tiles::notation::numerals::Words;
use crate::domains::tiles::notation::{Format, TextError};
use crate::domains::tiles::shape::Shape;

const FORMATS: &[Format] = &[Format::Grid, Format::Rows, Format::List, Format::Json];

/// Rows of fields, exactly one of which is empty.
pub(super) fn empty_field(source: &Source<'_>) -> Option<Reading> {
    if !source.may_be(FORMATS) {
        return None;
    }
    let delimiter = [',', ';', '\t'].into_iter().find(|&delimiter| source.code.contains(delimiter))?;
    let rows = fields(source.code, delimiter)?;
    let are_equal = rows.iter().all(|row| row.len() == rows[0].len());
    let blanks = rows.iter().flatten().filter(|token| token.number == 0).count();
    if !are_equal || blanks != 1 || rows[0].len() < 2 {
        return None;
    }
    let explicit_rows = rows.len() > 1;
    let tokens = rows.into_iter().flatten().collect();
    match board_of(source.text, &Cells { tokens, explicit_rows }, source.options.size) {
        Ok(board) => Some(Reading::Board(board)),
        Err(error) if explicit_rows => Some(Reading::Mistake(error)),
        Err(_) => None,
    }
}

/// Fields between delimiters; a line, a slash or a closing bracket ends a row. `None` if a field is
/// neither empty nor a tile.
fn fields(code: &str, delimiter: char) -> Option<Vec<Vec<Token>>> {
    let mut rows = Rows::default();
    for (line, content) in (1..).zip(code.lines()) {
        for (column, c) in (1..).zip(content.chars()) {
            match c {
                // The one between two rows in brackets.
                _ if c == delimiter && rows.is_after_bracket => rows.is_after_bracket = false,
                _ if c == delimiter => rows.end_field(line, column)?,
                '/' => rows.end_row(line, column)?,
                ']' | ')' | '}' => {
                    rows.end_row(line, column)?;
                    rows.is_after_bracket = true;
                }
                '[' | '(' | '{' if rows.has_begun() => return None,
                '[' | '(' | '{' | '"' | '\'' => {}
                _ if c.is_whitespace() => {}
                _ => rows.push(column, c),
            }
        }
        rows.end_row(line, content.chars().count() + 1)?;
    }
    (!rows.done.is_empty()).then_some(rows.done)
}

/// The rows of fields that were read so far.
#[derive(Default)]
struct Rows {
    done: Vec<Vec<Token>>,
    row: Vec<Token>,
    /// The field that is being read, and where it begins.
    word: String,
    column: usize,
    is_after_bracket: bool,
}

impl Rows {
    fn push(&mut self, column: usize, c: char) {
        if self.word.is_empty() {
            self.column = column;
        }
        self.word.push(c);
        self.is_after_bracket = false;
    }

    /// Whether a row is being read.
    fn has_begun(&self) -> bool {
        !self.row.is_empty() || !self.word.is_empty()
    }

    /// Ends a field at a delimiter in this column.
    fn end_field(&mut self, line: usize, column: usize) -> Option<()> {
        let word = std::mem::take(&mut self.word);
        let (number, column, length) = match word.chars().count() {
            0 => (0, column, 1),
            length => (Words::Usual.number(&word).ok().filter(|&tile| tile > 0)?, self.column, length),
        };
        self.row.push(Token { number, row: self.done.len(), line, column, length });
        Some(())
    }

    /// Ends the last field and the row, if it has begun.
    fn end_row(&mut self, line: usize, column: usize) -> Option<()> {
        if self.has_begun() {
            self.end_field(line, column)?;
            self.done.push(std::mem::take(&mut self.row));
        }
        Some(())
    }
}

/// Rows of numbers of which one is a cell short: the blank is where the other rows have a column
/// and this one has nothing.
pub(super) fn columns(source: &Source<'_>) -> Option<Reading> {
    if !source.may_be(FORMATS) || source.code.contains([',', ';', '\t', '[', '(', '{']) {
        return None;
    }
    in_columns(source, source.code, false)
}

/// The same for a copy of the text; `is_drawn` says that lines around the cells show where a row
/// ends.
pub(super) fn in_columns(source: &Source<'_>, code: &str, is_drawn: bool) -> Option<Reading> {
    let has_slashes = code.contains('/');
    let rules = Rules { line_is_row: !has_slashes, json: false, words: Words::Usual };
    let cells = separated(source.text, code, rules).ok()?;
    if cells.tokens.iter().any(|token| token.number == 0) {
        return None;
    }
    let rows = rows_of(&cells.tokens);
    let cols = rows.iter().map(|row| row.len()).max()?;
    let mut short = rows.iter().enumerate().filter(|(_, row)| row.len() < cols);
    let (gapped, row) = short.next().filter(|(_, row)| row.len() + 1 == cols)?;
    if short.next().is_some() || rows.len() < 2 || has_slashes && code.contains('\n') {
        return None;
    }
    let origins = origins(code, has_slashes, rows.len())?;
    let place = |row: usize, token: &Token| {
        let from = token.column.checked_sub(origins[row])?;
        Some((from, from + token.length - 1))
    };
    let mut spans: Vec<(usize, usize)> = vec![(usize::MAX, 0); cols];
    for (number, row) in rows.iter().enumerate().filter(|&(number, _)| number != gapped) {
        for (span, token) in spans.iter_mut().zip(*row) {
            let (from, to) = place(number, token)?;
            *span = (span.0.min(from), span.1.max(to));
        }
    }
    if spans.windows(2).any(|pair| pair[0].1 >= pair[1].0) {
        return None;
    }
    let column_of = |token: &Token| {
        let (from, to) = place(gapped, token)?;
        let mut touched = (0..cols).filter(|&column| from <= spans[column].1 && to >= spans[column].0);
        touched.next().filter(|_| touched.next().is_none())
    };
    let taken: Vec<usize> = row.iter().map(column_of).collect::<Option<_>>()?;
    if !taken.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let missing = (0..cols).find(|column| !taken.contains(column))?;
    // Between slashes nothing shows a gap at the end of a row. On lines, spaces do; without them
    // only the last cell of the board is beyond doubt: a row elsewhere may have lost its gap.
    if missing + 1 == cols && !is_drawn {
        if has_slashes {
            return None;
        }
        let line = code.lines().nth(row[0].line - 1).unwrap_or_default();
        if gapped + 1 < rows.len() && line.trim_end_matches('\r').chars().count() < spans[missing].0 + 1 {
            return Some(Reading::Mistake(lost_gap(source.text, row)));
        }
    }
    let at = gapped * cols + missing;
    let beside = row.get(missing).or(row.last())?.clone();
    let mut tokens = cells.tokens.clone();
    tokens.insert(at, Token { number: 0, ..beside });
    let shape = Shape::new(rows.len(), cols).ok()?;
    let fits = source.options.size.is_none_or(|size| size == shape);
    fits.then(|| build(source.text, &tokens, shape).into())
}

/// A row that is a cell short at its end, or that lost the gap between two of its cells.
fn lost_gap(text: &str, row: &[Token]) -> TextError {
    let numbers = |row: &[Token]| row.iter().map(|token| token.number.to_string()).collect::<Vec<_>>().join(" ");
    let (first, rest) = row.split_at(row.len() - 1);
    let message = format!(
        "this row is one cell short and can be read in two ways: as {} 0 or as {} 0 {}",
        numbers(row),
        numbers(first),
        numbers(rest)
    );
    error_at(text, row[row.len() - 1].at(), message).hint("mark the blank with 0, x, _ or .")
}

/// The column in which each row begins: the first, or that behind its slash. A space behind every
/// slash belongs to it.
fn origins(code: &str, has_slashes: bool, rows: usize) -> Option<Vec<usize>> {
    if !has_slashes {
        return Some(vec![1; rows]);
    }
    let parts: Vec<&str> = code.trim_end().split('/').collect();
    let is_spaced = parts.len() > 1 && parts[1..].iter().all(|part| part.starts_with(' '));
    let mut column = 1 + code.chars().take_while(|c| c.is_whitespace()).count();
    let mut origins = vec![column];
    column = 1;
    for part in &parts[..parts.len() - 1] {
        column += part.chars().count() + 1;
        origins.push(column + usize::from(is_spaced));
    }
    (origins.len() == rows).then_some(origins)
}
