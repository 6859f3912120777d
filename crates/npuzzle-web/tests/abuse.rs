//! Under load and abuse: clean errors, cancelled work, bounded memory, and a server that goes on
//! answering.

// What is measured is printed.
#![allow(clippy::print_stdout)]

mod common;

use std::io::{BufReader, Read, Write};
use std::num::NonZeroUsize;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Client, TestServer, eventually, read_answer, read_until_closed, resident_kib};
use npuzzle::domains::tiles::{Board, Moves, Shape, generate, goal::Goal};
use npuzzle::verify::verify;
use serde_json::json;

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(3600);

/// Times of the health endpoint until something is done, in order, and the most memory that was
/// resident.
fn health_times(client: &Client, done: &AtomicBool) -> (Vec<Duration>, usize) {
    let mut times = Vec::new();
    let mut most_kib = 0;
    while !done.load(Ordering::Relaxed) {
        let began = Instant::now();
        client.health();
        times.push(began.elapsed());
        most_kib = most_kib.max(resident_kib());
        std::thread::sleep(Duration::from_millis(10));
    }
    times.sort_unstable();
    (times, most_kib)
}

#[test]
fn two_hundred_concurrent_solves_are_all_answered_and_right() {
    const CLIENTS: usize = 200;
    let server = TestServer::start();
    let goal = Goal::default().board(Shape::new(3, 3).unwrap()).unwrap();
    let mut generator = generate::Generator::new(&goal, generate::Kind::Uniform, 1).unwrap();
    let boards: Vec<_> = (0..CLIENTS).map(|_| generator.board()).collect();
    let start = Barrier::new(CLIENTS);
    let done = AtomicBool::new(false);
    // Every fourth is slow.
    let solve = |number: usize, board: &Board| {
        let algorithm = if number.is_multiple_of(4) { "bfs" } else { "astar" };
        let body = json!({"board": board.to_string(), "algorithm": algorithm});
        start.wait();
        let report = server.post("/api/solve", &body).ok();
        assert_eq!((&report["status"], &report["proof"]), (&json!("solved"), &json!("optimal")));
        let moves: Moves = report["moves"].as_str().unwrap().parse().unwrap();
        assert_eq!(verify(board, &goal, &moves), Ok(()));
    };
    let solve = &solve;
    let before_kib = resident_kib();
    let (times, most_kib) = std::thread::scope(|scope| {
        let health = scope.spawn(|| health_times(&server, &done));
        let clients: Vec<_> =
            boards.iter().enumerate().map(|(number, board)| scope.spawn(move || solve(number, board))).collect();
        let answered = clients.into_iter().map(|client| client.join()).filter(Result::is_ok).count();
        done.store(true, Ordering::Relaxed);
        assert_eq!(answered, CLIENTS);
        health.join().unwrap()
    });
    let [median, nearly_all, longest] = [50, 99, 100].map(|percent| times[(times.len() - 1) * percent / 100]);
    println!("health under load: median {median:?}, 99% {nearly_all:?}, longest {longest:?} of {}", times.len());
    println!("resident memory: {before_kib} KiB, at most {most_kib} KiB");
    // Two searches of 3x3 at a time, and two hundred clients; other tests of this process run
    // meanwhile.
    assert!(most_kib < before_kib + 512 * 1024, "{before_kib} KiB, at most {most_kib} KiB");
    assert_eq!(server.health()["finished"], CLIENTS);
}

#[test]
fn a_full_queue_says_try_again() {
    let server = TestServer::with(|options| {
        options.workers = NonZeroUsize::new(1);
        options.most_waiting = 2;
    });
    let endless = json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"});
    let mut held = Vec::new();
    for ahead in 0..=2 {
        let mut events = server.stream("/api/solve", &endless);
        assert_eq!(events.expect("accepted")["ahead"], ahead);
        held.push(events);
    }
    let refused = server.post("/api/solve", &endless);
    refused.problem(503);
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    // Quick work has a queue of its own.
    server.post("/api/explain", &json!({"board": "867254301"})).ok();
    drop(held);
    server.until_idle();
    server.post("/api/solve", &json!({"board": "867254301"})).ok();
}

/// As many jobs as may wait hold their connections, and the others are still answered.
#[test]
fn a_full_queue_leaves_connections_for_others() {
    let server = TestServer::start();
    let most = 2 + npuzzle_web::Options::default().most_waiting;
    let endless = json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"});
    let held: Vec<_> = (0..most).map(|_| server.begin("/api/solve", &endless, "")).collect();
    server.until(|health| health["running"] == 2 && health["waiting"] == most - 2);
    server.post("/api/solve", &endless).problem(503);
    server.health();
    server.post("/api/explain", &json!({"board": "867254301"})).ok();
    drop(held);
    server.until_idle();
}

