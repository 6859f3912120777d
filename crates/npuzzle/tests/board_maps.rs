//! Maps whose states are boards: heuristics of boards by name, and as the files they are written
//! to.

use std::time::Duration;

use npuzzle::answer::{EstimateFile, Problem, ProblemReport, ProofLabel, Request, Status, search, solve};
use npuzzle::catalogue::{RequestError, heuristics};
use npuzzle::core::{Clock, Limits, Stats};
use npuzzle::domains::map::{MapOptions, MapSpace, read_map};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{Format, ReadOptions, read_board};
use npuzzle::lab::audit::{AuditRequest, AuditSpace, audit};
use npuzzle::lab::export::SpaceExport;

fn space(names: Format) -> SpaceExport {
    SpaceExport::new(&Goal::default().board("2x3".parse().unwrap()).unwrap(), names).unwrap()
}

/// The space of 2x3 boards, from the farthest one.
fn text(names: Format) -> String {
    let mut text = Vec::new();
    space(names).map(None, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn map(text: &str) -> MapSpace {
    read_map(text, MapOptions::default()).unwrap()
}

fn request(map: &MapSpace, heuristic: &str, files: &[EstimateFile]) -> Request<Problem> {
    let problem = Problem::Map { name: "map".to_owned(), map: map.clone(), estimates: files.to_vec() };
    Request { heuristic: Some(heuristic.to_owned()), ..Request::about(problem) }
}

fn searched(map: &MapSpace, heuristic: &str) -> Result<ProblemReport, RequestError> {
    search(&request(map, heuristic, &[]), &mut |_| {}, None)
}

/// A heuristic by name, the same from the file it is written to, and the same on the board: all do
/// the same. (Searches on boards round fractions up.)
#[test]
fn a_heuristic_by_name_is_its_file_and_that_of_the_board() {
    for (names, start) in [(Format::Digits, "450123"), (Format::Underscore, "45x_123")] {
        let (space, map) = (space(names), map(&text(names)));
        let of_tables = heuristics().filter(|card| card.argument.is_none()).map(|card| card.name.to_owned());
        let composed = ["max(manhattan, misplaced)", "misplaced-with-blank/2", "2*manhattan"].map(str::to_owned);
        let mut compared = 0;
        for heuristic in of_tables.chain(composed) {
            let by_name = match searched(&map, &heuristic) {
                // Some need larger boards.
                Err(RequestError::Unavailable(_)) => continue,
                report => report.unwrap(),
            };
            assert_eq!((by_name.states, by_name.edges), (Some(360), Some(840)));
            assert_eq!(by_name.start, start);
            let mut file = Vec::new();
            let exported = space.heuristic(&heuristic, &Limits::default(), &mut file).unwrap();
            let file = EstimateFile { name: "file".to_owned(), text: String::from_utf8(file).unwrap() };
            let by_file = search(&request(&map, "file", &[file]), &mut |_| {}, None).unwrap();
            assert_eq!(by_name.heuristic.as_deref(), Some(heuristic.as_str()));
            if exported.rounded == 0 {
                // All but the depth, which is counted in the unit: a half by name, a tenth by file.
                let counts = |report: &ProblemReport| Stats { max_depth: 0, ..report.stats.counts };
                assert_eq!(counts(&by_name), counts(&by_file), "{heuristic}");
                assert_eq!((&by_name.path, by_name.proof), (&by_file.path, by_file.proof), "{heuristic}");
            }
            let start = read_board(start, &ReadOptions { size: Some("2x3".parse().unwrap()), format: None });
            let on_board = Request { heuristic: Some(heuristic.clone()), ..Request::new(start.unwrap().board) };
            let on_board = Request { algorithm: "astar".to_owned(), ..on_board };
            let on_board = solve(&on_board, &mut |_| {}, None).unwrap();
            // Of a heuristic that claims nothing, the check of this one map may prove more.
            assert!(by_name.proof == on_board.proof || on_board.proof == ProofLabel::Found, "{heuristic}");
            if names == Format::Digits && on_board.notes.is_empty() {
                assert_eq!(by_name.stats.counts.expanded, on_board.stats.counts.expanded, "{heuristic}");
                compared += 1;
            }
        }
        assert!(names == Format::Underscore || compared > 10, "{compared}");
    }
}

/// A map may have other costs and edges than the puzzle. Then what the card says of a heuristic is
/// not true of it, and no label rests on it.
#[test]
fn labels_rest_on_the_map_and_not_on_the_card() {
    let usual = text(Format::Underscore);
    let half = map(&usual.replace(",1", ",0.5"));
    let report = searched(&half, "manhattan").unwrap();
    assert_eq!(report.proof, ProofLabel::Found, "twice too large");
    let report = searched(&half, "manhattan/2").unwrap();
    assert_eq!((report.proof, report.cost.unwrap().to_string().as_str()), (ProofLabel::Optimal, "10.5"));
    // A way that the puzzle does not have, from the start to the goal.
    let tunnel = map(&usual.replace("\n45x_123:", "\n45x_123: 123_45x,1"));
    let report = searched(&tunnel, "linear-conflict").unwrap();
    assert!(report.proof == ProofLabel::Found && report.lower_bound.unwrap().to_string() == "0", "{report:?}");
    assert_eq!(searched(&tunnel, "zero").unwrap().proof, ProofLabel::Optimal);
    let request = Request { algorithm: "nba".to_owned(), ..request(&tunnel, "manhattan", &[]) };
    let refused = search(&request, &mut |_| {}, None).unwrap_err();
    assert!(matches!(refused, RequestError::NeedsConsistency { .. }), "{refused}");
}

#[test]
fn of_several_goals_the_nearest_counts() {
    let usual = text(Format::Underscore);
    let two = map(&usual.replace("\n123_45x\n", "\n123_45x 453_12x\n"));
    let report = searched(&two, "manhattan").unwrap();
    assert_eq!((report.proof, report.goal.as_deref()), (ProofLabel::Optimal, Some("453_12x")));
    assert_eq!(report.cost.unwrap().to_string(), searched(&two, "zero").unwrap().cost.unwrap().to_string());
    let to_one = searched(&map(&usual), "manhattan").unwrap();
    assert!(report.cost < to_one.cost, "{report:?}");
}

/// The other half of the boards, and a start that leads nowhere: every heuristic has some value
/// there.
#[test]
fn boards_that_cannot_be_solved_have_values() {
    let usual = text(Format::Underscore);
    let (_, lines) = usual.split_once("\n45x_123\n").unwrap();
    let swapped: String = lines
        .chars()
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect();
    // Costs were swapped as well.
    let swapped = swapped.split_once('\n').unwrap().1.replace(",2", ",1");
    let both = map(&format!("21x_453\n{lines}{swapped}"));
    assert_eq!(both.states(), 720);
    for card in heuristics().filter(|card| card.argument.is_none()) {
        match searched(&both, card.name) {
            Ok(report) => assert_eq!(report.status, Status::Unsolvable, "{}", card.name),
            Err(RequestError::Unavailable(_)) => {}
            Err(error) => panic!("{}: {error}", card.name),
        }
    }
    assert_eq!(searched(&both, "pdb(5)").unwrap().status, Status::Unsolvable);
    let lone = map(&format!("213_45x\n{lines}"));
    let report = searched(&lone, "manhattan").unwrap();
    assert_eq!((report.status, report.stats.counts.expanded), (Status::Unsolvable, 1));
    assert!(report.notes[0].starts_with("the start `213_45x` has no line"), "{:?}", report.notes);
}

#[test]
fn what_cannot_be_had_is_refused() {
    let island = map(include_str!("../../../testdata/maps/island.txt"));
    let refused = |map: &MapSpace, heuristic: &str| searched(map, heuristic).unwrap_err().to_string();
    let message = refused(&island, "manhattan");
    assert!(message.contains("heuristic of boards, but the state `Hafen`"), "{message}");
    assert!(refused(&island, "manhatan").contains("expected a heuristic file, or `zero`"));
    let boards = map(&text(Format::Underscore));
    assert!(refused(&boards, "manhatan").contains("did you mean `manhattan`"));
    assert!(refused(&boards, "h.txt").contains("expected a heuristic of boards, a heuristic file, or `zero`"));
    assert!(refused(&boards, "manhattan - 5").contains("is negative"));
    let odd = map("12_3x\n1x_32\n12_3x: 1x_32,1\n1x_32: 12_3x,1 123_45x,1\n");
    assert!(refused(&odd, "manhattan").contains("`123_45x`"));
}

/// A limit that ends the evaluation ends the search: what was not found is not an error.
#[test]
fn limits_hold_for_the_evaluation() {
    let boards = map(&text(Format::Underscore));
    let limits = Limits { time: Some(Duration::ZERO), clock: Clock::held(), ..Limits::default() };
    let stopped = Request { limits, ..request(&boards, "manhattan", &[]) };
    let report = search(&stopped, &mut |_| {}, None).unwrap();
    assert_eq!((report.status, report.heuristic.as_deref()), (Status::Stopped, Some("manhattan")));
    assert!(report.reason.unwrap().contains("time limit"));
}

#[test]
fn audits_judge_heuristics_of_boards_on_maps() {
    let judged = |map: &MapSpace, names: &[&str]| {
        let problem = Problem::Map { name: "map".to_owned(), map: map.clone(), estimates: Vec::new() };
        let request = AuditRequest {
            space: AuditSpace::Other(problem),
            heuristics: names.iter().map(|&name| name.to_owned()).collect(),
            ..AuditRequest::new("2x3".parse().unwrap())
        };
        audit(&request, &mut |_, _| {})
    };
    let boards = map(&text(Format::Digits));
    let names = ["manhattan", "misplaced-with-blank", "misplaced-with-blank/3", "l1"];
    let on_map = judged(&boards, &names).unwrap();
    let on_boards =
        AuditRequest { heuristics: names.map(str::to_owned).to_vec(), ..AuditRequest::new("2x3".parse().unwrap()) };
    let on_boards = audit(&on_boards, &mut |_, _| {}).unwrap();
    assert_eq!((on_map.states, on_map.edges, on_map.heuristics.len()), (360, 840, 3));
    for (one, other) in on_map.heuristics.iter().zip(&on_boards.heuristics) {
        assert_eq!(one.name, other.name);
        assert_eq!((one.overestimates, one.inconsistent_edges), (other.overestimates, other.inconsistent_edges));
        assert!(one.exact == other.exact && (one.mean_h - other.mean_h).abs() < 1e-9, "{}", one.name);
    }
    let half = map(&text(Format::Digits).replace(",1", ",0.5"));
    assert!(!judged(&half, &["manhattan"]).unwrap().heuristics[0].admissible);
    assert!(judged(&boards, &[]).unwrap_err().to_string().contains("a map has no heuristics of its own"));
}
