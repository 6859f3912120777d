//! The verdict on heuristics, as text, as a table and as rows.

use npuzzle::lab::audit::{AuditReport, HeuristicAudit, Incomparable, StateView};
use npuzzle::lab::repeat::Times;
use serde::Serialize;

use crate::out::STRONG;
use crate::render::drawings::{self, beside};
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::{thousands, time};
use crate::render::solution::spread;
use crate::render::space::in_slides;

const WIDTH: usize = 80;
const INDENT: &str = "    ";
/// With more heuristics only the table is shown in full.
const MOST_SHOWN: usize = 6;
/// More lines of a histogram are put together.
const MOST_BARS: usize = 24;

/// The whole answer. The errors of a single heuristic are always shown, those of several if they
/// are asked for.
pub fn text(report: &AuditReport, times: Option<&Times>, errors: bool) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#}\n\n{}\n", heading(report), table(report).text(Some(WIDTH)));
    for heuristic in &report.heuristics {
        text += &counterexamples(heuristic, report);
    }
    if errors || report.heuristics.len() == 1 {
        for heuristic in &report.heuristics {
            text += &histogram(heuristic);
        }
    }
    text += &dominance(report);
    text + &format!("time        {}\n", times.map_or_else(|| time(report.seconds), spread))
}

/// The table alone.
pub fn markdown(report: &AuditReport) -> String {
    format!("{}\n\n{}", heading(report), table(report).markdown())
}

fn heading(report: &AuditReport) -> String {
    let (states, edges) = (thousands(report.states), thousands(report.edges));
    let what = match (report.rows, report.cols, &report.goal, &report.problem) {
        (Some(rows), Some(cols), Some(goal), _) => {
            format!("{rows}x{cols}, goal {goal}{}", in_slides(report.metric.unwrap_or_default()))
        }
        (_, _, _, problem) => problem.clone().unwrap_or_default(),
    };
    match &report.sampling {
        None => format!("{what}: all {states} states and {edges} directed edges"),
        Some(sampling) => {
            let unsolved = match sampling.unsolved {
                0 => String::new(),
                count => format!(" ({count} more were not solved within the limits)"),
            };
            format!(
                "{what}: {states} states and {edges} directed edges on optimal solutions of {} {}{unsolved}\na \
                 refutation here is a proof; finding none is not",
                sampling.boards, sampling.how
            )
        }
    }
}

fn table(report: &AuditReport) -> Grid {
    let columns = [
        words("heuristic"),
        words("admissible"),
        words("consistent"),
        numbers("mean"),
        numbers("error"),
        numbers("exact"),
    ];
    let mut grid = Grid::new(&columns);
    let verdict = |holds: bool, count: u64, exhaustive: bool| match (holds, exhaustive) {
        (true, true) => "yes".to_owned(),
        (true, false) => "not refuted".to_owned(),
        (false, _) if count == 0 => "no".to_owned(),
        (false, _) => format!("no ({})", thousands(count)),
    };
    for heuristic in &report.heuristics {
        grid.row(vec![
            heuristic.name.clone(),
            verdict(heuristic.admissible, heuristic.overestimates, report.exhaustive),
            verdict(heuristic.consistent, heuristic.inconsistent_edges, report.exhaustive),
            format!("{:.3}", heuristic.mean_h),
            format!("{:.3}", heuristic.mean_error),
            thousands(heuristic.exact),
        ]);
    }
    if let Some(heuristic) = report.heuristics.first() {
        let truth = format!("{:.3}", heuristic.mean_true);
        let judged: u64 = heuristic.errors.iter().map(|error| error.states).sum();
        let empty = String::new;
        grid.row(vec!["(true distance)".to_owned(), empty(), empty(), truth, "0.000".to_owned(), thousands(judged)]);
    }
    grid
}

fn drawing(state: &StateView) -> String {
    match state {
        StateView::Board(board) => drawings::board(board),
        StateView::Named { drawing, .. } => drawing.clone(),
    }
}

/// The state and the edge that refute a heuristic.
fn counterexamples(heuristic: &HeuristicAudit, report: &AuditReport) -> String {
    let name = &heuristic.name;
    let found = if report.exhaustive { "" } else { " found" };
    let mut text = String::new();
    if let Some(worst) = &heuristic.worst {
        let states = plural(heuristic.overestimates, "state");
        text += &format!("{STRONG}{name}{STRONG:#} overestimates at {states}{found}; the worst:\n");
        text += &beside(&[drawing(&worst.board)], "", INDENT);
        text += &format!("{INDENT}estimate {}, true distance {}\n\n", worst.h, worst.distance);
    }
    if let Some(edge) = &heuristic.edge_example {
        let edges = plural(heuristic.inconsistent_edges, "directed edge");
        text += &format!("{STRONG}{name}{STRONG:#} falls too fast along {edges}{found}; the steepest:\n");
        text += &beside(&[drawing(&edge.from), drawing(&edge.to)], "  ->  ", INDENT);
        text += &format!("{INDENT}from {} to {} at cost {}\n\n", edge.h_from, edge.h_to, edge.cost);
    }
    if heuristic.goals_above_zero > 0 {
        text += &format!("{STRONG}{name}{STRONG:#} is not 0 at the goal, as a consistent heuristic is\n\n");
    }
    text
}

