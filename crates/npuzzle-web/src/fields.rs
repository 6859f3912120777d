//! Values of request fields that may be written in several ways.

#[cfg(test)]
use std::borrow::Cow;

use npuzzle::domains::tiles::notation::Format;
#[cfg(test)]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

/// A board: a text in any form, or an array of numbers or of rows. Arrays are kept as their JSON text, which is one of the forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardText(pub String, Option<Format>);

impl BoardText {
    /// The form of the text, where it is beyond doubt: no number of an array is the size of the
    /// others.
    pub fn format(&self) -> Option<Format> {
        self.1
    }
}

impl<'de> Deserialize<'de> for BoardText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text, None)),
            array @ Value::Array(_) => Ok(Self(array.to_string(), Some(Format::Json))),
            other => Err(Error::custom(format!("{} is not a board: expected a text or an array", kind(&other)))),
        }
    }
}

#[cfg(test)]
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

/// A whole number, or its text as on the command line: `1e6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount(pub String);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            Value::Number(number) => Ok(Self(number.to_string())),
            other => {
                Err(Error::custom(format!("{} is not a count: expected a number or a text such as 1e6", kind(&other))))
            }
        }
    }
}

#[cfg(test)]
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
