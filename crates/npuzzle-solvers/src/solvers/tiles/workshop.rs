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

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::core::agreement::GLANCE;
use crate::core::clock::Instant;
use crate::core::{Cost, IterationWatch, Permits, Stop};
use crate::solvers::tiles::division::Side;
use crate::solvers::tiles::kernel::{Kernel, KernelTally};

/// States that are expanded in one run: a few milliseconds at five million a second. Not adapted to
/// the speed, so that on one thread the same search has the same counts whatever the clock says.
const QUOTA: u64 = 1 << 15;

/// Why an iteration ended before all was searched.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// What this process has to do for others, where several share the iteration.
    pub(super) side: Option<Side>,
    /// Workers that have a stack in their hands.
    pub(super) active: usize,
    pub(super) end: Option<End>,
    /// Whether nothing is left to do.
    pub(super) is_over: bool,
    /// Whether all are to put down their stacks for a record.
    pub(super) pause: bool,
    recorded: Instant,
}

impl<N> Stock<N> {
    pub(super) fn new(roots: Vec<N>, stacks: Vec<Vec<N>>, done: KernelTally, now: Instant) -> Self {
        Self {
            roots,
            stacks,
            done,
            longest: 0,
            side: None,
            active: 0,
            end: None,
            is_over: false,
            pause: false,
            recorded: now,
        }
    }

    /// Whether there is nothing to do here, now.
    pub(super) fn is_idle(&self) -> bool {
        self.active == 0 && self.roots.is_empty() && self.stacks.is_empty()
    }

    /// What is done here and, as far as is known, elsewhere.
    pub(super) fn expanded(&self) -> u64 {
        self.done.expanded + self.side.as_ref().map_or(0, Side::expanded_elsewhere)
    }

    /// Ends the iteration, if nothing has ended it. A goal counts for more than a limit that is met
    /// in the same moment: it has left its stack, so a search that went on would never find it.
    pub(super) fn note_end(&mut self, end: End) {
        let is_better = matches!((self.end, end), (Some(End::Stopped(_) | End::Enough), End::Found(_)));
        if self.end.is_none() || is_better {
            self.end = Some(end);
        }
    }

    /// Why the iteration ended, if it did before its time; from then on it can be continued.
    pub(super) fn take_end(&mut self) -> Option<End> {
        // The thread that ended it may also have asked for a record, for which the others would
        // wait.
        self.pause = false;
        self.end.take()
    }
}

/// What a worker has in its hands.
struct Hand<N> {
    stack: Vec<N>,
    /// The length of the longest one.
    longest: u64,
}

impl<N> Default for Hand<N> {
    fn default() -> Self {
        Self { stack: Vec::new(), longest: 0 }
    }
}

/// Writes down what is left to do and what is done, while no thread works.
pub(super) type Recorder<'r, N> = &'r (dyn Fn(&mut Stock<N>) + Sync);

