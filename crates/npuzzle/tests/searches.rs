//! Searches under watch: events against counts, reopening, limits, and paths too long for a stack.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{self, Compiled, board, known_boards, shape, stepping};
use npuzzle::answer::{Problem, ProofLabel, Request, Status, search, solve};
use npuzzle::core::card::Options;
use npuzzle::core::{
    Budget, Clock, Cost, Domain, Evaluator, Event, Fraction, Heuristic, Limits, Observer, Outcome, Proof, Properties,
    Prune, Stop, Task, Verdict, Watcher,
};
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::grid::{Large, Medium, Small};
use npuzzle::domains::tiles::{Grid, MoveOrder, Position, Tiles, sets};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::{algorithms, core::StateKey};

#[derive(Default)]
struct Counter {
    counts: HashMap<&'static str, u64>,
}

impl<D: Domain> Observer<D> for Counter {
    fn event(&mut self, event: Event<'_, D>) {
        let name = match event {
            Event::Expand { .. } => "expand",
            Event::Root { .. } => "root",
            Event::Generate { .. } => "generate",
            Event::Prune { reason: Prune::Duplicate } => "duplicate",
            Event::Prune { reason: Prune::Worse } => "worse",
            Event::Prune { reason: Prune::OverBound } => "over bound",
            Event::Prune { reason: Prune::Full } => "full",
            Event::Forget { .. } => "forget",
            Event::Met { .. } => "met",
            Event::Improved { .. } => "improved",
            Event::Reopen => "reopen",
            Event::Bound { .. } => "bound",
            Event::Solved { .. } => "solved",
        };
        *self.counts.entry(name).or_default() += 1;
    }
}

/// What watchers see is what is counted, and watching changes nothing.
#[test]
fn events_are_the_counts() {
    for known in known_boards().into_iter().filter(|known| known.board.shape() == shape(3, 3)) {
        let Some(cost) = known.cost else { continue };
        let domain = Tiles::<Small>::new(&known.goal_board(), MoveOrder::default());
        let heuristic = Manhattan::new(&domain);
        // A parallel search that is watched runs on one thread, and need not count the same.
        for card in algorithms::CARDS.iter().filter(|card| !card.kind.is_parallel()) {
            if cost > 10 && ["ids", "dls"].contains(&card.name) {
                continue;
            }
            let options = Options::defaults(card.options);
            let start = domain.position(&known.board);
            let mut counter = Counter::default();
            let mut watched = run(card.name, &options, &domain, start.clone(), &heuristic, Watcher::new(&mut counter));
            let mut alone = run(card.name, &options, &domain, start, &heuristic, Watcher::none());
            // Watching may take time, nothing else.
            for improvement in watched.improvements.iter_mut().chain(&mut alone.improvements) {
                improvement.seconds = 0.0;
            }
            assert_eq!(watched, alone, "{} on {}", card.name, known.board);
            let count = |name| counter.counts.get(name).copied().unwrap_or(0);
            let stats = watched.stats;
            assert_eq!(count("expand"), stats.expanded, "{} on {}", card.name, known.board);
            assert_eq!(count("generate"), stats.generated, "{} on {}", card.name, known.board);
            assert_eq!(count("reopen"), stats.reopened, "{} on {}", card.name, known.board);
            assert_eq!(count("solved"), u64::from(matches!(watched.verdict, Verdict::Solved(_))), "{}", card.name);
            assert_eq!(count("improved"), watched.improvements.len() as u64, "{} on {}", card.name, known.board);
            if count("bound") > 0 {
                assert_eq!(count("bound"), stats.iterations, "{} on {}", card.name, known.board);
            }
        }
    }
}

fn run<D: Compiled>(
    name: &str,
    options: &Options,
    domain: &D,
    start: D::State,
    heuristic: &dyn Evaluator<D>,
    mut observer: Watcher<'_, D>,
) -> Outcome<D::Op> {
    let mut budget = Budget::new(Limits::default());
    let task = Task { observer: observer.reborrow(), ..Task::new(domain, start, heuristic, &mut budget) };
    common::run(name, options, task)
}

