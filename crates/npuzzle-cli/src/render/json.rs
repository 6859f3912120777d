//! JSON for people and programs: objects over several lines, boards on one.

use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;

/// The value as indented JSON; arrays of plain values stay on one line.
pub fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    let value = self::value(value)?;
    let mut text = String::new();
    write(&value, 0, &mut text);
    Ok(text)
}

/// The value itself.
pub fn value(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(bug)
}

/// The value on one line.
pub fn line(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(bug)
}

fn bug(error: serde_json::Error) -> Failure {
    Failure::Bug(error.to_string())
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let indent = |depth: usize| "  ".repeat(depth);
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            text.push('{');
            for (number, (name, field)) in fields.iter().enumerate() {
                let comma = if number > 0 { "," } else { "" };
                text.push_str(&format!("{comma}\n{}{}: ", indent(depth + 1), Value::from(name.as_str())));
                write(field, depth + 1, text);
            }
            text.push_str(&format!("\n{}}}", indent(depth)));
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array() || item.is_string()) => {
            text.push('[');
            for (number, item) in items.iter().enumerate() {
                let comma = if number > 0 { "," } else { "" };
                text.push_str(&format!("{comma}\n{}", indent(depth + 1)));
                write(item, depth + 1, text);
            }
            text.push_str(&format!("\n{}]", indent(depth)));
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_the_same_value() {
        let value = json!({"board": [1, 2, 0], "deep": [{"a": null}, {}], "words": ["x\"y"], "none": [], "f": 1.5});
        let text = pretty(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.contains("\"board\": [1,2,0]"), "{text}");
    }
}
