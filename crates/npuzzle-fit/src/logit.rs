//! The conditional logit: the chance that a board is the right one of its group is to be
//! proportional to `exp(-score)`.
//!
//! The score is a scale times the convex score, plus the charges of all patterns. Minus the
//! logarithm of the right one's chance is convex in scale and charges; it is brought down by
//! stochastic gradient descent with Adam. (McFadden 1974; Kingma & Ba 2015)

use std::sync::{Mutex, PoisonError};

use npuzzle::domains::tiles::Cell;
use npuzzle::solvers::tiles::beam::errands::{self, Reader};
use npuzzle::solvers::tiles::beam::score::MOVE;
use npuzzle::store::work_queue::share_out;

use crate::examples::{Example, Examples, GROUP, Random, SHAPES};

/// Examples of a step.
const BATCH: usize = 1024;
/// A batch is summed up in so many parts, in the same order on any number of threads.
const PARTS: usize = 16;
/// One board in so many is for checking only.
const HELD_BACK: usize = 20;
const FIRST_RATE: f32 = 1e-2;
const LAST_RATE: f32 = 1e-4;
const PENALTY: f32 = 3e-4;
const FIRST_SCALE: f32 = 0.9;

/// What came out.
pub struct Fitted {
    pub charges: Vec<i16>,
    /// How often the right one of a group has the best score, on boards that were not used.
    pub chosen: f64,
    /// The same without charges.
    pub chosen_before: f64,
}

/// One for each pattern, then the scale.
struct Model {
    numbers: Vec<f32>,
}

pub fn fit(examples: &Examples, epochs: usize, seed: u64, threads: usize) -> Fitted {
    let readers: Vec<Reader> =
        SHAPES.iter().filter_map(|&(side, _)| Some(Reader::new(super::square(side).ok()?))).collect();
    let (mut used, mut held_back) = (Vec::new(), Vec::new());
    for (number, run) in examples.runs.iter().enumerate() {
        let part = if number % HELD_BACK == 0 { &mut held_back } else { &mut used };
        part.extend(run);
    }
    let mut model = Model { numbers: vec![0.0; errands::patterns() + 1] };
    if let Some(scale) = model.numbers.last_mut() {
        *scale = FIRST_SCALE;
    }
    let chosen_before = model.chosen(&held_back, &readers);
    let steps = epochs * used.len() / BATCH;
    let mut adam = Adam::new(model.numbers.len());
    let mut random = Random(seed);
    for step in 0..steps {
        let batch: Vec<&Example> = (0..BATCH).map(|_| used[random.below(used.len() as u64) as usize]).collect();
        let slopes = model.slopes(&batch, &readers, threads);
        let done = step as f32 / steps as f32;
        adam.step(&mut model.numbers, &slopes, FIRST_RATE * (1.0 - done) + LAST_RATE);
    }
    let scale = model.scale();
    let charge =
        |&number: &f32| (number / scale * MOVE as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
    let chosen = model.chosen(&held_back, &readers);
    model.numbers.pop();
    Fitted { charges: model.numbers.iter().map(charge).collect(), chosen, chosen_before }
}

impl Model {
    fn scale(&self) -> f32 {
        self.numbers.last().copied().unwrap_or(FIRST_SCALE)
    }

    /// The scores of a group, less that of the right one without charges, which is all that
    /// matters.
    fn scores(&self, example: &Example, readers: &[Reader], found: &mut [Vec<u16>; GROUP]) -> [f32; GROUP] {
        let reader = &readers[usize::from(example.shape)];
        let count = example.cells.len() / GROUP;
        let mut scores = [0.0; GROUP];
        for (at, score) in scores.iter_mut().enumerate() {
            let patterns = &mut found[at];
            patterns.clear();
            let cells = &example.cells[at * count..][..count];
            reader.each(cells, Cell(u16::from(example.blanks[at])), |pattern| {
                patterns.push(pattern as u16);
                *score += self.numbers[pattern];
            });
            *score += self.scale() * plain(example, at);
        }
        scores
    }

    /// How fast the sum of all terms rises with each number.
    fn slopes(&self, batch: &[&Example], readers: &[Reader], threads: usize) -> Vec<f32> {
        let parts = Mutex::new(vec![Vec::new(); PARTS]);
        let pieces = batch.chunks(BATCH.div_ceil(PARTS)).enumerate();
        let done =
            share_out(threads, pieces, &mut || Ok::<(), ()>(()), |(part, examples), found: &mut [Vec<u16>; GROUP]| {
                let mut slopes = vec![0.0; self.numbers.len()];
                for example in examples {
                    let scores = self.scores(example, readers, found);
                    for (at, chance) in chances(&scores).into_iter().enumerate() {
                        let slope = if at == 0 { 1.0 - chance } else { -chance };
                        for &pattern in &found[at] {
                            slopes[usize::from(pattern)] += slope;
                        }
                        if let Some(of_scale) = slopes.last_mut() {
                            *of_scale += slope * plain(example, at);
                        }
                    }
                }
                parts.lock().unwrap_or_else(PoisonError::into_inner)[part] = slopes;
            });
        debug_assert!(done.is_ok());
        let mut sum = vec![0.0; self.numbers.len()];
        for part in parts.into_inner().unwrap_or_else(PoisonError::into_inner) {
            for (sum, slope) in sum.iter_mut().zip(part) {
                *sum += slope / batch.len() as f32;
            }
        }
        let charges = self.numbers.len() - 1;
        for (sum, number) in sum.iter_mut().zip(&self.numbers).take(charges) {
            *sum += PENALTY * number;
        }
        sum
    }

    /// The share of groups whose right one has the best score.
    fn chosen(&self, examples: &[&Example], readers: &[Reader]) -> f64 {
        let mut found = <[Vec<u16>; GROUP]>::default();
        let is_chosen = |example: &&&Example| {
            let scores = self.scores(example, readers, &mut found);
            scores[1..].iter().all(|&score| scores[0] <= score)
        };
        examples.iter().filter(is_chosen).count() as f64 / examples.len().max(1) as f64
    }
}

/// The score without charges, in moves.
fn plain(example: &Example, at: usize) -> f32 {
    (example.scores[at] - example.scores[0]) as f32 / MOVE as f32
}

fn chances(scores: &[f32; GROUP]) -> [f32; GROUP] {
    let best = scores.iter().copied().fold(f32::INFINITY, f32::min);
    let weights = scores.map(|score| (best - score).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// Gradient descent that goes about as far in every direction. (Kingma & Ba 2015)
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEMORY: (f32, f32) = (0.9, 0.999);

    fn new(count: usize) -> Self {
        Self { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    fn step(&mut self, numbers: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let (mean, square) = Self::MEMORY;
        let (mean_due, square_due) = (1.0 - mean.powi(self.steps), 1.0 - square.powi(self.steps));
        for (((number, &slope), m), s) in numbers.iter_mut().zip(slopes).zip(&mut self.means).zip(&mut self.squares) {
            *m = mean * *m + (1.0 - mean) * slope;
            *s = square * *s + (1.0 - square) * slope * slope;
            *number -= rate * (*m / mean_due) / ((*s / square_due).sqrt() + 1e-6);
        }
    }
}
