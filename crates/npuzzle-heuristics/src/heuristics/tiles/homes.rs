//! Where the tiles belong, by row and column.

use crate::domains::tiles::{Board, Shape};

/// Where a tile belongs.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    row: u8,
    col: u8,
}

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The lines are rows.
    Rows,
    /// The lines are columns.
    Cols,
}

impl Axis {
    /// What one of its lines is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "row",
            Self::Cols => "column",
        }
    }

    /// How many lines there are, and how many cells each has.
    #[inline(always)]
    pub fn lines(self, shape: Shape) -> (usize, usize) {
        match self {
            Self::Rows => (shape.rows(), shape.cols()),
            Self::Cols => (shape.cols(), shape.rows()),
        }
    }

    /// The first cell of a line, and from each of its cells to the next.
    #[inline(always)]
    pub fn cells(self, shape: Shape, line: usize) -> (usize, usize) {
        match self {
            Self::Rows => (line * shape.cols(), 1),
            Self::Cols => (line, shape.cols()),
        }
    }
}

impl Home {
    /// The goal row.
    #[inline(always)]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// The goal column.
    #[inline(always)]
    pub fn col(self) -> usize {
        usize::from(self.col)
    }

    /// The goal line.
    #[inline(always)]
    pub fn line(self, axis: Axis) -> usize {
        if axis == Axis::Rows { self.row() } else { self.col() }
    }

    /// The place within the goal line.
    #[inline(always)]
    pub fn place(self, axis: Axis) -> u32 {
        u32::from(if axis == Axis::Rows { self.col } else { self.row })
    }
}

/// The homes of all tiles, the blank's first.
pub fn homes(goal: &Board) -> Box<[Home]> {
    let shape = goal.shape();
    let home = |cell| Home { row: shape.row(cell) as u8, col: shape.col(cell) as u8 };
    goal.places().into_iter().map(home).collect()
}
