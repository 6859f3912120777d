//! Long work as a stream of events: their order, Stop, and clients that go away.

mod common;

use std::num::NonZeroUsize;
use std::sync::mpsc;

use common::{Client, Events, PATIENCE, TestServer};
use serde_json::{Value, json};

/// A search that does not end before its time.
fn endless() -> Value {
    json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"})
}

/// A search that finds something at once and goes on.
fn improving() -> Value {
    json!({"board": "random:7x7:1:1", "algorithm": "auto", "time_limit": "10m"})
}

fn one_worker() -> TestServer {
    TestServer::with(|options| options.workers = NonZeroUsize::new(1))
}

/// A search that the worker is busy with, and what it was accepted with.
fn endless_job(server: &TestServer) -> (Events, Value) {
    let mut events = server.stream("/api/solve", &endless());
    let accepted = events.expect("accepted");
    server.until(|health| health["running"] == 1);
    (events, accepted)
}

fn stop(client: &Client, accepted: &Value) {
    assert_eq!(client.post("/api/stop", &json!({"job": accepted["job"]})).status, 204);
}

#[test]
fn every_kind_of_long_work_begins_and_ends_in_order() {
    let server = TestServer::start();
    let board = "8 6 7/2 5 4/3 0 1";
    let work = [
        ("/api/solve", json!({"board": board, "algorithm": "astar"})),
        ("/api/trace", json!({"board": board, "max_events": 100})),
        ("/api/audit", json!({"size": "2x3", "heuristics": ["manhattan"]})),
        ("/api/compare", json!({"board": board, "algorithms": ["astar", "ida"], "heuristics": ["lc", "manhattan"]})),
    ];
    for (path, body) in work {
        let events: Vec<(String, Value)> = server.stream(path, &body).collect();
        let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.first(), Some(&"accepted"), "{path}");
        assert_eq!(names.last(), Some(&"result"), "{path}");
        assert_eq!(events[0].1["ahead"], 0);
        assert_eq!(names.iter().filter(|name| ["accepted", "result", "problem"].contains(name)).count(), 2, "{path}");
        let plain = server.post(path, &body).ok();
        let result = &events.last().unwrap().1;
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(result), fields(&plain), "{path}");
        if path == "/api/compare" {
            let runs: Vec<&Value> = events.iter().filter(|(name, _)| name == "run").map(|(_, run)| run).collect();
            assert_eq!(runs, result["runs"].as_array().unwrap().iter().collect::<Vec<_>>());
            assert_eq!(runs.len(), 4);
        }
    }
}

#[test]
fn a_problem_ends_the_stream() {
    let server = TestServer::start();
    let mut events = server.stream("/api/solve", &json!({"board": "1 2 3/4 5 6/7 8 0", "heuristic": "max(1,"}));
    events.expect("accepted");
    let problem = events.expect("problem");
    assert_eq!(problem["status"], 400);
    assert_eq!(problem["place"]["field"], "heuristic");
    assert!(events.next().is_none());
}

#[test]
fn stop_gives_the_best_so_far() {
    let server = TestServer::start();
    let mut events = server.stream("/api/solve", &improving());
    let accepted = events.expect("accepted");
    let improvement = events.wait_for("improvement");
    assert!(improvement["cost"].as_u64() >= improvement["lower_bound"].as_u64());
    stop(&server, &accepted);
    let result = events.wait_for("result");
    assert_eq!(result["status"], "stopped");
    assert!(result["cost"].as_u64().unwrap() <= improvement["cost"].as_u64().unwrap());
    assert_eq!(result["moves"].as_str().unwrap().len() as u64, result["cost"].as_u64().unwrap());
    assert!(events.next().is_none());
    server.post("/api/stop", &json!({"job": accepted["job"]})).problem(404);
}

