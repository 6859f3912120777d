//! Parallel IDA*: the walks of one iteration are shared out among threads, root by root.
//!
//! The tree of paths is cut a few moves below the start into many subtrees. In each iteration the
//! roots are dealt out in the order of the sequential search; a thread that has finished its own
//! takes roots from the one that has most left. Roots whose subtrees were too large for a fair
//! share in the last iteration are split. Nothing else is shared but the bound, so nearly all of
//! the time is spent walking. Keeping the order matters: with the largest subtrees first, the last
//! iteration of `korf:82` met its solution three times as late as the sequential search does.
//! (Reinefeld & Schnecke 1994: AIDA*)
//!
//! With an admissible heuristic the first solution within the bound ends the iteration: it costs as
//! much as the bound. Otherwise all subtrees are finished and the first solution in the order of
//! the sequential search is taken, so that the cost does not depend on chance.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::algorithms::Algorithm;
use crate::algorithms::depth_first::{walk_by, walk_pseudocode};
use crate::algorithms::ida;
use crate::algorithms::path::{optimal_if, solution};
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, Group, Options, SearchKind};
use crate::core::walk::{Subtree, Walk};
use crate::core::{Budget, Cost, Domain, Evaluator, Outcome, Stats, Stop, Task, Verdict, Watcher, WorkerBudget};
use crate::store::path_set::PathSet;

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "IDA* whose subtrees are shared out among threads, with work stealing",
        group: Group::Parallel,
        kind: SearchKind::Parallel,
        options: &[CYCLES],
        citation: "Reinefeld & Schnecke 1994",
        pseudocode: concat!(
            "\
bound <- h(start), path <- (start), f = g + h @search
if start is a goal: return path
repeat:
  roots <- paths of a few moves; one thread, if watched
  each thread: walk(the next of roots), till all are done @bound
  bound <- least f that was over bound
  if none was: report no solution
",
            walk_pseudocode!("f")
        ),
        ..AlgorithmCard::on_one_path("parallel-ida", &["parallel-ida*"], "Parallel IDA*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let threads = task.budget.threads();
        if task.observer.is_taken() || threads == 1 {
            return ida::Entry::run(options, task);
        }
        let cycles = Cycles::from_options(options, task.domain.has_endless_paths());
        let Task { domain, start, heuristic, budget, .. } = task;
        let start = &start;
        let mut search = ParallelIdaSearch { domain, start, heuristic, cycles, threads, stats: Stats::default() };
        let verdict = search.run(budget).unwrap_or_else(|why| Verdict::Stopped { why, best: None });
        let stats = Stats { evaluated: search.stats.generated + 1, ..search.stats };
        Outcome::new(verdict, stats, budget)
    }
}

/// As many subtrees are wanted for each thread: few enough to begin quickly, enough to share out
/// fairly.
const ROOTS_PER_THREAD: usize = 256;
/// A subtree with more than this part of a thread's share is split before the next iteration.
const LARGEST_PART: u64 = 64;
/// Splitting ends at this number of roots for each thread.
const MOST_ROOTS_PER_THREAD: usize = 1 << 14;

/// A subtree.
struct Root<D: Domain> {
    state: D::State,
    undo: Option<D::Undo>,
    path: Vec<D::Op>,
    g: Cost,
    /// States generated below it in the last iteration.
    size: u64,
}

/// What one thread found in one iteration.
struct Share<Op> {
    /// Size of the subtree below each root it walked.
    sizes: Vec<(usize, u64)>,
    beyond: Option<Cost>,
    found: Vec<(usize, Vec<Op>)>,
    longest_path: u64,
    stopped: Option<Stop>,
}

struct ParallelIdaSearch<'s, D: Domain> {
    domain: &'s D,
    start: &'s D::State,
    heuristic: &'s dyn Evaluator<D>,
    cycles: Cycles,
    threads: usize,
    stats: Stats,
}

