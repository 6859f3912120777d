//! Sums over the tiles of something that follows from how many rows and columns each is from home.

use crate::core::{Cost, Heuristic, Properties};
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::homes::{Home, homes};

/// What a tile contributes.
pub trait Apart: Send + Sync + 'static {
    /// So many units make one.
    const UNIT: u32 = 1;

    /// In units, by the rows and columns between the tile and its home. Zero exactly at home.
    fn of(&self, rows: usize, cols: usize) -> u32;
}

/// The sum of an [`Apart`] over the tiles, rounded up. It has to be consistent.
pub struct HomeSum<A> {
    homes: Box<[Home]>,
    apart: A,
}

impl<A: Apart> HomeSum<A> {
    /// Prepares the homes of the puzzle's tiles.
    pub fn new<G: Grid>(domain: &Tiles<G>, apart: A) -> Self {
        Self { homes: homes(domain.goal()), apart }
    }

    /// What a tile contributes in a cell.
    #[inline(always)]
    pub(super) fn part<G: Grid>(&self, grid: &G, tile: G::Index, cell: G::Index) -> u64 {
        let home = self.homes[tile.into()];
        u64::from(self.apart.of(grid.row(cell).abs_diff(home.row()), grid.col(cell).abs_diff(home.col())))
    }
}

impl<G: Grid, A: Apart> Heuristic<Tiles<G>> for HomeSum<A> {
    type Acc = u64;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> u64 {
        let grid = domain.grid();
        let cells = (0..grid.shape().cells()).map(G::index).filter(|&cell| cell != position.blank());
        cells.map(|cell| self.part(grid, position.tile_at(cell), cell)).sum()
    }

    #[inline(always)]
    fn step(&self, domain: &Tiles<G>, sum: u64, before: &Position<G>, to: G::Index) -> u64 {
        let (grid, tile) = (domain.grid(), before.tile_at(to));
        sum + self.part(grid, tile, before.blank()) - self.part(grid, tile, to)
    }

    #[inline(always)]
    fn value(&self, sum: u64) -> Cost {
        sum.div_ceil(u64::from(A::UNIT)) as Cost
    }

    #[inline(always)]
    fn may_be_goal(&self, sum: u64) -> bool {
        sum == 0
    }

    fn unit(&self) -> u32 {
        A::UNIT
    }

    fn exact(&self, sum: u64) -> u64 {
        sum
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