/// Work that takes seconds waits with the searches, and does not keep those waiting who want an
/// answer at once.
#[test]
fn quick_work_does_not_wait_for_long_walks_or_searches() {
    const WALKS: usize = 12;
    let server = TestServer::start();
    let endless = json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"});
    let searches = [(); 2].map(|()| server.begin("/api/solve", &endless, ""));
    server.until(|health| health["running"] == 2);
    let walk = json!({"size": "100x100", "walk": 10_000_000});
    let described = json!({"board": "walk:100x100:10000000:1:1"});
    let walks: Vec<_> = [("/api/generate", &walk), ("/api/explain", &described)]
        .into_iter()
        .cycle()
        .take(WALKS)
        .map(|(path, body)| server.begin(path, body, ""))
        .collect();
    server.until(|health| health["running"] == 2 && health["waiting"] == WALKS);
    server.post("/api/explain", &json!({"board": "867254301"})).ok();
    server.post("/api/generate", &json!({"size": "4x4", "walk": 1000})).ok();
    assert_eq!(server.post("/api/solve", &json!({"board": "867254301"})).ok()["cost"], 31);
    let broken = json!({"heuristic": "max(pdb(7-8),", "board": "korf:1"});
    let problem = server.post("/api/heuristic", &broken).problem(400);
    assert_eq!(problem["place"]["field"], "heuristic");
    assert_eq!(server.health()["waiting"], WALKS);
    drop((searches, walks));
    server.until_idle();
}

/// A body of 50 MB is refused by its announced length, or as soon as it has come too far.
#[test]
fn a_huge_body_is_not_read() {
    const BYTES: usize = 50_000_000;
    let server = TestServer::start();
    let announced = format!("Content-Type: application/json\r\nContent-Length: {BYTES}\r\n\r\n");
    server.raw(&server.head("POST", "/api/solve", &announced)).problem(413);

    let mut stream = server.connect();
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(server.head("POST", "/api/solve", chunked).as_bytes()).unwrap();
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    let mut sent = 0;
    while sent < BYTES && stream.write_all(chunk.as_bytes()).is_ok() {
        sent += 1 << 16;
    }
    assert!(sent < BYTES, "all of it was read");

    // A client that stops to listen learns why.
    let mut stream = server.connect();
    stream.write_all(server.head("POST", "/api/solve", chunked).as_bytes()).unwrap();
    for _ in 0..20 {
        stream.write_all(chunk.as_bytes()).unwrap();
    }
    read_answer(&mut BufReader::new(stream)).problem(413);
}

#[test]
fn absurd_requests_are_refused() {
    let server = TestServer::start();
    let deep = |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    let heuristics = [deep("(", ")", 100_000), "(".repeat(500_000), deep("max(", ")", 50_000), deep("-", "", 100_000)];
    let mut requests = vec![
        ("/api/generate", json!({"size": "10000x10000"})),
        ("/api/generate", json!({"size": "100x100", "count": 1e9})),
        ("/api/generate", json!({"size": "3x3", "walk": "1e18"})),
        ("/api/generate", json!({"size": "3x3", "count": 1000, "walk": "1e7"})),
        ("/api/explain", json!({"board": "random:10000x10000:1"})),
        ("/api/explain", json!({"board": "random:100x100:100000:1"})),
        ("/api/explain", json!({"board": "1 ".repeat(200_000)})),
        ("/api/explain", json!({"board": "walk:3x3:10000000:1000:1"})),
        ("/api/solve", json!({"board": "0/".repeat(200_000)})),
        ("/api/compare", json!({"board": "random:3x3:1000:1", "algorithms": vec!["astar"; 11]})),
        ("/api/compare", json!({"board": "random:3x3:100000:1", "algorithms": ["astar"]})),
        (
            "/api/compare",
            json!({"boards": ["random:3x3:1000:1", "123456780", "random:3x3:2:1"], "algorithms": ["astar"]}),
        ),
        ("/api/compare", json!({"boards": ["random:3x3:1000:1", "korf"], "algorithms": ["astar"]})),
        ("/api/compare", json!({"boards": vec!["123456780"; 1001], "algorithms": ["astar"]})),
        ("/api/compare", json!({"boards": ["random:100x100:60", "random:100x100:60"], "algorithms": ["astar"]})),
        (
            "/api/compare",
            json!({"boards": vec!["walk:3x3:10000000:9:1"; 100], "algorithms": ["astar"], "time_limit": "1s"}),
        ),
        ("/api/compare", json!({"board": "867254301", "algorithms": vec!["astar"; 50_000]})),
        ("/api/trace", json!({"board": "867254301", "max_events": 1e9})),
        ("/api/solve", json!({"board": "867254301", "all": true, "max_solutions": 1e9})),
    ];
    for heuristic in &heuristics {
        requests.push(("/api/solve", json!({"board": "867254301", "heuristic": heuristic})));
        requests.push(("/api/heuristic", json!({"board": "867254301", "heuristic": heuristic})));
    }
    for (path, body) in requests {
        let answer = server.post(path, &body);
        assert_eq!(answer.status, 400, "{path} {}", body.to_string().chars().take(80).collect::<String>());
    }
    // JSON within JSON.
    let nested = format!("{{\"board\": {}}}", deep("[", "]", 100_000));
    server.post_text("/api/solve", &nested).problem(400);
    server.until_idle();
}

