//! Window improvement: stretches of a path are solved anew, each in the fewest moves.
//!
//! A *window* of a path is the puzzle that leads from one board of it to another some moves later.
//! The tiles that move there stand in a small rectangle of the board, so that the puzzle is small
//! however large the board is. A beam with the bound as its score, which drops all boards that
//! cannot lead to a shorter way, solves it; as long as its layers are not full, this is
//! breadth-first heuristic search (Zhou & Hansen 2006), and what it finds is the shortest way
//! within the rectangle.
//!
//! Windows beside each other are solved at the same time; the next sweep has its windows a third of
//! their length further on. Each place on the path remembers that the window which begins there
//! holds nothing to be gained, until a move in it changes: later sweeps look only at what is new.
//! Nothing here depends on the number of threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::core::{Cost, Stop};
use crate::domains::tiles::{Board, Cell, Direction, Shape};
use crate::solvers::tiles::beam::homes::MOST_CELLS;
use crate::solvers::tiles::beam::{Beam, Found, Homes, Score, Scores, Terms, Weights};
use crate::store::work_queue::share_out;

/// So many cells around those that the blank passes are part of the puzzle, where there is room.
const MARGIN: usize = 2;

/// So many windows are solved before the path is changed and watchers hear.
const BATCH: usize = 32;

/// Shorter stretches are never worth a look: the shortest way round that can be saved has four
/// moves.
const SHORTEST: usize = 4;

/// How long windows are, and how many boards a layer of the search in them has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Moves of the path.
    pub length: usize,
    /// Boards.
    pub width: usize,
}

/// Windows in the order in which they are worth their time. Each cost is per window: a tenth of a
/// millisecond for the first, ten and more for the last.
pub const PLAN: [Window; 5] = [
    Window { length: 20, width: 1000 },
    Window { length: 30, width: 1000 },
    Window { length: 40, width: 1000 },
    Window { length: 60, width: 3000 },
    Window { length: 80, width: 10_000 },
];

/// Of the memory for windows, one part in so many is for scores, and one for those of the windows
/// at hand that are no longer among them. The rest is for beams.
const SCORES_SHARE: u64 = 2;
const AT_HAND_SHARE: u64 = 8;

/// Improves paths, with memory that is used again.
pub struct Windows {
    threads: usize,
    memory: u64,
    /// The most bytes held so far, by an improved path too.
    peak_bytes: u64,
    scores: Scores<fn(Shape) -> Option<Score>>,
    /// Idle beams, all of the same width.
    beams: Mutex<Vec<Beam>>,
    counts: Arc<Counts>,
}

/// What windows have done so far.
#[derive(Debug, Default)]
pub struct Counts {
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl Counts {
    /// Boards whose children were made.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    /// Those children.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }
}

/// A window that is being looked at.
struct Task {
    start: usize,
    length: usize,
    homes: Homes,
    score: Arc<Score>,
    answer: Answer,
}

enum Answer {
    /// None, since it was stopped.
    Open,
    Nothing,
    Shorter(Vec<Direction>),
}

/// A path, with what is known of its windows.
struct Trail<'p> {
    path: &'p mut Vec<Direction>,
    /// Whether the window that begins before each move was tried, and holds nothing.
    fruitless: Vec<bool>,
}

impl Windows {
    /// Improves paths on so many threads, and holds about so many bytes at most beside the path.
    /// Beams are as narrow as that asks for.
    pub fn new(threads: usize, memory: u64) -> Self {
        Self {
            threads: threads.max(1),
            memory,
            peak_bytes: 0,
            scores: Scores::new(|shape| Score::new(shape, Weights::BOUND), memory / SCORES_SHARE),
            beams: Mutex::default(),
            counts: Arc::default(),
        }
    }

    /// What was done so far, to be looked at while it goes on.
    pub fn counts(&self) -> Arc<Counts> {
        Arc::clone(&self.counts)
    }

