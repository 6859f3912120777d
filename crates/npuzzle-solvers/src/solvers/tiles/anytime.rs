//! Better and better solutions of large boards, as long as there is time.
//!
//! Beams, from narrow to wide, look for a solution that is shorter than the best so far; whatever
//! one finds is made shorter still by windows. A beam from the goal to the start is as good as one
//! from the start to the goal and finds other solutions, so half of the threads work in each
//! direction. What all have found is common: no beam keeps boards that cannot lead to a better
//! solution. On boards that are too large for beams the solution there is is improved by windows
//! alone.
//!
//! The last beam is as wide as the time that is left allows: two narrower ones, one after the
//! other, would find less. If time is left all the same, or memory does not allow for wider ones,
//! beams with scores that differ a little follow; each finds other solutions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::core::clock::Instant;
use crate::core::{Clock, Cost, Stop};
use crate::domains::tiles::{Board, Direction};
use crate::solvers::tiles::beam::{BeamTally, turned_round};
use crate::solvers::tiles::frames::Frames;
use crate::solvers::tiles::windows::{PLAN, Window, Windows};

/// How wide the first beam is: on a 7x7 board it takes a hundredth of a second. On larger boards it
/// is as much narrower as they are larger, but not below the second number.
const FIRST_WIDTH: (usize, usize) = (300, 10);
const USUAL_CELLS: usize = 49;

/// Beyond so many cells, construction finds better solutions than the widest beam that can be had
/// in seconds on its part of the board.
const MOST_FRAMED_CELLS: usize = 40 * 40;

/// By how much each beam is wider than the one before, if there is time for more after it.
const GROWTH: usize = 3;

/// A wider beam is started if it can be so much wider than the last, and another one if it can be
/// so wide at least.
const LEAST_GROWTH: f64 = 1.2;
const LEAST_SHRINKING: f64 = 0.1;

/// The part of the time that is left which a beam may be expected to take, if another is to follow,
/// and if none is.
const SHARE_BEFORE_ANOTHER: f64 = 0.4;
const SHARE_OF_LAST: f64 = 0.8;

/// Windows for paths of beams that took little time, and for all others.
const QUICK_PLAN: &[Window] = PLAN.split_at(4).0;
const PATIENT_BEAM: Duration = Duration::from_secs(2);

/// How often the number of boards expanded is reported.
const TELLING_INTERVAL: Duration = Duration::from_millis(50);

/// What is to be improved, and with what.
pub struct Anytime<'a> {
    /// The board.
    pub start: &'a Board,
    /// What it shall become.
    pub goal: &'a Board,
    /// Threads.
    pub threads: usize,
    /// Bytes.
    pub memory: u64,
    /// The last beams have this width, whether or not there is time for it.
    pub width: Option<usize>,
    /// When the time will be over, as far as is known.
    pub deadline: Option<Instant>,
    /// What time it is.
    pub clock: Clock,
}

/// A solution that is better than all before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// Its moves.
    pub cost: Cost,
    /// By which means it was found.
    pub means: Means,
}

/// By which means a solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// A beam.
    Beam {
        /// How wide.
        width: usize,
        /// Whether it went from the goal to the start.
        backward: bool,
    },
    /// A stretch of an older solution was solved anew.
    Windows,
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Boards whose children were made.
    pub expanded: u64,
    /// Those children.
    pub generated: u64,
    /// The most bytes that the beams and windows of all directions have held together, and their
    /// solutions.
    pub peak_bytes: u64,
    /// The widest layer, in boards.
    pub widest: u64,
}

/// Asked every few milliseconds whether to go on, with the number of boards that were expanded so
/// far.
pub type Check<'c> = &'c (dyn Fn(u64) -> Result<(), Stop> + Sync);

/// What the directions have in common.
struct Common<'c> {
    best: Mutex<Vec<Direction>>,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// For each direction the bytes of its largest beam.
    peaks: [AtomicU64; 2],
    /// For each lane, by its first direction, the most bytes of its windows.
    window_peaks: [AtomicU64; 2],
    /// The bytes of the solution that all have in common.
    held: u64,
    widest: AtomicU64,
    check: Check<'c>,
}

