//! One iteration, shared out among workers: each has a stack of its own, and what is left over lies
//! in one place.
//!
//! Workers run a kernel for some milliseconds at a time. In between they look whether others wait
//! for work, and then give away the lower half of their stacks, which holds the largest subtrees;
//! whether a record is due, and then all put their stacks down until it is written; and whether the
//! iteration is over. How the work is divided changes no count of an iteration that is completed:
//! every state is expanded once, by any of them.
//!
//! No thread sleeps through a change: whatever it waits for changes under the mutex of the stock,
//! and each such change is followed by a notification. The number of hungry workers is read without
//! the mutex: it is a hint, and an old value only delays a gift by one run.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::core::{Cost, IterationWatch, Permits, Stop};
use crate::solvers::tiles::kernel::{Kernel, KernelTally};

/// States that are expanded in one run: a few milliseconds at five million a second. Not adapted to
/// the speed, so that on one thread the same search has the same counts whatever the clock says.
const QUOTA: u64 = 1 << 15;

/// Why an iteration ended before all was searched.
#[derive(Debug)]
pub(super) enum End {
    /// A goal was reached: the first moves of the path.
    Found(u64),
    /// A limit.
    Stopped(Stop),
    /// So much was expanded that the caller wants to think again.
    Enough,
}

/// What is left to do, and what is done.
pub(super) struct Stock<N> {
    /// Roots that no thread has begun, the next one last.
    pub(super) roots: Vec<N>,
    /// Stacks that no thread works on.
    pub(super) stacks: Vec<Vec<N>>,
    /// What is done. INVARIANT: with the states in `roots`, in `stacks` and in the hands of workers
    /// it makes the whole iteration.
    pub(super) done: KernelTally,
    /// Longest stacks, added up over the workers.
    pub(super) longest: u64,
    /// Workers that have a stack in their hands.
    active: usize,
    end: Option<End>,
    /// Whether all are to put down their stacks for a record.
    pause: bool,
    recorded: Instant,
}

impl<N> Stock<N> {
    pub(super) fn new(roots: Vec<N>, stacks: Vec<Vec<N>>, done: KernelTally, now: Instant) -> Self {
        Self { roots, stacks, done, longest: 0, active: 0, end: None, pause: false, recorded: now }
    }

    /// Why the iteration ended, if it did before its time; from then on it can be continued.
    pub(super) fn take_end(&mut self) -> Option<End> {
        // The thread that ended it may also have asked for a record, for which the others would
        // wait.
        self.pause = false;
        self.end.take()
    }
}

/// Writes down what is left to do and what is done, while no thread works.
pub(super) type Recorder<'r, N> = &'r (dyn Fn(&Stock<N>) + Sync);

/// Where the workers of an iteration meet.
pub(super) struct Workshop<'w, K: Kernel> {
    pub(super) kernel: &'w K,
    pub(super) bound: Cost,
    pub(super) watch: &'w IterationWatch,
    /// Ends the iteration when so many states are expanded, those done before it began included.
    pub(super) enough: u64,
    /// Writes records, and how often.
    pub(super) recorder: Option<(Recorder<'w, K::Node>, Duration)>,
    stock: Mutex<Stock<K::Node>>,
    changed: Condvar,
    workers: usize,
    hungry: AtomicUsize,
}

impl<'w, K: Kernel> Workshop<'w, K> {
    pub(super) fn new(
        kernel: &'w K,
        bound: Cost,
        watch: &'w IterationWatch,
        workers: usize,
        stock: Stock<K::Node>,
    ) -> Self {
        Self {
            kernel,
            bound,
            watch,
            enough: u64::MAX,
            recorder: None,
            stock: Mutex::new(stock),
            changed: Condvar::new(),
            workers,
            hungry: AtomicUsize::new(0),
        }
    }

