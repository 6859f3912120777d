//! Inversion distance: vertical moves by the inversions of the rows, horizontal moves by those of
//! the columns.
//!
//! Read the tiles row by row, without the blank. A horizontal move does not change what is read. A
//! vertical move takes one tile past `cols - 1` others, so it changes the number of inversions,
//! counted against the goal's order, by at most that, and by an even or an odd number as `cols - 1`
//! is. So at least `inversions / (cols - 1)` vertical moves are left, rounded up, and if `cols` is
//! even their number is even or odd as that of the inversions is. The same holds for columns and
//! horizontal moves. A move counts in one of the two, so the sum is consistent. (Takahashi 2002)
//!
//! A move costs `cols - 1` or `rows - 1` comparisons, a board O(n log n).

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::{Board, Grid, Position, Tiles};
use crate::heuristics::tiles::homes::Axis;
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "least vertical moves by the inversions read along rows, plus least horizontal ones along columns",
        citation: "Takahashi 2002",
        ..HeuristicCard::consistent("inversion", &["inversion-distance"], "Inversion distance")
    };

    type Built<G: Grid> = Inversion;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<Inversion, BuildError> {
        let shape = domain.goal().shape();
        Ok(Inversion {
            by_rows: reading_order(domain.goal(), Axis::Rows),
            by_cols: reading_order(domain.goal(), Axis::Cols),
            passed_vertically: shape.cols() as u32 - 1,
            passed_horizontally: shape.rows() as u32 - 1,
        })
    }
}

/// Inversion distance.
pub struct Inversion {
    /// When each tile is read in the goal, row by row.
    by_rows: Box<[u32]>,
    /// When each tile is read in the goal, column by column.
    by_cols: Box<[u32]>,
    /// How many tiles a tile passes that moves vertically.
    passed_vertically: u32,
    /// How many tiles a tile passes that moves horizontally.
    passed_horizontally: u32,
}

/// The cells of a board, line by line.
fn cells_along(axis: Axis, rows: usize, cols: usize) -> impl Iterator<Item = usize> {
    (0..rows * cols).map(move |number| match axis {
        Axis::Rows => number,
        Axis::Cols => number % rows * cols + number / rows,
    })
}

/// When each tile is read, line by line; the blank is read with them, which changes no order among
/// the others.
fn reading_order(goal: &Board, axis: Axis) -> Box<[u32]> {
    let shape = goal.shape();
    let mut order = vec![0; shape.cells()].into_boxed_slice();
    for (number, cell) in (0..).zip(cells_along(axis, shape.rows(), shape.cols())) {
        order[goal.tiles()[cell].index()] = number;
    }
    order
}

/// The number of pairs in the wrong order; `numbers` are different and below `limit`.
fn inversions(numbers: impl Iterator<Item = u32>, limit: usize) -> u32 {
    if limit > 64 {
        let mut numbers: Vec<u32> = numbers.collect();
        let mut spare = numbers.clone();
        return sort_and_count(&mut numbers, &mut spare);
    }
    let (mut seen, mut count) = (0_u64, 0);
    for number in numbers {
        count += (seen >> number).count_ones();
        seen |= 1 << number;
    }
    count
}

/// Sorts by merging, and counts how often a number of the right half goes before the rest of the
/// left half.
fn sort_and_count(numbers: &mut [u32], spare: &mut [u32]) -> u32 {
    let middle = numbers.len() / 2;
    if middle == 0 {
        return 0;
    }
    let (left, right) = numbers.split_at_mut(middle);
    let mut count = sort_and_count(left, spare) + sort_and_count(right, spare);
    let (mut from_left, mut from_right) = (0, 0);
    for slot in &mut spare[..left.len() + right.len()] {
        if from_right == right.len() || from_left < left.len() && left[from_left] < right[from_right] {
            *slot = left[from_left];
            from_left += 1;
        } else {
            *slot = right[from_right];
            from_right += 1;
            count += (left.len() - from_left) as u32;
        }
    }
    numbers.copy_from_slice(&spare[..numbers.len()]);
    count
}

/// The least number of moves that can undo so many inversions if each changes at most `passed` of
/// them.
#[inline(always)]
fn moves(inversions: u32, passed: u32) -> Cost {
    if passed == 0 {
        return 0;
    }
    let moves = inversions.div_ceil(passed);
    moves + (passed & (moves ^ inversions) & 1)
}

