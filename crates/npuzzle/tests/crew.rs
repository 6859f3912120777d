//! HDA* over several processes, which here are threads with a mailbox each: the same answer on all
//! of them, and the right one, whatever the interleaving.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Compiled, Sweep, shape, stepping};
use crate::parallel::{Dawdling, Estimate};
use npuzzle::algorithms::{Algorithm, Search, astar, hda};
use npuzzle::core::card::Options;
use npuzzle::core::zero::Zero;
use npuzzle::core::{
    Budget, Cost, Crew, Domain, Evaluator, Heuristic, Limits, Outcome, Proof, Properties, StateKey, Stop, Task,
    Verdict, crew,
};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::CARDS;
use npuzzle::domains::tiles::grid::{Grid, Large, Medium, Small};
use npuzzle::domains::tiles::{Board, MoveOrder, Position, Tiles, sets};
use npuzzle::heuristics::tiles::manhattan::Manhattan;

type Puzzle = Tiles<Small>;

fn threads(count: usize) -> Limits {
    Limits { threads: NonZeroUsize::new(count), ..Limits::default() }
}

/// A question to a crew.
pub struct Asked<'q, D: Domain> {
    pub search: Search<D>,
    pub domain: &'q D,
    pub start: &'q D::State,
    pub heuristic: &'q dyn Evaluator<D>,
}

impl<'q, D: Compiled> Asked<'q, D> {
    pub fn new(domain: &'q D, start: &'q D::State, heuristic: &'q dyn Evaluator<D>) -> Self {
        Self { search: D::search("hda").unwrap(), domain, start, heuristic }
    }
}

impl<D: Domain> Asked<'_, D> {
    /// What each process answers, in order. `limits` gives each its own.
    pub fn each(
        &self,
        crew: &[Arc<dyn Crew>],
        limits: impl Fn(usize) -> Limits,
    ) -> Vec<std::thread::Result<Outcome<D::Op>>> {
        std::thread::scope(|scope| {
            let member = |crew: &Arc<dyn Crew>| {
                let limits = Limits { crew: Some(Arc::clone(crew)), ..limits(crew.rank()) };
                scope.spawn(move || {
                    let mut budget = Budget::new(limits);
                    let task = Task::new(self.domain, self.start.clone(), self.heuristic, &mut budget);
                    let outcome = (self.search)(&Options::defaults(&[]), task);
                    assert_eq!(outcome.stats.expanded, budget.expanded());
                    outcome
                })
            };
            let members: Vec<_> = crew.iter().map(member).collect();
            members.into_iter().map(|member| member.join()).collect()
        })
    }

    /// What all of them answer: the same.
    pub fn all(&self, crew: &[Arc<dyn Crew>], limits: impl Fn(usize) -> Limits) -> Outcome<D::Op> {
        let mut outcomes = self.each(crew, limits).into_iter().map(Result::unwrap);
        let first = outcomes.next().unwrap();
        outcomes.for_each(|outcome| assert_eq!(outcome, first));
        first
    }
}

/// The cost of a solution that is proved and was replayed.
fn cost_of<G: Grid>(domain: &Tiles<G>, board: &Board, goal: &Board, outcome: &Outcome<G::Index>) -> Cost {
    let Verdict::Solved(solution) = &outcome.verdict else { panic!("{board}: {:?}", outcome.verdict) };
    assert_eq!((solution.proof, outcome.lower_bound), (Proof::Optimal, solution.cost), "{board}");
    npuzzle::verify::verify(board, goal, &domain.moves(board.blank(), &solution.ops)).unwrap();
    solution.cost
}

#[test]
fn costs_are_optimal_on_crews_of_any_size() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let mut generator = Generator::new(&goal, Kind::Uniform, 5).unwrap();
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    for number in 0..56 {
        let board = generator.board();
        let (size, count) = (1 + number % 4, 1 + number / 4 % 2);
        let start = domain.position(&board);
        let outcome = Asked::new(&domain, &start, &heuristic).all(&crew::threads(size), |_| threads(count));
        let truth = Cost::from(table.distance_of(&board).unwrap());
        assert_eq!(cost_of(&domain, &board, &goal, &outcome), truth, "{board} on {size} x {count}");
    }
}

