//! Searches that forget, keep a beam or better their solution: on graphs with all that costs allow,
//! and under tiny budgets.

use crate::common::graph::{Estimates, Graph, graphs};
use crate::common::{self, Compiled, shape};
use npuzzle::algorithms;
use npuzzle::core::card::{OptionValue, Options};
use npuzzle::core::{
    Budget, Cost, Domain, Fraction, Heuristic, Limits, Outcome, Proof, Properties, Stop, Task, Verdict,
};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::CARDS;
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{Board, Grid, MoveOrder, Tiles};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::heuristics::zero::Zero;
use proptest::prelude::*;

/// The searches of this test, some with other options than the default.
const SEARCHES: &[(&str, &[(&str, OptionValue)])] = &[
    ("rbfs", &[]),
    ("sma", &[]),
    ("sma", &[("states", OptionValue::Count(2))]),
    ("sma", &[("states", OptionValue::Count(3))]),
    ("sma", &[("states", OptionValue::Count(5))]),
    ("sma", &[("states", OptionValue::Count(9))]),
    ("fringe", &[]),
    ("beam", &[]),
    ("beam", &[("width", OptionValue::Count(1))]),
    ("beam", &[("width", OptionValue::Count(2)), ("variant", OptionValue::Choice("monotone"))]),
    ("rectangle", &[]),
    ("rectangle", &[("aspect", OptionValue::Count(3))]),
    ("ara", &[]),
    ("ara", &[("w", OptionValue::Fraction(Fraction::whole(10))), ("step", OptionValue::Fraction(Fraction::whole(4)))]),
    ("weighted-astar", &[]),
    ("focal", &[]),
    ("focal", &[("w", OptionValue::Fraction(Fraction::ONE))]),
    ("focal", &[("w", OptionValue::Fraction(Fraction::whole(10)))]),
];

fn options(name: &str, settings: &[(&str, OptionValue)]) -> Options {
    let card = algorithms::CARDS.iter().find(|card| card.name == name).unwrap();
    let mut options = Options::defaults(card.options);
    for (option, value) in settings {
        options.set(card.options.iter().find(|card| card.name == *option).unwrap(), *value);
    }
    options
}

fn run<D: Compiled, H: Heuristic<D>>(
    (name, settings): (&str, &[(&str, OptionValue)]),
    domain: &D,
    start: D::State,
    heuristic: &H,
    limits: Limits,
) -> Outcome<D::Op> {
    let budget = &mut Budget::new(limits);
    let task = Task::new(domain, start, heuristic, budget);
    common::run(name, &options(name, settings), task)
}

