//! Pattern databases and the solver that looks them up: against breadth-first truth, other
//! searches, published optima, and themselves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{SHELF, Sweep, board, shape, stepping};
use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::catalogue::RequestError;
use npuzzle::core::{Budget, Evaluator, Limits, Stop, TableCache};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS as GOALS, Goal};
use npuzzle::domains::tiles::grid::{Large, Small};
use npuzzle::domains::tiles::parity::least_moves;
use npuzzle::domains::tiles::{Board, MoveOrder, Tiles, sets};
use npuzzle::heuristics::tiles::TileHeuristic;
use npuzzle::heuristics::tiles::pdb::{Additive, Entry};

fn limits(threads: usize) -> Limits {
    Limits { threads: NonZeroUsize::new(threads), table_cache: Arc::clone(&SHELF), ..Limits::default() }
}

fn ask(start: &Board, goal: Goal, algorithm: &str, heuristic: Option<&str>, threads: usize) -> Report {
    let request = Request {
        goal,
        algorithm: algorithm.to_owned(),
        heuristic: heuristic.map(str::to_owned),
        limits: limits(threads),
        ..Request::new(start.clone())
    };
    solve(&request, &mut |_| {}, None)
        .unwrap_or_else(|error| panic!("{algorithm} with {heuristic:?} on {start}: {error}"))
}

fn first() -> Goal {
    Goal::preset("first").unwrap()
}

fn pdb<G: npuzzle::domains::tiles::Grid>(text: &str, domain: &Tiles<G>) -> Additive {
    Entry::build_with(Some(text), domain, &mut Budget::new(limits(2))).unwrap()
}

/// Korf's 100 boards, all optimal, one thread, with tables that are built in a fraction of a
/// second.
#[test]
fn the_hundred_boards_are_solved_optimally() {
    let (_, instances) = sets::find("korf").unwrap().unwrap();
    let mut generated = 0;
    for instance in &instances {
        let report = ask(&instance.board, first(), "tile-ida", Some("pdb(6-6-3)"), 1);
        assert_eq!((report.cost, report.proof), (instance.known.optimal(), ProofLabel::Optimal), "{}", instance.board);
        generated += report.stats.counts.generated;
    }
    assert_eq!(instances.len(), 100);
    // 18.9 million are published for such tables and words of this length; the order of the last
    // iteration makes the difference.
    assert!((12_000_000..25_000_000).contains(&generated), "{generated}");
}

/// Boards at the greatest distance there is, for what it costs to prove 80 moves.
#[test]
fn boards_of_eighty_moves_are_beyond_small_tables_but_bounded() {
    let far = board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0");
    let request = Request {
        goal: first(),
        algorithm: "tile-ida".to_owned(),
        heuristic: Some("pdb(6-6-3)".to_owned()),
        limits: Limits { nodes: Some(2_000_000), ..limits(2) },
        ..Request::new(far)
    };
    let report = solve(&request, &mut |_| {}, None).unwrap();
    assert_eq!((report.status, report.cost), (Status::Stopped, None));
    assert!(report.lower_bound.unwrap() >= 66 && report.lower_bound.unwrap() <= 80, "{:?}", report.lower_bound);
    assert!(report.stats.counts.expanded >= 1_900_000 && report.stats.counts.expanded <= 2_100_000);
}

/// Counts of completed iterations do not depend on threads, and the costs never do.
#[test]
fn threads_change_nothing_but_the_last_iteration() {
    for (name, heuristic) in [("korf:88", "pdb(5-5-5)"), ("korf:17", "pdb(6-6-3)"), ("korf:79", "manhattan")] {
        let (_, instances) = sets::find(name).unwrap().unwrap();
        let completed = |report: &Report| {
            let done = report.stats.deepening.iter().filter(|iteration| iteration.completed);
            done.map(|iteration| (iteration.bound, iteration.expanded, iteration.generated)).collect::<Vec<_>>()
        };
        let alone = ask(&instances[0].board, first(), "tile-ida", Some(heuristic), 1);
        assert!(completed(&alone).len() > 2 && alone.cost == instances[0].known.optimal());
        for threads in [2, 8] {
            let together = ask(&instances[0].board, first(), "tile-ida", Some(heuristic), threads);
            assert_eq!(together.cost, alone.cost);
            assert_eq!(completed(&together), completed(&alone), "{name} on {threads} threads");
        }
    }
}

