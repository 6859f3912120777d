//! Puzzles turned and renamed so that those that differ only in that become one.
//!
//! Call each tile by its home, the cell it has in the goal: then the goal is the identity, whatever
//! its numbers, and its shape and the home of the blank name a puzzle. Turn the board so that
//! there are at least as many columns as rows and the blank's home is the first cell it can be:
//! then a goal with the blank last and one with the blank first are the same. What is computed for
//! such a [`Frame`], tables above all, serves all goals that lead to it.

use crate::domains::tiles::{Board, Cell, Direction, Shape};

/// A way to turn or mirror a board: each cell goes to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    from: Shape,
    to: Shape,
    cells: Box<[u8]>,
}

impl Symmetry {
    /// All ways to turn or mirror boards of a shape with at most 255 cells; the first changes
    /// nothing.
    pub fn all(shape: Shape) -> Vec<Self> {
        debug_assert!(shape.cells() <= usize::from(u8::MAX));
        let (rows, cols) = (shape.rows(), shape.cols());
        let make = |transpose: bool, flip_rows: bool, flip_cols: bool| {
            let to = if transpose { Shape::new(cols, rows).unwrap_or(shape) } else { shape };
            let image = |cell: Cell| {
                let row = if flip_rows { rows - 1 - shape.row(cell) } else { shape.row(cell) };
                let col = if flip_cols { cols - 1 - shape.col(cell) } else { shape.col(cell) };
                if transpose { to.cell(col, row) } else { to.cell(row, col) }
            };
            Self { from: shape, to, cells: shape.all_cells().map(|cell| image(cell).0 as u8).collect() }
        };
        let flags = [false, true];
        let mut all: Vec<Self> = Vec::new();
        for transpose in flags {
            for (flip_rows, flip_cols) in flags.into_iter().flat_map(|rows| flags.map(|cols| (rows, cols))) {
                let symmetry = make(transpose, flip_rows, flip_cols);
                // On a single line some of them are the same.
                if !all.contains(&symmetry) {
                    all.push(symmetry);
                }
            }
        }
        all
    }

    /// Where a cell goes.
    pub fn cell(&self, cell: Cell) -> Cell {
        Cell(u16::from(self.cells[cell.index()]))
    }

    /// Where all cells go.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The shape of the turned board.
    pub fn to(&self) -> Shape {
        self.to
    }

    /// The way back.
    pub fn inverse(&self) -> Self {
        let mut cells = vec![0; self.cells.len()];
        for (cell, &image) in self.cells.iter().enumerate() {
            cells[usize::from(image)] = cell as u8;
        }
        Self { from: self.to, to: self.from, cells: cells.into() }
    }

    /// What becomes of a move of the blank out of `cell`.
    pub fn direction(&self, cell: Cell, direction: Direction) -> Option<Direction> {
        let next = self.from.neighbour(cell, direction)?;
        let (cell, next) = (self.cell(cell), self.cell(next));
        Direction::ALL.into_iter().find(|&direction| self.to.neighbour(cell, direction) == Some(next))
    }
}

/// What remains of a goal when tiles are called by their homes and the board is turned: a shape,
/// and the home of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    shape: Shape,
    blank: Cell,
}

impl Frame {
    /// Boards with more cells have no frame: homes are bytes, sets of cells are words.
    pub const MOST_CELLS: usize = 64;

    /// The frame of a goal, and how boards are turned to fit it. `None` for boards of more than
    /// [`Self::MOST_CELLS`] cells.
    pub fn of(goal: &Board) -> Option<(Self, Symmetry)> {
        if goal.shape().cells() > Self::MOST_CELLS {
            return None;
        }
        let fits = |symmetry: &Symmetry| symmetry.to().rows() <= symmetry.to().cols();
        let turned = Symmetry::all(goal.shape()).into_iter().filter(fits);
        let best = turned.min_by_key(|symmetry| symmetry.cell(goal.blank()))?;
        Some((Self { shape: best.to(), blank: best.cell(goal.blank()) }, best))
    }

    /// The shape.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The home of the blank.
    pub fn blank(self) -> Cell {
        self.blank
    }

    /// The ways to turn or mirror boards of this frame that leave the blank's home where it is; the
    /// first changes nothing.
    pub fn symmetries(self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| symmetry.to() == self.shape && symmetry.cell(self.blank) == self.blank;
        Symmetry::all(self.shape).into_iter().filter(keeps).collect()
    }
}

