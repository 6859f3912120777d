//! Uninformed graph search: what breadth-first and depth-first search share.
//!
//! All states are stored. The frontier is a queue or a stack; when a goal is recognised and which
//! successors are dropped are options (`goal-test`, `duplicates`). What is stored as the cost of a
//! path is its number of moves.

use std::collections::VecDeque;

use crate::algorithms::expander::{Expander, Parent, Successors};
use crate::algorithms::path::{NO_PARENT, optimal_if, path_to};
use crate::algorithms::reached::Reached;
use crate::algorithms::rules::{DUPLICATES, GoalTest};
use crate::core::card::Options;
use crate::core::{Cost, Domain, Outcome, Prune, Stop, Task, Verdict};
use crate::store::state_table::{NodeId, StateTable};

/// Which state of the frontier is expanded next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frontier {
    /// The oldest: breadth first.
    Queue,
    /// The newest: depth first.
    Stack,
}

/// The pseudo-code of a search by a frontier: what it is, which state comes first, in which order
/// successors are made, and how they enter it.
macro_rules! graph_pseudocode {
    (frontier: $frontier:literal, first: $first:literal, order: $order:literal, enter: $enter:literal) => {
        concat!(
            "if start is a goal: return the empty path\n",
            "open <- ",
            $frontier,
            " of start, closed <- {} @search\n",
            "while open is not empty:\n",
            "  n <- ",
            $first,
            " state of open; move it to closed @expand\n",
            "  for each successor s of n",
            $order,
            ": @generate\n",
            "    if s is in open or closed: drop s @duplicate\n",
            "    if s is a goal: return the path to s @solved\n",
            "    ",
            $enter,
            " open @keep\n",
            "report no solution\n",
        )
    };
}
pub(crate) use graph_pseudocode;

/// Searches all that can be reached, in the order of `frontier`.
pub(crate) fn run<D: Domain>(frontier: Frontier, options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    let mut search = GraphSearch {
        frontier,
        goal_test: GoalTest::from_options(options),
        drop_stored: options.choice(DUPLICATES.name) == "stored",
        work: Expander::uninformed(task),
    };
    search.work.stats.iterations = 1;
    let mut table = StateTable::default();
    let result = search.run(&mut table);
    search.work.discard(table);
    search.work.finish(result)
}

struct GraphSearch<'s, 'p, D: Domain> {
    frontier: Frontier,
    goal_test: GoalTest,
    /// Whether states that wait in the frontier are dropped too, and not only those expanded.
    drop_stored: bool,
    work: Expander<'s, 'p, D>,
}

impl<D: Domain> GraphSearch<'_, '_, D> {
    fn run(&mut self, table: &mut StateTable<D::Key, Reached>) -> Result<Verdict<D::Op>, Stop> {
        let work = &mut self.work;
        let domain = work.domain;
        work.stats.max_open = 1;
        work.stats.max_stored = 1;
        if self.goal_test == GoalTest::Generation && domain.is_goal(&work.start) {
            return Ok(self.solved(Vec::new()));
        }

        let mut open: VecDeque<NodeId> = VecDeque::new();
        let mut successors = Successors::default();
        open.push_back(work.plant(table, NO_PARENT)?);
        // What watchers hear: the cost of the path to each state, where moves differ in
        // cost.
        let mut costs: Vec<Cost> = Vec::new();
        if work.observer.is_taken() {
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
            let parent = Parent::new(domain, table.key(id), depth);
            if self.goal_test == GoalTest::Expansion && domain.is_goal(&parent.state) {
                return Ok(self.solved(path_to(domain, table, id)));
            }
            if let (Frontier::Queue, Some(cost)) = (self.frontier, domain.uniform_cost()) {
                // All states up to this depth have been generated, and tested at the latest when
                // their turn came.
                let tested_depth = if self.goal_test == GoalTest::Generation { depth + 1 } else { depth };
                work.budget.raise_lower_bound(tested_depth.saturating_mul(cost));
            }

            // 2. Its successors, the first operator on top of the stack.
            table.set_value(id, entry.closed());
            let told = costs.get(id.0 as usize).copied().unwrap_or(0);
            work.begin(&parent.state, told, domain.ops(&parent.state), &mut successors)?;
            if self.frontier == Frontier::Stack {
                successors.ops.reverse();
            }
            work.make(&parent, &mut successors, |hash| table.prefetch_bucket(hash));
            for child in successors.drain(domain, &parent) {
                let told = told + (child.g - depth);
                work.generate(&parent.state, child.op, told, 0);
                let entry = Reached::open(depth + 1, id.0);
                // Whatever the two paths cost: this search does not compare them.
                let stands = |before: Reached| (before.is_closed() || self.drop_stored).then_some(Prune::Duplicate);
                let open_bytes = || (open.capacity() * size_of::<NodeId>()) as u64;
                let arrival = work.reach_unless(table, (child.key, child.hash), entry, stands, open_bytes)?;
                let Some(arrival) = arrival else { continue };
                // Of a state in the frontier there is one more copy now. That which comes first
                // counts: the oldest of a queue, the newest of a stack.
                match (arrival.before, self.frontier) {
                    (Some(before), Frontier::Queue) => table.set_value(arrival.node, before),
                    (Some(_), Frontier::Stack) if work.observer.is_taken() => costs[arrival.node.0 as usize] = told,
                    (None, _) if work.observer.is_taken() => costs.push(told),
                    _ => {}
                }
                if self.goal_test == GoalTest::Generation && parent.leads_to_goal(domain, child.op) {
                    return Ok(self.solved(path_to(domain, table, arrival.node)));
                }
                if open.len() == open.capacity() {
                    let grown = (2 * open.capacity() * size_of::<NodeId>()) as u64;
                    work.budget.hold(table.bytes() + grown)?;
                    open.try_reserve(1).map_err(|_| Stop::Memory)?;
                }
                open.push_back(arrival.node);
            }
            work.stats.max_open = work.stats.max_open.max(open.len() as u64);
        }
    }

    fn solved(&mut self, ops: Vec<D::Op>) -> Verdict<D::Op> {
        // Only breadth-first order makes the first goal the nearest one.
        let is_nearest = self.frontier == Frontier::Queue && self.work.domain.uniform_cost().is_some();
        self.work.solved(ops, |_| optimal_if(is_nearest))
    }
}
