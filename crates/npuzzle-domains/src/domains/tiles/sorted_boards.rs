//! Many boards of one space, in lexicographic order of their tiles, at eight bytes each.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::parity::tiles_in_order;
use crate::domains::tiles::shape::{Cell, Tile};
use crate::domains::tiles::state_index::StateIndex;

/// Bits of a tile. A board that is numbered has at most sixteen cells, or is a single line.
const TILE_BITS: usize = 4;

/// Boards that can reach one goal, sorted.
#[derive(Clone, Debug)]
pub struct SortedBoards {
    goal: Board,
    /// The tiles, first cell first. On a line the cell of the blank says it all, and sorts the same
    /// way.
    keys: Vec<u64>,
}

impl SortedBoards {
    /// Sorts the boards with these numbers.
    pub fn new(index: &StateIndex, numbers: impl Iterator<Item = (Cell, usize)>) -> Self {
        let shape = index.shape();
        let mut tiles = vec![0; shape.cells()];
        let key = |(blank, rank): (Cell, usize)| {
            if shape.is_line() {
                return u64::from(blank.0);
            }
            index.write_tiles(blank, rank, &mut tiles);
            tiles.iter().fold(0, |key, &tile| key << TILE_BITS | u64::from(tile))
        };
        let mut keys: Vec<u64> = numbers.map(key).collect();
        keys.sort_unstable();
        Self { goal: index.goal().clone(), keys }
    }

    /// The boards with these keys, sorted.
    pub fn of_keys(goal: &Board, mut keys: Vec<u64>) -> Self {
        keys.sort_unstable();
        Self { goal: goal.clone(), keys }
    }

    /// A number for each board, in their order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The board at a place of the order.
    pub fn board(&self, place: usize) -> Option<Board> {
        self.keys.get(place).map(|&key| self.of_key(key))
    }

    fn of_key(&self, key: u64) -> Board {
        let shape = self.goal.shape();
        if shape.is_line() {
            let mut order = tiles_in_order(&self.goal);
            let blank = Cell(key as u16);
            let mut tile = |cell| if cell == blank { None } else { order.next() };
            return Board::from_fn(shape, |cell| tile(cell).unwrap_or(Tile::BLANK));
        }
        let tile = |cell: Cell| key >> (TILE_BITS * (shape.cells() - 1 - cell.index())) & ((1 << TILE_BITS) - 1);
        Board::from_fn(shape, |cell| Tile(tile(cell) as u16))
    }
}

impl IntoIterator for SortedBoards {
    type Item = Board;
    type IntoIter = Box<dyn Iterator<Item = Board>>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new((0..self.len()).filter_map(move |place| self.board(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Shape;

    #[test]
    fn boards_come_back_sorted() {
        for (rows, cols) in [(2, 3), (3, 2), (1, 5), (5, 1), (1, 30)] {
            for card in CARDS {
                let index = StateIndex::new(&card.board(Shape::new(rows, cols).unwrap())).unwrap();
                let numbers = || {
                    let slabs = index.shape().all_cells();
                    slabs.flat_map(|cell| (0..index.slab_length()).map(move |rank| (cell, rank)))
                };
                let mut expected: Vec<Board> = numbers().map(|(cell, rank)| index.board(cell, rank)).collect();
                expected.sort_by(|a, b| a.tiles().cmp(b.tiles()));
                let sorted = SortedBoards::new(&index, numbers());
                assert_eq!(sorted.len(), expected.len());
                assert_eq!(sorted.into_iter().collect::<Vec<_>>(), expected);
            }
        }
    }
}