/// Golden counts of every iteration below the optimum, (bound, expanded, generated), with words of
/// length 12. The first one has made the first levels, and nothing else here.
#[test]
fn iterations_generate_what_they_did() {
    type Counts = &'static [(u32, u64, u64)];
    let golden: [(&str, &str, Counts); 3] = [
        (
            "korf:1",
            "pdb(5-5-5)",
            &[(47, 327, 698), (49, 29, 55), (51, 247, 481), (53, 2_660, 5_204), (55, 16_821, 32_841)],
        ),
        (
            "korf:17",
            "pdb(6-6-3)",
            &[
                (54, 256, 535),
                (56, 3, 7),
                (58, 112, 224),
                (60, 1_464, 2_858),
                (62, 11_620, 22_794),
                (64, 86_387, 169_990),
            ],
        ),
        (
            "korf:12",
            "manhattan",
            &[(35, 256, 535), (37, 75, 140), (39, 791, 1_509), (41, 5_605, 10_819), (43, 33_008, 63_725)],
        ),
    ];
    for (name, heuristic, counts) in golden {
        let (_, instances) = sets::find(name).unwrap().unwrap();
        let report = ask(&instances[0].board, first(), "tile-ida", Some(heuristic), 2);
        let completed = report.stats.deepening.iter().filter(|iteration| iteration.completed);
        let found: Vec<_> =
            completed.map(|iteration| (iteration.bound, iteration.expanded, iteration.generated)).collect();
        assert_eq!(found, counts, "{name} with {heuristic}");
    }
}

/// On boards whose spaces fit in memory: every goal of the contract, against breadth-first
/// distances.
#[test]
fn small_boards_agree_with_breadth_first_search() {
    let sweep = Sweep::one_in(4);
    for (rows, cols, samples) in [(3, 3, 40), (2, 4, 40), (4, 2, 20), (2, 5, 20), (3, 4, 12), (2, 3, 20), (2, 2, 6)] {
        for card in if samples > 30 { GOALS } else { &GOALS[..2] } {
            let goal = card.board(shape(rows, cols));
            let table = DistanceTable::new(&goal).unwrap();
            let mut generator = Generator::new(&goal, Kind::Uniform, 7).unwrap();
            for _ in 0..sweep.share(samples) {
                let start = generator.board();
                let distance = table.distance_of(&start).map(u32::from);
                for heuristic in [None, Some("manhattan"), Some("pdb")] {
                    let report = ask(&start, Goal::Preset(card), "tile-ida", heuristic, 2);
                    assert_eq!((report.cost, report.proof), (distance, ProofLabel::Optimal), "{start} to {goal}");
                }
                let report = ask(&start, Goal::Preset(card), "ida", Some("pdb"), 1);
                assert_eq!(report.cost, distance, "{start} to {goal}");
            }
        }
    }
}

/// The same answers as a search from both ends that shares nothing with it but the board.
#[test]
fn bidirectional_search_agrees() {
    for card in GOALS {
        let goal = card.board(shape(4, 4));
        let mut generator = Generator::new(&goal, Kind::Walk(60), 11).unwrap();
        for _ in 0..4 {
            let start = generator.board();
            let ours = ask(&start, Goal::Preset(card), "tile-ida", Some("pdb(5-5-5)"), 2);
            let theirs = ask(&start, Goal::Preset(card), "bae", Some("manhattan"), 1);
            let theirs_with_tables = ask(&start, Goal::Preset(card), "bae", Some("pdb(5-5-5)"), 1);
            let auto = ask(&start, Goal::Preset(card), "auto", None, 2);
            assert_eq!(ours.cost, theirs.cost, "{start} to {goal}");
            assert_eq!(ours.cost, theirs_with_tables.cost, "{start} to {goal}");
            assert_eq!((auto.cost, auto.proof), (ours.cost, ProofLabel::Optimal), "{start} to {goal}");
        }
    }
}

