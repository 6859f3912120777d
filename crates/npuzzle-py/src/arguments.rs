//! From Python's values to the fields of requests.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use npuzzle::core::Limits;
use npuzzle::domains::tiles::{MoveOrder, MovesOf, Shape};
use npuzzle::front::units;
use npuzzle_host::{memory, tables};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use crate::bridge::Bridge;
use crate::errors::Kind;
use crate::shown::shown;

/// Searches set memory aside for each thread before they ask the system for any.
const MOST_THREADS: usize = 4096;

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

/// An argument read by one of the readers of units.
pub fn amount<T>(
    argument: &str,
    value: Given<'_, '_>,
    expected: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> PyResult<Option<T>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let text =
        text_of(value).ok_or_else(|| wrong(value.py(), argument, format!("{} is not {expected}", shown(value))))?;
    read(&text).map(Some).map_err(|message| wrong(value.py(), argument, message))
}

/// Seconds, a duration such as `500ms`, or a `timedelta`.
fn time(value: Given<'_, '_>) -> PyResult<Option<Duration>> {
    let delta = value.and_then(|value| value.call_method0("total_seconds").ok());
    // Endless patience is no limit.
    if value.is_some_and(|value| value.extract::<f64>().is_ok_and(|seconds| seconds == f64::INFINITY)) {
        return Ok(None);
    }
    amount(
        "time_limit",
        delta.as_ref().or(value),
        "a time: expected seconds, a text such as 500ms, or a timedelta",
        units::moment,
    )
}

/// What may be used up. Memory is limited in any case: to three quarters of what is free.
pub fn limits(
    bridge: &Bridge,
    time_limit: Given<'_, '_>,
    node_limit: Given<'_, '_>,
    memory_limit: Given<'_, '_>,
    threads: Given<'_, '_>,
) -> PyResult<Limits> {
    let bytes = |text: &str| text.parse::<u64>().or_else(|_| units::size(text));
    let count = |text: &str| {
        let count = units::positive(text)?;
        let threads =
            usize::try_from(count).ok().filter(|&threads| threads <= MOST_THREADS).and_then(NonZeroUsize::new);
        threads.ok_or_else(|| format!("`{text}` is too many: expected at most {MOST_THREADS}"))
    };
    Ok(Limits {
        time: time(time_limit)?,
        nodes: amount("node_limit", node_limit, "a count: expected a whole number", units::count)?,
        memory: Some(
            amount("memory_limit", memory_limit, "a size: expected bytes or a text such as 256MiB", bytes)?
                .unwrap_or_else(memory::default_limit),
        ),
        threads: amount("threads", threads, "a number of threads", count)?,
        cancel: Some(Arc::clone(&bridge.cancel)),
        broken: None,
        table_cache: tables::table_cache(),
        ..Limits::default()
    })
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

/// True or false, if one is given.
pub fn truth(argument: &str, value: Given<'_, '_>) -> PyResult<Option<bool>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let refuse = || wrong(value.py(), argument, format!("{} is neither True nor False", shown(value)));
    value.extract::<bool>().map(Some).map_err(|_| refuse())
}

/// An order of moves such as `UDLR`.
pub fn order(py: Python<'_>, value: Given<'_, '_>) -> PyResult<MoveOrder> {
    let text = text("order", value)?;
    let read =
        |text: &str| text.parse().map_err(|error: <MoveOrder as std::str::FromStr>::Err| wrong(py, "order", error));
    text.as_deref().map_or_else(|| Ok(MoveOrder::default()), read)
}

/// `blank` or `tile`.
pub fn moves_of(py: Python<'_>, value: Given<'_, '_>) -> PyResult<MovesOf> {
    let Some(text) = text("moves_of", value)? else { return Ok(MovesOf::default()) };
    let known = MovesOf::NAMES.into_iter().find(|(name, _)| *name == text);
    known.map(|(_, of)| of).ok_or_else(|| wrong(py, "moves_of", format!("`{text}` is neither blank nor tile")))
}
