//! A table: the distance of every abstract state of a pattern from its goal, in one of three
//! encodings.
//!
//! | encoding | an entry | valid |
//! |---|---|---|
//! | bytes | the distance | up to 254 |
//! | nibbles | half of what the distance is above Manhattan distance | up to 14, hence 28 moves above |
//! | bits | bit 1 of the distance | always, since tables here are zero-aware |
//!
//! One bit is enough because neighbours differ by exactly one: bit 0 follows from the map (each
//! move changes its kind), bit 1 is stored, and two neighbours whose distances are known modulo
//! four tell which of them is nearer. The distance itself follows from walking downhill. Where the
//! least over the blank's regions is stored, as in the original additive tables, neighbours may
//! differ by more, and one bit would not do.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::core::Cost;
use crate::domains::tiles::{Cell, Shape};
use crate::store::prefetch::prefetch;
use crate::store::table_file::Bytes;
use crate::tables::pattern::Pattern;
use crate::tables::space::{MOST_TILES, PatternSpace, Sequence, for_each_move, map_and_permutation};

/// How distances are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Bit 1 of the distance.
    Bits,
    /// Four bits: half of what the distance is above Manhattan distance.
    Nibbles,
    /// The distance in a byte.
    Bytes,
}

impl Encoding {
    /// All of them, from small to large.
    pub const ALL: [Self; 3] = [Self::Bits, Self::Nibbles, Self::Bytes];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Nibbles => "nibbles",
            Self::Bytes => "bytes",
        }
    }

    /// What solvers look up: bits on boards of at most 16 cells. On larger ones they need
    /// distances.
    pub fn of_solvers(shape: Shape) -> Self {
        if shape.cells() <= 16 { Self::Bits } else { Self::Nibbles }
    }

    /// Bytes of a table in this encoding.
    pub fn data_bytes(self, space: &PatternSpace) -> usize {
        match self {
            Self::Bits => space.blocks() * space.bits_per_block() / 8,
            Self::Nibbles => space.blocks() * space.entries_per_block() / 2,
            Self::Bytes => space.blocks() * space.entries_per_block(),
        }
    }

    /// The largest number that an entry can hold, before it is decoded.
    pub fn largest_entry(self) -> u32 {
        match self {
            Self::Bits => u32::MAX,
            Self::Nibbles => 14,
            Self::Bytes => 254,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text is not an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an encoding: expected bits, nibbles or bytes")]
pub struct EncodingError(String);

impl FromStr for Encoding {
    type Err = EncodingError;

    fn from_str(text: &str) -> Result<Self, EncodingError> {
        let known = Self::ALL.into_iter().find(|encoding| encoding.name() == text);
        known.ok_or_else(|| EncodingError(text.to_owned()))
    }
}

/// The distances of a pattern.
pub struct PatternTable {
    pattern: Pattern,
    space: Arc<PatternSpace>,
    encoding: Encoding,
    deepest: u8,
    data: Bytes,
    /// The kind of the goal's map.
    goal_parity: u32,
    /// `manhattan[i][cell]`: from a cell to the home of tile `i`.
    manhattan: [[u8; 64]; MOST_TILES],
}

/// A neighbour of a state, and where its entry is.
struct Way<'t> {
    layout: [u8; MOST_TILES],
    blank: usize,
    byte: &'t u8,
    shift: u32,
}

impl Way<'_> {
    /// Bit 1 of its distance.
    fn bit(&self) -> u32 {
        u32::from(*self.byte >> self.shift & 1)
    }
}

/// The data of a table does not have its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table has {found} bytes: expected {expected}")]
pub struct WrongLength {
    /// What there is.
    pub found: usize,
    /// What there should be.
    pub expected: usize,
}

