//! What can be proved of an expression from what its parts claim.
//!
//! Every part gets a range, some *ceilings* (`h <= factor * true cost + excess`) and a *drop* (how
//! much it may fall for each unit that a move costs). They add up along the tree: the maximum of
//! two admissible heuristics is admissible, a sum has the sum of the ceilings, half of something
//! that drops by at most two drops by at most one. An expression is admissible if one of its
//! ceilings is the true cost, and consistent if it also drops by at most one. What cannot be proved
//! this way may still be true: `npuzzle audit` looks at every state.
//!
//! All costs are whole numbers, so rounding up keeps a bound a bound.

use crate::core::card::{Claim, HeuristicCard};
use crate::core::{Fraction, Properties};
use crate::domains::tiles::Board;
use crate::heuristics::custom::CustomHeuristic;
use crate::heuristics::expression::{Expression, Named, Node};

/// Which of the claims about heuristics that are in no list are believed. Those of a list are
/// always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// None of them.
    Nothing,
    /// Those that were proved.
    Proved,
    /// All that are made.
    Claimed,
    /// All that could be made.
    Anything,
}

/// What is known about a part.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Never below.
    pub least: Option<Fraction>,
    /// Never above.
    pub most: Option<Fraction>,
    /// Never above `factor * true cost + excess`, for each of these pairs.
    ceilings: Vec<(Fraction, Fraction)>,
    /// Never falls by more than this for each unit of cost.
    drop: Option<Fraction>,
    /// Never rises by more than this for each unit of cost.
    rise: Option<Fraction>,
}

/// More ceilings than this are not followed.
const MOST_CEILINGS: usize = 6;

impl Facts {
    fn number(number: Fraction) -> Self {
        let nothing = Some(Fraction::ZERO);
        Self {
            least: Some(number),
            most: Some(number),
            ceilings: vec![(Fraction::ZERO, number)],
            drop: nothing,
            rise: nothing,
        }
    }

    fn atom(card: &HeuristicCard, undirected: bool) -> Self {
        let mut ceilings = Vec::new();
        let mut drop = card.consistent.then_some(Fraction::ONE);
        if card.admissible {
            ceilings.push((Fraction::ONE, Fraction::ZERO));
        }
        for claim in card.further {
            match *claim {
                Claim::AtMost { factor, excess } => {
                    ceilings.push((Fraction::whole(factor.into()), Fraction::whole(excess.into())));
                }
                Claim::DropsAtMost(most) => drop = Some(Fraction::whole(most.into())),
            }
        }
        // Where every move can be taken back at the same cost, what does not fall fast does not
        // rise fast.
        let rise = drop.filter(|_| undirected);
        Self { least: Some(Fraction::ZERO), most: None, ceilings, drop, rise }
    }

    fn custom(custom: &CustomHeuristic, undirected: bool, belief: Belief) -> Self {
        let Properties { admissible, consistent } = match belief {
            Belief::Nothing => Properties::NONE,
            Belief::Proved if custom.audited.is_none() => Properties::NONE,
            Belief::Proved | Belief::Claimed => custom.claims,
            Belief::Anything => Properties::CONSISTENT,
        };
        // What never drops faster than moves cost, and is zero at the goal, is nowhere above the
        // true cost.
        let ceilings = if admissible || consistent { vec![(Fraction::ONE, Fraction::ZERO)] } else { Vec::new() };
        let drop = consistent.then_some(Fraction::ONE);
        Self { least: Some(Fraction::ZERO), most: None, ceilings, drop, rise: drop.filter(|_| undirected) }
    }

