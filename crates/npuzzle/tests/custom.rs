//! Heuristics and problems that are in no list: functions of the caller behave as those of the
//! list do, and a claim proves nothing.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Recorded, board, shape, stepping};
use npuzzle::answer::{ProofLabel, Report, Request, Status, solve};
use npuzzle::catalogue::{RequestError, heuristic_expression_with};
use npuzzle::core::{Clock, Limits, Metric, Properties, Stop};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::parity::least_moves;
use npuzzle::domains::tiles::{Board, MoveOrder, Shape};
use npuzzle::heuristics::custom::CustomHeuristic;
use npuzzle::lab::audit::{AuditError, AuditReport, AuditRequest, AuditSpace, HeuristicAudit, Seen, audit};
use npuzzle::lab::compare::{CompareBoard, CompareRequest, RunStatus, compare};

const UNIT: u64 = CustomHeuristic::UNIT as u64;
const ADMISSIBLE: Properties = Properties { admissible: true, consistent: false };

/// The function whose values are these.
fn own(name: &str, goal: &Board, value: impl Fn(&Board) -> u64 + Send + Sync + 'static) -> CustomHeuristic {
    CustomHeuristic {
        name: name.to_owned(),
        estimate: Arc::new(move |board| Ok(value(board) * UNIT)),
        claims: Properties::NONE,
        audited: None,
        goal: Some(goal.clone()),
    }
}

fn manhattan_to(goal: &Board) -> impl Fn(&Board) -> u64 + Send + Sync + 'static {
    let (shape, homes) = (goal.shape(), goal.places());
    move |board| {
        let away = |(cell, tile): (npuzzle::domains::tiles::Cell, &npuzzle::domains::tiles::Tile)| {
            if tile.0 == 0 { 0 } else { u64::from(shape.distance(cell, homes[tile.index()])) }
        };
        shape.all_cells().zip(board.tiles()).map(away).sum()
    }
}

/// Manhattan distance once more.
fn mine(goal: &Board) -> CustomHeuristic {
    own("mine", goal, manhattan_to(goal))
}

/// The heuristic with the audit of all boards that confirms it.
fn confirmed(custom: CustomHeuristic, goal: &Board) -> CustomHeuristic {
    let request = AuditRequest {
        space: AuditSpace::Boards { shape: goal.shape(), goal: Goal::default() },
        heuristics: vec![custom.name.clone()],
        custom: vec![custom.clone()],
        ..AuditRequest::new(goal.shape())
    };
    let report = audit(&request, &mut |_, _| {}).unwrap();
    let HeuristicAudit { admissible, consistent, seen, .. } = &report.heuristics[0];
    let Some(Seen::Boards(seen)) = seen else { panic!("the audit kept nothing") };
    let claims = Properties { admissible: *admissible, consistent: *consistent };
    CustomHeuristic { claims, audited: Some(Arc::clone(seen)), ..custom }
}

fn usual_goal(shape: Shape) -> Board {
    Goal::default().board(shape).unwrap()
}

fn request(start: &Board, algorithm: &str, heuristic: &str, custom: &[CustomHeuristic]) -> Request {
    Request {
        algorithm: algorithm.to_owned(),
        heuristic: Some(heuristic.to_owned()),
        custom: custom.to_vec(),
        limits: Limits { threads: Some(NonZeroUsize::MIN), ..Limits::default() },
        ..Request::new(start.clone())
    }
}

fn ask(request: &Request) -> Report {
    solve(request, &mut |_| {}, None).unwrap_or_else(|error| panic!("{}: {error}", request.algorithm))
}

fn boards() -> Vec<Board> {
    ["1 2 3/4 0 6/7 5 8", "1 3 6/5 0 2/4 7 8", "4 2 8/1 6 0/3 7 5", "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"]
        .map(board)
        .to_vec()
}

/// A search cannot tell the function from the heuristic of the list.
#[test]
fn an_own_heuristic_searches_like_the_one_of_the_list() {
    let goal = usual_goal(shape(3, 3));
    let proved = confirmed(mine(&goal), &goal);
    for card in npuzzle::algorithms::CARDS.iter().filter(|card| card.informed && !card.kind.is_bidirectional()) {
        for start in &boards()[..4] {
            for (listed, written) in [
                ("manhattan", "mine"),
                ("max(manhattan, misplaced)", "max(misplaced, mine)"),
                ("manhattan/2", "mine/2"),
                ("floor(manhattan/3)", "floor(mine/3)"),
            ] {
                let limits = Limits { nodes: Some(100_000), threads: Some(1.try_into().unwrap()), ..Limits::default() };
                let ask = |heuristic: &str| {
                    ask(&Request {
                        limits: limits.clone(),
                        ..request(start, card.name, heuristic, std::slice::from_ref(&proved))
                    })
                };
                let (expected, found) = (ask(listed), ask(written));
                let label = format!("{} with {written} on {start}", card.name);
                assert_eq!((found.status, found.cost), (expected.status, expected.cost), "{label}");
                assert_eq!(found.stats.counts.expanded, expected.stats.counts.expanded, "{label}");
                assert_eq!(found.stats.counts.generated, expected.stats.counts.generated, "{label}");
                assert_eq!(found.stats.counts.evaluated, expected.stats.counts.evaluated, "{label}");
                assert_eq!((found.proof, found.lower_bound), (expected.proof, expected.lower_bound), "{label}");
                assert_eq!(found.heuristic.as_deref(), Some(written), "{label}");
                assert_eq!(found.moves, expected.moves, "{label}");
            }
        }
    }
}

