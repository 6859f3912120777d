//! Answers as JSON, JSON lines and CSV. Each record is written as soon as it is known, so that a kill loses nothing.

use npuzzle::catalogue::Report;
use serde::Serialize;

use crate::args::SolveFormat;
use crate::failure::Failure;
use crate::out::Out;
use crate::render::json;

/// Writes records one after the other.
pub struct Records {
    format: SolveFormat,
    several: bool,
    written: usize,
}

/// A row of the CSV form.
#[derive(Serialize)]
struct Row<'r> {
    board: &'r str,
    status: String,
    rows: Option<usize>,
    cols: Option<usize>,
    start: String,
    goal: String,
    algorithm: &'r str,
    engine: &'r str,
    heuristic: Option<&'r str>,
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
    iterations: Option<u64>,
    effective_branching_factor: Option<f64>,
    peak_bytes: Option<u64>,
    seconds: Option<f64>,
    table_seconds: Option<f64>,
}

impl Records {
    pub fn new(format: SolveFormat, several: bool) -> Self {
        Self { format, several, written: 0 }
    }

    pub fn begin(&self, out: &mut Out) -> Result<(), Failure> {
        if self.format == SolveFormat::Json && self.several { out.line("[") } else { Ok(()) }
    }

    pub fn end(&self, out: &mut Out) -> Result<(), Failure> {
        if self.format == SolveFormat::Json && self.several { out.line("\n]") } else { Ok(()) }
    }

    pub fn report(&mut self, name: &str, report: &Report, out: &mut Out) -> Result<(), Failure> {
        if self.format == SolveFormat::Csv {
            return self.row(row_of(name, report), out);
        }
        self.object(report, out)
    }

    pub fn error(&mut self, name: &str, message: &str, out: &mut Out) -> Result<(), Failure> {
        // The place and the hint are for people, who see them on standard error.
        let message = message.lines().next().unwrap_or(message);
        match self.format {
            SolveFormat::Text => Ok(()),
            SolveFormat::Csv => self.row(error_row(name, message), out),
            SolveFormat::Json | SolveFormat::Jsonl => {
                self.object(&serde_json::json!({ "status": "error", "board": name, "reason": message }), out)
            }
        }
    }

    fn object(&mut self, record: &impl Serialize, out: &mut Out) -> Result<(), Failure> {
        let pretty = self.format == SolveFormat::Json;
        let text = if pretty { json::pretty(record) } else { json::line(record) }?;
        self.written += 1;
        match (pretty, self.several) {
            (true, true) => out.text(&format!("{}{text}", if self.written > 1 { ",\n" } else { "" })),
            _ => out.line(&text),
        }
    }

    fn row(&mut self, row: Row<'_>, out: &mut Out) -> Result<(), Failure> {
        let bug = |error: &dyn std::error::Error| Failure::Bug(error.to_string());
        let mut writer = csv::WriterBuilder::new().has_headers(self.written == 0).from_writer(Vec::new());
        writer.serialize(row).map_err(|error| bug(&error))?;
        let bytes = writer.into_inner().map_err(|error| bug(&error))?;
        self.written += 1;
        out.text(&String::from_utf8_lossy(&bytes))
    }
}

/// The word that a label has in JSON.
fn word(label: &impl Serialize) -> String {
    serde_json::to_value(label).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn row_of<'r>(name: &'r str, report: &'r Report) -> Row<'r> {
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
        iterations: Some(stats.counts.iterations),
        effective_branching_factor: Some(stats.effective_branching_factor),
        peak_bytes: Some(stats.counts.peak_bytes),
        seconds: Some(stats.seconds),
        table_seconds: Some(stats.table_seconds),
    }
}

fn error_row<'r>(name: &'r str, message: &'r str) -> Row<'r> {
    Row {
        board: name,
        status: "error".to_owned(),
        rows: None,
        cols: None,
        start: String::new(),
        goal: String::new(),
        algorithm: "",
        engine: "",
        heuristic: None,
        cost: None,
        moves: None,
        moves_of: None,
        proof: String::new(),
        within: None,
        lower_bound: None,
        reason: Some(message),
        expanded: None,
        generated: None,
        evaluated: None,
        reopened: None,
        max_open: None,
        max_stored: None,
        iterations: None,
        effective_branching_factor: None,
        peak_bytes: None,
        seconds: None,
        table_seconds: None,
    }
}
