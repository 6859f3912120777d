//! Random boards, repeatable by seed.
//!
//! Numbers come from xoshiro256++, seeded through SplitMix64: the same seed gives the same boards
//! on every machine.

use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::core::{Limits, Metric, Stop};
use crate::domains::tiles::board::Board;
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::distance_table::{MOST_CELLS, TooLarge};
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};
use crate::domains::tiles::sorted_boards::SortedBoards;
use crate::domains::tiles::state_index::StateIndex;

/// Which boards to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every solvable board with the same probability.
    Uniform,
    /// Every unsolvable board with the same probability.
    Unsolvable,
    /// The goal after this many random moves, none of which takes the one before straight back.
    Walk(u64),
    /// Every board at this distance from the goal with the same probability.
    Distance(u32),
}

/// Makes random boards for one goal. A copy makes the same boards from here on.
#[derive(Clone)]
pub struct Generator {
    goal: Board,
    random: Xoshiro256PlusPlus,
    source: Source,
}

#[derive(Clone)]
enum Source {
    Shuffle { solvable: bool },
    Walk(u64),
    Boards(Arc<SortedBoards>),
}

/// Why boards of a kind cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No board is so far away.
    #[error("no {shape} board is {asked} moves away from this goal: the farthest is {farthest}")]
    TooFar { shape: Shape, asked: u32, farthest: usize },
    /// Distances are known only of small boards.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// On a 1x2 board every arrangement can be solved.
    #[error("every {0} board can be solved")]
    AllSolvable(Shape),
    /// A limit ended the search for boards at a distance.
    #[error("{why} while the {shape} boards at this distance were sought")]
    Stopped { shape: Shape, why: Stop },
    /// A limit ended the making of boards.
    #[error("{why} after {made} of {asked} boards were made")]
    Unfinished { made: usize, asked: usize, why: Stop },
}

impl GenerateError {
    /// Whether it was a limit, so that with more time or memory there would be boards.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Stopped { .. } | Self::Unfinished { .. })
    }
}

impl Generator {
    /// Prepares to make boards of a kind.
    pub fn new(goal: &Board, kind: Kind, seed: u64) -> Result<Self, GenerateError> {
        Self::within(goal, kind, seed, &Limits::default())
    }

    /// The same within limits, which matter to boards at a distance: those are found by a search
    /// over the whole space.
    pub fn within(goal: &Board, kind: Kind, seed: u64, limits: &Limits) -> Result<Self, GenerateError> {
        let shape = goal.shape();
        let source = match kind {
            Kind::Uniform => Source::Shuffle { solvable: true },
            Kind::Unsolvable if shape.cells() == 2 => return Err(GenerateError::AllSolvable(shape)),
            Kind::Unsolvable => Source::Shuffle { solvable: false },
            Kind::Walk(moves) => Source::Walk(moves),
            Kind::Distance(distance) => Source::Boards(Arc::new(boards_at(goal, distance, limits)?)),
        };
        Ok(Self { goal: goal.clone(), random: Xoshiro256PlusPlus::seed_from_u64(seed), source })
    }

    /// Rows and columns of its boards.
    pub fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// The next board.
    pub fn board(&mut self) -> Board {
        match &self.source {
            Source::Shuffle { solvable } => {
                let solvable = *solvable;
                self.shuffled(solvable)
            }
            Source::Walk(moves) => {
                let moves = *moves;
                self.walked(moves)
            }
            Source::Boards(boards) => {
                let place = self.random.random_range(0..boards.len());
                boards.board(place).unwrap_or_else(|| self.goal.clone())
            }
        }
    }

    /// A random permutation; if its parity is wrong, two tiles are exchanged, which pairs each
    /// right board with one wrong one and so keeps all equally likely.
    fn shuffled(&mut self, solvable: bool) -> Board {
        let shape = self.goal.shape();
        if shape.is_line() {
            return self.shuffled_line(solvable);
        }
        let board = self.permutation();
        if is_solvable(&board, &self.goal) == solvable {
            return board;
        }
        let mut tiles = shape.all_cells().filter(|&cell| !board.tile_at(cell).is_blank());
        match (tiles.next(), tiles.next()) {
            (Some(a), Some(b)) => board.with_swapped(a, b),
            _ => board,
        }
    }

    fn permutation(&mut self) -> Board {
        let shape = self.goal.shape();
        let mut tiles: Vec<Tile> = (0..shape.cells() as u16).map(Tile).collect();
        tiles.shuffle(&mut self.random);
        Board::from_fn(shape, |cell| tiles[cell.index()])
    }

    /// On a line the solvable boards are the places of the blank; nearly all others are unsolvable.
    fn shuffled_line(&mut self, solvable: bool) -> Board {
        if solvable {
            let cells = self.goal.shape().cells();
            let place = Cell(self.random.random_range(0..cells) as u16);
            let mut board = self.goal.clone();
            let backward = if self.goal.shape().rows() == 1 { Direction::Left } else { Direction::Up };
            let way = if place < board.blank() { backward } else { backward.opposite() };
            while board.blank() != place {
                let Some(next) = board.moved(way) else { break };
                board = next;
            }
            return board;
        }
        loop {
            let board = self.permutation();
            if !is_solvable(&board, &self.goal) {
                return board;
            }
        }
    }

