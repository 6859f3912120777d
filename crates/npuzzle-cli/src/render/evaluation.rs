//! The answer to `eval`: what every tile adds, and a table of values.

use std::fmt::Write as _;

use npuzzle::core::Fraction;
use npuzzle::domains::tiles::Board;
use npuzzle::heuristics::tiles::TileShare;
use npuzzle::question::Evaluation;
use npuzzle::teach::breakdown::{Breakdown, Part};
use npuzzle::teach::distance::{Distance, DistanceStatus, Judged};
use serde::Serialize;

use crate::out::STRONG;
use crate::render::drawings::{self, beside};
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::thousands;
use crate::render::rows::word;
use crate::render::table::wrapped;

const WIDTH: usize = 80;
const INDENT: &str = "  ";
/// More summands are not written out one by one.
const MOST_TERMS: usize = 40;
/// More pairs of a line are only counted.
const MOST_PAIRS: usize = 12;

/// All about one board: its heuristics, each with its parts, and the true distance.
pub fn details(answer: &Evaluation) -> String {
    let mut text = boards(answer);
    for judged in &answer.heuristics {
        text += &format!("\n{STRONG}{}{STRONG:#}\n", equation(&judged.breakdown));
        let Breakdown { exact, value, reason, parts, .. } = &judged.breakdown;
        if let Some(reason) = reason {
            text += &wrapped(reason, INDENT, WIDTH);
        }
        if let (Some(exact), Some(value)) = (exact, value)
            && exact.denominator() != 1
        {
            text += &format!("{INDENT}searches use {}: they round up to whole moves\n", thousands(*value));
        }
        let is_alone = parts.len() == 1 && judged.breakdown.computed.is_none();
        for part in parts {
            text += &part_text(part, &answer.start, is_alone);
        }
        if let Some(verdict) = verdict(judged) {
            text += &format!("{INDENT}{verdict}\n");
        }
    }
    if let Some(distance) = &answer.distance {
        text += "\n";
        text += &wrapped(&distance_words(distance), "", WIDTH);
    }
    text
}

