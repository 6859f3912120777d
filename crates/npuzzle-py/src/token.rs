//! The end of a search from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pyo3::prelude::*;

/// Ends work from another thread: hand it over as ``token=``, and call :meth:`cancel`.
///
/// A search that is ended so gives its best answer by then, with the status ``stopped``; an audit
/// or a space, of which half an answer is none, raises :class:`npuzzle.errors.LimitError`. One
/// token may be given to several calls, and ends them all; work that begins with a token that is
/// cancelled already ends at once.
///
/// >>> import threading, npuzzle
/// >>> token = npuzzle.Token()
/// >>> timer = threading.Timer(0.05, token.cancel)
/// >>> timer.start()
/// >>> result = npuzzle.solve("korf:82", "ida", "manhattan", token=token)
/// >>> result.status, result.solved, token.cancelled
/// ('stopped', False, True)
#[pyclass(frozen, module = "npuzzle")]
#[derive(Default)]
pub struct Token {
    cancelled: AtomicBool,
    /// The flags of the work that goes on.
    flags: Mutex<Vec<Weak<AtomicBool>>>,
}

#[pymethods]
impl Token {
    #[new]
    fn create() -> Self {
        Self::default()
    }

    /// End all work that this token was given to.
    fn cancel(&self) {
        let mut flags = self.flags.lock().unwrap_or_else(PoisonError::into_inner);
        self.cancelled.store(true, Ordering::SeqCst);
        for flag in flags.drain(..).filter_map(|flag| flag.upgrade()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether :meth:`cancel` has been called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    fn __repr__(&self) -> &'static str {
        if self.cancelled() { "<Token, cancelled>" } else { "<Token>" }
    }
}

impl Token {
    /// Sets this flag when the token is cancelled.
    pub fn ends(&self, flag: &Arc<AtomicBool>) {
        let mut flags = self.flags.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancelled() {
            flag.store(true, Ordering::Relaxed);
            return;
        }
        flags.retain(|flag| flag.strong_count() > 0);
        flags.push(Arc::downgrade(flag));
    }
}
