//! The heuristic that a custom problem brings along, and none at all: one type, so that searches
//! are compiled for it once.

use crate::core::{Cost, Domain, Heuristic, Properties};
use crate::domains::custom::LazySpace;

/// An estimate for the states of a custom problem.
#[derive(Clone, Copy, Debug)]
pub enum LazyEstimate {
    /// The problem's own, with what is said of it.
    Own(Properties),
    /// Nothing.
    Zero,
}

impl Heuristic<LazySpace> for LazyEstimate {
    type Acc = Cost;

    fn root(&self, space: &LazySpace, &state: &u32) -> Cost {
        match self {
            Self::Own(_) => space.known().estimate(state),
            Self::Zero => 0,
        }
    }

    fn step(&self, space: &LazySpace, _: Cost, before: &u32, op: u32) -> Cost {
        match self {
            Self::Own(_) => self.root(space, &space.child_key(before, before, op)),
            Self::Zero => 0,
        }
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        match self {
            Self::Own(claims) => *claims,
            Self::Zero => Properties::CONSISTENT,
        }
    }
}
