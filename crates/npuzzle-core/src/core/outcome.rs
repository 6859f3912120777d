//! What a search is given and what it answers, with the proof that comes with the answer.

use serde::Serialize;

use crate::core::budget::{Budget, Stop};
use crate::core::domain::{Cost, Domain};
use crate::core::fraction::Fraction;
use crate::core::heuristic::{BackwardHeuristic, Evaluator};
use crate::core::observer::Watcher;
use crate::core::zero;

/// Everything a search works on.
pub struct Task<'t, 'p, D: Domain> {
    /// The problem.
    pub domain: &'t D,
    /// Where to start.
    pub start: D::State,
    /// The estimate; ignored by uninformed searches.
    pub heuristic: &'t dyn Evaluator<D>,
    /// The same estimate for the problem turned round; asked for by bidirectional searches only.
    pub backward: BackwardHeuristic<'t, D>,
    /// What may be used up.
    pub budget: &'t mut Budget<'p>,
    /// The observer, if there is one.
    pub observer: Watcher<'t, D>,
}

impl<'t, 'p, D: Domain> Task<'t, 'p, D> {
    /// The usual task: unwatched, and with nothing estimated on the way back.
    pub fn new(domain: &'t D, start: D::State, heuristic: &'t dyn Evaluator<D>, budget: &'t mut Budget<'p>) -> Self {
        Self { domain, start, heuristic, backward: &zero::backward::<D>, budget, observer: Watcher::none() }
    }
}

/// How good a solution is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No solution is cheaper.
    Optimal,
    /// No solution is cheaper than the cost divided by this factor.
    Within(Fraction),
    /// Nothing is known beyond the lower bound.
    Found,
}

impl Proof {
    /// What a lower bound proves of a solution.
    pub fn by_bound(cost: Cost, lower_bound: Cost) -> Self {
        match Fraction::new(cost.into(), lower_bound.into()) {
            _ if cost <= lower_bound => Self::Optimal,
            Some(factor) if lower_bound > 0 => Self::Within(factor),
            _ => Self::Found,
        }
    }
}

/// A path from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<Op> {
    /// The operators, in order.
    pub ops: Vec<Op>,
    /// Their total cost.
    pub cost: Cost,
    /// What is known about it.
    pub proof: Proof,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<Op> {
    /// With the answer that was asked for.
    Solved(Solution<Op>),
    /// All that can be reached was searched: there is no solution.
    Unsolvable,
    /// A limit ended it.
    Stopped {
        /// Which limit.
        why: Stop,
        /// The best solution so far.
        best: Option<Solution<Op>>,
    },
}

/// The counts of a search, as defined by the contract (`npuzzle list statistics`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// States whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Heuristic calls.
    pub evaluated: u64,
    /// Closed states opened again.
    pub reopened: u64,
    /// Peak of the frontier.
    pub max_open: u64,
    /// Peak of frontier + closed; for depth-first searches the longest path held.
    pub max_stored: u64,
    /// The longest path to a state that was generated and kept, in moves; where moves differ in
    /// cost, the dearest.
    pub max_depth: u64,
    /// Iterations of a search that deepens; one for all others.
    pub iterations: u64,
    /// Most bytes held in the search's data structures.
    pub peak_bytes: u64,
}

/// A solution that a search found on its way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Improvement {
    /// Its cost.
    pub cost: Cost,
    /// What was proved by then: no solution is cheaper.
    pub lower_bound: Cost,
    /// Seconds since the search began.
    pub seconds: f64,
    /// States expanded by then.
    pub expanded: u64,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<Op> {
    /// How it ended.
    pub verdict: Verdict<Op>,
    /// Proved minimum cost.
    pub lower_bound: Cost,
    /// What it took.
    pub stats: Stats,
    /// The solutions of an anytime search, each better than the one before.
    pub improvements: Vec<Improvement>,
}

impl<Op> Outcome<Op> {
    /// Adds what the budget has counted to the outcome of a search.
    pub fn new(verdict: Verdict<Op>, mut stats: Stats, budget: &mut Budget<'_>) -> Self {
        stats.expanded = budget.expanded();
        stats.peak_bytes = budget.peak_bytes();
        let lower_bound = match &verdict {
            Verdict::Solved(Solution { cost, proof: Proof::Optimal, .. }) => *cost,
            _ => budget.lower_bound(),
        };
        Self { verdict, lower_bound, stats, improvements: budget.take_improvements() }
    }

    /// Leaves of it what holds although some answers that the search relied on are wrong: its
    /// solution is a solution. `sure` is a lower bound that holds in any case.
    pub fn without_proofs(mut self, sure: Cost) -> Self {
        if let Verdict::Solved(solution) | Verdict::Stopped { best: Some(solution), .. } = &mut self.verdict {
            solution.proof = Proof::Found;
        }
        self.improvements.iter_mut().for_each(|step| step.lower_bound = step.lower_bound.min(sure));
        Self { lower_bound: sure, ..self }
    }

    /// What is left of a search that was cancelled and got no right answers from then on.
    pub fn cancelled(self, sure: Cost) -> Self {
        let mut outcome = self.without_proofs(sure);
        let best = match outcome.verdict {
            Verdict::Solved(solution) => Some(solution),
            Verdict::Stopped { best, .. } => best,
            Verdict::Unsolvable => None,
        };
        outcome.verdict = Verdict::Stopped { why: Stop::Cancelled, best };
        outcome
    }

    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution<Op>> {
        match &self.verdict {
            Verdict::Solved(solution) => Some(solution),
            Verdict::Stopped { best, .. } => best.as_ref(),
            Verdict::Unsolvable => None,
        }
    }
}
