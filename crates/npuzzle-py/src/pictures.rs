//! Boards as pictures and texts: the engine draws them, here and for the reports.

use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::domains::tiles::{Board, Cell, Shape};
use npuzzle::picture::letters::spoken;
use npuzzle::picture::measure::fitting;
use npuzzle::picture::mosaic::{self, MOST_NUMBERED, mosaic};
use npuzzle::picture::paint::{HOLLOW, MARK, TRAY, fill, hex, ink, outline};
use npuzzle::picture::scheme::{AT_HOME, PLAIN};
use npuzzle::picture::sheet::{self, Item, Style};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Kind;

/// Pixels of the longer side of a picture, at most, and of its cells.
const SIDE: u32 = 380;
const SMALL_SIDE: u32 = 180;
const CELLS: (u32, u32) = (16, 40);

/// A board as a picture for a notebook. Tiles at their places in the goal are marked.
pub fn picture(board: &Board, goal: Option<&Board>, marked: Vec<Cell>, name: &str, side: u32) -> String {
    let shape = board.shape();
    if shape.cells() > MOST_NUMBERED {
        let usual = || Goal::default().board(shape).map_or_else(|_| Vec::new(), |goal| goal.places());
        return mosaic(board, &goal.map_or_else(usual, Board::places), name, side);
    }
    let cell = fitting(shape.rows().max(shape.cols()), side, CELLS.0, CELLS.1);
    let homes = goal.map(Board::places).unwrap_or_default();
    let item = Item { caption: name.to_owned(), board: board.clone(), homes: &homes, marked };
    sheet::one(&item, Style { cell: Some(cell), marks_home: true, ..Style::default() })
}

/// A picture of a board and its goal.
pub fn with_goal(board: &Board, goal: &Board) -> String {
    picture(board, Some(goal), Vec::new(), &format!("a board of {}", board.shape()), SIDE)
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
#[pyo3(signature = (tiles, rows, cols, *, goal=None, highlight=Vec::new(), label="board", is_small=false))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of Python's function")]
pub fn board_svg(
    py: Python<'_>,
    tiles: Vec<u64>,
    rows: usize,
    cols: usize,
    goal: Option<Vec<u64>>,
    highlight: Vec<u64>,
    label: &str,
    is_small: bool,
) -> PyResult<String> {
    let board = board_of(py, &tiles, rows, cols)?;
    let goal = goal.map(|goal| board_of(py, &goal, rows, cols)).transpose()?;
    let cells = board.shape().all_cells().zip(&tiles);
    let marked = cells.filter(|(_, tile)| highlight.contains(tile)).map(|(cell, _)| cell).collect();
    Ok(picture(&board, goal.as_ref(), marked, label, if is_small { SMALL_SIDE } else { SIDE }))
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
