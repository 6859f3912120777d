//! `--slice` and `merge` as processes: the parts come to the whole, whatever happened to them.
#![cfg(unix)]

mod cache;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Far longer than anything takes, also on a busy machine.
const HANG: Duration = Duration::from_secs(300);

fn npuzzle(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env(cache::VARIABLE, cache::folder())
        .stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = npuzzle(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Writes all parts of a command; their files.
fn parts(folder: &Path, command: &[&str], format: &str, of: usize) -> Vec<String> {
    let part = |index: usize| {
        let slice = format!("{index}/{of}");
        let (_, printed, said) = run(folder, &[command, &["--slice", &slice, "--format", format]].concat());
        assert!(!said.contains("note"), "{said}");
        let file = format!("{index}-of-{of}.{format}");
        fs::write(folder.join(&file), printed).unwrap();
        file
    };
    (1..=of).map(part).collect()
}

fn merge(folder: &Path, files: &[String], format: &str) -> (i32, String, String) {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(folder, &[&["merge", "--format", format], &files[..]].concat())
}

/// What does not depend on clock, machine and command line: numbers of times and all that says
/// where a record is from are taken away.
fn essence(format: &str, text: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| {
                    !name.contains("seconds") && !["provenance", "repeat", "speedup"].contains(&name.as_str())
                });
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let stripped = |text: &str| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        strip(&mut value);
        value.to_string()
    };
    match format {
        "json" => stripped(text),
        "jsonl" => text.lines().map(|line| stripped(line) + "\n").collect(),
        "csv" => {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let head = reader.headers().unwrap().clone();
            let is_kept = |name: &str| !name.contains("seconds") && !["command", "machine"].contains(&name);
            let kept: Vec<usize> = (0..head.len()).filter(|&column| is_kept(&head[column])).collect();
            let row = |row: csv::StringRecord| kept.iter().map(|&column| row[column].to_owned()).collect::<Vec<_>>();
            let rows: Vec<_> = reader.records().map(|record| row(record.unwrap())).collect();
            format!("{head:?} {rows:?}")
        }
        // Words, since the width of a table depends on its times; times are left out.
        _ => {
            let is_unit = |word: Option<&&str>| word.is_some_and(|word| ["us", "ms", "s"].contains(word));
            let line = |line: &str| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let kept = (0..words.len()).filter(|&at| !is_unit(words.get(at)) && !is_unit(words.get(at + 1)));
                kept.map(|at| words[at]).collect::<Vec<_>>().join(" ") + "\n"
            };
            text.lines().map(line).collect()
        }
    }
}

fn assert_round_trip(command: &[&str], part_formats: &[&str], formats: &[&str]) {
    for of in [1, 2, 3, 7] {
        let folder = tempfile::tempdir().unwrap();
        for part_format in part_formats {
            let files = parts(folder.path(), command, part_format, of);
            for format in formats {
                let whole = run(folder.path(), &[command, &["--format", format]].concat());
                let merged = merge(folder.path(), &files, format);
                assert_eq!(merged.0, whole.0, "{command:?} in {of} parts, {format}: {}", merged.2);
                assert_eq!(
                    essence(format, &merged.1),
                    essence(format, &whole.1),
                    "{command:?} in {of} parts of {part_format}, {format}"
                );
            }
        }
    }
}

#[test]
fn parts_of_solve_are_the_whole() {
    let command = ["solve", "random:3x3:4:1", "walk:3x3:9:1", "812_x43_765", "--seed", "3", "--threads", "1"];
    assert_round_trip(&command, &["jsonl", "json"], &["jsonl", "json", "csv"]);
    let weighted = ["solve", "random:3x3:5:1", "-a", "weighted-astar(w=1.5)", "1 2 3/4 5 9/7 8 0", "--threads", "1"];
    assert_round_trip(&weighted, &["jsonl"], &["jsonl", "json", "csv"]);
}

