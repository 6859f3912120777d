//! Depth-first walks under the rules of an option: what depth-limited search, iterative deepening,
//! IDA* and its parallel form share.
//!
//! The walk itself is [`core::walk`](crate::core::walk). Unwatched and with the usual rule it is
//! the heuristic's own, compiled for it; watched, or with another rule for duplicates, it is the
//! careful one below, compiled once for all heuristics.

use crate::algorithms::rules::Cycles;
use crate::core::walk::{Manner, Subtree, Walk, Walked, walk_below};
use crate::core::{Budget, Cost, Domain, Erased, Evaluator, Event, Permits, Stats, Stop, Watcher};

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
    let walked = walk_by(cycles, domain, subtree, heuristic, bound, Vec::new(), budget, observer);
    // A walk that ends at its first state holds no path.
    if !matches!(&walked.result, Ok(Walk::Found(ops)) if ops.is_empty()) {
        stats.generated += walked.generated;
        stats.max_depth = stats.max_depth.max(walked.longest_path);
        stats.max_stored = stats.max_stored.max(walked.longest_path + 1);
        stats.max_open = stats.max_stored;
    }
    walked.result
}

/// Visits the paths below a state by one rule; `keys` are the states before it on the path, for the
/// rule that looks at them.
#[expect(clippy::too_many_arguments, reason = "two call sites; a struct would only rename them")]
pub(crate) fn walk_by<D: Domain>(
    cycles: Cycles,
    domain: &D,
    subtree: Subtree<'_, D>,
    heuristic: &dyn Evaluator<D>,
    bound: Cost,
    keys: Vec<D::Key>,
    permits: &mut dyn Permits,
    observer: &mut Watcher<'_, D>,
) -> Walked<D::Op> {
    if cycles == Cycles::Reversal && !observer.is_taken() {
        return heuristic.walk(domain, subtree, bound, permits);
    }
    let careful = Careful { cycles, before: keys.len(), keys, observer };
    walk_below(domain, subtree, &Erased(heuristic), bound, careful, permits)
}

/// With an observer, and any rule for duplicates.
struct Careful<'c, 'o, D: Domain> {
    cycles: Cycles,
    /// The states of the path, where the rule looks at them, and how many of them lead to the walk.
    keys: Vec<D::Key>,
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
        let key = domain.pack(state);
        self.keys.truncate(self.before + depth);
        let known = self.keys.contains(&key);
        if !known {
            self.keys.push(key);
        }
        known
    }

    fn is_watched(&self) -> bool {
        self.observer.is_taken()
    }

    fn event(&mut self, event: Event<'_, D>) {
        self.observer.event(event);
    }
}
