//! From Python's keywords to the fields of a question.

use std::sync::Arc;

use npuzzle::core::Limits;
use npuzzle::domains::tiles;
use npuzzle::front::units;
use npuzzle::question::{BoardText, KnownBoard, LimitFields, Question};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::arguments::{shape, text_of, wrong};
use crate::board::Board;
use crate::errors::{Kind, of_refusal};
use crate::shown::shown;

/// The question of a kind, such as `solve`, with these fields. `None` leaves a field open.
pub fn question(kind: &str, fields: &Bound<'_, PyDict>) -> PyResult<Question> {
    let mut question = read(fields, &|fields| json!({ kind: fields }))?;
    let mut boards = Vec::new();
    if let Some(board) = fields.get_item("board")? {
        boards.push(board.cast::<Board>()?.get().text());
    }
    if let Some(several) = fields.get_item("boards")? {
        for board in several.try_iter()? {
            boards.push(board?.cast::<Board>()?.get().text());
        }
    }
    match &mut question {
        Question::Compare(compare) => compare.boards = Some(boards),
        Question::Solve(solve) => solve.board = boards.pop().unwrap_or_default(),
        Question::Trace(trace) => trace.board = boards.pop().unwrap_or_default(),
        Question::Explain(explain) => explain.board = boards.pop().unwrap_or_default(),
        Question::Apply(apply) => apply.board = boards.pop().unwrap_or_default(),
        Question::Estimate(estimate) => estimate.board = boards.pop(),
        _ => {}
    }
    Ok(question)
}

/// A question that is in no list, with these fields.
pub fn of_kind<Q: DeserializeOwned>(fields: &Bound<'_, PyDict>) -> PyResult<Q> {
    read(fields, &Value::Object)
}

/// Limits with what keywords ask for in place of what is usual.
pub fn limits(fields: &Bound<'_, PyDict>, usual: Limits) -> PyResult<Limits> {
    let asked: LimitFields = read(fields, &Value::Object)?;
    asked.over(usual).map_err(|refusal| of_refusal(fields.py(), &refusal))
}

/// The fields that a kind of question cannot do without.
const NEEDED: [&str; 6] = ["board", "boards", "moves", "size", "heuristic", "algorithms"];

fn read<Q: DeserializeOwned>(fields: &Bound<'_, PyDict>, wrap: &dyn Fn(Map<String, Value>) -> Value) -> PyResult<Q> {
    let mut all = Map::new();
    for (name, value) in fields {
        let name: String = name.extract()?;
        if let Some(json) = json_of(&name, &value)? {
            all.insert(name, json);
        }
    }
    let parsed = |fields: Map<String, Value>| serde_json::from_value::<Q>(wrap(fields));
    parsed(all.clone()).map_err(|error| {
        // A field that cannot be read is found by reading it without the others.
        let is_needed = |field: &String| NEEDED.contains(&field.as_str());
        let alone = |name: &String| {
            all.clone().into_iter().filter(|(field, _)| field == name || is_needed(field)).collect::<Map<_, _>>()
        };
        let mut names = all.keys().filter(|name| !is_needed(name));
        let culprit = names.find_map(|name| Some((name, parsed(alone(name)).err()?)));
        match culprit {
            Some((name, error)) => refused(fields, name, &error.to_string()),
            None => Kind::Request.error(fields.py(), error.to_string()),
        }
    })
}

/// What is wrong with the value of a keyword, in Python's words.
fn refused(fields: &Bound<'_, PyDict>, name: &str, message: &str) -> PyErr {
    let value = fields.get_item(name).ok().flatten().map(|value| shown(&value)).unwrap_or_default();
    let message = match message.rsplit_once("expected ").map(|(_, expected)| expected) {
        Some("a string") => format!("{value} is not a text"),
        Some("u64") => format!("{value} is not a whole number of at least 0 that fits"),
        Some("a boolean") => format!("{value} is neither True nor False"),
        _ => message.to_owned(),
    };
    wrong(fields.py(), name, message)
}

