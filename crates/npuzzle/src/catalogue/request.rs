//! What can be asked, and why a question may have no answer.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::catalogue::algorithms;
use crate::catalogue::call::Rules;
use crate::core::Limits;
use crate::core::card::Feature;
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::notation::TextError;
use crate::domains::tiles::{Board, MoveOrder, MovesOf};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::tiles::BuildError;
use crate::verify::VerifyError;

/// A question: which board, which goal, by which means, within which limits.
#[derive(Clone, Debug)]
pub struct Request {
    /// The board to solve.
    pub start: Board,
    /// What to reach.
    pub goal: Goal,
    /// The search, with options if need be: `astar`, `dls(limit=20)`.
    pub algorithm: String,
    /// The heuristic, by name or as an expression such as `max(manhattan, misplaced)`; `None`
    /// leaves the choice to the search.
    pub heuristic: Option<String>,
    /// Heuristics that are in no list, whose names can be used as well.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use npuzzle::catalogue::{Request, solve};
    /// use npuzzle::core::Properties;
    /// use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
    /// use npuzzle::heuristics::custom::CustomHeuristic;
    ///
    /// let start = read_board("1 2 3/4 0 6/7 5 8", &ReadOptions::default())?.board;
    /// let goal = read_board("1 2 3/4 5 6/7 8 0", &ReadOptions::default())?.board;
    /// let home = goal.clone();
    /// let strangers = CustomHeuristic {
    ///     name: "strangers".to_owned(),
    ///     estimate: Arc::new(move |board| {
    ///         let away = board.tiles().iter().zip(home.tiles()).filter(|(tile, home)| tile.0 != 0 && tile != home);
    ///         Ok(away.count() as u64 * u64::from(CustomHeuristic::UNIT))
    ///     }),
    ///     claims: Properties::CONSISTENT,
    ///     proved: false,
    ///     goal: Some(goal),
    /// };
    /// let heuristic = Some("max(strangers, linear-conflict)".to_owned());
    /// let report = solve(&Request { heuristic, custom: vec![strangers], ..Request::new(start) }, &mut |_| {})?;
    /// assert_eq!(report.cost, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub custom: Vec<CustomHeuristic>,
    /// Values of options that `algorithm` leaves open.
    pub rules: Rules,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// Whose direction the letters of the answer name.
    pub moves_of: MovesOf,
    /// What may be used up.
    pub limits: Limits,
    /// Whether all optimal solutions are counted, and how many of them are listed at most.
    pub all: Option<usize>,
    /// The folder where an interrupted search is resumed from; for `tile-ida`.
    pub journal: Option<PathBuf>,
    /// How many boards of each layer beams keep; for `auto`, `beam` and `tile-beam`.
    pub beam_width: Option<NonZeroUsize>,
}

