//! The whole 8-puzzle: every board solved, every claim of every card executed.

mod common;

use std::thread;

use common::shape;
use npuzzle::algorithms;
use npuzzle::core::card::Options;
use npuzzle::core::{Budget, Domain, Heuristic, Limits, Task};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::grid::Fixed3x3;
use npuzzle::domains::tiles::{Board, Grid, GridVisitor, MoveOrder, Tiles, with_grid};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::heuristics::tiles::{CARDS as HEURISTICS, HeuristicVisitor, with_heuristic};
use npuzzle::heuristics::zero;
use npuzzle::lab::space::{SpaceRequest, space};

/// Number of states at each distance from the goal `last`.
const WIDTHS: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn table() -> DistanceTable {
    DistanceTable::new(&CARDS[0].board(shape(3, 3))).unwrap()
}

#[test]
fn widths_of_the_eight_puzzle() {
    assert_eq!(table().widths(), WIDTHS);
    assert_eq!(WIDTHS.iter().sum::<u64>(), 181_440);
}

/// Larger spaces, as the literature has them: states, diameter and farthest boards.
#[test]
fn larger_spaces_have_the_known_diameters() {
    for (rows, cols, states, diameter, antipodes) in
        [(2, 4, 20_160, 36, 1), (2, 5, 1_814_400, 55, 2), (3, 4, 239_500_800, 53, 18)]
    {
        let request =
            SpaceRequest { count_solutions: Some(false), ..SpaceRequest::new(shape(rows, cols), Goal::default()) };
        let report = space(&request, &mut |_| {}).unwrap();
        assert_eq!((report.states, report.diameter, report.antipode_count), (states, diameter, antipodes));
        assert_eq!(report.widths.iter().sum::<u64>(), states);
        assert_eq!(report.antipodes.len() as u64, antipodes);
    }
}

fn cost_by(algorithm: &str, domain: &Tiles<Fixed3x3>, heuristic: &Manhattan<Fixed3x3>, board: &Board) -> u32 {
    let mut budget = Budget::new(Limits::default());
    let task = Task {
        domain,
        start: domain.position(board),
        heuristic,
        backward: &zero::backward::<Tiles<Fixed3x3>>,
        budget: &mut budget,
        observer: &mut (),
    };
    let outcome = algorithms::run(algorithm, &Options::defaults(&[]), task).unwrap();
    let solution = outcome.solution().unwrap_or_else(|| panic!("{board} has a solution"));
    assert_eq!(solution.ops.len() as u32, solution.cost);
    let moves = domain.moves(board.blank(), &solution.ops);
    npuzzle::verify::verify(board, domain.goal(), &moves).unwrap();
    solution.cost
}

#[test]
fn every_board_is_solved_optimally_by_astar() {
    let table = table();
    let workers = thread::available_parallelism().map_or(2, usize::from).min(8);
    let boards: Vec<(u8, Board)> = (0..WIDTHS.len() as u8)
        .flat_map(|distance| table.boards_at(distance).map(move |board| (distance, board)))
        .collect();
    assert_eq!(boards.len(), 181_440);
    thread::scope(|scope| {
        for worker in 0..workers {
            let boards = &boards;
            scope.spawn(move || {
                let domain = Tiles::<Fixed3x3>::new(&CARDS[0].board(shape(3, 3)), MoveOrder::default());
                let heuristic = Manhattan::new(&domain);
                for (distance, board) in boards.iter().skip(worker).step_by(workers) {
                    assert_eq!(cost_by("astar", &domain, &heuristic, board), u32::from(*distance), "{board}");
                }
            });
        }
    });
}

#[test]
fn two_thousand_boards_are_solved_optimally_by_ida() {
    let goal = CARDS[0].board(shape(3, 3));
    let domain = Tiles::<Fixed3x3>::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let table = table();
    let mut generator = Generator::new(&goal, Kind::Uniform, 2000).unwrap();
    for _ in 0..2000 {
        let board = generator.board();
        let distance = table.distance_of(&board).unwrap();
        assert_eq!(cost_by("ida", &domain, &heuristic, &board), u32::from(distance), "{board}");
    }
}

/// How often a heuristic breaks its two promises over a whole space.
#[derive(Debug, Default, PartialEq, Eq)]
struct Audit {
    overestimates: u64,
    inconsistent_edges: u64,
}

struct AuditAll<'a> {
    goal: &'a Board,
    name: &'a str,
}

impl GridVisitor for AuditAll<'_> {
    type Output = Audit;

    fn visit<G: Grid>(self) -> Audit {
        let domain = Tiles::<G>::new(self.goal, MoveOrder::default());
        with_heuristic(self.name, &domain, &mut Budget::new(Limits::default()), AuditOne { domain: &domain })
            .unwrap()
            .unwrap()
    }
}

struct AuditOne<'d, G: Grid> {
    domain: &'d Tiles<G>,
}

impl<G: Grid> HeuristicVisitor<G> for AuditOne<'_, G> {
    type Output = Audit;

    fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, heuristic: H, _: &mut Budget<'_>) -> Audit {
        let table = DistanceTable::new(self.domain.goal()).unwrap();
        let mut audit = Audit::default();
        for distance in 0..table.widths().len() as u8 {
            for board in table.boards_at(distance) {
                let state = self.domain.position(&board);
                let acc = heuristic.root(self.domain, &state);
                let h = heuristic.value(acc);
                audit.overestimates += u64::from(h > u32::from(distance));
                for op in self.domain.ops(&state) {
                    let child = heuristic.value(heuristic.step(self.domain, acc, &state, op));
                    audit.inconsistent_edges += u64::from(h > child + 1);
                }
            }
        }
        audit
    }
}

/// "Admissible" and "consistent" on a card are executed, not believed: over all states and edges, for every goal.
#[test]
fn every_claim_of_every_card_holds() {
    for (rows, cols) in [(2, 3), (3, 2), (2, 4), (3, 3)] {
        for goal in CARDS {
            let goal = goal.board(shape(rows, cols));
            for card in HEURISTICS {
                let audit = with_grid(goal.shape(), AuditAll { goal: &goal, name: card.name });
                assert!(!card.admissible || audit.overestimates == 0, "{} on {goal}: {audit:?}", card.name);
                assert!(!card.consistent || audit.inconsistent_edges == 0, "{} on {goal}: {audit:?}", card.name);
            }
        }
    }
}

/// The instructive ones break their promises exactly as often as is known.
#[test]
fn known_violations_on_the_eight_puzzle() {
    let goal = CARDS[0].board(shape(3, 3));
    let audit = |name| with_grid(goal.shape(), AuditAll { goal: &goal, name });
    assert_eq!(audit("misplaced-with-blank"), Audit { overestimates: 78, inconsistent_edges: 5040 });
    assert_eq!(audit("manhattan-with-blank"), Audit { overestimates: 4650, inconsistent_edges: 136_080 });
}
