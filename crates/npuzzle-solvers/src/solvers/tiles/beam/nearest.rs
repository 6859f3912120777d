//! How far the blank is from work: the way to the nearest tile that is not home.
//!
//! On large boards a beam otherwise fills with boards that differ in where the blank idles among
//! finished tiles.

use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::beam::score::Slide;

/// A charge for each move, but one, from the blank to the nearest misplaced tile.
pub(super) struct Nearest {
    weight: i32,
    /// For each cell of the blank all others with their distances, the nearest first.
    by_distance: Box<[Other]>,
    others: usize,
}

#[derive(Clone, Copy)]
struct Other {
    cell: u8,
    distance: u8,
}

impl Nearest {
    /// Bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        size_of_val(&*self.by_distance) as u64
    }

    pub(super) fn new(shape: Shape, weight: i32) -> Self {
        let others = |blank: Cell| {
            let other = |cell: Cell| Other { cell: cell.0 as u8, distance: shape.distance(blank, cell) as u8 };
            let mut others: Vec<Other> = shape.all_cells().filter(|&cell| cell != blank).map(other).collect();
            others.sort_by_key(|other| other.distance);
            others
        };
        Self { weight, by_distance: shape.all_cells().flat_map(others).collect(), others: shape.cells() - 1 }
    }

    /// The charge with the blank in a cell and `home_in` all others.
    #[inline(always)]
    fn charge(&self, blank: u8, home_in: impl Fn(u8) -> u8) -> i32 {
        let others = &self.by_distance[usize::from(blank) * self.others..][..self.others];
        let misplaced = others.iter().find(|other| other.cell != home_in(other.cell));
        misplaced.map_or(0, |other| self.weight * (i32::from(other.distance) - 1))
    }

    /// The charge of a board.
    pub(super) fn of_board(&self, cells: &[u8], blank: u8) -> i32 {
        self.charge(blank, |cell| cells[usize::from(cell)])
    }

    /// The charge of a child, of which only the parent's cells are there.
    #[inline(always)]
    pub(super) fn of_child(&self, cells: &[u8], slide: Slide) -> i32 {
        self.charge(slide.from, |cell| if cell == slide.to { slide.tile } else { cells[usize::from(cell)] })
    }

    /// A move changes it by about this at most.
    pub(super) fn most_change(&self) -> i32 {
        2 * self.weight.abs()
    }
}
