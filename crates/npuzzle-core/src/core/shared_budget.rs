//! One budget for several threads: permissions, memory and the reason to stop are shared by atomic
//! counters.
//!
//! Each worker takes permissions to expand in slices, as a search on one thread does, so a shared
//! counter is touched once in tens of thousands of expansions. The thread that started the workers
//! tells watchers, and waits.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::core::budget::{
    Budget, FIRST_SLICE, Limits, Permits, Stop, TELLING_INTERVAL, is_to_be_had, next_slice, permits_by_methods,
};
use crate::core::clock::Instant;
use crate::core::domain::Cost;

/// What all workers of a search share.
struct Shared<'b> {
    limits: &'b Limits,
    started: Instant,
    /// Permissions given out, those of the time before the workers included.
    granted: AtomicU64,
    /// Permissions given back unused.
    returned: AtomicU64,
    held: AtomicU64,
    peak: AtomicU64,
    lower_bound: AtomicU32,
    stopped: AtomicU32,
    why: Mutex<Option<Stop>>,
    finished: AtomicUsize,
}

/// Where workers wait until all of them are there.
#[derive(Default)]
struct Gate {
    /// Whether the work is to be done, once that is known.
    decided: Mutex<Option<bool>>,
    changed: Condvar,
}

impl Gate {
    fn open(&self, go: bool) {
        *self.decided.lock().unwrap_or_else(PoisonError::into_inner) = Some(go);
        self.changed.notify_all();
    }

    /// Whether the work is to be done.
    fn wait(&self) -> bool {
        let mut decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(go) = *decided {
                return go;
            }
            decided = self.changed.wait(decided).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A worker's part of the budget.
pub struct WorkerBudget<'s> {
    shared: &'s Shared<'s>,
    left_in_slice: u32,
    slice: u32,
    refilled: Instant,
    held: u64,
}

impl WorkerBudget<'_> {
    /// Asks for permission to expand up to `wanted` states at once, as [`Permits::expand_many`]
    /// says.
    pub fn expand_many(&mut self, wanted: u64) -> Result<u64, Stop> {
        self.check()?;
        let unused = u64::from(std::mem::take(&mut self.left_in_slice));
        self.shared.granted.fetch_sub(unused, Ordering::Relaxed);
        self.take(wanted.max(1))
    }

    /// Corrects the count, as [`Permits::settle`] says.
    pub fn settle(&mut self, granted: u64, used: u64) {
        debug_assert!(used <= granted, "no more is used than was granted");
        self.shared.granted.fetch_sub(granted - used, Ordering::Relaxed);
    }

    /// Counts what others have expanded with no permission of this budget.
    pub fn count_elsewhere(&self, expanded: u64) {
        self.shared.granted.fetch_add(expanded, Ordering::Relaxed);
    }

