//! Tables in which an entry is found by adding up one number for each tile.
//!
//! The index is a sum over the tiles of their cells, each times the tile's *place value*, like a
//! number in base `cells`. A move then changes the index by one product, with no map, rank or
//! region to be found. The price is memory for the many indices with two tiles in one cell, and
//! that the blank's region has no place in it. But what matters most of it has: an entry holds a
//! pair of numbers, one for a blank in a *pocket*, a region of at most two cells that the tiles of
//! the part cut off, and one for a blank anywhere else. Each is the least over such regions (over
//! all of them: Korf & Felner 2002), or the other one where there are none.
//!
//! A number is half of what that is above Manhattan distance: both have the same parity, and
//! Manhattan distance is the same for all views, so that a node keeps one sum of it for all. The
//! two numbers are nearly always the same or one apart, so that a table of 16 entries has nearly
//! all that occur, and what is stored is a code of four bits. What is not among them is written as
//! one with smaller numbers.
//!
//! The data are the codes, two in a byte, and then the 16 entries that they stand for, a byte each.
//! They are looked up as they are, so a file is mapped and ready. Six tiles on 25 cells take
//! 122 MB.

use crate::core::Stop;
use crate::store::prefetch::prefetch;
use crate::store::work_queue::share_out;
use crate::tables::space::PatternSpace;
use crate::tables::table::{Halves, PatternTable};

/// Indices are below this: nodes hold them in 28 bits.
const MOST_ENTRIES: usize = 1 << 28;

/// The largest number in an entry: what is further above Manhattan distance counts as this, which
/// is still no more than the truth.
const LARGEST_NUMBER: u8 = 15;

/// A part of the table is filled in the cache if it has at most so many entries.
const SLICE_ENTRIES: usize = 400_000;

/// Of so many maps one is looked at to find out which entries are frequent.
const COUNTED: usize = 16;

/// So many maps are read at a time.
const MAPS: usize = 512;

/// The numbers of so many maps are asked for before the first are read.
const AHEAD: usize = 32;

/// Entries that codes stand for.
pub const CODES: usize = 16;

/// The most cells of a pocket. Larger ones bring hardly more, and are longer to be found.
const POCKET_CELLS: u32 = 2;

/// Two numbers: half of what a part's distance is above Manhattan distance if the blank is in a
/// pocket, and if it is not. The last four bits are the smaller of them, the first two how much
/// larger that for a pocket is, the next two the same for no pocket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(pub u8);

impl Entry {
    fn new(pocket: u8, open: u8) -> Self {
        let [pocket, open] = [pocket, open].map(|number| number.min(LARGEST_NUMBER));
        let least = pocket.min(open);
        Self(least | (open - least).min(3) << 4 | (pocket - least).min(3) << 6)
    }

    /// The smaller number.
    #[inline(always)]
    pub fn least(self) -> u8 {
        self.0 & 15
    }

    /// Whether the numbers differ.
    #[inline(always)]
    pub fn is_doubtful(self) -> bool {
        self.0 > 15
    }

    /// The number for a blank in a pocket, or for any other.
    #[inline(always)]
    pub fn number(self, in_pocket: bool) -> u8 {
        self.least() + (self.0 >> (4 + 2 * u8::from(in_pocket)) & 3)
    }
}

/// Whether a region of the blank, a set of cells, is a pocket.
pub fn is_pocket(region: u64) -> bool {
    region.count_ones() <= POCKET_CELLS
}

/// The entries that the codes of a table stand for: the first is zero, the others are those that
/// are most frequent.
struct Code {
    entries: [Entry; 16],
    /// By entry, the code of the one that is written for it.
    codes: [u8; 256],
}

impl Code {
    fn new(counts: &[u64; 256]) -> Self {
        let mut by_count: Vec<u8> = (1..=u8::MAX).filter(|&entry| counts[usize::from(entry)] > 0).collect();
        by_count.sort_by_key(|&entry| std::cmp::Reverse(counts[usize::from(entry)]));
        let mut entries = [Entry::default(); 16];
        for (place, &entry) in entries[1..].iter_mut().zip(&by_count) {
            *place = Entry(entry);
        }
        Self { entries, codes: std::array::from_fn(|number| code_of(&entries, Entry(number as u8)) as u8) }
    }
}

/// The code of the entry that is written for this one: the largest that is not larger in either
/// number.
fn code_of(entries: &[Entry; CODES], wanted: Entry) -> usize {
    let fits = |entry: &Entry| [true, false].iter().all(|&kind| entry.number(kind) <= wanted.number(kind));
    let fitting = entries.iter().enumerate().filter(|(_, entry)| fits(entry));
    fitting.max_by_key(|(_, entry)| entry.number(true) + entry.number(false)).map_or(0, |(code, _)| code)
}

