//! The one function every front calls.

use std::num::NonZeroUsize;

use crate::catalogue::call::Call;
use crate::catalogue::proof_basis::ProofBasis;
use crate::catalogue::report::{OptionMap, ProofLabel, Report, ReportStats, Status, effective_branching_factor};
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::run::{Answer, BoardTask, Puzzle, Run, run};
use crate::catalogue::solutions::{self, Solutions};
use crate::catalogue::trace::TraceSink;
use crate::catalogue::{called_algorithm, check_custom_names, heuristic_expression, heuristic_expression_with, tiles};
use crate::core::card::{AlgorithmCard, Feature, Optimality};
use crate::core::{Progress, Solution, Verdict};
use crate::domains::tiles::Moves;
use crate::domains::tiles::explain::reachable_goals;
use crate::domains::tiles::parity::{is_solvable, least_moves};
use crate::heuristics::expression::Expression;
use crate::verify::verify;

/// The heuristic of an informed search if none is asked for.
pub(crate) const DEFAULT_HEURISTIC: &str = "manhattan";

/// Answers a request. `watch` is told about ten times a second how the search gets on.
///
/// An unsolvable board is recognised before any search. Every solution is replayed by the referee
/// in [`verify`] before it is reported.
///
/// # Examples
///
/// ```
/// use npuzzle::catalogue::{Request, solve};
/// use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
///
/// let board = read_board("867254301", &ReadOptions::default())?.board;
/// let report = solve(&Request::new(board), &mut |_| {})?;
/// assert_eq!(report.cost, Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(request: &Request, watch: &mut dyn FnMut(&Progress)) -> Result<Report, RequestError> {
    answer(request, watch, None)
}

/// As [`solve`], and `trace` is told of everything the search does. Parallel searches then run on
/// one thread, so that what they do has an order.
pub fn solve_traced(
    request: &Request,
    watch: &mut dyn FnMut(&Progress),
    trace: TraceSink<'_>,
) -> Result<Report, RequestError> {
    answer(request, watch, Some(trace))
}

fn answer(
    request: &Request,
    watch: &mut dyn FnMut(&Progress),
    trace: Option<TraceSink<'_>>,
) -> Result<Report, RequestError> {
    let mut call = Call::under(&request.algorithm, request.rules)?;
    if let Some(width) = request.beam_width {
        if !call.card.has(Feature::Beam) {
            return Err(RequestError::NoBeam { algorithm: call.card.name });
        }
        // A portfolio has no such option: it hands the width to the beams it runs.
        if let Some(option) = call.card.options.iter().find(|option| option.name == "width") {
            let wrong = |reason| RequestError::BeamWidth { width, reason };
            call.options.set(option, option.kind.parse(&width.to_string()).map_err(wrong)?);
        }
    }
    if request.journal.is_some() && !call.card.has(Feature::Journal) {
        return Err(RequestError::NoJournal { algorithm: call.card.name });
    }
    if trace.is_some() && !call.card.is_traceable() {
        return Err(RequestError::NoTrace { algorithm: call.card.name });
    }
    check_custom_names(&request.custom)?;
    let read = |text: &str| heuristic_expression_with(text, &request.custom);
    let chosen = request.heuristic.as_deref().map(read).transpose()?;
    let needs_consistency = call.card.optimal == Optimality::Consistent;
    if let Some(heuristic) =
        chosen.as_ref().filter(|heuristic| needs_consistency && !heuristic.properties(true).consistent)
    {
        return Err(RequestError::NeedsConsistency { algorithm: call.card.name, heuristic: heuristic.to_string() });
    }
    let goal = request.goal.board(request.start.shape())?;
    let puzzle = Puzzle { start: &request.start, goal: &goal, order: request.order };
    if !is_solvable(&request.start, &goal) {
        return Ok(unsolvable(request, &puzzle, &call));
    }
    let began = request.limits.clock.now();
    let mut report = search(request, &puzzle, &call, chosen, watch, trace)?;
    if let Some(most) = request.all {
        solutions::add_to(&mut report, &puzzle, most, &request.limits, began, watch)?;
    }
    Ok(report)
}

