//! IDA* that knows the puzzle, as an entry of the catalogue.

use crate::catalogue::run::{Answer, BoardTask, Puzzle, Run};
use crate::catalogue::tiles::TileSearch;
use crate::catalogue::{Call, RequestError};
use crate::core::card::{
    AlgorithmCard, Completeness, Feature, FrontierOrder, Group, MemoryClass, Optimality, OptionCard, OptionKind,
    SearchKind,
};
use crate::core::{Budget, Cost, Limits, Metric, Outcome, Proof, Solution, Stats, Stop, Verdict};
use crate::domains::tiles::parity::least_moves;
use crate::domains::tiles::{Board, MoveOrder};
use crate::heuristics::expression::Expression;
use crate::heuristics::tiles::pdb::partition::Partition;
use crate::heuristics::tiles::{BuildError, TileHeuristic, manhattan, pdb};
use crate::solvers::tiles::deepening::Outcome as Ending;
use crate::solvers::tiles::device::TileDevice;
use crate::solvers::tiles::journal::Journal;
use crate::solvers::tiles::solver::{Ahead, Estimates, SolverError, Terms, TileSolver};

/// The entry of the list.
pub(crate) struct Entry;

impl TileSearch for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "tile-ida",
        aliases: &["tile-ida*"],
        title: "IDA* for tiles",
        summary: "IDA* with pattern databases, look-ups in batches and a move automaton, on several threads (at most 25 cells)",
        group: Group::Boards,
        informed: true,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        weakened_by: &[],
        memory: MemoryClass::Path,
        kind: SearchKind::Parallel,
        frontier: FrontierOrder::Path,
        features: &[
            Feature::Journal,
            Feature::FixedOrder(ORDER),
            Feature::SingleMoves,
            Feature::Divided,
            Feature::OneThreadEach,
        ],
        options: &[WORDS],
        citation: "Korf 1985; Taylor & Korf 1993; Korf & Felner 2002; docs/adr/0014-optimal-solver.md",
        pseudocode: "\
h <- sum of pattern databases; f = g + h
roots <- states a few moves from start, each once
bound <- h(start), fitted to the parity of the board
repeat:
  threads share out roots; each does walk(root)
  if one has found a goal: return its path
  bound <- bound + 2

walk(n):
  for each successor s of n that the automaton allows:
    if f(s) > bound: drop s
    if s is a goal: return the path to s
    walk(s)
",
    };

    fn run(task: BoardTask<'_, '_, '_>) -> Result<Answer, RequestError> {
        let BoardTask { puzzle, call, heuristic, journal, limits, watch, .. } = task;
        let (estimates, name) = estimates(puzzle, heuristic.as_ref())?;
        let words = call.options.count(WORDS.name) as usize;
        let terms = Terms { journal, ..Terms::default() };
        let mut budget = Budget::new(limits.clone()).with_progress(watch);
        let Attempt { run, device, .. } = attempt(puzzle, &estimates, words, &terms, &mut budget)?;
        // A search that was ended while its tables were made has written nothing.
        let recorded = journal.filter(|folder| Journal::is_in(folder));
        if let (Some(folder), Verdict::Stopped { .. }) = (recorded, &run.outcome.verdict) {
            let folder = folder.display();
            limits
                .table_cache
                .note(format!("the journal `{folder}` has what is done: the same command goes on from there"));
        }
        Ok(Answer { notes: budget.take_notes(), device, ..Answer::of(call, run, Some(name)) })
    }
}

const WORDS: OptionCard = OptionCard {
    name: "words",
    summary: "up to which length words of moves that do what a shorter or earlier word does are not tried",
    kind: OptionKind::Count { min: 2, max: 14, default: USUAL_WORDS as u32 },
};

/// The order in which it tries moves: the move automaton is made for one.
const ORDER: &str = "ULRD";

/// The length of words if none is asked for.
pub(crate) const USUAL_WORDS: usize = 12;

/// What is to be looked up: Manhattan distance or pattern databases, and how it is called.
pub(crate) fn estimates(
    puzzle: &Puzzle<'_>,
    heuristic: Option<&Expression>,
) -> Result<(Estimates, String), RequestError> {
    let argument = match heuristic {
        None => None,
        Some(expression) => match expression.as_atom() {
            Some(named) if named.name() == manhattan::Entry::CARD.name => {
                return Ok((Estimates::Manhattan, named.to_string()));
            }
            Some(named) if named.name() == pdb::Entry::CARD.name => named.argument(),
            _ => {
                let heuristic = expression.to_string();
                return Err(RequestError::NeedsPatterns { algorithm: Entry::CARD.name, heuristic });
            }
        },
    };
    let partition = Partition::parse(argument.unwrap_or_default(), puzzle.goal).map_err(BuildError::from)?;
    if !partition.is_complete() {
        let reason = format!("the patterns `{partition}` leave tiles out: expected every tile in one of them");
        return Err(RequestError::Option { call: Entry::CARD.name.to_owned(), reason });
    }
    let name = format!("{}({partition})", pdb::Entry::CARD.name);
    Ok((Estimates::Patterns(partition), name))
}

