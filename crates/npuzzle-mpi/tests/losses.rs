//! Jobs that lose a process, or are ended: none hangs, and all go on.

use std::fs;
use std::path::Path;
use std::process::Child;

use serde_json::Value;

use crate::job::{alone, end, iterations, ranks, report, run, signal, start, wait_until};

/// Takes a quarter of a minute with Manhattan distance alone: no job is done before it is
/// disturbed, on the fastest machine and on the busiest.
const LONG: &str = "korf:88";
/// Takes a second.
const SHORT: &str = "korf:3";

fn command<'a>(board: &'a str, journal: &'a Path) -> Vec<&'a str> {
    let journal = journal.to_str().expect("a path that is text");
    vec!["solve", board, "-H", "manhattan", "--threads", "1", "--format", "json", "--journal", journal]
}

/// Disturbs a job on the long board when its journal has got further: what it has said.
fn disturb(count: usize, journal: &Path, disturb: impl FnOnce(&Child) -> bool) -> String {
    let mut job = start(count, &command(LONG, journal));
    let record = journal.join("search.journal");
    let before = fs::read(&record).ok();
    assert!(wait_until(&mut job, || fs::read(&record).ok() != before), "the job was done before it was disturbed");
    assert!(disturb(&job), "a process of the job is missing");
    let (code, _, said) = end(job);
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains(&format!("journal `{}`", journal.display())), "{said}");
    said
}

/// Sends a signal to one process of a job; false if it is gone.
fn signal_rank(name: &str, job: &Child, rank: usize) -> bool {
    ranks(job).get(rank).is_some_and(|&process| signal(name, process))
}

/// What a search on the long board gives that goes on for so many states.
fn go_on(nodes: u64, journal: &Path) -> Vec<[u64; 3]> {
    iterations(&alone(LONG, Some(nodes), Some(journal)))
}

/// Finishes the iteration that was interrupted, and compares all with a search that never was.
fn finish_the_iteration(journal: &Path) {
    let interrupted = go_on(1, journal).len();
    let mut resumed = go_on(10_000_000, journal);
    while resumed.len() == interrupted {
        resumed = go_on(10_000_000, journal);
    }
    let expanded: u64 = resumed.iter().map(|counts| counts[1]).sum();
    // The limit leaves out what the last iteration would add.
    assert_eq!(resumed, iterations(&alone(LONG, Some(expanded + 1), None)));
}

#[test]
fn a_search_goes_on_when_a_process_was_killed() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("journal");
    disturb(4, &journal, |job| signal_rank("-KILL", job, 2));
    // On fewer processes.
    disturb(3, &journal, |job| signal_rank("-KILL", job, 1));
    finish_the_iteration(&journal);
}

#[test]
fn a_search_goes_on_when_the_job_was_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("journal");
    // As a launcher ends it: all processes get the signal.
    disturb(3, &journal, |job| signal("-TERM", job.id()));
    // As Slurm warns of the end.
    disturb(2, &journal, |job| {
        let processes = ranks(job);
        processes.len() == 2 && processes.into_iter().rev().all(|process| signal("-TERM", process))
    });
    finish_the_iteration(&journal);
}

#[test]
fn a_search_that_was_interrupted_finds_the_same_solution() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("journal");
    let facts = |report: &Value| (report["cost"].as_u64(), iterations(report));
    let whole = alone(SHORT, None, None);
    for (count, nodes) in [(3, "1e6"), (2, "5e6")] {
        let limited = [command(SHORT, &journal), vec!["--node-limit", nodes]].concat();
        assert_eq!(report(count, &limited)["status"], "stopped");
    }
    let resumed = report(3, &command(SHORT, &journal));
    assert_eq!(facts(&resumed), facts(&whole));
    assert_eq!(resumed["proof"], "optimal");
    // It is over, and one process knows that.
    let again = alone(SHORT, Some(1), Some(&journal));
    assert_eq!((facts(&again), &again["moves"]), (facts(&whole), &resumed["moves"]));
}

#[test]
fn a_job_ends_with_its_leader() {
    let scratch = tempfile::tempdir().unwrap();
    disturb(3, &scratch.path().join("journal"), |job| signal_rank("-KILL", job, 0));
}

/// A process that lives and does nothing is lost as well: no launcher sees that.
#[test]
fn a_process_that_stands_still_ends_the_job() {
    let scratch = tempfile::tempdir().unwrap();
    let said = disturb(3, &scratch.path().join("journal"), |job| signal_rank("-STOP", job, 1));
    assert!(said.contains("process 1 of 3 is lost"), "{said}");
}

#[test]
fn a_space_goes_on_at_its_level() {
    let scratch = tempfile::tempdir().unwrap();
    // A space takes a second: on a busy machine a job may be done before it is disturbed.
    let killed = (0..20).map(|attempt| scratch.path().join(attempt.to_string())).find(|journal| {
        let mut job = start(3, &space(journal));
        let began = || fs::read_dir(journal).is_ok_and(|mut files| files.next().is_some());
        let was_there = wait_until(&mut job, began) && signal_rank("-KILL", &job, 1);
        was_there && end(job).0 != Some(0)
    });
    let journal = killed.expect("a job that is killed before it is done");
    let (code, printed, said) = run(3, &space(&journal));
    assert_eq!(code, Some(0), "{said}");
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(found["states"], 239_500_800);
}

fn space(journal: &Path) -> [&str; 6] {
    ["space", "2x6", "--format", "json", "--journal", journal.to_str().expect("a path that is text")]
}
