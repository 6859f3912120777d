//! Boards that are too large for a proof: solutions get better with time, limits are kept, and no
//! bound is above the optimum.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{shape, stepping};
use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::catalogue::RequestError;
use npuzzle::core::{Clock, Limits, Progress};
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::{Board, Moves, sets};
use npuzzle::verify::verify;

fn ask(request: &Request) -> Report {
    let report = solve(request, &mut |_| {}, None).unwrap_or_else(|error| panic!("{}: {error}", request.problem));
    check(&report);
    report
}

/// What holds for every answer: the path is one, and every claim follows from the bound.
fn check(report: &Report) {
    let (cost, bound) = (report.cost.unwrap(), report.lower_bound.unwrap());
    let Moves(path) = report.path.as_ref().unwrap();
    assert_eq!(path.len(), cost as usize);
    verify(&report.start, &report.goal, &Moves(path.clone())).unwrap();
    assert!(bound <= cost && (cost - bound).is_multiple_of(2), "{bound} of {cost}");
    match report.proof {
        ProofLabel::Optimal => assert_eq!(bound, cost),
        ProofLabel::Within => assert_eq!(report.within, Some(f64::from(cost) / f64::from(bound))),
        label => panic!("{label:?}"),
    }
    for pair in report.improvements.windows(2) {
        assert!(pair[1].cost < pair[0].cost && pair[1].seconds >= pair[0].seconds, "{:?}", report.improvements);
        assert!(pair[1].lower_bound >= pair[0].lower_bound);
    }
    if let Some(last) = report.improvements.last() {
        assert_eq!(last.cost, cost);
    }
}

/// Boards that a beam expands between two looks at the clock.
const BETWEEN_LOOKS: u64 = 500;
/// Expansions of the A* before it.
const FIRST: u64 = 10_000;

/// Time for so many looks at the clock. IDA*, which raises the bound in the end, expands far more
/// states between two looks than beams do: it ends with the expansions that are left.
fn request(start: Board, goal: Goal, looks: u64, threads: usize) -> Request {
    let nodes = Some(FIRST + looks * BETWEEN_LOOKS);
    let limits = Limits { threads: NonZeroUsize::new(threads), nodes, ..stepping(looks) };
    Request { goal, limits, ..Request::new(start) }
}

fn random(rows: usize, cols: usize, card: usize, seed: u64) -> (Board, Goal) {
    let goal = CARDS[card].board(shape(rows, cols));
    (Generator::new(&goal, Kind::Uniform, seed).unwrap().board(), Goal::Preset(&CARDS[card]))
}

/// A limit that was not asked for is called by its name.
#[test]
fn the_default_time_limit_is_told() {
    let (start, goal) = random(6, 6, 0, 1);
    let step = Duration::from_millis(100);
    let limits =
        |time| Limits { time, threads: NonZeroUsize::new(1), clock: Clock::stepping(step), ..Limits::default() };
    let reason =
        |time| ask(&Request { goal: goal.clone(), limits: limits(time), ..Request::new(start.clone()) }).reason;
    assert_eq!(
        reason(None).as_deref(),
        Some("the default time limit of 10 s was reached; a larger limit may give a shorter solution")
    );
    assert_eq!(
        reason(Some(100 * step)).as_deref(),
        Some("the time limit was reached; a larger limit may give a shorter solution")
    );
}

