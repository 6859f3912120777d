//! What clients may send. Fields that are not known are refused, so that a misspelled one is not ignored.

use serde::Deserialize;

use crate::fields::{Amount, BoardText};

/// Which board, and why it can or cannot be solved.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainBody {
    /// The board.
    pub board: BoardText,
    /// The size of a board written as one flat list, if it is not square: `3x4`.
    pub size: Option<String>,
    /// How the board is written, where it cannot be recognised.
    pub input_format: Option<String>,
    /// What to reach: a name or a board; `last` if nothing is said, or the goal of the named set.
    pub goal: Option<BoardText>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
}

/// Which random boards to make.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GenerateBody {
    /// The size: `3x3`.
    pub size: String,
    /// The goal they are made for: a name or a board; `last` if nothing is said.
    pub goal: Option<BoardText>,
    /// How many; with it the answer is an array.
    pub count: Option<Amount>,
    /// Walk this many random moves away from the goal.
    pub walk: Option<Amount>,
    /// Make boards that cannot be solved.
    pub unsolvable: Option<bool>,
    /// Make boards whose shortest solution has exactly this many moves (up to 12 cells).
    pub optimal_distance: Option<Amount>,
    /// The seed; without it a random one is used and told.
    pub seed: Option<u64>,
}

/// A heuristic to be read, and perhaps a board to be judged by it.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HeuristicBody {
    /// A name or an expression: `max(manhattan, misplaced)`.
    pub heuristic: String,
    /// The board.
    pub board: Option<BoardText>,
    /// The size of a board written as one flat list, if it is not square.
    pub size: Option<String>,
    /// How the board is written, where it cannot be recognised.
    pub input_format: Option<String>,
    /// What to reach: a name or a board.
    pub goal: Option<BoardText>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
}

/// A board to be solved.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveBody {
    /// The board.
    pub board: BoardText,
    /// The size of a board written as one flat list, if it is not square: `3x4`.
    pub size: Option<String>,
    /// How the board is written, where it cannot be recognised.
    pub input_format: Option<String>,
    /// What to reach: a name or a board; `last` if nothing is said, or the goal of the named set.
    pub goal: Option<BoardText>,
    /// The search, with options in parentheses; `auto` if nothing is said.
    pub algorithm: Option<String>,
    /// The heuristic: a name or an expression; the search's own choice if nothing is said.
    pub heuristic: Option<String>,
    /// The order in which the moves of the blank are tried: `UDLR`.
    pub order: Option<String>,
    /// Whose direction the letters of the answer name: `blank` or `tile`.
    pub moves_of: Option<String>,
    /// Stop after this time: `500ms`, `10s`, `2m`.
    pub time_limit: Option<String>,
    /// Stop after this many expansions.
    pub node_limit: Option<Amount>,
    /// Stop before the search holds more than this: `256MiB`. More than the server's share for a job is not granted.
    pub memory_limit: Option<String>,
    /// Threads of a parallel search.
    pub threads: Option<Amount>,
    /// Count all optimal solutions, and list the first of them.
    pub all: Option<bool>,
    /// How many optimal solutions are listed at most.
    pub max_solutions: Option<Amount>,
    /// How many states of each layer beams keep.
    pub beam_width: Option<Amount>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
}

/// A board to be solved while every step is written down.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TraceBody {
    /// The board.
    pub board: BoardText,
    /// The size of a board written as one flat list, if it is not square: `3x4`.
    pub size: Option<String>,
    /// How the board is written, where it cannot be recognised.
    pub input_format: Option<String>,
    /// What to reach: a name or a board; `last` if nothing is said, or the goal of the named set.
    pub goal: Option<BoardText>,
    /// The search, with options in parentheses; `auto` if nothing is said.
    pub algorithm: Option<String>,
    /// The heuristic: a name or an expression; the search's own choice if nothing is said.
    pub heuristic: Option<String>,
    /// The order in which the moves of the blank are tried: `UDLR`.
    pub order: Option<String>,
    /// Whose direction the letters of the answer name: `blank` or `tile`.
    pub moves_of: Option<String>,
    /// Stop after this time: `500ms`, `10s`, `2m`.
    pub time_limit: Option<String>,
    /// Stop after this many expansions.
    pub node_limit: Option<Amount>,
    /// Stop before the search holds more than this: `256MiB`. More than the server's share for a job is not granted.
    pub memory_limit: Option<String>,
    /// Threads of a parallel search. A search that is watched runs on one.
    pub threads: Option<Amount>,
    /// The seed of a random board that names none.
    pub seed: Option<u64>,
    /// How many events are written down at most; the search is stopped there.
    pub max_events: Option<Amount>,
}

/// Heuristics to be judged over all boards of a size, or over random ones.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AuditBody {
    /// The size of the boards; `3x3` if nothing is said.
    pub size: Option<String>,
    /// What to reach: a name or a board.
    pub goal: Option<BoardText>,
    /// Names and expressions; all heuristics if nothing is said.
    pub heuristics: Option<Vec<String>>,
    /// Judge by this many random boards instead of all.
    pub samples: Option<Amount>,
    /// The seed of the random boards.
    pub seed: Option<u64>,
    /// Stop after this time: `500ms`, `10s`, `2m`.
    pub time_limit: Option<String>,
    /// Refuse what takes more than this: `256MiB`. More than the server's share for a job is not granted.
    pub memory_limit: Option<String>,
    /// Threads.
    pub threads: Option<Amount>,
}

/// Searches with heuristics to be run on the same boards. One of `board` and `boards` is needed.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CompareBody {
    /// A board, or the name of a set of boards.
    pub board: Option<BoardText>,
    /// Several boards, or names of sets of boards.
    pub boards: Option<Vec<BoardText>>,
    /// The size of boards written as one flat list, if they are not square: `3x4`.
    pub size: Option<String>,
    /// How the boards are written, where it cannot be recognised.
    pub input_format: Option<String>,
    /// What to reach: a name or a board; `last` if nothing is said, or the goal of the named set.
    pub goal: Option<BoardText>,
    /// The searches, with options in parentheses.
    pub algorithms: Vec<String>,
    /// The heuristics: names and expressions.
    pub heuristics: Option<Vec<String>>,
    /// The order in which the moves of the blank are tried: `UDLR`.
    pub order: Option<String>,
    /// Stop each run after this time: `500ms`, `10s`, `2m`.
    pub time_limit: Option<String>,
    /// Stop each run after this many expansions.
    pub node_limit: Option<Amount>,
    /// Stop before a run holds more than this: `256MiB`. More than the server's share for a job is not granted.
    pub memory_limit: Option<String>,
    /// Threads of the parallel searches.
    pub threads: Option<Amount>,
    /// Time each run so often, for the mean and the standard deviation.
    pub repeat: Option<Amount>,
    /// The seed of random boards that name none.
    pub seed: Option<u64>,
}

/// A job to be stopped.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopBody {
    /// Its id, as the event `accepted` told it.
    pub job: String,
}
