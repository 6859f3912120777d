//! A solution of any solvable board by construction, without search: line after line is filled from the outside in.
//!
//! The unfinished part of the board is always a rectangle. A row or column at its edge that does not hold the
//! goal's blank is filled tile by tile: the blank circles around a tile and pulls it along its way. The last two tiles
//! of a line need room to turn: they are brought into a window of three by two cells and put in place together by the
//! shortest sequence of moves. What is left in the end, three by three cells or fewer, is solved from a table of
//! all distances. Time is polynomial (a 100x100 board took 0.6 s), the number of moves about 3 n^3 for n rows.
//! (After Parberry 1995)

mod region;

use std::collections::{HashMap, VecDeque};

pub use region::Region;

use region::Line;

use crate::domains::tiles::board::Board;
use crate::domains::tiles::distance_table::DistanceTable;
use crate::domains::tiles::moves::Moves;
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};

/// A solution of `start`, which must be solvable for `goal`. It ends anywhere if `keep_going` says no.
pub fn construct(start: &Board, goal: &Board, keep_going: impl FnMut() -> bool) -> Option<Moves> {
    let mut construction = Construction::new(start, goal);
    construction.finish(keep_going)?;
    Some(construction.into_moves())
}

/// A solution while it is made, line by line. In between, moves found in other ways can be taken.
pub struct Construction<'g> {
    goal: &'g Board,
    unfinished: Region,
    work: Work,
}

/// Moves that do not fit a construction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} leads out of the unfinished part of the board")]
pub struct LeavesTheRegion {
    /// Which move, counted from one.
    pub number: usize,
}

impl<'g> Construction<'g> {
    /// Begins with a board that is solvable for a goal of the same shape.
    pub fn new(start: &Board, goal: &'g Board) -> Self {
        Self { goal, unfinished: Region::whole(start.shape()), work: Work::new(start) }
    }

    /// The part of the board that may still move: the goal's blank and all tiles of these cells are in it already.
    /// Everything around it is as in the goal.
    pub fn unfinished(&self) -> Region {
        self.unfinished
    }

    /// The board reached so far.
    pub fn board(&self) -> Board {
        Board::from_fn(self.work.shape, |cell| self.work.tiles[cell.index()])
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Direction] {
        &self.work.moves
    }

    /// The moves so far, at the end of the work.
    pub fn into_moves(self) -> Moves {
        Moves(self.work.moves)
    }

    /// Takes moves that somebody else has found. If they would leave the unfinished part, none of them is taken.
    pub fn follow(&mut self, moves: &[Direction]) -> Result<(), LeavesTheRegion> {
        let shape = self.work.shape;
        let mut blank = self.work.blank();
        for (number, &direction) in (1..).zip(moves) {
            let next = shape.neighbour(blank, direction).filter(|&next| self.unfinished.holds(shape, next));
            blank = next.ok_or(LeavesTheRegion { number })?;
        }
        moves.iter().for_each(|&direction| self.work.step(direction));
        Ok(())
    }

    /// Fills the next line at the edge of the unfinished part, which shrinks by it: whether there was such a line. There
    /// is none if no more than three by three cells are left, or the board is a single line. `None` if `keep_going` said
    /// no, or the board cannot be solved.
    pub fn fill_line(&mut self, mut keep_going: impl FnMut() -> bool) -> Option<bool> {
        let shape = self.work.shape;
        if shape != self.goal.shape() {
            return None;
        }
        let Some(line) = self.unfinished.next_line(shape, self.goal.blank()) else { return Some(false) };
        self.work.fill(&line, self.goal, &mut keep_going)?;
        self.unfinished = line.rest;
        Some(true)
    }

    /// Goes on until the board is solved. `None` if `keep_going` said no, or the board cannot be solved.
    pub fn finish(&mut self, mut keep_going: impl FnMut() -> bool) -> Option<()> {
        while self.fill_line(&mut keep_going)? {}
        if self.work.shape.is_line() {
            self.work.blank_to(self.goal.blank())?;
            (self.work.tiles == self.goal.tiles()).then_some(())
        } else {
            self.work.finish(&self.unfinished, self.goal)
        }
    }
}

/// The board while it is solved.
struct Work {
    shape: Shape,
    tiles: Vec<Tile>,
    places: Vec<Cell>,
    fixed: Vec<bool>,
    moves: Vec<Direction>,
    /// For the walks of the blank: when a cell was last visited, and from where.
    visited: Vec<(u32, Direction)>,
    walks: u32,
}

impl Work {
    fn new(start: &Board) -> Self {
        let cells = start.shape().cells();
        Self {
            shape: start.shape(),
            tiles: start.tiles().to_vec(),
            places: start.places(),
            fixed: vec![false; cells],
            moves: Vec::new(),
            visited: vec![(0, Direction::Up); cells],
            walks: 0,
        }
    }

