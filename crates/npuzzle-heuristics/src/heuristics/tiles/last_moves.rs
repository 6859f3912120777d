//! Last moves: linear conflict plus the detours that the last two moves force upon two tiles.
//!
//! Before the last move the blank stands in a neighbour cell n of its goal cell b, and the tile
//! whose home is n stands in b. So that tile goes to n by way of b. Before the last but one, the
//! blank stands in a neighbour cell c of n, other than b, and the tile of c stands in n: it goes to
//! c by way of n. A way round is as long as the direct one or two moves longer. Every solution of
//! two or more moves ends in one of these ways, for some n and c, so the cheapest of them may be
//! added.
//!
//! A tile that is in conflict with another in its row or column is given no detour: linear conflict
//! may have counted those moves. All other tiles belong to every longest ordered part of their
//! line, so linear conflict counts no move of theirs and the two can be added. It is not a
//! consistent estimate: one new conflict, of the two tiles with each other or with a third one, may
//! take both detours away, and four moves give way to two. (Korf & Taylor 1996)
//!
//! The update: the moved tile's detours, one bit each, and the conflicts of those tiles only that
//! have a detour to make. Both stay as they are if the tile has no detour, and neither leaves nor
//! enters a line that is the goal line of a tile with a detour.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::{Board, Cell, Grid, Position, Tiles};
use crate::heuristics::tiles::homes::{Axis, homes};
use crate::heuristics::tiles::linear_conflict::{self, LinearConflict};
use crate::heuristics::tiles::{BuildError, Shares, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "linear conflict plus the detours of the tiles that make the last two moves",
        citation: "Korf & Taylor 1996",
        ..HeuristicCard::admissible("last-moves", &[], "Last moves")
    };

    type Built<G: Grid> = LastMoves<G>;

    const HAS_OWN_WALK: bool = true;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<LastMoves<G>, BuildError> {
        Ok(LastMoves::new(domain))
    }

    fn shares(start: &Board, goal: &Board) -> Shares {
        linear_conflict::Entry::shares(start, goal)
    }
}

/// Last moves.
pub struct LastMoves<G: Grid> {
    linear_conflict: LinearConflict<G>,
    detours: Vec<Detour>,
    /// The detours of each tile, as bits.
    detours_of: Box<[u32]>,
    /// For rows and columns and each tile, whether its goal line is that of a tile with a detour.
    beside_detours: [Box<[bool]>; 2],
    /// The detours of the last two moves, as bits, for every way to make them.
    endings: Vec<u32>,
}

/// The last step of a tile, to its home by way of a neighbour cell.
struct Detour {
    tile: usize,
    home: Cell,
    via: Cell,
}

/// The bonus stands above the bits of the detours, of which there are at most 16.
const BONUS_SHIFT: u32 = 16;

impl<G: Grid> LastMoves<G> {
    /// Prepares linear conflict and all ways to end.
    pub fn new(domain: &Tiles<G>) -> Self {
        let goal = domain.goal();
        let around = |cell: Cell| domain.grid().neighbours(G::index(cell.index())).map(|near| Cell(near.into() as u16));
        let mut built = Self {
            linear_conflict: LinearConflict::new(domain),
            detours: Vec::new(),
            detours_of: vec![0; goal.shape().cells()].into_boxed_slice(),
            beside_detours: Default::default(),
            endings: Vec::new(),
        };
        let blank = goal.blank();
        for home in around(blank) {
            let last = built.detour(Detour { tile: goal.tile_at(home).index(), home, via: blank });
            for earlier_home in around(home).filter(|&cell| cell != blank) {
                let tile = goal.tile_at(earlier_home).index();
                let last_but_one = built.detour(Detour { tile, home: earlier_home, via: home });
                built.endings.push(last | last_but_one);
            }
        }
        let homes = homes(goal);
        built.beside_detours = [Axis::Rows, Axis::Cols].map(|axis| {
            let lines: Vec<usize> = built.detours.iter().map(|detour| homes[detour.tile].line(axis)).collect();
            homes.iter().map(|home| lines.contains(&home.line(axis))).collect()
        });
        built
    }

    /// Adds a detour and answers its bit.
    fn detour(&mut self, detour: Detour) -> u32 {
        let bit = 1 << self.detours.len();
        self.detours_of[detour.tile] |= bit;
        self.detours.push(detour);
        bit
    }

    /// Which detours of the tile are longer than the direct way from `cell`.
    #[inline]
    fn longer(&self, domain: &Tiles<G>, tile: G::Index, cell: G::Index) -> u32 {
        let (shape, cell) = (domain.grid().shape(), Cell(cell.into() as u16));
        bits(self.detours_of[tile.into()]).fold(0, |longer, number| {
            let Detour { home, via, .. } = self.detours[number];
            longer | u32::from(shape.distance(cell, via) > shape.distance(cell, home)) << number
        })
    }

    /// The detours and their bonus in one word.
    fn with_bonus(
        &self,
        domain: &Tiles<G>,
        linear_conflict: Cost,
        longer: u32,
        tile_at: &impl Fn(G::Index) -> G::Index,
    ) -> u32 {
        let least = |counted: u32| self.endings.iter().map(|ending| (ending & counted).count_ones()).min().unwrap_or(0);
        // One move from the goal there are no last two moves.
        if linear_conflict <= 1 || least(longer) == 0 {
            return longer;
        }
        let is_free = |&number: &usize| {
            !self.linear_conflict.is_in_conflict(domain, tile_at, G::index(self.detours[number].tile))
        };
        let counted = bits(longer).filter(is_free).fold(0, |counted, number| counted | 1 << number);
        longer | (2 * least(counted)) << BONUS_SHIFT
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

impl<G: Grid> Heuristic<Tiles<G>> for LastMoves<G> {
    /// Linear conflict; the bits of the detours that are longer, and the bonus above.
    type Acc = [u32; 2];

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        let sum = self.linear_conflict.root(domain, position);
        let cells = (0..domain.grid().shape().cells()).map(G::index);
        let longer = cells.fold(0, |longer, cell| longer | self.longer(domain, position.tile_at(cell), cell));
        [sum, self.with_bonus(domain, sum, longer, &|cell| position.tile_at(cell))]
    }

    #[inline]
    fn step(&self, domain: &Tiles<G>, [old_sum, word]: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let (sum, line) = self.linear_conflict.step_and_line(domain, old_sum, before, to);
        let (tile, others) = (before.tile_at(to), (1 << BONUS_SHIFT) - 1);
        let is_beside = line.is_some_and(|axis| self.beside_detours[axis as usize][tile.into()]);
        if self.detours_of[tile.into()] == 0 && !is_beside && sum > 1 && old_sum > 1 {
            return [sum, word];
        }
        let longer = word & others & !self.detours_of[tile.into()] | self.longer(domain, tile, before.blank());
        [sum, self.with_bonus(domain, sum, longer, &|cell| before.tile_after(to, cell))]
    }

    #[inline(always)]
    fn value(&self, [sum, word]: [u32; 2]) -> Cost {
        sum + (word >> BONUS_SHIFT)
    }

    #[inline(always)]
    fn may_be_goal(&self, [sum, _]: [u32; 2]) -> bool {
        sum == 0
    }

    /// What is added to linear conflict.
    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let [_, word] = self.root(domain, position);
        Ok(vec![Summand::new("detours of the last two moves", word >> BONUS_SHIFT)])
    }

    fn properties(&self) -> Properties {
        Properties { admissible: true, consistent: false }
    }
}
