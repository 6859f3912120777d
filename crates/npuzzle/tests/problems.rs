//! Every problem of the list, and maps: the contract of domains over whole state spaces, the claims
//! of their heuristics, and every search against the truth.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::common::run;
use crate::crew::Asked;
use npuzzle::algorithms;
use npuzzle::answer::{Problem, Request, search, solve};
use npuzzle::core::card::{AlgorithmCard, Completeness, MemoryClass, Optimality, Options};
use npuzzle::core::{
    BoxedEvaluator, Budget, Cost, Describe, Domain, Evaluator, Heuristic, Limits, Outcome, Parity, Proof, Properties,
    Stop, Task, Verdict, Watcher, crew,
};
use npuzzle::domains::any::{AnyDomain, AnyEstimate, Code, Coded};
use npuzzle::domains::map::{MapHeuristic, MapOptions, MapSpace, read_heuristic, read_map};
use npuzzle::domains::problem::AnyInstance;
use npuzzle::domains::tiles::notation::{Format, ReadOptions, read_board, write_board};
use npuzzle::domains::{CARDS, read_problem};
use npuzzle::heuristics::zero::Zero;
use npuzzle::lab::export::SpaceExport;

/// Small instances of each problem; a new problem is tested with the example of its card.
fn instances(name: &'static str) -> Vec<String> {
    let listed: &[&str] = match name {
        "hanoi" => &["3,1", "3,3", "4,4", "5,3"],
        "jugs" => &["3,5->4", "4,3->2", "2,3,7->5", "1->0", "2,4->3", "3->7"],
        "missionaries" => &["3,3,2", "4,4,2", "4,4,3", "1,1,2", "3,2,2", "0,3,2", "2,0,1", "1,0,1", "5,5,3", "6,6,4"],
        "pancake" => &["1", "2 1", "5", "4 1 3 2 5"],
        _ => &[],
    };
    let example = CARDS.iter().find(|card| card.name == name).unwrap().example;
    let arguments = example.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')')).unwrap();
    if listed.is_empty() { vec![arguments.to_owned()] } else { listed.iter().map(|&text| text.to_owned()).collect() }
}

const ISLAND: &str = include_str!("../../../testdata/maps/island.txt");
const MAPS: [&str; 5] = [
    ISLAND,
    "a\nz\na: b,1 c,2\nb: a,1 c,0\nc: b,0 a,2\nz: a,1\n",
    "a\na\na: a,1\n",
    "s\ng h\ns: s,0 x,2 x,1 y,0.5\nx: g,1.25 s,3\ny: x,0 h,2.75\ng: s,1\nlost: g,1 s,1\n",
    "s\nt\ns: a,0 b,0\na: b,0 s,0 t,5\nb: a,0 t,3\n",
];

/// All that can be reached from some states.
struct Space<D: Domain> {
    states: Vec<D::State>,
    numbers: HashMap<D::Key, usize>,
    /// From, to and cost, in the order of the operators.
    edges: Vec<Vec<(D::Key, Cost)>>,
}

fn enumerate<D: Domain>(domain: &D, from: Vec<D::State>) -> Space<D> {
    let mut space = Space { states: Vec::new(), numbers: HashMap::new(), edges: Vec::new() };
    let mut waiting = from;
    while let Some(state) = waiting.pop() {
        let key = domain.pack(&state);
        if space.numbers.contains_key(&key) {
            continue;
        }
        space.numbers.insert(key, space.states.len());
        let mut edges = Vec::new();
        for op in domain.ops(&state) {
            let mut child = state.clone();
            let cost = domain.cost(&state, op);
            domain.apply(&mut child, op);
            edges.push((domain.pack(&child), cost));
            waiting.push(child);
        }
        space.states.push(state);
        space.edges.push(edges);
        assert!(space.states.len() < 500_000, "choose a smaller instance");
    }
    space
}