/// From both ends: the other end has no estimate, and the answer is the optimum all the same.
#[test]
fn searches_from_both_ends_estimate_on_one_side() {
    let goal = usual_goal(shape(3, 3));
    let one_side = confirmed(mine(&goal), &goal);
    let both_sides = confirmed(CustomHeuristic { goal: None, ..own("nothing", &goal, |_| 0) }, &goal);
    for card in npuzzle::algorithms::CARDS.iter().filter(|card| card.kind.is_bidirectional()) {
        for start in &boards() {
            let expected = ask(&request(start, "astar", "manhattan", &[])).cost;
            for heuristic in ["mine", "max(mine, misplaced)", "nothing"] {
                let custom = [one_side.clone(), both_sides.clone()];
                let report = ask(&request(start, card.name, heuristic, &custom));
                assert_eq!(report.cost, expected, "{} with {heuristic} on {start}", card.name);
                assert_eq!(report.proof, ProofLabel::Optimal, "{} with {heuristic} on {start}", card.name);
            }
            let zero = ask(&request(start, card.name, "zero", &[]));
            let nothing = ask(&request(start, card.name, "nothing", &[one_side.clone(), both_sides.clone()]));
            assert_eq!(nothing.stats.counts.expanded, zero.stats.counts.expanded, "{}", card.name);
        }
    }
}

/// Each label says what is proved, and each reason what else would follow.
#[test]
fn claims_are_no_proofs() {
    let goal = usual_goal(shape(3, 3));
    let start = board("8 6 7/2 5 4/3 0 1");
    let seen = confirmed(mine(&goal), &goal).audited;
    let answer = |algorithm: &str, heuristic: &str, claims, proved: bool| {
        let audited = seen.clone().filter(|_| proved);
        let custom = [CustomHeuristic { claims, audited, ..mine(&goal) }];
        let report = ask(&request(&start, algorithm, heuristic, &custom));
        (report.proof, report.lower_bound, report.reason.unwrap_or_default())
    };
    let sure = Some(least_moves(&start, &goal));
    let found = |reason: &str| (ProofLabel::Found, sure, reason.to_owned());
    let optimal = (ProofLabel::Optimal, Some(31), String::new());
    let both = Properties::CONSISTENT;
    assert_eq!(answer("astar", "mine", both, true), optimal);
    assert_eq!(answer("astar", "mine", both, false), found("optimal if `mine` is admissible, as it is claimed to be"));
    assert_eq!(
        answer("ida", "mine", ADMISSIBLE, false),
        found("optimal if `mine` is admissible, as it is claimed to be")
    );
    assert_eq!(
        answer("nba", "mine", both, false),
        found("optimal if `mine` is admissible and consistent, as it is claimed to be")
    );
    assert_eq!(
        answer("weighted-astar(w=1.5)", "mine", both, false),
        found("at most 1.5 times the optimum if `mine` is admissible, as it is claimed to be")
    );
    let (proof, _, reason) = answer("astar", "mine", Properties::NONE, false);
    assert_eq!(
        (proof, reason.as_str()),
        (ProofLabel::Found, "nothing is known about `mine`: run an audit to find out")
    );
    let (proof, bound, reason) = answer("auto", "max(mine, misplaced)", ADMISSIBLE, false);
    assert_eq!((proof, bound), (ProofLabel::Found, sure));
    assert_eq!(reason, "optimal if `mine` is admissible, as it is claimed to be");
    // Where the claim is not needed, or not used, it changes nothing.
    assert_eq!(answer("astar", "min(mine, manhattan)", both, false), optimal);
    assert_eq!(answer("astar", "0*mine", Properties::NONE, false), optimal);
    assert_eq!(answer("ucs", "mine", both, false), optimal);
    assert_eq!(answer("bfs", "mine", Properties::NONE, false), optimal);
    assert_eq!(answer("astar", "100*mine", both, false).2, "");
    assert_eq!(answer("greedy", "mine", both, false).2, "");
    // A search that needs consistency is refused where it is not claimed.
    let custom = [CustomHeuristic { claims: ADMISSIBLE, ..mine(&goal) }];
    let refused = solve(&request(&start, "nba", "mine", &custom), &mut |_| {}, None).unwrap_err();
    assert!(matches!(refused, RequestError::NeedsConsistency { .. }), "{refused}");
    // A solution that costs what it must is optimal, whichever search found it.
    let near = board("1 2 3/4 0 6/7 5 8");
    let custom = [CustomHeuristic { claims: both, ..mine(&goal) }];
    let report = ask(&request(&near, "astar", "mine", &custom));
    assert_eq!((report.proof, report.reason), (ProofLabel::Optimal, None));
}

