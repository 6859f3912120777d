//! Limits on nodes, time and memory, and cancellation, at the price of one decrement per expansion.
//!
//! A search asks for permission before each expansion. Permissions come in slices; only when a
//! slice is used up does a cold function look at the clock, the cancel flag and the node limit. The
//! countdown is the expansion counter at the same time. Slices adapt to the speed of the search, so
//! that it stops within a few hundredths of a second on a 100x100 board as well as at 100 million
//! nodes a second.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::core::attendant::Attendant;
use crate::core::clock::{Clock, Instant};
use crate::core::crew::Crew;
use crate::core::device::Device;
use crate::core::domain::Cost;
use crate::core::iteration::{IterationProgress, IterationWatch};
use crate::core::outcome::Improvement;
use crate::core::table_cache::TableCache;

/// What a search may use up. `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Expansions.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of the search's own data structures.
    pub memory: Option<u64>,
    /// Set to `true` from outside, this ends the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Set by a heuristic that has no value at some state.
    pub broken: Option<Arc<AtomicBool>>,
    /// Set while the system refuses memory to the program: a search then ends as at its limit.
    pub exhausted: Option<&'static AtomicBool>,
    /// Bytes that the problem itself holds, as it counts them: the limit on memory is on both
    /// together.
    pub beside: Option<Arc<AtomicU64>>,
    /// Threads of a parallel search; without a limit, as many as there are cores.
    pub threads: Option<NonZeroUsize>,
    /// Where tables come from and are kept.
    pub table_cache: Arc<TableCache>,
    /// What time it is.
    pub clock: Clock,
    /// The processes that share the work, where there are several.
    pub crew: Option<Arc<dyn Crew>>,
    /// Searches beside the processor, where a solver knows how to use it.
    pub device: Option<Arc<dyn Device>>,
    /// Looks up from the work now and then.
    pub attendant: Option<Arc<dyn Attendant>>,
}

impl Limits {
    /// Whether it was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Looks at the cancel flag and the clock.
    pub fn check(&self, started: Instant) -> Result<(), Stop> {
        self.check_by(|| self.clock.look(), started)
    }

    /// The same where the clock was just read.
    pub fn check_at(&self, now: Instant, started: Instant) -> Result<(), Stop> {
        self.check_by(|| now, started)
    }

    fn check_by(&self, now: impl FnOnce() -> Instant, started: Instant) -> Result<(), Stop> {
        self.attend();
        if self.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.broken.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Broken);
        }
        if self.time.is_some_and(|limit| now().saturating_duration_since(started) >= limit) {
            return Err(Stop::Time);
        }
        if self.is_exhausted() || self.bytes_beside() > self.memory.unwrap_or(u64::MAX) {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Lets the front look up.
    pub(super) fn attend(&self) {
        if let Some(attendant) = &self.attendant {
            attendant.attend();
        }
    }

    /// Whether the system refuses memory to the program.
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether so many bytes may be held, and can be had from the system. For work that takes all
    /// of its memory at once, before it does.
    pub fn allow(&self, bytes: u64) -> Result<(), Stop> {
        let is_too_much = bytes > self.most_bytes() || self.is_exhausted();
        if is_too_much { Err(Stop::Memory) } else { is_to_be_had(bytes) }
    }

    /// What the problem itself holds.
    #[inline]
    pub fn bytes_beside(&self) -> u64 {
        self.beside.as_ref().map_or(0, |bytes| bytes.load(Ordering::Relaxed))
    }

    /// The most bytes that may be held. `u64::MAX` of them are always too many: they mean that what
    /// is asked for is impossible.
    #[inline]
    pub(super) fn most_bytes(&self) -> u64 {
        self.memory.map_or(u64::MAX - 1, |limit| limit.min(u64::MAX - 1))
    }

    /// How many threads may be used.
    pub fn threads(&self) -> usize {
        // Looked up once: the system reads several files for it, which takes longer than a small
        // search.
        static CORES: LazyLock<NonZeroUsize> =
            LazyLock::new(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        self.threads.unwrap_or_else(|| *CORES).get()
    }

    /// How many threads may be used in all processes that share the work.
    pub fn all_threads(&self) -> usize {
        self.threads() * self.crew.as_ref().map_or(1, |crew| crew.size())
    }
}

/// Why a search ended before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit on paths of a depth-limited search.
    Depth,
    /// Cancelled from outside.
    Cancelled,
    /// The heuristic has no value at some state.
    Broken,
    /// The search had dropped the states that would have led on.
    RanDry,
    /// The state budget of a search that sets one itself.
    States,
    /// The system gave fewer threads than were asked for.
    Threads,
    /// The problem has no operators that lead backwards.
    NoWayBack,
    /// The states of the problem cannot be sent to other processes.
    StaysHere,
    /// A process of the crew ended, or was not understood.
    Crew,
}

