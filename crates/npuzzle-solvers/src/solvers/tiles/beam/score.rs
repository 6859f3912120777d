//! What orders the boards of a layer: the smaller, the better. In 1/32 of a move.
//!
//! A beam keeps the boards of best score, so the score decides how long its solutions are; it need
//! not be a bound. What was found to matter most: the charge for a tile is *convex* in its distance
//! from home. A beam that is paid for each tile that comes home parks most of them early, leaves a
//! few far away and pays for it in the end; a charge that grows with the square of the distance
//! brings all tiles near at the same pace. Linear conflicts weigh twice what they must cost. On top
//! of that come charges that were learned ([`learned`](super::learned)): they matter even more.
//!
//! Sums over tiles, lines and patterns are carried along and changed by each move. What is not a
//! sum, the way of the blank to where there is work (`nearest.rs`), is computed anew for every
//! child.

use std::sync::Arc;

use crate::core::{Cost, StateKey};
use crate::domains::tiles::{Cell, Direction, Shape};
use crate::solvers::tiles::beam::homes::{Homes, MOST_CELLS};
use crate::solvers::tiles::beam::learned::{Charges, Learned};
use crate::solvers::tiles::beam::lines::Lines;
use crate::solvers::tiles::beam::nearest::Nearest;

/// The unit of scores: so many make one move.
pub const MOVE: i32 = 32;

/// Boards from so many rows and columns on are charged for a blank that is away from work.
const CHARGE_BLANK_FROM: usize = 8;

/// How far scores differ that are varied, for each tile and cell.
const VARIATION: i32 = MOVE / 4;

/// What the sums over tiles and lines are charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For each move of Manhattan distance.
    pub distance: i32,
    /// For each tile that is not home.
    pub misplaced: i32,
    /// For each tile, times the square of its distance.
    pub squared: i32,
    /// For each move of linear conflict; a tile that must leave its line is two.
    pub conflict: i32,
    /// For each move, but one, from the blank to the nearest misplaced tile.
    pub blank: i32,
}

impl Weights {
    /// Manhattan distance with linear conflicts: the bound itself.
    pub const BOUND: Self = Self { distance: MOVE, misplaced: 0, squared: 0, conflict: MOVE, blank: 0 };

    /// What suits beams, but for learned charges.
    pub const CONVEX: Self = Self { distance: MOVE, misplaced: -16, squared: 4, conflict: 64, blank: 0 };

    /// The same for boards of a shape.
    pub fn convex(shape: Shape) -> Self {
        let large = shape.rows().max(shape.cols()) >= CHARGE_BLANK_FROM;
        Self { blank: if large { 40 } else { 0 }, ..Self::CONVEX }
    }

    fn of_tile(self, distance: i32) -> i32 {
        self.distance * distance + self.misplaced * i32::from(distance > 0) + self.squared * distance * distance
    }
}

/// A tile that goes into the blank's cell.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The tile, by its home.
    pub tile: u8,
    /// Where it is; there the blank will be.
    pub from: u8,
    /// Where it goes; there the blank is.
    pub to: u8,
}

/// What a tile in a cell adds to hash, score and bound. One look-up gives all three.
#[derive(Clone, Copy, Default)]
pub(super) struct Placed {
    pub(super) key: u64,
    pub(super) value: i32,
    pub(super) distance: i32,
}

/// The sums that a board carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    /// The score without what is computed anew for every child.
    pub(super) score: i32,
    /// Manhattan distance with linear conflicts. Zero is the goal.
    pub(super) bound: Cost,
}

/// How boards of one shape are ordered.
pub struct Score {
    shape: Shape,
    weights: Weights,
    /// `placed[home * cells + cell]`.
    pub(super) placed: Box<[Placed]>,
    /// Where the blank can go from each cell, in the order of [`Direction::ALL`]; the cell itself
    /// where the board ends.
    pub(super) neighbours: Box<[[u8; 4]; MOST_CELLS]>,
    pub(super) lines: Lines,
    pub(super) nearest: Option<Nearest>,
    pub(super) learned: Option<Learned>,
}

