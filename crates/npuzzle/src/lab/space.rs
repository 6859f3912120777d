//! The whole space of a small board: how many states at each distance, the farthest boards, and how
//! many shortest solutions there are.
//!
//! A breadth-first search from the goal at one bit a state ([`BreadthFirst`]), and along with it,
//! where that is wanted, the number of shortest solutions of every state ([`PathCounts`]). The goal
//! counts as a state with one solution, the empty one.

use std::time::Duration;

use serde::Serialize;

use crate::core::{Limits, Metric, Stop};
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::path_counts::{PathCounts, PathTotals};
use crate::domains::tiles::sorted_boards::SortedBoards;
use crate::domains::tiles::state_index::{MOST_CELLS, StateIndex, TooLarge};
use crate::domains::tiles::{Board, Shape};
use crate::lab::known_space::{BlankPlaces, ExactCounts, blank_places, mean_depth};

/// So many farthest boards are listed; their number is exact.
pub const MOST_ANTIPODES: usize = 1000;

/// Up to so many cells shortest solutions are counted without being asked for.
pub const COUNTED_CELLS: usize = 10;

/// How often `watch` hears of it.
const TELLING_INTERVAL: Duration = Duration::from_millis(100);

/// What to find out.
#[derive(Clone, Debug)]
pub struct SpaceRequest {
    /// The boards.
    pub shape: Shape,
    /// Where the distances begin.
    pub goal: Goal,
    /// What the distances count.
    pub metric: Metric,
    /// Whether shortest solutions are counted; `None` for boards of up to [`COUNTED_CELLS`] cells.
    pub count_solutions: Option<bool>,
    /// Time, memory, threads and the cancel flag.
    pub limits: Limits,
}

impl SpaceRequest {
    /// The space behind a goal.
    pub fn new(shape: Shape, goal: Goal) -> Self {
        Self { shape, goal, metric: Metric::default(), count_solutions: None, limits: Limits::default() }
    }

    /// Whether shortest solutions will be counted.
    pub fn counts_solutions(&self) -> bool {
        self.count_solutions.unwrap_or(self.shape.is_line() || self.shape.cells() <= COUNTED_CELLS)
    }

    /// About how many bytes it will take; `None` if the space is beyond all memory.
    ///
    /// Counting takes what the two widest layers side by side ask for. That is known only
    /// afterwards: at most a third of the states on boards of up to nine cells, 26 % on 3x3, and
    /// less than a fifth on 2x5 and 3x4. In slides there are fewer layers: 34 % on 3x3, and all
    /// states on a line.
    pub fn needed_bytes(&self) -> Option<u64> {
        let search = BreadthFirst::needed_bytes(self.metric, self.shape, self.limits.threads())?;
        let states = self.shape.reachable_states()?;
        // A layer in single moves has the blank on one colour of the cells.
        let (share, places) = match self.metric {
            Metric::Single => (if self.shape.cells() <= 9 { 3 } else { 4 }, states / 32),
            Metric::Multi => (if self.shape.is_line() { 1 } else { 2 }, states / 16),
        };
        let counts = if self.counts_solutions() { (8 * states).div_ceil(share) + places + 1024 } else { 0 };
        search.checked_add(counts)
    }
}

