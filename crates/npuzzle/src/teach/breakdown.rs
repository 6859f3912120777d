//! How the estimate of one board comes about: the heuristics an expression names, what each tile
//! adds to them, and the number that the expression makes of their values.
//!
//! A heuristic has a value on a board that cannot be solved, too, unless it is a distance that only
//! a path could have: `perfect`, or a table that holds no such board.

use serde::Serialize;

use crate::catalogue::{RequestError, heuristic_expression};
use crate::core::{Budget, Cost, Fraction, Heuristic, Limits, NoValue, Properties, Summand};
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::grid::Large;
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::{Board, MoveOrder, Tiles};
use crate::heuristics::expression::{Composite, Expression, FailureSlot, MOST_ATOMS, Steps};
use crate::heuristics::tiles::compiled::LARGE;
use crate::heuristics::tiles::{LineShare, Pair, Shares, TileShare, shares};

/// What is known of a heuristic, and its value on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Breakdown {
    /// The heuristic, with names in place of aliases.
    pub name: String,
    /// Whether it is known to be never above the true cost.
    pub admissible: bool,
    /// Whether it is known to drop by no more than a move costs.
    pub consistent: bool,
    /// The estimate that a search uses: the exact value, rounded up to whole moves. `None` without
    /// a board, and where the heuristic has no value.
    pub value: Option<Cost>,
    /// The exact value, before it is rounded up.
    pub exact: Option<Fraction>,
    /// The expression with the values of its parts in their place: `max(0, 4 - 1)`. `None` for a
    /// heuristic by itself.
    pub computed: Option<String>,
    /// Why there is no value on the board.
    pub reason: Option<String>,
    /// The heuristics that the expression names, each once, in the order in which they appear.
    pub parts: Vec<Part>,
}

/// A heuristic that an expression names, on a board. Its value is the sum of the shares of tiles,
/// of what pairs add and of the summands, where it has such parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The heuristic.
    pub name: String,
    /// Its exact value, before it is rounded up to whole moves; `None` where it has none.
    pub value: Option<Fraction>,
    /// Why it has no value on the board.
    pub reason: Option<String>,
    /// Every tile with what it contributes, the blank only where it contributes something; none
    /// where the heuristic is no sum over the tiles.
    pub tiles: Vec<TileShare>,
    /// Pairs of tiles in each other's way; left out on very large boards.
    pub pairs: Vec<Pair>,
    /// The lines with such pairs, and what each adds.
    pub lines: Vec<LineShare>,
    /// What such pairs add in all.
    pub extra: Cost,
    /// What is added besides, by name: the moves of each pattern, vertical and horizontal moves.
    pub summands: Vec<Summand>,
}

impl Breakdown {
    /// What is known of an expression, whatever the board.
    pub fn known(expression: &Expression) -> Self {
        let Properties { admissible, consistent } = expression.properties(Steps::MOVES);
        let name = expression.to_string();
        let (value, exact, computed, reason, parts) = (None, None, None, None, Vec::new());
        Self { name, admissible, consistent, value, exact, computed, reason, parts }
    }

    /// The heuristic without a value, and why it has none.
    pub fn without_value(expression: &Expression, reason: String) -> Self {
        Self { reason: Some(reason), ..Self::known(expression) }
    }
}

/// What is known of a heuristic, whatever the board.
pub fn known_properties(heuristic: &str) -> Result<Breakdown, RequestError> {
    heuristic_expression(heuristic).map(|expression| Breakdown::known(&expression))
}

/// How the estimate of `start` comes about. Tables that the heuristic needs are taken from the
/// table cache of `limits`, or built within them.
///
/// # Examples
///
/// ```
/// use npuzzle::teach::breakdown::breakdown;
/// use npuzzle::core::Limits;
/// use npuzzle::domains::tiles::goal::Goal;
/// use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
///
/// let board = read_board("213546780", &ReadOptions::default())?.board;
/// let answer = breakdown(&board, &Goal::default(), "max(lc, misplaced)", &Limits::default())?;
/// assert_eq!(answer.name, "max(linear-conflict, misplaced)");
/// assert_eq!(answer.computed.as_deref(), Some("max(8, 4)"));
/// assert_eq!(answer.value, Some(8));
/// let conflict = &answer.parts[0].pairs[0];
/// assert_eq!((conflict.first.0, conflict.second.0, conflict.line.as_str()), (2, 1, "row 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn breakdown(start: &Board, goal: &Goal, heuristic: &str, limits: &Limits) -> Result<Breakdown, RequestError> {
    let expression = heuristic_expression(heuristic)?;
    Estimator::new(expression, &goal.board(start.shape())?, limits)?.breakdown(start)
}

