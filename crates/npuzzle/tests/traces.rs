//! Traces: what they tell can be replayed, for every search on every kind of problem, and is what
//! the report counts.

use std::collections::{BTreeMap, BTreeSet};

use npuzzle::algorithms;
use npuzzle::answer::{Problem, Request, Status, search, solve};
use npuzzle::catalogue::{RequestError, called_algorithm};
use npuzzle::core::card::{AlgorithmCard, MARKS, MemoryClass};
use npuzzle::core::{Cost, Limits, Prune};
use npuzzle::domains::map::{MapOptions, read_map};
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{Board, Direction, Moves};
use npuzzle::teach::blackboard::{Blackboard, Scene, Step, Waiting};
use npuzzle::trace::TraceEvent;

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
            let request = Request {
                algorithm: card.name.to_owned(),
                limits: Limits { nodes: Some(if blind { 2000 } else { 200_000 }), ..Limits::default() },
                ..Request::about(Problem::Call(problem.to_owned()))
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
                        // Searches from the goals have no operators, and expand before they
                        // generate.
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
    let request = Request::about(Problem::Call("hanoi(3,2)".to_owned()));
    let mut lines = Vec::new();
    search(&request, &mut |_| {}, Some(&mut |event: &TraceEvent| lines.push(serde_json::to_value(event).unwrap())))
        .unwrap();
    assert_eq!(lines[0], serde_json::json!({"event": "search", "algorithm": "astar"}));
    assert_eq!(lines[1]["event"], "expand");
    assert_eq!(lines[1]["state"], "21/-/-");
    assert_eq!(lines[2]["event"], "generate");
    assert_eq!(lines[2]["parent"], "21/-/-");
    assert_eq!(lines.last().unwrap()["event"], "solved");
}

/// What a line of pseudo-code would be marked with at an event; a successor that is not dropped is
/// marked by the event after it.
fn mark(event: &TraceEvent) -> String {
    match event {
        TraceEvent::Prune { reason } => reason.word().to_owned(),
        event => serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned(),
    }
}

/// The events of a trace, each with the search that it belongs to: `auto` runs several.
#[derive(Default)]
struct Seen {
    running: Option<&'static AlgorithmCard>,
    marks: BTreeSet<(&'static str, String)>,
    after_generate: bool,
}

impl Seen {
    fn note(&mut self, event: &TraceEvent) {
        if let TraceEvent::Search { algorithm } = event {
            self.running = Some(called_algorithm(algorithm).unwrap());
        }
        let running = self.running.expect("a trace begins with the search").name;
        if self.after_generate && !matches!(event, TraceEvent::Prune { .. }) {
            self.marks.insert((running, "keep".to_owned()));
        }
        self.after_generate = matches!(event, TraceEvent::Generate { .. });
        self.marks.insert((running, mark(event)));
    }

