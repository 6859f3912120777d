//! Parity against the truth: every board of the small sizes is reachable exactly when arithmetic
//! says so.

use crate::common::{board, known_boards, shape};
use npuzzle::answer::{Request, Status, solve};
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::parity::is_solvable;
use npuzzle::domains::tiles::rank::unrank;

#[test]
fn parity_is_reachability() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 5), (4, 1)] {
        let shape = shape(rows, cols);
        let cells = shape.cells();
        for card in CARDS {
            let goal = card.board(shape);
            let table = DistanceTable::new(&goal).unwrap();
            let arrangements: u64 = (1..=cells as u64).product();
            let mut reachable = 0;
            for rank in 0..arrangements {
                let mut tiles = vec![0; cells];
                unrank(rank, &mut tiles);
                let numbers: Vec<u64> = tiles.iter().map(|&tile| u64::from(tile)).collect();
                let board = Board::new(shape, &numbers).unwrap();
                let truth = table.distance_of(&board).is_some();
                reachable += u64::from(truth);
                assert_eq!(is_solvable(&board, &goal), truth, "{board} for {}", card.name);
            }
            assert_eq!(Some(reachable), shape.reachable_states());
            assert_eq!(table.widths().iter().sum::<u64>(), reachable);
        }
    }
}

/// The inversions that `explain` counts lead to the same verdict, for every board and goal of 2x3,
/// 3x2 and 2x2.
#[test]
fn the_argument_in_words_agrees_with_the_verdict() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = shape(rows, cols);
        for card in CARDS {
            let goal = card.board(shape);
            for rank in 0..(1..=shape.cells() as u64).product() {
                let mut tiles = vec![0; shape.cells()];
                unrank(rank, &mut tiles);
                let numbers: Vec<u64> = tiles.iter().map(|&tile| u64::from(tile)).collect();
                let explanation = Explanation::new(&Board::new(shape, &numbers).unwrap(), &goal);
                let odd_width = shape.cols() % 2 == 1;
                let sum = explanation.inversions + if odd_width { 0 } else { u64::from(explanation.blank_rows) };
                assert_eq!(sum.is_multiple_of(2), explanation.solvable);
                assert_eq!(explanation.swap.is_none(), explanation.solvable);
            }
        }
    }
}

#[test]
fn unsolvable_boards_are_never_searched() {
    for known in known_boards().into_iter().filter(|known| known.cost.is_none()) {
        for algorithm in npuzzle::catalogue::algorithms() {
            let request = Request {
                goal: Goal::Preset(known.goal),
                algorithm: algorithm.name.to_owned(),
                ..Request::new(known.board.clone())
            };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            assert_eq!(report.status, Status::Unsolvable);
            assert_eq!((report.stats.counts.expanded, report.stats.counts.generated), (0, 0));
            assert!(report.reason.is_some());
        }
    }
}

#[test]
fn a_huge_unsolvable_board_is_refused_at_once() {
    let shape = shape(100, 100);
    let goal = Goal::default().board(shape).unwrap();
    let places = goal.places();
    let swapped = goal.with_swapped(places[1], places[2]);
    assert_eq!(solve(&Request::new(swapped), &mut |_| {}, None).unwrap().status, Status::Unsolvable);
}

#[test]
fn wrong_goals_are_an_error() {
    let request = Request { goal: Goal::from(board("1 2/3 0")), ..Request::new(board("1 2 3/4 5 6/7 8 0")) };
    assert_eq!(
        solve(&request, &mut |_| {}, None).unwrap_err().to_string(),
        "the goal is a 2x2 board, but the start is 3x3"
    );
}