#[test]
fn slow_clients_are_dropped() {
    let server = TestServer::with(|options| options.patience.head = Duration::from_millis(100));
    // Nothing, half a head, and nothing after a whole request.
    read_until_closed(&mut server.connect());
    let mut half = server.connect();
    half.write_all(b"GET /api/health HTTP/1.1\r\nHost: ").unwrap();
    read_until_closed(&mut half);
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let answer = eventually(|| {
        // On a busy machine the client may be late with its request as well.
        let mut idle = server.connect();
        let sent = idle.write_all(request.as_bytes());
        let answer = read_until_closed(&mut idle);
        if answer.is_empty() { Err(format!("there is no answer: {sent:?}")) } else { Ok(answer) }
    });
    assert!(String::from_utf8(answer).unwrap().ends_with('}'));
}

#[test]
fn slow_bodies_are_refused() {
    let server = TestServer::with(|options| options.patience.body = Duration::ZERO);
    let body = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"board\":";
    server.raw(&server.head("POST", "/api/solve", body)).problem(408);
}

/// A client that asks for much and reads nothing does not hold a worker, and not its answer for
/// ever.
#[test]
fn a_client_that_does_not_read_is_dropped() {
    let server = TestServer::with(|options| {
        options.patience.write = Duration::from_millis(10);
        options.patience.answer = LONG;
    });
    let mut stream = server.begin("/api/trace", &large_trace(), "");
    server.until(|health| health["finished"] == 1);
    // What is sent to a connection that is closed comes back as an error.
    eventually(|| match stream.write_all(b"\n") {
        Ok(()) => Err("it stays open".to_owned()),
        Err(_) => Ok(()),
    });
}

/// A search of a large board that is written down until no more may be: an answer of some 20 MB,
/// more than the system holds for a client that does not read.
fn large_trace() -> serde_json::Value {
    json!({"board": "random:10x10:1:1", "algorithm": "bfs", "max_events": 200_000})
}

/// Large answers that are not read are bounded together, however many ask for them.
#[test]
fn slow_readers_do_not_fill_the_memory() {
    let server = TestServer::with(|options| {
        options.most_unsent = 32 << 20;
        (options.patience.write, options.patience.answer) = (LONG, LONG);
    });
    let first = server.begin("/api/trace", &large_trace(), "");
    server.until(|health| health["finished"] == 1);
    let second = server.post("/api/trace", &large_trace());
    second.problem(503);
    assert!(second.header("retry-after").is_some());
    let mut events = server.stream("/api/trace", &large_trace());
    assert_eq!(events.wait_for("problem")["status"], 503);
    assert!(events.next().is_none());
    // Small answers need no room.
    server.post("/api/solve", &json!({"board": "867254301"})).ok();
    let whole = read_answer(&mut BufReader::new(first));
    assert!(whole.body.len() > 16 << 20, "{}", whole.body.len());
    assert_eq!(whole.ok()["complete"], false);
    server.post("/api/trace", &large_trace()).ok();
    // A client that leaves gives its room back as well.
    let left = server.begin("/api/trace", &large_trace(), "");
    server.until(|health| health["finished"] == 6);
    server.post("/api/trace", &large_trace()).problem(503);
    drop(left);
    eventually(|| match server.post("/api/trace", &large_trace()).status {
        200 => Ok(()),
        _ => Err("its room is not given back".to_owned()),
    });
}