/// Those who watch, and lists of improvements, get no bound that rests on a claim.
#[test]
fn no_bound_rests_on_a_claim() {
    let start = board("2 9 3 5/8 11 12 7/15 4 0 13/6 1 10 14");
    let goal = usual_goal(start.shape());
    let sure = least_moves(&start, &goal);
    let custom = [CustomHeuristic { claims: Properties::CONSISTENT, ..mine(&goal) }];
    for algorithm in ["astar", "ida", "ara", "auto", "rectangle"] {
        let request =
            Request { limits: stepping(15), ..request(&start, algorithm, "max(mine, linear-conflict)", &custom) };
        let mut seen = Vec::new();
        let report = solve(&request, &mut |progress| seen.push(progress.lower_bound), None).unwrap();
        assert!(seen.iter().all(|&bound| bound <= sure), "{algorithm}: {seen:?}");
        assert!(report.improvements.iter().all(|step| step.lower_bound <= sure), "{algorithm}");
        assert_eq!(report.lower_bound, Some(sure), "{algorithm}");
        assert_ne!(report.proof, ProofLabel::Optimal, "{algorithm}");
    }
}

/// A claim that is not true is found out, or does no harm; it is never taken for a bug of the
/// engine.
#[test]
fn false_claims_do_no_harm() {
    let goal = usual_goal(shape(3, 3));
    let far = manhattan_to(&goal);
    let liar = own("liar", &goal, move |board| 3 * far(board));
    // What an audit saw before the functions became what they are.
    let seen = confirmed(mine(&goal), &goal).audited;
    let jumpy = own("jumpy", &goal, move |board| {
        board.tiles().iter().fold(7, |sum: u64, tile| sum.wrapping_mul(31).wrapping_add(u64::from(tile.0))) % 40
    });
    for card in npuzzle::algorithms::CARDS.iter().filter(|card| card.informed) {
        for (heuristic, proved) in [(&liar, false), (&liar, true), (&jumpy, false), (&jumpy, true)] {
            for (start, optimum) in boards().iter().zip([2, 8, 21, 31, 0]) {
                let audited = seen.clone().filter(|_| proved);
                let custom = [CustomHeuristic { claims: Properties::CONSISTENT, audited, ..heuristic.clone() }];
                let limits = Limits { nodes: Some(50_000), ..Limits::default() };
                let request = Request { limits, ..request(start, card.name, &heuristic.name, &custom) };
                match solve(&request, &mut |_| {}, None) {
                    Ok(report) => {
                        assert!(report.lower_bound <= Some(optimum), "{} on {start}", card.name);
                        let is_proved = report.proof == ProofLabel::Optimal;
                        assert!(!is_proved || report.cost == Some(optimum), "{} on {start}", card.name);
                    }
                    Err(error) => assert!(!error.is_bug(), "{}: {error}", card.name),
                }
            }
        }
    }
    let custom = [CustomHeuristic { claims: ADMISSIBLE, ..liar }];
    let report = ask(&request(&board("8 6 7/2 5 4/3 0 1"), "auto", "liar", &custom));
    assert_ne!(report.proof, ProofLabel::Optimal);
}

/// An audit proves something about what it saw. A function that says something else by now proves
/// nothing, wherever it does so, and the reason says it.
#[test]
fn a_function_that_has_changed_since_its_audit_proves_nothing() {
    let start = board("6 5 8/3 0 4/1 2 7");
    let goal = usual_goal(start.shape());
    let far = manhattan_to(&goal);
    let weight = Arc::new(AtomicU64::new(1));
    let weighted = {
        let (far, weight) = (manhattan_to(&goal), Arc::clone(&weight));
        confirmed(own("weighted", &goal, move |board| weight.load(Ordering::Relaxed) * far(board)), &goal)
    };
    let answer = |algorithm: &str, heuristic: &str| {
        let report = ask(&request(&start, algorithm, heuristic, std::slice::from_ref(&weighted)));
        (report.cost, report.proof, report.lower_bound, report.reason)
    };
    assert_eq!(answer("astar", "weighted"), (Some(26), ProofLabel::Optimal, Some(26), None));
    weight.store(3, Ordering::Relaxed);
    let sure = Some(least_moves(&start, &goal));
    let reason = format!(
        "`weighted` has changed since its audit, so nothing is proved: it is 54 at {start}, and the audit saw {}",
        far(&start)
    );
    for algorithm in ["astar", "ida", "auto", "fringe", "weighted-astar(w=1.5)", "ara", "nba", "astar(reopen=no)"] {
        let (cost, proof, bound, why) = answer(algorithm, "weighted");
        assert!(cost >= Some(26), "{algorithm}");
        assert_eq!((proof, bound), (ProofLabel::Found, sure), "{algorithm}");
        assert_eq!(why.as_deref(), Some(reason.as_str()), "{algorithm}");
    }
    assert_eq!(answer("astar", "max(weighted, manhattan)").1, ProofLabel::Found);
    // Where nothing rests on the function, it may say what it likes.
    assert_eq!(answer("astar", "min(weighted, manhattan)"), (Some(26), ProofLabel::Optimal, Some(26), None));
    assert_eq!(answer("bfs", "weighted"), (Some(26), ProofLabel::Optimal, Some(26), None));
    // Those who watch hear of no bound that does not hold.
    let mut seen = Vec::new();
    let watched =
        Request { limits: stepping(15), ..request(&start, "ida", "weighted", std::slice::from_ref(&weighted)) };
    let stopped = solve(&watched, &mut |progress| seen.push(progress.lower_bound), None).unwrap();
    assert!(seen.iter().all(|&bound| Some(bound) <= sure), "{seen:?}");
    assert!(stopped.lower_bound <= sure);
    weight.store(1, Ordering::Relaxed);
    assert_eq!(answer("astar", "weighted").1, ProofLabel::Optimal);
}

