//! Why a request has no answer.

use std::num::NonZeroUsize;

use crate::catalogue::algorithms;
use crate::core::card::Feature;
use crate::domains::tiles::Board;
use crate::domains::tiles::goal::GoalError;
use crate::domains::tiles::notation::TextError;
use crate::heuristics::tiles::BuildError;
use crate::verify::VerifyError;

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Nothing of that name is in the catalogue.
    #[error("unknown {kind} `{name}`{}", nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    UnknownName { kind: &'static str, name: String, nearest: Option<&'static str> },
    /// A heuristic that is in no list has a name that it cannot have.
    #[error("`{name}` cannot be the name of a heuristic: {reason}")]
    CustomName { name: String, reason: String },
    /// An option of a search is wrong.
    #[error("in `{call}`: {reason}")]
    Option { call: String, reason: String },
    /// The search would give wrong answers with this heuristic.
    #[error(
        "`{algorithm}` needs a consistent heuristic (one that never drops by more than a move costs), and `{heuristic}` is \
         not known to be one; `astar` and `ida` need only an admissible one"
    )]
    NeedsConsistency { algorithm: &'static str, heuristic: String },
    /// A search that looks up tables, asked to use something else.
    #[error(
        "`{algorithm}` looks up `manhattan` or `pdb(...)` alone, and `{heuristic}` is neither; `ida` takes any heuristic"
    )]
    NeedsPatterns { algorithm: &'static str, heuristic: String },
    /// A search that cannot be watched step by step.
    #[error("`{algorithm}` cannot be watched step by step: expected another search, such as `ida`")]
    NoTrace { algorithm: &'static str },
    /// A search that cannot be resumed, asked for a journal.
    #[error("a journal works with {} only, not with `{algorithm}`", searches_with(Feature::Journal))]
    NoJournal { algorithm: &'static str },
    /// A search without a beam, asked for one of some width.
    #[error("`{algorithm}` has no beam: expected {}", searches_with(Feature::Beam))]
    NoBeam { algorithm: &'static str },
    /// A search that counts single moves, asked for another metric.
    #[error("`{algorithm}` counts single moves only: expected another search with the metric `multi`, such as `ida`")]
    SingleMoves { algorithm: &'static str },
    /// All optimal solutions, asked for in another metric than single moves.
    #[error("all optimal solutions are counted in single moves only: expected the metric `single`")]
    Uncounted,
    /// The width of a beam is wrong.
    #[error("a beam of {width} states: {reason}")]
    BeamWidth { width: NonZeroUsize, reason: String },
    /// A journal cannot be used.
    #[error("{message}")]
    Journal { message: String },
    /// A device cannot do what is asked of it.
    #[error("{message}")]
    Device { message: String },
    /// The processes that share the work do not go on together.
    #[error("{message}")]
    Crew { message: String },
    /// The arguments of a problem are wrong.
    #[error("in `{call}`: {reason}")]
    Problem { call: String, reason: String },
    /// A problem has no heuristic of that name.
    #[error("unknown heuristic `{name}` for {problem}: expected {known}")]
    UnknownHeuristic { name: String, problem: &'static str, known: String },
    /// A heuristic of boards, asked for on a map whose states are something else.
    #[error("`{heuristic}` is a heuristic of boards, but the state `{state}` of the map is not a board: {reason}")]
    NotABoard { heuristic: String, state: String, reason: String },
    /// A search that knows boards, asked about something else.
    #[error("`{algorithm}` knows only the sliding-tile puzzle; `astar` works everywhere")]
    TilesOnly { algorithm: &'static str },
    /// A text cannot be read.
    #[error("{error}")]
    Text { source_name: String, error: Box<TextError> },
    /// A search returned a path that is no solution of its problem. This is a bug of ours.
    #[error("internal error: {algorithm} returned a wrong solution ({reason}); please report it: {problem}")]
    WrongPath { algorithm: String, problem: String, reason: String },
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// A heuristic has no value at a state that was reached, or a problem that a program
    /// describes has no answer there.
    #[error("{message}")]
    Broken { message: String },
    /// The heuristic does not exist for this board.
    #[error(transparent)]
    Unavailable(#[from] BuildError),
    /// A search said that there is no solution, though arithmetic proves that there is one. This is
    /// a bug of ours.
    #[error("internal error: {algorithm} found no solution of a solvable board; please report it: {start}")]
    LostSolution { algorithm: String, start: Board },
    /// A search returned a path that is no solution. This is a bug of ours.
    #[error("internal error: {algorithm} returned a wrong solution ({error}); please report this board: {start}")]
    WrongSolution { algorithm: String, start: Board, error: VerifyError },
}

impl RequestError {
    /// Whether the fault is ours and not the question's.
    pub fn is_bug(&self) -> bool {
        matches!(self, Self::WrongSolution { .. } | Self::LostSolution { .. } | Self::WrongPath { .. })
    }
}

/// The names of the searches with a feature, in alphabetical order: `a`, `b` or `c`.
fn searches_with(feature: Feature) -> String {
    let names = algorithms().filter(|card| card.has(feature)).map(|card| format!("`{}`", card.name));
    let mut names: Vec<String> = names.collect();
    names.sort();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