    /// The most bytes held so far: scores, beams, and a path with what is known of its windows.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The widest beam that every thread has the memory for, if its windows have so many moves.
    fn widest(&self, length: usize) -> usize {
        let beams = self.memory - self.memory / SCORES_SHARE - self.memory / AT_HAND_SHARE;
        let room = beams / self.threads as u64 / Beam::bytes_in(MOST_CELLS, length);
        usize::try_from(room).unwrap_or(usize::MAX).max(1)
    }

    /// Makes a path from `start` shorter, to the same end, until no window of the plan gains
    /// anything. `gained` gets each shorter path, and `check` is asked every few
    /// milliseconds; with its error the path is as short as it was made by then. Moves that lead
    /// off the board are an error of the caller's; the path is left as it is.
    pub fn improve(
        &mut self,
        start: &Board,
        path: &mut Vec<Direction>,
        plan: &[Window],
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
        gained: &mut dyn FnMut(&[Direction]),
    ) -> Result<(), Stop> {
        let Some(end) = after(start, path) else { return Ok(()) };
        for &Window { length, width } in plan.iter().filter(|window| window.length >= SHORTEST) {
            let window = Window { length, width: width.min(self.widest(length)) };
            let beams = self.beams.get_mut().unwrap_or_else(PoisonError::into_inner);
            beams.retain(|beam| beam.width() == window.width);
            let fruitless = vec![false; path.len()];
            let mut trail = Trail { path, fruitless };
            let step = window.length.div_ceil(3);
            let (mut offset, mut idle) = (0, 0);
            // Three sweeps without a gain have covered all that three sweeps can.
            while idle < 3 {
                let before = trail.path.len();
                self.sweep(start, &mut trail, window, offset, check, gained)?;
                idle = if trail.path.len() < before { 0 } else { idle + 1 };
                offset = (offset + step) % (3 * step);
            }
        }
        debug_assert_eq!(after(start, path), Some(end));
        Ok(())
    }

    /// Looks at windows one after the other, the first after `offset` moves.
    fn sweep(
        &mut self,
        start: &Board,
        trail: &mut Trail<'_>,
        window: Window,
        offset: usize,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
        gained: &mut dyn FnMut(&[Direction]),
    ) -> Result<(), Stop> {
        let mut place = Walk::new(start);
        let mut next = offset;
        loop {
            let mut tasks: Vec<Task> = Vec::new();
            let mut held = 0;
            while tasks.len() < BATCH
                && held <= self.memory / AT_HAND_SHARE
                && let Some(begin) = trail.next_window(&mut next, window.length)
            {
                place.advance(trail.path, begin);
                let task = self.task(&mut place, trail.path, window.length);
                next = begin + task.as_ref().map_or(window.length, |task| task.length);
                let is_new = |task: &&Task| tasks.iter().all(|other| !Arc::ptr_eq(&other.score, &task.score));
                held += task.as_ref().filter(is_new).map_or(0, |task| task.score.held());
                tasks.extend(task);
            }
            if tasks.is_empty() {
                return Ok(());
            }
            let width = window.width;
            let solve = |task: &mut Task, _: &mut ()| self.solve(task, width, check);
            let stopped = share_out(self.threads, tasks.iter_mut(), &mut || check(), solve);
            self.note_held(&tasks, trail);
            let before = trail.path.len();
            // From the last on, so that the places of those before stay what they are.
            for task in tasks.iter().rev() {
                trail.settle(task, window.length);
            }
            // The walk stands at the end of the last window, and knows how the board looks there.
            let saved = before - trail.path.len();
            next -= saved;
            place.taken -= saved;
            if saved > 0 {
                gained(trail.path);
            }
            stopped?;
        }
    }

