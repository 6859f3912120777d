//! Focal search: among the states that keep the promised factor, those that seem nearest to a goal.
//!
//! The least `g + h` of the frontier is a lower bound on the optimum, given an admissible heuristic. The *focal* is the
//! part of the frontier with `g + h` at most `w` times that bound: whichever of its states is expanded, a goal among
//! them costs at most `w` times the optimum. (Pearl & Kim 1982) Three orders take turns, since each alone has its trap:
//!
//! - the least `h` runs for the goal, but may wander about among a thousand states that all seem near;
//! - the least `g + (2w - 1) h` leads back to where the path was cheap; this weight usually finds what is within `w`
//!   (Thayer & Ruml 2008);
//! - the least `g + h` raises the bound, and with it the focal. Without it the bound is stuck as long as the focal
//!   holds anything else. (Fickert, Gu & Ruml 2022 on taking turns)
//!
//! PERF: mean expansions on the first 60 of Korf's boards with Manhattan distance (`docs/benchmarks.md` has the
//! command): 18,014 with `w=1.5` and 8,275 with `w=2`, where weighted A* needs 257,435 and 42,520. What is given for it
//! is length: 1.21 and 1.44 times the optimum instead of 1.05 and 1.21. What else was tried stands in
//! `docs/benchmarks.md`; the least `h` alone often wanders for ever.
//!
//! The bound never falls, so a state enters the focal once for each path it is reached on, and nothing is ever sorted
//! again. A state reached again on a cheaper path is opened again: the bound needs the cheapest path to some state of
//! each optimal path. Memory: all states generated.

use crate::algorithms::Algorithm;
use crate::algorithms::anytime::proof;
use crate::algorithms::path::{NO_PARENT, path_cost, path_to, successor};
use crate::algorithms::reached::Reached;
use crate::core::card::{
    AlgorithmCard, FrontierOrder, MemoryClass, Optimality, OptionCard, OptionKind, Options, SearchKind,
};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Prune, Ratio, Side, Solution, StateKey, Stats, Stop, Task,
    Verdict, Watcher,
};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const WEIGHT: OptionCard = OptionCard {
    name: "w",
    summary: "how many times the lower bound a path may cost",
    kind: OptionKind::Ratio { min: Ratio::ONE, max: Ratio::whole(1000), default: Ratio::percent(150) },
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "focal",
        aliases: &[],
        title: "Focal search",
        summary: "the nearest to a goal of all states within w times the bound: at most w times the optimum, fast",
        informed: true,
        complete: true,
        optimal: Optimality::WithinWeight,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[WEIGHT],
        citation: "Pearl & Kim 1982; Fickert, Gu & Ruml 2022",
        pseudocode: "\
open <- {start}, closed <- {}, bound <- 0 @search
while open is not empty:
  bound <- least f = g + h in open, if that is larger
  focal <- states of open with f at most w * bound
  n <- state of focal, in turn with the least
    g + (2w - 1) * h, the least h, the least f
  if n is a goal: return the path to n @solved
  move n from open to closed @expand
  for each successor s of n: @generate
    if s is known with no larger g: drop s @duplicate,worse
    if s is in closed: take it out again @reopen
    g(s) <- g by way of n; put s into open @keep
report no solution
",
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let weight = options.ratio(WEIGHT.name);
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let start = &start;
        let mut search = Search {
            domain,
            start,
            heuristic,
            admissible: heuristic.promises().admissible,
            budget,
            observer: observer.reborrow(),
            table: StateTable::default(),
            frontier: Frontier::new(weight),
            open: 0,
            ops: Vec::new(),
            children: Vec::new(),
            estimates: Vec::new(),
            stats: Stats { iterations: 1, ..Stats::default() },
        };
        let verdict = search.run().unwrap_or_else(|why| Verdict::Stopped { why, best: None });
        let stats = Stats { max_stored: search.table.len() as u64, ..search.stats };
        search.table.discard();
        Outcome::new(verdict, stats, budget)
    }
}