fn as_astar<G: Grid>(rows: usize, cols: usize, steps: usize)
where
    Tiles<G>: Compiled<State = Position<G>, Op = G::Index>,
{
    let goal = CARDS[0].board(shape(rows, cols));
    let mut generator = Generator::new(&goal, Kind::Walk(steps as u64), 3).unwrap();
    let domain = Tiles::<G>::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    for size in 2..=4 {
        let board = generator.board();
        let start = domain.position(&board);
        let asked = Asked::new(&domain, &start, &heuristic);
        let outcome = asked.all(&crew::threads(size), |rank| threads(1 + rank % 2));
        let mut budget = Budget::new(Limits::default());
        let astar = <Tiles<G> as Compiled>::search(astar::Entry::CARD.name).unwrap();
        let alone = astar(&Options::defaults(&[]), Task::new(&domain, start.clone(), &heuristic, &mut budget));
        let cost = cost_of(&domain, &board, &goal, &outcome);
        assert_eq!(Some(cost), alone.solution().map(|solution| solution.cost), "{board} on {size}");
    }
}

/// Keys of every kind travel, and processes may differ in their numbers of threads.
#[test]
fn boards_of_every_storage_travel() {
    as_astar::<Small>(4, 4, 40);
    as_astar::<Medium>(5, 5, 36);
    as_astar::<Large>(6, 6, 30);
}

#[test]
fn what_cannot_be_solved_is_searched_to_the_end_once() {
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let start = domain.position(&crate::common::board("2 1 3/4 5 6/7 8 0"));
    for count in 1..=2 {
        let outcome = Asked::new(&domain, &start, &heuristic).all(&crew::threads(3), |_| threads(count));
        assert_eq!((outcome.verdict, outcome.stats.max_stored), (Verdict::Unsolvable, 181_440));
        assert!(outcome.stats.expanded >= 181_440);
        assert_eq!(outcome.stats.evaluated, outcome.stats.generated + 1);
    }
}

/// A crew whose messages are slow, each as slow as chance will have it.
#[derive(Debug)]
struct Slow {
    crew: Arc<dyn Crew>,
    dice: AtomicU64,
}

impl Slow {
    fn crew(size: usize, seed: u64) -> Vec<Arc<dyn Crew>> {
        let slow = |crew: Arc<dyn Crew>| -> Arc<dyn Crew> {
            let dice = AtomicU64::new(seed + crew.rank() as u64 * 1_000_003);
            Arc::new(Self { crew, dice })
        };
        crew::threads(size).into_iter().map(slow).collect()
    }

    fn dawdle(&self) {
        match self.dice.fetch_add(1, Ordering::Relaxed).hash64() % 16 {
            0 => std::thread::sleep(Duration::from_millis(2)),
            1..=4 => std::thread::sleep(Duration::from_micros(100)),
            5..=10 => std::thread::yield_now(),
            _ => {}
        }
    }
}

impl Crew for Slow {
    fn rank(&self) -> usize {
        self.crew.rank()
    }

    fn size(&self) -> usize {
        self.crew.size()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.dawdle();
        self.crew.send(to, message);
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        self.dawdle();
        self.crew.receive(from, patience)
    }

    fn unsent_bytes(&self) -> u64 {
        self.crew.unsent_bytes()
    }
}

/// Workers and messages that dawdle.
#[test]
fn costs_are_optimal_whatever_the_delays() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let mut generator = Generator::new(&goal, Kind::Walk(40), 7).unwrap();
    for run in 0..Sweep::one_in(4).share(400) as u64 {
        let board = generator.board();
        let domain = Dawdling::new(Tiles::new(&goal, MoveOrder::default()), run * 1_000_003);
        let heuristic = Estimate(Manhattan::new(&domain.puzzle));
        let start = domain.puzzle.position(&board);
        let asked =
            Asked { search: hda::Entry::run::<Dawdling>, domain: &domain, start: &start, heuristic: &heuristic };
        let outcome = asked.all(&Slow::crew(2 + run as usize % 3, run), |rank| threads(1 + (rank + run as usize) % 2));
        let cost = cost_of(&domain.puzzle, &board, &goal, &outcome);
        assert_eq!(cost, Cost::from(table.distance_of(&board).unwrap()), "{board}, run {run}");
    }
}

