//! ColumbiaX CSMM.101x, the project on search.

use npuzzle::answer::{Report, Status};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::domains::tiles::Direction;

use crate::commands::solve::exit_code;
use crate::failure::Failure;
use crate::out::Out;
use crate::profiles::{Form, Profile, SolveForm, Wanted, write_reason};

pub const PROFILE: Profile = Profile {
    card: ProfileCard {
        name: "columbia",
        title: "ColumbiaX 101x",
        summary: "goal first, order UDLR, goals recognised when they are removed from the frontier, states dropped that are in the \
                  frontier or explored, ties to the oldest; seven output lines",
        goal: Some("first"),
        algorithm: "bfs",
        aliases: &[("ast", "astar")],
        rules: &[("goal-test", "expansion"), ("duplicates", "stored"), ("reopen", "no"), ("tie", "fifo")],
    },
    form: Form::Solve(SolveForm { shows: false, write }),
};

/// Seven lines. The path names the moves of the blank, unless `--moves-of` says otherwise.
/// `max_ram_usage` is what the search held in its own data structures, in mebibytes.
fn write(report: &Report, _: &Wanted, out: &mut Out) -> Result<u8, Failure> {
    let (Some(path), Some(cost)) = (&report.path, report.cost) else {
        out.line(if report.status == Status::Unsolvable { "unsolvable" } else { "no solution found" })?;
        write_reason(report, out)?;
        return Ok(exit_code(report.status, report.proof));
    };
    let word = |&direction: &Direction| match report.moves_of.named(direction) {
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
