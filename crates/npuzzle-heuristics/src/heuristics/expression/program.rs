//! Computes the value of an expression, exactly.
//!
//! Where all divisors are numbers, every part is a whole number over a denominator that is known
//! beforehand: the program is a list of steps on a small stack of 64-bit integers. Ranges are
//! checked when the program is made, so nothing can overflow. Otherwise, or where numbers are
//! large, the tree is evaluated in fractions, and what goes wrong is noticed.

use crate::core::Fraction;
use crate::core::fraction::greatest_common_divisor;
use crate::heuristics::expression::{Expression, Node};

/// The exact value of an expression at a state.
#[derive(Clone, Debug)]
pub struct Program {
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    /// Steps whose result is in units of one over the denominator.
    Whole { steps: Box<[Step]>, denominator: i64 },
    /// The tree, and the units of the atoms.
    Fractions { root: Node, units: Box<[u32]> },
}

/// What is done to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Push(i64),
    /// An atom times a factor.
    Atom {
        number: usize,
        factor: i64,
    },
    Add,
    Subtract,
    Multiply,
    Scale(i64),
    Max,
    Min,
    /// Divided and rounded down.
    Floor(i64),
    /// Divided and rounded up.
    Ceil(i64),
}

/// Why an expression has no value at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A divisor is zero.
    #[error("it divides by zero")]
    DivisionByZero,
    /// Numbers that do not fit.
    #[error("its numbers are too large to be exact")]
    TooLarge,
}

/// No atom is larger than this, in its units.
pub const LARGEST_ATOM: i128 = 1 << 44;
/// Whole numbers stay below this.
const LARGEST: i128 = 1 << 62;
/// Deeper stacks are left to fractions.
const MOST_DEPTH: usize = 16;

impl Program {
    /// The program of an expression whose atoms are given in these units.
    pub fn new(expression: &Expression, units: &[u32]) -> Self {
        let mut compiler = Compiler { steps: Vec::new(), units };
        let body = match compiler.node(&expression.root) {
            Some(part) if depth(&compiler.steps) <= MOST_DEPTH => {
                Body::Whole { steps: compiler.steps.into(), denominator: part.denominator as i64 }
            }
            _ => Body::Fractions { root: expression.root.clone(), units: units.into() },
        };
        Self { body }
    }

    /// The denominator of all values, where there is one.
    pub fn denominator(&self) -> Option<i64> {
        match self.body {
            Body::Whole { denominator, .. } => Some(denominator),
            Body::Fractions { .. } => None,
        }
    }

    /// The value, given those of the atoms in their units: a numerator and a denominator.
    #[inline]
    pub fn run(&self, atoms: &[u64]) -> Result<(i64, i64), Fault> {
        match &self.body {
            Body::Whole { steps, denominator } => Ok((run(steps, atoms), *denominator)),
            Body::Fractions { root, units } => {
                let value = evaluate(root, atoms, units)?;
                Ok((value.numerator(), value.denominator()))
            }
        }
    }
}

#[inline]
fn run(steps: &[Step], atoms: &[u64]) -> i64 {
    let mut stack = [0_i64; MOST_DEPTH];
    let mut top = 0;
    for step in steps {
        // INVARIANT: every step but the pushes has its operands below, and `depth` has checked how
        // high the stack grows.
        let mut two = |combine: fn(i64, i64) -> i64| {
            stack[top - 2] = combine(stack[top - 2], stack[top - 1]);
            top -= 1;
        };
        match *step {
            Step::Push(number) => {
                stack[top] = number;
                top += 1;
            }
            Step::Atom { number, factor } => {
                stack[top] = atoms[number] as i64 * factor;
                top += 1;
            }
            Step::Add => two(|a, b| a + b),
            Step::Subtract => two(|a, b| a - b),
            Step::Multiply => two(|a, b| a * b),
            Step::Max => two(i64::max),
            Step::Min => two(i64::min),
            Step::Scale(factor) => stack[top - 1] *= factor,
            Step::Floor(divisor) => stack[top - 1] = stack[top - 1].div_euclid(divisor),
            Step::Ceil(divisor) => stack[top - 1] = -(-stack[top - 1]).div_euclid(divisor),
        }
    }
    stack[0]
}

