//! The distance of every state of a small board from its goal, by breadth-first search over permutation ranks.

use crate::domains::tiles::board::Board;
use crate::domains::tiles::rank::{rank, unrank};
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};
use crate::store::key::Packed;

/// The most cells a board may have: 10! bytes are 3.6 MB, 12! would be 479 MB.
pub const MOST_CELLS: usize = 10;

const STATES_BETWEEN_QUESTIONS: usize = 1 << 14;
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
#[error(
    "a {shape} board has {} states, too many for a table of all distances: it may have at most {MOST_CELLS} cells",
    shape.reachable_states().map_or_else(|| "more than 10^19".to_owned(), |states| states.to_string())
)]
pub struct TooLarge {
    shape: Shape,
}

impl DistanceTable {
    /// Searches the whole space behind `goal`.
    pub fn new(goal: &Board) -> Result<Self, TooLarge> {
        Self::build(goal, || Ok(()))
    }

    /// The same; every few milliseconds `go_on` may end it with an error.
    pub fn build<E: From<TooLarge>>(goal: &Board, mut go_on: impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let shape = goal.shape();
        let cells = shape.cells();
        if cells > MOST_CELLS {
            return Err(TooLarge { shape }.into());
        }
        let arrangements = (1..=cells).product();
        let mut distances = vec![UNSEEN; arrangements].into_boxed_slice();
        let neighbours: Vec<Vec<usize>> = shape
            .all_cells()
            .map(|cell| {
                Direction::ALL.into_iter().filter_map(|to| shape.neighbour(cell, to)).map(Cell::index).collect()
            })
            .collect();
        let rank_of = |key: u64| rank((0..cells).map(|cell| key.get(cell, cells) as u8)) as usize;
        // PERF: the frontier holds packed boards with their blanks. Holding ranks and unpacking them took 27 instead of
        // 15 ms on 3x3.
        let start = u64::pack(goal.tiles().iter().map(|tile| tile.0), cells);
        distances[rank_of(start)] = 0;
        let mut widths = vec![1];
        let (mut layer, mut next) = (vec![(start, goal.blank().index())], Vec::new());
        while !layer.is_empty() {
            let depth = widths.len() as u8;
            for (number, (key, blank)) in layer.drain(..).enumerate() {
                if number % STATES_BETWEEN_QUESTIONS == 0 {
                    go_on()?;
                }
                for &to in &neighbours[blank] {
                    let child = key.moved(key.get(to, cells), to, blank, cells);
                    let distance = &mut distances[rank_of(child)];
                    if *distance == UNSEEN {
                        *distance = depth;
                        next.push((child, to));
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
