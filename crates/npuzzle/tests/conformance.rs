//! The contracts of domains and heuristics, for every storage and every heuristic of the catalogue.

use std::sync::{Arc, LazyLock};

use crate::common::shape;
use npuzzle::core::card::HeuristicCard;
use npuzzle::core::{Budget, BuildError, Domain, Limits, StateKey, TableCache};
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, GoalCard};
use npuzzle::domains::tiles::grid::{Large, Medium, Small};
use npuzzle::domains::tiles::{Grid, MoveOrder, Position, Shape, Tiles};
use npuzzle::heuristics::expression::{Atom, Named};
use npuzzle::heuristics::tiles::{CARDS as HEURISTICS, listed_atom};
use proptest::prelude::*;

/// Tables are built once.
static SHELF: LazyLock<Arc<TableCache>> = LazyLock::new(Arc::default);

/// Shapes for every storage: keys of one word, two words and bytes (one and two a cell).
const SHAPES: [(usize, usize); 11] =
    [(3, 3), (4, 4), (5, 5), (2, 2), (2, 3), (3, 4), (2, 9), (6, 6), (1, 9), (7, 3), (17, 17)];

/// What a walk along `steps` saw: the moves that were open at each state, what each heuristic
/// estimated, and the last board.
#[derive(Debug, PartialEq, Eq)]
struct Diary {
    open_moves: Vec<Vec<usize>>,
    estimates: Vec<Option<Vec<u64>>>,
    last: String,
}

/// Walks through a puzzle and checks every rule on the way.
struct Walk<'w> {
    shape: Shape,
    goal: &'static GoalCard,
    order: MoveOrder,
    seed: u64,
    steps: &'w [usize],
}

impl Walk<'_> {
    fn on<G: Grid>(&self) -> Diary {
        let goal = self.goal.board(self.shape);
        let domain = Tiles::<G>::new(&goal, self.order);
        let start = Generator::new(&goal, Kind::Uniform, self.seed).unwrap().board();
        let mut state = domain.position(&start);
        assert_eq!(domain.board(&state), start);
        assert!(domain.is_goal(&domain.position(&goal)));
        let mut diary = Diary { open_moves: Vec::new(), estimates: Vec::new(), last: String::new() };
        let (mut came, mut path) = (None, Vec::new());
        for &step in self.steps {
            let ops: Vec<G::Index> = domain.ops(&state).collect();
            check_state(&domain, &state, &ops, came.as_ref());
            diary.open_moves.push(ops.iter().map(|&op| op.into()).collect());
            let op = ops[step % ops.len()];
            path.push((state.clone(), op));
            came = Some(domain.apply(&mut state, op));
        }
        // Built once for the whole walk, since some have a table.
        for card in HEURISTICS {
            // The perfect heuristic is left out where its table takes long.
            let limits = Limits { memory: Some(64 << 20), table_cache: Arc::clone(&SHELF), ..Limits::default() };
            let heuristic = built(card, &domain, limits);
            diary.estimates.push(heuristic.ok().map(|heuristic| step_is_root(&*heuristic, &domain, &path)));
        }
        diary.last = domain.board(&state).to_string();
        diary
    }
}

fn check_state<G: Grid>(
    domain: &Tiles<G>,
    state: &<Tiles<G> as Domain>::State,
    ops: &[G::Index],
    came: Option<&G::Index>,
) {
    let key = domain.pack(state);
    assert_eq!(domain.unpack(&key), *state);
    if let Some(came) = came {
        let after: Vec<G::Index> = domain.ops_after(state, came).collect();
        let all_but_back: Vec<G::Index> = ops.iter().copied().filter(|op| op != came).collect();
        assert_eq!(after, all_but_back);
    }
    let parity = domain.cost_parity(state).unwrap();
    for &op in ops {
        let mut child = state.clone();
        let undo = domain.apply(&mut child, op);
        assert_eq!(domain.child_key(state, &key, op), domain.pack(&child));
        assert_ne!(domain.pack(&child), key);
        assert_ne!(domain.pack(&child).hash64(), key.hash64());
        assert_ne!(domain.cost_parity(&child).unwrap(), parity);
        let hash = domain.child_abstract_hash(state, domain.abstract_hash(&key), &domain.pack(&child), op);
        assert_eq!(hash, domain.abstract_hash(&domain.pack(&child)));
        let way_back = domain.ops(&child).nth(domain.way_back(state, op).unwrap()).unwrap();
        assert_eq!(domain.child_key(&child, &domain.pack(&child), way_back), key);
        domain.undo(&mut child, &undo);
        assert_eq!(child, *state);
    }
}

