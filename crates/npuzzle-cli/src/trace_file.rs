//! Trace files: JSON lines, a header first, then one event a line; several searches may follow one
//! another, each with its header.
//!
//! Files come from anywhere: lines are read one at a time and no longer than a line can be, and
//! whatever is wrong names the line.

use std::io::{self, BufRead, Read};

use npuzzle::core::Cost;
use npuzzle::core::Fraction;
use npuzzle::trace::{TraceEvent, TraceHeader};
use serde_json::Value;

use crate::failure::Failure;

/// A successor on a board of 100x100 is a line of 100 kB; with every letter escaped it is no longer
/// than this.
const LONGEST_LINE: u64 = 1 << 20;
/// Where a message shows a line, it shows its beginning.
const SHOWN_OF_A_LINE: usize = 60;
const HELP: &str = "help: `npuzzle solve BOARD --trace FILE` and `npuzzle search PROBLEM --trace FILE` write traces";

/// What is said where a trace ends and its search does not end with a solution. Costs are in parts
/// of one, `unit` of them.
pub fn without_a_solution(best: Option<Cost>, unit: u32) -> String {
    match best {
        None => "the trace ends without a solution: a limit ended the search, or there is none".to_owned(),
        Some(cost) => {
            let cost = Fraction::over(cost, unit);
            format!("the search was stopped; the best solution in the trace costs {cost}, without a proof")
        }
    }
}

/// A line of a trace file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Another trace begins.
    Header(TraceHeader),
    /// Something happened.
    Event(TraceEvent),
}

