//! The part of the board that is not finished, and the lines at its edge.

use crate::domains::tiles::shape::{Cell, Shape};

/// A rectangle of cells. Rows and columns count from zero; `bottom` and `right` are the first outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First row.
    pub top: usize,
    /// The row after the last.
    pub bottom: usize,
    /// First column.
    pub left: usize,
    /// The column after the last.
    pub right: usize,
}

/// A line at the edge of the region, by its cells and those further in.
pub(super) struct Line {
    /// `cells[depth][place]`: the line itself at depth zero, then the next two inwards.
    pub(super) cells: [Vec<Cell>; 3],
    /// What is left of the region without the line.
    pub(super) rest: Region,
}

impl Region {
    pub(super) fn whole(shape: Shape) -> Self {
        Self { top: 0, bottom: shape.rows(), left: 0, right: shape.cols() }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.bottom - self.top
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.right - self.left
    }

    /// Whether a cell of a board of this shape is in it.
    pub fn holds(&self, shape: Shape, cell: Cell) -> bool {
        (self.top..self.bottom).contains(&shape.row(cell)) && (self.left..self.right).contains(&shape.col(cell))
    }

    /// The next line to fill: along the shorter side, away from the goal's blank. None if three by three are left.
    pub(super) fn next_line(&self, shape: Shape, blank: Cell) -> Option<Line> {
        let (rows, cols) = (self.rows(), self.cols());
        if rows.max(cols) <= 3 || shape.is_line() {
            return None;
        }
        let mut rest = *self;
        let cell = |row: usize, col: usize| shape.cell(row, col);
        let cells = if rows >= cols {
            let at_top = shape.row(blank) != self.top;
            if at_top {
                rest.top += 1;
            } else {
                rest.bottom -= 1;
            }
            let row = |depth| if at_top { self.top + depth } else { self.bottom - 1 - depth };
            [0, 1, 2].map(|depth| (self.left..self.right).map(|col| cell(row(depth), col)).collect())
        } else {
            let at_left = shape.col(blank) != self.left;
            if at_left {
                rest.left += 1;
            } else {
                rest.right -= 1;
            }
            let col = |depth| if at_left { self.left + depth } else { self.right - 1 - depth };
            [0, 1, 2].map(|depth| (self.top..self.bottom).map(|row| cell(row, col(depth))).collect())
        };
        Some(Line { cells, rest })
    }

    pub(super) fn shape(&self) -> Option<Shape> {
        Shape::new(self.rows(), self.cols()).ok()
    }
}
