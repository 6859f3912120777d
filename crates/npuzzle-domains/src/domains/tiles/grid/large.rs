//! Boards of any shape, on the heap.

use crate::core::Cost;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::grid::{Distances, Grid};
use crate::domains::tiles::shape::{Cell, MoveOrder, Shape};
use crate::store::key::Packed;

/// A board of any shape, packed into bytes.
#[derive(Clone)]
pub struct Large {
    shape: Shape,
    neighbours: Box<[PackedWideCells]>,
    places: Box<[RowAndColumn]>,
}

/// Up to four cells of 16 bits, each one higher than its number; zero ends the list.
#[derive(Clone, Copy, Debug)]
pub struct PackedWideCells(u64);

impl PackedWideCells {
    fn collect(cells: impl Iterator<Item = Cell>) -> Self {
        Self(cells.enumerate().fold(0, |list, (place, cell)| list | u64::from(cell.0 + 1) << (16 * place)))
    }
}

impl Iterator for PackedWideCells {
    type Item = u16;

    #[inline(always)]
    fn next(&mut self) -> Option<u16> {
        let cell = self.0 as u16;
        self.0 >>= 16;
        cell.checked_sub(1)
    }
}

/// A cell by its coordinates, both at most 99.
#[derive(Clone, Copy, Debug)]
struct RowAndColumn {
    row: u8,
    col: u8,
}

impl RowAndColumn {
    #[inline(always)]
    fn distance(self, other: Self) -> Cost {
        Cost::from(self.row.abs_diff(other.row)) + Cost::from(self.col.abs_diff(other.col))
    }
}

impl Grid for Large {
    type Index = u16;
    type Cells = Box<[u16]>;
    type Key = Box<[u8]>;
    type Neighbours = PackedWideCells;
    type Distances = Homes;

    fn new(shape: Shape, order: MoveOrder) -> Self {
        let around = |cell| order.0.iter().filter_map(move |&direction| shape.neighbour(cell, direction));
        let place = |cell| RowAndColumn { row: shape.row(cell) as u8, col: shape.col(cell) as u8 };
        Self {
            shape,
            neighbours: shape.all_cells().map(|cell| PackedWideCells::collect(around(cell))).collect(),
            places: shape.all_cells().map(place).collect(),
        }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    #[inline(always)]
    fn index(number: usize) -> u16 {
        number as u16
    }

    #[inline(always)]
    fn neighbours(&self, cell: u16) -> PackedWideCells {
        self.neighbours[usize::from(cell)]
    }

    /// Closes the gap in the packed list that leaving out `except` makes.
    #[inline(always)]
    fn neighbours_except(&self, cell: u16, except: u16) -> PackedWideCells {
        let list = self.neighbours[usize::from(cell)].0;
        for place in 0..4 {
            let shift = 16 * place;
            if (list >> shift) as u16 == except + 1 {
                let below = list & ((1 << shift) - 1);
                let above = list.checked_shr(shift + 16).unwrap_or(0);
                return PackedWideCells(below | above << shift);
            }
        }
        PackedWideCells(list)
    }

    #[inline(always)]
    fn row(&self, cell: u16) -> usize {
        usize::from(self.places[usize::from(cell)].row)
    }

    #[inline(always)]
    fn col(&self, cell: u16) -> usize {
        usize::from(self.places[usize::from(cell)].col)
    }

    fn cells(&self, board: &Board) -> Box<[u16]> {
        board.tiles().iter().map(|tile| tile.0).collect()
    }

    #[inline(always)]
    fn get(cells: &Box<[u16]>, cell: u16) -> u16 {
        cells[usize::from(cell)]
    }

    #[inline(always)]
    fn set(cells: &mut Box<[u16]>, cell: u16, tile: u16) {
        cells[usize::from(cell)] = tile;
    }

    fn pack(&self, cells: &Box<[u16]>) -> Box<[u8]> {
        Packed::pack(cells.iter().copied(), cells.len())
    }

    fn unpack(&self, key: &Box<[u8]>) -> (Box<[u16]>, u16) {
        let cells = self.shape.cells();
        let tiles: Box<[u16]> = (0..cells).map(|cell| Packed::get(key, cell, cells)).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        (tiles, blank as u16)
    }

    fn moved_key(&self, key: &Box<[u8]>, tile: u16, from: u16, blank: u16) -> Box<[u8]> {
        key.moved(tile, usize::from(from), usize::from(blank), self.shape.cells())
    }
}

/// Where each tile belongs. A table of all distances would take 100 MB on a 100x100 board.
#[derive(Clone)]
pub struct Homes {
    homes: Box<[RowAndColumn]>,
    places: Box<[RowAndColumn]>,
}

impl Distances<Large> for Homes {
    fn new(grid: &Large, goal: &Board) -> Self {
        let homes = goal.places().into_iter().map(|home| grid.places[home.index()]).collect();
        Self { homes, places: grid.places.clone() }
    }

    #[inline(always)]
    fn get(&self, tile: u16, cell: u16) -> Cost {
        self.homes[usize::from(tile)].distance(self.places[usize::from(cell)])
    }
}