impl<D: Domain> Space<D> {
    /// The true distance of every state to its nearest goal.
    fn distances(&self, domain: &D) -> Vec<Option<Cost>> {
        let mut back = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            for (to, cost) in edges {
                back[self.numbers[to]].push((from, *cost));
            }
        }
        let mut distances = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&state| domain.is_goal(&self.states[state]));
        let mut queue: BinaryHeap<_> = goals.map(|goal| Reverse((0, goal))).collect();
        while let Some(Reverse((distance, state))) = queue.pop() {
            if distances[state].is_none() {
                distances[state] = Some(distance);
                queue.extend(back[state].iter().map(|&(before, cost)| Reverse((distance + cost, before))));
            }
        }
        distances
    }
}

/// The rules of [`Domain`] and [`Describe`], over everything that can be reached.
fn keeps_the_contract<D: Describe>(label: &str, domain: &D, start: &D::State) {
    let space = enumerate(domain, vec![start.clone()]);
    let distances = space.distances(domain);
    let goals: HashSet<D::Key> = domain.goals().iter().map(|goal| domain.pack(goal)).collect();
    assert!(domain.goals().iter().all(|goal| domain.is_goal(goal)), "{label}: what is listed as a goal is none");
    let mut names = HashSet::new();
    for (state, distance) in space.states.iter().zip(&distances) {
        let name = domain.name(state);
        let key = domain.pack(state);
        assert_eq!(domain.pack(&domain.unpack(&key)), key, "{label}: {name}");
        assert_eq!(domain.name(&domain.unpack(&key)), name, "{label}");
        assert!(names.insert(name.clone()), "{label}: two states are called {name}");
        assert!(!name.contains('\n') && !domain.draw(state).is_empty(), "{label}: {name}");
        assert!(domain.draw(state).is_ascii(), "{label}: {name}");
        assert_eq!(domain.is_goal(state), goals.contains(&key), "{label}: {name} is a goal, and is not listed");
        let parity = domain.cost_parity(state);
        if let (Some(parity), Some(distance)) = (parity, distance) {
            assert_eq!(parity, Parity::of(u64::from(*distance)), "{label}: {name}");
        }
        let ops: Vec<D::Op> = domain.ops(state).collect();
        let op_names: HashSet<String> = ops.iter().map(|&op| domain.op_name(state, op)).collect();
        assert!(op_names.len() == ops.len() && !op_names.contains(""), "{label}: {op_names:?}");
        for &op in &ops {
            let mut child = state.clone();
            let undo = domain.apply(&mut child, op);
            let child_key = domain.pack(&child);
            assert_eq!(domain.child_key(state, &key, op), child_key, "{label}: {name} {op:?}");
            assert!(domain.uniform_cost().is_none_or(|cost| cost == domain.cost(state, op)), "{label}");
            if let (Some(parity), Some(after)) = (parity, domain.cost_parity(&child)) {
                let flips = domain.cost(state, op) % 2 == 1;
                assert_eq!(parity != after, flips, "{label}: {name} {op:?}");
            }
            let after: Vec<D::Op> = domain.ops_after(&child, &undo).collect();
            let all: Vec<D::Op> = domain.ops(&child).collect();
            let dropped: Vec<D::Op> = all.iter().copied().filter(|op| !after.contains(op)).collect();
            let kept: Vec<D::Op> = all.iter().copied().filter(|op| after.contains(op)).collect();
            assert_eq!(kept, after, "{label}: the order of operators");
            assert!(dropped.len() <= 1, "{label}: {dropped:?}");
            for op in dropped {
                assert_eq!(domain.child_key(&child, &child_key, op), key, "{label}: only the way back may be dropped");
            }
            let hash = domain.child_abstract_hash(state, domain.abstract_hash(&key), &child_key, op);
            assert_eq!(hash, domain.abstract_hash(&child_key), "{label}: {name} {op:?}");
            if let Some(way_back) = domain.way_back(state, op) {
                assert_eq!(domain.child_key(&child, &child_key, all[way_back]), key, "{label}: the way back");
            }
            domain.undo(&mut child, &undo);
            assert_eq!(domain.pack(&child), key, "{label}: {name} {op:?}");
        }
    }
    turns_round(label, domain, start, &space);
}