#[test]
fn parts_of_compare_are_the_whole() {
    let command = ["compare", "distance:3x3:12:3:1", "random:2x3:4", "--seed", "5", "-a", "bfs", "-a", "astar"];
    let command = [&command[..], &["-H", "manhattan", "-H", "misplaced", "--threads", "1"]].concat();
    assert_round_trip(&command, &["jsonl", "json"], &["text", "md", "latex", "jsonl", "json", "csv"]);
    let grouped =
        [&command[..], &["--group", "size", "--baseline", "bfs", "--columns", "cost,expanded,reduction"]].concat();
    assert_round_trip(&grouped, &["jsonl"], &["text", "md", "json"]);
    // A board that cannot be read is not missing.
    let broken = ["compare", "random:2x2:3:1", "1 2 3/4 5 9/7 8 0", "-a", "bfs", "--threads", "1"];
    assert_round_trip(&broken, &["jsonl"], &["text", "json"]);
}

#[test]
fn parts_of_audit_are_the_whole() {
    let command = ["audit", "3x3", "--samples", "6", "--seed", "2", "--threads", "1"];
    let command = [&command[..], &["-H", "manhattan", "-H", "misplaced-with-blank", "-H", "gaschnig"]].concat();
    assert_round_trip(&command, &["jsonl"], &["text", "md", "json", "csv"]);
}

/// A process is killed while it writes, and runs again: nothing is lost, nothing counts twice.
#[test]
fn a_part_that_was_killed_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let command = ["solve", "random:3x3:60:1", "-a", "ida", "-H", "manhattan", "--threads", "1"];
    let mut files = parts(path, &command, "jsonl", 2);
    let killed = path.join("killed.jsonl");
    let arguments = [&command[..], &["--slice", "2/2", "--format", "jsonl"]].concat();
    let mut child = npuzzle(path, &arguments).stdout(fs::File::create(&killed).unwrap()).spawn().unwrap();
    let began = Instant::now();
    while fs::read_to_string(&killed).unwrap().lines().count() < 3 {
        assert!(began.elapsed() < HANG, "the part does not grow");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // A kill within a write leaves half a line.
    let text = fs::read_to_string(&killed).unwrap();
    let lines: Vec<&str> = text.lines().take(3).collect();
    fs::write(&killed, format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..50])).unwrap();
    let (code, printed, said) = merge(path, &[files[0].clone(), "killed.jsonl".to_owned()], "jsonl");
    assert_eq!(code, 4, "{said}");
    assert!(said.contains("killed.jsonl:3: this line is not whole"), "{said}");
    assert!(said.contains("28 of 60 boards are missing") && said.contains("run slice 2/2 again"), "{said}");
    let missing = printed.lines().filter(|line| line.starts_with("{\"status\":\"missing\"")).count();
    assert_eq!((printed.lines().count(), missing), (60, 28));
    files.push("killed.jsonl".to_owned());
    let (code, printed, said) = merge(path, &files, "jsonl");
    let whole = run(path, &[&command[..], &["--format", "jsonl"]].concat());
    assert_eq!((code, essence("jsonl", &printed)), (0, essence("jsonl", &whole.1)), "{said}");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let write = |file: &str, arguments: &[&str]| {
        let (_, printed, _) = run(path, &[arguments, &["--format", "jsonl"]].concat());
        fs::write(path.join(file), printed).unwrap();
    };
    write("first", &["solve", "random:2x3:4:1", "--slice", "1/2"]);
    write("limit", &["solve", "random:2x3:4:1", "--slice", "2/2", "--time-limit", "9s"]);
    write("set", &["solve", "random:2x3:4:2", "--slice", "2/2"]);
    write("slices", &["solve", "random:2x3:4:1", "--slice", "2/3"]);
    write("whole", &["solve", "random:2x3:4:1"]);
    fs::write(path.join("text"), "hello\n").unwrap();
    fs::write(path.join("empty"), "").unwrap();
    for (files, expected) in [
        (["first", "limit"], "--time-limit is not given in first:1 and `9s` in limit:1"),
        (["first", "set"], "the list of boards is `random:2x3:4:1` in first:1 and `random:2x3:4:2` in set:1"),
        (["first", "slices"], "the number of slices is 2 in first:1 and 3 in slices:1"),
        (["first", "whole"], "whole:1: this record is not part of a slice"),
        (["first", "text"], "`text` is not a part"),
        (["first", "nowhere"], "cannot read `nowhere`: no such file"),
        (["empty", "empty"], "there is no record"),
    ] {
        let (code, printed, said) = merge(path, &files.map(str::to_owned), "text");
        assert!(code == 2 && printed.is_empty() && said.contains(expected), "{files:?}: {code} {printed}{said}");
    }
    // Two answers that cannot both be true.
    let text = fs::read_to_string(path.join("first")).unwrap();
    let line = text.lines().next().unwrap();
    let mut other: Value = serde_json::from_str(line).unwrap();
    other["cost"] = Value::from(other["cost"].as_u64().unwrap() + 2);
    fs::write(path.join("other"), format!("{other}\n")).unwrap();
    let (code, _, said) = merge(path, &["first".to_owned(), "other".to_owned()], "text");
    assert!(code == 2 && said.contains("board 1: first:1 and other:1 contradict each other"), "{said}");
}

