//! `cargo xtask bench`: what the hot loops cost, in instructions (repeatable) and in time (as a
//! ratio in one run), and how well time limits are kept. What is measured is printed; no test
//! depends on it.

use std::process::Command;
use std::time::Instant;

use crate::{cargo, root, say, site, step};

/// Small enough for valgrind: 546,343 and 540,859 generated states.
const COUNTED: [&str; 2] = ["korf:12", "korf:79"];
/// Large enough for a rate: 276,361,932 generated states in the order ULRD.
const TIMED: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

/// The storages of the hot loop.
const STORAGES: [&str; 2] = ["small", "large"];
/// What is counted through `solve`, on `korf:79`.
const SEARCHES: [(&str, &str); 4] =
    [("ida", "manhattan"), ("ida", "linear-conflict"), ("astar", "manhattan"), ("bae", "manhattan")];
/// One move from the goal `first`: what the process takes besides searching.
const NEARLY_SOLVED: &str = "1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15";

/// Boards of all sizes, with a limit that `auto` has to keep.
const IN_TIME: [(&str, &str); 6] = [
    ("random:5x5:1:5", "100ms"),
    ("random:10x10:1:5", "100ms"),
    ("random:16x16:1:5", "100ms"),
    ("random:40x40:1:5", "100ms"),
    ("random:40x40:1:5", "700ms"),
    ("random:100x100:1:5", "1s"),
];

/// Measures and prints; `--yardstick FILE.cpp` adds a C++ program that takes the 16 tiles and
/// prints its rate.
pub fn run(arguments: &[String]) -> Result<(), String> {
    if arguments.first().is_some_and(|what| what == "site") {
        return in_a_page();
    }
    step("build", &mut cargo(&["build", "--release", "--package", "npuzzle", "--example", "hot_loop"]))?;
    step("build", &mut cargo(&["build", "--release", "--package", "npuzzle-cli"]))?;
    for storage in STORAGES {
        let counts = COUNTED.map(|board| instructions(storage, board));
        // The difference of two runs leaves out the start of the process.
        let [Ok((a, a_generated)), Ok((b, b_generated))] = counts else {
            say("valgrind did not run: install it for instruction counts");
            break;
        };
        say(&format!(
            "{storage}: {:.1} and {:.1} instructions per generated state",
            a as f64 / a_generated as f64,
            b as f64 / b_generated as f64
        ));
    }
    for (search, heuristic) in SEARCHES {
        match through_solve(search, heuristic) {
            Ok(count) => say(&format!("{search} {heuristic}: {count:.1} instructions per generated state")),
            Err(problem) => say(&format!("{search} {heuristic}: {problem}")),
        }
    }
    for (board, limit) in IN_TIME {
        say(&in_time(board, limit)?);
    }
    let yardstick =
        arguments.iter().position(|argument| argument == "--yardstick").and_then(|at| arguments.get(at + 1));
    let yardstick = yardstick.map(|source| compile(source)).transpose()?;
    for _ in 0..3 {
        if let Some(program) = &yardstick {
            say(&format!("yardstick: {}", output(Command::new(program).args(TIMED.split(' ')))?));
        }
        for storage in STORAGES {
            say(&output(&mut hot_loop(&[storage, "korf:1"]))?);
        }
    }
    Ok(())
}

/// Boards of IDA* with Manhattan distance, here and in a page.
const WALKED: [&str; 2] = ["korf:30", "korf:28"];

/// What the engine takes in a page of Chromium, and the native program beside it.
fn in_a_page() -> Result<(), String> {
    let folder = root().join("target/site-bench/puzzle");
    site::run(&[folder.display().to_string()])?;
    step("build", &mut cargo(&["build", "--release", "--package", "npuzzle-cli"]))?;
    let tests =
        ["test", "--workspace", "--test", "browser", "--", "--ignored", "--nocapture", "--test-threads=1", "figures"];
    step("in Chromium", cargo(&tests).env("NPUZZLE_SITE", folder))?;
    for board in WALKED {
        let rates: Vec<f64> = (0..10).map(|_| walked(board)).collect::<Result<_, _>>()?;
        let best = rates.into_iter().fold(0.0, f64::max);
        say(&format!("{board}, the native program: {best:.1} million states generated a second"));
    }
    Ok(())
}

