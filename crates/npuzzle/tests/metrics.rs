//! The multi-tile metric, where a slide of a whole line counts as one: every search and every
//! heuristic against distances by exhaustion, labels that are never false, and what is refused.

use std::sync::Arc;

use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::catalogue::{RequestError, algorithms, heuristics};
use npuzzle::core::card::{AlgorithmCard, Completeness, Feature, Optimality};
use npuzzle::core::{Cost, Limits, Metric, Properties};
use npuzzle::domains::tiles::distance_table::{DistanceTable, TooLarge};
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::goal::{CARDS, Goal};
use npuzzle::domains::tiles::slides::least_slides;
use npuzzle::domains::tiles::{Board, Cell, Moves, MovesOf};
use npuzzle::heuristics::custom::CustomHeuristic;
use npuzzle::lab::audit::{AuditReport, AuditRequest, AuditSpace, Seen, StateView, audit};
use npuzzle::lab::compare::{CompareBoard, CompareRequest, compare, tally};
use npuzzle::lab::space::{SpaceRequest, space};

use crate::common::{Recorded, board, shape};

fn usual_goal(rows: usize, cols: usize) -> Board {
    Goal::default().board(shape(rows, cols)).unwrap()
}

/// Distances in slides.
fn table(goal: &Board) -> DistanceTable {
    DistanceTable::build_on(Metric::Multi, 1, goal, || Ok::<(), TooLarge>(())).unwrap()
}

fn request(start: &Board, goal: &Board, algorithm: &str, heuristic: Option<&str>) -> Request {
    Request {
        goal: Goal::from(goal.clone()),
        metric: Metric::Multi,
        algorithm: algorithm.to_owned(),
        heuristic: heuristic.map(str::to_owned),
        limits: Limits { nodes: Some(20_000), memory: Some(64 << 20), ..Limits::default() },
        ..Request::new(start.clone())
    }
}

fn solved(request: &Request) -> Report {
    solve(request, &mut |_| {}, None).unwrap_or_else(|error| panic!("{}: {error}", request.algorithm))
}

/// What must be true of every answer, given the true number of slides.
fn judge(report: &Report, optimum: Cost) {
    let case = format!("{} with {:?} on {}", report.algorithm, report.heuristic, report.start);
    assert_eq!(report.metric, Metric::Multi, "{case}");
    assert!(report.lower_bound.unwrap() <= optimum, "{case}: bound {:?}", report.lower_bound);
    let Some(cost) = report.cost else { return };
    assert!(cost >= optimum, "{case}: {cost} is less than possible");
    // Both counts belong to the letters, which every player understands.
    let moves = Moves::parse(report.moves.as_deref().unwrap(), MovesOf::Blank).unwrap();
    let turns = moves.0.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let runs = if moves.0.is_empty() { 0 } else { turns + 1 };
    assert_eq!((report.slides, report.single_moves), (Some(runs as Cost), Some(moves.0.len() as Cost)), "{case}");
    assert_eq!(report.slides, report.cost, "{case}");
    let end = moves.0.iter().try_fold(report.start.clone(), |board, &to| board.moved(to));
    assert_eq!(end.as_ref(), Some(&report.goal), "{case}");
    match report.proof {
        ProofLabel::Optimal => assert_eq!(cost, optimum, "{case} claims to be optimal"),
        ProofLabel::Within => {
            let factor = report.within.unwrap();
            assert!(f64::from(cost) <= factor * f64::from(optimum) + 1e-9, "{case} claims a factor of {factor}");
        }
        ProofLabel::Found => {}
        ProofLabel::None => panic!("{case}: a solution without a label"),
    }
}

/// Whether a search promises the cheapest solution with a heuristic of these properties.
fn promises(card: &AlgorithmCard, holds: Properties) -> bool {
    match card.optimal {
        Optimality::Always | Optimality::UniformCosts => true,
        Optimality::Admissible | Optimality::WithinBudget | Optimality::Eventually | Optimality::SmallBoards => {
            holds.admissible
        }
        Optimality::Consistent | Optimality::IfConsistent => holds.consistent,
        Optimality::WithinWeight | Optimality::WithinWeightIfConsistent | Optimality::No => false,
    }
}

