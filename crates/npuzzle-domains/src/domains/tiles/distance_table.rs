//! The distance of every state of a small board from its goal, one byte each, by breadth-first
//! search over bits.

use crate::core::{BuildError, Metric};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::shape::{Cell, Shape};
use crate::domains::tiles::sorted_boards::SortedBoards;
use crate::domains::tiles::state_index::StateIndex;
pub use crate::domains::tiles::state_index::TooLarge;
use crate::store::bits;
use crate::store::work_queue::share_out;

/// The most cells a board may have, unless it is a single line: 12 cells take 240 MB, 14 would take
/// 44 GB.
pub const MOST_CELLS: usize = 12;

/// The heuristic that is such a table, by its name in the catalogue.
pub const HEURISTIC: &str = "perfect";

impl From<TooLarge> for BuildError {
    fn from(error: TooLarge) -> Self {
        Self::Unavailable { name: HEURISTIC, reason: error.to_string() }
    }
}

/// True distances to one goal.
#[derive(Clone, Debug)]
pub struct DistanceTable {
    index: StateIndex,
    metric: Metric,
    /// The distances of all ranks, for every cell of the blank.
    slabs: Vec<Box<[u8]>>,
    widths: Vec<u64>,
}

impl DistanceTable {
    /// Searches the whole space behind `goal`.
    pub fn new(goal: &Board) -> Result<Self, TooLarge> {
        Self::build(goal, || Ok(()))
    }

    /// The same; every few milliseconds `go_on` may end it with an error.
    pub fn build<E: From<TooLarge>>(goal: &Board, go_on: impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        Self::build_on(Metric::Single, 1, goal, go_on)
    }

    /// The same in a metric, on so many threads.
    pub fn build_on<E: From<TooLarge>>(
        metric: Metric,
        threads: usize,
        goal: &Board,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        TooLarge::check(goal.shape(), "a table of all distances", MOST_CELLS)?;
        let index = StateIndex::new(goal)?;
        let mut slabs = vec![vec![0; index.slab_length()].into_boxed_slice(); goal.shape().cells()];
        let mut search = BreadthFirst::by(metric, &index, threads);
        while search.advance(&mut go_on)? {
            // INVARIANT: distances fit a byte: 2x6 has the farthest boards of twelve cells, at 80,
            // and a line of 100 cells ends at 99. Slides are fewer.
            let depth = search.depth() as u8;
            let parts = slabs.iter_mut().zip(goal.shape().all_cells());
            let parts = parts.filter_map(|(slab, cell)| Some((slab, search.ranks(cell)?)));
            share_out(search.threads(), parts, &mut go_on, |(slab, ranks), _: &mut ()| {
                bits::ones(ranks).for_each(|rank| slab[rank] = depth);
            })?;
        }
        let widths = search.widths().to_vec();
        Ok(Self { index, metric, slabs, widths })
    }

    /// Bytes that the table of a shape takes while it is built; `None` if there is none.
    pub fn needed_bytes(metric: Metric, shape: Shape, threads: usize) -> Option<u64> {
        TooLarge::check(shape, "", MOST_CELLS).ok()?;
        BreadthFirst::needed_bytes(metric, shape, threads)?.checked_add(shape.reachable_states()?)
    }

    /// The distance of the state with these tiles; `None` if it cannot reach the goal.
    pub fn distance(&self, tiles: impl ExactSizeIterator<Item = u8>) -> Option<u8> {
        self.index.number_of(tiles).map(|(blank, rank)| self.slabs[blank.index()][rank])
    }

    /// The distance of a board of the same shape.
    pub fn distance_of(&self, board: &Board) -> Option<u8> {
        self.index.number_of_board(board).map(|(blank, rank)| self.slabs[blank.index()][rank])
    }

    /// What the distances count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The numbering of the states.
    pub fn index(&self) -> &StateIndex {
        &self.index
    }

    /// The distances of all states with the blank in a cell, by rank.
    pub fn slab(&self, blank: Cell) -> &[u8] {
        &self.slabs[blank.index()]
    }

    /// Number of states at each distance.
    pub fn widths(&self) -> &[u64] {
        &self.widths
    }

    /// All states at a distance, in lexicographic order.
    pub fn boards_at(&self, distance: u8) -> impl Iterator<Item = Board> {
        let numbers = self.index.shape().all_cells().flat_map(|cell| {
            let ranks = self.slabs[cell.index()].iter().enumerate().filter(move |&(_, &d)| d == distance);
            ranks.map(move |(rank, _)| (cell, rank))
        });
        SortedBoards::new(&self.index, numbers).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::parity::is_solvable;
    use crate::domains::tiles::rank::unrank;
    use crate::domains::tiles::shape::{Direction, Tile};

    /// A table of distances is right if the goal has zero, and every other state a neighbour that
    /// is one nearer and none that is nearer by more.
    #[test]
    fn every_distance_is_one_more_than_the_nearest_neighbours() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (1, 5), (4, 1)] {
            for card in CARDS {
                let shape = Shape::new(rows, cols).unwrap();
                let goal = card.board(shape);
                let table = DistanceTable::new(&goal).unwrap();
                let mut tiles = vec![0; shape.cells()];
                for arrangement in 0..(1..=shape.cells() as u64).product() {
                    unrank(arrangement, &mut tiles);
                    let board = Board::from_fn(shape, |cell| Tile(u16::from(tiles[cell.index()])));
                    let distance = table.distance_of(&board);
                    assert_eq!(distance.is_some(), is_solvable(&board, &goal));
                    assert_eq!(distance == Some(0), board == goal);
                    let moved = Direction::ALL.into_iter().filter_map(|to| board.moved(to));
                    let nearest = moved.filter_map(|moved| table.distance_of(&moved)).min();
                    assert!(distance.is_none_or(|d| d == 0 || nearest == Some(d - 1)), "{board} for {goal}");
                }
                let listed: u64 = (0..table.widths().len()).map(|d| table.boards_at(d as u8).count() as u64).sum();
                assert_eq!(listed, table.index().states());
            }
        }
    }
}
