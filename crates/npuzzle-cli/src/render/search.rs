//! The answer to `search` as text and as a row.

use npuzzle::answer::{ProblemReport, ProofLabel, Status};
use npuzzle::core::Fraction;
use serde::Serialize;

use crate::commands::search::ShowPath;
use crate::failure::Failure;
use crate::out::{Out, STRONG};
use crate::render::numbers::{gap, thousands};
use crate::render::rows::word;
use crate::render::solution::{Means, improvement, in_groups, statistics, whose};

/// Drawings that would be wider side by side stand below each other.
const WIDEST: usize = 100;

/// Writes the whole answer.
pub fn write(report: &ProblemReport, show: ShowPath, out: &mut Out) -> Result<(), Failure> {
    out.text(&ends(report))?;
    if let (Some(states), Some(edges)) = (report.states, report.edges) {
        let of = |count: u64, what: &str| format!("{} {what}{}", thousands(count), if count == 1 { "" } else { "s" });
        out.line(&format!("map    {}, {}", of(states, "state"), of(edges, "transition")))?;
    }
    out.text(&format!("\n{STRONG}{}{STRONG:#}\n", verdict(report)))?;
    if let Some(reason) = &report.reason {
        out.line(reason)?;
    }
    match show {
        ShowPath::None => {}
        ShowPath::Path => path(report, out)?,
        ShowPath::States => states(report, out)?,
    }
    let search = match &report.heuristic {
        Some(heuristic) => format!("{} with {heuristic}", report.engine),
        None => report.engine.clone(),
    };
    let improvements = report.improvements.iter();
    let means = Means {
        search,
        order: report.order.as_deref(),
        options: &report.options,
        times: None,
        improvements: improvements
            .map(|step| {
                let gap = gap(step.cost.to_f64(), step.lower_bound.to_f64());
                let least = Some(step.lower_bound).filter(|&bound| bound > Fraction::ZERO);
                improvement(step.cost, step.seconds, least, gap)
            })
            .collect(),
    };
    out.text(&statistics(means, &report.stats))
}

/// Start and goal, side by side where they are drawn.
fn ends(report: &ProblemReport) -> String {
    let start = &report.start_drawing;
    let Some(goal) = &report.goal_drawing else {
        let several = format!("{} states", thousands(report.goals.len() as u64));
        return format!("start\n{start}\n\ngoal   any of {several}\n");
    };
    if !start.contains('\n') && !goal.contains('\n') {
        return format!("start  {start}\ngoal   {goal}\n");
    }
    let width_of = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = width_of(start).max("start".len());
    if width + 4 + width_of(goal) > WIDEST {
        return format!("start\n{start}\n\ngoal\n{goal}\n");
    }
    let height = start.lines().count().max(goal.lines().count());
    let (mut left, mut right) = (start.lines(), goal.lines());
    let mut text = format!("{:width$}    goal\n", "start");
    for row in 0..height {
        let arrow = if row == height / 2 { " -> " } else { "    " };
        let line = format!("{:width$}{arrow}{}", left.next().unwrap_or(""), right.next().unwrap_or(""));
        text += &format!("{}\n", line.trim_end());
    }
    text
}

fn verdict(report: &ProblemReport) -> String {
    let bound = report.lower_bound.unwrap_or(Fraction::ZERO);
    let Some(cost) = report.cost else {
        return match report.status {
            Status::Unsolvable => "unsolvable (proved)".to_owned(),
            _ if bound == Fraction::ZERO => "no solution found".to_owned(),
            _ => format!("no solution found; every solution costs at least {bound} (proved)"),
        };
    };
    let proof = match report.proof {
        ProofLabel::Optimal => "optimal (proved)".to_owned(),
        ProofLabel::Within => {
            let factor = report.within.unwrap_or(f64::INFINITY);
            format!("at most {factor:.2} times the optimum (proved: no solution costs less than {bound})")
        }
        _ if bound > Fraction::ZERO => format!("found; every solution costs at least {bound} (proved)"),
        _ => "found; nothing is proved about the optimum".to_owned(),
    };
    let count = report.moves.as_ref().map_or(0, Vec::len);
    let moves = format!("{} move{}", thousands(count as u64), if count == 1 { "" } else { "s" });
    match cost.to_string() == count.to_string() {
        true => format!("{moves}, {proof}"),
        false => format!("cost {cost} in {moves}, {proof}"),
    }
}

/// The states of a map, the letters of a board, or the operators in words.
fn path(report: &ProblemReport, out: &mut Out) -> Result<(), Failure> {
    let (Some(path), Some(moves)) = (&report.path, &report.moves) else { return Ok(()) };
    if let Some(of) = report.moves_of {
        return match moves.is_empty() {
            true => Ok(()),
            false => out.text(&format!("{}\n{}\n", in_groups(&moves.concat()), whose(of, None))),
        };
    }
    if report.start_drawing == report.start {
        return out.line(&path.join(" => "));
    }
    for (number, words) in (1..).zip(moves) {
        out.line(&format!("{number:>3}. {words}"))?;
    }
    Ok(())
}

/// Every state on the way; those at the end of a very long way by name only.
fn states(report: &ProblemReport, out: &mut Out) -> Result<(), Failure> {
    let (Some(path), Some(moves)) = (&report.path, &report.moves) else { return Ok(()) };
    for (number, (words, name)) in moves.iter().zip(path.iter().skip(1)).enumerate() {
        out.line(&format!("\n{}. {words}", number + 1))?;
        out.line(report.drawings.get(number).unwrap_or(name))?;
    }
    Ok(())
}

/// A row of the CSV form.
#[derive(Serialize)]
pub struct SearchRow<'r> {
    problem: &'r str,
    status: String,
    start: &'r str,
    goal: Option<&'r str>,
    algorithm: &'r str,
    engine: &'r str,
    heuristic: Option<&'r str>,
    seed: Option<u64>,
    cost: Option<Fraction>,
    moves: Option<String>,
    path: Option<String>,
    proof: String,
    within: Option<f64>,
    lower_bound: Option<Fraction>,
    reason: Option<&'r str>,
    expanded: u64,
    generated: u64,
    evaluated: u64,
    reopened: u64,
    max_open: u64,
    max_stored: u64,
    iterations: u64,
    effective_branching_factor: f64,
    peak_bytes: u64,
    seconds: f64,
    table_seconds: f64,
    states: Option<u64>,
    edges: Option<u64>,
}

/// The row of an answer.
pub fn row_of(report: &ProblemReport) -> SearchRow<'_> {
    let counts = report.stats.counts;
    SearchRow {
        problem: &report.problem,
        status: word(&report.status),
        start: &report.start,
        goal: report.goal.as_deref(),
        algorithm: &report.algorithm,
        engine: &report.engine,
        heuristic: report.heuristic.as_deref(),
        seed: report.seed,
        cost: report.cost,
        moves: report.moves.as_ref().map(|moves| moves.join("; ")),
        path: report.path.as_ref().map(|path| path.join(" => ")),
        proof: word(&report.proof),
        within: report.within,
        lower_bound: report.lower_bound,
        reason: report.reason.as_deref(),
        expanded: counts.expanded,
        generated: counts.generated,
        evaluated: counts.evaluated,
        reopened: counts.reopened,
        max_open: counts.max_open,
        max_stored: counts.max_stored,
        iterations: counts.iterations,
        effective_branching_factor: report.stats.effective_branching_factor,
        peak_bytes: counts.peak_bytes,
        seconds: report.stats.seconds,
        table_seconds: report.stats.table_seconds,
        states: report.states,
        edges: report.edges,
    }
}