/// Reads a trace.
pub struct TraceReader<R> {
    source: R,
    name: String,
    /// Number of the line read last.
    line: u64,
    /// Where the next line begins.
    offset: u64,
    bytes: Vec<u8>,
    /// What the next line may be.
    expects: Expects,
    breaks_off: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expects {
    Header,
    /// Behind a header the search is named, or nothing was searched and another header follows.
    Search,
    Anything,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads from the beginning; `name` is for messages.
    pub fn new(source: R, name: &str) -> Self {
        let (line, offset) = (0, 0);
        let expects = Expects::Header;
        Self { source, name: name.to_owned(), line, offset, bytes: Vec::new(), expects, breaks_off: false }
    }

    /// Goes on at another place of the same source, which stands there already: a line that begins
    /// a scene.
    pub fn went_to(&mut self, offset: u64, line: u64) {
        (self.offset, self.line, self.breaks_off) = (offset, line, false);
        self.expects = if offset == 0 { Expects::Header } else { Expects::Anything };
    }

    pub fn source(&mut self) -> &mut R {
        &mut self.source
    }

    /// Where the next line begins: its byte, and how many lines are before it.
    pub fn place(&self) -> (u64, u64) {
        (self.offset, self.line)
    }

    /// Whether the last line was incomplete and left out: such is the file of a search that was
    /// killed.
    pub fn breaks_off(&self) -> bool {
        self.breaks_off
    }

    /// The next line, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<Line>, Failure> {
        loop {
            self.bytes.clear();
            let read = self.source.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut self.bytes);
            let count = read.map_err(|error| self.unreadable(&error))?;
            if count == 0 {
                return if self.expects == Expects::Header { Err(self.wrong_start("it is empty")) } else { Ok(None) };
            }
            self.line += 1;
            self.offset += count as u64;
            let is_complete = self.bytes.last() == Some(&b'\n');
            if count as u64 > LONGEST_LINE {
                return Err(match self.expects {
                    Expects::Header => self.wrong_start("its first line has no end"),
                    _ => self.wrong(&format!("is longer than {} MiB: no event is", LONGEST_LINE >> 20)),
                });
            }
            if self.bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            return match self.parsed() {
                Err(_) if !is_complete && self.expects != Expects::Header => {
                    self.breaks_off = true;
                    Ok(None)
                }
                line => line.map(Some),
            };
        }
    }

    fn parsed(&mut self) -> Result<Line, Failure> {
        if self.expects == Expects::Header {
            let header = self.header()?;
            self.expects = Expects::Search;
            return Ok(Line::Header(header));
        }
        match serde_json::from_slice(&self.bytes) {
            Ok(event) => {
                if self.expects == Expects::Search && !matches!(event, TraceEvent::Search { .. }) {
                    return Err(
                        self.wrong("should name the search, as in {\"event\":\"search\",\"algorithm\":\"astar\"}")
                    );
                }
                self.expects = Expects::Anything;
                Ok(Line::Event(event))
            }
            Err(error) => {
                let object: Value = serde_json::from_slice(&self.bytes).map_err(|_| self.no_object())?;
                if object.get("format").is_some() {
                    let header = self.header()?;
                    self.expects = Expects::Search;
                    return Ok(Line::Header(header));
                }
                if object.get("event").is_none() {
                    return Err(self.no_object());
                }
                // Its place in the line is of no use to the reader of the message.
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or(&reason);
                Err(self.wrong(&format!("is not an event of a trace: {reason}")))
            }
        }
    }

    fn header(&self) -> Result<TraceHeader, Failure> {
        let begins_with = || self.wrong_start(&format!("line {} is {}", self.line, self.shown()));
        let object: Value = serde_json::from_slice(&self.bytes).map_err(|_| begins_with())?;
        if object.get("format").and_then(Value::as_str) != Some(TraceHeader::FORMAT) {
            return Err(begins_with());
        }
        match object.get("version").and_then(Value::as_u64) {
            Some(version) if version == u64::from(TraceHeader::VERSION) => {}
            Some(version) => {
                let known = TraceHeader::VERSION;
                return Err(self.wrong(&format!(
                    "is the header of a trace of version {version}; this npuzzle reads version {known}\nhelp: record it again"
                )));
            }
            None => return Err(self.wrong("is the header of a trace without a version")),
        }
        serde_json::from_value(object).map_err(|error| self.wrong(&format!("is not a header of a trace: {error}")))
    }

    fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let plain: String = text.trim_end().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let begin: String = plain.chars().take(SHOWN_OF_A_LINE).collect();
        if begin.len() < plain.len() { format!("`{begin}...`") } else { format!("`{begin}`") }
    }

    fn no_object(&self) -> Failure {
        self.wrong(&format!("is {}: expected an event such as {{\"event\":\"bound\",\"bound\":20}}", self.shown()))
    }

    fn wrong(&self, reason: &str) -> Failure {
        Failure::Usage(format!("`{}`, line {}: the line {reason}", self.name, self.line))
    }

    fn wrong_start(&self, reason: &str) -> Failure {
        let expected = format!("a trace begins with {{\"format\":\"{}\", ...}}", TraceHeader::FORMAT);
        Failure::Usage(format!("`{}` is not a trace: {reason}, and {expected}\n{HELP}", self.name))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot read `{}`: {error}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use npuzzle::core::{Prune, Side};

    use super::*;

    const HEADER: &str = r#"{"format":"npuzzle-trace","version":1,"problem":"tiles(3x3)","start":"s","goals":["g"],"algorithm":"astar","heuristic":null,"cost_unit":1}"#;
    const SEARCH: &str = r#"{"event":"search","algorithm":"astar"}"#;

    fn read(bytes: &[u8]) -> (Vec<Line>, Result<bool, String>) {
        let mut reader = TraceReader::new(bytes, "file");
        let mut lines = Vec::new();
        loop {
            match reader.next() {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => return (lines, Ok(reader.breaks_off())),
                Err(failure) => return (lines, Err(failure.to_string())),
            }
        }
    }

    fn refused(text: &str) -> String {
        read(text.as_bytes()).1.expect_err(text)
    }

    #[test]
    fn what_is_written_is_read() {
        let name = || "1 2 3/\"ä\"".to_owned();
        let mut events = vec![
            TraceEvent::Search { algorithm: "astar".to_owned() },
            TraceEvent::Root { state: name(), h: 1, side: Side::Forward },
            TraceEvent::Expand { state: name(), g: 0, h: u32::MAX, f: u32::MAX, side: Side::Backward },
            TraceEvent::Generate { parent: name(), op: None, state: name(), g: 1, h: 2, f: 3 },
            TraceEvent::Generate { parent: name(), op: Some(name()), state: name(), g: 1, h: 2, f: 3 },
            TraceEvent::Reopen,
            TraceEvent::Forget { state: name(), f: 9 },
            TraceEvent::Bound { bound: 20 },
            TraceEvent::Met { cost: 3 },
            TraceEvent::Improved { cost: 4 },
            TraceEvent::Solved { cost: 5 },
        ];
        events.extend(Prune::ALL.map(|reason| TraceEvent::Prune { reason }));
        let mut text = HEADER.to_owned() + "\n";
        events.iter().for_each(|event| text += &format!("{}\n", serde_json::to_string(event).unwrap()));
        // Several boards follow one another; one was not searched at all.
        text += &format!("\r\n{HEADER}\n{HEADER}\r\n{SEARCH}");
        let (lines, end) = read(text.as_bytes());
        assert_eq!(end, Ok(false));
        let header = |line: &Line| matches!(line, Line::Header(header) if header.problem == "tiles(3x3)");
        assert!(header(&lines[0]));
        let wanted: Vec<Line> = events.iter().cloned().map(Line::Event).collect();
        assert_eq!(lines[1..=events.len()], wanted);
        assert!(lines[events.len() + 1..events.len() + 3].iter().all(header));
        assert_eq!(lines.len(), events.len() + 4);
    }

    #[test]
    fn what_is_no_trace_is_refused_with_the_reason() {
        for (text, words) in [
            ("", "is not a trace: it is empty"),
            ("\n\n", "is not a trace: it is empty"),
            ("hello\n", "is not a trace: line 1 is `hello`"),
            ("[1,2]\n", "is not a trace"),
            ("{\"status\":\"solved\"}\n", "a trace begins with"),
            ("\0\u{1}\u{2}\n", "is not a trace: line 1 is `???`"),
            (SEARCH, "is not a trace"),
            (&HEADER.replace("\"version\":1", "\"version\":2"), "version 2; this npuzzle reads version 1"),
            (&HEADER.replace("\"version\":1", "\"version\":-1"), "without a version"),
            (&HEADER.replace("\"start\":\"s\",", ""), "missing field `start`"),
        ] {
            let message = refused(text);
            assert!(message.contains(words) && message.contains("`file`"), "{message}");
        }
        assert!(read(b"\xff\xfe\n").1.unwrap_err().contains("is not a trace"));
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (line, words) in [
            (r#"{"event":"dance"}"#, "unknown variant `dance`"),
            (r#"{"event":"bound","bound":4294967296}"#, "invalid value"),
            (r#"{"event":"bound","bound":-1}"#, "invalid value"),
            (r#"{"event":"bound"}"#, "missing field `bound`"),
            (r#"{"event":"prune","reason":"bad"}"#, "unknown variant `bad`"),
            (r#"{"event":5}"#, "is not an event"),
            (r#"{"a":5}"#, "expected an event such as"),
            ("nonsense", "is `nonsense`"),
            ("[]", "is `[]`"),
        ] {
            let message = refused(&format!("{HEADER}\n{SEARCH}\n{line}\n"));
            assert!(message.contains(words) && message.contains("`file`, line 3"), "{message}");
        }
        assert!(refused(&format!("{HEADER}\n{{\"event\":\"reopen\"}}\n")).contains("should name the search"));
        let deep = format!("{HEADER}\n{SEARCH}\n{}\n", "[".repeat(100_000));
        assert!(refused(&deep).contains("line 3"));
    }

    #[test]
    fn a_line_without_an_end_is_not_read_to_it() {
        let endless = |start: &str| {
            let source = io::BufReader::new(io::Cursor::new(start.to_owned()).chain(io::repeat(b'x')));
            let mut reader = TraceReader::new(source, "file");
            loop {
                match reader.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("there is no end"),
                    Err(failure) => return failure.to_string(),
                }
            }
        };
        assert!(endless("").contains("its first line has no end"));
        assert!(endless(&format!("{HEADER}\n{SEARCH}\n")).contains("line 3: the line is longer than 1 MiB"));
    }

    /// Such is the file of a search that was killed, or what `head -c` leaves.
    #[test]
    fn a_last_line_that_breaks_off_is_left_out() {
        let text = format!("{HEADER}\n{SEARCH}\n{{\"event\":\"bound\",\"bound\":20}}");
        for cut in 0..text.len() {
            let (lines, end) = read(&text.as_bytes()[..cut]);
            match cut {
                _ if cut < HEADER.len() => assert!(end.is_err(), "{cut}"),
                _ => assert!(end.is_ok() && lines.len() <= 2, "{cut}: {end:?}"),
            }
        }
    }
}
