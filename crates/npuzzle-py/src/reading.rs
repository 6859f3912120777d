//! From what Python calls a board to boards: texts, files, numbers, names of sets.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use npuzzle::core::Limits;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{FORMATS, Format, ReadOptions, read_board, read_cell};
use npuzzle::domains::tiles::{self, BoardError, Shape, random_sets};
use npuzzle::front::boards::{self, Content, Input, Inputs, Seed};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use crate::arguments::{self, Given};
use crate::board::Board;
use crate::bridge::Bridge;
use crate::errors::{Kind, of_goal};
use crate::shown::shown;

/// No board has more cells.
const MOST_CELLS: usize = 10_000;

pub fn read_format(py: Python<'_>, name: &str) -> PyResult<Format> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|card| card.name).collect();
        Kind::Board.error(py, format!("unknown format `{name}`: expected one of {}", names.join(", ")))
    })
}

/// The goal for boards of a shape: a name, a board in any form, or the usual one.
pub fn read_goal(goal: Option<&Bound<'_, PyAny>>, shape: Option<Shape>) -> PyResult<Option<Goal>> {
    let Some(goal) = goal.filter(|goal| !goal.is_none()) else { return Ok(None) };
    if let Ok(board) = goal.cast::<Board>() {
        return Ok(Some(Goal::from(board.get().board.clone())));
    }
    if let Ok(text) = goal.cast::<PyString>() {
        return Goal::read(&text.to_string_lossy(), shape).map(Some).map_err(|error| of_goal(goal.py(), &error));
    }
    board_of_numbers(goal, shape).map(Goal::from).map(Some)
}

/// All boards that something names.
pub fn read(
    source: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
    input_format: Given<'_, '_>,
    seed: Option<u64>,
) -> PyResult<Vec<Board>> {
    let py = source.py();
    let size = size.filter(|size| !size.is_none()).map(arguments::shape).transpose()?;
    let with_goal = |board: tiles::Board, goal: Option<Goal>| {
        let goal = goal.unwrap_or_default().board(board.shape()).map_err(|error| of_goal(py, &error))?;
        Ok(Board::new(board, Arc::new(goal)))
    };
    if let Ok(board) = source.cast::<Board>() {
        let board = board.get();
        if let Some(size) = size.filter(|&size| size != board.shape_of()) {
            return Err(Kind::Board.error(py, format!("size: this is a {} board, not {size}", board.shape_of())));
        }
        return match read_goal(goal, Some(board.shape_of()))? {
            None => Ok(vec![board.beside(board.board.clone()).called(board.named.clone())]),
            goal => with_goal(board.board.clone(), goal).map(|board| vec![board]),
        };
    }
    let file = text_of_file(source)?;
    let text = match (&file, source.cast::<PyString>()) {
        (Some((_, text)), _) => text.clone(),
        (None, Ok(text)) => text.to_string_lossy().into_owned(),
        (None, Err(_)) => {
            let board = board_of_numbers(source, size)?;
            let goal = read_goal(goal, Some(board.shape()))?;
            return with_goal(board, goal).map(|board| vec![board]);
        }
    };
    let text = &*text;
    let goal = read_goal(goal, size)?;
    let format = arguments::text("input_format", input_format)?;
    let format = format.map(|name| read_format(py, &name)).transpose()?;
    let options = ReadOptions { size, format };
    let described = match &file {
        Some(_) => None,
        None => described(py, text.trim().to_owned(), goal.clone(), seed)?,
    };
    let is_set = described.is_some();
    let inputs = described.unwrap_or_else(|| match &file {
        Some((name, text)) => boards::in_text(name, text, false, goal.as_ref(), &options),
        None => boards::in_words(text, goal.as_ref(), &options),
    });
    let board = |Input { name, content }: Input| {
        let Content { board, goal, known, .. } =
            content.map_err(|refusal| Kind::Board.error(py, format!("{refusal}{}", file_hint(source))))?;
        let named = is_set.then_some((name, known));
        Ok(with_goal(board, Some(goal))?.called(named))
    };
    inputs.into_iter().map(board).collect()
}

/// Larger files hold more boards than are read at a time.
const LARGEST_FILE: u64 = 16 << 20;

