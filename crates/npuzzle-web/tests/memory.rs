//! Memory does not grow with requests. One test, so that nothing else in its process takes memory
//! meanwhile.

// What is measured is printed.
#![allow(clippy::print_stdout)]
#![cfg(target_os = "linux")]

mod common;

use common::{TestServer, resident_kib};
use serde_json::json;

#[test]
fn memory_does_not_grow_with_requests() {
    let server = TestServer::start();
    let board = "867254301";
    let requests = |count: usize| {
        for number in 0..count {
            match number % 10 {
                0 => drop(server.post("/api/solve", &json!({"board": board, "algorithm": "astar"})).ok()),
                1 => drop(server.stream("/api/trace", &json!({"board": board, "max_events": 2000})).last()),
                2 => drop(server.post("/api/trace", &json!({"board": "random:8x8:1:1", "max_events": 5000})).ok()),
                3 => drop(server.post("/api/explain", &json!({"board": "random:20x20:1"})).ok()),
                4 => {
                    let body = json!({"board": "random:3x3:3", "algorithms": ["astar", "ida"], "heuristics": ["lc"]});
                    drop(server.stream("/api/compare", &body).last());
                }
                5 => {
                    let body = json!({"size": "2x3", "heuristics": ["manhattan", "misplaced"]});
                    drop(server.post("/api/audit", &body).ok());
                }
                6 => drop(server.post("/api/solve", &json!({"board": "1 1"})).problem(400)),
                7 => drop(server.post("/api/heuristic", &json!({"board": board, "heuristic": "max(1,"})).problem(400)),
                8 => drop(server.post_text("/api/solve", &" ".repeat(900_000)).problem(400)),
                _ => drop(server.get("/api/catalogue").ok()),
            }
        }
    };
    requests(200);
    let before = resident_kib();
    requests(300);
    let after = resident_kib();
    println!("resident memory: {before} KiB, then {after} KiB");
    // A leak of one trace in ten requests would be 30 MB.
    assert!(after < before + 16 * 1024, "{before} KiB, then {after} KiB");
}
