//! Building a table: a breadth-first search of the abstract states, a block at a time.
//!
//! A level is found by pulling: each block of the other kind gathers the frontier of the blocks it
//! has moves from. Most moves leave the order of the tiles in their cells as it is, and then 64
//! states are gathered by one `or`. The others turn a stretch of that order, which renumbers the
//! permutations by a fixed table; for them the frontier is also kept as a list of numbers, and each
//! is written as a byte into a scratch area that is turned into bits at the end. Bytes, since
//! setting single bits would read, change and write the same word again and again.
//!
//! A level reads blocks of one kind and writes blocks of the other, so threads share the work
//! without locks: each has stretches of blocks of its own to write.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::core::Stop;
use crate::store::instructions::{Work, with_instructions};
use crate::store::table_file::Bytes;
use crate::store::work_queue::share_out;
use crate::tables::pattern::Pattern;
use crate::tables::space::{MOST_TILES, PatternMove, PatternSpace, SpaceError, map_and_permutation};
use crate::tables::table::{Encoding, PatternTable, manhattan_by_rank, manhattan_of};

/// What a table will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of states.
    pub entries: u64,
    /// Bytes of the table.
    pub table_bytes: u64,
    /// Bytes in memory while it is built.
    pub peak_bytes: u64,
    /// Bytes of a device while it is built there.
    pub device_bytes: Option<u64>,
    /// Seconds, on a machine like those of `docs/benchmarks.md`, if it is known.
    pub seconds: Option<f64>,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The distance that is being filled in.
    pub depth: u32,
    /// States whose distance is known.
    pub done: u64,
    /// All states.
    pub entries: u64,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A limit ended the work.
    #[error("{0} while a table was built")]
    Stopped(Stop),
    /// There is no such space.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A distance is too large for the encoding.
    #[error("a distance of {distance} does not fit {encoding}: expected another encoding, such as bits")]
    DoesNotFit { distance: u32, encoding: Encoding },
    /// There are too many entries for the encoding.
    #[error("{entries} entries are too many for {encoding}: expected another encoding, such as nibbles")]
    TooLarge { entries: u64, encoding: Encoding },
    /// A device cannot build it.
    #[error("{0}")]
    Device(String),
}

impl From<Stop> for TableError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// States a second on one thread, for estimates; measured on a 2-core virtual machine (see
/// `docs/benchmarks.md`).
const STATES_PER_SECOND: f64 = 1.2e8;

/// What a table of this space in this encoding will take.
pub fn estimate(space: &PatternSpace, encoding: Encoding, threads: usize) -> Estimate {
    let entries = space.entries();
    let table_bytes = encoding.data_bytes(space) as u64;
    let bits = Encoding::Bits.data_bytes(space) as u64;
    // Visited and frontier bits; lists of the two largest levels (a tenth of all states each, two
    // bytes a state, in arrays that have grown beyond that); moves between blocks; tables of
    // renumberings.
    let moves = space.blocks() as u64 * 11 * size_of::<PatternMove>() as u64;
    let ranks = space.tiles() as u64;
    let renumberings = ranks * ranks * space.permutations() as u64 * size_of::<u16>() as u64;
    let peak_bytes = table_bytes + 2 * bits + entries * 3 / 4 + moves + space.bytes() + renumberings;
    let seconds = Some(entries as f64 / STATES_PER_SECOND / threads.max(1) as f64);
    Estimate { entries, table_bytes, peak_bytes, device_bytes: None, seconds }
}

/// Builds a table that holds the distance of every state. `watch` hears of each level and each
/// stretch of it, and may end the work.
pub fn build(
    pattern: &Pattern,
    space: &Arc<PatternSpace>,
    encoding: Encoding,
    threads: usize,
    watch: &mut dyn FnMut(&BuildProgress) -> Result<(), Stop>,
) -> Result<PatternTable, TableError> {
    debug_assert!(Encoding::EXACT.contains(&encoding));
    let mut builder = Builder::new(pattern, space, encoding);
    let mut done = 1;
    for depth in 1.. {
        let found = builder.level(depth, threads, &mut |more| {
            watch(&BuildProgress { depth, done: done + more, entries: space.entries() })
        })?;
        if found == 0 {
            break;
        }
        done += found;
    }
    builder.finish()
}

