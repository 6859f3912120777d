//! The board while it is solved: moves are made and taken back, and cells are fixed for good.
//!
//! A border of fixed cells surrounds the board, so that every cell has eight neighbours and no walk
//! needs to look for the edge.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::shape::{Direction, LONGEST_SIDE, Shape, Tile};

/// A cell of the board with its border. Its index is its row times [`STRIDE`] plus its column, both
/// counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u16);

/// PERF: a power of two, so that row and column are read off the index. More than twice a row, so
/// that the difference of two indices tells that of their rows and that of their columns.
const STRIDE: usize = 256;
const _: () = assert!(2 * (LONGEST_SIDE + 2) <= STRIDE);

impl Spot {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Row and column, counted from one.
    #[inline]
    pub(super) fn coordinates(self) -> (i32, i32) {
        (i32::from(self.0) / STRIDE as i32, i32::from(self.0) % STRIDE as i32)
    }

    /// The next place in a direction. Only places of the board are asked.
    #[inline]
    pub(super) fn beside(self, direction: Direction) -> Self {
        const STEPS: [usize; 4] = [STRIDE.wrapping_neg(), STRIDE, usize::MAX, 1];
        self.offset(STEPS[direction as usize])
    }

    /// One of the eight places around: the first is the one above, the others follow clockwise.
    #[inline]
    pub(super) fn on_ring(self, at: usize) -> Self {
        self.offset(AROUND[at % RING])
    }

    #[inline]
    fn offset(self, by: usize) -> Self {
        Self(self.index().wrapping_add(by) as u16)
    }

    /// Moves between two places on an empty board.
    #[inline]
    pub(super) fn distance(self, other: Self) -> u32 {
        let ((row, col), (other_row, other_col)) = (self.coordinates(), other.coordinates());
        row.abs_diff(other_row) + col.abs_diff(other_col)
    }
}

/// The eight cells around a cell, clockwise from the one above it: each is one move from the next.
pub(super) const RING: usize = 8;

const AROUND: [usize; RING] = [
    STRIDE.wrapping_neg(),
    STRIDE.wrapping_neg() + 1,
    1,
    STRIDE + 1,
    STRIDE,
    STRIDE - 1,
    usize::MAX,
    STRIDE.wrapping_neg() - 1,
];

/// What a move counts when ways are compared.
pub(super) const MOVE: i32 = 32;

/// What it counts that a tile is away from home: for each step beyond a diagonal, for each two
/// steps along a diagonal, and for the square of the longer side.
///
/// A tile is pulled along a diagonal with three moves a step, and straight on with five. So a step
/// of the longer side is worth much more than one of the shorter, which costs a move at most. Far
/// tiles count a little more than in proportion. The weights are the best of some twenty tried on
/// boards from 5x5 to 40x40; Manhattan distance gives ways 2 to 6 % longer.
const STRAIGHT: i32 = 36;
const DIAGONAL: i32 = 48;
const SQUARE: i32 = 3;

/// How far a tile is away, by the difference of its place and its home. The table holds a border
/// round the board, too.
struct Away {
    values: Vec<u16>,
    /// The index of no difference.
    centre: usize,
}

impl Away {
    fn new(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows() as i32 + 1, shape.cols() as i32 + 1);
        let centre = (rows as usize + 1) * STRIDE;
        let mut values = vec![0; 2 * centre];
        for down in -rows..=rows {
            for across in -cols..=cols {
                let (longer, shorter) = (down.abs().max(across.abs()), down.abs().min(across.abs()));
                let value = STRAIGHT * (longer - shorter) + DIAGONAL * shorter + SQUARE * longer * longer;
                values[(centre as i32 + down * STRIDE as i32 + across) as usize] = value as u16;
            }
        }
        Self { values, centre }
    }
}

/// A board on its way to the goal. Every tile is known by its home, the blank too.
pub(super) struct Workpiece {
    shape: Shape,
    /// The tile in every place.
    tiles: Vec<Spot>,
    /// By tile.
    places: Vec<Spot>,
    /// The number of every tile.
    numbers: Vec<Tile>,
    blank: Spot,
    fixed: Vec<bool>,
    /// Which of the eight cells around every place are free: bit zero stands for the one above,
    /// then clockwise.
    free_around: Vec<u8>,
    away: Away,
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
        let cells = STRIDE * (shape.rows() + 2);
        let mut work = Self {
            shape,
            tiles: vec![Spot(0); cells],
            places: vec![Spot(0); cells],
            numbers: vec![Tile::BLANK; cells],
            blank: Spot(0),
            fixed: vec![true; cells],
            free_around: vec![0; cells],
            away: Away::new(shape),
            moves: Vec::new(),
            disorder: 0,
        };
        let place_in = |cell| Self::place(shape.row(cell), shape.col(cell));
        let homes = goal.places();
        for cell in shape.all_cells() {
            let (place, home) = (place_in(cell), place_in(homes[start.tile_at(cell).index()]));
            work.tiles[place.index()] = home;
            work.places[home.index()] = place;
            work.numbers[place.index()] = goal.tile_at(cell);
            work.release(place);
            if start.tile_at(cell).is_blank() {
                work.blank = place;
            } else {
                work.disorder += work.away(home, place);
            }
        }
        work
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// One more than the largest index of a place, border included.
    pub(super) fn places(&self) -> usize {
        self.tiles.len()
    }

