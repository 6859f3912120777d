//! What a search may ask of a problem: its operators, their effect and its goal.

use std::fmt::Debug;
use std::hash::Hash;

/// A path cost, or a lower bound on one. Domains keep the cost of any simple path below `2^31`.
pub type Cost = u32;

/// A packed state as the memory-bound searches store it by the million.
///
/// The key *is* the identity of a state: two states are equal exactly when their keys are.
pub trait StateKey: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A well-mixed 64-bit hash. The high bits choose a table bucket and the low bits tell entries
    /// apart, so all of them must depend on all of the key.
    fn hash64(&self) -> u64;

    /// Bytes this key owns outside its own size; counted against the memory limit.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Whether [`write`](Self::write) and [`read`](Self::read) are there: keys can be sent to other
    /// processes.
    const TRAVELS: bool = false;

    /// Appends the key as bytes.
    fn write(&self, bytes: &mut Vec<u8>) {
        let _ = bytes;
    }

    /// Takes a key that was [written](Self::write) off the front; `None` if none begins there.
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let _ = bytes;
        None
    }
}

/// A deterministic state space with finitely many operators and non-negative integer costs.
///
/// Searches work on one `State` that is changed in place ([`apply`](Domain::apply),
/// [`undo`](Domain::undo)) and store `Key`s. The rules below are checked for every domain by the
/// conformance suite in `tests/`:
///
/// - `unpack(pack(s)) == s`, and equal keys mean equal states;
/// - `undo` after `apply` restores the state;
/// - `ops_after` yields `ops` in the same order, less those that take the last one back or could
///   have been done in one step with it;
/// - `child_key` equals `pack` of the child;
/// - where there is a `reverse`, it has an operator from `b` to `a`, at the same cost, exactly for
///   each from `a` to `b` here.
pub trait Domain: Sync {
    /// The working form of a state.
    type State: Clone + Send + Sync;
    /// The packed form of a state.
    type Key: StateKey;
    /// An operator. It means something only together with the state it is applied to.
    type Op: Copy + Eq + Debug + Send + Sync;
    /// The operators of a state, in the domain's order. Owns its data so that the state may change
    /// meanwhile.
    type Ops: Iterator<Item = Self::Op> + Clone;
    /// What [`undo`](Domain::undo) needs to take an operator back.
    type Undo: Clone + Send + Sync;

    /// The operators that apply to `state`.
    fn ops(&self, state: &Self::State) -> Self::Ops;

    /// The operators worth trying after the move that `undo` takes back. Leaving out the reversal
    /// keeps depth-first searches from walking to and fro; it never loses a shortest path.
    fn ops_after(&self, state: &Self::State, undo: &Self::Undo) -> Self::Ops {
        let _ = undo;
        self.ops(state)
    }

    /// Changes `state` into its successor.
    fn apply(&self, state: &mut Self::State, op: Self::Op) -> Self::Undo;

    /// Takes back the operator that returned `undo`.
    fn undo(&self, state: &mut Self::State, undo: &Self::Undo);

    /// What `op` costs in `state`.
    fn cost(&self, state: &Self::State, op: Self::Op) -> Cost {
        let _ = (state, op);
        1
    }

    /// What every operator costs, if they all cost the same and more than nothing. A domain that
    /// has a `cost` of its own says so here.
    fn uniform_cost(&self) -> Option<Cost> {
        Some(1)
    }

    /// Whether searches that hold one path must drop states that are on it already. Needed where
    /// operators may cost nothing or a goal may be out of reach: there a path could go round in
    /// circles for ever.
    fn has_endless_paths(&self) -> bool {
        false
    }

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The packed form of `state`.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state behind a key.
    fn unpack(&self, key: &Self::Key) -> Self::State;

    /// The key of the child that `op` leads to, without building the child where the domain can.
    fn child_key(&self, state: &Self::State, key: &Self::Key, op: Self::Op) -> Self::Key {
        let _ = key;
        let mut child = state.clone();
        self.apply(&mut child, op);
        self.pack(&child)
    }

    /// The problem from the other end: every operator is turned round, and `start` is the only
    /// goal. `None` if the problem cannot be searched backwards.
    fn reverse(&self, start: &Self::State) -> Option<Self>
    where
        Self: Sized;

    /// The goal states, where a backward search starts.
    fn goals(&self) -> Vec<Self::State>;

    /// The place of a state in the problem's own order of states, for searches that break ties by
    /// it; on a map the order of names.
    fn state_order(&self, key: &Self::Key) -> u64 {
        let _ = key;
        0
    }

    /// A hash that few operators change: it tells which thread owns a state, so that most
    /// successors stay where they are made.
    ///
    /// It must tell nothing of the key's own hash, which chooses places in the owner's table: an
    /// owner whose keys all begin with the same bits would use a part of its table only. So the
    /// key's own hash is hashed again.
    fn abstract_hash(&self, key: &Self::Key) -> u64 {
        key.hash64().hash64()
    }

    /// The abstract hash of the child that `op` leads to, given that of `state`, without looking at
    /// all of the child where the domain can.
    fn child_abstract_hash(&self, state: &Self::State, hash: u64, child: &Self::Key, op: Self::Op) -> u64 {
        let _ = (state, hash, op);
        self.abstract_hash(child)
    }

    /// The place, among the operators of the successor that `op` leads to, of one that leads back
    /// to `state`, if that is known at once. A search over several processes need not send the way
    /// back what came from there.
    fn way_back(&self, state: &Self::State, op: Self::Op) -> Option<usize> {
        let _ = (state, op);
        None
    }

    /// Whether a key means the same state in every process that has the same problem, and can be
    /// sent there.
    fn keys_travel(&self) -> bool {
        Self::Key::TRAVELS
    }

    /// The parity that every solution from `state` has, if they all share one. Lower bounds may be
    /// raised to it.
    fn cost_parity(&self, state: &Self::State) -> Option<Parity> {
        let _ = state;
        None
    }
}

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Divisible by two.
    Even,
    /// Not divisible by two.
    Odd,
}

impl Parity {
    /// The parity of a number.
    #[inline]
    pub fn of(number: u64) -> Self {
        if number.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }

    /// The least cost of this parity that is not below `bound`.
    #[inline]
    pub fn lift(self, bound: Cost) -> Cost {
        if Self::of(u64::from(bound)) == self { bound } else { bound.saturating_add(1) }
    }
}

impl std::fmt::Display for Parity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Even => "even",
            Self::Odd => "odd",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifting_rounds_up_to_the_parity() {
        assert_eq!(Parity::Even.lift(6), 6);
        assert_eq!(Parity::Even.lift(7), 8);
        assert_eq!(Parity::Odd.lift(0), 1);
    }
}
