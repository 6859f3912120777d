//! From Python's values to the fields of requests.

use std::sync::Arc;

use npuzzle::core::{Devices, Limits};
use npuzzle::domains::tiles::{MovesOf, Shape};
use npuzzle_host::{memory, tables};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use crate::bridge::Bridge;
use crate::errors::Kind;
use crate::shown::shown;

/// An argument that was given.
pub type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// A refusal that names the argument.
pub fn wrong(py: Python<'_>, argument: &str, message: impl std::fmt::Display) -> PyErr {
    Kind::Request.error(py, format!("{argument}: {message}"))
}

/// A number or a text, as the text that the readers of units understand.
pub fn text_of(value: &Bound<'_, PyAny>) -> Option<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_str().ok().map(str::to_owned);
    }
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    let is_whole = value.is_instance_of::<PyInt>() || value.hasattr("__index__").unwrap_or(false);
    if is_whole {
        return value.call_method0("__index__").ok()?.str().ok().map(|whole| whole.to_string());
    }
    let number: f64 = value.call_method0("__float__").ok()?.extract().ok()?;
    Some(format!("{number}"))
}

/// What may be used up unless a question asks for something else. Memory is limited in any case: to
/// three quarters of what is free.
pub fn usual_limits(bridge: &Arc<Bridge>) -> Limits {
    Limits {
        cancel: Some(Arc::clone(&bridge.cancel)),
        attendant: Some(Arc::<Bridge>::clone(bridge) as _),
        table_cache: tables::table_cache(),
        ..memory::limits()
    }
}

/// The devices of this machine, if the package knows any.
pub fn devices() -> Option<Arc<dyn Devices>> {
    #[cfg(feature = "cuda")]
    return Some(npuzzle_gpu::devices());
    #[cfg(not(feature = "cuda"))]
    None
}

/// Bytes that a search may hold unless a limit says otherwise.
#[pyfunction]
pub fn usual_memory() -> u64 {
    memory::default_limit()
}

/// `"3x4"`, `(3, 4)` or `3`.
pub fn shape(value: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let py = value.py();
    let refuse = |message: String| Kind::Board.error(py, format!("size: {message}"));
    if let Ok(text) = value.cast::<PyString>() {
        return text
            .to_string_lossy()
            .trim()
            .parse()
            .map_err(|error: <Shape as std::str::FromStr>::Err| refuse(error.to_string()));
    }
    let not_a_size = || refuse(format!("{} is not a size: expected 3, (3, 4) or \"3x4\"", shown(value)));
    let is_pair = value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>();
    let (rows, cols): (usize, usize) = match value.extract::<[usize; 2]>() {
        Ok([rows, cols]) if is_pair => (rows, cols),
        _ if value.is_instance_of::<PyBool>() => return Err(not_a_size()),
        _ => value.extract::<usize>().map(|side| (side, side)).map_err(|_| not_a_size())?,
    };
    Shape::new(rows, cols).map_err(|error| refuse(error.to_string()))
}

/// A text, if one is given. What Python's texts may hold and others may not becomes a mark.
pub fn text(argument: &str, value: Given<'_, '_>) -> PyResult<Option<String>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let no_text = || wrong(value.py(), argument, format!("{} is not a text", shown(value)));
    value.cast::<PyString>().map(|text| Some(text.to_string_lossy().into_owned())).map_err(|_| no_text())
}

/// A whole number of at least zero, if one is given.
pub fn whole<T: TryFrom<u64>>(argument: &str, value: Given<'_, '_>) -> PyResult<Option<T>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let refuse =
        || wrong(value.py(), argument, format!("{} is not a whole number of at least 0 that fits", shown(value)));
    let number = Some(value).filter(|value| !value.is_instance_of::<PyBool>());
    let number = number.and_then(|value| value.extract::<u64>().ok()).and_then(|number| T::try_from(number).ok());
    number.map(Some).ok_or_else(refuse)
}

/// `blank` or `tile`.
pub fn moves_of(py: Python<'_>, value: Given<'_, '_>) -> PyResult<MovesOf> {
    let Some(text) = text("moves_of", value)? else { return Ok(MovesOf::default()) };
    let known = MovesOf::NAMES.into_iter().find(|(name, _)| *name == text);
    known.map(|(_, of)| of).ok_or_else(|| wrong(py, "moves_of", format!("`{text}` is neither blank nor tile")))
}
