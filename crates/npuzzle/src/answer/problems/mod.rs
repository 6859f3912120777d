//! Searches on other problems than boards: the list of problems, maps, and boards under the same
//! roof.

mod boards;
mod custom;
mod listed;
mod map_boards;
mod map_heuristic;
mod space;

pub(crate) use custom::{CUSTOM_HEURISTIC, uses_custom_heuristic};
pub(crate) use listed::{chosen, estimated};
pub use map_heuristic::MapEstimate;
pub(crate) use map_heuristic::{board_expression, board_values};

use crate::answer::problems::boards::board_request;
use crate::answer::problems::custom::CustomSearch;
use crate::answer::problems::listed::{MapTask, on_map, on_problem};
use crate::answer::report::{OptionMap, ProofLabel, ReportStats, Status};
use crate::answer::solve::solve;
use crate::answer::{Problem, Request};
use crate::catalogue::run::Watch;
use crate::catalogue::{RequestError, problem_call};
use crate::core::{Fraction, Improvement};
use crate::domains::read_problem;
use crate::domains::tiles::MovesOf;
use crate::trace::TraceSink;

/// The search if none is asked for.
pub const DEFAULT_ALGORITHM: &str = "astar";

/// So many states of a path are drawn, and so many goals are listed.
const MOST_LISTED: usize = 10_000;

/// The answer about a [`Problem`]. Its fields are those of `search --format json`.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemReport {
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
    /// How many states there are; of maps only, which say it.
    pub states: Option<u64>,
    /// How many edges there are, each in one direction; of maps only.
    pub edges: Option<u64>,
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
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
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
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub lower_bound: Option<Fraction>,
    /// A sentence on why there is no (better) answer.
    pub reason: Option<String>,
    /// What it took.
    pub stats: ReportStats,
    /// The solutions of an anytime search.
    pub improvements: Vec<ProblemImprovement>,
    /// All optimal solutions, where they were asked for.
    pub solutions: (),
    /// Remarks for people.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemImprovement {
    /// Its cost.
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub cost: Fraction,
    /// What was proved by then.
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub lower_bound: Fraction,
    /// Seconds since the search began.
    pub seconds: f64,
    /// States expanded by then.
    pub expanded: u64,
}

impl ProblemImprovement {
    fn new(improvement: &Improvement, unit: u32) -> Self {
        Self {
            cost: Fraction::over(improvement.cost, unit),
            lower_bound: Fraction::over(improvement.lower_bound, unit),
            seconds: improvement.seconds,
            expanded: improvement.expanded,
        }
    }
}

/// Answers a request. `watch` hears about ten times a second how the search gets on, and `trace`
/// everything it does.
///
/// Every solution is replayed, operator by operator, before it is reported.
///
/// # Examples
///
/// ```
/// use npuzzle::answer::{Problem, Request, search};
///
/// let request = Request::about(Problem::Call("hanoi(3,5)".to_owned()));
/// let report = search(&request, &mut |_| {}, None)?;
/// assert_eq!(report.cost.map(|cost| cost.to_string()).as_deref(), Some("31"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    request: &Request<Problem>,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<ProblemReport, RequestError> {
    let call = &request.call()?;
    let text = match &request.problem {
        Problem::Map { name, map, estimates } => {
            return on_map(request, call, &MapTask { name, map, estimates }, watch, trace);
        }
        Problem::Custom { name, problem } => return CustomSearch::new(request, call, name, problem)?.run(watch, trace),
        Problem::Call(text) => text.trim(),
    };
    let (name, arguments) = problem_call(text)?;
    // Whatever it was called by, one problem has one name.
    let is_so_written = text.split('(').next().is_some_and(|word| word.trim() == name);
    let label = if is_so_written { text.to_owned() } else { format!("{name}({arguments})") };
    match read_problem(name, arguments, request.seed) {
        Some(Ok(instance)) => on_problem(request, call, &label, &instance, watch, trace),
        Some(Err(error)) => Err(RequestError::Problem { call: text.to_owned(), reason: error.to_string() }),
        // Boards are the one problem that is not in the list of the domains.
        None => {
            let (request, seed) = board_request(request, arguments)?;
            Ok(ProblemReport::of_board(solve(&request, watch, trace)?, label, request.drawings, seed))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::answer::problems::space::Space;
    use crate::catalogue::Call;
    use crate::catalogue::run::Run;
    use crate::core::{BoxedEvaluator, Budget, Outcome, Proof, Solution, Stats, Stop, Verdict};
    use crate::domains::any::{AnyDomain, Coded};
    use crate::domains::map::{MapOptions, read_map};
    use crate::heuristics::expression::FailureSlot;
    use crate::heuristics::zero::Zero;

    /// A search that lies is a bug of ours, never an answer.
    #[test]
    fn wrong_solutions_are_never_reported() {
        let map = read_map("a\nc\na: b,1 c,5\nb: c,1\n", MapOptions::default()).unwrap();
        let problem = Problem::Map { name: "map".to_owned(), map: map.clone(), estimates: Vec::new() };
        let request = Request::about(problem);
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
                size: None,
                spent: Duration::ZERO,
                notes: Vec::new(),
            };
            let solution = Solution { ops: ops.to_vec(), cost, proof: Proof::Found };
            let verdict = Verdict::Solved(solution);
            let outcome = Outcome { verdict, lower_bound, stats: Stats::default(), improvements: Vec::new() };
            let (seconds, table_seconds) = (Duration::ZERO, Duration::ZERO);
            let run = Run { outcome, h_start: None, seconds, table_seconds, deepening: Vec::new() };
            space.report(&request, &Call::parse("astar").unwrap(), run)
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