/// A client that has not read its answer when the time for all of it is over does not get the rest,
/// plain or as a stream.
#[test]
fn a_client_that_reads_slowly_is_dropped_in_the_end() {
    let patience = Duration::from_millis(500);
    let server = TestServer::with(|options| {
        options.patience.write = LONG;
        options.patience.answer = patience;
    });
    for (accept, sign) in [("", "\r\n\r\n"), ("Accept: text/event-stream\r\n", "event: result")] {
        let mut stream = server.begin("/api/trace", &large_trace(), accept);
        // Where this is, the answer has begun; a server that is late with it itself gives it up
        // before.
        let mut beginning = Vec::new();
        let mut byte = [0];
        while !beginning.ends_with(sign.as_bytes()) && matches!(stream.read(&mut byte), Ok(1)) {
            beginning.extend(byte);
        }
        // What the system holds until then is less than the whole.
        std::thread::sleep(2 * patience);
        let received = read_until_closed(&mut stream);
        assert!(received.len() < 16 << 20, "{} bytes came", received.len());
        assert!(!received.ends_with(b"}") && !received.ends_with(b"0\r\n\r\n"), "all of it came");
    }
}

/// Clients that never complete a request take all places, and the next one is answered all the
/// same: the one that has kept its place longest is closed.
#[test]
fn unfinished_requests_do_not_lock_others_out() {
    // More than there are places: see `SPARE_CONNECTIONS`.
    const CLIENTS: usize = 200;
    let body = "Content-Type: application/json\r\nContent-Length: 21\r\n\r\n";
    let health = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let explain = format!(
        "POST /api/explain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{body}{{\"board\":\"867254301\"}}"
    );
    // Nothing, a head without its end, and a body without its end.
    for (request, sent) in [(health, 0), (health, 30), (&explain, explain.len() - 5)] {
        let server = TestServer::with(|options| {
            options.workers = NonZeroUsize::new(1);
            options.most_waiting = 1;
            (options.patience.head, options.patience.body) = (LONG, LONG);
        });
        let mut slow: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let mut stream = server.connect();
                stream.write_all(&request.as_bytes()[..sent]).unwrap();
                stream
            })
            .collect();
        server.health();
        server.post("/api/solve", &json!({"board": "867254301"})).ok();
        assert_eq!(read_until_closed(&mut slow[0]), b"", "after {sent} bytes");
        // The latest has its place, and is answered when its request is complete.
        let mut last = slow.pop().unwrap();
        last.write_all(&request.as_bytes()[sent..]).unwrap();
        assert_eq!(read_answer(&mut BufReader::new(last)).status, 200, "after {sent} bytes");
    }
}

/// Connections that are kept for a next request go when others need their places.
#[test]
fn idle_connections_do_not_lock_others_out() {
    const CLIENTS: usize = 200;
    let server = TestServer::with(|options| {
        options.workers = NonZeroUsize::new(1);
        options.most_waiting = 1;
        options.patience.head = LONG;
    });
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut idle: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let mut reader = BufReader::new(server.connect());
            reader.get_mut().write_all(request.as_bytes()).unwrap();
            assert_eq!(read_answer(&mut reader).status, 200);
            reader
        })
        .collect();
    server.post("/api/solve", &json!({"board": "867254301"})).ok();
    assert_eq!(read_until_closed(idle[0].get_mut()), b"");
    let last = &mut idle[CLIENTS - 1];
    last.get_mut().write_all(request.as_bytes()).unwrap();
    assert_eq!(read_answer(last).status, 200);
}

#[test]
fn clients_that_vanish_leave_nothing_behind() {
    let server = TestServer::start();
    let endless = json!({"board": "korf24:1", "algorithm": "ida", "time_limit": "10m"}).to_string();
    for number in 0..50 {
        let mut stream = server.connect();
        let accept = if number % 2 == 0 { "Accept: text/event-stream\r\n" } else { "" };
        let request = server.post_request("/api/solve", &endless, accept);
        let part = if number % 3 == 0 { request.len() - 10 } else { request.len() };
        stream.write_all(&request.as_bytes()[..part]).unwrap();
    }
    server.until_idle();
    server.post("/api/solve", &json!({"board": "867254301"})).ok();
}

/// What follows a request does not hide that its client is gone: a stray line end, or the next
/// request. A client that closes only its sending side is taken for gone as well.
#[test]
fn clients_that_vanish_after_more_than_a_request_are_noticed() {
    let server = TestServer::start();
    let endless = json!({"board": "korf24:25", "algorithm": "ida", "time_limit": "10m"}).to_string();
    for accept in ["", "Accept: text/event-stream\r\n"] {
        let request = server.post_request("/api/solve", &endless, accept).replace("Connection: close\r\n", "");
        for more in ["\r\n", "x", &request] {
            for only_half in [false, true] {
                let mut stream = server.connect();
                stream.write_all(request.as_bytes()).unwrap();
                stream.write_all(more.as_bytes()).unwrap();
                server.until(|health| health["running"] == 1);
                if only_half {
                    stream.shutdown(std::net::Shutdown::Write).unwrap();
                }
                let still_open = only_half.then_some(stream);
                server.until_idle();
                drop(still_open);
            }
        }
    }
}
