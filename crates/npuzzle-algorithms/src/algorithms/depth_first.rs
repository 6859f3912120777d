//! Depth-first walks under the rules of an option: what depth-limited search, iterative deepening,
//! IDA* and its parallel form share.
//!
//! The walk itself is [`core::walk`](crate::core::walk). Unwatched and with the usual rule it is
//! the heuristic's own, compiled for it; watched, or with another rule for duplicates, it is the
//! careful one below, compiled once for all heuristics.

use crate::algorithms::rules::Cycles;
use crate::core::walk::{Manner, Subtree, Walk, Walked, walk_below};
use crate::core::{Budget, Cost, Domain, Erased, Evaluator, Event, Permits, Stats, Stop, Watcher};
use crate::store::path_set::PathSet;

/// The pseudo-code of the walk, with what the bound is on: `g` or `f`.
macro_rules! walk_pseudocode {
    ($bounded:literal) => {
        concat!(
            "\n",
            "walk(n): @expand\n",
            "  for each successor s of n, but not straight back: @generate\n",
            "    if ",
            $bounded,
            "(s) > bound: drop s @over-bound\n",
            "    if s is a goal: return the path to s @solved\n",
            "    if duplicates=path and s is on path: drop s @duplicate\n",
            "    path <- path + s; walk(s); path <- path - s @keep\n",
        )
    };
}
pub(crate) use walk_pseudocode;

/// The pseudo-code of walks with a rising bound on `g` or `f`: how it begins, and the walk.
macro_rules! deepening_pseudocode {
    ($bounded:literal, $begin:literal) => {
        concat!(
            $begin,
            "if start is a goal: return path\n",
            "repeat:\n",
            "  walk(start) @bound\n",
            "  bound <- least ",
            $bounded,
            " that was over bound\n",
            "  if none was: report no solution\n",
            $crate::algorithms::depth_first::walk_pseudocode!($bounded),
        )
    };
}
pub(crate) use deepening_pseudocode;

/// Visits the paths from `start` with `g + h <= bound` until one reaches a goal.
#[expect(clippy::too_many_arguments, reason = "two call sites; a struct would only rename them")]
pub(crate) fn walk<D: Domain>(
    domain: &D,
    start: &D::State,
    heuristic: &dyn Evaluator<D>,
    bound: Cost,
    cycles: Cycles,
    budget: &mut Budget<'_>,
    observer: &mut Watcher<'_, D>,
    stats: &mut Stats,
) -> Result<Walk<D::Op>, Stop> {
    stats.iterations += 1;
    if observer.is_taken() {
        observer.event(Event::Bound { bound });
    }
    let subtree = Subtree { state: start, undo: None, g: 0 };
    let walked = walk_by(cycles, domain, subtree, heuristic, bound, PathSet::default(), budget, observer);
    // A walk that ends at its first state holds no path.
    if !matches!(&walked.result, Ok(Walk::Found(ops)) if ops.is_empty()) {
        stats.generated += walked.generated;
        stats.max_depth = stats.max_depth.max(walked.longest_path);
        stats.max_stored = stats.max_stored.max(walked.longest_path + 1);
        stats.max_open = stats.max_stored;
    }
    walked.result
}

/// Visits the paths below a state by one rule; `before` are the states before it on the path, for
/// the rule that looks at them.
#[expect(clippy::too_many_arguments, reason = "two call sites; a struct would only rename them")]
pub(crate) fn walk_by<D: Domain>(
    cycles: Cycles,
    domain: &D,
    subtree: Subtree<'_, D>,
    heuristic: &dyn Evaluator<D>,
    bound: Cost,
    before: PathSet<D::Key>,
    permits: &mut dyn Permits,
    observer: &mut Watcher<'_, D>,
) -> Walked<D::Op> {
    if cycles == Cycles::Reversal && !observer.is_taken() {
        return heuristic.walk(domain, subtree, bound, permits);
    }
    let careful = Careful { cycles, before: before.len(), path: before, observer };
    walk_below(domain, subtree, &Erased(heuristic), bound, careful, permits)
}

/// With an observer, and any rule for duplicates.
struct Careful<'c, 'o, D: Domain> {
    cycles: Cycles,
    /// The states of the path, where the rule looks at them, and how many of them lead to the walk.
    path: PathSet<D::Key>,
    before: usize,
    observer: &'c mut Watcher<'o, D>,
}