/// What must be true of every answer; `optimum` is `None` if there is no solution.
pub fn judge<D: Domain>(case: &str, domain: &D, start: &D::State, optimum: Option<Cost>, outcome: &Outcome<D::Op>) {
    let lower_bound = outcome.lower_bound;
    assert!(optimum.is_none_or(|optimum| lower_bound <= optimum), "{case}: bound {lower_bound} above {optimum:?}");
    if outcome.verdict == Verdict::Unsolvable {
        assert_eq!(optimum, None, "{case}");
    }
    for pair in outcome.improvements.windows(2) {
        assert!(pair[1].cost < pair[0].cost, "{case}: {:?}", outcome.improvements);
    }
    for improvement in &outcome.improvements {
        assert!(optimum.is_some_and(|optimum| improvement.lower_bound <= optimum && optimum <= improvement.cost));
    }
    let Some(solution) = outcome.solution() else { return };
    let optimum = optimum.unwrap_or_else(|| panic!("{case}: a solution where there is none"));
    let mut state = start.clone();
    let mut cost = 0;
    for &op in &solution.ops {
        cost += domain.cost(&state, op);
        domain.apply(&mut state, op);
    }
    assert!(domain.is_goal(&state), "{case}");
    assert_eq!(solution.cost, cost, "{case}");
    assert!(lower_bound <= cost, "{case}");
    assert!(outcome.improvements.last().is_none_or(|last| last.cost == cost), "{case}");
    match solution.proof {
        Proof::Optimal => assert_eq!(cost, optimum, "{case}"),
        Proof::Within(factor) => {
            let most = factor.times(Fraction::whole(optimum.into())).unwrap();
            assert!(Fraction::whole(cost.into()) <= most, "{case}: {cost} against {factor}");
        }
        Proof::Found => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// On any graph, with any estimate, under any budget: the search ends, and what it says is
    /// true.
    #[test]
    fn every_answer_on_every_graph_is_true(
        graph in graphs(8),
        noise in prop::collection::vec(0_u32..1000, 9),
        promise in 0..3,
        nodes in prop_oneof![Just(u64::MAX), 0_u64..30],
    ) {
        let distances = graph.distances();
        let cap = noise[0] % 50;
        let estimate = |(&noise, &distance): (&Cost, &Option<Cost>)| match (promise, distance) {
            (0, _) if noise < 10 => Cost::MAX,
            (0, _) => noise % 50,
            // At most the true cost, and where there is no way anything.
            (1, Some(distance)) => distance * (noise % 11) / 10,
            (1, None) => noise,
            // A distance that is cut short still never drops by more than the cost of an edge.
            (_, Some(distance)) => distance.min(cap),
            (_, None) => cap,
        };
        let values = noise.iter().zip(&distances).map(estimate).collect();
        let (admissible, consistent) = (promise > 0, promise > 1);
        let estimates = Estimates { values, properties: Properties { admissible, consistent } };
        for &search in SEARCHES {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = run(search, &graph, 0, &estimates, limits);
            let case = format!("{search:?} on {graph:?}: {outcome:?}");
            judge(&case, &graph, &0, distances[0], &outcome);
            let stopped = |reason| matches!(outcome.verdict, Verdict::Stopped { why, .. } if why == reason);
            if search.0 == "sma" {
                let states = options(search.0, search.1).count("states");
                prop_assert!(outcome.stats.max_stored <= u64::from(states), "{}", case);
            }
            if nodes < u64::MAX && stopped(Stop::Nodes) {
                continue;
            }
            // A search that the limit did not stop has an answer, unless its own memory was too
            // small.
            let answered = !matches!(outcome.verdict, Verdict::Stopped { .. });
            match search.0 {
                "sma" => prop_assert!(answered || stopped(Stop::States), "{}", case),
                "beam" => prop_assert!(answered || stopped(Stop::RanDry), "{}", case),
                _ => prop_assert_eq!(outcome.solution().map(|_| ()), distances[0].map(|_| ()), "{}", case),
            }
            let exact = match search.0 {
                "rbfs" | "fringe" | "ara" => admissible,
                "rectangle" => true,
                "sma" => admissible && search.1.is_empty(),
                _ => false,
            };
            if let ("weighted-astar" | "focal", true, Some(solution)) = (search.0, admissible, outcome.solution()) {
                prop_assert_ne!(solution.proof, Proof::Found, "{}", case);
            }
            if exact && let Some(solution) = outcome.solution() {
                prop_assert_eq!(solution.proof, Proof::Optimal, "{}", case);
            }
        }
    }
}

/// A ring of operators that cost nothing, with a loop at every state: with and without a way out of
/// it.
#[test]
fn circles_that_cost_nothing_end() {
    let ring = |state: usize| vec![(state, 0), ((state + 1) % 20, 0), ((state + 19) % 20, 0)];
    let mut edges: Vec<_> = (0..20).map(ring).collect();
    edges.push(vec![(0, 0)]);
    let mut graph = Graph { edges, goals: vec![20] };
    for solvable in [false, true] {
        if solvable {
            graph.edges[10].push((20, 7));
        }
        for &search in SEARCHES {
            let outcome = run(search, &graph, 0, &Zero, Limits::default());
            judge(&format!("{search:?}"), &graph, &0, solvable.then_some(7), &outcome);
            if search.1.is_empty() {
                assert_eq!(outcome.solution().map(|solution| solution.cost), solvable.then_some(7), "{search:?}");
            }
        }
    }
}

fn random_boards<G: Grid>(side: usize, count: usize, seed: u64) -> (Tiles<G>, Vec<Board>) {
    let goal = CARDS[0].board(shape(side, side));
    let domain = Tiles::<G>::new(&goal, MoveOrder::default());
    let mut generator = Generator::new(&goal, Kind::Uniform, seed).unwrap();
    (domain, (0..count).map(|_| generator.board()).collect())
}

/// SMA* keeps to its memory: with room for the path it finds a solution, optimal where it says so;
/// with less it stops, and what it has proved is true.
#[test]
fn sma_keeps_to_its_memory() {
    let (domain, _) = random_boards::<Small>(3, 0, 0);
    let table = DistanceTable::new(domain.goal()).unwrap();
    let heuristic = Manhattan::new(&domain);
    let (mut proved, mut stopped) = (0, 0);
    for distance in [1, 2, 6, 10, 14, 18] {
        for board in table.boards_at(distance).take(5) {
            let distance = u32::from(distance);
            for states in [2, distance, distance + 1, distance + 2, distance + 5, 100, 5000] {
                let states = states.max(2);
                let search = ("sma", &[("states", OptionValue::Count(states))][..]);
                let outcome = run(search, &domain, domain.position(&board), &heuristic, Limits::default());
                let case = format!("{states} states on {board}, {distance} moves");
                judge(&case, &domain, &domain.position(&board), Some(distance), &outcome);
                assert!(outcome.stats.max_stored <= u64::from(states), "{case}");
                assert_eq!(outcome.solution().is_some(), states > distance, "{case}");
                match &outcome.verdict {
                    Verdict::Solved(solution) => proved += usize::from(solution.proof == Proof::Optimal),
                    verdict => {
                        assert_eq!(*verdict, Verdict::Stopped { why: Stop::States, best: None }, "{case}");
                        assert!(outcome.lower_bound >= states.min(distance), "{case}: {}", outcome.lower_bound);
                        stopped += 1;
                    }
                }
            }
        }
    }
    assert!(proved > 100 && stopped > 25, "{proved} proved, {stopped} stopped");
}

/// RBFS holds no more than the successors of one path.
#[test]
fn rbfs_holds_one_path() {
    let (domain, boards) = random_boards::<Small>(3, 20, 7);
    let table = DistanceTable::new(domain.goal()).unwrap();
    let heuristic = Manhattan::new(&domain);
    for board in boards {
        let optimum = u32::from(table.distance_of(&board).unwrap());
        let outcome = run(("rbfs", &[]), &domain, domain.position(&board), &heuristic, Limits::default());
        judge(&board.to_string(), &domain, &domain.position(&board), Some(optimum), &outcome);
        assert_eq!(outcome.solution().unwrap().proof, Proof::Optimal);
        assert!(outcome.stats.max_stored <= 4 * u64::from(optimum) + 1, "{:?}", outcome.stats);
    }
}

/// Whatever the memory limit, the searches ask before they take, stop cleanly and prove nothing
/// that is wrong.
#[test]
fn memory_limits_end_cleanly() {
    let (domain, boards) = random_boards::<Small>(4, 2, 3);
    let heuristic = Manhattan::new(&domain);
    for board in boards {
        let start = domain.position(&board);
        for memory in [0, 100, 10_000, 1 << 20, 8 << 20] {
            for &search in SEARCHES {
                let limits = Limits { memory: Some(memory), nodes: Some(300_000), ..Limits::default() };
                let outcome = run(search, &domain, start.clone(), &heuristic, limits);
                assert!(outcome.stats.peak_bytes <= memory, "{search:?} held {}", outcome.stats.peak_bytes);
                assert_ne!(outcome.verdict, Verdict::Unsolvable, "{search:?}");
                assert!(outcome.lower_bound <= 80, "{search:?}");
            }
        }
    }
}

fn beam_cost(domain: &Tiles<Small>, board: &Board, width: u32) -> Cost {
    let heuristic = Manhattan::new(domain);
    let settings = [("width", OptionValue::Count(width)), ("variant", OptionValue::Choice("monotone"))];
    let outcome = run(("beam", &settings), domain, domain.position(board), &heuristic, Limits::default());
    assert!(matches!(outcome.verdict, Verdict::Solved(_) | Verdict::Stopped { why: Stop::RanDry, .. }));
    outcome.solution().map_or(Cost::MAX, |solution| solution.cost)
}

/// A wider beam never finds a worse solution; and the widest finds an optimal one.
#[test]
fn the_monotone_beam_is_monotone() {
    let (domain, boards) = random_boards::<Small>(3, 30, 11);
    let table = DistanceTable::new(domain.goal()).unwrap();
    for board in boards {
        let costs: Vec<Cost> = (1..80).chain([1000, 30_000]).map(|width| beam_cost(&domain, &board, width)).collect();
        assert!(costs.is_sorted_by(|narrow, wide| narrow >= wide), "{board}: {costs:?}");
        assert_eq!(costs.last().copied(), table.distance_of(&board).map(u32::from), "{board}");
    }
    let (domain, boards) = random_boards::<Small>(4, 15, 12);
    for board in boards {
        let widths = (1..40).chain([60, 100, 200, 500]);
        let costs: Vec<Cost> = widths.map(|width| beam_cost(&domain, &board, width)).collect();
        assert!(costs.is_sorted_by(|narrow, wide| narrow >= wide), "{board}: {costs:?}");
    }
}

/// Each solution is better than the one before and the last is the optimum; stopped early, the best
/// so far is handed over.
#[test]
fn anytime_searches_get_better_until_they_have_the_optimum() {
    let (domain, boards) = random_boards::<Small>(3, 25, 13);
    let table = DistanceTable::new(domain.goal()).unwrap();
    let heuristic = Manhattan::new(&domain);
    let mut improvements = 0;
    for board in boards {
        let (start, optimum) = (domain.position(&board), u32::from(table.distance_of(&board).unwrap()));
        for name in ["rectangle", "ara"] {
            let whole = run((name, &[]), &domain, start.clone(), &heuristic, Limits::default());
            judge(name, &domain, &start, Some(optimum), &whole);
            let Verdict::Solved(solution) = &whole.verdict else { panic!("{name} on {board}") };
            assert_eq!((solution.cost, solution.proof), (optimum, Proof::Optimal), "{name} on {board}");
            improvements += whole.improvements.len();
            for part in 1..10 {
                let limits = Limits { nodes: Some(whole.stats.expanded * part / 10), ..Limits::default() };
                let stopped = run((name, &[]), &domain, start.clone(), &heuristic, limits);
                judge(name, &domain, &start, Some(optimum), &stopped);
                let found = whole.improvements.iter().any(|first| first.expanded <= stopped.stats.expanded);
                assert!(stopped.solution().is_some() || !found, "{name} on {board} forgot its solution");
            }
        }
    }
    assert!(improvements > 75, "only {improvements} improvements: the test shows little");
}
