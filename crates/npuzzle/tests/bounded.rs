//! Searches with a proved factor: every label, every factor and every lower bound against true
//! distances.
//!
//! `weighted-astar`, `ara` and `focal` with weights from one to five, with heuristics that promise
//! much, little and nothing, to the end and stopped at any point; `auto` too.

use std::sync::{Arc, LazyLock};
use std::thread;

use crate::common::{self, Sweep, shape};
use npuzzle::algorithms;
use npuzzle::answer::{Problem, ProofLabel, Request, Status, search, solve};
use npuzzle::catalogue::heuristic_expression;
use npuzzle::core::card::{OptionValue, Options};
use npuzzle::core::{Budget, Cost, Evaluator, Fraction, Limits, Outcome, Proof, TableCache, Task, Verdict};
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{Board, MoveOrder, Tiles, sets};
use npuzzle::heuristics::expression::{FailureSlot, Steps};
use npuzzle::heuristics::tiles::compiled::SMALL;

const SEARCHES: [&str; 3] = ["weighted-astar", "ara", "focal"];
const WEIGHTS: [&str; 5] = ["1", "1.2", "1.5", "2", "5"];
/// The last two overestimate: nothing that is called proved may rest on them.
const HEURISTICS: [&str; 6] = [
    "manhattan",
    "linear-conflict",
    "misplaced",
    "floor(manhattan/3)",
    "manhattan-with-blank",
    "2*manhattan + misplaced",
];
const NODES: [Option<u64>; 4] = [None, Some(7), Some(60), Some(500)];

/// Tables are built once.
static SHELF: LazyLock<Arc<TableCache>> = LazyLock::new(Arc::default);

fn limits(nodes: Option<u64>) -> Limits {
    Limits { nodes, table_cache: Arc::clone(&SHELF), ..Limits::default() }
}

/// A part of all boards of the 8-puzzle with their distances, spread over all of them; a prime, so
/// that every combination meets every kind of board.
const EVERY: usize = 11;

fn eight_puzzles(sweep: &Sweep) -> Vec<(Cost, Board)> {
    let table = DistanceTable::new(&CARDS[0].board(shape(3, 3))).unwrap();
    let depths = 0..table.widths().len() as u8;
    let boards = depths.flat_map(|depth| table.boards_at(depth).map(move |board| (u32::from(depth), board)));
    sweep.of(boards.step_by(EVERY)).collect()
}

/// Runs every search with one heuristic on its share of the boards, with a weight and a node limit
/// that change from board to board.
struct OnEightPuzzles<'a> {
    domain: &'a Tiles<Small>,
    boards: &'a [(Cost, Board)],
    share: usize,
    name: &'a str,
}

/// How many answers there were of each kind, so that a test that shows nothing fails.
#[derive(Default, Debug)]
struct Tally {
    optimal: usize,
    within: usize,
    found: usize,
    stopped: usize,
}

impl OnEightPuzzles<'_> {
    fn run(&self, heuristic: &dyn Evaluator<Tiles<Small>>) -> Tally {
        let mut tally = Tally::default();
        let share = self.boards.iter().skip(self.share).step_by(HEURISTICS.len());
        for (number, (optimum, board)) in share.enumerate() {
            for (turn, name) in SEARCHES.iter().enumerate() {
                let weight: Fraction = WEIGHTS[(number + turn) % WEIGHTS.len()].parse().unwrap();
                let nodes = NODES[(number / WEIGHTS.len()) % NODES.len()];
                let card = algorithms::CARDS.iter().find(|card| card.name == *name).unwrap();
                let mut options = Options::defaults(card.options);
                options.set(&card.options[0], OptionValue::Fraction(weight));
                let budget = &mut Budget::new(limits(nodes));
                let task = Task::new(self.domain, self.domain.position(board), heuristic, budget);
                let outcome = common::run(name, &options, task);
                let case = format!("{name}(w={weight}) with {} under {nodes:?} on {board}", self.name);
                self.judge(&case, board, *optimum, nodes, &outcome, &mut tally);
                let ended = matches!(outcome.verdict, Verdict::Solved(_));
                // ARA* goes on until the optimum is proved, whatever the first weight.
                if let (true, true, Some(solution)) = (ended, heuristic.promises().admissible, outcome.solution()) {
                    assert_ne!(solution.proof, Proof::Found, "{case}");
                    assert!(is_within(solution.cost, weight, *optimum), "{case}: {}", solution.cost);
                }
            }
        }
        tally
    }
}

