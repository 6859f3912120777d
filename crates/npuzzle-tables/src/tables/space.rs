//! The abstract states of a pattern, numbered without gaps.
//!
//! All that matters of a board is where the tiles of the pattern are, and which part of the
//! remaining cells the blank can reach without moving any of them. (Keeping that part makes the
//! table *zero-aware*: Clausecker & Reinefeld 2019; without it the table holds the least value over
//! all parts, as in Korf & Felner 2002.) A state is numbered by
//!
//! - its *map*: the set of cells that the tiles occupy, by its colexicographic rank,
//! - its *region*: the connected part of the free cells with the blank, by its lowest cell,
//! - its *permutation*: which tile is in which of those cells, by its Lehmer rank.
//!
//! A map with a region is a *block* of `k!` states. Every move of a tile changes the colour of one
//! cell of the map on the chessboard, so blocks fall into two kinds, and a move leads from one to
//! the other. Blocks of the even kind come first: each level of a breadth-first search then fills
//! one contiguous half and reads the other.

use std::ops::Range;
use std::sync::OnceLock;

use crate::domains::tiles::{Cell, Direction, Shape};

/// A pattern has at most so many tiles: permutations are numbered in 16 bits.
pub const MOST_TILES: usize = 8;

/// A space with more maps than this is refused: its blocks alone would fill the memory.
const MOST_MAPS: u64 = 20_000_000;

/// Why there is no space for such a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// Not between one and eight tiles, or more than the board has.
    #[error("a pattern of {tiles} tiles on a {shape} board: expected 1 to {most}")]
    Tiles { tiles: usize, shape: Shape, most: usize },
    /// More than 64 cells.
    #[error("a {shape} board has more than {} cells: patterns are sets of bits in a word", u64::BITS)]
    Cells { shape: Shape },
    /// Too many states.
    #[error("{tiles} tiles have {maps} places on a {shape} board: expected a pattern with at most {MOST_MAPS} places")]
    Large { tiles: usize, shape: Shape, maps: u64 },
}

/// The abstract states of `tiles` tiles on a board.
pub struct PatternSpace {
    shape: Shape,
    tiles: usize,
    permutations: usize,
    maps: Vec<u64>,
    /// The first block of each map.
    first_blocks: Vec<u32>,
    /// The region of each block. Those of a map stand together.
    regions: Vec<u64>,
    /// The number of regions of each map.
    region_counts: Vec<u8>,
    /// The cells of one colour of the chessboard.
    odd_cells: u64,
    /// Blocks below this have maps of the even kind.
    even_blocks: usize,
    /// `choose[c][i]`: sets of `i` cells among the first `c`.
    choose: Vec<[u32; MOST_TILES + 1]>,
    moves: OnceLock<PatternMoves>,
    sequences: OnceLock<Vec<Sequence>>,
    block_maps: OnceLock<Vec<u64>>,
}

/// A permutation written out: the rank of each tile's cell in the map; zeros behind those there
/// are.
pub type Sequence = [u8; MOST_TILES];

impl PatternSpace {
    /// Numbers the states.
    pub fn new(shape: Shape, tiles: usize) -> Result<Self, SpaceError> {
        let maps = Self::count_maps(shape, tiles)?;
        let cells = shape.cells();
        let mut space = Self {
            shape,
            tiles,
            permutations: (1..=tiles).product(),
            maps: Vec::with_capacity(maps as usize),
            first_blocks: vec![0; maps as usize],
            regions: Vec::new(),
            region_counts: vec![0; maps as usize],
            odd_cells: odd_cells(shape),
            even_blocks: 0,
            choose: choices(cells),
            moves: OnceLock::new(),
            sequences: OnceLock::new(),
            block_maps: OnceLock::new(),
        };
        let mut map = (1_u64 << tiles) - 1;
        for _ in 0..maps {
            space.maps.push(map);
            map = next_map(map);
        }
        let neighbourhood = Neighbourhood::new(shape);
        for kind in 0..2 {
            if kind == 1 {
                space.even_blocks = space.regions.len();
            }
            for (rank, &map) in space.maps.iter().enumerate() {
                if (map & space.odd_cells).count_ones() % 2 == kind {
                    let first = space.regions.len();
                    space.first_blocks[rank] = first as u32;
                    neighbourhood.regions(map, &mut space.regions);
                    space.region_counts[rank] = (space.regions.len() - first) as u8;
                }
            }
        }
        Ok(space)
    }