/// The clock is looked at often, the first look after the limit ends it, and there is always a
/// solution. How long that takes in seconds, `cargo xtask bench` measures.
#[test]
fn time_limits_are_kept() {
    /// Each part of the work that follows looks once more.
    const MORE_LOOKS: u64 = 4;
    for (rows, cols, card) in
        [(5, 5, 0), (6, 6, 1), (4, 9, 2), (7, 7, 3), (10, 10, 4), (16, 16, 0), (17, 17, 0), (40, 40, 1)]
    {
        for (looks, threads) in [(1, 1), (100, 2), (700, 2), (7000, 1)] {
            let (start, goal) = random(rows, cols, card, 5);
            let request = request(start, goal, looks, threads);
            let report = ask(&request);
            let what = format!("{rows}x{cols}, {looks} looks, {threads} threads");
            assert_eq!(report.status, Status::Solved, "{what}");
            let looked = request.limits.clock.looks();
            // It may end sooner, when there is no time for another beam.
            assert!((looks / 2..=looks + MORE_LOOKS).contains(&looked), "{what}: {looked}");
            let phases = report.stats.phases.iter().filter(|phase| phase.search != "parallel-ida");
            let expanded: u64 = phases.map(|phase| phase.counts.expanded).sum();
            assert!(expanded <= FIRST + looked * BETWEEN_LOOKS, "{what}: {expanded}");
            assert!(looks < 7000 || rows > 10 || report.improvements.len() > 1, "{what}: not improved");
        }
    }
}

/// Boards with known optima: no bound is above one, no solution below.
#[test]
fn no_bound_is_above_the_optimum() {
    for set in ["deepcubea-24:1..6", "korf24:1..4"] {
        let (card, instances) = sets::find(set).unwrap().unwrap();
        for instance in instances {
            let goal = Goal::preset(card.goal).unwrap();
            let report = ask(&request(instance.board, goal, 6000, 1));
            let optimum = instance.known.optimal().unwrap();
            assert!(report.lower_bound.unwrap() <= optimum && report.cost.unwrap() >= optimum, "{}", instance.name);
            // A quarter above the optimum would be a poor beam.
            assert!(report.cost.unwrap() * 4 <= optimum * 5, "{}: {:?}", instance.name, report.cost);
        }
    }
}

/// Easy boards are proved at once, and take little memory, however large they are.
#[test]
fn easy_boards_are_proved() {
    for (rows, cols, moves) in [(5, 5, 60), (6, 6, 40), (7, 7, 30), (2, 9, 30), (10, 10, 40), (30, 30, 20)] {
        let goal = CARDS[0].board(shape(rows, cols));
        let start = Generator::new(&goal, Kind::Walk(moves), 1).unwrap().board();
        let report = ask(&Request::new(start));
        assert_eq!((report.status, report.proof), (Status::Solved, ProofLabel::Optimal), "{rows}x{cols}");
        assert!(report.stats.counts.peak_bytes < 100 << 20, "{rows}x{cols}: {}", report.stats.counts.peak_bytes);
    }
}

/// The longest time does not cause a panic.
#[test]
fn time_without_end_is_no_mistake() {
    let (start, goal) = random(6, 6, 0, 1);
    let limits = Limits { time: Some(Duration::MAX), nodes: Some(50_000), ..Limits::default() };
    ask(&Request { goal, limits, ..Request::new(start) });
}

/// A board that cannot be solved is refused at once, however large it is.
#[test]
fn unsolvable_boards_are_refused_before_any_work() {
    for side in [5, 10, 100] {
        let goal = CARDS[0].board(shape(side, side));
        let start = Generator::new(&goal, Kind::Unsolvable, 1).unwrap().board();
        for algorithm in ["auto", "tile-beam", "constructive"] {
            let request = Request { algorithm: algorithm.to_owned(), ..Request::new(start.clone()) };
            let report = solve(&request, &mut |_| panic!("there is nothing to tell"), None).unwrap();
            assert_eq!((report.status, report.stats.counts.expanded), (Status::Unsolvable, 0));
        }
    }
}

/// After a cancellation the best so far is kept.
#[test]
fn a_cancelled_search_keeps_its_best() {
    let (start, goal) = random(8, 8, 0, 3);
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(Arc::clone(&cancel)), threads: NonZeroUsize::new(2), ..Limits::default() };
    let request = Request { goal, limits, ..Request::new(start) };
    let (mut first, mut told) = (None, Vec::new());
    let report = solve(
        &request,
        &mut |progress: &Progress| {
            first = first.or(progress.best);
            told.extend(progress.best);
            if progress.best < first {
                cancel.store(true, Ordering::Relaxed);
            }
        },
        None,
    )
    .unwrap();
    check(&report);
    assert_eq!(report.status, Status::Stopped);
    assert!(report.cost < first);
    assert!(told.is_sorted_by(|one, other| one >= other), "{told:?}");
    assert!(told.contains(&report.cost.unwrap()) || report.cost < told.last().copied());
}

