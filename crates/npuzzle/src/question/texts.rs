//! Texts of fields that may also be given as other JSON values.

use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::core::Cost;
use crate::domains::tiles::Board;
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::goal::{self, Goal};
use crate::domains::tiles::notation::{Claim, Format, ReadOptions, read_board};
use crate::domains::tiles::sets::Known;
use crate::front::boards::Content;

/// A board: a text in any form, an array of numbers or of rows, or an object with what is known of
/// it. An array is kept as its JSON text, which is one of the forms; an object is a [`KnownBoard`].
#[derive(Clone, Debug, Default)]
pub struct BoardText {
    text: String,
    form: Form,
}

#[derive(Clone, Debug, Default)]
enum Form {
    /// Whatever a person writes.
    #[default]
    Free,
    /// A JSON array.
    Array,
    /// A board that a program has read already.
    Known(Box<KnownBoard>),
}

/// A board that a program has read already, with what came with it.
#[derive(Clone, Debug)]
pub struct KnownBoard {
    /// The board.
    pub board: DeferredBoard,
    /// Its own goal, whatever the question says.
    pub goal: Option<Goal>,
    /// What a comment beside it says about it.
    pub claim: Option<Claim>,
    /// What its set tells about its cost.
    pub known: Option<Known>,
}

impl BoardText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The form of the text, where it is beyond doubt: no number of an array is the size of the
    /// others.
    pub fn format(&self) -> Option<Format> {
        matches!(self.form, Form::Array).then_some(Format::Json)
    }

    /// A board that a program has read already; its text is its name.
    pub fn named(name: impl Into<String>, board: KnownBoard) -> Self {
        Self { text: name.into(), form: Form::Known(Box::new(board)) }
    }

    /// The board, if a program has read it already.
    pub fn known(&self) -> Option<&KnownBoard> {
        match &self.form {
            Form::Known(known) => Some(known),
            Form::Free | Form::Array => None,
        }
    }
}

impl From<&str> for BoardText {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), form: Form::Free }
    }
}

impl From<Board> for BoardText {
    fn from(board: Board) -> Self {
        Self::named(board.to_string(), KnownBoard { board: board.into(), goal: None, claim: None, known: None })
    }
}

impl<B: Into<DeferredBoard>> From<Content<B>> for KnownBoard {
    fn from(content: Content<B>) -> Self {
        let Content { board, goal, claim, known } = content;
        Self { board: board.into(), goal: Some(goal), claim, known }
    }
}

impl From<Goal> for BoardText {
    fn from(goal: Goal) -> Self {
        match goal {
            Goal::Preset(card) => Self::from(card.name),
            Goal::Custom(board) => Self::from(Arc::unwrap_or_clone(board)),
        }
    }
}

impl FromStr for BoardText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl Serialize for BoardText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (&self.form, serde_json::from_str::<Value>(&self.text)) {
            (Form::Array, Ok(array)) => array.serialize(serializer),
            (Form::Known(known), _) => {
                let object = BoardObject::of(&self.text, known);
                if object.is_plain() { object.board.serialize(serializer) } else { object.serialize(serializer) }
            }
            _ => serializer.serialize_str(&self.text),
        }
    }
}

impl<'de> Deserialize<'de> for BoardText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self { text, form: Form::Free }),
            array @ Value::Array(_) => Ok(Self { text: array.to_string(), form: Form::Array }),
            object @ Value::Object(_) => {
                BoardObject::deserialize(object).map_err(D::Error::custom)?.read().map_err(D::Error::custom)
            }
            other => Err(D::Error::custom(format!(
                "{} is not a board: expected a text, an array or an object",
                kind(&other)
            ))),
        }
    }
}

/// Every record of a comparison carries the name, which may be the path of a file.
const LONGEST_NAME: usize = 4096;

/// A board with what came with it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct BoardObject {
    /// The rows of the board; 0 is the blank.
    board: Vec<Vec<u16>>,
    /// What to call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Its own goal, whatever the question says: a name or the rows of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<GoalObject>,
    /// What a comment beside it says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<ClaimWord>,
    /// The known cost of its cheapest solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<Cost>,
    /// The known cost of a solution; there may be cheaper ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Cost>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
enum GoalObject {
    Named(String),
    Rows(Vec<Vec<u16>>),
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
enum ClaimWord {
    Solvable,
    Unsolvable,
}

impl BoardObject {
    fn of(name: &str, known: &KnownBoard) -> Self {
        let board = known.board.board();
        let (optimal, published) = match known.known {
            Some(Known::Optimal(cost)) => (Some(cost), None),
            Some(Known::Published(cost)) => (None, Some(cost)),
            None => (None, None),
        };
        Self {
            name: (name != board.to_string()).then(|| name.to_owned()),
            goal: known.goal.as_ref().map(|goal| match goal {
                Goal::Preset(card) => GoalObject::Named(card.name.to_owned()),
                Goal::Custom(board) => GoalObject::Rows(rows(board)),
            }),
            claim: known.claim.map(|claim| match claim {
                Claim::Solvable => ClaimWord::Solvable,
                Claim::Unsolvable => ClaimWord::Unsolvable,
            }),
            board: rows(&board),
            optimal,
            published,
        }
    }

