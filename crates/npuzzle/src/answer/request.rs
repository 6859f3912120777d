//! What can be asked, once texts have been read.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::answer::DEFAULT_ALGORITHM;
use crate::catalogue::{AUTO, Call, RequestError, Rules};
use crate::core::card::Feature;
use crate::core::{Limits, Metric};
use crate::domains::custom::CustomProblem;
use crate::domains::map::MapSpace;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::{Board, MoveOrder, MovesOf};
use crate::heuristics::custom::CustomHeuristic;

/// A question whose texts have been read: which problem, by which means, within which limits. The
/// problem is a board to solve, or a [`Problem`].
#[derive(Clone, Debug)]
pub struct Request<P = Board> {
    /// What to solve.
    pub problem: P,
    /// What to reach, on boards.
    pub goal: Goal,
    /// What a solution of a board costs: its single moves, or its slides of whole lines.
    pub metric: Metric,
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
    /// use npuzzle::answer::{Request, solve};
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
    ///     audited: None,
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
    /// The search without the device of the limits, if the processor may stand in for it.
    pub without_device: Option<String>,
    /// Remarks for people that are known by now.
    pub notes: Vec<String>,
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
            metric: self.metric,
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            custom: self.custom.clone(),
            rules: self.rules,
            order: self.order,
            moves_of: self.moves_of,
            limits: self.limits.clone(),
            without_device: self.without_device.clone(),
            notes: self.notes.clone(),
            all: self.all,
            journal: self.journal.clone(),
            beam_width: self.beam_width,
            seed: self.seed,
            drawings: self.drawings,
        }
    }

    /// The call of its search, if that can do what is asked of it.
    pub(crate) fn call(&self) -> Result<Call, RequestError> {
        let mut call = Call::under(&self.algorithm, self.rules)?;
        let algorithm = call.card.name;
        if let Some(width) = self.beam_width {
            if !call.card.has(Feature::Beam) {
                return Err(RequestError::NoBeam { algorithm });
            }
            // A portfolio has no such option: it hands the width to the beams it runs.
            if let Some(option) = call.card.options.iter().find(|option| option.name == "width") {
                let wrong = |reason| RequestError::BeamWidth { width, reason };
                call.options.set(option, option.kind.parse(&width.to_string()).map_err(wrong)?);
            }
        }
        if self.journal.is_some() && !call.card.has(Feature::Journal) {
            return Err(RequestError::NoJournal { algorithm });
        }
        if self.metric == Metric::Multi && call.card.has(Feature::SingleMoves) {
            return Err(RequestError::SingleMoves { algorithm });
        }
        if self.metric == Metric::Multi && self.all.is_some() {
            return Err(RequestError::Uncounted);
        }
        Ok(call)
    }

    fn with(problem: P, algorithm: &str) -> Self {
        Self {
            problem,
            goal: Goal::default(),
            metric: Metric::default(),
            algorithm: algorithm.to_owned(),
            heuristic: None,
            custom: Vec::new(),
            rules: &[],
            order: MoveOrder::default(),
            moves_of: MovesOf::default(),
            limits: Limits::default(),
            without_device: None,
            notes: Vec::new(),
            all: None,
            journal: None,
            beam_width: None,
            seed: 0,
            drawings: false,
        }
    }
}
