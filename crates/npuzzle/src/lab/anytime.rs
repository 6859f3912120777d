//! Anytime curves: how long the solution is after so many seconds, over sets of boards.
//!
//! Every board is solved once, with the largest of the times as its limit; what a search had by an
//! earlier time is in the list of its improvements. So a point of a curve costs nothing, and
//! the curve of a board never rises. Lengths on boards of different sizes are comparable when
//! divided by the Manhattan distance.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::Serialize;

use crate::answer::{ProofLabel, Report, Request, solve};
use crate::catalogue::{RequestError, called_algorithm, heuristic_expression, spelled_call};
use crate::core::{Cost, Improvement, Limits, Progress};
use crate::domains::tiles::goal::Goal;
use crate::domains::tiles::parity::least_moves;
use crate::domains::tiles::{Board, random_sets, sets};

/// The seed of the published random sets, and of random boards that name none.
pub const SEED: u64 = 2026;
/// So many boards of each set are usual.
pub const BOARDS: usize = 20;
/// The sizes of the published random sets.
const SIZES: [&str; 4] = ["5x5", "6x6", "7x7", "10x10"];
/// The named sets whose boards have published solutions of good length.
const NAMED: [&str; 3] = ["deepcubea-24", "deepcubea-35", "deepcubea-48"];

/// The published sets with so many boards each: uniform boards of growing size, and those of the
/// literature.
pub fn published_sets(boards: usize) -> Vec<String> {
    let random = SIZES.iter().map(|size| format!("random:{size}:{boards}:{SEED}"));
    let named = NAMED.iter().filter(|name| sets::find(name).is_some()).map(|&name| name.to_owned());
    random.chain(named).collect()
}

/// Boards that make one curve.
#[derive(Clone, Debug)]
pub struct BoardSet {
    /// As it was asked for; a random set with its seed.
    pub name: String,
    /// What its boards are to become.
    pub goal: Goal,
    /// The boards.
    pub boards: Vec<SetBoard>,
}

/// A board of a set.
#[derive(Clone, Debug)]
pub struct SetBoard {
    /// As in `korf:12`.
    pub name: String,
    /// The board.
    pub start: Board,
    /// The length of the solution that was published with it.
    pub published: Option<Cost>,
}

/// Why there are no curves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnytimeError {
    /// The text names no set.
    #[error(
        "`{text}` names no set of boards{}: expected a named set such as korf:1..10, or random boards such as random:5x5:20:2026",
        nearest.map(|name| format!("; did you mean `{name}:`?")).unwrap_or_default()
    )]
    UnknownSet {
        text: String,
        /// The beginning of a set that is spelled nearly so.
        nearest: Option<&'static str>,
    },
    /// The text names a set, and no boards of it.
    #[error("{0}")]
    Set(String),
    /// Nothing to look at.
    #[error("there are no times: expected at least one, and none of them zero")]
    NoTimes,
    /// The engine refuses the search or the heuristic.
    #[error(transparent)]
    Request(#[from] RequestError),
}

impl BoardSet {
    /// The first boards, `most` of them, of the set that a text names.
    pub fn read(text: &str, most: usize) -> Result<Self, AnytimeError> {
        let wrong = |error: &dyn std::error::Error| AnytimeError::Set(error.to_string());
        if let Some(named) = sets::find(text) {
            let (set, instances) = named.map_err(|error| wrong(&error))?;
            let board = |instance: sets::Instance| SetBoard {
                name: instance.name,
                start: instance.board,
                published: Some(instance.known.cost()),
            };
            let boards = instances.into_iter().take(most).map(board).collect();
            return Ok(Self { name: text.to_owned(), goal: Goal::preset(set.goal).unwrap_or_default(), boards });
        }
        let random = random_sets::find(text).ok_or_else(|| AnytimeError::UnknownSet {
            text: text.to_owned(),
            nearest: random_sets::nearest_word(text),
        })?;
        let mut random = random.map_err(|error| wrong(&error))?;
        let name = if random.seed.is_some() { text.to_owned() } else { format!("{text}:{SEED}") };
        random.count = random.count.min(most);
        let goal = Goal::default();
        let goal_board = goal.board(random.shape).map_err(|error| wrong(&error))?;
        let made = random.boards(&goal_board, SEED).map_err(|error| wrong(&error))?;
        let board =
            |made: random_sets::RandomBoard| SetBoard { name: made.name, start: made.board, published: made.optimal };
        Ok(Self { name, goal, boards: made.into_iter().map(board).collect() })
    }
}