impl Score {
    /// The score with these weights, for any goal; `None` for boards of more than [`MOST_CELLS`]
    /// cells.
    pub fn new(shape: Shape, weights: Weights) -> Option<Self> {
        if shape.cells() > MOST_CELLS {
            return None;
        }
        let placed = |home: Cell, cell: Cell| {
            let distance = shape.distance(home, cell) as i32;
            // Twice, since neighbouring numbers must not have related keys.
            let key = (1 + (u64::from(home.0) << 16) + u64::from(cell.0)).hash64().wrapping_mul(0x9E37_79B9_7F4A_7C15);
            Placed { key: key.hash64(), value: weights.of_tile(distance), distance }
        };
        let mut table = Vec::with_capacity(shape.cells() * shape.cells());
        for home in shape.all_cells() {
            table.extend(shape.all_cells().map(|cell| placed(home, cell)));
        }
        let mut neighbours = Box::new([[0; 4]; MOST_CELLS]);
        for cell in shape.all_cells() {
            neighbours[cell.index()] =
                Direction::ALL.map(|direction| shape.neighbour(cell, direction).unwrap_or(cell).0 as u8);
        }
        Some(Self {
            shape,
            weights,
            placed: table.into(),
            neighbours,
            lines: Lines::new(shape),
            nearest: (weights.blank != 0).then(|| Nearest::new(shape, weights.blank)),
            learned: None,
        })
    }

    /// The best for any goal: convex and learned charges.
    pub fn best(shape: Shape) -> Option<Self> {
        let convex = Self::new(shape, Weights::convex(shape))?;
        Some(match Charges::fitted() {
            Some(charges) => convex.with_charges(charges),
            None => convex,
        })
    }

    /// A score that differs a little, by up to a quarter of a move for each tile and cell: beams
    /// that it orders find other solutions, on the mean as good. Zero is the score itself.
    pub fn varied(mut self, variation: u64) -> Self {
        for (place, placed) in (0_u64..).zip(&mut self.placed).filter(|_| variation != 0) {
            let random = (variation << 32 | place).hash64() >> 40;
            placed.value += (random % (2 * VARIATION as u64 + 1)) as i32 - VARIATION;
        }
        self
    }

