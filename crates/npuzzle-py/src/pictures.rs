//! Boards as pictures and texts: the engine draws them, here and for the reports.

use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::domains::tiles::{Board, Shape};
use npuzzle::picture::letters::spoken;
use npuzzle::picture::mosaic;
use npuzzle::picture::paint::{HOLLOW, MARK, TRAY, fill, hex, ink, outline};
use npuzzle::picture::scheme::{AT_HOME, PLAIN};
use npuzzle::question::{Ask, BoardFields, Draw, StyleFields, Terms};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{Kind, of_refusal};

/// Pixels of the longer side of a picture, at most, and of its cells.
const SIDE: u64 = 380;
const SMALL_SIDE: u64 = 180;
const CELL: u64 = 40;

/// A board as a picture for a notebook. Tiles at their places in the goal are marked.
fn picture(
    py: Python<'_>,
    board: &Board,
    goal: Option<&Board>,
    heading: Option<String>,
    side: u64,
) -> PyResult<String> {
    let question = Draw {
        board: Some(board.clone().into()),
        form: BoardFields { goal: goal.map(|goal| goal.clone().into()), ..BoardFields::default() },
        heading,
        style: StyleFields { cell: Some(CELL.into()), ..StyleFields::default() },
        side: Some(side.into()),
        mark_home: goal.is_some(),
        ..Draw::default()
    };
    let drawing = question.ask(&Terms::default(), &mut ());
    drawing.map(|drawing| drawing.svg).map_err(|refusal| of_refusal(py, &refusal))
}

/// A picture of a board and its goal.
pub fn with_goal(py: Python<'_>, board: &Board, goal: &Board) -> PyResult<String> {
    picture(py, board, Some(goal), None, SIDE)
}

/// A board in rows, a dot for the blank.
pub fn grid(board: &Board) -> String {
    write_board(board, Format::Grid).unwrap_or_else(|_| board.to_string())
}

/// Reads the tiles of a report.
fn board_of(py: Python<'_>, tiles: &[u64], rows: usize, cols: usize) -> PyResult<Board> {
    let wrong = |message: String| Kind::Board.error(py, message);
    let shape = Shape::new(rows, cols).map_err(|error| wrong(error.to_string()))?;
    Board::new(shape, tiles).map_err(|error| wrong(error.to_string()))
}

/// A board of a report as a picture.
#[pyfunction]
#[pyo3(signature = (tiles, rows, cols, *, goal=None, label="board", is_small=false))]
pub fn board_svg(
    py: Python<'_>,
    tiles: Vec<u64>,
    rows: usize,
    cols: usize,
    goal: Option<Vec<u64>>,
    label: &str,
    is_small: bool,
) -> PyResult<String> {
    let board = board_of(py, &tiles, rows, cols)?;
    let goal = goal.map(|goal| board_of(py, &goal, rows, cols)).transpose()?;
    picture(py, &board, goal.as_ref(), Some(label.to_owned()), if is_small { SMALL_SIDE } else { SIDE })
}

/// A board of a report as text: `grid` has columns and a dot for the blank, `rows` is one line, and
/// `words` can be read aloud.
#[pyfunction]
#[pyo3(signature = (tiles, rows, cols, form="grid"))]
pub fn board_text(py: Python<'_>, tiles: Vec<u64>, rows: usize, cols: usize, form: &str) -> PyResult<String> {
    let board = board_of(py, &tiles, rows, cols)?;
    match form {
        "grid" => Ok(grid(&board)),
        "rows" => Ok(board.to_string()),
        "words" => Ok(spoken(&board)),
        other => Err(Kind::Request.error(py, format!("form: expected grid, rows or words, not `{other}`"))),
    }
}

/// The colours of pictures, for boards that a style sheet or a script draws.
#[pyfunction]
pub fn picture_colours(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let colours = PyDict::new(py);
    let paints = [
        ("tile", fill(PLAIN)),
        ("outline", outline(PLAIN)),
        ("home", fill(AT_HOME)),
        ("home_outline", outline(AT_HOME)),
        ("ink", ink(PLAIN)),
        ("mark", MARK),
        ("tray", TRAY),
        ("hollow", HOLLOW),
        ("mosaic_blank", mosaic::BLANK),
    ];
    for (name, paint) in paints {
        colours.set_item(name, hex(paint))?;
    }
    for (name, corner) in ["above_left", "above_right", "below_left", "below_right"].into_iter().zip(mosaic::CORNERS) {
        colours.set_item(name, hex(corner))?;
    }
    Ok(colours)
}
