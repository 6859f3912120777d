//! The whole 8-puzzle: every board solved, every claim of every card executed.

use std::thread;

use crate::common::{self, Sweep, shape};
use npuzzle::core::card::{Claim, Options};
use npuzzle::core::{Budget, Domain, Limits, Task};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::grid::Small;
use npuzzle::domains::tiles::{Board, MoveOrder, Tiles};
use npuzzle::heuristics::expression::{Atom, Named};
use npuzzle::heuristics::tiles::manhattan::Manhattan;
use npuzzle::heuristics::tiles::{CARDS as HEURISTICS, listed_atom};
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

fn cost_by(algorithm: &str, domain: &Tiles<Small>, heuristic: &Manhattan<Small>, board: &Board) -> u32 {
    let mut budget = Budget::new(Limits::default());
    let task = Task::new(domain, domain.position(board), heuristic, &mut budget);
    let outcome = common::run(algorithm, &Options::defaults(&[]), task);
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
    let boards: Vec<_> = Sweep::one_in(4).of(boards.into_iter()).collect();
    thread::scope(|scope| {
        for worker in 0..workers {
            let boards = &boards;
            scope.spawn(move || {
                let domain = Tiles::<Small>::new(&CARDS[0].board(shape(3, 3)), MoveOrder::default());
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
    let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
    let heuristic = Manhattan::new(&domain);
    let table = table();
    let mut generator = Generator::new(&goal, Kind::Uniform, 2000).unwrap();
    for _ in 0..2000 {
        let board = generator.board();
        let distance = table.distance_of(&board).unwrap();
        assert_eq!(cost_by("ida", &domain, &heuristic, &board), u32::from(distance), "{board}");
    }
}

/// How often a heuristic breaks each promise over a whole space.
#[derive(Debug, Default, PartialEq, Eq)]
struct Audit {
    overestimates: u64,
    inconsistent_edges: u64,
    broken_claims: u64,
}

fn built(name: &str, domain: &Tiles<Small>) -> Box<dyn Atom<Tiles<Small>>> {
    let card = HEURISTICS.iter().find(|card| card.name == name).unwrap();
    listed_atom(&Named::Listed { card, argument: None }, domain, &mut Budget::new(Limits::default())).unwrap()
}

fn audit_claims(name: &str, goal: &Board, further: &[Claim]) -> Audit {
    let domain = &Tiles::new(goal, MoveOrder::default());
    let heuristic = built(name, domain);
    let table = DistanceTable::new(goal).unwrap();
    let unit = u64::from(heuristic.units());
    let mut audit = Audit::default();
    for distance in 0..table.widths().len() as u8 {
        for board in table.boards_at(distance) {
            let state = domain.position(&board);
            let acc = heuristic.root_word(domain, &state);
            let (h, distance) = (heuristic.exact_of_word(acc), u64::from(distance));
            assert_eq!(u64::from(heuristic.value_of_word(acc)), h.div_ceil(unit), "{board}");
            audit.overestimates += u64::from(h > unit * distance);
            audit.broken_claims += broken(further, |claim| is_above(claim, h, distance, unit));
            for op in domain.ops(&state) {
                let child = heuristic.exact_of_word(heuristic.step_word(domain, acc, &state, op));
                audit.inconsistent_edges += u64::from(h > child + unit);
                audit.broken_claims += broken(further, |claim| drops_too_far(claim, h, child, unit));
            }
        }
    }
    audit
}

fn broken(claims: &[Claim], is_broken: impl Fn(&Claim) -> bool) -> u64 {
    claims.iter().filter(|claim| is_broken(claim)).count() as u64
}

/// Whether an estimate in units is above what the claim allows at a true distance.
fn is_above(claim: &Claim, h: u64, distance: u64, unit: u64) -> bool {
    match *claim {
        Claim::AtMost { factor, excess } => h > unit * (u64::from(factor) * distance + u64::from(excess)),
        Claim::DropsAtMost(_) => false,
    }
}

/// Whether an estimate drops by more than the claim allows for one move.
fn drops_too_far(claim: &Claim, h: u64, child: u64, unit: u64) -> bool {
    match *claim {
        Claim::AtMost { .. } => false,
        Claim::DropsAtMost(most) => h > child + unit * u64::from(most),
    }
}

fn audit(name: &str, goal: &Board, further: Option<&'static [Claim]>) -> Audit {
    let card = HEURISTICS.iter().find(|card| card.name == name).unwrap();
    audit_claims(name, goal, further.unwrap_or(card.further))
}

/// What a card says is executed, not believed: over all states and edges, for every goal.
#[test]
fn every_claim_of_every_card_holds() {
    let sweep = Sweep::one_in(CARDS.len());
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        for (row, goal) in CARDS.iter().enumerate() {
            let goal = goal.board(shape(rows, cols));
            // On 3x3 each card with one goal, and with all of them in a full sweep.
            let cards = HEURISTICS.iter().enumerate().filter(|(column, _)| rows * cols < 9 || sweep.has(row + column));
            for (_, card) in cards {
                let audit = audit(card.name, &goal, None);
                assert!(!card.admissible || audit.overestimates == 0, "{} on {goal}: {audit:?}", card.name);
                assert!(!card.consistent || audit.inconsistent_edges == 0, "{} on {goal}: {audit:?}", card.name);
                assert_eq!(audit.broken_claims, 0, "{} on {goal}: {audit:?}", card.name);
            }
        }
    }
}

/// The check of further claims must be able to fail.
#[test]
fn a_broken_claim_would_be_seen() {
    let goal = CARDS[0].board(shape(2, 3));
    let claims: [&'static [Claim]; 2] = [&[Claim::AtMost { factor: 1, excess: 0 }], &[Claim::DropsAtMost(1)]];
    for further in claims {
        assert!(audit("manhattan-with-blank", &goal, Some(further)).broken_claims > 0, "{further:?}");
    }
}

/// The instructive ones break their promises exactly as often as is known.
#[test]
fn known_violations_on_the_eight_puzzle() {
    let goal = CARDS[0].board(shape(3, 3));
    let violations = |name| {
        let audit = audit(name, &goal, None);
        (audit.overestimates, audit.inconsistent_edges)
    };
    assert_eq!(violations("misplaced-with-blank"), (78, 5040));
    assert_eq!(violations("manhattan-with-blank"), (4650, 136_080));
    assert_eq!(violations("scan-conflict"), (0, 360));
    assert_eq!(violations("corner-tiles"), (0, 3354));
    assert_eq!(violations("last-moves"), (0, 132));
}

/// Every board on which a heuristic overestimates, with the estimate and the true cost.
fn overestimated(goal: &Board, name: &str) -> Vec<(String, u64, u64)> {
    let domain = Tiles::<Small>::new(goal, MoveOrder::default());
    let heuristic = built(name, &domain);
    let table = DistanceTable::new(goal).unwrap();
    let boards = (0..table.widths().len() as u8)
        .flat_map(|distance| table.boards_at(distance).map(move |board| (board, u64::from(distance))));
    let estimated = boards.map(|(board, distance)| {
        let h = heuristic.value_of_word(heuristic.root_word(&domain, &domain.position(&board)));
        (board, u64::from(h), distance)
    });
    let above = estimated.filter(|(_, h, distance)| h > distance);
    above.map(|(board, h, distance)| (board.to_string(), h, distance)).collect()
}

/// A conflict counted in one scan is right on every board of the 8-puzzle, and wrong all the same.
#[test]
fn where_scan_conflict_overestimates() {
    let boards = |rows, cols| overestimated(&CARDS[0].board(shape(rows, cols)), "scan-conflict");
    assert_eq!(boards(3, 3), []);
    assert_eq!(boards(2, 4), [("5 4 1 2/7 0 6 3".to_owned(), 18, 16)]);
    let wide = boards(2, 5);
    assert_eq!(wide.len(), 20);
    let worst = wide.iter().map(|(_, h, distance)| (h - distance, *h, *distance)).max();
    assert_eq!(worst, Some((4, 27, 23)));
}
