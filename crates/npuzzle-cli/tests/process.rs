//! The command as a process: pipes, signals, files of every kind.

mod cache;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn npuzzle(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.args(arguments).env("NO_COLOR", "1").env(cache::VARIABLE, cache::folder()).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    finished(&npuzzle(arguments).output().unwrap())
}

fn finished(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child =
        npuzzle(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    finished(&child.wait_with_output().unwrap())
}

#[test]
fn what_is_generated_can_be_solved() {
    for notation in ["grid", "rows", "underscore", "digits", "json", "42"] {
        let (code, boards, _) = run(&["generate", "3x3", "-n", "5", "--seed", "3", "--notation", notation]);
        assert_eq!(code, 0);
        let (code, answers, errors) = with_input(&["solve", "-", "--format", "jsonl", "-a", "astar"], &boards);
        assert_eq!(code, 0, "{notation}: {errors}");
        assert_eq!(answers.lines().count(), 5, "{notation}");
        assert!(answers.lines().all(|line| line.contains("\"status\":\"solved\"")), "{notation}");
    }
}

/// The numbers that the course publishes for its three boards, and what is published for A*.
#[test]
fn the_profile_columbia_counts_as_the_course_does() {
    const BOARDS: [&str; 3] = ["1,2,5,3,4,0,6,7,8", "6,1,8,4,0,2,7,3,5", "8,6,4,2,1,3,5,7,0"];
    for (algorithm, nodes, depths, deepest) in [
        ("bfs", [10, 54_094, 166_786], [3, 20, 26], [4, 21, 27]),
        ("dfs", [181_437, 51_015, 9_869], [3, 46_142, 9_612], [66_125, 46_142, 9_612]),
        ("ast", [3, 696, 1_585], [3, 20, 26], [3, 20, 26]),
    ] {
        for (board, ((nodes, depth), deepest)) in BOARDS.iter().zip(nodes.into_iter().zip(depths).zip(deepest)) {
            let (code, text, errors) = run(&["solve", board, "--profile", "columbia", "-a", algorithm]);
            assert!(code == 0 && errors.is_empty(), "{algorithm} on {board}: {code}, {errors}");
            for line in [
                format!("\nnodes_expanded: {nodes}\n"),
                format!("\nsearch_depth: {depth}\n"),
                format!("\nmax_search_depth: {deepest}\n"),
            ] {
                assert!(text.contains(&line), "{algorithm} on {board}: {line:?} in\n{text}");
            }
        }
    }
}

#[test]
fn csv_has_one_row_for_each_board_good_or_bad() {
    let arguments = ["solve", "-", "--format", "csv", "-a", "bfs"];
    let (code, text, errors) = with_input(&arguments, "1 2 3/4 0 6/7 5 8\n1 2 3/4 4 6/7 5 8\n8 1 2/0 4 3/7 6 5\n");
    assert_eq!(code, 2);
    assert!(errors.contains("standard input:2:9"), "{errors}");
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect();
    let status: Vec<&str> = rows.iter().map(|row| &row[1]).collect();
    assert_eq!(status, ["solved", "error", "unsolvable"]);
    assert!(
        text.starts_with("board,status,rows,cols,start,goal,algorithm,engine,heuristic,order,options,metric,cost,"),
        "{text}"
    );
}

/// The reader of the output goes away: no error, no panic.
#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = npuzzle(&["generate", "9x9", "-n", "1e6", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0), "{errors}");
    assert!(first.contains('/') && !errors.contains("panic") && !errors.contains("error"), "{errors}");
}

fn refused(path: &Path, expected: &str) {
    let (code, output, errors) = run(&["solve", path.to_str().unwrap()]);
    assert_eq!(code, 2, "{errors}");
    assert!(output.is_empty() && errors.contains(expected), "{errors}");
}

#[test]
fn files_that_hold_no_board_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    refused(folder.path(), "it is a directory");
    fs::write(path("binary"), b"1 2 3\0 4").unwrap();
    refused(&path("binary"), "is a binary file (byte 5 is zero)");
    fs::write(path("latin"), b"1 2 3 \xE9").unwrap();
    refused(&path("latin"), "is not UTF-8 text (byte 6)");
    // A sparse file of 100 MB takes no room, and is refused by its size.
    File::create(path("huge")).unwrap().set_len(100_000_000).unwrap();
    refused(&path("huge"), "is too large (100 MB)");
    fs::write(path("long"), "1 ".repeat(20_000)).unwrap();
    refused(&path("long"), "too many cells");
}

