//! Many boards at a time, as the bytes of numpy's arrays: a row per board, a byte per cell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use npuzzle::domains::tiles::state_index::StateIndex;
use npuzzle::domains::tiles::{self, Cell, Shape, Tile, distance_table};
use npuzzle::heuristics::custom::CustomHeuristic;
use npuzzle::question::{Ask, Distances, Terms};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{Given, usual_limits};
use crate::ask::Told;
use crate::board::Board;
use crate::bridge::Bridge;
use crate::errors::{Kind, of_refusal};
use crate::estimates::Estimated;
use crate::token::Token;
use crate::{estimates, fields};

/// The boards of larger sizes fill gigabytes.
const MOST_CELLS: usize = 10;

/// All boards that can reach a goal, and how far each is from it: the bytes of both arrays.
#[pyfunction]
#[pyo3(signature = (fields, *, watch=None, token=None))]
pub fn distances<'py>(
    py: Python<'py>,
    fields: &Bound<'py, PyDict>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'py, Token>>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let bridge = Bridge::new(watch).ended_by(token);
    let question: Distances = fields::of_kind(fields)?;
    if let Ok(shape) = question.size.parse::<Shape>()
        && shape.cells() > MOST_CELLS
        && !shape.is_line()
    {
        let message = format!("all {shape} boards are too many for an array: expected at most {MOST_CELLS} cells");
        return Err(Kind::Limit.error(py, message));
    }
    let limits = question.limits().over(usual_limits(&bridge)).map_err(|refusal| of_refusal(py, &refusal))?;
    let terms = Terms { limits, ..Terms::default() };
    let answer = bridge.finish(py, move |bridge| {
        question.ask(&terms, &mut Told::new(bridge)).map(|answer| {
            let index = answer.table.index();
            let cells = index.shape().all_cells();
            let boards: Vec<u8> = cells.flat_map(|cell| rows(index, cell, 0, index.slab_length())).collect();
            let found: Vec<u8> = index.shape().all_cells().flat_map(|cell| answer.table.slab(cell).to_vec()).collect();
            (boards, found)
        })
    })?;
    let (boards, found) = answer.map_err(|refusal| of_refusal(py, &refusal))?;
    Ok((PyBytes::new(py, &boards), PyBytes::new(py, &found)))
}

/// The tiles of so many boards with the blank in a cell, from a rank on.
fn rows(index: &StateIndex, blank: Cell, first: usize, count: usize) -> Vec<u8> {
    let mut cursor = index.cursor(blank, first);
    let mut rows = Vec::with_capacity(count * index.shape().cells());
    for _ in 0..count {
        rows.extend_from_slice(cursor.tiles());
        cursor.advance();
    }
    rows
}

/// The estimates of a heuristic of the catalogue, or of an expression, for the rows of an array;
/// -1 where it has none.
#[pyfunction]
pub fn estimates_of<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyBytes>,
    goal: &Bound<'py, Board>,
    heuristic: Given<'_, 'py>,
) -> PyResult<Vec<i64>> {
    let goal = &goal.get().goal;
    let boards = boards_of(py, boards.as_bytes(), goal.shape())?;
    let one = |board: tiles::Board| {
        Ok(match estimates::value(py, &Board::new(board, Arc::clone(goal)), heuristic)? {
            Estimated::Known(Some(value)) => value.into(),
            Estimated::Known(None) | Estimated::Refused => -1,
        })
    };
    boards.into_iter().map(one).collect()
}

fn boards_of(py: Python<'_>, bytes: &[u8], shape: Shape) -> PyResult<Vec<tiles::Board>> {
    let read = |(row, tiles): (usize, &[u8])| {
        let tiles: Vec<u64> = tiles.iter().map(|&tile| tile.into()).collect();
        let refuse = |error| Kind::Board.error(py, format!("boards: row {row}: {error}"));
        tiles::Board::new(shape, &tiles).map_err(refuse)
    };
    bytes.chunks_exact(shape.cells()).enumerate().map(read).collect()
}

/// Boards that a function of arrays is asked about at a time, in an audit of all boards.
const CHUNK: usize = 16_384;

