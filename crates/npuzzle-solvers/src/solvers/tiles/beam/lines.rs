//! Linear conflicts after a move, found in one short scan.
//!
//! A move changes the conflicts of one line at most: the goal row or column of the tile, if it
//! leaves or enters that. What is to be known is whether the line has two moves more with the tile
//! than without it, that is, whether the longest increasing subsequence of the goal places in the
//! line grows by one or not (Hansson, Mayer & Yung 1992). Patience sorting with a set of bits finds
//! its length in four operations a cell; up to the tile both sets are the same.
//!
//! A table of all lines of seven cells would have 2 MB and miss the cache; this needs none and
//! serves all lengths.

use crate::domains::tiles::{Cell, Shape};

/// Longer lines are taken to have no conflicts, which is a bound as well: a place is a bit of a
/// word.
const LONGEST: usize = 32;

/// The goal lines of all tiles. INVARIANT: the blank has none, see [`Self::set_goal_blank`].
#[derive(Clone)]
pub(super) struct Lines {
    shape: Shape,
    goal_blank: Option<Cell>,
    rows: Axis,
    cols: Axis,
}

/// All rows, or all columns.
#[derive(Clone)]
struct Axis {
    /// `bits[line * cells + home]`: the goal place in the line, as a bit; zero if that is another
    /// tile's line.
    bits: Box<[u32]>,
    /// The line and the place in it of each cell.
    of_cell: Box<[(u8, u8)]>,
    /// From a line's first cell to that of the next, and from a cell of it to the next one.
    strides: (usize, usize),
    /// The cells of a line.
    length: usize,
}

impl Axis {
    fn new(
        shape: Shape,
        line_and_place: impl Fn(Cell) -> (usize, usize),
        lines: usize,
        strides: (usize, usize),
    ) -> Self {
        let cells = shape.cells();
        let length = cells / lines;
        let mut bits: Box<[u32]> = vec![0; lines * cells].into();
        for home in shape.all_cells() {
            let (line, place) = line_and_place(home);
            if length <= LONGEST {
                bits[line * cells + home.index()] = 1 << place;
            }
        }
        let of_cell = shape.all_cells().map(line_and_place).map(|(line, place)| (line as u8, place as u8)).collect();
        Self { bits, of_cell, strides, length }
    }

    /// By how much the conflicts of a line change when `tile`, whose goal line is one of the two,
    /// goes from one cell to another beside it in the next line. `cells` is the board before.
    #[inline(always)]
    fn change(&self, cells: &[u8], tile: u8, from: u8, to: u8) -> i32 {
        let (home, _) = self.of_cell[usize::from(tile)];
        let ((left, place), (entered, _)) = (self.of_cell[usize::from(from)], self.of_cell[usize::from(to)]);
        if home != left && home != entered || self.length > LONGEST {
            return 0;
        }
        let line = usize::from(home);
        let count = self.of_cell.len();
        let bits = &self.bits[line * count..][..count];
        let bit_at = |place: usize| bits[usize::from(cells[line * self.strides.0 + place * self.strides.1])];
        let place = usize::from(place);
        let mut without = (0..place).map(bit_at).fold(0, longer);
        let mut with = longer(without, bits[usize::from(tile)]);
        for bit in (place + 1..self.length).map(bit_at) {
            without = longer(without, bit);
            with = longer(with, bit);
        }
        let more = 2 * (1 + without.count_ones() as i32 - with.count_ones() as i32);
        if home == entered { more } else { -more }
    }

    /// The conflicts of all lines.
    fn all(&self, cells: &[u8]) -> u32 {
        let count = cells.len();
        let of_line = |(line, bits): (usize, &[u32])| {
            let places = cells[line * self.strides.0..].iter().step_by(self.strides.1).take(self.length);
            let bits = places.map(|&home| bits[usize::from(home)]);
            let tiles = bits.clone().filter(|&bit| bit != 0).count() as u32;
            2 * (tiles - bits.fold(0, longer).count_ones())
        };
        self.bits.chunks_exact(count).enumerate().map(of_line).sum()
    }
}

