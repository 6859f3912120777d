//! The rules on which textbooks differ, as options: when a goal is recognised and which successors
//! are dropped.

use crate::core::Fraction;
use crate::core::card::{Optimality, OptionCard, OptionKind, Options, Weakening};

/// The goal test of searches that recognise a goal as soon as it is made.
pub(crate) const GOAL_TEST_EARLY: OptionCard = OptionCard {
    name: "goal-test",
    summary: "when a state is tested for the goal: when it is generated, or when it is taken from the frontier",
    kind: OptionKind::Choice(&["generation", "expansion"]),
};

/// The goal test of searches that need the state's turn to prove something.
pub(crate) const GOAL_TEST_LATE: OptionCard =
    OptionCard { kind: OptionKind::Choice(&["expansion", "generation"]), ..GOAL_TEST_EARLY };

/// A goal that is recognised before its turn may be reached by a path that is not the cheapest.
pub(crate) const WEAKENED_BY_EARLY_TEST: Weakening =
    Weakening { option: GOAL_TEST_LATE.name, choice: "generation", optimal: Optimality::No };

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

/// What best-first searches do with a cheaper path to an expanded state.
pub(crate) const REOPEN: OptionCard = OptionCard {
    name: "reopen",
    summary: "whether an expanded state that is reached on a cheaper path is opened again",
    kind: OptionKind::Choice(&["yes", "no"]),
};

/// Without reopening, `optimal` is all that a best-first search proves.
pub(crate) const fn weakened_by_not_reopening(optimal: Optimality) -> Weakening {
    Weakening { option: REOPEN.name, choice: "no", optimal }
}

/// The duplicate rule of best-first searches that better paths.
pub(crate) const BETTERED: OptionCard = OptionCard {
    name: DUPLICATES.name,
    summary: "which successors are dropped: those that are no cheaper than the path known, or all that are in the \
              frontier or expanded, even if the new path is cheaper (then nothing is reopened)",
    kind: OptionKind::Choice(&["no-cheaper", "stored"]),
};

/// A path that is never bettered may be any path.
pub(crate) const WEAKENED_BY_FIRST_PATHS: Weakening =
    Weakening { option: BETTERED.name, choice: "stored", optimal: Optimality::No };

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
    summary: "the weight of the estimate; with at most 1 the solution is optimal, if the heuristic is admissible",
    kind: OptionKind::Fraction { min: Fraction::percent(1), max: LARGEST_WEIGHT, default: Fraction::whole(2) },
};

/// So large that the estimate alone decides on any board, and small enough that the product with an
/// estimate of 32 bits fits into a priority of 64.
const LARGEST_WEIGHT: Fraction = Fraction::whole(1_000_000_000);

/// A weight of at least one.
pub(crate) const fn weight_from_one(default: Fraction) -> OptionKind {
    OptionKind::Fraction { min: Fraction::ONE, max: LARGEST_WEIGHT, default }
}

/// The numerator and the denominator of a weight, with which priorities are whole numbers. A text
/// is refused unless they are small; for a program that sets others the weight is one, which proves
/// more than was asked for.
pub(crate) fn weight_parts(weight: Fraction) -> (u32, u32) {
    weight.small_parts().unwrap_or((1, 1))
}