impl Stop {
    /// All of them, in this order: each has its place as its number.
    pub const ALL: [Self; Self::Crew as usize + 1] = [
        Self::Nodes,
        Self::Time,
        Self::Memory,
        Self::Depth,
        Self::Cancelled,
        Self::Broken,
        Self::RanDry,
        Self::States,
        Self::Threads,
        Self::NoWayBack,
        Self::StaysHere,
        Self::Crew,
    ];

    /// A number for it, to send to another process.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// What a number of [`code`](Self::code) stands for.
    pub fn of_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the node limit was reached",
            Self::Time => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Depth => "the cost limit was reached",
            Self::Cancelled => "cancelled",
            Self::Broken => "the heuristic has no value at some state",
            Self::RanDry => "all states that the search kept were used up",
            Self::States => "the search ran out of states that it may keep",
            Self::Threads => "the system could not start that many threads",
            Self::NoWayBack => "this problem cannot be searched backwards",
            Self::StaysHere => "the states of this problem cannot be sent to other processes; search it in one",
            Self::Crew => "one of the processes that share the work ended, or could not be understood",
        })
    }
}

/// A glimpse of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// States expanded so far.
    pub expanded: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Proved minimum cost so far.
    pub lower_bound: Cost,
    /// Cost of the best solution so far, where one is known before the end.
    pub best: Option<Cost>,
    /// How many entries of a table are made, and how many it will have, while one is being made.
    pub table: Option<(u64, u64)>,
    /// The iteration it is in, if it deepens and can tell.
    pub iteration: Option<IterationProgress>,
}

/// Asked before every expansion and before memory is taken: the budget of a search on one thread,
/// or a worker's part of it.
pub trait Permits {
    /// Asks for permission to expand one state, and counts it.
    fn expand(&mut self) -> Result<(), Stop>;

    /// Takes all permissions of a slice, at least one, and counts them. A loop counts them down and
    /// gives back what it has not used, so that it pays for one decrement a state.
    fn take_slice(&mut self) -> Result<u32, Stop>;

    /// Takes permissions of [`take_slice`](Self::take_slice) back that were not used.
    fn give_back(&mut self, unused: u32);

    /// Asks for permission to expand up to `wanted` states at once, at least one. Returns how many
    /// may be, and counts them; what is really done is said to [`Self::settle`]. Looks at the
    /// clock, so it is worth a call every few milliseconds.
    fn expand_many(&mut self, wanted: u64) -> Result<u64, Stop>;

    /// Corrects the count after [`Self::expand_many`]: of those granted, so many were used.
    fn settle(&mut self, granted: u64, used: u64);

    /// Notes that the search is about to hold `bytes` in its data structures.
    fn hold(&mut self, bytes: u64) -> Result<(), Stop>;

    /// Looks at the limits, for a thread that waits for others.
    fn glance(&mut self) -> Result<(), Stop>;

    /// How many permissions are left; `u64::MAX` without a limit.
    fn permissions_left(&self) -> u64;

    /// Counts what others have expanded with no permission of this budget.
    fn count_elsewhere(&mut self, expanded: u64);
}

