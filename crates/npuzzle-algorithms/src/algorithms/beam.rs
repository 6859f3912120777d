//! Beam search: breadth-first search that keeps the best states of each layer only.
//!
//! From one layer all successors are made; those of least `g + h`, then of least `h`, are the next
//! layer, as many as the beam is wide. Time and memory grow with width times depth, but what is
//! dropped is lost: the search may run dry, and nothing is proved unless nothing was dropped.
//! Oddly, a wider beam may find a worse solution. The monotone variant forbids it: the places of a
//! layer are filled in order, place `i` by the best successor of the places up to `i` that is left.
//! A wider beam then holds everything that a narrower one does, so where all moves cost the same it
//! is never worse. (Lowerre 1976; Bisiani 1987; Lemons, Linares López, Holte & Ruml 2022)

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::algorithms::Algorithm;
use crate::algorithms::expander::{Expander, Parent, Successors};
use crate::algorithms::path::{NO_PARENT, keys_by, ops_along, optimal_if};
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{
    AlgorithmCard, Completeness, Feature, Group, MemoryClass, Optimality, OptionCard, OptionKind, Options,
};
use crate::core::{Cost, Domain, Event, Outcome, Prune, StateKey, Stop, Task, Verdict};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const WIDTH: OptionCard = OptionCard::count("width", "how many states of each layer are kept", 1..=100_000_000, 1000);

const VARIANT: OptionCard = OptionCard {
    name: "variant",
    summary: "the best of all successors are kept, or place by place so that a wider beam is never worse",
    kind: OptionKind::Choice(&["standard", "monotone"]),
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "layer by layer, keeping the best states of each only",
        group: Group::LittleMemory,
        complete: Completeness::No,
        optimal: Optimality::No,
        memory: MemoryClass::Layers,
        features: &[Feature::Beam],
        options: &[WIDTH, VARIANT],
        citation: "Lowerre 1976; Bisiani 1987; Lemons, Linares López, Holte & Ruml 2022",
        pseudocode: "\
if start is a goal: return the empty path
layer <- {start}, closed <- {start} @search
while layer is not empty:
  open <- {}
  for each n of layer, the best first: @expand
    for each successor s of n: @generate
      if s is in closed: drop s @duplicate
      if s is a goal: return the path to s @solved
      put s into open @keep
  layer <- states of open with least f, then least h,
    each once, as many as the beam is wide
  add layer to closed; forget the rest @forget
report that the beam ran dry
",
        ..AlgorithmCard::informed("beam", &[], "Beam search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let width = options.count(WIDTH.name) as usize;
        let monotone = options.choice(VARIANT.name) == "monotone";
        let mut search = BeamSearch {
            width,
            monotone,
            unit_costs: task.domain.uniform_cost() == Some(1),
            work: Expander::new(task),
            table: StateTable::default(),
            kept: Vec::new(),
            candidates: BinaryHeap::new(),
            key_bytes: 0,
            dropped: false,
            goal: None,
        };
        search.work.stats.iterations = 1;
        let result = search.run();
        search.table.discard();
        search.work.finish(result)
    }
}

/// A state in a layer. In the monotone variant a state may be kept twice.
#[derive(Clone, Copy)]
struct Kept {
    state: NodeId,
    /// Number of the state before it.
    parent: u32,
    g: Cost,
}

/// A successor that may get a place in the next layer: the first in this order is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    f: u64,
    h: Cost,
    /// Among equals the first that was made.
    number: u64,
}

struct Candidate<K> {
    rank: Rank,
    key: K,
    parent: u32,
}

