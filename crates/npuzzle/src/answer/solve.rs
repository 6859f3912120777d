//! From a request to the report on a board.

use std::num::NonZeroUsize;

use crate::answer::proof_basis::ProofBasis;
use crate::answer::report::{
    Conclusion, OptionMap, ProofLabel, Report, ReportStats, Status, effective_branching_factor, rounded_up,
};
use crate::answer::solutions::Solutions;
use crate::answer::witness::{Change, Witness};
use crate::answer::{Request, solutions};
use crate::catalogue::compiled::with_code;
use crate::catalogue::run::{Answer, BoardTask, Puzzle};
use crate::catalogue::{
    Call, RequestError, TILES, called_algorithm, check_custom_names, heuristic_expression, heuristic_expression_with,
    tiles,
};
use crate::core::card::{AlgorithmCard, Feature, Optimality};
use crate::core::{Limits, Metric, Progress, Verdict};
use crate::domains::tiles::Moves;
use crate::domains::tiles::explain::reachable_goals;
use crate::domains::tiles::parity::is_solvable;
use crate::heuristics::expression::{Expression, Steps};
use crate::heuristics::tiles::{TileHeuristic, manhattan, slide_rows_columns};
use crate::solvers::tiles::device::processor_instead;
use crate::trace::{TraceHeader, TraceSink};
use crate::verify::{verify, verify_cost};

/// The heuristic of an informed search if none is asked for: Manhattan distance, or what it is in
/// slides.
pub fn default_heuristic(metric: Metric) -> &'static str {
    match metric {
        Metric::Single => manhattan::Entry::CARD.name,
        Metric::Multi => slide_rows_columns::Entry::CARD.name,
    }
}

/// Answers a request. `watch` hears about ten times a second how the search gets on, and `trace`
/// everything it does; parallel searches then run on one thread, so that what they do has an
/// order.
///
/// An unsolvable board is recognised before any search. Every solution is replayed by the referee
/// in [`verify`] before it is reported.
///
/// # Examples
///
/// ```
/// use npuzzle::answer::{Request, solve};
/// use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
///
/// let board = read_board("867254301", &ReadOptions::default())?.board;
/// let report = solve(&Request::new(board), &mut |_| {}, None)?;
/// assert_eq!(report.cost, Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    request: &Request,
    watch: &mut dyn FnMut(&Progress),
    trace: Option<TraceSink<'_>>,
) -> Result<Report, RequestError> {
    match (answered(request, watch, trace), &request.without_device) {
        // Nothing of a search on a device can be traced.
        (Err(RequestError::Device { message }), Some(algorithm)) => {
            let mut notes = request.notes.clone();
            notes.push(processor_instead(&message));
            let limits = Limits { device: None, ..request.limits.clone() };
            let algorithm = algorithm.clone();
            answered(&Request { algorithm, limits, without_device: None, notes, ..request.clone() }, watch, None)
        }
        (answer, _) => answer,
    }
}