/// Implements [`Permits`] by the methods of the same names, and by the slice that is left.
macro_rules! permits_by_methods {
    ($budget:ty) => {
        impl $budget {
            /// Asks for permission to expand one state, and counts it.
            #[inline(always)]
            pub fn expand(&mut self) -> Result<(), Stop> {
                if self.left_in_slice == 0 {
                    self.refill()?;
                }
                self.left_in_slice -= 1;
                Ok(())
            }
        }

        impl Permits for $budget {
            #[inline(always)]
            fn expand(&mut self) -> Result<(), Stop> {
                <$budget>::expand(self)
            }

            fn take_slice(&mut self) -> Result<u32, Stop> {
                if self.left_in_slice == 0 {
                    self.refill()?;
                }
                Ok(std::mem::take(&mut self.left_in_slice))
            }

            fn give_back(&mut self, unused: u32) {
                self.left_in_slice += unused;
            }

            fn expand_many(&mut self, wanted: u64) -> Result<u64, Stop> {
                <$budget>::expand_many(self, wanted)
            }

            fn settle(&mut self, granted: u64, used: u64) {
                <$budget>::settle(self, granted, used);
            }

            fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
                <$budget>::hold(self, bytes)
            }

            fn glance(&mut self) -> Result<(), Stop> {
                <$budget>::glance(self)
            }

            fn permissions_left(&self) -> u64 {
                <$budget>::permissions_left(self)
            }

            fn count_elsewhere(&mut self, expanded: u64) {
                <$budget>::count_elsewhere(self, expanded);
            }
        }
    };
}
pub(super) use permits_by_methods;

permits_by_methods!(Budget<'_>);

/// Called about ten times a second while a search runs.
pub type ProgressSink<'a> = &'a mut dyn FnMut(&Progress);

pub(super) const LARGEST_SLICE: u32 = 1 << 16;
/// Small, since a custom heuristic may take milliseconds; slices of fast searches grow at once.
pub(super) const FIRST_SLICE: u32 = 1 << 3;

/// The size of the next slice, given what the last one took.
pub(super) fn next_slice(slice: u32, took: Duration) -> u32 {
    const LONGEST: Duration = Duration::from_millis(20);
    if took > LONGEST { (slice / 4).max(1) } else { (slice * 2).min(LARGEST_SLICE) }
}

/// How often progress is reported.
pub(super) const TELLING_INTERVAL: Duration = Duration::from_millis(100);

/// The permissions that are left, and what has been used.
pub struct Budget<'a> {
    pub(super) limits: Limits,
    left_in_slice: u32,
    pub(super) granted: u64,
    slice: u32,
    pub(super) started: Instant,
    refilled: Instant,
    lower_bound: Cost,
    pub(super) peak_bytes: u64,
    /// Bytes of tables, which are held besides what the search holds.
    pub(super) kept_bytes: u64,
    told: Instant,
    progress: Option<ProgressSink<'a>>,
    iteration: Option<Arc<IterationWatch>>,
    improvements: Vec<Improvement>,
    uses_tables: bool,
    notes: Vec<String>,
}

impl<'a> Budget<'a> {
    /// A fresh budget; the clock starts now.
    pub fn new(limits: Limits) -> Self {
        let now = limits.clock.now();
        Self {
            limits,
            left_in_slice: 0,
            granted: 0,
            slice: FIRST_SLICE,
            started: now,
            refilled: now,
            lower_bound: 0,
            peak_bytes: 0,
            kept_bytes: 0,
            told: now,
            progress: None,
            iteration: None,
            improvements: Vec::new(),
            uses_tables: false,
            notes: Vec::new(),
        }
    }

    /// Reports to `sink` how the search gets on.
    pub fn with_progress(mut self, sink: ProgressSink<'a>) -> Self {
        self.progress = Some(sink);
        self
    }

