//! Answers to `solve` and runs of `compare` as rows of the CSV form: their JSON, laid flat. So a
//! thing has one name, whatever the command and the form.

use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;

/// What was asked, and what it costs.
const ASKED: &[&str] = &[
    "status",
    "rows",
    "cols",
    "start",
    "goal",
    "algorithm",
    "engine",
    "heuristic",
    "order",
    "options",
    "metric",
    "cost",
];
/// What is proved.
const PROVED: &[&str] = &["proof", "within", "lower_bound", "reason"];
/// What the search took: the fields of `stats`.
pub const STATS: &[&str] = &[
    "expanded",
    "generated",
    "evaluated",
    "reopened",
    "max_open",
    "max_stored",
    "max_depth",
    "iterations",
    "effective_branching_factor",
    "h_start",
    "peak_bytes",
    "seconds",
    "table_seconds",
];
/// The times of several runs: the fields of `repeat`.
const TIMES: &[&str] = &["runs", "mean_seconds", "deviation_seconds", "median_seconds"];

/// The columns of `solve`.
pub fn of_answers() -> Vec<&'static str> {
    [&["board"], ASKED, &["moves", "moves_of", "single_moves", "slides"], PROVED, STATS, &["solutions"], TIMES].concat()
}

/// The columns of `compare`.
pub fn of_runs() -> Vec<&'static str> {
    [&["id", "board", "set"], ASKED, &["depth", "slides"], PROVED, STATS, TIMES, &["complete", "optimal"]].concat()
}

/// A row under its columns.
pub struct Row {
    pub columns: Vec<&'static str>,
    pub cells: Vec<String>,
}

/// The word that a label has in JSON.
pub fn word(label: &impl Serialize) -> String {
    serde_json::to_value(label).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The row of an answer. `texts` are written instead of what its JSON says: boards have a shorter
/// form than an array.
pub fn row_of(columns: Vec<&'static str>, answer: &impl Serialize, texts: &[(&str, &str)]) -> Result<Row, Failure> {
    let answer = serde_json::to_value(answer).map_err(|error| Failure::Bug(error.to_string()))?;
    let cell = |&name: &&str| match texts.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => (*text).to_owned(),
        None => {
            let parts = [Some(&answer), answer.get("stats"), answer.get("repeat")];
            parts.into_iter().flatten().find_map(|part| part.get(name)).map(flat).unwrap_or_default()
        }
    };
    let cells = columns.iter().map(cell).collect();
    Ok(Row { columns, cells })
}

/// A value in a cell.
pub fn flat(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // All optimal solutions: how many there are.
        Value::Object(fields) if fields.contains_key("count") => flat(&fields["count"]),
        // Options, as they would be written in a call.
        Value::Object(fields) => {
            let option = |(name, value): (&String, &Value)| {
                let number = value.as_f64().map(|number| number.to_string());
                format!("{name}={}", number.unwrap_or_else(|| flat(value)))
            };
            fields.iter().map(option).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers_are_laid_flat() {
        let answer = json!({
            "status": "solved", "start": [1, 0], "options": { "w": 2.0, "tie": "larger-g", "limit": 7 },
            "cost": null, "stats": { "expanded": 7, "seconds": 0.5 }, "repeat": { "runs": 3, "mean_seconds": 1e-7 },
            "solutions": { "count": 40, "listed": [] },
        });
        let columns = ["board", "status", "start", "options", "cost", "expanded", "seconds"];
        let columns = columns.into_iter().chain(["runs", "mean_seconds", "solutions", "h"]).collect();
        let row = row_of(columns, &answer, &[("board", "a"), ("start", "1 0/")]).unwrap();
        assert_eq!(
            row.cells,
            ["a", "solved", "1 0/", "w=2, tie=larger-g, limit=7", "", "7", "0.5", "3", "1e-7", "40", ""]
        );
    }

    /// What both say has one name; the rest is listed here.
    #[test]
    fn solve_and_compare_have_the_same_columns() {
        let (answers, runs) = (of_answers(), of_runs());
        let only = |these: &[&'static str], those: &[&str]| -> Vec<&'static str> {
            these.iter().filter(|name| !those.contains(name)).copied().collect()
        };
        assert_eq!(only(&answers, &runs), ["moves", "moves_of", "single_moves", "solutions"]);
        assert_eq!(only(&runs, &answers), ["id", "set", "depth", "complete", "optimal"]);
    }
}