/// A claim that is not enough for a proof is not enough for a bound either: without reopening,
/// admissibility alone proves nothing.
#[test]
fn half_a_claim_proves_nothing() {
    let start = board("6 5 8/3 0 4/1 2 7");
    let goal = usual_goal(start.shape());
    let sure = least_moves(&start, &goal);
    for algorithm in ["astar(reopen=no)", "weighted-astar(reopen=no)"] {
        for at_start in 20..=54 {
            let (first, far) = (start.clone(), manhattan_to(&goal));
            let value = move |board: &Board| if *board == first { at_start } else { 3 * far(board) };
            let custom = [CustomHeuristic { claims: ADMISSIBLE, ..own("liar", &goal, value) }];
            let request = Request { limits: stepping(15), ..request(&start, algorithm, "liar", &custom) };
            let mut seen = Vec::new();
            let report = solve(&request, &mut |progress| seen.push(progress.lower_bound), None).unwrap();
            assert_eq!(report.lower_bound, Some(sure), "{algorithm}: {at_start}");
            assert_ne!(report.proof, ProofLabel::Optimal, "{algorithm}: {at_start}");
            assert!(seen.iter().all(|&bound| bound <= sure), "{algorithm}: {at_start}: {seen:?}");
            let whole = Request { limits: Limits::default(), ..request };
            let report = ask(&whole);
            assert_eq!((report.proof, report.lower_bound), (ProofLabel::Found, Some(sure)), "{algorithm}: {at_start}");
        }
    }
}

/// What has changed since its audit does harm beside a mere claim too, and the reason names it: the
/// answer would not follow from the claim.
#[test]
fn a_changed_function_is_named_beside_a_claim() {
    let start = board("6 5 8/3 0 4/1 2 7");
    let goal = usual_goal(start.shape());
    let sure = Some(least_moves(&start, &goal));
    let far = manhattan_to(&goal);
    let tripled: npuzzle::heuristics::custom::CustomFunction = Arc::new(move |board| Ok(3 * far(board) * UNIT));
    let seen = CustomHeuristic { name: "seen".to_owned(), ..confirmed(mine(&goal), &goal) };
    let claimed = CustomHeuristic { name: "claimed".to_owned(), claims: Properties::CONSISTENT, ..mine(&goal) };
    let changed = CustomHeuristic { estimate: Arc::clone(&tripled), ..seen.clone() };
    for algorithm in ["astar", "ida", "auto", "weighted-astar(w=1.5)", "nba", "astar(reopen=no)"] {
        let report = ask(&request(&start, algorithm, "max(seen, claimed)", &[changed.clone(), claimed.clone()]));
        assert_eq!((report.proof, report.lower_bound), (ProofLabel::Found, sure), "{algorithm}");
        let reason = report.reason.unwrap_or_default();
        assert!(reason.starts_with("`seen` has changed since its audit"), "{algorithm}: {reason}");
        let honest = ask(&request(&start, algorithm, "max(seen, claimed)", &[seen.clone(), claimed.clone()]));
        let reason = honest.reason.unwrap_or_default();
        assert!(reason.contains("if `claimed` is admissible"), "{algorithm}: {reason}");
    }
    // A search from both ends makes use of consistency, which the least of the two has by the audit
    // alone.
    let report = ask(&request(&start, "nba", "min(seen, manhattan)", std::slice::from_ref(&changed)));
    assert_eq!((report.proof, report.lower_bound), (ProofLabel::Found, sure));
    // So it is where the audit has proved less than the search needs.
    let far = manhattan_to(&goal);
    let patchy = move |board: &Board| if board.tiles()[0].0.is_multiple_of(2) { far(board) } else { 0 };
    let patchy = confirmed(own("patchy", &goal, patchy), &goal);
    assert_eq!(patchy.claims, ADMISSIBLE);
    let changed = CustomHeuristic { estimate: tripled, ..patchy };
    let report = ask(&request(&start, "astar(reopen=no)", "patchy", &[changed]));
    assert_eq!((report.proof, report.lower_bound), (ProofLabel::Found, sure));
    assert!(report.reason.unwrap_or_default().starts_with("`patchy` has changed since its audit"));
}

