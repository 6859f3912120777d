//! Focal search: among the states that keep the promised factor, those that seem nearest to a goal.
//!
//! The least `g + h` of the frontier is a lower bound on the optimum, given an admissible
//! heuristic. The *focal* is the part of the frontier with `g + h` at most `w` times that bound:
//! whichever of its states is expanded, a goal among them costs at most `w` times the optimum.
//! (Pearl & Kim 1982) Three orders take turns, since each alone has its trap:
//!
//! - the least `h` runs for the goal, but may wander about among a thousand states that all seem
//!   near;
//! - the least `g + (2w - 1) h` leads back to where the path was cheap; this weight usually finds
//!   what is within `w` (Thayer & Ruml 2008);
//! - the least `g + h` raises the bound, and with it the focal. Without it the bound is stuck as
//!   long as the focal holds anything else. (Fickert, Gu & Ruml 2022 on taking turns)
//!
//! PERF: mean expansions on the first 60 of Korf's boards with Manhattan distance
//! (`docs/benchmarks.md` has the command): 18,014 with `w=1.5` and 8,275 with `w=2`, where weighted
//! A* needs 257,435 and 42,520. What is given for it is length: 1.21 and 1.44 times the optimum
//! instead of 1.05 and 1.21. `docs/benchmarks.md` lists what else was tried; the least `h`
//! alone often wanders for ever.
//!
//! The bound never falls, so a state enters the focal once for each path it is reached on, and
//! nothing is ever sorted again. A state reached again on a cheaper path is opened again: the bound
//! needs the cheapest path to some state of each optimal path. Memory: all states generated.

use crate::algorithms::Algorithm;
use crate::algorithms::expander::{Expander, Parent, Successors};
use crate::algorithms::path::{NO_PARENT, path_to};
use crate::algorithms::reached::Reached;
use crate::algorithms::rules::{WEIGHT, weight_from_one, weight_parts};
use crate::core::card::{AlgorithmCard, Optimality, OptionCard, Options};
use crate::core::{Cost, Domain, Fraction, Outcome, Proof, StateKey, Stop, Task, Verdict};
use crate::store::bucket_queue::{BucketQueue, Discipline, Priority};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

const FACTOR: OptionCard = OptionCard {
    summary: "how many times the lower bound a path may cost",
    kind: weight_from_one(Fraction::percent(150)),
    ..WEIGHT
};

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "of the states with f at most w times the lower bound, in turn those that seem nearest to a goal and those that raise the bound: at most w times the optimum",
        optimal: Optimality::WithinWeight,
        options: &[FACTOR],
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
        ..AlgorithmCard::informed("focal", &[], "Focal search")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let weight = options.fraction(FACTOR.name);
        let mut search = FocalSearch {
            work: Expander::new(task),
            table: StateTable::default(),
            frontier: Frontier::new(weight),
            successors: Successors::default(),
        };
        search.work.stats.iterations = 1;
        let result = search.run();
        search.work.discard(search.table);
        search.work.finish(result)
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

/// An order of the focal. Its priorities tell `g` and `h` again, so that entries that were
/// overtaken are known without a look at more than the state's own `g`.
#[derive(Clone, Copy)]
enum Order {
    /// The least `g + h`, the larger `g` first.
    Cheapest,
    /// The least `h`, the smaller `g` first.
    Nearest,
    /// The least `g + weight / 100 * h`, the larger `g` first. The proof does not depend on this
    /// weight, so it need not be exact.
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

/// Beyond a thousand times, `h` alone decides; the product with any `h` fits into a priority.
const LARGEST_PERCENT: u64 = 200_000;

/// The states that wait: inside the focal three times, once in each order, outside of it once.
///
/// An entry is stale when its state was expanded, or has got a cheaper path, since. Stale entries
/// are dropped when they come to the front.
struct Frontier {
    /// Its numerator and denominator.
    weight: (u64, u64),
    /// The largest least `g + h` there has been: no later one makes the focal smaller.
    bound: u64,
    /// `weight * bound`, rounded down.
    limit: u64,
    focal: [(Order, BucketQueue); 3],
    outside: (Order, BucketQueue),
    turn: usize,
}

impl Frontier {
    fn new(weight: Fraction) -> Self {
        let (above, below) = weight_parts(weight);
        let (above, below) = (u64::from(above), u64::from(below));
        let percent = (200 * above / below - 100).min(LARGEST_PERCENT);
        let orders = [Order::Weighted { percent }, Order::Nearest, Order::Cheapest];
        let ordered = |order| (order, BucketQueue::new(Discipline::LastInFirstOut));
        Self {
            weight: (above, below),
            bound: 0,
            limit: 0,
            focal: orders.map(ordered),
            outside: ordered(Order::Cheapest),
            turn: 0,
        }
    }

    fn push(&mut self, entered: Entered) -> Result<(), Stop> {
        if entered.f() > self.limit {
            let (order, queue) = &mut self.outside;
            return queue.push(order.priority(entered), entered.node);
        }
        self.focal.iter_mut().try_for_each(|(order, queue)| queue.push(order.priority(entered), entered.node))
    }