/// One step of patience sorting: the set holds the least end of an increasing subsequence of each
/// length; a new number replaces the least end above it, or makes the longest one longer. No
/// number, no change.
#[inline(always)]
fn longer(ends: u32, bit: u32) -> u32 {
    let above = ends & bit.wrapping_neg();
    ends ^ (above & above.wrapping_neg()) | bit
}

impl Lines {
    /// Bytes that they hold.
    pub(super) fn held(&self) -> u64 {
        let axis = |axis: &Axis| size_of_val(&*axis.bits) + size_of_val(&*axis.of_cell);
        (axis(&self.rows) + axis(&self.cols)) as u64
    }

    /// Those of a shape.
    pub(super) fn new(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        Self {
            shape,
            goal_blank: None,
            rows: Axis::new(shape, |cell| (shape.row(cell), shape.col(cell)), rows, (cols, 1)),
            cols: Axis::new(shape, |cell| (shape.col(cell), shape.row(cell)), cols, (1, cols)),
        }
    }

    /// From now on the blank's home is this cell. What stands for the blank is not a tile and
    /// conflicts with none.
    pub(super) fn set_goal_blank(&mut self, blank: Cell) {
        let cells = self.shape.cells();
        for axis in [&mut self.rows, &mut self.cols] {
            let length = axis.length;
            let mut set = |home: Cell, there: bool| {
                let (line, place) = axis.of_cell[home.index()];
                let bit = if there && length <= LONGEST { 1 << place } else { 0 };
                axis.bits[usize::from(line) * cells + home.index()] = bit;
            };
            if let Some(before) = self.goal_blank {
                set(before, true);
            }
            set(blank, false);
        }
        self.goal_blank = Some(blank);
    }

    /// The conflicts of a board: two moves for each tile that must leave its line.
    pub(super) fn all(&self, cells: &[u8]) -> u32 {
        self.rows.all(cells) + self.cols.all(cells)
    }

    /// By how much they change when the tile of home `tile` goes from a cell to the blank's beside
    /// it. `cells` is the board before.
    #[inline(always)]
    pub(super) fn change(&self, cells: &[u8], tile: u8, from: u8, to: u8, upright: bool) -> i32 {
        if upright { self.rows.change(cells, tile, from, to) } else { self.cols.change(cells, tile, from, to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest tiles to remove from a line so that the rest is in order, by trying all sets.
    fn slowly(places: &[u32]) -> u32 {
        let increases = |set: u32| {
            let chosen: Vec<u32> =
                places.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &place)| place).collect();
            chosen.is_sorted()
        };
        let most = (0..1_u32 << places.len()).filter(|&set| increases(set)).map(u32::count_ones).max().unwrap_or(0);
        places.len() as u32 - most
    }

    #[test]
    fn conflicts_are_those_of_the_definition() {
        let mut random = 7_u64;
        for (rows, cols, blank) in [(3, 3, 8), (4, 6, 5), (7, 2, 0), (5, 5, 12)] {
            let shape = Shape::new(rows, cols).unwrap();
            let mut lines = Lines::new(shape);
            // Set twice: the first home must become that of a tile again.
            lines.set_goal_blank(Cell(1));
            lines.set_goal_blank(Cell(blank));
            let mut cells: Vec<u8> = (0..shape.cells() as u8).collect();
            for _ in 0..200 {
                for at in 0..cells.len() {
                    random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                    // Mostly short ways, so that many tiles are in their lines.
                    let other = (at + (random >> 61) as usize) % cells.len();
                    cells.swap(at, other);
                }
                let tiles = |line_of: &dyn Fn(Cell) -> usize, line: usize| {
                    let cell = |&cell: &Cell| line_of(cell) == line;
                    let home = |cell: Cell| Cell(u16::from(cells[cell.index()]));
                    let homes = shape.all_cells().filter(cell).map(home).filter(|home| home.0 != blank);
                    homes.filter(|&home| line_of(home) == line).map(|home| u32::from(home.0)).collect::<Vec<_>>()
                };
                let in_rows: u32 = (0..rows).map(|row| slowly(&tiles(&|cell| shape.row(cell), row))).sum();
                let in_cols: u32 = (0..cols).map(|col| slowly(&tiles(&|cell| shape.col(cell), col))).sum();
                assert_eq!(lines.all(&cells), 2 * (in_rows + in_cols));
            }
        }
    }
}
