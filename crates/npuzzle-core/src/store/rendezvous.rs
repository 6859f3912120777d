//! A barrier that does not wait for the dead.
//!
//! Threads that work in rounds meet after each part. If one of them panics, the others would wait
//! for it for ever; here they are told, and leave.

use std::sync::PoisonError;

use crate::store::sync::{Condvar, Mutex};

/// Where a fixed number of threads meet, again and again.
pub struct Rendezvous {
    members: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    arrived: usize,
    round: u64,
    broken: bool,
}

/// Breaks the rendezvous if the thread that holds it panics.
pub struct Guard<'r>(&'r Rendezvous);

impl Rendezvous {
    /// For so many threads.
    pub fn new(members: usize) -> Self {
        Self { members, state: Mutex::new(State::default()), changed: Condvar::new() }
    }

    /// Waits until all have come; `false` if one of them never will.
    pub fn meet(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.arrived += 1;
        if state.arrived == self.members {
            state.arrived = 0;
            state.round += 1;
            self.changed.notify_all();
            return !state.broken;
        }
        let round = state.round;
        while state.round == round && !state.broken {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.broken
    }

    /// To be held while a thread takes part.
    pub fn guard(&self) -> Guard<'_> {
        Guard(self)
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state.lock().unwrap_or_else(PoisonError::into_inner).broken = true;
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_thread_goes_on_before_all_are_there() {
        let (rendezvous, came) = (Rendezvous::new(3), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for round in 1..=100 {
                        came.fetch_add(1, Ordering::Relaxed);
                        assert!(rendezvous.meet());
                        assert!(came.load(Ordering::Relaxed) >= 3 * round);
                        assert!(rendezvous.meet());
                    }
                });
            }
        });
    }

    #[test]
    fn the_others_leave_when_one_panics() {
        let rendezvous = Rendezvous::new(2);
        std::thread::scope(|scope| {
            let dead = scope.spawn(|| {
                let _guard = rendezvous.guard();
                panic!("this is what the test wants");
            });
            assert!(!rendezvous.meet());
            assert!(dead.join().is_err());
        });
    }
}
