//! What can be asked, and why a question may have no answer.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::catalogue::call::Rules;
use crate::catalogue::{AUTO, DEFAULT_ALGORITHM, algorithms};
use crate::core::Limits;
use crate::core::card::Feature;
use crate::domains::custom::CustomProblem;
use crate::domains::map::MapSpace;
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::notation::TextError;
use crate::domains::tiles::{Board, MoveOrder, MovesOf};
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::tiles::BuildError;
use crate::verify::VerifyError;

/// A question whose texts have been read: which problem, by which means, within which limits. The
/// problem is a board to solve, or a [`Problem`].
#[derive(Clone, Debug)]
pub struct Request<P = Board> {
    /// What to solve.
    pub problem: P,
    /// What to reach, on boards.
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
    /// let report = solve(&Request { heuristic, custom: vec![strangers], ..Request::new(start) }, &mut |_| {}, None)?;
    /// assert_eq!(report.cost, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub custom: Vec<CustomHeuristic>,
    /// Values of options that `algorithm` leaves open.
    pub rules: Rules,
    /// The order in which moves are tried, on boards.
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
    /// Decides the random start of a problem.
    pub seed: u64,
    /// Whether the states on the way are drawn as well, on other problems than boards.
    pub drawings: bool,
}

/// A problem that is not a board, or a board in the words of the others.
#[derive(Clone, Debug)]
pub enum Problem {
    /// One of the list, as in `hanoi(3,5)`.
    Call(String),
    /// A map that has been read.
    Map {
        /// What to call it.
        name: String,
        /// The map.
        map: MapSpace,
        /// Its heuristics, each known by its name.
        estimates: Vec<EstimateFile>,
    },
    /// A problem that a program describes state by state.
    Custom {
        /// What to call it.
        name: String,
        /// The description.
        problem: Arc<dyn CustomProblem>,
    },
}

impl Problem {
    /// What to call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Call(text) => text.trim(),
            Self::Map { name, .. } | Self::Custom { name, .. } => name,
        }
    }
}

/// A heuristic file of a map.
#[derive(Clone, Debug)]
pub struct EstimateFile {
    /// What to call it.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Request {
    /// The shortest solution of a board for the usual goal, by the means that suit it best.
    pub fn new(board: Board) -> Self {
        Self::with(board, AUTO)
    }
}

impl Request<Problem> {
    /// The cheapest solution, by the search and the heuristic that are first in the lists.
    pub fn about(problem: Problem) -> Self {
        Self::with(problem, DEFAULT_ALGORITHM)
    }
}

impl<P> Request<P> {
    /// The same question about another problem.
    pub(crate) fn on<Q>(&self, problem: Q) -> Request<Q> {
        Request {
            problem,
            goal: self.goal.clone(),
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            custom: self.custom.clone(),
            rules: self.rules,
            order: self.order,
            moves_of: self.moves_of,
            limits: self.limits.clone(),
            all: self.all,
            journal: self.journal.clone(),
            beam_width: self.beam_width,
            seed: self.seed,
            drawings: self.drawings,
        }
    }

    fn with(problem: P, algorithm: &str) -> Self {
        Self {
            problem,
            goal: Goal::default(),
            algorithm: algorithm.to_owned(),
            heuristic: None,
            custom: Vec::new(),
            rules: &[],
            order: MoveOrder::default(),
            moves_of: MovesOf::default(),
            limits: Limits::default(),
            all: None,
            journal: None,
            beam_width: None,
            seed: 0,
            drawings: false,
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
