//! What searches store with the key of a state they have reached, and how they look it up.

use crate::core::{Cost, Prune, StateKey, Stop};
use crate::store::state_table::{NodeId, StateTable};

const CLOSED: u32 = 1 << 31;

/// The cost of the path to a state, whether it has been expanded, and where it was reached from:
/// eight bytes with a node number as parent.
#[derive(Clone, Copy)]
pub(crate) struct Reached<P = u32> {
    /// The top bit says that the state is closed; domains keep costs below it.
    g_and_closed: u32,
    pub parent: P,
}

impl<P: Copy> Reached<P> {
    pub(crate) fn open(g: Cost, parent: P) -> Self {
        debug_assert!(g < CLOSED);
        Self { g_and_closed: g, parent }
    }

    pub(crate) fn g(self) -> Cost {
        self.g_and_closed & !CLOSED
    }

    pub(crate) fn is_closed(self) -> bool {
        self.g_and_closed & CLOSED != 0
    }

    pub(crate) fn closed(self) -> Self {
        Self { g_and_closed: self.g_and_closed | CLOSED, ..self }
    }

    /// Why a path of cost `g` to this state is dropped.
    pub(crate) fn prune(self, g: Cost) -> Prune {
        if g > self.g() { Prune::Worse } else { Prune::Duplicate }
    }
}

/// What tells where a state was reached from: a node of the same table.
pub(crate) trait Origin: Copy {
    /// The number of that node.
    fn node(self) -> u32;
}

impl Origin for u32 {
    fn node(self) -> u32 {
        self
    }
}

/// Looks a state up.
#[inline(always)]
pub(crate) fn look_up<K: StateKey, P: Copy>(
    table: &StateTable<K, Reached<P>>,
    key: &K,
    hash: u64,
) -> Option<(NodeId, Reached<P>)> {
    table.find(key, hash).map(|node| (node, table.value(node)))
}

/// Stores a state as `known` from [`look_up`], or as a new one if there is room.
#[inline(always)]
pub(crate) fn store<K: StateKey, P: Copy>(
    table: &mut StateTable<K, Reached<P>>,
    known: Option<(NodeId, Reached<P>)>,
    key: K,
    hash: u64,
    entry: Reached<P>,
    allow: impl FnMut(u64) -> Result<(), Stop>,
) -> Result<NodeId, Stop> {
    match known {
        Some((node, _)) => {
            table.set_value(node, entry);
            Ok(node)
        }
        None => table.insert(key, hash, entry, allow),
    }
}

/// A node of a table, where several threads have one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShardPlace {
    pub table: u32,
    pub node: u32,
}

impl ShardPlace {
    /// The parent of the start.
    pub(crate) const NOWHERE: Self = Self { table: u32::MAX, node: u32::MAX };

    /// The place, or `None` if it is that of the start's parent.
    pub(crate) fn known(self) -> Option<Self> {
        (self != Self::NOWHERE).then_some(self)
    }
}