/// Boards of 17 to 25 cells, with sparse tables: on narrow ones distances do not fit half a byte.
/// On 5x5 with Manhattan distance, since the tables take seconds.
#[test]
fn boards_of_up_to_25_cells_are_solved() {
    let shapes =
        [(3, 6, 40, None), (4, 5, 40, None), (2, 9, 40, None), (9, 2, 30, None), (5, 5, 36, Some("manhattan"))];
    let goals = [&GOALS[0], &GOALS[2]];
    for (number, (rows, cols, moves, heuristic)) in shapes.into_iter().enumerate() {
        // Each shape with one goal, and with both in a full sweep.
        let sweep = Sweep::one_in(goals.len());
        for (_, card) in goals.into_iter().enumerate().filter(|(goal, _)| sweep.has(number + goal)) {
            let goal = card.board(shape(rows, cols));
            let mut generator = Generator::new(&goal, Kind::Walk(moves), 3).unwrap();
            for _ in 0..3 {
                let start = generator.board();
                let other = ask(&start, Goal::Preset(card), "astar", Some("linear-conflict"), 1);
                let ours = ask(&start, Goal::Preset(card), "tile-ida", heuristic, 2);
                assert_eq!((ours.cost, ours.proof), (other.cost, ProofLabel::Optimal), "{start} to {goal}");
            }
        }
    }
}

/// Batches end where the limit does, with tables of one bit an entry and with sparse ones, on any
/// number of threads.
#[test]
fn node_limits_hold_to_the_last_state() {
    for (rows, cols, heuristic) in [(4, 4, "pdb(5-5-5)"), (3, 6, "pdb(5-4-4-4)")] {
        let start = Generator::new(&GOALS[0].board(shape(rows, cols)), Kind::Uniform, 3).unwrap().board();
        for (threads, nodes) in [1, 2, 3].into_iter().flat_map(|threads| [1, 17, 1000, 20_001].map(|n| (threads, n))) {
            let request = Request {
                algorithm: "tile-ida".to_owned(),
                heuristic: Some(heuristic.to_owned()),
                limits: Limits { nodes: Some(nodes), ..limits(threads) },
                ..Request::new(start.clone())
            };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            let case = format!("{start} with {heuristic}, {nodes} states on {threads} threads");
            assert_eq!(report.status, Status::Stopped, "{case}");
            assert_eq!(report.stats.counts.expanded, nodes, "{case}");
        }
    }
}

/// Looking for tables, in memory and in the folder, takes longer than the answer on a solved board.
#[test]
fn auto_looks_for_no_tables_on_a_solved_board() {
    for (rows, cols, engine) in [(4, 4, "ida"), (3, 4, "astar"), (2, 7, "astar"), (5, 5, "astar")] {
        let start = GOALS[0].board(shape(rows, cols));
        for nodes in [None, Some(0)] {
            let table_cache = Arc::new(TableCache::new());
            let limits = Limits { nodes, table_cache: Arc::clone(&table_cache), ..Limits::default() };
            let report = solve(&Request { limits, ..Request::new(start.clone()) }, &mut |_| {}, None).unwrap();
            assert_eq!((report.cost, report.proof, report.engine.as_str()), (Some(0), ProofLabel::Optimal, engine));
            assert_eq!(report.stats.counts.expanded, 0, "{start}");
            let prepared = if start.shape().cells() > 16 { "linear-conflict" } else { "manhattan" };
            assert_eq!(report.heuristic.as_deref(), Some(prepared), "{start}");
            // The sizes of tables would be kept.
            assert_eq!(format!("{table_cache:?}"), format!("{:?}", TableCache::new()), "{start}");
        }
    }
}

/// `auto` proves what it can, has something to show when a limit ends it, and takes any heuristic.
#[test]
fn auto_makes_the_best_of_it() {
    let goal = GOALS[0].board(shape(3, 6));
    let start = Generator::new(&goal, Kind::Walk(60), 5).unwrap().board();
    let report = ask(&start, Goal::default(), "auto", None, 2);
    assert_eq!((report.status, report.proof, report.reason), (Status::Solved, ProofLabel::Optimal, None));
    // Patterns that no kernel takes are for general searches.
    for heuristic in ["pdb(1,2,5,6,9,10/3,4,7,8,11,12)", "pdb(3-3-3-3-3)", "max(pdb(5-5-5), walking-distance)"] {
        let (_, instances) = sets::find("korf:79").unwrap().unwrap();
        let report = ask(&instances[0].board, first(), "auto", Some(heuristic), 2);
        assert_eq!((report.cost, report.engine.as_str()), (Some(42), "ida"), "{heuristic}");
    }
    let far = board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0");
    for limits in [
        Limits { nodes: Some(1), ..limits(2) },
        Limits { nodes: Some(100_000), ..limits(1) },
        stepping(4),
        Limits { memory: Some(1 << 16), ..Limits::default() },
    ] {
        let report = solve(&Request { goal: first(), limits, ..Request::new(far.clone()) }, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Stopped);
        assert!(report.cost.is_some_and(|cost| cost >= 80) && report.lower_bound.is_some_and(|bound| bound <= 80));
    }
}