fn answered(
    request: &Request,
    watch: &mut dyn FnMut(&Progress),
    mut trace: Option<TraceSink<'_>>,
) -> Result<Report, RequestError> {
    let call = &request.call()?;
    call.check_watched(trace.is_some())?;
    let steps = Steps::of(request.metric, request.problem.shape());
    let chosen = heuristic_of(request, steps, call)?;
    let goal = request.goal.board(request.problem.shape())?;
    let puzzle = &Puzzle { start: &request.problem, goal: &goal, order: request.order, metric: request.metric };
    if let Some(trace) = &mut trace {
        trace.begins(&trace_header(puzzle, call, chosen.as_ref()));
    }
    if !is_solvable(puzzle.start, puzzle.goal) {
        return Ok(unsolvable(request, puzzle, call));
    }
    let (limits, began) = (&request.limits, request.limits.clock.now());
    let (chosen, basis, witness) = match chosen {
        Some(chosen) => {
            let (chosen, basis) = ProofBasis::of(chosen.without_other_audits(puzzle.goal, puzzle.metric), steps, call);
            let (chosen, witness) = Witness::before(chosen);
            (Some(chosen), basis, witness)
        }
        None => (None, ProofBasis::proved(), Witness::default()),
    };
    let used = chosen.as_ref().filter(|_| call.card.informed);
    let used = used.map(|used| (used.to_string(), used.may_have_fractions()));
    let sure = puzzle.least_cost();
    let believed = &mut |progress: &Progress| {
        let has_changed = basis.is_audited() && witness.change().is_some();
        watch(&basis.progress(progress, sure, has_changed));
    };
    let mut answer = match tiles::search(call.card.name) {
        Some(search) => search(BoardTask {
            puzzle,
            call,
            heuristic: chosen,
            beam_width: request.beam_width.map(NonZeroUsize::get),
            journal: request.journal.as_deref(),
            limits,
            watch: believed,
            trace,
        })?,
        None => {
            let heuristic = chosen.map_or_else(|| heuristic_expression(default_heuristic(puzzle.metric)), Ok)?;
            let run = with_code!(puzzle.start.shape(), code => {
                code.run(puzzle, call, &heuristic, limits, believed, trace)
            })?;
            Answer::of(call, run, call.card.informed.then(|| heuristic.to_string()))
        }
    };
    let asked_again = match answer.run.outcome.solution().filter(|_| basis.is_audited()) {
        Some(solution) => witness.ask_again(puzzle, &solution.ops, limits, began),
        None => Ok(()),
    };
    match asked_again {
        Ok(()) => {}
        // A function that cancels the search has no answer to give: it did not fail.
        Err(_) if limits.is_cancelled() => answer.run.outcome = answer.run.outcome.cancelled(sure),
        Err(message) => return Err(RequestError::Broken { message }),
    }
    let mut report = report(request, puzzle, call, answer, &basis, witness.change())?;
    if let Some((heuristic, _)) = used.filter(|&(_, has_fractions)| has_fractions || witness.has_fractions()) {
        report.notes.push(rounded_up(&heuristic));
    }
    if let Some(most) = request.all {
        solutions::add_to(&mut report, puzzle, most, limits, began, watch)?;
    }
    Ok(report)
}

/// The heuristic that is asked for, if the search can use it.
pub(in crate::answer) fn heuristic_of(
    request: &Request,
    steps: Steps,
    call: &Call,
) -> Result<Option<Expression>, RequestError> {
    check_custom_names(&request.custom)?;
    let read = |text: &str| heuristic_expression_with(text, &request.custom);
    let chosen = request.heuristic.as_deref().map(read).transpose()?;
    match &chosen {
        Some(heuristic) if call.card.optimal == Optimality::Consistent && !heuristic.properties(steps).consistent => {
            Err(RequestError::NeedsConsistency { algorithm: call.card.name, heuristic: heuristic.to_string() })
        }
        _ => Ok(chosen),
    }
}