/// What stands for states from which the goal cannot be reached, in the encodings that hold
/// distances: more than any distance.
const NOT_REACHED: u8 = 0xFF;

/// Blocks that one thread works on at a time.
const STRETCH: usize = 128;

/// Renumbers permutations when the tile with one rank gets another, and those between make room. As
/// large as its index can be, so that no look-up needs a check.
type Renumbering = Box<[u16; 1 << 16]>;

struct Builder<'p> {
    pattern: &'p Pattern,
    space: &'p Arc<PatternSpace>,
    encoding: Encoding,
    /// `renumberings[before * 8 + after]`, where the ranks differ.
    renumberings: Vec<Option<Renumbering>>,
    /// One bit a state, in the order of blocks.
    visited: Vec<u64>,
    /// The last level of each kind, likewise. Blocks without a list hold old bits.
    frontier: Vec<u64>,
    /// The same as lists, for each kind one a stretch of blocks.
    lists: [Vec<Lists>; 2],
    /// States of each block that are not yet visited.
    missing: Vec<u32>,
    /// Where bit 1 of the distances goes.
    bits: Vec<u64>,
    /// Where distances go in the other encodings.
    data: Vec<u8>,
    goal_kind: usize,
    deepest: u32,
}

/// The frontier of a stretch of blocks.
#[derive(Default)]
struct Lists {
    numbers: Vec<u16>,
    /// Where the numbers of each block are.
    spans: Vec<(u32, u32)>,
}

impl Lists {
    fn of(&self, block: usize) -> &[u16] {
        let (start, length) = self.spans[block];
        &self.numbers[start as usize..(start + length) as usize]
    }
}

/// What a thread needs for itself.
struct Scratch {
    gathered: Vec<u64>,
    scratch: Box<[u8; 1 << 16]>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { gathered: Vec::new(), scratch: zeroed_bytes() }
    }
}

fn zeroed_bytes() -> Box<[u8; 1 << 16]> {
    vec![0; 1 << 16].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; 1 << 16]))
}

/// A stretch of blocks of one kind with all that is written there.
struct Stretch<'b> {
    first_block: usize,
    visited: &'b mut [u64],
    frontier: &'b mut [u64],
    bits: &'b mut [u64],
    data: &'b mut [u8],
    missing: &'b mut [u32],
    lists: &'b mut Lists,
}

impl<'p> Builder<'p> {
    fn new(pattern: &'p Pattern, space: &'p Arc<PatternSpace>, encoding: Encoding) -> Self {
        let words = space.blocks() * space.bits_per_block() / 64;
        let (wanted_bits, data_bytes) = match encoding {
            Encoding::Bits => (words, 0),
            _ => (0, encoding.data_bytes(space)),
        };
        let lists = |blocks: usize| {
            let stretch = |first: usize| Lists { spans: vec![(0, 0); STRETCH.min(blocks - first)], ..Lists::default() };
            (0..blocks).step_by(STRETCH).map(stretch).collect::<Vec<_>>()
        };
        let (even, odd) = (space.even_blocks(), space.blocks() - space.even_blocks());
        let mut builder = Self {
            pattern,
            space,
            encoding,
            renumberings: renumberings(space),
            visited: vec![0; words],
            frontier: vec![0; words],
            lists: [lists(even), lists(odd)],
            missing: vec![space.permutations() as u32; space.blocks()],
            bits: vec![0; wanted_bits],
            data: vec![NOT_REACHED; data_bytes],
            goal_kind: space.parity(pattern.home_map()) as usize,
            deepest: 0,
        };
        builder.start();
        builder
    }