/// The beam finds the same on any number of threads, and with the width it was given.
#[test]
fn beams_are_repeatable() {
    let (start, goal) = random(6, 6, 0, 8);
    let beam = |algorithm: &str, width: Option<usize>, threads: usize| {
        let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::default() };
        let beam_width = width.and_then(NonZeroUsize::new);
        let goal = goal.clone();
        ask(&Request { algorithm: algorithm.to_owned(), goal, limits, beam_width, ..Request::new(start.clone()) })
    };
    let alone = beam("tile-beam(width=10000)", None, 1);
    for threads in [2, 3] {
        let together = beam("tile-beam", Some(10_000), threads);
        assert_eq!((together.moves, together.stats.counts), (alone.moves.clone(), alone.stats.counts));
    }
    let (narrow, back) = (beam("tile-beam(width=100)", None, 1), beam("tile-beam(width=100, from=goal)", None, 1));
    assert!(narrow.stats.counts.generated < alone.stats.counts.generated);
    assert_ne!(narrow.moves, back.moves);
    // With a width of its own `auto` is done when both directions and the windows are: no time has
    // to pass.
    let limits = Limits { clock: Clock::held(), threads: NonZeroUsize::new(2), ..Limits::default() };
    ask(&Request { goal: goal.clone(), limits, beam_width: NonZeroUsize::new(200), ..Request::new(start.clone()) });
    let refused = |algorithm: &str| {
        let beam_width = NonZeroUsize::new(5);
        let request = Request { algorithm: algorithm.to_owned(), beam_width, ..Request::new(start.clone()) };
        solve(&request, &mut |_| {}, None).unwrap_err()
    };
    assert_eq!(refused("astar"), RequestError::NoBeam { algorithm: "astar" });
}

/// Limits on nodes and memory end it too.
#[test]
fn other_limits_are_kept() {
    let (start, goal) = random(7, 7, 0, 8);
    for nodes in [0, 1, 10_000, 100_000, 300_000] {
        let limits = Limits { nodes: Some(nodes), threads: NonZeroUsize::new(2), ..Limits::default() };
        let report = ask(&Request { goal: goal.clone(), limits, ..Request::new(start.clone()) });
        // A layer of each direction, and the windows that are open, may go beyond.
        let most = nodes + nodes / 2 + 40_000;
        assert!(report.stats.counts.expanded <= most, "{} instead of {nodes}", report.stats.counts.expanded);
        assert!(nodes > 0 || report.stats.counts.expanded == 0);
    }
    let with_time = request(start, goal, 1000, 2);
    let limits = Limits { memory: Some(20 << 20), ..with_time.limits.clone() };
    let report = ask(&Request { limits, ..with_time });
    assert!(report.stats.counts.peak_bytes <= 20 << 20, "{}", report.stats.counts.peak_bytes);
}

/// A long solution, windows of hundreds of shapes and boards of kilobytes share the memory.
#[test]
fn huge_boards_keep_to_the_limit_on_memory() {
    let (start, goal) = random(60, 60, 0, 8);
    let limits =
        Limits { memory: Some(24 << 20), nodes: Some(500_000), threads: NonZeroUsize::new(2), ..Limits::default() };
    let report = ask(&Request { goal, limits, ..Request::new(start) });
    let peak = report.stats.counts.peak_bytes;
    assert!(report.cost.is_some() && report.engine == "windows", "{:?} by {}", report.status, report.engine);
    assert!((12 << 20..=24 << 20).contains(&peak), "{peak}");
}
