//! The sliding-tile puzzle in the multi-tile metric: an operator slides all tiles between the blank
//! and a cell of its row or column, and costs one.
//!
//! A state is that of [`Tiles`], so every estimate of boards can be computed here as well. An
//! operator is the cell the blank goes to. Every state has `rows + cols - 2` of them.
//!
//! After a slide only slides across are worth trying: another one along the same line ends where a
//! single slide could have ended, or where the line was before.

use crate::core::{Cost, Describe, Domain};
use crate::domains::tiles::grid::Grid;
use crate::domains::tiles::moves::Moves;
use crate::domains::tiles::shape::{Cell, Direction, MoveOrder, Shape};
use crate::domains::tiles::{Board, Position, Tiles};

/// The puzzle of reaching one goal by slides.
#[derive(Clone)]
pub struct Slides<G: Grid> {
    tiles: Tiles<G>,
    order: MoveOrder,
    rows: usize,
    cols: usize,
}

impl<G: Grid> Slides<G> {
    /// The puzzle of reaching `goal`, with directions tried in `order`, short slides first.
    pub fn new(goal: &Board, order: MoveOrder) -> Self {
        Self::on(Tiles::new(goal, order), order)
    }

    fn on(tiles: Tiles<G>, order: MoveOrder) -> Self {
        let shape = tiles.grid().shape();
        Self { tiles, order, rows: shape.rows(), cols: shape.cols() }
    }

    /// The same puzzle in single moves.
    #[inline(always)]
    pub fn tiles(&self) -> &Tiles<G> {
        &self.tiles
    }

    /// The cells that the blank passes on its way from one cell to another of the same line, the
    /// last one included.
    #[inline(always)]
    pub fn way(&self, from: G::Index, to: u32) -> impl Iterator<Item = G::Index> + use<G> {
        let (from, to) = (from.into(), to as usize);
        let line = self.tiles.grid().col(G::index(from)) == self.tiles.grid().col(G::index(to));
        let stride = if line { self.cols } else { 1 };
        let count = from.abs_diff(to) / stride;
        (1..=count).map(move |step| G::index(if to > from { from + step * stride } else { from - step * stride }))
    }

    /// Where the blank can go, along all lines or along those across `except`.
    #[inline(always)]
    fn targets(&self, blank: G::Index, except: Option<Along>) -> Targets {
        let (row, col) = (self.tiles.grid().row(blank), self.tiles.grid().col(blank));
        let mut legs = [Leg { stride: 0, left: 0 }; 4];
        for (leg, &direction) in legs.iter_mut().zip(&self.order.0) {
            let (along, stride, left) = match direction {
                Direction::Up => (Along::Column, -(self.cols as i16), row),
                Direction::Down => (Along::Column, self.cols as i16, self.rows - 1 - row),
                Direction::Left => (Along::Row, -1, col),
                Direction::Right => (Along::Row, 1, self.cols - 1 - col),
            };
            *leg = Leg { stride, left: if except == Some(along) { 0 } else { left as u16 } };
        }
        let blank = blank.into() as u16;
        Targets { blank, at: blank, leg: 0, legs }
    }

    /// The single moves of a path of slides that begins with the blank at `blank`.
    pub fn moves(&self, blank: Cell, ops: &[u32]) -> Moves {
        let mut at = G::index(blank.index());
        let mut cells = Vec::new();
        for &op in ops {
            cells.extend(self.way(at, op));
            at = G::index(op as usize);
        }
        self.tiles.moves(blank, &cells)
    }
}

/// A line of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Row,
    Column,
}

/// One direction: from each cell to the next, and how many cells there are.
#[derive(Clone, Copy, Debug)]
struct Leg {
    stride: i16,
    left: u16,
}

/// The cells that the blank can go to, direction by direction, the nearest first.
#[derive(Clone, Debug)]
pub struct Targets {
    blank: u16,
    at: u16,
    leg: u8,
    legs: [Leg; 4],
}

impl Iterator for Targets {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            let leg = self.legs.get_mut(usize::from(self.leg))?;
            if leg.left > 0 {
                leg.left -= 1;
                self.at = self.at.wrapping_add_signed(leg.stride);
                return Some(u32::from(self.at));
            }
            self.leg += 1;
            self.at = self.blank;
        }
    }
}

impl<G: Grid> Domain for Slides<G> {
    type State = Position<G>;
    type Key = G::Key;
    type Op = u32;
    type Ops = Targets;
    /// The cell that the blank came from.
    type Undo = G::Index;

    #[inline]
    fn ops(&self, state: &Position<G>) -> Targets {
        self.targets(state.blank(), None)
    }

    #[inline]
    fn ops_after(&self, state: &Position<G>, came_from: &G::Index) -> Targets {
        let grid = self.tiles.grid();
        let is_column = grid.col(state.blank()) == grid.col(*came_from);
        self.targets(state.blank(), Some(if is_column { Along::Column } else { Along::Row }))
    }

    #[inline]
    fn apply(&self, state: &mut Position<G>, op: u32) -> G::Index {
        let came_from = state.blank();
        for cell in self.way(came_from, op) {
            self.tiles.apply(state, cell);
        }
        came_from
    }

    #[inline]
    fn undo(&self, state: &mut Position<G>, came_from: &G::Index) {
        self.apply(state, (*came_from).into() as u32);
    }

    #[inline]
    fn is_goal(&self, state: &Position<G>) -> bool {
        self.tiles.is_goal(state)
    }

    fn pack(&self, state: &Position<G>) -> G::Key {
        self.tiles.pack(state)
    }

    fn unpack(&self, key: &G::Key) -> Position<G> {
        self.tiles.unpack(key)
    }

