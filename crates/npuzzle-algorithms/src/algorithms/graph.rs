//! Uninformed graph search: what breadth-first and depth-first search share.
//!
//! All states are stored. The frontier is a queue or a stack; when a goal is recognised and which successors are dropped are options
//! (`goal-test`, `duplicates`). What is stored as the cost of a path is its number of moves.

use std::collections::VecDeque;

use crate::algorithms::path::{NO_PARENT, path_cost, path_to, successor};
use crate::algorithms::reached::Reached;
use crate::algorithms::rules::{DUPLICATES, GoalTest};
use crate::core::card::Options;
use crate::core::{
    Budget, Cost, Domain, Event, Outcome, Proof, Prune, Side, Solution, StateKey, Stats, Stop, Task, Verdict, Watcher,
};
use crate::store::state_table::{NodeId, StateTable};

/// Which state of the frontier is expanded next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frontier {
    /// The oldest: breadth first.
    Queue,
    /// The newest: depth first.
    Stack,
}

/// Searches all that can be reached, in the order of `frontier`.
pub(crate) fn run<D: Domain>(frontier: Frontier, options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let Task { domain, start, budget, mut observer, .. } = task;
    let mut search = Search {
        frontier,
        goal_test: GoalTest::from_options(options),
        drop_stored: options.choice(DUPLICATES.name) == "stored",
        domain,
        start: &start,
        budget,
        observer: observer.reborrow(),
        stats: Stats { iterations: 1, ..Stats::default() },
    };
    let mut table = StateTable::default();
    let result = search.run(&mut table);
    let verdict = result.unwrap_or_else(|why| Verdict::Stopped { why, best: None });
    let stats = Stats { max_stored: search.stats.max_stored.max(table.len() as u64), ..search.stats };
    table.discard();
    Outcome::new(verdict, stats, budget)
}

struct Search<'s, 'p, D: Domain> {
    frontier: Frontier,
    goal_test: GoalTest,
    /// Whether states that wait in the frontier are dropped too, and not only those expanded.
    drop_stored: bool,
    domain: &'s D,
    start: &'s D::State,
    budget: &'s mut Budget<'p>,
    observer: Watcher<'s, D>,
    stats: Stats,
}

impl<D: Domain> Search<'_, '_, D> {
    fn run(&mut self, table: &mut StateTable<D::Key, Reached>) -> Result<Verdict<D::Op>, Stop> {
        let domain = self.domain;
        self.stats.max_open = 1;
        self.stats.max_stored = 1;
        if self.goal_test == GoalTest::Generation && domain.is_goal(self.start) {
            return Ok(self.solved(Vec::new()));
        }

        let mut open: VecDeque<NodeId> = VecDeque::new();
        let mut ops = Vec::new();
        let key = domain.pack(self.start);
        let hash = key.hash64();
        let root = Reached::open(0, NO_PARENT);
        open.push_back(table.insert(key, hash, root, |bytes| self.budget.hold(bytes))?);
        // What those who watch are told: the cost of the path to each state, where moves differ in cost.
        let mut costs: Vec<Cost> = Vec::new();
        if self.observer.is_taken() {
            costs.push(0);
        }
        loop {
            // 1. The next state. A copy of one that has been expanded meanwhile is passed over.
            let next = match self.frontier {
                Frontier::Queue => open.pop_front(),
                Frontier::Stack => open.pop_back(),
            };
            let Some(id) = next else { return Ok(Verdict::Unsolvable) };
            let entry = table.value(id);
            if entry.is_closed() {
                continue;
            }
            let depth = entry.g();
            let key = table.key(id).clone();
            let mut state = domain.unpack(&key);
            if self.goal_test == GoalTest::Expansion && domain.is_goal(&state) {
                return Ok(self.solved(path_to(domain, table, id, |entry: Reached| entry.parent)));
            }
            if let (Frontier::Queue, Some(cost)) = (self.frontier, domain.uniform_cost()) {
                // All states up to this depth have been generated, and tested at the latest when their turn came.
                let tested_depth = if self.goal_test == GoalTest::Generation { depth + 1 } else { depth };
                self.budget.raise_lower_bound(tested_depth.saturating_mul(cost));
            }

            // 2. Its successors, the first operator on top of the stack.
            self.budget.expand()?;
            table.set_value(id, entry.closed());
            ops.clear();
            ops.extend(domain.ops(&state));
            if self.observer.is_taken() {
                let g = costs[id.0 as usize];
                self.observer.event(Event::Expand { state: &state, g, h: 0, side: Side::Forward });
            }
            if self.frontier == Frontier::Stack {
                ops.reverse();
            }
            for &op in &ops {
                self.stats.generated += 1;
                if self.observer.is_taken() {
                    let child = successor(domain, &state, op);
                    let g = costs[id.0 as usize] + domain.cost(&state, op);
                    let parent = &state;
                    self.observer.event(Event::Generate { parent, op: Some(op), state: &child, g, h: 0 });
                }
                let child = domain.child_key(&state, &key, op);
                let hash = child.hash64();
                let entry = Reached::open(depth + 1, id.0);
                let child_id = match table.find(&child, hash) {
                    None => {
                        let open_bytes = (open.capacity() * size_of::<NodeId>()) as u64;
                        table.insert(child, hash, entry, |bytes| self.budget.hold(bytes + open_bytes))?
                    }
                    Some(known) => {
                        let before = table.value(known);
                        if before.is_closed() || self.drop_stored {
                            if self.observer.is_taken() {
                                let worse = before.g() < entry.g();
                                let reason = if worse { Prune::Worse } else { Prune::Duplicate };
                                self.observer.event(Event::Prune { reason });
                            }
                            continue;
                        }
                        // The frontier holds one more copy. That which comes first counts: the newest of a stack.
                        if self.frontier == Frontier::Stack {
                            table.set_value(known, entry);
                        }
                        known
                    }
                };
                self.stats.max_depth = self.stats.max_depth.max(u64::from(depth) + 1);
                if self.observer.is_taken() && child_id.0 as usize == costs.len() {
                    costs.push(costs[id.0 as usize] + domain.cost(&state, op));
                } else if self.observer.is_taken() && self.frontier == Frontier::Stack {
                    costs[child_id.0 as usize] = costs[id.0 as usize] + domain.cost(&state, op);
                }
                let undo = domain.apply(&mut state, op);
                let found = self.goal_test == GoalTest::Generation && domain.is_goal(&state);
                domain.undo(&mut state, &undo);
                if found {
                    return Ok(self.solved(path_to(domain, table, child_id, |entry: Reached| entry.parent)));
                }
                if open.len() == open.capacity() {
                    let grown = (2 * open.capacity() * size_of::<NodeId>()) as u64;
                    self.budget.hold(table.bytes() + grown)?;
                }
                open.push_back(child_id);
            }
            self.stats.max_open = self.stats.max_open.max(open.len() as u64);
        }
    }

    fn solved(&mut self, ops: Vec<D::Op>) -> Verdict<D::Op> {
        // Only breadth-first order makes the first goal the nearest one.
        let uniform = self.domain.uniform_cost().is_some();
        let proof = if self.frontier == Frontier::Queue && uniform { Proof::Optimal } else { Proof::Found };
        let cost = path_cost(self.domain, self.start, &ops);
        if self.observer.is_taken() {
            self.observer.event(Event::Solved { cost });
        }
        Verdict::Solved(Solution { ops, cost, proof })
    }
}
