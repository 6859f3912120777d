//! All optimal solutions, against a naive count: breadth-first over the whole space, each board
//! with its number of shortest paths.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::common::{SHELF, Sweep, board, shape};
use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::core::Limits;
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::{Board, Direction, Moves, MovesOf, sets};
use npuzzle::verify::verify;
use proptest::prelude::*;

/// The distance of every board from the goal, and its number of shortest paths.
fn naive(goal: &Board) -> HashMap<Board, (u32, u128)> {
    let mut known = HashMap::from([(goal.clone(), (0, 1))]);
    let mut layer = vec![goal.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &layer {
            let paths = known[board].1;
            for neighbour in Direction::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
                let entry = known.entry(neighbour.clone()).or_insert_with(|| {
                    next.push(neighbour);
                    (depth, 0)
                });
                if entry.0 == depth {
                    entry.1 += paths;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

fn ask(start: &Board, goal: &Board, most: usize) -> Report {
    let request = Request { goal: Goal::from(goal.clone()), all: Some(most), ..Request::new(start.clone()) };
    solve(&request, &mut |_| {}, None).unwrap()
}

/// The count is the naive one, and what is listed is different, legal and as long as it should be.
fn check(start: &Board, goal: &Board, (cost, count): (u32, u128), most: usize) {
    let report = ask(start, goal, most);
    assert_eq!((report.status, report.cost, report.reason.as_deref()), (Status::Solved, Some(cost), None), "{start}");
    let solutions = report.solutions.unwrap();
    assert_eq!(solutions.count, count, "{start} to {goal}");
    assert_eq!(solutions.listed.len() as u128, count.min(most as u128), "{start} to {goal}");
    let different: HashSet<&String> = solutions.listed.iter().collect();
    assert_eq!(different.len(), solutions.listed.len(), "{start} to {goal}");
    for letters in &solutions.listed {
        let moves: Moves = letters.parse().unwrap();
        assert_eq!(moves.0.len(), cost as usize);
        verify(start, goal, &moves).unwrap();
    }
}

/// Every board of 2x3 for every goal, with all its solutions.
#[test]
fn all_boards_of_2x3() {
    for card in CARDS {
        let goal = card.board(shape(2, 3));
        let known = naive(&goal);
        assert_eq!(known.len(), 360);
        for (start, &truth) in &known {
            check(start, &goal, truth, 1000);
        }
    }
}

/// A few thousand boards of the 8-puzzle, and the figures of the whole space.
#[test]
fn boards_of_3x3() {
    // Seed 0 takes the first goal, whose figures are known.
    for (number, card) in Sweep::one_in(CARDS.len()).of(CARDS.iter().enumerate()) {
        let goal = card.board(shape(3, 3));
        let known = naive(&goal);
        if card.name == "last" {
            let most = known.values().map(|&(_, count)| count).max();
            assert_eq!((known.len(), most), (181_440, Some(64)));
            let hardest: Vec<u128> = known.values().filter(|&&(cost, _)| cost == 31).map(|&(_, count)| count).collect();
            assert_eq!(hardest, [40, 40]);
            for (start, &truth) in known.iter().filter(|(_, (cost, count))| *cost == 31 || *count == 64) {
                check(start, &goal, truth, 100);
            }
        }
        let mut boards: Vec<&Board> = known.keys().collect();
        boards.sort_by_key(|board| board.tiles().iter().map(|tile| tile.0).collect::<Vec<_>>());
        for start in boards.into_iter().skip(number).step_by(300) {
            check(start, &goal, known[start], 10);
        }
    }
}

#[test]
fn boards_of_2x4() {
    let goal = CARDS[0].board(shape(2, 4));
    let known = naive(&goal);
    assert_eq!(known.len(), 20_160);
    for (start, &truth) in known.iter().filter(|(board, _)| board.tiles()[0].is_blank()) {
        check(start, &goal, truth, 3);
    }
}

/// The solutions come in the order in which moves are tried, and the first is the same however many
/// are listed.
#[test]
fn the_order_of_moves_is_the_order_of_solutions() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for order in ["UDLR", "RLDU", "LURD"] {
        let list = |most| {
            let request = Request { order: order.parse().unwrap(), all: Some(most), ..Request::new(start.clone()) };
            solve(&request, &mut |_| {}, None).unwrap().solutions.unwrap().listed
        };
        let all = list(100);
        let places = |letters: &String| letters.chars().map(|letter| order.find(letter).unwrap()).collect::<Vec<_>>();
        assert!(all.is_sorted_by_key(places), "{order}: {all:?}");
        for most in [0, 1, 7, 39, 40] {
            assert_eq!(list(most), all[..most], "{order}");
        }
    }
}

/// Letters name the blank or the tile, as asked.
#[test]
fn letters_follow_the_convention() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let list = |moves_of| {
        let request = Request { moves_of, all: Some(5), ..Request::new(start.clone()) };
        solve(&request, &mut |_| {}, None).unwrap().solutions.unwrap().listed
    };
    let of_blank: Vec<Moves> = list(MovesOf::Blank).iter().map(|letters| letters.parse().unwrap()).collect();
    let of_tile: Vec<Moves> =
        list(MovesOf::Tile).iter().map(|letters| Moves::parse(letters, MovesOf::Tile).unwrap()).collect();
    assert_eq!(of_blank, of_tile);
}

#[test]
fn lines_solved_boards_and_unsolvable_ones() {
    let line = board("0 1 2 3");
    let goal = CARDS[0].board(shape(1, 4));
    check(&line, &goal, (3, 1), 10);
    check(&goal, &goal, (0, 1), 10);
    let solved = CARDS[0].board(shape(4, 4));
    check(&solved, &solved, (0, 1), 10);
    assert_eq!(ask(&solved, &solved, 10).solutions.unwrap().listed, [""]);

    let report = ask(&board("8 1 2/0 4 3/7 6 5"), &CARDS[0].board(shape(3, 3)), 10);
    assert_eq!(report.status, Status::Unsolvable);
    assert_eq!(report.solutions.map(|solutions| (solutions.count, solutions.listed)), Some((0, Vec::new())));
}

/// Whatever heuristic the search was given, and whatever search proved the optimum, the count is
/// the same.
#[test]
fn the_search_does_not_change_the_count() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for (algorithm, heuristic) in
        [("astar", "zero"), ("ida", "manhattan"), ("bibfs", "misplaced"), ("astar", "perfect")]
    {
        let request = Request {
            algorithm: algorithm.to_owned(),
            heuristic: Some(heuristic.to_owned()),
            all: Some(0),
            ..Request::new(start.clone())
        };
        let plain = solve(&Request { all: None, ..request.clone() }, &mut |_| {}, None).unwrap();
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_eq!(report.solutions.as_ref().map(|solutions| solutions.count), Some(40), "{algorithm} {heuristic}");
        assert_eq!(report.stats.counts, plain.stats.counts, "the counts of the search are its own");
        assert_eq!(report.moves, plain.moves);
        assert!(report.stats.counting.unwrap().expanded > 0 && plain.stats.counting.is_none());
        assert!(plain.solutions.is_none());
    }
}

/// Without a proof of the optimum there is nothing to count, and the report says so.
#[test]
fn nothing_is_counted_without_a_proof() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for algorithm in ["greedy", "constructive", "weighted-astar(w=3)"] {
        let request = Request { algorithm: algorithm.to_owned(), all: Some(10), ..Request::new(start.clone()) };
        let report = solve(&request, &mut |_| {}, None).unwrap();
        assert_ne!(report.proof, ProofLabel::Optimal);
        assert!(report.solutions.is_none() && report.stats.counting.is_none());
        assert!(report.reason.unwrap().contains("not counted before the optimum is proved"), "{algorithm}");
    }
}

