//! Whatever the program writes it reads: every command that writes boards, in every format and
//! notation, into a pipe.

mod cache;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn npuzzle(words: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.args(words).env(cache::VARIABLE, cache::folder());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the input is read");
    child.wait_with_output().expect("the program ends")
}

fn text(words: &[&str], input: &str) -> String {
    String::from_utf8(npuzzle(words, input).stdout).expect("text")
}

/// Start and goal of every board that `explain` reads, and the lines of errors.
fn boards_in(input: &str, words: &[&str]) -> Vec<String> {
    let output = npuzzle(&[&["explain", "-", "--format", "jsonl"], words].concat(), input);
    let answers = String::from_utf8(output.stdout).expect("text");
    let board = |line: &str| {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        match answer["status"].as_str() {
            Some(status) => format!("{status}: {}", answer["reason"].as_str().unwrap_or_default()),
            None => format!("{}x{} {} to {}", answer["rows"], answer["cols"], answer["start"], answer["goal"]),
        }
    };
    answers.lines().map(board).collect()
}

const SIZES: [&str; 4] = ["3x3", "2x5", "4x4", "5x2"];
const GOALS: [&str; 3] = ["last", "first", "snail"];

/// The boards that `generate` makes for a size and a goal, as its JSON lines say.
fn generated<'w>(size: &'w str, goal: &'w str) -> (Vec<&'w str>, Vec<String>) {
    let words = vec!["generate", size, "-n", "3", "--seed", "5", "--goal", goal];
    let made = text(&[&words[..], &["--format", "jsonl"]].concat(), "");
    let board = |line: &str| {
        let made: Value = serde_json::from_str(line).expect("JSON");
        format!("{}x{} {} to {}", made["rows"], made["cols"], made["board"], made["goal"])
    };
    let boards: Vec<String> = made.lines().map(board).collect();
    assert_eq!(boards.len(), 3);
    (words, boards)
}

#[test]
fn records_are_read_with_their_goals() {
    for (size, goal) in SIZES.iter().zip(GOALS.iter().cycle()) {
        let (words, boards) = generated(size, goal);
        for format in ["json", "jsonl", "csv"] {
            let made = text(&[&words[..], &["--format", format]].concat(), "");
            assert_eq!(boards_in(&made, &[]), boards, "{made}");
        }
    }
    // One record is not an array.
    let one = text(&["generate", "2x3", "--seed", "1", "--format", "json"], "");
    assert_eq!(boards_in(&one, &[]).len(), 1, "{one}");
}

#[test]
fn every_notation_is_read() {
    let names: Vec<String> = npuzzle::domains::tiles::notation::FORMATS
        .iter()
        .filter(|card| card.writes)
        .map(|card| card.name.to_owned())
        .collect();
    for size in SIZES {
        let (words, boards) = generated(size, "first");
        for name in &names {
            let output = npuzzle(&[&words[..], &["--notation", name]].concat(), "");
            // Boards that a notation cannot write are refused.
            if !output.status.success() {
                continue;
            }
            let made = String::from_utf8(output.stdout).expect("text");
            let flat = ["digits", "42"].contains(&name.as_str());
            let size: &[&str] = if name == "digits" { &["--size", size] } else { &[] };
            // Only the files of the 42 school carry the goal.
            let goal: &[&str] = if flat && name == "42" { &[] } else { &["--goal", "first"] };
            assert_eq!(boards_in(&made, &[size, goal].concat()), boards, "{name}\n{made}");
        }
    }
}

#[test]
fn drawings_are_read() {
    for size in ["3x3", "2x5", "5x2", "1x4", "4x1", "12x12", "30x30"] {
        let words = format!("random:{size}:2:3");
        let boards = boards_in(&text(&["generate", size, "-n", "2", "--seed", "3", "--format", "jsonl"], ""), &[]);
        for style in [&[][..], &["--ascii"]] {
            let drawn = text(&[&["draw", &words], style].concat(), "");
            assert_eq!(boards_in(&drawn, &[]), boards, "{drawn}");
        }
    }
}

