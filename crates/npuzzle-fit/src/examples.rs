//! Layers of beams as examples: the board that led to the solution among others that did not.

use std::sync::{Arc, Mutex, PoisonError};

use npuzzle::core::StateKey;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::{Board, Cell, Shape};
use npuzzle::solvers::tiles::beam::{Beam, Charges, Found, Homes, Score, Terms, Weights};
use npuzzle::store::work_queue::share_out;

/// Sides of boards, and how many of a hundred have them.
pub const SHAPES: [(usize, u64); 5] = [(5, 30), (6, 30), (7, 22), (8, 14), (10, 4)];

/// Boards of an example: the right one, and this many less one others.
pub const GROUP: usize = 8;

/// Runs without a better score for so many layers are given up, and their boards left out.
const STALL: usize = 150;

/// A round of beams.
pub struct Course {
    pub width: usize,
    pub boards: usize,
    pub seed: u64,
    pub round: u64,
}

/// A group of boards of one layer, the right one first.
pub struct Example {
    /// Which of [`SHAPES`].
    pub shape: u8,
    /// The homes in all cells of all boards.
    pub cells: Box<[u8]>,
    pub blanks: [u8; GROUP],
    /// The scores without charges. (Beams charge the blank on large boards as well; there is
    /// nothing to be learned about that.)
    pub scores: [i32; GROUP],
}

/// All examples so far.
#[derive(Default)]
pub struct Examples {
    /// For each board that was solved its layers.
    pub runs: Vec<Vec<Example>>,
}

/// The length of solutions on boards of a shape, by their Manhattan distances, and how many were
/// solved.
type Solved = (Shape, f64, usize);

impl Examples {
    pub fn count(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }

    /// Lets beams with these charges solve boards, and takes examples from their layers.
    pub fn add(&mut self, course: &Course, charges: &Charges, threads: usize) -> Result<Vec<Solved>, String> {
        let mut scores = Vec::new();
        for (side, _) in SHAPES {
            let shape = super::square(side)?;
            let plain = Score::new(shape, Weights::CONVEX).ok_or("the board is too large")?;
            let learned = Score::new(shape, Weights::CONVEX).ok_or("the board is too large")?.with_charges(charges);
            scores.push((plain, Arc::new(learned)));
        }
        let runs = Mutex::new((0..course.boards).map(|_| None).collect::<Vec<Option<Run>>>());
        share_out(threads, 0..course.boards, &mut || Ok::<(), String>(()), |board, desk: &mut Desk| {
            let run = course.run(board as u64, &scores, desk);
            runs.lock().unwrap_or_else(PoisonError::into_inner)[board] = run;
        })?;
        let mut solved = vec![(0, 0, 0); SHAPES.len()];
        for run in runs.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
            let sum = &mut solved[run.shape];
            *sum = (sum.0 + run.moves, sum.1 + run.manhattan as usize, sum.2 + 1);
            self.runs.push(run.examples);
        }
        let solved = solved.into_iter().zip(SHAPES).filter(|(sum, _)| sum.2 > 0);
        solved
            .map(|((moves, far, count), (side, _))| Ok((super::square(side)?, moves as f64 / far as f64, count)))
            .collect()
    }
}

/// The beams of a thread, one for each shape.
#[derive(Default)]
struct Desk {
    beams: Vec<Option<Beam>>,
}

struct Run {
    shape: usize,
    moves: usize,
    manhattan: u32,
    examples: Vec<Example>,
}

/// Some boards of a layer.
struct Sample {
    is_full: bool,
    cells: Vec<u8>,
    blanks: Vec<u8>,
}

impl Course {
    /// Solves a board, if that can be done.
    fn run(&self, board: u64, scores: &[(Score, Arc<Score>)], desk: &mut Desk) -> Option<Run> {
        let mut random = Random(self.seed.hash64() ^ (self.round << 32 | board).hash64());
        let mut share = random.below(100);
        let shape = SHAPES.iter().position(|&(_, percent)| {
            let is_it = share < percent;
            share = share.wrapping_sub(percent);
            is_it
        })?;
        let (plain, learned) = &scores[shape];
        let (start, goal) = random_board(plain.shape(), &mut random)?;
        let homes = Homes::new(&start, &goal)?;
        // Both ways: a beam that begins at the goal has its blank anywhere in the end.
        let homes = if random.below(2) == 0 { homes } else { homes.reversed() };
        desk.beams.resize_with(SHAPES.len(), || None);
        let beam = match &mut desk.beams[shape] {
            Some(beam) => {
                beam.set_score(Arc::clone(learned));
                beam
            }
            none => none.insert(Beam::new(Arc::clone(learned), self.width, 1, u64::MAX).ok()?),
        };
        let width = beam.width();
        let mut samples = Vec::new();
        let mut watch = |boards: &npuzzle::solvers::tiles::beam::Boards<'_>| {
            let mut sample = Sample { is_full: boards.count() == width, cells: Vec::new(), blanks: Vec::new() };
            for _ in 1..GROUP {
                if let Some((cells, blank)) = boards.board(random.below(boards.count() as u64) as usize) {
                    sample.cells.extend_from_slice(cells);
                    sample.blanks.push(blank.0 as u8);
                }
            }
            samples.push(sample);
        };
        let terms = Terms { longest: None, stall: Some(STALL), most_layers: 16 * plain.shape().cells() };
        let Ok(Found::Solved(moves)) = beam.run_watched(&homes, &terms, &|| Ok(()), &mut watch) else { return None };
        let mut right = homes.clone();
        let mut examples = Vec::new();
        for (sample, &direction) in samples.into_iter().zip(&moves) {
            right.slide(direction);
            // In layers that are not full nothing was to be chosen yet.
            if sample.is_full {
                examples.push(Example::new(shape, plain, &right, sample)?);
            }
        }
        Some(Run { shape, moves: moves.len(), manhattan: homes.manhattan(), examples })
    }
}

impl Example {
    fn new(shape: usize, plain: &Score, right: &Homes, sample: Sample) -> Option<Self> {
        let mut cells = right.cells().to_vec();
        cells.extend(sample.cells);
        let mut blanks = [right.blank().0 as u8; GROUP];
        blanks[1..].copy_from_slice(&sample.blanks);
        let count = right.cells().len();
        let mut scores = [0; GROUP];
        for (at, score) in scores.iter_mut().enumerate() {
            *score = plain.of_cells(&cells[at * count..][..count], Cell(u16::from(blanks[at])), right.goal_blank())?;
        }
        Some(Self { shape: shape as u8, cells: cells.into(), blanks, scores })
    }
}

/// A board, and its goal: half of them anywhere, half after a walk of some length.
fn random_board(shape: Shape, random: &mut Random) -> Option<(Board, Board)> {
    let goal = npuzzle::domains::tiles::goal::CARDS[0].board(shape);
    let cells = shape.cells() as u64;
    let kind = if random.below(2) == 0 { Kind::Uniform } else { Kind::Walk(cells + random.below(100 * cells)) };
    let start = Generator::new(&goal, kind, random.next()).ok()?.board();
    Some((start, goal))
}

/// Numbers that follow from one.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.hash64()
    }

    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}
