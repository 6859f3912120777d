//! Uninformed graph search: what breadth-first and depth-first search share.
//!
//! A state is tested for the goal when it is generated, and dropped if it was generated before. The frontier is
//! either the queue of all stored states in the order they came, or a stack of them.

use crate::algorithms::path::{NO_PARENT, path_cost, path_to};
use crate::core::{
    Budget, Domain, Event, Heuristic, Observer, Outcome, Proof, Prune, Solution, StateKey, Stats, Stop, Task, Verdict,
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

#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    parent: u32,
}

/// Searches all that can be reached, in the order of `frontier`.
pub(crate) fn run<D: Domain, H: Heuristic<D>, O: Observer<D>>(
    frontier: Frontier,
    task: Task<'_, '_, D, H, O>,
) -> Outcome<D::Op> {
    let mut stats = Stats { iterations: 1, ..Stats::default() };
    let mut table = StateTable::default();
    let result = search(frontier, task.domain, &task.start, task.budget, task.observer, &mut stats, &mut table);
    let verdict = result.unwrap_or_else(|why| Verdict::Stopped { why, best: None });
    stats.max_stored = stats.max_stored.max(table.len() as u64);
    table.discard();
    Outcome::new(verdict, stats, task.budget)
}

fn search<D: Domain, O: Observer<D>>(
    frontier: Frontier,
    domain: &D,
    start: &D::State,
    budget: &mut Budget<'_>,
    observer: &mut O,
    stats: &mut Stats,
    table: &mut StateTable<D::Key, Entry>,
) -> Result<Verdict<D::Op>, Stop> {
    // Only breadth-first order makes the first goal the nearest one.
    let proof = if frontier == Frontier::Queue && D::UNIT_COSTS { Proof::Optimal } else { Proof::Found };
    let solved = |ops: Vec<D::Op>, observer: &mut O| {
        let cost = path_cost(domain, start, &ops);
        if O::EVENTS {
            observer.event(Event::Solved { cost });
        }
        Ok(Verdict::Solved(Solution { ops, cost, proof }))
    };
    stats.max_open = 1;
    stats.max_stored = 1;
    if domain.is_goal(start) {
        return solved(Vec::new(), observer);
    }

    let mut stack: Vec<NodeId> = Vec::new();
    let mut oldest = 0_u32;
    let mut ops = Vec::new();
    let key = domain.pack(start);
    let hash = key.hash64();
    stack.push(table.insert(key, hash, Entry { depth: 0, parent: NO_PARENT }, |bytes| budget.hold(bytes))?);
    loop {
        // 1. The next state. For breadth-first search the table itself is the queue.
        let id = match frontier {
            Frontier::Queue if (oldest as usize) < table.len() => {
                oldest += 1;
                NodeId(oldest - 1)
            }
            Frontier::Queue => return Ok(Verdict::Unsolvable),
            Frontier::Stack => match stack.pop() {
                Some(id) => id,
                None => return Ok(Verdict::Unsolvable),
            },
        };
        let depth = table.value(id).depth;
        if frontier == Frontier::Queue && D::UNIT_COSTS {
            // All states up to this depth have been generated and tested.
            budget.raise_lower_bound(depth + 1);
        }

        // 2. Its successors, the first operator on top of the stack.
        budget.expand()?;
        let key = table.key(id).clone();
        let mut state = domain.unpack(&key);
        ops.clear();
        ops.extend(domain.ops(&state));
        if O::EVENTS {
            observer.event(Event::Expand { state: &state, g: depth, h: 0 });
        }
        if frontier == Frontier::Stack {
            ops.reverse();
        }
        for &op in &ops {
            stats.generated += 1;
            if O::EVENTS {
                observer.event(Event::Generate { op, g: depth + 1, h: 0 });
            }
            let child = domain.child_key(&state, &key, op);
            let hash = child.hash64();
            if table.find(&child, hash).is_some() {
                if O::EVENTS {
                    observer.event(Event::Prune { reason: Prune::Duplicate });
                }
                continue;
            }
            let stack_bytes = (stack.capacity() * size_of::<NodeId>()) as u64;
            let entry = Entry { depth: depth + 1, parent: id.0 };
            let child_id = table.insert(child, hash, entry, |bytes| budget.hold(bytes + stack_bytes))?;
            let undo = domain.apply(&mut state, op);
            let found = domain.is_goal(&state);
            domain.undo(&mut state, &undo);
            if found {
                return solved(path_to(domain, table, child_id, |entry: Entry| entry.parent), observer);
            }
            if frontier == Frontier::Stack {
                stack.push(child_id);
            }
        }
        let open = match frontier {
            Frontier::Queue => table.len() - oldest as usize,
            Frontier::Stack => stack.len(),
        };
        stats.max_open = stats.max_open.max(open as u64);
    }
}
