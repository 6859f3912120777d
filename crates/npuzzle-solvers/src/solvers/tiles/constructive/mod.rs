//! A solution of any solvable board by construction: line after line is filled from the outside in.
//!
//! The unfinished part of the board is always a rectangle. A row or column at its edge that does
//! not hold the goal's blank is filled from both ends, tile by tile: the blank goes to a tile and
//! pulls it home by the fewest moves (`pull.rs`). The last two tiles of a line need room to turn
//! and are put in place together (`pair.rs`). What is left in the end, three by three cells or
//! fewer, is solved by the fewest moves (`rest.rs`). Time is polynomial: for n rows there are n^2
//! pulls of some n steps. (After Parberry 1995)
//!
//! Pulled so, one tile after the other, the tiles of an n x n board take about 8/3 n^3 moves. But
//! among the shortest ways of the blank there is a choice, and on each it moves other tiles in
//! passing. It takes the one that leaves those nearest to their homes, which costs nothing now and
//! makes the later pulls shorter. Means of uniform boards, goal `last`:
//!
//! | n | 4 | 5 | 6 | 8 | 10 | 20 | 40 | 100 |
//! |---|---|---|---|---|---|---|---|---|
//! | moves | 80 | 180 | 333 | 843 | 1,694 | 13,850 | 109,300 | 1,699,000 |
//! | moves / n^3 | 1.25 | 1.44 | 1.54 | 1.65 | 1.69 | 1.73 | 1.71 | 1.70 |
//! | milliseconds | 0.2 | 0.3 | 0.4 | 0.8 | 1.2 | 6 | 33 | 415 |
//!
//! What was tried besides, on 5x5 to 40x40, and changed the length by about one part in a hundred
//! or less: to place the tiles of a line in any order (shorter, but it takes three times as long,
//! for every gap ends with a pair), to choose the line by the blank's distance from it, and to let
//! a tile make detours (longer).

mod approach;
mod line;
mod pair;
mod pull;
mod region;
mod rest;
mod walks;
mod workpiece;

pub use region::Region;

use line::Line;
use pull::Puller;
use workpiece::Workpiece;

use crate::domains::tiles::board::Board;
use crate::domains::tiles::moves::Moves;
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::shape::Direction;

/// A solution of `start` for `goal`. `None` if there is none, or if `keep_going` said no: it is
/// asked before every tile.
pub fn construct(start: &Board, goal: &Board, keep_going: impl FnMut() -> bool) -> Option<Moves> {
    let mut construction = Construction::new(start, goal);
    construction.finish(keep_going)?;
    Some(construction.into_moves())
}

/// A solution while it is made, line by line. In between, moves found in other ways can be taken.
pub struct Construction<'g> {
    goal: &'g Board,
    solvable: bool,
    unfinished: Region,
    work: Workpiece,
    puller: Puller,
}

/// Moves that do not fit a construction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} leads out of the unfinished part of the board")]
pub struct LeavesTheRegion {
    /// Which move, counted from one.
    pub number: usize,
}

impl<'g> Construction<'g> {
    /// Begins with a board. If it cannot be solved for the goal, no line is ever filled.
    pub fn new(start: &Board, goal: &'g Board) -> Self {
        let solvable = is_solvable(start, goal);
        let work = Workpiece::new(start, if solvable { goal } else { start });
        let puller = Puller::new(work.places());
        Self { goal, solvable, unfinished: Region::whole(start.shape()), work, puller }
    }

    /// The part of the board that may still move: it holds the blank, the goal's blank and the
    /// tiles that belong there. Everything around it is as in the goal.
    pub fn unfinished(&self) -> Region {
        self.unfinished
    }

    /// The board reached so far.
    pub fn board(&self) -> Board {
        self.work.board()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Direction] {
        self.work.moves()
    }

    /// Bytes that it holds.
    pub fn held(&self) -> u64 {
        (self.work.held() + self.puller.held()) as u64
    }

    /// The moves so far, at the end of the work.
    pub fn into_moves(self) -> Moves {
        Moves(self.work.into_moves())
    }

    /// Takes moves that the caller has found. If they would leave the unfinished part, none of
    /// them is taken.
    pub fn follow(&mut self, moves: &[Direction]) -> Result<(), LeavesTheRegion> {
        let mut blank = self.work.blank();
        for (number, &direction) in (1..).zip(moves) {
            blank = blank.beside(direction);
            if !self.work.is_free(blank) {
                return Err(LeavesTheRegion { number });
            }
        }
        moves.iter().for_each(|&direction| self.work.step(direction));
        Ok(())
    }

    /// Fills the next line at the edge of the unfinished part, which shrinks by it: whether there
    /// was such a line. There is none if no more than three by three cells are left, or the board
    /// is a single line. `None` if `keep_going` said no, after which the line can be filled again,
    /// or if the board cannot be solved.
    pub fn fill_line(&mut self, mut keep_going: impl FnMut() -> bool) -> Option<bool> {
        if !self.solvable {
            return None;
        }
        let region = self.unfinished;
        if region.rows().max(region.cols()) <= rest::LONGEST_SIDE || self.goal.shape().is_line() {
            return Some(false);
        }
        // The line whose tiles are nearest: 1 % shorter on small boards than just any.
        let edges = region.edges(self.goal.shape(), self.goal.blank());
        let lines = edges.into_iter().map(|edge| (edge, Line::new(region, edge)));
        let (edge, line) = lines.min_by_key(|(_, line)| line.disorder(&self.work))?;
        line.fill(&mut self.work, &mut self.puller, &mut keep_going)?;
        self.unfinished = region.without(edge);
        Some(true)
    }

    /// Goes on until the board is solved. `None` if `keep_going` said no, or the board cannot be
    /// solved.
    pub fn finish(&mut self, mut keep_going: impl FnMut() -> bool) -> Option<()> {
        while self.fill_line(&mut keep_going)? {}
        let moves = if self.goal.shape().is_line() {
            rest::along_the_line(&self.work)
        } else {
            rest::shortest(&self.work, &self.unfinished)?
        };
        moves.into_iter().for_each(|direction| self.work.step(direction));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::{Cell, Shape};
    use npuzzle_domains::verify::verify;

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
