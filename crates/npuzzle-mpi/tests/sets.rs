//! Sets of boards, handed out to the processes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::job::{end, ranks, run, signal, start, wait_until};

const SET: [&str; 6] = ["solve", "random:3x3:12", "--seed", "1", "-a", "astar"];

fn lines(printed: &str) -> Vec<Value> {
    printed.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn json_lines_come_as_boards_are_done() {
    let (code, printed, said) = run(3, &[&SET[..], &["--format", "jsonl"]].concat());
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let lines = lines(&printed);
    let numbers: BTreeSet<u64> = lines.iter().map(|line| line["slice"]["board"].as_u64().unwrap()).collect();
    assert_eq!((lines.len(), numbers), (12, (1..=12).collect()));
    assert!(lines.iter().all(|line| line["proof"] == "optimal" && line["slice"]["boards"] == 12));
    let command = lines[0]["provenance"]["command"].as_str().unwrap();
    assert!(command.starts_with("npuzzle-mpi solve random:3x3:12"), "{command}");
}

/// Other forms are as one process writes them, but for times.
#[test]
fn other_forms_keep_the_order_of_the_set() {
    let boards = |ranks: usize, format: &str| {
        let (code, printed, said) = run(ranks, &[&SET[..], &["nonsense", "--format", format]].concat());
        assert_eq!(code, Some(2), "{said}");
        assert_eq!(said.matches("nonsense").count(), 1, "{said}");
        printed
    };
    let (one, three) = (boards(1, "text"), boards(3, "text"));
    let headings = |text: &str| -> Vec<String> {
        let is_kept = |line: &&str| line.starts_with("==") || line.contains("moves, optimal");
        text.lines().filter(is_kept).map(str::to_owned).collect()
    };
    assert_eq!(headings(&one), headings(&three));
    assert_eq!(headings(&three).len(), 2 * 12 + 1);
    let json: Value = serde_json::from_str(&boards(3, "json")).expect("an array");
    assert_eq!(json.as_array().map(Vec::len), Some(13));
    assert_eq!(json[12]["status"], "error");
    let csv = boards(3, "csv");
    assert_eq!(csv.lines().count(), 1 + 13, "{csv}");
    assert!(csv.lines().nth(1).is_some_and(|row| row.contains("random:3x3:1#1,")), "{csv}");
}

/// The same for answers. The last board takes years, so neither job is done before it is ended.
#[test]
fn solving_a_set_goes_on_after_the_job_was_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("answers.jsonl");
    let file = journal.to_str().expect("a path that is text");
    let kept = || fs::read_to_string(&journal).unwrap_or_default();
    let boards = ["solve", "random:3x3:6:3", "korf24:1", "-a", "tile-ida", "-H", "manhattan", "--threads", "1"];
    let command = [&boards[..], &["--format", "jsonl", "--resume", file]].concat();
    let mut job = start(3, &command);
    assert!(wait_until(&mut job, || kept().lines().count() == 6), "the job was done before it was ended");
    assert!(signal("-TERM", job.launcher()));
    end(job);
    let answers = kept();
    assert_eq!(lines(&answers).len(), 6);
    // As if it had been ended in the middle of the third answer, which is made again.
    let third = answers.match_indices('\n').nth(1).expect("lines").0 + 20;
    fs::write(&journal, &answers[..third]).unwrap();
    let mut job = start(2, &command);
    assert!(wait_until(&mut job, || kept().lines().count() == 6), "the job was done before it was ended");
    assert!(signal("-TERM", job.launcher()));
    let (_, _, said) = end(job);
    assert!(said.contains("2 of 7 boards are done already"), "{said}");
    let boards: BTreeSet<u64> = lines(&kept()).iter().map(|line| line["slice"]["board"].as_u64().unwrap()).collect();
    assert_eq!(boards, (1..=6).collect());
}

