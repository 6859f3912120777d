//! Values as programs print and assign them: `array([[1, 2, 3], ...], dtype=int64)`,
//! `start = (1, 2, 3, ...)`.

use super::{Reading, Source};
use crate::domains::tiles::notation::numerals::Words;
use crate::domains::tiles::notation::usual::{self, Unread};

pub(super) fn read(source: &Source<'_>) -> Option<Reading> {
    let code = unwrapped(source.code)?;
    match usual::read_code(source.text, &code, source.options, Words::Wide) {
        Ok(board) => Some(Reading::Board(board)),
        Err(Unread { error, is_understood: true }) => Some(Reading::Mistake(*error)),
        Err(_) => None,
    }
}

/// The value alone, in its columns; `None` if nothing is around it.
fn unwrapped(code: &str) -> Option<String> {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
    };
    let mut value = code.trim();
    if let Some((name, assigned)) = value.split_once('=')
        && is_name(name.trim())
    {
        value = assigned.trim().trim_end_matches(';').trim_end();
    }
    if let Some((name, inner)) = value.split_once('(')
        && is_name(name)
    {
        value = inner.strip_suffix(')')?;
        // What follows the last bracket are keywords.
        value = &value[..value.rfind([']', ')', '}'])? + 1];
    }
    if value.len() == code.trim().len() || !value.starts_with(['[', '(', '{']) {
        return None;
    }
    let from = value.as_ptr() as usize - code.as_ptr() as usize;
    let outside = |at: usize| at < from || at >= from + value.len();
    let character = |(at, c): (usize, char)| if outside(at) && c != '\n' { ' ' } else { c };
    Some(code.char_indices().map(character).collect())
}
