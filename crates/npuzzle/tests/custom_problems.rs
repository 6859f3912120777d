//! Problems that the caller describes state by state, on every search of the list, against
//! uniform-cost search.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Recorded, board, stepping};
use npuzzle::algorithms::CARDS;
use npuzzle::answer::{Problem, ProblemReport, ProofLabel, Request, Status, search, solve};
use npuzzle::catalogue::RequestError;
use npuzzle::core::card::{AlgorithmCard, Completeness, Optimality};
use npuzzle::core::{Budget, Clock, Describe, Domain, Fraction, Limits, Properties, Stop};
use npuzzle::domains::custom::{AuditedSpace, CustomProblem, CustomStep, Known, LazySpace, Listing};
use npuzzle::domains::tiles::Board;
use npuzzle::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, audit};

/// The steps of a state: what they are called, where they lead, what they cost.
type Steps<S> = Vec<(String, S, Fraction)>;
type Of<S, T> = Box<dyn Fn(&S) -> T + Send + Sync>;

/// A problem in functions of its states, which get their numbers as they come.
struct Described<S> {
    start: S,
    steps: Of<S, Steps<S>>,
    is_goal: Of<S, bool>,
    estimate: Of<S, Fraction>,
    has_unit_costs: bool,
    claims: Properties,
    audited: Option<Arc<AuditedSpace>>,
    /// Whether all states have the same identity.
    has_constant_hash: bool,
    /// The function that fails, and at which call.
    fails: Option<(&'static str, u64)>,
    /// Set by the call that fails, as if the search had been cancelled from within.
    cancel: Option<Arc<AtomicBool>>,
    /// Threads besides the one that fails. Each may be about to ask when that happens, and asks
    /// once more.
    other_threads: u32,
    book: Mutex<Book<S>>,
}

#[derive(Default)]
struct Book<S> {
    numbers: HashMap<S, u32>,
    states: Vec<S>,
    /// How often each function was asked about each state.
    calls: HashMap<(&'static str, u32), u64>,
    /// How often each was called at all.
    totals: HashMap<&'static str, u64>,
    failed: bool,
    calls_after_failure: u32,
}

impl<S: Clone + Eq + Hash> Book<S> {
    fn number(&mut self, state: &S) -> u32 {
        if let Some(&number) = self.numbers.get(state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state.clone());
        number
    }
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync> Described<S> {
    fn new(
        start: S,
        steps: impl Fn(&S) -> Steps<S> + Send + Sync + 'static,
        is_goal: impl Fn(&S) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            start,
            steps: Box::new(steps),
            is_goal: Box::new(is_goal),
            estimate: Box::new(|_| Fraction::ZERO),
            has_unit_costs: false,
            claims: Properties::CONSISTENT,
            audited: None,
            has_constant_hash: false,
            fails: None,
            cancel: None,
            other_threads: 0,
            book: Mutex::new(Book {
                numbers: HashMap::new(),
                states: Vec::new(),
                calls: HashMap::new(),
                totals: HashMap::new(),
                failed: false,
                calls_after_failure: 0,
            }),
        }
    }

    fn with_estimate(self, estimate: impl Fn(&S) -> Fraction + Send + Sync + 'static) -> Self {
        Self { estimate: Box::new(estimate), ..self }
    }

    /// Counts a call, and fails if it is the one.
    fn called(&self, function: &'static str, state: u32) -> Result<S, String> {
        let mut book = self.book.lock().unwrap();
        if book.failed {
            assert!(book.calls_after_failure < self.other_threads, "{function} was called after a failure");
            book.calls_after_failure += 1;
        }
        let calls = book.calls.entry((function, state)).or_default();
        *calls += 1;
        // Once by the search, and once more along its solution.
        assert!(*calls <= 2, "{function} was asked {calls} times about state {state}");
        let total = book.totals.entry(function).or_default();
        *total += 1;
        if self.fails == Some((function, *total)) {
            book.failed = true;
            if let Some(cancel) = &self.cancel {
                cancel.store(true, Ordering::Relaxed);
            }
            return Err(format!("{function} has no answer"));
        }
        Ok(book.states[state as usize].clone())
    }
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync> CustomProblem for Described<S> {
    fn start(&self) -> Result<u32, String> {
        let number = self.book.lock().unwrap().number(&self.start);
        self.called("start", number).map(|_| number)
    }

    fn successors(&self, state: u32) -> Result<Vec<CustomStep>, String> {
        let steps = (self.steps)(&self.called("successors", state)?);
        let mut book = self.book.lock().unwrap();
        Ok(steps.into_iter().map(|(_, next, cost)| CustomStep { state: book.number(&next), cost }).collect())
    }

    fn is_goal(&self, state: u32) -> Result<bool, String> {
        Ok((self.is_goal)(&self.called("is_goal", state)?))
    }

    fn estimate(&self, state: u32) -> Result<Fraction, String> {
        Ok((self.estimate)(&self.called("estimate", state)?))
    }

    fn name(&self, state: u32) -> String {
        format!("{:?}", self.book.lock().unwrap().states[state as usize])
    }

    fn identity(&self, state: u32) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name(state).hash(&mut hasher);
        if self.has_constant_hash { 0 } else { hasher.finish() }
    }

    fn step_name(&self, state: u32, step: usize) -> String {
        let state = self.book.lock().unwrap().states[state as usize].clone();
        (self.steps)(&state)[step].0.clone()
    }

    fn has_unit_costs(&self) -> bool {
        self.has_unit_costs
    }

    fn claims(&self) -> Properties {
        self.claims
    }

    fn audited(&self) -> Option<Arc<AuditedSpace>> {
        self.audited.clone()
    }

