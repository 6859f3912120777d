//! Runs of the laboratory: the same one again and again, and what is known of a board as time goes
//! on.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{board, stepping};
use npuzzle::answer::Request;
use npuzzle::core::Limits;
use npuzzle::lab::anytime::{AnytimeError, AnytimeRequest, BoardSet, anytime};
use npuzzle::lab::repeat::solve_repeatedly;

fn hardest() -> Request {
    Request { limits: Limits { time: None, ..stepping(1) }, ..Request::new(board("867254301")) }
}

#[test]
fn the_answer_comes_once_and_the_times_are_those_of_all_runs() {
    for runs in [1, 2, 5] {
        let (report, times) = solve_repeatedly(&hardest(), NonZeroUsize::new(runs).unwrap(), &mut |_| {}).unwrap();
        assert_eq!(times.runs, runs);
        assert_eq!(times.deviation_seconds.is_some(), runs > 1);
        assert!(times.mean_seconds > 0.0 && times.median_seconds > 0.0);
        assert_eq!(report.cost, Some(31));
    }
}

#[test]
fn cancelling_ends_the_runs() {
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let request = Request { limits, ..hardest() };
    let (report, times) = solve_repeatedly(&request, NonZeroUsize::new(1_000_000).unwrap(), &mut |_| {}).unwrap();
    assert_eq!((times.runs, report.cost), (1, None));
}

fn curves_of(sets: &[&str], times: &[u64]) -> AnytimeRequest {
    AnytimeRequest {
        sets: sets.iter().map(|text| BoardSet::read(text, 2).unwrap()).collect(),
        times: times.iter().map(|&time| Duration::from_secs(time)).collect(),
        algorithm: "ara".to_owned(),
        heuristic: None,
        limits: Limits { time: None, ..stepping(1) },
    }
}

#[test]
fn curves_fall_to_the_optimum() {
    let asked = curves_of(&["random:3x3:2:1", "distance:3x3:20:2:1"], &[60, 30, 60]);
    let mut told = 0;
    let answer = anytime(&asked, &mut |_| (told += 1, ControlFlow::Continue(())).1, &mut |_, _, _| {}).unwrap();
    assert!(answer.complete && told == 2);
    assert_eq!((answer.times, answer.runs.len()), (vec![30.0, 60.0], 4));
    assert_eq!(answer.sets[1].published, Some(20.0));
    let last = &answer.sets[1].points[1];
    assert_eq!((last.solved, last.cost, last.lower_bound, last.gap), (2, Some(20.0), Some(20.0), Some(0.0)));
    assert!(answer.runs.iter().all(|run| run.improvements.last().map(|step| step.cost) == run.cost));
}

#[test]
fn what_is_done_is_kept() {
    let asked = curves_of(&["random:3x3:2:1", "random:3x3:2:2"], &[9]);
    let answer = anytime(&asked, &mut |_| ControlFlow::Break(()), &mut |_, _, _| {}).unwrap();
    assert!(!answer.complete && answer.runs.len() == 2);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let cancelled = AnytimeRequest { limits: Limits { cancel, ..Limits::default() }, ..asked.clone() };
    let answer = anytime(&cancelled, &mut |_| ControlFlow::Continue(()), &mut |_, _, _| {}).unwrap();
    assert!(!answer.complete && answer.runs.is_empty() && answer.sets.is_empty());
    for times in [&[][..], &[0, 1]] {
        let wrong = curves_of(&["random:3x3:2:1"], times);
        let answer = anytime(&wrong, &mut |_| ControlFlow::Continue(()), &mut |_, _, _| {});
        assert_eq!(answer.err(), Some(AnytimeError::NoTimes));
    }
    let unknown = AnytimeRequest { algorithm: "astra".to_owned(), ..asked.clone() };
    assert!(matches!(unknown.check(), Err(AnytimeError::Request(_))));
    let unknown = AnytimeRequest { heuristic: Some("manhatten".to_owned()), ..asked };
    assert!(matches!(unknown.check(), Err(AnytimeError::Request(_))));
}
