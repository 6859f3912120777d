//! The end of the interpreter. A thread of the engine that enters Python while Python is taken down
//! crashes the process: before that begins, all of them are kept out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::prelude::*;

/// So long the end waits for functions that are being called. One that hangs must not keep the
/// process.
const PATIENCE: Duration = Duration::from_secs(2);

/// The thread that ends the interpreter, once it does.
static CLOSER: OnceLock<ThreadId> = OnceLock::new();
/// Threads that are in Python, or about to be.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static LEAVING: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());

/// Counts a thread as long as it is in Python.
struct Visit;

impl Visit {
    fn begin() -> Self {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        // The lock makes sure that the end does not begin to wait between its look at the count and
        // this word.
        let _lock = LEAVING.0.lock().unwrap_or_else(PoisonError::into_inner);
        INSIDE.fetch_sub(1, Ordering::SeqCst);
        LEAVING.1.notify_all();
    }
}

/// Enters Python for a question that the thread `asker` waits for. If the interpreter is ending and
/// the asker is not the one who ends it, this never returns: the process ends soon.
pub fn enter<T>(asker: ThreadId, work: impl FnOnce(Python<'_>) -> T) -> T {
    let visit = Visit::begin();
    // The count comes before the look at the closer here, and after its entry there: one of both
    // sees the other.
    if is_shut(asker) {
        drop(visit);
        wait_for_the_end(asker);
    }
    Python::attach(work)
}

/// Stays here for ever if the interpreter is ending.
pub fn wait_for_the_end(asker: ThreadId) {
    while is_shut(asker) {
        thread::park();
    }
}

fn is_shut(asker: ThreadId) -> bool {
    CLOSER.get().is_some_and(|closer| *closer != asker)
}

/// Called by Python before it takes itself down.
#[pyfunction]
fn close(py: Python<'_>) {
    CLOSER.get_or_init(|| thread::current().id());
    py.detach(|| {
        let lock = LEAVING.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_inside = |_: &mut ()| INSIDE.load(Ordering::SeqCst) > 0;
        drop(LEAVING.1.wait_timeout_while(lock, PATIENCE, is_inside));
    });
}

/// Has Python call [`close`] at its end.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let close = wrap_pyfunction!(close, module)?;
    module.py().import("atexit")?.call_method1("register", (close,)).map(drop)
}