    /// Enters the goal, whose distance is zero in every encoding.
    fn start(&mut self) {
        let (map, permutation) = map_and_permutation(self.pattern.homes());
        let block = self.space.block(map, self.pattern.frame().blank().index());
        let word = block * self.space.bits_per_block() / 64 + permutation / 64;
        self.visited[word] |= 1 << (permutation % 64);
        self.frontier[word] |= 1 << (permutation % 64);
        self.missing[block] -= 1;
        let entry = block * self.space.entries_per_block() + permutation;
        match self.encoding {
            Encoding::Bits => {}
            Encoding::Nibbles => self.data[entry / 2] &= !(15 << (entry % 2 * 4)),
            _ => self.data[entry] = 0,
        }
        let block = block - self.first_of(self.goal_kind);
        let lists = &mut self.lists[self.goal_kind][block / STRETCH];
        lists.numbers.push(permutation as u16);
        lists.spans[block % STRETCH] = (0, 1);
    }

    fn first_of(&self, kind: usize) -> usize {
        if kind == 0 { 0 } else { self.space.even_blocks() }
    }

    /// Finds all states at a distance, and tells how many they are.
    fn level(
        &mut self,
        depth: u32,
        threads: usize,
        go_on: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) -> Result<u64, TableError> {
        let kind = (self.goal_kind + depth as usize) % 2;
        let words_per_block = self.space.bits_per_block() / 64;
        let even = self.space.even_blocks();
        let first_block = self.first_of(kind);
        let (visited, bits, data, missing) = (
            half(&mut self.visited, kind, even * words_per_block).0,
            half(&mut self.bits, kind, even * words_per_block).0,
            half(&mut self.data, kind, Self::data_of(self.encoding, self.space, even)).0,
            half(&mut self.missing, kind, even).0,
        );
        let (frontier, source) = half(&mut self.frontier, kind, even * words_per_block);
        let [even_lists, odd_lists] = &mut self.lists;
        let (lists, source_lists) = if kind == 0 { (even_lists, &*odd_lists) } else { (odd_lists, &*even_lists) };
        let level = Level {
            pattern: self.pattern,
            space: self.space,
            encoding: self.encoding,
            renumberings: &self.renumberings,
            depth,
            words_per_block,
            source,
            source_lists,
            first_source: if kind == 0 { even } else { 0 },
        };
        // Arrays that an encoding does not use have no stretches.
        let data_step = Self::data_of(self.encoding, self.space, STRETCH).max(1);
        let bits_chunks = bits.chunks_mut(words_per_block * STRETCH).map(Some).chain(std::iter::repeat_with(|| None));
        let data_chunks = data.chunks_mut(data_step).map(Some).chain(std::iter::repeat_with(|| None));
        let stretches = visited
            .chunks_mut(words_per_block * STRETCH)
            .zip(frontier.chunks_mut(words_per_block * STRETCH))
            .zip(bits_chunks.zip(data_chunks))
            .zip(missing.chunks_mut(STRETCH).zip(lists))
            .enumerate()
            .map(|(number, (((visited, frontier), (bits, data)), (missing, lists)))| Stretch {
                first_block: first_block + number * STRETCH,
                visited,
                frontier,
                bits: bits.unwrap_or_default(),
                data: data.unwrap_or_default(),
                missing,
                lists,
            });
        let found = AtomicU64::new(0);
        let too_large = AtomicU64::new(0);
        let work = |stretch: Stretch<'_>, scratch: &mut Scratch| match with_instructions(Gather {
            level: &level,
            stretch,
            scratch,
        }) {
            Ok(more) => {
                found.fetch_add(more, Ordering::Relaxed);
            }
            Err(DoesNotFit) => too_large.store(1, Ordering::Relaxed),
        };
        share_out(threads, stretches, &mut || go_on(found.load(Ordering::Relaxed)), work)?;
        if too_large.into_inner() > 0 {
            return Err(TableError::DoesNotFit { distance: depth, encoding: self.encoding });
        }
        let found = found.into_inner();
        if found > 0 {
            self.deepest = depth;
        }
        Ok(found)
    }

    /// Bytes that so many blocks take in the encodings that hold distances.
    fn data_of(encoding: Encoding, space: &PatternSpace, blocks: usize) -> usize {
        match encoding {
            Encoding::Bits => 0,
            Encoding::Nibbles => blocks * space.entries_per_block() / 2,
            _ => blocks * space.entries_per_block(),
        }
    }

    fn finish(self) -> Result<PatternTable, TableError> {
        let too_deep = TableError::DoesNotFit { distance: self.deepest, encoding: self.encoding };
        let deepest = u8::try_from(self.deepest).map_err(|_| too_deep.clone())?;
        // The table is copied: what is not needed any more goes first.
        drop((self.visited, self.frontier, self.lists));
        let data = match self.encoding {
            Encoding::Bits => {
                let mut data = Vec::with_capacity(8 * self.bits.len());
                self.bits.iter().for_each(|word| data.extend_from_slice(&word.to_le_bytes()));
                data
            }
            _ => self.data,
        };
        PatternTable::new(self.pattern.clone(), Arc::clone(self.space), self.encoding, deepest, Bytes::Owned(data))
            .map_err(|_| too_deep)
    }
}

