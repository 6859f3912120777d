//! Solutions as pictures: all boards on the way in one, and a film.

use npuzzle::domains::tiles::{MoveText, MovesOf};
use npuzzle::picture::walk::Walk;
use npuzzle::question::{Ask, BoardFields, Draw, StyleFields, Terms};
use npuzzle_film as film;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, Given, text_of};
use crate::board::Board;
use crate::errors::{Kind, of_refusal};
use crate::shown::shown;

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
    cell: Given<'_, 'py>,
    speed: Option<f64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let board = board.get();
    let of = arguments::moves_of(py, moves_of)?;
    let refuse = |message: String| Kind::Request.error(py, message);
    let moves = MoveText::read(moves).map_err(|error| refuse(error.to_string()))?;
    let played = moves.play(&board.board, of, film::MOST_MOVES).map_err(|error| refuse(error.to_string()))?;
    let walk = Walk::new(&board.board, &played.moves.0, MovesOf::Blank);
    let cell = cell.map(|cell| text_of(cell).unwrap_or_else(|| shown(cell)).as_str().into());
    let style = StyleFields { cell, ..StyleFields::default() };
    let style = style.read().map_err(|refusal| of_refusal(py, &refusal))?;
    if let Some(speed) = speed.filter(|speed| !film::SPEEDS.contains(speed)) {
        let (least, most) = film::SPEEDS.into_inner();
        return Err(refuse(format!("speed: `{speed}` is not a speed: expected {least} to {most} moves per second")));
    }
    let mut bytes = Vec::new();
    film::write(walk, &board.goal, style, speed, &mut bytes).map_err(|error| refuse(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