impl<'c> Common<'c> {
    fn new(solution: Vec<Direction>, check: Check<'c>) -> Self {
        Self {
            held: bytes_of(&solution),
            window_peaks: [AtomicU64::new(0), AtomicU64::new(0)],
            best: Mutex::new(solution),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            peaks: [AtomicU64::new(0), AtomicU64::new(0)],
            widest: AtomicU64::new(0),
            check,
        }
    }

    fn best(&self) -> MutexGuard<'_, Vec<Direction>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The length a better solution has at most: all solutions of a board have an even or all have
    /// an odd number of moves.
    fn wanted(&self) -> Option<Cost> {
        self.best().len().checked_sub(2).map(|length| length as Cost)
    }

    /// Takes a solution if it is the best.
    fn offer(&self, moves: &[Direction], means: Means, news: &Sender<Better>) {
        let mut best = self.best();
        if moves.len() < best.len() {
            moves.clone_into(&mut best);
            // The receiver may be gone; the solution is kept all the same.
            drop(news.send(Better { cost: moves.len() as Cost, means }));
        }
    }

    fn check(&self) -> Result<(), Stop> {
        (self.check)(self.expanded.load(Ordering::Relaxed))
    }

    fn effort(&self) -> Effort {
        let peaks = self.peaks.iter().chain(&self.window_peaks);
        Effort {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            peak_bytes: peaks.map(|peak| peak.load(Ordering::Relaxed)).sum::<u64>() + self.held,
            widest: self.widest.load(Ordering::Relaxed),
        }
    }
}

/// Those who work in the same direction, or in both by turns.
struct Lane {
    /// From the goal to the start?
    directions: &'static [bool],
    threads: usize,
    /// Bytes of its beams.
    memory: u64,
    /// Bytes of its windows.
    windows: u64,
}

/// Bytes of a path.
fn bytes_of(path: &Vec<Direction>) -> u64 {
    (path.capacity() * size_of::<Direction>()) as u64
}

/// Where there are beams, windows get one part in so many of the memory, and so many bytes at most:
/// more makes them no faster.
const WINDOWS_SHARE: u64 = 4;
const MOST_WINDOWS_BYTES: u64 = 1 << 28;

