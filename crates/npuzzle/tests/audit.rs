//! The audit against known answers, against a naive one, and on every kind of space.

use std::collections::HashMap;

use crate::common::{shape, stepping};
use npuzzle::answer::{EstimateFile, Problem};
use npuzzle::catalogue::heuristic_expression;
use npuzzle::core::{Budget, Heuristic, Limits};
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::{CARDS as GOALS, Goal};
use npuzzle::domains::tiles::grid::Large;
use npuzzle::domains::tiles::{Board, Direction, MoveOrder, Tiles};
use npuzzle::heuristics::expression::FailureSlot;
use npuzzle::heuristics::tiles::CARDS;
use npuzzle::heuristics::tiles::compiled::LARGE;
use npuzzle::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, StateView, audit};

fn names(heuristics: &[&str]) -> Vec<String> {
    heuristics.iter().map(|&name| name.to_owned()).collect()
}

fn of_boards(rows: usize, cols: usize, goal: &str, heuristics: &[&str]) -> Result<AuditReport, AuditError> {
    let goal = Goal::preset(goal).unwrap();
    let space = AuditSpace::Boards { shape: shape(rows, cols), goal };
    audit(
        &AuditRequest { space, heuristics: names(heuristics), ..AuditRequest::new(shape(rows, cols)) },
        &mut |_, _| {},
    )
}

fn of_other(space: Problem, heuristics: Vec<String>) -> Result<AuditReport, AuditError> {
    let space = AuditSpace::Other(space);
    audit(&AuditRequest { space, heuristics, ..AuditRequest::new(shape(2, 2)) }, &mut |_, _| {})
}

/// Overestimates and violating edges that course reports have found by hand, and those they have
/// not found.
#[test]
fn known_answers_of_the_eight_puzzle() {
    let known: [(&str, u64, u64); 6] = [
        ("misplaced-with-blank", 78, 5040),
        ("manhattan-with-blank", 4650, 136_080),
        ("manhattan-with-blank/2", 0, 0),
        ("max(0, misplaced-with-blank - 1)", 0, 5038),
        ("manhattan", 0, 0),
        ("misplaced", 0, 0),
    ];
    let report = of_boards(3, 3, "last", &known.map(|(name, ..)| name)).unwrap();
    assert_eq!((report.states, report.edges, report.exhaustive), (181_440, 483_840, true));
    for (audit, (name, overestimates, edges)) in report.heuristics.iter().zip(known) {
        assert_eq!((audit.overestimates, audit.inconsistent_edges), (overestimates, edges), "{name}");
        assert_eq!((audit.admissible, audit.consistent), (overestimates == 0, edges == 0), "{name}");
        assert_eq!(audit.name, name);
        assert_eq!(audit.errors.iter().map(|error| error.states).sum::<u64>(), 181_440);
        assert!((audit.mean_true - 21.9724).abs() < 1e-4);
    }
    let worst = report.heuristics[0].worst.as_ref().unwrap();
    assert_eq!((worst.h.to_string(), worst.distance.to_string()), ("2".to_owned(), "1".to_owned()));
    let dominates = |stronger: &str, weaker: &str| {
        report.dominance.iter().any(|pair| pair.stronger == stronger && pair.weaker == weaker)
    };
    assert!(dominates("manhattan", "misplaced"));
    assert!(dominates("misplaced-with-blank", "misplaced"));
    let pair = report.incomparable.iter().find(|pair| {
        (pair.first.as_str(), pair.second.as_str()) == ("manhattan-with-blank/2", "max(0, misplaced-with-blank - 1)")
    });
    let pair = pair.unwrap();
    assert!(pair.first_larger.first > pair.first_larger.second && pair.second_larger.second > pair.second_larger.first);
    assert_eq!(report.dominance.len() + report.equal.len() + report.incomparable.len(), 15);
}

/// What is said of a heuristic if one looks at every board and every move the slow way.
#[derive(Debug, PartialEq)]
struct Slow {
    overestimates: u64,
    inconsistent_edges: u64,
    exact: u64,
    sum: f64,
    errors: Vec<(i64, u64)>,
}

