//! The n-puzzle of the 42 schools.

use npuzzle::answer::{Report, Status};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::domains::tiles::{Board, Moves};

use crate::commands::solve::{Show, exit_code};
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::profiles::{Form, Profile, SolveForm, Wanted, write_reason};
use crate::render::solution;

pub const PROFILE: Profile = Profile {
    card: ProfileCard {
        name: "42",
        title: "42 n-puzzle",
        summary: "goal snail, goals recognised when they are selected; both complexities, the number of moves and every \
                  state; a puzzle that is unsolvable is an answer, exit code 0",
        goal: Some("snail"),
        algorithm: "astar",
        aliases: &[("uniform-cost", "ucs")],
        rules: &[("goal-test", "expansion")],
    },
    form: Form::Solve(SolveForm { shows: true, write }),
};

/// The two complexities, the number of moves and the states. The goal counts as selected: the
/// search ends when its turn comes. A puzzle that is unsolvable is to be recognised and told: that
/// is an answer, not a failure.
fn write(report: &Report, wanted: &Wanted, out: &mut Out) -> Result<u8, Failure> {
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
    match wanted.show.unwrap_or(Show::Boards) {
        Show::None => {}
        Show::Moves => {
            out.line("Ordered sequence of moves that make up the solution:")?;
            out.text(&solution::moves(report))?;
        }
        Show::Boards => {
            out.line("Ordered sequence of states that make up the solution:")?;
            states(&report.start, path, wanted.notation, out)?;
        }
    }
    Ok(exit_code(report.status, report.proof))
}

/// All states from the first to the last.
fn states(start: &Board, path: &Moves, notation: Option<Format>, out: &mut Out) -> Result<(), Failure> {
    // States of several lines are kept apart.
    let state = |board: &Board| notation.map_or_else(|| state(board), |notation| solution::written(board, notation));
    let mut board = start.clone();
    let first = state(&board);
    let gap = if first.contains('\n') { "\n" } else { "" };
    out.line(&first)?;
    for &direction in &path.0 {
        // The referee has played all these moves.
        let Some(next) = board.moved(direction) else { break };
        board = next;
        out.line(&format!("{gap}{}", state(&board)))?;
    }
    Ok(())
}

/// A state as in the files of the subject, without the line that gives the size. These know square
/// boards only; others are written in the same way.
fn state(board: &Board) -> String {
    match write_board(board, Format::FortyTwo) {
        Ok(text) => text.lines().skip(1).collect::<Vec<_>>().join("\n"),
        Err(_) => solution::written(board, Format::Grid).replace('.', "0"),
    }
}