/// Admissible but inconsistent: Manhattan distance that is forgotten at every other state.
struct Forgetful<G: Grid>(Manhattan<G>);

impl<G: Grid> Heuristic<Tiles<G>> for Forgetful<G> {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        let forgets = domain.pack(position).hash64().is_multiple_of(2);
        if forgets { 0 } else { self.0.root(domain, position) }
    }

    fn step(&self, domain: &Tiles<G>, _: Cost, before: &Position<G>, op: G::Index) -> Cost {
        let mut child = before.clone();
        domain.apply(&mut child, op);
        self.root(domain, &child)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        Properties { admissible: true, consistent: false }
    }
}

#[test]
fn astar_stays_optimal_with_an_inconsistent_heuristic() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    let heuristic = Forgetful(Manhattan::new(&domain));
    let mut generator = Generator::new(&goal, Kind::Uniform, 5).unwrap();
    let mut reopened = 0;
    for _ in 0..100 {
        let board = generator.board();
        let truth = u32::from(table.distance_of(&board).unwrap());
        for name in ["astar", "ida", "rbfs", "fringe", "ara", "rectangle", "sma"] {
            let options = Options::defaults(npuzzle::catalogue::algorithm(name).unwrap().options);
            let outcome = run(name, &options, &domain, domain.position(&board), &heuristic, Watcher::none());
            let solution = outcome.solution().unwrap();
            assert_eq!((solution.cost, solution.proof), (truth, Proof::Optimal), "{name} on {board}");
            reopened += outcome.stats.reopened;
        }
        let weighted = npuzzle::catalogue::algorithm("weighted-astar").unwrap();
        let options = Options::defaults(weighted.options);
        let outcome = run("weighted-astar", &options, &domain, domain.position(&board), &heuristic, Watcher::none());
        assert!(outcome.solution().unwrap().cost <= 2 * truth);
        assert!(outcome.lower_bound <= truth);
    }
    assert!(reopened > 0, "the heuristic never forced a state to be opened again: the test shows nothing");
}

/// On a single line of 100 cells, and by depth-first search, paths are long; on a 3x3 board tens of
/// thousands of moves.
#[test]
fn long_paths_do_not_overflow_the_stack() {
    let request = Request { algorithm: "dfs".to_owned(), ..Request::new(board("8 6 7/2 5 4/3 0 1")) };
    let report = solve(&request, &mut |_| {}, None).unwrap();
    assert!(report.cost.unwrap() > 10_000, "{:?}", report.cost);

    let deep = Request { algorithm: "dls(limit=180000)".to_owned(), ..Request::new(board("8 6 7/2 5 4/3 0 1")) };
    let limits = Limits { nodes: Some(5_000_000), ..Limits::default() };
    let report = solve(&Request { limits, ..deep }, &mut |_| {}, None).unwrap();
    assert!(report.stats.counts.max_stored > 100_000 || report.cost.is_some());
}

fn hard_board() -> (npuzzle::domains::tiles::Board, Goal) {
    let (set, mut instances) = sets::find("korf:88").unwrap().unwrap();
    (instances.remove(0).board, Goal::preset(set.goal).unwrap())
}

#[test]
fn a_memory_limit_ends_cleanly() {
    let (board, goal) = hard_board();
    for algorithm in ["astar", "ucs", "bfs", "dfs", "fringe", "focal(w=1.01)"] {
        let limits = Limits { memory: Some(24 << 20), nodes: Some(3_000_000), ..Limits::default() };
        let request =
            Request { goal: goal.clone(), algorithm: algorithm.to_owned(), limits, ..Request::new(board.clone()) };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Stopped, "{algorithm}");
        assert_eq!(report.proof, ProofLabel::None);
        assert!(report.stats.counts.peak_bytes <= 24 << 20, "{algorithm} held {}", report.stats.counts.peak_bytes);
        assert!(report.stats.counts.peak_bytes > 12 << 20, "{algorithm} held only {}", report.stats.counts.peak_bytes);
        assert!(report.lower_bound.unwrap() <= 65, "{algorithm}");
        assert!(report.reason.unwrap().contains("memory limit"), "{algorithm}");
    }
}

