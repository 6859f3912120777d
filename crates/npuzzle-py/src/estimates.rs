//! Heuristics that were built for a board are kept, so that the next board with the same goal is
//! judged in microseconds.

use std::sync::{Arc, Mutex, PoisonError};

use npuzzle::catalogue::heuristic_expression;
use npuzzle::core::Cost;
use npuzzle::domains::tiles;
use npuzzle::teach::breakdown::Estimator;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{Given, usual_limits};
use crate::board::Board;
use crate::bridge::Bridge;

/// The heuristic unless one is named.
const USUAL: &str = "manhattan";
/// So many heuristics are kept: a notebook compares a few. Each may hold tables.
const MOST_KEPT: usize = 8;

/// A heuristic for boards with one goal.
struct Kept {
    heuristic: String,
    goal: Arc<tiles::Board>,
    estimator: Arc<Estimator>,
}

impl Kept {
    fn is_for(&self, heuristic: &str, goal: &Arc<tiles::Board>) -> bool {
        self.heuristic == heuristic && (Arc::ptr_eq(&self.goal, goal) || self.goal == *goal)
    }
}

/// What the heuristics that are kept say of a board.
pub enum Estimated {
    /// The estimate that a search uses; `None` where there is none.
    Known(Option<Cost>),
    /// The text is no heuristic, or its value could not be computed: the question about it says
    /// why.
    Refused,
}

/// The last of them was used last.
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// The estimate of a heuristic on a board.
pub fn value(py: Python<'_>, board: &Board, heuristic: Given<'_, '_>) -> PyResult<Estimated> {
    let text = match heuristic.filter(|heuristic| !heuristic.is_none()) {
        None => USUAL,
        Some(text) => match text.cast::<PyString>().map(|text| text.to_str()) {
            Ok(Ok(text)) => text,
            _ => return Ok(Estimated::Refused),
        },
    };
    let Some(estimator) = estimator(py, text, &board.goal)? else { return Ok(Estimated::Refused) };
    let value = estimator.value(&board.board);
    if value.is_none() && estimator.is_broken() {
        kept(|kept| kept.retain(|kept| !kept.is_for(text, &board.goal)));
        return Ok(Estimated::Refused);
    }
    Ok(Estimated::Known(value))
}

fn kept<T>(work: impl FnOnce(&mut Vec<Kept>) -> T) -> T {
    work(&mut KEPT.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The heuristic for boards with this goal, built if it is not there; `None` if that fails.
fn estimator(py: Python<'_>, text: &str, goal: &Arc<tiles::Board>) -> PyResult<Option<Arc<Estimator>>> {
    let found = kept(|kept| {
        let place = kept.iter().rposition(|kept| kept.is_for(text, goal))?;
        kept[place..].rotate_left(1);
        kept.last().map(|kept| Arc::clone(&kept.estimator))
    });
    if found.is_some() {
        return Ok(found);
    }
    let Ok(expression) = heuristic_expression(text) else { return Ok(None) };
    let bridge = Bridge::new(None);
    let (limits, target) = (usual_limits(&bridge), Arc::clone(goal));
    // Tables may take a while, and Ctrl-C ends them.
    let Ok(built) = bridge.finish(py, move |_| Estimator::new(expression, &target, &limits))? else {
        return Ok(None);
    };
    let estimator = Arc::new(built);
    kept(|kept| {
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push(Kept { heuristic: text.to_owned(), goal: Arc::clone(goal), estimator: Arc::clone(&estimator) });
    });
    Ok(Some(estimator))
}
