//! The benchmark: a fixed suite whose total number of expansions is a signature of the engine's
//! behaviour.
//!
//! The suite is written out below: boards, goals, searches and heuristics. Those that are added to
//! the catalogue do not join it, so the signature changes only when the behaviour of a search or a
//! heuristic does; speed does not enter it. Parallel searches are left out, since what they expand
//! depends on chance.

use serde::Serialize;

use crate::answer::{Report, Request, solve};
use crate::catalogue::RequestError;
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::notation::{ReadOptions, read_board};
use crate::domains::tiles::{Board, sets};

/// One run of the suite.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRun {
    /// Name of the board.
    pub board: String,
    /// The search.
    pub algorithm: &'static str,
    /// The heuristic.
    pub heuristic: Option<String>,
    /// Cost of its solution.
    pub cost: Option<u32>,
    /// States expanded: the part of this run in the signature.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// Seconds of the search.
    pub seconds: f64,
}

/// The outcome of the suite.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// Total expansions.
    pub signature: u64,
    /// The runs.
    pub runs: Vec<BenchRun>,
}

/// A board of the suite.
struct Case {
    name: &'static str,
    /// As text, or the name of a board of a set.
    board: &'static str,
    goal: &'static str,
    heuristics: &'static [&'static str],
    /// The searches that would take too long.
    without: &'static [&'static str],
}

const ALL: &[&str] = &["misplaced", "manhattan", "linear-conflict"];
const STRONG: &[&str] = &["manhattan", "linear-conflict"];
const BLIND: &[&str] = &["bfs", "dfs", "dls", "ids", "ucs", "bibfs"];

const CASES: &[Case] = &[
    Case { name: "two moves", board: "123_4x6_758", goal: "last", heuristics: ALL, without: &[] },
    Case { name: "eight moves", board: "1 3 6/5 0 2/4 7 8", goal: "last", heuristics: ALL, without: &[] },
    Case { name: "hardest 8-puzzle", board: "867254301", goal: "last", heuristics: STRONG, without: &["dls", "ids"] },
    Case { name: "Nilsson's board", board: "2 8 3/1 6 4/7 0 5", goal: "snail", heuristics: ALL, without: &[] },
    Case { name: "3x4", board: "5 1 3 4/9 2 7 8/0 6 10 11", goal: "last", heuristics: STRONG, without: BLIND },
    Case { name: "korf:12", board: "korf:12", goal: "first", heuristics: STRONG, without: BLIND },
    Case { name: "korf:79", board: "korf:79", goal: "first", heuristics: STRONG, without: BLIND },
];

/// The searches, and how many of a board's heuristics each is run with.
const SEARCHES: &[(&str, usize)] = &[
    ("bfs", 1),
    ("dfs", 1),
    ("dls", 1),
    ("ids", 1),
    ("ucs", 1),
    ("greedy", 3),
    ("astar", 3),
    ("weighted-astar", 3),
    ("focal", 3),
    ("ida", 3),
    ("rbfs", 3),
    ("sma", 3),
    ("fringe", 3),
    ("bibfs", 1),
    ("nba", 3),
    ("bae", 3),
    ("nbs", 3),
    ("mm", 3),
    ("beam", 3),
    ("rectangle", 3),
    ("ara", 3),
    ("constructive", 1),
    ("auto", 3),
];

impl Case {
    fn read(&self) -> Option<Board> {
        match sets::find(self.board) {
            Some(found) => found.ok().and_then(|(_, boards)| boards.into_iter().next()).map(|entry| entry.board),
            None => read_board(self.board, &ReadOptions::default()).map(|read| read.board).ok(),
        }
    }
}

/// Runs the suite. `done` sees each run as it ends, and may say `false` to end the suite there.
pub fn bench(done: &mut dyn FnMut(&BenchRun) -> bool) -> Result<Bench, RequestError> {
    let mut runs = Vec::new();
    for case in CASES {
        let Some(board) = case.read() else { continue };
        for &(algorithm, tried) in SEARCHES.iter().filter(|(algorithm, _)| !case.without.contains(algorithm)) {
            for heuristic in case.heuristics.iter().take(tried) {
                let request = Request {
                    goal: Goal::preset(case.goal).unwrap_or_default(),
                    algorithm: algorithm.to_owned(),
                    heuristic: Some((*heuristic).to_owned()),
                    ..Request::new(board.clone())
                };
                let run = bench_run(case.name, algorithm, solve(&request, &mut |_| {}, None)?);
                let go_on = done(&run);
                runs.push(run);
                if !go_on {
                    return Ok(Bench::of(runs));
                }
            }
        }
    }
    Ok(Bench::of(runs))
}

impl Bench {
    fn of(runs: Vec<BenchRun>) -> Self {
        Self { signature: runs.iter().map(|run| run.expanded).sum(), runs }
    }
}

fn bench_run(board: &str, algorithm: &'static str, report: Report) -> BenchRun {
    BenchRun {
        board: board.to_owned(),
        algorithm,
        heuristic: report.heuristic,
        cost: report.cost,
        expanded: report.stats.counts.expanded,
        generated: report.stats.counts.generated,
        peak_bytes: report.stats.counts.peak_bytes,
        seconds: report.stats.seconds,
    }
}
