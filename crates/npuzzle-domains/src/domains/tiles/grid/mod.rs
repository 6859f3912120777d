//! How the cells of a board are stored. Everything above is written once, for every storage.
//!
//! [`Small`] and [`Medium`] boards are arrays padded to a power of two whose indices are masked, so
//! that the compiler drops the bounds checks, with packed keys of one or two words. [`Large`] takes
//! any shape.

mod large;
mod padded;

pub use large::Large;
pub use padded::{Medium, Padded, Small};

use std::fmt::Debug;

use crate::core::Cost;
use crate::domains::any::Coded;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::{MoveOrder, Shape};

/// A storage for boards of one kind.
pub trait Grid: Clone + Send + Sync + 'static {
    /// A cell or a tile by number.
    type Index: Copy + Eq + Debug + Send + Sync + Into<usize>;
    /// The tiles, cell by cell.
    type Cells: Clone + PartialEq + Debug + Send + Sync;
    /// The packed tiles.
    type Key: Coded;
    /// Neighbouring cells.
    type Neighbours: Iterator<Item = Self::Index> + Clone;
    /// The distance of every tile from its goal cell.
    type Distances: Distances<Self>;

    /// Prepares the tables for a shape this storage can hold.
    fn new(shape: Shape, order: MoveOrder) -> Self;

    /// The shape of the boards.
    fn shape(&self) -> Shape;

    /// Narrows an index that is known to be on the board.
    fn index(number: usize) -> Self::Index;

    /// The cells next to `cell`, in the move order.
    fn neighbours(&self, cell: Self::Index) -> Self::Neighbours;

    /// The cells next to `cell`, less the neighbour `except`.
    fn neighbours_except(&self, cell: Self::Index, except: Self::Index) -> Self::Neighbours;

    /// The row of a cell.
    fn row(&self, cell: Self::Index) -> usize;

    /// The column of a cell.
    fn col(&self, cell: Self::Index) -> usize;

    /// Stores the tiles of a board.
    fn cells(&self, board: &Board) -> Self::Cells;

    /// The tile in a cell.
    fn get(cells: &Self::Cells, cell: Self::Index) -> Self::Index;

    /// Puts a tile into a cell.
    fn set(cells: &mut Self::Cells, cell: Self::Index, tile: Self::Index);

    /// Packs the tiles.
    fn pack(&self, cells: &Self::Cells) -> Self::Key;

    /// Unpacks the tiles and finds the blank.
    fn unpack(&self, key: &Self::Key) -> (Self::Cells, Self::Index);

    /// The key after `tile` has moved from the cell `from` into the blank cell `blank`.
    fn moved_key(&self, key: &Self::Key, tile: Self::Index, from: Self::Index, blank: Self::Index) -> Self::Key;
}

/// How far each tile is from home, looked up or computed.
pub trait Distances<G: Grid>: Clone + Send + Sync {
    /// The distances to the places in `goal`.
    fn new(grid: &G, goal: &Board) -> Self;

    /// Moves that `tile` needs from `cell` on an empty board. The blank counts as a tile here.
    fn get(&self, tile: G::Index, cell: G::Index) -> Cost;
}