/// Which curves to draw.
#[derive(Clone, Debug)]
pub struct AnytimeRequest {
    /// The sets, a curve for each.
    pub sets: Vec<BoardSet>,
    /// When to look, in any order.
    pub times: Vec<Duration>,
    /// The search, with options if need be.
    pub algorithm: String,
    /// The heuristic; the search chooses its own if there is none.
    pub heuristic: Option<String>,
    /// What each board may use up; without a limit on time, the largest of the times is one.
    pub limits: Limits,
}

impl AnytimeRequest {
    /// Whether the curves can be drawn: there are times to look at, and the search and the
    /// heuristic are known.
    pub fn check(&self) -> Result<(), AnytimeError> {
        if self.times.is_empty() || self.times.iter().any(Duration::is_zero) {
            return Err(AnytimeError::NoTimes);
        }
        called_algorithm(&self.algorithm)?;
        self.heuristic.as_deref().map(heuristic_expression).transpose()?;
        Ok(())
    }
}

/// What was known of one board at one time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Seconds since the search began.
    pub seconds: f64,
    /// The length of the best solution by then.
    pub cost: Option<Cost>,
    /// No solution is shorter; `None` as long as the search had nothing to say.
    pub lower_bound: Option<Cost>,
}

/// One board with its curve.
#[derive(Clone, Debug, Serialize)]
pub struct BoardRun {
    /// The set it is of.
    pub set: String,
    /// Its name.
    pub board: String,
    /// The sum of the distances of its tiles from home.
    pub manhattan: Cost,
    /// The length of the published solution.
    pub published: Option<Cost>,
    /// The length in the end.
    pub cost: Option<Cost>,
    /// What is proved of it.
    pub proof: ProofLabel,
    /// No solution is shorter.
    pub lower_bound: Option<Cost>,
    /// Seconds until the search ended, tables and all.
    pub seconds: f64,
    /// What was known at each of the times.
    pub points: Vec<Point>,
    /// All solutions, each better than the one before.
    pub improvements: Vec<Improvement>,
}

/// A point of the curve of a set: means over the boards that were solved by then.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeanPoint {
    /// Seconds since the search began.
    pub seconds: f64,
    /// Boards that had a solution by then.
    pub solved: usize,
    /// Mean length.
    pub cost: Option<f64>,
    /// Mean length, divided by the mean Manhattan distance of the same boards.
    pub per_manhattan: Option<f64>,
    /// Mean lower bound.
    pub lower_bound: Option<f64>,
    /// Mean of length / lower bound - 1: no solution is longer than the optimum by more than this.
    pub gap: Option<f64>,
}

/// The curve of a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetCurve {
    /// The set.
    pub set: String,
    /// Boards that were run.
    pub boards: usize,
    /// Mean Manhattan distance.
    pub manhattan: f64,
    /// Mean length of the published solutions, where all boards have one.
    pub published: Option<f64>,
    /// The curve.
    pub points: Vec<MeanPoint>,
}

/// The curves of all sets.
#[derive(Clone, Debug, Serialize)]
pub struct Anytime {
    /// The search.
    pub algorithm: String,
    /// The times in seconds.
    pub times: Vec<f64>,
    /// Whether all boards were run to their end.
    pub complete: bool,
    /// A curve for each set.
    pub sets: Vec<SetCurve>,
    /// Every board.
    pub runs: Vec<BoardRun>,
}