/// Every search that is not made for single moves, with every heuristic that is made for slides and
/// some that are not, against the truth.
#[test]
fn every_search_finds_what_exhaustion_says() {
    for (rows, cols, count) in [(2, 2, 3), (2, 3, 4), (3, 2, 3), (3, 3, 2), (1, 6, 1)] {
        let goal = usual_goal(rows, cols);
        let table = table(&goal);
        let mut generator = Generator::new(&goal, Kind::Uniform, 22).unwrap();
        let boards: Vec<Board> = (0..count).map(|_| generator.board()).collect();
        for card in algorithms().filter(|card| !card.has(Feature::SingleMoves)) {
            for heuristic in heuristics() {
                let is_made_for_it = heuristic.metric == Metric::Multi;
                let is_tried = is_made_for_it || ["manhattan", "walking-distance"].contains(&heuristic.name);
                if !is_tried || !card.informed && heuristic.name != "zero" {
                    continue;
                }
                let holds = if is_made_for_it { Properties::CONSISTENT } else { Properties::NONE };
                for board in &boards {
                    let optimum = table.distance_of(board).unwrap().into();
                    let report = match solve(&request(board, &goal, card.name, Some(heuristic.name)), &mut |_| {}, None)
                    {
                        Err(RequestError::NeedsConsistency { .. }) if !is_made_for_it => continue,
                        report => report.unwrap_or_else(|error| panic!("{} on {board}: {error}", card.name)),
                    };
                    judge(&report, optimum);
                    if report.status == Status::Solved && promises(card, holds) {
                        assert_eq!(report.proof, ProofLabel::Optimal, "{} with {}", card.name, heuristic.name);
                    }
                    if card.complete == Completeness::Always && report.status != Status::Solved {
                        let reason = report.reason.unwrap_or_default();
                        assert!(reason.contains("limit"), "{} with {}: {reason}", card.name, heuristic.name);
                    }
                }
            }
        }
    }
}

/// All boards of 2x3, for every goal, by the searches that the metric is made for.
#[test]
fn a_whole_small_space_is_solved() {
    for card in CARDS {
        let goal = card.board(shape(2, 3));
        let table = table(&goal);
        for cell in goal.shape().all_cells() {
            for rank in (0..table.index().slab_length()).step_by(7) {
                let board = table.index().board(Cell(cell.0), rank);
                let optimum = Cost::from(table.distance_of(&board).unwrap());
                assert!(least_slides(&board, &goal) <= optimum, "{board}");
                for algorithm in ["bfs", "astar", "ida", "auto"] {
                    let report = solved(&request(&board, &goal, algorithm, None));
                    judge(&report, optimum);
                    assert_eq!((report.cost, report.proof), (Some(optimum), ProofLabel::Optimal), "{algorithm}");
                }
            }
        }
    }
}

fn audited(rows: usize, cols: usize, goal: &Goal, names: &[&str]) -> AuditReport {
    let request = AuditRequest {
        space: AuditSpace::Boards { shape: shape(rows, cols), goal: goal.clone() },
        heuristics: names.iter().map(|&name| name.to_owned()).collect(),
        metric: Metric::Multi,
        ..AuditRequest::new(shape(rows, cols))
    };
    audit(&request, &mut |_, _| {}).unwrap()
}

/// Every card that claims something in slides keeps its word on every board and every slide.
#[test]
fn claims_in_slides_are_true_of_whole_spaces() {
    let names: Vec<&str> = heuristics().filter(|card| card.metric == Metric::Multi).map(|card| card.name).collect();
    assert!(names.len() >= 4, "{names:?}");
    let centre = board("1 2 3/8 0 4/7 6 5");
    let goals = [Goal::default(), Goal::preset("first").unwrap(), Goal::from(centre)];
    let mut cases: Vec<(usize, usize, Goal)> = goals.iter().map(|goal| (3, 3, goal.clone())).collect();
    cases.extend(CARDS.iter().map(|card| (2, 4, Goal::Preset(card))));
    cases.extend([(4, 2, Goal::default()), (1, 7, Goal::default()), (2, 5, Goal::default())]);
    for (rows, cols, goal) in cases {
        let report = audited(rows, cols, &goal, &names);
        assert!(report.exhaustive && report.metric == Some(Metric::Multi));
        assert_eq!(report.edges, report.states * (rows + cols - 2) as u64);
        for verdict in &report.heuristics {
            assert!(verdict.admissible && verdict.consistent, "{} on {rows}x{cols} for {goal:?}", verdict.name);
        }
        let perfect = report.heuristics.iter().find(|verdict| verdict.name == "slide-perfect").unwrap();
        assert_eq!(perfect.exact, report.states);
    }
}