    /// Finds the least `g + h` that waits, and lets into the focal what it allows; `None` if
    /// nothing waits.
    fn raise_bound(&mut self, waits: impl Fn(Entered) -> bool) -> Result<Option<u64>, Stop> {
        let [.., (order, cheapest)] = &mut self.focal;
        let inside = cheapest.first_with(|priority, node| waits(order.entered(priority, node)));
        let (order, outside) = &mut self.outside;
        let least = inside.or_else(|| outside.first_with(|priority, node| waits(order.entered(priority, node))));
        let Some((Priority { first: bound, .. }, _)) = least else { return Ok(None) };
        if bound > self.bound {
            self.bound = bound;
            let limit = u128::from(bound) * u128::from(self.weight.0) / u128::from(self.weight.1);
            self.limit = u64::try_from(limit).unwrap_or(u64::MAX);
            self.admit(waits)?;
        }
        Ok(Some(self.bound))
    }

    /// Moves all into the focal that are within the limit. Every entry is moved once at most.
    fn admit(&mut self, waits: impl Fn(Entered) -> bool) -> Result<(), Stop> {
        while let Some((priority, node)) = self.outside.1.pop() {
            if priority.first > self.limit {
                self.outside.1.push(priority, node)?;
                break;
            }
            let entered = self.outside.0.entered(priority, node);
            if waits(entered) {
                self.push(entered)?;
            }
        }
        Ok(())
    }

    /// Takes the first state of the order whose turn it is. INVARIANT: the focal holds every state
    /// with the least `g + h`, so it has one if any waits.
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

struct FocalSearch<'s, 'p, D: Domain> {
    work: Expander<'s, 'p, D>,
    table: StateTable<D::Key, Reached>,
    frontier: Frontier,
    successors: Successors<D>,
}

impl<D: Domain> FocalSearch<'_, '_, D> {
    fn run(&mut self) -> Result<Verdict<D::Op>, Stop> {
        let domain = self.work.domain;
        let h = self.work.estimate_start();
        let node = self.work.plant(&mut self.table, NO_PARENT)?;
        self.frontier.push(Entered { node, g: 0, h })?;
        self.work.note_open();

        // Of every optimal path some state waits with its least `g` whenever this loop begins.
        while let Some(bound) = self.frontier.raise_bound(waits(&self.table))? {
            if self.work.promises.admissible {
                self.work.budget.raise_lower_bound(Cost::try_from(bound).unwrap_or(Cost::MAX));
            }
            let Some(next) = self.frontier.pop(waits(&self.table)) else { break };
            let parent = Parent::new(domain, self.table.key(next.node), next.g);
            if domain.is_goal(&parent.state) {
                return Ok(self.solved(next.node));
            }
            let reached = self.table.value(next.node);
            self.work.close(&mut self.table, next.node, reached);
            self.expand(next.node, &parent)?;
        }
        Ok(Verdict::Unsolvable)
    }

    fn expand(&mut self, node: NodeId, parent: &Parent<D>) -> Result<(), Stop> {
        let Self { work, table, frontier, successors } = self;
        work.expand(parent, successors, |hash| table.prefetch_bucket(hash))?;
        for child in successors.drain(work.domain, parent) {
            work.tell(&parent.state, child.op, child.g, child.h);
            let entry = Reached::open(child.g, node.0);
            let arrival = work.reach(table, (child.key, child.hash), entry, || frontier.bytes())?;
            let Some(arrival) = arrival else { continue };
            frontier.push(Entered { node: arrival.node, g: child.g, h: child.h })?;
        }
        work.note_open();
        work.budget.hold(table.bytes() + frontier.bytes())
    }

    fn solved(&mut self, goal: NodeId) -> Verdict<D::Op> {
        let ops = path_to(self.work.domain, &self.table, goal);
        let (admissible, bound) = (self.work.promises.admissible, self.work.budget.lower_bound());
        // The goal was in the focal, so the bound proves the weight, and mostly more.
        self.work.solved(ops, |cost| if admissible { Proof::by_bound(cost, bound) } else { Proof::Found })
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

        /// The frontier gives every state once, and never one beyond the weight times the least
        /// that waits, against a plain list.
        #[test]
        fn the_focal_keeps_the_factor(
            entries in prop::collection::vec((0_u32..40, 0_u32..40), 1..200),
            (above, below) in (1_u32..30).prop_flat_map(|below| (below..4 * below, Just(below))),
        ) {
            let mut frontier = Frontier::new(Fraction::over(above, below));
            let mut waiting: Vec<Option<Entered>> = Vec::new();
            let mut largest = 0;
            for (number, pair) in entries.chunks(2).enumerate() {
                for &(g, h) in pair {
                    let entered = Entered { node: NodeId(waiting.len() as u32), g, h };
                    waiting.push(Some(entered));
                    frontier.push(entered).unwrap();
                }
                let waits = |entered: Entered| waiting[entered.node.0 as usize] == Some(entered);
                let least = waiting.iter().flatten().map(|entered| entered.f()).min().unwrap();
                largest = largest.max(least);
                prop_assert_eq!(frontier.raise_bound(waits), Ok(Some(largest)));
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
                prop_assert!(frontier.raise_bound(waits).is_ok_and(|bound| bound.is_some()));
                let taken = frontier.pop(waits).unwrap();
                waiting[taken.node.0 as usize] = None;
                prop_assert_eq!(waiting.iter().flatten().count(), rest);
            }
            prop_assert_eq!(frontier.raise_bound(|_| false), Ok(None));
        }
    }
}
