//! Python's values in messages: as Python shows them, but never long.

use pyo3::prelude::*;

/// More of a value is not repeated.
const MOST_CHARACTERS: usize = 80;

/// The value as Python shows it, or its type where it cannot be shown.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let name = || value.get_type().name().map_or_else(|_| "something".to_owned(), |name| format!("a {name}"));
    let Ok(text) = value.repr() else { return name() };
    let text = text.to_string_lossy();
    if text.chars().count() <= MOST_CHARACTERS {
        return text.into_owned();
    }
    text.chars().take(MOST_CHARACTERS).chain(['…']).collect()
}