/// The JSON of a keyword; there is none if it leaves the field open.
fn json_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if value.is_none() {
        return Ok(None);
    }
    match name {
        // Boards have been read: they reach the question as they are.
        "board" => Ok(Some("".into())),
        "boards" => Ok(Some(json!([]))),
        "time_limit" => time(value),
        "memory_limit" => size_in_memory(value).map(Some),
        "moves" => moves(value).map(Some),
        "size" => Ok(Some(shape(value)?.to_string().into())),
        _ => plain(name, value, DEEPEST).map(Some),
    }
}

/// Lists of lists, and no deeper: a list may hold itself.
const DEEPEST: usize = 2;
/// No keyword takes more: a board has at most 10,000 cells.
const MOST_ITEMS: usize = 20_000;

fn plain(name: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if let Ok(board) = value.cast::<Board>() {
        return Ok(json!(BoardText::from(board.get().board.clone())));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned().into());
    }
    if let (true, Ok(named)) = (depth > 0, value.cast::<PyDict>()) {
        let named = named.iter().map(|(key, item)| Ok((key.extract()?, plain(name, &item, depth - 1)?)));
        return Ok(Value::Object(named.collect::<PyResult<_>>()?));
    }
    if depth > 0 && (value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()) {
        if value.len()? > MOST_ITEMS {
            return Err(wrong(value.py(), name, format!("{} items: expected at most {MOST_ITEMS}", value.len()?)));
        }
        return value.try_iter()?.map(|item| plain(name, &item?, depth - 1)).collect();
    }
    let number =
        text_of(value).ok_or_else(|| wrong(value.py(), name, format!("{} is not a value here", shown(value))))?;
    // A number that JSON does not hold exactly is left to the reader of its text.
    Ok(number.parse::<u64>().map_or_else(|_| number.into(), Value::from))
}

/// A text, or a list of words and of tiles.
fn moves(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let refuse = || wrong(value.py(), "moves", format!("{} is neither a text nor a list of tiles", shown(value)));
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned().into());
    }
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return Err(refuse());
    }
    let words = value.try_iter()?.map(|word| text_of(&word?).ok_or_else(refuse)).collect::<PyResult<Vec<_>>>()?;
    Ok(words.join(" ").into())
}

/// Seconds, a duration such as `500ms`, or a `timedelta`. Endless patience is no limit.
fn time(value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if value.extract::<f64>().is_ok_and(|seconds| seconds == f64::INFINITY) {
        return Ok(None);
    }
    let delta = value.call_method0("total_seconds").ok();
    let refuse = |message: String| wrong(value.py(), "time_limit", message);
    let expected = "a time: expected seconds, a text such as 500ms, or a timedelta";
    let text = text_of(delta.as_ref().unwrap_or(value));
    let text = text.ok_or_else(|| refuse(format!("{} is not {expected}", shown(value))))?;
    let time = units::moment(&text).map_err(refuse)?;
    Ok(Some(format!("{}s", time.as_secs_f64()).into()))
}

/// Bytes, or a text such as `256MiB`.
fn size_in_memory(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let expected = "a size: expected bytes or a text such as 256MiB";
    let refuse = || wrong(value.py(), "memory_limit", format!("{} is not {expected}", shown(value)));
    let text = text_of(value).ok_or_else(refuse)?;
    Ok(if text.parse::<u64>().is_ok() { format!("{text}B").into() } else { text.into() })
}

impl Board {
    /// The board for a question, with its goal and with what its set tells about it.
    pub fn text(&self) -> BoardText {
        let (name, known) = self.named.clone().unwrap_or_else(|| (self.board.to_string(), None));
        let goal = Some(tiles::goal::Goal::Custom(Arc::clone(&self.goal)));
        BoardText::named(name, KnownBoard { board: self.board.clone().into(), goal, claim: None, known })
    }
}