    fn bytes(&self) -> u64 {
        200 * self.book.lock().unwrap().states.len() as u64
    }
}

fn one() -> Fraction {
    Fraction::ONE
}

fn parts(numerator: i128, denominator: i128) -> Fraction {
    Fraction::new(numerator, denominator).unwrap()
}

/// A graph of edges; states are letters.
fn graph(start: char, goals: &'static str, edges: &'static [(char, char, (i64, i64))]) -> Described<char> {
    let steps = move |state: &char| {
        let leaving = edges.iter().filter(|(from, ..)| from == state);
        leaving.map(|&(from, to, cost)| (format!("{from}{to}"), to, parts(cost.0.into(), cost.1.into()))).collect()
    };
    Described::new(start, steps, move |state| goals.contains(*state))
}

const WHOLE: &[(char, char, (i64, i64))] = &[
    ('a', 'b', (2, 1)),
    ('a', 'c', (1, 1)),
    ('b', 'a', (2, 1)),
    ('b', 'd', (4, 1)),
    ('c', 'b', (3, 1)),
    ('c', 'e', (7, 1)),
    ('d', 'e', (1, 1)),
    ('e', 'z', (2, 1)),
    ('d', 'z', (5, 1)),
    ('z', 'a', (1, 1)),
    ('c', 'c', (1, 1)),
];

const DECIMAL: &[(char, char, (i64, i64))] = &[
    ('a', 'b', (3, 10)),
    ('b', 'c', (1, 10)),
    ('a', 'c', (1, 2)),
    ('c', 'd', (3, 4)),
    ('b', 'd', (9, 8)),
    ('d', 'z', (1, 1000)),
    ('c', 'z', (2, 1)),
];

const THIRDS: &[(char, char, (i64, i64))] =
    &[('a', 'b', (1, 3)), ('b', 'c', (1, 3)), ('c', 'z', (1, 3)), ('a', 'z', (101, 100)), ('b', 'z', (5, 7))];

/// Three times the square root of two is less than 4.25.
const ROOTS: &[(char, char, (i64, i64))] = &[
    ('a', 'b', (1_414_213_562_373_095, 1_000_000_000_000_000)),
    ('b', 'c', (1_414_213_562_373_095, 1_000_000_000_000_000)),
    ('c', 'z', (1_414_213_562_373_095, 1_000_000_000_000_000)),
    ('a', 'z', (17, 4)),
];

const FREE: &[(char, char, (i64, i64))] = &[
    ('a', 'b', (0, 1)),
    ('b', 'c', (0, 1)),
    ('c', 'a', (0, 1)),
    ('c', 'd', (0, 1)),
    ('b', 'd', (1, 1)),
    ('d', 'e', (0, 1)),
    ('e', 'd', (0, 1)),
    ('e', 'z', (2, 1)),
    ('a', 'z', (3, 1)),
];

const DEAD: &[(char, char, (i64, i64))] =
    &[('a', 'b', (1, 1)), ('b', 'c', (1, 2)), ('c', 'a', (0, 1)), ('c', 'b', (1, 1)), ('z', 'a', (1, 1))];

/// Two jugs, and what they are to hold; with costs by what is poured.
fn jugs(sizes: (u32, u32), wanted: u32) -> Described<(u32, u32)> {
    let steps = move |&(a, b): &(u32, u32)| {
        let over = a.min(sizes.1 - b);
        let back = b.min(sizes.0 - a);
        let all = [
            ("fill first", (sizes.0, b), sizes.0 - a),
            ("fill second", (a, sizes.1), sizes.1 - b),
            ("empty first", (0, b), 1),
            ("empty second", (a, 0), 1),
            ("pour over", (a - over, b + over), 1),
            ("pour back", (a + back, b - back), 1),
        ];
        let moves = all.into_iter().filter(|(_, next, _)| *next != (a, b));
        moves.map(|(name, next, cost)| (name.to_owned(), next, Fraction::whole(cost.into()))).collect()
    };
    Described::new((0, 0), steps, move |&(a, b)| a == wanted || b == wanted)
}

/// What an audit sees of a problem.
fn seen_of<S: Clone + Eq + Hash + Debug + Send + Sync + 'static>(problem: Described<S>) -> Arc<AuditedSpace> {
    let known = Known::new(Arc::new(problem)).unwrap();
    let listing = Listing::new(&known, &mut Budget::new(Limits::default())).unwrap();
    Arc::new(AuditedSpace::new(&known, &listing))
}

/// The 8-puzzle, described by itself.
fn eight_puzzle(start: &Board, goal: &Board) -> Described<Vec<u8>> {
    let tiles = |board: &Board| board.tiles().iter().map(|tile| tile.0 as u8).collect::<Vec<u8>>();
    let (target, homes) = (tiles(goal), tiles(goal));
    let steps = |state: &Vec<u8>| {
        let blank = state.iter().position(|&tile| tile == 0).unwrap();
        let (row, col) = (blank / 3, blank % 3);
        let next = [(row > 0, "U", -3), (row < 2, "D", 3), (col > 0, "L", -1), (col < 2, "R", 1)];
        let moves = next.into_iter().filter(|(possible, ..)| *possible).map(|(_, name, by)| {
            let mut after = state.clone();
            after.swap(blank, (blank as isize + by) as usize);
            (name.to_owned(), after, Fraction::ONE)
        });
        moves.collect()
    };
    let manhattan = move |state: &Vec<u8>| {
        let away = |(cell, tile): (usize, &u8)| {
            let home = homes.iter().position(|home| home == tile).unwrap();
            if *tile == 0 { 0 } else { (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3) }
        };
        Fraction::whole(state.iter().enumerate().map(away).sum::<usize>() as i64)
    };
    let puzzle = Described::new(tiles(start), steps, move |state| *state == target).with_estimate(manhattan);
    Described { has_unit_costs: true, ..puzzle }
}

fn request(problem: Arc<dyn CustomProblem>, algorithm: &str) -> Request<Problem> {
    Request {
        algorithm: algorithm.to_owned(),
        limits: Limits { threads: NonZeroUsize::new(2), nodes: Some(3_000_000), ..Limits::default() },
        ..Request::about(Problem::Custom { name: "mine".to_owned(), problem })
    }
}

fn ask(request: &Request<Problem>) -> Result<ProblemReport, RequestError> {
    search(request, &mut |_| {}, None)
}

fn cost(report: &ProblemReport) -> Option<String> {
    report.cost.map(|cost| cost.to_string())
}

/// A search that may stop short on purpose.
fn may_stop(card: &AlgorithmCard) -> bool {
    card.complete != Completeness::Always
}

fn finds_the_optimum(card: &AlgorithmCard, unit_costs: bool) -> bool {
    match card.optimal {
        Optimality::UniformCosts => unit_costs,
        Optimality::Always | Optimality::Admissible | Optimality::Consistent | Optimality::IfConsistent => true,
        Optimality::Eventually | Optimality::WithinBudget => true,
        Optimality::SmallBoards | Optimality::WithinWeight | Optimality::WithinWeightIfConsistent | Optimality::No => {
            false
        }
    }
}

/// Every search, with the problem's own heuristic and without.
fn on_every_search<P: CustomProblem + 'static>(label: &str, expected: Option<&str>, make: impl Fn() -> P) {
    on_searches(label, expected, &|| Arc::new(make()));
}

fn on_searches(label: &str, expected: Option<&str>, make: &dyn Fn() -> Arc<dyn CustomProblem>) {
    let unit_costs = make().has_unit_costs();
    for card in CARDS {
        for heuristic in [None, Some("zero".to_owned())] {
            let is_zero = heuristic.is_some();
            let what = format!("{label} with {}, {}", card.name, if is_zero { "zero" } else { "its own" });
            let algorithm = if card.name == "dls" { "dls(limit=1000)" } else { card.name };
            let request = Request { heuristic, ..request(make(), algorithm) };
            let report = ask(&request).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(report.heuristic.is_some(), card.informed, "{what}");
            let Some(expected) = expected else {
                assert!(report.cost.is_none(), "{what}");
                assert!(report.status == Status::Unsolvable || may_stop(card), "{what}: {:?}", report.reason);
                continue;
            };
            if report.cost.is_none() {
                assert!(may_stop(card), "{what}: {:?}", report.reason);
                continue;
            }
            let optimal = finds_the_optimum(card, unit_costs);
            if optimal {
                assert_eq!(cost(&report).as_deref(), Some(expected), "{what}");
            }
            // Without claims there is a proof; with claims without a proof there is none, and
            // where costs are rounded neither.
            let is_proved = report.proof == ProofLabel::Optimal;
            let reason = report.reason.as_deref().unwrap_or_default();
            if !report.notes.is_empty() {
                assert_eq!((report.proof, report.lower_bound.unwrap().numerator()), (ProofLabel::Found, 0), "{what}");
                assert!(reason.starts_with("the search rounded costs"), "{what}: {reason}");
            } else if optimal && (is_zero || !card.informed) && card.name != "sma" {
                assert!(is_proved, "{what}: {:?}", report.proof);
            }
            if card.informed && !is_zero && report.cost.is_some_and(|cost| cost.numerator() > 0) {
                assert_eq!(report.proof, ProofLabel::Found, "{what}");
                if optimal && report.notes.is_empty() {
                    assert!(reason.starts_with("optimal if `heuristic` is admissible"), "{what}: {reason}");
                }
            }
            let (path, moves) = (report.path.unwrap(), report.moves.unwrap());
            assert_eq!(path.len(), moves.len() + 1, "{what}");
            assert_eq!((path.first(), path.last()), (Some(&report.start), report.goal.as_ref()), "{what}");
        }
    }
}