/// The reverse has exactly the turned edges, at the same cost, and one goal.
fn turns_round<D: Describe>(label: &str, domain: &D, start: &D::State, space: &Space<D>) {
    let reverse = domain.reverse(start).unwrap_or_else(|| panic!("{label} cannot be turned round"));
    let sorted = |mut edges: Vec<(usize, usize, Cost)>| {
        edges.sort_unstable();
        edges
    };
    let mut forward = Vec::new();
    for (from, edges) in space.edges.iter().enumerate() {
        forward.extend(edges.iter().map(|(to, cost)| (from, space.numbers[to], *cost)));
    }
    let mut backward = Vec::new();
    for (to, state) in space.states.iter().enumerate() {
        assert_eq!(reverse.is_goal(state), domain.pack(state) == domain.pack(start), "{label}");
        let key = domain.pack(state);
        for op in reverse.ops(state) {
            let cost = reverse.cost(state, op);
            let before = reverse.child_key(state, &key, op);
            match space.numbers.get(&before) {
                Some(&from) => backward.push((from, to, cost)),
                // A state that cannot be reached from the start, but leads here.
                None => {
                    let before = domain.unpack(&before);
                    let before_key = domain.pack(&before);
                    let leads_here = |&op: &D::Op| {
                        domain.child_key(&before, &before_key, op) == key && domain.cost(&before, op) == cost
                    };
                    assert!(domain.ops(&before).any(|op| leads_here(&op)), "{label}: {}", domain.name(&before));
                }
            }
        }
    }
    assert_eq!(sorted(forward), sorted(backward), "{label}: the reverse is not the turned problem");
    let goals = reverse.goals();
    assert!(goals.len() == 1 && reverse.pack(&goals[0]) == domain.pack(start), "{label}");
}

/// What a heuristic promises is true from every state that can be reached from `from`.
fn keeps_its_promises<D: Domain>(label: &str, domain: &D, from: Vec<D::State>, estimate: &dyn Evaluator<D>) -> Cost {
    let space = enumerate(domain, from);
    let distances = space.distances(domain);
    let values: Vec<Cost> = space.states.iter().map(|state| estimate.estimate(domain, state)).collect();
    let Properties { admissible, consistent } = estimate.promises();
    for (number, state) in space.states.iter().enumerate() {
        if let Some(distance) = distances[number].filter(|_| admissible) {
            assert!(values[number] <= distance, "{label}: {} > {distance}", values[number]);
        }
        assert!(!consistent || !domain.is_goal(state) || values[number] == 0, "{label}: not zero at a goal");
        let ops: Vec<D::Op> = domain.ops(state).collect();
        let mut children = Vec::new();
        estimate.estimate_children(domain, state, &ops, &mut children);
        for ((to, cost), stepped) in space.edges[number].iter().zip(children) {
            let after = values[space.numbers[to]];
            assert_eq!(after, stepped, "{label}: step is not root");
            assert!(!consistent || values[number] <= after + cost, "{label}: {} drops to {after}", values[number]);
        }
    }
    values.into_iter().max().unwrap_or(0)
}

