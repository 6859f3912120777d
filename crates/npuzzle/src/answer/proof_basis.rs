//! What the label of an answer rests on: heuristics that are in no list come with claims, and a
//! claim is no proof.
//!
//! A search is run with the claims, so that it does what it would do if they were true. Its answer
//! is then reported with what holds without them, and the reason says what would follow from them.
//! Where the proved part is enough, the claims are left aside.
//!
//! A proof about such a heuristic is an audit, which holds for the values that it saw: if the
//! heuristic has said something else since then ([`Change`]), there is no proof, and nothing
//! follows from the claims about others either.

use crate::answer::witness::Change;
use crate::catalogue::{Call, RequestError};
use crate::core::card::Optimality;
use crate::core::{Cost, Fraction, Outcome, Progress, Proof, Properties, Solution, Verdict};
use crate::heuristics::expression::{Belief, Expression, Steps};

/// What an answer rests on.
#[derive(Clone, Debug)]
pub(crate) struct ProofBasis {
    basis: Basis,
    /// The heuristics in no list that it rests on, in the order of the expression.
    names: Vec<String>,
    /// Whether bounds of the search may rest on claims without a proof: a claim that is not enough
    /// for a proof still raises them.
    has_claimed_bounds: bool,
    /// Whether something rests on an audit.
    is_audited: bool,
    /// Whether the search made use of consistency.
    consistency: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    /// What is proved.
    Proof,
    /// Claims without a proof.
    Claims,
    /// Nothing is claimed; with claims there would be a proof.
    Nothing,
}

impl ProofBasis {
    /// Nothing but what is proved.
    pub fn proved() -> Self {
        Self {
            basis: Basis::Proof,
            names: Vec::new(),
            has_claimed_bounds: false,
            is_audited: false,
            consistency: false,
        }
    }

    /// Whether it is nothing but what is proved.
    pub fn is_proof(&self) -> bool {
        self.names.is_empty()
    }

    /// What a search may believe of the heuristic called `name`, of which nothing is proved, and
    /// what the answer will rest on.
    pub fn in_claims(name: &str, claims: Properties, call: &Call) -> (Properties, Self) {
        if !call.card.informed || call.optimality() == Optimality::No {
            return (Properties::NONE, Self::proved());
        }
        let basis = if needs(call).hold(claims) { Basis::Claims } else { Basis::Nothing };
        let consistency = uses_consistency(call) && claims.consistent;
        let has_claimed_bounds = Needs::Admissible.hold(claims);
        (claims, Self { basis, names: vec![name.to_owned()], has_claimed_bounds, is_audited: false, consistency })
    }

    /// The expression as a search has to be given it, and what the answer will rest on.
    pub fn of(expression: Expression, steps: Steps, call: &Call) -> (Expression, Self) {
        let mut custom: Vec<_> = expression.custom().collect();
        if custom.is_empty() || !call.card.informed {
            return (expression, Self::proved());
        }
        let under = |belief| expression.properties_under(steps, belief);
        let needs = needs(call);
        let basis = match () {
            () if call.optimality() == Optimality::No || needs.hold(under(Belief::Proved)) => Basis::Proof,
            () if needs.hold(under(Belief::Claimed)) => Basis::Claims,
            () if needs.hold(under(Belief::Anything)) => Basis::Nothing,
            () => Basis::Proof,
        };
        // Where the claims are neither needed nor used, nothing rests on them.
        let is_used = uses_consistency(call) && under(Belief::Proved).consistent && !under(Belief::Nothing).consistent;
        let is_needed = basis != Basis::Proof || is_used || !needs.hold(under(Belief::Nothing));
        let is_audited = is_needed && custom.iter().any(|custom| custom.audited.is_some());
        custom.retain(|custom| is_needed && custom.audited.is_some() == (basis == Basis::Proof));
        let names = custom.iter().map(|custom| custom.name.clone()).collect();
        let consistency = uses_consistency(call) && under(Belief::Claimed).consistent;
        let holds = |belief| Needs::Admissible.hold(under(belief));
        let has_claimed_bounds = match basis {
            Basis::Proof => false,
            Basis::Claims => true,
            Basis::Nothing => holds(Belief::Claimed) && !holds(Belief::Proved),
        };
        let rests_on = Self { basis, names, has_claimed_bounds, is_audited, consistency };
        (if basis == Basis::Proof { expression.without_unproved_claims() } else { expression }, rests_on)
    }