/// A glimpse of the search.
#[derive(Clone, Copy, Debug)]
pub struct SpaceProgress {
    /// States seen so far.
    pub seen: u64,
    /// All states.
    pub states: u64,
    /// The layer that the search has come to.
    pub depth: usize,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What was found out.
#[derive(Clone, Debug, Serialize)]
pub struct SpaceReport {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The goal.
    pub goal: Board,
    /// What the distances count.
    pub metric: Metric,
    /// That it was searched.
    pub searched: bool,
    /// States that can reach the goal.
    pub states: u64,
    /// The same numbers as texts, as for spaces whose numbers do not fit 64 bits.
    #[serde(flatten)]
    pub exact: ExactCounts,
    /// Moves, or slides, between them, each counted both ways.
    pub edges: u64,
    /// The largest distance.
    pub diameter: usize,
    /// The largest distance is at least and at most this.
    pub diameter_bounds: (usize, usize),
    /// Number of states at each distance.
    pub widths: Vec<u64>,
    /// The farthest boards in lexicographic order, [`MOST_ANTIPODES`] at most.
    pub antipodes: Vec<Board>,
    /// Number of the farthest boards.
    pub antipode_count: u64,
    /// The mean distance.
    pub mean_depth: f64,
    /// Moves of a state on average.
    pub mean_branching_factor: f64,
    /// Where the blank has how many moves.
    pub branching: Vec<BlankPlaces>,
    /// Arrangements of the tiles that cannot reach the goal; `None` when it does not fit 64 bits.
    pub unreachable: Option<u64>,
    /// The shortest solutions, where they were counted.
    pub optimal_solutions: Option<OptimalSolutions>,
    /// Sources of published numbers: none, since all were computed here.
    pub sources: Vec<&'static str>,
    /// Always `None`: it was searched.
    pub reason: Option<String>,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// Seconds it took.
    pub seconds: f64,
}

/// How many shortest solutions the states have, the goal with its empty one included.
#[derive(Clone, Debug, Serialize)]
pub struct OptimalSolutions {
    /// States with just one.
    pub unique: u64,
    /// The mean over all states.
    pub mean: f64,
    /// The most that a state has.
    pub max: u64,
    /// How many states have that many.
    pub max_boards: u64,
}

impl OptimalSolutions {
    fn new(totals: &PathTotals, states: u64) -> Self {
        let PathTotals { unique, sum, most, with_most, .. } = *totals;
        Self { unique, mean: sum as f64 / states as f64, max: most, max_boards: with_most }
    }
}

/// Why the space was not searched to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// There are too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There is not enough memory for it.
    #[error(
        "the space of a {shape} board has {states} states and takes {needed} bytes, more than the memory limit of {allowed} bytes"
    )]
    Memory { shape: Shape, states: u64, needed: u64, allowed: u64 },
    /// A limit ended the search.
    #[error("{why} at depth {depth}, after {seen} of {states} states")]
    Stopped { why: Stop, seen: u64, states: u64, depth: usize },
    /// A state has more shortest solutions than can be counted.
    #[error("a {0} board has more than 2^64 shortest solutions, which cannot be counted here")]
    Uncountable(Shape),
}