impl Anytime<'_> {
    /// Improves a solution until nothing better can be expected, or until `check` says to stop.
    /// `told` hears of every better solution, and about twenty times a second of the effort so far.
    /// Returns the best solution, the whole effort, and why it was stopped, if it was.
    pub fn improve(
        &self,
        solution: Vec<Direction>,
        check: Check<'_>,
        told: &mut dyn FnMut(Option<&Better>, &Effort),
    ) -> (Vec<Direction>, Effort, Result<(), Stop>) {
        let common = Common::new(solution, check);
        let lanes = self.lanes(common.held);
        let (sender, news) = channel();
        let ended = thread::scope(|scope| {
            let mut workers = Vec::new();
            for lane in &lanes {
                let (sender, common) = (sender.clone(), &common);
                let work = move || self.work(lane, common, &sender, &mut || ());
                // Where the system gives fewer threads, one direction must do.
                workers.extend(thread::Builder::new().spawn_scoped(scope, work));
            }
            if workers.is_empty() {
                // Where there are no threads at all, as in a page, this one works.
                let [lane] = lanes.as_slice() else { return Err(Stop::Threads) };
                return self.work(lane, &common, &sender, &mut || {
                    news.try_iter().for_each(|better| told(Some(&better), &common.effort()));
                    told(None, &common.effort());
                });
            }
            drop(sender);
            listen(&news, &common, told);
            let join = |worker: thread::ScopedJoinHandle<'_, Result<(), Stop>>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).fold(Ok(()), Result::and)
        });
        let best = std::mem::take(&mut *common.best());
        (best, common.effort(), ended)
    }

    /// Two directions at the same time, if there are two threads. Windows need only one. Besides
    /// the solution of `path` bytes that they have in common, each lane has one that it works on,
    /// with a mark for each move.
    fn lanes(&self, path: u64) -> Vec<Lane> {
        let lane = |directions, threads, memory: u64| {
            let memory = memory.saturating_sub(2 * path);
            let share = (memory / WINDOWS_SHARE).min(MOST_WINDOWS_BYTES);
            let windows = if self.is_beyond_beams() { memory } else { share };
            Lane { directions, threads, memory: memory - windows, windows }
        };
        let (threads, memory) = (self.threads, self.memory.saturating_sub(path));
        if threads < 2 || self.is_beyond_beams() {
            return vec![lane(&[false, true], threads, memory)];
        }
        vec![lane(&[false], threads.div_ceil(2), memory / 2), lane(&[true], threads / 2, memory / 2)]
    }

    fn is_beyond_beams(&self) -> bool {
        self.start.shape().cells() > MOST_FRAMED_CELLS
    }

    /// Works in the directions of a lane, with wider and wider beams. `between` is called after
    /// each.
    fn work(
        &self,
        lane: &Lane,
        common: &Common<'_>,
        news: &Sender<Better>,
        between: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        let mut windows = Windows::new(lane.threads, lane.windows);
        let peak = &common.window_peaks[usize::from(lane.directions[0])];
        if self.is_beyond_beams() {
            let path = common.best().clone();
            let ended = self.look_through(path, &PLAN, &mut windows, common, news);
            peak.fetch_max(windows.peak_bytes(), Ordering::Relaxed);
            between();
            return ended;
        }
        let mut frames = Frames { width: 0, threads: lane.threads, memory: lane.memory, longest: None, variation: 0 };
        let widest = frames.widest(self.start.shape());
        let narrow = FIRST_WIDTH.0 * USUAL_CELLS / self.start.shape().cells().max(USUAL_CELLS);
        let widest = self.width.map_or(widest, |width| width.min(widest));
        frames.width = narrow.max(FIRST_WIDTH.1).min(widest);
        loop {
            let began = self.clock.now();
            let mut dropped = false;
            for &backward in lane.directions {
                let ended = self.beam(&frames, backward, &mut windows, common, news);
                peak.fetch_max(windows.peak_bytes(), Ordering::Relaxed);
                between();
                dropped |= ended?;
            }
            // A wider beam would keep the same boards.
            let is_done = self.width.is_some() && frames.width == widest;
            if is_done || !dropped {
                return Ok(());
            }
            let Some(width) = self.next_width(frames.width, self.clock.since(began), widest) else { return Ok(()) };
            frames.variation += u64::from(width <= frames.width);
            frames.width = width;
        }
    }

    /// How wide the next beam shall be after one of this width that took so long; `None` if there
    /// is no time for it.
    fn next_width(&self, width: usize, took: Duration, widest: usize) -> Option<usize> {
        let wider = width.saturating_mul(GROWTH).min(widest);
        let Some(deadline) = self.deadline.filter(|_| self.width.is_none()) else {
            return (wider > width).then_some(wider);
        };
        let left = deadline.saturating_duration_since(self.clock.now()).as_secs_f64();
        let took = took.as_secs_f64().max(1e-6);
        if took * (GROWTH as f64) < left * SHARE_BEFORE_ANOTHER {
            return Some(wider);
        }
        let growth = (left * SHARE_OF_LAST / took).min(GROWTH as f64 * 2.0);
        let other = ((width as f64 * growth) as usize).clamp(1, widest);
        match growth {
            LEAST_GROWTH.. => Some(other),
            LEAST_SHRINKING.. => Some(other.min(width)),
            _ => None,
        }
    }

    /// A beam, and windows on what it has found. Whether it has dropped boards because there were
    /// better ones.
    fn beam(
        &self,
        frames: &Frames,
        backward: bool,
        windows: &mut Windows,
        common: &Common<'_>,
        news: &Sender<Better>,
    ) -> Result<bool, Stop> {
        let began = self.clock.now();
        let Some(longest) = common.wanted() else { return Ok(false) };
        let frames = Frames { longest: Some(longest), ..*frames };
        let (from, to) = if backward { (self.goal, self.start) } else { (self.start, self.goal) };
        let count = |expanded: u64| {
            common.expanded.fetch_add(expanded, Ordering::Relaxed);
            common.widest.fetch_max(expanded, Ordering::Relaxed);
        };
        let mut tally = BeamTally::default();
        let framed = frames.solve(from, to, &|| common.check(), &count, &mut tally);
        common.generated.fetch_add(tally.generated, Ordering::Relaxed);
        common.peaks[usize::from(backward)].fetch_max(tally.peak_bytes, Ordering::Relaxed);
        let Some(framed) = framed? else { return Ok(tally.truncated) };
        let path = if backward { turned_round(&framed.moves) } else { framed.moves };
        common.offer(&path, Means::Beam { width: frames.width, backward }, news);
        let plan = if self.clock.since(began) < PATIENT_BEAM { QUICK_PLAN } else { &PLAN };
        self.look_through(path, plan, windows, common, news)?;
        Ok(tally.truncated)
    }

    /// Makes a solution shorter by windows.
    fn look_through(
        &self,
        mut path: Vec<Direction>,
        plan: &[Window],
        windows: &mut Windows,
        common: &Common<'_>,
        news: &Sender<Better>,
    ) -> Result<(), Stop> {
        let mut gained = |path: &[Direction]| common.offer(path, Means::Windows, news);
        let counts = windows.counts();
        let (expanded, generated) = (counts.expanded(), counts.generated());
        let check = || (common.check)(common.expanded.load(Ordering::Relaxed) + counts.expanded() - expanded);
        let ended = windows.improve(self.start, &mut path, plan, &check, &mut gained);
        common.expanded.fetch_add(counts.expanded() - expanded, Ordering::Relaxed);
        common.generated.fetch_add(counts.generated() - generated, Ordering::Relaxed);
        ended
    }
}