/// What is too large to be searched as a whole is sampled where it can be solved, and refutes what
/// is false all the same.
#[test]
fn large_boards_are_sampled_near_the_goal() {
    let request = AuditRequest {
        heuristics: ["manhattan", "slide-walking-distance"].map(str::to_owned).to_vec(),
        metric: Metric::Multi,
        samples: Some(4),
        seed: 1,
        limits: Limits { memory: Some(256 << 20), ..Limits::default() },
        ..AuditRequest::new(shape(4, 4))
    };
    let report = audit(&request, &mut |_, _| {}).unwrap();
    let sampling = report.sampling.unwrap();
    assert_eq!((sampling.boards, sampling.unsolved), (4, 0), "{}", sampling.how);
    assert_eq!(report.heuristics.iter().map(|verdict| verdict.admissible).collect::<Vec<_>>(), [false, true]);
}

/// Manhattan distance is not a bound on slides, and the board that shows it does.
#[test]
fn manhattan_distance_is_refuted() {
    let report = audited(3, 3, &Goal::default(), &["manhattan", "manhattan/2", "perfect"]);
    let goal = usual_goal(3, 3);
    let table = table(&goal);
    let [manhattan, half, perfect] = report.heuristics.as_slice() else { panic!("three verdicts") };
    assert!(!manhattan.admissible && !manhattan.consistent && !perfect.admissible);
    assert_eq!((manhattan.overestimates, manhattan.inconsistent_edges), (24_650, 49_680));
    let worst = manhattan.worst.as_ref().unwrap();
    let StateView::Board(board) = &worst.board else { panic!("a board") };
    assert_eq!(f64::from(table.distance_of(board).unwrap()), worst.distance.to_f64());
    let away = |cell: Cell| goal.shape().distance(cell, goal.places()[board.tile_at(cell).index()]);
    let manhattan: u32 = goal.shape().all_cells().filter(|&cell| cell != board.blank()).map(away).sum();
    assert_eq!(f64::from(manhattan), worst.h.to_f64());
    assert!(worst.h > worst.distance);
    // A slide on 3x3 is two moves at most.
    assert!(half.admissible && half.consistent);
}

/// A claim that holds for single moves gives no proof about slides; half of it does on 3x3.
#[test]
fn bounds_on_moves_prove_nothing_about_slides() {
    let goal = usual_goal(3, 3);
    let table = table(&goal);
    // The board that refutes Manhattan distance: ten slides.
    let start = board("0 6 8/3 5 7/2 1 4");
    let optimum = table.distance_of(&start).unwrap().into();
    assert_eq!(optimum, 10);
    for (heuristic, is_proved) in
        [("manhattan", false), ("linear-conflict", false), ("manhattan/2", true), ("slide-rows-columns", true)]
    {
        let report = solved(&request(&start, &goal, "astar", Some(heuristic)));
        judge(&report, optimum);
        assert_eq!(report.proof == ProofLabel::Optimal, is_proved, "{heuristic}: {:?}", report.proof);
    }
    let error = solve(&request(&start, &goal, "bae", Some("manhattan")), &mut |_| {}, None).unwrap_err();
    assert!(matches!(error, RequestError::NeedsConsistency { .. }), "{error}");
    assert_eq!(solved(&request(&start, &goal, "astar", None)).heuristic.as_deref(), Some("slide-rows-columns"));
}

