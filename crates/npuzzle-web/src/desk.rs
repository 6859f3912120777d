//! Answers questions where they are asked: without a server, without a queue, on this thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use npuzzle::core::{Limits, TableCache};

use crate::endpoints::{self, Source};
use crate::events::{ClientWatch, Listener};
#[cfg(feature = "server")]
use crate::problem::Kind;
use crate::problem::Problem;
use crate::terms::Share;

/// Answers the questions of the addresses, one at a time. Tables stay from one to the next.
pub struct Desk {
    /// The limits that work starts from.
    pub usual_limits: Limits,
    /// Bytes that work may take.
    pub memory: u64,
    /// Bytes that tables may take when the work that made them is done.
    pub room_of_tables: u64,
}

impl Desk {
    /// Answers a request to an address such as `/api/goals?size=3x3`, with JSON: the answer, or the
    /// problem. A stream is told to the listener, but for its last event.
    ///
    /// To set `cancel` ends the work with what it knows.
    pub fn answer(
        &self,
        address: &str,
        body: &[u8],
        listener: &dyn Listener,
        cancel: &Arc<AtomicBool>,
    ) -> Result<String, String> {
        self.answered(address, body, listener, cancel).map_err(Problem::json)
    }

    fn answered(
        &self,
        address: &str,
        body: &[u8],
        listener: &dyn Listener,
        cancel: &Arc<AtomicBool>,
    ) -> Result<String, Problem> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let read = match endpoints::find(path)?.source {
            Source::Fact(tell) => return tell(query),
            Source::Work(read) => read,
            #[cfg(feature = "server")]
            Source::Server(_) => return Err(Problem::new(Kind::NotFound, "only a server answers here")),
        };
        let question = read(body)?;
        question.glance()?;
        let table_cache: &TableCache = &self.usual_limits.table_cache;
        table_cache.limit_room(self.room_of_tables);
        let usual = Limits { cancel: Some(Arc::clone(cancel)), ..self.usual_limits.clone() };
        let one = NonZeroUsize::MIN;
        let terms = Share { memory: self.memory, threads: one, most_threads: one }.terms(&question.limits(), usual)?;
        question.warm_up(&terms);
        let answer = question.answer(&terms, &mut ClientWatch::new(listener, Arc::clone(cancel)));
        // What is noted about tables is for those who run one command; here it would pile up.
        drop(table_cache.take_notes());
        answer
    }
}
