//! One search on one board: from names to types and back to plain moves.

use std::path::Path;
use std::time::Duration;

use crate::algorithms::Search;
use crate::catalogue::compiled::Compiled;
use crate::catalogue::{Call, RequestError};
use crate::core::{
    BoxedEvaluator, Budget, BuildError, Cost, Describe, Domain, Limits, Metric, Outcome, Progress, Solution, Stats,
    Stop, Task, Verdict, Watcher,
};
use crate::domains::tiles::parity::least_moves;
use crate::domains::tiles::slides::least_slides;
use crate::domains::tiles::{Board, Direction, Grid, MoveOrder, Tiles};
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::zero::Zero;
use crate::solvers::tiles::deepening::Iteration;
use crate::trace::{TraceSink, Tracer};

/// A board and a goal that can be reached from it.
pub(crate) struct Puzzle<'a> {
    pub start: &'a Board,
    pub goal: &'a Board,
    pub order: MoveOrder,
    /// What a solution costs.
    pub metric: Metric,
}

impl Puzzle<'_> {
    /// A bound that needs no table.
    pub fn least_cost(&self) -> Cost {
        match self.metric {
            Metric::Single => least_moves(self.start, self.goal),
            Metric::Multi => least_slides(self.start, self.goal),
        }
    }
}

/// What a search answered, and what it took.
pub(crate) struct Run<Op = Direction> {
    pub outcome: Outcome<Op>,
    /// The estimate of the start, in the unit of the costs; `None` of a search without a heuristic.
    pub h_start: Option<Cost>,
    pub seconds: Duration,
    pub table_seconds: Duration,
    /// The iterations of a search that deepens and tells of them.
    pub deepening: Vec<Iteration>,
}

/// A search of a board that is asked for.
pub(crate) struct BoardTask<'a, 'w, 't> {
    pub puzzle: &'a Puzzle<'a>,
    pub call: &'a Call,
    /// The heuristic that is asked for.
    pub heuristic: Option<Expression>,
    /// How wide the beams of a portfolio are; other searches have an option for it.
    pub beam_width: Option<usize>,
    /// The folder of the journal.
    pub journal: Option<&'a Path>,
    pub limits: &'a Limits,
    pub watch: Watch<'w>,
    pub trace: Option<TraceSink<'t>>,
}

/// The run that gave the answer, and the names of its search and heuristic.
pub(crate) struct Answer {
    pub run: Run,
    pub engine: String,
    pub heuristic: Option<String>,
    /// Why a better solution was not looked for.
    pub note: Option<String>,
    /// What else the person should know.
    pub notes: Vec<String>,
    /// The device that searched, if one did.
    pub device: Option<String>,
    /// What each of them took, where several searches ran.
    pub phases: Vec<Phase>,
}

/// One of the searches that a portfolio ran, with its own counts.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Phase {
    /// The search.
    pub search: String,
    /// The heuristic it used.
    pub heuristic: Option<String>,
    /// What it counted.
    #[serde(flatten)]
    pub counts: Stats,
    /// Time of this search alone.
    pub seconds: f64,
    /// Time to build the tables of its heuristic.
    pub table_seconds: f64,
}

impl Answer {
    /// The answer of the search that was asked for.
    pub fn of(call: &Call, run: Run, heuristic: Option<String>) -> Self {
        let engine = call.asked.clone();
        Self { run, engine, heuristic, note: None, notes: Vec::new(), device: None, phases: Vec::new() }
    }
}

/// Hears how a search gets on.
pub(crate) type Watch<'w> = &'w mut dyn FnMut(&Progress);

impl<G: Grid> Compiled<G> {
    /// Builds the heuristic and runs one search of the general list.
    pub fn run(
        &self,
        puzzle: &Puzzle<'_>,
        call: &Call,
        expression: &Expression,
        limits: &Limits,
        watch: Watch<'_>,
        trace: Option<TraceSink<'_>>,
    ) -> Result<Run, RequestError> {
        if puzzle.metric == Metric::Multi {
            return self.run_in_slides(puzzle, call, expression, limits, watch, trace);
        }
        let domain = &Tiles::<G>::new(puzzle.goal, puzzle.order);
        let way = Way {
            domain,
            start: domain.position(puzzle.start),
            search: (self.searches.search)(call.card.name).expect("the call names a search of the list"),
            estimate: &|domain, _, budget, broken| (self.heuristics.evaluator)(expression, domain, budget, broken),
            translate: &|solution| Solution {
                ops: domain.moves(puzzle.start.blank(), &solution.ops).0,
                cost: solution.cost,
                proof: solution.proof,
            },
        };
        way.run(puzzle, call, limits, watch, trace)
    }
}

