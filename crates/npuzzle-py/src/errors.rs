//! Exceptions: the engine's messages under the package's own types.

use npuzzle::domains::tiles::goal::GoalError;
use npuzzle::front::messages::goal_error;
use npuzzle::question::{Fault, Hint, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The classes of `npuzzle.errors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A board or a goal that cannot be read.
    Board,
    /// A question that cannot be answered as it is put.
    Request,
    /// A heuristic without a usable value.
    Heuristic,
    /// A problem described in Python that breaks the rules.
    Problem,
    /// A limit that leaves no answer at all.
    Limit,
    /// A bug of ours.
    Internal,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Board => "BoardError",
            Self::Request => "RequestError",
            Self::Heuristic => "HeuristicError",
            Self::Problem => "ProblemError",
            Self::Limit => "LimitError",
            Self::Internal => "InternalError",
        }
    }

    /// The exception with this message.
    pub fn error(self, py: Python<'_>, message: impl Into<String>) -> PyErr {
        let class = py.import("npuzzle.errors").and_then(|module| module.getattr(self.class()));
        match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
            Ok(class) => PyErr::from_type(class, (message.into(),)),
            Err(error) => error,
        }
    }
}

/// What is wrong, and what to do about it in Python.
fn said(message: &str, hint: Option<&Hint>) -> String {
    let hint = match hint {
        None => return message.to_owned(),
        Some(Hint::List(_) | Hint::Options) => "npuzzle.catalogue() lists them all".to_owned(),
        Some(Hint::Audit) => {
            "npuzzle.audit shows whether it is; npuzzle.heuristic(function, consistent=True) takes your word".to_owned()
        }
        Some(other) => other.to_string(),
    };
    format!("{message}\nhelp: {hint}")
}

/// Why a question has no answer.
pub fn of_refusal(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let field = refusal.place.as_ref().map(|place| place.field);
    let kind = match (refusal.fault, field) {
        (Fault::Bug, _) => Kind::Internal,
        (Fault::Limit, _) => Kind::Limit,
        (Fault::Heuristic, _) => Kind::Heuristic,
        (Fault::Question, Some("board" | "boards" | "goal" | "size")) => Kind::Board,
        (Fault::Question, _) => Kind::Request,
    };
    let message = said(&refusal.message, refusal.hint.as_ref());
    // The names of searches, heuristics and boards speak for themselves; a value needs its keyword.
    let speaks_for_itself = ["algorithm", "algorithms", "heuristic", "heuristics", "board", "boards", "goal"];
    match field.filter(|field| !speaks_for_itself.contains(field)) {
        Some(field) => kind.error(py, format!("{field}: {message}")),
        None => kind.error(py, message),
    }
}

/// Why a question about a problem that Python describes has no answer. What is wrong with its
/// numbers is wrong with the problem: estimates are looked at when they are read.
pub fn of_problem_refusal(py: Python<'_>, refusal: &Refusal) -> PyErr {
    match refusal.fault {
        Fault::Heuristic => Kind::Problem.error(py, said(&refusal.message, refusal.hint.as_ref())),
        _ => of_refusal(py, refusal),
    }
}

/// Why a goal cannot be used.
pub fn of_goal(py: Python<'_>, error: &GoalError) -> PyErr {
    Kind::Board.error(py, goal_error(error))
}
