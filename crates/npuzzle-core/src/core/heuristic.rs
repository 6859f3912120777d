//! Estimates of the remaining cost, updated move by move.

use crate::core::budget::{Budget, Permits, Stop};
use crate::core::domain::{Cost, Domain};
use crate::core::walk::{Plain, Subtree, Walked, walk_below};

/// A named part of an estimate, such as the moves that one pattern needs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summand {
    /// What it stands for.
    pub name: String,
    /// What it adds.
    pub value: Cost,
}

impl Summand {
    /// A part of an estimate.
    pub fn new(name: impl Into<String>, value: Cost) -> Self {
        Self { name: name.into(), value }
    }
}

/// Why a heuristic has no value at a state from which no goal can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue(pub String);

/// What is known about a heuristic, and hence what a search may claim with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Never above the true remaining cost.
    pub admissible: bool,
    /// Never drops by more than the cost of a move (and is zero at goals).
    pub consistent: bool,
}

impl Properties {
    /// Admissible and consistent.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// Nothing is promised.
    pub const NONE: Self = Self { admissible: false, consistent: false };
}

/// An estimate of the cost that remains from a state.
///
/// `step` is called *before* the move is made, so a child that is pruned is never built. INVARIANT:
/// `step(root(s), s, op) == root(child)` for every state and operator, which the conformance suite
/// checks.
pub trait Heuristic<D: Domain>: Send + Sync {
    /// What is carried along a path and updated move by move.
    type Acc: Copy;

    /// The accumulator of a state, from scratch.
    fn root(&self, domain: &D, state: &D::State) -> Self::Acc;

    /// The accumulator of the child that `op` leads to; `before` is the state before the move.
    fn step(&self, domain: &D, acc: Self::Acc, before: &D::State, op: D::Op) -> Self::Acc;

    /// The estimate that an accumulator stands for.
    fn value(&self, acc: Self::Acc) -> Cost;

    /// Whether a state with this accumulator may be a goal; `false` lets a search skip its goal
    /// test.
    fn may_be_goal(&self, acc: Self::Acc) -> bool {
        let _ = acc;
        true
    }

    /// How many units of [`exact`](Self::exact) make one.
    fn unit(&self) -> u32 {
        1
    }

    /// The estimate in units, before `value` rounds it up to a whole cost.
    fn exact(&self, acc: Self::Acc) -> u64 {
        u64::from(self.value(acc))
    }

    /// The parts of the estimate of a state that are not shares of single tiles, where there are
    /// some; or why there is no estimate. Searches never ask: every state that they reach can
    /// reach its goal.
    fn summands(&self, domain: &D, state: &D::State) -> Result<Vec<Summand>, NoValue> {
        let _ = (domain, state);
        Ok(Vec::new())
    }

    /// What the heuristic promises.
    fn properties(&self) -> Properties;
}

/// An accumulator that fits into one word, so that heuristics of different types can stand side by
/// side.
pub trait Carried: Copy + Send {
    /// As a word.
    fn to_word(self) -> u64;

    /// Back again.
    fn from_word(word: u64) -> Self;
}

impl Carried for () {
    fn to_word(self) -> u64 {
        0
    }

    fn from_word(_: u64) {}
}

impl Carried for u32 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        word as Self
    }
}

impl Carried for u64 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        self
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        word
    }
}

impl Carried for [u32; 2] {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self[1]) << 32 | u64::from(self[0])
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        [word as u32, (word >> 32) as u32]
    }
}

/// A heuristic with its type hidden, as all searches take it: they are compiled once per domain.
///
/// Searches that store states wait for memory anyway: one virtual call per expansion disappears
/// behind the cache miss. The walk of IDA*, bound by arithmetic, is compiled for each heuristic,
/// and one virtual call leads to a whole subtree.
pub trait Evaluator<D: Domain>: Send + Sync {
    /// The estimate of `state`.
    fn estimate(&self, domain: &D, state: &D::State) -> Cost;

    /// Appends the estimate of each child of `state` to `estimates`, in the order of `ops`.
    fn estimate_children(&self, domain: &D, state: &D::State, ops: &[D::Op], estimates: &mut Vec<Cost>);

    /// Visits the paths below a state whose `g + h` stays within `bound`, until one reaches a goal.
    /// Only the way straight back is left out.
    fn walk(&self, domain: &D, subtree: Subtree<'_, D>, bound: Cost, permits: &mut dyn Permits) -> Walked<D::Op>;

    /// What the heuristic promises.
    fn promises(&self) -> Properties;
}

impl<D: Domain, H: Heuristic<D>> Evaluator<D> for H {
    fn estimate(&self, domain: &D, state: &D::State) -> Cost {
        self.value(self.root(domain, state))
    }

    fn estimate_children(&self, domain: &D, state: &D::State, ops: &[D::Op], estimates: &mut Vec<Cost>) {
        let acc = self.root(domain, state);
        estimates.extend(ops.iter().map(|&op| self.value(self.step(domain, acc, state, op))));
    }

    fn walk(&self, domain: &D, subtree: Subtree<'_, D>, bound: Cost, permits: &mut dyn Permits) -> Walked<D::Op> {
        walk_below(domain, subtree, self, bound, Plain, permits)
    }

    fn promises(&self) -> Properties {
        self.properties()
    }
}

/// An [`Evaluator`] as a heuristic again, computed from scratch for every state: for walks that are
/// watched or cut cycles, so that these are not compiled once more for every heuristic.
pub struct Erased<'e, D: Domain>(pub &'e dyn Evaluator<D>);

impl<D: Domain> Heuristic<D> for Erased<'_, D> {
    type Acc = Cost;

    fn root(&self, domain: &D, state: &D::State) -> Cost {
        self.0.estimate(domain, state)
    }

    fn step(&self, domain: &D, _: Cost, before: &D::State, op: D::Op) -> Cost {
        let mut child = before.clone();
        domain.apply(&mut child, op);
        self.0.estimate(domain, &child)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        self.0.promises()
    }
}

/// Makes the estimate of a backward search: the same heuristic, for the problem whose only goal is
/// this start.
pub type BackwardHeuristic<'t, D> = &'t (dyn Fn(&D, &mut Budget<'_>) -> Result<BoxedEvaluator<D>, Stop> + Sync);

/// An estimate that is owned.
pub type BoxedEvaluator<D> = Box<dyn Evaluator<D>>;