/// Twelve runs that take no time, and then two that nothing but the limit ends: the job is not done
/// before it is ended, on the fastest machine.
fn comparison(journal: &Path) -> Vec<&str> {
    let file = journal.to_str().expect("a path that is text");
    let boards = ["random:3x3:6:3", "korf24:1"];
    let means = ["-a", "ida", "-a", "tile-ida", "-H", "manhattan", "--time-limit", "3s", "--resume", file];
    [&["compare"][..], &boards, &means].concat()
}

#[test]
fn a_comparison_goes_on_after_the_job_was_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let journal = scratch.path().join("runs.jsonl");
    let written = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let mut job = start(3, &comparison(&journal));
    assert!(wait_until(&mut job, || written() > 2), "the job was done before it was ended");
    assert!(signal("-TERM", job.launcher()));
    end(job);
    let done = written() - 1;
    assert!((2..14).contains(&done), "{done} runs are done");
    let command = comparison(&journal);
    let (code, printed, said) = run(2, &[&command[..], &["--format", "json"]].concat());
    assert_eq!(code, Some(0), "{said}");
    let note = format!("if this job is ended, the same command goes on from the file `{}`", journal.display());
    assert_eq!(said.matches(&note).count(), 1, "{said}");
    assert!(said.contains(&format!("{done} of 14 runs are done already")), "{said}");
    let answer: Value = serde_json::from_str(&printed).unwrap();
    let runs = answer["runs"].as_array().unwrap();
    let ids: Vec<u64> = runs.iter().map(|run| run["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (1..=14).collect::<Vec<_>>());
    assert_eq!(answer["complete"], true);
    assert_eq!(lines(&fs::read_to_string(&journal).unwrap()).len(), 1 + 14);
}

/// When a job loses a process, the one that reports it names the file: the leader or a follower.
#[test]
fn a_set_that_loses_a_process_names_its_file() {
    let scratch = tempfile::tempdir().unwrap();
    let boards = ["random:3x3:6:3", "korf24:1", "-a", "tile-ida", "-H", "manhattan", "--threads", "1"];
    let commands = [&["solve", "--format", "jsonl"][..], &["compare"]];
    // All at once: it takes ten seconds until a process is missed.
    let begun = commands.iter().flat_map(|command| [1, 0].map(|lost| (command, lost)));
    let jobs: Vec<_> = begun
        .map(|(command, lost)| {
            let kept = scratch.path().join(format!("{}-{lost}.jsonl", command[0]));
            let file = kept.to_str().expect("a path that is text");
            let mut job = start(2, &[command, &boards[..], &["--resume", file]].concat());
            let lines = || fs::read_to_string(&kept).unwrap_or_default().lines().count();
            assert!(wait_until(&mut job, || lines() > 2), "the job was done before it was disturbed");
            // No launcher sees that a process stands still.
            let processes = ranks(job.launcher());
            assert!(processes.get(lost).is_some_and(|&process| signal("-STOP", process)), "it is missing");
            (job, kept)
        })
        .collect();
    for (job, kept) in jobs {
        let (code, _, said) = end(job);
        assert_ne!(code, Some(0), "{said}");
        let file = kept.display();
        assert!(
            said.contains(&format!("if this job is ended, the same command goes on from the file `{file}`")),
            "{said}"
        );
        assert!(said.contains(&format!("is lost, which ends the job; the file `{file}` has what is done")), "{said}");
    }
}

/// A file from which a job cannot resume is not offered as one.
#[test]
fn a_file_that_cannot_be_used_gives_its_error_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("mine");
    fs::write(&file, "no answers\n").unwrap();
    let path = file.to_str().expect("a path that is text");
    for command in [
        &["solve", "random:3x3:6:3", "--format", "jsonl", "--resume", path][..],
        &["compare", "random:3x3:6:3", "-a", "ida", "--resume", path],
        &["solve", "korf24:1", "-H", "manhattan", "--journal", path],
        &["space", "2x5", "--journal", path],
    ] {
        let (code, _, said) = run(2, command);
        assert_eq!(code, Some(2), "{command:?}: {said}");
        assert!(said.contains("error: ") && said.contains(path), "{command:?}: {said}");
        assert!(!said.contains("if this job is ended"), "{command:?}: {said}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "no answers\n");
}
