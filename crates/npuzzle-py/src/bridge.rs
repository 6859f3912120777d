//! Where the engine works while Python waits: on a thread of its own, or on the caller's.
//!
//! The engine alone works on a thread of its own. Python's lock is free meanwhile; the caller only
//! looks up every few hundredths of a second, for signals (Ctrl-C is a matter of the main thread)
//! and for watchers. With functions of Python's own in it the engine works on the caller's
//! thread, so that a debugger, a profiler and `print` behave as everywhere; every call of a
//! function is then a moment to listen.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use npuzzle::core::Progress;
use npuzzle::front::units::thousands;
use pyo3::prelude::*;

use crate::errors::Kind;
use crate::token::Token;
use crate::{closing, workers};

/// How often the caller looks up.
const INTERVAL: Duration = Duration::from_millis(20);
/// How often `watch` hears of it.
const TELLING_INTERVAL: Duration = Duration::from_millis(100);

/// Which thread the engine works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One of its own.
    Apart,
    /// The caller's.
    Here,
}

/// What watchers hear.
#[derive(Clone, Debug, Default)]
pub struct Glimpse {
    /// How much is done, where that can be told.
    pub done: Option<u64>,
    /// Of how much.
    pub total: Option<u64>,
    /// How it gets on, in words.
    pub words: String,
}

impl From<&Progress> for Glimpse {
    fn from(progress: &Progress) -> Self {
        if let Some((done, total)) = progress.table {
            return Self { done: Some(done), total: Some(total), words: "table".to_owned() };
        }
        let best = progress.best.map(|best| format!(", best {}", thousands(best))).unwrap_or_default();
        let least = match progress.lower_bound {
            0 => String::new(),
            bound => format!(", at least {}", thousands(bound)),
        };
        let words = format!("{} expanded{least}{best}", thousands(progress.expanded));
        Self { done: None, total: None, words }
    }
}

/// What the caller and the engine share while a question is answered.
pub struct Bridge {
    /// Ends the search.
    pub cancel: Arc<AtomicBool>,
    place: Place,
    /// The thread that waits for the answer.
    asker: ThreadId,
    watch: Option<Py<PyAny>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What Python raised meanwhile, first of all.
    raised: Option<PyErr>,
    latest: Option<Glimpse>,
    told: Option<Instant>,
}

/// An answer, and what Python raised meanwhile.
pub type Answer<T> = (T, Option<PyErr>);

impl Bridge {
    /// A desk for one question. `watch(done, total, words)` is called now and then.
    pub fn new(place: Place, watch: Option<Py<PyAny>>) -> Arc<Self> {
        let asker = thread::current().id();
        Arc::new(Self { cancel: Arc::default(), place, asker, watch, state: Mutex::default() })
    }

    /// Lets a token end the search.
    pub fn ended_by(self: Arc<Self>, token: Option<&Bound<'_, Token>>) -> Arc<Self> {
        if let Some(token) = token {
            token.get().ends(&self.cancel);
        }
        self
    }

    /// Enters Python from any thread of the engine.
    pub fn enter<T>(&self, work: impl FnOnce(Python<'_>) -> T) -> T {
        closing::enter(self.asker, work)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what Python raised and ends the search.
    pub fn raise(&self, error: PyErr) -> String {
        let message = error.to_string();
        self.state().raised.get_or_insert(error);
        self.cancel.store(true, Ordering::Relaxed);
        message
    }

    /// Asked before every call of Python: whether the answer is still wanted.
    pub fn heed(&self, py: Python<'_>) -> Result<(), String> {
        if let Err(error) = py.check_signals() {
            return Err(self.raise(error));
        }
        if self.has_raised() { Err("Python has raised something else".to_owned()) } else { Ok(()) }
    }

    /// Whether Python has raised something.
    pub fn has_raised(&self) -> bool {
        self.state().raised.is_some()
    }

    /// Listens to Ctrl-C and tells watchers.
    pub fn attend(&self, py: Python<'_>) {
        if let Err(error) = py.check_signals() {
            self.raise(error);
        }
        let Some(watch) = &self.watch else { return };
        let glimpse = {
            let mut state = self.state();
            if state.told.is_some_and(|told| told.elapsed() < TELLING_INTERVAL) {
                return;
            }
            let Some(glimpse) = state.latest.take() else { return };
            state.told = Some(Instant::now());
            glimpse
        };
        if let Err(error) = watch.call1(py, (glimpse.done, glimpse.total, glimpse.words)) {
            self.raise(error);
        }
    }

    /// Told by the engine how it gets on.
    pub fn tell(&self, glimpse: impl FnOnce() -> Glimpse) {
        if self.watch.is_some() {
            self.state().latest = Some(glimpse());
        }
        if self.place == Place::Here {
            self.enter(|py| self.attend(py));
        }
    }

    /// Lets the engine work.
    pub fn run<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<Answer<T>> {
        let finished = match self.place {
            Place::Here => py.detach(|| catch_unwind(AssertUnwindSafe(|| work(self)))),
            Place::Apart => self.apart(py, work)?,
        };
        match finished {
            Ok(answer) => Ok((answer, self.state().raised.take())),
            Err(_) => Err(Kind::Internal.error(py, "the engine panicked; please report what was asked for")),
        }
    }

    /// Lets the engine work where half an answer is none: whatever Python raises is raised.
    pub fn finish<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (answer, raised) = self.run(py, work)?;
        raised.map_or(Ok(answer), Err)
    }

    fn apart<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<thread::Result<T>> {
        let slot = Arc::new(Slot { content: Mutex::new(None), filled: Condvar::new() });
        let (bridge, theirs) = (Arc::clone(self), Arc::clone(&slot));
        let worker = move || theirs.fill(catch_unwind(AssertUnwindSafe(|| work(&bridge))));
        let refuse = |error| Kind::Limit.error(py, format!("no thread can be started: {error}"));
        workers::hand_over(Box::new(worker)).map_err(refuse)?;
        loop {
            let waited = py.detach(|| {
                let answer = slot.wait(INTERVAL);
                closing::wait_for_the_end(self.asker);
                answer
            });
            if let Some(answer) = waited {
                return Ok(answer);
            }
            if self.has_raised() {
                // Asked a second time, do not wait for the engine to come to an end.
                py.check_signals()?;
            } else {
                self.attend(py);
            }
        }
    }
}

/// Where the answer of another thread arrives.
struct Slot<T> {
    content: Mutex<Option<T>>,
    filled: Condvar,
}

impl<T> Slot<T> {
    fn fill(&self, content: T) {
        *self.content.lock().unwrap_or_else(PoisonError::into_inner) = Some(content);
        self.filled.notify_one();
    }

    fn wait(&self, at_most: Duration) -> Option<T> {
        let content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.filled.wait_timeout_while(content, at_most, |content| content.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}
