//! Jobs that lose a process, or are ended: none hangs, and all go on.

use std::fs;
use std::path::Path;
use std::process::Child;

use serde_json::Value;

use crate::job::{alone, end, iterations, ranks, report, run, signal, start, wait_until};

/// Takes some seconds with Manhattan distance alone.
const BOARD: &str = "korf:3";

fn command(journal: &Path) -> Vec<&str> {
    let journal = journal.to_str().expect("a path that is text");
    vec!["solve", BOARD, "-H", "manhattan", "--threads", "1", "--format", "json", "--journal", journal]
}

/// What must not depend on interruptions.
fn facts(report: &Value) -> (Option<u64>, Vec<[u64; 3]>) {
    (report["cost"].as_u64(), iterations(report))
}

/// Disturbs a job when its journal has got further: what it has said. Nothing if it was done
/// before.
fn disturb(count: usize, journal: &Path, disturb: impl FnOnce(&Child) -> bool) -> Option<String> {
    let mut job = start(count, &command(journal));
    let record = journal.join("search.journal");
    let before = fs::read(&record).ok();
    if !wait_until(&mut job, || fs::read(&record).ok() != before) {
        return None;
    }
    let was_there = disturb(&job);
    let (code, _, said) = end(job);
    assert!(said.contains(&format!("journal `{}`", journal.display())), "{said}");
    (was_there && code != Some(0)).then_some(said)
}

/// Sends a signal to one process of a job; false if it is gone.
fn signal_rank(name: &str, job: &Child, rank: usize) -> bool {
    ranks(job).get(rank).is_some_and(|&process| signal(name, process))
}

/// How often a job may be done before it is disturbed. Each attempt has a journal of its own.
const ATTEMPTS: usize = 20;

/// What an attempt gives whose jobs were disturbed in time.
fn in_time<T>(attempt: impl Fn(&Path) -> Option<T>) -> T {
    let attempts = (0..ATTEMPTS).find_map(|_| {
        let scratch = tempfile::tempdir().unwrap();
        attempt(&scratch.path().join("journal"))
    });
    attempts.expect("a job that is disturbed before it is done")
}

#[test]
fn a_search_goes_on_when_a_process_was_killed() {
    let whole = alone(BOARD, None, None);
    in_time(|journal| {
        disturb(4, journal, |job| signal_rank("-KILL", job, 2))?;
        // On others.
        let resumed = report(3, &command(journal));
        assert_eq!(facts(&resumed), facts(&whole));
        assert_eq!(resumed["proof"], "optimal");
        // It is over, and one process knows that.
        let again = alone(BOARD, Some(1), Some(journal));
        assert_eq!((facts(&again), &again["moves"]), (facts(&whole), &resumed["moves"]));
        Some(())
    });
}

#[test]
fn a_search_goes_on_when_the_job_was_ended() {
    let whole = alone(BOARD, None, None);
    in_time(|journal| {
        // As a launcher ends it: all processes get the signal.
        disturb(3, journal, |job| signal("-TERM", job.id()))?;
        // As Slurm warns of the end.
        disturb(2, journal, |job| {
            let processes = ranks(job);
            processes.len() == 2 && processes.into_iter().rev().all(|process| signal("-TERM", process))
        })?;
        assert_eq!(facts(&alone(BOARD, None, Some(journal))), facts(&whole));
        Some(())
    });
}

#[test]
fn a_job_ends_with_its_leader() {
    in_time(|journal| disturb(3, journal, |job| signal_rank("-KILL", job, 0)));
}

/// A process that lives and does nothing is lost as well: no launcher sees that.
#[test]
fn a_process_that_stands_still_ends_the_job() {
    let said = in_time(|journal| disturb(3, journal, |job| signal_rank("-STOP", job, 1)));
    assert!(said.contains("process 1 of 3 is lost"), "{said}");
}

#[test]
fn a_space_goes_on_at_its_level() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("space");
    let folder = journal.to_str().unwrap();
    let command = ["space", "2x6", "--format", "json", "--journal", folder];
    let mut job = start(3, &command);
    assert!(wait_until(&mut job, || fs::read_dir(&journal).is_ok_and(|mut files| files.next().is_some())));
    assert!(signal_rank("-KILL", &job, 1));
    let (_, printed, _) = end(job);
    assert_eq!(printed, "", "the job was done before a process was killed");
    let (code, printed, said) = run(3, &command);
    assert_eq!(code, Some(0), "{said}");
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(found["states"], 239_500_800);
}