fn korf(number: usize) -> Report {
    let set = &sets::SETS[0];
    let instance = set.instances().swap_remove(number - 1);
    let request = Request {
        goal: Goal::preset(set.goal).unwrap(),
        algorithm: "tile-ida".to_owned(),
        heuristic: Some("pdb(6-6-3)".to_owned()),
        all: Some(100),
        limits: Limits { table_cache: Arc::clone(&SHELF), ..Limits::default() },
        ..Request::new(instance.board)
    };
    let report = solve(&request, &mut |_| {}, None).unwrap();
    assert_eq!(report.cost, instance.known.optimal());
    report
}

const KORF: [(usize, u128); 10] = [(1, 1), (2, 17), (3, 91), (4, 5), (5, 20), (6, 2), (7, 4), (8, 2), (9, 6), (10, 54)];

/// The optimum is proved by the fastest search there is: what is looked at are the counts.
#[test]
fn boards_of_korf() {
    for (number, count) in Sweep::one_in(8).of(KORF.into_iter()) {
        let report = korf(number);
        let solutions = report.solutions.unwrap();
        assert_eq!(solutions.count, count, "korf:{number}");
        assert_eq!(solutions.listed.len() as u128, count, "korf:{number}");
    }
}

fn random_board(tiles: Vec<u64>) -> Board {
    Board::new(shape(3, 3), &tiles).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// From any board to any other: the list is complete up to its length. Limits at any moment
    /// lose the count, or nothing.
    #[test]
    fn limits_leave_the_solution(
        start in Just((0..9).collect::<Vec<u64>>()).prop_shuffle().prop_map(random_board),
        goal in Just((0..9).collect::<Vec<u64>>()).prop_shuffle().prop_map(random_board),
        nodes in 0_u64..4000,
        kibibytes in 1_u64..6000,
        most in 0_usize..80,
    ) {
        let free = ask(&start, &goal, most);
        prop_assume!(free.status == Status::Solved);
        let cost = free.cost.unwrap();
        let whole = free.solutions.unwrap();
        prop_assert_eq!(whole.listed.len() as u128, whole.count.min(most as u128));
        prop_assert!(whole.listed.iter().all(|letters| letters.len() == cost as usize));
        prop_assert_eq!(whole.listed.iter().collect::<HashSet<_>>().len(), whole.listed.len());

        let searched = free.stats.counts.expanded;
        for limits in [
            Limits { nodes: Some(searched + nodes), ..Limits::default() },
            Limits { memory: Some(free.stats.counts.peak_bytes + (kibibytes << 10)), ..Limits::default() },
        ] {
            let bytes = limits.memory;
            let request =
                Request { goal: Goal::from(goal.clone()), all: Some(most), limits, ..Request::new(start.clone()) };
            let report = solve(&request, &mut |_| {}, None).unwrap();
            let counting = report.stats.counting.unwrap();
            prop_assert!(bytes.is_some() || counting.expanded <= nodes);
            prop_assert!(bytes.is_none_or(|bytes| counting.peak_bytes <= bytes));
            prop_assert_eq!((report.cost, report.proof), (Some(cost), ProofLabel::Optimal));
            match report.solutions {
                None => {
                    prop_assert_eq!(report.status, Status::Stopped);
                    prop_assert!(report.reason.unwrap().ends_with("before all optimal solutions were counted"));
                }
                Some(solutions) => {
                    prop_assert_eq!(report.status, Status::Solved);
                    prop_assert_eq!(solutions.count, whole.count);
                    let listed = solutions.listed.len();
                    prop_assert_eq!(&solutions.listed[..], &whole.listed[..listed]);
                    prop_assert_eq!(report.reason.is_some(), listed < whole.listed.len());
                }
            }
        }
    }
}
