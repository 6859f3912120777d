//! Paths: read back from a table of parents, and priced.

use crate::core::{Cost, Domain, StateKey};
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
    let mut keys = keys_up(table, last, parent_of);
    keys.reverse();
    ops_along(domain, &keys)
}

/// The states from `last` back to the start.
pub(crate) fn keys_up<K: StateKey, V: Copy>(
    table: &StateTable<K, V>,
    last: NodeId,
    parent_of: impl Fn(V) -> u32,
) -> Vec<K> {
    let mut keys = vec![table.key(last).clone()];
    let mut parent = parent_of(table.value(last));
    while parent != NO_PARENT {
        keys.push(table.key(NodeId(parent)).clone());
        parent = parent_of(table.value(NodeId(parent)));
    }
    keys
}

/// The cheapest operators that lead from each state to the next.
pub(crate) fn ops_along<D: Domain>(domain: &D, keys: &[D::Key]) -> Vec<D::Op> {
    let op = |pair: &[D::Key]| {
        let [from, to] = pair else { return None };
        let state = domain.unpack(from);
        let leads_there = |&op: &D::Op| domain.child_key(&state, from, op) == *to;
        let cheapest = domain.ops(&state).filter(leads_there).min_by_key(|&op| domain.cost(&state, op));
        debug_assert!(cheapest.is_some(), "each state is one operator away from the one before");
        cheapest
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