#[test]
fn whole_costs() {
    let distance = |state: &char| Fraction::whole("abcdez".find(*state).map_or(0, |place| [9, 7, 9, 3, 2, 0][place]));
    on_every_search("whole", Some("9"), || graph('a', "z", WHOLE).with_estimate(distance));
    on_every_search("two goals", Some("6"), || graph('a', "zd", WHOLE));
}

#[test]
fn decimal_costs() {
    let half = |state: &char| if *state == 'z' { Fraction::ZERO } else { parts(1, 2000) };
    on_every_search("decimal", Some("1.151"), || graph('a', "z", DECIMAL).with_estimate(half));
}

#[test]
fn thirds() {
    on_every_search("thirds", Some("1"), || graph('a', "z", THIRDS));
    let third = |state: &char| parts("zcba".find(*state).unwrap_or(0) as i128, 3);
    on_every_search("thirds with estimates", Some("1"), || graph('a', "z", THIRDS).with_estimate(third));
    let report = ask(&request(Arc::new(graph('a', "z", &THIRDS[..1])), "ucs")).unwrap();
    assert_eq!(report.status, Status::Unsolvable);
    let report = ask(&request(Arc::new(graph('a', "b", &THIRDS[..1])), "ucs")).unwrap();
    assert_eq!((cost(&report).as_deref(), report.unit, report.notes.len()), (Some("1/3"), 3, 0));
}

#[test]
fn roots_are_rounded_and_a_note_says_so() {
    on_every_search("roots", Some("4.242640687"), || graph('a', "z", ROOTS));
    let report = ask(&request(Arc::new(graph('a', "z", ROOTS)), "astar")).unwrap();
    assert_eq!(report.notes, ["costs are rounded to millionths: they have no coarser unit in common"]);
    assert_eq!(report.path.unwrap(), ["'a'", "'b'", "'c'", "'z'"]);
}

/// Three steps that are rounded down look cheaper than one that is not: the answer says what they
/// cost, and claims nothing.
#[test]
fn rounded_costs_prove_nothing() {
    const CHAIN: &[(char, char, (i64, i64))] = &[
        ('a', 'b', (3_333_334, 10_000_000)),
        ('b', 'c', (3_333_334, 10_000_000)),
        ('c', 'z', (3_333_334, 10_000_000)),
        ('a', 'z', (1, 1)),
    ];
    on_every_search("rounded chain", Some("1.0000002"), || graph('a', "z", CHAIN));
    let left = |state: &char| parts("zcba".find(*state).unwrap_or(0) as i128 * 3_333_333, 10_000_000);
    for card in CARDS {
        // Proved for the costs as they are, which is not enough for rounded ones.
        let chain = || graph('a', "z", CHAIN).with_estimate(left);
        let proved = Described { audited: Some(seen_of(chain())), ..chain() };
        let algorithm = if card.name == "dls" { "dls(limit=1000)" } else { card.name };
        let report =
            ask(&request(Arc::new(proved), algorithm)).unwrap_or_else(|error| panic!("{}: {error}", card.name));
        assert!(report.cost.is_some() || may_stop(card), "{}", card.name);
        assert_ne!(report.proof, ProofLabel::Optimal, "{}", card.name);
        assert_eq!(report.lower_bound.map(|bound| bound.numerator()), Some(0), "{}", card.name);
        assert!(report.reason.is_none_or(|reason| !reason.contains("not admissible")), "{}", card.name);
    }
}

/// A false claim about a heuristic leads to worse answers, but to none that is false.
#[test]
fn false_claims_do_no_harm() {
    let dear = |claims: Properties| {
        let chain = graph('a', "c", &[('a', 'b', (1, 1)), ('b', 'c', (1, 1))]);
        Arc::new(Described { claims, ..chain.with_estimate(|_| Fraction::whole(50)) })
    };
    let report = ask(&request(dear(Properties::CONSISTENT), "ara")).unwrap();
    assert_eq!((cost(&report).as_deref(), report.proof), (Some("2"), ProofLabel::Found));
    let reason = report.reason.unwrap();
    assert!(reason.starts_with("the claims about `heuristic` cannot be true"), "{reason}");

    // A multiplicative generator (Knuth 1998) is random enough for graphs.
    let mut seed = 1_u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut unsolved = 0;
    for round in 0..60 {
        let states = 2 + random(7) as usize;
        let mut edges: Vec<Vec<(usize, Fraction)>> = vec![Vec::new(); states];
        for _ in 0..random(3 * states as u64) {
            let (from, to) = (random(states as u64) as usize, random(states as u64) as usize);
            edges[from].push((to, parts(random(9).into(), if round % 3 == 0 { 2 } else { 1 })));
        }
        let goals: Vec<bool> = (0..states).map(|state| state > 0 && random(3) == 0).collect();
        let highest = [4, 12, 100][random(3) as usize];
        let estimates: Vec<Fraction> = (0..states).map(|_| Fraction::whole(random(highest) as i64)).collect();
        let consistent = random(2) == 0;
        let make = || {
            let (edges, goals, estimates) = (edges.clone(), goals.clone(), estimates.clone());
            let steps = move |&state: &usize| {
                edges[state].iter().map(|&(to, cost)| (format!("{state} {to}"), to, cost)).collect()
            };
            let problem = Described::new(0, steps, move |&state| goals[state]);
            Described {
                claims: Properties { admissible: true, consistent },
                ..problem.with_estimate(move |&state| estimates[state])
            }
        };
        let best = ask(&request(Arc::new(make()), "ucs")).unwrap();
        let optimum = best.cost.map(|cost| cost.to_f64());
        unsolved += u64::from(optimum.is_none());
        for card in CARDS.iter().filter(|card| consistent || card.optimal != Optimality::Consistent) {
            let what = format!("round {round} with {}", card.name);
            let algorithm = if card.name == "dls" { "dls(limit=1000)" } else { card.name };
            let report = ask(&request(Arc::new(make()), algorithm)).unwrap_or_else(|error| panic!("{what}: {error}"));
            let Some(optimum) = optimum else {
                assert!(report.cost.is_none(), "{what}");
                assert!(report.status == Status::Unsolvable || may_stop(card), "{what}: {:?}", report.reason);
                continue;
            };
            assert!(report.cost.is_some() || may_stop(card), "{what}: {:?}", report.reason);
            assert_ne!(report.status, Status::Unsolvable, "{what}");
            assert!(report.lower_bound.unwrap().to_f64() <= optimum, "{what}: {:?}", report.lower_bound);
            if report.proof == ProofLabel::Optimal {
                assert_eq!(report.cost.map(|cost| cost.to_f64()), Some(optimum), "{what}");
                // Of those that use the estimates only those that were run again with nothing may
                // say so.
                let used_estimates = report.heuristic.as_deref() == Some("heuristic");
                assert!(!used_estimates || optimum == 0.0, "{what}");
            }
            if let Some(factor) = report.within {
                assert!(report.cost.unwrap().to_f64() <= factor * optimum + 1e-9, "{what}: {factor}");
            }
        }
    }
    assert!((5..45).contains(&unsolved), "{unsolved} of 60 have no solution");
}