impl<K> PartialEq for Candidate<K> {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl<K> Eq for Candidate<K> {}

impl<K> PartialOrd for Candidate<K> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Candidate<K> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// A goal that was made, and the state before it.
struct Goal<K> {
    key: K,
    parent: u32,
    g: Cost,
}

struct BeamSearch<'s, 'p, D: Domain> {
    width: usize,
    monotone: bool,
    unit_costs: bool,
    work: Expander<'s, 'p, D>,
    /// The states of all layers, each with the least place it was kept in.
    table: StateTable<D::Key, u32>,
    kept: Vec<Kept>,
    candidates: BinaryHeap<Reverse<Candidate<D::Key>>>,
    /// What the keys of the candidates own.
    key_bytes: usize,
    /// Whether a state was ever dropped for want of room.
    dropped: bool,
    goal: Option<Goal<D::Key>>,
}

impl<D: Domain> BeamSearch<'_, '_, D> {
    fn run(&mut self) -> Result<Verdict<D::Op>, Stop> {
        let h = self.work.estimate_start();
        if self.work.promises.admissible {
            self.work.budget.raise_lower_bound(h);
        }
        let key = self.work.domain.pack(&self.work.start);
        if self.work.domain.is_goal(&self.work.start) {
            return Ok(self.solved(Goal { key, parent: NO_PARENT, g: 0 }));
        }
        let rank = Rank { f: u64::from(h), h, number: 0 };
        let root = self.keep(Candidate { rank, key, parent: NO_PARENT }, 0)?;
        (self.work.stats.max_open, self.work.stats.max_stored) = (1, 1);
        // The places of a layer; in the monotone variant some may be empty.
        let mut layer = vec![root];
        let mut next = Vec::new();
        let mut successors = Successors::default();
        for depth in 0.. {
            if self.unit_costs && !self.dropped {
                // Like breadth-first search so far: all states up to this depth have been made and
                // tested.
                self.work.budget.raise_lower_bound(depth + 1);
            }

            // 1. Expand the layer and fill the next.
            let mut place = 0;
            while place < layer.len() || self.monotone && place < self.width && !self.candidates.is_empty() {
                if let Some(&Some(number)) = layer.get(place) {
                    self.expand(number, place as u32, &mut successors)?;
                    if self.unit_costs
                        && let Some(goal) = self.goal.take()
                    {
                        return Ok(self.solved(goal));
                    }
                }
                if self.monotone {
                    let best = self.take_best(place as u32)?;
                    self.push(&mut next, best, layer.capacity())?;
                }
                place += 1;
                let waiting = (self.candidates.len() + next.len()) as u64;
                self.work.stats.max_open =
                    self.work.stats.max_open.max(waiting + layer.len().saturating_sub(place) as u64);
                let stored = (self.candidates.len() + self.kept.len()) as u64;
                self.work.stats.max_stored = self.work.stats.max_stored.max(stored);
            }
            while !self.monotone && next.len() < self.width && !self.candidates.is_empty() {
                let best = self.take_best(0)?;
                if best.is_some() {
                    self.push(&mut next, best, layer.capacity())?;
                }
            }

            // 2. Drop the rest, and end with the cheapest goal, if one was made.
            self.drop_the_rest();
            if let Some(goal) = self.goal.take() {
                return Ok(self.solved(goal));
            }
            while next.last().is_some_and(Option::is_none) {
                next.pop();
            }
            if next.is_empty() {
                break;
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        // Every layer holds a state that was not in a place as good before, so on a finite problem
        // the layers end.
        Ok(if self.dropped { Verdict::Stopped { why: Stop::RanDry, best: None } } else { Verdict::Unsolvable })
    }

    fn push(&mut self, next: &mut Vec<Option<u32>>, best: Option<u32>, layer: usize) -> Result<(), Stop> {
        let others = self.bytes() + (layer * size_of::<Option<u32>>()) as u64;
        make_room(next, 1, others, self.work.budget)?;
        next.push(best);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let heap = self.candidates.capacity() * size_of::<Reverse<Candidate<D::Key>>>();
        self.table.bytes() + bytes(&self.kept) + (heap + self.key_bytes) as u64
    }

    /// Makes the successors of a state in this place of its layer.
    fn expand(&mut self, number: u32, place: u32, successors: &mut Successors<D>) -> Result<(), Stop> {
        let domain = self.work.domain;
        let Kept { state, g, .. } = self.kept[number as usize];
        let parent = Parent::new(domain, self.table.key(state), g);
        self.work.prepare(&parent, successors, |hash| self.table.prefetch_bucket(hash))?;
        for child in successors.drain(domain, &parent) {
            let (g, h) = (child.g, child.h);
            self.work.generate(&parent.state, child.op, g, h);
            if self.is_known(&child.key, child.hash, place) {
                self.work.prune(Prune::Duplicate);
                continue;
            }
            self.work.stats.max_depth = self.work.stats.max_depth.max(u64::from(g));
            if parent.leads_to_goal(domain, child.op) {
                if self.goal.as_ref().is_none_or(|goal| g < goal.g) {
                    self.goal = Some(Goal { key: child.key, parent: number, g });
                }
                if self.unit_costs {
                    return Ok(());
                }
                continue;
            }
            if self.candidates.len() == self.candidates.capacity() {
                let more = self.candidates.capacity().max(64);
                let growth = (more * size_of::<Reverse<Candidate<D::Key>>>()) as u64;
                self.work.budget.hold(self.bytes() + growth)?;
                self.candidates.reserve_exact(more);
            }
            self.key_bytes += child.key.heap_bytes();
            let rank = Rank { f: u64::from(g) + u64::from(h), h, number: self.work.stats.generated };
            self.candidates.push(Reverse(Candidate { rank, key: child.key, parent: number }));
        }
        self.work.budget.hold(self.bytes())
    }

    /// Whether a state was kept before, in a place that counts for this one.
    ///
    /// In the monotone variant only places up to this one count: a narrower beam does not know the
    /// others, and would go on where this one does not.
    fn is_known(&self, key: &D::Key, hash: u64, place: u32) -> bool {
        self.table.find(key, hash).is_some_and(|known| self.table.value(known) <= place)
    }

    /// Keeps the best candidate that is not known, and returns its number.
    fn take_best(&mut self, place: u32) -> Result<Option<u32>, Stop> {
        while let Some(Reverse(candidate)) = self.candidates.pop() {
            self.key_bytes -= candidate.key.heap_bytes();
            if !self.is_known(&candidate.key, candidate.key.hash64(), place) {
                return self.keep(candidate, place);
            }
        }
        Ok(None)
    }

    fn keep(&mut self, candidate: Candidate<D::Key>, place: u32) -> Result<Option<u32>, Stop> {
        let others = self.bytes() - bytes(&self.kept);
        make_room(&mut self.kept, 1, others, self.work.budget)?;
        let Candidate { rank, key, parent } = candidate;
        let hash = key.hash64();
        let state = match self.table.find(&key, hash) {
            Some(known) => {
                self.table.set_value(known, place);
                known
            }
            None => {
                let others = self.bytes() - self.table.bytes();
                self.table.insert(key, hash, place, |bytes| self.work.budget.hold(bytes.saturating_add(others)))?
            }
        };
        let number = self.kept.len() as u32;
        // Numbers for states are as scarce here as in the table, and `NO_PARENT` is none of them.
        if number == NO_PARENT {
            return Err(Stop::Memory);
        }
        self.kept.push(Kept { state, parent, g: (rank.f - u64::from(rank.h)) as Cost });
        Ok(Some(number))
    }

    /// Drops the candidates that got no place.
    fn drop_the_rest(&mut self) {
        let mut rest = std::mem::take(&mut self.candidates).into_vec();
        for Reverse(candidate) in &rest {
            if self.dropped && !self.work.observer.is_taken() {
                break;
            }
            if !self.is_known(&candidate.key, candidate.key.hash64(), u32::MAX) {
                self.dropped = true;
                if self.work.observer.is_taken() {
                    let f = Cost::try_from(candidate.rank.f).unwrap_or(Cost::MAX);
                    let state = &self.work.domain.unpack(&candidate.key);
                    self.work.observer.event(Event::Forget { state, f });
                }
            }
        }
        // The room is kept for the next layer.
        rest.clear();
        self.candidates = rest.into();
        self.key_bytes = 0;
    }

    fn solved(&mut self, goal: Goal<D::Key>) -> Verdict<D::Op> {
        let mut keys = keys_by((goal.parent != NO_PARENT).then_some(goal.parent), |number| {
            let Kept { state, parent, .. } = self.kept[number as usize];
            (self.table.key(state).clone(), (parent != NO_PARENT).then_some(parent))
        });
        keys.reverse();
        keys.push(goal.key);
        let bound = self.work.budget.lower_bound();
        self.work.solved(ops_along(self.work.domain, &keys), |cost| optimal_if(cost <= bound))
    }
}