/// An audit for one goal says nothing about the way to another.
#[test]
fn an_audit_for_another_goal_is_no_proof() {
    let other = board("8 6 7/2 5 4/3 0 1");
    let goal = usual_goal(other.shape());
    let elsewhere = CustomHeuristic { goal: None, ..mine(&other) };
    let request_for_other = AuditRequest {
        space: AuditSpace::Boards { shape: other.shape(), goal: other.clone().into() },
        heuristics: vec!["mine".to_owned()],
        custom: vec![elsewhere.clone()],
        ..AuditRequest::new(other.shape())
    };
    let report = audit(&request_for_other, &mut |_, _| {}).unwrap();
    let Some(Seen::Boards(seen)) = &report.heuristics[0].seen else { panic!("the audit kept nothing") };
    for own_goal in [None, Some(goal.clone())] {
        let (claims, audited) = (Properties::CONSISTENT, Some(Arc::clone(seen)));
        let custom = [CustomHeuristic { claims, audited, goal: own_goal, ..elsewhere.clone() }];
        let start = board("4 2 8/1 6 0/3 7 5");
        let report = ask(&request(&start, "astar", "mine", &custom));
        let sure = least_moves(&start, &goal);
        assert_eq!((report.proof, report.lower_bound), (ProofLabel::Found, Some(sure)));
        assert_eq!(report.reason.as_deref(), Some("optimal if `mine` is admissible, as it is claimed to be"));
    }
}

/// A function that counts its calls, or that is wrong beside the path only, is found out too: all
/// that a search has used is compared, not only what is on its path.
#[test]
fn no_function_passes_for_what_it_was() {
    let goal = usual_goal(shape(3, 3));
    let honest = confirmed(mine(&goal), &goal);
    let starts = [("1 3 6/5 0 2/4 7 8", 8), ("4 2 8/1 6 0/3 7 5", 21), ("6 5 8/3 0 4/1 2 7", 26)];
    let (mut found, mut optimal) = (0, 0);
    for (text, optimum) in starts {
        let start = board(text);
        let judge = |custom: CustomHeuristic, what: &str| {
            let report = ask(&request(&start, "astar", "mine", &[custom]));
            let is_right = report.proof != ProofLabel::Optimal || report.cost == Some(optimum);
            assert!(is_right && report.lower_bound <= Some(optimum), "{what} on {start}");
            report.proof
        };
        for sober_calls in [0, 1, 10, 100, 500, 1000, 100_000] {
            let (calls, far) = (AtomicU64::new(0), manhattan_to(&goal));
            let tipsy = move |board: &Board| {
                let weight = if calls.fetch_add(1, Ordering::Relaxed) < sober_calls { 1 } else { 4 };
                Ok(weight * far(board) * UNIT)
            };
            let custom = CustomHeuristic { estimate: Arc::new(tipsy), ..honest.clone() };
            match judge(custom, &format!("after {sober_calls} calls")) {
                ProofLabel::Optimal => optimal += 1,
                _ => found += 1,
            }
        }
        // Too high at the states of one cheapest path, except at its ends: another path is found.
        let report = ask(&request(&start, "astar", "mine", std::slice::from_ref(&honest)));
        let mut avoided = Vec::new();
        let mut at = start.clone();
        for &direction in &report.path.unwrap().0 {
            at = at.moved(direction).unwrap();
            avoided.push(at.clone());
        }
        avoided.pop();
        let far = manhattan_to(&goal);
        let beside = move |board: &Board| Ok((far(board) + if avoided.contains(board) { 50 } else { 0 }) * UNIT);
        let custom = CustomHeuristic { estimate: Arc::new(beside), ..honest.clone() };
        assert_eq!(judge(custom, "beside the path"), ProofLabel::Found);
    }
    assert!(found > 5 && optimal >= 3, "{found} found, {optimal} optimal");
}

/// Too many values, or too little memory, to keep them: then there is a verdict, and no proof.
#[test]
fn an_audit_that_keeps_nothing_proves_nothing() {
    let goal = usual_goal(shape(3, 3));
    let audited = |memory: Option<u64>| {
        let request = AuditRequest {
            heuristics: vec!["mine".to_owned()],
            custom: vec![mine(&goal)],
            limits: Limits { memory, threads: Some(NonZeroUsize::MIN), ..Limits::default() },
            ..AuditRequest::new(shape(3, 3))
        };
        audit(&request, &mut |_, _| {}).map(|report| report.heuristics[0].clone())
    };
    let enough = audited(None).unwrap();
    assert!(enough.admissible && enough.seen.is_some());
    let scarce = (1..256).map(|step| step << 16).find_map(|memory| audited(Some(memory)).ok()).unwrap();
    assert!(scarce.admissible && scarce.seen.is_none());
    let sampled = AuditRequest {
        heuristics: vec!["mine".to_owned()],
        custom: vec![mine(&goal)],
        samples: Some(2),
        ..AuditRequest::new(shape(3, 3))
    };
    assert!(audit(&sampled, &mut |_, _| {}).unwrap().heuristics[0].seen.is_none());
}