    /// The number of sets of `tiles` cells, if a space can be had for them.
    fn count_maps(shape: Shape, tiles: usize) -> Result<u64, SpaceError> {
        let cells = shape.cells();
        if cells > u64::BITS as usize {
            return Err(SpaceError::Cells { shape });
        }
        let most = MOST_TILES.min(cells - 1);
        if !(1..=most).contains(&tiles) {
            return Err(SpaceError::Tiles { tiles, shape, most });
        }
        let maps = (0..tiles as u64).fold(1, |maps, taken| maps * (cells as u64 - taken) / (taken + 1));
        if maps > MOST_MAPS { Err(SpaceError::Large { tiles, shape, maps }) } else { Ok(maps) }
    }

    /// Which of two kinds a map is of: each move of a tile leads to the other kind.
    #[inline]
    pub fn parity(&self, map: u64) -> u32 {
        (map & self.odd_cells).count_ones() % 2
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of tiles in the pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The number of ways to lay the tiles out in their cells.
    pub fn permutations(&self) -> usize {
        self.permutations
    }

    /// The number of pairs of a map and a region.
    pub fn blocks(&self) -> usize {
        self.regions.len()
    }

    /// The number of states.
    pub fn entries(&self) -> u64 {
        (self.blocks() * self.permutations) as u64
    }

    /// The number of states from which a goal can be reached. Where at most one tile is not in the
    /// pattern, the others tell the parity of the whole board: half of them. On a single line, one
    /// for each number of tiles that the blank has passed.
    pub fn reachable(&self) -> u64 {
        let others = self.shape.cells() - 1 - self.tiles;
        match () {
            () if self.shape.is_line() => self.tiles as u64 + 1,
            () if others < 2 => self.entries() / 2,
            () => self.entries(),
        }
    }

    /// Blocks below this number are of the even kind.
    pub fn even_blocks(&self) -> usize {
        self.even_blocks
    }

    /// The bits of a block where a state has one bit: whole words.
    pub fn bits_per_block(&self) -> usize {
        self.permutations.next_multiple_of(u64::BITS as usize)
    }

    /// The entries of a block where a state has more than a bit: an even number, so that two of
    /// them can share a byte.
    pub fn entries_per_block(&self) -> usize {
        self.permutations.next_multiple_of(2)
    }

    /// All sets of cells, ascending, which is their colexicographic order.
    pub fn maps(&self) -> &[u64] {
        &self.maps
    }

    /// The rank of a set of cells among them all.
    #[inline]
    pub fn map_rank(&self, map: u64) -> usize {
        debug_assert_eq!(map.count_ones() as usize, self.tiles);
        let (mut rank, mut rest, mut size) = (0, map, 1);
        while rest != 0 {
            rank += self.choose[rest.trailing_zeros() as usize][size];
            rest &= rest - 1;
            size += 1;
        }
        rank as usize
    }

    /// The first block of a map, by the map's rank. Its other blocks follow.
    pub fn first_block(&self, rank: usize) -> usize {
        self.first_blocks[rank] as usize
    }

    /// The map of a block.
    pub fn map_of(&self, block: usize) -> u64 {
        self.block_maps()[block]
    }

    fn block_maps(&self) -> &[u64] {
        self.block_maps.get_or_init(|| {
            let mut maps = vec![0_u64; self.blocks()];
            for (rank, &map) in self.maps.iter().enumerate() {
                let first = self.first_block(rank);
                maps[first..first + self.regions(rank).len()].fill(map);
            }
            maps
        })
    }

    /// The regions of a map, by the map's rank.
    pub fn regions(&self, rank: usize) -> &[u64] {
        let first = self.first_block(rank);
        &self.regions[first..first + usize::from(self.region_counts[rank])]
    }

    /// The free cells that the blank can reach without moving a tile.
    pub fn region(&self, map: u64, blank: usize) -> u64 {
        let regions = self.regions(self.map_rank(map));
        regions.iter().copied().find(|region| region >> blank & 1 == 1).unwrap_or(0)
    }

    /// The block of a map with the blank in a free cell.
    #[inline]
    pub fn block(&self, map: u64, blank: usize) -> usize {
        debug_assert!(map >> blank & 1 == 0, "the blank is where a tile is");
        let rank = self.map_rank(map);
        let has_blank = |region: &u64| region >> blank & 1 == 1;
        let number = self.regions(rank).iter().position(has_blank).expect("every free cell is in a region");
        self.first_block(rank) + number
    }

    /// How blocks hang together. Computed when it is first asked for.
    pub fn moves(&self) -> &PatternMoves {
        self.moves.get_or_init(|| PatternMoves::new(self))
    }

    /// All permutations, written out.
    pub fn sequences(&self) -> &[Sequence] {
        self.sequences.get_or_init(|| {
            let sequence = |number| {
                let mut ranks = [0; MOST_TILES];
                permutation(number, &mut ranks[..self.tiles]);
                ranks
            };
            (0..self.permutations).map(sequence).collect()
        })
    }

    /// Whether a move can give the tile with one rank another. One that moves up or down passes at
    /// most the tiles of a line.
    pub fn renumbers(&self, before: usize, after: usize) -> bool {
        let farthest = self.shape.cols() - 1;
        before != after && before.max(after) < self.tiles && before.abs_diff(after) <= farthest
    }

    /// The new number of each permutation when the tile with one rank gets another, and those
    /// between make room.
    pub fn renumbering(&self, before: usize, after: usize) -> Vec<u16> {
        let moved = |rank: u8| match usize::from(rank) {
            rank if rank == before => after as u8,
            rank if before < rank && rank <= after => rank as u8 - 1,
            rank if after <= rank && rank < before => rank as u8 + 1,
            _ => rank,
        };
        let number = |ranks: &Sequence| permutation_rank(&ranks.map(moved)[..self.tiles]) as u16;
        self.sequences().iter().map(number).collect()
    }

    /// Bytes that the numbering holds, the moves between blocks apart.
    pub fn bytes(&self) -> u64 {
        (self.maps.len() * (8 + 4 + 1) + self.regions.len() * 8) as u64
    }
}

/// Binomial coefficients.
fn choices(cells: usize) -> Vec<[u32; MOST_TILES + 1]> {
    let mut rows = vec![[0_u32; MOST_TILES + 1]; cells + 1];
    rows[0][0] = 1;
    for cell in 1..=cells {
        for size in 0..=MOST_TILES {
            let without = rows[cell - 1][size];
            let with = if size > 0 { rows[cell - 1][size - 1] } else { 0 };
            // Saturated ones belong to spaces that are too large to be made.
            rows[cell][size] = without.saturating_add(with);
        }
    }
    rows
}

/// The next larger number with as many bits.
fn next_map(map: u64) -> u64 {
    let lowest = map & map.wrapping_neg();
    let Some(carried) = map.checked_add(lowest) else { return map };
    carried | (((carried ^ map) >> 2) / lowest)
}

/// The cells of one colour of the chessboard.
fn odd_cells(shape: Shape) -> u64 {
    let odd = shape.all_cells().filter(|&cell| (shape.row(cell) + shape.col(cell)) % 2 == 1);
    odd.fold(0, |cells, cell| cells | 1 << cell.0)
}

/// Flood fill by whole words.
struct Neighbourhood {
    cols: u32,
    all: u64,
    first_col: u64,
    last_col: u64,
}

impl Neighbourhood {
    fn new(shape: Shape) -> Self {
        let col = |col: usize| {
            let cells = shape.all_cells().filter(|&cell| shape.col(cell) == col);
            cells.fold(0, |cells, cell| cells | 1_u64 << cell.0)
        };
        let all = shape.all_cells().fold(0, |cells, cell| cells | 1_u64 << cell.0);
        Self { cols: shape.cols() as u32, all, first_col: col(0), last_col: col(shape.cols() - 1) }
    }

