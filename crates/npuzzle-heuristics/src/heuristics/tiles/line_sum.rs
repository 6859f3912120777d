//! Manhattan distance plus a charge for each line: the shape that linear conflict and scan conflict
//! share.
//!
//! The charge of a row or column depends on the tiles that stand in their goal line there, and on
//! their order only. The update: a tile that moves along a line passes only the blank, so it
//! changes no order there. What may change is the one line it leaves or enters, and only if that
//! line is its own.
//!
//! PERF: on boards whose lines have at most five cells, charges are looked up: each tile that
//! stands in its goal line adds its goal place, as a digit, to the code of the line, and a table
//! has the charge of every code. IDA* on the 15-puzzle takes 174 instead of 292 instructions a
//! state (`cargo xtask bench`).

use std::marker::PhantomData;

use crate::core::{Cost, Heuristic, Properties};
use crate::domains::tiles::grid::Distances;
use crate::domains::tiles::{Board, Cell, Grid, Position, Tile, Tiles};
use crate::heuristics::tiles::homes::{Axis, Home, homes};
use crate::heuristics::tiles::{LineShare, MOST_CELLS_WITH_PAIRS, Pair, Shares, TileHeuristic, manhattan};

/// What a line is charged.
pub trait Charge: Send + Sync + 'static {
    /// What the sum promises.
    const PROPERTIES: Properties;

    /// The charge, given the goal places of the tiles that stand in their goal line, in the order
    /// in which they stand. All places are below `length`. An ordered line is charged nothing.
    fn of(places: impl Iterator<Item = u32>, length: usize) -> Cost;
}

/// Manhattan distance plus the [`Charge`] of every row and column.
pub struct LineSum<G: Grid, C> {
    distances: G::Distances,
    homes: Box<[Home]>,
    codes: Option<LineCodes>,
    charge: PhantomData<C>,
}

/// The charges of all lines that short lines can be.
struct LineCodes {
    /// What a tile in a cell adds to the code of the cell's row, and then the same for columns.
    parts: [Box<[u16]>; 2],
    cells: usize,
    /// The charge of every code.
    charges: Box<[u8]>,
}

/// The longest line that is coded. A code has a digit for each place: zero for a tile that is not
/// in its goal line, else one more than its goal place. So the table of such lines has 6^5 entries.
const LONGEST_CODED: usize = 5;

impl LineCodes {
    fn new<C: Charge>(goal: &Board, homes: &[Home]) -> Option<Self> {
        let shape = goal.shape();
        let longest = shape.rows().max(shape.cols());
        if longest > LONGEST_CODED {
            return None;
        }
        let base = longest + 1;
        let part = |axis: Axis, cell: Cell, tile: usize| {
            let (line, place) = match axis {
                Axis::Rows => (shape.row(cell), shape.col(cell)),
                Axis::Cols => (shape.col(cell), shape.row(cell)),
            };
            let home = homes[tile];
            let is_at_home = tile != 0 && home.line(axis) == line;
            if is_at_home { (home.place(axis) as u16 + 1) * base.pow(place as u32) as u16 } else { 0 }
        };
        let parts = [Axis::Rows, Axis::Cols].map(|axis| {
            shape.all_cells().flat_map(|cell| (0..shape.cells()).map(move |tile| part(axis, cell, tile))).collect()
        });
        let charge = |code: usize| {
            let digits =
                || (0..longest as u32).map(move |place| code / base.pow(place) % base).filter(|&digit| digit > 0);
            let places = digits().fold(0, |places, digit| places | 1_u32 << digit);
            // Two tiles do not have the same goal place.
            let is_line = places.count_ones() as usize == digits().count();
            if is_line { C::of(digits().map(|digit| digit as u32 - 1), longest) as u8 } else { 0 }
        };
        let charges = (0..base.pow(longest as u32)).map(charge).collect();
        Some(Self { parts, cells: shape.cells(), charges })
    }

    #[inline(always)]
    fn part(&self, axis: Axis, cell: usize, tile: usize) -> u16 {
        self.parts[axis as usize][cell * self.cells + tile]
    }

    /// The code of a line.
    #[inline(always)]
    fn of<G: Grid>(&self, domain: &Tiles<G>, position: &Position<G>, axis: Axis, line: usize) -> u16 {
        let shape = domain.grid().shape();
        let ((first, stride), (_, length)) = (axis.cells(shape, line), axis.lines(shape));
        let part = |place: usize| {
            let cell = first + place * stride;
            self.part(axis, cell, position.tile_at(G::index(cell)).into())
        };
        // A loop of constant length is unrolled.
        match length {
            4 => (0..4).map(part).sum(),
            _ => (0..length).map(part).sum(),
        }
    }

    #[inline(always)]
    fn charge(&self, code: u16) -> Cost {
        self.charges[usize::from(code)].into()
    }
}

impl<G: Grid, C: Charge> LineSum<G, C> {
    /// Prepares distances and goal lines.
    pub fn new(domain: &Tiles<G>) -> Self {
        let goal = domain.goal();
        let homes = homes(goal);
        let codes = LineCodes::new::<C>(goal, &homes);
        Self { distances: G::Distances::new(domain.grid(), goal), homes, codes, charge: PhantomData }
    }

    /// The charge of a line, as if `cell` held `tile`.
    #[inline]
    fn charge(
        &self,
        domain: &Tiles<G>,
        position: &Position<G>,
        axis: Axis,
        line: usize,
        (cell, tile): (G::Index, G::Index),
    ) -> Cost {
        let shape = domain.grid().shape();
        let ((first, stride), (_, length)) = (axis.cells(shape, line), axis.lines(shape));
        let places = (0..length).filter_map(|place| {
            let here = G::index(first + place * stride);
            let occupant = if here == cell { tile } else { position.tile_at(here) };
            let home = self.homes[occupant.into()];
            (occupant.into() != 0 && home.line(axis) == line).then(|| home.place(axis))
        });
        C::of(places, length)
    }