fn plural(count: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// How often each error occurs.
fn histogram(heuristic: &HeuristicAudit) -> String {
    let (Some(first), Some(last)) = (heuristic.errors.first(), heuristic.errors.last()) else { return String::new() };
    let step = ((last.error - first.error) / MOST_BARS as i64 + 1).max(1);
    let mut bars: Vec<(i64, u64)> = Vec::new();
    for count in &heuristic.errors {
        let bin = count.error.div_euclid(step) * step;
        match bars.last_mut() {
            Some((known, states)) if *known == bin => *states += count.states,
            _ => bars.push((bin, count.states)),
        }
    }
    let range = |bin: i64| if step == 1 { bin.to_string() } else { format!("{bin}..{}", bin + step - 1) };
    let label = bars.iter().map(|(bin, _)| range(*bin).len()).max().unwrap_or(0).max("error".len());
    let widest = bars.iter().map(|(_, states)| *states).max().unwrap_or(1).max(1);
    let number = thousands(widest).len().max("states".len());
    let room = (WIDTH - label - number - 4) as u128;
    let mut text = format!("{STRONG}{}{STRONG:#}: true distance minus estimate, rounded down\n", heuristic.name);
    text += &format!("{:>label$}  {:>number$}\n", "error", "states");
    for (bin, states) in bars {
        let length = (u128::from(states) * room).div_ceil(u128::from(widest)) as usize;
        text += &format!("{:>label$}  {:>number$}  {}\n", range(bin), thousands(states), "#".repeat(length));
    }
    text + "\n"
}

/// Which heuristic is the better one.
fn dominance(report: &AuditReport) -> String {
    let everywhere = if report.exhaustive { "everywhere" } else { "on every state sampled" };
    if report.heuristics.len() > MOST_SHOWN {
        return format!(
            "{} pairs are ordered {everywhere}, {} are equal, {} cannot be ordered (`--format json` lists them)\n\n",
            report.dominance.len(),
            report.equal.len(),
            report.incomparable.len()
        );
    }
    let mut text = String::new();
    for pair in &report.dominance {
        text += &format!("{} dominates {} (at least as large {everywhere})\n", pair.stronger, pair.weaker);
    }
    for [first, second] in &report.equal {
        text += &format!("{first} and {second} are equal {everywhere}\n");
    }
    for pair in &report.incomparable {
        text += &undecided(pair);
    }
    if text.is_empty() { text } else { text + "\n" }
}

fn undecided(pair: &Incomparable) -> String {
    let Incomparable { first, second, first_larger, second_larger } = pair;
    let mut text = format!("neither of {first} and {second} dominates the other:\n");
    let drawings = [drawing(&first_larger.board), drawing(&second_larger.board)];
    text += &beside(&drawings, "        ", INDENT);
    text += &format!(
        "{INDENT}{first}: {} and {}; {second}: {} and {}\n",
        first_larger.first, second_larger.first, first_larger.second, second_larger.second
    );
    text
}

/// A row of the CSV form.
#[derive(Serialize)]
pub struct Row<'r> {
    heuristic: &'r str,
    exhaustive: bool,
    admissible: bool,
    overestimates: u64,
    consistent: bool,
    inconsistent_edges: u64,
    mean_h: f64,
    mean_true: f64,
    mean_error: f64,
    exact: u64,
    worst: String,
    worst_h: Option<f64>,
    worst_true: Option<f64>,
}

pub fn row(heuristic: &HeuristicAudit, exhaustive: bool) -> Row<'_> {
    let name = |state: &StateView| match state {
        StateView::Board(board) => board.to_string(),
        StateView::Named { name, .. } => name.clone(),
    };
    let worst = heuristic.worst.as_ref();
    Row {
        heuristic: &heuristic.name,
        exhaustive,
        admissible: heuristic.admissible,
        overestimates: heuristic.overestimates,
        consistent: heuristic.consistent,
        inconsistent_edges: heuristic.inconsistent_edges,
        mean_h: heuristic.mean_h,
        mean_true: heuristic.mean_true,
        mean_error: heuristic.mean_error,
        exact: heuristic.exact,
        worst: worst.map(|worst| name(&worst.board)).unwrap_or_default(),
        worst_h: worst.map(|worst| worst.h.to_f64()),
        worst_true: worst.map(|worst| worst.distance.to_f64()),
    }
}
