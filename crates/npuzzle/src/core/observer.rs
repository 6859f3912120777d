//! What a search tells those who watch it. Nobody watching costs nothing.

use crate::core::domain::{Cost, Domain};

/// Why a successor was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// The state was reached before, and no dearer.
    Duplicate,
    /// `g + h` exceeds the bound of this iteration.
    OverBound,
}

/// One thing a search did.
#[derive(Debug)]
pub enum Event<'a, D: Domain> {
    /// The successors of `state` are about to be made.
    Expand {
        /// The state that is expanded.
        state: &'a D::State,
        /// Cost of the path that leads to it.
        g: Cost,
        /// Its estimate.
        h: Cost,
    },
    /// `op` made a successor of the state expanded last.
    Generate {
        /// The operator.
        op: D::Op,
        /// Cost of the path to the successor.
        g: Cost,
        /// The successor's estimate.
        h: Cost,
    },
    /// The successor generated last was dropped.
    Prune {
        /// Why.
        reason: Prune,
    },
    /// The successor generated last was closed before and is opened again, on a cheaper path.
    Reopen,
    /// An iteration with this bound begins.
    Bound {
        /// The bound.
        bound: Cost,
    },
    /// A solution was found.
    Solved {
        /// Its cost.
        cost: Cost,
    },
}

/// Receives the events of a search.
///
/// With `EVENTS == false` the compiler removes the calls and the building of their arguments; `()` is such an observer.
pub trait Observer<D: Domain> {
    /// Whether events are wanted at all.
    const EVENTS: bool = true;

    /// Called for each event, in order.
    fn event(&mut self, event: Event<'_, D>);
}

impl<D: Domain> Observer<D> for () {
    const EVENTS: bool = false;

    fn event(&mut self, _: Event<'_, D>) {}
}