/// Passes on what is new until all who work are done.
fn listen(news: &Receiver<Better>, common: &Common<'_>, told: &mut dyn FnMut(Option<&Better>, &Effort)) {
    loop {
        match news.recv_timeout(TELLING_INTERVAL) {
            Ok(better) => told(Some(&better), &common.effort()),
            Err(RecvTimeoutError::Timeout) => told(None, &common.effort()),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::{Moves, Shape};
    use crate::solvers::tiles::constructive::construct;
    use npuzzle_domains::verify::verify;

    fn board(rows: usize, cols: usize, card: usize) -> (Board, Board, Vec<Direction>) {
        let goal = CARDS[card].board(Shape::new(rows, cols).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 7).unwrap().board();
        let moves = construct(&start, &goal, || true).unwrap().0;
        (start, goal, moves)
    }

    fn on<'b>(start: &'b Board, goal: &'b Board, threads: usize, memory: u64) -> Anytime<'b> {
        Anytime { start, goal, threads, memory, width: None, deadline: None, clock: Clock::default() }
    }

    /// Every solution is one, each is shorter than the one before, and the last is what comes back.
    #[test]
    fn solutions_get_better_and_better() {
        for (rows, cols, card) in [(5, 5, 0), (6, 4, 1), (8, 9, 2), (3, 7, 3), (1, 8, 0), (20, 20, 1)] {
            for threads in [1, 2, 3] {
                let (start, goal, first) = board(rows, cols, card);
                let anytime = Anytime { width: Some(300), ..on(&start, &goal, threads, 1 << 28) };
                // By count and not by the clock: a busy machine must find as much.
                let most = 8_000 * (rows * cols) as u64;
                let check = |expanded| if expanded < most { Ok(()) } else { Err(Stop::Nodes) };
                let mut length = first.len();
                let (best, effort, ended) = anytime.improve(first.clone(), &check, &mut |better, _| {
                    if let Some(better) = better {
                        assert!((better.cost as usize) < length);
                        length = better.cost as usize;
                    }
                });
                assert_eq!(best.len(), length);
                verify(&start, &goal, &Moves(best)).unwrap();
                assert!(ended.is_ok() || ended == Err(Stop::Nodes));
                assert!(effort.peak_bytes <= 1 << 28);
                assert!(rows == 1 || length < first.len() && effort.expanded > 0);
            }
        }
    }

    #[test]
    fn it_stops_when_told_and_keeps_the_best() {
        let (start, goal, first) = board(7, 7, 0);
        let anytime = on(&start, &goal, 2, 1 << 30);
        let check = |expanded: u64| if expanded < 200_000 { Ok(()) } else { Err(Stop::Nodes) };
        let (best, effort, ended) = anytime.improve(first.clone(), &check, &mut |_, _| {});
        assert_eq!(ended, Err(Stop::Nodes));
        assert!(best.len() < first.len());
        // A layer of each direction may go beyond, and threads decide how wide those are that are
        // under way.
        assert!((200_000..500_000).contains(&effort.expanded), "{}", effort.expanded);
    }
}
