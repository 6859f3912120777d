//! Many boards at the same time, against each on its own.

use std::sync::Arc;

use npuzzle::question::{Ask, BoardText, Means, Solve, Terms};
use npuzzle_core::core::Limits;
use npuzzle_domains::domains::tiles::Board;
use npuzzle_domains::domains::tiles::sets::SETS;
use npuzzle_solvers::solvers::tiles::deepening::{Deepened, Outcome};
use npuzzle_solvers::solvers::tiles::solver::Terms as SearchTerms;

use crate::boards::{cost, goal, solve, solver, walked};
use crate::emulator::{OnlyDevice, on_emulator};

/// The boards, each asked for after all were solved side by side.
fn side_by_side(starts: &[Board], goal: &Board, patterns: &str, limits: &Limits) -> Vec<Deepened> {
    let (solver, mut budget) = solver(goal, patterns, limits).unwrap();
    let ahead = solver.solve_ahead(starts, goal, &mut budget).unwrap();
    assert!(ahead.is_some());
    let terms = SearchTerms::default();
    starts.iter().map(|start| solver.solve(start, goal, &terms, &mut budget).unwrap()).collect()
}

/// Whether the moves lead from the start to the goal.
fn arrives(start: &Board, goal: &Board, deepened: &Deepened) -> bool {
    let Outcome::Solved { moves } = &deepened.outcome else { return false };
    npuzzle_domains::verify::verify(start, goal, &npuzzle_domains::domains::tiles::Moves(moves.clone())).is_ok()
}

#[test]
fn boards_of_all_lengths_take_as_many_moves_as_alone() {
    let Some(limits) = on_emulator() else { return };
    for (rows, cols, blank, patterns) in [(3, 3, 0, "4-4"), (2, 5, 3, "5-4"), (3, 3, 4, "4-4")] {
        let goal = goal(rows, cols, blank);
        // The goal is among them, and boards of more moves than nodes remember.
        let starts: Vec<Board> = (0..120).map(|seed| walked(&goal, 5 * seed, seed as u64)).collect();
        let solved = side_by_side(&starts, &goal, patterns, &limits);
        for (start, deepened) in starts.iter().zip(&solved) {
            let alone = solve(start, &goal, patterns, &Limits::default()).unwrap();
            assert_eq!(cost(deepened), cost(&alone), "{start}");
            assert!(arrives(start, &goal, deepened), "{start}");
        }
        assert!(solved.iter().any(|deepened| cost(deepened) == 0));
    }
}

/// What a board takes depends on no other, but for the iteration that ends with its solution.
#[test]
fn counts_are_those_of_a_board_alone() {
    let Some(limits) = on_emulator() else { return };
    let goal = goal(4, 4, 0);
    let korf = |number: usize| SETS[0].instances().swap_remove(number - 1);
    let instances = [korf(12), korf(42), korf(55)];
    let starts: Vec<Board> = instances.iter().map(|instance| instance.board.clone()).collect();
    let together = side_by_side(&starts, &goal, "5-5-5", &limits);
    for ((start, instance), deepened) in starts.iter().zip(&instances).zip(&together) {
        assert_eq!(cost(deepened), instance.known.cost() as usize);
        assert!(arrives(start, &goal, deepened));
        let alone = side_by_side(std::slice::from_ref(start), &goal, "5-5-5", &limits).swap_remove(0);
        let completed = |deepened: &Deepened| deepened.iterations[..deepened.iterations.len() - 1].to_vec();
        assert_eq!(completed(deepened), completed(&alone));
        assert!(completed(&alone).iter().all(|iteration| iteration.completed && iteration.generated > 0));
    }
}

/// What was not asked for in time is forgotten, and searched when it is asked for.
#[test]
fn answers_are_there_while_they_are_kept() {
    let Some(limits) = on_emulator() else { return };
    let goal = goal(3, 3, 0);
    let start = walked(&goal, 200, 3);
    let (solver, mut budget) = solver(&goal, "4-4", &limits).unwrap();
    drop(solver.solve_ahead(std::slice::from_ref(&start), &goal, &mut budget).unwrap());
    let terms = SearchTerms::default();
    let later = solver.solve(&start, &goal, &terms, &mut budget).unwrap();
    assert_eq!(cost(&later), cost(&solve(&start, &goal, "4-4", &Limits::default()).unwrap()));
}

#[test]
fn questions_that_are_answered_ahead_get_the_same_answers() {
    let Some(limits) = on_emulator() else { return };
    let terms = Terms { devices: limits.device.map(|device| Arc::new(OnlyDevice(device)) as _), ..Terms::default() };
    let goal = goal(3, 3, 8);
    let mut questions: Vec<Solve> = (0..20)
        .map(|seed| Solve {
            board: BoardText::from(walked(&goal, 300, seed)),
            means: Means { device: Some("cuda".to_owned()), ..Means::default() },
            ..Solve::default()
        })
        .collect();
    // One of another goal, one that has no solution, and one that is no board.
    questions.push(Solve { board: BoardText::from("8 1 2/0 4 3/7 6 5"), ..questions[0].clone() });
    questions.push(Solve { board: BoardText::from("1 2 3/4 5 6/8 7 0"), ..questions[0].clone() });
    questions.push(Solve { board: BoardText::from("1 2 3"), ..questions[0].clone() });
    assert!(questions[0].gains_from_others(&terms));
    let plain: Vec<_> = questions
        .iter()
        .map(|question| Solve { means: Means::default(), ..question.clone() }.ask(&Terms::default(), &mut ()))
        .collect();
    let ahead = Solve::ahead(&questions, &terms);
    assert!(ahead.is_some());
    for (question, plain) in questions.iter().zip(plain) {
        match (question.ask(&terms, &mut ()), plain) {
            (Ok(ours), Ok(theirs)) => {
                let verdict = |solved: &npuzzle::question::Solved| (solved.report.cost, solved.report.proof);
                assert_eq!(verdict(&ours), verdict(&theirs), "{question:?}");
            }
            (Err(ours), Err(theirs)) => assert_eq!(ours.message, theirs.message),
            (ours, theirs) => panic!("{ours:?} {theirs:?}"),
        }
    }
}
