//! Solutions as pictures: all boards on the way in one, and a film.

use npuzzle::domains::tiles::{MoveText, MovesOf};
use npuzzle::picture::sheet::Style;
use npuzzle::picture::walk::Walk;
use npuzzle::question::{Ask, BoardFields, Draw, Terms};
use npuzzle_film as film;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, Given};
use crate::board::Board;
use crate::errors::{Kind, of_refusal};

/// The boards on the way of some moves as one picture.
#[pyfunction]
pub fn way_svg(py: Python<'_>, board: &Bound<'_, Board>, moves: &str, moves_of: &str) -> PyResult<String> {
    let board = board.get();
    let question = Draw {
        board: Some(board.board.clone().into()),
        form: BoardFields { goal: Some((*board.goal).clone().into()), ..BoardFields::default() },
        moves: Some(moves.to_owned()),
        moves_of: Some(moves_of.to_owned()),
        mark_home: true,
        ..Draw::default()
    };
    let drawing = question.ask(&Terms::default(), &mut ());
    drawing.map(|drawing| drawing.svg).map_err(|refusal| of_refusal(py, &refusal))
}

/// The way of some moves as a film: the bytes of a GIF.
#[pyfunction]
#[pyo3(signature = (board, moves, moves_of, *, cell=None, speed=None))]
pub fn way_gif<'py>(
    py: Python<'py>,
    board: &Bound<'py, Board>,
    moves: &str,
    moves_of: Given<'_, 'py>,
    cell: Option<u32>,
    speed: Option<f64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let board = board.get();
    let of = arguments::moves_of(py, moves_of)?;
    let refuse = |message: String| Kind::Request.error(py, message);
    let moves = MoveText::read(moves).map_err(|error| refuse(error.to_string()))?;
    let played = moves.play(&board.board, of, film::MOST_MOVES).map_err(|error| refuse(error.to_string()))?;
    let walk = Walk::new(&board.board, &played.moves.0, MovesOf::Blank);
    let style = Style { cell, ..Style::default() };
    let mut bytes = Vec::new();
    film::write(walk, &board.goal, style, speed, &mut bytes).map_err(|error| refuse(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
