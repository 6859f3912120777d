//! How the estimate of one board comes about: the heuristics an expression names, and what each
//! tile adds to them.

use serde::Serialize;

use crate::catalogue::{RequestError, heuristic_expression};
use crate::core::{Budget, Cost, Fraction, Heuristic, Limits, Properties};
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::grid::Large;
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::{Board, MoveOrder, Tiles};
use crate::heuristics::expression::{Expression, FailureSlot};
use crate::heuristics::tiles::compiled::LARGE;
use crate::heuristics::tiles::{Pair, Shares, TileShare, shares};

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
    /// The estimate that a search uses; `None` without a board, and on one that cannot be solved.
    pub value: Option<Cost>,
    /// The heuristics that the expression names, each once, in the order in which they appear.
    /// Where the board cannot be solved, those that are sums over the tiles.
    pub parts: Vec<Part>,
}

/// A heuristic that an expression names, on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The heuristic.
    pub name: String,
    /// Its exact value, before it is rounded up to whole moves.
    pub value: Fraction,
    /// Every tile with what it contributes, the blank only where it contributes something; none
    /// where the heuristic is no sum over the tiles.
    pub tiles: Vec<TileShare>,
    /// Pairs of tiles in each other's way; left out on very large boards.
    pub pairs: Vec<Pair>,
    /// What such pairs add in all: shares and this make the value.
    pub extra: Cost,
}

impl Part {
    fn new(name: String, value: Fraction, Shares { tiles, pairs, extra }: Shares) -> Self {
        Self { name, value, tiles, pairs, extra }
    }
}

/// What is known of a heuristic, whatever the board.
pub fn known_properties(heuristic: &str) -> Result<Breakdown, RequestError> {
    heuristic_expression(heuristic).map(|expression| known(&expression))
}

fn known(expression: &Expression) -> Breakdown {
    let Properties { admissible, consistent } = expression.properties(true);
    Breakdown { name: expression.to_string(), admissible, consistent, value: None, parts: Vec::new() }
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
/// assert_eq!(answer.value, Some(8));
/// let conflict = &answer.parts[0].pairs[0];
/// assert_eq!((conflict.first.0, conflict.second.0, conflict.line.as_str()), (2, 1, "row 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn breakdown(start: &Board, goal: &Goal, heuristic: &str, limits: &Limits) -> Result<Breakdown, RequestError> {
    let expression = heuristic_expression(heuristic)?;
    let known = known(&expression);
    let goal = goal.board(start.shape())?;
    let shares = |name: &str| shares(name, start, &goal);
    if !is_solvable(start, &goal) {
        // Tables know no distance here, but a sum over the tiles is what it is.
        let parts = expression.atoms.iter().filter_map(|named| {
            let shares = Some(shares(named.name())).filter(|shares| !shares.tiles.is_empty())?;
            Some(Part::new(named.to_string(), shares.total()?, shares))
        });
        return Ok(Breakdown { parts: parts.collect(), ..known });
    }
    let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
    let broken = FailureSlot::default();
    let mut budget = Budget::new(limits.clone());
    let heuristic = (LARGE.composite)(&expression, &domain, &mut budget, &broken)?;
    let acc = heuristic.root(&domain, &domain.position(start));
    let value = heuristic.value(acc);
    if let Some(message) = broken.message() {
        return Err(RequestError::Broken { message: message.to_owned() });
    }
    let named = expression.atoms.iter().zip(heuristic.atom_values(acc));
    let parts = named.map(|(named, value)| Part::new(named.to_string(), value, shares(named.name())));
    Ok(Breakdown { value: Some(value), parts: parts.collect(), ..known })
}