/// Searches that ask before each expansion, and one that asks for many at a time.
const STOPPED: [&str; 12] =
    ["astar", "ida", "ids", "greedy", "bfs", "auto", "rbfs", "sma", "fringe", "rectangle", "ara", "focal(w=1.01)"];
/// What is expanded between two looks at the clock and the flag at most: a hundredth of a second.
const LARGEST_SLICE: u64 = 1 << 16;

#[test]
fn cancelling_stops_within_a_slice() {
    let (board, goal) = hard_board();
    for algorithm in STOPPED {
        let cancel = Arc::new(AtomicBool::new(false));
        // So slow a clock that watchers hear after ten slices.
        let clock = Clock::stepping(Duration::from_millis(10));
        let threads = NonZeroUsize::new(1);
        let limits = Limits { cancel: Some(cancel.clone()), clock, threads, ..Limits::default() };
        let request =
            Request { goal: goal.clone(), algorithm: algorithm.to_owned(), limits, ..Request::new(board.clone()) };
        let mut expanded = 0;
        let report = solve(
            &request,
            &mut |progress| {
                if !cancel.swap(true, Ordering::Relaxed) {
                    expanded = progress.expanded;
                }
            },
            None,
        );
        let report = report.unwrap();
        if !cancel.load(Ordering::Relaxed) {
            assert!(report.status == Status::Solved && algorithm == "greedy", "{algorithm} was never told of");
            continue;
        }
        assert_eq!(report.status, Status::Stopped, "{algorithm}");
        assert!(report.reason.unwrap().contains("cancelled"), "{algorithm}");
        let more = report.stats.counts.expanded - expanded;
        assert!(more <= LARGEST_SLICE, "{algorithm} expanded {more} more");
    }
}

#[test]
fn the_first_look_after_the_time_limit_ends_a_search() {
    let (board, goal) = hard_board();
    for algorithm in STOPPED {
        for looks in [1, 2, 10] {
            let limits = Limits { threads: NonZeroUsize::new(1), ..stepping(looks) };
            let request =
                Request { goal: goal.clone(), algorithm: algorithm.to_owned(), limits, ..Request::new(board.clone()) };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            if report.status == Status::Solved && algorithm == "greedy" {
                continue;
            }
            assert_eq!(report.status, Status::Stopped, "{algorithm}");
            assert!(report.reason.unwrap().contains("time limit"), "{algorithm}");
            assert!(report.lower_bound.unwrap() <= 65, "{algorithm}");
            assert_eq!(request.limits.clock.looks(), looks, "{algorithm}");
            assert!(report.stats.counts.expanded < looks * LARGEST_SLICE, "{algorithm}");
        }
    }
}

/// A search on a board of 10,000 cells, where an expansion takes long, looks at the clock after a
/// few of them.
#[test]
fn huge_boards_stop_soon_too() {
    let goal = CARDS[0].board(shape(100, 100));
    let start = Generator::new(&goal, Kind::Uniform, 1).unwrap().board();
    for algorithm in ["astar", "ida", "greedy", "rbfs", "sma", "fringe", "beam", "rectangle", "ara", "focal"] {
        let clock = Clock::stepping(Duration::from_millis(25));
        let time = Some(Duration::from_millis(100));
        let limits = Limits { time, clock, memory: Some(64 << 20), ..Limits::default() };
        let request = Request { algorithm: algorithm.to_owned(), limits, ..Request::new(start.clone()) };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Stopped, "{algorithm}");
        assert!(report.stats.counts.expanded <= 16, "{algorithm}: {}", report.stats.counts.expanded);
    }
}