/// A function from an array of boards to an array of estimates.
pub struct ArrayFunction {
    /// Takes the function, the bytes of the boards, and the number of cells; gives the bytes of the
    /// estimates in units.
    evaluate: Py<PyAny>,
    callable: Py<PyAny>,
    /// An audit of all boards asks in the order of their numbers: so they are evaluated in advance.
    ahead: Option<Ahead>,
}

struct Ahead {
    index: StateIndex,
    chunk: Mutex<Chunk>,
}

impl Ahead {
    fn chunk(&self) -> MutexGuard<'_, Chunk> {
        self.chunk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The estimates of the boards from a number on.
#[derive(Default)]
struct Chunk {
    blank: usize,
    first: usize,
    /// The tiles of the boards.
    rows: Vec<u8>,
    units: Vec<u64>,
    /// The place of the board that an audit asks about next.
    next: usize,
}

impl Chunk {
    /// The estimate of the next board, if it is this one: cheaper than to number it.
    fn take(&mut self, board: &tiles::Board) -> Option<u64> {
        let cells = board.tiles().len();
        let row = self.rows.get(self.next * cells..(self.next + 1) * cells)?;
        if !row.iter().zip(board.tiles()).all(|(&known, &Tile(tile))| u16::from(known) == tile) {
            return None;
        }
        self.next += 1;
        self.units.get(self.next - 1).copied()
    }
}

impl ArrayFunction {
    /// The function; `goal` is that of an audit of all boards.
    pub fn new(evaluate: Py<PyAny>, callable: Py<PyAny>, goal: Option<&tiles::Board>) -> Self {
        let is_small =
            |goal: &&tiles::Board| goal.shape().cells() <= distance_table::MOST_CELLS || goal.shape().is_line();
        let ahead = goal.filter(is_small).and_then(|goal| StateIndex::new(goal).ok());
        let ahead = ahead.map(|index| Ahead { index, chunk: Mutex::default() });
        Self { evaluate, callable, ahead }
    }

    /// The estimate of a board, in units, if it was evaluated in advance.
    pub fn known(&self, board: &tiles::Board) -> Option<u64> {
        let ahead = self.ahead.as_ref()?;
        let mut chunk = ahead.chunk();
        if let Some(units) = chunk.take(board) {
            return Some(units);
        }
        let (blank, rank) = ahead.index.number_of_board(board)?;
        let offset = rank.checked_sub(chunk.first).filter(|_| chunk.blank == blank.index())?;
        chunk.units.get(offset).copied()
    }

    /// The estimate of a board, in units.
    pub fn estimate(&self, py: Python<'_>, board: &tiles::Board) -> PyResult<u64> {
        let numbered = self.ahead.as_ref().and_then(|ahead| Some((ahead, ahead.index.number_of_board(board)?)));
        let Some((ahead, (blank, rank))) = numbered else { return self.one(py, board) };
        if !rank.is_multiple_of(CHUNK) {
            return self.one(py, board);
        }
        let count = CHUNK.min(ahead.index.slab_length() - rank);
        // Not locked while Python runs.
        let rows = rows(&ahead.index, blank, rank, count);
        let units = self.many(py, &rows, board.shape())?;
        let first = units.first().copied();
        *ahead.chunk() = Chunk { blank: blank.index(), first: rank, rows, units, next: 1 };
        first.ok_or_else(|| Kind::Internal.error(py, "a chunk without boards"))
    }

    fn one(&self, py: Python<'_>, board: &tiles::Board) -> PyResult<u64> {
        let row: Vec<u8> = board.tiles().iter().map(|&Tile(tile)| tile as u8).collect();
        let units = self.many(py, &row, board.shape())?;
        units.first().copied().ok_or_else(|| Kind::Internal.error(py, "a board without an estimate"))
    }

    fn many(&self, py: Python<'_>, rows: &[u8], shape: Shape) -> PyResult<Vec<u64>> {
        let arguments = (
            &self.callable,
            PyBytes::new(py, rows),
            shape.rows(),
            shape.cols(),
            CustomHeuristic::UNIT,
            CustomHeuristic::LARGEST,
        );
        let units = self.evaluate.call1(py, arguments)?;
        let units = units.bind(py).cast::<PyBytes>()?.as_bytes();
        Ok(units
            .chunks_exact(8)
            .map(|units| units.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
            .collect())
    }
}
