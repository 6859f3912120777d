//! Texts of fields that may also be given as other JSON values.

use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::domains::tiles::Board;
use crate::domains::tiles::deferred::DeferredBoard;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::notation::{Claim, Format};
use crate::domains::tiles::sets::Known;
use crate::front::boards::Content;

/// A board: a text in any form, or an array of numbers or of rows. An array is kept as its JSON
/// text, which is one of the forms.
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
            // Rows, so that a board of one row is not taken for a square.
            (Form::Known(known), _) => {
                let board = known.board.board();
                serializer.collect_seq(board.tiles().chunks(board.shape().cols()))
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
            other => Err(D::Error::custom(format!("{} is not a board: expected a text or an array", kind(&other)))),
        }
    }
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

    use super::{Amount, BoardText};

    impl JsonSchema for BoardText {
        fn schema_name() -> Cow<'static, str> {
            "BoardText".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A board: a text in any form, or an array of numbers (0 is the blank) or of rows.",
                "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": "integer", "minimum": 0}},
                    {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}}},
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
        assert_eq!(refusal("7"), "a number is not a board: expected a text or an array");
    }
}