/// Stopped at any moment: what is said then is true, and all say it.
#[test]
fn stopped_processes_tell_the_truth() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    let mut generator = Generator::new(&goal, Kind::Uniform, 11).unwrap();
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let mut stopped = 0;
    for run in 0..Sweep::one_in(4).share(160) as u64 {
        let board = generator.board();
        let truth = Cost::from(table.distance_of(&board).unwrap());
        let nodes = (run * 2_654_435_761) % 30_000;
        let limits = |_| Limits { nodes: Some(nodes), ..threads(1 + run as usize % 2) };
        let start = domain.position(&board);
        let outcome = Asked::new(&domain, &start, &Zero).all(&Slow::crew(2 + run as usize % 3, run), limits);
        assert!(outcome.stats.expanded <= nodes && outcome.lower_bound <= truth, "{board} with {nodes}");
        assert!(outcome.solution().is_none_or(|solution| solution.cost >= truth), "{board} with {nodes}");
        stopped += u64::from(matches!(outcome.verdict, Verdict::Stopped { why: Stop::Nodes, .. }));
    }
    assert!(stopped > 10, "{stopped}");
}

/// A board that no limit of these tests lets a search finish; its cost is 65.
fn hard() -> (Puzzle, Position<Small>) {
    let (_, instances) = sets::find("korf:88").unwrap().unwrap();
    let goal = CARDS.iter().find(|card| card.name == "first").unwrap().board(shape(4, 4));
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let start = domain.position(&instances[0].board);
    (domain, start)
}

/// What ends one process ends all, with a bound that holds.
#[test]
fn limits_of_one_process_end_all() {
    let (domain, start) = hard();
    let heuristic = Manhattan::new(&domain);
    let asked = Asked::new(&domain, &start, &heuristic);
    let stopped = |limits: &dyn Fn(usize) -> Limits| {
        let outcome = asked.all(&crew::threads(3), limits);
        let Verdict::Stopped { why, .. } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert!(outcome.lower_bound <= 65, "{why}: {}", outcome.lower_bound);
        (why, outcome.stats)
    };
    for nodes in [0, 1, 1000, 50_000] {
        let (why, stats) = stopped(&|_| Limits { nodes: Some(nodes), ..threads(2) });
        assert_eq!(why, Stop::Nodes);
        assert!(stats.expanded <= nodes && stats.expanded >= nodes / 8, "{} of {nodes}", stats.expanded);
    }
    for limited in 0..3 {
        let memory = |rank| Limits { memory: (rank == limited).then_some(4 << 20), ..threads(1 + rank % 2) };
        assert_eq!(stopped(&memory).0, Stop::Memory, "{limited}");
        let clock =
            |rank| if rank == limited { Limits { threads: NonZeroUsize::new(1), ..stepping(30) } } else { threads(2) };
        assert_eq!(stopped(&clock).0, Stop::Time, "{limited}");
        let cancelled = |rank| Limits { cancel: Some(Arc::new(AtomicBool::new(rank == limited))), ..threads(1) };
        assert_eq!(stopped(&cancelled).0, Stop::Cancelled, "{limited}");
        let broken = |rank| Limits { broken: Some(Arc::new(AtomicBool::new(rank == limited))), ..threads(2) };
        assert_eq!(stopped(&broken).0, Stop::Broken, "{limited}");
    }
    let (why, stats) = stopped(&|_| Limits { memory: Some(4 << 20), ..threads(2) });
    assert_eq!(why, Stop::Memory);
    assert!(stats.peak_bytes <= 3 * (4 << 20), "{}", stats.peak_bytes);
    assert!(stats.peak_bytes > 4 << 20, "{}", stats.peak_bytes);
}

