//! The answer to `space` as text.

use npuzzle::lab::space::{OptimalSolutions, SpaceReport};

use crate::out::STRONG;
use crate::render::drawings;
use crate::render::numbers::{bytes, thousands, time};

const WIDTH: usize = 80;

/// The whole answer: facts, the layers as a histogram, and some of the farthest boards.
pub fn text(report: &SpaceReport) -> String {
    let SpaceReport { rows, cols, goal, .. } = report;
    let mut text = format!("{STRONG}the space of {rows}x{cols}{STRONG:#}, goal {goal}\n\n");
    text += &format!("states      {}\n", thousands(report.states));
    let unreachable = report.unreachable.map_or_else(|| "more than 10^19".to_owned(), thousands);
    text += &format!("unreachable {unreachable} (arrangements that cannot reach the goal)\n");
    let branching = report.mean_branching_factor;
    text += &format!("edges       {} (each move both ways; {branching:.3} per state)\n", thousands(report.edges));
    text += &format!("diameter    {} ({})\n", report.diameter, count(report.antipode_count, "board"));
    text += &format!("mean depth  {:.3}\n", report.mean_depth);
    if let Some(solutions) = &report.optimal_solutions {
        text += &shortest(solutions);
    }
    text += &format!("time        {}\n", time(report.seconds));
    text += &format!("memory      {}\n\n", bytes(report.peak_bytes));
    text + &histogram(&report.widths) + &antipodes(report)
}

fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

fn shortest(solutions: &OptimalSolutions) -> String {
    let OptimalSolutions { unique, mean, max, max_boards } = solutions;
    let most = count(*max_boards, "board");
    let unique = count(*unique, "board");
    format!("solutions   {mean:.3} on average; one for {unique}; at most {} ({most})\n", thousands(*max))
}

/// A line for each depth, with a bar in proportion to the states there.
fn histogram(widths: &[u64]) -> String {
    let widest = widths.iter().copied().max().unwrap_or(1).max(1);
    let number = thousands(widest).len().max("states".len());
    let room = (WIDTH - "depth  ".len() - number - 2) as u128;
    let mut text = format!("depth  {:>number$}\n", "states");
    for (depth, &width) in widths.iter().enumerate() {
        let length = (u128::from(width) * room).div_ceil(u128::from(widest)) as usize;
        text += &format!("{depth:>5}  {:>number$}  {}\n", thousands(width), "#".repeat(length));
    }
    text
}

/// The first of the farthest boards, side by side.
fn antipodes(report: &SpaceReport) -> String {
    let drawn: Vec<String> = report.antipodes.iter().map(drawings::board).collect();
    let width = drawn.iter().flat_map(|board| board.lines()).map(str::len).max().unwrap_or(0);
    let shown = ((WIDTH + 4) / (width + 4)).clamp(1, drawn.len().max(1));
    let more = report.antipode_count - drawn.len().min(shown) as u64;
    let more = if more > 0 { format!(" (and {} more)", thousands(more)) } else { String::new() };
    let shown = &drawn[..shown.min(drawn.len())];
    format!("\nfarthest from the goal{more}:\n\n{}", drawings::beside(shown, "    ", ""))
}
