//! Other origins can neither drive the interface nor read from it, and every answer is sealed.

mod common;

use common::{Answer, TestServer};
use serde_json::json;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

fn is_sealed(answer: &Answer) {
    assert_eq!(answer.header("content-security-policy"), Some(POLICY));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
    assert!(answer.header("cache-control").is_some());
    assert!(!answer.headers.iter().any(|(name, _)| name.starts_with("access-control-")), "{:?}", answer.headers);
    assert!(answer.header("server").is_none());
}

#[test]
fn every_kind_of_answer_is_sealed() {
    let server = TestServer::start();
    let answers = [
        server.get("/"),
        server.get("/?board=867254301"),
        server.get("/nothing"),
        server.get("/api/nothing"),
        server.get("/api/health"),
        server.get("/api/catalogue"),
        server.get("/api/openapi.json"),
        server.get("/api/goals?size=3x3"),
        server.get("/api/goals?size=x"),
        server.get("/api/solve"),
        server.post("/api/solve", &json!({"board": "867254301"})),
        server.post("/api/solve", &json!({"board": "1"})),
        server.post("/api/stop", &json!({"job": "1"})),
        server.raw("GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n"),
        server.raw(&(server.head("GET", "/", "Origin: http://example.com\r\n") + "\r\n")),
        server.raw(&(server.head("OPTIONS", "/api/solve", "") + "\r\n")),
    ];
    answers.iter().for_each(is_sealed);
}

#[test]
fn the_page_is_served_and_can_be_kept() {
    let server = TestServer::start();
    let page = server.get("/?any=thing");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = format!("If-None-Match: {}\r\n\r\n", page.header("etag").unwrap());
    let again = server.raw(&server.head("GET", "/", &tag));
    assert_eq!((again.status, again.body.len()), (304, 0));
    let head = server.connect();
    drop(head);
    server.post("/", &json!({})).problem(405);
}

#[test]
fn other_hosts_are_refused() {
    let server = TestServer::with(|options| options.host_names = vec!["lab.local".to_owned()]);
    let port = server.address.port();
    let asked = |host: &str| {
        server.raw(&format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).status
    };
    for host in
        [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}"), "lab.local".to_owned()]
    {
        assert_eq!(asked(&host), 200, "{host}");
    }
    for host in [
        "example.com",
        "attacker.example:7315",
        "localhost.example.com",
        "127.0.0.1.nip.io",
        "",
        "other.local",
        "user@127.0.0.1",
        "user:word@localhost",
    ] {
        assert_eq!(asked(host), 421, "{host}");
    }
    assert_eq!(server.raw("GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n").status, 421);
    let twice = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: example.com\r\nConnection: close\r\n\r\n");
    assert_eq!(server.raw(&twice).status, 421);
    let absolute = format!("GET http://example.com/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.raw(&absolute).status, 421);
}

#[test]
fn other_origins_are_refused() {
    let server = TestServer::start();
    let own = format!("http://{}", server.address);
    let body = json!({"board": "867254301"}).to_string();
    let asked = |origin: &str| server.raw(&server.post_request("/api/solve", &body, &format!("Origin: {origin}\r\n")));
    assert_eq!(asked(&own).status, 200);
    for origin in
        ["null", "http://example.com", "http://localhost:1", &own.replace("http:", "https:"), &(own.clone() + ".evil")]
    {
        let refused = asked(origin);
        assert!(refused.problem(403)["detail"].as_str().unwrap().contains(&own), "{origin}");
    }
    // A preflight gets no permission.
    let preflight = "Origin: http://example.com\r\nAccess-Control-Request-Method: POST\r\n\r\n";
    server.raw(&server.head("OPTIONS", "/api/solve", preflight)).problem(403);
    let refused = server.raw(&(server.head("OPTIONS", "/api/solve", "") + "\r\n"));
    refused.problem(405);
    assert_eq!(refused.header("allow"), Some("POST"));
}

/// What a form or an image of another page can send without asking is not understood.
#[test]
fn only_json_is_read() {
    let server = TestServer::start();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""] {
        let head = format!("Content-Type: {kind}\r\nContent-Length: 2\r\n\r\n{{}}");
        server.raw(&server.head("POST", "/api/solve", &head)).problem(415);
    }
    server.raw(&server.head("POST", "/api/solve", "Content-Length: 2\r\n\r\n{}")).problem(415);
    let utf8 = "Content-Type: Application/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}";
    server.raw(&server.head("POST", "/api/solve", utf8)).problem(400);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = TestServer::start();
    for path in [
        "/../Cargo.toml",
        "/../src/lib.rs",
        "/js/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/js",
        "/js/",
        "/.git/config",
        "/index.html/",
        "/C:/x.js",
        "/%00.js",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        is_sealed(&answer);
    }
    // Words that look like files are not read either.
    for board in ["/etc/passwd", "../../Cargo.toml", "-", "Cargo.toml"] {
        server.post("/api/explain", &json!({"board": board})).problem(400);
    }
}
