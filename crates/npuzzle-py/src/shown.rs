//! Python's values in messages: as Python shows them, but never long.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyString, PyTuple};

/// More of a value is not repeated.
const MOST_CHARACTERS: usize = 80;

/// The value as Python shows it, or its type where it cannot be shown.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let name = || value.get_type().name().map_or_else(|_| "something".to_owned(), |name| format!("a {name}"));
    // To write a million items down takes longer than to refuse them.
    let is_several = value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
        || value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>();
    let text = match is_several {
        true => value.py().import("npuzzle._shown").and_then(|module| module.call_method1("short", (value,))),
        false => value.repr().map(Bound::into_any),
    };
    let Ok(text) = text.and_then(|text| Ok(text.cast_into::<PyString>()?)) else { return name() };
    let text = text.to_string_lossy();
    if text.chars().count() <= MOST_CHARACTERS {
        return text.into_owned();
    }
    text.chars().take(MOST_CHARACTERS).chain(['…']).collect()
}
