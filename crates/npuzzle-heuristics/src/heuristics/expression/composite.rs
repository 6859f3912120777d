//! Heuristics side by side, and the program that makes one estimate of them.
//!
//! The parts are updated move by move, each behind a virtual call; then the program runs. Values
//! are exact; a search counts in whole costs, so it is given the next whole number: where 3.5 moves
//! are needed, 4 are. That keeps a bound a bound, and a consistent one consistent.

use crate::core::{Carried, Cost, Domain, FailureSlot, Fraction, Heuristic, NoValue, Properties, Summand};
use crate::heuristics::expression::program::{Fault, Program};
use crate::heuristics::expression::{Expression, Steps};

/// So many different heuristics may stand in one expression.
pub const MOST_ATOMS: usize = 8;

/// Estimates above this are refused: `g + h` has to fit in a [`Cost`].
const LARGEST_ESTIMATE: i64 = 1 << 30;

/// A heuristic whose accumulator is a word.
pub trait Atom<D: Domain>: Send + Sync {
    /// The accumulator of a state.
    fn root_word(&self, domain: &D, state: &D::State) -> u64;

    /// The accumulator of the child that `op` leads to.
    fn step_word(&self, domain: &D, word: u64, before: &D::State, op: D::Op) -> u64;

    /// The estimate in units.
    fn exact_of_word(&self, word: u64) -> u64;

    /// How many units make one.
    fn units(&self) -> u32;

    /// The estimate as a whole cost.
    fn value_of_word(&self, word: u64) -> Cost;

    /// Whether a state with this accumulator may be a goal.
    fn may_be_goal_of_word(&self, word: u64) -> bool;

    /// The parts of the estimate of a state, or why there is none.
    fn summands_at(&self, domain: &D, state: &D::State) -> Result<Vec<Summand>, NoValue>;

    /// What the heuristic promises.
    fn promised(&self) -> Properties;
}

impl<D: Domain, H: Heuristic<D, Acc: Carried> + Send + Sync> Atom<D> for H {
    fn root_word(&self, domain: &D, state: &D::State) -> u64 {
        self.root(domain, state).to_word()
    }

    fn step_word(&self, domain: &D, word: u64, before: &D::State, op: D::Op) -> u64 {
        self.step(domain, Carried::from_word(word), before, op).to_word()
    }

    fn exact_of_word(&self, word: u64) -> u64 {
        self.exact(Carried::from_word(word))
    }

    fn units(&self) -> u32 {
        self.unit()
    }

    fn value_of_word(&self, word: u64) -> Cost {
        self.value(Carried::from_word(word))
    }

    fn may_be_goal_of_word(&self, word: u64) -> bool {
        self.may_be_goal(Carried::from_word(word))
    }

    fn summands_at(&self, domain: &D, state: &D::State) -> Result<Vec<Summand>, NoValue> {
        self.summands(domain, state)
    }

    fn promised(&self) -> Properties {
        self.properties()
    }
}

/// An expression as a heuristic, of at most `N` atoms.
pub struct Composite<D: Domain, const N: usize> {
    expression: Expression,
    atoms: Vec<Box<dyn Atom<D>>>,
    program: Program,
    properties: Properties,
    broken: FailureSlot,
}

impl<D: Domain, const N: usize> Composite<D, N> {
    /// The expression with its atoms built, in their order, for a problem with these steps.
    pub fn new(expression: Expression, atoms: Vec<Box<dyn Atom<D>>>, steps: Steps, broken: FailureSlot) -> Self {
        debug_assert!(atoms.len() == expression.atoms.len() && atoms.len() <= N);
        let units: Vec<u32> = atoms.iter().map(|atom| atom.units()).collect();
        let program = Program::new(&expression, &units);
        let properties = expression.properties(steps);
        Self { expression, atoms, program, properties, broken }
    }

    /// The denominator of all exact values, where there is one.
    pub fn denominator(&self) -> Option<i64> {
        self.program.denominator()
    }