    /// The place in a row and column of the board, both counted from zero.
    pub(super) fn place(row: usize, col: usize) -> Spot {
        Spot(((row + 1) * STRIDE + col + 1) as u16)
    }

    #[inline]
    pub(super) fn tile_at(&self, place: Spot) -> Spot {
        self.tiles[place.index()]
    }

    /// Where a tile stands.
    #[inline]
    pub(super) fn place_of(&self, tile: Spot) -> Spot {
        self.places[tile.index()]
    }

    /// The number of a tile.
    pub(super) fn number(&self, tile: Spot) -> Tile {
        self.numbers[tile.index()]
    }

    #[inline]
    pub(super) fn blank(&self) -> Spot {
        self.blank
    }

    /// Where the blank belongs.
    pub(super) fn home_of_blank(&self) -> Spot {
        self.tile_at(self.blank)
    }

    #[inline]
    pub(super) fn is_free(&self, place: Spot) -> bool {
        !self.fixed[place.index()]
    }

    pub(super) fn fix(&mut self, place: Spot) {
        self.fixed[place.index()] = true;
        (0..RING).for_each(|at| self.free_around[place.on_ring(at).index()] &= !(1 << ((at + RING / 2) % RING)));
    }

    pub(super) fn release(&mut self, place: Spot) {
        self.fixed[place.index()] = false;
        (0..RING).for_each(|at| self.free_around[place.on_ring(at).index()] |= 1 << ((at + RING / 2) % RING));
    }

    /// Which of the eight cells around a place are free: bit zero stands for the one above, then
    /// clockwise.
    #[inline]
    pub(super) fn free_around(&self, place: Spot) -> u8 {
        self.free_around[place.index()]
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> usize {
        let tables = size_of_val(&self.tiles[..]) + size_of_val(&self.places[..]) + size_of_val(&self.numbers[..]);
        let marks = size_of_val(&self.fixed[..]) + size_of_val(&self.free_around[..]);
        tables + marks + size_of_val(&self.away.values[..]) + self.moves.capacity() * size_of::<Direction>()
    }

    /// How far a tile is from home in a place.
    #[inline]
    pub(super) fn away(&self, tile: Spot, place: Spot) -> i32 {
        i32::from(self.away.values[self.away.centre + place.index() - tile.index()])
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
        let place = self.blank;
        let tile = self.slide(direction);
        self.disorder += self.away(tile, place) - self.away(tile, self.blank);
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

    /// Exchanges what stands in two places, and leaves the rest as it is.
    #[inline]
    pub(super) fn exchange(&mut self, a: Spot, b: Spot) {
        self.tiles.swap(a.index(), b.index());
    }

    /// Exchanges the blank with the tile next to it, which is returned.
    #[inline]
    fn slide(&mut self, direction: Direction) -> Spot {
        let blank = self.blank;
        let next = blank.beside(direction);
        debug_assert!(self.is_free(next) && self.is_free(blank));
        let tile = self.tile_at(next);
        self.tiles.swap(blank.index(), next.index());
        self.places[tile.index()] = blank;
        self.blank = next;
        tile
    }

    /// The board as it stands.
    pub(super) fn board(&self) -> Board {
        let shape = self.shape;
        Board::from_fn(shape, |cell| self.number(self.tile_at(Self::place(shape.row(cell), shape.col(cell)))))
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
        assert_eq!(work.free_around(Workpiece::place(1, 1)), 0b1111_1111);
        assert_eq!(work.free_around(Workpiece::place(0, 0)), 0b0001_1100);
        work.fix(Workpiece::place(0, 2));
        assert_eq!(work.free_around(Workpiece::place(1, 1)), 0b1111_1101);
        work.release(Workpiece::place(0, 2));
        assert_eq!(work.free_around(Workpiece::place(1, 1)), 0b1111_1111);
    }
}