/// Better solutions come one by one, each better than the one before, and progress between them.
#[test]
fn progress_and_improvements_are_told() {
    let server = TestServer::start();
    let mut events = server.stream("/api/solve", &improving());
    let accepted = events.expect("accepted");
    let mut costs = Vec::new();
    let mut progress = 0;
    let mut is_stopped = false;
    let result = loop {
        let (name, data) = events.next().unwrap();
        match name.as_str() {
            "improvement" => costs.push(data["cost"].as_u64().unwrap()),
            "progress" => {
                progress += 1;
                for field in ["expanded", "seconds", "lower_bound", "best", "table", "done", "total", "run"] {
                    assert!(data.get(field).is_some(), "{field}");
                }
            }
            "result" => break data,
            other => panic!("unexpected event {other}"),
        }
        if progress >= 4 && !costs.is_empty() && !is_stopped {
            stop(&server, &accepted);
            is_stopped = true;
        }
    };
    assert!(is_stopped && costs.is_sorted_by(|before, after| before > after), "{costs:?}");
    assert!(result["cost"].as_u64().unwrap() <= *costs.last().unwrap());
}

#[test]
fn a_client_that_goes_away_frees_its_worker() {
    let server = one_worker();
    let (events, _) = endless_job(&server);
    drop(events);
    server.until_idle();

    // One that does not ask for a stream as well.
    let mut plain = server.connect();
    std::io::Write::write_all(&mut plain, server.post_request("/api/solve", &endless().to_string(), "").as_bytes())
        .unwrap();
    server.until(|health| health["running"] == 1);
    drop(plain);
    server.until_idle();
}

#[test]
fn a_client_that_goes_away_while_it_waits_is_forgotten() {
    let server = one_worker();
    let (mut first, first_job) = endless_job(&server);
    let mut second = server.stream("/api/solve", &json!({"board": "korf:1"}));
    assert_eq!(second.expect("accepted")["ahead"], 1);
    assert_eq!(server.health()["waiting"], 1);
    drop(second);
    server.until(|health| health["waiting"] == 0);
    stop(&server, &first_job);
    first.wait_for("result");
    server.until_idle();
    assert_eq!(server.health()["finished"], 1);
}

/// To stop a job that still waits takes no waiting for the others.
#[test]
fn a_job_that_waits_can_be_stopped() {
    let server = one_worker();
    let (_first, _) = endless_job(&server);
    let mut second = server.stream("/api/solve", &endless());
    let accepted = second.expect("accepted");
    stop(&server, &accepted);
    let result = second.wait_for("result");
    assert_eq!((&result["status"], &result["cost"]), (&json!("stopped"), &Value::Null));
    assert_eq!(server.health()["running"], 1);
}

#[test]
fn quick_work_does_not_wait_for_long_work() {
    let server = one_worker();
    let (_events, _) = endless_job(&server);
    server.post("/api/explain", &json!({"board": "korf:12"})).ok();
    server.post("/api/generate", &json!({"size": "4x4"})).ok();
    server.post("/api/heuristic", &json!({"heuristic": "manhattan", "board": "867254301"})).ok();
    assert_eq!(server.health()["running"], 1);
}

#[test]
fn a_stopped_comparison_keeps_the_runs_that_are_done() {
    let server = TestServer::start();
    let body =
        json!({"boards": ["867254301", "korf24:1"], "goal": "first", "algorithms": ["ida"], "time_limit": "10m"});
    let mut events = server.stream("/api/compare", &body);
    let accepted = events.expect("accepted");
    events.wait_for("run");
    stop(&server, &accepted);
    let result = events.wait_for("result");
    assert_eq!(result["complete"], false);
    assert_eq!(result["runs"].as_array().unwrap().len(), 1);
    assert_eq!(result["summary"]["pairs"][0]["runs"], 1);
}

#[test]
fn a_server_that_stops_ends_its_streams() {
    let server = TestServer::start();
    let mut events = server.stream("/api/solve", &endless());
    events.expect("accepted");
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || {
        drop(server);
        let _ = ended.send(());
    });
    end.recv_timeout(PATIENCE).expect("the server ends, and the search with it");
}