    /// Notes what is held while no beam is in use.
    fn note_held(&mut self, tasks: &[Task], trail: &Trail<'_>) {
        // Some scores may have been dropped for those of later windows.
        let mut dropped: Vec<&Arc<Score>> = Vec::new();
        for Task { score, .. } in tasks {
            if !self.scores.holds(score) && dropped.iter().all(|other| !Arc::ptr_eq(other, score)) {
                dropped.push(score);
            }
        }
        let scores = self.scores.held() + dropped.iter().map(|score| score.held()).sum::<u64>();
        let beams = self.beams.get_mut().unwrap_or_else(PoisonError::into_inner);
        let beams: u64 = beams.iter().map(Beam::held).sum();
        let path = trail.path.capacity() * size_of::<Direction>() + trail.fruitless.capacity();
        self.peak_bytes = self.peak_bytes.max(scores + beams + path as u64);
    }

    /// The puzzle from where the walk is to some moves later, where the walk is then. It is cut
    /// short where it would not fit a beam.
    fn task(&mut self, walk: &mut Walk, path: &[Direction], length: usize) -> Option<Task> {
        let start = walk.taken;
        let moves = &path[start..(start + length).min(path.len())];
        let (crop, length) = Crop::around(walk, moves);
        let before = crop.names(walk);
        walk.advance(path, start + length);
        let after = crop.names(walk);
        let shape = crop.shape()?;
        let homes = Homes::between(shape, &before, &after)?;
        Some(Task { start, length, homes, score: self.scores.of(shape)?, answer: Answer::Open })
    }

    fn solve(&self, task: &mut Task, width: usize, check: &(dyn Fn() -> Result<(), Stop> + Sync)) {
        let longest = task.length.saturating_sub(2) as Cost;
        let terms = Terms { longest: Some(longest), stall: None, most_layers: task.length };
        let idle = || self.beams.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = idle().pop();
        let beam = spare.map_or_else(|| Beam::new(Arc::clone(&task.score), width, 1, u64::MAX), Ok);
        let Ok(mut beam) = beam else { return };
        beam.set_score(Arc::clone(&task.score));
        task.answer = match beam.run(&task.homes, &terms, check) {
            Ok(Found::Solved(moves)) if moves.len() < task.length => Answer::Shorter(moves),
            Ok(_) => Answer::Nothing,
            Err(_) => Answer::Open,
        };
        self.counts.expanded.fetch_add(beam.tally().expanded, Ordering::Relaxed);
        self.counts.generated.fetch_add(beam.tally().generated, Ordering::Relaxed);
        idle().push(beam);
    }
}

impl Trail<'_> {
    /// The next window to be tried, at or after `next`. If one that holds nothing begins within the
    /// last third before that place, it stands for it, and `next` goes on from its end: so windows
    /// fall into step again behind a place where the path was made shorter.
    fn next_window(&self, next: &mut usize, length: usize) -> Option<usize> {
        while *next + SHORTEST <= self.path.len() {
            let back = (*next + 1).saturating_sub(length.div_ceil(3));
            let known = (back..=*next).rev().find(|&begin| self.fruitless[begin]);
            match known {
                // At least one further than where it was, since a window is longer than a third of
                // it.
                Some(begin) => *next = begin + length,
                None => return Some(*next),
            }
        }
        None
    }

    /// Takes over what was found in a window.
    fn settle(&mut self, task: &Task, length: usize) {
        let end = task.start + task.length;
        match &task.answer {
            Answer::Open => {}
            Answer::Nothing => self.fruitless[task.start] = true,
            Answer::Shorter(moves) => {
                self.path.splice(task.start..end, moves.iter().copied());
                // All windows that hold a new move are new.
                let first = task.start.saturating_sub(length);
                self.fruitless[first..task.start].fill(false);
                self.fruitless.splice(task.start..end, moves.iter().map(|_| false));
            }
        }
    }
}

/// A board that follows a path.
struct Walk {
    shape: Shape,
    tiles: Vec<u16>,
    blank: Cell,
    /// Moves so far.
    taken: usize,
}

impl Walk {
    fn new(start: &Board) -> Self {
        let tiles = start.tiles().iter().map(|tile| tile.0).collect();
        Self { shape: start.shape(), tiles, blank: start.blank(), taken: 0 }
    }