impl<D: Domain> Manner<D> for Careful<'_, '_, D> {
    fn ops(&self, domain: &D, state: &D::State, undo: Option<&D::Undo>) -> D::Ops {
        match undo {
            Some(undo) if self.cycles == Cycles::Reversal => domain.ops_after(state, undo),
            _ => domain.ops(state),
        }
    }

    fn drops(&mut self, domain: &D, state: &D::State, depth: usize) -> bool {
        if self.cycles != Cycles::Path {
            return false;
        }
        self.path.truncate(self.before + depth);
        !self.path.push(domain.pack(state))
    }

    fn bytes(&self) -> u64 {
        self.path.bytes()
    }

    fn is_watched(&self) -> bool {
        self.observer.is_taken()
    }

    fn event(&mut self, event: Event<'_, D>) {
        self.observer.event(event);
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};
    use std::num::NonZeroUsize;
    use std::ops::Range;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::algorithms::{Algorithm, dls, ida, ids, parallel_ida, rbfs};
    use crate::core::card::{OptionValue, Options};
    use crate::core::zero::Zero;
    use crate::core::{Limits, StateKey, Task};

    static COMPARED: AtomicU64 = AtomicU64::new(0);

    /// The number of a state, which counts how often it is compared.
    #[derive(Clone, Debug)]
    struct Counting(u32);

    impl PartialEq for Counting {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.fetch_add(1, Ordering::Relaxed);
            self.0 == other.0
        }
    }

    impl Eq for Counting {}

    impl Hash for Counting {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.0.hash(hasher);
        }
    }

    impl StateKey for Counting {
        fn hash64(&self) -> u64 {
            self.0.hash64()
        }
    }

    /// States in a line; the last is the goal. One step on, one step back.
    struct Corridor(u32);

    impl Domain for Corridor {
        type State = u32;
        type Key = Counting;
        type Op = u32;
        type Ops = Range<u32>;
        type Undo = u32;

        fn ops(&self, &state: &u32) -> Range<u32> {
            u32::from(state == 0)..2
        }

        fn apply(&self, state: &mut u32, op: u32) -> u32 {
            let before = *state;
            *state = before + 2 * op - 1;
            before
        }

        fn undo(&self, state: &mut u32, before: &u32) {
            *state = *before;
        }

        fn has_endless_paths(&self) -> bool {
            true
        }

        fn is_goal(&self, &state: &u32) -> bool {
            state == self.0
        }

        fn pack(&self, &state: &u32) -> Counting {
            Counting(state)
        }

        fn unpack(&self, key: &Counting) -> u32 {
            key.0
        }

        fn reverse(&self, _: &u32) -> Option<Self> {
            None
        }

        fn goals(&self) -> Vec<u32> {
            vec![self.0]
        }
    }

    /// A path is not walked to see whether a state is on it.
    fn searches_a_corridor<S: Algorithm>() {
        const LENGTH: u32 = 300;
        let mut options = Options::defaults(S::CARD.options);
        if let Some(limit) = S::CARD.options.iter().find(|option| option.name == "limit") {
            options.set(limit, OptionValue::Count(LENGTH));
        }
        let budget = &mut Budget::new(Limits { threads: NonZeroUsize::new(2), ..Limits::default() });
        let before = COMPARED.load(Ordering::Relaxed);
        let outcome = S::run(&options, Task::new(&Corridor(LENGTH), 0, &Zero, budget));
        let compared = COMPARED.load(Ordering::Relaxed) - before;
        assert_eq!(outcome.solution().map(|solution| solution.cost), Some(LENGTH), "{}", S::CARD.name);
        // Parallel IDA* also enters the path to its one root, once for each bound.
        let entered = outcome.stats.generated + outcome.stats.iterations * u64::from(LENGTH);
        assert!(compared < 2 * entered, "{}: {compared} comparisons for {entered} states", S::CARD.name);
    }

    #[test]
    fn a_long_path_takes_no_longer_to_look_at() {
        searches_a_corridor::<dls::Entry>();
        searches_a_corridor::<ids::Entry>();
        searches_a_corridor::<ida::Entry>();
        searches_a_corridor::<parallel_ida::Entry>();
        searches_a_corridor::<rbfs::Entry>();
    }
}