/// Searches a whole space. `watch` hears about ten times a second how far it is.
pub fn space(request: &SpaceRequest, watch: &mut dyn FnMut(&SpaceProgress)) -> Result<SpaceReport, SpaceError> {
    let SpaceRequest { shape, goal, metric, limits, .. } = request;
    let clock = &limits.clock;
    let started = clock.now();
    let goal = goal.board(*shape)?;
    let too_large = || TooLarge { shape: *shape, purpose: "a search of them all", most_cells: MOST_CELLS };
    let states = shape.reachable_states().ok_or_else(too_large)?;
    let memory = |needed: u64| match limits.memory {
        Some(allowed) if needed > allowed => Err(SpaceError::Memory { shape: *shape, states, needed, allowed }),
        _ => Ok(()),
    };
    // What is allowed need not be there.
    let have = |bytes: u64, seen: u64, depth: usize| {
        limits.allow(bytes).map_err(|why| SpaceError::Stopped { why, seen, states, depth })
    };
    let needed = request.needed_bytes().ok_or_else(too_large)?;
    memory(needed)?;
    have(needed, 0, 0)?;
    let threads = limits.threads();
    let bits = BreadthFirst::needed_bytes(*metric, *shape, threads).ok_or_else(too_large)?;
    let index = StateIndex::new(&goal)?;
    let mut search = BreadthFirst::by(*metric, &index, threads);
    let mut counts = request.counts_solutions().then(|| PathCounts::new(&index));
    let mut peak_bytes = bits;
    let mut told = started;
    loop {
        let (seen, depth) = (search.seen(), search.depth());
        let mut go_on = || {
            if clock.since(told) >= TELLING_INTERVAL {
                told = clock.now();
                watch(&SpaceProgress { seen, states, depth, elapsed: clock.since(started) });
            }
            limits.check(started).map_err(|why| SpaceError::Stopped { why, seen, states, depth })
        };
        if !search.advance(&mut go_on)? {
            break;
        }
        if let Some(counts) = &mut counts {
            let needed = bits + PathCounts::needed_bytes(&search);
            memory(needed)?;
            have(needed - bits, seen, depth)?;
            peak_bytes = peak_bytes.max(needed);
            counts.advance(&search, &mut go_on)?;
        }
    }
    debug_assert_eq!(search.seen(), states);
    if counts.as_ref().is_some_and(|counts| counts.totals().overflow) {
        return Err(SpaceError::Uncountable(*shape));
    }
    let widths = search.widths().to_vec();
    Ok(SpaceReport {
        rows: shape.rows(),
        cols: shape.cols(),
        metric: *metric,
        searched: true,
        states,
        exact: ExactCounts::of(*shape, *metric),
        edges: index.edges(*metric),
        diameter: search.depth(),
        diameter_bounds: (search.depth(), search.depth()),
        antipodes: SortedBoards::new(&index, search.states()).into_iter().take(MOST_ANTIPODES).collect(),
        antipode_count: search.width(),
        mean_depth: mean_depth(&widths),
        mean_branching_factor: index.edges(*metric) as f64 / states as f64,
        branching: blank_places(*shape, *metric),
        unreachable: shape.arrangements().map(|arrangements| arrangements - states),
        optimal_solutions: counts.map(|counts| OptimalSolutions::new(counts.totals(), states)),
        sources: Vec::new(),
        reason: None,
        peak_bytes,
        seconds: clock.since(started).as_secs_f64(),
        widths,
        goal,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn request(rows: usize, cols: usize) -> SpaceRequest {
        SpaceRequest::new(Shape::new(rows, cols).unwrap(), Goal::default())
    }

    fn report(rows: usize, cols: usize) -> SpaceReport {
        space(&request(rows, cols), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_eight_puzzle_is_as_the_literature_says() {
        let report = report(3, 3);
        assert_eq!((report.states, report.edges, report.diameter), (181_440, 483_840, 31));
        assert_eq!((report.antipode_count, report.unreachable), (2, Some(181_440)));
        let antipodes: Vec<String> = report.antipodes.iter().map(ToString::to_string).collect();
        assert_eq!(antipodes, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
        assert_eq!(format!("{:.2} {:.3}", report.mean_depth, report.mean_branching_factor), "21.97 2.667");
        let solutions = report.optimal_solutions.unwrap();
        assert_eq!((solutions.unique, format!("{:.3}", solutions.mean)), (78_033, "2.761".to_owned()));
        assert_eq!(solutions.max, 64);
    }

    /// In slides of whole lines, by exhaustion.
    #[test]
    fn the_eight_puzzle_in_slides() {
        let request = SpaceRequest { metric: Metric::Multi, ..request(3, 3) };
        let report = space(&request, &mut |_| {}).unwrap();
        assert_eq!((report.states, report.edges, report.diameter), (181_440, 725_760, 24));
        assert_eq!(
            report.widths,
            [
                1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485, 30985,
                23494, 11751, 3390, 589, 41, 1
            ]
        );
        assert_eq!(report.antipode_count, 1);
        assert_eq!(report.mean_branching_factor, 4.0);
        assert!(report.peak_bytes <= request.needed_bytes().unwrap());
    }

    #[test]
    fn small_boards_and_lines() {
        let known = [(2, 2, 12, 24, 6, 1), (2, 3, 360, 840, 21, 1), (3, 2, 360, 840, 21, 1), (1, 5, 5, 8, 4, 1)];
        for (rows, cols, states, edges, diameter, antipodes) in known {
            let report = report(rows, cols);
            assert_eq!((report.states, report.edges, report.diameter), (states, edges, diameter), "{rows}x{cols}");
            assert_eq!((report.antipodes.len(), report.antipode_count), (antipodes, antipodes as u64));
            assert_eq!(report.widths.iter().sum::<u64>(), states);
        }
        assert_eq!(report(1, 5).unreachable, Some(115));
        assert_eq!(report(1, 100).unreachable, None);
        assert_eq!(report(100, 1).diameter, 99);
    }

    /// What is announced is enough, and not far more, wherever solutions are counted.
    #[test]
    fn the_memory_that_is_announced_is_enough() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (2, 5), (1, 2), (1, 9)] {
            for metric in Metric::ALL {
                let request = SpaceRequest { metric, ..request(rows, cols) };
                let needed = request.needed_bytes().unwrap();
                let report = space(&request, &mut |_| {}).unwrap();
                assert!(report.peak_bytes <= needed, "{rows}x{cols}: {} of {needed}", report.peak_bytes);
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_starts() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let error = space(&SpaceRequest { limits, ..request(3, 4) }, &mut |_| {}).unwrap_err();
        assert!(matches!(error, SpaceError::Memory { states: 239_500_800, allowed: 1_048_576, .. }), "{error}");
        for (rows, cols, states) in [(4, 4, "10,461,394,944,000"), (5, 5, "more than 10^19")] {
            let error = space(&request(rows, cols), &mut |_| {}).unwrap_err().to_string();
            assert!(error.contains(states), "{error}");
        }
    }

    #[test]
    fn a_cancelled_search_says_how_far_it_came() {
        let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        let error = space(&SpaceRequest { limits, ..request(3, 3) }, &mut |_| {}).unwrap_err();
        assert_eq!(error, SpaceError::Stopped { why: Stop::Cancelled, seen: 1, states: 181_440, depth: 0 });
    }
}