/// Runs every board. `done` gets each set as it ends, and may end the rest; `watch` hears
/// about ten times a second how the board with this number, from 1, gets on. A cancel flag in the
/// limits ends the series too: the board it hits is left out.
pub fn anytime(
    request: &AnytimeRequest,
    done: &mut dyn FnMut(&SetCurve) -> ControlFlow<()>,
    watch: &mut dyn FnMut(usize, &SetBoard, &Progress),
) -> Result<Anytime, AnytimeError> {
    request.check()?;
    let mut times = request.times.clone();
    times.sort();
    times.dedup();
    let last = times.last().copied().ok_or(AnytimeError::NoTimes)?;
    let limit = request.limits.time.unwrap_or(last);
    let limits = Limits { time: Some(limit), ..request.limits.clone() };
    let is_cancelled = || limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let mut answer = Anytime {
        algorithm: spelled_call(&request.algorithm)?,
        times: times.iter().map(Duration::as_secs_f64).collect(),
        complete: true,
        sets: Vec::new(),
        runs: Vec::new(),
    };
    let mut number = 0;
    for set in &request.sets {
        let before = answer.runs.len();
        for board in &set.boards {
            number += 1;
            let question = Request {
                goal: set.goal.clone(),
                algorithm: request.algorithm.clone(),
                heuristic: request.heuristic.clone(),
                limits: limits.clone(),
                ..Request::new(board.start.clone())
            };
            let began = limits.clock.now();
            let report = solve(&question, &mut |progress| watch(number, board, progress), None)?;
            if is_cancelled() && report.proof != ProofLabel::Optimal {
                answer.complete = false;
                break;
            }
            answer.runs.push(board_run(set, board, report, &answer.times, limits.clock.since(began), limit));
        }
        if let Some(curve) = SetCurve::of(&set.name, &answer.runs[before..]) {
            let goes_on = done(&curve).is_continue();
            answer.sets.push(curve);
            answer.complete &= goes_on;
        }
        if !answer.complete || is_cancelled() {
            answer.complete &= number == request.sets.iter().map(|set| set.boards.len()).sum::<usize>();
            break;
        }
    }
    Ok(answer)
}

fn board_run(
    set: &BoardSet,
    board: &SetBoard,
    report: Report,
    times: &[f64],
    took: Duration,
    limit: Duration,
) -> BoardRun {
    // A search that its limit ended needs a moment to stop; what it has then counts as found in
    // time.
    let ended = Point {
        seconds: took.min(limit).as_secs_f64(),
        cost: report.cost,
        lower_bound: report.lower_bound.filter(|_| report.proof != ProofLabel::None),
    };
    BoardRun {
        set: set.name.clone(),
        board: board.name.clone(),
        manhattan: least_moves(&report.start, &report.goal),
        published: board.published,
        cost: report.cost,
        proof: report.proof,
        lower_bound: report.lower_bound,
        seconds: took.as_secs_f64(),
        points: times.iter().map(|&time| known_at(time, &report.improvements, ended)).collect(),
        improvements: report.improvements,
    }
}

/// What was known at a time, from the solutions on the way and the end.
fn known_at(seconds: f64, improvements: &[Improvement], ended: Point) -> Point {
    let on_the_way = improvements.iter().filter(|step| step.seconds <= seconds);
    let known = on_the_way.map(|step| (Some(step.cost), Some(step.lower_bound)));
    let known: Vec<_> = known.chain((ended.seconds <= seconds).then_some((ended.cost, ended.lower_bound))).collect();
    Point {
        seconds,
        cost: known.iter().filter_map(|(cost, _)| *cost).min(),
        lower_bound: known.iter().filter_map(|(_, bound)| *bound).max(),
    }
}

/// `None` if there are no numbers.
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u32, 0.0), |(count, sum), number| (count + 1, sum + number));
    (count > 0).then(|| sum / f64::from(count))
}

