//! What a search tells its observer.

use serde::{Deserialize, Serialize};

use crate::core::domain::{Cost, Domain};

/// Why a successor was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prune {
    /// The state was reached before: at the same cost, or the search does not compare paths.
    Duplicate,
    /// The state was reached before on a cheaper path.
    Worse,
    /// `g + h` exceeds the bound of this iteration, or is no better than a solution that is known.
    OverBound,
    /// There is no room for it: the beam or the memory is full of better ones.
    Full,
}

impl Prune {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Duplicate, Self::Worse, Self::OverBound, Self::Full];

    /// The word of traces.
    pub fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Worse => "worse",
            Self::OverBound => "over-bound",
            Self::Full => "full",
        }
    }
}

/// The end of the problem that a search works from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// From the start.
    Forward,
    /// From the goals.
    Backward,
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
        /// From which end.
        side: Side,
    },
    /// A state that a search from both ends begins with.
    Root {
        /// The state.
        state: &'a D::State,
        /// Its estimate.
        h: Cost,
        /// From which end.
        side: Side,
    },
    /// A successor was made: of the state expanded last, or, where a search goes back on its path,
    /// of one before it.
    Generate {
        /// The state whose successor it is.
        parent: &'a D::State,
        /// The operator; `None` on the backward side, where operators are turned round.
        op: Option<D::Op>,
        /// The successor.
        state: &'a D::State,
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
    /// A stored state was dropped to make room for better ones.
    Forget {
        /// The state.
        state: &'a D::State,
        /// What is remembered of it: no solution through it is cheaper.
        f: Cost,
    },
    /// An iteration with this bound begins.
    Bound {
        /// The bound.
        bound: Cost,
    },
    /// The successor generated last was reached from both ends, on the cheapest path so far.
    Met {
        /// What that path costs.
        cost: Cost,
    },
    /// A solution was found, and the search goes on for a better one.
    Improved {
        /// Its cost.
        cost: Cost,
    },
    /// The search ends with a solution.
    Solved {
        /// Its cost.
        cost: Cost,
    },
}

/// Receives the events of a search.
pub trait Observer<D: Domain> {
    /// Called for each event, in order.
    fn event(&mut self, event: Event<'_, D>);
}

/// The place of an observer in a search: taken, or empty.
///
/// A search asks [`is_taken`](Self::is_taken) before it builds an event, so an empty place costs
/// one comparison with zero. That hides behind the cache misses of the searches that store states;
/// the walk of IDA* is compiled without a place at all ([`walk`](crate::core::walk)).
pub struct Watcher<'o, D: Domain>(Option<&'o mut (dyn Observer<D> + 'o)>);

impl<'o, D: Domain> Watcher<'o, D> {
    /// The observer of all events.
    pub fn new(observer: &'o mut (dyn Observer<D> + 'o)) -> Self {
        Self(Some(observer))
    }

    /// An empty place.
    pub const fn none() -> Self {
        Self(None)
    }

    /// The same place for a shorter while.
    pub fn reborrow(&mut self) -> Watcher<'_, D> {
        match &mut self.0 {
            Some(observer) => Watcher::new(&mut **observer),
            None => Watcher::none(),
        }
    }

    /// Whether events are wanted.
    #[inline(always)]
    pub fn is_taken(&self) -> bool {
        self.0.is_some()
    }

    /// Passes an event on.
    #[inline]
    pub fn event(&mut self, event: Event<'_, D>) {
        if let Some(observer) = &mut self.0 {
            observer.event(event);
        }
    }
}
