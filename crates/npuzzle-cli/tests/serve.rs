//! `npuzzle serve` as a process: it says where it is, answers as the command line does, and stops
//! when told.

mod cache;
#[path = "../../npuzzle-web/tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Client;
use serde_json::{Value, json};

fn npuzzle(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.args(arguments).env("NO_COLOR", "1").env(cache::VARIABLE, cache::folder()).stdin(Stdio::null());
    command
}

/// A server that ends with the test.
struct Serving {
    child: Child,
    client: Client,
}

impl Serving {
    fn start(arguments: &[&str]) -> Self {
        let arguments: Vec<&str> = ["serve"].iter().chain(arguments).copied().collect();
        let mut child = npuzzle(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.strip_prefix("npuzzle is at http://").and_then(|rest| rest.strip_suffix("/ (Ctrl-C stops)\n"));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
        Self { child, client: Client { address } }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ctrl-C ends it at once, whatever it is doing, without a failure.
#[cfg(unix)]
#[test]
fn it_says_where_it_is_and_stops_when_told() {
    let mut server = Serving::start(&["--port", "0"]);
    assert!(server.client.address.ip().is_loopback());
    assert_eq!(server.client.health()["status"], "ok");
    assert_eq!(server.client.get("/").header("content-type"), Some("text/html; charset=utf-8"));
    let body = json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"});
    let mut events = server.client.stream("/api/solve", &body);
    events.expect("accepted");
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", server.child.id())]).status().unwrap();
    assert!(killed.success());
    // The search would go on for ten minutes.
    let sent = Instant::now();
    let status = loop {
        if let Some(status) = server.child.try_wait().unwrap() {
            break status;
        }
        assert!(sent.elapsed() < Duration::from_secs(300), "it does not stop");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_port_that_is_taken_is_refused_if_it_was_asked_for() {
    let first = Serving::start(&[]);
    let second = Serving::start(&[]);
    assert_ne!(first.client.address, second.client.address);
    let port = first.client.address.port().to_string();
    let refused = npuzzle(&["serve", "--port", &port]).output().unwrap();
    let errors = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors.starts_with(&format!("error: cannot listen at 127.0.0.1:{port}: ")), "{errors}");
    assert!(errors.contains("help: `--port 0` takes any free port"), "{errors}");
    let nowhere = npuzzle(&["serve", "--address", "no such name"]).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(2));
}

/// A server that is open to the network says what that means.
#[test]
fn another_address_comes_with_a_warning() {
    let mut server = Serving::start(&["--port", "0", "--address", "0.0.0.0"]);
    let mut line = String::new();
    BufReader::new(server.child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("note: everyone on the network can use this machine's processors"), "{line}");
    assert!(line.trim_end().ends_with("tables are kept in memory only"), "{line}");
    assert!(server.client.address.ip().is_loopback(), "the page is shown where a browser finds it");
    assert_eq!(server.client.health()["status"], "ok");
}

/// The message that a command prints, and the one for the same question over HTTP.
#[test]
fn messages_are_those_of_the_command_line() {
    let server = Serving::start(&["--port", "0"]);
    let questions: &[(&[&str], &str, Value)] = &[
        (&["solve", "1 2 3/4 4 6/7 5 8"], "solve", json!({"board": "1 2 3/4 4 6/7 5 8"})),
        (&["solve", "1 2 3/4 5"], "solve", json!({"board": "1 2 3/4 5"})),
        (&["solve", "korf:101"], "solve", json!({"board": "korf:101"})),
        (&["explain", "random:3x3:0"], "explain", json!({"board": "random:3x3:0"})),
        (&["explain", "distance:3x3:32:1:1"], "explain", json!({"board": "distance:3x3:32:1:1"})),
        (&["eval", "1230", "-H", "max(md, x)"], "eval", json!({"board": "1230", "heuristics": ["max(md, x)"]})),
        (&["solve", "1230", "--goal", "snale"], "solve", json!({"board": "1230", "goal": "snale"})),
        (&["solve", "1230", "--goal", "867254301"], "solve", json!({"board": "1230", "goal": "867254301"})),
        (&["solve", "1230", "--goal", "1 1 2 3"], "explain", json!({"board": "1230", "goal": "1 1 2 3"})),
        (&["solve", "1230", "-a", "astra"], "solve", json!({"board": "1230", "algorithm": "astra"})),
        (&["solve", "1230", "-a", "dls(limit=x)"], "trace", json!({"board": "1230", "algorithm": "dls(limit=x)"})),
        (
            &["solve", "1230", "-a", "astar", "-H", "max(md,"],
            "heuristic",
            json!({"board": "1230", "heuristic": "max(md,"}),
        ),
        (
            &["solve", "1230", "-a", "astar", "-H", "1/(md-md)"],
            "solve",
            json!({"board": "1230", "algorithm": "astar", "heuristic": "1/(md-md)"}),
        ),
        (
            &["solve", "1230", "-a", "rbfs", "--beam-width", "9"],
            "solve",
            json!({"board": "1230", "algorithm": "rbfs", "beam_width": 9}),
        ),
        (&["generate", "3x3", "--optimal-distance", "32"], "generate", json!({"size": "3x3", "optimal_distance": 32})),
        (&["generate", "1x2", "--unsolvable"], "generate", json!({"size": "1x2", "unsolvable": true})),
        (&["audit", "3x3", "-H", "nothing"], "audit", json!({"heuristics": ["nothing"]})),
        (
            &["audit", "3x4", "-H", "md", "--memory-limit", "1KiB"],
            "audit",
            json!({"size": "3x4", "heuristics": ["md"], "memory_limit": "1KiB"}),
        ),
        (&["compare", "1230", "-a", "nothing"], "compare", json!({"board": "1230", "algorithms": ["nothing"]})),
        (&["compare", "1231", "-a", "astar"], "compare", json!({"board": "1231", "algorithms": ["astar"]})),
    ];
    for (arguments, path, body) in questions {
        let printed = String::from_utf8(npuzzle(arguments).output().unwrap().stderr).unwrap();
        let problem = server.client.post(&format!("/api/{path}"), body).problem(400);
        let message = format!("error: {}\n", problem["detail"].as_str().unwrap());
        assert!(printed.starts_with(&message), "{arguments:?} prints\n{printed}\nbut over HTTP it is\n{message}");
    }
}

/// Times differ from run to run, threads and memory from job to job.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                !["seconds", "table_seconds", "repeat", "notes", "provenance"].contains(&name.as_str())
            });
            fields.values_mut().for_each(|field| *field = without_times(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_times(item.take())),
        _ => {}
    }
    value
}

