//! Searches and spaces give what one process gives.

use npuzzle::question::{Ask, Solve, Space, Terms};
use serde_json::json;

use crate::job::{alone, iterations, report};

#[test]
fn spaces_have_their_widths() {
    for size in ["3x3", "2x5"] {
        let question: Space = serde_json::from_value(json!({ "size": size })).unwrap();
        let expected = serde_json::to_value(question.ask(&Terms::default(), &mut ()).unwrap()).unwrap();
        for ranks in [1, 2, 4] {
            let found = report(ranks, &["space", size, "--format", "json"]);
            for field in ["states", "diameter", "widths", "antipode_count", "antipodes", "edges"] {
                assert_eq!(found[field], expected[field], "{size} on {ranks} ranks: {field}");
            }
        }
    }
}

/// One process counts solutions of so small a space, and several say that they do not.
#[test]
fn solutions_that_are_not_counted_are_noted() {
    for (ranks, size, is_noted) in [(1, "3x3", false), (2, "3x3", true), (2, "2x6", false)] {
        let (code, printed, said) = crate::job::run(ranks, &["space", size]);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(said.contains("note: solutions are not counted: that is for one process"), is_noted, "{said}");
        assert_eq!(printed.contains("solutions "), ranks == 1, "{printed}");
    }
}

/// Half of 12! boards, in parts.
#[test]
fn a_large_space_has_its_known_width() {
    let found = report(2, &["space", "3x4", "--format", "json"]);
    let facts = ["states", "diameter", "antipode_count"].map(|field| found[field].as_u64());
    assert_eq!(facts, [Some(239_500_800), Some(53), Some(18)]);
}

/// Bound, states expanded and generated, counted once: an error that all forms of the search share
/// does not go unseen.
const COUNTED: [[u64; 3]; 4] =
    [[75, 7_238, 16_435], [77, 2_995, 5_948], [79, 61_940, 126_021], [81, 881_289, 1_817_839]];

/// The first iterations of a 24-puzzle, which are the same however many share them.
#[test]
fn iterations_are_those_of_one_process() {
    const BOARD: &str = "korf24:1";
    const NODES: u64 = 8_000_000;
    let expected = iterations(&alone(BOARD, Some(NODES), None));
    assert_eq!(expected, COUNTED);
    for (ranks, threads) in [(1, "2"), (2, "1"), (4, "1"), (8, "2")] {
        let nodes = NODES.to_string();
        let limits = ["--node-limit", &nodes, "--threads", threads, "--format", "json"];
        let found = report(ranks, &[&["solve", BOARD, "-H", "manhattan"], &limits[..]].concat());
        assert_eq!(iterations(&found), expected, "{ranks} ranks of {threads} threads");
        assert_eq!(found["status"], "stopped");
    }
}

#[test]
fn hda_finds_the_cheapest_solutions() {
    for number in 1..=50 {
        let board = format!("random:3x3:1:{number}");
        let question: Solve = serde_json::from_value(json!({ "board": board, "algorithm": "astar" })).unwrap();
        let expected = question.ask(&Terms::default(), &mut ()).unwrap().report.cost;
        let heuristic = ["manhattan", "linear-conflict"][number % 2];
        let found = report(2 + 2 * (number % 2), &["solve", &board, "-a", "hda", "-H", heuristic, "--format", "json"]);
        assert_eq!(found["cost"].as_u64().map(|cost| cost as u32), expected, "{board}");
        assert_eq!(found["proof"], "optimal", "{board}");
    }
}

#[test]
fn other_problems_are_searched_with_hda() {
    let found = report(3, &["search", "pancake(9)", "--seed", "5", "--format", "json"]);
    assert_eq!((&found["proof"], &found["algorithm"]), (&json!("optimal"), &json!("hda")));
    let (code, printed, said) = crate::job::run(2, &["search", "hanoi(3,4)"]);
    assert!(code == Some(0) && printed.contains("15 moves"), "{printed}{said}");
}