impl Request {
    /// The shortest solution of `start` for the usual goal, by the means that suit it best.
    pub fn new(start: Board) -> Self {
        Self {
            start,
            goal: Goal::default(),
            algorithm: "auto".to_owned(),
            heuristic: None,
            custom: Vec::new(),
            rules: &[],
            order: MoveOrder::default(),
            moves_of: MovesOf::default(),
            limits: Limits::default(),
            all: None,
            journal: None,
            beam_width: None,
        }
    }
}

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Nothing of that name is in the catalogue.
    #[error("unknown {kind} `{name}`{}", nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    UnknownName {
        /// `algorithm`, `heuristic` or `problem`.
        kind: &'static str,
        /// The name.
        name: String,
        /// A known name that is spelled nearly so.
        nearest: Option<&'static str>,
    },
    /// A heuristic that is in no list has a name that it cannot have.
    #[error("`{name}` cannot be the name of a heuristic: {reason}")]
    CustomName {
        /// The name.
        name: String,
        /// Why not, and what was expected.
        reason: String,
    },
    /// An option of a search is wrong.
    #[error("in `{call}`: {reason}")]
    Option {
        /// The search as it was asked for.
        call: String,
        /// What is wrong.
        reason: String,
    },
    /// The search would give wrong answers with this heuristic.
    #[error(
        "`{algorithm}` needs a consistent heuristic (one that never drops by more than a move costs), and `{heuristic}` is \
         not known to be one; `astar` and `ida` need only an admissible one"
    )]
    NeedsConsistency {
        /// The search.
        algorithm: &'static str,
        /// The heuristic.
        heuristic: String,
    },
    /// A search that looks up tables, asked to use something else.
    #[error(
        "`{algorithm}` looks up `manhattan` or `pdb(...)` alone, and `{heuristic}` is neither; `ida` takes any heuristic"
    )]
    NeedsPatterns {
        /// The search.
        algorithm: &'static str,
        /// The heuristic.
        heuristic: String,
    },
    /// A search that cannot be watched step by step.
    #[error("`{algorithm}` cannot be watched step by step: expected another search, such as `ida`")]
    NoTrace {
        /// The search.
        algorithm: &'static str,
    },
    /// A search that cannot be resumed, asked for a journal.
    #[error("`{algorithm}` keeps no journal: expected {}", searches_with(Feature::Journal))]
    NoJournal {
        /// The search.
        algorithm: &'static str,
    },
    /// A search without a beam, asked for one of some width.
    #[error("`{algorithm}` has no beam: expected {}", searches_with(Feature::Beam))]
    NoBeam {
        /// The search.
        algorithm: &'static str,
    },
    /// The width of a beam is wrong.
    #[error("a beam of {width} states: {reason}")]
    BeamWidth {
        /// The width.
        width: NonZeroUsize,
        /// What is wrong.
        reason: String,
    },
    /// A journal cannot be used.
    #[error("{message}")]
    Journal {
        /// What is wrong, and what can be done.
        message: String,
    },
    /// The arguments of a problem are wrong.
    #[error("in `{call}`: {reason}")]
    Problem {
        /// The problem as it was asked for.
        call: String,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// A problem has no heuristic of that name.
    #[error("unknown heuristic `{name}` for {problem}: expected {known}")]
    UnknownHeuristic {
        /// The name.
        name: String,
        /// The problem.
        problem: &'static str,
        /// What there is.
        known: String,
    },
    /// A heuristic file for something that is no map.
    #[error("`{name}` cannot be used here: only maps have heuristic files")]
    NeedsMap {
        /// The file.
        name: String,
    },
    /// A search that knows boards, asked about something else.
    #[error("`{algorithm}` knows only the sliding-tile puzzle; `astar` works everywhere")]
    TilesOnly {
        /// The search.
        algorithm: &'static str,
    },
    /// A text cannot be read.
    #[error("{error}")]
    Text {
        /// Where it comes from.
        source_name: String,
        /// What is wrong, and where.
        error: Box<TextError>,
    },
    /// A search returned a path that is no solution of its problem. This is a bug of ours.
    #[error("internal error: {algorithm} returned a wrong solution ({reason}); please report it: {problem}")]
    WrongPath {
        /// The search.
        algorithm: String,
        /// The problem.
        problem: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// A heuristic has no value at a state that was reached, or a problem that somebody describes
    /// has no answer there.
    #[error("{message}")]
    Broken {
        /// Which, why, and what was expected.
        message: String,
    },
    /// The heuristic does not exist for this board.
    #[error(transparent)]
    Unavailable(#[from] BuildError),
    /// A search said that there is no solution, though arithmetic proves that there is one. This is
    /// a bug of ours.
    #[error("internal error: {algorithm} found no solution of a solvable board; please report it: {start}")]
    LostSolution {
        /// The search.
        algorithm: String,
        /// The board.
        start: Board,
    },
    /// A search returned a path that is no solution. This is a bug of ours.
    #[error("internal error: {algorithm} returned a wrong solution ({error}); please report this board: {start}")]
    WrongSolution {
        /// The search.
        algorithm: String,
        /// The board.
        start: Board,
        /// What the referee says.
        error: VerifyError,
    },
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
