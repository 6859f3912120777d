//! The size of a board, its cells and the four directions.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// The longest side a board may have.
pub const LONGEST_SIDE: usize = 100;

/// A place on a board, counted row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index into an array of cells.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A tile by its number. Zero is the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Tile(pub u16);

impl Tile {
    /// The empty place.
    pub const BLANK: Self = Self(0);

    /// Whether this is the empty place.
    pub fn is_blank(self) -> bool {
        self == Self::BLANK
    }

    /// The tile as an index into an array of tiles.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    cols: u8,
}

impl Shape {
    /// A board of `rows` x `cols`. Sides go from 1 to [`LONGEST_SIDE`], and a board has at least
    /// two cells.
    pub fn new(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        let fits = (1..=LONGEST_SIDE).contains(&rows) && (1..=LONGEST_SIDE).contains(&cols) && rows * cols >= 2;
        if fits { Ok(Self { rows: rows as u8, cols: cols as u8 }) } else { Err(ShapeError::OutOfRange { rows, cols }) }
    }

    /// The square board with this number of cells.
    pub fn square(cells: usize) -> Option<Self> {
        let side = cells.isqrt();
        (side * side == cells).then(|| Self::new(side, side).ok()).flatten()
    }

    /// Number of rows.
    #[inline]
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns.
    #[inline]
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Number of cells.
    #[inline]
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether the board is a single row or column, on which tiles can never pass each other.
    pub fn is_line(self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    /// All cells, row by row.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.cells() as u16).map(Cell)
    }

    /// The cell in a row and column, both counted from zero.
    #[inline]
    pub fn cell(self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows() && col < self.cols());
        Cell((row * self.cols() + col) as u16)
    }

    /// The row of a cell.
    #[inline]
    pub fn row(self, cell: Cell) -> usize {
        cell.index() / self.cols()
    }

    /// The column of a cell.
    #[inline]
    pub fn col(self, cell: Cell) -> usize {
        cell.index() % self.cols()
    }

    /// The number of moves between two cells on an empty board.
    #[inline]
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        (self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))) as u32
    }

    /// The next cell in a direction, if the board does not end there.
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, col) = (self.row(cell), self.col(cell));
        match direction {
            Direction::Up => row.checked_sub(1).map(|row| self.cell(row, col)),
            Direction::Down => (row + 1 < self.rows()).then(|| self.cell(row + 1, col)),
            Direction::Left => col.checked_sub(1).map(|col| self.cell(row, col)),
            Direction::Right => (col + 1 < self.cols()).then(|| self.cell(row, col + 1)),
        }
    }

    /// Number of states that can be reached from any one state: half of all arrangements, or on a
    /// single line just the places of the blank. `None` when it does not fit 64 bits.
    pub fn reachable_states(self) -> Option<u64> {
        if self.is_line() {
            return Some(self.cells() as u64);
        }
        (3..=self.cells() as u64).try_fold(1_u64, u64::checked_mul)
    }

    /// Number of ways to lay out the tiles and the blank. `None` when it does not fit 64 bits.
    pub fn arrangements(self) -> Option<u64> {
        (2..=self.cells() as u64).try_fold(1_u64, u64::checked_mul)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// Too small or too large.
    #[error("a {rows}x{cols} board is out of range: sides go from 1 to 100, with at least two cells")]
    OutOfRange { rows: usize, cols: usize },
    /// Not of the form `RxC`.
    #[error("`{0}` is not a board size: expected ROWSxCOLS, such as 4x4 or 3x5")]
    NotASize(String),
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let side = |part: &str| {
            let plain = !part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let sides = text.split_once(['x', 'X']).and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
        let (rows, cols) = sides.ok_or_else(|| ShapeError::NotASize(text.to_owned()))?;
        Self::new(rows, cols)
    }
}

/// Where the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

impl Direction {
    /// All four, in the order of the contract.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The way back.
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The direction behind a letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }
}

/// The order in which the moves of a state are tried. Written as four letters, for example `UDLR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder(pub [Direction; 4]);

impl Default for MoveOrder {
    fn default() -> Self {
        Self(Direction::ALL)
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

/// Why a text is not a [`MoveOrder`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a move order: expected the letters U, D, L and R once each, such as UDLR")]
pub struct MoveOrderError(String);

impl FromStr for MoveOrder {
    type Err = MoveOrderError;

    fn from_str(text: &str) -> Result<Self, MoveOrderError> {
        let directions: Option<Vec<_>> = text.chars().map(Direction::from_letter).collect();
        directions
            .filter(|directions| Direction::ALL.iter().all(|direction| directions.contains(direction)))
            .and_then(|directions| <[Direction; 4]>::try_from(directions).ok())
            .map(Self)
            .ok_or_else(|| MoveOrderError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_checked() {
        assert_eq!("3x5".parse(), Shape::new(3, 5));
        assert_eq!("100X2".parse(), Shape::new(100, 2));
        for bad in ["", "3", "3x", "x3", "3x3x3", "-3x3", "3 x 3", "a x b", "99999999999999999999x3"] {
            assert!(matches!(bad.parse::<Shape>(), Err(ShapeError::NotASize(_))), "{bad:?}");
        }
        for bad in ["0x3", "101x3", "1x1", "3x0"] {
            assert!(matches!(bad.parse::<Shape>(), Err(ShapeError::OutOfRange { .. })), "{bad:?}");
        }
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for shape in [Shape::new(1, 5).unwrap(), Shape::new(3, 4).unwrap(), Shape::new(100, 100).unwrap()] {
            for cell in shape.all_cells() {
                for direction in Direction::ALL {
                    if let Some(next) = shape.neighbour(cell, direction) {
                        assert_eq!(shape.neighbour(next, direction.opposite()), Some(cell));
                        assert_eq!(shape.distance(cell, next), 1);
                    }
                }
            }
        }
    }

    #[test]
    fn reachable_states_of_known_boards() {
        let states = |rows, cols| Shape::new(rows, cols).unwrap().reachable_states();
        assert_eq!(states(2, 2), Some(12));
        assert_eq!(states(3, 3), Some(181_440));
        assert_eq!(states(3, 4), Some(239_500_800));
        assert_eq!(states(4, 4), Some(10_461_394_944_000));
        assert_eq!(states(1, 7), Some(7));
        assert_eq!(states(5, 5), None);
    }

    #[test]
    fn move_orders_are_permutations() {
        assert_eq!("ulrd".parse::<MoveOrder>().unwrap().to_string(), "ULRD");
        for bad in ["", "UDL", "UDLL", "UDLRU", "UDLX"] {
            assert!(bad.parse::<MoveOrder>().is_err(), "{bad:?}");
        }
    }
}
