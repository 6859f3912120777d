//! Between a worker and the connection that waits for it. The worker never waits: of progress only the latest is kept, and what must
//! not be missed is no more than the answer itself holds.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::problem::Problem;

/// More often nobody can read.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(80);

/// The end of a job: the answer as JSON, or why there is none.
pub type Ending = Result<String, Problem>;

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
    last_progress: Option<Instant>,
    ending: Option<Ending>,
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
        self.put(|letters| letters.kept.push_back((name, data)));
    }

    /// How far the job is, about ten times a second at most. Whoever reads slowly misses some of it.
    pub fn progress<T: Serialize>(&self, progress: impl FnOnce() -> T) {
        let now = Instant::now();
        if self.letters().last_progress.is_some_and(|last| now - last < BETWEEN_PROGRESS) {
            return;
        }
        let Ok(data) = serde_json::to_string(&progress()) else { return };
        self.put(|letters| {
            letters.last_progress = Some(now);
            letters.progress = Some(data);
        });
    }

    /// The job has ended.
    pub fn end(&self, ending: Ending) {
        self.put(|letters| letters.ending = Some(ending));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn next(mailbox: &Mailbox) -> Option<(&'static str, String)> {
        match mailbox.poll_event(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Event::Told(name, data)) => Some((name, data)),
            Poll::Ready(Event::Ended(ending)) => Some(("end", ending.unwrap())),
            Poll::Pending => None,
        }
    }

    #[test]
    fn slow_readers_miss_progress_and_nothing_else() {
        let mailbox = Mailbox::default();
        for number in 0..100 {
            mailbox.progress(|| number);
            mailbox.tell("improvement", &number);
        }
        for number in 0..100 {
            assert_eq!(next(&mailbox), Some(("improvement", number.to_string())));
        }
        assert_eq!(next(&mailbox).map(|(name, _)| name), Some("progress"));
        assert_eq!(next(&mailbox), None);
        std::thread::sleep(BETWEEN_PROGRESS);
        mailbox.progress(|| 1);
        mailbox.end(Ok("{}".to_owned()));
        assert_eq!(next(&mailbox), Some(("end", "{}".to_owned())));
    }
}