/// Whether there is a kernel for the patterns of a heuristic.
pub(crate) fn takes(puzzle: &Puzzle<'_>, heuristic: &Expression) -> bool {
    match estimates(puzzle, Some(heuristic)) {
        Ok((Estimates::Patterns(partition), _)) => TileSolver::takes(&partition),
        Ok((Estimates::Manhattan, _)) => true,
        Err(_) => false,
    }
}

/// Has a device solve boards that are to be asked for. What is in the way, if anything is, shows
/// when they are.
pub(crate) fn solve_ahead(
    starts: &[Board],
    goal: &Board,
    (call, heuristic): (&Call, Option<&Expression>),
    limits: &Limits,
) -> Option<Ahead> {
    let puzzle = Puzzle { start: starts.first()?, goal, order: MoveOrder::default(), metric: Metric::Single };
    let (estimates, _) = estimates(&puzzle, heuristic).ok()?;
    let words = call.options.count(WORDS.name) as usize;
    let mut budget = Budget::new(limits.clone());
    let solver = TileSolver::new(goal, &estimates, words, &mut budget).ok()?;
    solver.solve_ahead(starts, goal, &mut budget).ok()?
}

/// Whether a heuristic is one of pattern databases, which devices look up.
pub(crate) fn has_patterns(heuristic: &Expression) -> bool {
    heuristic.as_atom().is_some_and(|named| named.name() == pdb::Entry::CARD.name)
}

/// What keeps a device from searching with a heuristic, or with the usual one.
pub(crate) fn misfit_of(device: &dyn TileDevice, goal: &Board, heuristic: Option<&Expression>) -> Option<String> {
    let puzzle = Puzzle { start: goal, goal, order: MoveOrder::default(), metric: Metric::Single };
    // What is wrong with them as such is for the answer to say.
    let (estimates, _) = estimates(&puzzle, heuristic).ok()?;
    TileSolver::misfit_of(device, &estimates)
}

/// One search.
pub(crate) struct Attempt {
    pub run: Run,
    /// The bound at which it gave up, if it was told to.
    pub gave_up: Option<Cost>,
    /// The device that searched, if one did.
    pub device: Option<String>,
}

/// Searches once.
pub(crate) fn attempt(
    puzzle: &Puzzle<'_>,
    estimates: &Estimates,
    words: usize,
    terms: &Terms<'_>,
    budget: &mut Budget<'_>,
) -> Result<Attempt, RequestError> {
    budget.raise_lower_bound(least_moves(puzzle.start, puzzle.goal));
    let began = budget.elapsed();
    let ready = TileSolver::new(puzzle.goal, estimates, words, budget);
    let table_seconds = budget.elapsed() - began;
    // Other processes that are ready would wait for this one.
    let ready = ready.map_err(|error| error.shared(budget));
    let solved = ready.and_then(|solver| solver.solve(puzzle.start, puzzle.goal, terms, budget));
    let seconds = budget.elapsed() - began - table_seconds;
    let deepened = match solved {
        Ok(deepened) => deepened,
        Err(SolverError::Tables(BuildError::Stopped(why))) => {
            let outcome = Outcome::new(Verdict::Stopped { why, best: None }, Stats::default(), budget);
            let run = Run { outcome, h_start: None, seconds, table_seconds, deepening: Vec::new() };
            return Ok(Attempt { run, gave_up: None, device: None });
        }
        Err(SolverError::Tables(error)) => return Err(error.into()),
        Err(SolverError::Unfit(reason)) => {
            return Err(RequestError::Option { call: Entry::CARD.name.to_owned(), reason });
        }
        Err(SolverError::Device(message)) => return Err(RequestError::Device { message }),
        Err(SolverError::Journal(error)) => return Err(RequestError::Journal { message: error.to_string() }),
        Err(SolverError::Crew(error)) => return Err(RequestError::Crew { message: error.to_string() }),
    };
    let (verdict, gave_up) = match deepened.outcome {
        Ending::Solved { moves } => {
            let cost = moves.len() as Cost;
            (Verdict::Solved(Solution { ops: moves, cost, proof: Proof::Optimal }), None)
        }
        Ending::GaveUp { bound } => (Verdict::Stopped { why: Stop::Nodes, best: None }, Some(bound)),
        Ending::Stopped { why, .. } => (Verdict::Stopped { why, best: None }, None),
        // The solver goes on with the processor before it tells of that.
        Ending::Deserted { .. } => (Verdict::Stopped { why: Stop::Broken, best: None }, None),
    };
    let mut outcome = Outcome::new(verdict, deepened.stats, budget);
    // The budget has counted what this process did, and the counts are those of the whole search.
    outcome.stats.expanded = deepened.stats.expanded;
    outcome.stats.peak_bytes = deepened.stats.peak_bytes;
    let seconds = deepened.time_before + seconds;
    let run = Run { outcome, h_start: None, seconds, table_seconds, deepening: deepened.iterations };
    Ok(Attempt { run, gave_up, device: deepened.device })
}