impl SetCurve {
    /// The curve of some runs, all with points at the same times; `None` if there are no runs.
    fn of(set: &str, runs: &[BoardRun]) -> Option<Self> {
        let published: Option<Vec<f64>> = runs.iter().map(|run| run.published.map(f64::from)).collect();
        let points = (0..runs.first()?.points.len()).map(|at| {
            let solved =
                || runs.iter().filter_map(move |run| Some((run, run.points[at], f64::from(run.points[at].cost?))));
            let cost = mean(solved().map(|(_, _, cost)| cost));
            let manhattan = mean(solved().map(|(run, ..)| f64::from(run.manhattan)));
            let bounds = || solved().filter_map(|(_, point, cost)| Some((cost, f64::from(point.lower_bound?))));
            let gaps = bounds().filter(|&(cost, bound)| bound > 0.0 || cost == 0.0);
            MeanPoint {
                seconds: runs[0].points[at].seconds,
                solved: solved().count(),
                cost,
                per_manhattan: cost.zip(manhattan).filter(|&(_, sum)| sum > 0.0).map(|(cost, sum)| cost / sum),
                lower_bound: mean(bounds().map(|(_, bound)| bound)),
                gap: mean(gaps.map(|(cost, bound)| if cost > 0.0 { cost / bound - 1.0 } else { 0.0 })),
            }
        });
        Some(Self {
            set: set.to_owned(),
            boards: runs.len(),
            manhattan: mean(runs.iter().map(|run| f64::from(run.manhattan)))?,
            published: published.and_then(|lengths| mean(lengths.into_iter())),
            points: points.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(cost: Cost, lower_bound: Cost, seconds: f64) -> Improvement {
        Improvement { cost, lower_bound, seconds, expanded: 0 }
    }

    #[test]
    fn a_point_is_the_best_by_then() {
        let steps = [step(200, 60, 0.01), step(120, 60, 0.5), step(112, 70, 3.0)];
        let ended = Point { seconds: 10.0, cost: Some(110), lower_bound: Some(84) };
        let at = |seconds| {
            let point = known_at(seconds, &steps, ended);
            (point.cost, point.lower_bound)
        };
        assert_eq!(at(0.001), (None, None));
        assert_eq!(at(0.1), (Some(200), Some(60)));
        assert_eq!(at(3.0), (Some(112), Some(70)));
        assert_eq!(at(9.9), (Some(112), Some(70)));
        assert_eq!([at(10.0), at(60.0)], [(Some(110), Some(84)); 2]);
        // A search that tells of nothing on its way has its answer in the end.
        assert_eq!(known_at(9.0, &[], ended).cost, None);
        assert_eq!(known_at(10.0, &[], ended), ended);
    }

    fn run(manhattan: Cost, published: Option<Cost>, points: &[(Option<Cost>, Option<Cost>)]) -> BoardRun {
        let point = |(at, &(cost, lower_bound)): (usize, &_)| Point { seconds: at as f64 + 1.0, cost, lower_bound };
        BoardRun {
            set: "set".to_owned(),
            board: "board".to_owned(),
            manhattan,
            published,
            cost: None,
            proof: ProofLabel::Found,
            lower_bound: None,
            seconds: 0.0,
            points: points.iter().enumerate().map(point).collect(),
            improvements: Vec::new(),
        }
    }

    #[test]
    fn means_are_those_of_the_boards_solved_by_then() {
        let runs = [
            run(10, Some(12), &[(Some(20), Some(10)), (Some(15), Some(10))]),
            run(20, Some(24), &[(None, None), (Some(30), Some(20))]),
        ];
        let curve = SetCurve::of("set", &runs).unwrap();
        assert_eq!((curve.boards, curve.manhattan, curve.published), (2, 15.0, Some(18.0)));
        let first = &curve.points[0];
        assert_eq!((first.solved, first.cost, first.per_manhattan), (1, Some(20.0), Some(2.0)));
        assert_eq!((first.lower_bound, first.gap), (Some(10.0), Some(1.0)));
        let second = &curve.points[1];
        assert_eq!((second.solved, second.cost, second.per_manhattan), (2, Some(22.5), Some(1.5)));
        assert_eq!((second.lower_bound, second.gap), (Some(15.0), Some(0.5)));
        assert_eq!(SetCurve::of("none", &[]), None);
        assert_eq!(SetCurve::of("set", &[run(0, None, &[(Some(0), Some(0))])]).unwrap().points[0].gap, Some(0.0));
    }

    #[test]
    fn sets_are_read_and_cut() {
        let set = BoardSet::read("korf:3..9", 2).unwrap();
        assert_eq!(set.boards.iter().map(|board| &board.name[..]).collect::<Vec<_>>(), ["korf:3", "korf:4"]);
        let shape = set.boards[0].start.shape();
        assert_eq!(set.goal.board(shape), Goal::preset("first").unwrap().board(shape));
        let all = BoardSet::read("random:3x3:4", 10).unwrap();
        assert_eq!((&all.name[..], all.boards.len()), ("random:3x3:4:2026", 4));
        let cut = BoardSet::read("random:3x3:4:2026", 3).unwrap();
        assert!(cut.boards.iter().zip(&all.boards).all(|(a, b)| a.start == b.start) && cut.boards.len() == 3);
        for bad in ["", "nothing", "korf:0", "random:3x3", "1 2 3/4 0 6/7 5 8"] {
            assert!(BoardSet::read(bad, 5).is_err(), "{bad}");
        }
        for set in published_sets(3) {
            assert_eq!(BoardSet::read(&set, 3).unwrap().boards.len(), 3, "{set}");
        }
    }
}
