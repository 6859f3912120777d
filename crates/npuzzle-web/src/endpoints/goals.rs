//! `GET /api/goals`: the named goals on boards of a size.

use npuzzle::domains::tiles::{Board, Shape, goal};
use npuzzle::question::Refusal;
use serde::Serialize;

use crate::endpoints::{Endpoint, fact};
use crate::problem::{Kind, Problem};
use crate::schema::schema_of;
use crate::work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = Endpoint {
    query: Some(schema_of::<GoalsQuery>()),
    ..fact::<Vec<GoalOnBoard>>("/api/goals", "Show the named goals on boards of a size", |query| {
        work::written(&goals(query)?)
    })
};

/// Which boards.
#[derive(Debug)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct GoalsQuery {
    /// The size: `3x4`.
    pub size: String,
}

/// A named goal.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct GoalOnBoard {
    /// Its name.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// The board.
    pub board: Board,
}

impl GoalsQuery {
    /// Reads a query such as `size=3x4`. Fields that are not known are refused.
    fn read(query: &str) -> Result<Self, Problem> {
        let wrong = |message: String| Problem::new(Kind::Input, format!("in the query: {message}, expected `size`"));
        let mut size = None;
        for field in query.split('&').filter(|field| !field.is_empty()) {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            if name != "size" {
                return Err(wrong(format!("unknown field `{name}`")));
            }
            if size.replace(decoded(value)).is_some() {
                return Err(wrong("field `size` appears twice".to_owned()));
            }
        }
        size.map(|size| Self { size }).ok_or_else(|| wrong("a field is missing".to_owned()))
    }
}

/// A value as it was before it was put into an address: `%` and two digits stand for a byte, `+`
/// for a space.
fn decoded(value: &str) -> String {
    let bytes = value.as_bytes();
    let digit_at = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let byte_at = |at: usize| u8::try_from(16 * digit_at(at + 1)? + digit_at(at + 2)?).ok();
    let (mut text, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        let hidden = if byte == b'%' { byte_at(at) } else { None };
        text.push(hidden.unwrap_or(if byte == b'+' { b' ' } else { byte }));
        at += if hidden.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// All named goals of a size.
pub fn goals(query: &str) -> Result<Vec<GoalOnBoard>, Problem> {
    let query = GoalsQuery::read(query)?;
    let shape = query.size.parse::<Shape>();
    let shape = shape.map_err(|error| Refusal::in_field("size", &query.size, error.to_string()))?;
    let goal = |card: &goal::GoalCard| GoalOnBoard { name: card.name, summary: card.summary, board: card.board(shape) };
    Ok(goal::CARDS.iter().map(goal).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_written() {
        for (value, text) in [
            ("3x4", "3x4"),
            ("3%784", "3x4"),
            ("3%C3%974", "3×4"),
            ("a+b%2Bc", "a b+c"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz%+1", "%zz% 1"),
            ("%é", "%é"),
            ("%FF", "\u{fffd}"),
            ("", ""),
        ] {
            assert_eq!(decoded(value), text, "{value}");
        }
    }
}