fn trace_header(puzzle: &Puzzle<'_>, call: &Call, chosen: Option<&Expression>) -> TraceHeader {
    let shape = puzzle.start.shape();
    let chooses_itself = call.card.has(Feature::Portfolio);
    let default = (call.card.informed && !chooses_itself).then(|| default_heuristic(puzzle.metric).to_owned());
    TraceHeader {
        problem: format!("{}({}x{})", TILES.name, shape.rows(), shape.cols()),
        start: puzzle.start.to_string(),
        goals: vec![puzzle.goal.to_string()],
        algorithm: call.to_string(),
        heuristic: chosen.map(ToString::to_string).or(default),
        ..TraceHeader::default()
    }
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
        metric: request.metric,
        cost: None,
        single_moves: None,
        slides: None,
        moves: None,
        moves_of: request.moves_of,
        proof: ProofLabel::None,
        within: None,
        lower_bound: None,
        reason: None,
        stats: ReportStats::default(),
        improvements: Vec::new(),
        solutions: None,
        notes: request.notes.clone(),
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

/// What is reported of an answer, once the referee has played its solution.
fn report(
    request: &Request,
    puzzle: &Puzzle<'_>,
    call: &Call,
    answer: Answer,
    basis: &ProofBasis,
    change: Option<&Change>,
) -> Result<Report, RequestError> {
    let Answer { mut run, engine, heuristic, note, notes, device, phases } = answer;
    let sure = puzzle.least_cost();
    let change = change.filter(|_| basis.is_audited());
    let doubt = match (&run.outcome.verdict, basis.missed_solution(call.card.name, change)) {
        (Verdict::Unsolvable, Some(error)) => return Err(error),
        _ => match change {
            Some(change) => basis.withdraw_audit(&mut run.outcome, sure, change),
            None => basis.withdraw_claims(&mut run.outcome, sure, 1),
        },
    };
    let proved = run.outcome.lower_bound;
    let mut conclusion = Conclusion::of(run, true);
    if conclusion.status == Status::Unsolvable {
        return Err(RequestError::LostSolution { algorithm: engine, start: puzzle.start.clone() });
    }
    let cost = conclusion.solution.as_ref().map(|solution| solution.cost);
    let path = conclusion.solution.map(|solution| Moves(solution.ops));
    // A level of the tree is a step of the metric.
    if let Some(cost) = cost {
        let generated = conclusion.stats.counts.generated;
        conclusion.stats.effective_branching_factor = effective_branching_factor(generated, cost);
    }
    if let (Some(cost), Some(moves)) = (cost, &path) {
        let wrong =
            |error| RequestError::WrongSolution { algorithm: engine.clone(), start: puzzle.start.clone(), error };
        verify(puzzle.start, puzzle.goal, moves).map_err(wrong)?;
        verify_cost(puzzle.metric, moves, cost, proved).map_err(wrong)?;
    }
    conclusion.stats.device = device;
    let fixed_order = called_algorithm(&engine).ok().and_then(AlgorithmCard::fixed_order);
    Ok(Report {
        status: conclusion.status,
        engine,
        heuristic,
        order: fixed_order.map_or_else(|| request.order.to_string(), str::to_owned),
        options: OptionMap::of(&call.options),
        cost,
        single_moves: path.as_ref().map(|moves| moves.cost(Metric::Single)),
        slides: path.as_ref().map(|moves| moves.cost(Metric::Multi)),
        moves: path.as_ref().map(|moves| moves.letters(request.moves_of)),
        proof: conclusion.proof,
        within: conclusion.within,
        lower_bound: Some(conclusion.lower_bound),
        reason: conclusion.reason.or(doubt).or(note),
        stats: conclusion.stats.of_searches(call.card, phases, request.limits.all_threads()),
        improvements: conclusion.improvements,
        notes: request.notes.iter().cloned().chain(notes).collect(),
        path,
        ..empty_report(request, puzzle, call)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::catalogue::run::Run;
    use crate::core::{Cost, Outcome, Proof, Solution, Stats};
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::{Board, Direction, Shape};

    /// What `report` says of a search on a board one move (right) away from its goal.
    fn answer(verdict: Verdict<Direction>, lower_bound: Cost) -> Result<Report, RequestError> {
        let start = Board::new(Shape::new(2, 2).unwrap(), &[1, 2, 0, 3]).unwrap();
        let goal = Goal::default().board(start.shape()).unwrap();
        let request = Request::new(start.clone());
        let puzzle = Puzzle { start: &start, goal: &goal, order: request.order, metric: request.metric };
        let outcome = Outcome { verdict, lower_bound, stats: Stats::default(), improvements: Vec::new() };
        let (seconds, table_seconds) = (Duration::ZERO, Duration::ZERO);
        let run = Run { outcome, h_start: None, seconds, table_seconds, deepening: Vec::new() };
        let answer = Answer { engine: "liar".to_owned(), ..Answer::of(&Call::parse("astar").unwrap(), run, None) };
        report(&request, &puzzle, &Call::parse("astar").unwrap(), answer, &ProofBasis::proved(), None)
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
