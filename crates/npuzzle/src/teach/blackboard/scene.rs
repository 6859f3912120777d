//! The parts of the story that a blackboard tells.

use std::sync::Arc;

use crate::core::{Cost, Prune};

/// A part of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A search begins.
    Search {
        /// Its name, with options.
        algorithm: String,
    },
    /// An iteration begins.
    Bound {
        /// Its bound.
        bound: Cost,
    },
    /// A state was expanded.
    Step(Step),
    /// A stored state was dropped to make room, and not in the course of an expansion.
    Forget(Forgotten),
    /// A solution was found, and the search goes on.
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

/// A state with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// Its name, which a frontier and its copies share.
    pub state: Arc<str>,
    /// Cost of the path to it.
    pub g: Cost,
    /// Its estimate.
    pub h: Cost,
}

impl Labelled {
    /// The sum of both.
    pub fn f(&self) -> Cost {
        self.g.saturating_add(self.h)
    }
}

/// An expansion, or more of one that the search comes back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Counted from one, through all searches.
    pub number: u64,
    /// The state that is expanded.
    pub expanded: Labelled,
    /// Whether it was expanded from the goals' side.
    pub backward: bool,
    /// Its successors, with those that were told in steps before.
    pub successors: Vec<Successor>,
    /// How many of them were told before: a search that goes down at once makes the next successor
    /// when it comes back.
    pub told_before: usize,
    /// What was dropped meanwhile to make room.
    pub forgotten: Vec<Forgotten>,
    /// What waits.
    pub waiting: Waiting,
    /// Whether what waits is listed in the order of the search. Some searches have an order that
    /// their events do not show; then it is listed by `g + h`.
    pub in_order: bool,
}

impl Step {
    /// Whether the search has come back to the state, having expanded it before.
    pub fn comes_back(&self) -> bool {
        self.told_before > 0
    }
}

/// What became of a state that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The operator; none on the backward side.
    pub op: Option<String>,
    /// The state.
    pub made: Labelled,
    /// Why it was dropped.
    pub dropped: Option<Prune>,
    /// Whether it had been expanded, and is opened again.
    pub reopened: bool,
    /// The cost of the path, if it was reached from both ends.
    pub met: Option<Cost>,
}

/// A stored state that was dropped to make room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// The state.
    pub state: Arc<str>,
    /// No solution through it is cheaper.
    pub f: Cost,
    /// How many successors of the expansion had been made by then.
    pub(super) after: usize,
}

/// What waits after an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The first states of the frontier.
    Frontier(Listed),
    /// The same from both ends.
    BothSides {
        /// From the start.
        forward: Listed,
        /// From the goals.
        backward: Listed,
    },
    /// The path that is held, from the start.
    Path(Listed),
}

/// The first of some states, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The first.
    pub first: Vec<Labelled>,
    /// How many there are in all.
    pub count: usize,
}

/// What has happened so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneTally {
    /// The search at hand, with options.
    pub algorithm: String,
    /// States whose successors were made, through all searches.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Successors dropped, by the place of the reason in [`Prune::ALL`].
    pub dropped: [u64; Prune::ALL.len()],
    /// States opened again.
    pub reopened: u64,
    /// Stored states dropped to make room.
    pub forgotten: u64,
    /// How often both ends met on a path that was the cheapest by then.
    pub met: u64,
    /// The most states that waited at a time.
    pub most_waiting: usize,
    /// The bound of the iteration at hand.
    pub bound: Option<Cost>,
    /// Its number.
    pub iteration: u64,
    /// The cost of the best solution known.
    pub best: Option<Cost>,
}

impl SceneTally {
    /// How many successors were dropped for a reason.
    pub fn dropped(&self, reason: Prune) -> u64 {
        Prune::ALL.iter().zip(self.dropped).find(|(known, _)| **known == reason).map_or(0, |(_, count)| count)
    }

    pub(super) fn drop_one(&mut self, reason: Prune) {
        for (known, count) in Prune::ALL.iter().zip(&mut self.dropped) {
            *count += u64::from(*known == reason);
        }
    }
}
