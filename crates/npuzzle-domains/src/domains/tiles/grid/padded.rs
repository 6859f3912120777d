//! Boards of up to 16 or 25 cells, in arrays padded to a power of two.

use std::marker::PhantomData;

use crate::core::Cost;
use crate::domains::any::Coded;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::grid::{Distances, Grid};
use crate::domains::tiles::shape::{MoveOrder, Shape};
use crate::store::key::Packed;

/// A board of any shape that fits into an array of `PAD` bytes, a power of two, and into a key `K`.
/// Cells beyond the board hold zero.
///
/// PERF: indices are masked with `PAD - 1`, which the optimiser understands: no bounds check is
/// left in the IDA* loop. Keys are unpacked cell by cell up to `CELLS`, a constant, so that the
/// loop is unrolled.
#[derive(Clone)]
pub struct Padded<const CELLS: usize, const PAD: usize, K> {
    shape: Shape,
    /// The neighbours of each cell less one of them; less itself means all.
    neighbours: Box<[[PackedCells; PAD]; PAD]>,
    rows: [u8; PAD],
    cols: [u8; PAD],
    key: PhantomData<K>,
}

/// Up to 16 cells, the 8- and the 15-puzzle among them: four bits each in one word.
pub type Small = Padded<16, 16, u64>;
/// Up to 25 cells, the 24-puzzle among them: five bits each in two words.
pub type Medium = Padded<25, 32, [u64; 2]>;

/// Up to four cells, one per byte, ended by 0xFF: the whole list lives in one register.
#[derive(Clone, Copy, Debug)]
pub struct PackedCells(u64);

impl Iterator for PackedCells {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let cell = self.0 as u8;
        self.0 >>= 8;
        (cell != 0xFF).then_some(cell)
    }
}

impl<const CELLS: usize, const PAD: usize, K> Padded<CELLS, PAD, K> {
    const MASK: usize = {
        assert!(PAD.is_power_of_two() && CELLS <= PAD);
        PAD - 1
    };
}

impl<const CELLS: usize, const PAD: usize, K: Coded + Packed> Grid for Padded<CELLS, PAD, K> {
    type Index = u8;
    type Cells = [u8; PAD];
    type Key = K;
    type Neighbours = PackedCells;
    type Distances = DistanceTable<PAD>;

    fn new(shape: Shape, order: MoveOrder) -> Self {
        assert!(shape.cells() <= CELLS, "a {shape} board has more than {CELLS} cells");
        let mut neighbours = Box::new([[PackedCells(u64::MAX); PAD]; PAD]);
        let (mut rows, mut cols) = ([0; PAD], [0; PAD]);
        for cell in shape.all_cells() {
            rows[cell.index()] = shape.row(cell) as u8;
            cols[cell.index()] = shape.col(cell) as u8;
            for except in shape.all_cells() {
                let all = order.0.iter().filter_map(|&direction| shape.neighbour(cell, direction));
                let list = all.filter(|&next| next != except).enumerate().fold(u64::MAX, |list, (place, next)| {
                    list & !(0xFF << (8 * place)) | u64::from(next.0) << (8 * place)
                });
                neighbours[cell.index()][except.index()] = PackedCells(list);
            }
        }
        Self { shape, neighbours, rows, cols, key: PhantomData }
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        self.shape
    }

    #[inline(always)]
    fn index(number: usize) -> u8 {
        number as u8
    }

    #[inline(always)]
    fn neighbours(&self, cell: u8) -> PackedCells {
        self.neighbours_except(cell, cell)
    }

    #[inline(always)]
    fn neighbours_except(&self, cell: u8, except: u8) -> PackedCells {
        self.neighbours[usize::from(cell) & Self::MASK][usize::from(except) & Self::MASK]
    }

    #[inline(always)]
    fn row(&self, cell: u8) -> usize {
        usize::from(self.rows[usize::from(cell) & Self::MASK])
    }

    #[inline(always)]
    fn col(&self, cell: u8) -> usize {
        usize::from(self.cols[usize::from(cell) & Self::MASK])
    }

    fn cells(&self, board: &Board) -> [u8; PAD] {
        let mut cells = [0; PAD];
        for (cell, tile) in board.tiles().iter().enumerate() {
            cells[cell] = tile.0 as u8;
        }
        cells
    }

    #[inline(always)]
    fn get(cells: &[u8; PAD], cell: u8) -> u8 {
        cells[usize::from(cell) & Self::MASK]
    }

    #[inline(always)]
    fn set(cells: &mut [u8; PAD], cell: u8, tile: u8) {
        cells[usize::from(cell) & Self::MASK] = tile;
    }

    #[inline]
    fn pack(&self, cells: &[u8; PAD]) -> K {
        K::pack(cells[..CELLS].iter().map(|&tile| u16::from(tile)), CELLS)
    }

    /// From the last cell to the first: the zeros beyond the board come first, and the blank's zero
    /// last.
    #[inline]
    fn unpack(&self, key: &K) -> ([u8; PAD], u8) {
        let mut cells = [0; PAD];
        let mut blank = 0;
        for cell in (0..CELLS).rev() {
            cells[cell] = key.get(cell, CELLS) as u8;
            if cells[cell] == 0 {
                blank = cell as u8;
            }
        }
        (cells, blank)
    }

    #[inline]
    fn moved_key(&self, key: &K, tile: u8, from: u8, blank: u8) -> K {
        key.moved(u16::from(tile), usize::from(from), usize::from(blank), CELLS)
    }
}

/// A table of all distances with a power-of-two stride.
#[derive(Clone)]
pub struct DistanceTable<const PAD: usize>(Box<[[u8; PAD]; PAD]>);

impl<const CELLS: usize, const PAD: usize, K: Coded + Packed> Distances<Padded<CELLS, PAD, K>> for DistanceTable<PAD> {
    fn new(_: &Padded<CELLS, PAD, K>, goal: &Board) -> Self {
        let shape = goal.shape();
        let mut table = Box::new([[0; PAD]; PAD]);
        for (tile, home) in goal.places().into_iter().enumerate() {
            for cell in shape.all_cells() {
                table[tile][cell.index()] = shape.distance(cell, home) as u8;
            }
        }
        Self(table)
    }

    #[inline(always)]
    fn get(&self, tile: u8, cell: u8) -> Cost {
        let mask = PAD - 1;
        Cost::from(self.0[usize::from(tile) & mask][usize::from(cell) & mask])
    }
}