#[cfg(target_os = "linux")]
#[test]
fn endless_input_is_refused_too() {
    refused(Path::new("/dev/zero"), "is a binary file");
    let endless =
        Command::new("sh").args(["-c", "yes 1 | \"$0\" solve -"]).arg(env!("CARGO_BIN_EXE_npuzzle")).output().unwrap();
    let (code, _, errors) = finished(&endless);
    assert_eq!(code, 2);
    assert!(errors.contains("too large"), "{errors}");
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(killed.success());
}

/// One signal ends a batch: the board under way tells what it knows, and those after it are not
/// taken up.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_batch() {
    // The first board is solved at once, the second takes far longer than this test.
    let boards = ["solve", "123406758", "korf:88", "random:3x3:1000:1", "-a", "ida", "-H", "manhattan"];
    for (signal, format) in [("INT", "text"), ("TERM", "json"), ("INT", "jsonl"), ("TERM", "csv")] {
        let mut command = npuzzle(&[&boards[..], &["--format", format]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // Answers are written when they are complete: now the first is.
        let mut text = String::new();
        output.read_line(&mut text).unwrap();
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        output.read_to_string(&mut text).unwrap();
        let (code, _, errors) = finished(&child.wait_with_output().unwrap());
        assert_eq!(code, 3, "{format}: {errors}");
        let answers = match format {
            "text" => text.matches("== ").count(),
            "json" => serde_json::from_str::<Vec<serde_json::Value>>(&text).unwrap().len(),
            "jsonl" => text.lines().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()).count(),
            _ => csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).count(),
        };
        // If the signal comes between the two boards, not even the second is begun.
        assert!(answers == 1 || answers == 2, "{format}: {answers} answers");
        assert_eq!(answers == 2, text.contains("cancelled"), "{format}: {text}");
        let note = format!("interrupted: {} of 1002 boards were not started", 1002 - answers);
        assert_eq!(errors.matches("interrupted").count(), 1, "{format}: {errors}");
        assert!(errors.contains(&note), "{format}: {errors}");
    }
}

/// The boards of a set are made when their turn comes. All of these would take hours; the first
/// answer needs the first of them.
#[test]
fn answers_come_before_the_next_board_is_made() {
    let set = "walk:3x3:1000000:100000:1";
    for (arguments, lines) in [
        (&["solve", set, "-a", "constructive", "--format", "jsonl"][..], 1),
        (&["explain", set, "--format", "jsonl"], 1),
        (&["eval", set, "--distance", "never", "--format", "jsonl"], 1),
        (&["compare", set, "-a", "constructive", "-a", "bfs", "--format", "csv"], 3),
    ] {
        let mut child = npuzzle(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || sender.send(output.lines().take(lines).count()));
        // However slow the machine, all of them would take longer.
        let found = receiver.recv_timeout(Duration::from_secs(300));
        let _ = child.kill();
        child.wait().unwrap();
        let _ = reader.join();
        assert_eq!(found, Ok(lines), "{arguments:?}");
    }
}

#[test]
fn colours_come_only_when_asked_for() {
    let plain = run(&["solve", "123406758"]).1;
    assert!(!plain.contains('\u{1b}'));
    let colourful = npuzzle(&["solve", "123406758", "--color", "always"]).output().unwrap();
    assert!(finished(&colourful).1.contains('\u{1b}'));
}

#[test]
fn the_benchmark_prints_its_signature() {
    let (code, text, _) = run(&["bench"]);
    assert_eq!(code, 0);
    assert!(text.lines().last().unwrap().starts_with("signature  "), "{text}");
    let (_, json, _) = run(&["bench", "--format", "json"]);
    assert!(json.contains("\"signature\""));
    let (_, csv, _) = run(&["bench", "--format", "csv"]);
    assert!(csv.starts_with("board,algorithm,heuristic,cost,expanded,"), "{csv}");
}

