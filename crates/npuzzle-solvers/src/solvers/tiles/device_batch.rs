//! Many boards on a device at the same time.
//!
//! A board of 16 cells is too little work for a device, and most of the time would go into starting
//! and ending iterations. So boards of one frame are searched side by side, each within a bound of
//! its own: an iteration is one for all boards that are not solved yet. A search here has no first
//! levels, so its counts are those of the whole tree below the start.

use crate::core::{Cost, Stats, Stop};
use crate::domains::tiles::Direction;
use crate::domains::tiles::frame::Frame;
use crate::solvers::tiles::deepening::{Iteration, LARGEST_BOUND, slide};
use crate::solvers::tiles::device::{DeviceError, Lent, Searcher};
use crate::solvers::tiles::kernel::{DIRECTIONS, KernelTally, REMEMBERED_MOVES, Saved};

/// A board of many that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedOfMany {
    /// A shortest solution, on the frame.
    pub moves: Vec<Direction>,
    /// All iterations; the last one counts what it took to find all moves.
    pub iterations: Vec<Iteration>,
}

impl SolvedOfMany {
    /// The sums of all iterations. How many states wait for a board is not known: only its start
    /// counts.
    pub fn stats(&self) -> Stats {
        let sum = |count: fn(&Iteration) -> u64| self.iterations.iter().map(count).sum();
        Stats {
            expanded: sum(|iteration| iteration.expanded),
            generated: sum(|iteration| iteration.generated),
            evaluated: sum(|iteration| iteration.evaluated) + 1,
            max_open: 1,
            max_stored: 1,
            iterations: self.iterations.len() as u64,
            max_depth: self.moves.len() as u64,
            ..Stats::default()
        }
    }
}

/// Bounds that are so much above the first one are rare: whether there can be such is looked at.
const RARE: Cost = 24;

/// One of the boards.
struct Task {
    number: usize,
    start: Saved,
    first_bound: Cost,
    bound: Cost,
    iterations: Vec<Iteration>,
    /// What the last iteration takes.
    last: KernelTally,
    moves: Vec<Direction>,
    /// The board after these moves.
    cells: Vec<u8>,
}

impl Task {
    fn new(number: usize, start: Saved, bound: Cost) -> Self {
        let cells = start.cells.clone();
        Self {
            number,
            start,
            first_bound: bound,
            bound,
            iterations: Vec::new(),
            last: KernelTally::default(),
            moves: Vec::new(),
            cells,
        }
    }

    /// The board after the moves that are known, with the moves that are still allowed. The
    /// automaton begins anew there.
    fn node(&self) -> Saved {
        let words = if self.moves.is_empty() { self.start.words } else { u32::MAX };
        Saved { cells: self.cells.clone(), left: self.left(), words, path: 0 }
    }

    fn left(&self) -> Cost {
        self.bound - self.moves.len() as Cost
    }

    /// Makes the first moves of a path to the goal. Whether they can be made.
    fn walk(&mut self, frame: Frame, path: u64) -> bool {
        for place in 0..self.left().min(REMEMBERED_MOVES) {
            let direction = DIRECTIONS[(path >> (2 * place)) as usize & 3];
            if slide(frame, &mut self.cells, direction).is_none() {
                return false;
            }
            self.moves.push(direction);
        }
        self.left() > 0 || self.cells.iter().enumerate().all(|(cell, &home)| cell == usize::from(home))
    }
}

/// Solves boards of a frame. INVARIANT: each has a solution, and `longest` says how long one is.
pub fn solve_all(
    (searcher, lent): (&mut dyn Searcher, Lent<'_>),
    frame: Frame,
    starts: Vec<Saved>,
    longest: &dyn Fn(usize) -> Option<Cost>,
    go_on: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Vec<SolvedOfMany>, DeviceError> {
    let estimates = searcher.estimates(&starts)?;
    let task = |(number, (start, bound))| Task::new(number, start, bound);
    let mut tasks: Vec<Task> = starts.into_iter().zip(estimates).enumerate().map(task).collect();
    let lost_way = || lent.wrong("a path that it found does not lead to the goal".to_owned());

    let mut open: Vec<&mut Task> = tasks.iter_mut().filter(|task| task.bound > 0).collect();
    let mut halfway: Vec<&mut Task> = Vec::new();
    while !open.is_empty() {
        let nodes: Vec<Saved> = open.iter().map(|task| task.node()).collect();
        let ended = searcher.search_all(&nodes, go_on)?;
        let mut unsolved = Vec::new();
        for (task, end) in open.into_iter().zip(ended) {
            if let Some(path) = end.found {
                task.last = end.tally;
                if !task.walk(frame, path) {
                    return Err(lost_way());
                }
                halfway.push(task);
                continue;
            }
            task.iterations.push(Iteration::new(task.bound, end.tally, true));
            task.bound += 2;
            if task.bound > task.first_bound + RARE {
                let longest = longest(task.number).unwrap_or(LARGEST_BOUND);
                if longest < task.bound {
                    return Err(lent.contradicted(task.bound, longest));
                }
            }
            unsolved.push(task);
        }
        open = unsolved;
    }
    // Nodes remember their first moves only: what is left is searched with bounds that are known.
    loop {
        halfway.retain(|task| task.left() > 0);
        if halfway.is_empty() {
            break;
        }
        let nodes: Vec<Saved> = halfway.iter().map(|task| task.node()).collect();
        let ended = searcher.search_all(&nodes, go_on)?;
        for (task, end) in halfway.iter_mut().zip(ended) {
            task.last += end.tally;
            if !task.walk(frame, end.found.ok_or_else(lost_way)?) {
                return Err(lost_way());
            }
        }
    }
    let solved = |mut task: Task| {
        task.iterations.push(Iteration::new(task.bound, task.last, false));
        SolvedOfMany { moves: task.moves, iterations: task.iterations }
    };
    Ok(tasks.into_iter().map(solved).collect())
}
