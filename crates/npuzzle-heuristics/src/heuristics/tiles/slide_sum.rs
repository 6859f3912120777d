//! Sums over the tiles, by rows and by columns, in slides of whole lines.
//!
//! A slide is vertical or horizontal. A vertical one takes at most `rows - 1` tiles to the next row
//! and changes no column; a horizontal one likewise. What each tile contributes by its row changes
//! by at most one for each of these tiles, so a vertical slide settles at most `rows - 1` of the
//! sum by rows. Both quotients, rounded up, may be added: consistent in slides, hence in moves too.

use std::marker::PhantomData;

use crate::core::{Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::homes::{Home, homes};

/// What a tile contributes by its row, or by its column.
pub trait LineMeasure: Send + Sync + 'static {
    /// By the lines between the tile and its goal line. Zero exactly at home, and never changing by
    /// more than one from a line to the next.
    fn of(lines: usize) -> u32;
}

/// Both sums of a [`LineMeasure`], in slides.
pub struct SlideSum<M> {
    homes: Box<[Home]>,
    /// Tiles that a vertical and a horizontal slide take along at most.
    most: [u32; 2],
    measure: PhantomData<M>,
}

impl<M: LineMeasure> SlideSum<M> {
    /// Prepares the homes of the puzzle's tiles.
    pub fn new<G: Grid>(domain: &Tiles<G>) -> Self {
        let shape = domain.goal().shape();
        // On a single line nothing moves across it.
        let most = [shape.rows(), shape.cols()].map(|lines| (lines - 1).max(1) as u32);
        Self { homes: homes(domain.goal()), most, measure: PhantomData }
    }

    #[inline(always)]
    fn parts<G: Grid>(&self, grid: &G, tile: G::Index, cell: G::Index) -> [u32; 2] {
        let home = self.homes[tile.into()];
        [M::of(grid.row(cell).abs_diff(home.row())), M::of(grid.col(cell).abs_diff(home.col()))]
    }
}

impl<G: Grid, M: LineMeasure> Heuristic<Tiles<G>> for SlideSum<M> {
    /// The sums by rows and by columns.
    type Acc = [u32; 2];

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        let grid = domain.grid();
        let cells = (0..grid.shape().cells()).map(G::index).filter(|&cell| cell != position.blank());
        cells.fold([0, 0], |[rows, cols], cell| {
            let [row, col] = self.parts(grid, position.tile_at(cell), cell);
            [rows + row, cols + col]
        })
    }

    #[inline(always)]
    fn step(&self, domain: &Tiles<G>, [rows, cols]: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let (grid, tile) = (domain.grid(), before.tile_at(to));
        let ([row, col], [old_row, old_col]) = (self.parts(grid, tile, before.blank()), self.parts(grid, tile, to));
        [rows + row - old_row, cols + col - old_col]
    }

    #[inline(always)]
    fn value(&self, [rows, cols]: [u32; 2]) -> Cost {
        rows.div_ceil(self.most[0]) + cols.div_ceil(self.most[1])
    }

    #[inline(always)]
    fn may_be_goal(&self, sums: [u32; 2]) -> bool {
        sums == [0, 0]
    }

    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let [rows, cols] = self.root(domain, position);
        let slides = [("vertical slides", rows, self.most[0]), ("horizontal slides", cols, self.most[1])];
        Ok(slides.map(|(name, sum, most)| Summand::new(name, sum.div_ceil(most))).into())
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
