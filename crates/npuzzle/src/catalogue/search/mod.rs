//! Searches on other problems than boards: the list of problems, maps, and boards under the same
//! roof.

mod boards;
mod custom;
mod problems;
mod space;

pub(crate) use custom::{CUSTOM_HEURISTIC, uses_custom_heuristic};
pub(crate) use problems::{chosen, estimated, problem_call};

use std::sync::Arc;

use crate::catalogue::call::{Call, Rules};
use crate::catalogue::report::{OptionMap, ProofLabel, ReportStats, Status};
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::run::Watch;
use crate::catalogue::search::boards::{of_board, on_tiles};
use crate::catalogue::search::custom::CustomSearch;
use crate::catalogue::search::problems::{on_map, on_problem};
use crate::catalogue::search::space::Space;
use crate::catalogue::solve::{solve, solve_traced};
use crate::catalogue::trace::{TraceHeader, TraceSink};
use crate::core::spelling::Titled;
use crate::core::{Describe, Fraction, Improvement, Limits};
use crate::domains::custom::CustomProblem;
use crate::domains::map::MapSpace;
use crate::domains::problem::ProblemCard;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::{MoveOrder, MovesOf};
use crate::domains::{CARDS, read_problem};

/// What the list of problems says about boards.
pub const TILES: ProblemCard = ProblemCard {
    name: "tiles",
    aliases: &["sliding-tiles", "npuzzle", "n-puzzle"],
    title: "Sliding tiles",
    summary: "bring the tiles of a board into order; `npuzzle solve` offers more for it",
    arguments: "the size of a random board, or a board in any text form",
    example: "tiles(3x3)",
    heuristics: crate::heuristics::tiles::CARDS,
    citation: "Slocum & Sonneveld 2006",
};

/// All problems of `search`.
pub fn problems() -> impl Iterator<Item = &'static ProblemCard> {
    CARDS.iter().chain([&TILES])
}

/// The problem of this name or alias.
pub fn problem(name: &str) -> Option<&'static ProblemCard> {
    problems().find(|card| card.is_called(name))
}

/// A question about a problem.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The problem.
    pub space: SpaceChoice,
    /// The search, with options if need be.
    pub algorithm: String,
    /// The estimate.
    pub heuristic: HeuristicChoice,
    /// Options, and the values they have unless `algorithm` sets them. Those that a search does not
    /// have are passed over.
    pub rules: Rules,
    /// What to reach, on boards.
    pub goal: Goal,
    /// The order in which moves are tried, on boards.
    pub order: MoveOrder,
    /// Decides random starts.
    pub seed: u64,
    /// Whether the states of the path are drawn as well.
    pub drawings: bool,
    /// What may be used up.
    pub limits: Limits,
}

/// Which problem.
#[derive(Clone, Debug)]
pub enum SpaceChoice {
    /// One of the list, as in `hanoi(3,5)`.
    Call(String),
    /// A map that has been read.
    Map {
        /// What to call it.
        name: String,
        /// The map.
        map: MapSpace,
    },
    /// A problem that somebody describes state by state.
    Custom {
        /// What to call it.
        name: String,
        /// Who describes it.
        problem: Arc<dyn CustomProblem>,
    },
}

/// Which estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HeuristicChoice {
    /// The first of the problem's card; nothing is estimated on a map.
    #[default]
    Default,
    /// By name.
    Name(String),
    /// A heuristic file of a map.
    File {
        /// What to call it.
        name: String,
        /// What it says.
        text: String,
    },
}

/// The search if none is asked for.
pub const DEFAULT_ALGORITHM: &str = "astar";

/// So many states of a path are drawn, and so many goals are listed.
const MOST_LISTED: usize = 10_000;

impl SearchRequest {
    /// The cheapest solution, with what is first in the lists.
    pub fn new(space: SpaceChoice) -> Self {
        Self {
            space,
            algorithm: DEFAULT_ALGORITHM.to_owned(),
            heuristic: HeuristicChoice::default(),
            rules: &[],
            goal: Goal::default(),
            order: MoveOrder::default(),
            seed: 0,
            drawings: false,
            limits: Limits::default(),
        }
    }
}

