//! Jobs that lose a process, or are ended: none hangs, and all go on.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::job::{
    Job, alone, end, iterations, mpirun, own_memory, ranks, report, run, signal, spawn, start, wait_for_lock,
    wait_until,
};

/// With Manhattan distance alone no machine finishes it in years, and its first iterations take
/// milliseconds.
const LONG: &str = "korf24:1";
/// Takes a second.
const SHORT: &str = "korf:3";

fn command<'a>(board: &'a str, journal: &'a Path) -> Vec<&'a str> {
    vec!["solve", board, "-H", "manhattan", "--threads", "1", "--format", "json", "--journal", text(journal)]
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Disturbs a job on the long board when its journal has got further: what it has said.
fn disturb(count: usize, journal: &Path, disturb: impl FnOnce(&Job) -> bool) -> String {
    let mut job = start(count, &command(LONG, journal));
    let record = journal.join("search.journal");
    let before = fs::read(&record).ok();
    assert!(wait_until(&mut job, || fs::read(&record).ok() != before), "the job was done before it was disturbed");
    assert!(disturb(&job), "a process of the job is missing");
    let (code, _, said) = end(job);
    assert_ne!(code, Some(0), "{said}");
    // The note at the start has other words.
    assert!(said.contains(&format!("the journal `{}` has what is done", journal.display())), "{said}");
    wait_for_lock(&journal.join("search.lock"));
    said
}

/// Sends a signal to one process of a job; false if it is gone.
fn signal_rank(name: &str, job: &Job, rank: usize) -> bool {
    ranks(job.launcher()).get(rank).is_some_and(|&process| signal(name, process))
}

/// Goes on for so many states with one process, and stops: the iterations that are complete.
fn go_on(nodes: u64, journal: Option<&Path>) -> Vec<[u64; 3]> {
    let stopped = alone(LONG, Some(nodes), journal);
    assert_eq!(stopped["status"], "stopped");
    iterations(&stopped)
}

/// Finishes the iteration that was interrupted, and compares all with a search that never was.
fn finish_the_iteration(journal: &Path) {
    let interrupted = go_on(1, Some(journal)).len();
    let mut resumed = go_on(10_000_000, Some(journal));
    while resumed.len() == interrupted {
        resumed = go_on(10_000_000, Some(journal));
    }
    let expanded: u64 = resumed.iter().map(|counts| counts[1]).sum();
    // The limit leaves out what the last iteration would add.
    assert_eq!(resumed, go_on(expanded + 1, None));
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
    disturb(3, &journal, |job| signal("-TERM", job.launcher()));
    // As Slurm warns of the end.
    disturb(2, &journal, |job| {
        let processes = ranks(job.launcher());
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
    // With two, one goes on for ten seconds until it notices.
    let said = disturb(2, &scratch.path().join("journal"), |job| signal_rank("-STOP", job, 1));
    assert!(said.contains("process 1 of 2 is lost"), "{said}");
}

/// The same in the middle of a message: here all but the shortest travel in pieces, for which the
/// receiver has to ask.
#[test]
fn a_process_that_stands_still_while_it_sends_ends_the_job() {
    let search = ["solve", LONG, "-a", "hda", "-H", "manhattan", "--threads", "1", "--memory-limit", "512MiB"];
    let mut command = mpirun(2, &search);
    for limit in ["eager_limit", "rndv_eager_limit", "max_send_size"] {
        command.env(format!("OMPI_MCA_btl_vader_{limit}"), "256");
    }
    let mut job = spawn(&mut command);
    let launcher = job.launcher();
    // Without states it takes a tenth of that: nothing is stopped before it is one of the job.
    let has_states = || ranks(launcher).get(1).is_some_and(|&process| own_memory(process) > 64 << 20);
    assert!(wait_until(&mut job, has_states), "the job was done before it was disturbed");
    assert!(signal_rank("-STOP", &job, 1), "a process of the job is missing");
    let (code, _, said) = end(job);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("process 1 of 2 is lost"), "{said}");
}

/// The layer in front of which one of the processes is held.
const HELD: usize = 20;

#[test]
fn a_space_goes_on_at_its_level() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("journal");
    fs::create_dir(&journal).unwrap();
    // A process that writes into a pipe waits for a reader, so the job is not done before it is
    // killed.
    let pipe = journal.join(format!("layer-{HELD}.part-1-of-3.new"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let record = journal.join("space.journal");
    let depth = || fs::read_to_string(&record).map_or(0, |text| text.matches("\nwidth ").count().saturating_sub(1));
    let mut job = start(3, &space(&journal));
    assert!(wait_until(&mut job, || depth() + 2 >= HELD), "the job was done before it was killed");
    assert!(signal_rank("-KILL", &job, 1), "the process is missing");
    let (code, _, said) = end(job);
    assert_ne!(code, Some(0), "{said}");
    let note = format!("if this job is ended, the same command goes on from the journal `{}`", journal.display());
    assert_eq!(said.matches(&note).count(), 1, "{said}");
    wait_for_lock(&journal.join("space.lock"));
    fs::remove_file(&pipe).unwrap();
    // Two processes that began anew could not write their parts of this layer.
    for rank in 0..2 {
        fs::create_dir(journal.join(format!("layer-{}.part-{rank}-of-2.new", HELD / 2))).unwrap();
    }
    let (code, printed, said) = run(2, &space(&journal));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("note: going on at depth ") && said.contains(", from the journal"), "{said}");
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&found["states"], &found["diameter"]), (&1_814_400.into(), &55.into()));
}

fn space(journal: &Path) -> [&str; 6] {
    ["space", "2x5", "--format", "json", "--journal", text(journal)]
}
