//! The n-puzzle of the 42 schools.

use npuzzle::answer::{Report, Status};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::notation::{Format, write_board};

use crate::commands::solve::exit_code;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::profiles::{Form, Profile, write_reason};

pub const PROFILE: Profile = Profile {
    card: ProfileCard {
        name: "42",
        title: "42 n-puzzle",
        summary: "goal snail, goals recognised when they are selected; both complexities, the number of moves and every state",
        goal: Some("snail"),
        algorithm: "astar",
        aliases: &[("uniform-cost", "ucs")],
        rules: &[("goal-test", "expansion")],
    },
    form: Form::Solve(write),
};

/// The two complexities, the number of moves and the states. The goal counts as selected: the
/// search ends when its turn comes.
fn write(report: &Report, out: &mut Out) -> Result<u8, Failure> {
    if report.status == Status::Unsolvable {
        out.line("This puzzle is unsolvable.")?;
        write_reason(report, out)?;
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
        write_reason(report, out)?;
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