    /// The sum after a move, and whether its tile leaves or enters its goal row or column.
    #[inline]
    pub fn step_and_line(
        &self,
        domain: &Tiles<G>,
        sum: Cost,
        before: &Position<G>,
        to: G::Index,
    ) -> (Cost, Option<Axis>) {
        let (tile, blank) = (before.tile_at(to), before.blank());
        let sum = sum + self.distances.get(tile, blank) - self.distances.get(tile, to);
        let grid = domain.grid();
        let (axis, from_line, to_line) = if grid.col(to) == grid.col(blank) {
            (Axis::Rows, grid.row(to), grid.row(blank))
        } else {
            (Axis::Cols, grid.col(to), grid.col(blank))
        };
        let home = self.homes[tile.into()].line(axis);
        if home != from_line && home != to_line {
            return (sum, None);
        }
        if let Some(codes) = &self.codes {
            // The line with the tile, and without it.
            let (with, without) = if home == from_line {
                let with = codes.of(domain, before, axis, from_line);
                (with, with - codes.part(axis, to.into(), tile.into()))
            } else {
                let without = codes.of(domain, before, axis, to_line);
                (without + codes.part(axis, blank.into(), tile.into()), without)
            };
            let (with, without) = (codes.charge(with), codes.charge(without));
            let sum = if home == from_line { sum + without - with } else { sum + with - without };
            return (sum, Some(axis));
        }
        let nothing = G::index(0);
        let charge = |line, change| self.charge(domain, before, axis, line, change);
        let sum = if home == from_line {
            sum + charge(from_line, (to, nothing)) - charge(from_line, (to, tile))
        } else {
            sum + charge(to_line, (blank, tile)) - charge(to_line, (blank, nothing))
        };
        (sum, Some(axis))
    }

    /// Whether `tile` stands in its goal row or column in the wrong order with another tile of that
    /// line, given the tile in each cell.
    pub fn is_in_conflict(&self, domain: &Tiles<G>, tile_at: &impl Fn(G::Index) -> G::Index, tile: G::Index) -> bool {
        let shape = domain.grid().shape();
        let home = self.homes[tile.into()];
        [Axis::Rows, Axis::Cols].into_iter().any(|axis| {
            let (line, own) = (home.line(axis), home.place(axis));
            let ((first, stride), (_, length)) = (axis.cells(shape, line), axis.lines(shape));
            let (mut passed, mut later_before) = (false, false);
            for place in 0..length {
                let occupant = tile_at(G::index(first + place * stride));
                let other = self.homes[occupant.into()];
                if occupant == tile {
                    if later_before {
                        return true;
                    }
                    passed = true;
                } else if occupant.into() != 0 && other.line(axis) == line {
                    if passed && other.place(axis) < own {
                        return true;
                    }
                    later_before |= other.place(axis) > own;
                }
            }
            false
        })
    }
}

/// Manhattan distance tile by tile, the pairs in the wrong order, and what all lines are charged.
pub fn shares<C: Charge>(start: &Board, goal: &Board) -> Shares {
    let (shape, homes) = (goal.shape(), homes(goal));
    let mut shares = manhattan::Entry::shares(start, goal);
    for axis in [Axis::Rows, Axis::Cols] {
        let (lines, length) = axis.lines(shape);
        for line in 0..lines {
            let (first, stride) = axis.cells(shape, line);
            let standing = (0..length).map(|place| start.tiles()[first + place * stride]);
            let own = |tile: &Tile| !tile.is_blank() && homes[tile.index()].line(axis) == line;
            let tiles: Vec<Tile> = standing.filter(own).collect();
            let place = |tile: Tile| homes[tile.index()].place(axis);
            let name = || format!("{} {}", axis.name(), line + 1);
            let value = C::of(tiles.iter().map(|&tile| place(tile)), length);
            if value > 0 {
                shares.lines.push(LineShare { line: name(), value });
                shares.extra += value;
            }
            if shape.cells() > MOST_CELLS_WITH_PAIRS {
                continue;
            }
            for (number, &first) in tiles.iter().enumerate() {
                let behind = tiles[number + 1..].iter().filter(|&&second| place(second) < place(first));
                let pair = |&second: &Tile| Pair { first, second, line: name() };
                shares.pairs.extend(behind.map(pair));
            }
        }
    }
    shares
}

impl<G: Grid, C: Charge> Heuristic<Tiles<G>> for LineSum<G, C> {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        let shape = domain.grid().shape();
        let blank = (position.blank(), G::index(0));
        let cells = (0..shape.cells()).map(G::index);
        let distance: Cost = cells.map(|cell| self.distances.get(position.tile_at(cell), cell)).sum();
        let distance = distance - self.distances.get(G::index(0), position.blank());
        let charge = |axis, line| match &self.codes {
            Some(codes) => codes.charge(codes.of(domain, position, axis, line)),
            None => self.charge(domain, position, axis, line, blank),
        };
        let rows = (0..shape.rows()).map(|row| charge(Axis::Rows, row));
        let cols = (0..shape.cols()).map(|col| charge(Axis::Cols, col));
        distance + rows.sum::<Cost>() + cols.sum::<Cost>()
    }

    #[inline]
    fn step(&self, domain: &Tiles<G>, sum: Cost, before: &Position<G>, to: G::Index) -> Cost {
        self.step_and_line(domain, sum, before, to).0
    }

    value_is_the_sum!(C::PROPERTIES);
}