/// A board as a frame sees it: in each turned cell the home of the tile there, turned as well.
pub fn framed(board: &Board, goal: &Board, symmetry: &Symmetry) -> Vec<u8> {
    let shape = goal.shape();
    let mut homes = vec![0; shape.cells()];
    for cell in shape.all_cells() {
        homes[goal.tile_at(cell).index()] = symmetry.cell(cell).0 as u8;
    }
    let mut cells = vec![0; shape.cells()];
    for cell in shape.all_cells() {
        cells[symmetry.cell(cell).index()] = homes[board.tile_at(cell).index()];
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Tile;

    fn board(rows: usize, cols: usize, tiles: &[u64]) -> Board {
        Board::new(Shape::new(rows, cols).unwrap(), tiles).unwrap()
    }

    fn goal_with_blank_at(rows: usize, cols: usize, blank: usize) -> Board {
        let tiles = (0..rows * cols).map(|cell| if cell == blank { 0 } else { cell as u64 + u64::from(cell < blank) });
        board(rows, cols, &tiles.collect::<Vec<_>>())
    }

    #[test]
    fn boards_have_as_many_symmetries_as_they_should() {
        for (rows, cols, all) in [(3, 3, 8), (2, 5, 8), (1, 4, 4), (4, 4, 8), (1, 2, 4)] {
            let shape = Shape::new(rows, cols).unwrap();
            let symmetries = Symmetry::all(shape);
            assert_eq!(symmetries.len(), all, "{shape}");
            assert!(symmetries[0].cells().iter().enumerate().all(|(cell, &image)| cell == usize::from(image)));
            for symmetry in &symmetries {
                let back = symmetry.inverse();
                for cell in shape.all_cells() {
                    assert_eq!(back.cell(symmetry.cell(cell)), cell);
                    for way in Direction::ALL {
                        let turned = symmetry.direction(cell, way);
                        assert_eq!(turned.is_some(), shape.neighbour(cell, way).is_some());
                        let there = turned.and_then(|way| symmetry.to().neighbour(symmetry.cell(cell), way));
                        assert_eq!(there, shape.neighbour(cell, way).map(|next| symmetry.cell(next)));
                    }
                }
            }
        }
    }

    /// Goals fall into few frames: on 4x4 the blank is in a corner, on an edge or inside.
    #[test]
    fn goals_share_frames() {
        let frames = |rows, cols| {
            let blanks = (0..rows * cols).map(|blank| Frame::of(&goal_with_blank_at(rows, cols, blank)).unwrap().0);
            blanks.collect::<std::collections::HashSet<_>>().len()
        };
        assert_eq!((frames(4, 4), frames(3, 3), frames(5, 5), frames(2, 4), frames(1, 5)), (3, 3, 6, 2, 3));
        let (wide, tall) = (Frame::of(&goal_with_blank_at(2, 4, 7)), Frame::of(&goal_with_blank_at(4, 2, 0)));
        assert_eq!(wide.map(|(frame, _)| frame), tall.map(|(frame, _)| frame));
        assert!(Frame::of(&goal_with_blank_at(9, 9, 0)).is_none());
        let (corner, _) = Frame::of(&goal_with_blank_at(4, 4, 15)).unwrap();
        assert_eq!((corner.blank(), corner.symmetries().len()), (Cell(0), 2));
        let (centre, _) = Frame::of(&goal_with_blank_at(3, 3, 4)).unwrap();
        assert_eq!(centre.symmetries().len(), 8);
    }

    /// Moves on the board are the turned moves in the frame.
    #[test]
    fn framed_boards_move_alike() {
        for (rows, cols, blank) in [(3, 3, 8), (3, 3, 4), (4, 2, 3), (2, 4, 6), (4, 4, 10)] {
            let goal = goal_with_blank_at(rows, cols, blank);
            let (frame, symmetry) = Frame::of(&goal).unwrap();
            let identity: Vec<u8> = (0..frame.shape().cells() as u8).collect();
            assert_eq!(framed(&goal, &goal, &symmetry), identity);
            for way in Direction::ALL {
                let Some(moved) = goal.moved(way) else { continue };
                let turned = symmetry.direction(goal.blank(), way).unwrap();
                let to = frame.shape().neighbour(frame.blank(), turned).unwrap();
                let mut expected = identity.clone();
                expected.swap(frame.blank().index(), to.index());
                assert_eq!(framed(&moved, &goal, &symmetry), expected);
            }
            assert!(goal.tiles().contains(&Tile::BLANK));
        }
    }
}
