//! Functions of Python's own as heuristics.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use npuzzle::core::Properties;
use npuzzle::domains::tiles;
use npuzzle::heuristics::own::OwnHeuristic;
use pyo3::prelude::*;

use crate::board::Board;
use crate::desk::{Desk, Place, SHORT_CALL, is_interrupt};
use crate::errors::Kind;
use crate::numbers;

/// So many values are remembered. Searches ask for the same boards again and again, and a call of Python costs as much as fifty
/// expansions.
const MOST_REMEMBERED: usize = 1 << 18;

/// A function and what is said of it.
#[derive(FromPyObject)]
pub struct Function {
    name: String,
    callable: Py<PyAny>,
    admissible: bool,
    consistent: bool,
    proved: bool,
}

/// Where a question with these functions is answered.
pub fn place(functions: &[Function]) -> Place {
    if functions.is_empty() { Place::Apart } else { Place::Here }
}

impl Function {
    /// The heuristic that asks the function how far boards are from `goal`.
    pub fn heuristic(self, desk: &Arc<Desk>, goal: &Arc<tiles::Board>) -> OwnHeuristic {
        let claims = Properties { admissible: self.admissible, consistent: self.consistent };
        let asked = Asked {
            name: self.name.clone(),
            callable: self.callable,
            desk: Arc::clone(desk),
            goal: Arc::clone(goal),
            known: Mutex::default(),
        };
        OwnHeuristic {
            name: self.name,
            estimate: Arc::new(move |board| asked.estimate(board)),
            claims,
            proved: self.proved,
            goal: Some((**goal).clone()),
        }
    }
}

struct Asked {
    name: String,
    callable: Py<PyAny>,
    desk: Arc<Desk>,
    goal: Arc<tiles::Board>,
    known: Mutex<HashMap<tiles::Board, u64>>,
}

impl Asked {
    fn estimate(&self, board: &tiles::Board) -> Result<u64, String> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&value) = known().get(board) {
            return Ok(value);
        }
        let value = Python::attach(|py| {
            self.ask(py, board).map_err(|error| {
                let message = error.to_string();
                self.desk.raise(error);
                message
            })
        })?;
        let mut known = known();
        if known.len() >= MOST_REMEMBERED {
            known.clear();
        }
        known.insert(board.clone(), value);
        Ok(value)
    }

    fn ask(&self, py: Python<'_>, board: &tiles::Board) -> PyResult<u64> {
        if let Err(error) = py.check_signals() {
            self.desk.raise(error);
        }
        let board = Bound::new(py, Board::new(board.clone(), Arc::clone(&self.goal)))?;
        let began = Instant::now();
        let value = match self.callable.call1(py, (&board,)) {
            // Ctrl-C ends the search, which needs this value to end in order.
            Err(error) if is_interrupt(py, &error) && !self.desk.has_raised() && began.elapsed() < SHORT_CALL => {
                self.desk.raise(error);
                self.callable.call1(py, (&board,))
            }
            answered => answered,
        }?;
        numbers::units(value.bind(py)).map_err(|numbers::Unusable(what)| {
            Kind::Heuristic.error(py, format!("`{}` returned {what} (the board is {})", self.name, board.get().board))
        })
    }
}
