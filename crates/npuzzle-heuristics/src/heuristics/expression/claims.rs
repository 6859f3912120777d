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
use crate::core::{Fraction, Metric, Properties};
use crate::domains::tiles::slides::longest_slide;
use crate::domains::tiles::{Board, Shape};
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

/// What an operator of the problem comes to: what claims are worth depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Whether each can be taken back at the same cost.
    undirected: bool,
    /// How many single moves make one step at most. What never drops by more than one in a move
    /// never drops by more than that in a step.
    longest: u32,
}

impl Steps {
    /// Steps of problems without a way back, or of which that is not known.
    pub const DIRECTED: Self = Self { undirected: false, longest: 1 };

    /// Single moves on boards.
    pub const MOVES: Self = Self { undirected: true, longest: 1 };

    /// What costs one on boards of a shape.
    pub fn of(metric: Metric, shape: Shape) -> Self {
        match metric {
            Metric::Single => Self::MOVES,
            Metric::Multi => Self { undirected: true, longest: longest_slide(shape) },
        }
    }
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

    fn atom(card: &HeuristicCard, steps: Steps) -> Self {
        // A claim about single moves holds for steps of several with that factor.
        let stretch = match card.metric {
            Metric::Single => steps.longest,
            Metric::Multi => 1,
        };
        let stretched = |factor: u32| Fraction::whole(i64::from(factor) * i64::from(stretch));
        let mut ceilings = Vec::new();
        let mut drop = card.consistent.then(|| stretched(1));
        if card.admissible {
            ceilings.push((stretched(1), Fraction::ZERO));
        }
        for claim in card.further {
            match *claim {
                Claim::AtMost { factor, excess } => {
                    ceilings.push((stretched(factor), Fraction::whole(excess.into())));
                }
                Claim::DropsAtMost(most) => drop = Some(stretched(most)),
            }
        }
        // Where every move can be taken back at the same cost, what does not fall fast does not
        // rise fast.
        let rise = drop.filter(|_| steps.undirected);
        Self { least: Some(Fraction::ZERO), most: None, ceilings, drop, rise }
    }

    fn custom(custom: &CustomHeuristic, steps: Steps, belief: Belief) -> Self {
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
        Self { least: Some(Fraction::ZERO), most: None, ceilings, drop, rise: drop.filter(|_| steps.undirected) }
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
    /// What is known about its values.
    pub fn facts(&self, steps: Steps) -> Facts {
        self.facts_of(&self.root, steps, Belief::Claimed)
    }

    fn facts_of(&self, node: &Node, steps: Steps, belief: Belief) -> Facts {
        let of = |node: &Node| self.facts_of(node, steps, belief);
        let fold = |parts: &[Node], join: fn(&Facts, &Facts) -> Facts| {
            parts[1..].iter().fold(of(&parts[0]), |facts, part| join(&facts, &of(part)))
        };
        match node {
            Node::Number(number) => Facts::number(*number),
            Node::Atom(number) => match &self.atoms[*number] {
                Named::Listed { card, .. } => Facts::atom(card, steps),
                Named::Custom(custom) => Facts::custom(custom, steps, belief),
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
    pub fn properties(&self, steps: Steps) -> Properties {
        self.properties_under(steps, Belief::Claimed)
    }

    /// What a search may rely on, if these claims are true.
    pub fn properties_under(&self, steps: Steps, belief: Belief) -> Properties {
        self.facts_of(&self.root, steps, belief).properties()
    }

    /// The expression without the audits that were made for another goal, on another shape, or in
    /// another metric: they say nothing about the way to this one.
    pub fn without_other_audits(mut self, goal: &Board, metric: Metric) -> Self {
        for named in &mut self.atoms {
            if let Named::Custom(custom) = named {
                custom.audited.take_if(|audited| audited.goal() != goal || audited.metric() != metric);
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

    fn properties(text: &str, steps: Steps) -> (bool, bool) {
        let cards: Vec<_> = CARDS.iter().collect();
        let Properties { admissible, consistent } = parse(text, &cards).unwrap().properties(steps);
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
            assert_eq!(properties(text, Steps::MOVES), expected, "{text}");
        }
        // Without the way back, what is subtracted may jump up.
        assert_eq!(properties("max(0, manhattan/2 - misplaced/2)", Steps::DIRECTED), ADMISSIBLE);
    }

    /// A slide on 3x4 has up to three moves: claims about moves are worth a third.
    #[test]
    fn claims_hold_in_their_metric() {
        let steps = Steps::of(Metric::Multi, Shape::new(3, 4).unwrap());
        assert_eq!(Steps::of(Metric::Single, Shape::new(3, 4).unwrap()), Steps::MOVES);
        for (text, expected) in [
            ("manhattan", (false, false)),
            ("manhattan/2", (false, false)),
            ("manhattan/3", (true, true)),
            ("max(slide-walking-distance, manhattan/3)", (true, true)),
            ("misplaced-with-blank/6", (true, true)),
            ("max(0, misplaced-with-blank - 1)/3", (true, false)),
            ("slide-rows-columns", (true, true)),
            ("slide-rows-columns*2", (false, false)),
            ("zero", (true, true)),
            ("perfect", (false, false)),
            ("slide-perfect", (true, true)),
        ] {
            assert_eq!(properties(text, steps), expected, "{text}");
        }
        // What is a bound on slides is one on moves.
        assert_eq!(properties("slide-walking-distance", Steps::MOVES), (true, true));
    }

    #[test]
    fn ranges_are_followed() {
        let cards: Vec<_> = CARDS.iter().collect();
        let least = |text: &str| parse(text, &cards).unwrap().facts(Steps::MOVES).least;
        assert_eq!(least("max(0, misplaced - 1)"), Some(Fraction::ZERO));
        assert_eq!(least("misplaced - 1"), Some(Fraction::whole(-1)));
        assert_eq!(least("manhattan - misplaced"), None);
        assert_eq!(least("min(3, max(2, manhattan))*(-2)"), Some(Fraction::whole(-6)));
    }
}