    /// Asks for permission to expand up to `wanted` states at once, as [`Permits::expand_many`]
    /// says.
    pub fn expand_many(&mut self, wanted: u64) -> Result<u64, Stop> {
        let now = self.limits.clock.look();
        self.limits.check_at(now, self.started)?;
        self.granted = self.expanded();
        self.left_in_slice = 0;
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.granted));
        if left == 0 {
            return Err(Stop::Nodes);
        }
        self.tell_in_time(now);
        let granted = wanted.clamp(1, left);
        self.granted = self.granted.saturating_add(granted);
        Ok(granted)
    }

    /// Corrects the count, as [`Permits::settle`] says.
    pub fn settle(&mut self, granted: u64, used: u64) {
        debug_assert!(used <= granted, "no more is used than was granted");
        self.granted = self.granted.saturating_sub(granted).saturating_add(used);
    }

    /// Looks at the cancel flag and the clock. For work that is not counted in expansions.
    pub fn check(&self) -> Result<(), Stop> {
        self.limits.check(self.started)
    }

    /// The same while others work, of whom watchers hear in time.
    pub fn glance(&mut self) -> Result<(), Stop> {
        let now = self.limits.clock.look();
        self.tell_in_time(now);
        self.limits.check_at(now, self.started)
    }

    /// How many permissions are left; `u64::MAX` without a limit.
    pub fn permissions_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.expanded()))
    }

    /// Counts what others have expanded with no permission of this budget.
    pub fn count_elsewhere(&mut self, expanded: u64) {
        self.granted = self.granted.saturating_add(expanded);
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<(), Stop> {
        let now = self.limits.clock.look();
        self.limits.check_at(now, self.started)?;
        self.slice = next_slice(self.slice, now - std::mem::replace(&mut self.refilled, now));
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.granted));
        if left == 0 {
            return Err(Stop::Nodes);
        }
        self.left_in_slice = self.slice.min(u32::try_from(left).unwrap_or(u32::MAX));
        self.granted += u64::from(self.left_in_slice);
        self.tell_in_time(now);
        Ok(())
    }

    /// Tells watchers, if the last time is long enough ago.
    fn tell_in_time(&mut self, now: Instant) {
        if now - self.told >= TELLING_INTERVAL {
            self.told = now;
            self.tell(self.expanded());
        }
    }

    /// Where watchers find how far the iteration of a search that deepens has got; `None`
    /// when it is over.
    pub fn watch_iteration(&mut self, watch: Option<Arc<IterationWatch>>) {
        self.iteration = watch;
    }

    /// Tells watchers how the search gets on.
    pub(super) fn tell(&mut self, expanded: u64) {
        self.tell_with(expanded, None);
    }

    fn tell_with(&mut self, expanded: u64, table: Option<(u64, u64)>) {
        let progress = Progress {
            expanded,
            elapsed: self.elapsed(),
            lower_bound: self.lower_bound,
            best: self.improvements.last().map(|improvement| improvement.cost),
            table,
            iteration: self.iteration.as_ref().and_then(|watch| watch.progress()),
        };
        if let Some(sink) = &mut self.progress {
            sink(&progress);
        }
    }

    /// Looks at the cancel flag and the clock while a table is made, and tells watchers how
    /// far it is.
    pub fn check_table(&mut self, done: u64, entries: u64) -> Result<(), Stop> {
        let now = self.limits.clock.look();
        if now - self.told >= TELLING_INTERVAL {
            self.told = now;
            self.tell_with(self.expanded(), Some((done, entries)));
        }
        self.limits.check_at(now, self.started)
    }

    /// Counts what workers that ask for no permission have expanded so far, and tells those who
    /// watch in time.
    pub fn note_expanded(&mut self, expanded: u64) {
        self.count_expanded(expanded);
        self.tell_in_time(self.limits.clock.now());
    }

    /// Notes that a table is made, or taken from where it is kept.
    pub fn note_table(&mut self) {
        self.uses_tables = true;
    }

    /// The time since the start if all of it went into tables; none where there are none, however
    /// slow the machine is.
    pub fn table_time(&self) -> Duration {
        if self.uses_tables { self.elapsed() } else { Duration::ZERO }
    }

    /// Notes a solution that the search will try to better, and tells watchers at once.
    pub fn improve(&mut self, cost: Cost) {
        self.improvements.push(Improvement {
            cost,
            lower_bound: self.lower_bound,
            seconds: self.elapsed().as_secs_f64(),
            expanded: self.expanded(),
        });
        self.tell(self.expanded());
    }

    /// The solutions noted so far.
    pub fn take_improvements(&mut self) -> Vec<Improvement> {
        std::mem::take(&mut self.improvements)
    }

    /// Whether so many bytes may be held, as [`Limits::allow`] says.
    pub fn allow(&self, bytes: u64) -> Result<(), Stop> {
        self.limits.allow(bytes)
    }

    /// How many bytes the search may hold.
    pub fn memory_limit(&self) -> Option<u64> {
        self.limits.memory
    }

    /// How many threads a parallel search may use.
    pub fn threads(&self) -> usize {
        self.limits.threads()
    }

    /// How many states the search may expand.
    pub fn node_limit(&self) -> Option<u64> {
        self.limits.nodes
    }

    /// The processes that share the work, where there are several.
    pub fn crew(&self) -> Option<&Arc<dyn Crew>> {
        self.limits.crew.as_ref().filter(|crew| crew.size() > 1)
    }

    /// Puts another limit on expansions in the place of the one there is, which is returned: for a
    /// search that shares its permissions out itself.
    pub fn replace_node_limit(&mut self, nodes: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.limits.nodes, nodes)
    }

    /// What searches beside the processor.
    pub fn device(&self) -> Option<&Arc<dyn Device>> {
        self.limits.device.as_ref()
    }

    /// What time it is for this search.
    pub fn clock(&self) -> &Clock {
        &self.limits.clock
    }

    /// Where tables come from and are kept.
    pub fn table_cache(&self) -> &Arc<TableCache> {
        &self.limits.table_cache
    }

    /// States expanded so far.
    #[inline]
    pub fn expanded(&self) -> u64 {
        self.granted - u64::from(self.left_in_slice)
    }

    /// Sets the count, where others have counted.
    pub(super) fn count_expanded(&mut self, expanded: u64) {
        self.granted = expanded;
        self.left_in_slice = 0;
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.since(self.started)
    }

    /// Notes that no solution can be cheaper than `bound`.
    #[inline]
    pub fn raise_lower_bound(&mut self, bound: Cost) {
        self.lower_bound = self.lower_bound.max(bound);
    }

    /// Notes something about this search that the person should know.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The notes since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Takes back what was proved by something that turned out to be wrong, but for `bound`.
    pub fn withdraw_lower_bound(&mut self, bound: Cost) {
        self.lower_bound = self.lower_bound.min(bound);
    }

    /// Proved minimum cost so far.
    #[inline]
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Notes that the search is about to hold `bytes` in its data structures. It may not if that is
    /// more than its limit, or more than the system has. `u64::MAX` is always too much.
    #[inline]
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        let bytes = self.allowed(bytes)?;
        if bytes > self.peak_bytes {
            is_to_be_had(bytes - self.peak_bytes)?;
            self.peak_bytes = bytes;
        }
        Ok(())
    }

    /// All bytes that are held together with these, if the limit allows them.
    fn allowed(&self, bytes: u64) -> Result<u64, Stop> {
        let bytes = bytes.saturating_add(self.kept_bytes).saturating_add(self.limits.bytes_beside());
        let is_too_much = bytes > self.limits.most_bytes() || self.limits.is_exhausted();
        if is_too_much { Err(Stop::Memory) } else { Ok(bytes) }
    }

    /// Notes that so many bytes are held from now on, besides those of [`hold`](Self::hold). They
    /// are there already.
    pub fn keep(&mut self, bytes: u64) -> Result<(), Stop> {
        self.peak_bytes = self.peak_bytes.max(self.allowed(bytes)?);
        self.kept_bytes += bytes;
        Ok(())
    }

    /// A way for other threads to look at the cancel flag and the clock.
    pub fn checker(&self) -> impl Fn() -> Result<(), Stop> + Sync + use<> {
        let (limits, started) = (self.limits.clone(), self.started);
        move || limits.check(started)
    }

    /// The most bytes the search has held.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.limits.bytes_beside())
    }
}

