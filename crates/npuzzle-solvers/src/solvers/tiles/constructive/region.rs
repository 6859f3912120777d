//! The part of the board that is not finished, and the lines at its edge.

use crate::domains::tiles::shape::{Cell, Shape};

/// A rectangle of cells. Rows and columns count from zero; `bottom` and `right` are the first
/// outside.
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

/// An edge of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Edge {
    pub(super) fn is_row(self) -> bool {
        matches!(self, Self::Top | Self::Bottom)
    }
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

    /// The edges at which a line may be filled: along the shorter side, and away from the goal's
    /// blank.
    pub(super) fn edges(&self, shape: Shape, blank: Cell) -> Vec<Edge> {
        let (row, col) = (shape.row(blank), shape.col(blank));
        let mut edges = Vec::new();
        if self.rows() >= self.cols() {
            edges.extend((row != self.top).then_some(Edge::Top));
            edges.extend((row + 1 != self.bottom).then_some(Edge::Bottom));
        }
        if self.cols() >= self.rows() {
            edges.extend((col != self.left).then_some(Edge::Left));
            edges.extend((col + 1 != self.right).then_some(Edge::Right));
        }
        edges
    }

    /// What is left without the line at an edge.
    pub(super) fn without(&self, edge: Edge) -> Self {
        match edge {
            Edge::Top => Self { top: self.top + 1, ..*self },
            Edge::Bottom => Self { bottom: self.bottom - 1, ..*self },
            Edge::Left => Self { left: self.left + 1, ..*self },
            Edge::Right => Self { right: self.right - 1, ..*self },
        }
    }

    pub(super) fn shape(&self) -> Option<Shape> {
        Shape::new(self.rows(), self.cols()).ok()
    }
}