/// A function that is called while the search is cancelled may fail because of that: then the
/// search was cancelled.
#[test]
fn a_failure_after_a_cancellation_is_no_failure() {
    for card in CARDS {
        for function in ["successors", "is_goal", "estimate"] {
            for call in 1..6 {
                let cancel = Some(Arc::new(AtomicBool::new(false)));
                let fails = Some((function, call));
                let graph = graph('a', "z", DECIMAL);
                let puzzle = Arc::new(Described { fails, cancel: cancel.clone(), other_threads: 1, ..graph });
                let limits = Limits { threads: NonZeroUsize::new(2), cancel, ..Limits::default() };
                let algorithm = if card.name == "dls" { "dls(limit=12)" } else { card.name };
                let what = format!("{} with {function} {call}", card.name);
                let report = ask(&Request { limits, ..request(puzzle.clone(), algorithm) });
                let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
                if puzzle.book.lock().unwrap().failed {
                    assert_eq!(report.status, Status::Stopped, "{what}");
                    assert!(report.reason.unwrap().starts_with(&Stop::Cancelled.to_string()), "{what}");
                    let label = if report.cost.is_some() { ProofLabel::Found } else { ProofLabel::None };
                    assert_eq!((report.proof, report.lower_bound.unwrap().numerator()), (label, 0), "{what}");
                }
            }
        }
    }
}