    /// How many permissions are left; `u64::MAX` without a limit.
    pub fn permissions_left(&self) -> u64 {
        let granted = self.shared.granted.load(Ordering::Relaxed);
        self.shared.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(granted))
    }

    /// Takes so many permissions from those that are left, or as many as there are.
    fn take(&self, wanted: u64) -> Result<u64, Stop> {
        let limit = self.shared.limits.nodes.unwrap_or(u64::MAX);
        let more = |granted: u64| (granted < limit).then(|| granted + wanted.min(limit - granted));
        match self.shared.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(before) => Ok(wanted.min(limit - before)),
            Err(_) => Err(self.shared.stop(Stop::Nodes)),
        }
    }

    /// Whether the search has to end, for a reason that any worker has seen. For work that is not
    /// counted in expansions.
    pub fn check(&self) -> Result<(), Stop> {
        self.go_on()?;
        self.shared.limits.check(self.shared.started).map_err(|why| self.shared.stop(why))
    }

    /// The same; the thread that started the workers tells watchers.
    pub fn glance(&mut self) -> Result<(), Stop> {
        self.check()
    }

    /// Whether no worker has seen a reason to end.
    fn go_on(&self) -> Result<(), Stop> {
        if self.shared.stopped.load(Ordering::Relaxed) != 0 {
            let why = self.shared.why.lock().unwrap_or_else(PoisonError::into_inner);
            return Err(why.unwrap_or(Stop::Cancelled));
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<(), Stop> {
        let now = self.shared.limits.clock.look();
        self.go_on()?;
        self.shared.limits.check_at(now, self.shared.started).map_err(|why| self.shared.stop(why))?;
        self.slice = next_slice(self.slice, now - std::mem::replace(&mut self.refilled, now));
        self.left_in_slice = self.take(u64::from(self.slice))? as u32;
        Ok(())
    }

    /// Notes that this worker is about to hold `bytes`. The limit is on the sum over all workers.
    /// What is refused is not counted.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        self.shared.replace(self.held, bytes)?;
        self.held = bytes;
        Ok(())
    }

    /// Notes `bytes` that are about to be on their way to another worker. They count until one says
    /// that they have [`arrived`](Self::arrive).
    pub fn send(&self, bytes: u64) -> Result<(), Stop> {
        self.shared.replace(0, bytes)
    }

    /// Notes that `bytes` which were [sent](Self::send) are no longer on their way.
    pub fn arrive(&self, bytes: u64) {
        self.shared.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Ends the work of all workers: one of them has the answer. The others are refused their next
    /// slice.
    pub fn finish(&self) {
        self.shared.stopped.store(1, Ordering::Relaxed);
    }

    /// Ends the work of all workers for a reason that only the caller knows.
    pub fn end(&self, why: Stop) {
        self.shared.stop(why);
    }

    /// Notes that no solution can be cheaper than `bound`.
    pub fn raise_lower_bound(&self, bound: Cost) {
        self.shared.lower_bound.fetch_max(bound, Ordering::Relaxed);
    }
}

permits_by_methods!(WorkerBudget<'_>);

impl Drop for WorkerBudget<'_> {
    fn drop(&mut self) {
        self.shared.returned.fetch_add(u64::from(self.left_in_slice), Ordering::Relaxed);
    }
}

impl Shared<'_> {
    /// Counts `bytes` in the place of those that were `held`, if the limit allows it.
    fn replace(&self, held: u64, bytes: u64) -> Result<(), Stop> {
        let beside = self.limits.bytes_beside();
        let most = self.limits.most_bytes();
        let replaced = |all: u64| {
            let all = (all - held).saturating_add(bytes);
            (all.saturating_add(beside) <= most).then_some(all)
        };
        if self.limits.is_exhausted() {
            return Err(self.stop(Stop::Memory));
        }
        let Ok(before) = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, replaced) else {
            return Err(self.stop(Stop::Memory));
        };
        let all = before - held + bytes + beside;
        let is_new = bytes > held && all > self.peak.load(Ordering::Relaxed);
        if is_new && is_to_be_had(bytes - held).is_err() {
            self.held.fetch_sub(bytes - held, Ordering::Relaxed);
            return Err(self.stop(Stop::Memory));
        }
        self.peak.fetch_max(all, Ordering::Relaxed);
        Ok(())
    }

    fn stop(&self, why: Stop) -> Stop {
        let mut first = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(1, Ordering::Relaxed);
        *first.get_or_insert(why)
    }

    fn expanded(&self) -> u64 {
        // What is returned was granted before, so in this order the difference is never negative.
        let returned = self.returned.load(Ordering::Acquire);
        self.granted.load(Ordering::Acquire).saturating_sub(returned)
    }
}