fn is_within(cost: Cost, factor: Fraction, optimum: Cost) -> bool {
    factor.times(Fraction::whole(optimum.into())).is_some_and(|most| Fraction::whole(cost.into()) <= most)
}

impl OnEightPuzzles<'_> {
    /// What must be true of every answer.
    fn judge(
        &self,
        case: &str,
        board: &Board,
        optimum: Cost,
        nodes: Option<u64>,
        outcome: &Outcome<<Tiles<Small> as npuzzle::core::Domain>::Op>,
        tally: &mut Tally,
    ) {
        assert!(outcome.lower_bound <= optimum, "{case}: bound {} above {optimum}", outcome.lower_bound);
        for improvement in &outcome.improvements {
            assert!(improvement.lower_bound <= optimum && optimum <= improvement.cost, "{case}: {improvement:?}");
        }
        match &outcome.verdict {
            Verdict::Unsolvable => panic!("{case}: there is a solution"),
            Verdict::Stopped { .. } => {
                assert!(nodes.is_some(), "{case}");
                tally.stopped += 1;
            }
            Verdict::Solved(_) => {}
        }
        let Some(solution) = outcome.solution() else { return };
        npuzzle::verify::verify(board, self.domain.goal(), &self.domain.moves(board.blank(), &solution.ops)).unwrap();
        assert_eq!(solution.ops.len() as Cost, solution.cost, "{case}");
        assert!(solution.cost >= optimum, "{case}");
        match solution.proof {
            Proof::Optimal => {
                assert_eq!(solution.cost, optimum, "{case}");
                tally.optimal += 1;
            }
            Proof::Within(factor) => {
                assert!(is_within(solution.cost, factor, optimum), "{case}: {} by {factor}", solution.cost);
                tally.within += 1;
            }
            Proof::Found => tally.found += 1,
        }
    }
}

#[test]
fn every_label_on_the_eight_puzzle_is_true() {
    let sweep = Sweep::one_in(4);
    let boards = eight_puzzles(&sweep);
    let (many, some) = (sweep.share(600), sweep.share(200));
    let domain = Tiles::<Small>::new(&CARDS[0].board(shape(3, 3)), MoveOrder::default());
    thread::scope(|scope| {
        for (share, name) in HEURISTICS.into_iter().enumerate() {
            let (boards, domain) = (&boards, &domain);
            scope.spawn(move || {
                let expression = heuristic_expression(name).unwrap();
                let admissible = expression.properties(Steps::MOVES).admissible;
                let on = OnEightPuzzles { domain, boards, share, name };
                let budget = &mut Budget::new(Limits::default());
                let tally = on.run(&*(SMALL.evaluator)(&expression, domain, budget, &FailureSlot::default()).unwrap());
                assert!(tally.stopped > many, "{name}: {tally:?}");
                assert_eq!(tally.optimal > many && tally.within > some, admissible, "{name}: {tally:?}");
                assert_eq!(tally.found > many, !admissible, "{name}: {tally:?}");
            });
        }
    });
}