/// The codes of a table, and what they stand for.
#[derive(Clone, Copy)]
pub struct Pairs<'t> {
    codes: &'t [u8],
    entries: [Entry; CODES],
}

impl<'t> Pairs<'t> {
    /// Those in the data of a table; `None` if they are too short for any.
    pub fn of(data: &'t [u8]) -> Option<Self> {
        let (codes, entries) = data.split_last_chunk::<CODES>()?;
        Some(Self { codes, entries: entries.map(Entry) })
    }

    /// The code of every entry, two in a byte, the lower one first.
    pub fn codes(&self) -> &'t [u8] {
        self.codes
    }

    /// What the codes stand for.
    pub fn entries(&self) -> &[Entry; CODES] {
        &self.entries
    }

    /// The entry that is written for these numbers.
    pub fn rounded(&self, pocket: u8, open: u8) -> Entry {
        self.entries[code_of(&self.entries, Entry::new(pocket, open))]
    }

    /// The entry at an index.
    pub fn entry(&self, index: usize) -> Entry {
        self.entries[usize::from(self.codes[index / 2] >> (index % 2 * 4) & 15)]
    }
}

/// The numbers of every placement of the tiles, in the order of maps and permutations.
struct Numbers<'t> {
    table: &'t PatternTable,
    halves: Halves,
}

impl<'t> Numbers<'t> {
    fn new(table: &'t PatternTable) -> Self {
        Self { table, halves: Halves::default() }
    }

    /// Writes the entries of a map.
    fn read(&mut self, rank: usize, entries: &mut [u8]) {
        let [has_open, has_pockets] = self.table.least_above(rank, |region| !is_pocket(region), &mut self.halves);
        let [open, pockets] = &self.halves.least;
        let (open, pockets) = (if has_open { open } else { pockets }, if has_pockets { pockets } else { open });
        let pairs = pockets.iter().zip(open);
        entries.iter_mut().zip(pairs).for_each(|(entry, (&pocket, &open))| *entry = Entry::new(pocket, open).0);
    }

    /// The code that suits a table best, as a sample of its maps tells.
    fn code(&mut self) -> Code {
        let mut counts = [0; 256];
        let mut entries = vec![0; self.table.space().permutations()];
        for rank in (0..self.table.space().maps().len()).step_by(COUNTED) {
            self.read(rank, &mut entries);
            entries.iter().for_each(|&entry| counts[usize::from(entry)] += 1);
        }
        Code::new(&counts)
    }
}

/// Bytes that are zero at first; `None` if there is no room for them.
fn zeros(bytes: usize) -> Option<Vec<u8>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(bytes).ok()?;
    zeros.resize(bytes, 0);
    Some(zeros)
}

/// The data of a table in this form, made of one that holds the distance of every state.
/// INVARIANT: there is a layout for its space. `go_on` is asked now and then.
///
/// The first tiles have the largest place values, and in a permutation's rank the most significant
/// digits. So all entries with these tiles in given cells are one slice of the result, and for each
/// map a few neighbouring ones of the source. A slice is filled at random in a scratch that fits
/// the second cache, and then packed in one sweep.
///
/// PERF: the entries of the source lie far apart, so they are asked for some maps ahead: without
/// that it takes 1.7 times as long.
pub fn data_of(
    table: &PatternTable,
    layout: &Layout,
    threads: usize,
    go_on: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Vec<u8>, Stop> {
    let space = table.space();
    let permutations = space.permutations();
    let code = Numbers::new(table).code();

    let mut source = zeros(space.maps().len() * permutations).ok_or(Stop::Memory)?;
    let pieces = source.chunks_mut(MAPS * permutations).enumerate();
    share_out(threads, pieces, &mut || go_on(), |(number, piece), numbers: &mut Option<Numbers<'_>>| {
        let numbers = numbers.get_or_insert_with(|| Numbers::new(table));
        for (rank, entries) in (number * MAPS..).zip(piece.chunks_exact_mut(permutations)) {
            numbers.read(rank, entries);
            entries.iter_mut().for_each(|entry| *entry = code.codes[usize::from(*entry)]);
        }
    })?;

    let mut data = zeros(layout.data_bytes()).ok_or(Stop::Memory)?;
    let (codes, entries) = data.split_at_mut(layout.entries / 2);
    entries.iter_mut().zip(&code.entries).for_each(|(place, entry)| *place = entry.0);
    let inner = Inner::new(layout);
    let slices = codes.chunks_exact_mut(layout.slice / 2).enumerate();
    share_out(threads, slices, &mut || go_on(), |(number, slice), scratch: &mut Vec<u8>| {
        let outer: Vec<usize> = (0..layout.outer).map(|tile| layout.digit(number, tile)).collect();
        let occupied = outer.iter().fold(0_u64, |map, cell| map | (1 << cell));
        if occupied.count_ones() as usize != outer.len() {
            return;
        }
        // Places with two tiles in one cell stay zero, so that tables are the same byte for byte.
        scratch.clear();
        scratch.resize(layout.slice, 0);
        inner.fill(&outer, occupied, |map| &source[space.map_rank(map) * permutations..], scratch);
        for (both, pair) in slice.iter_mut().zip(scratch.as_chunks::<2>().0) {
            *both = pair[0] | (pair[1] << 4);
        }
    })?;
    Ok(data)
}

