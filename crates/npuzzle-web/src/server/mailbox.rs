//! Between a worker and the connection that waits for it. The worker never waits: of progress only
//! the latest is kept, and what must not be missed holds no more than the answer itself.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use serde::Serialize;

use crate::events::Listener;
use crate::problem::Problem;
use crate::server::unsent::{SMALL, Unsent};

/// The end of a job: the answer as JSON, or why there is none.
pub type Ending = Result<Bytes, Problem>;

/// An event of a stream.
#[derive(Debug)]
pub enum Event {
    /// Its name, and its data as JSON on one line.
    Told(&'static str, String),
    /// The last one.
    Ended(Ending),
}

#[derive(Default)]
struct Letters {
    kept: VecDeque<(&'static str, String)>,
    progress: Option<String>,
    ending: Option<Ending>,
    ended: Option<Instant>,
    waker: Option<Waker>,
}

/// Holds what a worker has to say until it is read.
#[derive(Default)]
pub struct Mailbox(Mutex<Letters>);

impl Mailbox {
    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, put: impl FnOnce(&mut Letters)) {
        let mut letters = self.letters();
        put(&mut letters);
        let waker = letters.waker.take();
        drop(letters);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// An event that must be read.
    pub fn tell(&self, name: &'static str, data: &impl Serialize) {
        // Only maps with keys that are no texts cannot be written, and there are none.
        let Ok(data) = serde_json::to_string(data) else { return };
        self.hear(name, data);
    }

    /// The job has ended. From now on all that is here needs room among the unsent; if there is
    /// none, the answer is that.
    pub fn end(&self, ending: Result<String, Problem>, unsent: &Unsent) {
        self.put(|letters| {
            let kept = letters.kept.iter().map(|(_, data)| data.len()).sum();
            let ending = ending.and_then(|answer| unsent.hold(answer, kept));
            if ending.is_err() && kept > SMALL {
                // The first of all events says that the job was accepted.
                letters.kept.truncate(1);
            }
            letters.ending = Some(ending);
            letters.ended = Some(Instant::now());
        });
    }

    /// Whether the job ended this long ago, or longer.
    pub fn ended_before(&self, patience: Duration) -> bool {
        self.letters().ended.is_some_and(|ended| ended.elapsed() >= patience)
    }

    /// The next event, the last one once.
    pub fn poll_event(&self, context: &mut Context<'_>) -> Poll<Event> {
        let mut letters = self.letters();
        if let Some((name, data)) = letters.kept.pop_front() {
            return Poll::Ready(Event::Told(name, data));
        }
        if let Some(ending) = letters.ending.take() {
            return Poll::Ready(Event::Ended(ending));
        }
        if let Some(data) = letters.progress.take() {
            return Poll::Ready(Event::Told("progress", data));
        }
        letters.waker = Some(context.waker().clone());
        Poll::Pending
    }

    /// Waits for the end and nothing else.
    pub async fn ending(&self) -> Ending {
        loop {
            if let Event::Ended(ending) = poll_fn(|context| self.poll_event(context)).await {
                return ending;
            }
        }
    }
}

impl Listener for Mailbox {
    fn hear(&self, event: &'static str, data: String) {
        self.put(|letters| letters.kept.push_back((event, data)));
    }

    /// A slow reader misses some of it.
    fn hear_progress(&self, data: String) {
        self.put(|letters| letters.progress = Some(data));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(mailbox: &Mailbox) -> Option<(&'static str, String)> {
        let text = |answer: Bytes| String::from_utf8(answer.to_vec()).unwrap();
        match mailbox.poll_event(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Event::Told(name, data)) => Some((name, data)),
            Poll::Ready(Event::Ended(ending)) => {
                Some(("end", ending.map_or_else(|problem| problem.detail().to_owned(), text)))
            }
            Poll::Pending => None,
        }
    }

    #[test]
    fn slow_readers_miss_progress_and_nothing_else() {
        let mailbox = Mailbox::default();
        for number in 0..100 {
            mailbox.hear_progress(number.to_string());
            mailbox.tell("improvement", &number);
        }
        for number in 0..100 {
            assert_eq!(next(&mailbox), Some(("improvement", number.to_string())));
        }
        assert_eq!(next(&mailbox), Some(("progress", "99".to_owned())));
        assert_eq!(next(&mailbox), None);
        mailbox.hear_progress("1".to_owned());
        mailbox.end(Ok("{}".to_owned()), &Unsent::new(0));
        assert_eq!(next(&mailbox), Some(("end", "{}".to_owned())));
    }

    #[test]
    fn an_answer_without_room_is_given_up_with_its_events() {
        let mailbox = Mailbox::default();
        mailbox.tell("accepted", &1);
        mailbox.tell("run", &"x".repeat(SMALL));
        mailbox.end(Ok("{}".to_owned()), &Unsent::new(SMALL as u64));
        assert_eq!(next(&mailbox), Some(("accepted", "1".to_owned())));
        assert!(next(&mailbox).is_some_and(|(name, data)| name == "end" && data.contains("try again")));
        assert!(mailbox.ended_before(Duration::ZERO) && !mailbox.ended_before(Duration::from_secs(3600)));
    }
}