    /// What is left when all workers have gone.
    pub(super) fn close(self) -> Stock<K::Node> {
        self.stock.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn stock(&self) -> MutexGuard<'_, Stock<K::Node>> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, stock: MutexGuard<'g, Stock<K::Node>>) -> MutexGuard<'g, Stock<K::Node>> {
        self.changed.wait(stock).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the iteration is over. `held` bytes are counted with those of the stack.
    pub(super) fn work(&self, budget: &mut impl Permits, held: u64) {
        let _guard = Guard(self);
        let (mut stack, mut longest) = (Vec::new(), 0);
        while self.take(&mut stack) {
            let permitted = budget.hold(held + (stack.capacity() * size_of::<K::Node>()) as u64);
            let granted = match permitted.and_then(|()| budget.expand_many(QUOTA)) {
                Ok(granted) => granted,
                Err(why) => {
                    self.hand_in(&mut stack, KernelTally::default(), Some(End::Stopped(why)));
                    break;
                }
            };
            let mut tally = KernelTally::default();
            let path = self.kernel.run(&mut stack, self.bound, granted, &mut tally);
            budget.settle(granted, tally.expanded);
            self.watch.add(tally.generated);
            longest = longest.max(stack.len() as u64);
            self.hand_in(&mut stack, tally, path.map(End::Found));
        }
        self.stock().longest += longest;
    }

    /// Waits for work, unless there is some at hand already. Returns false when the iteration is
    /// over.
    fn take(&self, stack: &mut Vec<K::Node>) -> bool {
        if !stack.is_empty() {
            return true;
        }
        let mut stock = self.stock();
        loop {
            if stock.end.is_some() {
                return false;
            }
            if !stock.pause {
                if let Some(next) = stock.stacks.pop() {
                    *stack = next;
                } else {
                    // Fewer at a time towards the end, so that no thread sits on what others could
                    // do. The next one goes on top.
                    let many = stock.roots.len().div_ceil(2 * self.workers);
                    let rest = stock.roots.len() - many;
                    stack.extend(stock.roots.drain(rest..));
                }
                if !stack.is_empty() {
                    stock.active += 1;
                    return true;
                }
                if stock.active == 0 {
                    self.changed.notify_all();
                    return false;
                }
            }
            self.hungry.fetch_add(1, Ordering::Relaxed);
            stock = self.wait(stock);
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Counts what was done since the last time, and gives away what others should have: all of the
    /// stack when the iteration ends or a record is due.
    fn hand_in(&self, stack: &mut Vec<K::Node>, tally: KernelTally, end: Option<End>) {
        let mut stock = self.stock();
        stock.done += tally;
        let is_enough = stock.done.expanded >= self.enough;
        if stock.end.is_none() {
            stock.end = end.or(is_enough.then_some(End::Enough));
        }
        if let Some((_, interval)) = self.recorder {
            stock.pause |= self.watch.clock().since(stock.recorded) >= interval;
        }
        if stock.end.is_some() || stock.pause {
            if !stack.is_empty() {
                stock.stacks.push(std::mem::take(stack));
            }
        } else if self.hungry.load(Ordering::Relaxed) > 0 && stack.len() >= 2 && stock.stacks.is_empty() {
            let rest = stack.split_off(stack.len() / 2);
            stock.stacks.push(std::mem::replace(stack, rest));
            self.changed.notify_one();
        }
        if stack.is_empty() {
            stock.active -= 1;
            if stock.active == 0 || stock.end.is_some() {
                if stock.pause && stock.end.is_none() {
                    self.record(&mut stock);
                }
                self.changed.notify_all();
            }
        }
    }

    /// Writes a record. INVARIANT: no thread has a stack in hand.
    fn record(&self, stock: &mut Stock<K::Node>) {
        debug_assert_eq!(stock.active, 0);
        if let Some((recorder, _)) = self.recorder {
            recorder(stock);
        }
        stock.recorded = self.watch.clock().now();
        stock.pause = false;
    }
}

/// A worker that panics would leave the others waiting for the rest of its stack.
struct Guard<'g, 'w, K: Kernel>(&'g Workshop<'w, K>);

impl<K: Kernel> Drop for Guard<'_, '_, K> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stock().end.get_or_insert(End::Stopped(Stop::Cancelled));
            self.0.changed.notify_all();
        }
    }
}