/// A board in the words of a domain: how it is searched, and how the answer is read.
pub(super) struct Way<'s, D: Domain> {
    pub domain: &'s D,
    pub start: D::State,
    pub search: Search<D>,
    /// Builds the heuristic for a puzzle, given the board to reach.
    pub estimate: &'s (dyn Fn(&D, &Board, &mut Budget<'_>, &FailureSlot) -> Built<D> + Sync),
    /// A solution in single moves.
    pub translate: &'s dyn Fn(Solution<D::Op>) -> Solution<Direction>,
}

type Built<D> = Result<BoxedEvaluator<D>, BuildError>;

impl<D: Describe> Way<'_, D> {
    /// Builds the heuristic and searches.
    pub fn run(
        self,
        puzzle: &Puzzle<'_>,
        call: &Call,
        limits: &Limits,
        watch: Watch<'_>,
        trace: Option<TraceSink<'_>>,
    ) -> Result<Run, RequestError> {
        let Self { domain, start, search, estimate, translate } = self;
        let broken = &FailureSlot::default();
        let mut budget = Budget::new(Limits { broken: Some(broken.flag()), ..limits.clone() }).with_progress(watch);
        let built = match call.card.informed {
            true => estimate(domain, puzzle.goal, &mut budget, broken),
            false => Ok(Box::new(Zero) as BoxedEvaluator<D>),
        };
        let heuristic = match built {
            Ok(heuristic) => heuristic,
            Err(error) => return unbuilt(error, broken, puzzle, limits, &mut budget),
        };
        let table_seconds = budget.table_time();
        let parity = domain.cost_parity(&start);
        let h_start = call.card.informed.then(|| heuristic.estimate(domain, &start));
        // Nothing is estimated on the way back where the heuristic cannot be had for it.
        let backward = |reverse: &D, budget: &mut Budget<'_>| -> Result<BoxedEvaluator<D>, Stop> {
            match estimate(reverse, puzzle.start, budget, broken) {
                Err(BuildError::Stopped(why)) => Err(why),
                built => Ok(built.unwrap_or_else(|_| Box::new(Zero))),
            }
        };
        let mut tracer = trace.map(|sink| Tracer::new(domain, call.to_string(), sink));
        let observer = tracer.as_mut().map_or_else(Watcher::none, |tracer| Watcher::new(tracer));
        let task = Task { domain, start, heuristic: &*heuristic, backward: &backward, budget: &mut budget, observer };
        let mut outcome = search(&call.options, task);
        let seconds = budget.elapsed() - table_seconds;
        // Where all solutions have the same parity, a bound of the other parity can be raised by
        // one.
        outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
        let outcome = unbroken(translated(outcome, translate), broken, puzzle, limits)?;
        Ok(Run { outcome, h_start, seconds, table_seconds, deepening: Vec::new() })
    }
}

/// The outcome of a search, unless its heuristic had no value somewhere.
fn unbroken(
    outcome: Outcome<Direction>,
    broken: &FailureSlot,
    puzzle: &Puzzle<'_>,
    limits: &Limits,
) -> Result<Outcome<Direction>, RequestError> {
    match broken.message() {
        None => Ok(outcome),
        // A search may be cancelled from within a heuristic, which then has no value to give.
        Some(_) if limits.is_cancelled() => Ok(outcome.cancelled(puzzle.least_cost())),
        Some(message) => Err(RequestError::Broken { message: message.to_owned() }),
    }
}

/// What is left of a search whose heuristic could not be built: a limit is an answer.
fn unbuilt(
    error: BuildError,
    broken: &FailureSlot,
    puzzle: &Puzzle<'_>,
    limits: &Limits,
    budget: &mut Budget<'_>,
) -> Result<Run, RequestError> {
    let why = match (broken.message(), error) {
        (Some(_), _) if limits.is_cancelled() => Stop::Cancelled,
        (Some(message), _) => return Err(RequestError::Broken { message: message.to_owned() }),
        (None, BuildError::Stopped(why)) => why,
        (None, unavailable) => return Err(unavailable.into()),
    };
    budget.raise_lower_bound(puzzle.least_cost());
    let outcome = Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget);
    let (seconds, table_seconds) = (Duration::ZERO, budget.elapsed());
    Ok(Run { outcome, h_start: None, seconds, table_seconds, deepening: Vec::new() })
}

/// The outcome with its solution in other words.
fn translated<Op>(outcome: Outcome<Op>, translate: impl Fn(Solution<Op>) -> Solution<Direction>) -> Outcome<Direction> {
    let verdict = match outcome.verdict {
        Verdict::Solved(solution) => Verdict::Solved(translate(solution)),
        Verdict::Stopped { why, best } => Verdict::Stopped { why, best: best.map(translate) },
        Verdict::Unsolvable => Verdict::Unsolvable,
    };
    Outcome { verdict, lower_bound: outcome.lower_bound, stats: outcome.stats, improvements: outcome.improvements }
}
