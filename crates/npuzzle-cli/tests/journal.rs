//! `solve --journal` as a process: killed at any moment, it goes on where it was.

mod cache;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Takes some seconds with Manhattan distance alone.
const BOARD: &str = "korf:3";

fn solve(board: &str, threads: &str, journal: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command
        .args(["solve", board, "-a", "tile-ida", "-H", "manhattan", "--threads", threads, "--format", "json"])
        .env("NO_COLOR", "1")
        .env(cache::VARIABLE, cache::folder())
        .stdin(Stdio::null());
    if let Some(folder) = journal {
        command.arg("--journal").arg(folder);
    }
    command
}

/// What must not depend on interruptions.
fn facts(report: &Value) -> (Option<u64>, Vec<(u64, u64, u64)>) {
    let iterations = report["stats"]["deepening"].as_array().unwrap();
    let number = |iteration: &Value, name: &str| iteration[name].as_u64().unwrap();
    let completed = iterations.iter().filter(|iteration| iteration["completed"] == true);
    let counts = completed.map(|it| (number(it, "bound"), number(it, "expanded"), number(it, "generated")));
    (report["cost"].as_u64(), counts.collect())
}

/// The counts are those of all iterations, whichever process has done them.
fn assert_counts_of_the_whole_search(report: &Value) {
    let stats = &report["stats"];
    for count in ["expanded", "generated", "evaluated"] {
        let iterations = stats["deepening"].as_array().unwrap().iter();
        let in_all: u64 = iterations.map(|iteration| iteration[count].as_u64().unwrap()).sum();
        assert_eq!(stats[count].as_u64(), Some(in_all), "{count}");
    }
}

#[test]
fn a_killed_search_goes_on_where_it_was() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("journal");
    let whole: Value = serde_json::from_slice(&solve(BOARD, "2", None).output().unwrap().stdout).unwrap();
    let record = folder.join("search.journal");
    let mut kills = 0;
    let answer = loop {
        let before = fs::read(&record).ok();
        let mut child = solve(BOARD, "1", Some(&folder)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A record is written at the end of each iteration, and every two seconds: what is done
        // since then is lost, and no more.
        while kills < 4 && child.try_wait().unwrap().is_none() && fs::read(&record).ok() == before {
            std::thread::sleep(Duration::from_millis(5));
        }
        if kills == 4 || child.try_wait().unwrap().is_some() {
            break child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(150 * kills));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    };
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    assert!(kills > 1, "the search was killed {kills} times");
    let resumed: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(facts(&resumed), facts(&whole));
    assert_eq!(resumed["proof"], "optimal");
    assert_counts_of_the_whole_search(&whole);
    assert_counts_of_the_whole_search(&resumed);

    // Once more: it is over, and that is known, so no state has to be expanded.
    let again = solve(BOARD, "1", Some(&folder)).args(["--node-limit", "1"]).output().unwrap();
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!((&again["cost"], &again["moves"]), (&resumed["cost"], &resumed["moves"]));
    assert_eq!(again["proof"], "optimal");
    for count in ["expanded", "generated", "evaluated", "iterations", "max_depth", "effective_branching_factor"] {
        assert_eq!(again["stats"][count], resumed["stats"][count], "{count}");
    }

    // Another search is not mixed up with it.
    let other = solve("korf:12", "1", Some(&folder)).output().unwrap();
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && message.contains("belongs to another search"), "{message}");
}

#[test]
fn journals_that_cannot_be_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], expected: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
            .args(arguments)
            .arg("--journal")
            .arg(scratch.path())
            .env(cache::VARIABLE, cache::folder())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains(expected), "{arguments:?}: {message}");
    };
    refused(&["solve", "867254301", "-a", "astar"], "a journal works with `tile-ida` only, not with `astar`");
    refused(&["solve", "867254301"], "a journal works with `tile-ida` only, not with `auto`");
    refused(&["solve", "korf:1..2", "-a", "tile-ida"], "a journal is for one board, and there are 2");
    // A file where the folder should be.
    let file = scratch.path().join("file");
    fs::write(&file, "mine").unwrap();
    let output = solve("korf:12", "1", Some(&file)).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

/// The space of 2x6, which takes some hundred milliseconds, with every depth on the disk.
#[test]
fn a_killed_search_of_a_space_goes_on_at_its_depth() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("depths");
    let space = |size: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.args(["space", size, "--format", "json", "--journal"]).arg(&folder).args(more);
        command.env("NO_COLOR", "1").env(cache::VARIABLE, cache::folder()).stdin(Stdio::null());
        command
    };
    let depths = || {
        let text = fs::read_to_string(folder.join("space.journal")).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("width ")).count()
    };
    let mut reached = 0;
    for _ in 0..3 {
        let mut child = space("2x6", &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while depths() < reached + 3 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(depths() >= reached + 3, "it goes on where it was");
        reached = depths();
    }
    let answer = space("2x6", &["--threads", "1"]).output().unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    let depth = said.split("note: going on at depth ").nth(1).and_then(|rest| rest.split(',').next());
    assert!(depth.is_some_and(|depth| depth.parse::<usize>().unwrap() + 1 >= reached), "{said}");
    let report: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!((report["states"].as_u64(), report["diameter"].as_u64()), (Some(239_500_800), Some(80)));
    let widths = report["widths"].as_array().unwrap().iter().map(|width| width.as_u64().unwrap());
    assert_eq!(widths.sum::<u64>(), 239_500_800);
    for (size, more, message) in [
        ("2x5", &[][..], "belongs to another space (2x6 goal"),
        ("2x6", &["--count-solutions"], "counting the shortest solutions is for one process without a journal"),
        ("2x6", &["--metric", "multi"], "the space in slides of whole lines is for one process without a journal"),
    ] {
        let refused = space(size, more).output().unwrap();
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && text.contains(message), "{text}");
    }
}
