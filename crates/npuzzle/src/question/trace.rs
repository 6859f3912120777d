//! A search with everything it does.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use crate::answer::{Report, solve};
use crate::core::Limits;
use crate::front::units;
use crate::question::fields::{BoardFields, LimitFields, amount};
use crate::question::refusal::Refusal;
use crate::question::solve::Means;
use crate::question::texts::{Amount, BoardText};
use crate::question::watch::Followed;
use crate::question::{Ask, Terms, Watch};
use crate::trace;
use crate::trace::{TraceEvent, TraceHeader};

/// So many events are recorded unless the question says how many.
pub const RECORDED_EVENTS: usize = 50_000;

/// Solve a board and record everything the search does.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The board
    pub board: BoardText,
    #[serde(flatten)]
    pub boards: BoardFields,
    #[serde(flatten)]
    pub means: Means,
    #[serde(flatten)]
    pub limits: LimitFields,
    /// How many events are recorded at most; the search is stopped there [default: 50000]
    pub max_events: Option<Amount>,
}

/// A search with everything it did.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl Ask for Trace {
    type Answer = TraceAnswer;

    fn limits(&self) -> LimitFields {
        self.limits.clone()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<TraceAnswer, Refusal> {
        let caps = &terms.caps;
        let most = amount("max_events", self.max_events.as_ref(), |text| match units::positive(text)? {
            most if most > caps.events as u64 => {
                Err(format!("`{text}` is more than a trace may hold: expected at most {} events", caps.events))
            }
            most => Ok(most as usize),
        })?;
        let mut book = Book { most: most.unwrap_or(RECORDED_EVENTS), most_bytes: caps.event_bytes, ..Book::default() };
        let cancel = terms.limits.cancel.clone().unwrap_or_default();
        let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..terms.limits.clone() };
        let request = self.means.request(&self.board, &self.boards, &limits, terms)?;
        let wrong = |error| Refusal::request(&error, &self.means.named(&self.boards));
        let is_kept = !watch.takes_events();
        let watch = RefCell::new(watch);
        let followed = Followed { watch: &watch, cancel };
        let mut recording = Recording { followed, book: is_kept.then_some(&mut book), header: TraceHeader::default() };
        let answer = solve(&request, &mut |progress| watch.borrow_mut().progress(progress), Some(&mut recording));
        let header = recording.header;
        let mut report = answer.map_err(wrong)?;
        if book.is_full && report.reason.is_some() {
            report.reason = Some(format!("the search was stopped after {} events were recorded", book.events.len()));
        }
        Ok(TraceAnswer { header, events: book.events, complete: !book.is_full, report })
    }
}

/// Follows a search, and keeps its events unless watchers take them.
struct Recording<'r, 'f, 'w> {
    followed: Followed<'f, 'w>,
    book: Option<&'r mut Book>,
    header: TraceHeader,
}

impl trace::Trace for Recording<'_, '_, '_> {
    fn begins(&mut self, header: &TraceHeader) {
        self.header.clone_from(header);
        self.followed.begins(header);
    }

    fn event(&mut self, event: &TraceEvent) {
        match self.book.as_mut().is_none_or(|book| book.write(event)) {
            true => self.followed.event(event),
            false => self.followed.cancel.store(true, Ordering::Relaxed),
        }
    }
}

/// The events that are recorded.
#[derive(Default)]
struct Book {
    events: Vec<TraceEvent>,
    bytes: usize,
    most: usize,
    most_bytes: usize,
    is_full: bool,
}

impl Book {
    /// Records an event if there is room for it.
    fn write(&mut self, event: &TraceEvent) -> bool {
        let bytes = match event {
            TraceEvent::Generate { parent, state, .. } => parent.len() + state.len(),
            TraceEvent::Expand { state, .. } | TraceEvent::Root { state, .. } | TraceEvent::Forget { state, .. } => {
                state.len()
            }
            _ => 0,
        };
        self.is_full |= self.events.len() == self.most || self.bytes + bytes > self.most_bytes;
        if !self.is_full {
            self.bytes += bytes;
            self.events.push(event.clone());
        }
        !self.is_full
    }
}
