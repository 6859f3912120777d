//! Tables in which an entry is found by adding up one number for each tile.
//!
//! The index is a sum over the tiles of their cells, each times the tile's *place value*, like a
//! number in base `cells`. A move then changes the index by one product, with no map, rank or
//! region to be found. The price is memory for the many indices with two tiles in one cell, and
//! that the blank's region has no place in it: an entry is the least over the regions (as in Korf &
//! Felner 2002). What is stored is half of what that is above Manhattan distance, in four bits:
//! both have the same parity, and Manhattan distance is the same for all views, so that a node
//! keeps one sum of it for all.
//!
//! Six tiles on 25 cells take 122 MB.

use crate::core::Stop;
use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::misfit::Misfit;
use crate::store::prefetch::prefetch;
use crate::store::zeroed::Zeroed;
use crate::tables::table::{Encoding, PatternTable};

/// Indices are below this: nodes hold them in 28 bits.
const MOST_ENTRIES: usize = 1 << 28;

/// The largest number in an entry: what is further above Manhattan distance counts as this, which
/// is still no more than the truth.
const LARGEST_ENTRY: u8 = 15;

/// A part of the table is filled in the cache if it has at most so many entries.
const SLICE_ENTRIES: usize = 400_000;

/// The numbers of so many maps are asked for before the first are read.
const AHEAD: usize = 32;

/// Why there is no sparse table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SparseError {
    /// The table cannot be made sparse.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The work was stopped.
    #[error("stopped: {0}")]
    Stopped(Stop),
}

/// Half of what a part's least distance is above Manhattan distance, by the cells of its tiles.
pub struct SparseTable {
    shape: Shape,
    homes: Vec<u8>,
    place_values: Vec<u32>,
    nibbles: Zeroed,
}

impl SparseTable {
    /// Bytes of the sparse form of a table for so many tiles.
    pub fn bytes(shape: Shape, tiles: usize) -> Option<usize> {
        Layout::new(shape.cells(), tiles).map(|layout| layout.entries / 2)
    }

