//! The board while it is solved: moves are made and taken back, and cells are fixed for good.
//!
//! A border of fixed cells surrounds the board, so that every cell has eight neighbours and no walk needs to look for the edge.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::{Direction, Shape, Tile};

/// A cell of the board with its border, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u16);

impl Place {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The eight cells around a cell, clockwise from the one above it: each is one move from the next.
pub(super) const RING: usize = 8;

/// What a move counts when ways are compared.
pub(super) const MOVE: i32 = 32;

/// What it counts that a tile is away from home: for each step beyond a diagonal, for each two steps along a diagonal, and
/// for the square of the longer side.
///
/// A tile is pulled along a diagonal with three moves a step, and straight on with five. So a step of the longer side is
/// worth much more than one of the shorter, which costs a move at most. Far tiles count a little more than in proportion.
/// The weights are the best of some twenty tried on boards from 5x5 to 40x40; Manhattan distance gives ways 2 to 6 % longer.
const STRAIGHT: i32 = 36;
const DIAGONAL: i32 = 48;
const SQUARE: i32 = 3;

/// A board on its way to the goal.
pub(super) struct Workpiece {
    shape: Shape,
    /// Columns with the border.
    width: usize,
    tiles: Vec<Tile>,
    /// By tile.
    places: Vec<Place>,
    /// By tile.
    homes: Vec<Place>,
    /// The tile that belongs into every place.
    belongs: Vec<Tile>,
    fixed: Vec<bool>,
    /// Row and column of every place.
    coordinates: Vec<(u8, u8)>,
    moves: Vec<Direction>,
    /// The sum of how far all tiles are away: at most 10^4 times 66,000.
    disorder: i32,
}

/// A point in the work to which moves can be taken back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// Moves made up to there.
    pub(super) made: usize,
    disorder: i32,
}