/// Whatever permissions were given out: the search and the audit end with the answer during which
/// they are cancelled.
#[test]
fn slow_describers_are_left_at_once() {
    /// So far on, permissions are given out by the thousand.
    const LAST: u64 = 3000;
    let endless = |cancel: &Arc<AtomicBool>, asked_later: &Arc<AtomicU64>| {
        let (cancel, asked_later) = (Arc::clone(cancel), Arc::clone(asked_later));
        let ask = move |place: u64| {
            asked_later.fetch_add(u64::from(cancel.load(Ordering::Relaxed)), Ordering::Relaxed);
            cancel.fetch_or(place == LAST, Ordering::Relaxed);
        };
        let also = ask.clone();
        let steps = move |&place: &u64| {
            ask(place);
            vec![("on".to_owned(), place + 1, one())]
        };
        let estimate = move |&place: &u64| {
            also(place);
            Fraction::ZERO
        };
        Arc::new(Described::new(0, steps, |_| false).with_estimate(estimate))
    };
    let limits = |cancel| Limits { cancel: Some(cancel), threads: NonZeroUsize::new(1), ..Limits::default() };
    for algorithm in ["astar", "bfs", "mm"] {
        let (cancel, asked_later) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let problem = endless(&cancel, &asked_later);
        let report = ask(&Request { limits: limits(cancel), ..request(problem, algorithm) }).unwrap();
        assert!(report.reason.unwrap().starts_with(&Stop::Cancelled.to_string()), "{algorithm}");
        assert_eq!(asked_later.load(Ordering::Relaxed), 0, "{algorithm} goes on asking");
    }
    let judge = |problem: Arc<dyn CustomProblem>, limits: Limits, told: &mut Vec<(u64, u64)>| {
        let space = AuditSpace::Other(Problem::Custom { name: "slow".to_owned(), problem });
        let request = AuditRequest { space, limits, ..AuditRequest::new("2x2".parse().unwrap()) };
        audit(&request, &mut |done, all| told.push((done, all)))
    };
    let (cancel, asked_later) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let error = judge(endless(&cancel, &asked_later), limits(cancel), &mut Vec::new()).unwrap_err();
    assert!(matches!(error, AuditError::Stopped(Stop::Cancelled)), "{error}");
    assert_eq!(asked_later.load(Ordering::Relaxed), 0, "the audit goes on asking");
    // Listed in no time; each estimate takes 10 ms.
    let chain = |clock: &Clock, cancel: &Arc<AtomicBool>, estimated: &Arc<AtomicU64>| {
        let steps = |&place: &u64| match place {
            500 => Vec::new(),
            _ => vec![("on".to_owned(), place + 1, one())],
        };
        let (clock, cancel, estimated) = (clock.clone(), Arc::clone(cancel), Arc::clone(estimated));
        let slow = move |_: &u64| {
            clock.advance(Duration::from_millis(10));
            cancel.fetch_or(estimated.fetch_add(1, Ordering::Relaxed) == 50, Ordering::Relaxed);
            Fraction::ZERO
        };
        Arc::new(Described::new(0, steps, |&place| place == 500).with_estimate(slow))
    };
    let watched = |time: Option<Duration>| {
        let (clock, cancel, estimated) = (Clock::held(), Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut told = Vec::new();
        let problem = chain(&clock, &cancel, &estimated);
        let error = judge(problem, Limits { time, clock, ..limits(cancel) }, &mut told).unwrap_err();
        (error, told, estimated.load(Ordering::Relaxed))
    };
    let (error, told, estimated) = watched(None);
    assert!(matches!(error, AuditError::Stopped(Stop::Cancelled)), "{error}");
    // Ten times a second.
    assert!(told.contains(&(10, 501)) && told.iter().all(|&(done, all)| done < 60 && all == 501), "{told:?}");
    assert_eq!(estimated, 51);
    let (error, _, estimated) = watched(Some(Duration::from_millis(200)));
    assert!(matches!(error, AuditError::Stopped(Stop::Time)), "{error}");
    assert_eq!(estimated, 20);
}

#[test]
fn free_steps_and_circles() {
    let bound = |state: &char| Fraction::whole(if *state == 'z' { 0 } else { 2 });
    on_every_search("free", Some("2"), || graph('a', "z", FREE).with_estimate(bound));
}

#[test]
fn problems_without_a_solution() {
    on_every_search("dead", None, || graph('a', "z", DEAD));
    on_every_search("one state", None, || graph('q', "z", DEAD));
    on_every_search("no goal", None, || jugs((4, 6), 3));
}

#[test]
fn the_start_may_be_a_goal() {
    on_every_search("at home", Some("0"), || graph('a', "az", WHOLE));
}

#[test]
fn jugs_are_found_as_they_come() {
    let report = ask(&request(Arc::new(jugs((3, 5), 4)), "ucs")).unwrap();
    let expected = cost(&report);
    on_every_search("jugs", expected.as_deref(), || jugs((3, 5), 4));
    let (moves, path) = (report.moves.unwrap(), report.path.unwrap());
    assert_eq!((moves[0].as_str(), path[0].as_str()), ("fill second", "(0, 0)"));
}

/// The puzzle that describes itself is solved as the puzzle of the engine is, expansion by
/// expansion.
#[test]
fn a_puzzle_that_describes_itself() {
    let goal = board("1 2 3/4 5 6/7 8 0");
    for (text, optimum) in [("1 3 6/5 0 2/4 7 8", 8), ("8 6 7/2 5 4/3 0 1", 31)] {
        let start = board(text);
        for algorithm in ["astar", "bfs", "ucs", "greedy", "weighted-astar", "fringe"] {
            let custom = ask(&request(Arc::new(eight_puzzle(&start, &goal)), algorithm)).unwrap();
            let expected =
                solve(&Request { algorithm: algorithm.to_owned(), ..Request::new(start.clone()) }, &mut |_| {}, None)
                    .unwrap();
            assert_eq!(custom.cost.map(|cost| cost.numerator()), expected.cost.map(i64::from), "{algorithm} on {text}");
            assert_eq!(custom.stats.counts.expanded, expected.stats.counts.expanded, "{algorithm} on {text}");
            assert_eq!(custom.stats.counts.generated, expected.stats.counts.generated, "{algorithm} on {text}");
            assert_eq!(
                custom.moves.unwrap().concat(),
                expected.path.unwrap().letters(Default::default()),
                "{algorithm}"
            );
        }
        for algorithm in ["hda", "parallel-ida", "ara"] {
            let custom = ask(&request(Arc::new(eight_puzzle(&start, &goal)), algorithm)).unwrap();
            assert_eq!(custom.cost.map(|cost| cost.numerator()), Some(optimum), "{algorithm} on {text}");
        }
    }
    for algorithm in ["bae", "mm"] {
        let custom = ask(&request(Arc::new(eight_puzzle(&board("8 6 7/2 5 4/3 0 1"), &goal)), algorithm)).unwrap();
        assert_eq!(custom.cost.map(|cost| cost.numerator()), Some(31), "{algorithm}");
    }
    let unsolvable = ask(&request(Arc::new(eight_puzzle(&board("2 1 3/4 5 6/7 8 0"), &goal)), "astar")).unwrap();
    assert_eq!((unsolvable.status, unsolvable.stats.counts.expanded), (Status::Unsolvable, 181_440));
}

/// Numbers without end, each with two that follow.
fn endless() -> Described<u64> {
    let steps = |&number: &u64| {
        let next = [2 * number + 1, 2 * number + 2];
        next.map(|next| (format!("to {next}"), next % (1 << 60), one())).to_vec()
    };
    Described::new(0, steps, |_| false)
}

#[test]
fn endless_problems_stop_at_a_limit() {
    for card in CARDS {
        let base = request(Arc::new(endless()), card.name);
        let nodes = Limits { nodes: Some(2_000), ..base.limits.clone() };
        let report = ask(&Request { limits: nodes, ..base.clone() }).unwrap();
        assert!(report.status == Status::Stopped || may_stop(card), "{}", card.name);
        assert!(report.stats.counts.expanded <= 2_000, "{}", card.name);
        let reason = report.reason.unwrap();
        assert!(reason.starts_with(&Stop::Nodes.to_string()) || may_stop(card), "{}: {reason}", card.name);

        // What the describer holds fills the memory: 200 bytes a state.
        let base = request(Arc::new(endless()), card.name);
        let memory = Limits { memory: Some(4 << 20), ..base.limits };
        let report = ask(&Request { limits: memory, ..request(Arc::new(endless()), card.name) }).unwrap();
        let reason = report.reason.unwrap();
        assert!(reason.starts_with(&Stop::Memory.to_string()) || may_stop(card), "{}: {reason}", card.name);

        let time = Limits { threads: NonZeroUsize::new(2), ..stepping(6) };
        let report = ask(&Request { limits: time, ..request(Arc::new(endless()), card.name) }).unwrap();
        assert_eq!(report.status, Status::Stopped, "{}", card.name);
        let reason = report.reason.unwrap();
        assert!(reason.starts_with(&Stop::Time.to_string()) || may_stop(card), "{}: {reason}", card.name);

        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let base = request(Arc::new(endless()), card.name);
        let report = ask(&Request { limits: Limits { cancel, ..base.limits.clone() }, ..base }).unwrap();
        assert!(report.reason.unwrap().starts_with(&Stop::Cancelled.to_string()), "{}", card.name);
    }
}

/// Whatever fails, and whenever: the message is the answer, and nothing is asked any more.
#[test]
fn a_failure_ends_the_search_with_its_message() {
    for card in CARDS {
        for function in ["start", "successors", "is_goal", "estimate"] {
            for call in [1, 2, 5] {
                let puzzle = Arc::new(Described { fails: Some((function, call)), ..graph('a', "z", WHOLE) });
                let limits = Limits { threads: NonZeroUsize::new(1), ..Limits::default() };
                let algorithm = if card.name == "dls" { "dls(limit=12)" } else { card.name };
                let answer = ask(&Request { limits, ..request(puzzle.clone(), algorithm) });
                let what = format!("{} with {function} {call}", card.name);
                if puzzle.book.lock().unwrap().failed {
                    let message = format!("{function} has no answer");
                    assert_eq!(answer.unwrap_err(), RequestError::Broken { message }, "{what}");
                } else {
                    // It was not called so often.
                    assert!(answer.is_ok() && (call > 1 || function == "estimate"), "{what}");
                }
            }
        }
    }
}

#[test]
fn wrong_numbers_are_named() {
    let message = |problem: Described<char>| match ask(&request(Arc::new(problem), "astar")) {
        Err(RequestError::Broken { message }) => message,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        message(graph('a', "z", &[('a', 'b', (1, 1)), ('b', 'z', (-1, 2))])),
        "the step `bz` of `'b'` costs -0.5: expected at least 0"
    );
    assert_eq!(
        message(Described { has_unit_costs: true, ..graph('a', "z", &[('a', 'z', (2, 1))]) }),
        "the step `az` of `'a'` costs 2, but the problem claims that every step costs 1"
    );
    assert_eq!(
        message(graph('a', "z", &[('a', 'z', (1 << 40, 1))])),
        "the step `az` of `'a'` costs 1099511627776: expected less than 536,870,912"
    );
    assert_eq!(
        message(graph('a', "z", WHOLE).with_estimate(|_| Fraction::whole(-3))),
        "the estimate of `'a'` is negative (-3): expected at least 0"
    );
}

/// Long paths of small steps: the unit becomes coarser until they fit, and if that is not enough
/// they are refused.
#[test]
fn paths_that_are_too_long() {
    let chain = |length: u64, cost: Fraction| {
        let steps = move |&place: &u64| match place == length {
            true => Vec::new(),
            false => vec![("on".to_owned(), place + 1, cost)],
        };
        move || Described::new(0, steps, move |&place| place == length)
    };
    let root = parts(1_414_213_562, 1_000_000_000);
    for algorithm in ["ucs", "astar", "dfs", "bfs", "greedy", "fringe", "sma", "hda", "ara", "focal", "mm", "bibfs"] {
        let report = ask(&request(Arc::new(chain(1500, root)()), algorithm)).unwrap();
        assert!(report.notes[0].contains("in a finer one they would be too large"), "{algorithm}: {:?}", report.notes);
        let cost = report.cost.unwrap().to_f64();
        assert!((cost - 1500.0 * root.to_f64()).abs() < 0.05, "{algorithm}: {cost}");
        let error = ask(&request(Arc::new(chain(2000, Fraction::whole(1_000_000))()), algorithm)).unwrap_err();
        assert!(error.to_string().contains("there are paths that cost 536,870,912 or more"), "{algorithm}: {error}");
    }
    for algorithm in ["ida", "rbfs", "ids"] {
        let report = ask(&request(Arc::new(chain(10, Fraction::whole(50_000_000))()), algorithm)).unwrap();
        assert_eq!(cost(&report).as_deref(), Some("500000000"), "{algorithm}");
        let answer = ask(&request(Arc::new(chain(50, Fraction::whole(50_000_000))()), algorithm));
        assert!(answer.is_err_and(|error| !error.is_bug()), "{algorithm}");
    }
}

/// Estimates beyond all paths, as some give for states that lead nowhere, are no obstacle.
#[test]
fn huge_estimates_are_cut_off() {
    let dead_end = |state: &char| Fraction::whole(if *state == 'c' { 1 << 61 } else { 0 });
    let report = ask(&request(Arc::new(graph('a', "z", WHOLE).with_estimate(dead_end)), "astar")).unwrap();
    assert_eq!(cost(&report).as_deref(), Some("9"));
}

#[test]
fn claims_are_no_proofs() {
    let answer = |claims: Properties, algorithm: &str| {
        let report = ask(&request(Arc::new(Described { claims, ..graph('a', "z", WHOLE) }), algorithm)).unwrap();
        (report.proof, report.lower_bound.unwrap().to_string(), report.reason.unwrap_or_default())
    };
    let found = |reason: &str| (ProofLabel::Found, "0".to_owned(), reason.to_owned());
    let admissible = Properties { admissible: true, consistent: false };
    assert_eq!(answer(admissible, "astar"), found("optimal if `heuristic` is admissible, as it is claimed to be"));
    assert_eq!(
        answer(Properties::CONSISTENT, "bae"),
        found("optimal if `heuristic` is admissible and consistent, as it is claimed to be")
    );
    assert_eq!(
        answer(Properties::NONE, "astar"),
        found("nothing is known about `heuristic`: run an audit to find out")
    );
    assert_eq!(answer(Properties::NONE, "ucs").0, ProofLabel::Optimal);
    assert_eq!(answer(Properties::NONE, "greedy").2, "");
    let liar = graph('a', "z", WHOLE).with_estimate(|state| Fraction::whole(if *state == 'z' { 0 } else { 99 }));
    let report = ask(&request(Arc::new(liar), "astar")).unwrap();
    assert_eq!(report.proof, ProofLabel::Found);
    assert_eq!(report.reason.as_deref(), Some("optimal if `heuristic` is admissible, as it is claimed to be"));
    let silent = Described { claims: Properties::NONE, ..graph('a', "z", WHOLE) };
    for algorithm in ["astar", "ida", "bae", "nba"] {
        let proved = Described { audited: Some(seen_of(graph('a', "z", WHOLE))), ..graph('a', "z", WHOLE) };
        let report = ask(&request(Arc::new(proved), algorithm)).unwrap();
        assert_eq!((report.proof, report.lower_bound), (ProofLabel::Optimal, report.cost), "{algorithm}");
    }
    let refused = ask(&request(Arc::new(silent), "nba")).unwrap_err();
    assert!(matches!(refused, RequestError::NeedsConsistency { .. }), "{refused}");
}

/// Without reopening, admissibility alone proves nothing, not even a bound.
#[test]
fn half_a_claim_proves_nothing() {
    let (start, goal) = (board("6 5 8/3 0 4/1 2 7"), board("1 2 3/4 5 6/7 8 0"));
    for at_start in 24..=54 {
        let Described { start, steps, is_goal, estimate, .. } = eight_puzzle(&start, &goal);
        let first = start.clone();
        let far = move |state: &Vec<u8>| match *state == first {
            true => Fraction::whole(at_start),
            false => estimate(state).times(Fraction::whole(3)).unwrap(),
        };
        let liar = Described::new(start, steps, is_goal).with_estimate(far);
        let claims = Properties { admissible: true, consistent: false };
        let report = ask(&request(Arc::new(Described { claims, ..liar }), "astar(reopen=no)")).unwrap();
        let bound = report.lower_bound.map(|bound| bound.numerator());
        assert_eq!((report.proof, bound), (ProofLabel::Found, Some(0)), "{at_start}");
    }
}

/// A graph whose costs, goals and estimates change when `season` does.
fn seasonal(season: &Arc<AtomicU64>) -> Described<char> {
    let summer = |season: &Arc<AtomicU64>| {
        let season = Arc::clone(season);
        move || season.load(Ordering::Relaxed) == 0
    };
    let (is_short, is_cheap, is_fair) = (summer(season), summer(season), summer(season));
    let steps = move |state: &char| {
        let leaving = WHOLE.iter().filter(|(from, ..)| from == state);
        let factor = if is_cheap() { 1 } else { 2 };
        leaving.map(|&(from, to, cost)| (format!("{from}{to}"), to, Fraction::whole(factor * cost.0))).collect()
    };
    let is_goal = move |state: &char| *state == 'z' || *state == 'd' && !is_short();
    let estimate = move |state: &char| {
        let left = "abcdez".find(*state).map_or(0, |place| [9, 7, 9, 3, 2, 0][place]);
        Fraction::whole(if is_fair() { left } else { 4 * left })
    };
    Described::new('a', steps, is_goal).with_estimate(estimate)
}

/// What an audit saw is compared with what the search sees: estimates, costs, goals.
#[test]
fn a_problem_that_has_changed_since_its_audit_proves_nothing() {
    let season = Arc::new(AtomicU64::new(0));
    let seen = seen_of(seasonal(&season));
    let informed = || CARDS.iter().filter(|card| card.informed && finds_the_optimum(card, false) && !may_stop(card));
    for card in informed() {
        let audited = Some(Arc::clone(&seen));
        let honest = ask(&request(Arc::new(Described { audited, ..seasonal(&season) }), card.name)).unwrap();
        assert_eq!((honest.proof, cost(&honest).as_deref()), (ProofLabel::Optimal, Some("9")), "{}", card.name);
        assert_eq!(honest.reason, None, "{}", card.name);
    }
    season.store(1, Ordering::Relaxed);
    for card in informed() {
        let audited = Some(Arc::clone(&seen));
        let report = ask(&request(Arc::new(Described { audited, ..seasonal(&season) }), card.name)).unwrap();
        assert_eq!(report.proof, ProofLabel::Found, "{}", card.name);
        assert_eq!(report.lower_bound.map(|bound| bound.numerator()), Some(0), "{}", card.name);
        let reason = report.reason.unwrap_or_default();
        assert!(reason.starts_with("the problem has changed, so nothing is proved: "), "{}: {reason}", card.name);
    }
    // What does not rest on the audit is proved by the search alone.
    let blind = ask(&request(Arc::new(Described { audited: Some(seen), ..seasonal(&season) }), "ucs")).unwrap();
    assert_eq!((blind.proof, cost(&blind).as_deref()), (ProofLabel::Optimal, Some("12")));
}

/// Two ways, of costs 2 and 4, and one more of 6. `estimate` is what `b` says, which is 1 away.
fn three_ways(estimate: i64) -> Described<char> {
    const WAYS: &[(char, char, (i64, i64))] = &[
        ('a', 'b', (1, 1)),
        ('b', 'z', (1, 1)),
        ('a', 'c', (2, 1)),
        ('c', 'z', (2, 1)),
        ('a', 'd', (1, 1)),
        ('d', 'z', (5, 1)),
    ];
    let far = move |state: &char| match state {
        'a' | 'c' => 2,
        'b' => estimate,
        'd' => 5,
        _ => 0,
    };
    Described {
        has_constant_hash: true,
        ..graph('a', "z", WAYS).with_estimate(move |state| Fraction::whole(far(state)))
    }
}

/// An audit cannot vouch for a state that it cannot tell from others, and does not say that the
/// problem has changed.
#[test]
fn states_with_one_hash_prove_nothing() {
    let seen = seen_of(three_ways(1));
    for (estimate, expected) in [(1, "2"), (5, "4")] {
        let problem = Described { audited: Some(Arc::clone(&seen)), ..three_ways(estimate) };
        let report = ask(&request(Arc::new(problem), "astar")).unwrap();
        assert_eq!((report.proof, cost(&report).as_deref()), (ProofLabel::Found, Some(expected)));
        assert_eq!(
            report.reason.as_deref(),
            Some("nothing is proved: the audit could not tell `'a'` from another state, which has the same hash")
        );
    }
    // States that are alike in all answers may share an identity.
    let alone = || Described { has_constant_hash: true, ..graph('q', "q", DEAD) };
    let problem = Described { audited: Some(seen_of(alone())), ..alone() };
    assert_eq!(ask(&request(Arc::new(problem), "astar")).unwrap().proof, ProofLabel::Optimal);
}

/// That there is no solution is not proved by answers that are not those of the audit.
#[test]
fn a_problem_that_has_lost_its_goals_since_its_audit_is_not_unsolvable() {
    let seen = seen_of(graph('a', "z", WHOLE));
    for algorithm in ["astar", "ida", "nba", "greedy"] {
        let problem = Described { audited: Some(Arc::clone(&seen)), ..graph('a', "", WHOLE) };
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let report = ask(&Request { limits, ..request(Arc::new(problem), algorithm) }).unwrap();
        assert_eq!((report.status, report.proof), (Status::Stopped, ProofLabel::None), "{algorithm}");
        if algorithm != "ida" {
            let reason = report.reason.unwrap_or_default();
            assert!(reason.starts_with("the problem has changed, so nothing is proved: "), "{algorithm}: {reason}");
        }
    }
    let honest = Described { audited: Some(seen_of(graph('a', "", WHOLE))), ..graph('a', "", WHOLE) };
    assert_eq!(ask(&request(Arc::new(honest), "astar")).unwrap().status, Status::Unsolvable);
}

/// Without an audit too: all is asked again along the solution.
#[test]
fn a_problem_that_changes_during_a_search_proves_nothing() {
    for (changing, words) in [
        ("successors", "the steps of `'a'` are others when asked again"),
        ("is_goal", "`'a'` is a goal when asked again"),
        ("estimate", "the estimate of `'a'` was 9 and is 36 when asked again"),
    ] {
        for card in CARDS.iter().filter(|card| finds_the_optimum(card, false) && !may_stop(card)) {
            if changing == "estimate" && !card.informed {
                continue;
            }
            let problem = Arc::new(Fickle { problem: seasonal(&Arc::default()), changing, asked: Mutex::default() });
            let report = ask(&request(problem, card.name)).unwrap();
            let what = format!("{} with {changing}", card.name);
            assert_eq!((report.proof, cost(&report).as_deref()), (ProofLabel::Found, Some("9")), "{what}");
            let reason = report.reason.unwrap_or_default();
            assert_eq!(reason, format!("the problem has changed, so nothing is proved: {words}"), "{what}");
        }
    }
}

/// A problem of which one answer is another when it is asked for a second time.
struct Fickle {
    problem: Described<char>,
    changing: &'static str,
    asked: Mutex<Vec<u32>>,
}

impl Fickle {
    fn is_again(&self, function: &str, state: u32) -> bool {
        let mut asked = self.asked.lock().unwrap();
        let is_again = function == self.changing && asked.contains(&state);
        if function == self.changing {
            asked.push(state);
        }
        is_again
    }
}

impl CustomProblem for Fickle {
    fn start(&self) -> Result<u32, String> {
        self.problem.start()
    }

    fn successors(&self, state: u32) -> Result<Vec<CustomStep>, String> {
        let dearer = |step: CustomStep| CustomStep { cost: step.cost.plus(one()).unwrap(), ..step };
        let is_again = self.is_again("successors", state);
        let steps = self.problem.successors(state)?.into_iter();
        Ok(if is_again { steps.map(dearer).collect() } else { steps.collect() })
    }

    fn is_goal(&self, state: u32) -> Result<bool, String> {
        Ok(self.problem.is_goal(state)? != self.is_again("is_goal", state))
    }

    fn estimate(&self, state: u32) -> Result<Fraction, String> {
        let factor = Fraction::whole(if self.is_again("estimate", state) { 4 } else { 1 });
        Ok(self.problem.estimate(state)?.times(factor).unwrap())
    }

    fn name(&self, state: u32) -> String {
        self.problem.name(state)
    }

    fn step_name(&self, state: u32, step: usize) -> String {
        self.problem.step_name(state, step)
    }

    fn has_unit_costs(&self) -> bool {
        false
    }

    fn claims(&self) -> Properties {
        self.problem.claims
    }

    fn bytes(&self) -> u64 {
        self.problem.bytes()
    }
}

#[test]
fn choices_are_checked() {
    let with = |heuristic: &str, algorithm: &str| {
        let heuristic = Some(heuristic.to_owned());
        ask(&Request { heuristic, ..request(Arc::new(graph('a', "z", WHOLE)), algorithm) })
    };
    assert_eq!(with("heuristic", "astar").unwrap().heuristic.as_deref(), Some("heuristic"));
    assert_eq!(with("zero", "astar").unwrap().heuristic.as_deref(), Some("zero"));
    let error = with("manhattan", "astar").unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown heuristic `manhattan` for this problem: expected `heuristic`, which is its own, or `zero`"
    );
    assert!(matches!(with("zero", "auto"), Err(RequestError::TilesOnly { .. })));
    assert!(matches!(with("zero", "ida(duplicates=none)"), Err(RequestError::Option { .. })));
}