/// The part of an array for blocks of one kind, to be written, and that of the other, to be read.
fn half<T>(array: &mut [T], kind: usize, even: usize) -> (&mut [T], &[T]) {
    let (first, second) = array.split_at_mut(even.min(array.len()));
    if kind == 0 { (first, second) } else { (second, first) }
}

/// One table for each pair of ranks that a move can change into each other: a tile that moves up or
/// down passes at most the tiles of a line.
fn renumberings(space: &PatternSpace) -> Vec<Option<Renumbering>> {
    let table = |before: usize, after: usize| {
        let mut table: Renumbering = vec![0; 1 << 16].into_boxed_slice().try_into().ok()?;
        table[..space.permutations()].copy_from_slice(&space.renumbering(before, after));
        Some(table)
    };
    let pairs = (0..MOST_TILES).flat_map(|before| (0..MOST_TILES).map(move |after| (before, after)));
    pairs.map(|(before, after)| space.renumbers(before, after).then(|| table(before, after)).flatten()).collect()
}

/// A distance is too large for the encoding.
struct DoesNotFit;

/// What all threads read while a level is found.
struct Level<'l> {
    pattern: &'l Pattern,
    space: &'l PatternSpace,
    encoding: Encoding,
    renumberings: &'l [Option<Renumbering>],
    depth: u32,
    words_per_block: usize,
    source: &'l [u64],
    source_lists: &'l [Lists],
    first_source: usize,
}

/// A stretch of a level. PERF: counting and listing bits with the instructions made for it, and
/// vectors twice as wide, build an eight-tile table in nine tenths of the time.
struct Gather<'l, 'b, 'd> {
    level: &'l Level<'l>,
    stretch: Stretch<'b>,
    scratch: &'d mut Scratch,
}

impl Work for Gather<'_, '_, '_> {
    type Output = Result<u64, DoesNotFit>;

    #[inline(always)]
    fn work(self) -> Self::Output {
        self.level.gather(self.stretch, self.scratch)
    }
}