impl PatternTable {
    /// A table from its data. INVARIANT: `space` is the pattern's.
    pub fn new(
        pattern: Pattern,
        space: Arc<PatternSpace>,
        encoding: Encoding,
        deepest: u8,
        data: Bytes,
    ) -> Result<Self, WrongLength> {
        debug_assert_eq!((space.shape(), space.tiles()), (pattern.frame().shape(), pattern.homes().len()));
        let expected = encoding.data_bytes(&space);
        if data.len() != expected {
            return Err(WrongLength { found: data.len(), expected });
        }
        let shape = space.shape();
        let goal_parity = space.parity(pattern.home_map());
        let mut manhattan = [[0; 64]; MOST_TILES];
        for (row, &home) in manhattan.iter_mut().zip(pattern.homes()) {
            for cell in shape.all_cells() {
                row[cell.index()] = shape.distance(cell, Cell(u16::from(home))) as u8;
            }
        }
        Ok(Self { pattern, space, encoding, deepest, data, goal_parity, manhattan })
    }

    /// What it is a table of.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The home cells of its tiles, ascending. This is the order of tiles in permutations.
    pub fn homes(&self) -> &[u8] {
        self.pattern.homes()
    }

    /// The numbering of its states.
    pub fn space(&self) -> &Arc<PatternSpace> {
        &self.space
    }

    /// How it is written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The largest distance in it.
    pub fn deepest(&self) -> u8 {
        self.deepest
    }

    /// The entries as they are written.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// What is written for a state.
    #[inline]
    fn entry(&self, block: usize, permutation: usize) -> u32 {
        match self.encoding {
            Encoding::Bits => {
                let bit = block * self.space.bits_per_block() + permutation;
                u32::from(self.data[bit / 8] >> (bit % 8) & 1)
            }
            Encoding::Nibbles => {
                let nibble = block * self.space.entries_per_block() + permutation;
                u32::from(self.data[nibble / 2] >> (nibble % 2 * 4) & 15)
            }
            Encoding::Bytes => u32::from(self.data[block * self.space.entries_per_block() + permutation]),
        }
    }

    /// The distance of a state modulo four, where that is all that is written; else the distance.
    /// `cells[i]` is where the tile is whose home is `homes()[i]`.
    #[inline]
    fn known(&self, cells: &[u8], blank: usize) -> u32 {
        let (map, permutation) = map_and_permutation(cells);
        let entry = self.entry(self.space.block(map, blank), permutation);
        match self.encoding {
            Encoding::Bits => entry << 1 | (self.space.parity(map) ^ self.goal_parity),
            Encoding::Nibbles => {
                let manhattan =
                    cells.iter().zip(&self.manhattan).map(|(&cell, row)| u32::from(row[usize::from(cell & 63)]));
                entry * 2 + manhattan.sum::<u32>()
            }
            Encoding::Bytes => entry,
        }
    }

    /// By how much the distance changes when tiles that are in `cells` go to where they are in
    /// `next`, one move away.
    #[inline]
    pub fn change(&self, cells: &[u8], blank: usize, next: &[u8], next_blank: usize) -> i32 {
        let (before, after) = (self.known(cells, blank), self.known(next, next_blank));
        match self.encoding {
            // One up or one down, modulo four.
            Encoding::Bits => 1 - (after.wrapping_sub(before).wrapping_sub(1) & 2) as i32,
            _ => after as i32 - before as i32,
        }
    }

    /// The distance of a state, by walking downhill where it is not written.
    pub fn distance(&self, cells: &[u8], blank: usize) -> Cost {
        let here = self.known(cells, blank);
        if self.encoding != Encoding::Bits {
            return here;
        }
        let count = cells.len();
        let mut layout = [0; MOST_TILES];
        layout[..count].copy_from_slice(cells);
        let (mut at, mut blank, mut steps) = (here, blank, 0);
        let mut ways: Vec<Way<'_>> = Vec::with_capacity(4 * MOST_TILES);
        loop {
            let cells = &layout[..count];
            let region = self.space.region(map_and_permutation(cells).0, blank);
            if cells == self.pattern.homes() && region >> self.pattern.frame().blank().0 & 1 == 1 {
                return steps;
            }
            ways.clear();
            for_each_move(self.space.shape(), cells, region, |moved, left| ways.push(self.way(moved, left)));
            at = (at + 3) % 4;
            // A state from which the goal cannot be reached has no way down; nothing is claimed of
            // it.
            let down = ways.iter().find(|way| way.bit() == at >> 1).filter(|_| steps <= Cost::from(self.deepest));
            let Some(way) = down else { return 0 };
            (layout, blank, steps) = (way.layout, way.blank, steps + 1);
        }
    }

