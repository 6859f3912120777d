//! Fringe search: iterative deepening that does not start again.
//!
//! IDA* forgets its frontier after each walk and makes it anew. Here it is kept, as a list: states within the bound are
//! expanded at once, their successors next in line; the others wait for a later walk. So nothing is sorted, and the
//! frontier is made once, at the price of a table of all states and of passing by those that wait. The next bound is
//! the least `g + h` that had to wait, so with an admissible heuristic the first goal within the bound is optimal.
//! (Björnsson, Enzenberger, Holte & Schaeffer 2005)

use crate::algorithms::Algorithm;
use crate::algorithms::path::{NO_PARENT, path_cost, path_to, successor};
use crate::algorithms::reached::Reached;
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{AlgorithmCard, FrontierOrder, MemoryClass, Optimality, Options, SearchKind};
use crate::core::{
    Budget, Cost, Domain, Evaluator, Event, Outcome, Proof, Prune, Side, Solution, StateKey, Stats, Stop, Task,
    Verdict, Watcher,
};
use crate::store::state_table::{NodeId, StateTable};

/// The entry of the list.
pub struct Entry;

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "fringe",
        aliases: &[],
        title: "Fringe search",
        summary: "iterative deepening that keeps its frontier from walk to walk",
        informed: true,
        complete: true,
        optimal: Optimality::Admissible,
        memory: MemoryClass::States,
        kind: SearchKind::Forward,
        frontier: FrontierOrder::Hidden,
        features: &[],
        options: &[],
        citation: "Björnsson, Enzenberger, Holte & Schaeffer 2005",
        pseudocode: "\
bound <- h(start), now <- (start), later <- () @search
repeat: @bound
  while now is not empty:
    n <- first state of now; take it out
    if f(n) > bound: put n at the end of later, go on
    if n is a goal: return the path to n @solved
    add n to closed @expand
    for each successor s of n: @generate
      if s is known with no larger g: drop s @duplicate,worse
      if s is in closed: take it out again @reopen
      put s, with its new path, in front of now @keep
  if later is empty: report no solution
  bound <- least f in later; now <- later, later <- ()
",
    };

    fn run<D: Domain>(_: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        let Task { domain, start, heuristic, budget, mut observer, .. } = task;
        let start = &start;
        let mut search =
            Search { domain, start, heuristic, budget, observer: observer.reborrow(), stats: Stats::default() };
        let mut table = StateTable::default();
        let verdict = search.run(&mut table).unwrap_or_else(|why| Verdict::Stopped { why, best: None });
        let stats = Stats { max_stored: table.len() as u64, ..search.stats };
        table.discard();
        Outcome::new(verdict, stats, budget)
    }
}

/// A place in the fringe. A cheaper path to the state gets a place of its own, and this one is passed over in its turn.
#[derive(Clone, Copy)]
struct Place {
    node: NodeId,
    g: Cost,
    h: Cost,
}

impl Place {
    fn f(self) -> u64 {
        u64::from(self.g) + u64::from(self.h)
    }
}

struct Search<'s, 'p, D: Domain> {
    domain: &'s D,
    start: &'s D::State,
    heuristic: &'s dyn Evaluator<D>,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    stats: Stats,
}

