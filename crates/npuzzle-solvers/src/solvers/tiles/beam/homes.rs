//! A board seen from a goal: in each cell the home of what stands there.
//!
//! Tiles are called by the cells they have in the goal, so the goal is the identity whatever its
//! numbers. The blank is called by its own goal cell. A cell is a byte, so a board has at most 256
//! of them. Exchanging start and goal is inverting the permutation.

use crate::domains::tiles::{Board, Cell, Direction, Shape};

/// Boards with more cells have no such view.
pub const MOST_CELLS: usize = 256;

/// The home of what stands in each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homes {
    shape: Shape,
    cells: Box<[u8]>,
    blank: Cell,
    goal_blank: Cell,
}

impl Homes {
    /// A board as its goal sees it; `None` if it has more than [`MOST_CELLS`] cells or another
    /// shape.
    pub fn new(start: &Board, goal: &Board) -> Option<Self> {
        if start.shape() != goal.shape() {
            return None;
        }
        let names = |board: &Board| board.tiles().iter().map(|tile| tile.0).collect::<Vec<_>>();
        Self::between(start.shape(), &names(start), &names(goal))
    }

    /// The same for a part of a board, whose tiles may have any names; 0 is the blank. `None` if
    /// the two lists do not hold the same names, each once, with a blank among them.
    pub fn between(shape: Shape, start: &[u16], goal: &[u16]) -> Option<Self> {
        let count = shape.cells();
        if count > MOST_CELLS || start.len() != count || goal.len() != count {
            return None;
        }
        let names = goal.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let mut homes = vec![None; names];
        for (cell, &name) in goal.iter().enumerate() {
            if homes[usize::from(name)].replace(cell as u8).is_some() {
                return None;
            }
        }
        let goal_blank = homes.first().copied().flatten()?;
        // What is taken is gone, so that a name that stands twice is not found again.
        let home = |&name: &u16| homes.get_mut(usize::from(name)).and_then(Option::take);
        let cells = start.iter().map(home).collect::<Option<Box<[u8]>>>()?;
        let blank = start.iter().position(|&name| name == 0)?;
        Some(Self { shape, cells, blank: Cell(blank as u16), goal_blank: Cell(u16::from(goal_blank)) })
    }

    /// The rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The home of what stands in each cell; where the blank is, its own.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Where the blank is.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// Where the blank is in the goal.
    pub fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// Whether this is the goal.
    pub fn is_goal(&self) -> bool {
        self.cells.iter().enumerate().all(|(cell, &home)| cell == usize::from(home))
    }

    /// The way back as a puzzle: it begins at the goal, and what was the start is its goal. A
    /// solution of it, reversed and with each move taken back, is one of this.
    pub fn reversed(&self) -> Self {
        let mut cells: Box<[u8]> = vec![0; self.cells.len()].into();
        for (cell, &home) in self.cells.iter().enumerate() {
            cells[usize::from(home)] = cell as u8;
        }
        Self { shape: self.shape, cells, blank: self.goal_blank, goal_blank: self.blank }
    }

    /// After the blank has gone in a direction; `None` at the border.
    pub fn moved(&self, direction: Direction) -> Option<Self> {
        let mut moved = self.clone();
        moved.slide(direction).then_some(moved)
    }

    /// Moves the blank. `false`, and nothing is changed, at the border.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(next) = self.shape.neighbour(self.blank, direction) else { return false };
        self.cells.swap(self.blank.index(), next.index());
        self.blank = next;
        true
    }

    /// The sum of the tiles' distances from home.
    pub fn manhattan(&self) -> u32 {
        let tiles = self.shape.all_cells().zip(&self.cells).filter(|(cell, _)| *cell != self.blank);
        tiles.map(|(cell, &home)| self.shape.distance(cell, Cell(u16::from(home)))).sum()
    }
}

/// A path from the goal to the start as one from the start to the goal.
pub fn turned_round(path: &[Direction]) -> Vec<Direction> {
    path.iter().rev().map(|direction| direction.opposite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;

    #[test]
    fn the_goal_is_the_identity_and_moves_are_moves() {
        for (rows, cols) in [(3, 3), (2, 5), (16, 16), (1, 7), (2, 100)] {
            for card in CARDS {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let mut board = Generator::new(&goal, Kind::Walk(30), 1).unwrap().board();
                assert!(Homes::new(&goal, &goal).unwrap().is_goal());
                for direction in [Direction::Left, Direction::Up, Direction::Right, Direction::Down, Direction::Left] {
                    let homes = Homes::new(&board, &goal).unwrap();
                    assert_eq!(homes.blank(), board.blank());
                    let moved = board.moved(direction);
                    assert_eq!(homes.moved(direction), moved.as_ref().map(|moved| Homes::new(moved, &goal).unwrap()));
                    board = moved.unwrap_or(board);
                }
            }
        }
    }

    #[test]
    fn reversed_is_start_and_goal_exchanged() {
        let goal = CARDS[2].board(Shape::new(4, 5).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 5).unwrap().board();
        let homes = Homes::new(&start, &goal).unwrap();
        assert_eq!(homes.reversed(), Homes::new(&goal, &start).unwrap());
        assert_eq!(homes.reversed().reversed(), homes);
        assert_eq!(homes.manhattan(), homes.reversed().manhattan());
    }

    #[test]
    fn what_is_no_such_board_is_refused() {
        let shape = Shape::new(2, 2).unwrap();
        assert!(Homes::between(shape, &[7, 9, 0, 300], &[0, 9, 7, 300]).is_some());
        for (start, goal) in [
            ([7, 9, 0, 300], [0, 9, 7, 8]),
            ([7, 7, 0, 300], [0, 9, 7, 300]),
            ([7, 9, 0, 300], [0, 9, 9, 300]),
            ([7, 9, 5, 300], [5, 9, 7, 300]),
        ] {
            assert_eq!(Homes::between(shape, &start, &goal), None);
        }
        assert_eq!(Homes::between(shape, &[0, 1, 2], &[0, 1, 2]), None);
        let large = CARDS[0].board(Shape::new(17, 16).unwrap());
        assert!(Homes::new(&large, &large).is_none());
    }
}