    fn scaled(&self, factor: Fraction) -> Self {
        // Whatever it is, none of it is nothing.
        if factor == Fraction::ZERO {
            return Self::number(Fraction::ZERO);
        }
        let scale = |value: Option<Fraction>| value.and_then(|value| value.times(factor));
        if factor >= Fraction::ZERO {
            let ceilings = self.ceilings.iter().filter_map(|&(a, b)| Some((a.times(factor)?, b.times(factor)?)));
            let facts = Self {
                least: scale(self.least),
                most: scale(self.most),
                ceilings: ceilings.collect(),
                drop: scale(self.drop),
                rise: scale(self.rise),
            };
            return facts.tidy();
        }
        let turned = |value: Option<Fraction>| value.and_then(|value| value.times(factor.negated()));
        let facts = Self {
            least: scale(self.most),
            most: scale(self.least),
            ceilings: Vec::new(),
            drop: turned(self.rise),
            rise: turned(self.drop),
        };
        facts.tidy()
    }

    fn plus(&self, other: &Self) -> Self {
        let add = |a: Option<Fraction>, b: Option<Fraction>| a.zip(b).and_then(|(a, b)| a.plus(b));
        let ceilings = pairs(&self.ceilings, &other.ceilings, Fraction::plus);
        let facts = Self {
            least: add(self.least, other.least),
            most: add(self.most, other.most),
            ceilings,
            drop: add(self.drop, other.drop),
            rise: add(self.rise, other.rise),
        };
        facts.tidy()
    }

    fn max(&self, other: &Self) -> Self {
        let both = |a: Option<Fraction>, b: Option<Fraction>| a.zip(b).map(|(a, b)| a.max(b));
        let facts = Self {
            // One lower bound is enough.
            least: self.least.max(other.least),
            most: both(self.most, other.most),
            ceilings: pairs(&self.ceilings, &other.ceilings, |a, b| Some(a.max(b))),
            drop: both(self.drop, other.drop),
            rise: both(self.rise, other.rise),
        };
        facts.tidy()
    }

    fn min(&self, other: &Self) -> Self {
        let both = |a: Option<Fraction>, b: Option<Fraction>, pick: fn(Fraction, Fraction) -> Fraction| {
            a.zip(b).map(|(a, b)| pick(a, b))
        };
        let either = |a: Option<Fraction>, b: Option<Fraction>| a.zip(b).map(|(a, b)| a.min(b)).or(a).or(b);
        let facts = Self {
            least: both(self.least, other.least, Fraction::min),
            most: either(self.most, other.most),
            ceilings: self.ceilings.iter().chain(&other.ceilings).copied().collect(),
            drop: both(self.drop, other.drop, Fraction::max),
            rise: both(self.rise, other.rise, Fraction::max),
        };
        facts.tidy()
    }

    fn times(&self, other: &Self) -> Self {
        for (constant, rest) in [(self, other), (other, self)] {
            if let Some(number) = constant.as_number() {
                return rest.scaled(number);
            }
        }
        let corners = self.least.zip(self.most).zip(other.least.zip(other.most));
        let corners: Option<Vec<Fraction>> = corners.and_then(|((a, b), (c, d))| {
            [(a, c), (a, d), (b, c), (b, d)].into_iter().map(|(left, right)| left.times(right)).collect()
        });
        let both_positive = self.least >= Some(Fraction::ZERO) && other.least >= Some(Fraction::ZERO);
        let least = match &corners {
            Some(corners) => corners.iter().min().copied(),
            None => both_positive.then_some(Fraction::ZERO),
        };
        let most = corners.and_then(|corners| corners.into_iter().max());
        Self { least, most, ceilings: Vec::new(), drop: None, rise: None }.tidy()
    }

    fn divided_by(&self, other: &Self) -> Self {
        if let Some(inverse) = other.as_number().and_then(Fraction::inverse) {
            return self.scaled(inverse);
        }
        let shrinks = self.least >= Some(Fraction::ZERO) && other.least >= Some(Fraction::ONE);
        Self {
            least: shrinks.then_some(Fraction::ZERO),
            most: self.most.filter(|_| shrinks),
            ceilings: if shrinks { self.ceilings.clone() } else { Vec::new() },
            drop: None,
            rise: None,
        }
        .tidy()
    }