    fn assert_marked(&self, case: &str) {
        for (name, mark) in &self.marks {
            let card = called_algorithm(name).unwrap();
            let marked = card.pseudocode_lines().any(|line| line.at.contains(&mark.as_str()));
            assert!(marked, "{case}: no line of {name} is marked with {mark}");
        }
    }
}

/// Easy and hard boards, one of which leads searches to open states again with an inconsistent
/// heuristic.
const BOARDS: [(&str, Option<&str>); 6] = [
    ("123456780", None),
    ("1 2 3/4 0 6/7 5 8", None),
    ("1 3 6/5 0 2/4 7 8", None),
    ("8 6 7/2 5 4/3 0 1", None),
    ("8 6 7/2 5 4/3 0 1", Some("max(0, 3*misplaced-with-blank - manhattan)")),
    ("5 1 3 4/2 0 7 8/9 6 10 12/13 14 11 15", None),
];

/// Whatever a search does, a line of its pseudo-code says so.
#[test]
fn every_event_has_its_line_of_pseudocode() {
    let mut everywhere = BTreeSet::new();
    let small = ["sma(states=40)", "beam(width=5)", "dls(limit=6)", "ida(duplicates=path)"];
    let all = npuzzle::catalogue::algorithms().filter(|card| card.is_traceable()).map(|card| card.name);
    for algorithm in all.chain(small) {
        for (start, heuristic) in BOARDS {
            let request = Request {
                algorithm: algorithm.to_owned(),
                heuristic: heuristic.map(str::to_owned),
                limits: Limits { nodes: Some(20_000), ..Limits::default() },
                ..Request::new(board(start))
            };
            let mut seen = Seen::default();
            match solve(&request, &mut |_| {}, Some(&mut |event: &TraceEvent| seen.note(event))) {
                Ok(_) => assert!(seen.running.is_some(), "{algorithm} on {start} has told nothing"),
                Err(RequestError::NeedsConsistency { .. }) => {}
                Err(error) => panic!("{algorithm} on {start}: {error}"),
            }
            seen.assert_marked(&format!("{algorithm} on {start}"));
            everywhere.extend(seen.marks.into_iter().map(|(_, mark)| mark));
        }
    }
    assert_eq!(everywhere, MARKS.iter().map(|&mark| mark.to_owned()).collect(), "some mark is never needed");
}

/// The same for problems whose paths go round in circles, or whose moves differ in cost.
#[test]
fn every_event_of_other_problems_has_its_line() {
    for problem in PROBLEMS {
        for card in algorithms::CARDS {
            let request = Request {
                algorithm: card.name.to_owned(),
                limits: Limits { nodes: Some(2_000), ..Limits::default() },
                ..Request::about(Problem::Call(problem.to_owned()))
            };
            let mut seen = Seen::default();
            search(&request, &mut |_| {}, Some(&mut |event: &TraceEvent| seen.note(event))).unwrap();
            seen.assert_marked(&format!("{} on {problem}", card.name));
        }
    }
}

/// Where a trace says that a better path is known, it has shown one. Breadth-first search knows `c`
/// by a dearer path when it drops it.
#[test]
fn a_better_path_is_known_where_that_is_said() {
    const SHORT_BUT_DEAR: &str = "a\nd\na: b,1 c,4\nb: c,1 d,5\nc: d,1\nd:\n";
    const ISLAND: &str = include_str!("../../../testdata/maps/island.txt");
    let rules =
        ["astar(duplicates=stored)", "astar(reopen=no)", "bfs(duplicates=expanded)", "dfs(duplicates=expanded)"];
    let cards = algorithms::CARDS.iter().filter(|card| !card.kind.is_bidirectional()).map(|card| card.name);
    let mut said = 0;
    for algorithm in cards.chain(rules) {
        for map in [SHORT_BUT_DEAR, ISLAND] {
            let map = read_map(map, MapOptions::default()).unwrap();
            let request = Request {
                algorithm: algorithm.to_owned(),
                limits: Limits { nodes: Some(2_000), ..Limits::default() },
                ..Request::about(Problem::Map { name: "map".to_owned(), map, estimates: Vec::new() })
            };
            let mut known: BTreeMap<String, Cost> = BTreeMap::new();
            let mut made: Option<(String, Cost)> = None;
            let mut follow = |event: &TraceEvent| {
                match (event, made.take()) {
                    (TraceEvent::Prune { reason: Prune::Worse }, Some((state, g))) => {
                        assert!(known.get(&state).is_some_and(|&known| known < g), "{algorithm}: {state} with g {g}");
                        said += 1;
                    }
                    (TraceEvent::Prune { .. }, _) | (_, None) => {}
                    (_, Some((state, g))) => {
                        let least = known.entry(state).or_insert(g);
                        *least = g.min(*least);
                    }
                }
                match event {
                    TraceEvent::Generate { state, g, .. } => made = Some((state.clone(), *g)),
                    TraceEvent::Expand { state, g, .. } if *g == 0 => drop(known.insert(state.clone(), 0)),
                    _ => {}
                }
            };
            search(&request, &mut |_| {}, Some(&mut follow)).unwrap();
        }
    }
    assert!(said > 10, "{said}");
}

#[test]
fn pseudocode_is_short_and_its_marks_are_known() {
    for card in npuzzle::catalogue::algorithms() {
        let lines: Vec<_> = card.pseudocode_lines().collect();
        assert!((5..=16).contains(&lines.len()), "{} has {} lines", card.name, lines.len());
        let mut marks = BTreeSet::new();
        for line in &lines {
            let case = format!("{}: {}", card.name, line.text);
            assert!(line.text.is_ascii() && line.text.len() <= 64 && line.text.trim_end() == line.text, "{case}");
            let indent = line.text.len() - line.text.trim_start().len();
            assert!(indent.is_multiple_of(2) && !line.text.contains('@'), "{case}");
            assert!(line.at.iter().all(|mark| MARKS.contains(mark)), "{case}: {:?}", line.at);
            // A search is at one line at a time; `auto` begins a search at several.
            assert!(line.at.iter().all(|mark| marks.insert(*mark) || card.name == "auto"), "{case}");
        }
    }
}

/// What cannot be watched says so, and nothing else does.
#[test]
fn searches_that_cannot_be_watched_are_refused() {
    for card in npuzzle::catalogue::algorithms().filter(|card| !card.is_traceable()) {
        let request = Request { algorithm: card.name.to_owned(), ..Request::new(board("1 2 3/4 0 6/7 5 8")) };
        let refused = solve(&request, &mut |_| {}, Some(&mut |_: &TraceEvent| {})).unwrap_err();
        assert_eq!(refused, RequestError::NoTrace { algorithm: card.name });
    }
}

/// The states in the order in which a search expands them, and the first of the frontier before
/// each.
fn foreseen(algorithm: &str, map: &str) -> Vec<(String, String)> {
    let map = read_map(map, MapOptions::default()).unwrap();
    let request = Request {
        algorithm: algorithm.to_owned(),
        ..Request::about(Problem::Map { name: "map".to_owned(), map, estimates: Vec::new() })
    };
    let mut blackboard = Blackboard::new(1);
    let mut steps: Vec<Step> = Vec::new();
    let mut tell = |scene| {
        if let Scene::Step(step) = scene {
            steps.push(step);
        }
    };
    search(&request, &mut |_| {}, Some(&mut |event: &TraceEvent| blackboard.event(event, &mut tell))).unwrap();
    blackboard.end(&mut tell);
    let next = |step: &Step| match &step.waiting {
        Waiting::Frontier(listed) => listed.first.first().map(|first| first.state.to_string()),
        _ => None,
    };
    steps.windows(2).filter_map(|pair| Some((pair[1].expanded.state.to_string(), next(&pair[0])?))).collect()
}

/// What stands first on the blackboard is what comes next.
#[test]
fn the_order_of_the_frontier_is_the_order_of_the_search() {
    let map = include_str!("../../../testdata/maps/island.txt");
    for algorithm in [
        "bfs",
        "bfs(goal-test=expansion, duplicates=expanded)",
        "dfs",
        "dfs(duplicates=expanded, goal-test=expansion)",
        "ucs",
        "ucs(tie=state)",
        "ucs(tie=fifo)",
        "ucs(tie=lifo)",
        "astar",
        "astar(tie=smaller-g)",
        "astar(tie=fifo, duplicates=stored)",
        "greedy(tie=state)",
        "weighted-astar(w=1.5)",
    ] {
        let steps = foreseen(algorithm, map);
        assert!(!steps.is_empty(), "{algorithm}");
        for (expanded, expected) in steps {
            assert_eq!(expanded, expected, "{algorithm}");
        }
    }
}