#[test]
fn auto_always_has_something_to_show() {
    let (board, goal) = hard_board();
    let request = Request { goal, limits: stepping(300), ..Request::new(board) };
    let report = solve(&request, &mut |_| {}, None).unwrap();
    assert!(report.cost.is_some(), "a 4x4 board that cannot be proved in time has a solution to show");

    for (rows, cols) in [(5, 5), (6, 6), (4, 7), (30, 30)] {
        let goal = CARDS[2].board(shape(rows, cols));
        let start = Generator::new(&goal, Kind::Uniform, 9).unwrap().board();
        let request = Request { goal: Goal::preset("snail").unwrap(), limits: stepping(300), ..Request::new(start) };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Solved, "{rows}x{cols}");
        assert_eq!(report.proof, ProofLabel::Within, "{rows}x{cols}");
        assert!(report.within.unwrap() >= 1.0);
    }
}

/// With a heuristic that overestimates, the search for a proof may end at a longer solution than
/// the quick one.
#[test]
fn auto_keeps_the_shorter_solution() {
    let goal = CARDS[0].board(shape(3, 4));
    let mut generator = Generator::new(&goal, Kind::Uniform, 4).unwrap();
    for _ in 0..10 {
        let start = generator.board();
        let cost = |algorithm: &str| {
            let heuristic = Some("manhattan-with-blank".to_owned());
            let request = Request { algorithm: algorithm.to_owned(), heuristic, ..Request::new(start.clone()) };
            solve(&request, &mut |_| {}, None).unwrap().cost.unwrap()
        };
        assert!(cost("auto") <= cost("weighted-astar(w=2)").min(cost("astar")), "{start}");
    }
}

/// What each search of `auto` took is counted apart: the counts beside the list are those of the
/// one that found the solution, and work adds up.
#[test]
fn auto_counts_each_phase_by_itself() {
    let start = board("5 9 4 12/2 0 8 7/13 11 6 15/14 1 3 10");
    let one = NonZeroUsize::new(1);
    let ask = |algorithm: &str, heuristic: Option<&str>, threads| {
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: heuristic.map(str::to_owned),
            limits: Limits { threads, table_cache: Arc::clone(&common::SHELF), ..Limits::default() },
            ..Request::new(start.clone())
        };
        solve(&request, &mut |_| {}, None).unwrap()
    };
    let report = ask("auto", Some("linear-conflict"), one);
    let stats = &report.stats;
    let searches: Vec<&str> = stats.phases.iter().map(|phase| phase.search.as_str()).collect();
    assert_eq!(searches, ["weighted-astar(w=2)", "ida"]);
    for phase in &stats.phases {
        let alone = ask(&phase.search, phase.heuristic.as_deref(), one);
        let counts = npuzzle::core::Stats { peak_bytes: 0, ..phase.counts };
        // What was found before is held in memory.
        assert_eq!(counts, npuzzle::core::Stats { peak_bytes: 0, ..alone.stats.counts }, "{}", phase.search);
    }
    let [first, last] = &stats.phases[..] else { panic!("{searches:?}") };
    assert_eq!(stats.counts.expanded, first.counts.expanded + last.counts.expanded);
    assert_eq!(stats.counts.generated, first.counts.generated + last.counts.generated);
    assert_eq!(stats.counts.evaluated, first.counts.evaluated + last.counts.evaluated);
    let shape_of = |stats: &npuzzle::core::Stats| (stats.reopened, stats.max_open, stats.max_stored, stats.max_depth);
    assert_eq!(shape_of(&stats.counts), shape_of(&last.counts));
    assert_eq!((report.engine.as_str(), stats.counts.iterations), ("ida", last.counts.iterations));
    // Many threads share the work of one search: then it is said that counts may vary.
    assert_eq!(stats.varies, None);
    assert!(ask("auto", None, NonZeroUsize::new(2)).stats.varies.is_some());
    assert!(ask("tile-ida", None, NonZeroUsize::new(2)).stats.varies.is_some());
    assert!(ask("hda", None, NonZeroUsize::new(2)).stats.varies.is_some());
    let repeatable = [("auto", 1), ("tile-ida", 1), ("ida", 2), ("tile-beam(width=100)", 2), ("parallel-bae", 2)];
    for (algorithm, threads) in repeatable {
        assert_eq!(ask(algorithm, None, NonZeroUsize::new(threads)).stats.varies, None, "{algorithm}");
    }
}