impl<D: Domain> Search<'_, '_, D> {
    fn run(&mut self, table: &mut StateTable<D::Key, Reached>) -> Result<Verdict<D::Op>, Stop> {
        let domain = self.domain;
        let admissible = self.heuristic.promises().admissible;
        let (mut ops, mut estimates) = (Vec::new(), Vec::new());
        let h = self.heuristic.estimate(domain, self.start);
        self.stats.evaluated = 1;
        let key = domain.pack(self.start);
        let hash = key.hash64();
        let root = Reached::open(0, NO_PARENT);
        let node = table.insert(key, hash, root, |bytes| self.budget.hold(bytes))?;
        // The last of `now` is looked at next; what has to wait goes to `later`, first come first.
        let mut now = vec![Place { node, g: 0, h }];
        let mut later: Vec<Place> = Vec::new();
        let mut bound = u64::from(h);
        let mut open = 1_u64;
        self.stats.max_open = 1;
        loop {
            // 1. A walk: bound and fringe. Everything cheaper than the bound has been expanded.
            self.budget.check()?;
            self.stats.iterations += 1;
            let bound_as_cost = Cost::try_from(bound).unwrap_or(Cost::MAX);
            if admissible {
                self.budget.raise_lower_bound(bound_as_cost);
            }
            if self.observer.is_taken() {
                self.observer.event(Event::Bound { bound: bound_as_cost });
            }
            let mut beyond = None;
            while let Some(place) = now.pop() {
                // 2. Not in this walk. A place that was overtaken may lower the next bound, which costs a walk at most.
                if place.f() > bound {
                    beyond = Some(beyond.unwrap_or(u64::MAX).min(place.f()));
                    make_room(&mut later, 1, table.bytes() + bytes(&now), self.budget)?;
                    later.push(place);
                    continue;
                }
                let reached = table.value(place.node);
                if reached.is_closed() || reached.g() < place.g {
                    continue;
                }

                // 3. The goal test.
                let key = table.key(place.node).clone();
                let state = domain.unpack(&key);
                if domain.is_goal(&state) {
                    return Ok(self.solved(table, place.node, admissible));
                }

                // 4. Its successors.
                self.budget.expand()?;
                table.set_value(place.node, reached.closed());
                open -= 1;
                ops.clear();
                ops.extend(domain.ops(&state));
                self.stats.generated += ops.len() as u64;
                self.stats.evaluated += ops.len() as u64;
                estimates.clear();
                self.heuristic.estimate_children(domain, &state, &ops, &mut estimates);
                if self.observer.is_taken() {
                    let (g, h) = (place.g, place.h);
                    self.observer.event(Event::Expand { state: &state, g, h, side: Side::Forward });
                }
                make_room(&mut now, ops.len(), table.bytes() + bytes(&later), self.budget)?;
                let first = now.len();
                for (&op, &h) in ops.iter().zip(&estimates) {
                    let g = place.g + domain.cost(&state, op);
                    if self.observer.is_taken() {
                        let child = successor(domain, &state, op);
                        self.observer.event(Event::Generate { parent: &state, op: Some(op), state: &child, g, h });
                    }
                    let child = domain.child_key(&state, &key, op);
                    let hash = child.hash64();
                    let reached = || Reached::open(g, place.node.0);
                    let node = match table.find(&child, hash) {
                        None => {
                            open += 1;
                            let lists = bytes(&now) + bytes(&later);
                            table.insert(child, hash, reached(), |bytes| self.budget.hold(bytes + lists))?
                        }
                        Some(known) => {
                            let before = table.value(known);
                            if g >= before.g() {
                                if self.observer.is_taken() {
                                    let reason = if g > before.g() { Prune::Worse } else { Prune::Duplicate };
                                    self.observer.event(Event::Prune { reason });
                                }
                                continue;
                            }
                            if before.is_closed() {
                                self.stats.reopened += 1;
                                open += 1;
                                if self.observer.is_taken() {
                                    self.observer.event(Event::Reopen);
                                }
                            }
                            table.set_value(known, reached());
                            known
                        }
                    };
                    self.stats.max_depth = self.stats.max_depth.max(u64::from(g));
                    now.push(Place { node, g, h });
                }
                // The successor of the first operator comes first.
                now[first..].reverse();
                self.stats.max_open = self.stats.max_open.max(open);
            }

            // 5. The next walk passes those that waited in the same order.
            let Some(least) = beyond else { return Ok(Verdict::Unsolvable) };
            bound = least;
            later.reverse();
            std::mem::swap(&mut now, &mut later);
        }
    }

    fn solved(&mut self, table: &StateTable<D::Key, Reached>, goal: NodeId, admissible: bool) -> Verdict<D::Op> {
        let ops = path_to(self.domain, table, goal, |reached: Reached| reached.parent);
        // A cheaper path to a state on the way may not have been carried on to the goal yet.
        let cost = path_cost(self.domain, self.start, &ops);
        if self.observer.is_taken() {
            self.observer.event(Event::Solved { cost });
        }
        let proof = if admissible { Proof::Optimal } else { Proof::Found };
        Verdict::Solved(Solution { ops, cost, proof })
    }
}