/// Millions of states a second that IDA* generates in the native program.
fn walked(board: &str) -> Result<f64, String> {
    let mut command = Command::new(root().join("target/release/npuzzle"));
    command.args(["solve", board, "--algorithm", "ida", "--heuristic", "manhattan", "--format", "json"]);
    let answer = output(&mut command)?;
    let number = |name: &str| -> Option<f64> {
        let rest = answer.split(&format!("\"{name}\":")).nth(1)?.trim_start();
        rest.split([',', '}', '\n']).next()?.trim().parse().ok()
    };
    let rate = number("generated").zip(number("seconds")).map(|(generated, seconds)| generated / seconds / 1e6);
    rate.ok_or_else(|| format!("cannot read {answer}"))
}

/// How long the process takes to solve a board within a limit, its start and the printing of the
/// moves included.
fn in_time(board: &str, limit: &str) -> Result<String, String> {
    let mut command = Command::new(root().join("target/release/npuzzle"));
    command.args(["solve", board, "--time-limit", limit, "--show", "none"]);
    let began = Instant::now();
    let answer = output(&mut command)?;
    let took = began.elapsed().as_millis();
    let moves = answer.lines().find(|line| line.contains(" moves")).unwrap_or("no solution").trim();
    Ok(format!("{board} within {limit}: {took} ms, {moves}"))
}

fn hot_loop(arguments: &[&str]) -> Command {
    let mut command = Command::new(root().join("target/release/examples/hot_loop"));
    command.args(arguments);
    command
}

/// Instructions of a run of the hot loop, and the states it generated.
fn instructions(storage: &str, board: &str) -> Result<(u64, u64), String> {
    let mut program = Command::new("valgrind");
    program.args(VALGRIND).arg(root().join("target/release/examples/hot_loop")).args([storage, board]);
    counted(&mut program, "generated")
}

/// Instructions per generated state of a search on `korf:79`, as the command line runs it, without
/// what the process takes in any case.
fn through_solve(search: &str, heuristic: &str) -> Result<f64, String> {
    let count = |board: &str| {
        let mut program = Command::new("valgrind");
        program.args(VALGRIND).arg(root().join("target/release/npuzzle"));
        program.args(["solve", board, "--goal", "first", "--threads", "1", "--format", "json"]);
        counted(program.args(["--algorithm", search, "--heuristic", heuristic]), "\"generated\":")
    };
    let ((all, generated), (besides, _)) = (count("korf:79")?, count(NEARLY_SOLVED)?);
    Ok(all.saturating_sub(besides) as f64 / generated as f64)
}

const VALGRIND: [&str; 2] = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

/// Instructions that valgrind counts, and the number of states that the program prints behind a
/// word.
fn counted(program: &mut Command, word: &str) -> Result<(u64, u64), String> {
    let output = program.output().map_err(|error| error.to_string())?;
    let (text, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let number = |text: &str, before: &str| -> Option<u64> {
        let rest = text.split(before).nth(1)?.trim_start();
        let digits: String =
            rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
        digits.parse().ok()
    };
    number(&log, "refs:").zip(number(&text, word)).ok_or_else(|| format!("cannot read: {text}{log}"))
}

fn compile(source: &str) -> Result<std::path::PathBuf, String> {
    let program = root().join("target/yardstick");
    let source = std::env::current_dir().map_err(|error| error.to_string())?.join(source);
    step("compile the yardstick", Command::new("g++").arg("-O3").arg(source).arg("-o").arg(&program))?;
    Ok(program)
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