/// Searches count whole moves. Where a heuristic has other values, the answer says that they were
/// rounded up: programs that keep the fractions have other counts.
#[test]
fn rounded_estimates_are_told() {
    let notes = |algorithm: &str, heuristic: &str| {
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: Some(heuristic.to_owned()),
            ..Request::new(board("8 7 6/5 4 3/2 1 0"))
        };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        (report.notes, report.stats.counts.expanded)
    };
    let (half, expanded) = notes("astar", "misplaced-with-blank/2");
    assert_eq!(
        half,
        ["the search rounds values of `misplaced-with-blank/2` up to whole moves: its counts may differ from those \
             of programs that keep fractions"]
    );
    assert_eq!(expanded, 151_824);
    for fractional in ["euclidean", "manhattan/(misplaced + 1)", "max(manhattan/3, misplaced)"] {
        assert_eq!(notes("astar", fractional).0.len(), 1, "{fractional}");
    }
    for whole in ["manhattan", "floor(manhattan/3)", "ceil(euclidean)", "max(manhattan, 2*misplaced)"] {
        assert_eq!(notes("astar", whole).0, [""; 0], "{whole}");
    }
    assert_eq!(notes("bfs", "misplaced-with-blank/2").0, [""; 0]);
}

#[test]
fn single_lines_are_answered_honestly() {
    let report = solve(&Request::new(board("0 1 2 3")), &mut |_| {}, None).unwrap();
    assert_eq!(report.moves.as_deref(), Some("RRR"));
    assert_eq!(report.proof, ProofLabel::Optimal);
    let report = solve(&Request::new(board("2 1 0 3")), &mut |_| {}, None).unwrap();
    assert_eq!(report.status, Status::Unsolvable);
}

/// The counts of IDA* with Manhattan distance are those of the literature, whatever the storage.
#[test]
fn golden_counts_of_ida() {
    fn generated<G: Grid>(name: &str) -> (u64, Cost)
    where
        Tiles<G>: Compiled + Domain<State = Position<G>>,
    {
        let (_, instances) = sets::find(name).unwrap().unwrap();
        let domain = Tiles::<G>::new(&CARDS[1].board(shape(4, 4)), "ULRD".parse().unwrap());
        let heuristic = Manhattan::new(&domain);
        let start = domain.position(&instances[0].board);
        let outcome = run("ida", &Options::defaults(&[]), &domain, start, &heuristic, Watcher::none());
        (outcome.stats.generated, outcome.solution().unwrap().cost)
    }
    assert_eq!(generated::<Small>("korf:79"), (540_859, 42));
    assert_eq!(generated::<Medium>("korf:79"), (540_859, 42));
    assert_eq!(generated::<Large>("korf:79"), (540_859, 42));
    assert_eq!(generated::<Small>("korf:12"), (546_343, 45));
    // Korf's own table counts the root too: 276,361,933.
    assert_eq!(generated::<Small>("korf:1"), (276_361_932, 57));
}

