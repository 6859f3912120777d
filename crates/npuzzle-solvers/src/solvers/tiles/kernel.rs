//! What a deepening search needs of the code that expands states.
//!
//! A kernel works on boards in the form of a [`Frame`]: each cell holds the home cell of the tile
//! in it, so the goal is the identity. Its nodes carry all that is updated move by move; `left` is
//! the number of moves that the bound still allows. A node is alive if no estimate exceeds `left`.
//! The goal is reached when a node that is alive has no moves left: every estimate is zero there.

use std::ops::AddAssign;

use crate::core::Cost;
use crate::domains::tiles::Direction;
use crate::domains::tiles::frame::Frame;

/// The directions of the blank by their code. The order is that of the move automaton, and
/// `3 - code` is the way back.
pub const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// So many moves of its path a node remembers.
pub const REMEMBERED_MOVES: u32 = 32;

/// A move as part of a remembered path.
#[inline(always)]
pub(super) fn remembered(code: u64, depth: Cost) -> u64 {
    if depth < REMEMBERED_MOVES { code << (2 * depth) } else { 0 }
}

/// What a tile is called in the boards of nodes: by its home, but for two. The blank is called 0,
/// and what has its home in cell 0 is called by the blank's home. The way back is the same.
#[inline(always)]
pub(super) fn label_of(frame: Frame, home: u8) -> u8 {
    let blank = frame.blank().0 as u8;
    match home {
        0 => blank,
        home if home == blank => 0,
        home => home,
    }
}

/// What a kernel has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelTally {
    /// States whose successors were made.
    pub expanded: u64,
    /// Successors made: those that the move automaton lets pass.
    pub generated: u64,
    /// Estimates looked up: one for each successor, and one more for each that the first did not
    /// prune.
    pub evaluated: u64,
}

impl AddAssign for KernelTally {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.evaluated += other.evaluated;
    }
}

/// A node in a form that can be written to a file and made a node again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The home cell of the tile in each cell.
    pub cells: Vec<u8>,
    /// The state of the move automaton.
    pub words: u32,
    /// Moves that the bound still allows.
    pub left: Cost,
    /// The first moves of its path, two bits each, the first one lowest.
    pub path: u64,
}

/// Expands states, many at a time.
pub trait Kernel: Sync {
    /// A state with all that is updated move by move.
    type Node: Copy + Send + Sync;

    /// The node of a start. Its `left` is its estimate, lifted to the parity of its solutions.
    fn root(&self, cells: &[u8]) -> Self::Node;

    /// The moves that the bound still allows.
    fn left(&self, node: &Self::Node) -> Cost;

    /// Allows `more` moves, an even number.
    fn lift(&self, node: &mut Self::Node, more: Cost);

    /// Whether no estimate exceeds the moves that are left.
    fn is_alive(&self, node: &Self::Node) -> bool;

    /// The children that the move automaton lets pass, in the order of [`DIRECTIONS`], those that
    /// are not alive among them: one at a time and without tricks. `depth` is the number of moves
    /// from the start to `node`. INVARIANT: `left(node) >= 1`.
    fn children(&self, node: &Self::Node, depth: u32, children: &mut Vec<Self::Node>);

    /// Expands the nodes of `stack` depth first, all their descendants too, until none is left, a
    /// goal is reached, or `quota` states have been expanded. All nodes on the stack are alive and
    /// have at least one move left. `bound` is the number of moves from the start that the
    /// iteration allows, so a node's depth is `bound - left`. Returns the first moves of the path
    /// to the goal.
    fn run(&self, stack: &mut Vec<Self::Node>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64>;

    /// The board of a node: each cell's home, five bits (or four on boards of at most 16 cells) a
    /// cell.
    fn key(&self, node: &Self::Node) -> u128;

    /// The node as something to be written down.
    fn save(&self, node: &Self::Node) -> Saved;

    /// The node that was written down.
    fn restore(&self, saved: &Saved) -> Self::Node;
}