/// A kill loses the board in progress and nothing else, and what is kept is a part like any other.
#[test]
fn solving_a_set_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let kept = path.join("kept.jsonl");
    let command = ["solve", "random:3x3:7:1", "-a", "astar", "-H", "manhattan", "--threads", "1", "--slice", "1/2"];
    let resume = ["--format", "jsonl", "--resume", "kept.jsonl"];
    let again = |more: &[&str]| run(path, &[&command[..], &resume, more].concat());
    let (code, whole, said) = again(&[]);
    assert_eq!((code, said.as_str(), whole.lines().count()), (0, "", 4));
    assert_eq!(fs::read_to_string(&kept).unwrap(), whole);
    // The second board was in progress, or its line was.
    let lines: Vec<&str> = whole.lines().collect();
    for torn in [format!("{}\n", lines[0]), format!("{}\n{}", lines[0], &lines[1][..50]), lines[0].to_owned()] {
        fs::write(&kept, torn).unwrap();
        let (code, printed, said) = again(&[]);
        assert!(code == 0 && said.contains("1 of 4 boards are done already"), "{said}");
        assert_eq!(essence("jsonl", &printed), essence("jsonl", &whole));
        assert_eq!(fs::read_to_string(&kept).unwrap(), printed);
    }
    let (code, printed, _) = again(&[]);
    assert_eq!((code, printed), (0, fs::read_to_string(&kept).unwrap()));
    let (code, _, said) = merge(path, &["kept.jsonl".to_owned()], "text");
    assert!(code == 4 && said.contains("3 of 7 boards are missing: 2,4,6"), "{said}");

    let (code, _, said) = again(&["--node-limit", "1e9"]);
    assert!(code == 2 && said.contains("--node-limit is not given in kept.jsonl:1 and `1e9` in this"), "{said}");
    let other = [&command[..8], &["--slice", "2/2"], &resume].concat();
    let (code, _, said) = run(path, &other);
    assert!(code == 2 && said.contains("the slice is 1 in kept.jsonl:1 and 2 now"), "{said}");
    let (code, _, said) = run(path, &["solve", "867254301", "--resume", "kept.jsonl"]);
    assert!(code == 2 && said.contains("expected `--format jsonl`"), "{said}");
    fs::write(&kept, "hello\n").unwrap();
    let (code, _, said) = again(&[]);
    assert!(code == 2 && said.contains("`kept.jsonl` is not a part"), "{said}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "hello\n");
}

/// What the user has interrupted, and what could not be answered, is asked for again.
#[test]
fn only_answers_for_good_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let kept = || fs::read_to_string(path.join("kept.jsonl")).unwrap_or_default().lines().count();
    let boards = ["solve", "867254301", "nonsense", "123456870", "korf24:1"];
    let command = [&boards[..], &["-a", "ida", "--format", "jsonl", "--resume", "kept.jsonl"]].concat();
    for earlier in [0, 2] {
        let mut command = npuzzle(path, &command);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The first board of the set that takes years has begun when it is noted.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let shown: Vec<String> = lines.by_ref().take(3).map(Result::unwrap).collect();
        assert_eq!(shown.iter().filter(|line| line.contains("\"status\":\"error\"")).count(), 1);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert!(lines.all(|line| line.unwrap().contains("\"status\":\"stopped\"")));
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), kept()), (Some(2), 2), "{said}");
        assert_eq!(said.contains("2 of 4 boards are done already"), earlier == 2, "{said}");
    }
}

