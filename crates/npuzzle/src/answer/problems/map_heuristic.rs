//! The heuristic of a map that is asked for: a file of estimates, or, where the states are boards,
//! a heuristic of boards.
//!
//! What a heuristic of boards claims says nothing about a map, which may have other edges and other
//! costs than the puzzle. So it is evaluated on every state, and the values are judged like those
//! of a file.

use crate::answer::EstimateFile;
use crate::answer::board_estimates::BoardEstimates;
use crate::answer::problems::map_boards::MapBoards;
use crate::catalogue::{RequestError, heuristic_expression, is_file_name};
use crate::core::spelling::is_spelled;
use crate::core::{Budget, BuildError, Domain, Fraction, Limits};
use crate::domains::map::{MapHeuristic, MapSpace, Node, read_heuristic};
use crate::domains::tiles::Board;
use crate::domains::tiles::notation::TextError;
use crate::heuristics::expression::Expression;
use crate::heuristics::zero;

/// States that are evaluated between two looks at the limits.
const STATES_BETWEEN_QUESTIONS: usize = 1 << 12;

/// A heuristic of a map, with the map in its unit.
#[derive(Clone, Debug)]
pub struct MapEstimate {
    /// What to call it.
    pub name: String,
    /// The map, with costs in a unit in which the estimates are whole.
    pub map: MapSpace,
    /// The estimates.
    pub heuristic: MapHeuristic,
    /// A remark on them, if there is one.
    pub note: Option<String>,
}

impl MapEstimate {
    /// Nothing is estimated.
    pub fn zero(map: &MapSpace) -> Self {
        let heuristic = MapHeuristic::zero(map);
        Self { name: zero::CARD.name.to_owned(), map: map.clone(), heuristic, note: None }
    }

    /// The heuristic that is asked for: one of some files by its name, `zero`, or an expression
    /// over the heuristics of boards. Tables that an expression needs are built within the limits;
    /// [`BuildError::Stopped`] tells that they ended it.
    pub fn asked_for(
        asked: &str,
        files: &[EstimateFile],
        map: &MapSpace,
        limits: &Limits,
    ) -> Result<Self, RequestError> {
        if is_spelled(asked, zero::CARD.name) {
            return Ok(Self::zero(map));
        }
        if let Some(EstimateFile { name, text }) = files.iter().find(|file| file.name == asked) {
            let wrong = |error: TextError| RequestError::Text { source_name: name.clone(), error: Box::new(error) };
            let file = read_heuristic(text, map).map_err(wrong)?;
            let (map, heuristic) = MapHeuristic::new(map, &file).map_err(wrong)?;
            return Ok(Self { name: name.clone(), map, heuristic, note: file.note() });
        }
        let expression = board_expression(asked, map)?;
        let name = expression.to_string();
        let values = board_values(&expression, map, limits, &mut (0..map.states() as Node))?;
        let (map, heuristic) = MapHeuristic::of_values(map, &values)
            .map_err(|error| RequestError::Text { source_name: name.clone(), error: Box::new(error) })?;
        Ok(Self { name, map, heuristic, note: None })
    }
}

/// Reads a heuristic of boards that is asked for on a map. Where the states are not boards, what is
/// not a heuristic was meant to be a file.
pub(crate) fn board_expression(asked: &str, map: &MapSpace) -> Result<Expression, RequestError> {
    heuristic_expression(asked).map_err(|error| {
        let has_boards = MapBoards::of(map).is_ok();
        if has_boards && !is_file_name(asked) {
            return error;
        }
        let of_boards = if has_boards { "a heuristic of boards, " } else { "" };
        let known = format!("{of_boards}a heuristic file, or `{}`", zero::CARD.name);
        RequestError::UnknownHeuristic { name: asked.to_owned(), problem: "a map", known }
    })
}

/// The values of a heuristic of boards on some states of a map. Of several goals the one that looks
/// nearest counts.
pub(crate) fn board_values(
    expression: &Expression,
    map: &MapSpace,
    limits: &Limits,
    nodes: &mut dyn Iterator<Item = Node>,
) -> Result<Vec<Fraction>, RequestError> {
    let name = expression.to_string();
    let boards = MapBoards::of(map).map_err(|error| error.refuses(&name))?;
    let board = |node| boards.board(node).map_err(|error| error.refuses(&name));
    let goals: Vec<Board> = map.goals().into_iter().map(board).collect::<Result<_, _>>()?;
    let mut budget = Budget::new(limits.clone());
    let estimates = BoardEstimates::new(expression, &goals, &mut budget)?;
    let mut values = Vec::new();
    for (number, node) in nodes.enumerate() {
        if number.is_multiple_of(STATES_BETWEEN_QUESTIONS) {
            budget.check().map_err(BuildError::Stopped)?;
        }
        values.push(estimates.value(&board(node)?)?);
    }
    Ok(values)
}
