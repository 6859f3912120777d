//! What a trace holds, found by reading it once: how many steps, where something of note happens,
//! and places to go on from.
//!
//! A trace may have millions of steps and a frontier of millions of states, so neither scenes nor
//! frontiers of all steps are kept. A copy of the blackboard is kept now and then; the longer the
//! trace and the larger the frontier, the farther apart. Beside them the end is kept, whatever it
//! takes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use npuzzle::teach::blackboard::Scene;

use crate::failure::Failure;
use crate::terminal::replay::pasts::Pasts;
use crate::terminal::replay::walk::{Checkpoint, Place, Shown, Walker};

/// So many copies of the blackboard are kept at most,
const MOST_CHECKPOINTS: usize = 64;
/// of so many bytes in all.
const MOST_BYTES: usize = 64 << 20;
/// The end that is kept is before the last steps: those that can be taken back with so many bytes.
const END_BYTES: usize = 4 << 20;
/// The first copies are so many steps apart.
const FIRST_INTERVAL: u64 = 256;

/// What one may want to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Trace,
    Search,
    Bound,
    Reopening,
    Meeting,
    Improvement,
    Goal,
}

impl Mark {
    pub const ALL: [Self; 7] =
        [Self::Bound, Self::Reopening, Self::Meeting, Self::Improvement, Self::Goal, Self::Search, Self::Trace];

    pub fn words(self) -> &'static str {
        match self {
            Self::Trace => "trace begins",
            Self::Search => "search begins",
            Self::Bound => "iteration with a new bound",
            Self::Reopening => "state opened again",
            Self::Meeting => "meeting of both ends",
            Self::Improvement => "better solution",
            Self::Goal => "goal reached",
        }
    }

    /// The marks of a step.
    fn of(shown: &Shown) -> impl Iterator<Item = Self> {
        let (one, other) = match shown {
            Shown::Header(_) => (Some(Self::Trace), None),
            Shown::Scene(Scene::Search { .. }) => (Some(Self::Search), None),
            Shown::Scene(Scene::Bound { .. }) => (Some(Self::Bound), None),
            Shown::Scene(Scene::Improved { .. }) => (Some(Self::Improvement), None),
            Shown::Scene(Scene::Solved { .. }) => (Some(Self::Goal), None),
            Shown::Scene(Scene::Forget(_)) => (None, None),
            Shown::Scene(Scene::Step(step)) => {
                let fresh = &step.successors[step.told_before..];
                let reopened = fresh.iter().any(|successor| successor.reopened);
                let met = fresh.iter().any(|successor| successor.met.is_some());
                (reopened.then_some(Self::Reopening), met.then_some(Self::Meeting))
            }
        };
        one.into_iter().chain(other)
    }
}

/// How far the reading is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Bytes read and bytes in all.
    Under { read: u64, all: u64 },
    /// All of it; the last line may have been incomplete.
    Done { breaks_off: bool },
    /// Something is wrong, and the steps before it are all there is.
    Failed(String),
}

/// What is known of a trace.
pub struct Index {
    pub steps: u64,
    pub reading: Reading,
    marks: BTreeMap<Mark, Vec<u64>>,
    /// From the beginning to the end.
    checkpoints: Vec<Arc<Checkpoint>>,
    interval: u64,
    /// So many bytes they may take.
    room: usize,
}

/// The index, while it is being made.
pub type Shared = Arc<Mutex<Index>>;

