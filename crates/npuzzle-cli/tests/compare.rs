//! `npuzzle compare` as a process: kills, interrupts, journals and pages.

mod cache;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Far longer than anything takes, also on a busy machine.
const HANG: Duration = Duration::from_secs(300);

fn npuzzle(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command
        .arg("compare")
        .args(arguments)
        .env("NO_COLOR", "1")
        .env(cache::VARIABLE, cache::folder())
        .stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = npuzzle(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What does not depend on the clock.
fn essence(runs: &[Value]) -> Vec<String> {
    let fields = ["id", "board", "start", "algorithm", "heuristic", "status", "cost", "proof"];
    let counts = |run: &Value| format!("{} {}", run["stats"]["expanded"], run["stats"]["generated"]);
    runs.iter().map(|run| fields.map(|field| run[field].to_string()).join(" ") + &counts(run)).collect()
}

fn wait_for_lines(path: &Path, count: usize) {
    let began = Instant::now();
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < count {
        assert!(began.elapsed() < HANG, "the journal does not grow");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Twenty-four runs that take long enough to be killed among them.
const LONG: [&str; 8] = ["random:3x3:12:1", "-a", "bfs", "-a", "astar", "-H", "misplaced", "--format"];

fn long<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&LONG[..], more].concat()
}

/// The path of a journal in a folder that is taken away at the end.
fn new_journal() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("runs.jsonl");
    (folder, journal)
}

/// A kill at any moment loses nothing but the run in progress.
#[cfg(unix)]
#[test]
fn a_killed_comparison_goes_on_with_the_same_runs() {
    let (folder, journal) = new_journal();
    let name = journal.to_str().unwrap();
    let whole = run(&long(&["jsonl"])).1;
    for lines in [2, 5] {
        let mut child =
            npuzzle(&long(&["jsonl", "--resume", name])).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_lines(&journal, lines);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // A line that a crash tore. On a busy machine the comparison may have outrun its killer: then
    // some lines are taken away.
    let before: String = fs::read_to_string(&journal).unwrap().split_inclusive('\n').take(20).collect();
    let done = before.lines().count() - 1;
    assert!(done >= 4, "{done} runs were done when it was killed");
    fs::write(&journal, format!("{before}{{\"id\":9,\"boa")).unwrap();
    let (code, output, errors) = run(&long(&["jsonl", "--resume", name]));
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains(&format!("{done} of 24 runs are done already")), "{errors}");
    assert_eq!(essence(&objects(&output)), essence(&objects(&whole)));
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.starts_with(&before), "what was done is kept as it is");
    assert_eq!(essence(&objects(&text)[1..]), essence(&objects(&whole)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let (code, again, _) = run(&long(&["jsonl", "--resume", name]));
    assert_eq!((code, essence(&objects(&again))), (0, essence(&objects(&whole))));
    assert_eq!(fs::read_to_string(&journal).unwrap(), text, "nothing is left to do");
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_sums_up_what_is_done() {
    let interrupt = |child: &std::process::Child| {
        assert!(Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap().success());
    };
    let (folder, journal) = new_journal();
    // The second run takes far longer than this test.
    let arguments = ["korf:12", "korf:88", "-a", "ida", "--resume", journal.to_str().unwrap()];
    let child = npuzzle(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_lines(&journal, 2);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("The board that all solved"), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted: 1 of 2 runs are done"));
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 2, "the interrupted run is not in the journal");

    // The head of the journal is written when the signal is listened for, and before the first run.
    let journal = folder.path().join("other.jsonl");
    let arguments = ["korf:88", "-a", "ida", "--resume", journal.to_str().unwrap()];
    let child = npuzzle(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_lines(&journal, 1);
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(3));
}

#[test]
fn journals_of_other_requests_and_other_files_are_refused() {
    let (_folder, journal) = new_journal();
    let name = journal.to_str().unwrap();
    assert_eq!(run(&["123406758", "--resume", name]).0, 0);
    let before = fs::read_to_string(&journal).unwrap();
    for (arguments, difference) in [
        (vec!["123406758", "-a", "ida"], "algorithms: [\"astar\"] in the journal, [\"ida\"] now"),
        (vec!["123406758", "-H", "zero"], "heuristics: [] in the journal, [\"zero\"] now"),
        (vec!["123406758", "--node-limit", "9"], "node_limit: null in the journal, 9 now"),
        (vec!["123406758", "123456780"], "boards: 1 in the journal, 2 now"),
        (vec!["123456780"], "board 1: {\"name\":\"123406758\""),
    ] {
        let (code, output, errors) = run(&[&arguments[..], &["--resume", name]].concat());
        assert!(code == 2 && output.is_empty() && errors.contains(difference), "{errors}");
    }
    assert_eq!(fs::read_to_string(&journal).unwrap(), before);
    // Damage in the middle differs from a torn last line.
    fs::write(&journal, before.replace("{\"id\":1", "{\"id\":")).unwrap();
    let (code, _, errors) = run(&["123406758", "--resume", name]);
    assert!(code == 2 && errors.contains("line 2 is damaged"), "{errors}");
    for foreign in ["my notes\n", "my notes", "\u{0}\u{1}\n"] {
        fs::write(&journal, foreign).unwrap();
        let (code, _, errors) = run(&["123406758", "--resume", name]);
        assert!(code == 2 && errors.contains("as a journal: it is not one"), "{errors}");
        assert_eq!(fs::read_to_string(&journal).unwrap(), foreign, "other people's files are left alone");
    }
    for torn in ["", "{\"format\":\"npuz"] {
        fs::write(&journal, torn).unwrap();
        assert_eq!(run(&["123406758", "--resume", name]).0, 0);
        assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 2);
    }
}

/// Random boards without a seed are the same boards after a break.
/// Two comparisons on one journal would lose each other's runs.
#[cfg(unix)]
#[test]
fn a_journal_belongs_to_one_comparison_at_a_time() {
    let (_folder, journal) = new_journal();
    let name = journal.to_str().unwrap();
    let slow = ["korf:88", "-a", "ida", "-H", "zero", "--resume", name];
    let mut first = npuzzle(&slow).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_lines(&journal, 1);
    let (code, _, errors) = run(&slow);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("another process is writing it"), "{errors}");
    // What a kill leaves behind keeps no comparison out.
    let (code, _, errors) = run(&["korf:88", "-a", "ida", "-H", "zero", "--node-limit", "10", "--resume", name]);
    assert!(code == 2 && errors.contains("is the journal of another comparison"), "{errors}");
}

#[test]
fn a_run_that_is_in_the_journal_twice_counts_once() {
    let (_folder, journal) = new_journal();
    let name = journal.to_str().unwrap();
    let arguments = ["random:3x3:2:1", "--format", "jsonl", "--resume", name];
    let whole = run(&arguments).1;
    let text = fs::read_to_string(&journal).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(&journal, format!("{text}{last}\n")).unwrap();
    let (code, again, notes) = run(&arguments);
    assert_eq!((code, essence(&objects(&again))), (0, essence(&objects(&whole))));
    assert!(notes.contains("2 of 2 runs are done already"), "{notes}");
}

/// Neither the journal nor the boards are replaced, and a device cannot be a journal.
#[test]
fn files_of_the_user_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (boards, journal) = (path("boards.txt"), path("runs.jsonl"));
    fs::write(&boards, "1 2 3/4 0 6/7 5 8\n").unwrap();
    assert_eq!(run(&[&boards, "--resume", &journal]).0, 0);
    let before = fs::read_to_string(&journal).unwrap();
    for (arguments, message) in [
        (vec![&*boards, "--report", &*boards], "would replace a file of boards"),
        (vec![&*boards, "--resume", &*journal, "--report", &*journal], "would replace the journal"),
        (vec![&*boards, "--report", "-"], "the page needs a file"),
        (vec![&*boards, "--resume", folder.path().to_str().unwrap()], "cannot use"),
    ] {
        let (code, _, errors) = run(&arguments);
        assert!(code == 2 && errors.contains(message), "{errors}");
    }
    assert_eq!(fs::read_to_string(&boards).unwrap(), "1 2 3/4 0 6/7 5 8\n");
    assert_eq!(fs::read_to_string(&journal).unwrap(), before);
}

