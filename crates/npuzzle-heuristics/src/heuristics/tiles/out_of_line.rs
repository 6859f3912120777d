//! Out of line: how many tiles are not in their goal rows, plus how many are not in their goal
//! columns.
//!
//! A move changes the row or the column of one tile, so it settles at most one of these. Never
//! below misplaced tiles, never above Manhattan distance. A common exercise.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Properties};
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::homes::{Home, homes};
use crate::heuristics::tiles::{BuildError, TileContribution, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "number of tiles not in their goal row plus number of tiles not in their goal column",
        citation: "a common exercise",
        ..HeuristicCard::consistent("out-of-line", &[], "Tiles out of line")
    };

    type Built<G: Grid> = OutOfLine;

    const PART: Option<TileContribution> = Some(|shape, tile, home, at| {
        let away = u32::from(shape.row(home) != shape.row(at)) + u32::from(shape.col(home) != shape.col(at));
        if tile.0 == 0 { 0 } else { away }
    });

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<OutOfLine, BuildError> {
        Ok(OutOfLine { homes: homes(domain.goal()) })
    }
}

/// Tiles out of line.
pub struct OutOfLine {
    homes: Box<[Home]>,
}

impl OutOfLine {
    #[inline(always)]
    fn part<G: Grid>(&self, grid: &G, tile: G::Index, cell: G::Index) -> Cost {
        let home = self.homes[tile.into()];
        Cost::from(grid.row(cell) != home.row()) + Cost::from(grid.col(cell) != home.col())
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for OutOfLine {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        let grid = domain.grid();
        let cells = (0..grid.shape().cells()).map(G::index).filter(|&cell| cell != position.blank());
        cells.map(|cell| self.part(grid, position.tile_at(cell), cell)).sum()
    }

    #[inline(always)]
    fn step(&self, domain: &Tiles<G>, sum: Cost, before: &Position<G>, to: G::Index) -> Cost {
        let (grid, tile) = (domain.grid(), before.tile_at(to));
        sum + self.part(grid, tile, before.blank()) - self.part(grid, tile, to)
    }

    value_is_the_sum!(Properties::CONSISTENT);
}