#[test]
fn answers_are_read_with_their_goals() {
    let sets = ["random:3x3:2:1", "random:2x4:1:2", "random:3x2:1:3"];
    let call = [&["solve"], &sets[..], &["--goal", "first", "-a", "astar"]].concat();
    let solved = |words: &[&str]| text(&[&call[..], words].concat(), "");
    let expected = boards_in(&solved(&["--format", "jsonl"]), &[]);
    assert_eq!(expected.len(), 4);
    for format in ["json", "csv"] {
        assert_eq!(boards_in(&solved(&["--format", format]), &[]), expected, "{format}");
    }
    for notation in ["grid", "rows", "underscore", "json", "table"] {
        for show in ["none", "moves", "boards"] {
            let answer = solved(&["--notation", notation, "--show", show]);
            assert_eq!(boards_in(&answer, &[]), expected, "{answer}");
        }
    }
    // One answer has no heading.
    let answer = text(&["solve", "123406758", "--goal", "first", "--show", "boards"], "");
    assert_eq!(boards_in(&answer, &[]), ["3x3 [1,2,3,4,0,6,7,5,8] to [0,1,2,3,4,5,6,7,8]"], "{answer}");
    let answer = text(&["solve", "123406758", "--goal", "last", "--notation", "42"], "");
    assert_eq!(boards_in(&answer, &[]), ["3x3 [1,2,3,4,0,6,7,5,8] to [1,2,3,4,5,6,7,8,0]"], "{answer}");
}

/// A comparison has a record for each run, and each board once.
#[test]
fn comparisons_are_read() {
    let call = ["compare", "random:3x3:2:1", "123406758", "-a", "astar", "-a", "ida", "--goal", "first"];
    let expected =
        boards_in(&text(&["generate", "3x3", "-n", "2", "--seed", "1", "-g", "first", "-f", "json"], ""), &[]);
    for format in ["json", "jsonl", "csv"] {
        let compared = text(&[&call[..], &["--format", format]].concat(), "");
        let boards = boards_in(&compared, &[]);
        assert_eq!(boards[..2], expected, "{compared}");
        assert_eq!(boards[2..], ["3x3 [1,2,3,4,0,6,7,5,8] to [0,1,2,3,4,5,6,7,8]"], "{compared}");
    }
}

/// A bad board among many is one line with its place; the others are answered, JSON stays an array
/// and the exit code says that something was wrong.
#[test]
fn a_bad_board_is_one_line() {
    let input = "1 2 3/4 0 6/7 5 8\nhello world\n1 2 3/4 5 6/7 8 8\n1 2 3/4 5 6/7 0 8\n";
    let lines = [
        "error: standard input:2:1: `hello` is not a number",
        "error: standard input:3:17: tile 8 appears twice, and there is no blank",
    ];
    for words in [
        &["solve", "-", "-a", "astar", "--format", "json"][..],
        &["explain", "-", "--format", "json"],
        &["compare", "-", "-a", "astar", "--format", "json"],
        &["draw", "-"],
        &["draw", "-", "--svg", "-"],
        &["solve", "-", "-a", "astar", "--format", "csv"],
    ] {
        let output = npuzzle(words, input);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert_eq!(errors.lines().filter(|line| line.starts_with("error")).collect::<Vec<_>>(), lines, "{words:?}");
        assert!(!output.stdout.is_empty(), "{words:?}");
    }
    let answers: Value = serde_json::from_str(&text(&["solve", "-", "-f", "json"], input)).expect("JSON");
    let statuses: Vec<&str> =
        answers.as_array().expect("an array").iter().filter_map(|one| one["status"].as_str()).collect();
    assert_eq!(statuses, ["solved", "error", "error", "solved"]);
    assert_eq!(answers[2]["place"], serde_json::json!({"source": "standard input", "line": 3, "column": 17}));
    let compared: Value =
        serde_json::from_str(&text(&["compare", "-", "-a", "astar", "-f", "json"], input)).expect("JSON");
    assert_eq!(compared["runs"].as_array().map(Vec::len), Some(2));
    assert_eq!(compared["unreadable"].as_array().map(Vec::len), Some(2));
    // What was an error stays one when the answers are read again.
    let again = boards_in(&text(&["solve", "-", "-f", "json"], input), &[]);
    assert_eq!(again[1], "error: this record has no board, but an error: `hello` is not a number");
}
