//! What connects the engine with Python while it answers a question.
//!
//! The engine works on the caller's thread, without Python's lock, so that other threads of Python
//! run. Wherever it checks its limits it comes by here, and a few times a second takes the lock for
//! a moment: to hear signals (Ctrl-C is a matter of the main thread) and to tell watchers. A
//! function of Python's own is called on the same thread, so that a debugger, a profiler and
//! `print` behave as everywhere; every call is a moment to listen, too.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use npuzzle::core::{Attendant, Progress};
use npuzzle::front::units::thousands;
use pyo3::prelude::*;

use crate::closing;
use crate::errors::Kind;
use crate::token::Token;

/// How often the lock is taken. A thread of Python that computes gives it up after 5 ms: that is
/// what the engine loses at most each time.
const INTERVAL: Duration = Duration::from_millis(50);
/// How often `watch` hears of it.
const TELLING_INTERVAL: Duration = Duration::from_millis(100);

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
    /// The thread that asked.
    asker: ThreadId,
    began: Instant,
    /// When Python is attended to next, in nanoseconds from the beginning: an audit asks so for
    /// every board.
    next: AtomicU64,
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
    pub fn new(watch: Option<Py<PyAny>>) -> Arc<Self> {
        let asker = thread::current().id();
        let next = AtomicU64::new(nanoseconds(INTERVAL));
        Arc::new(Self { cancel: Arc::default(), asker, began: Instant::now(), next, watch, state: Mutex::default() })
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
    fn listen(&self, py: Python<'_>) {
        if let Err(error) = py.check_signals() {
            self.raise(error);
        }
        let Some(watch) = &self.watch else {
            if !is_main_thread(py) {
                // There is nothing to attend to.
                self.next.store(u64::MAX, Ordering::Relaxed);
            }
            return;
        };
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
        self.attend();
    }

    /// Lets the engine work.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Self) -> T + Send) -> PyResult<Answer<T>> {
        let finished = py.detach(|| {
            let finished = catch_unwind(AssertUnwindSafe(|| work(self)));
            closing::wait_for_the_end(self.asker);
            finished
        });
        match finished {
            Ok(answer) => Ok((answer, self.state().raised.take())),
            Err(_) => Err(Kind::Internal.error(py, "the engine panicked; please report what was asked for")),
        }
    }

    /// Lets the engine work where half an answer is none: whatever Python raises is raised.
    pub fn finish<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Self) -> T + Send) -> PyResult<T> {
        let (answer, raised) = self.run(py, work)?;
        raised.map_or(Ok(answer), Err)
    }
}

impl Attendant for Bridge {
    fn attend(&self) {
        let now = nanoseconds(self.began.elapsed());
        // Threads of the engine come by here as well.
        if now < self.next.load(Ordering::Relaxed) || thread::current().id() != self.asker {
            return;
        }
        self.next.store(now + nanoseconds(INTERVAL), Ordering::Relaxed);
        self.enter(|py| self.listen(py));
    }
}

impl fmt::Debug for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge").field("asker", &self.asker).finish_non_exhaustive()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Whether this is the thread that hears signals.
fn is_main_thread(py: Python<'_>) -> bool {
    let compared = || -> PyResult<bool> {
        let threading = py.import("threading")?;
        let main = threading.call_method0("main_thread")?.getattr("ident")?;
        main.eq(threading.call_method0("get_ident")?)
    };
    compared().unwrap_or(true)
}
