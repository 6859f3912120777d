//! Comparisons: the plan, going on after a break, the arithmetic of the tally, refusals.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use npuzzle::answer::{ProofLabel, Request, solve};
use npuzzle::core::{Cost, Limits, Metric};
use npuzzle::domains::tiles::MoveOrder;
use npuzzle::domains::tiles::deferred::DeferredBoard;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::sets::Known;
use npuzzle::front::boards::{self, Input, Inputs, Seed};
use npuzzle::lab::compare::{
    Baseline, CompareBoard, CompareRequest, Comparison, Grouping, RunRecord, RunStats, RunStatus, RunTimes, compare,
    groups, tally,
};

fn board(text: &str) -> CompareBoard {
    let start = read_board(text, &ReadOptions::default()).unwrap().board;
    CompareBoard { name: text.to_owned(), start: start.into(), goal: Goal::default(), known: None }
}

fn request(boards: &[&str], algorithms: &[&str], heuristics: &[&str]) -> CompareRequest {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    CompareRequest {
        boards: boards.iter().map(|text| board(text)).collect(),
        algorithms: owned(algorithms),
        metric: Metric::default(),
        heuristics: owned(heuristics),
        custom: Vec::new(),
        limits: Limits::default(),
        repeat: NonZeroU32::MIN,
        order: MoveOrder::default(),
    }
}

const BOARDS: [&str; 3] = ["123_4x6_758", "1 3 6/5 0 2/4 7 8", "4 2 8/1 6 0/3 7 5"];

fn all(request: &CompareRequest) -> Comparison {
    compare(request, Vec::new(), &mut |_| ControlFlow::Continue(()), &mut |_, _| {}).unwrap()
}

/// Times differ from run to run; all else is the same.
fn timeless(records: &[RunRecord]) -> Vec<RunRecord> {
    let without = |record: &RunRecord| {
        let stats = RunStats { seconds: 0.0, table_seconds: 0.0, ..record.stats.clone() };
        RunRecord { stats, repeat: None, ..record.clone() }
    };
    records.iter().map(without).collect()
}

/// How often a run was timed.
fn times(record: &RunRecord) -> usize {
    record.repeat.map_or(0, |times| times.runs)
}

