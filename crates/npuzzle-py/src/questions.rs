//! Boards in all their forms, and the lists.

use std::sync::Arc;

use npuzzle::front::lists::Lists;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::{Given, shape, whole};
use crate::ask::json;
use crate::board::{self, Board};
use crate::errors::of_goal;
use crate::reading;

/// All boards that a text or a named set holds.
#[pyfunction]
#[pyo3(signature = (source, goal=None, *, size=None, input_format=None, seed=None))]
pub fn boards<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
    input_format: Given<'_, '_>,
    seed: Given<'_, '_>,
) -> PyResult<Bound<'py, PyList>> {
    board::list(py, reading::read(source, goal, size, input_format, whole("seed", seed)?)?)
}

/// The goal board of a size.
#[pyfunction]
#[pyo3(signature = (size, goal=None))]
pub fn goal(py: Python<'_>, size: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let shape = shape(size)?;
    let goal = reading::read_goal(goal, Some(shape))?.unwrap_or_default();
    let goal = goal.board(shape).map_err(|error| of_goal(py, &error))?;
    Ok(Board::new(goal.clone(), Arc::new(goal)))
}

/// All there is to choose from.
#[pyfunction]
pub fn catalogue(py: Python<'_>) -> PyResult<String> {
    json(py, &Lists::new())
}
