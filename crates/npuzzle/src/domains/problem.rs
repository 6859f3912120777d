//! What a problem of `npuzzle search` adds to its domain: a card, a way to read it, and its own estimates.

use crate::core::card::HeuristicCard;
use crate::core::spelling::{Titled, titled};
use crate::core::{Cost, Describe, Domain, Heuristic, Properties};

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
    /// What stands in the parentheses, in words.
    pub arguments: &'static str,
    /// A call that works.
    pub example: &'static str,
    /// Its heuristics; the first is the default. Their claims are executed over whole state spaces by the tests.
    pub heuristics: &'static [HeuristicCard],
    /// Where it comes from.
    pub citation: &'static str,
}

titled! { ProblemCard }

/// An entry of the list of problems.
pub trait Problem: Describe + Clone + Send + 'static {
    /// What the catalogue says about it.
    const CARD: ProblemCard;

    /// Reads what stands in the parentheses. `seed` is for problems whose start is random unless it is given.
    fn read(arguments: &str, seed: u64) -> Result<Instance<Self>, ProblemError>;

    /// The estimate of this name, one of the card's.
    fn estimate(name: &str) -> Option<Estimate<Self>>;

    /// The same estimate for the problem turned round.
    fn backward_estimate(name: &str) -> Option<Estimate<Self::Reverse>>;
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
