//! Square boards of 3, 4 or 5 rows, sized at compile time.

use crate::core::{Cost, StateKey};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::grid::{Distances, Grid};
use crate::domains::tiles::shape::{Cell, MoveOrder, Shape};
use crate::store::key::Packed;

/// A square board of `SIDE` rows in an array of `PAD` bytes, a power of two, packed into a key `K`.
///
/// PERF: indices are masked with `PAD - 1`, which the optimiser understands: no bounds check is left in the IDA* loop.
#[derive(Clone)]
pub struct Fixed<const SIDE: usize, const PAD: usize, K> {
    /// The neighbours of each cell less one of them; less itself means all.
    neighbours: Box<[[PackedCells; PAD]; PAD]>,
    key: std::marker::PhantomData<K>,
}

/// The 8-puzzle: 36 bits in a `u64`.
pub type Fixed3x3 = Fixed<3, 16, u64>;
/// The 15-puzzle: 64 bits in a `u64`.
pub type Fixed4x4 = Fixed<4, 16, u64>;
/// The 24-puzzle: 125 bits in two words.
pub type Fixed5x5 = Fixed<5, 32, [u64; 2]>;

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

impl<const SIDE: usize, const PAD: usize, K> Fixed<SIDE, PAD, K> {
    const MASK: usize = {
        assert!(PAD.is_power_of_two() && SIDE * SIDE <= PAD);
        PAD - 1
    };
}

impl<const SIDE: usize, const PAD: usize, K: StateKey + Packed> Grid for Fixed<SIDE, PAD, K> {
    type Index = u8;
    type Cells = [u8; PAD];
    type Key = K;
    type Neighbours = PackedCells;
    type Distances = DistanceTable<PAD>;

    fn new(shape: Shape, order: MoveOrder) -> Self {
        assert!(shape.rows() == SIDE && shape.cols() == SIDE, "a {shape} board is not {SIDE}x{SIDE}");
        let mut neighbours = Box::new([[PackedCells(u64::MAX); PAD]; PAD]);
        for cell in shape.all_cells() {
            for except in shape.all_cells() {
                let all = order.0.iter().filter_map(|&direction| shape.neighbour(cell, direction));
                let list = all.filter(|&next| next != except).enumerate().fold(u64::MAX, |list, (place, next)| {
                    list & !(0xFF << (8 * place)) | u64::from(next.0) << (8 * place)
                });
                neighbours[cell.index()][except.index()] = PackedCells(list);
            }
        }
        Self { neighbours, key: std::marker::PhantomData }
    }

    fn shape(&self) -> Shape {
        Shape::new(SIDE, SIDE).expect("the side is between 3 and 5")
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
        usize::from(cell) / SIDE
    }

    #[inline(always)]
    fn col(&self, cell: u8) -> usize {
        usize::from(cell) % SIDE
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

    fn pack(&self, cells: &[u8; PAD]) -> K {
        K::pack(cells[..SIDE * SIDE].iter().map(|&tile| u16::from(tile)), SIDE * SIDE)
    }

    #[inline]
    fn unpack(&self, key: &K) -> ([u8; PAD], u8) {
        let mut cells = [0; PAD];
        let mut blank = 0;
        for (cell, slot) in cells[..SIDE * SIDE].iter_mut().enumerate() {
            *slot = key.get(cell, SIDE * SIDE) as u8;
            if *slot == 0 {
                blank = cell as u8;
            }
        }
        (cells, blank)
    }

    #[inline]
    fn moved_key(&self, key: &K, tile: u8, from: u8, blank: u8) -> K {
        key.moved(u16::from(tile), usize::from(from), usize::from(blank), SIDE * SIDE)
    }
}

/// A table of all distances with a power-of-two stride.
#[derive(Clone)]
pub struct DistanceTable<const PAD: usize>(Box<[[u8; PAD]; PAD]>);

impl<const SIDE: usize, const PAD: usize, K: StateKey + Packed> Distances<Fixed<SIDE, PAD, K>> for DistanceTable<PAD> {
    fn new(_: &Fixed<SIDE, PAD, K>, goal: &Board) -> Self {
        let shape = goal.shape();
        let mut table = Box::new([[0; PAD]; PAD]);
        for (tile, home) in goal.places().into_iter().enumerate() {
            for cell in shape.all_cells() {
                table[tile][cell.index()] = shape.distance(Cell(cell.0), home) as u8;
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
