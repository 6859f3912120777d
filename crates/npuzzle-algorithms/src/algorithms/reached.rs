//! What searches store with the key of a state they have reached.

use crate::core::Cost;

const CLOSED: u32 = 1 << 31;

/// The cost of the path to a state, whether it has been expanded, and where it was reached from: eight bytes with a node number as parent.
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
}

/// A node of a table, where several threads have one each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub table: u32,
    pub node: u32,
}

impl Place {
    /// The parent of the start.
    pub(crate) const NOWHERE: Self = Self { table: u32::MAX, node: u32::MAX };
}