    fn blank(&self) -> Cell {
        self.places[0]
    }

    fn step(&mut self, direction: Direction) {
        let blank = self.blank();
        let Some(next) = self.shape.neighbour(blank, direction) else { return };
        let tile = self.tiles[next.index()];
        self.tiles.swap(blank.index(), next.index());
        self.places[tile.index()] = blank;
        self.places[0] = next;
        self.moves.push(direction);
    }

    /// The shortest way over cells that are not fixed, as directions.
    fn way(&mut self, from: Cell, to: Cell) -> Option<Vec<Direction>> {
        self.walks += 1;
        let walk = self.walks;
        let mut queue = VecDeque::from([from]);
        self.visited[from.index()].0 = walk;
        while let Some(cell) = queue.pop_front() {
            if cell == to {
                let mut way = Vec::new();
                let mut back = to;
                while back != from {
                    let direction = self.visited[back.index()].1;
                    way.push(direction);
                    back = self.shape.neighbour(back, direction.opposite())?;
                }
                way.reverse();
                return Some(way);
            }
            for direction in Direction::ALL {
                let Some(next) = self.shape.neighbour(cell, direction) else { continue };
                if self.visited[next.index()].0 != walk && !self.fixed[next.index()] {
                    self.visited[next.index()] = (walk, direction);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Brings the blank to a cell.
    fn blank_to(&mut self, cell: Cell) -> Option<()> {
        for direction in self.way(self.blank(), cell)? {
            self.step(direction);
        }
        Some(())
    }

    /// Pulls a tile to a cell.
    fn tile_to(&mut self, tile: Tile, cell: Cell) -> Option<()> {
        for direction in self.way(self.places[tile.index()], cell)? {
            let here = self.places[tile.index()];
            let next = self.shape.neighbour(here, direction)?;
            self.fixed[here.index()] = true;
            let reached = self.blank_to(next);
            self.fixed[here.index()] = false;
            reached?;
            self.step(direction.opposite());
        }
        Some(())
    }

    fn fill(&mut self, line: &Line, goal: &Board, keep_going: &mut impl FnMut() -> bool) -> Option<()> {
        let [edge, inner, innermost] = &line.cells;
        let (single, pair) = edge.split_at(edge.len() - 2);
        for &cell in single {
            if !keep_going() {
                return None;
            }
            self.tile_to(goal.tile_at(cell), cell)?;
            self.fixed[cell.index()] = true;
        }
        let [a, b] = [goal.tile_at(pair[0]), goal.tile_at(pair[1])];
        if self.places[a.index()] != pair[0] || self.places[b.index()] != pair[1] {
            let last_two = edge.len() - 2..edge.len();
            let window: Vec<Cell> =
                [edge, inner, innermost].iter().flat_map(|cells| cells[last_two.clone()].iter().copied()).collect();
            self.gather(&window, a, b)?;
            self.place_pair(&window, a, b)?;
        }
        for cell in pair {
            self.fixed[cell.index()] = true;
        }
        Some(())
    }

    /// Brings two tiles and the blank into a window of six cells.
    ///
    /// The first goes to its own place, out of the way of the other; the second needs to come no further than the
    /// cell beside its place.
    fn gather(&mut self, window: &[Cell], a: Tile, b: Tile) -> Option<()> {
        self.tile_to(a, window[0])?;
        if !window.contains(&self.places[b.index()]) {
            self.fixed[window[0].index()] = true;
            let brought = self.tile_to(b, window[3]);
            self.fixed[window[0].index()] = false;
            brought?;
        }
        if !window.contains(&self.blank()) {
            let obstacles = [self.places[a.index()], self.places[b.index()]];
            let free = window.iter().copied().find(|cell| !obstacles.contains(cell) && *cell != window[1])?;
            obstacles.iter().for_each(|cell| self.fixed[cell.index()] = true);
            let reached = self.blank_to(free);
            obstacles.iter().for_each(|cell| self.fixed[cell.index()] = false);
            reached?;
        }
        Some(())
    }

    /// The shortest moves within the window that put `a` into its first and `b` into its second cell.
    fn place_pair(&mut self, window: &[Cell], a: Tile, b: Tile) -> Option<()> {
        type Trio = [Cell; 3];
        let start: Trio = [self.places[a.index()], self.places[b.index()], self.blank()];
        let mut came: HashMap<Trio, Option<(Trio, Direction)>> = HashMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(trio) = queue.pop_front() {
            let [at_a, at_b, blank] = trio;
            if at_a == window[0] && at_b == window[1] {
                let mut way = Vec::new();
                let mut back = trio;
                while let Some(&Some((before, direction))) = came.get(&back) {
                    way.push(direction);
                    back = before;
                }
                way.into_iter().rev().for_each(|direction| self.step(direction));
                return Some(());
            }
            for direction in Direction::ALL {
                let Some(next) = self.shape.neighbour(blank, direction).filter(|next| window.contains(next)) else {
                    continue;
                };
                let moved = |cell| if cell == next { blank } else { cell };
                let child = [moved(at_a), moved(at_b), next];
                if let std::collections::hash_map::Entry::Vacant(slot) = came.entry(child) {
                    slot.insert(Some((trio, direction)));
                    queue.push_back(child);
                }
            }
        }
        None
    }

    /// Solves the last rectangle by walking down its table of distances.
    fn finish(&mut self, region: &Region, goal: &Board) -> Option<()> {
        let (shape, small) = (self.shape, region.shape()?);
        let cells: Vec<Cell> = small
            .all_cells()
            .map(|cell| shape.cell(region.top + small.row(cell), region.left + small.col(cell)))
            .collect();
        // The tiles of the region in their order on the goal board, renumbered from one.
        let mut numbers = vec![Tile::BLANK; shape.cells()];
        let tiles = cells.iter().map(|&cell| goal.tile_at(cell)).filter(|tile| !tile.is_blank());
        for (number, tile) in (1..).zip(tiles) {
            numbers[tile.index()] = Tile(number);
        }
        let table =
            DistanceTable::new(&Board::from_fn(small, |cell| numbers[goal.tile_at(cells[cell.index()]).index()]))
                .ok()?;
        let mut board = Board::from_fn(small, |cell| numbers[self.tiles[cells[cell.index()].index()].index()]);
        let mut left = table.distance_of(&board)?;
        while left > 0 {
            left -= 1;
            let nearer = |&direction: &Direction| {
                board.moved(direction).is_some_and(|moved| table.distance_of(&moved) == Some(left))
            };
            let direction = Direction::ALL.into_iter().find(nearer)?;
            board = board.moved(direction)?;
            self.step(direction);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::verify::verify;

    fn solves(start: &Board, goal: &Board) -> usize {
        let moves = construct(start, goal, || true).unwrap_or_else(|| panic!("{start} has a solution"));
        verify(start, goal, &moves).unwrap();
        moves.0.len()
    }

    #[test]
    fn solves_boards_of_every_shape_and_goal() {
        for rows in 1..=7 {
            for cols in 1..=7 {
                let Ok(shape) = Shape::new(rows, cols) else { continue };
                for card in CARDS {
                    let goal = card.board(shape);
                    let mut generator = Generator::new(&goal, Kind::Uniform, 11).unwrap();
                    for _ in 0..2 {
                        solves(&generator.board(), &goal);
                    }
                }
            }
        }
    }

    #[test]
    fn solves_huge_boards() {
        for (rows, cols) in [(30, 30), (100, 2), (2, 100), (13, 60), (1, 100)] {
            let goal = CARDS[2].board(Shape::new(rows, cols).unwrap());
            solves(&Generator::new(&goal, Kind::Uniform, 3).unwrap().board(), &goal);
        }
    }

    #[test]
    fn stops_when_told() {
        let goal = CARDS[0].board(Shape::new(30, 30).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 3).unwrap().board();
        let mut turns = 0;
        let stopped = construct(&start, &goal, || {
            turns += 1;
            turns < 10
        });
        assert_eq!(stopped, None);
    }

    /// Lines and the moves of others may alternate; what is finished stays so.
    #[test]
    fn is_made_line_by_line_with_other_moves_in_between() {
        let goal = CARDS[2].board(Shape::new(6, 7).unwrap());
        let start = Generator::new(&goal, Kind::Uniform, 5).unwrap().board();
        let mut construction = Construction::new(&start, &goal);
        while construction.fill_line(|| true).unwrap() {
            let (region, board) = (construction.unfinished(), construction.board());
            let outside = |&cell: &Cell| !region.holds(goal.shape(), cell);
            assert!(goal.shape().all_cells().filter(outside).all(|cell| board.tile_at(cell) == goal.tile_at(cell)));
            assert!(region.holds(goal.shape(), goal.blank()));
            let blank = board.blank();
            for direction in Direction::ALL {
                let next = goal.shape().neighbour(blank, direction);
                let inside = next.is_some_and(|next| region.holds(goal.shape(), next));
                let before = construction.moves().len();
                let there_and_back = construction.follow(&[direction, direction.opposite(), direction]);
                assert_eq!(there_and_back, if inside { Ok(()) } else { Err(LeavesTheRegion { number: 1 }) });
                assert_eq!(construction.moves().len(), before + if inside { 3 } else { 0 });
                if inside {
                    construction.follow(&[direction.opposite()]).unwrap();
                }
                assert_eq!(construction.board().blank(), blank);
            }
        }
        assert_eq!((construction.unfinished().rows(), construction.unfinished().cols()), (3, 3));
        construction.finish(|| true).unwrap();
        assert_eq!(construction.board(), goal);
        verify(&start, &goal, &construction.into_moves()).unwrap();
    }
}