    /// A move while walking downhill. PERF: all entries are asked for before the first is read, so
    /// that their cache misses overlap: a walk in a table of 170 MiB is mostly waiting.
    fn way(&self, cells: &[u8], blank: usize) -> Way<'_> {
        let (map, permutation) = map_and_permutation(cells);
        let entry = self.space.block(map, blank) * self.space.bits_per_block() + permutation;
        let byte = &self.data[entry / 8];
        prefetch(byte);
        let mut layout = [0; MOST_TILES];
        layout[..cells.len()].copy_from_slice(cells);
        Way { layout, blank, byte, shift: entry as u32 % 8 }
    }

    /// For every permutation of a map, given by its rank, half of what the least distance over some
    /// regions of the blank is above Manhattan distance; the largest number where no region is
    /// chosen. Only for encodings that hold distances.
    pub fn least_above(&self, rank: usize, is_chosen: impl Fn(u64) -> bool, halves: &mut [u8]) {
        debug_assert!(self.encoding != Encoding::Bits);
        let (first, count) = (self.space.first_block(rank), self.space.permutations());
        let halves = &mut halves[..count];
        halves.fill(u8::MAX);
        let stride = self.space.entries_per_block();
        let regions = self.space.regions(rank).iter();
        let chosen = regions.enumerate().filter(|&(_, &region)| is_chosen(region)).map(|(number, _)| first + number);
        for block in chosen.clone() {
            if self.encoding == Encoding::Bytes {
                let entries = &self.data[block * stride..block * stride + count];
                halves.iter_mut().zip(entries).for_each(|(half, &entry)| *half = entry.min(*half));
            } else {
                let entries = &self.data[block * stride / 2..(block + 1) * stride / 2];
                let (pairs, last) = halves.as_chunks_mut::<2>();
                for (pair, &both) in pairs.iter_mut().zip(entries) {
                    *pair = [pair[0].min(both & 15), pair[1].min(both >> 4)];
                }
                if let (Some(half), Some(both)) = (last.first_mut(), entries.last()) {
                    *half = (*half).min(both & 15);
                }
            }
        }
        if self.encoding == Encoding::Bytes && chosen.count() > 0 {
            let manhattan = manhattan_by_rank(self.space.shape(), self.space.maps()[rank], self.homes());
            for (half, ranks) in halves.iter_mut().zip(self.space.sequences()) {
                *half = half.wrapping_sub(manhattan_of(&manhattan, ranks)) / 2;
            }
        }
    }
}

/// `distances[i][rank]`: from the cell with that rank in a map to the home of tile `i`; zero beyond
/// the tiles there are.
pub(super) type ManhattanByRank = [[u8; MOST_TILES]; MOST_TILES];

/// The Manhattan distance of a permutation.
#[inline]
pub(super) fn manhattan_of(distances: &ManhattanByRank, ranks: &Sequence) -> u8 {
    distances.iter().zip(ranks).map(|(row, &rank)| row[usize::from(rank) % MOST_TILES]).sum()
}

/// For a map and the homes of its tiles.
pub(super) fn manhattan_by_rank(shape: Shape, map: u64, homes: &[u8]) -> ManhattanByRank {
    let mut distances = [[0; MOST_TILES]; MOST_TILES];
    let cells = shape.all_cells().filter(|cell| map >> cell.0 & 1 == 1);
    for (rank, cell) in cells.enumerate() {
        for (row, &home) in distances.iter_mut().zip(homes) {
            row[rank] = shape.distance(cell, Cell(u16::from(home))) as u8;
        }
    }
    distances
}
