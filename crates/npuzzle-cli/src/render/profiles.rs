//! The answer to `solve` in the form that a course expects.

use npuzzle::catalogue::profile::{COLUMBIA, ProfileCard};
use npuzzle::catalogue::{Report, Status};
use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::domains::tiles::{Board, Direction};

use crate::commands::solve::exit_code;
use crate::failure::{self, Failure};
use crate::out::Out;

/// Writes the answer; its exit code.
pub fn write(profile: &ProfileCard, report: &Report, out: &mut Out) -> Result<u8, Failure> {
    if profile.name == COLUMBIA.name { columbia(report, out) } else { forty_two(report, out) }
}

/// Without a solution no form says what to print: the reason, then.
fn reason(report: &Report, out: &mut Out) -> Result<(), Failure> {
    match &report.reason {
        Some(reason) => out.line(reason),
        None => Ok(()),
    }
}

/// Seven lines. `max_ram_usage` is what the search held in its own data structures, in mebibytes.
fn columbia(report: &Report, out: &mut Out) -> Result<u8, Failure> {
    let (Some(path), Some(cost)) = (&report.path, report.cost) else {
        out.line(if report.status == Status::Unsolvable { "unsolvable" } else { "no solution found" })?;
        reason(report, out)?;
        return Ok(exit_code(report.status, report.proof));
    };
    let word = |direction: &Direction| match direction {
        Direction::Up => "'Up'",
        Direction::Down => "'Down'",
        Direction::Left => "'Left'",
        Direction::Right => "'Right'",
    };
    let words: Vec<&str> = path.0.iter().map(word).collect();
    let stats = &report.stats;
    out.line(&format!("path_to_goal: [{}]", words.join(", ")))?;
    out.line(&format!("cost_of_path: {cost}"))?;
    out.line(&format!("nodes_expanded: {}", stats.counts.expanded))?;
    out.line(&format!("search_depth: {}", path.0.len()))?;
    out.line(&format!("max_search_depth: {}", stats.counts.max_depth))?;
    out.line(&format!("running_time: {:.8}", stats.seconds))?;
    out.line(&format!("max_ram_usage: {:.8}", stats.counts.peak_bytes as f64 / f64::from(1 << 20)))?;
    Ok(exit_code(report.status, report.proof))
}

/// The two complexities, the number of moves and the states. The goal counts as selected: the search ends when its turn comes.
fn forty_two(report: &Report, out: &mut Out) -> Result<u8, Failure> {
    if report.status == Status::Unsolvable {
        out.line("This puzzle is unsolvable.")?;
        reason(report, out)?;
        return Ok(failure::ANSWERED);
    }
    let counts = &report.stats.counts;
    let selected = counts.expanded + u64::from(report.path.is_some());
    out.line(&format!("Total number of states ever selected in the opened set (complexity in time): {selected}"))?;
    out.line(&format!(
        "Maximum number of states ever represented in memory at the same time (complexity in size): {}",
        counts.max_stored
    ))?;
    out.line(&format!("    of these in the opened set: at most {}", counts.max_open))?;
    let Some(path) = &report.path else {
        out.line("no solution found")?;
        reason(report, out)?;
        return Ok(exit_code(report.status, report.proof));
    };
    out.line(&format!(
        "Number of moves required to transition from the initial state to the final state: {}",
        path.0.len()
    ))?;
    out.line("Ordered sequence of states that make up the solution:")?;
    let mut board = report.start.clone();
    out.line(&state(&board))?;
    for &direction in &path.0 {
        // The referee has played all these moves.
        let Some(next) = board.moved(direction) else { break };
        board = next;
        out.line(&format!("\n{}", state(&board)))?;
    }
    Ok(exit_code(report.status, report.proof))
}

/// A state as in the files of the subject, without the line that gives the size.
fn state(board: &Board) -> String {
    let text = write_board(board, Format::FortyTwo).unwrap_or_else(|_| board.to_string());
    text.lines().skip(1).collect::<Vec<_>>().join("\n")
}
