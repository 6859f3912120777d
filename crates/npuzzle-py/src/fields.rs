//! From Python's keywords to the fields of a question.

use npuzzle::domains::tiles;
use npuzzle::question::BoardText;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::arguments::{text_of, wrong};
use crate::errors::Kind;
use crate::shown::shown;

/// The question of some keywords, and of fields that Python has read already. `None` leaves a field
/// open.
pub fn read<Q: DeserializeOwned>(keywords: &Bound<'_, PyDict>, known: &[(&str, Value)]) -> PyResult<Q> {
    let py = keywords.py();
    let known: Map<String, Value> = known.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let mut fields = known.clone();
    for (name, value) in keywords.iter().filter(|(_, value)| !value.is_none()) {
        let name: String = name.extract()?;
        let json = json_of(&name, &value, DEEPEST)?;
        // A field that cannot be read is found by reading it alone.
        let mut alone = known.clone();
        alone.insert(name.clone(), json.clone());
        if let Err(error) = serde_json::from_value::<Q>(alone.into()) {
            let message = error.to_string();
            let is_no_text = message.starts_with("invalid type") && message.contains("expected a string");
            let message = if is_no_text { format!("{} is not a text", shown(&value)) } else { message };
            return Err(wrong(py, &name, message));
        }
        fields.insert(name, json);
    }
    serde_json::from_value(fields.into()).map_err(|error| Kind::Request.error(py, error.to_string()))
}

/// A board that has been read, as a field. In rows, so that one row is not taken for a square.
pub fn of_board(board: &tiles::Board) -> Value {
    json!(BoardText::from(board.clone()))
}

/// Lists of lists, and no deeper: a list may hold itself.
const DEEPEST: usize = 2;

fn json_of(name: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned().into());
    }
    if depth > 0 && (value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()) {
        return value.try_iter()?.map(|item| json_of(name, &item?, depth - 1)).collect();
    }
    let number =
        text_of(value).ok_or_else(|| wrong(value.py(), name, format!("{} is not a value here", shown(value))))?;
    // A number that JSON does not hold exactly is left to the reader of its text.
    Ok(number.parse::<u64>().map_or_else(|_| number.into(), Value::from))
}
