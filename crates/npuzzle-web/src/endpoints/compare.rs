//! `POST /api/compare`: searches with heuristics on the same boards.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use npuzzle::core::Limits;
use npuzzle::lab::compare::{CompareRequest, PlannedRun, RunRecord};
use npuzzle::question::{self, Ask, Terms, Watch};

use crate::endpoints::{self, Endpoint};
use crate::work::Work;

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Compare>();

/// Compares searches.
pub struct Compare;

impl Work for Compare {
    const PATH: &'static str = "/api/compare";
    const SUMMARY: &'static str = "Run searches with heuristics on the same boards, and compare them";
    const EXAMPLE: &'static str = r#"{"board": "random:3x3:2:7", "algorithms": ["astar", "ida"], "heuristics": ["manhattan", "linear-conflict"]}"#;
    const STREAMS: bool = true;
    type Question = question::Compare;

    fn warm_up(question: &question::Compare, terms: &Terms) {
        let trial = question::Compare { repeat: None, baseline: None, ..question.clone() };
        // What is wrong with the question, its answer says.
        drop(trial.ask(&trial_terms(terms), &mut FirstBoard::default()));
    }
}

/// A search runs for no longer than this before it is measured. A browser takes several times as
/// long to compile a small search as to run it.
const TRIAL_NODES: u64 = 1000;
const TRIAL_TIME: Duration = Duration::from_millis(20);

/// A trial makes tables of its own, since the answer says what they cost, and shares no work.
fn trial_terms(terms: &Terms) -> Terms {
    let (nodes, time) = (Some(TRIAL_NODES), Some(TRIAL_TIME));
    let limits = Limits { nodes, time, table_cache: Arc::default(), crew: None, ..terms.limits.clone() };
    Terms { limits, ..terms.clone() }
}

/// Lets each pair run once, on the first board.
#[derive(Default)]
struct FirstBoard {
    left: usize,
}

impl Watch for FirstBoard {
    fn planned(&mut self, _: &CompareRequest, plan: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        self.left = plan.iter().filter(|run| run.board == 0).count();
        ControlFlow::Continue(Vec::new())
    }

    fn wants_boards_of_runs(&self) -> bool {
        false
    }

    fn ran(&mut self, _: &RunRecord) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use npuzzle::core::Clock;

    use super::*;

    fn trial(question: &str, terms: &Terms) -> Vec<(usize, u64, f64)> {
        let question: question::Compare = serde_json::from_str(question).expect("a question");
        let answer = question.ask(&trial_terms(terms), &mut FirstBoard::default()).expect("runs");
        let board = |id: usize| answer.plan[id - 1].board;
        answer.runs.iter().map(|run| (board(run.id), run.stats.expanded, run.stats.table_seconds)).collect()
    }

    /// The answer is the same as without it, down to the time that tables take.
    #[test]
    fn a_trial_is_short_and_leaves_nothing_behind() {
        let terms = Terms::default();
        let sets = r#"{"boards": ["korf:1", "random:4x4:5:1"], "algorithms": ["astar", "bfs"], "heuristics": ["manhattan", "misplaced"]}"#;
        let runs = trial(sets, &terms);
        assert_eq!(runs.len(), 3, "each pair once: {runs:?}");
        assert!(runs.iter().all(|(board, expanded, _)| *board == 0 && *expanded <= TRIAL_NODES), "{runs:?}");
        let tables = r#"{"board": "867254301", "algorithms": ["astar"], "heuristics": ["pdb(4-4)"]}"#;
        trial(tables, &terms);
        // Large tables are not finished, by a clock that goes on whenever it is looked at.
        let clock = Clock::stepping(Duration::from_millis(1));
        let stepping = Terms { limits: Limits { clock, ..terms.limits.clone() }, ..terms.clone() };
        let runs = trial(&tables.replace("867254301", "korf:1").replace("4-4", "7-8"), &stepping);
        assert!(matches!(runs[..], [(0, 0, seconds)] if seconds < 2.0 * TRIAL_TIME.as_secs_f64()), "{runs:?}");
        let question: question::Compare = serde_json::from_str(tables).expect("a question");
        let answer = question.ask(&terms, &mut ()).expect("runs");
        assert!(answer.runs[0].stats.table_seconds > 0.0, "the table is made when it is measured");
    }
}
