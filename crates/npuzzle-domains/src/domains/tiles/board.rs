//! A board as people know it: a shape, its tiles cell by cell and one blank.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};

/// An arrangement of the tiles `1..n` and the blank on a board. Always complete: every tile stands
/// exactly once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    tiles: Box<[Tile]>,
}

/// Why a list of tiles is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Not one tile for each cell.
    #[error("{found} cells do not make a {shape} board, which has {}", shape.cells())]
    WrongCount { found: usize, shape: Shape },
    /// A number past the last tile.
    #[error("tile {tile} is out of range: a {shape} board has the tiles 0 to {}", shape.cells() - 1)]
    OutOfRange { tile: u64, cell: Cell, shape: Shape },
    /// The same tile in two cells.
    #[error("tile {tile} appears twice")]
    Duplicate { tile: Tile, first: Cell, second: Cell, missing: Tile },
}

impl Board {
    /// The board with these tiles, row by row.
    pub fn new(shape: Shape, tiles: &[u64]) -> Result<Self, BoardError> {
        if tiles.len() != shape.cells() {
            return Err(BoardError::WrongCount { found: tiles.len(), shape });
        }
        let mut place = vec![None; shape.cells()];
        let mut repeated = None;
        for (cell, &tile) in shape.all_cells().zip(tiles) {
            let Some(slot) = usize::try_from(tile).ok().and_then(|index| place.get_mut(index)) else {
                return Err(BoardError::OutOfRange { tile, cell, shape });
            };
            match *slot {
                None => *slot = Some(cell),
                Some(first) => repeated = repeated.or(Some((Tile(tile as u16), first, cell))),
            }
        }
        if let Some((tile, first, second)) = repeated {
            let missing = place.iter().position(Option::is_none).unwrap_or(0);
            return Err(BoardError::Duplicate { tile, first, second, missing: Tile(missing as u16) });
        }
        Ok(Self { shape, tiles: tiles.iter().map(|&tile| Tile(tile as u16)).collect() })
    }

    /// The board whose cells are filled by `tile_at`, which must use every tile once.
    pub fn from_fn(shape: Shape, tile_at: impl FnMut(Cell) -> Tile) -> Self {
        let board = Self { shape, tiles: shape.all_cells().map(tile_at).collect() };
        debug_assert!(board.is_complete());
        board
    }

    fn is_complete(&self) -> bool {
        let numbers: Vec<u64> = self.tiles.iter().map(|tile| u64::from(tile.0)).collect();
        Self::new(self.shape, &numbers).is_ok()
    }

    /// Its rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles, row by row; zero is the blank.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tile in a cell.
    pub fn tile_at(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// The cell of the blank.
    pub fn blank(&self) -> Cell {
        let blank = self.tiles.iter().position(|tile| tile.is_blank());
        Cell(blank.unwrap_or(0) as u16)
    }

    /// The cell of every tile, indexed by tile.
    pub fn places(&self) -> Vec<Cell> {
        let mut places = vec![Cell(0); self.tiles.len()];
        for (cell, tile) in self.shape.all_cells().zip(&self.tiles) {
            places[tile.index()] = cell;
        }
        places
    }

    /// The board with the tiles of two cells exchanged.
    pub fn with_swapped(&self, a: Cell, b: Cell) -> Self {
        let mut swapped = self.clone();
        swapped.tiles.swap(a.index(), b.index());
        swapped
    }

    /// The board after the blank has gone in `direction`; `None` at the border.
    pub fn moved(&self, direction: Direction) -> Option<Self> {
        let blank = self.blank();
        self.shape.neighbour(blank, direction).map(|next| self.with_swapped(blank, next))
    }

    /// Moves the blank, which stands at `blank`, in place. The cell it goes to; `None` at the
    /// border.
    pub fn slide(&mut self, blank: Cell, direction: Direction) -> Option<Cell> {
        debug_assert!(self.tile_at(blank).is_blank());
        let next = self.shape.neighbour(blank, direction)?;
        self.tiles.swap(blank.index(), next.index());
        Some(next)
    }

    /// The rows, top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.tiles.chunks(self.shape.cols())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Rows separated by slashes: `1 2 3/4 0 6/7 5 8`. A single row ends with one, so that it is not
/// taken for a flat list.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles.iter().enumerate() {
            match cell {
                0 => {}
                _ if cell % self.shape.cols() == 0 => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            tile.fmt(f)?;
        }
        if self.shape.rows() == 1 { f.write_str("/") } else { Ok(()) }
    }
}

/// A flat array of numbers, as in the JSON of the contract.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tiles.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Board {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The tiles row by row; zero is the blank.",
            "type": "array",
            "items": generator.subschema_for::<Tile>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    #[test]
    fn incomplete_boards_are_refused() {
        let two = shape(2, 2);
        assert!(Board::new(two, &[1, 2, 3, 0]).is_ok());
        assert_eq!(Board::new(two, &[1, 2, 3]), Err(BoardError::WrongCount { found: 3, shape: two }));
        assert_eq!(Board::new(two, &[1, 2, 4, 0]), Err(BoardError::OutOfRange { tile: 4, cell: Cell(2), shape: two }));
        assert_eq!(
            Board::new(two, &[1, 2, 2, 0]),
            Err(BoardError::Duplicate { tile: Tile(2), first: Cell(1), second: Cell(2), missing: Tile(3) })
        );
    }

    #[test]
    fn the_blank_moves_and_stops_at_the_border() {
        let board = Board::new(shape(2, 3), &[1, 2, 3, 4, 5, 0]).unwrap();
        assert_eq!(board.moved(Direction::Up).unwrap().to_string(), "1 2 0/4 5 3");
        assert_eq!(board.moved(Direction::Left).unwrap().to_string(), "1 2 3/4 0 5");
        assert_eq!(board.moved(Direction::Down), None);
        assert_eq!(board.moved(Direction::Right), None);
    }
}