/// The answer to a [`SearchRequest`]. Its fields are those of `search --format json`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct SearchReport {
    /// How it ended.
    pub status: Status,
    /// The problem.
    pub problem: String,
    /// Always null: states have names here.
    pub rows: (),
    /// Always null.
    pub cols: (),
    /// The start.
    pub start: String,
    /// The goal that was reached; without a solution the only goal there is.
    pub goal: Option<String>,
    /// All goals, as far as they can be listed.
    pub goals: Vec<String>,
    /// The search that was asked for.
    pub algorithm: String,
    /// The search that gave the answer.
    pub engine: String,
    /// The heuristic it used.
    pub heuristic: Option<String>,
    /// The order in which successors were tried, where it can be chosen.
    pub order: Option<String>,
    /// The options of the search.
    pub options: OptionMap,
    /// The seed, where it decided the start.
    pub seed: Option<u64>,
    /// What the solution costs.
    pub cost: Option<Fraction>,
    /// The operators in words.
    pub moves: Option<Vec<String>>,
    /// Whose direction letters name, on boards.
    pub moves_of: Option<MovesOf>,
    /// The states on the way, the start and the goal included.
    pub path: Option<Vec<String>>,
    /// What is proved about the cost.
    pub proof: ProofLabel,
    /// The proved factor between the cost and the optimum, where the label is `within`.
    pub within: Option<f64>,
    /// No solution is cheaper than this; `None` where there is none at all.
    pub lower_bound: Option<Fraction>,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
    /// What it took.
    pub stats: ReportStats,
    /// The solutions of an anytime search.
    pub improvements: Vec<SearchImprovement>,
    /// All optimal solutions, where they were asked for.
    pub solutions: (),
    /// Remarks for people.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The start as a drawing.
    #[serde(skip)]
    pub start_drawing: String,
    /// The goal as a drawing.
    #[serde(skip)]
    pub goal_drawing: Option<String>,
    /// The first states of the path as drawings, if they were asked for.
    #[serde(skip)]
    pub drawings: Vec<String>,
    /// How many units of cost make one, in events.
    #[serde(skip)]
    pub unit: u32,
}

/// A solution on the way to a better one.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SearchImprovement {
    /// Its cost.
    pub cost: Fraction,
    /// What was proved by then.
    pub lower_bound: Fraction,
    /// Seconds since the search began.
    pub seconds: f64,
    /// States expanded by then.
    pub expanded: u64,
}

impl SearchImprovement {
    fn new(improvement: &Improvement, unit: u32) -> Self {
        Self {
            cost: Fraction::over(improvement.cost, unit),
            lower_bound: Fraction::over(improvement.lower_bound, unit),
            seconds: improvement.seconds,
            expanded: improvement.expanded,
        }
    }
}

/// Answers a request. `watch` is told about ten times a second how the search gets on, and `trace`
/// of everything it does.
///
/// Every solution is replayed, operator by operator, before it is reported.
///
/// # Examples
///
/// ```
/// use npuzzle::catalogue::{SearchRequest, SpaceChoice, search};
///
/// let request = SearchRequest::new(SpaceChoice::Call("hanoi(3,5)".to_owned()));
/// let report = search(&request, &mut |_| {}, None)?;
/// assert_eq!(report.cost.map(|cost| cost.to_string()).as_deref(), Some("31"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    request: &SearchRequest,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<SearchReport, RequestError> {
    dispatch(request, Searching { watch, trace })
}

/// The first line of the trace that [`search`] would give.
pub fn trace_header(request: &SearchRequest) -> Result<TraceHeader, RequestError> {
    dispatch(request, Heading)
}

/// What is to be done once the types are known.
trait Job {
    type Output;

