//! Corner tiles: linear conflict plus two moves for tiles that must make way for the tile of a
//! corner.
//!
//! A corner has two neighbour cells. Let its tile X not be at home, and look at the last time X
//! enters the corner, in a solution without a move that is taken back at once. X comes from one
//! neighbour cell, so that cell does not hold its own tile then. Before, the blank has come into
//! the corner: what stood there went out to a neighbour cell that was empty, and it was the other
//! one, since otherwise it would come straight back. So neither neighbour cell keeps its own tile:
//! each of the two tiles that is at home now has to leave and to come back. If the blank stands in
//! the corner already, only the first half of this holds: one of the two has to make way.
//!
//! Manhattan distance counts nothing for a tile at home, so leaving and coming back are two moves
//! more, once for each tile, whatever the number of corners it stands beside. A tile that is in no
//! conflict belongs to every longest ordered part of its line, so linear conflict counts only moves
//! of other tiles: the two can be added. The bonus is not consistent: when the tile in a
//! corner makes room for the blank, a neighbour that was counted is counted no more. (Korf &
//! Taylor 1996)

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::{Board, Grid, Position, Tiles};
use crate::heuristics::tiles::linear_conflict::{self, LinearConflict};
use crate::heuristics::tiles::{BuildError, Shares, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "linear conflict plus 2 for each tile at home that must make way for the tile of a corner",
        citation: "Korf & Taylor 1996",
        ..HeuristicCard::admissible("corner-tiles", &[], "Corner tiles")
    };

    type Built<G: Grid> = CornerTiles<G>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<CornerTiles<G>, BuildError> {
        Ok(CornerTiles::new(domain))
    }

    fn shares(start: &Board, goal: &Board) -> Shares {
        linear_conflict::Entry::shares(start, goal)
    }
}

/// Corner tiles.
pub struct CornerTiles<G: Grid> {
    linear_conflict: LinearConflict<G>,
    corners: Vec<Corner<G::Index>>,
    guards: Vec<Guard<G::Index>>,
}

/// A corner with a tile in the goal.
struct Corner<I> {
    cell: I,
    tile: I,
    /// The guards beside it, as bits.
    guards: u32,
}

/// A tile whose home is beside a corner.
#[derive(Clone, Copy)]
struct Guard<I> {
    home: I,
    tile: I,
}

impl<G: Grid> CornerTiles<G> {
    /// Prepares linear conflict and the corners.
    pub fn new(domain: &Tiles<G>) -> Self {
        let goal = domain.goal();
        let shape = goal.shape();
        let mut built = Self { linear_conflict: LinearConflict::new(domain), corners: Vec::new(), guards: Vec::new() };
        if shape.is_line() {
            return built;
        }
        let mut corners =
            [0, shape.cols() - 1].map(|col| [0, shape.rows() - 1].map(|row| shape.cell(row, col))).concat();
        corners.retain(|&corner| !goal.tile_at(corner).is_blank());
        for corner in corners {
            let mut guards = 0;
            for home in domain.grid().neighbours(G::index(corner.index())) {
                let tile = goal.tiles()[home.into()];
                if !tile.is_blank() {
                    guards |= 1 << built.guard(Guard { home, tile: G::index(tile.index()) });
                }
            }
            let (cell, tile) = (G::index(corner.index()), G::index(goal.tile_at(corner).index()));
            built.corners.push(Corner { cell, tile, guards });
        }
        built
    }

    /// The number of a guard, who may stand beside two corners.
    fn guard(&mut self, guard: Guard<G::Index>) -> usize {
        let known = self.guards.iter().position(|other| other.tile == guard.tile);
        known.unwrap_or_else(|| {
            self.guards.push(guard);
            self.guards.len() - 1
        })
    }

    /// Two moves for each tile that must make way, given the tile in each cell.
    fn bonus(&self, domain: &Tiles<G>, tile_at: &impl Fn(G::Index) -> G::Index) -> Cost {
        let (mut all_of, mut one_of) = (0_u32, 0_u32);
        for corner in &self.corners {
            let occupant = tile_at(corner.cell);
            if occupant.into() == 0 {
                one_of = corner.guards;
            } else if occupant != corner.tile {
                all_of |= corner.guards;
            }
        }
        let must_come_back = |number: usize| {
            let Guard { home, tile } = self.guards[number];
            tile_at(home) == tile && !self.linear_conflict.is_in_conflict(domain, tile_at, tile)
        };
        let asked = (0..self.guards.len()).filter(|number| (all_of | one_of) >> number & 1 == 1);
        let counted = asked.filter(|&number| must_come_back(number)).fold(0, |counted, number| counted | 1 << number);
        // A cell beside the corner whose own tile is away, in conflict or counted already may be
        // the way in.
        let no_way_in = one_of.count_ones() == 2 && one_of & counted & !all_of == one_of;
        2 * ((counted & all_of).count_ones() + Cost::from(no_way_in))
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for CornerTiles<G> {
    /// Linear conflict, and the bonus.
    type Acc = [u32; 2];

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        [self.linear_conflict.root(domain, position), self.bonus(domain, &|cell| position.tile_at(cell))]
    }

    #[inline]
    fn step(&self, domain: &Tiles<G>, [sum, _]: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let sum = self.linear_conflict.step(domain, sum, before, to);
        [sum, self.bonus(domain, &|cell| before.tile_after(to, cell))]
    }

    #[inline(always)]
    fn value(&self, [sum, bonus]: [u32; 2]) -> Cost {
        sum + bonus
    }

    #[inline(always)]
    fn may_be_goal(&self, [sum, _]: [u32; 2]) -> bool {
        sum == 0
    }

    /// What is added to linear conflict.
    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let [_, bonus] = self.root(domain, position);
        Ok(vec![Summand::new("tiles at home that make way for a corner", bonus)])
    }

    fn properties(&self) -> Properties {
        Properties { admissible: true, consistent: false }
    }
}