/// Start and goal, side by side where they fit.
fn boards(answer: &Evaluation) -> String {
    let drawn = [&answer.start, &answer.goal].map(drawings::board);
    let text = beside(&drawn, " -> ", "");
    if widest(&text) <= WIDTH { text } else { format!("a {}x{} board\n", answer.rows, answer.cols) }
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// `manhattan-with-blank/2 = 12/2 = 6`.
fn equation(breakdown: &Breakdown) -> String {
    let mut text = breakdown.name.clone();
    let Some(exact) = breakdown.exact else { return text + ": no value here" };
    let exact = exact.to_string();
    if let Some(computed) = breakdown.computed.as_ref().filter(|computed| **computed != exact) {
        text += &format!(" = {computed}");
    }
    text + " = " + &exact
}

/// What the parts of a heuristic add.
fn part_text(part: &Part, board: &Board, is_alone: bool) -> String {
    let mut text = String::new();
    if !is_alone {
        match (&part.value, &part.reason) {
            (Some(value), _) => text += &format!("{INDENT}{} = {value}\n", part.name),
            (None, Some(reason)) => text += &wrapped(&format!("{}: {reason}", part.name), INDENT, WIDTH),
            (None, None) => {}
        }
    }
    let Some(value) = part.value else { return text };
    if !part.tiles.is_empty() {
        text += &shares(part, board);
    }
    for line in &part.lines {
        let pairs: Vec<String> = part
            .pairs
            .iter()
            .filter(|pair| pair.line == line.line)
            .map(|pair| format!("{} before {}", pair.first, pair.second))
            .collect();
        let pairs = match pairs.len() {
            0 => "tiles in the wrong order".to_owned(),
            1..=MOST_PAIRS => pairs.join(", "),
            count => format!("{count} pairs in the wrong order"),
        };
        text += &wrapped(&format!("{}: {pairs}: + {}", line.line, line.value), "    ", WIDTH);
    }
    if part.tiles.is_empty() {
        for summand in &part.summands {
            text += &wrapped(&format!("{}: {}", summand.name, summand.value), "    ", WIDTH);
        }
    }
    match sum(part, value) {
        Some(sum) => text + &wrapped(&sum, INDENT, WIDTH),
        None => text,
    }
}

/// The board with the shares of its tiles beside it.
fn shares(part: &Part, board: &Board) -> String {
    let mut cells = vec![String::new(); board.tiles().len()];
    let places = board.places();
    for share in &part.tiles {
        cells[places[share.tile.index()].index()] = rounded(share.value, 2);
    }
    let blank = &mut cells[board.blank().index()];
    if blank.is_empty() {
        *blank = ".".to_owned();
    }
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let rows = cells.chunks(board.shape().cols());
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ")).collect();
    let drawn = [drawings::board(board), rows.join("\n")];
    let both = beside(&drawn, "  adds  ", "    ");
    match (widest(&both), beside(&drawn[1..], "", "    ")) {
        (..=WIDTH, _) => both,
        (_, alone) if widest(&alone) <= WIDTH => alone,
        _ => format!("{INDENT}the board is too wide to draw its shares here; the JSON form lists them\n"),
    }
}

/// A whole number, or one with so many decimals.
fn rounded(value: Fraction, decimals: usize) -> String {
    if value == value.floor() { value.to_string() } else { format!("{:.decimals$}", value.to_f64()) }
}

/// The sum written out: `2 + 2 + 4 = 8, + 2 for pairs in conflict = 10`.
fn sum(part: &Part, value: Fraction) -> Option<String> {
    if part.tiles.is_empty() {
        let terms: Vec<String> = part.summands.iter().map(|summand| summand.value.to_string()).collect();
        return (terms.len() > 1).then(|| format!("{} = {value}", terms.join(" + ")));
    }
    let mut counted: Vec<&TileShare> = part.tiles.iter().filter(|share| share.value != Fraction::ZERO).collect();
    // The blank, the first of the list, is the last of the sum.
    counted.sort_by_key(|share| share.tile.is_blank());
    let total = counted.iter().try_fold(Fraction::ZERO, |sum, share| sum.plus(share.value))?;
    let mut text = match counted.len() {
        0 => "no tile adds anything".to_owned(),
        1..=MOST_TERMS => counted.iter().map(|share| rounded(share.value, 3)).collect::<Vec<_>>().join(" + "),
        count => format!("the shares of {count} tiles"),
    };
    if counted.len() > 1 {
        write!(text, " = {total}").ok()?;
    }
    let mut is_more = false;
    let pairs = (part.extra, "pairs in conflict");
    let summands = part.summands.iter().map(|summand| (summand.value, summand.name.as_str()));
    for (added, what) in [pairs].into_iter().chain(summands).filter(|(added, _)| *added > 0) {
        write!(text, ", + {added} for {what}").ok()?;
        is_more = true;
    }
    if is_more {
        write!(text, " = {value}").ok()?;
    }
    Some(text)
}

/// What the true distance says of an estimate.
fn verdict(judged: &Judged) -> Option<String> {
    let exact = judged.breakdown.exact?;
    Some(match (judged.error, judged.overestimates) {
        (Some(error), _) if error == Fraction::ZERO => "exact: it is the true distance".to_owned(),
        (Some(error), Some(true)) => format!("too high by {}: it overestimates here", error.negated()),
        (Some(error), _) => format!("{error} below the true distance"),
        (None, Some(true)) => format!("{exact} is too high: a shorter solution is known"),
        (None, Some(false)) => "not above the true distance".to_owned(),
        (None, None) => return None,
    })
}

fn distance_words(distance: &Distance) -> String {
    let reason = distance.reason.as_deref().unwrap_or("a limit ended the search");
    match distance.status {
        DistanceStatus::Proved => {
            let source = distance.reason.as_ref().map_or("proved", String::as_str);
            format!("true distance {} ({source})", distance.value.map(thousands).unwrap_or_default())
        }
        DistanceStatus::Unsolvable => {
            "true distance: none, the board is unsolvable (`npuzzle explain` shows why)".to_owned()
        }
        DistanceStatus::Skipped => format!("true distance: not looked for ({reason})"),
        DistanceStatus::Bounded => format!("true distance {} ({reason})", bounds(distance)),
    }
}

fn bounds(distance: &Distance) -> String {
    match (distance.lower_bound.filter(|&bound| bound > 0), distance.upper_bound) {
        (Some(lower), Some(upper)) => format!("{} to {}", thousands(lower), thousands(upper)),
        (Some(lower), None) => format!("at least {}", thousands(lower)),
        (None, Some(upper)) => format!("at most {}", thousands(upper)),
        (None, None) => "unknown".to_owned(),
    }
}

/// A row of the table and of the CSV form: a heuristic on a board.
#[derive(Default, Serialize)]
pub struct Row {
    board: String,
    status: &'static str,
    rows: Option<usize>,
    cols: Option<usize>,
    start: String,
    goal: String,
    heuristic: String,
    value: Option<u32>,
    exact: Option<String>,
    distance: Option<u32>,
    distance_status: String,
    lower_bound: Option<u32>,
    upper_bound: Option<u32>,
    error: Option<String>,
    overestimates: Option<bool>,
    reason: Option<String>,
    /// The true distance for people.
    #[serde(skip)]
    truth: String,
    #[serde(skip)]
    verdict: String,
}

impl Row {
    /// The row of a board that could not be read.
    pub fn error(name: &str, reason: &str) -> Self {
        Self { board: name.to_owned(), status: "error", reason: Some(reason.to_owned()), ..Self::default() }
    }
}

/// The rows of a board.
pub fn rows(name: &str, answer: &Evaluation) -> Vec<Row> {
    let distance = answer.distance.as_ref();
    let truth = distance.map_or_else(String::new, |distance| match distance.status {
        DistanceStatus::Proved => distance.value.map(thousands).unwrap_or_default(),
        DistanceStatus::Unsolvable => "none".to_owned(),
        DistanceStatus::Skipped => String::new(),
        DistanceStatus::Bounded => bounds(distance),
    });
    let row = |judged: &Judged| Row {
        board: name.to_owned(),
        status: if judged.breakdown.value.is_some() { "answered" } else { "undefined" },
        rows: Some(answer.rows),
        cols: Some(answer.cols),
        start: answer.start.to_string(),
        goal: answer.goal.to_string(),
        heuristic: judged.breakdown.name.clone(),
        value: judged.breakdown.value,
        exact: judged.breakdown.exact.map(|exact| exact.to_string()),
        distance: distance.and_then(|distance| distance.value),
        distance_status: distance.map(|distance| word(&distance.status)).unwrap_or_default(),
        lower_bound: distance.and_then(|distance| distance.lower_bound),
        upper_bound: distance.and_then(|distance| distance.upper_bound),
        error: judged.error.map(|error| error.to_string()),
        overestimates: judged.overestimates,
        reason: judged.breakdown.reason.clone(),
        truth: truth.clone(),
        verdict: short_verdict(judged),
    };
    answer.heuristics.iter().map(row).collect()
}

fn short_verdict(judged: &Judged) -> String {
    match (judged.breakdown.exact, judged.error, judged.overestimates) {
        (None, ..) => "no value".to_owned(),
        (_, Some(error), _) if error == Fraction::ZERO => "exact".to_owned(),
        (_, Some(error), Some(true)) => format!("too high by {}", error.negated()),
        (_, Some(error), _) => format!("{error} below"),
        (_, None, Some(true)) => "too high".to_owned(),
        _ => String::new(),
    }
}

fn grid(rows: &[Row], is_marked: bool) -> Grid {
    let columns = [words("board"), words("heuristic"), numbers("h"), numbers("true distance"), words("verdict")];
    let mut grid = Grid::new(&columns);
    let mut before = None;
    for row in rows {
        // A board is named once, in the form for people.
        let is_again = is_marked && before.replace(&row.board) == Some(&row.board);
        let board = if is_again { String::new() } else { row.board.clone() };
        let exact = row.exact.clone().unwrap_or_else(|| "-".to_owned());
        grid.row(vec![board, row.heuristic.clone(), exact, row.truth.clone(), row.verdict.clone()]);
    }
    grid
}

/// A table of values. Names are never cut: where they do not fit, each board has its own lines.
pub fn table(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let table = grid(rows, true).text(None);
    if widest(&table) <= WIDTH { table + &reasons(rows) } else { by_board(rows) + &reasons(rows) }
}

/// The table of a report.
pub fn markdown(rows: &[Row]) -> String {
    if rows.is_empty() { String::new() } else { grid(rows, false).markdown() }
}

/// A paragraph for each board.
fn by_board(rows: &[Row]) -> String {
    let mut text = String::new();
    let of_board = |first: &Row, row: &Row| first.board == row.board;
    for group in rows.chunk_by(of_board) {
        let truth = match group[0].truth.as_str() {
            "" => String::new(),
            truth => format!(": true distance {truth}"),
        };
        text += &format!("{}{truth}\n", group[0].board);
        for row in group {
            let exact = row.exact.as_deref().unwrap_or("-");
            let verdict = if row.verdict.is_empty() { String::new() } else { format!(" ({})", row.verdict) };
            text += &format!("{INDENT}{} = {exact}{verdict}\n", row.heuristic);
        }
    }
    text
}

/// Why heuristics have no value, each reason once.
fn reasons(rows: &[Row]) -> String {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        if let Some(reason) = row.reason.as_deref().map(|reason| (row.heuristic.as_str(), reason))
            && !told.contains(&reason)
        {
            told.push(reason);
        }
    }
    let lines = told.into_iter().map(|(name, reason)| wrapped(&format!("{name}: {reason}"), "", WIDTH));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}