    /// Whether something rests on an audit, be it beside claims.
    pub fn is_audited(&self) -> bool {
        self.is_audited
    }

    /// What watchers hear: of bounds, only what holds without claims, and without an audit of
    /// something that has changed.
    pub fn progress(&self, progress: &Progress, sure: Cost, has_changed: bool) -> Progress {
        let is_believed = self.has_claimed_bounds || has_changed;
        let lower_bound = if is_believed { sure } else { progress.lower_bound };
        Progress { lower_bound, ..*progress }
    }

    /// Takes back what rests on an audit, since the heuristic is not what the audit saw. The answer
    /// is a reason to report.
    pub fn withdraw_audit<Op>(&self, outcome: &mut Outcome<Op>, sure: Cost, change: &Change) -> Option<String> {
        outcome.lower_bound = sure;
        outcome.improvements.iter_mut().for_each(|step| step.lower_bound = step.lower_bound.min(sure));
        if let Some(solution) = solution_of(&mut outcome.verdict) {
            solution.proof = Proof::Found;
            if solution.cost <= sure {
                return None;
            }
        }
        Some(change.to_string())
    }

    /// Takes back what rests on claims, so that what is left holds; `sure` is a bound that does.
    /// The answer is a reason to report. `unit` units of cost make one.
    pub fn withdraw_claims<Op>(&self, outcome: &mut Outcome<Op>, sure: Cost, unit: u32) -> Option<String> {
        if self.names.is_empty() {
            return None;
        }
        let bound = outcome.lower_bound;
        let cost = outcome.solution().map(|solution| solution.cost);
        let refuted = cost.filter(|&cost| cost < bound);
        let is_believed = refuted.is_some() || self.has_claimed_bounds;
        if is_believed {
            outcome.lower_bound = sure;
            outcome.improvements.iter_mut().for_each(|step| step.lower_bound = step.lower_bound.min(sure));
        }
        let solution = solution_of(&mut outcome.verdict)?;
        let before = solution.proof;
        if is_believed {
            solution.proof = Proof::Found;
        }
        let is_sure = solution.cost <= outcome.lower_bound;
        let (names, are, they) = match &self.names[..] {
            [only] => (format!("`{only}`"), "is", "it is"),
            [first @ .., last] => (format!("`{}` and `{last}`", first.join("`, `")), "are", "they are"),
            [] => return None,
        };
        match (refuted, self.basis) {
            (Some(cost), _) => {
                let (bound, cost) = (Fraction::over(bound, unit), Fraction::over(cost, unit));
                Some(format!(
                    "{names} {are} not admissible, though {they} claimed to be: the search took {bound} as a \
                     lower bound, and found a solution of {cost}"
                ))
            }
            _ if is_sure => None,
            (None, Basis::Proof) => None,
            (None, Basis::Claims) => {
                let what = match before {
                    Proof::Optimal => "optimal".to_owned(),
                    Proof::Within(factor) => format!("at most {} times the optimum", factor.to_f64()),
                    Proof::Found => return None,
                };
                let consistent = if self.consistency { " and consistent" } else { "" };
                Some(format!("{what} if {names} {are} admissible{consistent}, as {they} claimed to be"))
            }
            (None, Basis::Nothing) => Some(format!("nothing is known about {names}: run an audit to find out")),
        }
    }

    /// What to say where a search has found no solution of a problem that has one: `None` if it is
    /// to blame neither on a claim nor on a heuristic that is not what an audit saw.
    pub fn missed_solution(&self, algorithm: &str, change: Option<&Change>) -> Option<RequestError> {
        let why = match change {
            Some(change) => change.to_string(),
            None if self.names.is_empty() => return None,
            None => {
                let names = self.names.join("`, `");
                format!("the claims about `{names}` cannot be true; run an audit to find out")
            }
        };
        let message = format!("`{algorithm}` found no solution, though there is one: {why}");
        Some(RequestError::Broken { message })
    }
}

