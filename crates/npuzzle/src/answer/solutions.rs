//! All optimal solutions of a board, once the optimum is proved.

use serde::{Serialize, Serializer};

use crate::algorithms::all_optimal::{AllOptimal, Question, Uncounted};
use crate::answer::report::{ProofLabel, Report, Status};
use crate::catalogue::RequestError;
use crate::catalogue::compiled::{Compiled, with_code};
use crate::catalogue::run::{Puzzle, Watch};
use crate::core::clock::Instant;
use crate::core::{BoxedEvaluator, Budget, Cost, Limits, Progress, Stats};
use crate::domains::tiles::{Direction, Grid, Moves, Tiles};
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::tiles::{TileHeuristic, linear_conflict};
use crate::heuristics::zero::Zero;
use crate::verify::{verify, verify_cost};

/// All optimal solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solutions {
    /// How many there are. In JSON a number up to 2^64 - 1, and a string of digits above.
    #[serde(serialize_with = "number_or_digits")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "number_or_digits_schema"))]
    pub count: u128,
    /// The moves of the first of them, in the order in which moves are tried.
    pub listed: Vec<String>,
}

/// What a count of all optimal solutions took. The counts of the search do not contain it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountingStats {
    /// States whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Most states stored at the same time.
    pub max_stored: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// Time of the count, with the listing.
    pub seconds: f64,
}

fn number_or_digits<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*count) {
        Ok(number) => serializer.serialize_u64(number),
        Err(_) => serializer.collect_str(count),
    }
}

#[cfg(feature = "schema")]
fn number_or_digits_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+$" })
}

/// Counts all optimal solutions and lists up to `most` of them, with what the search that `began`
/// then has left of the limits. Where there is no count, the report says why.
pub(crate) fn add_to(
    report: &mut Report,
    puzzle: &Puzzle<'_>,
    most: usize,
    limits: &Limits,
    began: Instant,
    watch: Watch<'_>,
) -> Result<(), RequestError> {
    let Some(cost) = report.cost.filter(|_| report.proof == ProofLabel::Optimal) else {
        if report.cost.is_some() {
            add_reason(report, "optimal solutions are not counted before the optimum is proved".to_owned());
        }
        return Ok(());
    };
    let searched = report.stats.counts.expanded;
    let clock = limits.clock.clone();
    let limits = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(searched)),
        time: limits.time.map(|time| time.saturating_sub(clock.since(began))),
        ..limits.clone()
    };
    let mut with_search = |progress: &Progress| {
        watch(&Progress {
            expanded: searched + progress.expanded,
            elapsed: clock.since(began),
            lower_bound: cost,
            best: Some(cost),
            table: None,
            iteration: progress.iteration,
        });
    };
    let counting = clock.now();
    let mut budget = Budget::new(limits).with_progress(&mut with_search);
    let (answer, stats) = with_code!(puzzle.start.shape(), code => count_on(code, puzzle, cost, most, &mut budget));
    let mut seconds = clock.since(counting).as_secs_f64();
    match answer {
        Ok(AllOptimal { count, listed, cut_short }) => {
            // The search has found a solution of this cost, so it must have been met again.
            if count == 0 {
                return Err(RequestError::LostSolution {
                    algorithm: "the count of all solutions".to_owned(),
                    start: puzzle.start.clone(),
                });
            }
            let letters = |directions| {
                let moves = Moves(directions);
                check(puzzle, &moves, cost).map(|()| moves.letters(report.moves_of))
            };
            let listed = listed.into_iter().map(letters).collect::<Result<_, _>>()?;
            seconds = clock.since(counting).as_secs_f64();
            report.solutions = Some(Solutions { count, listed });
            if let Some(why) = cut_short {
                add_reason(report, format!("{why} before all solutions that were asked for were listed"));
            }
        }
        Err(Uncounted::Stopped(why)) => {
            report.status = Status::Stopped;
            add_reason(report, format!("{why} before all optimal solutions were counted"));
        }
        Err(why @ (Uncounted::TooMany | Uncounted::CostsDiffer)) => {
            add_reason(report, format!("optimal solutions cannot be counted: {why}"));
        }
    }
    report.stats.counting = Some(CountingStats {
        expanded: stats.expanded,
        generated: stats.generated,
        max_stored: stats.max_stored,
        peak_bytes: stats.peak_bytes,
        seconds,
    });
    Ok(())
}

fn add_reason(report: &mut Report, more: String) {
    report.reason = Some(match report.reason.take() {
        Some(reason) => format!("{reason}; {more}"),
        None => more,
    });
}

/// The referee plays each solution that is listed.
fn check(puzzle: &Puzzle<'_>, moves: &Moves, cost: Cost) -> Result<(), RequestError> {
    let judged = verify(puzzle.start, puzzle.goal, moves).and(verify_cost(puzzle.metric, moves, cost, cost));
    judged.map_err(|error| RequestError::WrongSolution {
        algorithm: "the list of all solutions".to_owned(),
        start: puzzle.start.clone(),
        error,
    })
}

/// Counts with the code for one storage, and with linear conflict, whatever the search was given:
/// it is admissible, strong and needs no table.
fn count_on<G: Grid>(
    code: &Compiled<G>,
    puzzle: &Puzzle<'_>,
    cost: Cost,
    most_listed: usize,
    budget: &mut Budget<'_>,
) -> (Result<AllOptimal<Direction>, Uncounted>, Stats) {
    let domain = Tiles::<G>::new(puzzle.goal, puzzle.order);
    let conflict = Expression::of(&linear_conflict::Entry::CARD);
    let estimate = |domain: &Tiles<G>, budget: &mut Budget<'_>| -> BoxedEvaluator<Tiles<G>> {
        // Linear conflict needs nothing that could be missing.
        (code.heuristics.evaluator)(&conflict, domain, budget, &FailureSlot::default())
            .unwrap_or_else(|_| Box::new(Zero))
    };
    let question = Question {
        domain: &domain,
        start: &domain.position(puzzle.start),
        cost,
        heuristic: &*estimate(&domain, budget),
        backward: &|reverse, budget| Ok(estimate(reverse, budget)),
        most_listed,
    };
    let (answer, stats) = (code.searches.count_all)(&question, budget);
    let moves = |ops: Vec<G::Index>| domain.moves(puzzle.start.blank(), &ops).0;
    let answer = answer.map(|AllOptimal { count, listed, cut_short }| AllOptimal {
        count,
        listed: listed.into_iter().map(moves).collect(),
        cut_short,
    });
    (answer, stats)
}