#[test]
fn searches_can_be_watched() {
    let request = request(Arc::new(graph('a', "z", DECIMAL)), "astar");
    let mut recorded = Recorded::default();
    let report = search(&request, &mut |_| {}, Some(&mut recorded)).unwrap();
    let header = &recorded.header;
    assert_eq!((header.problem.as_str(), header.start.as_str()), ("mine", "'a'"));
    let events: Vec<serde_json::Value> =
        recorded.events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let starts = events.iter().filter(|event| event["event"] == "search").count();
    assert_eq!(starts, 1, "one search is reported, whatever the units before");
    let solved = events.iter().find(|event| event["event"] == "solved").unwrap();
    assert_eq!(solved["cost"].as_i64(), report.cost.map(|cost| cost.numerator()));
    assert_eq!((report.unit, report.stats.counts.expanded > 0), (1000, true));
}

/// On several threads nothing is asked twice either.
#[test]
fn threads_share_what_is_known() {
    let goal = board("1 2 3/4 5 6/7 8 0");
    for algorithm in ["hda", "parallel-ida", "parallel-bae"] {
        let limits = Limits { threads: NonZeroUsize::new(4), ..Limits::default() };
        let puzzle = Arc::new(eight_puzzle(&board("4 2 8/1 6 0/3 7 5"), &goal));
        let report = ask(&Request { limits, ..request(puzzle, algorithm) }).unwrap();
        let expected = solve(&Request::new(board("4 2 8/1 6 0/3 7 5")), &mut |_| {}, None).unwrap();
        assert_eq!(report.cost.map(|cost| cost.numerator()), expected.cost.map(i64::from), "{algorithm}");
    }
}

