//! `POST /api/trace`: a search with everything it does.

use npuzzle::catalogue::trace::{TraceEvent, TraceHeader};
use npuzzle::catalogue::{Report, solve_traced};
use npuzzle::front::units;
use serde::Serialize;

use crate::app::amount;
use crate::bodies::TraceBody;
use crate::desk::Desk;
use crate::pool::LaneName;
use crate::problem::Problem;
use crate::question::Question;
use crate::work::Work;

/// So many events are written down if nobody says.
pub const USUAL_EVENTS: usize = 50_000;
/// More are not written down.
const MOST_EVENTS: usize = 200_000;
/// Nor are events whose states together take more than this: one state of a 100x100 board is a text of 49 kB.
const MOST_BYTES: usize = 16 << 20;

/// Solves a board and writes down every step.
pub struct Trace;

/// A search with everything it did.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TraceAnswer {
    /// What was searched, and how.
    pub header: TraceHeader,
    /// Everything the search did.
    pub events: Vec<TraceEvent>,
    /// Whether these are all events there were.
    pub complete: bool,
    /// The answer of the search.
    pub report: Report,
}

impl Work for Trace {
    const PATH: &'static str = "/api/trace";
    const SUMMARY: &'static str = "Solve a board and write down everything the search does";
    const EXAMPLE: &'static str = r#"{"board": "1 2 3/4 0 6/7 5 8", "algorithm": "astar", "max_events": 1000}"#;
    const STREAMS: bool = true;
    type Body = TraceBody;
    type Answer = TraceAnswer;

    fn lane(_: &TraceBody) -> LaneName {
        LaneName::Long
    }

    fn run(body: TraceBody, desk: &Desk) -> Result<TraceAnswer, Problem> {
        let question = Question::from(&body);
        let most = amount("max_events", body.max_events.as_ref(), |text| match units::positive(text)? {
            most if most > MOST_EVENTS as u64 => {
                Err(format!("`{text}` is more than a trace may hold: expected at most {MOST_EVENTS} events"))
            }
            most => Ok(most as usize),
        })?;
        let mut book = Book { events: Vec::new(), bytes: 0, most: most.unwrap_or(USUAL_EVENTS), is_full: false };
        let request = question.request(&desk.limits(&question.limits)?)?;
        let wrong = |error| Problem::request(&error, &question.named());
        let header = TraceHeader::of(&request).map_err(wrong)?;
        let answer = solve_traced(&request, &mut desk.watcher(), &mut |event| {
            if !book.write(event) {
                desk.stop();
            }
        });
        let mut report = answer.map_err(wrong)?;
        if book.is_full && report.reason.is_some() {
            report.reason = Some(format!("the search was stopped after {} events were recorded", book.events.len()));
        }
        Ok(TraceAnswer { header, events: book.events, complete: !book.is_full, report })
    }
}

/// Where events are written down.
struct Book {
    events: Vec<TraceEvent>,
    bytes: usize,
    most: usize,
    is_full: bool,
}

impl Book {
    /// Writes an event down if there is room for it.
    fn write(&mut self, event: &TraceEvent) -> bool {
        let bytes = match event {
            TraceEvent::Generate { parent, state, .. } => parent.len() + state.len(),
            TraceEvent::Expand { state, .. } | TraceEvent::Root { state, .. } | TraceEvent::Forget { state, .. } => {
                state.len()
            }
            _ => 0,
        };
        self.is_full |= self.events.len() == self.most || self.bytes + bytes > MOST_BYTES;
        if !self.is_full {
            self.bytes += bytes;
            self.events.push(event.clone());
        }
        !self.is_full
    }
}