/// The function is not called again after its first message.
#[test]
fn a_failure_ends_the_search_with_its_message() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = usual_goal(start.shape());
    let failing = |after: u64| {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&calls);
        let far = manhattan_to(&goal);
        let estimate = move |board: &Board| match counted.fetch_add(1, Ordering::Relaxed) {
            call if call == after => Err(format!("no value at call {call}")),
            _ => Ok(far(board) * UNIT),
        };
        let custom = CustomHeuristic { claims: Properties::CONSISTENT, estimate: Arc::new(estimate), ..mine(&goal) };
        (custom, calls)
    };
    for card in npuzzle::algorithms::CARDS.iter().filter(|card| card.informed) {
        for after in [0, 1, 20] {
            let (custom, calls) = failing(after);
            let error = solve(&request(&start, card.name, "mine", &[custom]), &mut |_| {}, None).unwrap_err();
            let message = format!("no value at call {after}");
            assert_eq!(error, RequestError::Broken { message }, "{}", card.name);
            assert_eq!(calls.load(Ordering::Relaxed), after + 1, "{}", card.name);
        }
    }
    for size in [(3, 3), (4, 4), (5, 5), (12, 12)] {
        let goal = usual_goal(shape(size.0, size.1));
        let start = npuzzle::domains::tiles::generate::Generator::new(
            &goal,
            npuzzle::domains::tiles::generate::Kind::Uniform,
            1,
        );
        let custom = CustomHeuristic { estimate: Arc::new(|_| Err("it is out of order".to_owned())), ..mine(&goal) };
        let error = solve(&request(&start.unwrap().board(), "auto", "mine", &[custom]), &mut |_| {}, None).unwrap_err();
        assert_eq!(error.to_string(), "it is out of order");
    }
    let (custom, calls) = failing(1000);
    let space = AuditSpace::Boards { shape: shape(3, 3), goal: Goal::default() };
    let heuristics = vec!["mine".to_owned(), "2*mine".to_owned()];
    let limits = Limits { threads: Some(1.try_into().unwrap()), ..Limits::default() };
    let request = AuditRequest { space, heuristics, custom: vec![custom], limits, ..AuditRequest::new(shape(3, 3)) };
    let error = audit(&request, &mut |_, _| {}).unwrap_err();
    assert!(matches!(&error, AuditError::Broken { message } if message == "no value at call 1000"), "{error}");
    assert_eq!(calls.load(Ordering::Relaxed), 1001);
    let huge = CustomHeuristic { estimate: Arc::new(|_| Ok(CustomHeuristic::LARGEST)), ..mine(&goal) };
    let error = solve(&self::request(&start, "astar", "mine", &[huge]), &mut |_| {}, None).unwrap_err().to_string();
    assert!(error.starts_with("the heuristic `mine` is too large at "), "{error}");
}

/// A function that is called during a cancellation may fail because of that: then the search, or
/// the audit, was cancelled.
#[test]
fn a_failure_after_a_cancellation_is_no_failure() {
    let goal = usual_goal(shape(3, 3));
    let proved = confirmed(mine(&goal), &goal);
    let cancelling = |after: u64| {
        let (cancel, calls, value) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0), manhattan_to(&goal));
        let flag = Arc::clone(&cancel);
        let estimate = move |board: &Board| match calls.fetch_add(1, Ordering::Relaxed) < after {
            true => Ok(value(board) * UNIT),
            false => {
                flag.store(true, Ordering::Relaxed);
                Err("left".to_owned())
            }
        };
        (CustomHeuristic { estimate: Arc::new(estimate), ..proved.clone() }, cancel)
    };
    let start = board("8 6 7/2 5 4/3 0 1");
    for card in npuzzle::algorithms::CARDS.iter().filter(|card| card.informed) {
        for after in [0, 1, 7, 60] {
            let (custom, cancel) = cancelling(after);
            let asked = request(&start, card.name, "mine", &[custom]);
            let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..asked.limits.clone() };
            let report = ask(&Request { limits, ..asked });
            let what = format!("{} after {after}", card.name);
            if cancel.load(Ordering::Relaxed) {
                assert_eq!(report.status, Status::Stopped, "{what}");
                assert!(report.reason.unwrap().starts_with(&Stop::Cancelled.to_string()), "{what}");
                assert!(matches!(report.proof, ProofLabel::Found | ProofLabel::None), "{what}: {:?}", report.proof);
                assert!(report.lower_bound <= Some(least_moves(&start, &goal)), "{what}: {:?}", report.lower_bound);
            }
        }
    }
    for samples in [None, Some(2)] {
        let (custom, cancel) = cancelling(10);
        let request = AuditRequest {
            heuristics: vec!["mine".to_owned()],
            custom: vec![custom],
            samples,
            limits: Limits { cancel: Some(cancel), ..Limits::default() },
            ..AuditRequest::new(shape(3, 3))
        };
        let error = audit(&request, &mut |_, _| {}).unwrap_err();
        assert!(matches!(error, AuditError::Stopped(Stop::Cancelled)), "{error}");
    }
}

/// The whole space would take minutes: the limits are looked at before each state.
#[test]
fn the_audit_of_a_slow_function_ends_in_time() {
    let (clock, calls) = (Clock::held(), Arc::new(AtomicU64::new(0)));
    let slow = {
        let (clock, calls) = (clock.clone(), Arc::clone(&calls));
        own("slow", &usual_goal(shape(3, 3)), move |_| {
            clock.advance(Duration::from_millis(5));
            calls.fetch_add(1, Ordering::Relaxed);
            0
        })
    };
    let threads = NonZeroUsize::new(2);
    let limits = Limits { time: Some(Duration::from_millis(300)), clock, threads, ..Limits::default() };
    let request = AuditRequest {
        heuristics: vec!["slow".to_owned()],
        custom: vec![slow],
        limits,
        ..AuditRequest::new(shape(3, 3))
    };
    let error = audit(&request, &mut |_, _| {}).unwrap_err();
    assert!(matches!(error, AuditError::Stopped(Stop::Time)), "{error}");
    // The answer that is under way on the other thread may come after the end.
    let calls = calls.load(Ordering::Relaxed);
    assert!((60..=61).contains(&calls), "{calls} states");
}