/// A crew whose messages do not get out of one process.
#[derive(Debug)]
struct Clogged(Arc<dyn Crew>);

impl Crew for Clogged {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.0.send(to, message);
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        self.0.receive(from, patience)
    }

    fn unsent_bytes(&self) -> u64 {
        1 << 40
    }
}

/// What a process has sent and still holds counts against its limit.
#[test]
fn unsent_messages_are_held() {
    let (domain, start) = hard();
    let heuristic = Manhattan::new(&domain);
    let asked = Asked::new(&domain, &start, &heuristic);
    for clogged in 0..2 {
        let mut crew = crew::threads(2);
        crew[clogged] = Arc::new(Clogged(Arc::clone(&crew[clogged])));
        let outcome = asked.all(&crew, |_| Limits { memory: Some(1 << 30), ..threads(1) });
        assert_eq!(outcome.verdict, Verdict::Stopped { why: Stop::Memory, best: None });
    }
}

/// Manhattan distance, with something that happens at a certain call.
struct Tripwire<'t> {
    manhattan: Manhattan<Small>,
    calls: AtomicU64,
    at: u64,
    happens: &'t (dyn Fn() + Sync),
}

impl Tripwire<'_> {
    fn step_over(&self) {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.at {
            (self.happens)();
        }
    }
}

