//! Recursive best-first search: best-first order in the memory of one path.
//!
//! Below each state of the path its successors are kept, each with a stored value: the least `f` at
//! which the search left the tree below it. The best successor is followed as long as it is no
//! worse than the best alternative anywhere beside the path; then its value is raised, what is
//! below it is forgotten, and the alternative has its turn. New states are expanded in best-first
//! order even where `f` falls along a path, so with an admissible heuristic the first goal is
//! optimal. Memory: the siblings of one path. States may be visited many times. (Korf 1993)

use crate::algorithms::Algorithm;
use crate::algorithms::expander::{Expander, Successors};
use crate::algorithms::path::optimal_if;
use crate::algorithms::room::{bytes, make_room};
use crate::algorithms::rules::{CYCLES, Cycles};
use crate::core::card::{AlgorithmCard, Options};
use crate::core::{Cost, Domain, Outcome, Prune, Stop, Task, Verdict};
use crate::store::path_set::PathSet;

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "best-first order in the memory of one path: of each subtree it leaves, it remembers only the smallest f",
        options: &[CYCLES],
        citation: "Korf 1993",
        pseudocode: "\
if start is a goal: return the empty path
F(start) <- f(start) = h(start) @search
follow(start, infinity)
report no solution

follow(n, bound): @expand
  for each successor s of n, but not straight back: @generate
    if duplicates=path and s is on path: drop s @duplicate
    F(s) <- f(s) = g(s) + h(s) @keep
    if f(n) < F(n): F(s) <- max(F(s), F(n))
  while the least F of the successors is finite, within bound:
    s <- successor with least F, t <- the next best
    if s is a goal: return the path to s @solved
    F(s) <- follow(s, min(bound, F(t)))
  return the least F, and forget the successors
",
        ..AlgorithmCard::on_one_path("rbfs", &["recursive-best-first"], "Recursive best-first search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let cycles = Cycles::from_options(options, task.domain.has_endless_paths());
        let work = Expander::new(task);
        let mut search = RbfsSearch {
            cycles,
            state: work.start.clone(),
            work,
            frames: Vec::new(),
            siblings: Vec::new(),
            on_path: PathSet::default(),
            successors: Successors::default(),
        };
        let result = search.run();
        search.work.finish(result)
    }
}

/// The stored value of a tree without a solution.
const INFINITE: u64 = u64::MAX;

/// A successor of a state on the path.
struct Sibling<Op> {
    op: Op,
    g: Cost,
    /// Its own `g + h`.
    f: u64,
    /// No solution through it is cheaper, as far as the search has seen.
    stored: u64,
}

/// A state on the path.
struct Frame<D: Domain> {
    /// Where its successors begin in the list of siblings; they end where those of the next frame
    /// begin.
    first: usize,
    /// The search comes back from it as soon as all of its successors are above this.
    bound: u64,
    /// The successor that is being followed.
    followed: usize,
    /// Takes the move to this state back; `None` at the start.
    undo: Option<D::Undo>,
}

struct RbfsSearch<'s, 'p, D: Domain> {
    cycles: Cycles,
    work: Expander<'s, 'p, D>,
    /// The last state of the path.
    state: D::State,
    frames: Vec<Frame<D>>,
    siblings: Vec<Sibling<D::Op>>,
    /// The states of the path, where these are dropped.
    on_path: PathSet<D::Key>,
    successors: Successors<D>,
}

impl<D: Domain> RbfsSearch<'_, '_, D> {
    fn run(&mut self) -> Result<Verdict<D::Op>, Stop> {
        let domain = self.work.domain;
        let admissible = self.work.promises.admissible;
        (self.work.stats.iterations, self.work.stats.max_open, self.work.stats.max_stored) = (1, 1, 1);
        let h = self.work.estimate_start();
        if admissible {
            self.work.budget.raise_lower_bound(h);
        }
        if domain.is_goal(&self.state) {
            return Ok(self.solved());
        }
        let root = Sibling { op: None, g: 0, f: u64::from(h), stored: u64::from(h) };
        self.expand(&root, INFINITE, None)?;
        loop {
            // 1. The best successor of the last state, and the best alternative to it.
            let depth = self.frames.len() - 1;
            let frame = &self.frames[depth];
            let (mut best, mut least, mut second) = (frame.first, INFINITE, INFINITE);
            for (number, sibling) in self.siblings.iter().enumerate().skip(frame.first) {
                if sibling.stored < least {
                    (best, least, second) = (number, sibling.stored, least);
                } else {
                    second = second.min(sibling.stored);
                }
            }

            // 2. Back, if something beside the path is better; its least value is all that is
            //    remembered. Each coming back raises a stored value, and a finite tree has finitely
            //    many values: the search ends.
            if least > frame.bound || least == INFINITE {
                if depth == 0 {
                    return Ok(Verdict::Unsolvable);
                }
                self.step_back(least);
                continue;
            }
            // All solutions lead through a successor of the start.
            if depth == 0 && admissible {
                self.work.budget.raise_lower_bound(Cost::try_from(least).unwrap_or(Cost::MAX));
            }

            // 3. Follow the best one, as long as it is not worse than the alternatives.
            let bound = frame.bound.min(second);
            self.frames[depth].followed = best;
            let Sibling { op, g, f, stored } = self.siblings[best];
            let undo = domain.apply(&mut self.state, op);
            if domain.is_goal(&self.state) {
                return Ok(self.solved());
            }
            self.expand(&Sibling { op: Some(op), g, f, stored }, bound, Some(undo))?;
        }
    }