/// From one board to another is as far as back, and a board turned over its diagonal is as far as
/// it was.
#[test]
fn slides_are_symmetric() {
    let goal = usual_goal(3, 3);
    let mut generator = Generator::new(&goal, Kind::Uniform, 5).unwrap();
    for _ in 0..4 {
        let (one, other) = (generator.board(), generator.board());
        let there = solved(&request(&one, &other, "astar", Some("slide-walking-distance"))).cost;
        let back = solved(&request(&other, &one, "astar", Some("slide-walking-distance"))).cost;
        assert!(there.is_some() && there == back, "{one} and {other}");
    }
    let widths = |rows, cols| {
        let request = SpaceRequest { metric: Metric::Multi, ..SpaceRequest::new(shape(rows, cols), Goal::default()) };
        space(&request, &mut |_| {}).unwrap().widths
    };
    assert_eq!(widths(2, 4), widths(4, 2));
    assert_eq!(widths(1, 5), [1, 4]);
    let single = SpaceRequest::new(shape(2, 2), Goal::default());
    assert_eq!(widths(2, 2), space(&single, &mut |_| {}).unwrap().widths, "on 2x2 a slide is a move");
}

/// On boards that are too large for a proof the answer is a solution with a bound, and says so.
#[test]
fn large_boards_are_answered_honestly() {
    for (rows, cols) in [(5, 5), (3, 7), (12, 12)] {
        let goal = usual_goal(rows, cols);
        let start = Generator::new(&goal, Kind::Uniform, 9).unwrap().board();
        for algorithm in ["auto", "constructive"] {
            let mut request = request(&start, &goal, algorithm, None);
            request.limits.nodes = Some(2_000);
            let report = solved(&request);
            let (cost, bound) = (report.cost.unwrap(), report.lower_bound.unwrap());
            assert!(bound >= least_slides(&start, &goal) && bound < cost, "{algorithm} on {rows}x{cols}");
            assert!(report.single_moves > report.slides && report.slides == Some(cost));
            assert!(!matches!(report.proof, ProofLabel::Optimal | ProofLabel::None), "{algorithm}");
        }
    }
    // Some slides from the goal the optimum is proved at once.
    let goal = usual_goal(4, 4);
    let moves = Moves::parse("LLLUUURRDDLU", MovesOf::Blank).unwrap();
    let start = moves.0.iter().fold(goal.clone(), |board, &to| board.moved(to).unwrap());
    let report = solved(&request(&start, &goal, "auto", None));
    assert_eq!((report.cost, report.proof), (Some(6), ProofLabel::Optimal));
}

#[test]
fn what_counts_single_moves_is_refused() {
    let goal = usual_goal(3, 3);
    let start = board("8 6 7/2 5 4/3 0 1");
    let refusal = |request: &Request| solve(request, &mut |_| {}, None).unwrap_err();
    for card in algorithms().filter(|card| card.has(Feature::SingleMoves)) {
        let error = refusal(&request(&start, &goal, card.name, None));
        assert!(matches!(error, RequestError::SingleMoves { .. }), "{error}");
    }
    let all = Request { all: Some(3), ..request(&start, &goal, "astar", None) };
    assert_eq!(refusal(&all), RequestError::Uncounted);
}

/// In single moves the number of slides is given as well.
#[test]
fn both_counts_are_in_every_answer() {
    let report = solved(&Request { metric: Metric::Single, ..Request::new(board("8 6 7/2 5 4/3 0 1")) });
    assert_eq!((report.cost, report.single_moves), (Some(31), Some(31)));
    assert_eq!(report.slides, report.path.map(|path| path.cost(Metric::Multi)));
    assert_eq!(report.metric, Metric::Single);
    let unsolvable = solved(&Request { metric: Metric::Multi, ..Request::new(board("1 2 3/4 5 6/8 7 0")) });
    assert_eq!((unsolvable.status, unsolvable.slides), (Status::Unsolvable, None));
}

