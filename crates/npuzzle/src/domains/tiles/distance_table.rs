//! The distance of every state of a small board from its goal, by breadth-first search over permutation ranks.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::rank::{rank, unrank};
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};

/// The most cells a board may have: 10! bytes are 3.6 MB, 12! would be 479 MB.
pub const MOST_CELLS: usize = 10;

const UNSEEN: u8 = u8::MAX;

/// True distances to one goal.
#[derive(Clone, Debug)]
pub struct DistanceTable {
    shape: Shape,
    distances: Box<[u8]>,
    widths: Vec<u64>,
}

/// The space is too large for a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {shape} board has too many states for a table of all distances: it may have at most {MOST_CELLS} cells")]
pub struct TooLarge {
    shape: Shape,
}

impl DistanceTable {
    /// Searches the whole space behind `goal`.
    pub fn new(goal: &Board) -> Result<Self, TooLarge> {
        let shape = goal.shape();
        let cells = shape.cells();
        if cells > MOST_CELLS {
            return Err(TooLarge { shape });
        }
        let arrangements = (1..=cells).product();
        let mut distances = vec![UNSEEN; arrangements].into_boxed_slice();
        let start = rank(goal.tiles().iter().map(|tile| tile.0 as u8)) as u32;
        distances[start as usize] = 0;
        let mut widths = vec![1];
        let (mut layer, mut next) = (vec![start], Vec::new());
        let mut tiles = vec![0_u8; cells];
        while !layer.is_empty() {
            let depth = widths.len() as u8;
            for state in layer.drain(..) {
                unrank(u64::from(state), &mut tiles);
                let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
                for direction in Direction::ALL {
                    let Some(to) = shape.neighbour(Cell(blank as u16), direction) else { continue };
                    tiles.swap(blank, to.index());
                    let child = rank(tiles.iter().copied()) as u32;
                    tiles.swap(blank, to.index());
                    let distance = &mut distances[child as usize];
                    if *distance == UNSEEN {
                        *distance = depth;
                        next.push(child);
                    }
                }
            }
            std::mem::swap(&mut layer, &mut next);
            if !layer.is_empty() {
                widths.push(layer.len() as u64);
            }
        }
        Ok(Self { shape, distances, widths })
    }

    /// The distance of the state with these tiles; `None` if it cannot reach the goal.
    pub fn distance(&self, tiles: impl ExactSizeIterator<Item = u8>) -> Option<u8> {
        let distance = self.distances[rank(tiles) as usize];
        (distance != UNSEEN).then_some(distance)
    }

    /// The distance of a board of the same shape.
    pub fn distance_of(&self, board: &Board) -> Option<u8> {
        debug_assert_eq!(board.shape(), self.shape);
        self.distance(board.tiles().iter().map(|tile| tile.0 as u8))
    }

    /// Number of states at each distance.
    pub fn widths(&self) -> &[u64] {
        &self.widths
    }

    /// All states at a distance, in lexicographic order.
    pub fn boards_at(&self, distance: u8) -> impl Iterator<Item = Board> {
        let ranks = self.distances.iter().enumerate().filter(move |&(_, &d)| d == distance && d != UNSEEN);
        ranks.map(|(rank, _)| {
            let mut tiles = vec![0; self.shape.cells()];
            unrank(rank as u64, &mut tiles);
            Board::from_fn(self.shape, |cell| Tile(u16::from(tiles[cell.index()])))
        })
    }
}