fn instance_keeps_the_contract(label: &str, instance: &AnyInstance) -> Cost {
    let (domain, start) = (&instance.domain, &instance.start);
    keeps_the_contract(label, domain, start);
    let reverse = domain.reverse(start).unwrap();
    let mut largest = 0;
    for card in instance.card.heuristics {
        let label = format!("{} of {label}", card.name);
        let estimate = instance.estimate(card.name).unwrap_or_else(|| panic!("{label} does not exist"));
        let claimed = Properties { admissible: card.admissible, consistent: card.consistent };
        assert_eq!(estimate.promises(), claimed, "{label}: the card says something else");
        largest = largest.max(keeps_its_promises(&label, domain, vec![start.clone()], &estimate));
        let backward = instance.backward_estimate(card.name).unwrap_or_else(|| panic!("{label} has no way back"));
        keeps_its_promises(&format!("backward {label}"), &reverse, domain.goals(), &backward);
    }
    let unknown = "no such name";
    assert!(instance.estimate(unknown).is_none() && instance.backward_estimate(unknown).is_none());
    largest
}

#[test]
fn every_problem_keeps_the_contract_and_its_heuristics_their_promises() {
    for card in CARDS {
        assert!(!card.heuristics.is_empty(), "{}", card.name);
        let largest = instances(card.name).into_iter().map(|arguments| {
            let label = format!("{}({arguments})", card.name);
            instance_keeps_the_contract(&label, &read_problem(card.name, &arguments, 7).unwrap().unwrap())
        });
        assert!(largest.max() > Some(1), "the heuristics of {} know nothing", card.name);
    }
    assert!(read_problem("no such problem", "", 0).is_none());
}

#[test]
fn maps_keep_the_contract() {
    for (number, text) in MAPS.iter().enumerate() {
        for alphabetical in [false, true] {
            let map = read_map(text, MapOptions { alphabetical }).unwrap();
            keeps_the_contract(&format!("map {number}"), &Plain(map.clone()), &map.start());
        }
    }
}

/// A map whose drawings and operators may repeat: there may be two edges of the same cost between
/// two states.
#[derive(Clone)]
struct Plain(MapSpace);

impl Domain for Plain {
    type State = u32;
    type Key = u32;
    type Op = u32;
    type Ops = std::ops::Range<u32>;
    type Undo = u32;

    fn ops(&self, state: &u32) -> Self::Ops {
        self.0.ops(state)
    }
    fn apply(&self, state: &mut u32, op: u32) -> u32 {
        self.0.apply(state, op)
    }
    fn undo(&self, state: &mut u32, undo: &u32) {
        self.0.undo(state, undo);
    }
    fn cost(&self, state: &u32, op: u32) -> Cost {
        self.0.cost(state, op)
    }
    fn uniform_cost(&self) -> Option<Cost> {
        self.0.uniform_cost()
    }
    fn is_goal(&self, state: &u32) -> bool {
        self.0.is_goal(state)
    }
    fn pack(&self, state: &u32) -> u32 {
        self.0.pack(state)
    }
    fn unpack(&self, key: &u32) -> u32 {
        self.0.unpack(key)
    }
    fn child_key(&self, state: &u32, key: &u32, op: u32) -> u32 {
        self.0.child_key(state, key, op)
    }
    fn reverse(&self, start: &u32) -> Option<Self> {
        self.0.reverse(start).map(Self)
    }
    fn goals(&self) -> Vec<u32> {
        self.0.goals()
    }
}

impl Describe for Plain {
    fn name(&self, state: &u32) -> String {
        self.0.name(state)
    }
    fn draw(&self, _: &u32) -> String {
        "a state".to_owned()
    }
    fn op_name(&self, state: &u32, op: u32) -> String {
        format!("{} by edge {op}", self.0.op_name(state, op))
    }
}

/// Heuristic files that are consistent, only admissible, and neither, made from the true distances.
fn files(map: &MapSpace) -> Vec<(MapSpace, MapHeuristic)> {
    let distances = map.distances();
    let written = |value: &dyn Fn(usize, Cost) -> Cost| {
        let line = |node: usize| {
            let value = map.amount(value(node, distances[node].unwrap_or(0)));
            format!("{}: {value}\n", map.name_of(node as u32))
        };
        (0..map.states()).map(line).collect::<String>()
    };
    let texts = [
        written(&|_, distance| distance),
        written(&|_, distance| distance / 2),
        written(&|node, distance| if node % 2 == 0 { distance } else { 0 }),
        written(&|_, distance| 3 * distance + 1),
    ];
    let read = |text: &String| MapHeuristic::new(map, &read_heuristic(text, map).unwrap()).unwrap();
    texts.iter().map(read).collect()
}