/// Without reopening a weight is kept too, if the heuristic is consistent. (Likhachev, Gordon &
/// Thrun 2003)
#[test]
fn a_weight_is_kept_without_reopening() {
    let goal = CARDS[0].board(shape(2, 4));
    let table = DistanceTable::new(&goal).unwrap();
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    let expression = heuristic_expression("manhattan").unwrap();
    let budget = &mut Budget::new(Limits::default());
    let heuristic = (SMALL.evaluator)(&expression, &domain, budget, &FailureSlot::default()).unwrap();
    let card = algorithms::CARDS.iter().find(|card| card.name == "weighted-astar").unwrap();
    let mut options = Options::defaults(card.options);
    options.set(card.options.iter().find(|option| option.name == "reopen").unwrap(), OptionValue::Choice("no"));
    let sweep = Sweep::one_in(8);
    let depths = 0..table.widths().len() as u8;
    let boards = depths.flat_map(|depth| table.boards_at(depth).map(move |board| (Cost::from(depth), board)));
    let (mut longer, mut closed_for_good) = (0, 0);
    for (number, (optimum, board)) in sweep.of(boards).enumerate() {
        let weight: Fraction = ["1.2", "1.5", "2", "5", "50"][number % 5].parse().unwrap();
        options.set(&card.options[0], OptionValue::Fraction(weight));
        let budget = &mut Budget::new(Limits::default());
        let task = Task::new(&domain, domain.position(&board), &*heuristic, budget);
        let outcome = common::run(card.name, &options, task);
        let solution = outcome.solution().unwrap();
        assert!(is_within(solution.cost, weight, optimum), "w={weight} on {board}: {}", solution.cost);
        assert!(matches!(solution.proof, Proof::Within(factor) if factor <= weight), "{:?}", solution.proof);
        assert!(outcome.lower_bound <= optimum, "w={weight} on {board}: {}", outcome.lower_bound);
        longer += usize::from(solution.cost > optimum);
        closed_for_good += outcome.stats.reopened;
    }
    assert!(longer > sweep.share(2000) && closed_for_good == 0, "{longer} longer ones, {closed_for_good} reopened");
}

/// What must be true of the report on a board whose optimum is known.
fn judge_report(request: &Request, optimum: Cost) -> ProofLabel {
    let report = solve(request, &mut |_| {}, None).unwrap();
    let case = format!("{} with {:?} on {}", request.algorithm, request.heuristic, request.problem);
    assert!(report.lower_bound.is_some_and(|bound| bound <= optimum), "{case}: bound {:?}", report.lower_bound);
    for improvement in &report.improvements {
        assert!(improvement.lower_bound <= optimum && optimum <= improvement.cost, "{case}: {improvement:?}");
    }
    let Some(cost) = report.cost else {
        assert_eq!((report.status, report.proof), (Status::Stopped, ProofLabel::None), "{case}");
        return report.proof;
    };
    assert!(cost >= optimum, "{case}");
    match (report.proof, report.within) {
        (ProofLabel::Optimal, None) => assert_eq!(cost, optimum, "{case}"),
        (ProofLabel::Within, Some(factor)) => {
            assert!(f64::from(cost) <= factor * f64::from(optimum) + 1e-9, "{case}: {cost} by {factor}");
        }
        (ProofLabel::Found, None) => {}
        other => panic!("{case}: {other:?}"),
    }
    report.proof
}

/// Every search and `auto` on one board, each with a weight, a heuristic and a limit of its turn.
fn judge_all(start: &Board, goal: &Goal, optimum: Cost, number: usize) {
    let nodes = [None, Some(300), Some(5_000), Some(40_000)];
    for (turn, name) in SEARCHES.into_iter().chain(["auto"]).enumerate() {
        let weight = WEIGHTS[1 + (number + turn) % (WEIGHTS.len() - 1)];
        // Until the optimum is proved `ara` takes long.
        let nodes = nodes[(number + turn) % nodes.len()].or((name == "ara").then_some(100_000));
        let algorithm = if name == "auto" { name.to_owned() } else { format!("{name}(w={weight})") };
        let heuristic = Some(HEURISTICS[(number / 2 + turn) % HEURISTICS.len()].to_owned());
        let heuristic = heuristic.filter(|_| name != "auto" || number.is_multiple_of(4));
        let limits = Limits { memory: Some(512 << 20), ..limits(nodes.or(Some(400_000))) };
        let request = Request { goal: goal.clone(), algorithm, heuristic, limits, ..Request::new(start.clone()) };
        judge_report(&request, optimum);
    }
}