#[test]
fn names_are_checked() {
    let goal = usual_goal(shape(3, 3));
    let named = |name: &str| CustomHeuristic { name: name.to_owned(), ..mine(&goal) };
    for good in ["mine", "h1", "my_heuristic", "my-heuristic", "Mine", "a"] {
        let read = heuristic_expression_with(&format!("max({good}, manhattan)/2"), &[named(good)]);
        assert_eq!(read.unwrap().to_string(), format!("max({good}, manhattan)/2"));
    }
    for (bad, reason) in [
        ("", "expected a letter"),
        ("1h", "expected a letter"),
        ("_h", "expected a letter"),
        ("my heuristic", "expected a letter"),
        ("h-1", "expected a letter"),
        ("h(2)", "expected a letter"),
        ("<lambda>", "expected a letter"),
        ("höhe", "expected a letter"),
        ("max", "it is a function of expressions"),
        ("manhattan", "a heuristic of the list has that name"),
        ("md", "it is another name of `manhattan`"),
        ("pdb", "a heuristic of the list has that name"),
    ] {
        let error =
            solve(&request(&goal, "astar", "manhattan", &[named(bad)]), &mut |_| {}, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("`{bad}` cannot be the name of a heuristic: {reason}")), "{error}");
    }
    let long = heuristic_expression_with("manhattan", &[named(&"h".repeat(5000))]).unwrap_err().to_string();
    assert!(long.len() < 500, "{long}");
    let twice = heuristic_expression_with("mine", &[named("mine"), named("mine")]).unwrap_err().to_string();
    assert!(twice.contains("it is there twice"), "{twice}");
    let error = heuristic_expression_with("mune", &[named("mine")]).unwrap_err();
    let RequestError::Text { error, .. } = error else { panic!("{error}") };
    assert!(error.render("-H").contains("did you mean `mine`?"), "{}", error.render("-H"));
    let unknown = heuristic_expression_with("manhatan", &[named("mine")]).unwrap_err().to_string();
    assert_eq!(unknown, "unknown heuristic `manhatan`; did you mean `manhattan`?");
    // One that is not used does no harm, and the header of a trace has its name.
    let question = request(&board("1 2 3/4 0 6/7 5 8"), "astar", "mine + 0", &[named("other"), named("mine")]);
    let mut recorded = Recorded::default();
    let traced = solve(&question, &mut |_| {}, Some(&mut recorded)).unwrap();
    assert_eq!(recorded.header.heuristic.as_deref(), Some("mine + 0"));
    assert!(traced.cost == Some(2) && recorded.events.len() > 4);
}

#[test]
fn another_goal_is_refused() {
    let start = board("1 2 3/4 0 6/7 5 8");
    let custom = [mine(&board("0 1 2/3 4 5/6 7 8"))];
    let error = solve(&request(&start, "astar", "mine", &custom), &mut |_| {}, None).unwrap_err().to_string();
    assert!(error.starts_with("heuristic `mine` estimates the way to "), "{error}");
    let heuristics = vec!["mine".to_owned()];
    let request = AuditRequest { heuristics, custom: custom.to_vec(), ..AuditRequest::new(shape(3, 3)) };
    assert!(matches!(audit(&request, &mut |_, _| {}), Err(AuditError::Build(_))));
}

#[test]
fn auto_takes_an_own_heuristic_on_every_size() {
    for (rows, cols) in [(2, 2), (1, 5), (3, 4), (4, 4), (5, 5), (3, 9), (12, 12)] {
        let goal = usual_goal(shape(rows, cols));
        let mut generator = npuzzle::domains::tiles::generate::Generator::new(
            &goal,
            npuzzle::domains::tiles::generate::Kind::Walk(30),
            5,
        )
        .unwrap();
        let custom = [CustomHeuristic { claims: Properties::CONSISTENT, ..mine(&goal) }];
        let start = generator.board();
        let report = ask(&Request { limits: stepping(2000), ..request(&start, "auto", "mine", &custom) });
        assert!(report.status == Status::Solved && report.cost.is_some(), "{rows}x{cols}");
    }
}

fn audited(heuristics: &[&str], custom: &[CustomHeuristic], samples: Option<u64>) -> AuditReport {
    let heuristics = heuristics.iter().map(|&name| name.to_owned()).collect();
    let request = AuditRequest { heuristics, custom: custom.to_vec(), samples, ..AuditRequest::new(shape(3, 3)) };
    audit(&request, &mut |_, _| {}).unwrap()
}

