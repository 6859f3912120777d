//! The rules on which textbooks differ, as options: when a goal is recognised and which successors
//! are dropped.

use crate::core::Fraction;
use crate::core::card::{OptionCard, OptionKind, Options};

/// The goal test of searches that recognise a goal as soon as it is made.
pub(crate) const GOAL_TEST_EARLY: OptionCard = OptionCard {
    name: "goal-test",
    summary: "when a state is tested for the goal: when it is generated, or when it is taken from the frontier",
    kind: OptionKind::Choice(&["generation", "expansion"]),
};

/// The goal test of searches that need the state's turn to prove something.
pub(crate) const GOAL_TEST_LATE: OptionCard =
    OptionCard { kind: OptionKind::Choice(&["expansion", "generation"]), ..GOAL_TEST_EARLY };

/// When a state is tested for the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoalTest {
    Generation,
    Expansion,
}

impl GoalTest {
    pub(crate) fn from_options(options: &Options) -> Self {
        if options.choice(GOAL_TEST_EARLY.name) == "generation" { Self::Generation } else { Self::Expansion }
    }
}

/// The duplicate rule of searches that store all states and never better a path.
pub(crate) const DUPLICATES: OptionCard = OptionCard {
    name: "duplicates",
    summary: "which successors are dropped: those in the frontier or expanded, or only those expanded",
    kind: OptionKind::Choice(&["stored", "expanded"]),
};

/// The duplicate rule of best-first searches.
pub(crate) const REOPEN: OptionCard = OptionCard {
    name: "reopen",
    summary: "whether an expanded state that is reached on a cheaper path is opened again",
    kind: OptionKind::Choice(&["yes", "no"]),
};

/// The duplicate rule of searches that hold one path.
pub(crate) const CYCLES: OptionCard = OptionCard {
    name: "duplicates",
    summary: "which successors are dropped: the way straight back, all that are on the path already, or none",
    kind: OptionKind::Choice(&["reversal", "path", "none"]),
};

/// Which successors a search that holds one path drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycles {
    Reversal,
    Path,
    None,
}

impl Cycles {
    /// The rule of the options; a domain on which paths could go round for ever insists on `path`.
    pub(crate) fn from_options(options: &Options, cut_cycles: bool) -> Self {
        match options.choice(CYCLES.name) {
            _ if cut_cycles => Self::Path,
            "path" => Self::Path,
            "none" => Self::None,
            _ => Self::Reversal,
        }
    }
}

/// The weight of the estimate in searches that may exceed the optimum. Half of an estimate is a
/// weight as well, one that nothing rounds.
pub(crate) const WEIGHT: OptionCard = OptionCard {
    name: "w",
    summary: "the weight of the estimate; below 1 the solution is as good as that of A*",
    kind: OptionKind::Fraction { min: Fraction::percent(1), max: Fraction::whole(1000), default: Fraction::whole(2) },
};

/// A weight from one to a thousand.
pub(crate) const fn weight_from_one(default: Fraction) -> OptionKind {
    OptionKind::Fraction { min: Fraction::ONE, max: Fraction::whole(1000), default }
}

/// The numerator and the denominator of a weight, with which priorities are whole numbers. A text
/// is refused unless they are small; for a program that sets others the weight is one, which proves
/// more than was asked for.
pub(crate) fn weight_parts(weight: Fraction) -> (u32, u32) {
    weight.small_parts().unwrap_or((1, 1))
}