/// Where entries are.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Cells of the board.
    pub cells: usize,
    /// Tiles of the table.
    pub tiles: usize,
    /// So many tiles, the first ones, tell the slice.
    pub outer: usize,
    /// Entries of a slice, a multiple of 64.
    pub slice: usize,
    /// All entries.
    pub entries: usize,
}

impl Layout {
    /// That of a table for a space; `None` if it would be too large.
    pub fn of(space: &PatternSpace) -> Option<Self> {
        Self::new(space.shape().cells(), space.tiles())
    }

    /// That of a table for so many tiles; `None` if it would be too large.
    pub fn new(cells: usize, tiles: usize) -> Option<Self> {
        let power = |exponent: usize| cells.checked_pow(exponent as u32);
        let fits = |&inner: &usize| power(inner).is_some_and(|entries| entries <= SLICE_ENTRIES);
        let inner = (1..=tiles).rev().find(fits).unwrap_or(1);
        let outer = tiles.saturating_sub(inner);
        let slice = power(inner)?.next_multiple_of(64);
        let entries = power(outer)?.checked_mul(slice)?;
        (entries <= MOST_ENTRIES).then_some(Self { cells, tiles, outer, slice, entries })
    }

    /// Bytes of the table.
    pub fn data_bytes(&self) -> usize {
        self.entries / 2 + CODES
    }

    /// The place value of a tile.
    fn value(&self, tile: usize) -> usize {
        match tile.checked_sub(self.outer) {
            Some(inner) => self.cells.pow((self.tiles - self.outer - 1 - inner) as u32),
            None => self.slice * self.cells.pow((self.outer - 1 - tile) as u32),
        }
    }

    /// What each tile's cell is multiplied by.
    pub fn place_values(&self) -> Vec<u32> {
        (0..self.tiles).map(|tile| self.value(tile) as u32).collect()
    }

    /// The cell of one of the first tiles in a slice.
    fn digit(&self, slice: usize, tile: usize) -> usize {
        slice / (self.value(tile) / self.slice) % self.cells
    }
}

/// All that is the same for all slices.
struct Inner {
    cells: usize,
    tiles: usize,
    /// All sets of as many free cells as there are inner tiles, by their numbers among the free
    /// cells, ascending.
    sets: Vec<u8>,
    /// All orders of the inner tiles, by rank.
    orders: Vec<u8>,
    values: Vec<u32>,
}

impl Inner {
    fn new(layout: &Layout) -> Self {
        let (cells, inner) = (layout.cells, layout.tiles - layout.outer);
        let mut sets = Vec::new();
        combinations(cells - layout.outer, inner, &mut Vec::new(), &mut sets);
        let mut orders = Vec::new();
        arrangements(&mut (0..inner as u8).collect(), &mut Vec::new(), &mut orders);
        let values = (layout.outer..layout.tiles).map(|tile| layout.value(tile) as u32).collect();
        Self { cells, tiles: layout.tiles, sets, orders, values }
    }

