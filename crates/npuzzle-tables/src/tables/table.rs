//! A table: the distance of every abstract state of a pattern from its goal, in one of four
//! encodings.
//!
//! | encoding | an entry | valid |
//! |---|---|---|
//! | bytes | the distance | up to 254 |
//! | nibbles | half of what the distance is above Manhattan distance | up to 14, hence 28 moves above |
//! | bits | bit 1 of the distance | always, since tables here are zero-aware |
//! | pairs | two lower bounds of it, for two kinds of regions ([`pairs`](super::pairs)) | up to 2^28 entries |
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
use crate::tables::pairs::{Layout, Pairs, is_pocket};
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
    /// Two lower bounds of the distance, found by adding up numbers of the tiles.
    Pairs,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Bits, Self::Nibbles, Self::Bytes, Self::Pairs];

    /// Those that hold the distance of every state, from small to large.
    pub const EXACT: [Self; 3] = [Self::Bits, Self::Nibbles, Self::Bytes];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Nibbles => "nibbles",
            Self::Bytes => "bytes",
            Self::Pairs => "pairs",
        }
    }

    /// What solvers look up: bits on boards of at most 16 cells, and pairs on larger ones, where
    /// there can be such a table.
    pub fn of_solvers(shape: Shape, tiles: usize) -> Self {
        if shape.cells() <= 16 {
            Self::Bits
        } else if Layout::new(shape.cells(), tiles).is_some() {
            Self::Pairs
        } else {
            Self::Nibbles
        }
    }

    /// Bytes of a table in this encoding.
    pub fn data_bytes(self, space: &PatternSpace) -> usize {
        match self {
            Self::Bits => space.blocks() * space.bits_per_block() / 8,
            Self::Nibbles => space.blocks() * space.entries_per_block() / 2,
            Self::Bytes => space.blocks() * space.entries_per_block(),
            Self::Pairs => Layout::of(space).map_or(usize::MAX, |layout| layout.data_bytes()),
        }
    }

    /// The largest number that an entry can hold, before it is decoded.
    pub fn largest_entry(self) -> u32 {
        match self {
            Self::Bits => u32::MAX,
            Self::Nibbles => 14,
            Self::Bytes => 254,
            Self::Pairs => 15,
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
#[error("`{0}` is not an encoding: expected bits, nibbles, bytes or pairs")]
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
    /// In pairs, what the cell of each tile is multiplied by.
    place_values: Vec<u32>,
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
        let layout = Layout::of(&space).filter(|_| encoding == Encoding::Pairs);
        let place_values = layout.map_or_else(Vec::new, |layout| layout.place_values());
        Ok(Self { pattern, space, encoding, deepest, data, goal_parity, manhattan, place_values })
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

    /// The codes of a table of pairs, and what they stand for.
    pub fn pairs(&self) -> Option<Pairs<'_>> {
        Pairs::of(&self.data).filter(|_| self.encoding == Encoding::Pairs)
    }

    /// In pairs, what the cell of each tile is multiplied by.
    pub fn place_values(&self) -> &[u32] {
        &self.place_values
    }

    /// What is written for a state, in the encodings that hold its distance.
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
            _ => u32::from(self.data[block * self.space.entries_per_block() + permutation]),
        }
    }

    /// The lower bound that a table of pairs has for a state.
    fn bound(&self, cells: &[u8], blank: usize) -> u32 {
        let values = cells.iter().zip(&self.place_values);
        let index: u32 = values.map(|(&cell, value)| u32::from(cell) * value).sum();
        let region = self.space.region(map_and_permutation(cells).0, blank);
        let number = self.pairs().map_or(0, |pairs| pairs.entry(index as usize).number(is_pocket(region)));
        u32::from(number) * 2 + self.manhattan(cells)
    }

    /// The Manhattan distance of the tiles in these cells.
    #[inline]
    fn manhattan(&self, cells: &[u8]) -> u32 {
        cells.iter().zip(&self.manhattan).map(|(&cell, row)| u32::from(row[usize::from(cell & 63)])).sum()
    }

    /// The distance of a state modulo four, where that is all that is written; else the distance.
    /// `cells[i]` is where the tile is whose home is `homes()[i]`.
    #[inline]
    fn known(&self, cells: &[u8], blank: usize) -> u32 {
        if self.encoding == Encoding::Pairs {
            return self.bound(cells, blank);
        }
        let (map, permutation) = map_and_permutation(cells);
        let entry = self.entry(self.space.block(map, blank), permutation);
        match self.encoding {
            Encoding::Bits => entry << 1 | (self.space.parity(map) ^ self.goal_parity),
            Encoding::Nibbles => entry * 2 + self.manhattan(cells),
            _ => entry,
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

    /// The distance of a state, by walking downhill where it is not written; in pairs a lower bound
    /// of it.
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

    /// Finds for every permutation of a map, given by its rank, half of what the least distance
    /// over some regions of the blank is above Manhattan distance, and over the others. Returns for
    /// both whether there are such regions; if not, nothing of use is written. Only for encodings
    /// that hold distances.
    pub fn least_above(&self, rank: usize, is_chosen: impl Fn(u64) -> bool, halves: &mut Halves) -> [bool; 2] {
        debug_assert!(matches!(self.encoding, Encoding::Nibbles | Encoding::Bytes));
        let (first, count) = (self.space.first_block(rank), self.space.permutations());
        let Halves { least, manhattan, ends } = halves;
        for least in least.iter_mut() {
            least.clear();
            least.resize(count, u8::MAX);
        }
        let mut found = [false; 2];
        for (block, &region) in (first..).zip(self.space.regions(rank)) {
            let kind = usize::from(!is_chosen(region));
            found[kind] = true;
            self.least_with(block, &mut least[kind]);
        }
        if self.encoding == Encoding::Bytes {
            manhattan.resize(count, 0);
            let distances = manhattan_by_rank(self.space.shape(), self.space.maps()[rank], self.homes());
            ends.add_up(&distances[..self.space.tiles()], manhattan);
            for least in least {
                least.iter_mut().zip(&*manhattan).for_each(|(half, &distance)| *half = half.wrapping_sub(distance) / 2);
            }
        }
        found
    }

    /// Takes the entries of a block where they are less.
    fn least_with(&self, block: usize, least: &mut [u8]) {
        let stride = self.space.entries_per_block();
        if self.encoding == Encoding::Bytes {
            let entries = &self.data[block * stride..block * stride + least.len()];
            least.iter_mut().zip(entries).for_each(|(least, &entry)| *least = entry.min(*least));
            return;
        }
        let entries = &self.data[block * stride / 2..(block + 1) * stride / 2];
        let (pairs, last) = least.as_chunks_mut::<2>();
        for (pair, &both) in pairs.iter_mut().zip(entries) {
            *pair = [pair[0].min(both & 15), pair[1].min(both >> 4)];
        }
        if let (Some(least), Some(both)) = (last.first_mut(), entries.last()) {
            *least = (*least).min(both & 15);
        }
    }
}

/// What [`PatternTable::least_above`] finds, and what it works with.
#[derive(Clone, Debug, Default)]
pub struct Halves {
    /// Over the regions that were chosen, and over the others.
    pub least: [Vec<u8>; 2],
    manhattan: Vec<u8>,
    ends: Ends,
}

/// The last tiles of a permutation are looked at together: so many, in so many orders.
const LAST: usize = 4;
const ORDERS: usize = 24;

/// By the set of their ranks, the sums of the last tiles in all orders.
#[derive(Clone, Debug)]
struct Ends(Box<[[u8; ORDERS]; 1 << MOST_TILES]>);

impl Default for Ends {
    fn default() -> Self {
        Self(Box::new([[0; ORDERS]; 1 << MOST_TILES]))
    }
}

impl Ends {
    /// The Manhattan distance of every permutation, in order.
    ///
    /// PERF: many permutations have the same end. Their sums are made once, and added to that of
    /// each beginning side by side: an eighth of the time that sums of their own take.
    fn add_up(&mut self, distances: &[[u8; MOST_TILES]], sums: &mut [u8]) {
        let tiles = distances.len();
        let all = ((1_u32 << tiles) - 1) as u8;
        let Some(beginning) = tiles.checked_sub(LAST).filter(|&beginning| beginning > 0) else {
            return add_up_each(distances, all, 0, sums);
        };
        let (beginning, end) = distances.split_at(beginning);
        for ranks in (0..=all).filter(|ranks| ranks.count_ones() as usize == LAST) {
            if let Some(end) = end.first_chunk() {
                self.0[usize::from(ranks)] = ends_of(end, ranks);
            }
        }
        self.begin(beginning, all, 0, sums);
    }

    /// Goes through the beginnings with these ranks in order.
    fn begin(&self, distances: &[[u8; MOST_TILES]], ranks: u8, sum: u8, sums: &mut [u8]) {
        let Some((first, rest)) = distances.split_first() else {
            let ends = &self.0[usize::from(ranks)];
            return sums.iter_mut().zip(ends).for_each(|(place, end)| *place = sum + end);
        };
        for_each_first(first, ranks, sums, |own, others, sums| self.begin(rest, others, sum + own, sums));
    }
}

/// The sums of the last tiles with these ranks, in all orders.
#[inline(always)]
fn ends_of(distances: &[[u8; MOST_TILES]; LAST], ranks: u8) -> [u8; ORDERS] {
    let mut left = ranks;
    let ranks: [usize; LAST] = std::array::from_fn(|_| {
        let rank = left.trailing_zeros() as usize % MOST_TILES;
        left &= left.wrapping_sub(1);
        rank
    });
    // By tile and place of its rank.
    let [first, second, third, fourth] = distances.map(|row| ranks.map(|rank| row[rank]));
    let mut sums = [0; ORDERS];
    for (places, sums) in TWO_AND_TWO.iter().zip(sums.as_chunks_mut::<2>().0) {
        let [a, b, c, d] = places.map(|place| usize::from(place) % LAST);
        let beginning = first[a] + second[b];
        *sums = [beginning + third[c] + fourth[d], beginning + third[d] + fourth[c]];
    }
    sums
}

/// The first two of four places in all orders, and the two that are left.
const TWO_AND_TWO: [[u8; LAST]; ORDERS / 2] = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
    [1, 0, 2, 3],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 0, 1, 3],
    [2, 1, 0, 3],
    [2, 3, 0, 1],
    [3, 0, 1, 2],
    [3, 1, 0, 2],
    [3, 2, 0, 1],
];

/// The sums of tiles that have these ranks in all orders.
fn add_up_each(distances: &[[u8; MOST_TILES]], ranks: u8, sum: u8, sums: &mut [u8]) {
    match distances.split_first() {
        None => sums.fill(sum),
        Some((first, rest)) => {
            for_each_first(first, ranks, sums, |own, others, sums| add_up_each(rest, others, sum + own, sums));
        }
    }
}

/// Gives the first tile each rank: its distance, the ranks that are left, and the part of the sums
/// that begins so.
fn for_each_first(first: &[u8; MOST_TILES], ranks: u8, sums: &mut [u8], mut each: impl FnMut(u8, u8, &mut [u8])) {
    let length = sums.len() / ranks.count_ones().max(1) as usize;
    let mut left = ranks;
    for sums in sums.chunks_exact_mut(length.max(1)) {
        let rank = left.trailing_zeros() as usize % MOST_TILES;
        left &= left.wrapping_sub(1);
        each(first[rank], ranks & !(1 << rank), sums);
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