/// A curve for each set; what is written for programs has every board, and the plot is a file of
/// its own.
#[test]
fn anytime_curves_are_printed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("curves.svg");
    let sets = ["bench", "anytime", "distance:3x3:20:3:1", "random:2x3:4:1", "--boards", "2", "--times", "20,60s"];
    let with = |more: &[&'static str]| run(&[&sets[..], more].concat());
    let (code, json, _) = run(&[&sets[..], &["--format", "json", "--svg", path.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{json}");
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&answer["complete"], &answer["times"]), (&true.into(), &serde_json::json!([20.0, 60.0])));
    assert_eq!((&answer["sets"][0]["set"], &answer["sets"][0]["boards"]), (&"distance:3x3:20:3:1".into(), &2.into()));
    let point = &answer["sets"][0]["points"][1];
    assert_eq!((&point["solved"], &point["cost"], &point["gap"]), (&2.into(), &20.0.into(), &0.0.into()), "{point}");
    assert_eq!(answer["runs"].as_array().unwrap().len(), 4);
    assert_eq!(answer["runs"][0]["points"][0]["cost"], 20);
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("random:2x3:4:1") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let (_, csv, _) = with(&["--format", "csv"]);
    assert!(csv.starts_with("set,board,manhattan,published,seconds,cost,lower_bound\n"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2, "{csv}");
    let (_, text, _) = with(&[]);
    assert_eq!(text.lines().count(), 1 + 2 * 2, "{text}");
}

/// All boards of a long solution are written as they come: the first is there at once, and the rest
/// needs no memory.
#[test]
fn boards_of_a_huge_solution_are_streamed() {
    let (_, board, _) = run(&["generate", "60x60", "--seed", "1"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    fs::write(&path, board).unwrap();
    let mut child = npuzzle(&["solve", path.to_str().unwrap(), "-a", "constructive", "--show", "boards"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = vec![0; 100_000];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Limits hold while tables are built as well.
#[test]
fn a_time_limit_covers_the_tables() {
    let board = "1 2 3 4 5/6 7 8 0 9";
    let (code, output, _) = run(&["solve", board, "-a", "astar", "-H", "perfect", "--time-limit", "1ms"]);
    assert_eq!(code, 3, "{output}");
    assert!(output.contains("the time limit was reached"), "{output}");
}

/// Standard input that is not there: an error, not a hang.
#[test]
fn no_input_is_an_error() {
    let (code, _, errors) = run(&["solve", "-"]);
    assert_eq!(code, 2);
    assert!(errors.contains("the input is empty"), "{errors}");
}

fn lines_of(path: &Path) -> Vec<serde_json::Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A trace is there whole, whatever ended the search, and nothing else is left in its folder.
#[test]
fn traces_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let name = path.to_str().unwrap();
    for (arguments, code) in [
        (vec!["solve", "867254301", "-a", "astar", "--trace", name], 0),
        (vec!["solve", "867254301", "-a", "astar", "--node-limit", "50", "--trace", name], 3),
        (vec!["search", "hanoi(3,4)", "--trace", name, "--step"], 0),
        (vec!["search", "jugs(2,4->3)", "-a", "dfs", "--trace", name], 1),
    ] {
        let (exit, output, errors) = run(&arguments);
        assert_eq!(exit, code, "{arguments:?}: {errors}");
        assert!(output.contains("search      "), "the answer is printed as well: {output}");
        let lines = lines_of(&path);
        assert_eq!(lines[0]["format"], "npuzzle-trace");
        assert_eq!(lines[1]["event"], "search");
        let expanded = lines.iter().filter(|line| line["event"] == "expand").count();
        assert!(expanded > 2, "{arguments:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
    }
    let (exit, output, _) = run(&["search", "hanoi(3,2)", "-a", "bfs", "--trace", "-"]);
    assert_eq!(exit, 0);
    assert!(output.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{output}");
    let (exit, _, errors) = run(&["search", "hanoi(3,2)", "--trace", folder.path().to_str().unwrap()]);
    assert!(exit == 2 && errors.contains("it is a directory"), "{errors}");
    let (exit, _, _) = run(&["search", "hanoi(3)", "--trace", name]);
    assert!(exit == 2 && !path.exists(), "a search that cannot begin leaves no file");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_trace_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let mut child = npuzzle(&["search", "hanoi(4,12)", "-a", "ida", "-H", "zero", "--trace", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file has another name until it is whole. It is begun when the signal is listened for.
    let written =
        || fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum::<u64>();
    let began = Instant::now();
    while written() < 10_000 {
        assert!(began.elapsed() < Duration::from_secs(300), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    child.wait().unwrap();
    let (exit, output, errors) = finished(&child.wait_with_output().unwrap());
    assert_eq!(exit, 3, "{output}{errors}");
    assert!(output.contains("cancelled"), "{output}");
    assert!(lines_of(&path).len() > 10);
}

#[test]
fn an_exported_map_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.txt");
    let name = path.to_str().unwrap();
    let (code, output, errors) = run(&["space", "2x3", "--export-map", name]);
    assert_eq!(code, 0, "{errors}");
    assert!(output.contains("states      360\n") && output.contains("edges       840\n"), "{output}");
    let (code, output, errors) = run(&["search", name, "-a", "ucs", "--format", "jsonl"]);
    assert_eq!(code, 0, "{errors}");
    let report: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&report["cost"], &report["proof"]), (&21.into(), &"optimal".into()));
    assert!(report["rows"].is_null() && report["path"].as_array().unwrap().len() == 22);
    let (code, output, errors) = run(&["search", name, "-a", "ucs", "--format", "csv"]);
    assert_eq!(code, 0, "{errors}");
    let row = csv::Reader::from_reader(output.as_bytes()).into_records().next().unwrap().unwrap();
    assert_eq!((&row[1], &row[8], &row[11]), ("solved", "21", "optimal"), "{output}");
    let (code, map, notes) = run(&["space", "2x3", "--export-map", "-"]);
    assert!(code == 0 && map == fs::read_to_string(&path).unwrap() && notes.contains("360"), "{notes}");
    let (code, output, errors) = with_input(&["search", "-", "-a", "bfs", "--profile", "fer"], &map);
    assert_eq!(code, 0, "{errors}");
    assert!(output.starts_with("# BFS\n[FOUND_SOLUTION]: yes\n") && output.contains("[PATH_LENGTH]: 22\n"), "{output}");
    let (code, _, errors) = run(&["space", "4x4", "--export-map", name]);
    assert!(code == 2 && errors.contains("at most 10 cells"), "{errors}");
}

/// The three counts and paths of a course report come out on the map of the 8-puzzle, by name and
/// by file: 7,353 visited states are 7,352 expanded ones and the goal.
#[test]
fn an_exported_heuristic_is_the_heuristic() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (map, half) = (named("8.txt"), named("half.txt"));
    let export = format!("misplaced-with-blank/2={half}");
    let start = ["--start", "876_543_21x", "--notation", "underscore"];
    let (code, output, errors) =
        run(&[["space", "3x3", "--export-map", &map, "--export-heuristic", &export].as_slice(), &start].concat());
    assert_eq!(code, 0, "{errors}");
    assert!(output.contains("heuristic   misplaced-with-blank/2: 181,440 values in "), "{output}");
    let searched = |heuristic: &str| {
        let (code, output, errors) = run(&["search", &map, "-H", heuristic, "--format", "jsonl"]);
        assert!(code == 0 && errors.is_empty(), "{errors}");
        let report: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert_eq!((&report["states"], &report["edges"]), (&181_440.into(), &483_840.into()));
        assert_eq!((&report["cost"], &report["proof"]), (&30.into(), &"optimal".into()));
        (report["stats"]["expanded"].as_u64().unwrap(), report["path"].clone())
    };
    let (expanded, path) = searched("misplaced-with-blank/2");
    assert_eq!(expanded, 160_903);
    assert_eq!((&path[1], &path[15]), (&"876_543_2x1".into(), &"253_x68_471".into()));
    assert_eq!(searched(&half), (expanded, path));
    assert_eq!(searched("misplaced").0, 92_911);
    assert_eq!(searched("manhattan").0, 7_352);
    let checks = ["search", &map, "-H", "manhattan", "--check-optimistic", "--check-consistent", "--repeat", "2"];
    let (code, output, errors) = run(&[checks.as_slice(), &["--format", "csv"]].concat());
    assert_eq!(code, 0, "{errors}");
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(output.as_bytes()).into_records().flatten().collect();
    let facts = |row: usize| rows[row].iter().take(7).collect::<Vec<_>>().join(" ");
    assert_eq!(facts(0), "optimistic manhattan all true 181440 0 2");
    assert_eq!(facts(1), "consistent manhattan all true 483840 0 2");
    assert!(rows.iter().all(|row| row.len() == 9 && row[7].parse::<f64>().unwrap() > 0.0), "{output}");
    // Nothing but the file stands on standard output.
    let (code, file, notes) = run(&["space", "2x2", "--export-map", &map, "--export-heuristic", "manhattan"]);
    assert!(code == 0 && file.starts_with("# manhattan on all 2x2 boards.\n1230: 0\n"), "{file}");
    assert!(notes.starts_with("note: states 12, edges 24"), "{notes}");
}

/// What the process as a whole has held at most, in mebibytes, when it writes its answer: one that
/// is longer than a pipe has room for, so that the process is still there.
#[cfg(target_os = "linux")]
fn most_held(arguments: &[&str]) -> u64 {
    let mut command = npuzzle(arguments);
    // With an arena for each thread, glibc may keep what one search has freed while the next
    // allocates elsewhere. Whether it does depends on details such as the length of the arguments.
    command.env("MALLOC_ARENA_MAX", "1").stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut answer = child.stdout.take().unwrap();
    answer.read_exact(&mut [0]).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mut rest = Vec::new();
    answer.read_to_end(&mut rest).unwrap();
    assert!(rest.len() > 1 << 20 && child.wait().unwrap().success());
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// The limit is on what the search holds; the program itself, the answer and what the allocator
/// keeps come on top.
#[cfg(target_os = "linux")]
#[test]
fn large_boards_stay_within_the_memory_that_is_allowed() {
    let board = ["solve", "random:100x100:1:3", "--format", "json", "--threads", "2"];
    let alone = most_held(&[&board[..], &["-a", "constructive"]].concat());
    let limits = ["--memory-limit", "64MiB", "--node-limit", "1000000"];
    let with_limit = most_held(&[&board[..], &limits].concat());
    assert!(with_limit <= alone + 64, "{with_limit} MiB, and {alone} without a search");
}

/// The command with a limit of the shell on it, `-v` for addresses or `-d` for data, in KiB.
#[cfg(target_os = "linux")]
fn limited(limit: &str, arguments: &[&str]) -> (i32, String, String) {
    let script = format!("ulimit {limit} || exit 99; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_npuzzle")]).args(arguments);
    command.env("NO_COLOR", "1").env(cache::VARIABLE, cache::folder()).stdin(Stdio::null());
    finished(&command.output().unwrap())
}

/// The default limit knows those of the process: the search ends with what it knows.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_process_end_a_search_cleanly() {
    for limit in ["-v 60000", "-d 30000"] {
        let (code, text, errors) = limited(limit, &["solve", "random:5x5:1:1", "-a", "astar", "-H", "manhattan"]);
        assert_eq!(code, 3, "{limit}: {text}{errors}");
        assert!(!errors.contains("error"), "{limit}: {errors}");
        assert!(text.contains("every solution has at least 9") && text.contains("(proved)"), "{limit}: {text}");
        assert!(text.contains("the memory limit was reached before a solution was found"), "{limit}: {text}");
    }
}

/// A limit that the system cannot grant ends it as cleanly: what is refused is not an abort.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_a_limit() {
    for algorithm in ["astar", "bae", "hda", "parallel-bae", "tile-beam(width=1000000)"] {
        let arguments = [
            "solve",
            "random:5x5:1:1",
            "-a",
            algorithm,
            "--threads",
            "2",
            "--memory-limit",
            "1000GiB",
            "--time-limit",
            "60s",
        ];
        let (code, text, errors) = limited("-v 60000", &arguments);
        assert_eq!(code, 3, "{algorithm}: {text}{errors}");
        assert!(text.contains("the memory limit was reached"), "{algorithm}: {text}{errors}");
    }
    let (code, _, errors) = limited("-v 50000", &["space", "3x4", "--memory-limit", "1000GiB"]);
    assert!(code == 3 && errors.contains("but the system does not have that"), "{code}: {errors}");
    assert!(!errors.contains("help:"), "a higher limit is no help: {errors}");
}

/// A file for which there is no room is refused before it is taken apart.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_memory_does_not_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (moves, map) = (folder.path().join("moves.txt"), folder.path().join("map.txt"));
    fs::write(&moves, "DU".repeat(2_000_000)).unwrap();
    fs::write(&map, format!("a\nb\n{}", "a: b,1\n".repeat(1_000_000))).unwrap();
    for (arguments, file) in [(vec!["apply", "123406758"], &moves), (vec!["search"], &map)] {
        let file = file.to_str().unwrap();
        let (code, text, errors) = limited("-v 50000", &[arguments, vec![file]].concat());
        assert!(code == 2 && text.is_empty(), "{code}: {text}{errors}");
        assert!(errors.starts_with(&format!("error: cannot read `{file}`: it takes about ")), "{errors}");
    }
}

/// What doctor says of memory names what limits it.
#[cfg(target_os = "linux")]
#[test]
fn doctor_names_the_limit_on_memory() {
    let (_, text, errors) = limited("-v 300000", &["doctor"]);
    assert!(text.contains("the limit on addresses (`ulimit -v`) leaves"), "{text}{errors}");
}