    /// Writes all entries with the first tiles in the cells `outer`. `values_of` gives those of a
    /// map, and whatever follows.
    fn fill<'a>(&self, outer: &[usize], occupied: u64, values_of: impl Fn(u64) -> &'a [u8], scratch: &mut [u8]) {
        let inner = self.values.len();
        let free: Vec<u8> = (0..self.cells as u8).filter(|cell| occupied >> cell & 1 == 0).collect();
        let orders = self.orders.len() / inner.max(1);
        let mut sources: [&[u8]; AHEAD] = [&[]; AHEAD];
        // For each inner tile and each cell of the set what it adds to the index.
        let mut addends = vec![0; inner * inner];
        for sets in self.sets.chunks(AHEAD * inner) {
            for (set, source) in sets.chunks_exact(inner).zip(&mut sources) {
                let mut others = set.iter().fold(occupied, |map, &number| map | (1 << free[usize::from(number)]));
                let values = values_of(others);
                // The first digits of the rank: how many cells of the map are below that of the
                // tile, without those of tiles before it.
                let mut prefix = 0;
                for (tile, &cell) in outer.iter().enumerate() {
                    let digit = (others & ((1 << cell) - 1)).count_ones() as usize;
                    prefix = prefix * (self.tiles - tile) + digit;
                    others &= !(1 << cell);
                }
                *source = &values[prefix * orders..][..orders];
                source.first().into_iter().chain(source.last()).for_each(prefetch);
            }
            for (set, source) in sets.chunks_exact(inner).zip(&sources) {
                for (tile, value) in self.values.iter().enumerate() {
                    for (number, &free_cell) in set.iter().enumerate() {
                        addends[tile * inner + number] = value * u32::from(free[usize::from(free_cell)]);
                    }
                }
                match inner {
                    4 => scatter::<4>(source, &self.orders, &addends, scratch),
                    _ => {
                        for (value, order) in source.iter().zip(self.orders.chunks_exact(inner)) {
                            let addend = |(tile, &number): (usize, &u8)| addends[tile * inner + usize::from(number)];
                            let entry: u32 = order.iter().enumerate().map(addend).sum();
                            scratch[entry as usize] = *value;
                        }
                    }
                }
            }
        }
    }
}

/// Writes the values of a map in all orders of so many tiles.
fn scatter<const TILES: usize>(values: &[u8], orders: &[u8], addends: &[u32], scratch: &mut [u8]) {
    let (orders, _) = orders.as_chunks::<TILES>();
    let (addends, _) = addends.as_chunks::<TILES>();
    let Some(addends) = addends.first_chunk::<TILES>() else { return };
    for (value, order) in values.iter().zip(orders) {
        let mut entry = 0;
        for (addends, &number) in addends.iter().zip(order) {
            entry += addends[usize::from(number) % TILES];
        }
        scratch[entry as usize] = *value;
    }
}

/// All sets of `chosen` of the numbers below `below`, each ascending.
fn combinations(below: usize, chosen: usize, set: &mut Vec<u8>, sets: &mut Vec<u8>) {
    if set.len() == chosen {
        sets.extend_from_slice(set);
        return;
    }
    let first = set.last().map_or(0, |&last| last + 1);
    for number in first..below as u8 {
        set.push(number);
        combinations(below, chosen, set, sets);
        set.pop();
    }
}