    /// Goes on until so many moves of the path are made.
    fn advance(&mut self, path: &[Direction], until: usize) {
        for &direction in &path[self.taken..until] {
            if let Some(next) = self.shape.neighbour(self.blank, direction) {
                self.tiles.swap(self.blank.index(), next.index());
                self.blank = next;
            }
        }
        self.taken = until;
    }
}

/// A rectangle of the board: rows and columns from the first of each to before the second.
#[derive(Clone, Copy)]
struct Crop {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Crop {
    /// The rectangle that the blank needs for the moves, or for as many of them as one of
    /// [`MOST_CELLS`] has room for, with a margin if that fits too. And how many moves that is.
    fn around(walk: &Walk, moves: &[Direction]) -> (Self, usize) {
        let shape = walk.shape;
        let of = |cell: Cell| (shape.row(cell), shape.col(cell));
        let (row, col) = of(walk.blank);
        let mut crop = Self { rows: (row, row + 1), cols: (col, col + 1) };
        let (mut blank, mut made) = (walk.blank, 0);
        for &direction in moves {
            let Some(next) = shape.neighbour(blank, direction) else { break };
            let (row, col) = of(next);
            let larger = Self {
                rows: (crop.rows.0.min(row), crop.rows.1.max(row + 1)),
                cols: (crop.cols.0.min(col), crop.cols.1.max(col + 1)),
            };
            if larger.cells() > MOST_CELLS {
                break;
            }
            (crop, blank, made) = (larger, next, made + 1);
        }
        let wider = |(first, end): (usize, usize), side: usize, margin: usize| {
            (first.saturating_sub(margin), (end + margin).min(side))
        };
        let with = |margin| Self {
            rows: wider(crop.rows, shape.rows(), margin),
            cols: wider(crop.cols, shape.cols(), margin),
        };
        let fitting = (1..=MARGIN).rev().map(with).find(|crop| crop.cells() <= MOST_CELLS);
        (fitting.unwrap_or(crop), made)
    }

    fn cells(self) -> usize {
        (self.rows.1 - self.rows.0) * (self.cols.1 - self.cols.0)
    }

    fn shape(self) -> Option<Shape> {
        Shape::new(self.rows.1 - self.rows.0, self.cols.1 - self.cols.0).ok()
    }