#[test]
fn labels_on_rectangles_are_true() {
    for (rows, cols) in [(3, 4), (4, 3), (2, 6)] {
        let goal = Goal::preset("snail").unwrap();
        let mut generator = Generator::new(&goal.board(shape(rows, cols)).unwrap(), Kind::Uniform, 6).unwrap();
        for number in 0..24 {
            let start = generator.board();
            let request = Request { goal: goal.clone(), limits: limits(None), ..Request::new(start.clone()) };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            assert_eq!(report.proof, ProofLabel::Optimal);
            judge_all(&start, &goal, report.cost.unwrap(), number);
        }
    }
}

/// Korf's boards with the nearest goals.
#[test]
fn labels_on_korfs_boards_are_true() {
    let (set, mut instances) = sets::find("korf").unwrap().unwrap();
    instances.sort_by_key(|instance| instance.known.cost());
    for (number, instance) in instances.iter().take(12).enumerate() {
        judge_all(&instance.board, &Goal::preset(set.goal).unwrap(), instance.known.cost(), number);
    }
    // With the whole time a weight is kept on each of them.
    for instance in instances.iter().take(12) {
        for name in ["weighted-astar(w=1.5)", "focal(w=1.5)", "focal(w=1.3)"] {
            let request = Request {
                goal: Goal::preset(set.goal).unwrap(),
                algorithm: name.to_owned(),
                heuristic: Some("linear-conflict".to_owned()),
                limits: limits(None),
                ..Request::new(instance.board.clone())
            };
            assert_ne!(judge_report(&request, instance.known.cost()), ProofLabel::Found, "{name}");
        }
    }
}

/// Larger boards that a walk keeps near their goal: `auto` improves there until the limit.
#[test]
fn labels_of_auto_on_large_boards_are_true() {
    let mut labels = Vec::new();
    for (side, seed) in [(5, 1), (5, 2), (6, 3), (7, 4)] {
        let goal = CARDS[0].board(shape(side, side));
        let start = Generator::new(&goal, Kind::Walk(40), seed).unwrap().board();
        let exact = Request {
            algorithm: "astar".to_owned(),
            heuristic: Some("linear-conflict".to_owned()),
            limits: limits(None),
            ..Request::new(start.clone())
        };
        let optimum = solve(&exact, &mut |_| {}, None).unwrap().cost.unwrap();
        for nodes in [1, 100, 10_000] {
            let request = Request { limits: limits(Some(nodes)), ..Request::new(start.clone()) };
            labels.push(judge_report(&request, optimum));
        }
    }
    assert!(labels.iter().any(|&label| label != ProofLabel::None), "{labels:?}");
}

