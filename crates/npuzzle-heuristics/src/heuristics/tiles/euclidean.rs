//! Euclidean distance: how far every tile is from its goal cell, as the crow flies.
//!
//! A straight line is never longer than the way along rows and columns, so the sum is never above
//! Manhattan distance. Lengths are exact: whole millionths of a step, rounded down. If one length
//! is at most a step more than another, then so are the two rounded ones: the sum stays consistent.
//! Rounding the sum up to a whole number keeps that, since costs are whole numbers. (Hart, Nilsson
//! & Raphael 1968 estimate by the airline distance)

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Fraction};
use crate::domains::tiles::{Board, Grid, Shape, Tiles};
use crate::heuristics::tiles::home_sum::{Apart, HomeSum};
use crate::heuristics::tiles::{BuildError, Shares, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "sum over the tiles of the straight-line distance to their goal cells",
        has_fractions: true,
        citation: "Hart, Nilsson & Raphael 1968",
        ..HeuristicCard::consistent("euclidean", &["l2", "euclidean-distance"], "Euclidean distance")
    };

    type Built<G: Grid> = HomeSum<Lengths>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<HomeSum<Lengths>, BuildError> {
        Ok(HomeSum::new(domain, Lengths::new(domain.goal().shape())))
    }

    fn shares(start: &Board, goal: &Board) -> Shares {
        let shape = goal.shape();
        Shares::of_tiles(start, goal, |tile, home, at| {
            let (rows, cols) = (shape.row(home).abs_diff(shape.row(at)), shape.col(home).abs_diff(shape.col(at)));
            let units = if tile.is_blank() { 0 } else { length(rows, cols) };
            Fraction::over(units, UNIT)
        })
    }
}

/// Units of length in one step.
const UNIT: u32 = 1_000_000;

/// The length of a line, rounded down to whole units.
fn length(rows: usize, cols: usize) -> u32 {
    let squares = (rows * rows + cols * cols) as u64;
    (squares * u64::from(UNIT).pow(2)).isqrt() as u32
}

/// The lengths of all lines on a board.
pub struct Lengths {
    /// By rows apart, then by columns apart.
    lengths: Box<[u32]>,
    cols: usize,
}

impl Lengths {
    fn new(shape: Shape) -> Self {
        let from_corner = |cell| length(shape.row(cell), shape.col(cell));
        Self { lengths: shape.all_cells().map(from_corner).collect(), cols: shape.cols() }
    }
}

impl Apart for Lengths {
    const UNIT: u32 = UNIT;

    #[inline(always)]
    fn of(&self, rows: usize, cols: usize) -> u32 {
        self.lengths[rows * self.cols + cols]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Heuristic;
    use crate::domains::tiles::MoveOrder;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::grid::{Large, Small};

    /// One row and two columns from home: the square root of five.
    #[test]
    fn lengths_are_rounded_down_to_millionths() {
        let goal = CARDS[0].board(Shape::new(3, 3).unwrap());
        let domain = Tiles::<Small>::new(&goal, MoveOrder::default());
        let euclidean = HomeSum::new(&domain, Lengths::new(goal.shape()));
        assert_eq!(euclidean.part(domain.grid(), 1, 5), 2_236_067);
        assert_eq!(euclidean.part(domain.grid(), 1, 4), 1_414_213);
        assert_eq!(euclidean.part(domain.grid(), 1, 6), 2_000_000);
    }

    #[test]
    fn the_sum_is_that_of_square_roots() {
        for (goal, seed) in CARDS.iter().zip(1..) {
            let goal = goal.board(Shape::new(9, 13).unwrap());
            let domain = Tiles::<Large>::new(&goal, MoveOrder::default());
            let euclidean = HomeSum::new(&domain, Lengths::new(goal.shape()));
            let board = Generator::new(&goal, Kind::Uniform, seed).unwrap().board();
            let (shape, places, goal_places) = (board.shape(), board.places(), goal.places());
            let lengths = places.iter().zip(&goal_places).skip(1).map(|(&a, &b)| {
                let rows = shape.row(a) as f64 - shape.row(b) as f64;
                let cols = shape.col(a) as f64 - shape.col(b) as f64;
                rows.hypot(cols)
            });
            let slowly: f64 = lengths.sum();
            let exact = euclidean.root(&domain, &domain.position(&board)) as f64 / f64::from(UNIT);
            let rounding = shape.cells() as f64 / f64::from(UNIT);
            assert!(exact <= slowly && slowly < exact + rounding, "{exact} is not just below {slowly} on {board}");
        }
    }
}
