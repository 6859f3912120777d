//! A server in this process, and a client that speaks just enough HTTP to test it: whole requests,
//! raw bytes, and streams of events.

// Every test binary uses a part of it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use npuzzle_web::{Options, Server, Stopper};
use serde_json::Value;

/// No answer takes longer than this, on the busiest machine either: what takes longer hangs.
/// Searches that tests keep running take ten minutes, so a test fails where an answer waits for
/// them.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Resident memory of this process, which the server is part of; zero where the system does not
/// tell.
pub fn resident_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// A server at a free port; it ends when it is dropped.
pub struct TestServer {
    pub client: Client,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub fn start() -> Self {
        Self::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut Options)) -> Self {
        let workers = std::num::NonZeroUsize::new(2);
        let mut options = Options { port: Some(0), workers, memory: 1 << 30, ..Options::default() };
        change(&mut options);
        let server = Server::bind(options).unwrap();
        let (client, stopper) = (Client { address: server.address() }, server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self { client, stopper, thread: Some(thread) }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || ended.is_none_or(|ended| ended.is_ok()));
    }
}

impl std::ops::Deref for TestServer {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Asks a server.
#[derive(Clone, Copy)]
pub struct Client {
    pub address: SocketAddr,
}

/// What a server answers.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        found.next().map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The answer of a request that was understood.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.json()
    }

    /// The problem object of a request that was not.
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["type"].as_str().unwrap().starts_with("urn:npuzzle:"), "{problem}");
        assert!(!problem["title"].as_str().unwrap().is_empty());
        problem
    }
}

impl Client {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request and does not wait for the answer.
    pub fn begin(&self, path: &str, body: &Value, more: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.post_request(path, &body.to_string(), more).as_bytes()).unwrap();
        stream
    }

    /// Sends bytes and reads one answer.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        read_answer(&mut BufReader::new(stream))
    }

    pub fn head(&self, method: &str, path: &str, more: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}", self.address)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw(&(self.head("GET", path, "") + "\r\n"))
    }

    pub fn post_request(&self, path: &str, body: &str, more: &str) -> String {
        let more = format!("Content-Type: application/json\r\nContent-Length: {}\r\n{more}\r\n{body}", body.len());
        self.head("POST", path, &more)
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        self.raw(&self.post_request(path, body, ""))
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    /// A stream of events.
    pub fn stream(&self, path: &str, body: &Value) -> Events {
        let mut reader = BufReader::new(self.begin(path, body, "Accept: text/event-stream\r\n"));
        let head = read_head(&mut reader);
        assert_eq!(head.status, 200);
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
        assert_eq!(head.header("transfer-encoding"), Some("chunked"));
        Events { lines: BufReader::new(Chunks { reader, left: 0, ended: false }) }
    }

    pub fn health(&self) -> Value {
        self.get("/api/health").ok()
    }

    /// Waits until the server's health is as expected.
    pub fn until(&self, expected: impl Fn(&Value) -> bool) {
        eventually(|| {
            let health = self.health();
            if expected(&health) { Ok(()) } else { Err(health.to_string()) }
        });
    }

    pub fn until_idle(&self) {
        self.until(|health| health["running"] == 0 && health["waiting"] == 0);
    }
}

/// Tries again until it succeeds. The error of the last try says what hangs.
pub fn eventually<T>(mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let began = Instant::now();
    loop {
        match attempt() {
            Ok(value) => return value,
            Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a server sends until it closes the connection. A connection that is cut off is closed as
/// well, and one that stays open hangs.
pub fn read_until_closed(stream: &mut TcpStream) -> Vec<u8> {
    let mut received = Vec::new();
    if let Err(error) = stream.read_to_end(&mut received) {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "it stays open: {error}");
    }
    received
}

fn read_line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

fn read_head(reader: &mut impl BufRead) -> Answer {
    let line = read_line(reader);
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status in {line:?}"));
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader);
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Answer { status, headers, body: Vec::new() }
}

/// Reads an answer to its end.
pub fn read_answer(reader: &mut impl BufRead) -> Answer {
    let mut answer = read_head(reader);
    if let Some(length) = answer.header("content-length").map(|length| length.parse().unwrap()) {
        answer.body = vec![0; length];
        reader.read_exact(&mut answer.body).unwrap();
    } else if answer.header("transfer-encoding") == Some("chunked") {
        let mut body = Vec::new();
        Chunks { reader, left: 0, ended: false }.read_to_end(&mut body).unwrap();
        answer.body = body;
    }
    answer
}

/// The bytes of a chunked body.
struct Chunks<R> {
    reader: R,
    left: usize,
    ended: bool,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 && !self.ended {
            let line = read_line(&mut self.reader);
            self.left = usize::from_str_radix(&line, 16).map_err(|_| ErrorKind::UnexpectedEof)?;
            self.ended = self.left == 0;
        }
        if self.ended {
            return Ok(0);
        }
        let most = buffer.len().min(self.left);
        let read = self.reader.read(&mut buffer[..most])?;
        self.left -= read;
        if self.left == 0 {
            read_line(&mut self.reader);
        }
        Ok(read)
    }
}

/// The events of a stream. Dropped, it closes the connection.
pub struct Events {
    lines: BufReader<Chunks<BufReader<TcpStream>>>,
}

/// Comments are skipped; each event is a name and its data.
impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        let mut data = String::new();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            match line.trim_end_matches('\n') {
                "" if data.is_empty() => {}
                "" => return Some((name, serde_json::from_str(&data).unwrap())),
                line if line.starts_with(':') => {}
                line => match line.split_once(": ").unwrap() {
                    ("event", value) => value.clone_into(&mut name),
                    ("data", value) => data += value,
                    other => panic!("unexpected field {other:?}"),
                },
            }
        }
    }
}

impl Events {
    /// The data of the next event, which must have this name.
    pub fn expect(&mut self, expected: &str) -> Value {
        let (name, data) = self.next().unwrap_or_else(|| panic!("the stream ended before `{expected}`"));
        assert_eq!(name, expected, "{data}");
        data
    }

    /// The data of the next event of this name.
    pub fn wait_for(&mut self, expected: &str) -> Value {
        let found = self.find(|(name, _)| name == expected);
        found.unwrap_or_else(|| panic!("the stream ended before `{expected}`")).1
    }
}
