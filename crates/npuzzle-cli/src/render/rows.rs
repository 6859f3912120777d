//! The answers to `solve` as rows of the CSV form.

use npuzzle::answer::Report;
use npuzzle::lab::repeat::Times;
use serde::Serialize;

/// A row of the CSV form.
#[derive(Default, Serialize)]
pub struct Row<'r> {
    board: &'r str,
    status: String,
    rows: Option<usize>,
    cols: Option<usize>,
    start: String,
    goal: String,
    algorithm: &'r str,
    engine: &'r str,
    heuristic: Option<&'r str>,
    order: &'r str,
    options: String,
    cost: Option<u32>,
    moves: Option<&'r str>,
    moves_of: Option<&'static str>,
    proof: String,
    within: Option<f64>,
    lower_bound: Option<u32>,
    reason: Option<&'r str>,
    expanded: Option<u64>,
    generated: Option<u64>,
    evaluated: Option<u64>,
    reopened: Option<u64>,
    max_open: Option<u64>,
    max_stored: Option<u64>,
    max_depth: Option<u64>,
    iterations: Option<u64>,
    effective_branching_factor: Option<f64>,
    peak_bytes: Option<u64>,
    seconds: Option<f64>,
    table_seconds: Option<f64>,
    solutions: Option<String>,
    runs: Option<usize>,
    mean_seconds: Option<f64>,
    deviation_seconds: Option<f64>,
}

/// The word that a label has in JSON.
pub fn word(label: &impl Serialize) -> String {
    serde_json::to_value(label).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The row of an answer.
pub fn row_of<'r>(name: &'r str, report: &'r Report, times: Option<&Times>) -> Row<'r> {
    let stats = &report.stats;
    Row {
        board: name,
        status: word(&report.status),
        rows: Some(report.rows),
        cols: Some(report.cols),
        start: report.start.to_string(),
        goal: report.goal.to_string(),
        algorithm: &report.algorithm,
        engine: &report.engine,
        heuristic: report.heuristic.as_deref(),
        order: &report.order,
        options: report.options.to_string(),
        cost: report.cost,
        moves: report.moves.as_deref(),
        moves_of: Some(report.moves_of.name()),
        proof: word(&report.proof),
        within: report.within,
        lower_bound: report.lower_bound,
        reason: report.reason.as_deref(),
        expanded: Some(stats.counts.expanded),
        generated: Some(stats.counts.generated),
        evaluated: Some(stats.counts.evaluated),
        reopened: Some(stats.counts.reopened),
        max_open: Some(stats.counts.max_open),
        max_stored: Some(stats.counts.max_stored),
        max_depth: Some(stats.counts.max_depth),
        iterations: Some(stats.counts.iterations),
        effective_branching_factor: Some(stats.effective_branching_factor),
        peak_bytes: Some(stats.counts.peak_bytes),
        seconds: Some(stats.seconds),
        table_seconds: Some(stats.table_seconds),
        solutions: report.solutions.as_ref().map(|solutions| solutions.count.to_string()),
        runs: times.map(|times| times.runs),
        mean_seconds: times.map(|times| times.mean_seconds),
        deviation_seconds: times.and_then(|times| times.deviation_seconds),
    }
}

/// The row of a board that could not be read or solved.
pub fn error_row<'r>(name: &'r str, message: &'r str) -> Row<'r> {
    Row { board: name, status: "error".to_owned(), reason: Some(message), ..Row::default() }
}