    /// The exact value behind an accumulator, as a numerator and a denominator; `None` if there is
    /// none; the first of these is reported.
    pub fn exact_value(&self, acc: [u64; N]) -> Option<(i64, i64)> {
        let mut values = [0; N];
        for (atom, (value, &word)) in self.atoms.iter().zip(values.iter_mut().zip(&acc)) {
            *value = atom.exact_of_word(word);
        }
        let problem = match self.program.run(&values) {
            Ok((numerator, denominator)) => match numerator {
                ..0 => Problem::Negative(numerator, denominator),
                _ if numerator / denominator >= LARGEST_ESTIMATE => Problem::TooLarge,
                _ => return Some((numerator, denominator)),
            },
            Err(fault) => Problem::Fault(fault),
        };
        self.report(problem, &values);
        None
    }

    /// The exact value of each atom behind an accumulator, in the order of the expression.
    pub fn atom_values(&self, acc: [u64; N]) -> Vec<Fraction> {
        let words = self.atoms.iter().zip(acc);
        // INVARIANT: estimates are far below what a fraction holds.
        let value = |units: u64, unit: u32| Fraction::new(units.into(), unit.into()).unwrap_or(Fraction::ZERO);
        words.map(|(atom, word)| value(atom.exact_of_word(word), atom.units())).collect()
    }

    /// The parts of each atom at a state, or why it has no value there, in the order of the
    /// expression.
    pub fn atom_summands(&self, domain: &D, state: &D::State) -> Vec<Result<Vec<Summand>, NoValue>> {
        self.atoms.iter().map(|atom| atom.summands_at(domain, state)).collect()
    }

    #[cold]
    #[inline(never)]
    fn report(&self, problem: Problem, values: &[u64; N]) {
        self.broken.tell(|| {
            let parts = self.atoms.iter().zip(values).zip(&self.expression.atoms).map(|((atom, &value), named)| {
                let value = Fraction::new(i128::from(value), i128::from(atom.units()));
                format!("{named} = {}", value.unwrap_or(Fraction::ZERO))
            });
            let parts: Vec<String> = parts.collect();
            let at = if parts.is_empty() { String::new() } else { format!(" where {}", parts.join(", ")) };
            let expression = &self.expression;
            match problem {
                Problem::Negative(numerator, denominator) => {
                    let value = Fraction::new(numerator.into(), denominator.into()).unwrap_or(Fraction::ZERO);
                    format!(
                        "the heuristic `{expression}` is negative ({value}){at}: expected at least 0; \
                         `max(0, {expression})` cannot be negative"
                    )
                }
                Problem::Fault(Fault::DivisionByZero) => {
                    format!("the heuristic `{expression}` divides by zero{at}: expected a divisor that is never 0")
                }
                Problem::Fault(Fault::TooLarge) => {
                    format!("the heuristic `{expression}` needs numbers that are too large to be exact{at}: expected smaller factors")
                }
                Problem::TooLarge => {
                    format!("the heuristic `{expression}` is too large{at}: expected less than {LARGEST_ESTIMATE}")
                }
            }
        });
    }
}

#[derive(Clone, Copy)]
enum Problem {
    Negative(i64, i64),
    TooLarge,
    Fault(Fault),
}

impl<D: Domain, const N: usize> Heuristic<D> for Composite<D, N> {
    type Acc = [u64; N];

    fn root(&self, domain: &D, state: &D::State) -> [u64; N] {
        let mut acc = [0; N];
        for (atom, word) in self.atoms.iter().zip(&mut acc) {
            *word = atom.root_word(domain, state);
        }
        acc
    }

    #[inline]
    fn step(&self, domain: &D, mut acc: [u64; N], before: &D::State, op: D::Op) -> [u64; N] {
        for (atom, word) in self.atoms.iter().zip(&mut acc) {
            *word = atom.step_word(domain, *word, before, op);
        }
        acc
    }

    /// Rounded up; nothing where there is no value, since the search ends soon.
    #[inline]
    fn value(&self, acc: [u64; N]) -> Cost {
        match self.exact_value(acc) {
            Some((numerator, 1)) => numerator as Cost,
            Some((numerator, denominator)) => ((numerator + denominator - 1) / denominator) as Cost,
            None => 0,
        }
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}