fn slowly(goal: &Board, text: &str) -> Slow {
    let domain = Tiles::<Large>::new(goal, MoveOrder::default());
    let table = DistanceTable::new(goal).unwrap();
    let expression = heuristic_expression(text).unwrap();
    let heuristic =
        (LARGE.composite)(&expression, &domain, &mut Budget::new(Limits::default()), &FailureSlot::default()).unwrap();
    let value = |board: &Board| {
        let (numerator, denominator) = heuristic.exact_value(heuristic.root(&domain, &domain.position(board))).unwrap();
        numerator as f64 / denominator as f64
    };
    let mut slow = Slow { overestimates: 0, inconsistent_edges: 0, exact: 0, sum: 0.0, errors: Vec::new() };
    let mut errors: HashMap<i64, u64> = HashMap::new();
    for distance in 0..table.widths().len() {
        for board in table.boards_at(distance as u8) {
            let h = value(&board);
            slow.sum += h;
            slow.overestimates += u64::from(h > distance as f64 + 1e-9);
            slow.exact += u64::from((h - distance as f64).abs() < 1e-9);
            *errors.entry((distance as f64 - h + 1e-9).floor() as i64).or_default() += 1;
            for next in Direction::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
                slow.inconsistent_edges += u64::from(h > value(&next) + 1.0 + 1e-9);
            }
        }
    }
    slow.errors = errors.into_iter().collect();
    slow.errors.sort_unstable();
    slow
}

#[test]
fn the_audit_counts_what_the_slow_one_counts() {
    for (rows, cols) in [(2, 3), (3, 2), (2, 2), (1, 5)] {
        for card in GOALS {
            let goal = card.board(shape(rows, cols));
            let mut texts: Vec<&str> = CARDS.iter().map(|card| card.name).collect();
            texts.extend([
                "manhattan-with-blank/3",
                "misplaced/(1 + misplaced)",
                "1.5*manhattan",
                "euclidean*euclidean/7",
            ]);
            for text in texts {
                let Ok(report) = of_boards(rows, cols, card.name, &[text]) else {
                    panic!("{text} on {rows}x{cols}");
                };
                let audit = &report.heuristics[0];
                let fast = Slow {
                    overestimates: audit.overestimates,
                    inconsistent_edges: audit.inconsistent_edges,
                    exact: audit.exact,
                    sum: audit.mean_h * report.states as f64,
                    errors: audit.errors.iter().map(|error| (error.error, error.states)).collect(),
                };
                let slow = slowly(&goal, text);
                assert!((fast.sum - slow.sum).abs() < 1e-6, "{text} on {goal}");
                assert_eq!(Slow { sum: 0.0, ..fast }, Slow { sum: 0.0, ..slow }, "{text} on {goal}");
            }
        }
    }
}