    /// The tiles in it, row by row.
    fn names(self, walk: &Walk) -> Vec<u16> {
        let (cols, width) = (self.cols, walk.shape.cols());
        (self.rows.0..self.rows.1)
            .flat_map(|row| &walk.tiles[row * width + cols.0..row * width + cols.1])
            .copied()
            .collect()
    }
}

/// The board after a path; `None` if that leads off the board.
fn after(start: &Board, path: &[Direction]) -> Option<Board> {
    let (mut board, mut blank) = (start.clone(), start.blank());
    for &direction in path {
        blank = board.slide(blank, direction)?;
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::{Moves, Shape};
    use crate::solvers::tiles::constructive::construct;
    use npuzzle_domains::verify::verify;

    fn improved(threads: usize, start: &Board, goal: &Board, path: &[Direction], plan: &[Window]) -> Vec<Direction> {
        let mut shorter = path.to_vec();
        let mut last = path.len();
        let mut told = |path: &[Direction]| {
            assert!(path.len() < last);
            last = path.len();
            verify(start, goal, &Moves(path.to_vec())).unwrap();
        };
        Windows::new(threads, 1 << 28).improve(start, &mut shorter, plan, &|| Ok(()), &mut told).unwrap();
        assert_eq!(shorter.len(), last);
        verify(start, goal, &Moves(shorter.clone())).unwrap();
        shorter
    }

    /// Any path, to any end, is made shorter and never wrong, whatever the board and the number of
    /// threads.
    #[test]
    fn paths_become_shorter_and_stay_right() {
        for (rows, cols) in [(3, 3), (2, 9), (5, 4), (7, 7), (20, 30), (1, 9)] {
            for (card, seed) in CARDS.iter().zip(1..) {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let start = Generator::new(&goal, Kind::Walk(300), seed).unwrap().board();
                let path = construct(&start, &goal, || true).unwrap().0;
                let path = &path[..path.len().min(3000)];
                let end = after(&start, path).unwrap();
                let one = improved(1, &start, &end, path, &PLAN[..2]);
                assert!(one.len() <= path.len());
                assert_eq!(one, improved(3, &start, &end, path, &PLAN[..2]));
            }
        }
    }

    /// A window that holds the whole path finds the shortest one.
    #[test]
    fn one_window_for_all_is_optimal() {
        let goal = CARDS[1].board(Shape::new(3, 3).unwrap());
        let table = DistanceTable::new(&goal).unwrap();
        let mut boards = Generator::new(&goal, Kind::Uniform, 9).unwrap();
        for _ in 0..20 {
            let start = boards.board();
            let path = construct(&start, &goal, || true).unwrap().0;
            let whole = Window { length: path.len().max(SHORTEST), width: 50_000 };
            let best = improved(1, &start, &goal, &path, &[whole]);
            assert_eq!(Some(best.len() as u8), table.distance_of(&start));
        }
    }

    #[test]
    fn going_round_in_circles_is_cut_out() {
        let goal = CARDS[0].board(Shape::new(12, 12).unwrap());
        let circle = [Direction::Left, Direction::Up, Direction::Right, Direction::Down].repeat(30);
        let shorter = improved(2, &goal, &goal, &circle[..96], &PLAN[..1]);
        assert_eq!(shorter.len(), 0);
    }

    #[test]
    fn what_is_gained_before_a_stop_is_kept() {
        let goal = CARDS[0].board(Shape::new(20, 20).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 4).unwrap().board();
        let path = construct(&start, &goal, || true).unwrap().0;
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let check = || match asked.fetch_add(1, Ordering::Relaxed) {
            ..20_000 => Ok(()),
            _ => Err(Stop::Cancelled),
        };
        let mut shorter = path.clone();
        let stopped = Windows::new(2, 1 << 28).improve(&start, &mut shorter, &PLAN, &check, &mut |_| {});
        assert_eq!(stopped, Err(Stop::Cancelled));
        assert!(shorter.len() < path.len());
        verify(&start, &goal, &Moves(shorter)).unwrap();
    }

    /// Windows of a large board have hundreds of shapes, and the scores of all of them would hold
    /// far more.
    #[test]
    fn little_memory_is_enough_and_is_not_exceeded() {
        let goal = CARDS[0].board(Shape::new(60, 60).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 4).unwrap().board();
        let path = construct(&start, &goal, || true).unwrap().0;
        let path = &path[..20_000];
        let end = after(&start, path).unwrap();
        let shorter = |memory: u64| {
            let (mut windows, mut path) = (Windows::new(2, memory), path.to_vec());
            windows.improve(&start, &mut path, &PLAN[..2], &|| Ok(()), &mut |_| {}).unwrap();
            assert_eq!(after(&start, &path), Some(end.clone()));
            (path.len(), windows.peak_bytes())
        };
        let (long, little) = shorter(4 << 20);
        let (short, much) = shorter(1 << 28);
        // The path and what is known of its windows come on top.
        let paths = 2 * path.len() as u64;
        assert!(little <= (4 << 20) + paths && much > 2 * little, "{little} and {much} bytes");
        assert!(short <= long && long < path.len(), "{short} and {long} moves");
    }

    #[test]
    fn a_path_that_is_none_is_left_alone() {
        let goal = CARDS[0].board(Shape::new(3, 3).unwrap());
        let mut path = vec![Direction::Down; 20];
        Windows::new(1, 1 << 28).improve(&goal, &mut path, &PLAN, &|| Ok(()), &mut |_| {}).unwrap();
        assert_eq!(path, [Direction::Down; 20]);
    }
}