#[test]
fn a_journal_keeps_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("runs.jsonl");
    let arguments = ["random:2x3:3", "--format", "jsonl", "--resume", name.to_str().unwrap()];
    let (_, first, errors) = run(&arguments);
    assert!(errors.contains("note: seed "), "{errors}");
    let (code, second, _) = run(&arguments);
    assert_eq!((code, second), (0, first));
}

/// A file that cannot be written is refused before the first run.
#[test]
fn a_page_that_cannot_be_written_is_refused_at_once() {
    let (folder, journal) = new_journal();
    for page in [folder.path().to_owned(), folder.path().join("none/page.html")] {
        let arguments =
            ["korf:88", "-a", "ida", "--resume", journal.to_str().unwrap(), "--report", page.to_str().unwrap()];
        let (code, output, errors) = run(&arguments);
        assert!(code == 2 && output.is_empty() && errors.contains("cannot write"), "{errors}");
        assert!(!journal.exists());
    }
}

/// The elements of a page, as far as a comparison uses them: every tag that is opened is closed, in
/// the right order.
fn check_nesting(html: &str) -> usize {
    const VOID: [&str; 3] = ["meta", "!DOCTYPE", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    let mut elements = 0;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("a tag that is not closed");
        let tag = &rest[..end];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        rest = &rest[end + 1..];
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed.trim()), "wrong nesting");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
            elements += 1;
            if matches!(name, "script" | "style") {
                rest = &rest[rest.find(&format!("</{name}>")).expect("it is closed")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    elements
}

#[test]
fn the_page_has_all_runs_and_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("a<b>&c.txt");
    fs::write(&board, "1 2 3/4 0 6/7 5 8\n").unwrap();
    let page = folder.path().join("page.html");
    let (code, _, errors) = run(&[
        board.to_str().unwrap(),
        "random:3x3:4:2",
        "812043765",
        "-a",
        "astar",
        "-a",
        "nba",
        "-a",
        "bfs",
        "-H",
        "manhattan",
        "-H",
        "misplaced-with-blank",
        "--repeat",
        "2",
        "--report",
        page.to_str().unwrap(),
    ]);
    assert_eq!(code, 0, "{errors}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(check_nesting(&html) > 300);
    // Six boards, five pairs.
    let table = html.split("All runs").nth(1).unwrap();
    assert_eq!(table.matches("<tr>").count(), 31);
    for id in 1..=30 {
        assert!(table.contains(&format!("<tr><td class=\"number\">{id}</td>")), "run {id} is missing");
    }
    assert!(table.contains("needs a consistent heuristic") && table.contains("unsolvable"));
    assert_eq!(html.matches("<svg class=\"plot\" role=\"img\" aria-label=\"").count(), 3);
    assert!(!html.contains("http") && !html.contains("src=") && !html.contains("@import") && !html.contains("url("));
    assert!(html.contains("a&lt;b&gt;&amp;c.txt") && !html.contains("a<b>"));
    assert!(html.contains("<code>npuzzle compare ") && html.contains("xoshiro256++") == html.contains("<dt>seed</dt>"));
    // No made-up colour is left over, and there is no file beside the page.
    for sentinel in ["#0100", "#0200", "#0300"] {
        assert!(!html.contains(sentinel), "{sentinel}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Where nothing is solved there is a page all the same.
#[test]
fn a_page_without_a_solution() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let (code, _, errors) = run(&["korf:88", "--node-limit", "10", "--report", page.to_str().unwrap()]);
    assert_eq!(code, 0, "{errors}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(check_nesting(&html) > 50 && html.contains("there is nothing to plot"));
}

#[test]
fn csv_has_a_row_for_each_run_and_quotes_what_needs_it() {
    let (code, text, errors) =
        run(&["123406758", "-a", "weighted-astar(w=1.5, tie=fifo)", "-a", "bfs", "--format", "csv", "--repeat", "3"]);
    assert_eq!(code, 0, "{errors}");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let titles = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.into_records().map(Result::unwrap).collect();
    let field = |row: usize, title: &str| rows[row][titles.iter().position(|known| known == title).unwrap()].to_owned();
    assert_eq!(rows.len(), 2);
    assert_eq!(field(0, "algorithm"), "weighted-astar(w=1.5, tie=fifo)");
    assert_eq!(
        (field(1, "heuristic"), field(1, "status"), field(1, "runs")),
        (String::new(), "solved".into(), "3".into())
    );
    assert!(field(0, "deviation_seconds").parse::<f64>().is_ok());
    assert_eq!((field(0, "h_start"), field(1, "h_start")), ("2".into(), String::new()));
    assert_eq!(field(0, "version"), env!("CARGO_PKG_VERSION"));
    assert_eq!(
        field(1, "command"),
        "npuzzle compare 123406758 -a 'weighted-astar(w=1.5, tie=fifo)' -a bfs --format csv --repeat 3"
    );
    assert!(!field(0, "commit").is_empty() && !field(0, "machine").is_empty());
    assert!(field(0, "threads").parse::<usize>().unwrap() > 0);
}

#[test]
fn json_has_the_request_the_runs_and_the_summary() {
    let (code, text, errors) = run(&["distance:3x3:14:2:1", "-a", "astar", "-a", "greedy", "--format", "json"]);
    assert_eq!(code, 0, "{errors}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["complete"], value["runs"].as_array().unwrap().len()), (&Value::from(true), 4));
    assert_eq!(value["request"]["boards"][1]["name"], "distance:3x3:14:1#2");
    assert_eq!(value["summary"]["optima"], serde_json::json!([14, 14]));
    let astar = &value["summary"]["pairs"][0];
    assert_eq!((&astar["optimal"], &astar["common"]["cost"]["mean"]), (&Value::from(2), &Value::from(14.0)));
    let costs: Vec<f64> = [1, 3].map(|run| value["runs"][run]["cost"].as_f64().unwrap()).into();
    let gap = value["summary"]["pairs"][1]["common"]["gap"]["mean"].as_f64().unwrap();
    assert!((gap - ((costs[0] + costs[1]) / 28.0 - 1.0)).abs() < 1e-12);
}

/// A question of `solve` and the same of `compare` say the same, under the same names.
#[test]
fn solve_and_compare_have_the_same_fields() {
    let solve = |format: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.args(["solve", "867254301", "-a", "astar", "--repeat", "2", "--format", format]);
        let output = command.env("NO_COLOR", "1").env(cache::VARIABLE, cache::folder()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let compare = |format: &str| run(&["867254301", "-a", "astar", "--repeat", "2", "--format", format]).1;
    let (answer, run) = (objects(&solve("jsonl")).remove(0), objects(&compare("jsonl")).remove(0));
    let only = |these: &Value, those: &Value| -> Vec<String> {
        these.as_object().unwrap().keys().filter(|&name| those.get(name).is_none()).cloned().collect()
    };
    assert_eq!(only(&answer, &run), ["single_moves", "moves", "moves_of", "improvements", "solutions", "notes"]);
    assert_eq!(only(&run, &answer), ["id", "board", "set", "depth", "complete", "optimal"]);
    for part in ["stats", "repeat", "provenance"] {
        let none: [&str; 0] = [];
        assert_eq!(
            (only(&answer[part], &run[part]), only(&run[part], &answer[part])),
            (none.map(str::to_owned).into(), none.map(str::to_owned).into())
        );
    }
    let same =
        ["status", "rows", "cols", "start", "goal", "algorithm", "engine", "heuristic", "order", "options", "cost"];
    for name in same.into_iter().chain(["proof", "within", "lower_bound", "reason"]) {
        assert_eq!(answer[name], run[name], "{name}");
    }
    for name in ["expanded", "generated", "max_stored", "h_start", "effective_branching_factor"] {
        assert_eq!(answer["stats"][name], run["stats"][name], "{name}");
    }
    let columns =
        |text: String| -> Vec<String> { text.lines().next().unwrap().split(',').map(str::to_owned).collect() };
    let (solve, compare) = (columns(solve("csv")), columns(compare("csv")));
    let shared: Vec<&String> = compare.iter().filter(|&name| solve.contains(name)).collect();
    assert_eq!(shared.len(), compare.len() - ["id", "set", "depth", "complete", "optimal"].len());
}

/// A journal of an older version, whose records were flat, is read and gone on with.
#[test]
fn a_journal_of_an_older_version_goes_on() {
    let (_folder, journal) = new_journal();
    let arguments = ["123406758", "867254301", "--format", "jsonl", "--resume", journal.to_str().unwrap()];
    let whole = run(&arguments).1;
    let text = fs::read_to_string(&journal).unwrap();
    let header = text.lines().next().unwrap().replace("\"version\":2", "\"version\":1");
    let old = r#"{"id":1,"board":"123406758","start":"1 2 3/4 0 6/7 5 8","goal":"1 2 3/4 5 6/7 8 0","algorithm":"astar","heuristic":"manhattan","engine":"astar","status":"solved","cost":2,"proof":"optimal","within":null,"lower_bound":2,"depth":2,"max_depth":2,"expanded":2,"generated":7,"evaluated":8,"reopened":0,"max_open":5,"max_stored":7,"iterations":1,"peak_bytes":66048,"effective_branching_factor":2.19,"seconds":0.5,"seconds_deviation":0.25,"repeats":3,"table_seconds":0.0,"complete":"yes","optimal":"if the heuristic is admissible","reason":null}"#;
    fs::write(&journal, format!("{header}\n{old}\n")).unwrap();
    let (code, again, errors) = run(&arguments);
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("1 of 2 runs are done already"), "{errors}");
    let (again, whole) = (objects(&again), objects(&whole));
    assert_eq!(essence(&again), essence(&whole));
    let repeat = &again[0]["repeat"];
    assert_eq!((&repeat["runs"], &repeat["mean_seconds"]), (&Value::from(3), &Value::from(0.5)));
    assert_eq!((&repeat["deviation_seconds"], &repeat["median_seconds"]), (&Value::from(0.25), &Value::Null));
    assert_eq!((&again[0]["provenance"], &again[0]["stats"]["h_start"]), (&Value::Null, &Value::Null));
    assert_eq!(again[1]["stats"]["h_start"], 21);
}

/// In a pipe every name is whole, on one line.
#[test]
fn names_are_whole_in_a_pipe() {
    let heuristic = "max(0, misplaced-with-blank - 1)";
    let arguments =
        ["distance:3x3:1:1:1", "distance:3x3:14:1:1", "-a", "astar(reopen=no, tie=smaller-g)", "-H", heuristic];
    for format in ["text", "md", "csv", "jsonl"] {
        let text = run(&[&arguments[..], &["-f", format]].concat()).1;
        let row = text.lines().find(|line| line.contains("distance:3x3:14:1#1")).unwrap();
        assert!(row.contains("astar(reopen=no, tie=smaller-g)") && row.contains(heuristic), "{row}");
        assert!(!text.contains('…'), "{text}");
    }
}

/// Whatever the layout, LaTeX has as many cells in each row as the table has columns.
#[test]
fn latex_tables_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("50%_a&b#1.txt");
    fs::write(&board, "1 2 3/4 0 6/7 5 8\n").unwrap();
    let arguments = [board.to_str().unwrap(), "1 2/0 3", "-a", "bfs", "-a", "astar", "-H", "misplaced", "-f", "latex"];
    let layouts: [&[&str]; 5] = [
        &[],
        &["--baseline", "bfs"],
        &["--group", "board", "--transpose"],
        &["--group", "size", "--table-per", "measure"],
        &["--table-per", "pair"],
    ];
    for layout in layouts {
        let (code, text, errors) = run(&[&arguments[..], layout].concat());
        assert_eq!(code, 0, "{errors}");
        assert_eq!(text.matches("\\begin{tabular}").count(), text.matches("\\end{tabular}").count());
        let mut columns = None;
        let mut rows = 0;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("\\begin{tabular}{") {
                columns = Some(rest.trim_end_matches('}').len());
            } else if line == "\\end{tabular}" {
                columns = None;
            } else if let (Some(columns), Some(row)) = (columns, line.strip_suffix(" \\\\")) {
                rows += 1;
                assert_eq!(row.replace("\\&", "").matches(" & ").count() + 1, columns, "{line}");
                let plain =
                    ["\\%", "\\&", "\\#", "\\_", " & "].iter().fold(row.to_owned(), |row, sign| row.replace(sign, ""));
                assert!(!plain.contains(['%', '&', '#', '_']), "{line}");
            } else {
                assert!(line.is_empty() || line.starts_with('%') || line == "\\hline", "{line}");
            }
        }
        assert!(rows >= 4, "{text}");
    }
}

#[test]
fn json_has_the_groups_and_the_base_line() {
    let arguments =
        ["1 2/0 3", "123406758", "-a", "bfs", "-a", "astar", "--group", "size", "--baseline", "bfs", "-f", "json"];
    let (code, text, errors) = run(&arguments);
    assert_eq!(code, 0, "{errors}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["baseline"], &value["groups"][1]["name"]), (&Value::from("bfs"), &Value::from("3x3")));
    let astar = &value["groups"][1]["summary"]["pairs"][1];
    assert_eq!(
        (&astar["common"]["expanded"]["mean"], &astar["factors"]["reduction"]),
        (&Value::from(2.0), &Value::from(1.5))
    );
    assert_eq!(value["provenance"]["version"], env!("CARGO_PKG_VERSION"));
    for (wrong, message) in [
        (
            vec!["123406758", "--baseline", "dfs"],
            "`dfs` is not one of the pairs that are compared: expected one of `astar + manhattan`",
        ),
        (vec!["123406758", "--columns", "cost,visited"], "`visited` is not a column"),
        (vec!["123406758", "--columns", "reduction"], "`reduction` needs a base line"),
        (vec!["123406758", "--group", "colour"], "invalid value 'colour'"),
    ] {
        let (code, _, errors) = run(&wrong);
        assert!(code == 2 && errors.contains(message), "{errors}");
    }
}
