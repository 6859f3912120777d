//! Functions of Python's own as heuristics.

use std::sync::Arc;

use npuzzle::core::Properties;
use npuzzle::domains::tiles;
use npuzzle::heuristics::custom::CustomHeuristic;
use pyo3::prelude::*;

use crate::board::Board;
use crate::bridge::{Bridge, Place};
use crate::errors::Kind;
use crate::evidence::Evidence;
use crate::numbers;

/// A function and what is said of it.
#[derive(FromPyObject)]
pub struct Function {
    name: String,
    callable: Py<PyAny>,
    admissible: bool,
    consistent: bool,
    evidence: Option<Py<Evidence>>,
}

/// Where a question is answered: with functions in it, where they can be watched and interrupted.
pub fn place(has_functions: bool) -> Place {
    if has_functions { Place::Here } else { Place::Apart }
}

impl Function {
    /// The heuristic that asks the function how far boards are from `goal`.
    pub fn heuristic(self, bridge: &Arc<Bridge>, goal: &Arc<tiles::Board>) -> CustomHeuristic {
        let claims = Properties { admissible: self.admissible, consistent: self.consistent };
        let asked = Asked {
            name: self.name.clone(),
            callable: self.callable,
            bridge: Arc::clone(bridge),
            goal: Arc::clone(goal),
        };
        CustomHeuristic {
            name: self.name,
            estimate: Arc::new(move |board| asked.estimate(board)),
            claims,
            audited: self.evidence.and_then(|evidence| evidence.get().boards()),
            goal: Some((**goal).clone()),
        }
    }
}

struct Asked {
    name: String,
    callable: Py<PyAny>,
    bridge: Arc<Bridge>,
    goal: Arc<tiles::Board>,
}

impl Asked {
    fn estimate(&self, board: &tiles::Board) -> Result<u64, String> {
        self.bridge.enter(|py| {
            self.bridge.heed(py)?;
            let board = Board::new(board.clone(), Arc::clone(&self.goal));
            self.ask(py, board).map_err(|error| self.bridge.raise(error))
        })
    }

    fn ask(&self, py: Python<'_>, board: Board) -> PyResult<u64> {
        let board = Bound::new(py, board)?;
        let value = self.callable.call1(py, (&board,))?;
        numbers::units(value.bind(py)).map_err(|numbers::Unusable(what)| {
            Kind::Heuristic.error(py, format!("`{}` returned {what} (the board is {})", self.name, board.get().board))
        })
    }
}