/// A state that waits, with the path it was reached on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entered {
    node: NodeId,
    g: Cost,
    h: Cost,
}

impl Entered {
    fn f(self) -> u64 {
        u64::from(self.g) + u64::from(self.h)
    }
}

/// An order of the focal. Its priorities tell `g` and `h` again, so that entries that were overtaken are known without
/// a look at more than the state's own `g`.
#[derive(Clone, Copy)]
enum Order {
    /// The least `g + h`, the larger `g` first.
    Cheapest,
    /// The least `h`, the smaller `g` first.
    Nearest,
    /// The least `g + weight / 100 * h`, the larger `g` first. The proof does not depend on this weight, so it need not
    /// be exact.
    Weighted { percent: u64 },
}

impl Order {
    fn priority(self, Entered { g, h, .. }: Entered) -> Priority {
        let (g, h) = (u64::from(g), u64::from(h));
        match self {
            Self::Cheapest => Priority { first: g + h, second: h },
            Self::Nearest => Priority { first: h, second: g },
            Self::Weighted { percent } => Priority { first: 100 * g + percent * h, second: h },
        }
    }

    fn entered(self, Priority { first, second }: Priority, node: NodeId) -> Entered {
        let (g, h) = match self {
            Self::Cheapest => (first - second, second),
            Self::Nearest => (second, first),
            Self::Weighted { percent } => ((first - percent * second) / 100, second),
        };
        Entered { node, g: g as Cost, h: h as Cost }
    }
}

/// The states that wait: inside the focal three times, once in each order, outside of it once.
///
/// An entry is stale when its state was expanded, or has got a cheaper path, since. Stale entries are dropped when they
/// come to the front.
struct Frontier {
    weight: Ratio,
    /// The largest least `g + h` there has been: no later one makes the focal smaller.
    bound: u64,
    /// `weight * bound`, rounded down.
    limit: u64,
    focal: [(Order, BucketQueue); 3],
    outside: (Order, BucketQueue),
    turn: usize,
}

impl Frontier {
    fn new(weight: Ratio) -> Self {
        let (above, below) = (u64::from(weight.numerator()), u64::from(weight.denominator()));
        let orders = [Order::Weighted { percent: 200 * above / below - 100 }, Order::Nearest, Order::Cheapest];
        let ordered = |order| (order, BucketQueue::new(Discipline::LastInFirstOut));
        Self { weight, bound: 0, limit: 0, focal: orders.map(ordered), outside: ordered(Order::Cheapest), turn: 0 }
    }

    fn push(&mut self, entered: Entered) {
        if entered.f() > self.limit {
            let (order, queue) = &mut self.outside;
            queue.push(order.priority(entered), entered.node);
            return;
        }
        for (order, queue) in &mut self.focal {
            queue.push(order.priority(entered), entered.node);
        }
    }

    /// Finds the least `g + h` that waits, and lets into the focal what it allows; `None` if nothing waits.
    fn raise_bound(&mut self, waits: impl Fn(Entered) -> bool) -> Option<u64> {
        let [.., (order, cheapest)] = &mut self.focal;
        let inside = cheapest.first_with(|priority, node| waits(order.entered(priority, node)));
        let (order, outside) = &mut self.outside;
        let least = inside.or_else(|| outside.first_with(|priority, node| waits(order.entered(priority, node))));
        let bound = least?.0.first;
        if bound > self.bound {
            self.bound = bound;
            let limit = u128::from(bound) * u128::from(self.weight.numerator()) / u128::from(self.weight.denominator());
            self.limit = u64::try_from(limit).unwrap_or(u64::MAX);
            self.admit(waits);
        }
        Some(self.bound)
    }

    /// Moves all into the focal that are within the limit. Every entry is moved once at most.
    fn admit(&mut self, waits: impl Fn(Entered) -> bool) {
        while let Some((priority, node)) = self.outside.1.pop() {
            if priority.first > self.limit {
                self.outside.1.push(priority, node);
                break;
            }
            let entered = self.outside.0.entered(priority, node);
            if waits(entered) {
                self.push(entered);
            }
        }
    }