/// How high the stack grows.
fn depth(steps: &[Step]) -> usize {
    let (mut top, mut most) = (0_usize, 0);
    for step in steps {
        match step {
            Step::Push(_) | Step::Atom { .. } => top += 1,
            Step::Add | Step::Subtract | Step::Multiply | Step::Max | Step::Min => top -= 1,
            Step::Scale(_) | Step::Floor(_) | Step::Ceil(_) => {}
        }
        most = most.max(top);
    }
    most
}

/// A part on top of the stack: in units of one over the denominator, between -size and size.
#[derive(Clone, Copy)]
struct ProgramPart {
    denominator: i128,
    size: i128,
}

struct Compiler<'c> {
    steps: Vec<Step>,
    units: &'c [u32],
}

impl Compiler<'_> {
    /// Emits the steps of a part; `None` if it has no fixed denominator or its numbers may be too
    /// large.
    fn node(&mut self, node: &Node) -> Option<ProgramPart> {
        match node {
            Node::Number(number) => {
                let (numerator, denominator) = (number.numerator(), i128::from(number.denominator()));
                self.steps.push(Step::Push(numerator));
                ProgramPart { denominator, size: i128::from(numerator).abs() }.checked()
            }
            Node::Atom(number) => {
                self.steps.push(Step::Atom { number: *number, factor: 1 });
                ProgramPart { denominator: i128::from(self.units[*number]), size: LARGEST_ATOM }.checked()
            }
            Node::Sum(terms) => {
                let mut sum: Option<ProgramPart> = None;
                for (minus, term) in terms {
                    let part = self.node(term)?;
                    sum = Some(match (sum, minus) {
                        (None, false) => part,
                        (None, true) => self.scale(part, -1)?,
                        (Some(sum), _) => {
                            let (a, b) = self.align(sum, part)?;
                            self.steps.push(if *minus { Step::Subtract } else { Step::Add });
                            ProgramPart { denominator: a.denominator, size: a.size + b.size }.checked()?
                        }
                    });
                }
                sum
            }
            Node::Product(factors) => {
                let mut product: Option<ProgramPart> = None;
                for (divide, factor) in factors {
                    product = Some(match (product, divide, factor) {
                        (None, _, _) => self.node(factor)?,
                        (Some(part), true, Node::Number(number)) => self.divide(part, *number)?,
                        (Some(_), true, _) => return None,
                        (Some(part), false, _) => {
                            let other = self.node(factor)?;
                            self.steps.push(Step::Multiply);
                            let denominator = part.denominator.checked_mul(other.denominator)?;
                            ProgramPart { denominator, size: part.size.checked_mul(other.size)? }.checked()?
                        }
                    });
                }
                product
            }
            Node::Max(parts) => self.extreme(parts, Step::Max),
            Node::Min(parts) => self.extreme(parts, Step::Min),
            Node::Floor(part) => self.rounded(part, Step::Floor),
            Node::Ceil(part) => self.rounded(part, Step::Ceil),
        }
    }

    fn extreme(&mut self, parts: &[Node], step: Step) -> Option<ProgramPart> {
        let mut joined: Option<ProgramPart> = None;
        for part in parts {
            let part = self.node(part)?;
            joined = Some(match joined {
                None => part,
                Some(joined) => {
                    let (a, b) = self.align(joined, part)?;
                    self.steps.push(step);
                    ProgramPart { denominator: a.denominator, size: a.size.max(b.size) }
                }
            });
        }
        joined
    }

    fn rounded(&mut self, part: &Node, step: fn(i64) -> Step) -> Option<ProgramPart> {
        let part = self.node(part)?;
        self.steps.push(step(i64::try_from(part.denominator).ok()?));
        Some(ProgramPart { denominator: 1, size: part.size / part.denominator + 1 })
    }

    fn scale(&mut self, part: ProgramPart, factor: i128) -> Option<ProgramPart> {
        let size = part.size.checked_mul(factor.abs())?;
        let narrow = i64::try_from(factor).ok()?;
        match self.steps.last_mut() {
            Some(Step::Atom { factor, .. }) => *factor = factor.checked_mul(narrow)?,
            Some(Step::Push(number)) => *number = number.checked_mul(narrow)?,
            _ => self.steps.push(Step::Scale(narrow)),
        }
        ProgramPart { size, ..part }.checked()
    }

    fn divide(&mut self, part: ProgramPart, by: Fraction) -> Option<ProgramPart> {
        let inverse = by.inverse()?;
        let part = self.scale(part, inverse.numerator().into())?;
        ProgramPart { denominator: part.denominator.checked_mul(inverse.denominator().into())?, ..part }.checked()
    }

    /// Brings the two topmost parts to one denominator.
    fn align(&mut self, below: ProgramPart, top: ProgramPart) -> Option<(ProgramPart, ProgramPart)> {
        let divisor = greatest_common_divisor(below.denominator, top.denominator);
        let common = (below.denominator / divisor).checked_mul(top.denominator)?;
        let (raise_below, raise_top) = (common / below.denominator, common / top.denominator);
        if raise_below != 1 {
            return self.align_below(below, top, raise_below, raise_top, common);
        }
        let top = if raise_top == 1 { top } else { self.scale(top, raise_top)? };
        let aligned = ProgramPart { denominator: common, ..top }.checked()?;
        Some((ProgramPart { denominator: common, ..below }, aligned))
    }

    /// Scales the part below the top, whose steps end where those of the top begin.
    fn align_below(
        &mut self,
        below: ProgramPart,
        top: ProgramPart,
        raise_below: i128,
        raise_top: i128,
        common: i128,
    ) -> Option<(ProgramPart, ProgramPart)> {
        let start = self.start_of_top();
        let tail = self.steps.split_off(start);
        let below = self.scale(below, raise_below)?;
        self.steps.extend(tail);
        let top = if raise_top == 1 { top } else { self.scale(top, raise_top)? };
        let parts = (
            ProgramPart { denominator: common, ..below }.checked()?,
            ProgramPart { denominator: common, ..top }.checked()?,
        );
        Some(parts)
    }

    /// Where the steps of the topmost part begin.
    fn start_of_top(&self) -> usize {
        let mut wanted = 1_usize;
        for (number, step) in self.steps.iter().enumerate().rev() {
            match step {
                Step::Push(_) | Step::Atom { .. } => wanted -= 1,
                Step::Add | Step::Subtract | Step::Multiply | Step::Max | Step::Min => wanted += 1,
                Step::Scale(_) | Step::Floor(_) | Step::Ceil(_) => {}
            }
            if wanted == 0 {
                return number;
            }
        }
        0
    }
}