#[test]
fn what_is_computed_of_heuristic_files_is_true() {
    for (number, text) in MAPS.iter().enumerate() {
        let map = read_map(text, MapOptions::default()).unwrap();
        for (file, (map, heuristic)) in files(&map).into_iter().enumerate() {
            let label = format!("file {file} of map {number}");
            let all: Vec<u32> = (0..map.states() as u32).collect();
            keeps_its_promises(&label, &map, all.clone(), &heuristic);
            let reverse = map.reverse(&map.start()).unwrap();
            keeps_its_promises(&format!("backward {label}"), &reverse, all, &heuristic.backward(map.start()));
        }
    }
}

/// One run of one search.
struct Trial<'t> {
    label: String,
    domain: &'t AnyDomain,
    start: &'t Code,
    heuristic: &'t dyn Evaluator<AnyDomain>,
    truth: Option<Cost>,
}

/// What the runs of a test came to.
#[derive(Debug, Default)]
struct Tally {
    solved: usize,
    proved_unsolvable: usize,
    /// Runs that a limit ended.
    stopped: Vec<String>,
}

const NODES: u64 = 200_000;

impl Trial<'_> {
    fn run(&self, card: &AlgorithmCard, backward: impl Fn() -> BoxedEvaluator<AnyDomain> + Sync, tally: &mut Tally) {
        let limits = Limits { nodes: Some(NODES), threads: NonZeroUsize::new(2), ..Limits::default() };
        let mut budget = Budget::new(limits);
        let task = Task {
            domain: self.domain,
            start: self.start.clone(),
            heuristic: self.heuristic,
            backward: &|_, _| Ok(backward()),
            budget: &mut budget,
            observer: Watcher::none(),
        };
        let outcome = run(card.name, &Options::defaults(card.options), task);
        self.judge(card, &outcome, tally);
        if card.name == "hda" {
            let asked = Asked::new(self.domain, self.start, self.heuristic);
            let limits =
                |rank| Limits { nodes: Some(NODES), threads: NonZeroUsize::new(1 + rank % 2), ..Limits::default() };
            self.judge(card, &asked.all(&crew::threads(3), limits), tally);
        }
    }

    fn judge(&self, card: &AlgorithmCard, outcome: &Outcome<u32>, tally: &mut Tally) {
        let case = format!("{} on {}", card.name, self.label);
        let Properties { admissible, consistent } = self.heuristic.promises();
        if let Some(truth) = self.truth {
            assert!(outcome.lower_bound <= truth, "{case}: bound {} > {truth}", outcome.lower_bound);
        }
        if let Some(solution) = outcome.solution() {
            let mut state = self.start.clone();
            let mut cost = 0;
            for &op in &solution.ops {
                assert!(self.domain.ops(&state).any(|legal| legal == op), "{case}: {op:?} is not legal");
                cost += self.domain.cost(&state, op);
                self.domain.apply(&mut state, op);
            }
            assert!(self.domain.is_goal(&state), "{case}: ends at {}", self.domain.name(&state));
            assert_eq!(cost, solution.cost, "{case}");
            let truth = self.truth.unwrap_or_else(|| panic!("{case}: there is no solution"));
            match solution.proof {
                Proof::Optimal => assert_eq!(cost, truth, "{case} claims to be optimal"),
                Proof::Within(factor) => {
                    assert!(f64::from(cost) <= factor.to_f64() * f64::from(truth) + 1e-9, "{case}: {cost} for {truth}");
                }
                Proof::Found => assert!(cost >= truth, "{case}"),
            }
            let promises_the_optimum = match card.optimal {
                Optimality::Always => true,
                Optimality::UniformCosts => self.domain.uniform_cost().is_some(),
                Optimality::Admissible | Optimality::WithinBudget | Optimality::Eventually => admissible,
                // `auto` is for boards.
                Optimality::SmallBoards => false,
                Optimality::Consistent | Optimality::IfConsistent => consistent,
                Optimality::WithinWeight | Optimality::WithinWeightIfConsistent | Optimality::No => false,
            };
            if promises_the_optimum && matches!(outcome.verdict, Verdict::Solved(_)) {
                assert_eq!(cost, truth, "{case}: its card promises the optimum");
                assert_eq!(solution.proof, Proof::Optimal, "{case}");
            }
        }
        match &outcome.verdict {
            Verdict::Solved(_) => tally.solved += 1,
            Verdict::Unsolvable => {
                assert_eq!(self.truth, None, "{case}: there is a solution");
                tally.proved_unsolvable += 1;
            }
            Verdict::Stopped { why, .. } => {
                // A search that stores its states has room for all of these; one that holds a path
                // may repeat itself for long.
                let may_stop = card.complete != Completeness::Always || card.memory != MemoryClass::States;
                assert!(may_stop && *why != Stop::NoWayBack, "{case}: {why}");
                tally.stopped.push(format!("{case}: {why}"));
            }
        }
    }
}