fn audited(problem: Described<char>, heuristics: &[&str]) -> Result<AuditReport, AuditError> {
    let space = AuditSpace::Other(Problem::Custom { name: "mine".to_owned(), problem: Arc::new(problem) });
    let heuristics = heuristics.iter().map(|&name| name.to_owned()).collect();
    audit(&AuditRequest { space, heuristics, ..AuditRequest::new("2x2".parse().unwrap()) }, &mut |_, _| {})
}

#[test]
fn own_problems_are_audited() {
    let distances = [9, 7, 9, 3, 2, 0];
    let exact = move |state: &char| Fraction::whole("abcdez".find(*state).map_or(0, |place| distances[place]));
    let report = audited(graph('a', "z", WHOLE).with_estimate(exact), &[]).unwrap();
    assert_eq!((report.states, report.edges, report.problem.as_deref()), (6, 11, Some("mine")));
    let custom = &report.heuristics[0];
    assert_eq!(
        (custom.name.as_str(), custom.admissible, custom.consistent, custom.exact),
        ("heuristic", true, true, 6)
    );
    assert_eq!(report.heuristics[1].name, "zero");
    assert_eq!(report.dominance.len(), 1);
    let over = audited(
        graph('a', "z", WHOLE).with_estimate(move |state| exact(state).plus(parts(1, 2)).unwrap()),
        &["heuristic"],
    );
    let over = over.unwrap();
    assert_eq!((over.heuristics[0].overestimates, over.heuristics[0].goals_above_zero), (6, 1));
    assert_eq!(over.heuristics[0].inconsistent_edges, 0);
    let worst = serde_json::to_value(over.heuristics[0].worst.as_ref().unwrap()).unwrap();
    assert_eq!((worst["board"].as_str(), worst["true"].as_u64()), (Some("'z'"), Some(0)));
    // Roots: the true distances as floats are found right, though costs have to be rounded.
    let roots = |state: &char| {
        let left = "zcba".find(*state).unwrap_or(0) as i128;
        parts(left * 1_414_213_562_373_095, 1_000_000_000_000_000)
    };
    let report = audited(graph('a', "z", ROOTS).with_estimate(roots), &["heuristic"]).unwrap();
    assert!(report.heuristics[0].admissible && report.heuristics[0].consistent);
    assert!(report.notes[0].starts_with("costs are rounded up to units of 0.000001"), "{:?}", report.notes);
    let dead = audited(graph('a', "z", DEAD), &[]).unwrap();
    assert!(dead.notes.iter().any(|note| note.contains("3 states cannot reach a goal")), "{:?}", dead.notes);
    for function in ["start", "successors", "is_goal", "estimate"] {
        let failing =
            Described { fails: Some((function, if function == "start" { 1 } else { 3 })), ..graph('a', "z", WHOLE) };
        let error = audited(failing, &[]).unwrap_err().to_string();
        assert_eq!(error, format!("{function} has no answer"));
    }
    let space = AuditSpace::Other(Problem::Custom { name: "endless".to_owned(), problem: Arc::new(endless()) });
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let endless = audit(&AuditRequest { space, limits, ..AuditRequest::new("2x2".parse().unwrap()) }, &mut |_, _| {});
    assert!(matches!(endless, Err(AuditError::Stopped(Stop::Nodes))));
    assert!(matches!(audited(graph('a', "z", WHOLE), &["manhattan"]), Err(AuditError::Request(_))));
}