impl Level<'_> {
    /// Finds the states of some blocks at this depth.
    #[inline(always)]
    fn gather(&self, stretch: Stretch<'_>, scratch: &mut Scratch) -> Result<u64, DoesNotFit> {
        let words = self.words_per_block;
        scratch.gathered.resize(words, 0);
        let lists = &mut *stretch.lists;
        lists.numbers.clear();
        let mut found = 0;
        for number in 0..stretch.missing.len() {
            lists.spans[number] = (0, 0);
            if stretch.missing[number] == 0 || !self.gather_block(stretch.first_block + number, scratch) {
                continue;
            }
            let range = number * words..(number + 1) * words;
            let (visited, frontier) = (&mut stretch.visited[range.clone()], &mut stretch.frontier[range.clone()]);
            let mut count = 0;
            for ((visited, frontier), gathered) in visited.iter_mut().zip(&mut *frontier).zip(&scratch.gathered) {
                let new = gathered & !*visited;
                *visited |= new;
                *frontier = new;
                count += new.count_ones();
            }
            if count == 0 {
                continue;
            }
            stretch.missing[number] -= count;
            let start = lists.numbers.len();
            lists.spans[number] = (start as u32, count);
            list(frontier, count as usize, &mut lists.numbers);
            found += u64::from(count);
            if self.encoding == Encoding::Bits {
                if self.depth & 2 != 0 {
                    stretch.bits[range].iter_mut().zip(&*frontier).for_each(|(bits, new)| *bits |= new);
                }
            } else {
                self.write(stretch.first_block + number, &lists.numbers[start..], number, stretch.data)?;
            }
        }
        Ok(found)
    }

    /// Gathers what can be reached in a block; `false` if nothing can.
    #[inline(always)]
    fn gather_block(&self, block: usize, scratch: &mut Scratch) -> bool {
        let (mut any, mut scattered) = (false, false);
        for step in self.space.moves().into_block(block) {
            let from = step.from as usize - self.first_source;
            let numbers = self.source_lists[from / STRETCH].of(from % STRETCH);
            if numbers.is_empty() {
                continue;
            }
            if !any {
                any = true;
                scratch.gathered.fill(0);
            }
            let turned = usize::from(step.rank_before) * MOST_TILES + usize::from(step.rank_after);
            match &self.renumberings[turned] {
                None => {
                    let bits = &self.source[from * self.words_per_block..(from + 1) * self.words_per_block];
                    scratch.gathered.iter_mut().zip(bits).for_each(|(gathered, bits)| *gathered |= bits);
                }
                Some(renumbering) => {
                    scattered = true;
                    for &number in numbers {
                        scratch.scratch[usize::from(renumbering[usize::from(number)])] = 0xFF;
                    }
                }
            }
        }
        if scattered {
            for (gathered, bytes) in scratch.gathered.iter_mut().zip(scratch.scratch.as_chunks_mut::<64>().0) {
                *gathered |= high_bits(bytes);
                *bytes = [0; 64];
            }
        }
        any
    }

    /// Writes the distance of new states of a block, which is the `number`-th of its stretch.
    #[inline(always)]
    fn write(&self, block: usize, numbers: &[u16], number: usize, data: &mut [u8]) -> Result<(), DoesNotFit> {
        let stride = self.space.entries_per_block();
        if self.encoding == Encoding::Bytes {
            let distance = u8::try_from(self.depth).map_err(|_| DoesNotFit)?;
            let entries = &mut data[number * stride..(number + 1) * stride];
            numbers.iter().for_each(|&permutation| entries[usize::from(permutation)] = distance);
            return if self.depth > self.encoding.largest_entry() { Err(DoesNotFit) } else { Ok(()) };
        }
        let distances = manhattan_by_rank(self.space.shape(), self.space.map_of(block), self.pattern.homes());
        let entries = &mut data[number * stride / 2..(number + 1) * stride / 2];
        for &permutation in numbers {
            let permutation = usize::from(permutation);
            let manhattan = u32::from(manhattan_of(&distances, &self.space.sequences()[permutation]));
            let half = (self.depth - manhattan) / 2;
            if half > self.encoding.largest_entry() {
                return Err(DoesNotFit);
            }
            let (pair, shift) = (&mut entries[permutation / 2], permutation % 2 * 4);
            *pair = *pair & !(15 << shift) | (half as u8) << shift;
        }
        Ok(())
    }
}

/// Appends the numbers of the bits that are set, of which there are `count`.
#[inline(always)]
fn list(words: &[u64], count: usize, numbers: &mut Vec<u16>) {
    /// So many are written for each word whether there are as many or not: a branch that cannot be
    /// predicted costs more.
    const AT_ONCE: usize = 4;
    let start = numbers.len();
    numbers.resize(start + count + AT_ONCE, 0);
    let mut at = start;
    for (word, base) in words.iter().zip((0_u16..).step_by(64)) {
        let (mut rest, size) = (*word, word.count_ones() as usize);
        let Some(spot) = numbers.get_mut(at..at + AT_ONCE) else { break };
        for number in spot {
            *number = base + (rest.trailing_zeros() & 63) as u16;
            rest &= rest.wrapping_sub(1);
        }
        let mut further = at + AT_ONCE;
        while rest != 0 {
            numbers[further] = base + rest.trailing_zeros() as u16;
            rest &= rest - 1;
            further += 1;
        }
        at += size;
    }
    numbers.truncate(start + count);
}