    /// Adds the cells beside those of a set.
    fn grown(&self, cells: u64) -> u64 {
        let vertical = cells.checked_shl(self.cols).unwrap_or(0) | cells.checked_shr(self.cols).unwrap_or(0);
        cells | vertical | (cells & !self.last_col) << 1 | (cells & !self.first_col) >> 1
    }

    /// Appends the connected parts of the cells outside `map`, by their lowest cell.
    fn regions(&self, map: u64, regions: &mut Vec<u64>) {
        let mut free = self.all & !map;
        while free != 0 {
            let mut region = free & free.wrapping_neg();
            loop {
                let grown = self.grown(region) & free;
                if grown == region {
                    break;
                }
                region = grown;
            }
            regions.push(region);
            free &= !region;
        }
    }
}

/// A move of a tile into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternMove {
    /// The block it comes from.
    pub from: u32,
    /// The rank of the tile's cell in the map before the move.
    pub rank_before: u8,
    /// The rank of its cell after the move.
    pub rank_after: u8,
}

/// For each block, the moves that lead into it. They can be taken back, so they are also those that
/// lead out.
pub struct PatternMoves {
    starts: Vec<u32>,
    moves: Vec<PatternMove>,
}

impl PatternMoves {
    fn new(space: &PatternSpace) -> Self {
        let shape = space.shape;
        let beside: Vec<Vec<u16>> = shape
            .all_cells()
            .map(|cell| {
                Direction::ALL.into_iter().filter_map(|way| shape.neighbour(cell, way)).map(|cell| cell.0).collect()
            })
            .collect();
        let rank_of = |map: u64, cell: u16| (map & ((1 << cell) - 1)).count_ones() as u8;
        let mut starts = Vec::with_capacity(space.blocks() + 1);
        let mut moves = Vec::new();
        for (&map, &region) in space.block_maps().iter().zip(&space.regions) {
            starts.push(moves.len() as u32);
            let mut tiles = map;
            while tiles != 0 {
                let after = tiles.trailing_zeros() as u16;
                tiles &= tiles - 1;
                for &before in beside[usize::from(after)].iter().filter(|&&cell| region >> cell & 1 == 1) {
                    let map_before = map ^ 1 << after ^ 1 << before;
                    moves.push(PatternMove {
                        from: space.block(map_before, usize::from(after)) as u32,
                        rank_before: rank_of(map_before, before),
                        rank_after: rank_of(map, after),
                    });
                }
            }
        }
        starts.push(moves.len() as u32);
        Self { starts, moves }
    }