/// Runs the search that is asked for.
fn search(
    request: &Request,
    puzzle: &Puzzle<'_>,
    call: &Call,
    chosen: Option<Expression>,
    watch: &mut dyn FnMut(&Progress),
    trace: Option<TraceSink<'_>>,
) -> Result<Report, RequestError> {
    let (chosen, basis) = match chosen.map(|chosen| ProofBasis::of(chosen, call)) {
        Some((chosen, basis)) => (Some(chosen), basis),
        None => (None, ProofBasis::proved()),
    };
    let sure = least_moves(puzzle.start, puzzle.goal);
    let watch = &mut |progress: &Progress| watch(&basis.progress(progress, sure));
    let limits = &request.limits;
    let answer = match tiles::search(call.card.name) {
        Some(search) => search(BoardTask {
            puzzle,
            call,
            heuristic: chosen,
            beam_width: request.beam_width.map(NonZeroUsize::get),
            journal: request.journal.as_deref(),
            limits,
            watch,
            trace,
        })?,
        None => {
            let heuristic = chosen.map_or_else(|| heuristic_expression(DEFAULT_HEURISTIC), Ok)?;
            let run = run(puzzle, call, &heuristic, limits, watch, trace)?;
            Answer::of(call, run, call.card.informed.then(|| heuristic.to_string()))
        }
    };
    let Answer { mut run, engine, heuristic, note } = answer;
    let reason = match (&run.outcome.verdict, basis.missed_solution(call.card.name)) {
        (Verdict::Unsolvable, Some(error)) => return Err(error),
        _ => basis.withdraw_claims(&mut run.outcome, sure, 1),
    };
    let fixed_order = called_algorithm(&engine).ok().and_then(AlgorithmCard::fixed_order);
    let mut answer = report(request, puzzle, call, run, engine, heuristic)?;
    answer.reason = answer.reason.or(reason).or(note);
    answer.options = OptionMap::of(&call.options);
    if let Some(order) = fixed_order {
        order.clone_into(&mut answer.order);
    }
    Ok(answer)
}

fn empty_report(request: &Request, puzzle: &Puzzle<'_>, call: &Call) -> Report {
    let shape = puzzle.start.shape();
    Report {
        status: Status::Unsolvable,
        rows: shape.rows(),
        cols: shape.cols(),
        start: puzzle.start.clone(),
        goal: puzzle.goal.clone(),
        algorithm: call.asked.clone(),
        engine: call.asked.clone(),
        heuristic: None,
        order: request.order.to_string(),
        options: OptionMap::default(),
        cost: None,
        moves: None,
        moves_of: request.moves_of,
        proof: ProofLabel::None,
        within: None,
        lower_bound: None,
        reason: None,
        stats: ReportStats::default(),
        improvements: Vec::new(),
        solutions: None,
        path: None,
    }
}

fn unsolvable(request: &Request, puzzle: &Puzzle<'_>, call: &Call) -> Report {
    let why = if puzzle.start.shape().is_line() {
        "on a single line tiles never pass each other, and their order is not the goal's"
    } else {
        "the parity of the tiles does not match the position of the blank"
    };
    let reachable = match reachable_goals(puzzle.start).join(", ") {
        none if none.is_empty() => String::new(),
        goals => format!("; it can reach the goals {goals}"),
    };
    Report {
        reason: Some(format!("no sequence of moves leads to the goal: {why}{reachable}")),
        solutions: request.all.map(|_| Solutions::default()),
        ..empty_report(request, puzzle, call)
    }
}