/// Patterns that no kernel takes are refused before anything is made for them: a search that was
/// cancelled already would otherwise be told of that.
#[test]
fn too_many_patterns_are_refused_at_once() {
    for (rows, cols, heuristic) in [(5, 5, "pdb(5-5-5-5-4)"), (4, 4, "pdb(3-3-3-3-3)")] {
        let start = Generator::new(&GOALS[0].board(shape(rows, cols)), Kind::Uniform, 1).unwrap().board();
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let request = Request {
            algorithm: "tile-ida".to_owned(),
            heuristic: Some(heuristic.to_owned()),
            limits: Limits { cancel, ..Limits::default() },
            ..Request::new(start)
        };
        let refused = solve(&request, &mut |_| {}, None).unwrap_err().to_string();
        assert!(refused.contains("are too many: expected at most 4") && refused.contains("`ida`"), "{refused}");
    }
}

/// A solution that is known is not looked for again: its length is proved by the iterations before.
#[test]
fn a_known_solution_ends_at_its_bound() {
    use npuzzle::solvers::tiles::deepening::Outcome;
    use npuzzle::solvers::tiles::solver::{Estimates, Terms, TileSolver};
    let (_, instances) = sets::find("korf:12").unwrap().unwrap();
    let goal = first().board(shape(4, 4)).unwrap();
    let mut budget = Budget::new(limits(1));
    let solver = TileSolver::new(&goal, &Estimates::Manhattan, 8, &mut budget).unwrap();
    for (known, expected) in [(45, Outcome::GaveUp { bound: 45 }), (43, Outcome::GaveUp { bound: 43 })] {
        let terms = Terms { known: Some(known), ..Terms::default() };
        let answer = solver.solve(&instances[0].board, &goal, &terms, &mut Budget::new(limits(1))).unwrap();
        assert_eq!(answer.outcome, expected);
        assert!(answer.iterations.iter().all(|iteration| iteration.completed && iteration.bound < known));
    }
}

/// Estimates over random boards, beside those of the literature, which are for tables that do not
/// know the blank's region and for other divisions of the tiles: 41.56 (5-5-5), 42.92 (6-6-3) with
/// both views. Ours must not be below.
#[test]
fn mean_estimates_are_those_of_the_literature_or_better() {
    let goal = GOALS[0].board(shape(4, 4));
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    for (text, published, ours) in [("5-5-5", 41.562, 42.66), ("6-6-3", 42.924, 43.67)] {
        let heuristic = pdb(text, &domain);
        let mut generator = Generator::new(&goal, Kind::Uniform, 1).unwrap();
        let samples = 4000;
        let total: u64 =
            (0..samples).map(|_| u64::from(heuristic.estimate(&domain, &domain.position(&generator.board())))).sum();
        let mean = total as f64 / f64::from(samples);
        assert!(mean > published && (mean - ours).abs() < 0.25, "{text}: {mean}");
    }
}

/// Every division of a small board gives a bound that is true everywhere, whatever the goal.
#[test]
fn every_table_is_admissible_over_whole_spaces() {
    let cases = [
        (3, 3, &["8", "7-1", "4-4", "3-3-2", "2-2-2-2", "1,2,3,4", "1,5,8/2,7", "6-2"][..]),
        (2, 4, &["7", "6-1", "4-3", "1,2,3/5,6,7", "3-4", "2-5"][..]),
    ];
    let sweep = Sweep::one_in(4);
    for (rows, cols, texts) in cases {
        for (row, card) in GOALS.iter().enumerate() {
            let goal = card.board(shape(rows, cols));
            let truth = DistanceTable::new(&goal).unwrap();
            let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
            for (_, text) in texts.iter().enumerate().filter(|(column, _)| sweep.has(row + column)) {
                let heuristic = pdb(text, &domain);
                let mut exact = 0;
                for distance in 0..truth.widths().len() as u8 {
                    for board in truth.boards_at(distance) {
                        let estimate = heuristic.estimate(&domain, &domain.position(&board));
                        assert!(
                            estimate <= u32::from(distance),
                            "pdb({text}) is {estimate} at {board}, {distance} from {goal}"
                        );
                        exact += u64::from(estimate == u32::from(distance));
                    }
                }
                // A pattern of all tiles knows everything.
                let all = *text == "8" || *text == "7";
                assert_eq!(exact == truth.widths().iter().sum::<u64>(), all, "pdb({text}) to {goal}");
            }
        }
    }
}