/// Whether the system has so many bytes more: it is asked for them, and gets them back.
///
/// A search announces what it is about to take. If the system would refuse it, the search ends here
/// with what it knows; the allocation itself, which cannot fail in every container, would end the
/// program. Memory that is not written to costs a system call at most.
#[cold]
#[inline(never)]
pub fn is_to_be_had(bytes: u64) -> Result<(), Stop> {
    let mut asked: Vec<u8> = Vec::new();
    usize::try_from(bytes).ok().and_then(|bytes| asked.try_reserve_exact(bytes).ok()).ok_or(Stop::Memory)?;
    // Without this the compiler may leave the question out, and assume a yes.
    std::hint::black_box(&mut asked);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 255, 256, 257, 70_000, 200_001] {
            let mut budget = Budget::new(Limits { nodes: Some(limit), ..Limits::default() });
            let mut granted = 0;
            while budget.expand().is_ok() {
                granted += 1;
            }
            assert_eq!(granted, limit);
            assert_eq!(budget.expanded(), limit);
        }
    }

    #[test]
    fn the_threads_of_all_processes_are_counted() {
        let threads = NonZeroUsize::new(2);
        let alone = Limits { threads, ..Limits::default() };
        let crew = crate::core::crew::threads(3).into_iter().next();
        assert_eq!((alone.all_threads(), Limits { crew, ..alone }.all_threads()), (2, 6));
    }

    /// A process that leads and works on one thread counts what others do, and tells of it.
    #[test]
    fn what_others_expand_is_counted_and_told() {
        let clock = Clock::held();
        let mut told = Vec::new();
        let mut sink = |progress: &Progress| told.push(progress.expanded);
        let limits = Limits { nodes: Some(100), clock: clock.clone(), ..Limits::default() };
        let mut budget = Budget::new(limits).with_progress(&mut sink);
        budget.count_elsewhere(30);
        assert_eq!((budget.permissions_left(), budget.glance()), (70, Ok(())));
        assert_eq!(budget.expand_many(200), Ok(70));
        budget.settle(70, 50);
        clock.advance(TELLING_INTERVAL);
        assert_eq!((budget.permissions_left(), budget.glance()), (20, Ok(())));
        assert_eq!(told, [80]);
    }

    #[test]
    fn every_stop_has_a_number_of_its_own() {
        let codes: std::collections::HashSet<u8> = Stop::ALL.iter().map(|stop| stop.code()).collect();
        assert_eq!(codes.len(), Stop::ALL.len());
        assert!(Stop::ALL.iter().all(|&stop| Stop::of_code(stop.code()) == Some(stop)));
        assert_eq!(Stop::of_code(codes.len() as u8), None);
    }

    #[test]
    fn a_set_flag_stops_within_a_slice() {
        let cancel = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::new(Limits { cancel: Some(cancel.clone()), ..Limits::default() });
        budget.expand().unwrap();
        cancel.store(true, Ordering::Relaxed);
        let more = std::iter::repeat_with(|| budget.expand()).take_while(Result::is_ok).count();
        assert!(more < LARGEST_SLICE as usize);
        assert_eq!(budget.expand(), Err(Stop::Cancelled));
    }

    #[test]
    fn permissions_by_the_thousand_are_counted_as_they_were_used() {
        let mut budget = Budget::new(Limits { nodes: Some(1000), ..Limits::default() });
        (0..10).for_each(|_| budget.expand().unwrap());
        assert_eq!(budget.expand_many(600), Ok(600));
        budget.settle(600, 400);
        assert_eq!(budget.expanded(), 410);
        assert_eq!(budget.expand_many(u64::MAX), Ok(590));
        budget.settle(590, 589);
        budget.expand().unwrap();
        assert_eq!(budget.expand_many(1), Err(Stop::Nodes));
        assert_eq!(budget.expand(), Err(Stop::Nodes));
        assert_eq!(budget.expanded(), 1000);
    }

    #[test]
    fn permissions_by_the_thousand_are_refused_by_flag_and_clock() {
        let cancel = Arc::new(AtomicBool::new(true));
        let mut budget = Budget::new(Limits { cancel: Some(cancel), ..Limits::default() });
        assert_eq!(budget.expand_many(5), Err(Stop::Cancelled));
        let mut budget = Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(budget.expand_many(5), Err(Stop::Time));
        assert_eq!(budget.expanded(), 0);
    }

    #[test]
    fn slow_searches_get_smaller_slices() {
        // What an expansion takes in microseconds, and what is expanded before the look that ends
        // it: never a whole largest slice more than there is time for, and of the slowest searches
        // the first slice alone.
        for (micros, expanded) in [(1, 180_208), (500, 336), (5_000, 30), (50_000, 16), (1_000_000, 16)] {
            let (time, clock) = (Some(Duration::from_millis(150)), Clock::held());
            let mut budget = Budget::new(Limits { time, clock: clock.clone(), ..Limits::default() });
            while budget.expand().is_ok() {
                clock.advance(Duration::from_micros(micros));
            }
            assert_eq!((budget.expand(), budget.expanded()), (Err(Stop::Time), expanded), "{micros} us");
        }
    }

    #[test]
    fn each_slice_takes_one_look() {
        let clock = Clock::stepping(Duration::from_millis(1));
        let time = Some(Duration::from_millis(10));
        let mut budget = Budget::new(Limits { time, clock: clock.clone(), ..Limits::default() });
        while budget.expand().is_ok() {}
        // Nine slices, each twice as large as the one before.
        assert_eq!((budget.expanded(), clock.looks()), (16 * (2_u64.pow(9) - 1), 10));
        assert_eq!(budget.expand_many(5), Err(Stop::Time));
        assert_eq!((budget.check_table(1, 2), clock.looks()), (Err(Stop::Time), 12));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let mut budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        assert_eq!(budget.hold(100), Ok(()));
        assert_eq!(budget.hold(101), Err(Stop::Memory));
        assert_eq!(budget.peak_bytes(), 100);
    }

    #[test]
    fn what_the_system_does_not_have_is_refused() {
        let mut budget = Budget::new(Limits::default());
        // More than any machine can address: refused by the system, not by a limit.
        assert_eq!(budget.hold(1 << 60), Err(Stop::Memory));
        assert_eq!(budget.hold(u64::MAX), Err(Stop::Memory));
        assert_eq!(budget.hold(100), Ok(()));
        assert_eq!(budget.keep(1 << 60), Ok(()), "what is there already is only counted");
        let limits = Limits { memory: Some(100), ..Limits::default() };
        assert_eq!((limits.allow(100), limits.allow(101)), (Ok(()), Err(Stop::Memory)));
        assert_eq!(Limits::default().allow(1 << 60), Err(Stop::Memory));
    }

    #[test]
    fn exhaustion_of_the_program_ends_a_search() {
        static EXHAUSTED: AtomicBool = AtomicBool::new(false);
        let mut budget = Budget::new(Limits { exhausted: Some(&EXHAUSTED), ..Limits::default() });
        assert_eq!((budget.hold(100), budget.check()), (Ok(()), Ok(())));
        budget.expand().unwrap();
        EXHAUSTED.store(true, Ordering::Relaxed);
        assert_eq!(
            (budget.hold(50), budget.keep(50), budget.check()),
            (Err(Stop::Memory), Err(Stop::Memory), Err(Stop::Memory))
        );
        let more = std::iter::repeat_with(|| budget.expand()).take_while(Result::is_ok).count();
        assert!(more < LARGEST_SLICE as usize);
        assert_eq!(budget.expand(), Err(Stop::Memory));
    }

    #[test]
    fn what_the_problem_holds_counts_as_well() {
        let beside = Arc::new(AtomicU64::new(40));
        let limits = Limits { memory: Some(100), beside: Some(Arc::clone(&beside)), ..Limits::default() };
        let mut budget = Budget::new(limits);
        assert_eq!((budget.hold(60), budget.hold(61)), (Ok(()), Err(Stop::Memory)));
        assert_eq!(budget.check(), Ok(()));
        beside.store(101, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Stop::Memory));
        assert_eq!(budget.expand(), Err(Stop::Memory));
        assert_eq!(budget.peak_bytes(), 101);
    }
}
