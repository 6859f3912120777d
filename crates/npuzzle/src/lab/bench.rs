//! The benchmark: a fixed suite whose total number of expansions is a signature of the engine's
//! behaviour.
//!
//! The suite is every search of the catalogue on the boards it can be expected to solve, with fixed
//! heuristics and no time limit; parallel searches are left out, since what they expand depends on
//! chance. The signature changes only when a search, a heuristic or the suite changes; speed does
//! not enter it.

use serde::Serialize;

use crate::catalogue::{Report, Request, RequestError, algorithms, solve};
use crate::core::card::FrontierOrder;
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

/// A board of the suite, the goal it is solved for, and the heuristics tried on it.
struct Case {
    name: String,
    board: Board,
    goal: &'static str,
    heuristics: &'static [&'static str],
    /// Whether uninformed searches can solve it in a moment.
    easy: bool,
}

fn case(name: &str, board: Board, goal: &'static str, heuristics: &'static [&'static str], easy: bool) -> Case {
    Case { name: name.to_owned(), board, goal, heuristics, easy }
}

fn cases() -> Vec<Case> {
    let board = |text: &str| read_board(text, &ReadOptions::default()).map(|read| read.board).ok();
    let korf = |name: &str| sets::find(name).and_then(Result::ok).and_then(|(_, boards)| boards.into_iter().next());
    let all: &[&str] = &["misplaced", "manhattan", "linear-conflict"];
    let strong: &[&str] = &["manhattan", "linear-conflict"];
    [
        board("123_4x6_758").map(|b| case("two moves", b, "last", all, true)),
        board("1 3 6/5 0 2/4 7 8").map(|b| case("eight moves", b, "last", all, true)),
        board("867254301").map(|b| case("hardest 8-puzzle", b, "last", strong, false)),
        board("2 8 3/1 6 4/7 0 5").map(|b| case("Nilsson's board", b, "snail", all, true)),
        board("5 1 3 4/9 2 7 8/0 6 10 11").map(|b| case("3x4", b, "last", strong, false)),
        korf("korf:12").map(|i| case("korf:12", i.board, "first", strong, false)),
        korf("korf:79").map(|i| case("korf:79", i.board, "first", strong, false)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Runs the suite. `done` hears of each run as it ends, and may say `false` to end the suite
/// there.
pub fn bench(done: &mut dyn FnMut(&BenchRun) -> bool) -> Result<Bench, RequestError> {
    let mut runs = Vec::new();
    for case in cases() {
        for card in algorithms() {
            let blind = !card.informed && card.frontier != FrontierOrder::None;
            let hopeless = case.board.shape().cells() > 9 || card.frontier == FrontierOrder::Path;
            if card.kind.is_parallel() || blind && hopeless && !case.easy {
                continue;
            }
            let heuristics = if card.informed { case.heuristics } else { &case.heuristics[..1] };
            for heuristic in heuristics {
                let request = Request {
                    goal: Goal::preset(case.goal).unwrap_or_default(),
                    algorithm: card.name.to_owned(),
                    heuristic: Some((*heuristic).to_owned()),
                    ..Request::new(case.board.clone())
                };
                let run = bench_run(&case.name, card.name, solve(&request, &mut |_| {})?);
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