    /// Puts the state reached last on the path, with its successors.
    fn expand(&mut self, node: &Sibling<Option<D::Op>>, bound: u64, undo: Option<D::Undo>) -> Result<(), Stop> {
        let domain = self.work.domain;
        let ops = match (&undo, self.cycles) {
            (Some(undo), Cycles::Reversal) => domain.ops_after(&self.state, undo),
            _ => domain.ops(&self.state),
        };
        self.work.begin(&self.state, node.g, ops, &mut self.successors)?;
        self.work.stats.generated += self.successors.count();
        self.work.estimate(&self.state, &mut self.successors);

        let others = self.on_path.bytes() + bytes(&self.siblings);
        make_room(&mut self.frames, 1, others, self.work.budget)?;
        let others = self.on_path.bytes() + bytes(&self.frames);
        make_room(&mut self.siblings, self.successors.ops.len(), others, self.work.budget)?;
        let key = (self.cycles == Cycles::Path).then(|| domain.pack(&self.state));
        if let Some(key) = &key {
            self.enter(key.clone())?;
        }

        let first = self.siblings.len();
        for (&op, &h) in self.successors.ops.iter().zip(&self.successors.estimates) {
            // Paths that are not simple may cost more than there are numbers for; they lead
            // nowhere.
            let g = node.g.saturating_add(domain.cost(&self.state, op));
            self.work.tell(&self.state, op, g, h);
            let known = |key| self.on_path.contains(&domain.child_key(&self.state, key, op));
            if key.as_ref().is_some_and(known) {
                self.work.prune(Prune::Duplicate);
                continue;
            }
            let f = u64::from(g) + u64::from(h);
            // PAPER: a stored value above the state's own says that it was expanded before, and
            // then no successor of it is cheaper; else values may fall along the path. (Korf 1993)
            let stored = if node.f < node.stored { node.stored.max(f) } else { f };
            self.siblings.push(Sibling { op, g, f, stored });
            self.work.stats.max_depth = self.work.stats.max_depth.max(u64::from(g));
        }
        self.frames.push(Frame { first, bound, followed: first, undo });
        let stored = self.siblings.len() as u64 + 1;
        self.work.stats.max_stored = self.work.stats.max_stored.max(stored);
        self.work.stats.max_open = self.work.stats.max_open.max(stored - self.frames.len() as u64);
        Ok(())
    }

    /// Leaves the last state of the path, of whose tree `least` is remembered.
    fn step_back(&mut self, least: u64) {
        let Some(frame) = self.frames.pop() else { return };
        self.siblings.truncate(frame.first);
        // It is empty where the rule does not look at it.
        self.on_path.truncate(self.frames.len());
        if let Some(undo) = &frame.undo {
            self.work.domain.undo(&mut self.state, undo);
        }
        if let Some(parent) = self.frames.last() {
            self.siblings[parent.followed].stored = least;
        }
    }

    /// Notes that a state is on the path.
    fn enter(&mut self, key: D::Key) -> Result<(), Stop> {
        self.work.budget.hold(self.on_path.bytes_with(&key) + bytes(&self.frames) + bytes(&self.siblings))?;
        self.on_path.push(key);
        Ok(())
    }

    fn solved(&mut self) -> Verdict<D::Op> {
        let ops = self.frames.iter().map(|frame| self.siblings[frame.followed].op).collect();
        let admissible = self.work.promises.admissible;
        self.work.solved(ops, |_| optimal_if(admissible))
    }
}