    fn floor(&self) -> Self {
        Self {
            least: self.least.map(Fraction::floor),
            most: self.most.map(Fraction::floor),
            ceilings: self.ceilings.clone(),
            // x - y <= d gives floor(x) - floor(y) <= ceil(d).
            drop: self.drop.map(Fraction::ceil),
            rise: self.rise.map(Fraction::ceil),
        }
    }

    fn ceil(&self) -> Self {
        Self {
            least: self.least.map(Fraction::ceil),
            most: self.most.map(Fraction::ceil),
            // True costs are whole, so with whole factors the ceiling is whole too.
            ceilings: self.ceilings.iter().map(|&(a, b)| (a.ceil(), b.ceil())).collect(),
            drop: self.drop.map(Fraction::ceil),
            rise: self.rise.map(Fraction::ceil),
        }
    }

    /// The only value it can have.
    pub fn as_number(&self) -> Option<Fraction> {
        self.least.filter(|_| self.least == self.most)
    }

    /// The largest value is a ceiling, and ceilings that another one makes superfluous go.
    fn tidy(mut self) -> Self {
        self.ceilings.extend(self.most.map(|most| (Fraction::ZERO, most)));
        let mut kept: Vec<(Fraction, Fraction)> = Vec::new();
        for ceiling in self.ceilings {
            // True costs are never negative.
            let below = |low: &(Fraction, Fraction), high: &(Fraction, Fraction)| low.0 <= high.0 && low.1 <= high.1;
            if !kept.iter().any(|known| below(known, &ceiling)) {
                kept.retain(|known| !below(&ceiling, known));
                kept.push(ceiling);
            }
        }
        kept.truncate(MOST_CEILINGS);
        self.ceilings = kept;
        self
    }

    /// What a search may rely on once the values are rounded up to whole costs.
    fn properties(&self) -> Properties {
        let admissible = self.ceil().ceilings.iter().any(|&(a, b)| a <= Fraction::ONE && b <= Fraction::ZERO);
        Properties { admissible, consistent: admissible && self.drop.is_some_and(|drop| drop <= Fraction::ONE) }
    }
}

fn pairs(
    left: &[(Fraction, Fraction)],
    right: &[(Fraction, Fraction)],
    combine: impl Fn(Fraction, Fraction) -> Option<Fraction>,
) -> Vec<(Fraction, Fraction)> {
    let all = left.iter().flat_map(|&(a, b)| right.iter().map(move |&(c, d)| ((a, c), (b, d))));
    all.filter_map(|((a, c), (b, d))| Some((combine(a, c)?, combine(b, d)?))).collect()
}

impl Expression {
    /// What is known about its values. `undirected` says that every move can be taken back at the
    /// same cost.
    pub fn facts(&self, undirected: bool) -> Facts {
        self.facts_of(&self.root, undirected, Belief::Claimed)
    }

    fn facts_of(&self, node: &Node, undirected: bool, belief: Belief) -> Facts {
        let of = |node: &Node| self.facts_of(node, undirected, belief);
        let fold = |parts: &[Node], join: fn(&Facts, &Facts) -> Facts| {
            parts[1..].iter().fold(of(&parts[0]), |facts, part| join(&facts, &of(part)))
        };
        match node {
            Node::Number(number) => Facts::number(*number),
            Node::Atom(number) => match &self.atoms[*number] {
                Named::Listed { card, .. } => Facts::atom(card, undirected),
                Named::Custom(custom) => Facts::custom(custom, undirected, belief),
            },
            Node::Sum(terms) => terms.iter().fold(Facts::number(Fraction::ZERO), |sum, (minus, term)| {
                let term = of(term);
                sum.plus(&if *minus { term.scaled(Fraction::whole(-1)) } else { term })
            }),
            Node::Product(factors) => factors.iter().fold(Facts::number(Fraction::ONE), |product, (divide, factor)| {
                let factor = of(factor);
                if *divide { product.divided_by(&factor) } else { product.times(&factor) }
            }),
            Node::Max(parts) => fold(parts, Facts::max),
            Node::Min(parts) => fold(parts, Facts::min),
            Node::Floor(part) => of(part).floor(),
            Node::Ceil(part) => of(part).ceil(),
        }
    }