#[test]
fn the_plan_is_the_cross_product_board_by_board() {
    let plan = request(&BOARDS[..2], &["astar", "bfs", "ida", "astar"], &["manhattan", "misplaced", "manhattan"])
        .runs()
        .unwrap();
    let found: Vec<(usize, usize, &str, &str)> = plan
        .iter()
        .map(|run| (run.id, run.board, run.algorithm.as_str(), run.heuristic.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(
        found,
        [
            (1, 0, "astar", "manhattan"),
            (2, 0, "astar", "misplaced"),
            (3, 0, "bfs", "-"),
            (4, 0, "ida", "manhattan"),
            (5, 0, "ida", "misplaced"),
            (6, 1, "astar", "manhattan"),
            (7, 1, "astar", "misplaced"),
            (8, 1, "bfs", "-"),
            (9, 1, "ida", "manhattan"),
            (10, 1, "ida", "misplaced"),
        ]
    );
}

#[test]
fn what_cannot_be_compared_is_refused_before_the_first_run() {
    for (request, message) in [
        (request(&[], &["astar"], &["manhattan"]), "there is no board to compare on"),
        (request(&BOARDS, &[], &["manhattan"]), "there is no algorithm to compare"),
        (request(&BOARDS, &["astra"], &["manhattan"]), "unknown algorithm `astra`; did you mean `astar`?"),
        (request(&BOARDS, &["astar"], &["manhatan"]), "unknown heuristic `manhatan`; did you mean `manhattan`?"),
        (request(&BOARDS, &["dls(limit=x)"], &[]), "in `dls(limit=x)`: invalid value `x` for `limit`"),
    ] {
        let error = compare(&request, Vec::new(), &mut |_| panic!("a run"), &mut |_, _| {}).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert_eq!(request(&BOARDS[..1], &["bfs"], &[]).runs().unwrap().len(), 1);
}

/// Who asks for no heuristic gets the usual one, but `auto` chooses for itself.
#[test]
fn without_a_heuristic_there_is_the_usual_one() {
    let runs = request(&BOARDS[..1], &["astar", "bfs", "auto"], &[]).runs().unwrap();
    let heuristics: Vec<Option<&str>> = runs.iter().map(|run| run.heuristic.as_deref()).collect();
    assert_eq!(heuristics, [Some("manhattan"), None, None]);
}

/// Each record says what `solve` says.
#[test]
fn records_are_the_engines_answers() {
    let request = request(&BOARDS, &["astar", "weighted-astar(w=3)", "bfs"], &["manhattan", "linear-conflict"]);
    let plan = request.runs().unwrap();
    let comparison = all(&request);
    assert!(comparison.complete && comparison.records.len() == plan.len());
    for (run, record) in plan.iter().zip(&comparison.records) {
        let question = Request {
            algorithm: run.algorithm.clone(),
            heuristic: run.heuristic.clone(),
            ..Request::new(request.boards[run.board].start.board())
        };
        let report = solve(&question, &mut |_| {}, None).unwrap();
        let counts = report.stats.counts;
        assert_eq!((record.cost, record.proof, record.lower_bound), (report.cost, report.proof, report.lower_bound));
        assert_eq!((record.stats.expanded, record.stats.generated), (counts.expanded, counts.generated));
        assert_eq!((record.stats.evaluated, record.stats.max_stored), (counts.evaluated, counts.max_stored));
        assert_eq!(record.stats.effective_branching_factor, Some(report.stats.effective_branching_factor));
        assert_eq!((record.status, times(record)), (RunStatus::Solved, 1));
        assert_eq!(record.heuristic.is_none(), record.algorithm == "bfs");
        assert_eq!(record.stats.h_start.is_none(), record.algorithm == "bfs");
        assert_eq!(record.board_texts(), [report.start.to_string(), report.goal.to_string()]);
        assert_eq!((record.rows, record.cols, &record.order), (report.rows, report.cols, &report.order));
    }
}

/// Boards that are made when their runs begin lead to the same records, also where the first runs
/// are done already.
#[test]
fn boards_may_be_made_as_they_come() {
    let ready = boards::described("random:3x3:4:1", None, &mut Seed::default(), &Limits::default()).unwrap();
    let deferred = boards::described("random:3x3:4:1", None, &mut Seed::default(), &Limits::default()).unwrap();
    let board = |Input { name, content }: Input<DeferredBoard>| {
        let content = content.unwrap();
        CompareBoard { name, start: content.board, goal: content.goal, known: content.known }
    };
    let asked = request(&[], &["astar", "ida"], &["manhattan", "linear-conflict"]);
    let ready = Inputs::from(ready.collect::<Vec<_>>()).deferred().map(board).collect();
    let ready = CompareRequest { boards: ready, ..asked.clone() };
    let deferred = CompareRequest { boards: deferred.deferred().map(board).collect(), ..asked };
    let expected = all(&ready);
    assert_eq!(timeless(&all(&deferred).records), timeless(&expected.records));
    let mut rest = Vec::new();
    let mut keep = |record: &mut RunRecord| {
        rest.push(record.clone());
        ControlFlow::Continue(())
    };
    assert!(compare(&deferred, expected.records[..6].to_vec(), &mut keep, &mut |_, _| {}).unwrap().complete);
    assert_eq!(timeless(&rest), timeless(&expected.records[6..]));
}

/// Wherever a comparison is broken off, going on gives what it would have given at once.
#[test]
fn a_broken_comparison_goes_on() {
    let request = request(&BOARDS, &["astar", "bfs"], &["manhattan", "misplaced"]);
    let whole = all(&request);
    for stop_after in 1..=whole.records.len() {
        let mut seen = 0;
        let mut until = |_: &mut RunRecord| {
            seen += 1;
            if seen == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let first = compare(&request, Vec::new(), &mut until, &mut |_, _| {}).unwrap();
        assert_eq!((first.records.len(), first.complete), (stop_after, stop_after == whole.records.len()));
        let mut new = Vec::new();
        let mut collect = |record: &mut RunRecord| {
            new.push(record.id);
            ControlFlow::Continue(())
        };
        let second = compare(&request, first.records, &mut collect, &mut |_, _| {}).unwrap();
        assert_eq!(new, (stop_after + 1..=whole.records.len()).collect::<Vec<_>>());
        assert_eq!(timeless(&second.records), timeless(&whole.records));
    }
}

#[test]
fn records_of_another_comparison_are_refused() {
    let records = all(&request(&BOARDS[..1], &["astar"], &["manhattan"])).records;
    for (other, message) in [
        (request(&BOARDS[1..2], &["astar"], &["manhattan"]), "its start is `1 2 3/4 0 6/7 5 8` instead of"),
        (request(&BOARDS[..1], &["ida"], &["manhattan"]), "its algorithm is `astar` instead of `ida`"),
        (request(&BOARDS[..1], &["astar"], &["zero"]), "its heuristic is `manhattan` instead of `zero`"),
    ] {
        let error = compare(&other, records.clone(), &mut |_| panic!("a run"), &mut |_, _| {}).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let beyond = RunRecord { id: 2, ..records[0].clone() };
    let same = request(&BOARDS[..1], &["astar"], &["manhattan"]);
    let error = compare(&same, vec![beyond], &mut |_| panic!("a run"), &mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("it has the runs 1 to 1"), "{error}");
}

/// A pair that the engine refuses is a record, and the rest goes on.
#[test]
fn refused_pairs_do_not_stop_the_rest() {
    let comparison = all(&request(&BOARDS[..2], &["nba", "astar"], &["misplaced-with-blank", "manhattan"]));
    let status: Vec<RunStatus> = comparison.records.iter().map(|record| record.status).collect();
    let (error, solved) = (RunStatus::Error, RunStatus::Solved);
    assert_eq!(status, [error, solved, solved, solved, error, solved, solved, solved]);
    let reason = comparison.records[0].reason.as_deref().unwrap();
    assert!(reason.contains("needs a consistent heuristic"), "{reason}");
}

/// A limit leaves a record; a cancelled run leaves none.
#[test]
fn limits_are_answers_and_cancelling_is_not() {
    let mut request = request(&["867254301", "123_4x6_758"], &["astar"], &["zero"]);
    request.limits.nodes = Some(50);
    request.repeat = NonZeroU32::new(3).unwrap();
    let records = all(&request).records;
    assert_eq!((records[0].status, times(&records[0])), (RunStatus::Stopped, 1));
    assert_eq!((records[1].status, times(&records[1])), (RunStatus::Solved, 3));
    assert!(records[0].deviation_seconds().is_none() && records[1].deviation_seconds().is_some());

    let cancel = Arc::new(AtomicBool::new(false));
    request.limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
    request.boards.reverse();
    let mut cancel_after_one = |_: &mut RunRecord| {
        cancel.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let comparison = compare(&request, Vec::new(), &mut cancel_after_one, &mut |_, _| {}).unwrap();
    assert!(!comparison.complete && comparison.records.len() == 1);
}

/// Two pairs on three boards with made-up numbers, so that every mean can be computed by hand.
#[test]
fn the_tally_is_right_to_the_last_digit() {
    let mut request = request(&BOARDS, &["astar", "greedy", "ida"], &["manhattan"]);
    request.boards[2].known = Some(Known::Optimal(10));
    let plan = request.runs().unwrap();
    let template = all(&request).records;
    let run = |index: usize, cost: Option<Cost>, proof, lower_bound, expanded, seconds| RunRecord {
        status: if cost.is_some() { RunStatus::Solved } else { RunStatus::Stopped },
        cost,
        proof,
        lower_bound: Some(lower_bound),
        stats: RunStats { expanded, effective_branching_factor: cost.map(|_| 1.5), ..template[index].stats.clone() },
        repeat: Some(RunTimes { runs: 1, mean_seconds: seconds, deviation_seconds: None, median_seconds: None }),
        ..template[index].clone()
    };
    use ProofLabel::{Found, None as Nothing, Optimal};
    // astar solves boards 1 and 2, greedy all three, ida nothing at all.
    let records = [
        run(0, Some(20), Optimal, 20, 100, 1.0),
        run(1, Some(30), Found, 5, 10, 0.25),
        run(2, None, Nothing, 12, 7, 9.0),
        run(3, Some(8), Found, 6, 300, 2.0),
        run(4, Some(9), Found, 4, 20, 0.5),
        run(5, None, Nothing, 6, 7, 9.0),
        run(6, None, Nothing, 9, 999, 8.0),
        run(7, Some(15), Found, 3, 60, 0.75),
        run(8, None, Nothing, 2, 7, 9.0),
    ];
    let tally = tally(&request.boards, &plan, &records, None);
    assert_eq!(tally.common_boards, 2);
    assert!(!tally.same_boards && tally.contradictions.is_empty());
    assert_eq!(tally.optima, [Some(20), None, Some(10)]);
    let [astar, greedy, ida] = &tally.pairs[..] else { panic!("three pairs") };
    assert_eq!((astar.runs, astar.solved, astar.optimal, astar.stopped, astar.errors), (3, 2, 1, 1, 0));
    assert_eq!((greedy.runs, greedy.solved, greedy.optimal, greedy.stopped), (3, 3, 0, 0));
    assert_eq!((ida.solved, ida.stopped, ida.left_out, ida.own.boards), (0, 3, true, 0));
    assert_eq!((astar.common.expanded.mean, astar.common.expanded.median), (Some(200.0), Some(200.0)));
    assert_eq!((greedy.common.expanded.mean, greedy.own.expanded.mean), (Some(15.0), Some(30.0)));
    assert_eq!((greedy.own.expanded.median, greedy.own.cost.mean), (Some(20.0), Some(18.0)));
    assert_eq!((greedy.own.seconds.mean, greedy.own.seconds.median), (Some(0.5), Some(0.5)));
    assert_eq!(astar.own.effective_branching_factor.mean, Some(1.5));
    // Board 1 has the proved optimum 20; of board 2 only the bound 6 is known; that of board 3 is
    // known beforehand.
    let gap = |parts: &[f64]| parts.iter().sum::<f64>() / parts.len() as f64;
    assert_eq!(astar.common.gap.mean, Some(gap(&[0.0, 8.0 / 6.0 - 1.0])));
    assert_eq!((greedy.own.gap.mean, greedy.own.gap.median), (Some(0.5), Some(0.5)));
    assert!(!greedy.own.gap_is_exact);
    assert_eq!((ida.own.gap.mean, ida.own.expanded.mean), (None, None));
}

/// A published cost need not be an optimum: it measures nothing, and finding less does not
/// contradict it.
#[test]
fn published_costs_stand_beside_the_runs() {
    let mut request = request(&BOARDS[..2], &["greedy"], &["manhattan"]);
    let records = all(&request).records;
    let plan = request.runs().unwrap();
    let before = tally(&request.boards, &plan, &records, None);
    assert_eq!(before.published, None);
    request.boards[0].known = Some(Known::Published(100));
    request.boards[1].known = Some(Known::Published(103));
    let tally = tally(&request.boards, &plan, &records, None);
    let published = tally.published.unwrap();
    assert_eq!((published.boards, published.cost.mean), (2, Some(101.5)));
    assert_eq!((tally.pairs, tally.optima, tally.contradictions), (before.pairs, before.optima, before.contradictions));
}

#[test]
fn claims_that_cannot_all_be_true_are_named() {
    let request = request(&BOARDS[..1], &["astar", "greedy"], &["manhattan"]);
    let plan = request.runs().unwrap();
    let honest = all(&request).records;
    assert!(tally(&request.boards, &plan, &honest, None).contradictions.is_empty());
    let mut lying = honest;
    (lying[0].cost, lying[0].lower_bound) = (Some(4), Some(4));
    let contradictions = tally(&request.boards, &plan, &lying, None).contradictions;
    assert_eq!(
        contradictions,
        [
            "123_4x6_758: astar with manhattan claims that no solution is cheaper than 4, but greedy with manhattan found one of cost 2"
        ]
    );
}

/// Unsolvable boards are answers that belong to no mean.
#[test]
fn unsolvable_boards_are_counted_apart() {
    let request = request(&["812_x43_765", "123_4x6_758"], &["astar"], &["manhattan"]);
    let tally = tally(&request.boards, &request.runs().unwrap(), &all(&request).records, None);
    let pair = &tally.pairs[0];
    assert_eq!((pair.runs, pair.solved, pair.unsolvable, pair.own.boards), (2, 1, 1, 1));
    assert_eq!((pair.own.cost.mean, pair.own.gap.mean, pair.own.gap_is_exact), (Some(2.0), Some(0.0), true));
}

/// A group: its name, its boards, and what each pair expands, as a mean and against the base line.
type Found = (String, usize, Vec<(Option<f64>, Option<f64>)>);

/// Means for each group, with numbers that can be checked by hand.
#[test]
fn groups_have_tallies_of_their_own() {
    let mut request = request(&[BOARDS[0], "1 2/0 3", BOARDS[1], "0 1/3 2"], &["bfs", "astar"], &["manhattan"]);
    for (board, name) in request.boards.iter_mut().zip(["a.txt:1", "b:7", "a.txt:3", "c#2"]) {
        board.name = name.to_owned();
    }
    let plan = request.runs().unwrap();
    let template = all(&request).records;
    let expanded = [100, 10, 8, 4, 300, 70, 16, 2];
    let records: Vec<RunRecord> = template
        .iter()
        .zip(expanded)
        .map(|(record, expanded)| RunRecord {
            stats: RunStats { expanded, ..record.stats.clone() },
            repeat: Some(RunTimes { runs: 1, mean_seconds: 2.0, deviation_seconds: None, median_seconds: None }),
            ..record.clone()
        })
        .collect();
    let baseline = Baseline::find(&plan, "bfs").unwrap();
    let found = |by: Grouping| -> Vec<Found> {
        let groups = groups(&request.boards, &plan, &records, by, Some(&baseline));
        let pair = |pair: &npuzzle::lab::compare::PairSummary| {
            assert_eq!(pair.factors.unwrap().speedup, Some(1.0));
            (pair.common.expanded.mean, pair.factors.unwrap().reduction)
        };
        groups
            .iter()
            .map(|group| (group.name.clone(), group.boards, group.summary.pairs.iter().map(pair).collect()))
            .collect()
    };
    let pair = |mean: f64, factor: f64| (Some(mean), Some(factor));
    let named = |name: &str, boards, pairs: [(Option<f64>, Option<f64>); 2]| (name.to_owned(), boards, pairs.to_vec());
    let a = [pair(200.0, 1.0), pair(40.0, 5.0)];
    let (b, c) = ([pair(8.0, 1.0), pair(4.0, 2.0)], [pair(16.0, 1.0), pair(2.0, 8.0)]);
    assert_eq!(found(Grouping::Set), [named("a.txt", 2, a), named("b", 1, b), named("c", 1, c)]);
    assert_eq!(found(Grouping::Size), [named("3x3", 2, a), named("2x2", 2, [pair(12.0, 1.0), pair(3.0, 4.0)])]);
    assert_eq!(found(Grouping::None), [named("all boards", 4, [pair(106.0, 1.0), pair(21.5, 106.0 / 21.5)])]);
    let boards = found(Grouping::Board);
    assert_eq!(boards[0], named("a.txt:1", 1, [pair(100.0, 1.0), pair(10.0, 10.0)]));
    assert_eq!((boards.len(), &*boards[3].0), (4, "c#2"));
    let all = groups(&request.boards, &plan, &records, Grouping::None, Some(&baseline)).remove(0).summary;
    assert_eq!(all, tally(&request.boards, &plan, &records, Some(&baseline)));
}

/// The set of a board is what its name says it is.
#[test]
fn boards_are_from_sets() {
    for (name, set) in [
        ("korf:12", "korf"),
        ("random:3x3:7#2", "random:3x3:7"),
        ("boards.txt:4", "boards.txt"),
        ("boards.txt", "boards.txt"),
        ("123_45#_678", "123_45#_678"),
        ("1 2 3/4 0 6/7 5 8", "1 2 3/4 0 6/7 5 8"),
        ("#7", "#7"),
    ] {
        assert_eq!(CompareBoard { name: name.to_owned(), ..board(BOARDS[0]) }.set(), set);
    }
}

#[test]
fn a_base_line_is_one_of_the_pairs() {
    let plan = request(&BOARDS[..2], &["bfs", "astar", "ida"], &["manhattan", "misplaced"]).runs().unwrap();
    for (text, name) in [
        ("bfs", "bfs"),
        ("BFS", "bfs"),
        ("astar + misplaced", "astar + misplaced"),
        ("astar+misplaced", "astar + misplaced"),
    ] {
        assert_eq!(Baseline::find(&plan, text).map(|baseline| baseline.name), Ok(name.to_owned()));
    }
    let error = Baseline::find(&plan, "astar").unwrap_err();
    assert!(error.ends_with("expected one of `astar + manhattan`, `astar + misplaced`"), "{error}");
    let error = Baseline::find(&plan, "dfs").unwrap_err();
    assert!(error.starts_with("`dfs` is not one of the pairs") && error.contains("`ida + misplaced`"), "{error}");
    let plan = request(&BOARDS[..1], &["bfs", "astar"], &["manhattan"]).runs().unwrap();
    assert_eq!(Baseline::find(&plan, "manhattan").unwrap().name, "astar + manhattan");
}

/// A base line that solved nothing, or nothing to divide by, makes no factor.
#[test]
fn factors_of_nothing_are_none() {
    let mut limited = request(&["867254301", "123456780"], &["bfs", "astar"], &["manhattan"]);
    limited.limits.nodes = Some(10_000);
    let plan = limited.runs().unwrap();
    let baseline = Baseline::find(&plan, "bfs").unwrap();
    let records = all(&limited).records;
    let found = groups(&limited.boards, &plan, &records, Grouping::Board, Some(&baseline));
    let reduction = |group: usize, pair: usize| found[group].summary.pairs[pair].factors.unwrap().reduction;
    assert_eq!([reduction(0, 0), reduction(0, 1)], [None, None], "bfs did not solve it");
    assert_eq!([reduction(1, 0), reduction(1, 1)], [None, None], "it is the goal: nothing is expanded");
}
