//! How large the parts of a picture are, in pixels.

use crate::domains::tiles::{Cell, Shape};

/// Everything follows from the cell: the tile and the gap behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The side of a cell.
    pub cell: u32,
    gap: u32,
    /// The tray around the tiles.
    edge: u32,
    /// The corners of tiles.
    pub radius: u32,
    /// The line around tiles.
    pub line: u32,
}

impl Measure {
    /// The measures of cells of so many pixels.
    pub fn new(cell: u32) -> Self {
        let share = |percent: u32| (cell * percent + 50) / 100;
        Self { cell, gap: share(8).max(1), edge: share(13).max(2), radius: share(15).max(1), line: share(3).max(1) }
    }

    /// The side of a tile.
    pub fn tile(&self) -> u32 {
        self.cell - self.gap
    }

    /// The corners of the tray: as far from those of the tiles everywhere.
    pub fn tray_radius(&self) -> u32 {
        self.radius + self.edge
    }

    /// How long a side of so many cells is.
    pub fn side(&self, cells: usize) -> u32 {
        2 * self.edge + cells as u32 * self.cell - self.gap
    }

    /// Width and height of a board.
    pub fn board(&self, shape: Shape) -> (u32, u32) {
        (self.side(shape.cols()), self.side(shape.rows()))
    }

    /// The upper left corner of a tile.
    pub fn place(&self, shape: Shape, cell: Cell) -> (u32, u32) {
        let at = |index: usize| self.edge + index as u32 * self.cell;
        (at(shape.col(cell)), at(shape.row(cell)))
    }
}

/// The largest cell within bounds with which `cells` of them are no longer than `length`.
pub fn fitting(cells: usize, length: u32, least: u32, most: u32) -> u32 {
    (length / cells.max(1) as u32).clamp(least, most)
}

/// How many digits the largest tile has.
pub fn digits(shape: Shape) -> usize {
    shape.cells().saturating_sub(1).max(1).to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_stand_apart_and_inside_the_tray() {
        let shape: Shape = "3x5".parse().unwrap();
        for cell in 8..=256 {
            let measure = Measure::new(cell);
            let (width, height) = measure.board(shape);
            let (x, y) = measure.place(shape, shape.cell(2, 4));
            assert_eq!((x + measure.tile() + measure.edge, y + measure.tile() + measure.edge), (width, height));
            assert!(measure.tile() < cell && 2 * (measure.radius + measure.line) <= measure.tile(), "{measure:?}");
        }
    }
}
