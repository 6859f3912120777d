//! Every search x every heuristic on the known boards: one truth, many engines.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

use crate::common::{Known, Sweep, known_boards};
use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::catalogue::{RequestError, algorithms, heuristics};
use npuzzle::core::card::{AlgorithmCard, Completeness, FrontierOrder, HeuristicCard, MemoryClass, Optimality};
use npuzzle::core::{Limits, TableCache};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::sets;

/// The easiest boards of Korf's. Each search with each heuristic gets one of them: they take most
/// of the time.
const HARD: [&str; 2] = ["korf:12", "korf:79"];

/// Tables are built once.
static SHELF: LazyLock<Arc<TableCache>> = LazyLock::new(Arc::default);

/// The known boards, and those of [`HARD`] with their numbers there.
fn boards() -> Vec<(Option<usize>, Known)> {
    let mut boards: Vec<_> = known_boards().into_iter().map(|known| (None, known)).collect();
    for (number, name) in HARD.into_iter().enumerate() {
        let (_, instances) = sets::find(name).unwrap().unwrap();
        let Some(Goal::Preset(goal)) = Goal::preset("first") else { panic!("there is a goal `first`") };
        let known = instances.into_iter().map(|i| Known { cost: i.known.optimal(), goal, board: i.board });
        boards.extend(known.map(|known| (Some(number), known)));
    }
    boards
}

#[test]
fn the_known_costs_are_the_breadth_first_ones() {
    for known in known_boards() {
        if let Ok(table) = DistanceTable::new(&known.goal_board()) {
            assert_eq!(table.distance_of(&known.board).map(u32::from), known.cost, "{}", known.board);
        }
    }
}

fn run(known: &Known, algorithm: &AlgorithmCard, heuristic: &HeuristicCard) -> Option<Report> {
    let nodes = Some(if known.board.shape().cells() <= 10 { 2_000_000 } else { 300_000 });
    let request = Request {
        goal: Goal::Preset(known.goal),
        algorithm: algorithm.name.to_owned(),
        heuristic: Some(heuristic.name.to_owned()),
        limits: Limits { nodes, memory: Some(256 << 20), table_cache: Arc::clone(&SHELF), ..Limits::default() },
        ..Request::new(known.board.clone())
    };
    match solve(&request, &mut |_| {}, None) {
        Ok(report) => Some(report),
        Err(RequestError::NeedsConsistency { .. }) => {
            assert!(algorithm.optimal == Optimality::Consistent && !heuristic.consistent, "{}", algorithm.name);
            None
        }
        Err(RequestError::NeedsPatterns { .. }) => {
            assert!(!["manhattan", "pdb"].contains(&heuristic.name), "{}", algorithm.name);
            None
        }
        Err(error) => {
            assert!(heuristic.name.ends_with("perfect"), "{error}");
            assert!(known.board.shape().cells() > 10, "{error}");
            None
        }
    }
}

/// What must be true of every answer of every search.
fn judge(known: &Known, algorithm: &AlgorithmCard, heuristic: &HeuristicCard, report: &Report) {
    let case = format!("{} with {} on {}", algorithm.name, heuristic.name, known.board);
    let Some(optimum) = known.cost else {
        assert_eq!(report.status, Status::Unsolvable, "{case}");
        return;
    };
    assert_ne!(report.status, Status::Unsolvable, "{case}");
    // Even with a heuristic that overestimates, what is called proved must be true.
    assert!(report.lower_bound.unwrap() <= optimum, "{case}: bound {:?}", report.lower_bound);
    let Some(cost) = report.cost else { return };
    assert!(cost >= optimum, "{case}: {cost} is less than possible");
    assert_eq!(report.moves.as_ref().unwrap().len(), cost as usize, "{case}");
    match report.proof {
        ProofLabel::Optimal => assert_eq!(cost, optimum, "{case} claims to be optimal"),
        ProofLabel::Within => {
            let factor = report.within.unwrap();
            assert!(f64::from(cost) <= factor * f64::from(optimum) + 1e-9, "{case} claims a factor of {factor}");
        }
        ProofLabel::Found | ProofLabel::None => {}
    }
    let promises_the_optimum = match algorithm.optimal {
        Optimality::Always | Optimality::UniformCosts => true,
        Optimality::Admissible | Optimality::WithinBudget | Optimality::Eventually => heuristic.admissible,
        Optimality::SmallBoards => heuristic.admissible && known.board.shape().cells() <= 16,
        Optimality::Consistent | Optimality::IfConsistent => heuristic.consistent,
        Optimality::WithinWeight | Optimality::WithinWeightIfConsistent | Optimality::No => false,
    };
    if promises_the_optimum && report.status == Status::Solved {
        assert_eq!(report.proof, ProofLabel::Optimal, "{case}");
    }
}

/// Runs one search with every heuristic on one board, and judges; how many runs were solved.
fn row_of_the_matrix(
    sweep: &Sweep,
    number: usize,
    (row, algorithm): (usize, &AlgorithmCard),
    hard: Option<usize>,
    known: &Known,
) -> usize {
    let blind_path = !algorithm.informed && algorithm.frontier == FrontierOrder::Path;
    let far = known.cost.is_some_and(|cost| cost > 20) || known.board.shape().cells() > 10;
    if blind_path && far {
        return 0;
    }
    let mut solved = 0;
    let uninformed = if algorithm.informed { usize::MAX } else { 1 };
    for (col, heuristic) in heuristics().take(uninformed).enumerate() {
        if hard.is_some_and(|number| (row + col) % HARD.len() != number) {
            continue;
        }
        // The far boards of 3x3 stand side by side: each search is tested with each heuristic on
        // one of the four.
        if far && !sweep.has(number + (row + col) / HARD.len()) {
            continue;
        }
        let Some(report) = run(known, algorithm, heuristic) else { continue };
        judge(known, algorithm, heuristic, &report);
        solved += usize::from(report.status == Status::Solved);
        // On small boards the limits are generous: only a search that gives up or repeats itself
        // can be stopped.
        let repeats = algorithm.memory == MemoryClass::Path && known.cost.is_some_and(|cost| cost > 20);
        let generous = known.board.shape().cells() <= 10 && known.cost.is_some();
        if generous && algorithm.complete == Completeness::Always && !repeats {
            let case = format!("{} with {} on {}", algorithm.name, heuristic.name, known.board);
            assert_eq!(report.status, Status::Solved, "{case}");
        }
    }
    solved
}

#[test]
fn every_search_with_every_heuristic_is_right_on_every_known_board() {
    let boards = boards();
    let boards = boards.iter().enumerate();
    let rows: Vec<_> = boards.flat_map(|board| algorithms().enumerate().map(move |row| (board, row))).collect();
    let sweep = Sweep::one_in(8);
    let (next, solved) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers = thread::available_parallelism().map_or(2, usize::from).min(8);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&((number, (hard, known)), row)) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    solved.fetch_add(row_of_the_matrix(&sweep, number, row, *hard, known), Ordering::Relaxed);
                }
            });
        }
    });
    let solved = solved.into_inner();
    assert!(solved > 400, "only {solved} runs were solved");
}
