//! Linear conflict: Manhattan distance plus two moves for each tile that must step out of its line.
//!
//! Two tiles conflict when both stand in their goal line in reversed order. One of them has to leave the line
//! and come back, which Manhattan distance does not count. Per line the fewest tiles to remove is the number of tiles at
//! home there minus their longest increasing subsequence; lines are independent, so the sum stays admissible.
//! (Hansson, Mayer & Yung 1992)
//!
//! The update: a tile that moves along a line passes only the blank, so it changes no order there. What may change is the
//! one line it leaves or enters, and only if that line is its own.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Properties};
use crate::domains::tiles::grid::Distances;
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, HeuristicVisitor, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        name: "linear-conflict",
        aliases: &["lc"],
        title: "Linear conflict",
        summary: "Manhattan distance plus 2 for each tile that must leave its goal row or column to let another pass",
        admissible: true,
        consistent: true,
        further: &[],
        citation: "Hansson, Mayer & Yung 1992",
    };

    type Built<G: Grid> = LinearConflict<G>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<LinearConflict<G>, BuildError> {
        Ok(LinearConflict::new(domain))
    }

    /// Searches are compiled for this very type: every instruction counts.
    fn visit<G: Grid, V: HeuristicVisitor<G>>(
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
        visitor: V,
    ) -> Result<V::Output, BuildError> {
        let heuristic = Self::build(domain, budget)?;
        Ok(visitor.visit(heuristic, budget))
    }
}

/// Linear conflict.
pub struct LinearConflict<G: Grid> {
    distances: G::Distances,
    homes: Box<[Home]>,
}

/// Where a tile belongs.
#[derive(Clone, Copy)]
struct Home {
    row: u8,
    col: u8,
}

/// Rows or columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Rows,
    Cols,
}

impl Home {
    fn line(self, axis: Axis) -> usize {
        usize::from(if axis == Axis::Rows { self.row } else { self.col })
    }

    /// The place within the line.
    fn place(self, axis: Axis) -> u32 {
        u32::from(if axis == Axis::Rows { self.col } else { self.row })
    }
}

impl<G: Grid> LinearConflict<G> {
    /// Prepares distances and goal lines.
    pub fn new(domain: &Tiles<G>) -> Self {
        let goal = domain.goal();
        let shape = goal.shape();
        let home = |cell| Home { row: shape.row(cell) as u8, col: shape.col(cell) as u8 };
        Self { distances: G::Distances::new(domain.grid(), goal), homes: goal.places().into_iter().map(home).collect() }
    }

    /// Twice the fewest tiles that must leave a line, as if `cell` held `tile`.
    #[inline]
    fn conflict(
        &self,
        domain: &Tiles<G>,
        position: &Position<G>,
        axis: Axis,
        line: usize,
        (cell, tile): (G::Index, G::Index),
    ) -> Cost {
        let shape = domain.grid().shape();
        let (first, stride, length) = match axis {
            Axis::Rows => (line * shape.cols(), 1, shape.cols()),
            Axis::Cols => (line, shape.cols(), shape.rows()),
        };
        let places = (0..length).filter_map(|place| {
            let here = G::index(first + place * stride);
            let occupant = if here == cell { tile } else { position.tile_at(here) };
            let home = self.homes[occupant.into()];
            (occupant.into() != 0 && home.line(axis) == line).then(|| home.place(axis))
        });
        // PERF: one word is enough for most boards: IDA* on `korf:1` generates 45 instead of 38 million states a second.
        2 * if length <= 64 { tiles_to_remove_u64(places) } else { tiles_to_remove_u128(places) }
    }
}

/// Declares a function that counts how many numbers must go so that the rest increases: all but the longest increasing
/// subsequence.
///
/// Patience sorting with a set of bits: the set holds the least end of an increasing subsequence of each length. A new number
/// replaces the least end above it, or makes the longest subsequence longer.
macro_rules! tiles_to_remove {
    ($name:ident, $word:ty) => {
        #[inline]
        fn $name(places: impl Iterator<Item = u32>) -> Cost {
            let (mut ends, mut count): ($word, Cost) = (0, 0);
            for place in places {
                let bit: $word = 1 << place;
                let above = ends & !(bit - 1);
                ends = ends & !(above & above.wrapping_neg()) | bit;
                count += 1;
            }
            count - ends.count_ones()
        }
    };
}

tiles_to_remove!(tiles_to_remove_u64, u64);
tiles_to_remove!(tiles_to_remove_u128, u128);

impl<G: Grid> Heuristic<Tiles<G>> for LinearConflict<G> {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        let shape = domain.grid().shape();
        let blank = (position.blank(), G::index(0));
        let cells = (0..shape.cells()).map(G::index).filter(|&cell| cell != position.blank());
        let distance: Cost = cells.map(|cell| self.distances.get(position.tile_at(cell), cell)).sum();
        let rows = (0..shape.rows()).map(|row| self.conflict(domain, position, Axis::Rows, row, blank));
        let cols = (0..shape.cols()).map(|col| self.conflict(domain, position, Axis::Cols, col, blank));
        distance + rows.sum::<Cost>() + cols.sum::<Cost>()
    }

    #[inline]
    fn step(&self, domain: &Tiles<G>, sum: Cost, before: &Position<G>, to: G::Index) -> Cost {
        let (tile, blank) = (before.tile_at(to), before.blank());
        let sum = sum + self.distances.get(tile, blank) - self.distances.get(tile, to);
        let grid = domain.grid();
        let (axis, from_line, to_line) = if grid.col(to) == grid.col(blank) {
            (Axis::Rows, grid.row(to), grid.row(blank))
        } else {
            (Axis::Cols, grid.col(to), grid.col(blank))
        };
        let home = self.homes[tile.into()].line(axis);
        let nothing = G::index(0);
        let conflict = |line, change| self.conflict(domain, before, axis, line, change);
        if home == from_line {
            sum + conflict(from_line, (to, nothing)) - conflict(from_line, (to, tile))
        } else if home == to_line {
            sum + conflict(to_line, (blank, tile)) - conflict(to_line, (blank, nothing))
        } else {
            sum
        }
    }

    #[inline(always)]
    fn value(&self, sum: Cost) -> Cost {
        sum
    }

    #[inline(always)]
    fn may_be_goal(&self, sum: Cost) -> bool {
        sum == 0
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The longest increasing subsequence by comparing all pairs.
    fn slowly(places: &[u32]) -> Cost {
        let mut longest = vec![1; places.len()];
        for i in 0..places.len() {
            for j in 0..i {
                if places[j] < places[i] {
                    longest[i] = longest[i].max(longest[j] + 1);
                }
            }
        }
        places.len() as Cost - longest.into_iter().max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn the_fewest_tiles_are_removed(
            places in Just((0..100).collect::<Vec<u32>>()).prop_shuffle(),
            length in 0_usize..100,
        ) {
            let places = &places[..length];
            prop_assert_eq!(tiles_to_remove_u128(places.iter().copied()), slowly(places));
            let small: Vec<u32> = places.iter().copied().filter(|&place| place < 64).collect();
            prop_assert_eq!(tiles_to_remove_u64(small.iter().copied()), slowly(&small));
        }
    }
}
