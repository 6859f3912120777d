//! Traces: what they tell can be replayed, for every search on every kind of problem, and is what the report counts.

use npuzzle::algorithms;
use npuzzle::catalogue::trace::TraceEvent;
use npuzzle::catalogue::{SearchRequest, SpaceChoice, Status, search};
use npuzzle::core::Limits;
use npuzzle::core::card::MemoryClass;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{Board, Direction, Moves};

const PROBLEMS: [&str; 5] =
    ["tiles(1 3 6/5 0 2/4 7 8)", "hanoi(3,3)", "jugs(3,5->4)", "missionaries(3,3,2)", "pancake(4 2 5 1 3)"];

fn board(text: &str) -> Board {
    read_board(text, &ReadOptions::default()).unwrap().board
}

/// The operator leads from the parent to the state.
fn replay(parent: &str, op: &str, state: &str) {
    let moves: Moves = op.parse().unwrap();
    let direction: Direction = moves.0[0];
    assert_eq!(board(parent).moved(direction), Some(board(state)), "{parent} by {op}");
}

#[test]
fn every_trace_can_be_replayed() {
    for problem in PROBLEMS {
        for card in algorithms::CARDS {
            let blind = !card.informed && card.memory == MemoryClass::Path && problem.starts_with("hanoi");
            let request = SearchRequest {
                algorithm: card.name.to_owned(),
                limits: Limits { nodes: Some(if blind { 2000 } else { 200_000 }), ..Limits::default() },
                ..SearchRequest::new(SpaceChoice::Call(problem.to_owned()))
            };
            let case = format!("{} on {problem}", card.name);
            let (mut expanded, mut generated, mut reopened, mut solved) = (0, 0, 0, 0);
            let mut last_expanded = String::new();
            let mut follow = |event: &TraceEvent| match event {
                TraceEvent::Expand { state, g, h, f, .. } => {
                    assert_eq!(*f, g + h, "{case}");
                    last_expanded.clone_from(state);
                    expanded += 1;
                }
                TraceEvent::Generate { parent, op, state, g, h, f } => {
                    assert_eq!(*f, g + h, "{case}");
                    generated += 1;
                    match op {
                        Some(op) if problem.starts_with("tiles") => replay(parent, op, state),
                        Some(op) => assert!(!op.is_empty(), "{case}"),
                        // Searches from the goals have no operators, and expand before they generate.
                        None => assert_eq!(*parent, last_expanded, "{case}"),
                    }
                }
                TraceEvent::Reopen => reopened += 1,
                TraceEvent::Solved { .. } => solved += 1,
                _ => {}
            };
            let report = search(&request, &mut |_| {}, Some(&mut follow)).unwrap();
            let counts = report.stats.counts;
            assert_eq!((expanded, generated, reopened), (counts.expanded, counts.generated, counts.reopened), "{case}");
            assert_eq!(solved, u64::from(report.status == Status::Solved), "{case}");
        }
    }
}

/// One event a line, each an object with its name.
#[test]
fn events_are_objects() {
    let request = SearchRequest::new(SpaceChoice::Call("hanoi(3,2)".to_owned()));
    let mut lines = Vec::new();
    search(&request, &mut |_| {}, Some(&mut |event| lines.push(serde_json::to_value(event).unwrap()))).unwrap();
    assert_eq!(lines[0], serde_json::json!({"event": "search", "algorithm": "astar"}));
    assert_eq!(lines[1]["event"], "expand");
    assert_eq!(lines[1]["state"], "21/-/-");
    assert_eq!(lines[2]["event"], "generate");
    assert_eq!(lines[2]["parent"], "21/-/-");
    assert_eq!(lines.last().unwrap()["event"], "solved");
}