    fn on(self, space: Space<'_>, request: &SearchRequest, call: &Call) -> Result<Self::Output, RequestError>;

    fn on_board(
        self,
        question: &Request,
        request: &SearchRequest,
        seed: Option<u64>,
    ) -> Result<Self::Output, RequestError>;

    fn on_custom(self, search: CustomSearch<'_>) -> Result<Self::Output, RequestError>;
}

/// Searches.
struct Searching<'w, 't> {
    watch: Watch<'w>,
    trace: Option<TraceSink<'t>>,
}

impl Job for Searching<'_, '_> {
    type Output = SearchReport;

    fn on(self, space: Space<'_>, request: &SearchRequest, call: &Call) -> Result<SearchReport, RequestError> {
        let limits = Limits { broken: Some(space.broken.flag()), ..request.limits.clone() };
        let (outcome, seconds) = space.run(call, &limits, self.watch, self.trace);
        if let Some(message) = space.broken.message() {
            return Err(RequestError::Broken { message: message.to_owned() });
        }
        space.report(request, call, outcome, seconds)
    }

    fn on_board(
        self,
        question: &Request,
        request: &SearchRequest,
        seed: Option<u64>,
    ) -> Result<SearchReport, RequestError> {
        let report = match self.trace {
            None => solve(question, self.watch)?,
            Some(sink) => solve_traced(question, self.watch, sink)?,
        };
        Ok(of_board(report, request, seed))
    }

    fn on_custom(self, search: CustomSearch<'_>) -> Result<SearchReport, RequestError> {
        search.run(self.watch, self.trace)
    }
}

/// Only says what would be searched.
struct Heading;

impl Job for Heading {
    type Output = TraceHeader;

    fn on(self, space: Space<'_>, _: &SearchRequest, call: &Call) -> Result<TraceHeader, RequestError> {
        Ok(TraceHeader {
            format: TraceHeader::FORMAT.to_owned(),
            version: TraceHeader::VERSION,
            start: space.domain.name(&space.start),
            goals: space.goals(),
            algorithm: call.to_string(),
            heuristic: space.heuristic_of(call),
            cost_unit: space.unit,
            problem: space.label,
        })
    }

    fn on_board(self, question: &Request, _: &SearchRequest, _: Option<u64>) -> Result<TraceHeader, RequestError> {
        TraceHeader::of(question)
    }

    fn on_custom(self, search: CustomSearch<'_>) -> Result<TraceHeader, RequestError> {
        Ok(search.header())
    }
}

fn dispatch<J: Job>(request: &SearchRequest, job: J) -> Result<J::Output, RequestError> {
    let call = &Call::under(&request.algorithm, request.rules)?;
    let text = match &request.space {
        SpaceChoice::Map { name, map } => return on_map(job, request, call, name, map),
        SpaceChoice::Custom { name, problem } => {
            return job.on_custom(CustomSearch::new(request, call, name, problem)?);
        }
        SpaceChoice::Call(text) => text.trim(),
    };
    let (name, arguments) = problem_call(text)?;
    // Whatever it was called by, one problem has one name.
    let is_so_written = text.split('(').next().is_some_and(|word| word.trim() == name);
    let label = if is_so_written { text.to_owned() } else { format!("{name}({arguments})") };
    match read_problem(name, arguments, request.seed) {
        Some(Ok(instance)) => on_problem(job, request, call, &label, &instance),
        Some(Err(error)) => Err(RequestError::Problem { call: text.to_owned(), reason: error.to_string() }),
        // Boards are the one problem that is not in the list of the domains.
        None => on_tiles(job, request, call, arguments),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::core::{BoxedEvaluator, Budget, Outcome, Proof, Solution, Stats, Stop, Verdict};
    use crate::domains::any::{AnyDomain, Coded};
    use crate::domains::map::{MapOptions, read_map};
    use crate::heuristics::expression::FailureSlot;
    use crate::heuristics::zero::Zero;

    /// A search that lies is a bug of ours, never an answer.
    #[test]
    fn wrong_solutions_are_never_reported() {
        let map = read_map("a\nc\na: b,1 c,5\nb: c,1\n", MapOptions::default()).unwrap();
        let request = SearchRequest::new(SpaceChoice::Map { name: "map".to_owned(), map: map.clone() });
        let judge = |ops: &[u32], cost, lower_bound| {
            let backward =
                |_: &AnyDomain, _: &mut Budget<'_>| -> Result<BoxedEvaluator<AnyDomain>, Stop> { Err(Stop::NoWayBack) };
            let space = Space {
                label: "map".to_owned(),
                domain: &AnyDomain::new(map.clone()),
                start: map.start().to_code(),
                heuristic: &Zero,
                heuristic_name: "zero".to_owned(),
                backward: &backward,
                broken: FailureSlot::default(),
                unit: 1,
                told_cost: None,
                order: None,
                seed: None,
                notes: Vec::new(),
            };
            let solution = Solution { ops: ops.to_vec(), cost, proof: Proof::Found };
            let verdict = Verdict::Solved(solution);
            let outcome = Outcome { verdict, lower_bound, stats: Stats::default(), improvements: Vec::new() };
            space.report(&request, &Call::parse("astar").unwrap(), outcome, Duration::ZERO)
        };
        assert!(judge(&[0, 2], 2, 2).is_ok());
        for lie in
            [judge(&[0], 1, 0), judge(&[0, 1], 6, 0), judge(&[0, 2], 3, 0), judge(&[0, 2], 2, 3), judge(&[], 0, 0)]
        {
            let error = lie.expect_err("this must not be reported");
            assert!(error.is_bug() && error.to_string().starts_with("internal error: astar "), "{error}");
        }
    }
}