/// All arrangements of what remains, in lexicographic order: that of their Lehmer ranks.
fn arrangements(rest: &mut Vec<u8>, order: &mut Vec<u8>, orders: &mut Vec<u8>) {
    if rest.is_empty() {
        orders.extend_from_slice(order);
        return;
    }
    for at in 0..rest.len() {
        let number = rest.remove(at);
        order.push(number);
        arrangements(rest, order, orders);
        order.pop();
        rest.insert(at, number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::TableCache;
    use crate::domains::tiles::goal::Goal;
    use crate::domains::tiles::{Cell, frame::Frame};
    use crate::tables::build::build;
    use crate::tables::library;
    use crate::tables::pattern::Pattern;
    use crate::tables::table::Encoding;

    fn exact(size: &str, homes: &[u8], encoding: Encoding) -> PatternTable {
        let goal = Goal::default().board(size.parse().unwrap()).unwrap();
        let (pattern, _) = Pattern::new(Frame::of(&goal).unwrap().0, homes).unwrap();
        let space = library::space(goal.shape(), homes.len(), &TableCache::new()).unwrap();
        build(&pattern, &space, encoding, 1, &mut |_| Ok(())).unwrap()
    }

    fn in_pairs(table: &PatternTable, threads: usize) -> PatternTable {
        let layout = Layout::of(table.space()).unwrap();
        let data = data_of(table, &layout, threads, &mut || Ok(())).unwrap();
        let (pattern, space) = (table.pattern().clone(), Arc::clone(table.space()));
        PatternTable::new(pattern, space, Encoding::Pairs, table.deepest(), data.into()).unwrap()
    }

    /// Every entry of some maps, against the distances of the table it was made from, in the
    /// regions of each kind.
    #[test]
    fn entries_are_the_least_over_the_regions_of_their_kind() {
        let patterns: [(&str, &[u8]); 5] = [
            ("3x3", &[1, 2, 3, 4, 5]),
            ("2x4", &[1, 2, 3, 6]),
            ("3x4", &[1, 2, 3, 5, 6]),
            ("4x4", &[1, 2, 4, 5, 8]),
            ("1x6", &[1, 2, 3]),
        ];
        for (size, homes) in patterns {
            for encoding in [Encoding::Bytes, Encoding::Nibbles] {
                check_entries(&exact(size, homes, encoding));
            }
        }
    }

    fn check_entries(table: &PatternTable) {
        let paired = in_pairs(table, 1);
        assert!(in_pairs(table, 3).data() == paired.data());
        let (space, shape) = (table.space(), table.space().shape());
        let layout = Layout::of(space).unwrap();
        let pairs = paired.pairs().unwrap();
        assert_eq!((layout.entries / 2, paired.data().len()), (pairs.codes().len(), layout.data_bytes()));
        let step = (space.maps().len() / 300).max(1);
        let (mut same, mut all) = (0, 0);
        for (rank, &map) in space.maps().iter().enumerate().step_by(step) {
            let occupied: Vec<u8> = (0..shape.cells() as u8).filter(|cell| map >> cell & 1 == 1).collect();
            for sequence in space.sequences() {
                let cells: Vec<u8> =
                    sequence[..space.tiles()].iter().map(|&rank| occupied[usize::from(rank)]).collect();
                let distance = |cell: u8, home: u8| shape.distance(Cell(cell.into()), Cell(home.into()));
                let manhattan: u32 = cells.iter().zip(table.homes()).map(|(&cell, &home)| distance(cell, home)).sum();
                let least = |kind| {
                    let regions = space.regions(rank).iter().filter(|&&region| is_pocket(region) == kind);
                    regions.map(|region| table.distance(&cells, region.trailing_zeros() as usize)).min()
                };
                let least = [least(true), least(false)];
                let number = |kind: usize| {
                    let distance = least[kind].or(least[1 - kind]).unwrap();
                    ((distance - manhattan) / 2).min(15) as u8
                };
                let values = cells.iter().zip(layout.place_values());
                let index: u32 = values.map(|(&cell, value)| u32::from(cell) * value).sum();
                let entry = pairs.entry(index as usize);
                let found = [entry.number(true), entry.number(false)];
                assert!(found[0] <= number(0) && found[1] <= number(1), "{found:?} {least:?}");
                same += usize::from(found == [number(0), number(1)]);
                all += 1;
                for &region in space.regions(rank) {
                    let blank = region.trailing_zeros() as usize;
                    let says = manhattan + 2 * u32::from(entry.number(is_pocket(region)));
                    assert_eq!(paired.distance(&cells, blank), says);
                    assert!(says <= table.distance(&cells, blank));
                }
            }
        }
        // Small and narrow boards have more different entries than there are codes.
        assert!(2 * same >= all, "{same} of {all} on {shape}");
    }

    #[test]
    fn entries_and_codes_only_round_down() {
        for (pocket, open) in (0..=20).flat_map(|pocket| (0..=20).map(move |open| (pocket, open))) {
            let entry = Entry::new(pocket, open);
            assert!(entry.number(true) <= pocket && entry.number(false) <= open, "{pocket} {open}");
            assert_eq!(entry.least(), pocket.min(open).min(LARGEST_NUMBER));
        }
        let counts = std::array::from_fn(|entry| (entry as u64 * 37) % 251);
        let code = Code::new(&counts);
        for entry in (0..=u8::MAX).map(Entry) {
            let kept = code.entries[usize::from(code.codes[usize::from(entry.0)])];
            assert!([true, false].iter().all(|&kind| kept.number(kind) <= entry.number(kind)), "{entry:?} {kept:?}");
        }
    }

    #[test]
    fn layouts_are_as_large_as_nodes_can_name() {
        assert_eq!(Layout::new(25, 6).map(|layout| layout.data_bytes()), Some(122_080_000 + CODES));
        assert_eq!(Layout::new(16, 7).map(|layout| layout.entries), Some(1 << 28));
        assert!(Layout::new(16, 8).is_none() && Layout::new(25, 7).is_none());
        assert!(Pairs::of(&[0; CODES - 1]).is_none());
    }

    #[test]
    fn the_work_can_be_stopped() {
        let table = exact("4x4", &[1, 2, 4, 5, 8], Encoding::Bytes);
        let layout = Layout::of(table.space()).unwrap();
        for asked in [1, 3] {
            let mut left = asked;
            let mut go_on = || {
                left -= 1;
                if left == 0 { Err(Stop::Time) } else { Ok(()) }
            };
            assert_eq!(data_of(&table, &layout, 1, &mut go_on).err(), Some(Stop::Time));
        }
    }
}
