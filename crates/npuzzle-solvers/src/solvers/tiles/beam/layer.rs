//! The boards of a layer, and the children that may become the next one.

use crate::domains::tiles::Direction;
use crate::solvers::tiles::beam::score::Score;

/// What is known of a kept board besides its cells.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) hash: u64,
    /// The carried part of its score.
    pub(super) score: i32,
    /// Manhattan distance with linear conflicts.
    pub(super) bound: u16,
    pub(super) blank: u8,
    /// Where the blank was before; where it is, if it has not moved yet.
    pub(super) came_from: u8,
}

/// A child that has not been built yet.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) hash: u64,
    /// The carried part of its score.
    pub(super) score: i32,
    pub(super) origin: Origin,
    pub(super) bound: u16,
    /// The other part of its score.
    pub(super) anew: i16,
}

impl Child {
    /// All of its score.
    #[inline(always)]
    pub(super) fn rank(&self) -> i32 {
        self.score + i32::from(self.anew)
    }
}

/// How a board was reached: from which one of the layer before, and by which move. This is also
/// what a layer leaves behind in the log of paths.
///
/// The move takes two bits, so that the number of a board has 30. It is made of its shard and of
/// its place there, which is rounded up to a power of two: layers of 2^29 boards always fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u32);

impl Origin {
    #[inline(always)]
    pub(super) fn new(parent: u32, way: usize) -> Self {
        Self(parent << 2 | way as u32)
    }

    #[inline(always)]
    pub(super) fn parent(self) -> u32 {
        self.0 >> 2
    }

    /// The number of the direction in [`Direction::ALL`].
    #[inline(always)]
    pub(super) fn way(self) -> usize {
        self.0 as usize & 3
    }

    pub(super) fn direction(self) -> Direction {
        Direction::ALL[self.way()]
    }
}

/// Boards of a layer whose hashes fall into one shard.
#[derive(Default)]
pub(super) struct Layer {
    /// The cells of all boards.
    bytes: Vec<u8>,
    pub(super) states: Vec<State>,
    /// Of a board.
    cells: usize,
}

impl Layer {
    /// Empties it, for boards of a score.
    pub(super) fn clear(&mut self, score: &Score) {
        self.bytes.clear();
        self.states.clear();
        self.cells = score.shape().cells();
    }

    /// The cells of a board.
    #[inline(always)]
    pub(super) fn board(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.cells..][..self.cells]
    }

    /// Adds a board.
    pub(super) fn push(&mut self, board: &[u8], state: State) {
        self.bytes.extend_from_slice(board);
        self.states.push(state);
    }

    /// Builds a child and adds it.
    #[inline(always)]
    pub(super) fn push_child(&mut self, score: &Score, parents: &Self, at: usize, child: &Child) {
        let parent = &parents.states[at];
        let start = self.bytes.len();
        self.bytes.extend_from_slice(parents.board(at));
        let cells = &mut self.bytes[start..];
        let blank = score.neighbours[usize::from(parent.blank)][child.origin.way()];
        cells.swap(usize::from(blank), usize::from(parent.blank));
        let (hash, score, bound) = (child.hash, child.score, child.bound);
        self.states.push(State { hash, score, bound, blank, came_from: parent.blank });
    }

    /// Makes room for so many boards, once.
    pub(super) fn reserve(&mut self, boards: usize) {
        self.bytes.reserve_exact((boards * self.cells).saturating_sub(self.bytes.len()));
        self.states.reserve_exact(boards.saturating_sub(self.states.len()));
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        (self.bytes.capacity() + self.states.capacity() * size_of::<State>()) as u64
    }
}