    /// The sparse form of a table. `go_on` is asked now and then.
    ///
    /// The first tiles have the largest place values, and in a permutation's rank the most
    /// significant digits. So all entries with these tiles in given cells are one slice of the
    /// result, and for each map a few neighbouring numbers of the source. A slice is filled at
    /// random in a scratch that fits the second cache, and then packed in one sweep.
    ///
    /// PERF: six tiles on 25 cells take 0.6 to 0.9 s on one thread. The numbers of the source lie
    /// far apart, so they are asked for some maps ahead: without that it takes 1.7 times as long.
    pub fn new(table: &PatternTable, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<Self, SparseError> {
        let space = table.space();
        let (shape, tiles) = (space.shape(), space.tiles());
        let cells = shape.cells();
        if table.encoding() == Encoding::Bits {
            let found = Encoding::Bits.to_string();
            let expected = format!("{} or {}", Encoding::Nibbles, Encoding::Bytes);
            return Err(Misfit::Table { found, expected }.into());
        }
        let entries = (cells as u64).saturating_pow(tiles as u32);
        let large = Misfit::Large { what: "entries of a sparse table", found: entries, most: MOST_ENTRIES as u64 };
        let layout = Layout::new(cells, tiles).ok_or(large)?;
        let stopped = SparseError::Stopped;

        let permutations = space.permutations();
        let mut least = Zeroed::new(space.maps().len() * permutations).ok_or(stopped(Stop::Memory))?;
        for (rank, values) in least.bytes_mut().chunks_exact_mut(permutations).enumerate() {
            if rank % 4096 == 0 {
                go_on().map_err(stopped)?;
            }
            table.least(rank, values);
        }

        let mut made = Self {
            shape,
            homes: table.homes().to_vec(),
            place_values: layout.place_values(),
            nibbles: Zeroed::new(layout.entries / 2).ok_or(stopped(Stop::Memory))?,
        };
        let distance =
            |tile: usize, cell: usize| shape.distance(Cell(u16::from(made.homes[tile])), Cell(cell as u16)) as u8;
        let inner_distances: Vec<u8> = (0..layout.slice)
            .map(|entry| {
                let cell = |tile: usize| entry / layout.value(tile) % cells;
                (layout.outer..tiles).map(|tile| distance(tile, cell(tile))).fold(0, u8::wrapping_add)
            })
            .collect();
        let inner = Inner::new(cells, &layout);
        let mut scratch = vec![0; layout.slice];
        for (number, slice) in made.nibbles.bytes_mut().chunks_exact_mut(layout.slice / 2).enumerate() {
            let outer: Vec<usize> = (0..layout.outer).map(|tile| layout.digit(number, tile)).collect();
            let occupied = outer.iter().fold(0_u64, |map, cell| map | (1 << cell));
            if occupied.count_ones() as usize != outer.len() {
                continue;
            }
            go_on().map_err(stopped)?;
            inner.fill(&outer, occupied, |map| &least.bytes()[space.map_rank(map) * permutations..], &mut scratch);
            let above = outer.iter().enumerate().map(|(tile, &cell)| distance(tile, cell)).fold(0, u8::wrapping_add);
            pack(&mut scratch, &inner_distances, above, slice);
        }
        Ok(made)
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The homes of its tiles, ascending.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// What each tile's cell is multiplied by.
    pub fn place_values(&self) -> &[u32] {
        &self.place_values
    }

    /// All entries, two in a byte, the lower one first.
    pub fn nibbles(&self) -> &[u8] {
        self.nibbles.bytes()
    }
}

/// Writes half of what each value is above its distance plus `above`, two in a byte. The values are
/// used up.
///
/// PERF: two sweeps, since each alone is turned into vector instructions.
fn pack(values: &mut [u8], distances: &[u8], above: u8, nibbles: &mut [u8]) {
    for (value, distance) in values.iter_mut().zip(distances) {
        *value = (value.wrapping_sub(distance.wrapping_add(above)) >> 1).min(LARGEST_ENTRY);
    }
    for (nibble, pair) in nibbles.iter_mut().zip(values.as_chunks::<2>().0) {
        *nibble = pair[0] | (pair[1] << 4);
    }
}

/// Where entries are.
struct Layout {
    cells: usize,
    tiles: usize,
    /// So many tiles, the first ones, tell the slice.
    outer: usize,
    /// Entries of a slice, a multiple of 64.
    slice: usize,
    entries: usize,
}

impl Layout {
    fn new(cells: usize, tiles: usize) -> Option<Self> {
        let power = |exponent: usize| cells.checked_pow(exponent as u32);
        let fits = |&inner: &usize| power(inner).is_some_and(|entries| entries <= SLICE_ENTRIES);
        let inner = (1..=tiles).rev().find(fits).unwrap_or(1);
        let outer = tiles.saturating_sub(inner);
        let slice = power(inner)?.next_multiple_of(64);
        let entries = power(outer)?.checked_mul(slice)?;
        (entries <= MOST_ENTRIES).then_some(Self { cells, tiles, outer, slice, entries })
    }

    /// The place value of a tile.
    fn value(&self, tile: usize) -> usize {
        match tile.checked_sub(self.outer) {
            Some(inner) => self.cells.pow((self.tiles - self.outer - 1 - inner) as u32),
            None => self.slice * self.cells.pow((self.outer - 1 - tile) as u32),
        }
    }

    fn place_values(&self) -> Vec<u32> {
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
    fn new(cells: usize, layout: &Layout) -> Self {
        let inner = layout.tiles - layout.outer;
        let mut sets = Vec::new();
        combinations(cells - layout.outer, inner, &mut Vec::new(), &mut sets);
        let mut orders = Vec::new();
        arrangements(&mut (0..inner as u8).collect(), &mut Vec::new(), &mut orders);
        let values = (layout.outer..layout.tiles).map(|tile| layout.value(tile) as u32).collect();
        Self { cells, tiles: layout.tiles, sets, orders, values }
    }

    /// Writes all values with the first tiles in the cells `outer`. `values_of` gives those of a
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
    use super::*;
    use crate::solvers::tiles::kernel_checks::Sample;

    /// Every entry of every map, against the distances of the table it was made from.
    #[test]
    fn entries_are_the_least_over_the_regions() {
        for board in [(3, 3, 0, "5-3"), (2, 4, 0, "4-3"), (3, 4, 2, "6-5"), (4, 4, 0, "5-5-5"), (1, 6, 2, "3-2")] {
            for encoding in [Encoding::Bytes, Encoding::Nibbles] {
                for part in &Sample::new(board, encoding, 2).views[0] {
                    let table = &part.table;
                    let sparse = SparseTable::new(table, &mut || Ok(())).unwrap();
                    let space = table.space();
                    assert_eq!(SparseTable::bytes(space.shape(), space.tiles()), Some(sparse.nibbles().len()));
                    let mut least = vec![0; space.permutations()];
                    let step = (space.maps().len() / 300).max(1);
                    for (rank, &map) in space.maps().iter().enumerate().step_by(step) {
                        let cells: Vec<u8> = (0..space.shape().cells() as u8).filter(|c| map >> c & 1 == 1).collect();
                        table.least(rank, &mut least);
                        for (sequence, &value) in space.sequences().iter().zip(&least) {
                            let cells = sequence[..space.tiles()].iter().map(|&rank| cells[usize::from(rank)]);
                            let tiles = || cells.clone().zip(sparse.homes()).zip(sparse.place_values());
                            let manhattan: u32 = tiles()
                                .map(|((cell, &home), _)| {
                                    space.shape().distance(Cell(u16::from(cell)), Cell(u16::from(home)))
                                })
                                .sum();
                            let index: u32 = tiles().map(|((cell, _), value)| u32::from(cell) * value).sum();
                            let entry = sparse.nibbles()[index as usize / 2] >> (index % 2 * 4) & 15;
                            let expected = (u32::from(value) - manhattan).div_euclid(2).min(15);
                            assert_eq!(u32::from(entry), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_sparse_is_refused() {
        let table = &Sample::new((3, 3, 0, "4-4"), Encoding::Bits, 2).views[0][0].table;
        let refused = SparseTable::new(table, &mut || Ok(())).map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(refused, "a table of bits: expected one of nibbles or bytes");
        assert_eq!(SparseTable::bytes(Shape::new(5, 5).unwrap(), 6), Some(122_080_000));
        assert_eq!(SparseTable::bytes(Shape::new(4, 4).unwrap(), 7), Some(1 << 27));
        assert_eq!(SparseTable::bytes(Shape::new(4, 4).unwrap(), 8), None);
    }

    #[test]
    fn the_work_can_be_stopped() {
        let table = &Sample::new((4, 4, 0, "6-6-3"), Encoding::Bytes, 2).views[0][0].table;
        for asked in [1, 3] {
            let mut left = asked;
            let mut go_on = || {
                left -= 1;
                if left == 0 { Err(Stop::Time) } else { Ok(()) }
            };
            assert_eq!(SparseTable::new(table, &mut go_on).err(), Some(SparseError::Stopped(Stop::Time)));
        }
    }
}