/// The inversions after the tile in `to` has moved into the blank, past `passed` tiles: those in
/// the cells `between`.
///
/// Going forward, it leaves an inversion behind with each tile that should come before it, and
/// makes one with every other. Going back, it is the other way round.
#[inline(always)]
fn changed<G: Grid>(
    inversions: u32,
    order: &[u32],
    passed: u32,
    before: &Position<G>,
    to: G::Index,
    between: impl Iterator<Item = usize>,
) -> u32 {
    let read_at = |cell: G::Index| order[before.tile_at(cell).into()];
    let earlier = between.filter(|&cell| read_at(G::index(cell)) < read_at(to)).count() as u32;
    let is_forward = to.into() < before.blank().into();
    let (undone, made) = if is_forward { (earlier, passed - earlier) } else { (passed - earlier, earlier) };
    inversions + made - undone
}

impl<G: Grid> Heuristic<Tiles<G>> for Inversion {
    type Acc = [u32; 2];

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        let shape = domain.grid().shape();
        [(Axis::Rows, &self.by_rows), (Axis::Cols, &self.by_cols)].map(|(axis, order)| {
            let tiles =
                cells_along(axis, shape.rows(), shape.cols()).map(|cell| position.tile_at(G::index(cell)).into());
            inversions(tiles.filter(|&tile| tile != 0).map(|tile| order[tile]), shape.cells())
        })
    }

    #[inline]
    fn step(&self, domain: &Tiles<G>, [rows, cols]: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let (grid, blank) = (domain.grid(), before.blank());
        let (from, width): (usize, usize) = (to.into(), grid.shape().cols());
        let (first, last) = (from.min(blank.into()), from.max(blank.into()));
        if grid.col(to) == grid.col(blank) {
            [changed(rows, &self.by_rows, self.passed_vertically, before, to, first + 1..last), cols]
        } else {
            // Column by column: the rest of the left column, then the top of the right one.
            let below = (grid.row(to) + 1..grid.shape().rows()).map(|row| row * width + first % width);
            let above = (0..grid.row(to)).map(|row| row * width + last % width);
            [rows, changed(cols, &self.by_cols, self.passed_horizontally, before, to, below.chain(above))]
        }
    }

    #[inline(always)]
    fn value(&self, [rows, cols]: [u32; 2]) -> Cost {
        moves(rows, self.passed_vertically) + moves(cols, self.passed_horizontally)
    }

    #[inline(always)]
    fn may_be_goal(&self, inversions: [u32; 2]) -> bool {
        inversions == [0, 0]
    }

    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let [rows, cols] = self.root(domain, position);
        let name = |moves: &str, inversions: u32, lines: &str| {
            format!("{moves} moves for {inversions} inversion{} along {lines}", if inversions == 1 { "" } else { "s" })
        };
        Ok(vec![
            Summand::new(name("vertical", rows, "rows"), moves(rows, self.passed_vertically)),
            Summand::new(name("horizontal", cols, "columns"), moves(cols, self.passed_horizontally)),
        ])
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By comparing all pairs.
    fn slowly(numbers: &[u32]) -> u32 {
        let behind = |(place, number): (usize, &u32)| numbers[place..].iter().filter(|later| *later < number).count();
        numbers.iter().enumerate().map(behind).sum::<usize>() as u32
    }

    proptest! {
        #[test]
        fn every_pair_in_the_wrong_order_is_counted(
            numbers in Just((0..200).collect::<Vec<u32>>()).prop_shuffle(),
            length in 0_usize..200,
        ) {
            let numbers = &numbers[..length];
            prop_assert_eq!(inversions(numbers.iter().copied(), 200), slowly(numbers));
            let small: Vec<u32> = numbers.iter().copied().filter(|&number| number < 64).collect();
            prop_assert_eq!(inversions(small.iter().copied(), 64), slowly(&small));
        }
    }

    /// The least number of steps of `passed`, `passed - 2` and so on, forward or back, from
    /// `inversions` to none.
    #[test]
    fn moves_are_the_fewest_with_the_right_parity() {
        for passed in 1..6_u32 {
            for inversions in 0..40_u32 {
                let reaches = |moves: u32| moves * passed >= inversions && (moves * passed - inversions) & 1 == 0;
                // With an odd number of cells in a line, no move changes the parity, and a goal
                // needs an even number.
                if passed & 1 == 1 || inversions & 1 == 0 {
                    assert_eq!(Some(moves(inversions, passed)), (0..).find(|&moves| reaches(moves)));
                }
            }
        }
        assert_eq!(moves(7, 0), 0);
    }
}