impl<D: Domain> ParallelIdaSearch<'_, D> {
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<Verdict<D::Op>, Stop> {
        let admissible = self.heuristic.promises().admissible;
        let mut bound = self.heuristic.estimate(self.domain, self.start);
        let mut roots = vec![Root { state: self.start.clone(), undo: None, path: Vec::new(), g: 0, size: 0 }];
        loop {
            if admissible {
                budget.raise_lower_bound(bound);
            }
            self.stats.iterations += 1;
            // The first cut is made within the bound, as the walks are: what is beyond it now stays
            // a root.
            while roots.len() < ROOTS_PER_THREAD * self.threads {
                let before = roots.len();
                roots = self.split(roots, bound, |_| true, budget)?;
                if roots.len() <= before {
                    break;
                }
            }
            let mut shares = self.iteration(&roots, bound, admissible, budget)?;
            let mut found: Vec<(usize, Vec<D::Op>)> = Vec::new();
            let (mut beyond, mut stopped, mut longest) = (None::<Cost>, None, 0);
            for share in &mut shares {
                share.sizes.iter().for_each(|&(root, size)| {
                    roots[root].size = size;
                    self.stats.generated += size;
                });
                found.append(&mut share.found);
                beyond = [beyond, share.beyond].into_iter().flatten().min();
                stopped = stopped.or(share.stopped);
                longest += share.longest_path;
            }
            self.stats.max_stored = self.stats.max_stored.max(longest + roots.len() as u64);
            self.stats.max_open = self.stats.max_stored;
            if let Some((root, ops)) = found.into_iter().min_by_key(|(root, _)| *root) {
                let ops: Vec<D::Op> = roots[root].path.iter().copied().chain(ops).collect();
                self.stats.max_depth = self.stats.max_depth.max(ops.len() as u64);
                let found = solution(self.domain, self.start, ops, |_| optimal_if(admissible));
                return Ok(Verdict::Solved(found));
            }
            if let Some(why) = stopped {
                return Err(why);
            }
            let Some(next) = beyond else { return Ok(Verdict::Unsolvable) };
            bound = next;

            // Subtrees that have become too large for a fair share are split.
            let total: u64 = roots.iter().map(|root| root.size).sum();
            let fair = total / (self.threads as u64 * LARGEST_PART) + 1;
            if roots.len() < MOST_ROOTS_PER_THREAD * self.threads {
                roots = self.split(roots, bound, |root| root.size > fair, budget)?;
            }
        }
    }

    /// Replaces the roots that are chosen, and within the bound, by their children, in the order of
    /// the sequential search.
    fn split(
        &mut self,
        roots: Vec<Root<D>>,
        bound: Cost,
        chosen: impl Fn(&Root<D>) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Root<D>>, Stop> {
        let mut parts = Vec::with_capacity(2 * roots.len());
        for root in roots {
            let f = root.g.saturating_add(self.heuristic.estimate(self.domain, &root.state));
            if f > bound || !chosen(&root) || self.domain.is_goal(&root.state) {
                parts.push(root);
                continue;
            }
            budget.expand()?;
            let ops = match (self.cycles, &root.undo) {
                (Cycles::Reversal, Some(undo)) => self.domain.ops_after(&root.state, undo),
                _ => self.domain.ops(&root.state),
            };
            let mut path_to_root = self.path_before(&root);
            if self.cycles == Cycles::Path {
                path_to_root.push(self.domain.pack(&root.state));
            }
            for op in ops {
                self.stats.generated += 1;
                let mut state = root.state.clone();
                let g = root.g + self.domain.cost(&root.state, op);
                let undo = self.domain.apply(&mut state, op);
                if self.cycles != Cycles::Path || !path_to_root.contains(&self.domain.pack(&state)) {
                    let path = root.path.iter().copied().chain([op]).collect();
                    parts.push(Root { state, undo: Some(undo), path, g, size: root.size / 2 });
                }
            }
        }
        let bytes = parts.iter().map(|root| size_of::<Root<D>>() + root.path.len() * size_of::<D::Op>());
        budget.hold(bytes.sum::<usize>() as u64)?;
        Ok(parts)
    }

    /// The states before a root on its path, where the rule for duplicates looks at them.
    fn path_before(&self, root: &Root<D>) -> PathSet<D::Key> {
        let mut before = PathSet::default();
        if self.cycles == Cycles::Path {
            let mut state = self.start.clone();
            for &op in &root.path {
                before.push(self.domain.pack(&state));
                self.domain.apply(&mut state, op);
            }
        }
        before
    }

    /// Walks below all roots with one bound.
    fn iteration(
        &self,
        roots: &[Root<D>],
        bound: Cost,
        first_will_do: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Share<D::Op>>, Stop> {
        let hands = deal(roots.len(), self.threads);
        let held = budget.peak_bytes();
        budget.on_threads(self.threads, |number, budget| {
            let mut share =
                Share { sizes: Vec::new(), beyond: None, found: Vec::new(), longest_path: 0, stopped: None };
            share.stopped = budget.hold(held / self.threads as u64).err();
            while share.stopped.is_none()
                && let Some(root) = next_root(&hands, number)
            {
                self.walk_root(&roots[root], root, bound, first_will_do, budget, &mut share);
            }
            share
        })
    }

    fn walk_root(
        &self,
        root: &Root<D>,
        number: usize,
        bound: Cost,
        first_will_do: bool,
        budget: &mut WorkerBudget<'_>,
        share: &mut Share<D::Op>,
    ) {
        let before = self.path_before(root);
        let subtree = Subtree { state: &root.state, undo: root.undo.as_ref(), g: root.g };
        let (domain, heuristic, unwatched) = (self.domain, self.heuristic, &mut Watcher::none());
        let walked = walk_by(self.cycles, domain, subtree, heuristic, bound, before, budget, unwatched);
        share.sizes.push((number, walked.generated));
        share.longest_path = share.longest_path.max(walked.longest_path + root.path.len() as u64);
        match walked.result {
            Ok(Walk::Found(ops)) => {
                share.found.push((number, ops));
                if first_will_do {
                    budget.finish();
                    share.stopped = Some(Stop::Cancelled);
                }
            }
            Ok(Walk::Exhausted { beyond }) => share.beyond = [share.beyond, beyond].into_iter().flatten().min(),
            Err(why) => share.stopped = Some(why),
        }
    }
}

/// The roots of one thread, and how many of them are taken.
struct Hand {
    roots: Vec<usize>,
    taken: AtomicUsize,
}

/// Deals the roots out in turn.
fn deal(roots: usize, threads: usize) -> Vec<Hand> {
    let hand = |number: usize| (number..roots).step_by(threads).collect();
    (0..threads).map(|number| Hand { roots: hand(number), taken: AtomicUsize::new(0) }).collect()
}

/// The next root of a thread: its own, or else one from the thread that has most left.
fn next_root(hands: &[Hand], number: usize) -> Option<usize> {
    let take = |hand: &Hand| {
        let place = hand.taken.fetch_add(1, Ordering::Relaxed);
        hand.roots.get(place).copied()
    };
    let left = |hand: &Hand| hand.roots.len().saturating_sub(hand.taken.load(Ordering::Relaxed));
    if let Some(root) = take(&hands[number]) {
        return Some(root);
    }
    loop {
        let richest = hands.iter().max_by_key(|hand| left(hand)).filter(|hand| left(hand) > 0)?;
        if let Some(root) = take(richest) {
            return Some(root);
        }
    }
}