/// The name and the text of a file, if a path is given (`pathlib.Path`) or an open file.
fn text_of_file(source: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
    if source.hasattr("read")? {
        let text = source.call_method0("read")?;
        let Ok(text) = text.cast::<PyString>() else {
            let message = "this file is open for bytes: expected one that is open for text";
            return Err(Kind::Board.error(source.py(), message));
        };
        let name = source.getattr("name").ok().and_then(|name| name.extract().ok());
        return Ok(Some((name.unwrap_or_else(|| "file".to_owned()), text.to_string_lossy().into_owned())));
    }
    if !source.hasattr("__fspath__")? {
        return Ok(None);
    }
    let path: PathBuf = source.extract()?;
    let name = path.display().to_string();
    let unreadable = |error| unreadable(source, &name, &error);
    let length = fs::metadata(&path).map_err(unreadable)?.len();
    if length > LARGEST_FILE {
        let message = format!("`{name}` is too large: at most {} MiB of boards are read", LARGEST_FILE >> 20);
        return Err(Kind::Board.error(source.py(), message));
    }
    let text = fs::read_to_string(&path).map_err(unreadable)?;
    Ok(Some((name, text)))
}

/// Why a file cannot be read: an exception as Python's own `open` raises it.
fn unreadable(path: &Bound<'_, PyAny>, name: &str, error: &io::Error) -> PyErr {
    let py = path.py();
    let Some(code) = error.raw_os_error() else {
        return Kind::Board.error(py, format!("`{name}` is not a text: {error}"));
    };
    let words = py.import("os").and_then(|os| os.call_method1("strerror", (code,))?.extract::<String>());
    PyOSError::new_err((code, words.unwrap_or_else(|_| error.to_string()), path.clone().unbind()))
}

/// What to do about a text that is no board but the name of a file.
fn file_hint(source: &Bound<'_, PyAny>) -> String {
    let text = source.cast::<PyString>().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    match Path::new(&text).is_file() {
        true => format!("\nhelp: there is a file of this name; to read it, pass pathlib.Path({})", shown(source)),
        false => String::new(),
    }
}

/// The boards of a named set, or random ones by description. Only the latter may take a while.
fn described(py: Python<'_>, word: String, goal: Option<Goal>, seed: Option<u64>) -> PyResult<Option<Vec<Input>>> {
    if random_sets::find(&word).is_none() {
        let named = boards::described(&word, goal.as_ref(), &mut Seed::new(seed), &Limits::default());
        return Ok(named.map(Inputs::collect));
    }
    let bridge = Bridge::new(None);
    let limits = arguments::usual_limits(&bridge);
    bridge.finish(py, move |_| {
        boards::described(&word, goal.as_ref(), &mut Seed::new(seed), &limits).map(Inputs::collect)
    })
}

/// A board of numbers: a flat sequence, or one of rows; numpy's arrays are both.
fn board_of_numbers(source: &Bound<'_, PyAny>, size: Option<Shape>) -> PyResult<tiles::Board> {
    let py = source.py();
    let refuse = |message: String| Kind::Board.error(py, message);
    let listed = source.call_method0("tolist").ok();
    let source = listed.as_ref().unwrap_or(source);
    let items = items_of(source)?;
    if items.iter().any(|item| item.is_instance_of::<Board>()) {
        return Err(refuse("a list of boards is not a board: npuzzle.boards() takes several".to_owned()));
    }
    if items.iter().any(|item| item.is_instance_of::<PyString>()) {
        return board_of_words(&items, size);
    }
    let is_number = |item: &Bound<'_, PyAny>| {
        item.is_none()
            || item.is_instance_of::<PyFloat>()
            || item.is_instance_of::<PyInt>()
            || item.hasattr("__index__").unwrap_or(false)
    };
    let is_row = |item: &Bound<'_, PyAny>| !item.is_instance_of::<PyString>() && item.try_iter().is_ok();
    if let Some(item) = items.iter().find(|item| !is_number(item) && !is_row(item)) {
        number_of(item)?;
    }
    let (numbers, shape) = if items.iter().all(is_number) {
        let numbers = items.iter().map(number_of).collect::<PyResult<Vec<u64>>>()?;
        let square = Shape::square(numbers.len());
        let shape = size.or(square).ok_or_else(|| {
            refuse(format!(
                "{} cells are not a square: expected rows, as in [[1, 2, 3], [4, 0, 5]], or size=",
                numbers.len()
            ))
        })?;
        (numbers, shape)
    } else {
        let rows = items.iter().map(|row| items_of(row)).collect::<PyResult<Vec<_>>>()?;
        let cols = rows.first().map_or(0, Vec::len);
        if let Some((number, row)) = (1..).zip(&rows).find(|(_, row)| row.len() != cols) {
            return Err(refuse(format!(
                "row {number} has {} cells and row 1 has {cols}: expected rows of one length",
                row.len()
            )));
        }
        let shape = Shape::new(rows.len(), cols).map_err(|error| refuse(error.to_string()))?;
        let numbers = rows.iter().flatten().map(number_of).collect::<PyResult<Vec<u64>>>()?;
        (numbers, size.unwrap_or(shape))
    };
    board_of_cells(py, shape, &numbers)
}