/// Whether a search may be run with a heuristic of these properties.
fn fits(card: &AlgorithmCard, properties: Properties) -> bool {
    card.optimal != Optimality::Consistent || properties.consistent
}

fn every_search(label: &str, instance: &AnyInstance, tally: &mut Tally) {
    let (domain, start) = (&instance.domain, &instance.start);
    let space = enumerate(domain, vec![start.clone()]);
    let truth = space.distances(domain)[space.numbers[&domain.pack(start)]];
    for card in algorithms::CARDS {
        let trial = Trial { label: label.to_owned(), domain, start, heuristic: &Zero, truth };
        trial.run(card, || Box::new(Zero), tally);
        for heuristic in instance.card.heuristics.iter().filter(|_| card.informed) {
            let estimate = instance.estimate(heuristic.name).unwrap();
            if !fits(card, estimate.promises()) {
                continue;
            }
            let label = format!("{label} with {}", heuristic.name);
            let trial = Trial { label, domain, start, heuristic: &estimate, truth };
            trial.run(card, || Box::new(instance.backward_estimate(heuristic.name).unwrap()), tally);
        }
    }
}

/// Limits may end only what repeats itself; it is printed, so that nothing is passed over in
/// silence.
#[expect(clippy::print_stdout, reason = "seen with --nocapture, or when the test fails")]
fn report(tally: &Tally) {
    for stopped in &tally.stopped {
        println!("stopped: {stopped}");
    }
    println!("{} solved, {} proved unsolvable", tally.solved, tally.proved_unsolvable);
}

#[test]
fn every_search_gives_the_truth_on_every_problem() {
    let mut tally = Tally::default();
    for card in CARDS {
        for arguments in instances(card.name) {
            let label = format!("{}({arguments})", card.name);
            every_search(&label, &read_problem(card.name, &arguments, 7).unwrap().unwrap(), &mut tally);
        }
    }
    report(&tally);
    assert!(tally.solved > 200 && tally.proved_unsolvable > 20, "{tally:?}");
    assert!(tally.stopped.len() * 5 < tally.solved, "too many runs hit a limit: {:#?}", tally.stopped);
}