/// The audit sees in the function what it sees in the heuristic of the list.
#[test]
fn an_own_heuristic_is_audited_like_the_one_of_the_list() {
    let goal = usual_goal(shape(3, 3));
    let with_blank = {
        let homes = goal.clone();
        own("mine", &goal, move |board| {
            board.tiles().iter().zip(homes.tiles()).filter(|(tile, home)| tile != home).count() as u64
        })
    };
    for samples in [None, Some(3)] {
        for (listed, written, custom) in [
            ("manhattan", "mine", mine(&goal)),
            ("misplaced-with-blank", "mine", with_blank.clone()),
            ("misplaced-with-blank/2", "mine/2", with_blank.clone()),
            ("max(misplaced-with-blank, manhattan)", "max(mine, manhattan)", with_blank.clone()),
            (
                "euclidean/(misplaced + 1)",
                "euclidean/(mine + 1)",
                own("mine", &goal, {
                    let homes = goal.clone();
                    move |board: &Board| {
                        let pairs = board.tiles().iter().zip(homes.tiles());
                        pairs.filter(|(tile, home)| tile.0 != 0 && tile != home).count() as u64
                    }
                }),
            ),
        ] {
            let expected = audited(&[listed, "misplaced"], &[], samples);
            let found = audited(&[written, "misplaced"], &[custom], samples);
            let value = |report: &AuditReport| {
                let mut value = serde_json::to_value(report).unwrap();
                value["seconds"] = 0.into();
                value["heuristics"][0]["name"] = "-".into();
                let names = [listed, written];
                let text =
                    names.iter().fold(value.to_string(), |text, name| text.replace(&format!("\"{name}\""), "\"-\""));
                serde_json::from_str::<serde_json::Value>(&text).unwrap()
            };
            assert_eq!(value(&found), value(&expected), "{written}, samples: {samples:?}");
        }
    }
    let all = audit(&AuditRequest { custom: vec![mine(&goal)], ..AuditRequest::new(shape(2, 3)) }, &mut |_, _| {});
    assert!(matches!(all, Err(AuditError::Build(_))), "the goal has another shape");
    let goal = usual_goal(shape(2, 3));
    let all =
        audit(&AuditRequest { custom: vec![mine(&goal)], ..AuditRequest::new(shape(2, 3)) }, &mut |_, _| {}).unwrap();
    assert!(all.equal.contains(&["manhattan".to_owned(), "mine".to_owned()]), "{:?}", all.equal);
}

#[test]
fn own_heuristics_are_compared_under_their_names() {
    let goal = usual_goal(shape(3, 3));
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let fails = move |_: &Board| {
        counted.fetch_add(1, Ordering::Relaxed);
        Err("it is out of order".to_owned())
    };
    let broken = CustomHeuristic { name: "broken".to_owned(), estimate: Arc::new(fails), ..mine(&goal) };
    let starts = boards();
    let boards = starts[1..4].iter().map(|start| CompareBoard {
        name: start.to_string(),
        start: start.clone().into(),
        goal: Goal::default(),
        known: None,
    });
    let request = CompareRequest {
        boards: boards.collect(),
        algorithms: ["astar", "ida", "bfs"].map(str::to_owned).to_vec(),
        metric: Metric::default(),
        heuristics: ["manhattan", "mine", "max(broken, md)"].map(str::to_owned).to_vec(),
        custom: vec![CustomHeuristic { claims: ADMISSIBLE, ..mine(&goal) }, broken],
        limits: Limits::default(),
        repeat: NonZeroU32::MIN,
        order: MoveOrder::default(),
    };
    let comparison = compare(&request, Vec::new(), &mut |_| ControlFlow::Continue(()), &mut |_, _| {}).unwrap();
    assert_eq!(comparison.records.len(), 3 * 7);
    let of = |heuristic: &str| {
        let heuristic = Some(heuristic.to_owned());
        comparison.records.iter().filter(move |record| record.heuristic == heuristic).collect::<Vec<_>>()
    };
    for (listed, mine) in of("manhattan").iter().zip(of("mine")) {
        assert_eq!((listed.cost, listed.stats.expanded), (mine.cost, mine.stats.expanded));
        assert_eq!(listed.proof, ProofLabel::Optimal);
        if mine.cost != mine.lower_bound {
            assert_eq!(mine.proof, ProofLabel::Found);
            assert_eq!(mine.reason.as_deref(), Some("optimal if `mine` is admissible, as it is claimed to be"));
        }
    }
    for record in of("max(broken, manhattan)") {
        assert_eq!((record.status, record.reason.as_deref()), (RunStatus::Error, Some("it is out of order")));
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1, "it failed, and was not to be asked again");
}

/// Values between whole numbers are exact, and searches round them up.
#[test]
fn fractions_are_exact() {
    let goal = usual_goal(shape(3, 3));
    let far = manhattan_to(&goal);
    let thirds = CustomHeuristic {
        estimate: Arc::new(move |board| CustomHeuristic::units_of(far(board) as f64 / 3.0).ok_or_else(String::new)),
        ..mine(&goal)
    };
    // Whole values of a function need no remark; those between do.
    let start = board("8 6 7/2 5 4/3 0 1");
    let notes = |custom: &CustomHeuristic| ask(&request(&start, "astar", "mine", std::slice::from_ref(custom))).notes;
    assert_eq!((notes(&thirds).len(), notes(&mine(&goal)).len()), (1, 0));
    let report = audited(&["mine", "manhattan/3"], &[thirds], None);
    assert_eq!(report.equal.len(), 1);
    assert!(report.heuristics[0].admissible && report.heuristics[0].consistent);
}