    /// Whether the rows say it all.
    fn is_plain(&self) -> bool {
        let Self { board: _, name, goal, claim, optimal, published } = self;
        name.is_none() && goal.is_none() && claim.is_none() && optimal.is_none() && published.is_none()
    }

    fn read(self) -> Result<BoardText, String> {
        let board = board_of(&self.board)?;
        if self.name.as_ref().is_some_and(|name| name.len() > LONGEST_NAME) {
            return Err(format!("the name of a board is too long: expected at most {LONGEST_NAME} bytes"));
        }
        let goal = self.goal.map(|goal| match goal {
            GoalObject::Named(name) => Goal::preset(&name).ok_or_else(|| {
                let names: Vec<&str> = goal::CARDS.iter().map(|card| card.name).collect();
                format!("unknown goal `{name}` of a board: expected rows or one of {}", names.join(", "))
            }),
            GoalObject::Rows(rows) => board_of(&rows).map(Goal::from),
        });
        let known = match (self.optimal, self.published) {
            (Some(_), Some(_)) => return Err("expected `optimal` or `published`, not both".to_owned()),
            (optimal, published) => optimal.map(Known::Optimal).or(published.map(Known::Published)),
        };
        let claim = self.claim.map(|claim| match claim {
            ClaimWord::Solvable => Claim::Solvable,
            ClaimWord::Unsolvable => Claim::Unsolvable,
        });
        let name = self.name.unwrap_or_else(|| board.to_string());
        Ok(BoardText::named(name, KnownBoard { board: board.into(), goal: goal.transpose()?, claim, known }))
    }
}

/// Rows, so that a board of one row is not taken for a square.
fn rows(board: &Board) -> Vec<Vec<u16>> {
    board.tiles().chunks(board.shape().cols()).map(|row| row.iter().map(|tile| tile.0).collect()).collect()
}

fn board_of(rows: &[Vec<u16>]) -> Result<Board, String> {
    let text = serde_json::to_string(rows).map_err(|error| error.to_string())?;
    let options = ReadOptions { size: None, format: Some(Format::Json) };
    read_board(&text, &options).map(|read| read.board).map_err(|error| error.to_string())
}

/// A whole number, or its text: `1000`, `1e6`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount(String);

impl Amount {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Amount {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Self {
        Self(number.to_string())
    }
}

impl FromStr for Amount {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<u64>() {
            Ok(number) => serializer.serialize_u64(number),
            Err(_) => serializer.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            Value::Number(number) => Ok(Self(number.to_string())),
            other => Err(D::Error::custom(format!(
                "{} is not a count: expected a number or a text such as 1e6",
                kind(&other)
            ))),
        }
    }
}

/// What a value is; the value itself may be long.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(feature = "schema")]
mod schemas {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Amount, BoardObject, BoardText};

    impl JsonSchema for BoardText {
        fn schema_name() -> Cow<'static, str> {
            "BoardText".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A board: a text in any form, an array of numbers (0 is the blank) or of rows, or an object with what is known of it.",
                "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": "integer", "minimum": 0}},
                    {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}}},
                    generator.subschema_for::<BoardObject>(),
                ],
                "examples": ["867254301", "1 2 3/4 0 6/7 5 8", "korf:12", [8, 6, 7, 2, 5, 4, 3, 0, 1]],
            })
        }
    }

    impl JsonSchema for Amount {
        fn schema_name() -> Cow<'static, str> {
            "Amount".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A whole number, or its text as on the command line.",
                "anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}],
                "examples": [1000, "1e6"],
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_form() {
        for json in [r#""1 2 3/4 0 6/7 5 8""#, "[[3,1],[2,0]]", "[3,1,2,0]"] {
            let board: BoardText = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&board).unwrap(), json);
        }
        for json in ["1000", r#""1e6""#] {
            let amount: Amount = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&amount).unwrap(), json);
        }
        let line = BoardText::from(Board::new("1x3".parse().unwrap(), &[1, 0, 2]).unwrap());
        assert_eq!(serde_json::to_string(&line).unwrap(), "[[1,0,2]]");
        let refusal = |json: &str| serde_json::from_str::<BoardText>(json).unwrap_err().to_string();
        assert_eq!(refusal("7"), "a number is not a board: expected a text, an array or an object");
    }
}
