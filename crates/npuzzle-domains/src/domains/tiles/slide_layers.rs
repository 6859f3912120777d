//! Layers of a breadth-first search whose moves are slides of whole lines.
//!
//! A slide is a chain of single moves in one direction. So each line of the board is swept twice
//! per layer, once in each direction, with a set that moves from cell to cell: what has come along
//! so far, joined by the layer's own states with the blank in that cell. All states of the set
//! after a move are one slide away from the layer. Every single move of the board is used once per
//! layer in each direction, as often as in a search by single moves.
//!
//! Slides lead within a layer, and from one colour of the board to the same, so all states seen so
//! far have to be remembered: with the current layer, the one before and the next one that is four
//! bits a state.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::domains::tiles::breadth_first::{PIECE_WORDS, union_moved};
use crate::domains::tiles::part::Part;
use crate::domains::tiles::shape::{Cell, Shape};
use crate::domains::tiles::state_index::StateIndex;
use crate::store::bits;
use crate::store::work_queue::share_out;

/// A set of ranks for every cell of the blank.
type Slabs = Vec<Vec<u64>>;

/// What a search by slides remembers besides its current layer.
pub(super) struct SlideLayers {
    /// The layer before the current one.
    pub before: Slabs,
    /// All states so far, the current layer included.
    seen: Slabs,
}

/// Sets of bits that a search by slides holds at the same time.
pub(super) const SETS: u64 = 4;

impl SlideLayers {
    /// At the layer of the goal.
    pub fn new(goal_layer: &Slabs) -> Self {
        let empty = goal_layer.iter().map(|slab| vec![0; slab.len()]).collect();
        Self { before: empty, seen: goal_layer.clone() }
    }

    /// Turns `layer` into the next one. The number of its states.
    pub fn advance<E>(
        &mut self,
        index: &StateIndex,
        threads: usize,
        layer: &mut Slabs,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut next = std::mem::take(&mut self.before);
        next.iter_mut().for_each(|slab| slab.fill(0));
        let words = bits::words_for(index.slab_length());
        let (mut carried, mut moved) = (vec![0; words], vec![0; words]);
        let all = Part::whole(index.slab_length());
        for line in lines(index.shape()) {
            carried.copy_from_slice(&layer[line[0].index()]);
            for step in line.windows(2) {
                let (from, to) = (step[0], step[1]);
                moved.fill(0);
                if carried.iter().any(|&word| word != 0) {
                    let parts = moved.chunks_mut(PIECE_WORDS).zip(next[to.index()].chunks_mut(PIECE_WORDS));
                    share_out(threads, parts.enumerate(), go_on, |(number, (moved, next)), (): &mut ()| {
                        let range = number * PIECE_WORDS..number * PIECE_WORDS + moved.len();
                        union_moved(index, from, to, (&carried, &all), range, moved);
                        next.iter_mut().zip(&*moved).for_each(|(word, more)| *word |= more);
                    })?;
                }
                moved.iter_mut().zip(&layer[to.index()]).for_each(|(word, more)| *word |= more);
                std::mem::swap(&mut carried, &mut moved);
            }
        }
        let width = AtomicU64::new(0);
        share_out(threads, next.iter_mut().zip(&mut self.seen), go_on, |(next, seen), (): &mut ()| {
            let mut new = 0;
            for (word, seen) in next.iter_mut().zip(seen) {
                *word &= !*seen;
                *seen |= *word;
                new += u64::from(word.count_ones());
            }
            width.fetch_add(new, Ordering::Relaxed);
        })?;
        self.before = std::mem::replace(layer, next);
        Ok(width.into_inner())
    }
}

/// All lines of a board, in both directions: the cells in the order in which the blank passes them.
fn lines(shape: Shape) -> Vec<Vec<Cell>> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let cell = |row: usize, col: usize| Cell((row * cols + col) as u16);
    let along_rows = (0..rows).map(|row| (0..cols).map(|col| cell(row, col)).collect());
    let along_cols = (0..cols).map(|col| (0..rows).map(|row| cell(row, col)).collect());
    let both_ways = |line: Vec<Cell>| {
        let back = line.iter().rev().copied().collect();
        [line, back]
    };
    along_rows.chain(along_cols).flat_map(both_ways).collect()
}
