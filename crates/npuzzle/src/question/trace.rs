//! A search with everything it does.

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::answer::{Report, solve};
use crate::core::Limits;
use crate::question::fields::{BoardFields, LimitFields};
use crate::question::recording::{Book, Recording};
use crate::question::refusal::Refusal;
use crate::question::solve::Means;
use crate::question::texts::{Amount, BoardText};
use crate::question::watch::Followed;
use crate::question::{Ask, Terms, Watch};
use crate::trace::{TraceEvent, TraceHeader};

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
        let mut book = Book::new(self.max_events.as_ref(), &terms.caps)?;
        let cancel = terms.limits.cancel.clone().unwrap_or_default();
        let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..terms.limits.clone() };
        let request = self.means.request(&self.board, &self.boards, &limits, (terms, true))?;
        let wrong = |error| Refusal::request(&error, &self.means.named(&self.boards));
        let is_kept = !watch.takes_events();
        let watch = RefCell::new(watch);
        let followed = Followed { watch: &watch, cancel };
        let mut recording = Recording { followed, book: is_kept.then_some(&mut book), header: TraceHeader::default() };
        let answer = solve(&request, &mut |progress| watch.borrow_mut().progress(progress), Some(&mut recording));
        let header = recording.header;
        let mut report = answer.map_err(wrong)?;
        book.explain(&mut report.reason);
        Ok(TraceAnswer { header, events: book.events, complete: !book.is_full, report })
    }
}
