//! The expression language: `max(manhattan, misplaced)`, `manhattan-with-blank/2`,
//! `max(0, misplaced-with-blank - 1)`.
//!
//! A text becomes a tree over the names of a list of heuristics ([`parse`]). From what the cards of
//! those names claim follows what the whole can claim ([`claims`]). A [`program`] computes its
//! value exactly: in whole numbers over one common denominator, or in fractions where a denominator
//! depends on the state. [`Composite`] is the heuristic that results.

pub mod claims;
mod composite;
mod parse;
pub mod program;

pub use claims::{Belief, Steps};
pub use composite::{Atom, Composite, MOST_ATOMS};
pub use parse::{name_fault, parse, parse_with};

pub use crate::core::FailureSlot;

use std::fmt;

use crate::core::Fraction;
use crate::core::card::HeuristicCard;
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::program::Program;

/// An expression that has been read.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The tree.
    pub root: Node,
    /// The heuristics it names, each once; the tree refers to them by number.
    pub atoms: Vec<Named>,
}

/// A heuristic as it is named in an expression: `manhattan`, `pdb(7-8)`, or a custom one.
#[derive(Clone, Debug)]
pub enum Named {
    /// One of a list.
    Listed {
        /// Its card.
        card: &'static HeuristicCard,
        /// The argument in parentheses behind its name.
        argument: Option<String>,
    },
    /// One that is in no list.
    Custom(CustomHeuristic),
}

impl Named {
    /// Its name, without the argument in parentheses.
    pub fn name(&self) -> &str {
        match self {
            Self::Listed { card, .. } => card.name,
            Self::Custom(custom) => &custom.name,
        }
    }

    /// The argument in parentheses behind its name.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Self::Listed { argument, .. } => argument.as_deref(),
            Self::Custom(_) => None,
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument() {
            Some(argument) => write!(f, "{}({argument})", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A number.
    Number(Fraction),
    /// A heuristic, by its number among the atoms.
    Atom(usize),
    /// Terms, each added or (`true`) subtracted.
    Sum(Vec<(bool, Node)>),
    /// Factors, each multiplied or (`true`) divided by.
    Product(Vec<(bool, Node)>),
    /// The largest.
    Max(Vec<Node>),
    /// The least.
    Min(Vec<Node>),
    /// Rounded down.
    Floor(Box<Node>),
    /// Rounded up.
    Ceil(Box<Node>),
}

impl Expression {
    /// One heuristic by itself.
    pub fn of(card: &'static HeuristicCard) -> Self {
        Self { root: Node::Atom(0), atoms: vec![Named::Listed { card, argument: None }] }
    }

    /// A custom heuristic by itself.
    pub fn of_custom(custom: &CustomHeuristic) -> Self {
        Self { root: Node::Atom(0), atoms: vec![Named::Custom(custom.clone())] }
    }

    /// The heuristics it names that are in no list.
    pub fn custom(&self) -> impl Iterator<Item = &CustomHeuristic> {
        self.atoms.iter().filter_map(|named| match named {
            Named::Custom(custom) => Some(custom),
            Named::Listed { .. } => None,
        })
    }

    /// Whether its values may lie between two whole numbers, if those of custom heuristics are
    /// whole.
    pub fn may_have_fractions(&self) -> bool {
        let unit = |named: &Named| match named {
            Named::Listed { card, .. } if card.has_fractions => 2,
            _ => 1,
        };
        let units: Vec<u32> = self.atoms.iter().map(unit).collect();
        let is_rounded = matches!(self.root, Node::Floor(_) | Node::Ceil(_));
        !is_rounded && Program::new(self, &units).denominator() != Some(1)
    }

    /// As it would be typed with numbers in place of the heuristics: `max(0, 4 - 1)`. There is one
    /// for each atom.
    pub fn with_values(&self, values: &[Fraction]) -> String {
        struct Numbers<'e>(&'e Expression, &'e [Fraction]);
        impl fmt::Display for Numbers<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(&self.0.root, Some(self.1), Binding::Loose, f)
            }
        }
        Numbers(self, values).to_string()
    }

    /// The heuristic, if it is one by itself.
    pub fn as_atom(&self) -> Option<&Named> {
        matches!(self.root, Node::Atom(_)).then(|| &self.atoms[0])
    }
}

/// As it would be typed, with names in place of aliases and no parentheses that can go.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&self.root, None, Binding::Loose, f)
    }
}

/// How tightly a part must hold together where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// Anything may stand here.
    Loose,
    /// No sum, unless in parentheses.
    Term,
    /// No sum and no product.
    Factor,
}

impl Expression {
    /// Writes a part, with the values of the atoms in their place if there are some.
    fn write(
        &self,
        node: &Node,
        values: Option<&[Fraction]>,
        place: Binding,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let number = |node: &Node| match node {
            Node::Atom(number) => values.and_then(|values| values.get(*number)).copied().map(Node::Number),
            _ => None,
        };
        let number = number(node);
        let node = number.as_ref().unwrap_or(node);
        let own = match node {
            Node::Sum(_) => Binding::Loose,
            Node::Number(number) if number.denominator() != 1 && number.to_string().contains('/') => Binding::Term,
            Node::Number(number) if *number < Fraction::ZERO => Binding::Loose,
            Node::Product(_) => Binding::Term,
            _ => Binding::Factor,
        };
        if own < place {
            f.write_str("(")?;
            self.write(node, values, Binding::Loose, f)?;
            return f.write_str(")");
        }
        match node {
            Node::Number(number) => write!(f, "{number}"),
            Node::Atom(number) => write!(f, "{}", self.atoms[*number]),
            Node::Sum(terms) => {
                for (number, (minus, term)) in terms.iter().enumerate() {
                    f.write_str(match (number, minus) {
                        (0, false) => "",
                        (0, true) => "-",
                        (_, false) => " + ",
                        (_, true) => " - ",
                    })?;
                    self.write(term, values, Binding::Term, f)?;
                }
                Ok(())
            }
            Node::Product(factors) => {
                for (number, (divide, factor)) in factors.iter().enumerate() {
                    f.write_str(match (number, divide) {
                        (0, _) => "",
                        (_, false) => "*",
                        (_, true) => "/",
                    })?;
                    self.write(factor, values, Binding::Factor, f)?;
                }
                Ok(())
            }
            Node::Max(parts) => self.write_call("max", parts, values, f),
            Node::Min(parts) => self.write_call("min", parts, values, f),
            Node::Floor(part) => self.write_call("floor", std::slice::from_ref(&**part), values, f),
            Node::Ceil(part) => self.write_call("ceil", std::slice::from_ref(&**part), values, f),
        }
    }

    fn write_call(
        &self,
        name: &str,
        parts: &[Node],
        values: Option<&[Fraction]>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write!(f, "{name}(")?;
        for (number, part) in parts.iter().enumerate() {
            f.write_str(if number > 0 { ", " } else { "" })?;
            self.write(part, values, Binding::Loose, f)?;
        }
        f.write_str(")")
    }
}