/// A thread that panicked while holding it has left numbers and lists, all of them valid.
pub fn look(index: &Shared) -> MutexGuard<'_, Index> {
    index.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Index {
    pub fn new(all: u64) -> Self {
        let reading = Reading::Under { read: 0, all };
        Self {
            steps: 0,
            reading,
            marks: BTreeMap::new(),
            checkpoints: Vec::new(),
            interval: FIRST_INTERVAL,
            room: MOST_BYTES,
        }
    }

    #[cfg(test)]
    pub fn with_room(all: u64, room: usize) -> Self {
        Self { room, ..Self::new(all) }
    }

    /// What each copy takes.
    #[cfg(test)]
    pub fn kept_bytes(&self) -> Vec<usize> {
        self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).collect()
    }

    /// The first step with a mark after a step, or the last before it.
    pub fn find(&self, mark: Mark, from: u64, forward: bool) -> Option<u64> {
        let steps = self.marks.get(&mark)?;
        match forward {
            true => steps.get(steps.partition_point(|&step| step <= from)).copied(),
            false => steps[..steps.partition_point(|&step| step < from)].last().copied(),
        }
    }

    /// The nearest place with at most so many steps before it.
    pub fn checkpoint(&self, steps: u64) -> Option<Arc<Checkpoint>> {
        self.checkpoints.iter().rfind(|checkpoint| checkpoint.steps <= steps).cloned()
    }

    /// How many steps are before the nearest place.
    pub fn checkpoint_steps(&self, steps: u64) -> u64 {
        self.checkpoint(steps).map_or(0, |checkpoint| checkpoint.steps)
    }

    fn keep(&mut self, place: &Place) {
        if !place.steps.is_multiple_of(self.interval) {
            return;
        }
        // Room is made before the copy is: the largest one would take as much as all others may.
        loop {
            let bytes = self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum::<usize>();
            if self.checkpoints.len() < MOST_CHECKPOINTS
                && bytes.saturating_add(place.blackboard.packed_bytes()) <= self.room
            {
                return self.checkpoints.push(Arc::new(place.kept()));
            }
            if self.checkpoints.is_empty() {
                return;
            }
            self.interval *= 2;
            let interval = self.interval;
            self.checkpoints.retain(|checkpoint| checkpoint.steps.is_multiple_of(interval));
            if !place.steps.is_multiple_of(interval) {
                return;
            }
        }
    }
}

/// Makes an index.
pub struct Indexer {
    walker: Walker,
    index: Shared,
    last: Pasts,
}

impl Indexer {
    pub fn new(walker: Walker, index: Shared) -> Self {
        Self { walker, index, last: Pasts::new(END_BYTES) }
    }

    /// Reads some steps on; whether there is more to read.
    pub fn read(&mut self, steps: usize) -> bool {
        let mut found = Vec::with_capacity(steps);
        let mut end = None;
        for _ in 0..steps {
            match self.walker.next() {
                Ok(Some((shown, past))) => {
                    found.extend(Mark::of(&shown).map(|mark| (mark, self.walker.at.steps)));
                    self.last.push(past);
                    look(&self.index).keep(&self.walker.at);
                }
                Ok(None) => {
                    end = Some(Reading::Done { breaks_off: self.walker.breaks_off() });
                    break;
                }
                Err(failure) => {
                    end = Some(Reading::Failed(failure.to_string()));
                    break;
                }
            }
        }
        let (steps, bytes) = (self.walker.at.steps, self.walker.bytes());
        // Before the index says that all is read: a model that waits for the end sets out at once.
        if end.is_some() {
            self.keep_the_end();
        }
        let mut index = look(&self.index);
        index.steps = steps;
        for (mark, step) in found {
            index.marks.entry(mark).or_default().push(step);
        }
        match (&mut index.reading, end) {
            (Reading::Under { read, .. }, None) => *read = bytes,
            (reading, Some(end)) => *reading = end,
            _ => {}
        }
        matches!(index.reading, Reading::Under { .. })
    }

    /// The end is what one jumps to first, and goes back from: the blackboard before the last steps
    /// is at hand, and is kept.
    fn keep_the_end(&mut self) {
        let index = Arc::clone(&self.index);
        let last = self.last.take(self.last.len());
        if self.walker.take_back(last).is_ok() {
            let end = &self.walker.at;
            let mut index = look(&index);
            // In a short trace another copy is nearer.
            if index.checkpoints.last().is_none_or(|last| last.steps < end.steps) {
                index.checkpoints.push(Arc::new(end.kept()));
            }
        }
    }

    /// Reads to the end.
    pub fn read_all(mut self, is_wanted: impl Fn() -> bool) -> Result<(), Failure> {
        while is_wanted() && self.read(512) {}
        Ok(())
    }
}