    /// Every slide can be taken back, so only the goal changes.
    fn reverse(&self, start: &Position<G>) -> Option<Self> {
        Some(Self::on(self.tiles.reverse(start)?, self.order))
    }

    fn goals(&self) -> Vec<Position<G>> {
        self.tiles.goals()
    }

    fn abstract_hash(&self, key: &G::Key) -> u64 {
        self.tiles.abstract_hash(key)
    }
}

impl<G: Grid> Describe for Slides<G> {
    fn name(&self, state: &Position<G>) -> String {
        self.tiles.name(state)
    }

    fn draw(&self, state: &Position<G>) -> String {
        self.tiles.draw(state)
    }

    /// The single moves, by where the blank goes.
    fn op_name(&self, state: &Position<G>, op: u32) -> String {
        let moves = self.moves(Cell(state.blank().into() as u16), &[op]);
        moves.letters(crate::domains::tiles::MovesOf::Blank)
    }
}

/// How many single moves a slide on boards of a shape has at most.
pub fn longest_slide(shape: Shape) -> u32 {
    (shape.rows().max(shape.cols()) - 1) as u32
}

/// A bound on the number of slides that needs no table. A vertical slide takes at most `rows - 1`
/// tiles one row further each, a horizontal one at most `cols - 1` tiles one column.
pub fn least_slides(start: &Board, goal: &Board) -> Cost {
    let (shape, homes) = (goal.shape(), goal.places());
    let (mut rows, mut cols) = (0, 0);
    for cell in shape.all_cells().filter(|&cell| cell != start.blank()) {
        let home = homes[start.tile_at(cell).index()];
        rows += shape.row(cell).abs_diff(shape.row(home));
        cols += shape.col(cell).abs_diff(shape.col(home));
    }
    let slides = |sum: usize, lines: usize| sum.div_ceil((lines - 1).max(1)) as Cost;
    slides(rows, shape.rows()) + slides(cols, shape.cols())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::grid::{Large, Medium, Small};

    fn goal(rows: usize, cols: usize) -> Board {
        Goal::default().board(Shape::new(rows, cols).unwrap()).unwrap()
    }

    /// The rules of [`Domain`], from random boards: keys, the way back, operators after a slide.
    fn keeps_the_contract<G: Grid>(rows: usize, cols: usize) {
        let goal = goal(rows, cols);
        let domain = Slides::<G>::new(&goal, MoveOrder::default());
        let mut generator = Generator::new(&goal, Kind::Uniform, 7).unwrap();
        for _ in 0..20 {
            let start = domain.tiles().position(&generator.board());
            let ops: Vec<u32> = domain.ops(&start).collect();
            assert_eq!(ops.len(), rows + cols - 2);
            let children: HashSet<_> =
                ops.iter().map(|&op| domain.child_key(&start, &domain.pack(&start), op)).collect();
            assert_eq!(children.len(), ops.len());
            for &op in &ops {
                let mut state = start.clone();
                let undo = domain.apply(&mut state, op);
                assert_eq!(domain.unpack(&domain.pack(&state)), state);
                // What is left out leads to a state one slide away from the start, or back to it.
                let after: Vec<u32> = domain.ops_after(&state, &undo).collect();
                let mut kept = after.iter();
                for next in domain.ops(&state) {
                    let mut grandchild = state.clone();
                    domain.apply(&mut grandchild, next);
                    let key = domain.pack(&grandchild);
                    if kept.as_slice().first() == Some(&next) {
                        kept.next();
                        assert!(!children.contains(&key) && grandchild != start);
                    } else {
                        assert!(children.contains(&key) || grandchild == start);
                    }
                }
                assert_eq!(kept.next(), None, "the order of the operators is kept");
                // Single moves lead to the same place.
                let moves = domain.moves(Cell(start.blank().into() as u16), &[op]);
                let moved = moves.0.iter().try_fold(domain.tiles().board(&start), |board, &to| board.moved(to));
                assert_eq!(moved, Some(domain.tiles().board(&state)));
                assert_eq!(moves.slides(), 1);
                domain.undo(&mut state, &undo);
                assert_eq!(state, start);
            }
        }
    }

    #[test]
    fn slides_keep_the_contract_of_a_domain() {
        for (rows, cols) in [(2, 2), (3, 3), (2, 5), (4, 4)] {
            keeps_the_contract::<Small>(rows, cols);
        }
        keeps_the_contract::<Medium>(5, 5);
        keeps_the_contract::<Large>(6, 3);
        keeps_the_contract::<Large>(2, 100);
    }

    #[test]
    fn the_order_of_directions_is_the_one_asked_for() {
        let goal = goal(3, 3);
        let domain = Slides::<Small>::new(&goal, "LURD".parse().unwrap());
        let start = domain.tiles().position(&goal);
        assert_eq!(domain.ops(&start).collect::<Vec<u32>>(), [7, 6, 5, 2]);
        assert_eq!(domain.op_name(&start, 6), "LL");
    }

    #[test]
    fn bounds_on_slides_count_whole_lines() {
        let goal = goal(3, 3);
        let moved = |letters: &str| {
            let moves = Moves::parse(letters, crate::domains::tiles::MovesOf::Blank).unwrap();
            moves.0.iter().fold(goal.clone(), |board, &to| board.moved(to).unwrap())
        };
        for (letters, least) in [("", 0), ("L", 1), ("LL", 1), ("LLUU", 2), ("LU", 2)] {
            assert_eq!(least_slides(&moved(letters), &goal), least, "{letters}");
        }
        assert_eq!(longest_slide(Shape::new(2, 5).unwrap()), 4);
    }
}
