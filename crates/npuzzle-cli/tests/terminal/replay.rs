//! `npuzzle replay` in a terminal.

use std::process::Command;

use crate::harness::Terminal;

const BOARD: &str = "1 3 6/5 0 2/4 7 8";
/// The key that leads to the last step, and what is written there.
const END: &str = "\x1b[F";
const SOLVED: &str = "Solved: the path costs";

/// A trace in a file of a folder that is taken away at the end.
fn trace(algorithm: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl").to_str().unwrap().to_owned();
    let solved = Command::new(env!("CARGO_BIN_EXE_npuzzle"))
        .args(["solve", BOARD, "-a", algorithm, "--trace", &path])
        .output()
        .unwrap();
    assert!(solved.status.success(), "{}", String::from_utf8_lossy(&solved.stderr));
    (folder, path)
}

/// Types keys, and waits for the words they lead to.
fn go(terminal: &mut Terminal, ways: &[(&str, &str)]) {
    for (keys, words) in ways {
        terminal.type_keys(keys);
        terminal.wait_for_text(words);
    }
}

fn quit(terminal: &mut Terminal) {
    terminal.type_keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn steps_jumps_and_the_way_back() {
    let (_folder, path) = trace("ida");
    let mut terminal = Terminal::start(24, 80, &["replay", &path], &[]);
    terminal.wait_for_text("A trace begins: ida with manhattan on tiles(3x3).");
    let ways = [
        (".", "The search begins: ida."),
        ("\x1b[C", "Iteration 1 begins"),
        (",", "The search begins: ida."),
        (END, SOLVED),
        ("j\r", "begins: paths with f up to"),
        (":4\r", "Expansion 1: g 0"),
        ("?", "ten steps forward"),
    ];
    go(&mut terminal, &ways);
    terminal.resize(12, 50);
    terminal.wait_for("the sheet in the new window", |screen| {
        screen.lines().any(|line| line.starts_with("╭ Keys") && line.ends_with('╮'))
    });
    terminal.type_keys("qq");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let (_folder, path) = trace("astar");
    let mut terminal = Terminal::start(24, 80, &["replay", &path, "--ascii"], &[("NO_COLOR", "1")]);
    assert!(terminal.wait_for_text("A trace begins").is_ascii());
    terminal.type_keys("\x03");
    assert_eq!(terminal.exit_code(), 130);
    terminal.assert_restored();
}

/// The trace comes through a pipe, the keys from the terminal, and no file is left.
#[cfg(unix)]
#[test]
fn standard_input_is_a_trace_too() {
    let (folder, path) = trace("astar");
    let kept = folder.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    let variables = [("TRACE", path.as_str()), ("TMPDIR", kept.to_str().unwrap())];
    let mut terminal = Terminal::start_shell(24, 80, "cat \"$TRACE\" | \"$NPUZZLE\" replay -", &variables);
    terminal.wait_for_text("A trace begins: astar with manhattan on tiles(3x3).");
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 0, "the file has no name, so that nothing can be left");
    go(&mut terminal, &[(END, SOLVED), (",", "Expansion")]);
    quit(&mut terminal);
}

/// What can be read only once, such as `<(zcat trace.gz)`, is shown like a file.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_a_trace_too() {
    let (folder, path) = trace("astar");
    let pipe = folder.path().join("pipe").to_str().unwrap().to_owned();
    let variables = [("TRACE", path.as_str()), ("PIPE", pipe.as_str())];
    let line = "mkfifo \"$PIPE\" && { cat \"$TRACE\" > \"$PIPE\" & \"$NPUZZLE\" replay \"$PIPE\"; }";
    let mut terminal = Terminal::start_shell(24, 80, line, &variables);
    terminal.wait_for_text("A trace begins: astar with manhattan on tiles(3x3).");
    go(&mut terminal, &[(END, SOLVED)]);
    quit(&mut terminal);
}

/// A window of one line works, also while nothing is read yet.
#[test]
fn one_cell_is_a_window() {
    let (_folder, path) = trace("astar");
    let mut terminal = Terminal::start(1, 1, &["replay", &path, "--from", "5"], &[]);
    terminal.wait_for("something is drawn", |text| !text.trim().is_empty());
    terminal.type_keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

/// In a pipe every step is printed, and other files are refused.
#[test]
fn a_pipe_gets_text() {
    let (_folder, path) = trace("astar");
    let replay_from = |path: &str, from: &str| {
        let arguments = ["replay", path, "--from", from];
        let output = Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let replay = |path: &str| replay_from(path, "1");
    let (code, text, _) = replay(&path);
    assert_eq!(code, Some(0));
    assert!(text.contains("\n1. 1 3 6/5 0 2/4 7 8: g 0") && text.contains("the goal is reached"), "{text}");
    let steps = text.split_once('\n').unwrap().1;
    let step = Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(["solve", BOARD, "-a", "astar", "--step"]).output();
    let step = String::from_utf8(step.unwrap().stdout).unwrap();
    assert!(step.starts_with(steps), "the numbers of `solve --step`: {text}{step}");
    let (_, later, _) = replay_from(&path, "5");
    assert!(later.starts_with("\n5. ") && text.ends_with(&later), "{later}");
    let (code, nothing, errors) = replay_from(&path, "9999");
    assert_eq!((code, nothing.as_str()), (Some(0), ""));
    assert!(errors.contains("expansions, and none from 9,999 on"), "{errors}");
    let stopped = format!("{path}.stopped");
    let solve = ["solve", BOARD, "-a", "astar", "--node-limit", "3", "--trace", &stopped];
    assert_eq!(Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(solve).output().unwrap().status.code(), Some(3));
    assert!(
        replay(&stopped)
            .1
            .ends_with("\nthe trace ends without a solution: a limit ended the search, or there is none\n")
    );
    assert!(!text.contains("without a solution"), "{text}");
    let (code, _, errors) = replay_from(&path, "0");
    assert_eq!(code, Some(2));
    assert!(errors.contains("for '--from <STEP>': steps are counted from 1"), "{errors}");
    let (code, _, errors) = replay(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    assert_eq!(code, Some(2));
    assert!(errors.contains("is not a trace"), "{errors}");
}

/// The text of a trace that does not go to its end says what it tells of, and no more.
#[test]
fn a_pipe_gets_what_there_is_of_a_trace() {
    let replay = |algorithm: &str, from: &str, more: usize, behind: &str| {
        let (_folder, path) = trace(algorithm);
        let whole = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let end = lines.iter().rposition(|line| line.contains(from)).unwrap() + more;
        std::fs::write(&path, format!("{}\n{behind}", lines[..end].join("\n"))).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_npuzzle")).args(["replay", &path]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let stopped = replay("nba", "\"solved\"", 0, "");
    let end = stopped.lines().last().unwrap();
    assert!(end.starts_with("the search was stopped; the best solution in the trace costs "), "{end}");
    for behind in ["{\"event\":\"gene", "nonsense\n"] {
        let cut = replay("astar", "\"expand\"", 1, behind);
        assert!(cut.ends_with("\n   the trace breaks off here\n") && !cut.contains("no successors"), "{cut}");
    }
    let ended = replay("astar", "\"expand\"", 1, "");
    assert!(ended.contains("   no successors before the trace ends\n"), "{ended}");
}