    /// Takes the first state of the order whose turn it is. INVARIANT: the focal holds every state with the
    /// least `g + h`, so it has one if any waits.
    fn pop(&mut self, waits: impl Fn(Entered) -> bool) -> Option<Entered> {
        let turn = self.turn;
        self.turn = (turn + 1) % self.focal.len();
        let (order, queue) = &mut self.focal[turn];
        loop {
            let (priority, node) = queue.pop()?;
            let entered = order.entered(priority, node);
            if waits(entered) {
                return Some(entered);
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.outside.1.bytes() + self.focal.iter().map(|(_, queue)| queue.bytes()).sum::<u64>()
    }
}

/// Whether an entry of the frontier is still that of its state.
fn waits<K: StateKey>(table: &StateTable<K, Reached>) -> impl Fn(Entered) -> bool {
    |entered| {
        let reached = table.value(entered.node);
        !reached.is_closed() && reached.g() == entered.g
    }
}

struct Search<'s, 'p, D: Domain> {
    domain: &'s D,
    start: &'s D::State,
    heuristic: &'s dyn Evaluator<D>,
    admissible: bool,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    table: StateTable<D::Key, Reached>,
    frontier: Frontier,
    open: u64,
    ops: Vec<D::Op>,
    children: Vec<(D::Key, u64)>,
    estimates: Vec<Cost>,
    stats: Stats,
}

impl<D: Domain> Search<'_, '_, D> {
    fn run(&mut self) -> Result<Verdict<D::Op>, Stop> {
        let h = self.heuristic.estimate(self.domain, self.start);
        self.stats.evaluated = 1;
        let key = self.domain.pack(self.start);
        let hash = key.hash64();
        let node = self.table.insert(key, hash, Reached::open(0, NO_PARENT), |bytes| self.budget.hold(bytes))?;
        self.frontier.push(Entered { node, g: 0, h });
        (self.open, self.stats.max_open) = (1, 1);

        // Of every optimal path some state waits with its least `g` whenever this loop begins.
        while let Some(bound) = self.frontier.raise_bound(waits(&self.table)) {
            if self.admissible {
                self.budget.raise_lower_bound(Cost::try_from(bound).unwrap_or(Cost::MAX));
            }
            let Some(next) = self.frontier.pop(waits(&self.table)) else { break };
            let key = self.table.key(next.node).clone();
            let state = self.domain.unpack(&key);
            if self.domain.is_goal(&state) {
                return Ok(self.solved(next.node));
            }
            self.budget.expand()?;
            let reached = self.table.value(next.node);
            self.table.set_value(next.node, reached.closed());
            self.open -= 1;
            self.expand(next, &key, &state)?;
        }
        Ok(Verdict::Unsolvable)
    }

    fn expand(&mut self, Entered { node, g, h }: Entered, key: &D::Key, state: &D::State) -> Result<(), Stop> {
        let domain = self.domain;
        if self.observer.is_taken() {
            self.observer.event(Event::Expand { state, g, h, side: Side::Forward });
        }
        self.ops.clear();
        self.ops.extend(domain.ops(state));
        // All look-ups are begun before the estimates are made, so that the cache misses overlap.
        self.children.clear();
        for &op in &self.ops {
            let child = domain.child_key(state, key, op);
            let hash = child.hash64();
            self.table.prefetch_bucket(hash);
            self.children.push((child, hash));
        }
        self.estimates.clear();
        self.heuristic.estimate_children(domain, state, &self.ops, &mut self.estimates);
        self.stats.generated += self.ops.len() as u64;
        self.stats.evaluated += self.ops.len() as u64;
        for ((&op, &h), (child, hash)) in self.ops.iter().zip(&self.estimates).zip(self.children.drain(..)) {
            let g = g + domain.cost(state, op);
            if self.observer.is_taken() {
                let child = successor(domain, state, op);
                self.observer.event(Event::Generate { parent: state, op: Some(op), state: &child, g, h });
            }
            let reached = Reached::open(g, node.0);
            let child = match self.table.find(&child, hash) {
                None => {
                    let others = self.frontier.bytes();
                    self.open += 1;
                    self.table.insert(child, hash, reached, |bytes| self.budget.hold(bytes + others))?
                }
                Some(known) => {
                    let before = self.table.value(known);
                    if g >= before.g() {
                        if self.observer.is_taken() {
                            let reason = if g > before.g() { Prune::Worse } else { Prune::Duplicate };
                            self.observer.event(Event::Prune { reason });
                        }
                        continue;
                    }
                    if before.is_closed() {
                        self.open += 1;
                        self.stats.reopened += 1;
                        if self.observer.is_taken() {
                            self.observer.event(Event::Reopen);
                        }
                    }
                    self.table.set_value(known, reached);
                    known
                }
            };
            self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
            self.frontier.push(Entered { node: child, g, h });
        }
        self.stats.max_open = self.stats.max_open.max(self.open);
        self.budget.hold(self.table.bytes() + self.frontier.bytes())
    }

    fn solved(&mut self, goal: NodeId) -> Verdict<D::Op> {
        let ops = path_to(self.domain, &self.table, goal, |reached: Reached| reached.parent);
        // Not the goal's g: a state before it may have got a cheaper path since.
        let cost = path_cost(self.domain, self.start, &ops);
        if self.observer.is_taken() {
            self.observer.event(Event::Solved { cost });
        }
        // The goal was in the focal, so the bound proves the weight, and mostly more.
        let proof = if self.admissible { proof(cost, self.budget.lower_bound()) } else { Proof::Found };
        Verdict::Solved(Solution { ops, cost, proof })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every order gives back what was entered, whatever the numbers.
        #[test]
        fn priorities_tell_both_parts(g in 0_u32..1 << 31, h in any::<u32>(), percent in 100_u64..=199_900) {
            let entered = Entered { node: NodeId(7), g, h };
            for order in [Order::Cheapest, Order::Nearest, Order::Weighted { percent }] {
                prop_assert_eq!(order.entered(order.priority(entered), entered.node), entered);
            }
        }

        /// The frontier gives every state once, and never one beyond the weight times the least that waits, against a
        /// plain list.
        #[test]
        fn the_focal_keeps_the_factor(
            entries in prop::collection::vec((0_u32..40, 0_u32..40), 1..200),
            (above, below) in (1_u32..30).prop_flat_map(|below| (below..4 * below, Just(below))),
        ) {
            let mut frontier = Frontier::new(Ratio::new(above, below).unwrap());
            let mut waiting: Vec<Option<Entered>> = Vec::new();
            let mut largest = 0;
            for (number, pair) in entries.chunks(2).enumerate() {
                for &(g, h) in pair {
                    let entered = Entered { node: NodeId(waiting.len() as u32), g, h };
                    waiting.push(Some(entered));
                    frontier.push(entered);
                }
                let waits = |entered: Entered| waiting[entered.node.0 as usize] == Some(entered);
                let least = waiting.iter().flatten().map(|entered| entered.f()).min().unwrap();
                largest = largest.max(least);
                prop_assert_eq!(frontier.raise_bound(waits), Some(largest));
                let taken = frontier.pop(waits).unwrap();
                prop_assert!(taken.f() * u64::from(below) <= largest * u64::from(above));
                if number % 3 == 2 {
                    prop_assert_eq!(taken.f(), least);
                }
                waiting[taken.node.0 as usize] = None;
            }
            let left = waiting.iter().flatten().count();
            for rest in (0..left).rev() {
                let waits = |entered: Entered| waiting[entered.node.0 as usize] == Some(entered);
                prop_assert!(frontier.raise_bound(waits).is_some());
                let taken = frontier.pop(waits).unwrap();
                waiting[taken.node.0 as usize] = None;
                prop_assert_eq!(waiting.iter().flatten().count(), rest);
            }
            prop_assert_eq!(frontier.raise_bound(|_| false), None);
        }
    }
}