/// The highest bit of each byte: a product moves those of eight bytes side by side.
#[inline(always)]
fn high_bits(bytes: &[u8; 64]) -> u64 {
    let eight = |bytes: &[u8; 8]| {
        let ones = u64::from_le_bytes(*bytes) & 0x8080_8080_8080_8080;
        ones.wrapping_mul(0x0002_0408_1020_4081) >> 56
    };
    bytes.as_chunks::<8>().0.iter().rev().fold(0, |mask, bytes| mask << 8 | eight(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::core::Cost;
    use crate::domains::tiles::frame::Frame;
    use crate::domains::tiles::{Board, Cell, Shape};
    use crate::tables::space::for_each_move;
    use crate::tables::table::Halves;

    fn pattern(rows: usize, cols: usize, blank: u64, homes: &[u8]) -> Pattern {
        let shape = Shape::new(rows, cols).unwrap();
        let cells = shape.cells() as u64;
        // Tiles by their cells, the blank in its place.
        let tiles: Vec<u64> = (0..cells)
            .map(|cell| {
                if cell == blank {
                    0
                } else if cell == 0 {
                    blank
                } else {
                    cell
                }
            })
            .collect();
        let (frame, _) = Frame::of(&Board::new(shape, &tiles).unwrap()).unwrap();
        Pattern::new(frame, homes).unwrap().0
    }

    fn table(pattern: &Pattern, encoding: Encoding, threads: usize) -> PatternTable {
        let space = Arc::new(PatternSpace::new(pattern.frame().shape(), pattern.homes().len()).unwrap());
        build(pattern, &space, encoding, threads, &mut |_| Ok(())).unwrap()
    }

    /// The same by a plain breadth-first search of layouts and the blank's cell, in which moves of
    /// other tiles cost nothing.
    fn truth(pattern: &Pattern) -> HashMap<(Vec<u8>, usize), Cost> {
        let shape = pattern.frame().shape();
        let mut distances = HashMap::new();
        let mut queue = VecDeque::from([(pattern.homes().to_vec(), pattern.frame().blank().index(), 0)]);
        while let Some((layout, blank, distance)) = queue.pop_front() {
            if distances.contains_key(&(layout.clone(), blank)) {
                continue;
            }
            distances.insert((layout.clone(), blank), distance);
            let cell = Cell(blank as u16);
            for way in crate::domains::tiles::Direction::ALL {
                let Some(next) = shape.neighbour(cell, way) else { continue };
                match layout.iter().position(|&tile| u16::from(tile) == next.0) {
                    Some(tile) => {
                        let mut moved = layout.clone();
                        moved[tile] = blank as u8;
                        queue.push_back((moved, next.index(), distance + 1));
                    }
                    None => queue.push_front((layout.clone(), next.index(), distance)),
                }
            }
        }
        distances
    }

    #[test]
    fn all_encodings_hold_the_true_distances() {
        let patterns = [
            pattern(3, 3, 0, &[1, 2, 3]),
            pattern(3, 3, 8, &[4, 7, 8]),
            pattern(3, 3, 4, &[0, 2, 6, 8]),
            pattern(2, 4, 7, &[1, 2, 3, 6]),
            pattern(2, 3, 0, &[1, 2, 3, 4, 5]),
            pattern(4, 2, 0, &[5]),
            pattern(1, 4, 0, &[1, 3]),
            pattern(4, 4, 0, &[13, 14, 15]),
            pattern(2, 2, 1, &[1, 2]),
        ];
        for pattern in patterns {
            let truth = truth(&pattern);
            let tables = Encoding::EXACT.map(|encoding| table(&pattern, encoding, 2));
            let space = Arc::clone(tables[0].space());
            for ((layout, blank), &distance) in &truth {
                for table in &tables {
                    assert_eq!(table.distance(layout, *blank), distance, "{pattern} {}", table.encoding());
                    let (map, _) = map_and_permutation(layout);
                    let rank = space.map_rank(map);
                    let region = *space.regions(rank).iter().find(|region| *region >> *blank & 1 == 1).unwrap();
                    for_each_move(space.shape(), layout, region, |moved, left| {
                        let change = truth[&(moved.to_vec(), left)] as i32 - distance as i32;
                        assert_eq!(table.change(layout, *blank, moved, left), change, "{pattern} {}", table.encoding());
                    });
                }
            }
            let deepest = truth.values().max().copied();
            assert!(tables.iter().all(|table| Some(Cost::from(table.deepest())) == deepest));
            let region_of = |layout: &[u8], blank: usize| space.region(map_and_permutation(layout).0, blank);
            let is_small = |region: u64| region.count_ones() <= 2;
            // For each layout the least distance over the small regions, and over the others.
            let mut least: HashMap<Vec<u8>, [Option<Cost>; 2]> = HashMap::new();
            for ((layout, blank), &distance) in &truth {
                let kind = usize::from(!is_small(region_of(layout, *blank)));
                let least = &mut least.entry(layout.clone()).or_default()[kind];
                *least = Some(least.map_or(distance, |least| distance.min(least)));
            }
            for (layout, least) in &least {
                let (map, permutation) = map_and_permutation(layout);
                let expected = least.map(|least| Some((least? - manhattan(&pattern, layout)) / 2));
                for table in &tables[1..] {
                    let mut halves = Halves::default();
                    table.least_above(space.map_rank(map), is_small, &mut halves);
                    for (halves, expected) in halves.least.iter().zip(expected) {
                        let found = Cost::from(halves[permutation]);
                        assert!(expected.is_none_or(|expected| expected == found), "{pattern} {}", table.encoding());
                    }
                }
            }
        }
    }

    /// The Manhattan distance of tiles in these cells.
    fn manhattan(pattern: &Pattern, cells: &[u8]) -> Cost {
        let distance =
            |(&cell, &home): (&u8, &u8)| pattern.frame().shape().distance(Cell(u16::from(cell)), Cell(u16::from(home)));
        cells.iter().zip(pattern.homes()).map(distance).sum()
    }

    #[test]
    fn threads_make_no_difference() {
        let pattern = pattern(4, 4, 0, &[1, 2, 4, 5, 8]);
        for encoding in Encoding::EXACT {
            let (one, many) = (table(&pattern, encoding, 1), table(&pattern, encoding, 5));
            assert!(one.data() == many.data() && one.deepest() == many.deepest(), "{encoding}");
        }
    }

    #[test]
    fn a_build_can_be_ended() {
        let pattern = pattern(4, 4, 0, &[1, 2, 4, 5, 8]);
        let space = Arc::new(PatternSpace::new(pattern.frame().shape(), 5).unwrap());
        let mut told = 0;
        let ended = build(&pattern, &space, Encoding::Bits, 2, &mut |progress| {
            told += 1;
            assert!(progress.done <= progress.entries);
            if progress.depth < 9 { Ok(()) } else { Err(Stop::Cancelled) }
        });
        assert_eq!(ended.err(), Some(TableError::Stopped(Stop::Cancelled)));
        assert!(told > 9);
    }

    #[test]
    fn bits_of_bytes_are_found() {
        let mut bytes = [0; 64];
        for at in [0, 7, 8, 31, 32, 63] {
            bytes[at] = 0xFF;
        }
        assert_eq!(high_bits(&bytes), 1 | 1 << 7 | 1 << 8 | 1 << 31 | 1 << 32 | 1 << 63);
        assert_eq!(high_bits(&[0xFF; 64]), u64::MAX);
    }
}