    fn walked(&mut self, moves: u64) -> Board {
        let shape = self.goal.shape();
        let mut tiles: Vec<Tile> = self.goal.tiles().to_vec();
        let mut blank = self.goal.blank();
        let mut last: Option<Direction> = None;
        for _ in 0..moves {
            let ahead = |direction: &Direction| shape.neighbour(blank, *direction).is_some();
            let onward = |direction: &Direction| Some(direction.opposite()) != last;
            let mut choices: Vec<Direction> = Direction::ALL.into_iter().filter(ahead).filter(onward).collect();
            if choices.is_empty() {
                // The end of a single line: the only move is back.
                choices = Direction::ALL.into_iter().filter(ahead).collect();
            }
            let direction = choices[self.random.random_range(0..choices.len())];
            let Some(next) = shape.neighbour(blank, direction) else { continue };
            tiles.swap(blank.index(), next.index());
            blank = next;
            last = Some(direction);
        }
        Board::from_fn(shape, |cell| tiles[cell.index()])
    }
}

/// All boards at a distance.
fn boards_at(goal: &Board, distance: u32, limits: &Limits) -> Result<SortedBoards, GenerateError> {
    let shape = goal.shape();
    TooLarge::check(shape, "a table of all distances", MOST_CELLS)?;
    let (started, threads) = (limits.clock.now(), limits.threads());
    let stopped = |why| GenerateError::Stopped { shape, why };
    let bits = BreadthFirst::needed_bytes(Metric::Single, shape, threads).unwrap_or(u64::MAX);
    limits.allow(bits).map_err(stopped)?;
    let index = StateIndex::new(goal)?;
    let mut search = BreadthFirst::new(&index, threads);
    while search.depth() < distance as usize {
        if !search.advance(&mut || limits.check(started).map_err(stopped))? {
            return Err(GenerateError::TooFar { shape, asked: distance, farthest: search.depth() });
        }
    }
    // The bits are held already.
    let left = limits.memory.map(|memory| memory.saturating_sub(bits));
    Limits { memory: left, ..limits.clone() }.allow(8 * search.width()).map_err(stopped)?;
    Ok(SortedBoards::new(&index, search.states()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::domains::tiles::goal::Goal;

    fn goal(rows: usize, cols: usize) -> Board {
        Goal::default().board(Shape::new(rows, cols).unwrap()).unwrap()
    }

    fn sample(goal: &Board, kind: Kind, count: usize) -> Vec<Board> {
        let mut generator = Generator::new(goal, kind, 7).unwrap();
        (0..count).map(|_| generator.board()).collect()
    }

    #[test]
    fn every_kind_keeps_its_promise() {
        let goal = goal(3, 3);
        let table = DistanceTable::new(&goal).unwrap();
        assert!(sample(&goal, Kind::Uniform, 200).iter().all(|board| is_solvable(board, &goal)));
        assert!(sample(&goal, Kind::Unsolvable, 200).iter().all(|board| !is_solvable(board, &goal)));
        assert!(sample(&goal, Kind::Distance(31), 50).iter().all(|board| table.distance_of(board) == Some(31)));
        for board in sample(&goal, Kind::Walk(5), 50) {
            assert!(table.distance_of(&board).is_some_and(|distance| distance <= 5 && distance % 2 == 1));
        }
        assert!(Generator::new(&goal, Kind::Distance(32), 7).is_err());
    }

    /// 2x2 has twelve solvable and twelve unsolvable boards: each must come up about as often as
    /// any other.
    #[test]
    fn uniform_means_uniform() {
        let goal = goal(2, 2);
        for kind in [Kind::Uniform, Kind::Unsolvable] {
            let mut counts = HashMap::new();
            for board in sample(&goal, kind, 12_000) {
                *counts.entry(board).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), 12);
            assert!(counts.values().all(|&count| (800..1200).contains(&count)), "{counts:?}");
        }
    }

    #[test]
    fn lines_have_few_solvable_boards() {
        let goal = goal(1, 4);
        assert!(sample(&goal, Kind::Uniform, 40).iter().all(|board| is_solvable(board, &goal)));
        assert!(sample(&goal, Kind::Unsolvable, 40).iter().all(|board| !is_solvable(board, &goal)));
        assert_eq!(sample(&goal, Kind::Walk(1000), 1).len(), 1);
        assert!(Generator::new(&self::goal(1, 2), Kind::Unsolvable, 1).is_err());
    }

    /// Seeds are a promise: these boards are published.
    #[test]
    fn seeds_give_the_same_boards_for_ever() {
        let first = |kind, seed| Generator::new(&goal(3, 3), kind, seed).unwrap().board().to_string();
        assert_eq!(first(Kind::Uniform, 1), "4 2 8/1 6 0/3 7 5");
        assert_eq!(first(Kind::Walk(30), 1), "7 6 1/5 0 4/3 8 2");
        assert_eq!(first(Kind::Distance(20), 1), "6 5 2/8 0 7/1 4 3");
    }
}