    /// Adds learned charges.
    pub fn with_charges(mut self, charges: &Charges) -> Self {
        let shape = self.shape;
        let learned = Learned::new(shape, &self.neighbours, charges);
        for home in shape.all_cells() {
            for cell in shape.all_cells() {
                self.placed[home.index() * shape.cells() + cell.index()].value += learned.of_tile(home, cell);
            }
        }
        Self { learned: Some(learned), ..self }
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Bytes that it holds.
    pub fn held(&self) -> u64 {
        let tables = size_of_val(&*self.placed) + size_of_val(&*self.neighbours);
        let nearest = self.nearest.as_ref().map_or(0, Nearest::held);
        tables as u64 + self.lines.held() + nearest + self.learned.as_ref().map_or(0, Learned::held)
    }

    /// What its sums are charged.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// Whether it is for boards of this shape.
    pub fn fits(&self, homes: &Homes) -> bool {
        self.shape == homes.shape()
    }

    /// The score of a board, computed from nothing; `None` if it does not fit.
    pub fn of(&self, homes: &Homes) -> Option<i32> {
        if self.fits(homes) { self.of_cells(homes.cells(), homes.blank(), homes.goal_blank()) } else { None }
    }

    /// The same for a board of a layer; `None` if it has another number of cells.
    pub fn of_cells(&self, cells: &[u8], blank: Cell, goal_blank: Cell) -> Option<i32> {
        if cells.len() != self.shape.cells() {
            return None;
        }
        let mut lines = self.lines.clone();
        lines.set_goal_blank(goal_blank);
        let blank = blank.0 as u8;
        let sums = self.sums(&lines, cells, blank);
        Some(sums.score + self.computed_anew(cells, blank))
    }

    /// The sums of a board.
    pub(super) fn sums(&self, lines: &Lines, cells: &[u8], blank: u8) -> Sums {
        let mut sums = Sums { score: 0, bound: 0 };
        for (cell, &home) in cells.iter().enumerate().filter(|(cell, _)| *cell != usize::from(blank)) {
            let placed = self.placed[usize::from(home) * cells.len() + cell];
            sums.score += placed.value;
            sums.bound += placed.distance as Cost;
        }
        let conflicts = lines.all(cells);
        sums.score += self.weights.conflict * conflicts as i32;
        sums.bound += conflicts;
        if let Some(learned) = &self.learned {
            sums.score += learned.of_board(cells, blank);
        }
        sums
    }

    /// The parts of a board's score that are no sums.
    pub(super) fn computed_anew(&self, cells: &[u8], blank: u8) -> i32 {
        self.nearest.as_ref().map_or(0, |nearest| nearest.of_board(cells, blank))
    }

    /// The hash of a board, but for the salt.
    pub(super) fn hash(&self, cells: &[u8], blank: u8) -> u64 {
        let tiles = cells.iter().enumerate().filter(|(cell, _)| *cell != usize::from(blank));
        tiles.fold(0, |hash, (cell, &home)| hash ^ self.placed[usize::from(home) * cells.len() + cell].key)
    }

    /// A move changes the score by about this at most.
    pub(super) fn most_change(&self) -> i32 {
        let farthest = (self.shape.rows() + self.shape.cols()) as i32;
        let step = |distance: i32| (self.weights.of_tile(distance + 1) - self.weights.of_tile(distance)).abs();
        let tile = (0..farthest).map(step).max().unwrap_or(0);
        let conflicts = 2 * self.weights.conflict.abs();
        let learned = self.learned.as_ref().map_or(0, |_| Learned::most_change());
        tile + conflicts + learned + self.nearest.as_ref().map_or(0, Nearest::most_change)
    }
}

/// The scores of several shapes, made when they are first asked for. Those that were not asked for
/// lately are dropped when all together hold too much: the score of a board of [`MOST_CELLS`] cells
/// is a mebibyte, and there are a thousand shapes.
pub struct Scores<M> {
    make: M,
    /// The one that was asked for last comes last.
    made: Vec<Arc<Score>>,
    held: u64,
    most: u64,
}

impl<M: Fn(Shape) -> Option<Score>> Scores<M> {
    /// Scores that are made like this, and hold at most so many bytes, or are one.
    pub fn new(make: M, most: u64) -> Self {
        Self { make, made: Vec::new(), held: 0, most }
    }

    /// Bytes that they hold.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Whether a score is still among them.
    pub fn holds(&self, score: &Arc<Score>) -> bool {
        self.made.iter().any(|made| Arc::ptr_eq(made, score))
    }

