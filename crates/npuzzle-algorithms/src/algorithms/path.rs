//! Paths: read back from a table of parents, and priced.

use crate::algorithms::reached::{Origin, Reached};
use crate::core::{Cost, Domain, Proof, Solution, StateKey};
use crate::store::state_table::{NodeId, StateTable};

/// The parent of the start.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The operators that lead from the start to `last`.
///
/// Only parents are stored; which operator led from parent to child is found by trying them, so a
/// stored state needs no room for it.
pub(crate) fn path_to<D: Domain, P: Origin>(
    domain: &D,
    table: &StateTable<D::Key, Reached<P>>,
    last: NodeId,
) -> Vec<D::Op> {
    let mut keys = keys_up(table, last);
    keys.reverse();
    ops_along(domain, &keys)
}

/// The states from `last` back to the start.
pub(crate) fn keys_up<K: StateKey, P: Origin>(table: &StateTable<K, Reached<P>>, last: NodeId) -> Vec<K> {
    keys_by(Some(last), |node| {
        let parent = table.value(node).parent.node();
        (table.key(node).clone(), (parent != NO_PARENT).then_some(NodeId(parent)))
    })
}

/// The states from `last` back to the start, where `step` gives the state of a node and the node
/// before it.
pub(crate) fn keys_by<K, N>(last: Option<N>, step: impl Fn(N) -> (K, Option<N>)) -> Vec<K> {
    let mut keys = Vec::new();
    let mut next = last;
    while let Some(node) = next {
        let (key, before) = step(node);
        keys.push(key);
        next = before;
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

/// A path with its cost, and with what `proof` makes of that.
pub(crate) fn solution<D: Domain>(
    domain: &D,
    start: &D::State,
    ops: Vec<D::Op>,
    proof: impl FnOnce(Cost) -> Proof,
) -> Solution<D::Op> {
    let cost = path_cost(domain, start, &ops);
    Solution { ops, cost, proof: proof(cost) }
}

/// What is proved of the first goal that a search in order of cost comes to.
pub(crate) fn optimal_if(proved: bool) -> Proof {
    if proved { Proof::Optimal } else { Proof::Found }
}
