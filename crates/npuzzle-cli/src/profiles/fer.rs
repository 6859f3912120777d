//! The first laboratory of a course at FER, Zagreb: the form of its grader, word for word.

use npuzzle::answer::{ProblemReport, Status};
use npuzzle::catalogue::profile::ProfileCard;
use npuzzle::core::Fraction;
use npuzzle::domains::map::{ConsistentCheck, OptimisticCheck};

use crate::failure::Failure;
use crate::out::Out;
use crate::profiles::{Form, Profile, SearchForm};

pub const PROFILE: Profile = Profile {
    card: ProfileCard {
        name: "fer",
        title: "FER laboratory 1",
        summary: "successors in alphabetical order, goals recognised when their turn comes, equal priorities by state name; the \
                  grader's lines",
        goal: None,
        algorithm: "astar",
        aliases: &[],
        rules: &[("tie", "state"), ("goal-test", "expansion")],
    },
    form: Form::Search(SearchForm {
        alphabetical: true,
        // Those that close states one by one, from the start.
        searches: &["bfs", "dfs", "ucs", "greedy", "astar"],
        answer,
        optimistic,
        consistent,
    }),
};

/// Writes the answer of a search.
fn answer(report: &ProblemReport, out: &mut Out) -> Result<(), Failure> {
    let name = report.algorithm.split('(').next().unwrap_or_default().trim();
    let name = if name == "astar" { "A-STAR".to_owned() } else { name.to_uppercase() };
    match &report.heuristic {
        Some(heuristic) => out.line(&format!("# {name} {heuristic}"))?,
        None => out.line(&format!("# {name}"))?,
    }
    let (Some(path), Some(cost)) = (&report.path, report.cost) else {
        if report.status == Status::Stopped {
            out.note(report.reason.as_deref().unwrap_or("the search was stopped"))?;
        }
        return out.line("[FOUND_SOLUTION]: no");
    };
    // The goal is closed when its turn comes, but never expanded; a state that is opened again is
    // not closed any more.
    let counts = report.stats.counts;
    out.line("[FOUND_SOLUTION]: yes")?;
    out.line(&format!("[STATES_VISITED]: {}", counts.expanded - counts.reopened + 1))?;
    out.line(&format!("[PATH_LENGTH]: {}", path.len()))?;
    out.line(&format!("[TOTAL_COST]: {}", cost.as_float()))?;
    out.line(&format!("[PATH]: {}", path.join(" => ")))
}

fn mark(ok: bool) -> &'static str {
    if ok { "[OK]" } else { "[ERR]" }
}

/// Writes the conditions of a check that a heuristic is optimistic.
fn optimistic(name: &str, check: &OptimisticCheck<'_>, out: &mut Out) -> Result<(), Failure> {
    out.line(&format!("# HEURISTIC-OPTIMISTIC {name}"))?;
    for condition in check.conditions() {
        let distance = condition.distance.map_or_else(|| "inf".to_owned(), Fraction::as_float);
        let (mark, state, h) = (mark(condition.ok), &condition.state, condition.h.as_float());
        out.line(&format!("[CONDITION]: {mark} h({state}) <= h*: {h} <= {distance}"))?;
    }
    conclusion(check.holds(), "optimistic", out)
}

/// Writes the conditions of a check that a heuristic is consistent.
fn consistent(name: &str, check: &ConsistentCheck<'_>, out: &mut Out) -> Result<(), Failure> {
    out.line(&format!("# HEURISTIC-CONSISTENT {name}"))?;
    for condition in check.conditions() {
        let (mark, from, to) = (mark(condition.ok), &condition.from, &condition.to);
        let [h_from, h_to, cost] = [condition.h_from, condition.h_to, condition.cost].map(Fraction::as_float);
        out.line(&format!("[CONDITION]: {mark} h({from}) <= h({to}) + c: {h_from} <= {h_to} + {cost}"))?;
    }
    conclusion(check.holds(), "consistent", out)
}

fn conclusion(holds: bool, what: &str, out: &mut Out) -> Result<(), Failure> {
    let not = if holds { "" } else { "not " };
    out.line(&format!("[CONCLUSION]: Heuristic is {not}{what}."))
}