    /// The moves into a block.
    #[inline]
    pub fn into_block(&self, block: usize) -> &[PatternMove] {
        &self.moves[self.range(block)]
    }

    fn range(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// The number of all moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The Lehmer rank of a permutation of `0..ranks.len()`.
#[inline]
pub fn permutation_rank(ranks: &[u8]) -> usize {
    let (mut number, mut used) = (0, 0_u32);
    for (place, &rank) in ranks.iter().enumerate() {
        let smaller = (used & ((1 << rank) - 1)).count_ones() as usize;
        number = number * (ranks.len() - place) + usize::from(rank) - smaller;
        used |= 1 << rank;
    }
    number
}

/// The permutation with this Lehmer rank, written into `ranks`.
pub fn permutation(mut number: usize, ranks: &mut [u8]) {
    let count = ranks.len();
    for place in (0..count).rev() {
        ranks[place] = (number % (count - place)) as u8;
        number /= count - place;
    }
    let mut free: Vec<u8> = (0..count as u8).collect();
    for rank in ranks {
        *rank = free.remove(usize::from(*rank));
    }
}

/// The map and the permutation of tiles that are in these cells.
#[inline]
pub fn map_and_permutation(cells: &[u8]) -> (u64, usize) {
    let map = cells.iter().fold(0_u64, |map, &cell| map | 1 << cell);
    let mut ranks = [0; MOST_TILES];
    for (rank, &cell) in ranks.iter_mut().zip(cells) {
        *rank = (map & ((1 << cell) - 1)).count_ones() as u8;
    }
    (map, permutation_rank(&ranks[..cells.len()]))
}

/// Moves one of some tiles: all that a breadth-first search of the abstract states needs, from
/// first principles. `visit` is given the cells after each move, and the blank's.
pub fn for_each_move(shape: Shape, cells: &[u8], region: u64, mut visit: impl FnMut(&[u8], usize)) {
    let mut moved = [0; MOST_TILES];
    let moved = &mut moved[..cells.len()];
    moved.copy_from_slice(cells);
    for (number, &cell) in cells.iter().enumerate() {
        for way in Direction::ALL {
            if let Some(next) = shape.neighbour(Cell(u16::from(cell)), way).filter(|next| region >> next.0 & 1 == 1) {
                moved[number] = next.0 as u8;
                visit(moved, usize::from(cell));
            }
        }
        moved[number] = cell;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    /// Counts from the literature: Felner's and Clausecker's tables, which the sizes of files in
    /// public repositories confirm.
    #[test]
    fn spaces_have_their_known_sizes() {
        for (board, tiles, blocks, entries) in [
            (shape(4, 4), 3, 632, 3_792),
            (shape(4, 4), 5, 7_284, 874_080),
            (shape(4, 4), 6, 16_412, 11_816_640),
            (shape(4, 4), 7, 27_748, 139_849_920),
            (shape(4, 4), 8, 35_347, 1_425_191_040),
            (shape(5, 5), 5, 65_594, 7_871_280),
            (shape(5, 5), 6, 251_400, 181_008_000),
        ] {
            let space = PatternSpace::new(board, tiles).unwrap();
            assert_eq!((space.blocks(), space.entries()), (blocks, entries), "{board} {tiles}");
        }
    }

    #[test]
    fn moves_are_as_many_as_counted_by_hand() {
        let space = PatternSpace::new(shape(4, 4), 8).unwrap();
        let turns = |board: &PatternSpace| {
            let all = (0..board.blocks()).flat_map(|block| board.moves().into_block(block));
            all.filter(|step| step.rank_before != step.rank_after).count()
        };
        assert_eq!((space.moves().len(), turns(&space)), (164_736, 74_448));
    }

    /// Every state has a number of its own, and all numbers are used: against plain enumeration.
    #[test]
    fn states_are_numbered_without_gaps() {
        for (board, tiles) in
            [(shape(2, 3), 2), (shape(3, 3), 3), (shape(2, 4), 4), (shape(3, 3), 8), (shape(1, 5), 2), (shape(2, 2), 3)]
        {
            let space = PatternSpace::new(board, tiles).unwrap();
            let cells = board.cells() as u8;
            let mut layouts: Vec<Vec<u8>> = vec![Vec::new()];
            for _ in 0..tiles {
                let extend = |layout: &Vec<u8>| {
                    let layout = layout.clone();
                    let free = (0..cells).filter(|cell| !layout.contains(cell)).collect::<Vec<_>>();
                    free.into_iter().map(move |cell| [&layout[..], &[cell]].concat()).collect::<Vec<_>>()
                };
                layouts = layouts.iter().flat_map(extend).collect();
            }
            let mut numbers = HashSet::new();
            for layout in &layouts {
                let (map, permutation) = map_and_permutation(layout);
                assert_eq!(space.maps()[space.map_rank(map)], map);
                let mut of_region: HashMap<usize, HashSet<u8>> = HashMap::new();
                for blank in (0..cells).filter(|cell| !layout.contains(cell)) {
                    let block = space.block(map, usize::from(blank));
                    assert_eq!(block < space.even_blocks(), space.parity(map) == 0);
                    numbers.insert(block * space.permutations() + permutation);
                    of_region.entry(block).or_default().insert(blank);
                }
                assert_eq!(
                    of_region.values().cloned().collect::<Vec<_>>().len(),
                    space.regions(space.map_rank(map)).len()
                );
                for connected in of_region.values() {
                    assert_eq!(*connected, flooded(board, layout, *connected.iter().next().unwrap()));
                }
            }
            assert_eq!(numbers.len() as u64, space.entries(), "{board} {tiles}");
            assert_eq!(numbers.iter().max().map(|&number| number as u64 + 1), Some(space.entries()));
        }
    }

    /// The cells that the blank can reach, cell by cell.
    fn flooded(board: Shape, tiles: &[u8], blank: u8) -> HashSet<u8> {
        let mut reached = HashSet::from([blank]);
        let mut open = vec![blank];
        while let Some(cell) = open.pop() {
            for way in Direction::ALL {
                if let Some(next) = board.neighbour(Cell(u16::from(cell)), way) {
                    let next = next.0 as u8;
                    if !tiles.contains(&next) && reached.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        reached
    }

    #[test]
    fn permutations_are_numbered_in_order() {
        for count in 1..=6 {
            let mut seen = HashSet::new();
            for number in 0..(1..=count).product::<usize>() {
                let mut ranks = vec![0; count];
                permutation(number, &mut ranks);
                assert_eq!(permutation_rank(&ranks), number);
                assert!(seen.insert(ranks));
            }
        }
    }

    #[test]
    fn spaces_that_cannot_be_are_refused() {
        assert!(matches!(PatternSpace::new(shape(4, 4), 9), Err(SpaceError::Tiles { most: 8, .. })));
        assert!(matches!(PatternSpace::new(shape(2, 2), 4), Err(SpaceError::Tiles { most: 3, .. })));
        assert!(matches!(PatternSpace::new(shape(3, 3), 0), Err(SpaceError::Tiles { .. })));
        assert!(matches!(PatternSpace::new(shape(9, 9), 2), Err(SpaceError::Cells { .. })));
        assert!(matches!(PatternSpace::new(shape(8, 8), 7), Err(SpaceError::Large { .. })));
    }
}