/// An audit in single moves says nothing about slides.
#[test]
fn an_audit_vouches_in_its_metric_only() {
    let goal = usual_goal(2, 3);
    let home = goal.clone();
    let custom = CustomHeuristic {
        name: "mine".to_owned(),
        estimate: Arc::new(move |board| {
            let away = board.tiles().iter().zip(home.tiles()).filter(|(tile, home)| tile.0 != 0 && tile != home);
            Ok(away.count() as u64 * u64::from(CustomHeuristic::UNIT))
        }),
        claims: Properties::CONSISTENT,
        audited: None,
        goal: Some(goal.clone()),
    };
    let request_of = AuditRequest {
        heuristics: vec!["mine".to_owned()],
        custom: vec![custom.clone()],
        ..AuditRequest::new(shape(2, 3))
    };
    let in_moves = audit(&request_of, &mut |_, _| {}).unwrap();
    let verdict = &in_moves.heuristics[0];
    assert!(verdict.admissible && verdict.consistent);
    let Some(Seen::Boards(seen)) = &verdict.seen else { panic!("the audit kept nothing") };
    let proved = CustomHeuristic { audited: Some(Arc::clone(seen)), ..custom };
    let start = board("0 1 2/3 4 5");
    let ask =
        |metric| Request { metric, custom: vec![proved.clone()], ..request(&start, &goal, "astar", Some("mine")) };
    if let Ok(report) = solve(&ask(Metric::Single), &mut |_| {}, None) {
        assert_eq!(report.proof, ProofLabel::Optimal);
    }
    let report = solved(&ask(Metric::Multi));
    assert!(report.proof != ProofLabel::Optimal && report.reason.is_some(), "{:?}", report.reason);
    let again = audit(&AuditRequest { metric: Metric::Multi, ..request_of }, &mut |_, _| {}).unwrap();
    assert!(!again.heuristics[0].admissible);
}

#[test]
fn comparisons_count_slides() {
    let boards = ["8 6 7/2 5 4/3 0 1", "1 2 3/0 4 6/7 5 8"].map(|text| CompareBoard {
        name: text.to_owned(),
        start: board(text).into(),
        goal: Goal::default(),
        known: None,
    });
    let request = CompareRequest {
        boards: boards.to_vec(),
        algorithms: ["astar", "ida", "bfs", "tile-ida"].map(str::to_owned).to_vec(),
        metric: Metric::Multi,
        heuristics: Vec::new(),
        custom: Vec::new(),
        limits: Limits::default(),
        repeat: std::num::NonZeroU32::MIN,
        order: npuzzle::domains::tiles::MoveOrder::default(),
    };
    let plan = request.runs().unwrap();
    assert_eq!(plan[0].heuristic.as_deref(), Some("slide-rows-columns"));
    let on_run = &mut |_: &mut _| std::ops::ControlFlow::Continue(());
    let comparison = compare(&request, Vec::new(), on_run, &mut |_, _| {}).unwrap();
    let costs: Vec<Option<Cost>> = comparison.records.iter().map(|record| record.cost).collect();
    assert_eq!(costs, [Some(20), Some(20), Some(20), None, Some(3), Some(3), Some(3), None]);
    assert!(comparison.records.iter().all(|record| record.metric == Metric::Multi && record.slides == record.cost));
    assert!(comparison.records[3].reason.as_ref().unwrap().contains("counts single moves only"));
    assert!(tally(&request.boards, &plan, &comparison.records, None).contradictions.is_empty());
    // A run in another metric is not one of this comparison.
    let other = CompareRequest { metric: Metric::Single, ..request };
    let error = compare(&other, comparison.records, on_run, &mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("metric") || error.contains("heuristic"), "{error}");
}

/// A search by slides can be watched; its operators are the letters of the moves.
#[test]
fn slides_can_be_watched() {
    let start = board("1 2 3/4 5 6/0 7 8");
    let mut recorded = Recorded::default();
    let request = request(&start, &usual_goal(3, 3), "astar", None);
    let report = solve(&request, &mut |_| {}, Some(&mut recorded)).unwrap();
    assert_eq!((report.cost, report.moves.as_deref()), (Some(1), Some("RR")));
    assert_eq!(recorded.header.heuristic.as_deref(), Some("slide-rows-columns"));
    assert!(recorded.events.len() > 3);
}

/// What is sampled counts slides too.
#[test]
fn samples_are_judged_in_slides() {
    let request = AuditRequest {
        heuristics: ["manhattan", "slide-rows-columns", "slide-walking-distance"].map(str::to_owned).to_vec(),
        metric: Metric::Multi,
        samples: Some(12),
        seed: 3,
        ..AuditRequest::new(shape(3, 3))
    };
    let report = audit(&request, &mut |_, _| {}).unwrap();
    let verdicts: Vec<bool> =
        report.heuristics.iter().map(|verdict| verdict.admissible && verdict.consistent).collect();
    assert_eq!(verdicts, [false, true, true]);
    assert!(!report.exhaustive && report.metric == Some(Metric::Multi));
}
