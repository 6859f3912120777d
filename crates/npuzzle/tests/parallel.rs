//! Parallel searches whatever the interleaving: a thousand runs each, with workers that dawdle at
//! random.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{self, Sweep, board, shape, stepping};
use npuzzle::algorithms::{self, Algorithm};
use npuzzle::answer::{Request, Status, solve};
use npuzzle::core::card::{AlgorithmCard, Options};
use npuzzle::core::{
    Budget, Cost, Domain, Heuristic, Limits, Outcome, Parity, Proof, Properties, StateKey, Stats, Stop, Task, Verdict,
    Watcher,
};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::CARDS;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{MoveOrder, Position, Tiles};
use npuzzle::heuristics::tiles::manhattan::Manhattan;

type Puzzle = Tiles<Small>;

/// The 8-puzzle, with a pause here and there.
pub struct Dawdling {
    pub puzzle: Puzzle,
    dice: AtomicU64,
}

impl Dawdling {
    pub fn new(puzzle: Puzzle, seed: u64) -> Self {
        Self { puzzle, dice: AtomicU64::new(seed) }
    }

    fn dawdle(&self) {
        match self.dice.fetch_add(1, Ordering::Relaxed).hash64() % 1000 {
            0 => std::thread::sleep(Duration::from_micros(100)),
            1..=20 => std::thread::yield_now(),
            _ => {}
        }
    }
}

impl Domain for Dawdling {
    type State = Position<Small>;
    type Key = <Puzzle as Domain>::Key;
    type Op = u8;
    type Ops = <Puzzle as Domain>::Ops;
    type Undo = u8;

    fn ops(&self, state: &Self::State) -> Self::Ops {
        self.dawdle();
        self.puzzle.ops(state)
    }

    fn ops_after(&self, state: &Self::State, undo: &u8) -> Self::Ops {
        self.dawdle();
        self.puzzle.ops_after(state, undo)
    }

    fn apply(&self, state: &mut Self::State, op: u8) -> u8 {
        self.puzzle.apply(state, op)
    }

    fn undo(&self, state: &mut Self::State, undo: &u8) {
        self.puzzle.undo(state, undo);
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn pack(&self, state: &Self::State) -> Self::Key {
        self.puzzle.pack(state)
    }

    fn unpack(&self, key: &Self::Key) -> Self::State {
        self.dawdle();
        self.puzzle.unpack(key)
    }

    fn reverse(&self, start: &Self::State) -> Option<Self> {
        Some(Self::new(self.puzzle.reverse(start)?, self.dice.load(Ordering::Relaxed)))
    }

    fn goals(&self) -> Vec<Self::State> {
        self.puzzle.goals()
    }

    fn abstract_hash(&self, key: &Self::Key) -> u64 {
        self.puzzle.abstract_hash(key)
    }

    fn cost_parity(&self, state: &Self::State) -> Option<Parity> {
        self.puzzle.cost_parity(state)
    }
}

pub struct Estimate(pub Manhattan<Small>);

impl Heuristic<Dawdling> for Estimate {
    type Acc = Cost;

    fn root(&self, domain: &Dawdling, state: &Position<Small>) -> Cost {
        self.0.root(&domain.puzzle, state)
    }

