//! Requests for searches of any space: problems of the list, maps, and what is wrong with a
//! request.

use crate::common::Recorded;
use npuzzle::answer::{Problem, ProblemReport, ProofLabel, Request, Status, search};
use npuzzle::catalogue::{RequestError, problems};
use npuzzle::core::spelling::Titled;
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::heuristics::zero;

fn ask(call: &str) -> Result<ProblemReport, RequestError> {
    search(&Request::about(Problem::Call(call.to_owned())), &mut |_| {}, None)
}

fn map_request(text: &str) -> Request<Problem> {
    let map = read_map(text, MapOptions::default()).unwrap();
    Request::about(Problem::Map { name: "map".to_owned(), map, estimates: Vec::new() })
}

#[test]
fn every_problem_of_the_list_answers_its_example() {
    for card in problems() {
        let report = ask(card.example).unwrap_or_else(|error| panic!("{}: {error}", card.example));
        assert_eq!((report.status, report.proof), (Status::Solved, ProofLabel::Optimal), "{}", card.example);
        assert_eq!(report.path.as_ref().unwrap().len(), report.moves.as_ref().unwrap().len() + 1);
        assert_eq!(report.path.unwrap().last(), report.goal.as_ref());
        for heuristic in card.heuristics.iter().chain([&zero::CARD]).filter(|card| card.consistent) {
            let request = Request {
                heuristic: Some(heuristic.name.to_owned()),
                ..Request::about(Problem::Call(card.example.to_owned()))
            };
            assert_eq!(search(&request, &mut |_| {}, None).unwrap().cost, report.cost, "{}", heuristic.name);
        }
    }
}

#[test]
fn what_has_no_solution_is_proved_to_have_none() {
    for call in ["jugs(2,4->3)", "missionaries(4,4,2)", "tiles(1 2 3/4 5 6/8 7 0)"] {
        let report = ask(call).unwrap();
        assert_eq!((report.status, report.cost, report.lower_bound), (Status::Unsolvable, None, None), "{call}");
        assert!(report.reason.is_some());
    }
}

#[test]
fn mistakes_are_named() {
    for (call, message) in [
        ("hanio(3,5)", "unknown problem `hanio`; did you mean `hanoi`?"),
        ("hanoi", "in `hanoi`: expected the number of pegs and the number of disks in parentheses, as in `hanoi(3,5)`"),
        ("hanoi(3,5", "in `hanoi(3,5`: the closing `)` is missing"),
        ("jugs(3)", "in `jugs(3)`: expected 1 to 8 capacities"),
        ("tiles(1 2 2 0)", "tile 2"),
    ] {
        let error = ask(call).unwrap_err().to_string();
        assert!(error.contains(message), "{call}: {error}");
    }
    let with = |heuristic: &str, algorithm: &str| {
        let request = Request {
            heuristic: Some(heuristic.to_owned()),
            algorithm: algorithm.to_owned(),
            ..Request::about(Problem::Call("hanoi(3,3)".to_owned()))
        };
        search(&request, &mut |_| {}, None).unwrap_err().to_string()
    };
    assert!(with("manhattan", "astar").contains("`out-and-back`, `zero`"));
    assert!(with("zero", "auto").contains("knows only the sliding-tile puzzle"));
}

#[test]
fn decimal_costs_are_exact_and_goals_are_named() {
    let report = search(&map_request("a\nc d\na: b,0.1 d,9\nb: c,0.2\n"), &mut |_| {}, None).unwrap();
    assert_eq!(report.cost.unwrap().to_string(), "0.3");
    assert_eq!((report.goal.as_deref(), report.goals.len()), (Some("c"), 2));
    assert_eq!(report.path.unwrap(), ["a", "b", "c"]);
    assert_eq!(report.notes.len(), 1);
    let start = search(&map_request("a\na\na: a,1\n"), &mut |_| {}, None).unwrap();
    assert_eq!((start.cost.unwrap().numerator(), start.path.unwrap().len()), (0, 1));
}

#[test]
fn rules_hold_unless_the_call_sets_them() {
    let request = Request { rules: &[("tie", "state"), ("goal-test", "expansion")], ..map_request("a\nb\na: b,1\n") };
    let options = |algorithm: &str| {
        let request = Request { algorithm: algorithm.to_owned(), ..request.clone() };
        search(&request, &mut |_| {}, None).unwrap().engine
    };
    assert_eq!(options("astar"), "astar(tie=state)");
    assert_eq!(options("astar(tie=fifo)"), "astar(tie=fifo)");
    assert_eq!(options("bfs"), "bfs(goal-test=expansion)");
    assert_eq!(options("bfs(goal-test=generation)"), "bfs");
}

/// Traces and records of one problem belong together, whatever it was called by.
#[test]
fn a_problem_has_one_name_in_all_answers() {
    for card in problems() {
        let (_, arguments) = card.example.split_once('(').unwrap();
        for alias in card.aliases().iter().copied().chain([card.name]) {
            let request = Request::about(Problem::Call(format!("{alias}({arguments}")));
            let mut recorded = Recorded::default();
            let report = search(&request, &mut |_| {}, Some(&mut recorded)).unwrap();
            assert_eq!(report.problem, format!("{}({arguments}", card.name), "{alias}");
            if card.name != "tiles" {
                assert_eq!(recorded.header.problem, report.problem);
            }
        }
    }
}