fn report(
    request: &Request,
    puzzle: &Puzzle<'_>,
    call: &Call,
    run: Run,
    engine: String,
    heuristic: Option<String>,
) -> Result<Report, RequestError> {
    let mut report = Report { engine, heuristic, ..empty_report(request, puzzle, call) };
    let outcome = run.outcome;
    report.lower_bound = Some(outcome.lower_bound);
    report.improvements = outcome.improvements;
    let solution: Option<Solution<_>> = match outcome.verdict {
        Verdict::Solved(solution) => {
            report.status = Status::Solved;
            Some(solution)
        }
        Verdict::Stopped { why, best } => {
            report.status = Status::Stopped;
            let what = if best.is_some() {
                "before the solution was proved to be optimal"
            } else {
                "before a solution was found"
            };
            report.reason = Some(format!("{why} {what}"));
            best
        }
        Verdict::Unsolvable => {
            return Err(RequestError::LostSolution { algorithm: report.engine, start: puzzle.start.clone() });
        }
    };
    let depth = solution.as_ref().map_or(0, |solution| solution.cost);
    report.stats = ReportStats {
        counts: outcome.stats,
        effective_branching_factor: effective_branching_factor(outcome.stats.generated, depth),
        seconds: run.seconds.as_secs_f64(),
        table_seconds: run.table_seconds.as_secs_f64(),
        counting: None,
        deepening: run.deepening,
    };
    let Some(Solution { ops, cost, proof }) = solution else { return Ok(report) };

    let moves = Moves(ops);
    let wrong =
        |error| RequestError::WrongSolution { algorithm: report.engine.clone(), start: puzzle.start.clone(), error };
    verify(puzzle.start, puzzle.goal, &moves).map_err(wrong)?;
    if cost as usize != moves.0.len() || outcome.lower_bound > cost {
        return Err(wrong(crate::verify::VerifyError::WrongCost { claimed: cost as usize, moves: moves.0.len() }));
    }
    (report.proof, report.within) = ProofLabel::of(proof, cost, outcome.lower_bound);
    report.lower_bound = Some(if report.proof == ProofLabel::Optimal { cost } else { outcome.lower_bound });
    report.cost = Some(cost);
    report.moves = Some(moves.letters(request.moves_of));
    report.path = Some(moves);
    if report.status == Status::Stopped && report.proof == ProofLabel::Optimal {
        (report.status, report.reason) = (Status::Solved, None);
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::core::{Cost, Outcome, Proof, Stats};
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::{Board, Direction, Shape};

    /// What `report` says of a search on a board one move (right) away from its goal.
    fn answer(verdict: Verdict<Direction>, lower_bound: Cost) -> Result<Report, RequestError> {
        let start = Board::new(Shape::new(2, 2).unwrap(), &[1, 2, 0, 3]).unwrap();
        let goal = Goal::default().board(start.shape()).unwrap();
        let request = Request::new(start.clone());
        let puzzle = Puzzle { start: &start, goal: &goal, order: request.order };
        let outcome = Outcome { verdict, lower_bound, stats: Stats::default(), improvements: Vec::new() };
        let run = Run { outcome, seconds: Duration::ZERO, table_seconds: Duration::ZERO, deepening: Vec::new() };
        report(&request, &puzzle, &Call::parse("astar").unwrap(), run, "liar".to_owned(), None)
    }

    fn solved(ops: &[Direction], cost: Cost) -> Verdict<Direction> {
        Verdict::Solved(Solution { ops: ops.to_vec(), cost, proof: Proof::Optimal })
    }

    /// A search that lies is a bug of ours, never an answer.
    #[test]
    fn wrong_solutions_are_never_reported() {
        let (right, up) = (Direction::Right, Direction::Up);
        assert_eq!(answer(solved(&[right], 1), 1).unwrap().moves.as_deref(), Some("R"));
        let lies = [
            answer(solved(&[up], 1), 1),
            answer(solved(&[right, right], 2), 1),
            answer(solved(&[], 0), 0),
            answer(solved(&[right], 3), 1),
            answer(solved(&[right], 1), 2),
            answer(Verdict::Unsolvable, 0),
        ];
        for lie in lies {
            let error = lie.expect_err("this must not be reported");
            assert!(error.is_bug(), "{error}");
            assert!(error.to_string().starts_with("internal error: liar "), "{error}");
        }
    }
}