/// The object that a command prints, and the one for the same question over HTTP.
#[test]
fn answers_are_those_of_the_command_line() {
    let server = Serving::start(&["--port", "0"]);
    let questions: &[(&[&str], &str, Value)] = &[
        (&["solve", "867254301", "-a", "astar"], "solve", json!({"board": "867254301", "algorithm": "astar"})),
        (
            &["solve", "korf:12", "-a", "ida", "--node-limit", "1e4"],
            "solve",
            json!({"board": "korf:12", "algorithm": "ida", "node_limit": 1e4}),
        ),
        (
            &["solve", "1 2 3/4 0 6/7 5 8", "--goal", "snail", "--order", "LRUD", "--moves-of", "tile", "--all"],
            "solve",
            json!({"board": "1 2 3/4 0 6/7 5 8", "goal": "snail", "order": "LRUD", "moves_of": "tile", "all": true}),
        ),
        (&["generate", "3x4", "--seed", "5", "-n", "2"], "generate", json!({"size": "3x4", "seed": 5, "count": 2})),
        (&["generate", "3x3", "--seed", "5", "--walk", "9"], "generate", json!({"size": "3x3", "seed": 5, "walk": 9})),
        (
            &["audit", "2x3", "-H", "md", "-H", "misplaced-with-blank"],
            "audit",
            json!({"size": "2x3", "heuristics": ["md", "misplaced-with-blank"]}),
        ),
        (
            &["audit", "3x3", "--samples", "4", "--seed", "2", "-H", "lc"],
            "audit",
            json!({"samples": 4, "seed": 2, "heuristics": ["lc"]}),
        ),
        (
            &["eval", "8 1 2/0 4 3/7 6 5", "-H", "lc", "-H", "perfect"],
            "eval",
            json!({"board": "8 1 2/0 4 3/7 6 5", "heuristics": ["lc", "perfect"]}),
        ),
    ];
    for (arguments, path, body) in questions {
        let printed = npuzzle(arguments).args(["--format", "json"]).output().unwrap().stdout;
        let printed: Value = serde_json::from_slice(&printed).unwrap();
        let answer = server.client.post(&format!("/api/{path}"), body).ok();
        assert_eq!(without_times(answer), without_times(printed), "{arguments:?}");
    }
    // These have more than the command line prints.
    let printed = npuzzle(&["explain", "8 1 2/0 4 3/7 6 5", "--format", "json"]).output().unwrap().stdout;
    let printed: Value = serde_json::from_slice(&printed).unwrap();
    let explained = server.client.post("/api/explain", &json!({"board": "8 1 2/0 4 3/7 6 5"})).ok();
    for (field, value) in printed.as_object().unwrap() {
        assert_eq!(&explained[field], value, "{field}");
    }
    let arguments = ["compare", "867254301", "-a", "astar", "-a", "bfs", "-H", "lc", "--format", "json"];
    let printed: Value = serde_json::from_slice(&npuzzle(&arguments).output().unwrap().stdout).unwrap();
    let body = json!({"board": "867254301", "algorithms": ["astar", "bfs"], "heuristics": ["lc"]});
    let compared = without_times(server.client.post("/api/compare", &body).ok());
    let printed = without_times(printed);
    assert_eq!((&compared["runs"], &compared["complete"]), (&printed["runs"], &printed["complete"]));
}