/// The bound that needs no table is never above the truth, nor of the wrong parity.
#[test]
fn least_moves_are_needed() {
    for card in GOALS {
        let goal = card.board(shape(3, 3));
        let truth = DistanceTable::new(&goal).unwrap();
        for distance in 0..truth.widths().len() as u8 {
            for board in truth.boards_at(distance) {
                let least = least_moves(&board, &goal);
                assert!(
                    least <= u32::from(distance) && (u32::from(distance) - least).is_multiple_of(2),
                    "{board}: {least}"
                );
            }
        }
    }
}

/// Limits end the building of tables and the search alike, with what is known by then.
#[test]
fn limits_end_everything() {
    let far = board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0");
    let with = |limits: Limits, heuristic: &str| {
        let request = Request {
            goal: first(),
            algorithm: "tile-ida".to_owned(),
            heuristic: Some(heuristic.to_owned()),
            limits,
            ..Request::new(far.clone())
        };
        solve(&request, &mut |_| {}, None).unwrap()
    };
    let cold = with(stepping(6), "pdb(7-8)");
    assert_eq!(cold.status, Status::Stopped);
    // What needs no table is proved at once.
    assert!(cold.lower_bound.unwrap() >= 50, "{:?}", cold.lower_bound);
    assert!(cold.reason.unwrap().starts_with(&Stop::Time.to_string()));
    let small = with(Limits { memory: Some(1 << 20), ..Limits::default() }, "pdb(7-8)");
    assert!(small.reason.unwrap().starts_with(&Stop::Memory.to_string()));
    let cancelled = with(Limits { cancel: Some(Arc::new(true.into())), ..limits(2) }, "pdb(5-5-5)");
    assert!(cancelled.reason.unwrap().starts_with(&Stop::Cancelled.to_string()));
}

#[test]
fn what_it_cannot_do_is_said() {
    let start = board("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0");
    let error = |algorithm: &str, heuristic: &str| {
        let request = Request {
            goal: first(),
            algorithm: algorithm.to_owned(),
            heuristic: Some(heuristic.to_owned()),
            limits: limits(1),
            ..Request::new(start.clone())
        };
        solve(&request, &mut |_| {}, None).unwrap_err()
    };
    assert!(matches!(error("tile-ida", "linear-conflict"), RequestError::NeedsPatterns { .. }));
    assert!(matches!(error("tile-ida", "max(pdb(6-6-3), manhattan)"), RequestError::NeedsPatterns { .. }));
    for (algorithm, heuristic, message) in [
        ("tile-ida", "pdb(7-7)", "patterns of 7-7 have 14 tiles: expected 15, such as 6-6-3"),
        ("astar", "pdb(9-6)", "`9-6` has a pattern of 9 tiles: expected 1 to 8"),
        ("ida", "pdb(1,2,99)", "there is no tile `99` on this board: expected 1 to 15"),
        ("tile-ida", "pdb(3-3-3-3-3)", "the 5 patterns `3-3-3-3-3` are too many: expected at most 4"),
    ] {
        let text = error(algorithm, heuristic).to_string();
        assert!(text.contains(message), "{text}");
    }
    let goal = GOALS[0].board(shape(6, 6));
    let large = Generator::new(&goal, Kind::Walk(9), 1).unwrap().board();
    let large = Request { algorithm: "tile-ida".to_owned(), ..Request::new(large) };
    let error = solve(&large, &mut |_| {}, None).unwrap_err().to_string();
    assert!(error.contains("a 6x6 board is too large: expected at most 25 cells"), "{error}");
    let watched = Request { algorithm: "tile-ida".to_owned(), goal: first(), ..Request::new(start) };
    let error = solve(&watched, &mut |_| {}, Some(&mut |_: &npuzzle::trace::TraceEvent| {})).unwrap_err();
    assert!(matches!(error, RequestError::NoTrace { .. }), "{error}");
}