/// What a search needs of a heuristic to prove something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Admissible,
    Consistent,
}

impl Needs {
    fn hold(self, properties: Properties) -> bool {
        match self {
            Self::Admissible => properties.admissible || properties.consistent,
            Self::Consistent => properties.consistent,
        }
    }
}

fn needs(call: &Call) -> Needs {
    match call.optimality() {
        Optimality::Consistent | Optimality::IfConsistent | Optimality::WithinWeightIfConsistent => Needs::Consistent,
        _ => Needs::Admissible,
    }
}

/// Whether the search prunes or labels by consistency if the heuristic promises it.
fn uses_consistency(call: &Call) -> bool {
    let card = call.card;
    card.kind.is_bidirectional() || card.optimal == Optimality::Eventually || needs(call) == Needs::Consistent
}

fn solution_of<Op>(verdict: &mut Verdict<Op>) -> Option<&mut Solution<Op>> {
    match verdict {
        Verdict::Solved(solution) => Some(solution),
        Verdict::Stopped { best, .. } => best.as_mut(),
        Verdict::Unsolvable => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Improvement, Stats};

    /// What is left of a search that proved so much, and what is said.
    fn withdrawn(claims: Properties, algorithm: &str, proof: Proof, bound: Cost) -> (Proof, Cost, Option<String>) {
        let (_, basis) = ProofBasis::in_claims("mine", claims, &Call::parse(algorithm).unwrap());
        let improvement = Improvement { cost: 30, lower_bound: bound, seconds: 0.0, expanded: 0 };
        let verdict = Verdict::Solved(Solution { ops: vec![(); 30], cost: 30, proof });
        let mut outcome =
            Outcome { verdict, lower_bound: bound, stats: Stats::default(), improvements: vec![improvement] };
        let reason = basis.withdraw_claims(&mut outcome, 12, 10);
        assert!(outcome.improvements[0].lower_bound == outcome.lower_bound);
        (outcome.solution().unwrap().proof, outcome.lower_bound, reason)
    }

    #[test]
    fn what_rests_on_claims_is_taken_back() {
        let reason = |text: &str| Some(text.to_owned());
        let both = Properties::CONSISTENT;
        let optimal = reason("optimal if `mine` is admissible, as it is claimed to be");
        assert_eq!(withdrawn(both, "astar", Proof::Optimal, 30), (Proof::Found, 12, optimal));
        let without = reason("optimal if `mine` is admissible and consistent, as it is claimed to be");
        assert_eq!(withdrawn(both, "astar(reopen=no)", Proof::Optimal, 30), (Proof::Found, 12, without));
        for unproved in ["astar(goal-test=generation)", "astar(duplicates=stored)"] {
            assert_eq!(withdrawn(both, unproved, Proof::Found, 5), (Proof::Found, 5, None), "{unproved}");
        }
        assert_eq!(withdrawn(both, "astar", Proof::Found, 20), (Proof::Found, 12, None));
        let nothing = reason("nothing is known about `mine`: run an audit to find out");
        assert_eq!(withdrawn(Properties::NONE, "astar", Proof::Found, 5), (Proof::Found, 5, nothing));
        // A claim that is not enough for a proof is not enough for a bound either.
        let half = Properties { admissible: true, consistent: false };
        let nothing = reason("nothing is known about `mine`: run an audit to find out");
        assert_eq!(withdrawn(half, "astar(reopen=no)", Proof::Found, 30), (Proof::Found, 12, nothing));
        assert_eq!(withdrawn(both, "bfs", Proof::Optimal, 30), (Proof::Optimal, 30, None));
        assert_eq!(withdrawn(both, "greedy", Proof::Found, 5), (Proof::Found, 5, None));
    }

    #[test]
    fn a_cheaper_solution_refutes_a_claim() {
        let (proof, bound, reason) = withdrawn(Properties::CONSISTENT, "ara", Proof::Found, 33);
        assert_eq!((proof, bound), (Proof::Found, 12));
        assert_eq!(
            reason.unwrap(),
            "`mine` is not admissible, though it is claimed to be: the search took 3.3 as a lower bound, and found a \
             solution of 3"
        );
    }
}
