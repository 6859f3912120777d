//! One search on one board: from names to types and back to plain moves.

use std::path::Path;
use std::time::Duration;

use crate::catalogue::RequestError;
use crate::catalogue::call::Call;
use crate::catalogue::compiled::{Compiled, with_code};
use crate::catalogue::trace::{TraceSink, Tracer};
use crate::core::{
    BoxedEvaluator, Budget, BuildError, Domain, Limits, Outcome, Progress, Solution, Stats, Stop, Task, Verdict,
    Watcher,
};
use crate::domains::tiles::parity::least_moves;
use crate::domains::tiles::{Board, Direction, Grid, MoveOrder, Tiles};
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::zero::Zero;
use crate::solvers::tiles::deepening::Iteration;

/// A board and a goal that can be reached from it.
pub(crate) struct Puzzle<'a> {
    pub start: &'a Board,
    pub goal: &'a Board,
    pub order: MoveOrder,
}

/// What a search answered, and what it took.
pub(crate) struct Run {
    pub outcome: Outcome<Direction>,
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
}

impl Answer {
    /// The answer of the search that was asked for.
    pub fn of(call: &Call, run: Run, heuristic: Option<String>) -> Self {
        Self { run, engine: call.asked.clone(), heuristic, note: None }
    }
}

/// Told how a search gets on.
pub(crate) type Watch<'w> = &'w mut dyn FnMut(&Progress);

/// Runs one search of the general list.
pub(crate) fn run(
    puzzle: &Puzzle<'_>,
    call: &Call,
    heuristic: &Expression,
    limits: &Limits,
    watch: Watch<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<Run, RequestError> {
    let broken = &FailureSlot::default();
    let searched = Limits { broken: Some(broken.flag()), ..limits.clone() };
    let mut budget = Budget::new(searched).with_progress(watch);
    let run = with_code!(puzzle.start.shape(), code => {
        run_on(code, puzzle, call, heuristic, broken, &mut budget, trace)
    });
    let sure = least_moves(puzzle.start, puzzle.goal);
    let run = match (broken.message(), run) {
        (None, run) => run,
        // A search may be cancelled from within a heuristic, which then has no value to give.
        (Some(_), Ok(run)) if limits.is_cancelled() => Ok(Run { outcome: run.outcome.cancelled(sure), ..run }),
        (Some(_), Err(_)) if limits.is_cancelled() => Err(BuildError::Stopped(Stop::Cancelled)),
        (Some(message), _) => return Err(RequestError::Broken { message: message.to_owned() }),
    };
    match run {
        Ok(run) => Ok(run),
        Err(BuildError::Stopped(why)) => {
            budget.raise_lower_bound(sure);
            let verdict = Verdict::Stopped { why, best: None };
            let outcome = Outcome::new(verdict, Stats::default(), &mut budget);
            Ok(Run { outcome, seconds: Duration::ZERO, table_seconds: budget.elapsed(), deepening: Vec::new() })
        }
        Err(unavailable) => Err(unavailable.into()),
    }
}

/// Builds the heuristic and searches, with the code for one storage.
fn run_on<G: Grid>(
    code: &Compiled<G>,
    puzzle: &Puzzle<'_>,
    call: &Call,
    expression: &Expression,
    broken: &FailureSlot,
    budget: &mut Budget<'_>,
    trace: Option<TraceSink<'_>>,
) -> Result<Run, BuildError> {
    let domain = &Tiles::<G>::new(puzzle.goal, puzzle.order);
    let heuristic: BoxedEvaluator<Tiles<G>> = match call.card.informed {
        true => (code.heuristics.evaluator)(expression, domain, budget, broken)?,
        false => Box::new(Zero),
    };
    let table_seconds = budget.table_time();
    let start = domain.position(puzzle.start);
    let parity = domain.cost_parity(&start);
    // Nothing is estimated on the way back where the heuristic cannot be had for it.
    let backward = |reverse: &Tiles<G>, budget: &mut Budget<'_>| -> Result<BoxedEvaluator<Tiles<G>>, Stop> {
        match (code.heuristics.evaluator)(expression, reverse, budget, broken) {
            Err(BuildError::Stopped(why)) => Err(why),
            built => Ok(built.unwrap_or_else(|_| Box::new(Zero))),
        }
    };
    let mut tracer = trace.map(|sink| Tracer::new(domain, call, sink));
    let observer = tracer.as_mut().map_or_else(Watcher::none, |tracer| Watcher::new(tracer));
    let task = Task { domain, start, heuristic: &*heuristic, backward: &backward, budget, observer };
    let outcome = (code.searches.run)(call.card.name, &call.options, task);
    let seconds = budget.elapsed() - table_seconds;
    let mut outcome = outcome.expect("the call names a search of the list");
    // All solutions of a board have the same parity, so a bound of the other parity can be raised
    // by one.
    outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
    Ok(Run { outcome: with_directions(outcome, domain, puzzle.start), seconds, table_seconds, deepening: Vec::new() })
}

fn with_directions<G: Grid>(outcome: Outcome<G::Index>, domain: &Tiles<G>, start: &Board) -> Outcome<Direction> {
    let translate = |solution: Solution<G::Index>| Solution {
        ops: domain.moves(start.blank(), &solution.ops).0,
        cost: solution.cost,
        proof: solution.proof,
    };
    let verdict = match outcome.verdict {
        Verdict::Solved(solution) => Verdict::Solved(translate(solution)),
        Verdict::Stopped { why, best } => Verdict::Stopped { why, best: best.map(translate) },
        Verdict::Unsolvable => Verdict::Unsolvable,
    };
    Outcome { verdict, lower_bound: outcome.lower_bound, stats: outcome.stats, improvements: outcome.improvements }
}