    /// What a search may rely on, if the claims about heuristics that are in no list are true.
    pub fn properties(&self, undirected: bool) -> Properties {
        self.properties_under(undirected, Belief::Claimed)
    }

    /// What a search may rely on, if these claims are true.
    pub fn properties_under(&self, undirected: bool, belief: Belief) -> Properties {
        self.facts_of(&self.root, undirected, belief).properties()
    }

    /// The expression without the audits that were made for another goal, or on another shape: they
    /// say nothing about the way to this one.
    pub fn without_audits_for_other_goals(mut self, goal: &Board) -> Self {
        for named in &mut self.atoms {
            if let Named::Custom(custom) = named {
                custom.audited.take_if(|audited| audited.goal() != goal);
            }
        }
        self
    }

    /// The same expression, in which nothing is claimed that was not proved.
    pub fn without_unproved_claims(&self) -> Self {
        let mut expression = self.clone();
        for named in &mut expression.atoms {
            if let Named::Custom(custom) = named
                && custom.audited.is_none()
            {
                custom.claims = Properties::NONE;
            }
        }
        expression
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::expression::parse;
    use crate::heuristics::tiles::CARDS;

    fn properties(text: &str, undirected: bool) -> (bool, bool) {
        let cards: Vec<_> = CARDS.iter().collect();
        let Properties { admissible, consistent } = parse(text, &cards).unwrap().properties(undirected);
        (admissible, consistent)
    }

    #[test]
    fn labels_follow_from_the_parts() {
        const BOTH: (bool, bool) = (true, true);
        const ADMISSIBLE: (bool, bool) = (true, false);
        const NEITHER: (bool, bool) = (false, false);
        for (text, expected) in [
            ("manhattan", BOTH),
            ("max(manhattan, misplaced)", BOTH),
            ("min(manhattan, 100*misplaced)", ADMISSIBLE),
            ("manhattan + misplaced", NEITHER),
            ("manhattan + linear-conflict", NEITHER),
            ("(manhattan + misplaced)/2", BOTH),
            ("manhattan-with-blank", NEITHER),
            ("manhattan-with-blank/2", BOTH),
            ("misplaced-with-blank/2", BOTH),
            ("max(0, misplaced-with-blank - 1)", ADMISSIBLE),
            ("max(0, manhattan-with-blank - 1)", NEITHER),
            ("100*manhattan", NEITHER),
            ("floor(manhattan/3)", BOTH),
            ("ceil(0.9*manhattan)", BOTH),
            ("manhattan/0.5", NEITHER),
            ("manhattan - misplaced", ADMISSIBLE),
            ("max(0, manhattan/2 - misplaced/2)", BOTH),
            ("max(manhattan, 1)", NEITHER),
            ("0", BOTH),
            ("0*manhattan-with-blank", BOTH),
            ("manhattan*misplaced", NEITHER),
            ("manhattan/(misplaced + 1)", ADMISSIBLE),
            ("manhattan*manhattan/max(1, manhattan)", NEITHER),
            ("min(manhattan, manhattan-with-blank)", ADMISSIBLE),
        ] {
            assert_eq!(properties(text, true), expected, "{text}");
        }
        // Without the way back, what is subtracted may jump up.
        assert_eq!(properties("max(0, manhattan/2 - misplaced/2)", false), ADMISSIBLE);
    }

    #[test]
    fn ranges_are_followed() {
        let cards: Vec<_> = CARDS.iter().collect();
        let least = |text: &str| parse(text, &cards).unwrap().facts(true).least;
        assert_eq!(least("max(0, misplaced - 1)"), Some(Fraction::ZERO));
        assert_eq!(least("misplaced - 1"), Some(Fraction::whole(-1)));
        assert_eq!(least("manhattan - misplaced"), None);
        assert_eq!(least("min(3, max(2, manhattan))*(-2)"), Some(Fraction::whole(-6)));
    }
}