    /// The score for a shape; `None` if it is too large.
    pub fn of(&mut self, shape: Shape) -> Option<Arc<Score>> {
        if let Some(at) = self.made.iter().position(|score| score.shape() == shape) {
            self.made[at..].rotate_left(1);
            return self.made.last().cloned();
        }
        let score = Arc::new((self.make)(shape)?);
        self.held += score.held();
        self.made.push(Arc::clone(&score));
        while self.held > self.most && self.made.len() > 1 {
            self.held -= self.made.remove(0).held();
        }
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Board;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::solvers::tiles::beam::expansion::{Expansion, Outbox};
    use crate::solvers::tiles::beam::layer::{Layer, State};
    use crate::store::instructions::Work;

    #[test]
    fn scores_that_hold_too_much_are_dropped_the_oldest_first() {
        let made = std::cell::Cell::new(0);
        let make = |shape| {
            made.set(made.get() + 1);
            Score::new(shape, Weights::BOUND)
        };
        let shapes = [(2, 3), (3, 3), (3, 4), (4, 4)].map(|(rows, cols)| Shape::new(rows, cols).unwrap());
        let held = shapes.map(|shape| make(shape).unwrap().held());
        // At least what a tile in a cell adds, for all tiles and cells.
        assert!((0..4).all(|at| held[at] >= (shapes[at].cells().pow(2) * size_of::<Placed>()) as u64));
        made.set(0);
        let mut scores = Scores::new(&make, held[1] + held[2] + held[3]);
        shapes.into_iter().for_each(|shape| drop(scores.of(shape).unwrap()));
        assert_eq!((made.get(), scores.held()), (4, held[1] + held[2] + held[3]));
        // The second is asked for, so the third is the oldest now.
        scores.of(shapes[1]).unwrap();
        scores.of(shapes[0]).unwrap();
        assert_eq!((made.get(), scores.held()), (5, held[0] + held[1] + held[3]));
        [1, 3, 0].into_iter().for_each(|at| assert_eq!(scores.of(shapes[at]).unwrap().shape(), shapes[at]));
        assert_eq!(made.get(), 5);
        let last = scores.of(shapes[0]).unwrap();
        assert!(scores.holds(&last) && !scores.holds(&Arc::new(make(shapes[0]).unwrap())));
        // One is always held, however large.
        let mut none = Scores::new(&make, 0);
        shapes.into_iter().for_each(|shape| drop(none.of(shape).unwrap()));
        assert_eq!(none.held(), held[3]);
    }

    const ALL: Weights = Weights { distance: 32, misplaced: -16, squared: 4, conflict: 64, blank: 40 };

    /// Walks at random through children as the beam makes them: what they carry along is what is
    /// computed from nothing.
    fn check_along_a_walk(start: &Board, goal: &Board, score: &Score, steps: usize) {
        let mut homes = Homes::new(start, goal).unwrap();
        assert!(score.fits(&homes));
        let mut lines = score.lines.clone();
        lines.set_goal_blank(homes.goal_blank());
        let sums = |homes: &Homes| score.sums(&lines, homes.cells(), homes.blank().0 as u8);
        let first = sums(&homes);
        let blank = homes.blank().0 as u8;
        let mut layer = Layer::default();
        layer.clear(score);
        let hash = score.hash(homes.cells(), blank);
        layer.push(
            homes.cells(),
            State { hash, score: first.score, bound: first.bound as u16, blank, came_from: blank },
        );
        let mut random = 11_u64;
        for _ in 0..steps {
            let mut outbox = Outbox::new(1);
            let (caps, most_bound) = (&[i32::MAX][..], Cost::MAX);
            Expansion {
                score,
                lines: &lines,
                layer: &layer,
                stretch: 0..1,
                first: 0,
                most_bound,
                caps,
                outbox: &mut outbox,
            }
            .work();
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let children = &outbox.children[0];
            let Some(child) = children.get((random >> 33) as usize % children.len().max(1)) else { return };
            assert!(homes.slide(child.origin.direction()));
            let expected = sums(&homes);
            assert_eq!((child.score, Cost::from(child.bound)), (expected.score, expected.bound), "{homes:?}");
            assert_eq!(child.bound == 0, homes.is_goal());
            assert_eq!(Some(child.rank()), score.of(&homes));
            assert_eq!(child.hash, score.hash(homes.cells(), homes.blank().0 as u8));
            let mut next = Layer::default();
            next.clear(score);
            next.push_child(score, &layer, 0, child);
            assert_eq!(next.board(0), homes.cells());
            assert_eq!(next.states[0].blank, homes.blank().0 as u8);
            layer = next;
        }
    }

    #[test]
    fn children_carry_what_is_computed_from_nothing() {
        for (rows, cols) in [(3, 3), (4, 7), (9, 2), (2, 40), (10, 10), (16, 16), (1, 9)] {
            for (card, seed) in CARDS.iter().zip(1..) {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let start = Generator::new(&goal, Kind::Walk(200), seed).unwrap().board();
                let score = Score::new(goal.shape(), ALL).unwrap();
                check_along_a_walk(&start, &goal, &score, 400);
            }
        }
    }

    #[test]
    fn learned_charges_are_carried_along() {
        let charges = Charges::fitted().unwrap();
        for (rows, cols) in [(3, 3), (4, 7), (9, 2), (2, 20), (10, 10), (16, 16), (1, 9)] {
            for (card, seed) in CARDS.iter().zip(1..) {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let start = Generator::new(&goal, Kind::Walk(300), seed).unwrap().board();
                let score = Score::new(goal.shape(), ALL).unwrap().with_charges(charges);
                check_along_a_walk(&start, &goal, &score, 300);
            }
        }
    }
}
