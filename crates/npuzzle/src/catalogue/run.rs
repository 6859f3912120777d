//! One search on one board: from names to types and back to plain moves.

use std::time::Duration;

use crate::catalogue::RequestError;
use crate::catalogue::call::Call;
use crate::catalogue::trace::{TraceEvent, TraceSink, Tracer};
use crate::core::{
    BackwardHeuristic, BoxedEvaluator, Budget, Domain, Erased, Heuristic, Limits, Outcome, Progress, Solution, Stats,
    Stop, Task, Verdict,
};
use crate::domains::tiles::grid::RunTime;
use crate::domains::tiles::parity::least_moves;
use crate::domains::tiles::{Board, Direction, Grid, GridVisitor, MoveOrder, Position, Tiles, with_grid};
use crate::heuristics::expression::{Broken, Expression};
use crate::heuristics::tiles::{BuildError, HeuristicVisitor, with_expression};
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
    match trace {
        None => with_grid(puzzle.start.shape(), RunOnGrid { puzzle, call, heuristic, limits, watch, execute: Unseen }),
        // Who watches has time: one storage and one form of the searches for all boards and heuristics, or else every search would be
        // compiled twice as often.
        Some(sink) => {
            let run = RunOnGrid { puzzle, call, heuristic, limits, watch, execute: Traced(sink) };
            run.visit::<RunTime<Box<[u8]>>>()
        }
    }
}

/// How a search is run.
trait Execute {
    fn execute<G: Grid, H: Heuristic<Tiles<G>>>(
        self,
        call: &Call,
        domain: &Tiles<G>,
        start: Position<G>,
        heuristic: &H,
        backward: BackwardHeuristic<'_, Tiles<G>>,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome<G::Index>>;
}

/// With nobody watching.
struct Unseen;

impl Execute for Unseen {
    fn execute<G: Grid, H: Heuristic<Tiles<G>>>(
        self,
        call: &Call,
        domain: &Tiles<G>,
        start: Position<G>,
        heuristic: &H,
        backward: BackwardHeuristic<'_, Tiles<G>>,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome<G::Index>> {
        let task = Task { domain, start, heuristic, backward, budget, observer: &mut () };
        crate::algorithms::run(call.card.name, &call.options, task)
    }
}

/// With somebody who is told everything.
struct Traced<'t>(TraceSink<'t>);

impl Execute for Traced<'_> {
    fn execute<G: Grid, H: Heuristic<Tiles<G>>>(
        self,
        call: &Call,
        domain: &Tiles<G>,
        start: Position<G>,
        heuristic: &H,
        backward: BackwardHeuristic<'_, Tiles<G>>,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome<G::Index>> {
        (self.0)(&TraceEvent::Search { algorithm: call.to_string() });
        let observer = &mut Tracer::new(domain, self.0);
        let task = Task { domain, start, heuristic: &Erased(heuristic), backward, budget, observer };
        crate::algorithms::run(call.card.name, &call.options, task)
    }
}

struct RunOnGrid<'r, 'w, E> {
    puzzle: &'r Puzzle<'r>,
    call: &'r Call,
    heuristic: &'r Expression,
    limits: &'r Limits,
    watch: Watch<'w>,
    execute: E,
}

impl<E: Execute> GridVisitor for RunOnGrid<'_, '_, E> {
    type Output = Result<Run, RequestError>;

    fn visit<G: Grid>(self) -> Self::Output {
        let Self { puzzle, call, heuristic, limits, watch, execute } = self;
        let broken = &Broken::default();
        let is_cancelled = || limits.is_cancelled();
        let limits = Limits { broken: Some(broken.flag()), ..limits.clone() };
        let mut budget = Budget::new(limits).with_progress(watch);
        let domain = Tiles::<G>::new(puzzle.goal, puzzle.order);
        let search = RunWithHeuristic { domain: &domain, puzzle, call, heuristic, broken, execute };
        if !call.card.informed {
            return Ok(search.visit(Zero, &mut budget));
        }
        let run = with_expression(heuristic, &domain, &mut budget, broken, search);
        let sure = least_moves(puzzle.start, puzzle.goal);
        let run = match (broken.message(), run) {
            (None, run) => run,
            // Whoever cancels a search may do so from within a heuristic, which then has no value to give.
            (Some(_), Ok(run)) if is_cancelled() => Ok(Run { outcome: run.outcome.cancelled(sure), ..run }),
            (Some(_), Err(_)) if is_cancelled() => Err(BuildError::Stopped(Stop::Cancelled)),
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
}

struct RunWithHeuristic<'d, 'r, G: Grid, E> {
    domain: &'d Tiles<G>,
    puzzle: &'r Puzzle<'r>,
    call: &'r Call,
    heuristic: &'r Expression,
    broken: &'r Broken,
    execute: E,
}

impl<G: Grid, E: Execute> HeuristicVisitor<G> for RunWithHeuristic<'_, '_, G, E> {
    type Output = Run;

    fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, heuristic: H, budget: &mut Budget<'_>) -> Run {
        let Self { domain, puzzle, call, heuristic: expression, broken, execute } = self;
        let start = domain.position(puzzle.start);
        let parity = domain.cost_parity(&start);
        let table_seconds = budget.elapsed();
        let backward = |reverse: &Tiles<G>, budget: &mut Budget<'_>| boxed(expression, reverse, budget, broken);
        let outcome = execute.execute(call, domain, start, &heuristic, &backward, budget);
        let seconds = budget.elapsed() - table_seconds;
        let mut outcome = outcome.expect("the call names a search of the list");
        // All solutions of a board have the same parity, so a bound of the other parity can be raised by one.
        outcome.lower_bound = parity.map_or(outcome.lower_bound, |parity| parity.lift(outcome.lower_bound));
        Run { outcome: with_directions(outcome, domain, puzzle.start), seconds, table_seconds, deepening: Vec::new() }
    }
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

/// The heuristic for a search from the other end; nothing is estimated where there is none.
fn boxed<G: Grid>(
    expression: &Expression,
    domain: &Tiles<G>,
    budget: &mut Budget<'_>,
    broken: &Broken,
) -> Result<BoxedEvaluator<Tiles<G>>, Stop> {
    struct Boxed;
    impl<G: Grid> HeuristicVisitor<G> for Boxed {
        type Output = BoxedEvaluator<Tiles<G>>;

        fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(
            self,
            heuristic: H,
            _: &mut Budget<'_>,
        ) -> Self::Output {
            Box::new(heuristic)
        }
    }
    match with_expression(expression, domain, budget, broken, Boxed) {
        Ok(heuristic) => Ok(heuristic),
        Err(BuildError::Stopped(why)) => Err(why),
        Err(_) => Ok(Box::new(Zero)),
    }
}