/// Costs other than one, graphs that are no trees of moves, goals out of reach.
#[test]
fn labels_on_other_problems_are_true() {
    const ISLAND: &str = include_str!("../../../testdata/maps/island.txt");
    let island = Problem::Map {
        name: "island".to_owned(),
        map: read_map(ISLAND, MapOptions::default()).unwrap(),
        estimates: Vec::new(),
    };
    let calls = ["hanoi(3,5)", "hanoi(4,5)", "pancake(4 1 3 2 5)", "pancake(7)", "jugs(3,5->4)", "missionaries(4,4,3)"];
    let spaces = calls.into_iter().map(|call| Problem::Call(call.to_owned())).chain([island]);
    for space in spaces {
        let request = |algorithm: &str, nodes| Request {
            algorithm: algorithm.to_owned(),
            limits: limits(nodes),
            seed: 3,
            ..Request::about(space.clone())
        };
        let truth = search(&request("ucs", None), &mut |_| {}, None).unwrap();
        let optimum = truth.cost.unwrap().to_f64();
        for name in SEARCHES {
            for weight in WEIGHTS {
                for nodes in NODES {
                    let algorithm = format!("{name}(w={weight})");
                    let report = search(&request(&algorithm, nodes), &mut |_| {}, None).unwrap();
                    let case = format!("{algorithm} under {nodes:?} on {}", report.problem);
                    let bound = report.lower_bound.unwrap().to_f64();
                    assert!(bound <= optimum + 1e-9, "{case}: {bound} above {optimum}");
                    let Some(cost) = report.cost.map(|cost| cost.to_f64()) else {
                        assert!(nodes.is_some() && report.status == Status::Stopped, "{case}");
                        continue;
                    };
                    match report.proof {
                        ProofLabel::Optimal => assert!((cost - optimum).abs() < 1e-9, "{case}: {cost}"),
                        ProofLabel::Within => {
                            let factor = report.within.unwrap();
                            assert!(cost <= factor * optimum + 1e-9, "{case}: {cost} by {factor}");
                        }
                        label => assert!(nodes.is_some() || label == ProofLabel::Found, "{case}: {label:?}"),
                    }
                }
            }
        }
    }
}

/// A weight below one keeps the optimum. It halves an estimate without rounding it: the count is
/// that of a plain program which orders by `g + h/2`.
#[test]
fn weights_below_one_are_optimal() {
    let ask = |board: &str, weight: &str, heuristic: &str| {
        let request = Request {
            algorithm: format!("weighted-astar(w={weight})"),
            heuristic: Some(heuristic.to_owned()),
            ..Request::new(common::board(board))
        };
        solve(&request, &mut |_| {}, None).unwrap()
    };
    for (board, optimum) in
        [("8 7 6/5 4 3/2 1 0", 30), ("5 4 0/6 1 8/7 3 2", 22), ("8 6 7/2 5 4/3 0 1", 31), ("1 2 3/4 5 6/7 8 0", 0)]
    {
        for weight in ["0.01", "0.5", "0.99"] {
            let report = ask(board, weight, "manhattan");
            assert_eq!((report.cost, report.proof), (Some(optimum), ProofLabel::Optimal), "{board} by {weight}");
            assert_eq!(report.lower_bound, Some(optimum), "{board} by {weight}");
        }
    }
    let report = ask("8 7 6/5 4 3/2 1 0", "0.5", "misplaced-with-blank");
    assert_eq!((report.cost, report.stats.counts.expanded), (Some(30), 160_903));
    assert_eq!(report.proof, ProofLabel::Found);
}

/// The largest weights that a text may have, also on estimates near the largest (2^30): priorities
/// do not overflow, and no label says more than is true.
#[test]
fn labels_with_the_largest_weights_are_true() {
    let goal = CARDS[0].board(shape(3, 3));
    let table = DistanceTable::new(&goal).unwrap();
    for (depth, heuristic) in
        [(1, "manhattan"), (12, "linear-conflict"), (31, "manhattan"), (20, "40_000_000*manhattan")]
    {
        let start = table.boards_at(depth).next().unwrap();
        let is_admissible = !heuristic.contains('*');
        for algorithm in
            ["weighted-astar(1e9)", "weighted-astar(w=999999999.5)", "ara(w=1_000_000_000)", "focal(w=1e9)"]
        {
            let request = Request {
                algorithm: algorithm.to_owned(),
                heuristic: Some(heuristic.to_owned()),
                limits: limits(Some(20_000)),
                ..Request::new(start.clone())
            };
            let label = judge_report(&request, depth.into());
            assert_ne!(label, ProofLabel::None, "{algorithm} with {heuristic}");
            assert!(is_admissible || label == ProofLabel::Found, "{algorithm} with {heuristic}: {label:?}");
        }
    }
}
