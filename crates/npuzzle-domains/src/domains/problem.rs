//! What a problem of `npuzzle search` adds to its domain: a card, a way to read it, and its own
//! estimates.

use std::sync::Arc;

use crate::core::card::HeuristicCard;
use crate::core::spelling::titled;
use crate::core::{Cost, Domain, Heuristic, Properties};
use crate::domains::any::{AnyDomain, AnyEstimate, Code, Coded, Erasable};

/// Describes a problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemCard {
    /// Name before the parentheses.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Name in prose.
    pub title: &'static str,
    /// What is to be done, in one line.
    pub summary: &'static str,
    /// The argument in parentheses, in words.
    pub arguments: &'static str,
    /// A call that works.
    pub example: &'static str,
    /// Its heuristics; the first is the default. Their claims are executed over whole state spaces
    /// by the tests.
    pub heuristics: &'static [HeuristicCard],
    /// Where it comes from.
    pub citation: &'static str,
}

titled! { ProblemCard }

/// An entry of the list of problems.
pub trait Problem: Erasable + Clone {
    /// What the catalogue says about it.
    const CARD: ProblemCard;

    /// Reads the argument in parentheses. `seed` is for problems whose start is random unless it
    /// is given.
    fn read(arguments: &str, seed: u64) -> Result<Instance<Self>, ProblemError>;

    /// The estimate of this name, one of the card's.
    fn estimate(name: &str) -> Option<Estimate<Self>>;

    /// The same estimate for the problem turned round.
    fn backward_estimate(name: &str) -> Option<Estimate<Self>> {
        Self::estimate(name)
    }
}

/// A problem with its start.
#[derive(Clone, Debug)]
pub struct Instance<P: Problem> {
    /// The problem.
    pub problem: P,
    /// Where to start.
    pub start: P::State,
    /// Whether the seed decided anything.
    pub random: bool,
}

/// A problem of the list with its start, its type hidden.
pub struct AnyInstance {
    /// What the catalogue says about it.
    pub card: &'static ProblemCard,
    /// The problem.
    pub domain: AnyDomain,
    /// Where to start.
    pub start: Code,
    /// Whether the seed decided anything.
    pub random: bool,
    estimate: EstimateByName,
    backward_estimate: EstimateByName,
}

/// Makes the estimate of a name.
type EstimateByName = Box<dyn Fn(&str) -> Option<AnyEstimate> + Send + Sync>;

impl AnyInstance {
    /// Hides the type of a problem.
    pub fn new<P: Problem>(card: &'static ProblemCard, instance: Instance<P>) -> Self {
        let Instance { problem, start, random } = instance;
        let code = problem.pack(&start).to_code();
        let (problem, reverse) = (Arc::new(problem.clone()), problem.reverse(&start).map(Arc::new));
        let domain = AnyDomain::shared(Arc::clone(&problem));
        let estimate = move |name: &str| Some(AnyEstimate::new(Arc::clone(&problem), P::estimate(name)?));
        let backward_estimate =
            move |name: &str| Some(AnyEstimate::new(Arc::clone(reverse.as_ref()?), P::backward_estimate(name)?));
        Self {
            card,
            domain,
            start: code,
            random,
            estimate: Box::new(estimate),
            backward_estimate: Box::new(backward_estimate),
        }
    }

    /// The estimate of this name, one of the card's.
    pub fn estimate(&self, name: &str) -> Option<AnyEstimate> {
        (self.estimate)(name)
    }

    /// The same estimate for the problem turned round.
    pub fn backward_estimate(&self, name: &str) -> Option<AnyEstimate> {
        (self.backward_estimate)(name)
    }
}

/// Why a problem cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ProblemError {
    /// What is wrong, and what was expected.
    pub message: String,
}

impl ProblemError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// An estimate that is computed from scratch for every state: good enough where states are small.
pub struct Estimate<D: Domain> {
    /// The estimate.
    pub value: fn(&D, &D::State) -> Cost,
    /// What it promises.
    pub properties: Properties,
}

impl<D: Domain> Estimate<D> {
    /// An admissible and consistent estimate.
    pub fn consistent(value: fn(&D, &D::State) -> Cost) -> Self {
        Self { value, properties: Properties::CONSISTENT }
    }
}

impl<D: Domain> Clone for Estimate<D> {
    fn clone(&self) -> Self {
        Self { value: self.value, properties: self.properties }
    }
}

impl<D: Domain> Heuristic<D> for Estimate<D> {
    type Acc = Cost;

    fn root(&self, domain: &D, state: &D::State) -> Cost {
        (self.value)(domain, state)
    }

    fn step(&self, domain: &D, _: Cost, before: &D::State, op: D::Op) -> Cost {
        let mut child = before.clone();
        domain.apply(&mut child, op);
        (self.value)(domain, &child)
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}