#[test]
fn every_search_gives_the_truth_on_maps() {
    let mut tally = Tally::default();
    for (number, text) in MAPS.iter().enumerate() {
        let map = read_map(text, MapOptions::default()).unwrap();
        for (file, (map, heuristic)) in files(&map).into_iter().enumerate() {
            let start = map.start();
            let truth = map.distances()[start as usize];
            let (map, reverse) = (Arc::new(map.clone()), Arc::new(map.reverse(&start).unwrap()));
            let domain = &AnyDomain::shared(map.clone());
            let estimate = &AnyEstimate::new(map, heuristic.clone());
            let backward = || -> BoxedEvaluator<AnyDomain> {
                Box::new(AnyEstimate::new(reverse.clone(), heuristic.backward(start)))
            };
            for card in algorithms::CARDS.iter().filter(|card| card.informed || file == 0) {
                if !fits(card, heuristic.properties()) {
                    continue;
                }
                let label = format!("map {number} with file {file}");
                let trial = Trial { label, domain, start: &start.to_code(), heuristic: estimate, truth };
                trial.run(card, backward, &mut tally);
            }
        }
    }
    report(&tally);
    assert!(tally.solved > 60 && tally.proved_unsolvable > 5, "{tally:?}");
}

/// The 8-puzzle as a map is the 8-puzzle.
#[test]
fn an_exported_board_is_searched_like_the_board() {
    let board = |text: &str| read_board(text, &ReadOptions::default()).unwrap().board;
    let (start, goal) = (board("867254301"), board("123456780"));
    let mut text = Vec::new();
    let exported = SpaceExport::new(&goal, Format::Digits).unwrap().map(Some(&start), &mut text).unwrap();
    assert_eq!((exported.states, exported.edges, exported.diameter), (181_440, 483_840, 31));
    let map = read_map(str::from_utf8(&text).unwrap(), MapOptions::default()).unwrap();
    assert_eq!((map.states(), map.edges()), (181_440, 483_840));
    for algorithm in ["bfs", "ucs", "astar"] {
        let request = Request {
            algorithm: algorithm.to_owned(),
            ..Request::about(Problem::Map { name: "8-puzzle".to_owned(), map: map.clone(), estimates: Vec::new() })
        };
        let on_map = search(&request, &mut |_| {}, None).unwrap();
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: Some("zero".to_owned()),
            ..Request::new(start.clone())
        };
        let on_board = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(on_map.cost.map(|cost| cost.numerator()), Some(31), "{algorithm}");
        assert_eq!(on_map.cost.map(|cost| cost.numerator()), on_board.cost.map(i64::from), "{algorithm}");
        // The successors stand in the file in the order in which the blank moves, so the searches
        // do the same.
        assert_eq!(on_map.stats.counts.expanded, on_board.stats.counts.expanded, "{algorithm}");
        assert_eq!(on_map.stats.counts.generated, on_board.stats.counts.generated, "{algorithm}");
        let mut on_the_way = start.clone();
        let names = on_board.path.unwrap().0.into_iter().map(|direction| {
            on_the_way = on_the_way.moved(direction).unwrap();
            write_board(&on_the_way, Format::Digits).unwrap()
        });
        assert_eq!(on_map.path.unwrap()[1..], names.collect::<Vec<_>>(), "{algorithm}");
    }
}

#[test]
fn seeds_repeat_random_starts() {
    for card in CARDS {
        for arguments in instances(card.name) {
            let start = |seed| {
                let instance = read_problem(card.name, &arguments, seed).unwrap().unwrap();
                (instance.domain.name(&instance.start), instance.random)
            };
            assert_eq!(start(1), start(1));
            assert!(start(1).1 || start(1) == start(2), "{} is random and does not say so", card.name);
        }
    }
}

/// Wrong arguments are answered, whatever they are.
#[test]
fn no_arguments_panic() {
    let texts = ["", ",", "0", "-1", "99999999999999999999", "3,3,3,3", "->", "1->", "ä", "3,,3", "255,255,255", "1 1"];
    for card in CARDS {
        for text in texts {
            if let Err(error) = read_problem(card.name, text, 0).unwrap() {
                assert!(error.to_string().contains("expected"), "{}({text}): {error}", card.name);
            }
        }
    }
}