    fn step(&self, domain: &Dawdling, acc: Cost, before: &Position<Small>, op: u8) -> Cost {
        self.0.step(&domain.puzzle, acc, before, op)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

fn searches() -> impl Iterator<Item = &'static AlgorithmCard> {
    algorithms::CARDS.iter().filter(|card| card.kind.is_parallel())
}

fn threads(count: usize) -> Limits {
    Limits { threads: NonZeroUsize::new(count), ..Limits::default() }
}

/// Only what is tested with pauses is compiled for them.
fn run_dawdling(name: &str, task: Task<'_, '_, Dawdling>) -> Outcome<u8> {
    let options = &Options::defaults(&[]);
    match name {
        "hda" => algorithms::hda::Entry::run(options, task),
        "parallel-bae" => algorithms::parallel_bae::Entry::run(options, task),
        "parallel-ida" => algorithms::parallel_ida::Entry::run(options, task),
        _ => panic!("{name} is not in the list"),
    }
}

fn thousand_runs(name: &str) {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let mut generator = Generator::new(&goal, Kind::Walk(40), 7).unwrap();
    let backward =
        |reverse: &Dawdling, _: &mut Budget<'_>| Ok(Box::new(Estimate(Manhattan::new(&reverse.puzzle))) as _);
    for run in 0..Sweep::one_in(4).share(1000) as u64 {
        let board = generator.board();
        let truth = Cost::from(table.distance_of(&board).unwrap());
        let domain = Dawdling::new(Tiles::new(&goal, MoveOrder::default()), run * 1_000_003);
        let heuristic = Estimate(Manhattan::new(&domain.puzzle));
        let start = domain.puzzle.position(&board);
        let mut budget = Budget::new(threads(2 + run as usize % 4));
        let task = Task {
            domain: &domain,
            start,
            heuristic: &heuristic,
            backward: &backward,
            budget: &mut budget,
            observer: Watcher::none(),
        };
        let outcome = run_dawdling(name, task);
        let Verdict::Solved(solution) = outcome.verdict else { panic!("{name} on {board}: {:?}", outcome.verdict) };
        assert_eq!((solution.cost, solution.proof), (truth, Proof::Optimal), "{name} on {board}, run {run}");
        let moves = domain.puzzle.moves(board.blank(), &solution.ops);
        npuzzle::verify::verify(&board, &goal, &moves).unwrap();
    }
}

#[test]
fn hda_is_right_a_thousand_times() {
    thousand_runs("hda");
}

#[test]
fn parallel_bae_is_right_a_thousand_times() {
    thousand_runs("parallel-bae");
}

#[test]
fn parallel_ida_is_right_a_thousand_times() {
    thousand_runs("parallel-ida");
}

/// Stopped at any moment, on any number of threads: what is said then is true.
#[test]
fn stopped_workers_tell_the_truth() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let mut generator = Generator::new(&goal, Kind::Uniform, 11).unwrap();
    for run in 0..Sweep::one_in(4).share(300) as u64 {
        let board = generator.board();
        let truth = Cost::from(table.distance_of(&board).unwrap());
        for card in searches() {
            for heuristic in ["zero", "misplaced"] {
                let nodes = (run * 2_654_435_761) % 30_000;
                let request = Request {
                    algorithm: card.name.to_owned(),
                    heuristic: Some(heuristic.to_owned()),
                    limits: Limits { nodes: Some(nodes), ..threads(2 + run as usize % 3) },
                    ..Request::new(board.clone())
                };
                let report =
                    solve(&request, &mut |_| {}, None).unwrap_or_else(|error| panic!("{}: {error}", card.name));
                assert!(report.lower_bound.unwrap() <= truth, "{} on {board} with {nodes}", card.name);
                assert!(report.cost.is_none_or(|cost| cost >= truth), "{} on {board} with {nodes}", card.name);
            }
        }
    }
}

/// A heuristic that panics: the search must not wait for the dead.
#[test]
fn a_panic_ends_all_workers() {
    struct Fatal(AtomicU64);
    impl Heuristic<Puzzle> for Fatal {
        type Acc = Cost;

        fn root(&self, _: &Puzzle, _: &Position<Small>) -> Cost {
            assert!(self.0.fetch_add(1, Ordering::Relaxed) < 3000, "this is what the test wants");
            0
        }

        fn step(&self, domain: &Puzzle, _: Cost, before: &Position<Small>, _: u8) -> Cost {
            self.root(domain, before)
        }

        fn value(&self, acc: Cost) -> Cost {
            acc
        }

        fn properties(&self) -> Properties {
            Properties::CONSISTENT
        }
    }
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Puzzle::new(&goal, MoveOrder::default());
    for card in searches() {
        for count in 2..=4 {
            let panicked = std::panic::catch_unwind(|| {
                let mut budget = Budget::new(threads(count));
                let task = Task {
                    domain: &domain,
                    start: domain.position(&board("8 6 7/2 5 4/3 0 1")),
                    heuristic: &Fatal(AtomicU64::new(0)),
                    backward: &|_: &Puzzle, _: &mut Budget<'_>| Ok(Box::new(Fatal(AtomicU64::new(0))) as _),
                    budget: &mut budget,
                    observer: Watcher::none(),
                };
                common::run(card.name, &Options::defaults(&[]), task).stats
            });
            assert!(panicked.is_err(), "{}", card.name);
        }
    }
}

/// The list above must not be shorter than the catalogue's.
#[test]
fn every_parallel_search_is_run_a_thousand_times() {
    let names: Vec<&str> = searches().map(|card| card.name).collect();
    assert_eq!(names, ["parallel-bae", "parallel-ida", "hda"]);
}

/// Rounds make answer and counts of parallel BAE* a function of the number of threads alone. The
/// 15-puzzles are hard enough for rounds that end before their states do, and for deliveries of
/// several threads to one.
#[test]
fn parallel_bae_counts_do_not_depend_on_chance() {
    let (_, korf) = npuzzle::domains::tiles::sets::find("korf:79").unwrap().unwrap();
    let mut generator = Generator::new(&CARDS[0].board(shape(4, 4)), Kind::Walk(70), 9).unwrap();
    let first = npuzzle::domains::tiles::goal::Goal::preset("first").unwrap();
    let boards = [
        Request::new(board("8 6 7/2 5 4/3 0 1")),
        Request { goal: first, ..Request::new(korf[0].board.clone()) },
        Request { heuristic: Some("linear-conflict".to_owned()), ..Request::new(generator.board()) },
    ];
    for board in boards {
        let counts = |count: usize| {
            let request = Request { algorithm: "parallel-bae".to_owned(), limits: threads(count), ..board.clone() };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            // Which thread grows its table first is chance.
            (report.cost, report.moves, Stats { peak_bytes: 0, ..report.stats.counts })
        };
        for count in 2..=5 {
            let first = counts(count);
            for _ in 0..6 {
                assert_eq!(counts(count), first, "{count} threads");
            }
        }
    }
}

/// Limits end all workers, with a true bound.
#[test]
fn limits_hold_for_all_workers_together() {
    let (_, instances) = npuzzle::domains::tiles::sets::find("korf:88").unwrap().unwrap();
    for card in searches() {
        let goal = npuzzle::domains::tiles::goal::Goal::preset("first").unwrap();
        let base = Request { goal, algorithm: card.name.to_owned(), ..Request::new(instances[0].board.clone()) };
        let nodes = Request { limits: Limits { nodes: Some(50_000), ..threads(3) }, ..base.clone() };
        let report = solve(&nodes, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Stopped, "{}", card.name);
        assert!(report.stats.counts.expanded <= 50_000, "{}", card.name);
        assert!(report.lower_bound.unwrap() <= 65, "{}", card.name);
        assert!(report.reason.unwrap().contains(&Stop::Nodes.to_string()), "{}", card.name);

        let time = Request { limits: Limits { threads: NonZeroUsize::new(2), ..stepping(30) }, ..base.clone() };
        let report = solve(&time, &mut |_| {}, None).unwrap();
        assert_eq!(report.status, Status::Stopped, "{}", card.name);
        assert!(report.reason.unwrap().contains(&Stop::Time.to_string()), "{}", card.name);
        // Each worker may look once more.
        assert!((30..=34).contains(&time.limits.clock.looks()), "{}: {}", card.name, time.limits.clock.looks());

        if card.name != "parallel-ida" {
            let memory = Request { limits: Limits { memory: Some(16 << 20), ..threads(3) }, ..base.clone() };
            let report = solve(&memory, &mut |_| {}, None).unwrap();
            assert_eq!(report.status, Status::Stopped, "{}", card.name);
            assert!(report.reason.unwrap().contains(&Stop::Memory.to_string()), "{}", card.name);
            assert!(report.stats.counts.peak_bytes <= 16 << 20, "{}", card.name);
            assert!(report.lower_bound.unwrap() <= 65, "{}", card.name);
        }
    }
}
