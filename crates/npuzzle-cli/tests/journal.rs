//! `solve --journal` as a process: killed at any moment, it goes on where it was.

mod cache;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Takes some seconds with Manhattan distance alone.
const BOARD: &str = "korf:60";

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

fn files(folder: &Path) -> Vec<(String, u64)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().map_or(0, |data| data.len())))
        .collect()
}

#[test]
fn a_killed_search_goes_on_where_it_was() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("journal");
    let whole: Value = serde_json::from_slice(&solve(BOARD, "2", None).output().unwrap().stdout).unwrap();
    let mut kills = 0;
    let answer = loop {
        let mut child = solve(BOARD, "1", Some(&folder)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let began = Instant::now();
        // Records are written every two seconds: what is done since the last one is lost, and no more.
        while child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_millis(2600) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let finished = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        if finished {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            break output;
        }
        kills += 1;
        assert!(!files(&folder).is_empty(), "a journal is there after {kills} kills");
        assert!(kills < 60, "the search makes no progress");
    };
    assert!(kills > 0, "the search was too fast to be killed");
    let resumed: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(facts(&resumed), facts(&whole));
    assert_eq!(resumed["proof"], "optimal");
    // The counts beside the time are those of the last process alone.
    let total = |report: &Value| report["stats"]["generated"].as_u64().unwrap();
    assert!(total(&resumed) < total(&whole));

    // Once more: it is over, and that is known.
    let began = Instant::now();
    let again: Value = serde_json::from_slice(&solve(BOARD, "1", Some(&folder)).output().unwrap().stdout).unwrap();
    assert_eq!((&again["cost"], &again["moves"]), (&resumed["cost"], &resumed["moves"]));
    assert!(began.elapsed() < Duration::from_secs(2));

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
    refused(&["solve", "867254301", "-a", "astar"], "`astar` keeps no journal: expected `tile-ida`");
    refused(&["solve", "867254301"], "`auto` keeps no journal: expected `tile-ida`");
    refused(&["solve", "korf:1..2", "-a", "tile-ida"], "a journal is for one board, and there are 2");
    // A file where the folder should be.
    let file = scratch.path().join("file");
    fs::write(&file, "mine").unwrap();
    let output = solve("korf:12", "1", Some(&file)).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}