/// What `npuzzle list statistics` says of the counts.
#[test]
fn counts_are_what_the_list_says() {
    let stats = |algorithm: &str, text: &str| {
        let heuristic = Some("manhattan".to_owned()).filter(|_| ["astar", "greedy", "ida"].contains(&algorithm));
        let request = Request { algorithm: algorithm.to_owned(), heuristic, ..Request::new(board(text)) };
        solve(&request, &mut |_| {}, None).unwrap().stats
    };
    // Expansions are counted, not states: there are 360 of them.
    assert!(stats("ids", "2 0 1/3 5 4").counts.expanded > 360);
    // Every generated state is evaluated, known or not, and the start.
    for algorithm in ["astar", "greedy", "ida"] {
        let counts = stats(algorithm, "5 4 0/6 1 8/7 3 2").counts;
        assert_eq!(counts.evaluated, counts.generated + 1, "{algorithm}");
    }
    // The goal is stored as soon as it is generated, although it is never in the frontier.
    let counts = stats("bfs", "3 0/2 1").counts;
    assert_eq!((counts.expanded, counts.max_open, counts.max_stored), (8, 2, 10));
    // Where there is no frontier, the path counts as one.
    let counts = stats("ida", "5 4 0/6 1 8/7 3 2").counts;
    assert_eq!((counts.max_open, counts.max_stored, counts.max_depth), (23, 23, 22));
    // From its own end: half the way.
    assert!(stats("bibfs", "5 4 0/6 1 8/7 3 2").counts.max_depth <= 12);
}

/// The exponent of the effective branching factor is the number of moves, whatever they cost.
#[test]
fn the_effective_branching_factor_counts_moves() {
    const ISLAND: &str = include_str!("../../../testdata/maps/island.txt");
    let map = read_map(ISLAND, MapOptions::default()).unwrap();
    let problem = Problem::Map { name: "island".to_owned(), map, estimates: Vec::new() };
    let request = Request { algorithm: "ucs".to_owned(), ..Request::about(problem) };
    let report = search(&request, &mut |_| {}, None).unwrap();
    let factor = report.stats.effective_branching_factor;
    let tree: f64 = (1..=4).map(|moves| factor.powi(moves)).sum();
    assert_eq!(report.cost.map(Fraction::to_f64), Some(15.0));
    assert!((tree - report.stats.counts.generated as f64).abs() < 1e-6, "{factor}");
}

#[test]
fn depth_limits_prove_a_lower_bound() {
    let domain = Tiles::<Small>::new(&CARDS[0].board(shape(3, 3)), MoveOrder::default());
    let request = Request { algorithm: "dls(limit=7)".to_owned(), ..Request::new(board("1 3 6/5 0 2/4 7 8")) };
    let report = solve(&request, &mut |_| {}, None).unwrap();
    assert_eq!((report.status, report.lower_bound), (Status::Stopped, Some(8)));
    assert_eq!(report.reason.as_deref(), Some("the cost limit was reached before a solution was found"));
    let heuristic = Manhattan::new(&domain);
    let outcome = run(
        "dls",
        &Options::defaults(&[]),
        &domain,
        domain.position(&board("8 6 7/2 5 4/3 0 1")),
        &heuristic,
        Watcher::none(),
    );
    assert!(matches!(outcome.verdict, Verdict::Stopped { why: Stop::Depth, .. } | Verdict::Solved(_)));
}

/// Ties are broken as documented: the options change the order, never the cost.
#[test]
fn tie_breaking_is_an_option() {
    let (_, instances) = sets::find("korf:12").unwrap().unwrap();
    let mut expanded = Vec::new();
    for tie in ["larger-g", "smaller-g", "lifo", "fifo"] {
        let request = Request {
            goal: Goal::preset("first").unwrap(),
            algorithm: format!("astar(tie={tie})"),
            ..Request::new(instances[0].board.clone())
        };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(report.cost, Some(45));
        expanded.push(report.stats.counts.expanded);
    }
    assert!(expanded[0] < expanded[1], "larger g first should save expansions: {expanded:?}");
}