impl Workpiece {
    /// Both boards have the same shape.
    pub(super) fn new(start: &Board, goal: &Board) -> Self {
        let shape = start.shape();
        let width = shape.cols() + 2;
        let cells = width * (shape.rows() + 2);
        let mut work = Self {
            shape,
            width,
            tiles: vec![Tile::BLANK; cells],
            places: vec![Place(0); shape.cells()],
            homes: vec![Place(0); shape.cells()],
            belongs: vec![Tile::BLANK; cells],
            fixed: vec![true; cells],
            coordinates: (0..cells).map(|index| ((index / width) as u8, (index % width) as u8)).collect(),
            moves: Vec::new(),
            disorder: 0,
        };
        for cell in shape.all_cells() {
            let place = work.place(shape.row(cell), shape.col(cell));
            work.fixed[place.index()] = false;
            work.tiles[place.index()] = start.tile_at(cell);
            work.places[start.tile_at(cell).index()] = place;
            work.homes[goal.tile_at(cell).index()] = place;
            work.belongs[place.index()] = goal.tile_at(cell);
        }
        work.disorder = (1..shape.cells() as u16).map(|tile| work.away(Tile(tile), work.place_of(Tile(tile)))).sum();
        work
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of cells with the border.
    pub(super) fn places(&self) -> usize {
        self.tiles.len()
    }

    /// The place in a row and column of the board, both counted from zero.
    pub(super) fn place(&self, row: usize, col: usize) -> Place {
        Place(((row + 1) * self.width + col + 1) as u16)
    }

    /// Row and column, counted from one.
    #[inline]
    pub(super) fn coordinates(&self, place: Place) -> (u8, u8) {
        self.coordinates[place.index()]
    }

    /// Moves between two places on an empty board.
    pub(super) fn distance(&self, a: Place, b: Place) -> u32 {
        let ((row, col), (other_row, other_col)) = (self.coordinates(a), self.coordinates(b));
        u32::from(row.abs_diff(other_row)) + u32::from(col.abs_diff(other_col))
    }

    #[inline]
    pub(super) fn tile_at(&self, place: Place) -> Tile {
        self.tiles[place.index()]
    }

    #[inline]
    pub(super) fn place_of(&self, tile: Tile) -> Place {
        self.places[tile.index()]
    }

    pub(super) fn home(&self, tile: Tile) -> Place {
        self.homes[tile.index()]
    }

    /// The tile whose home this is.
    pub(super) fn belongs(&self, place: Place) -> Tile {
        self.belongs[place.index()]
    }

    #[inline]
    pub(super) fn blank(&self) -> Place {
        self.places[Tile::BLANK.index()]
    }

    /// The next place in a direction. Only places of the board are asked.
    #[inline]
    pub(super) fn beside(&self, place: Place, direction: Direction) -> Place {
        let index = match direction {
            Direction::Up => place.index() - self.width,
            Direction::Down => place.index() + self.width,
            Direction::Left => place.index() - 1,
            Direction::Right => place.index() + 1,
        };
        Place(index as u16)
    }

    #[inline]
    pub(super) fn is_free(&self, place: Place) -> bool {
        !self.fixed[place.index()]
    }

    pub(super) fn fix(&mut self, place: Place) {
        self.fixed[place.index()] = true;
    }

    pub(super) fn release(&mut self, place: Place) {
        self.fixed[place.index()] = false;
    }

    /// Which of the eight cells around a place are free: bit zero stands for the one above, then clockwise.
    #[inline]
    pub(super) fn free_around(&self, place: Place) -> u8 {
        let (at, width) = (place.index(), self.width);
        let ring =
            [at - width, at - width + 1, at + 1, at + width + 1, at + width, at + width - 1, at - 1, at - width - 1];
        (0..RING).fold(0, |free, bit| free | (u8::from(!self.fixed[ring[bit]]) << bit))
    }

    /// How far a tile in a place is from home.
    #[inline]
    pub(super) fn away(&self, tile: Tile, place: Place) -> i32 {
        let ((row, col), (home_row, home_col)) = (self.coordinates(place), self.coordinates(self.homes[tile.index()]));
        let (down, across) = (i32::from(row.abs_diff(home_row)), i32::from(col.abs_diff(home_col)));
        let (longer, shorter) = (down.max(across), down.min(across));
        STRAIGHT * (longer - shorter) + DIAGONAL * shorter + SQUARE * longer * longer
    }

    /// The sum of how far all tiles are away.
    #[inline]
    pub(super) fn disorder(&self) -> i32 {
        self.disorder
    }

    pub(super) fn moves(&self) -> &[Direction] {
        &self.moves
    }

    pub(super) fn into_moves(self) -> Vec<Direction> {
        self.moves
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn step(&mut self, direction: Direction) {
        let (tile, next) = self.slide(direction);
        self.disorder += self.away(tile, self.place_of(tile)) - self.away(tile, next);
        self.moves.push(direction);
    }

    /// Where things stand, to come back to.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { made: self.moves.len(), disorder: self.disorder }
    }

    /// Takes all moves since then back.
    #[inline]
    pub(super) fn take_back(&mut self, mark: Mark) {
        while self.moves.len() > mark.made {
            let Some(last) = self.moves.pop() else { return };
            self.slide(last.opposite());
        }
        self.disorder = mark.disorder;
    }

    /// The tile that was moved and where it stood, which is where the blank is now.
    #[inline]
    fn slide(&mut self, direction: Direction) -> (Tile, Place) {
        let blank = self.blank();
        let next = self.beside(blank, direction);
        debug_assert!(self.is_free(next) && self.is_free(blank));
        let tile = self.tile_at(next);
        self.tiles[blank.index()] = tile;
        self.tiles[next.index()] = Tile::BLANK;
        self.places[tile.index()] = blank;
        self.places[Tile::BLANK.index()] = next;
        (tile, next)
    }

    /// The board as it stands.
    pub(super) fn board(&self) -> Board {
        let shape = self.shape;
        Board::from_fn(shape, |cell| self.tile_at(self.place(shape.row(cell), shape.col(cell))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;

    #[test]
    fn what_is_taken_back_has_not_happened() {
        let goal = CARDS[0].board(Shape::new(3, 4).unwrap());
        let mut work = Workpiece::new(&goal, &goal);
        assert_eq!(work.disorder(), 0);
        work.step(Direction::Up);
        let (mark, board, disorder) = (work.mark(), work.board(), work.disorder());
        assert_eq!(disorder, STRAIGHT + SQUARE);
        [Direction::Left, Direction::Up, Direction::Right].into_iter().for_each(|direction| work.step(direction));
        let moved = Workpiece::new(&work.board(), &goal);
        assert_eq!((work.disorder(), work.blank()), (moved.disorder(), moved.blank()));
        work.take_back(mark);
        assert_eq!((work.board(), work.disorder(), work.moves()), (board, disorder, &[Direction::Up][..]));
    }

    #[test]
    fn the_border_and_what_is_fixed_are_not_free() {
        let goal = CARDS[0].board(Shape::new(3, 3).unwrap());
        let mut work = Workpiece::new(&goal, &goal);
        assert_eq!(work.free_around(work.place(1, 1)), 0b1111_1111);
        assert_eq!(work.free_around(work.place(0, 0)), 0b0001_1100);
        work.fix(work.place(0, 2));
        assert_eq!(work.free_around(work.place(1, 1)), 0b1111_1101);
        work.release(work.place(0, 2));
        assert_eq!(work.free_around(work.place(1, 1)), 0b1111_1111);
    }
}