/// The journal of a part is a part, and goes with its slice only.
#[test]
fn journals_of_parts_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let command = ["compare", "random:2x3:5:1", "-a", "bfs", "-a", "astar", "--threads", "1"];
    let part =
        |slice: &str, journal: &str| run(path, &[&command[..], &["--slice", slice, "--resume", journal]].concat());
    assert_eq!(part("1/2", "one").0, 0);
    assert_eq!(part("2/2", "two").0, 0);
    let (code, printed, said) = merge(path, &["one".to_owned(), "two".to_owned()], "md");
    let whole = run(path, &[&command[..], &["--format", "md"]].concat());
    assert_eq!((code, essence("md", &printed)), (0, essence("md", &whole.1)), "{said}");
    let (code, _, said) = part("1/2", "two");
    assert!(code == 2 && said.contains("slice: \"2/2\" in the journal, \"1/2\" now"), "{said}");
    let (code, _, said) = part("1/2", "one");
    assert!(code == 0 && said.contains("6 of 6 runs are done already"), "{said}");
}

/// A journal that was torn lacks runs of a board, which is missing then; its other runs count.
#[test]
fn a_board_without_all_its_runs_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let command = ["compare", "random:2x3:4:1", "-a", "bfs", "-a", "astar", "--slice", "1/1", "--resume", "journal"];
    assert_eq!(run(path, &command).0, 0);
    let text = fs::read_to_string(path.join("journal")).unwrap();
    let kept: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(path.join("torn"), format!("{kept}{{\"id\": ")).unwrap();
    let (code, printed, said) = merge(path, &["torn".to_owned()], "json");
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &answer["complete"]), (4, &Value::Bool(false)), "{said}");
    assert_eq!(answer["missing"]["boards"], serde_json::json!([2, 3, 4]));
    assert_eq!(answer["runs"].as_array().unwrap().len(), 3);
    assert!(said.contains("torn:5: this line is not whole"), "{said}");
    // A page does not replace a part.
    let (code, _, said) = run(path, &["merge", "journal", "--report", "./journal"]);
    assert!(code == 2 && said.contains("would replace a part"), "{said}");
    assert_eq!(fs::read_to_string(path.join("journal")).unwrap(), text);
}

/// A solution that does not lead to the goal is not believed.
#[test]
fn solutions_of_an_audit_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let command = ["audit", "3x3", "-H", "manhattan", "--samples", "2", "--seed", "1"];
    let file = parts(path, &command, "jsonl", 1).remove(0);
    let text = fs::read_to_string(path.join(&file)).unwrap();
    let mut sample: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let moves = sample["moves"].as_str().unwrap().to_owned();
    sample["moves"] = Value::from(&moves[..moves.len() - 1]);
    fs::write(path.join(&file), format!("{sample}\n")).unwrap();
    let (code, _, said) = merge(path, &[file], "text");
    assert!(code == 2 && said.contains("its solution does not lead to the goal"), "{said}");
}

/// A script of the guide, by the comment above it.
fn script(name: &str) -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/cluster.md");
    let text = fs::read_to_string(guide).unwrap();
    let (_, rest) = text.split_once(&format!("<!-- example {name} -->\n```sh\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// The scripts of the guide with the variables that `sbatch` sets, and a stand-in for `srun`.
#[test]
fn the_scripts_of_the_guide_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let programs = path.join("bin");
    fs::create_dir(&programs).unwrap();
    fs::write(programs.join("srun"), "#!/bin/sh\nexec \"$@\"\n").unwrap();
    fs::set_permissions(programs.join("srun"), fs::Permissions::from_mode(0o755)).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_npuzzle")).parent().unwrap();
    let search = format!("{}:{}:{}", programs.display(), binary.display(), std::env::var("PATH").unwrap());
    let start = |script: &str, task: usize| {
        let output = Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(path)
            .env("PATH", &search)
            .env("BOARDS", "random:3x3:12:1")
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("SLURM_ARRAY_TASK_COUNT", "10")
            .env("NO_COLOR", "1")
            .env(cache::VARIABLE, cache::folder())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    for name in ["array", "journal"] {
        let script = script(name);
        assert!(script.contains("#SBATCH --array=1-10\n"), "{script}");
        (1..=10).for_each(|task| drop(start(&script, task)));
    }
    let printed = start(&script("merge"), 1);
    assert!(printed.contains("Means over the 12 boards that all solved"), "{printed}");
    assert_eq!(fs::read_to_string(path.join("all.csv")).unwrap().lines().count(), 13);
}