fn built<G: Grid>(
    card: &'static HeuristicCard,
    domain: &Tiles<G>,
    limits: Limits,
) -> Result<Box<dyn Atom<Tiles<G>>>, BuildError> {
    listed_atom(&Named::Listed { card, argument: None }, domain, &mut Budget::new(limits))
}

/// `step == root` for one heuristic along a path; answers the exact estimates of the children.
fn step_is_root<G: Grid>(
    heuristic: &dyn Atom<Tiles<G>>,
    domain: &Tiles<G>,
    path: &[(Position<G>, G::Index)],
) -> Vec<u64> {
    let Some((start, _)) = path.first() else { return Vec::new() };
    let mut acc = heuristic.root_word(domain, start);
    let estimates = path.iter().map(|(before, op)| {
        acc = heuristic.step_word(domain, acc, before, *op);
        let mut child = before.clone();
        domain.apply(&mut child, *op);
        let root = heuristic.root_word(domain, &child);
        assert_eq!(heuristic.value_of_word(acc), heuristic.value_of_word(root));
        assert_eq!(heuristic.exact_of_word(acc), heuristic.exact_of_word(root));
        assert_eq!(heuristic.may_be_goal_of_word(acc), heuristic.may_be_goal_of_word(root));
        assert!(heuristic.may_be_goal_of_word(root) || !domain.is_goal(&child));
        heuristic.exact_of_word(acc)
    });
    estimates.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// All storages that a board fits into agree move for move, and keep the rules of the
    /// contracts.
    #[test]
    fn every_storage_keeps_the_rules_and_agrees(
        size in prop::sample::select(SHAPES.to_vec()),
        goal in 0..CARDS.len(),
        order in prop::sample::select(vec!["UDLR", "ULRD", "RDLU"]),
        seed in any::<u64>(),
        steps in prop::collection::vec(0_usize..12, 1..40),
    ) {
        let (rows, cols) = size;
        let order = order.parse().unwrap();
        let walk = Walk { shape: shape(rows, cols), goal: &CARDS[goal], order, seed, steps: &steps };
        let large = walk.on::<Large>();
        if walk.shape.cells() <= 25 {
            prop_assert_eq!(&walk.on::<Medium>(), &large);
        }
        if walk.shape.cells() <= 16 {
            prop_assert_eq!(&walk.on::<Small>(), &large);
        }
    }
}

/// What a heuristic says of itself is what its card says.
#[test]
fn cards_and_heuristics_agree() {
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    for card in HEURISTICS {
        let promised = built(card, &domain, Limits::default()).unwrap().promised();
        assert_eq!((promised.admissible, promised.consistent), (card.admissible, card.consistent), "{}", card.name);
    }
}

/// Heuristics with tables are refused on boards that are too large for them, with a reason.
#[test]
fn tables_are_refused_with_a_reason_on_large_boards() {
    for (name, (rows, cols), reason) in [
        ("perfect", (4, 4), "at most 12 cells"),
        ("walking-distance", (5, 5), "more than 6000000 states"),
        ("walking-distance", (2, 7), "more than 6000000 states"),
        ("walking-distance", (100, 100), "more than 6000000 states"),
        ("walking-distance", (1, 12), "at most 11 cells"),
        ("slide-walking-distance", (5, 5), "more than 6000000 states"),
        ("slide-perfect", (4, 4), "at most 12 cells"),
    ] {
        let goal = CARDS[0].board(shape(rows, cols));
        let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
        let card = HEURISTICS.iter().find(|card| card.name == name).unwrap();
        let error = built(card, &domain, Limits::default()).err().unwrap();
        assert!(error.to_string().contains(reason) && error.to_string().contains(name), "{error}");
    }
}