/// The rules of domains: every step once forwards and once backwards, at the same cost, and taken
/// back by `undo`.
#[test]
fn the_problem_turned_round_is_the_problem() {
    let problems: [Arc<dyn CustomProblem>; 4] = [
        Arc::new(jugs((3, 5), 4)),
        Arc::new(graph('a', "z", WHOLE)),
        Arc::new(graph('a', "z", THIRDS)),
        Arc::new(graph('a', "zd", FREE)),
    ];
    for problem in problems {
        let known = Arc::new(Known::new(problem).unwrap());
        let listing = Listing::new(&known, &mut Budget::new(Limits::default())).unwrap();
        known.begin_again();
        let states = listing.states().to_vec();
        let space = LazySpace::new(Arc::clone(&known), Some(Arc::new(listing)));
        let back = space.reverse(&known.start()).unwrap();
        assert!(space.goals().iter().all(|goal| space.is_goal(goal)));
        assert_eq!(states.iter().filter(|state| space.is_goal(state)).count(), space.goals().len());
        assert!(back.goals() == [known.start()] && back.is_goal(&known.start()));
        let edges = |domain: &LazySpace| {
            let mut edges = Vec::new();
            for &state in &states {
                for op in domain.ops(&state) {
                    let mut child = state;
                    let undo = domain.apply(&mut child, op);
                    assert_eq!(domain.child_key(&state, &state, op), child);
                    edges.push((state, child, domain.cost(&state, op), domain.op_name(&state, op)));
                    domain.undo(&mut child, &undo);
                    assert_eq!(child, state);
                }
            }
            edges
        };
        let mut forwards = edges(&space);
        let mut backwards: Vec<_> =
            edges(&back).into_iter().map(|(from, to, cost, name)| (to, from, cost, name)).collect();
        forwards.sort();
        backwards.sort();
        assert_eq!(forwards, backwards);
        assert!(forwards.len() > 3);
    }
}
