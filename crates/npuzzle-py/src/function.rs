//! Functions of Python's own as heuristics.

use std::sync::Arc;

use npuzzle::core::Properties;
use npuzzle::domains::tiles;
use npuzzle::heuristics::custom::CustomHeuristic;
use pyo3::prelude::*;

use crate::arrays::ArrayFunction;
use crate::board::Board;
use crate::bridge::Bridge;
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
    /// Whether it takes an array of boards.
    vectorised: bool,
}

impl Function {
    /// The heuristic that asks the function how far boards are from `goal`; all of them in the
    /// order of their numbers, if that is said.
    pub fn heuristic(
        self,
        py: Python<'_>,
        bridge: &Arc<Bridge>,
        goal: &Arc<tiles::Board>,
        asks_all: bool,
    ) -> PyResult<CustomHeuristic> {
        let claims = Properties { admissible: self.admissible, consistent: self.consistent };
        let callable = match self.vectorised {
            false => Callable::OfBoard(self.callable),
            true => {
                let evaluate = py.import("npuzzle._vectors")?.getattr("evaluate")?.unbind();
                Callable::OfArray(ArrayFunction::new(evaluate, self.callable, asks_all.then_some(&**goal)))
            }
        };
        let asked = Asked { name: self.name.clone(), callable, bridge: Arc::clone(bridge), goal: Arc::clone(goal) };
        Ok(CustomHeuristic {
            name: self.name,
            estimate: Arc::new(move |board| asked.estimate(board)),
            claims,
            audited: self.evidence.and_then(|evidence| evidence.get().boards()),
            goal: Some((**goal).clone()),
        })
    }
}

/// What a function takes.
enum Callable {
    OfBoard(Py<PyAny>),
    OfArray(ArrayFunction),
}

struct Asked {
    name: String,
    callable: Callable,
    bridge: Arc<Bridge>,
    goal: Arc<tiles::Board>,
}

impl Asked {
    fn estimate(&self, board: &tiles::Board) -> Result<u64, String> {
        // What is known already needs no Python.
        if let Callable::OfArray(function) = &self.callable
            && let Some(units) = function.known(board)
        {
            return Ok(units);
        }
        self.bridge.enter(|py| {
            self.bridge.heed(py)?;
            let answer = match &self.callable {
                Callable::OfBoard(callable) => {
                    self.ask(py, callable, Board::new(board.clone(), Arc::clone(&self.goal)))
                }
                Callable::OfArray(function) => function.estimate(py, board),
            };
            answer.map_err(|error| self.bridge.raise(error))
        })
    }

    fn ask(&self, py: Python<'_>, callable: &Py<PyAny>, board: Board) -> PyResult<u64> {
        let board = Bound::new(py, board)?;
        let value = callable.call1(py, (&board,))?;
        numbers::units(value.bind(py)).map_err(|numbers::Unusable(what)| {
            Kind::Heuristic.error(py, format!("`{}` returned {what} (the board is {})", self.name, board.get().board))
        })
    }
}