impl Heuristic<Puzzle> for Tripwire<'_> {
    type Acc = Cost;

    fn root(&self, domain: &Puzzle, state: &Position<Small>) -> Cost {
        self.step_over();
        self.manhattan.root(domain, state)
    }

    fn step(&self, domain: &Puzzle, acc: Cost, before: &Position<Small>, op: u8) -> Cost {
        self.step_over();
        self.manhattan.step(domain, acc, before, op)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

#[test]
fn a_search_that_is_cancelled_or_breaks_on_the_way_ends_everywhere() {
    let (domain, start) = hard();
    for (reason, rank) in [(Stop::Cancelled, 0), (Stop::Cancelled, 2), (Stop::Broken, 0), (Stop::Broken, 1)] {
        let flag = Arc::new(AtomicBool::new(false));
        let raise = || flag.store(true, Ordering::Relaxed);
        let heuristic =
            Tripwire { manhattan: Manhattan::new(&domain), calls: AtomicU64::new(0), at: 20_000, happens: &raise };
        let limits = |own| {
            let flag = (own == rank).then(|| Arc::clone(&flag));
            match reason {
                Stop::Broken => Limits { broken: flag, ..threads(2) },
                _ => Limits { cancel: flag, ..threads(2) },
            }
        };
        let outcome = Asked::new(&domain, &start, &heuristic).all(&crew::threads(3), limits);
        assert_eq!(outcome.verdict, Verdict::Stopped { why: reason, best: None });
        assert!(outcome.lower_bound <= 65 && outcome.stats.expanded > 100, "{outcome:?}");
    }
}

/// A process that panics says that it goes: the others do not wait for it.
#[test]
fn a_panic_ends_all_processes() {
    let (domain, start) = hard();
    for at in [1, 5_000, 5_001, 20_000] {
        let panic = || panic!("this is what the test wants");
        let heuristic = Tripwire { manhattan: Manhattan::new(&domain), calls: AtomicU64::new(0), at, happens: &panic };
        let answers = Asked::new(&domain, &start, &heuristic).each(&crew::threads(3), |_| threads(1));
        assert_eq!(answers.iter().filter(|answer| answer.is_err()).count(), 1, "at {at}");
        for outcome in answers.into_iter().flatten() {
            assert_eq!(outcome.verdict, Verdict::Stopped { why: Stop::Crew, best: None }, "at {at}");
            assert!(outcome.lower_bound <= 65);
        }
    }
}

/// One crew answers one question after the other: no message of one is left for the next.
#[test]
fn a_crew_can_be_asked_again() {
    let goal = CARDS[0].board(shape(3, 3));
    let mut generator = Generator::new(&goal, Kind::Uniform, 23).unwrap();
    let table = DistanceTable::new(&goal).unwrap();
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let boards: Vec<Board> = (0..40).map(|_| generator.board()).collect();
    let crew = Slow::crew(4, 99);
    std::thread::scope(|scope| {
        for crew in &crew {
            let (boards, domain, heuristic, table) = (&boards, &domain, &heuristic, &table);
            scope.spawn(move || {
                for (number, board) in boards.iter().enumerate() {
                    // Every other question is broken off.
                    let nodes = (number % 2 == 1).then_some(300);
                    let limits = Limits { crew: Some(Arc::clone(crew)), nodes, ..threads(1) };
                    let mut budget = Budget::new(limits);
                    let task = Task::new(domain, domain.position(board), heuristic, &mut budget);
                    let outcome = Puzzle::search("hda").unwrap()(&Options::defaults(&[]), task);
                    let truth = Cost::from(table.distance_of(board).unwrap());
                    assert!(outcome.lower_bound <= truth, "{board}");
                    assert!(nodes.is_some() || outcome.lower_bound == truth, "{board}");
                }
            });
        }
    });
}

/// A crew that weighs what is sent: messages and bytes.
#[derive(Debug)]
struct Weighing {
    crew: Arc<dyn Crew>,
    messages: Arc<AtomicU64>,
    bytes: Arc<AtomicU64>,
}

impl Crew for Weighing {
    fn rank(&self) -> usize {
        self.crew.rank()
    }

    fn size(&self) -> usize {
        self.crew.size()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
        self.crew.send(to, message);
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        self.crew.receive(from, patience)
    }

    fn unsent_bytes(&self) -> u64 {
        self.crew.unsent_bytes()
    }
}

/// What a search sends for each state it generates, in bytes, and how many a message has.
fn traffic<D: Domain>(asked: &Asked<'_, D>, size: usize, cost: Cost) -> (f64, f64) {
    let (messages, bytes): (Arc<AtomicU64>, Arc<AtomicU64>) = Default::default();
    let weighing = |crew| -> Arc<dyn Crew> {
        Arc::new(Weighing { crew, messages: Arc::clone(&messages), bytes: Arc::clone(&bytes) })
    };
    let crew: Vec<_> = crew::threads(size).into_iter().map(weighing).collect();
    let outcome = asked.all(&crew, |_| threads(1));
    assert_eq!(outcome.solution().map(|solution| solution.cost), Some(cost));
    let [messages, bytes] = [messages, bytes].map(|count| count.load(Ordering::Relaxed) as f64);
    (bytes / outcome.stats.generated as f64, bytes / messages)
}

/// Most successors stay in their process, and those that leave do so together: the figures of
/// `docs/benchmarks.md`.
#[test]
#[expect(clippy::print_stdout, reason = "seen with --nocapture")]
fn few_states_leave_their_process() {
    let (_, instances) = sets::find("korf:79").unwrap().unwrap();
    let goal = CARDS.iter().find(|card| card.name == "first").unwrap().board(shape(4, 4));
    let domain = Puzzle::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let start = domain.position(&instances[0].board);
    let asked = Asked::new(&domain, &start, &heuristic);
    for (size, most) in [(2, 2.0), (4, 3.2), (8, 4.0), (16, 4.4)] {
        let (each, message) = traffic(&asked, size, 42);
        println!("{size} processes: {each:.2} bytes a state generated, {message:.0} a message");
        assert!(each < most, "{size} processes: {each}");
    }
    // The same where it is not known which operator leads back.
    let (with, _) = traffic(&asked, 4, 42);
    let domain = Dawdling::new(domain, 7);
    let heuristic = Estimate(heuristic);
    let asked = Asked { search: hda::Entry::run::<Dawdling>, domain: &domain, start: &start, heuristic: &heuristic };
    let (without, _) = traffic(&asked, 4, 42);
    println!("4 processes: {with:.2} bytes a state generated, {without:.2} if the way back was taken");
    assert!(with < 0.85 * without, "{with} and {without}");
}