impl ProgramPart {
    fn checked(self) -> Option<Self> {
        (self.size < LARGEST && self.denominator < LARGEST).then_some(self)
    }
}

/// The value of a part in fractions.
fn evaluate(node: &Node, atoms: &[u64], units: &[u32]) -> Result<Fraction, Fault> {
    let of = |node: &Node| evaluate(node, atoms, units);
    let extreme = |parts: &[Node], pick: fn(Fraction, Fraction) -> Fraction| {
        parts[1..].iter().try_fold(of(&parts[0])?, |best, part| Ok(pick(best, of(part)?)))
    };
    match node {
        Node::Number(number) => Ok(*number),
        Node::Atom(number) => {
            Fraction::new(i128::from(atoms[*number]), i128::from(units[*number])).ok_or(Fault::TooLarge)
        }
        Node::Sum(terms) => terms.iter().try_fold(Fraction::ZERO, |sum, (minus, term)| {
            let term = of(term)?;
            sum.plus(if *minus { term.negated() } else { term }).ok_or(Fault::TooLarge)
        }),
        Node::Product(factors) => factors.iter().try_fold(Fraction::ONE, |product, (divide, factor)| {
            let factor = of(factor)?;
            let factor = match (divide, factor == Fraction::ZERO) {
                (true, true) => return Err(Fault::DivisionByZero),
                (true, false) => factor.inverse().ok_or(Fault::TooLarge)?,
                (false, _) => factor,
            };
            product.times(factor).ok_or(Fault::TooLarge)
        }),
        Node::Max(parts) => extreme(parts, Fraction::max),
        Node::Min(parts) => extreme(parts, Fraction::min),
        Node::Floor(part) => Ok(of(part)?.floor()),
        Node::Ceil(part) => Ok(of(part)?.ceil()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::heuristics::expression::parse;
    use crate::heuristics::tiles::CARDS;

    fn program(text: &str) -> (Program, Expression) {
        let cards: Vec<_> = CARDS.iter().collect();
        let expression = parse(text, &cards).unwrap();
        let units = vec![1; expression.atoms.len()];
        (Program::new(&expression, &units), expression)
    }

    fn value(text: &str, atoms: &[u64]) -> Result<Fraction, Fault> {
        let (numerator, denominator) = program(text).0.run(atoms)?;
        Ok(Fraction::new(numerator.into(), denominator.into()).unwrap())
    }

    #[test]
    fn values_are_exact() {
        let half = Fraction::new(7, 2);
        assert_eq!(value("md/2", &[7]).ok(), half);
        assert_eq!(value("max(0, md - 1)", &[0]), Ok(Fraction::ZERO));
        assert_eq!(value("md - lc*2", &[7, 5]), Ok(Fraction::whole(-3)));
        assert_eq!(value("md/3 + lc/6", &[1, 1]).ok(), Fraction::new(1, 2));
        assert_eq!(value("floor(-md/2)", &[3]), Ok(Fraction::whole(-2)));
        assert_eq!(value("ceil(md/2) * 0.5", &[3]), Ok(Fraction::ONE));
        assert_eq!(value("md/lc", &[6, 4]).ok(), Fraction::new(3, 2));
        assert_eq!(value("md/lc", &[6, 0]), Err(Fault::DivisionByZero));
        assert_eq!(value("999999999*999999999*999999999*md*md", &[1 << 30]), Err(Fault::TooLarge));
    }

    #[test]
    fn only_odd_expressions_need_fractions() {
        for text in ["md", "max(md, lc)", "md-1", "floor((md + 3*lc)/2)", "100*md", "max(md/2, lc/3)"] {
            assert!(program(text).0.denominator().is_some(), "{text}");
        }
        for text in ["md/lc", "md*lc", "999999999*999999999*md"] {
            assert!(program(text).0.denominator().is_none(), "{text}");
        }
    }

    /// Random expressions over two atoms.
    fn expressions() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("md".to_owned()),
            Just("lc".to_owned()),
            (0_u32..20).prop_map(|number| number.to_string()),
            (1_u32..9).prop_map(|number| format!("0.{number}")),
        ];
        leaf.prop_recursive(5, 24, 3, |inner| {
            let pair = (inner.clone(), inner.clone());
            prop_oneof![
                pair.clone().prop_map(|(a, b)| format!("({a} + {b})")),
                pair.clone().prop_map(|(a, b)| format!("({a} - {b})")),
                pair.clone().prop_map(|(a, b)| format!("{a}*{b}")),
                (inner.clone(), 1_u32..7).prop_map(|(a, b)| format!("({a})/{b}")),
                pair.clone().prop_map(|(a, b)| format!("max({a}, {b})")),
                (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("min({a}, {b}, {c})")),
                inner.clone().prop_map(|a| format!("floor({a})")),
                inner.prop_map(|a| format!("ceil({a})")),
            ]
        })
    }

    proptest! {
        #[test]
        fn whole_numbers_and_fractions_agree(text in expressions(), first in 0_u64..200, second in 0_u64..200) {
            let (program, expression) = program(&format!("0*md + 0*lc + {text}"));
            let atoms = [first, second];
            if let (Ok((numerator, denominator)), Ok(slow)) =
                (program.run(&atoms), evaluate(&expression.root, &atoms, &[1, 1]))
            {
                prop_assert_eq!(Fraction::new(numerator.into(), denominator.into()), Some(slow), "{}", expression);
            }
            let again = parse(&expression.to_string(), &CARDS.iter().collect::<Vec<_>>()).unwrap();
            prop_assert_eq!(again.to_string(), expression.to_string());
        }
    }
}