/// A heuristic that is ready to judge boards with one goal.
pub struct Estimator {
    expression: Expression,
    domain: Tiles<Large>,
    heuristic: Composite<Tiles<Large>, MOST_ATOMS>,
    broken: FailureSlot,
}

impl Estimator {
    /// Prepares a heuristic. Tables that it needs are taken from the table cache of `limits`, or
    /// built within them.
    pub fn new(expression: Expression, goal: &Board, limits: &Limits) -> Result<Self, RequestError> {
        let domain = Tiles::<Large>::new(goal, MoveOrder::default());
        let broken = FailureSlot::default();
        let mut budget = Budget::new(limits.clone());
        let heuristic = (LARGE.composite)(&expression, &domain, &mut budget, &broken)?;
        Ok(Self { expression, domain, heuristic, broken })
    }

    /// The estimate that a search uses; `None` where there is none, and
    /// [`breakdown`](Self::breakdown) of a new estimator says why. The board has the shape of the
    /// goal.
    pub fn value(&self, start: &Board) -> Option<Cost> {
        let position = self.domain.position(start);
        let is_defined = is_solvable(start, self.domain.goal())
            || self.heuristic.atom_summands(&self.domain, &position).iter().all(Result::is_ok);
        let acc = is_defined.then(|| self.heuristic.root(&self.domain, &position))?;
        let (numerator, denominator) = self.heuristic.exact_value(acc)?;
        (!self.is_broken()).then(|| ((numerator + denominator - 1) / denominator) as Cost)
    }

    /// Whether a value could not be computed, as by a division by zero. An estimator that is broken
    /// has no values any more.
    pub fn is_broken(&self) -> bool {
        self.broken.message().is_some()
    }

    /// How the estimate of a board comes about. The board has the shape of the goal.
    pub fn breakdown(self, start: &Board) -> Result<Breakdown, RequestError> {
        let Self { expression, domain, heuristic, broken } = &self;
        let position = domain.position(start);
        let summands = heuristic.atom_summands(domain, &position);
        let acc = heuristic.root(domain, &position);
        let values = heuristic.atom_values(acc);
        let is_defined = summands.iter().all(Result::is_ok);
        let exact = if is_defined { heuristic.exact_value(acc) } else { None };
        if let Some(message) = broken.message() {
            return Err(RequestError::Broken { message: message.to_owned() });
        }
        let exact = exact.and_then(|(numerator, denominator)| Fraction::new(numerator.into(), denominator.into()));
        let named = expression.atoms.iter().zip(values.iter().copied()).zip(summands);
        let parts: Vec<Part> = named
            .map(|((named, value), summands)| {
                Part::new(named.to_string(), value, summands, shares(named.name(), start, domain.goal()))
            })
            .collect();
        let reason = parts.iter().find_map(|part| match &part.reason {
            Some(reason) if expression.as_atom().is_none() => {
                Some(format!("{} has no value here: {reason}", part.name))
            }
            reason => reason.clone(),
        });
        Ok(Breakdown {
            value: exact.and_then(|exact| Cost::try_from(exact.ceil().numerator()).ok()),
            exact,
            computed: (is_defined && expression.as_atom().is_none()).then(|| expression.with_values(&values)),
            reason,
            parts,
            ..Breakdown::known(expression)
        })
    }
}

impl Part {
    fn new(name: String, value: Fraction, summands: Result<Vec<Summand>, NoValue>, shares: Shares) -> Self {
        let Shares { tiles, pairs, lines, extra } = shares;
        let (value, reason, summands) = match summands {
            Ok(summands) => (Some(value), None, summands),
            Err(NoValue(reason)) => (None, Some(reason), Vec::new()),
        };
        Self { name, value, reason, tiles, pairs, lines, extra, summands }
    }
}