/// Where the workers of an iteration meet.
pub(super) struct Workshop<'w, K: Kernel> {
    pub(super) kernel: &'w K,
    pub(super) bound: Cost,
    pub(super) watch: &'w IterationWatch,
    /// Ends the iteration when so many states are expanded, those done before it began included.
    pub(super) enough: u64,
    /// Writes records, and how often.
    pub(super) recorder: Option<(Recorder<'w, K::Node>, Duration)>,
    /// How many states may be expanded before others are asked; `u64::MAX` where the budget alone
    /// decides.
    pub(super) permits: AtomicU64,
    stock: Mutex<Stock<K::Node>>,
    pub(super) changed: Condvar,
    workers: usize,
    /// Workers that wait, and one more where another process does.
    pub(super) hungry: AtomicUsize,
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
            permits: AtomicU64::new(u64::MAX),
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

    pub(super) fn stock(&self) -> MutexGuard<'_, Stock<K::Node>> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait<'g>(&self, stock: MutexGuard<'g, Stock<K::Node>>) -> MutexGuard<'g, Stock<K::Node>> {
        self.changed.wait(stock).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the iteration is over. `held` bytes are counted with those of the stack.
    pub(super) fn work(&self, budget: &mut impl Permits, held: u64) {
        let _guard = Guard(self);
        let mut hand = Hand::default();
        while self.take(&mut hand.stack) && self.run(&mut hand, budget, held) {}
        self.stock().longest += hand.longest;
    }

    /// The same on a thread that hears the other processes as well: after each run, or for a while
    /// when it has nothing to do. `hear` says when the iteration is over.
    pub(super) fn work_and_hear<P: Permits, R>(
        &self,
        budget: &mut P,
        held: u64,
        hear: &mut dyn FnMut(&mut P, Duration) -> Option<R>,
    ) -> R {
        let mut hand = Hand::default();
        loop {
            let works = !hand.stack.is_empty() || self.offered(&mut self.stock(), &mut hand.stack) == Some(true);
            if works {
                self.run(&mut hand, budget, held);
            }
            if let Some(end) = hear(budget, if works { Duration::ZERO } else { GLANCE }) {
                if !hand.stack.is_empty() {
                    self.hand_in(&mut hand.stack, KernelTally::default(), None);
                }
                self.stock().longest += hand.longest;
                return end;
            }
        }
    }

    /// Runs the kernel once. Whether the budget allows it.
    fn run(&self, hand: &mut Hand<K::Node>, budget: &mut impl Permits, held: u64) -> bool {
        let Hand { stack, longest } = hand;
        let quota = self.take_permits(QUOTA);
        if quota == 0 {
            self.hand_in(stack, KernelTally::default(), None);
            return true;
        }
        let permitted = budget.hold(held + (stack.capacity() * size_of::<K::Node>()) as u64);
        let granted = match permitted.and_then(|()| budget.expand_many(quota)) {
            Ok(granted) => granted,
            Err(why) => {
                self.hand_in(stack, KernelTally::default(), Some(End::Stopped(why)));
                return false;
            }
        };
        let mut tally = KernelTally::default();
        let path = self.kernel.run(stack, self.bound, granted, &mut tally);
        budget.settle(granted, tally.expanded);
        self.add_permits(quota - tally.expanded);
        self.watch.add(tally.generated);
        *longest = (*longest).max(stack.len() as u64);
        self.hand_in(stack, tally, path.map(End::Found));
        true
    }

    /// Waits for work, unless there is some at hand already. Returns false when the iteration is
    /// over.
    fn take(&self, stack: &mut Vec<K::Node>) -> bool {
        if !stack.is_empty() {
            return true;
        }
        let mut stock = self.stock();
        loop {
            if let Some(goes_on) = self.offered(&mut stock, stack) {
                return goes_on;
            }
            self.hungry.fetch_add(1, Ordering::Relaxed);
            stock = self.wait(stock);
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Takes work if there is some; false when the iteration is over, `None` when there may be more
    /// later.
    fn offered(&self, stock: &mut Stock<K::Node>, stack: &mut Vec<K::Node>) -> Option<bool> {
        if stock.end.is_some() || stock.is_over {
            return Some(false);
        }
        if stock.pause || !self.may_expand() {
            return None;
        }
        if let Some(next) = stock.stacks.pop() {
            *stack = next;
        } else {
            // Fewer at a time towards the end, so that no thread sits on what others could do. The
            // next one goes on top.
            let many = stock.roots.len().div_ceil(2 * self.workers);
            let rest = stock.roots.len() - many;
            stack.extend(stock.roots.drain(rest..));
        }
        if !stack.is_empty() {
            stock.active += 1;
            self.settle(stock);
            return Some(true);
        }
        if stock.active == 0 {
            // Other processes may have more.
            stock.is_over |= stock.side.is_none();
            self.settle(stock);
            if stock.is_over {
                self.changed.notify_all();
                return Some(false);
            }
        }
        None
    }

    /// Counts what was done since the last time, and gives away what others should have: all of the
    /// stack when the iteration ends or a record is due.
    fn hand_in(&self, stack: &mut Vec<K::Node>, tally: KernelTally, end: Option<End>) {
        let mut stock = self.stock();
        stock.done += tally;
        let is_enough = stock.expanded() >= self.enough;
        if let Some(end) = end.or(is_enough.then_some(End::Enough)) {
            stock.note_end(end);
        }
        stock.pause |= self.is_record_due(&stock);
        if stock.end.is_some() || stock.is_over || stock.pause || !self.may_expand() {
            if !stack.is_empty() {
                stock.stacks.push(std::mem::take(stack));
            }
        } else if self.hungry.load(Ordering::Relaxed) > 0 && stack.len() >= 2 && stock.stacks.is_empty() {
            let rest = stack.split_off(stack.len() / 2);
            self.give(&mut stock, std::mem::replace(stack, rest));
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
        self.settle(&mut stock);
    }

    /// Whether it is time for a record.
    pub(super) fn is_record_due(&self, stock: &Stock<K::Node>) -> bool {
        self.recorder.is_some_and(|(_, interval)| self.watch.clock().since(stock.recorded) >= interval)
    }

    /// Whether there are permissions to expand, or none are needed.
    pub(super) fn may_expand(&self) -> bool {
        self.permits.load(Ordering::Relaxed) > 0
    }

    /// Takes up to so many permissions. Returns how many there were.
    fn take_permits(&self, wanted: u64) -> u64 {
        let less = |left: u64| (left < u64::MAX).then(|| left - left.min(wanted));
        let taken = self.permits.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        taken.map_or(wanted, |before| before.min(wanted))
    }

    /// Adds permissions, where any are needed.
    pub(super) fn add_permits(&self, more: u64) {
        let more = |left: u64| (left < u64::MAX).then(|| left.saturating_add(more).min(u64::MAX - 1));
        let _ = self.permits.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Writes a record. INVARIANT: no thread has a stack in hand.
    pub(super) fn record(&self, stock: &mut Stock<K::Node>) {
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
            self.0.stock().note_end(End::Stopped(Stop::Cancelled));
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::clock::Clock;
    use crate::solvers::tiles::automaton::Automaton;
    use crate::solvers::tiles::manhattan::SmallManhattan;
    use crate::solvers::tiles::samples::goal;

    /// Two workers hand in what they have done: one has met a limit, the other has found a goal.
    #[test]
    fn a_goal_counts_for_more_than_a_limit_in_the_same_moment() {
        let (_, frame) = goal(3, 3, 0);
        let kernel = SmallManhattan::new(frame, &Automaton::new(frame.shape(), 4)).unwrap();
        let watch = IterationWatch::new(Clock::default());
        let (limit, found) = (End::Stopped(Stop::Time), End::Found(7));
        for ends in [[limit, found], [found, limit], [found, End::Found(8)], [End::Enough, found]] {
            let stock = Stock::new(Vec::new(), Vec::new(), KernelTally::default(), watch.clock().now());
            let workshop = Workshop::new(&kernel, 20, &watch, 2, stock);
            workshop.stock().active = 2;
            for end in ends {
                workshop.hand_in(&mut Vec::new(), KernelTally::default(), Some(end));
            }
            assert_eq!(workshop.close().take_end(), Some(found), "{ends:?}");
        }
    }
}
