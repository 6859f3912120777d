//! A front that lends its thread to the engine and still has to look up now and then: Python's main
//! thread, for one, hears Ctrl-C only if it asks for signals.

use std::fmt;

/// Looks up from the work of a question. It is in the [`Limits`](crate::core::Limits).
pub trait Attendant: fmt::Debug + Send + Sync {
    /// Called wherever limits are checked, on the thread that checks them, and by a thread that
    /// waits for others. So the thread that asked comes by about ten times a second or more.
    fn attend(&self);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Condvar, Mutex};
    use std::thread::{self, ThreadId};

    use super::*;
    use crate::core::{Budget, Limits, Stop};

    /// Cancels when the thread that asked has come by.
    #[derive(Debug)]
    struct Impatient {
        asker: ThreadId,
        cancel: Arc<AtomicBool>,
        /// Whether it has come by.
        came: (Mutex<bool>, Condvar),
    }

    impl Attendant for Impatient {
        fn attend(&self) {
            if thread::current().id() == self.asker {
                self.cancel.store(true, Ordering::Relaxed);
                *self.came.0.lock().unwrap() = true;
                self.came.1.notify_all();
            }
        }
    }

    fn attended() -> (Arc<Impatient>, Budget<'static>) {
        let asker = thread::current().id();
        let attendant =
            Arc::new(Impatient { asker, cancel: Arc::default(), came: (Mutex::new(false), Condvar::new()) });
        let cancel = Some(Arc::clone(&attendant.cancel));
        let limits = Limits { cancel, attendant: Some(Arc::clone(&attendant) as _), ..Limits::default() };
        (attendant, Budget::new(limits))
    }

    #[test]
    fn what_it_does_counts_at_once() {
        assert_eq!(attended().1.expand(), Err(Stop::Cancelled));
        assert_eq!(attended().1.check(), Err(Stop::Cancelled));
        assert_eq!(attended().1.check_table(1, 2), Err(Stop::Cancelled));
    }

    #[test]
    fn it_looks_up_while_other_threads_work() {
        let (attendant, mut budget) = attended();
        let ends = budget.on_threads(2, |_, budget| {
            let came = attendant.came.0.lock().unwrap();
            drop(attendant.came.1.wait_while(came, |came| !*came).unwrap());
            budget.expand()
        });
        assert_eq!(ends.unwrap(), [Err(Stop::Cancelled); 2]);
    }
}
