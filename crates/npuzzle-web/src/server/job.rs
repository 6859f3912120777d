//! Jobs: work that a client waits for. A client that goes away cancels its job; one that says stop
//! gets what the job knows.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::server::pool::Pool;

/// All jobs that a client waits for, by their ids. An id cannot be guessed, so that only its
/// client can stop a job.
pub struct Jobs {
    known: Mutex<HashMap<u64, Arc<AtomicBool>>>,
    count: AtomicU64,
    secret: RandomState,
}

impl Jobs {
    /// None yet.
    pub fn new() -> Self {
        Self { known: Mutex::default(), count: AtomicU64::new(0), secret: RandomState::new() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u64, Arc<AtomicBool>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new job.
    pub fn begin(self: &Arc<Self>, pool: &Arc<Pool>) -> Ticket {
        let id = self.secret.hash_one(self.count.fetch_add(1, Ordering::Relaxed));
        let cancel = Arc::new(AtomicBool::new(false));
        self.known().insert(id, Arc::clone(&cancel));
        Ticket { id, cancel, jobs: Arc::clone(self), pool: Arc::clone(pool) }
    }

    /// Asks a job to end with what it knows; `false` if there is none of that name.
    pub fn stop(&self, name: &str, pool: &Pool) -> bool {
        let id = u64::from_str_radix(name, 16).ok().filter(|&id| job_name(id) == name);
        let Some((id, cancel)) = id.and_then(|id| Some((id, Arc::clone(self.known().get(&id)?)))) else { return false };
        cancel.store(true, Ordering::Relaxed);
        pool.hurry(id);
        true
    }

    /// Cancels all: the server ends.
    pub fn cancel_all(&self) {
        for cancel in self.known().values() {
            cancel.store(true, Ordering::Relaxed);
        }
    }
}

fn job_name(id: u64) -> String {
    format!("{id:016x}")
}

/// Held by the client that waits for the answer. Without a ticket there is no work.
pub struct Ticket {
    id: u64,
    cancel: Arc<AtomicBool>,
    jobs: Arc<Jobs>,
    pool: Arc<Pool>,
}

impl Ticket {
    /// The number of the job.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What clients call the job.
    pub fn name(&self) -> String {
        job_name(self.id)
    }

    /// Ends the work when it is set.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }
}

/// The client has its answer, or is gone.
impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.pool.withdraw(self.id);
        self.jobs.known().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_that_is_dropped_cancels_and_is_forgotten() {
        let pool = Arc::new(Pool::start(1, 1).unwrap());
        let jobs = Arc::new(Jobs::new());
        let ticket = jobs.begin(&pool);
        let (name, cancel) = (ticket.name(), Arc::clone(ticket.cancel()));
        assert!(!cancel.load(Ordering::Relaxed));
        for wrong in ["", "0", "zz", &format!("+{}", &name[1..]), &name.to_uppercase().replace(char::is_numeric, "A")] {
            assert!(!jobs.stop(wrong, &pool), "{wrong}");
        }
        assert!(jobs.stop(&name, &pool) && cancel.load(Ordering::Relaxed));
        drop(ticket);
        assert!(!jobs.stop(&name, &pool));
    }
}