impl Budget<'_> {
    /// Runs `work` on so many threads, each with its number and its part of this budget, and adds
    /// up what they used.
    ///
    /// No worker begins before all threads are there. If the system does not give so many, nothing
    /// is done. If a worker panics, the others are told to stop.
    ///
    /// # Panics
    ///
    /// If a worker does, when all have ended.
    pub fn on_threads<R: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(usize, &mut WorkerBudget<'_>) -> R + Sync,
    ) -> Result<Vec<R>, Stop> {
        let limits = self.limits.clone();
        let shared = Shared {
            limits: &limits,
            started: self.started,
            granted: AtomicU64::new(self.expanded()),
            returned: AtomicU64::new(0),
            held: AtomicU64::new(self.kept_bytes),
            peak: AtomicU64::new(0),
            lower_bound: AtomicU32::new(self.lower_bound()),
            stopped: AtomicU32::new(0),
            why: Mutex::new(None),
            finished: AtomicUsize::new(0),
        };
        let gate = Gate::default();
        let waiting = std::thread::current();
        let results: Vec<Mutex<Option<std::thread::Result<Option<R>>>>> =
            (0..threads).map(|_| Mutex::new(None)).collect();
        let worker = |number: usize| {
            let mut budget = WorkerBudget {
                shared: &shared,
                left_in_slice: 0,
                slice: FIRST_SLICE,
                refilled: shared.limits.clock.now(),
                held: 0,
            };
            let work = || gate.wait().then(|| work(number, &mut budget));
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            if result.is_err() {
                shared.stop(Stop::Cancelled);
            }
            drop(budget);
            *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            shared.finished.fetch_add(1, Ordering::Release);
            waiting.unpark();
        };
        let complete = self.supervise(threads, &shared, &gate, &worker);
        self.take_back(&shared);
        if !complete {
            return Err(Stop::Threads);
        }
        let passed_on =
            |result: std::thread::Result<_>| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let ended = results.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(ended.filter_map(passed_on).collect())
    }

    /// Starts the workers, and tells the watcher how they get on until all have ended. Whether the
    /// system gave so many threads. Compiled once for all work.
    fn supervise(&mut self, threads: usize, shared: &Shared<'_>, gate: &Gate, worker: &(dyn Fn(usize) + Sync)) -> bool {
        std::thread::scope(|scope| {
            let spawn = |number| std::thread::Builder::new().spawn_scoped(scope, move || worker(number)).is_ok();
            let started = (0..threads).take_while(|&number| spawn(number)).count();
            gate.open(started == threads);
            while shared.finished.load(Ordering::Acquire) < started {
                std::thread::park_timeout(TELLING_INTERVAL);
                self.limits.attend();
                self.raise_lower_bound(shared.lower_bound.load(Ordering::Relaxed));
                self.tell(shared.expanded());
            }
            started == threads
        })
    }

    fn take_back(&mut self, shared: &Shared<'_>) {
        self.count_expanded(shared.expanded());
        self.peak_bytes = self.peak_bytes.max(shared.peak.load(Ordering::Relaxed));
        self.raise_lower_bound(shared.lower_bound.load(Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::core::Clock;

    #[test]
    fn workers_share_the_node_limit() {
        for limit in [0, 1, 1000, 300_000] {
            let mut budget = Budget::new(Limits { nodes: Some(limit), ..Limits::default() });
            let counts = budget.on_threads(3, |_, budget| {
                let mut count = 0;
                while budget.expand().is_ok() {
                    count += 1;
                }
                assert_eq!(budget.expand(), Err(Stop::Nodes));
                count
            });
            let counts = counts.unwrap();
            assert_eq!(counts.iter().sum::<u64>(), budget.expanded());
            assert!(budget.expanded() <= limit && (limit == 0 || budget.expanded() > 0));
        }
    }

    #[test]
    fn permissions_by_the_thousand_are_shared_and_counted_as_they_were_used() {
        for limit in [0, 1, 1000, 300_000] {
            let mut budget = Budget::new(Limits { nodes: Some(limit), ..Limits::default() });
            let counts = budget.on_threads(3, |_, budget| {
                let mut count = 0;
                loop {
                    count += u64::from(budget.expand().is_ok());
                    let Ok(granted) = budget.expand_many(700) else { break };
                    let used = granted.div_ceil(2);
                    budget.settle(granted, used);
                    count += used;
                }
                assert_eq!(budget.expand_many(1), Err(Stop::Nodes));
                count
            });
            assert_eq!(counts.unwrap().iter().sum::<u64>(), budget.expanded());
            assert!(budget.expanded() <= limit && (limit == 0 || budget.expanded() > 0));
        }
    }

    #[test]
    fn workers_share_the_clock() {
        let (time, clock) = (Some(Duration::from_millis(50)), Clock::stepping(Duration::from_millis(1)));
        let mut budget = Budget::new(Limits { time, clock: clock.clone(), ..Limits::default() });
        let ends = budget.on_threads(3, |_, budget| {
            while budget.expand().is_ok() {}
            budget.expand()
        });
        assert_eq!(ends.unwrap(), [Err(Stop::Time); 3]);
        // The one that sees that the time is over tells the others; each looks once more here.
        assert!((50..=50 + 2 * 3).contains(&clock.looks()), "{}", clock.looks());
    }

    #[test]
    fn the_memory_limit_is_on_the_sum() {
        let mut budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        let together = std::sync::Barrier::new(2);
        let held = budget.on_threads(2, |_, budget| {
            let some = budget.hold(40).and_then(|()| budget.hold(45));
            together.wait();
            (some, budget.hold(60))
        });
        let held = held.unwrap();
        assert!(held.iter().all(|(some, _)| some.is_ok()), "{held:?}");
        assert!(held.iter().all(|(_, more)| *more == Err(Stop::Memory)), "{held:?}");
        assert!((45..=100).contains(&budget.peak_bytes()));
    }

    /// What is refused is not counted, so that others are counted rightly on their way out.
    #[test]
    fn more_than_can_be_counted_is_refused() {
        for memory in [None, Some(100), Some(u64::MAX)] {
            let mut budget = Budget::new(Limits { memory, ..Limits::default() });
            let held = budget.on_threads(1, |_, budget| {
                let held = [budget.hold(40), budget.hold(u64::MAX), budget.hold(0), budget.send(u64::MAX)];
                (held, budget.shared.held.load(Ordering::Relaxed))
            });
            assert_eq!(held.unwrap(), [([Ok(()), Err(Stop::Memory), Ok(()), Err(Stop::Memory)], 0)], "{memory:?}");
            assert_eq!((budget.hold(u64::MAX), budget.peak_bytes()), (Err(Stop::Memory), 40));
        }
    }

    /// What is on its way counts for as long as it is.
    #[test]
    fn what_is_sent_counts_until_it_arrives() {
        let mut budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        let sent = budget.on_threads(1, |_, budget| {
            let some = budget.hold(40).and_then(|()| budget.send(60));
            let more = budget.send(1);
            budget.arrive(60);
            (some, more, budget.hold(100))
        });
        assert_eq!(sent.unwrap(), [(Ok(()), Err(Stop::Memory), Ok(()))]);
        assert_eq!(budget.peak_bytes(), 100);
    }

    /// A worker that panics takes the others with it, and its panic goes on: no thread waits for
    /// ever.
    #[test]
    fn panics_are_passed_on() {
        let panicked = std::panic::catch_unwind(|| {
            let mut budget = Budget::new(Limits::default());
            budget.on_threads(3, |number, budget| {
                assert!(number != 1, "this is what the test wants");
                while budget.expand().is_ok() {}
            })
        });
        assert!(panicked.is_err());
    }

    #[test]
    fn what_was_used_before_still_counts() {
        let mut budget = Budget::new(Limits { nodes: Some(500), ..Limits::default() });
        (0..100).for_each(|_| budget.expand().unwrap());
        budget.on_threads(2, |_, budget| while budget.expand().is_ok() {}).unwrap();
        assert!(budget.expanded() > 100 && budget.expanded() <= 500);
        assert_eq!(budget.expand().is_err(), budget.expanded() == 500);
    }
}
