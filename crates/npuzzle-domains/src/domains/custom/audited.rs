//! What an audit has seen of a custom problem, state by state.
//!
//! A problem can change after its audit: its table of costs may be another one by then. So the
//! audit keeps a fingerprint of all answers, 16 bytes for each state, and a search that rests on
//! the audit compares the answers it gets with them.
//!
//! Two states may have the same identity, which is a hash in most programs. If their answers
//! differ, the audit vouches for neither: the answer of one would pass for that of the other. If
//! they are alike, each may stand for the other, since their steps lead to states that are alike as
//! well. A wrong answer passes for a right one at most once in two billion times.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::core::Fraction;
use crate::domains::custom::{CustomStep, Known, Listing};

/// The answers that an audit has seen, as fingerprints.
pub struct AuditedSpace {
    /// By identity; states that are alike are there once.
    states: Vec<AuditedState>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct AuditedState {
    identity: u64,
    /// Of the steps; the lowest bit says whether it is a goal.
    steps: u32,
    estimate: u32,
}

const GOAL: u32 = 1;

impl AuditedSpace {
    /// Takes down all answers about the states of a listing.
    pub fn new(known: &Known, listing: &Listing) -> Self {
        let state = |&number: &u32| {
            let steps = known.told_steps(number).map(|step| (known.identity(step.state), step.cost));
            let is_goal = known.is_goal(number);
            AuditedState {
                identity: known.identity(number),
                steps: fingerprint_of_steps(steps) & !GOAL | if is_goal { GOAL } else { 0 },
                estimate: fingerprint(known.told_estimate(number)),
            }
        };
        let mut states: Vec<AuditedState> = listing.states().iter().map(state).collect();
        states.sort_unstable();
        states.dedup();
        Self { states }
    }

    /// All that was seen under an identity.
    fn seen(&self, identity: u64) -> &[AuditedState] {
        let first = self.states.partition_point(|state| state.identity < identity);
        let same = self.states[first..].iter().take_while(|state| state.identity == identity).count();
        &self.states[first..first + same]
    }

    /// Whether the state with an identity has this answer: not if there are several.
    fn has(&self, identity: u64, answer: impl Fn(&AuditedState) -> bool) -> bool {
        matches!(self.seen(identity), [only] if answer(only))
    }

    /// Whether states with this identity had different answers, so that nothing is known of any.
    pub(super) fn is_ambiguous(&self, identity: u64) -> bool {
        self.seen(identity).len() > 1
    }

    /// Whether a state had these steps: the identities of the states they lead to, and their costs.
    pub(super) fn has_steps(&self, identity: u64, steps: impl Iterator<Item = (u64, Fraction)>) -> bool {
        let seen = fingerprint_of_steps(steps) & !GOAL;
        self.has(identity, |state| state.steps & !GOAL == seen)
    }

    /// Whether a state was a goal, or was none.
    pub(super) fn has_goal(&self, identity: u64, is_goal: bool) -> bool {
        self.has(identity, |state| (state.steps & GOAL != 0) == is_goal)
    }

    /// Whether a state had this estimate.
    pub(super) fn has_estimate(&self, identity: u64, estimate: Fraction) -> bool {
        let seen = fingerprint(estimate);
        self.has(identity, |state| state.estimate == seen)
    }
}

impl fmt::Debug for AuditedSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuditedSpace").field("states", &self.states.len()).finish_non_exhaustive()
    }
}

/// Whether two lists have the same steps, in any order: a set has none that could be relied on.
pub(super) fn are_same_steps(one: &[CustomStep], other: &[CustomStep]) -> bool {
    let ends = |steps: &[CustomStep]| {
        let mut ends: Vec<(u32, Fraction)> = steps.iter().map(|step| (step.state, step.cost)).collect();
        ends.sort_unstable();
        ends
    };
    one == other || ends(one) == ends(other)
}

/// Of steps in any order.
fn fingerprint_of_steps(steps: impl Iterator<Item = (u64, Fraction)>) -> u32 {
    let (mut sum, mut count) = (0_u64, 0_u64);
    for (identity, cost) in steps {
        (sum, count) = (sum.wrapping_add(hash_of((identity, in_lowest_terms(cost)))), count + 1);
    }
    hash_of((sum, count)) as u32
}

fn fingerprint(estimate: Fraction) -> u32 {
    hash_of(in_lowest_terms(estimate)) as u32
}

/// Equal fractions may be written in different terms.
fn in_lowest_terms(value: Fraction) -> (i64, i64) {
    let lowest = Fraction::new(value.numerator().into(), value.denominator().into()).unwrap_or(value);
    (lowest.numerator(), lowest.denominator())
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A number for a state that is known by its name.
pub(super) fn identity_of_name(name: &str) -> u64 {
    hash_of(name)
}