fn board_of_cells(py: Python<'_>, shape: Shape, numbers: &[u64]) -> PyResult<tiles::Board> {
    let refuse = |message: String| Kind::Board.error(py, message);
    tiles::Board::new(shape, numbers).map_err(|error| match error {
        BoardError::Duplicate { missing, .. } if missing.is_blank() => {
            refuse(format!("{error}, and there is no blank (0)"))
        }
        BoardError::Duplicate { missing, .. } => refuse(format!("{error}, and tile {missing} is missing")),
        other => refuse(other.to_string()),
    })
}

/// A board of words, as splitting a text or reading CSV gives them: a cell or a row each.
fn board_of_words(items: &[Bound<'_, PyAny>], size: Option<Shape>) -> PyResult<tiles::Board> {
    let Some(py) = items.first().map(Bound::py) else { return Err(PyTypeError::new_err("expected cells")) };
    let shape = size.or_else(|| Shape::square(items.len()));
    let cells = items.iter().map(number_of).collect::<PyResult<Vec<u64>>>();
    let flat = match (cells, shape) {
        (Ok(cells), Some(shape)) => board_of_cells(py, shape, &cells),
        (Ok(cells), None) => {
            Err(Kind::Board.error(py, format!("{} cells are not a square: expected rows, or size=", cells.len())))
        }
        (Err(error), _) => Err(error),
    };
    flat.or_else(|error| {
        let rows = items.iter().map(|item| item.extract::<String>()).collect::<PyResult<Vec<String>>>();
        let text = rows.map_err(|_| error.clone_ref(py))?.join("/");
        read_board(&text, &ReadOptions { size, format: None }).map(|read| read.board).map_err(|_| error)
    })
}

/// What an iterable holds, as far as a board may.
fn items_of<'py>(source: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = source.py();
    let kind = source.get_type();
    let not_a_board = || {
        let name = kind.name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        Kind::Board.error(py, format!("{name} is not a board: expected a text, rows of numbers or a flat list of them"))
    };
    let unordered = ["set", "frozenset", "dict", "str", "bytes", "bytearray"];
    if kind.name().is_ok_and(|name| unordered.contains(&name.to_string_lossy().as_ref())) {
        return Err(not_a_board());
    }
    let mut items = Vec::new();
    for item in source.try_iter().map_err(|_| not_a_board())? {
        items.push(item?);
        if items.len() > MOST_CELLS {
            return Err(Kind::Board.error(py, format!("more than {MOST_CELLS} cells: no board is that large")));
        }
    }
    Ok(items)
}

fn number_of(item: &Bound<'_, PyAny>) -> PyResult<u64> {
    let refuse = || {
        let message = format!("{} is not a tile: expected whole numbers from 0, the blank", shown(item));
        Kind::Board.error(item.py(), message)
    };
    if item.is_instance_of::<PyBool>() {
        return Err(refuse());
    }
    if item.is_none() {
        return Ok(0);
    }
    if let Ok(word) = item.cast::<PyString>() {
        return read_cell(&word.to_string_lossy()).ok_or_else(refuse);
    }
    // Arrays are often of floats.
    let whole = item.extract::<f64>().ok().filter(|float| float.fract() == 0.0 && (0.0..1e6).contains(float));
    match item.cast::<PyFloat>() {
        Ok(_) => whole.map(|float| float as u64).ok_or_else(refuse),
        Err(_) => item.extract().map_err(|_| refuse()),
    }
}
