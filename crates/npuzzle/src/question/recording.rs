//! The events of a search, kept for an answer.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::front::units;
use crate::question::fields::amount;
use crate::question::refusal::Refusal;
use crate::question::terms::Caps;
use crate::question::texts::Amount;
use crate::question::watch::Followed;
use crate::trace;
use crate::trace::{TraceEvent, TraceHeader};

/// So many events are recorded unless the question says how many.
pub const RECORDED_EVENTS: usize = 50_000;

/// Follows a search, and keeps its events unless watchers take them.
pub(super) struct Recording<'r, 'f, 'w> {
    pub followed: Followed<'f, 'w>,
    pub book: Option<&'r mut Book>,
    pub header: TraceHeader,
}

impl trace::Trace for Recording<'_, '_, '_> {
    fn begins(&mut self, header: &TraceHeader) {
        self.header.clone_from(header);
        self.followed.begins(header);
    }

    fn state(&mut self, name: &str, draw: &dyn Fn() -> String) {
        if let Some(book) = &mut self.book {
            book.draw(name, draw);
        }
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
pub(super) struct Book {
    pub events: Vec<TraceEvent>,
    /// The drawings of the states by their names, if they are wanted.
    pub drawings: Option<BTreeMap<String, String>>,
    pub is_full: bool,
    bytes: usize,
    most: usize,
    most_bytes: usize,
}

impl Book {
    /// A book for so many events, without drawings.
    pub fn new(max_events: Option<&Amount>, caps: &Caps) -> Result<Self, Refusal> {
        let most = amount("max_events", max_events, |text| match units::positive(text)? {
            most if most > caps.events as u64 => {
                Err(format!("`{text}` is more than a trace may hold: expected at most {} events", caps.events))
            }
            most => Ok(most as usize),
        })?;
        Ok(Self { most: most.unwrap_or(RECORDED_EVENTS), most_bytes: caps.event_bytes, ..Self::default() })
    }

    /// The reason of a search that ended because the book was full.
    pub fn explain(&self, reason: &mut Option<String>) {
        if self.is_full && reason.is_some() {
            *reason = Some(format!("the search was stopped after {} events were recorded", self.events.len()));
        }
    }

    /// Keeps the drawing of a state, if drawings are wanted and there is room for it.
    fn draw(&mut self, name: &str, draw: &dyn Fn() -> String) {
        let Some(drawings) = self.drawings.as_mut().filter(|drawings| !drawings.contains_key(name)) else { return };
        let drawing = draw();
        let bytes = name.len() + drawing.len();
        if self.bytes + bytes <= self.most_bytes {
            self.bytes += bytes;
            drawings.insert(name.to_owned(), drawing);
        }
    }

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
