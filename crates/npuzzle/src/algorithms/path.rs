//! Paths: read back from a table of parents, and priced.

use crate::core::{Cost, Domain};
use crate::store::state_table::{NodeId, StateTable};

/// The parent of the start.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The operators that lead from the start to `last`.
///
/// Only parents are stored; which operator led from parent to child is found by trying them, so a stored
/// state needs no room for it.
pub(crate) fn path_to<D: Domain, V: Copy>(
    domain: &D,
    table: &StateTable<D::Key, V>,
    last: NodeId,
    parent_of: impl Fn(V) -> u32,
) -> Vec<D::Op> {
    let mut ops = Vec::new();
    let mut child = last;
    loop {
        let parent = parent_of(table.value(child));
        if parent == NO_PARENT {
            break;
        }
        let parent = NodeId(parent);
        let (key, child_key) = (table.key(parent), table.key(child));
        let state = domain.unpack(key);
        let leads_here = |&op: &D::Op| domain.child_key(&state, key, op) == *child_key;
        let cheapest = domain.ops(&state).filter(leads_here).min_by_key(|&op| domain.cost(&state, op));
        ops.extend(cheapest);
        debug_assert!(cheapest.is_some(), "a child is one operator away from its parent");
        child = parent;
    }
    ops.reverse();
    ops
}

/// The cheapest operators that lead from each state to the next.
pub(crate) fn ops_along<D: Domain>(domain: &D, keys: &[D::Key]) -> Vec<D::Op> {
    let op = |pair: &[D::Key]| {
        let [from, to] = pair else { return None };
        let state = domain.unpack(from);
        let leads_there = |&op: &D::Op| domain.child_key(&state, from, op) == *to;
        domain.ops(&state).filter(leads_there).min_by_key(|&op| domain.cost(&state, op))
    };
    keys.windows(2).filter_map(op).collect()
}

/// The state that an operator leads to.
pub(crate) fn successor<D: Domain>(domain: &D, state: &D::State, op: D::Op) -> D::State {
    let mut child = state.clone();
    domain.apply(&mut child, op);
    child
}

/// What a path costs.
pub(crate) fn path_cost<D: Domain>(domain: &D, start: &D::State, ops: &[D::Op]) -> Cost {
    let mut state = start.clone();
    let costs = ops.iter().map(|&op| {
        let cost = domain.cost(&state, op);
        domain.apply(&mut state, op);
        cost
    });
    costs.sum()
}