/// Every example that is shown is one.
#[test]
fn counterexamples_are_true() {
    let texts = ["misplaced-with-blank", "manhattan-with-blank", "scan-conflict + 1", "2*linear-conflict", "5"];
    for (rows, cols) in [(2, 4), (3, 3)] {
        for card in GOALS {
            let report = of_boards(rows, cols, card.name, &texts).unwrap();
            let goal = card.board(shape(rows, cols));
            let table = DistanceTable::new(&goal).unwrap();
            let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
            for audit in &report.heuristics {
                let expression = heuristic_expression(&audit.name).unwrap();
                let budget = &mut Budget::new(Limits::default());
                let heuristic = (LARGE.composite)(&expression, &domain, budget, &FailureSlot::default()).unwrap();
                let value =
                    |board: &Board| heuristic.value(heuristic.root(&domain, &domain.position(board))).to_string();
                let board = |view: &StateView| match view {
                    StateView::Board(board) => board.clone(),
                    StateView::Named { name, .. } => panic!("{name} is not a board"),
                };
                let worst = audit.worst.as_ref().unwrap();
                assert_eq!(value(&board(&worst.board)), worst.h.to_string(), "{}", audit.name);
                let distance = table.distance_of(&board(&worst.board)).unwrap();
                assert_eq!(distance.to_string(), worst.distance.to_string());
                assert!(worst.h > worst.distance);
                if let Some(edge) = &audit.edge_example {
                    let (from, to) = (board(&edge.from), board(&edge.to));
                    assert!(Direction::ALL.iter().any(|&direction| from.moved(direction).as_ref() == Some(&to)));
                    assert_eq!((value(&from), value(&to)), (edge.h_from.to_string(), edge.h_to.to_string()));
                    assert!(edge.h_from.exceeds_sum(edge.h_to, edge.cost));
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let ask = |threads: usize| {
        let request = AuditRequest {
            heuristics: names(&["manhattan-with-blank", "euclidean", "misplaced/(misplaced + 1)"]),
            limits: Limits { threads: threads.try_into().ok(), ..Limits::default() },
            ..AuditRequest::new(shape(3, 3))
        };
        let mut report = audit(&request, &mut |_, _| {}).unwrap();
        report.seconds = 0.0;
        serde_json::to_string(&report).unwrap()
    };
    assert_eq!(ask(1), ask(3));
}

#[test]
fn other_problems_and_maps_are_audited() {
    let hanoi = of_other(Problem::Call("hanoi(3,4)".to_owned()), Vec::new()).unwrap();
    assert_eq!((hanoi.states, hanoi.edges), (81, 240));
    assert!(hanoi.heuristics.iter().all(|audit| audit.admissible && audit.consistent), "{hanoi:?}");
    let doubled = of_other(Problem::Call("hanoi(3,4)".to_owned()), names(&["2*out-and-back"])).unwrap();
    assert!(!doubled.heuristics[0].admissible);

    let map = read_map("a\nc\na: b,1 c,3\nb: c,1\nz: a,1\ny: y,1\n", MapOptions::default()).unwrap();
    let text = "a: 2\nb: 0.5\nc: 0\nz: 9\ny: 5\n".to_owned();
    let estimates = vec![EstimateFile { name: "h.txt".to_owned(), text }];
    let space = Problem::Map { name: "map.txt".to_owned(), map, estimates };
    let report = of_other(space.clone(), names(&["h.txt"])).unwrap();
    let audit = &report.heuristics[0];
    assert_eq!((report.states, report.edges), (5, 5));
    assert_eq!((audit.overestimates, audit.inconsistent_edges), (1, 2));
    let worst = audit.worst.as_ref().unwrap();
    assert_eq!((worst.h.to_string(), worst.distance.to_string()), ("9".to_owned(), "3".to_owned()));
    assert_eq!(report.notes.len(), 1);
    let unknown = of_other(space.clone(), names(&["other.txt"])).unwrap_err().to_string();
    assert!(unknown.contains("a heuristic file, or `zero`"), "{unknown}");
    let of_boards = of_other(space, names(&["manhattan"])).unwrap_err().to_string();
    assert!(of_boards.contains("the state `a` of the map is not a board"), "{of_boards}");
}

#[test]
fn large_boards_are_sampled() {
    let request = AuditRequest {
        heuristics: names(&["manhattan", "manhattan-with-blank", "linear-conflict"]),
        samples: Some(3),
        seed: 7,
        ..AuditRequest::new(shape(5, 5))
    };
    let report = audit(&request, &mut |_, _| {}).unwrap();
    let sampling = report.sampling.as_ref().unwrap();
    assert!(!report.exhaustive && sampling.boards == 3 && sampling.seed == 7);
    assert!(report.heuristics[0].admissible && report.heuristics[0].consistent);
    assert!(!report.heuristics[1].admissible && report.heuristics[1].inconsistent_edges > 0);
    assert!(report.edges >= report.states);
    // On a small board samples find no more than there is.
    let request =
        AuditRequest { samples: Some(5), ..AuditRequest { space: AuditRequest::new(shape(3, 3)).space, ..request } };
    let some = audit(&request, &mut |_, _| {}).unwrap();
    let all = of_boards(3, 3, "last", &["manhattan", "manhattan-with-blank", "linear-conflict"]).unwrap();
    for (some, all) in some.heuristics.iter().zip(&all.heuristics) {
        assert!(some.overestimates <= all.overestimates && some.inconsistent_edges <= all.inconsistent_edges);
    }
}

/// A limit leaves what was found, and says that it ended the sampling.
#[test]
fn samples_cut_short_say_so() {
    let request = AuditRequest {
        heuristics: names(&["manhattan"]),
        samples: Some(100_000_000),
        limits: stepping(200),
        ..AuditRequest::new(shape(3, 3))
    };
    let sampling = audit(&request, &mut |_, _| {}).unwrap().sampling.unwrap();
    assert!(sampling.is_cut_short() && sampling.boards > 0 && sampling.unsolved == 0, "{sampling:?}");
}

#[test]
fn heuristics_are_judged_once_whatever_they_are_called() {
    let report = of_boards(2, 2, "last", &["md", "manhattan", "(l1)"]).unwrap();
    assert_eq!(report.heuristics.len(), 1);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    for (text, message) in [
        ("misplaced - 1", "the heuristic `misplaced - 1` is negative (-1) where misplaced = 0"),
        ("manhattan/misplaced", "divides by zero where manhattan = 0, misplaced = 0"),
        ("999999999*manhattan", "is too large where manhattan = "),
        ("manhatan", "unknown heuristic `manhatan`; did you mean `manhattan`?"),
    ] {
        let error = of_boards(3, 3, "last", &[text]).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let request = AuditRequest { limits, ..AuditRequest::new(shape(3, 4)) };
    let error = audit(&request, &mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("auditing 3x4 boards takes about"), "{error}");
}
