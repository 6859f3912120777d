//! The contracts of domains and heuristics, for every storage and every heuristic of the catalogue.

use std::sync::{Arc, LazyLock};

use crate::common::shape;
use npuzzle::core::{Budget, Domain, Heuristic, Limits, Properties, Shelf, StateKey};
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, GoalCard};
use npuzzle::domains::tiles::grid::RunTime;
use npuzzle::domains::tiles::{Grid, GridVisitor, MoveOrder, Position, Shape, Tiles, with_grid, with_run_time_grid};
use npuzzle::heuristics::tiles::{CARDS as HEURISTICS, HeuristicVisitor, with_heuristic};
use proptest::prelude::*;

/// Tables are built once.
static SHELF: LazyLock<Arc<Shelf>> = LazyLock::new(Arc::default);

/// Shapes for every storage: all fixed ones, run-time ones with keys of one word, two words and bytes (one and two a cell).
const SHAPES: [(usize, usize); 11] =
    [(3, 3), (4, 4), (5, 5), (2, 2), (2, 3), (3, 4), (2, 9), (6, 6), (1, 9), (7, 3), (17, 17)];

/// What a walk along `steps` saw: the moves that were open at each state, what each heuristic estimated, and the last board.
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

impl GridVisitor for &Walk<'_> {
    type Output = Diary;

    fn visit<G: Grid>(self) -> Diary {
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
            let check = StepIsRoot { domain: &domain, path: &path };
            // The perfect heuristic is left out where its table takes long.
            let limits = Limits { memory: Some(64 << 20), shelf: Arc::clone(&SHELF), ..Limits::default() };
            let estimates = with_heuristic(card.name, &domain, &mut Budget::new(limits), check).unwrap();
            diary.estimates.push(estimates.ok());
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
        domain.undo(&mut child, &undo);
        assert_eq!(child, *state);
    }
}

/// `step == root` for one heuristic along a path; answers the exact estimates of the children.
struct StepIsRoot<'s, G: Grid> {
    domain: &'s Tiles<G>,
    path: &'s [(Position<G>, G::Index)],
}

impl<G: Grid> HeuristicVisitor<G> for StepIsRoot<'_, G> {
    type Output = Vec<u64>;

    fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, heuristic: H, _: &mut Budget<'_>) -> Vec<u64> {
        let Some((start, _)) = self.path.first() else { return Vec::new() };
        let mut acc = heuristic.root(self.domain, start);
        let estimates = self.path.iter().map(|(before, op)| {
            acc = heuristic.step(self.domain, acc, before, *op);
            let mut child = before.clone();
            self.domain.apply(&mut child, *op);
            let root = heuristic.root(self.domain, &child);
            assert_eq!(heuristic.value(acc), heuristic.value(root));
            assert_eq!(heuristic.exact(acc), heuristic.exact(root));
            assert_eq!(heuristic.may_be_goal(acc), heuristic.may_be_goal(root));
            assert!(heuristic.may_be_goal(root) || !self.domain.is_goal(&child));
            heuristic.exact(acc)
        });
        estimates.collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Fixed and run-time storage agree move for move, and both keep the rules of the contracts.
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
        let fastest = with_grid(walk.shape, &walk);
        let run_time = with_run_time_grid(walk.shape, &walk);
        prop_assert_eq!(fastest, run_time);
    }
}

/// What a heuristic says of itself is what its card says.
#[test]
fn cards_and_heuristics_agree() {
    struct Promise;
    impl<G: Grid> HeuristicVisitor<G> for Promise {
        type Output = Properties;

        fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, heuristic: H, _: &mut Budget<'_>) -> Properties {
            heuristic.properties()
        }
    }
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Tiles::<npuzzle::domains::tiles::grid::Fixed3x3>::new(&goal, MoveOrder::default());
    for card in HEURISTICS {
        let promised =
            with_heuristic(card.name, &domain, &mut Budget::new(Limits::default()), Promise).unwrap().unwrap();
        assert_eq!((promised.admissible, promised.consistent), (card.admissible, card.consistent), "{}", card.name);
    }
}

/// Heuristics with tables are refused on boards that are too large for them, with a reason.
#[test]
fn tables_are_refused_with_a_reason_on_large_boards() {
    struct Nothing;
    impl<G: Grid> HeuristicVisitor<G> for Nothing {
        type Output = ();

        fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, _: H, _: &mut Budget<'_>) {}
    }
    for (name, (rows, cols), reason) in [
        ("perfect", (4, 4), "at most 12 cells"),
        ("walking-distance", (5, 5), "more than 6000000 states"),
        ("walking-distance", (2, 7), "more than 6000000 states"),
        ("walking-distance", (100, 100), "more than 6000000 states"),
        ("walking-distance", (1, 12), "at most 11 cells"),
    ] {
        let goal = CARDS[0].board(shape(rows, cols));
        let domain = Tiles::<RunTime<Box<[u8]>>>::new(&goal, MoveOrder::default());
        let error = with_heuristic(name, &domain, &mut Budget::new(Limits::default()), Nothing).unwrap().unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}
