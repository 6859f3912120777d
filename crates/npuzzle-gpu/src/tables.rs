//! The tables of a frame's patterns, made on the machine.

use std::sync::Arc;

use bytemuck::Zeroable;

use crate::core::Stop;
use crate::domains::tiles::Shape;
use crate::domains::tiles::frame::Frame;
use crate::machine::{Fault, Kernel, Machine, Memory};
use crate::start;
use crate::words::{self, Checksum, Goal, MOST_TILES, Neighbours, Packing};
use npuzzle_tables::tables::pairs::Layout;

/// A pattern: the tiles that have these homes in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The frame.
    pub frame: Frame,
    /// The homes, ascending.
    pub homes: Vec<u8>,
}

/// How many classes of the blank's regions a table tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classes {
    /// One: the least over all regions.
    One,
    /// Two: pockets of at most two cells, and the others.
    Two,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The machine failed.
    Fault(Fault),
    /// The work was stopped.
    Stopped(Stop),
}

impl From<Fault> for TableError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The bytes of a pattern's table; `None` if it is too large.
pub fn bytes(pattern: &Pattern) -> Option<u64> {
    layout(pattern).map(|layout| layout.entries as u64)
}

/// Where entries are.
pub fn layout(pattern: &Pattern) -> Option<Layout> {
    let fits = pattern.homes.len() <= MOST_TILES && pattern.frame.shape().cells() <= words::MOST_CELLS;
    fits.then(|| Layout::new(pattern.frame.shape().cells(), pattern.homes.len())).flatten()
}

/// The sets of cells that are needed to go from cells to their neighbours.
pub fn neighbours(shape: Shape) -> Neighbours {
    let set = |is_in: &dyn Fn(usize) -> bool| {
        shape.all_cells().filter(|&cell| is_in(shape.col(cell))).fold(0, |set, cell| set | 1 << cell.0)
    };
    Neighbours {
        all: set(&|_| true),
        not_first_column: set(&|col| col != 0),
        not_last_column: set(&|col| col + 1 != shape.cols()),
        columns: shape.cols() as u32,
    }
}

/// How many placements of a pattern's tiles with a blank cell can be reached. Where at most one
/// tile is not in the pattern, the others tell the parity of the whole board: half of them. On a
/// single line the blank's cell tells all.
fn states(pattern: &Pattern) -> u64 {
    let (shape, tiles) = (pattern.frame.shape(), pattern.homes.len() as u64);
    let cells = shape.cells() as u64;
    // One cell for each tile, and one for the blank.
    let all = (0..=tiles).map(|taken| cells - taken).product();
    match () {
        () if shape.is_line() => cells,
        () if cells - 1 - tiles < 2 => all / 2,
        () => all,
    }
}

fn words_of(pattern: &Pattern, layout: &Layout) -> words::Pattern {
    let shape = pattern.frame.shape();
    let mut words = words::Pattern {
        tiles: layout.tiles as u32,
        cells: shape.cells() as u32,
        on: neighbours(shape),
        entries: layout.entries as u32,
        slice: layout.slice as u32,
        outer: layout.outer as u32,
        inner_entries: shape.cells().pow((layout.tiles - layout.outer) as u32) as u32,
        ..words::Pattern::zeroed()
    };
    words.value[..layout.tiles].copy_from_slice(&layout.place_values());
    for (word, &home) in words.home.iter_mut().zip(&pattern.homes) {
        *word = u32::from(home);
    }
    words
}

/// What tables are made in: some entries for each of them, one after the other.
pub struct Workbench {
    machine: Arc<dyn Machine>,
    now: Memory<Arc<dyn Machine>>,
    next: Memory<Arc<dyn Machine>>,
    reached: Memory<Arc<dyn Machine>>,
    open: Memory<Arc<dyn Machine>>,
    pocket: Memory<Arc<dyn Machine>>,
    reached_so_far: Memory<Arc<dyn Machine>>,
}

impl Workbench {
    /// The bytes of one for tables of so many entries.
    pub fn bytes(entries: u64) -> u64 {
        14 * entries
    }

    /// One for tables of at most so many entries.
    pub fn new(machine: &Arc<dyn Machine>, entries: u64) -> Result<Self, Fault> {
        let take = |bytes| Memory::take(Arc::clone(machine), bytes);
        Ok(Self {
            machine: Arc::clone(machine),
            now: take(4 * entries)?,
            next: take(4 * entries)?,
            reached: take(4 * entries)?,
            open: take(entries)?,
            pocket: take(entries)?,
            reached_so_far: take(size_of::<words::Reached>() as u64)?,
        })
    }

    /// Makes the table of a pattern at a place.
    pub fn make(
        &self,
        pattern: &Pattern,
        classes: Classes,
        table: crate::machine::Place,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), TableError> {
        let too_large = || Fault::Failed(format!("a table of {} tiles is too large", pattern.homes.len()));
        let layout = layout(pattern).ok_or_else(too_large)?;
        let words = words_of(pattern, &layout);
        let machine = &*self.machine;
        for memory in [&self.now, &self.next, &self.reached] {
            memory.fill(0)?;
        }
        for memory in [&self.open, &self.pocket] {
            memory.fill(u8::MAX)?;
        }
        let entry = pattern.homes.iter().zip(layout.place_values()).map(|(&home, value)| u32::from(home) * value).sum();
        let goal = Goal { now: self.now.place().0, entry, blank: u32::from(pattern.frame.blank().0) };
        start(machine, Kernel::BeginTable, 1, &goal)?;
        let blocks = (layout.entries as u32).div_ceil(machine.geometry().threads);
        let (mut now, mut next) = (&self.now, &self.next);
        self.reached_so_far.fill(0)?;
        let mut reached = [words::Reached::default()];
        // Tiles make fewer moves than this: what is further than 255 does not fit an entry anyway.
        for level in 0..=u32::from(u8::MAX) {
            go_on().map_err(TableError::Stopped)?;
            let task = words::Level {
                pattern: words,
                now: now.place().0,
                next: next.place().0,
                reached: self.reached.place().0,
                open: self.open.place().0,
                pocket: self.pocket.place().0,
                reached_so_far: self.reached_so_far.place().0,
                level,
                padding: 0,
            };
            start(machine, Kernel::Level, blocks, &task)?;
            let before = reached[0].states;
            self.reached_so_far.fetch(&mut reached)?;
            if reached[0].states == before {
                break;
            }
            std::mem::swap(&mut now, &mut next);
        }
        let task = Packing {
            pattern: words,
            open: self.open.place().0,
            pocket: self.pocket.place().0,
            table: table.0,
            reached: self.reached_so_far.place().0,
            one_class: u32::from(classes == Classes::One),
            padding: 0,
        };
        start(machine, Kernel::PackTable, blocks, &task)?;
        let all = [words::Reached { states: states(pattern), packed: reached[0].entered, misfits: 0, ..reached[0] }];
        self.reached_so_far.fetch(&mut reached)?;
        if reached != all {
            let [words::Reached { states, entered, packed, misfits }] = reached;
            return Err(Fault::Wrong(format!(
                "a table of {} tiles has {states} states, not {}, and {packed} distances, not {entered}, {misfits} of them \
                 impossible",
                layout.tiles, all[0].states
            ))
            .into());
        }
        Ok(())
    }

    /// The checksum of a table: see [`checksum`].
    pub fn checksum(&self, table: crate::machine::Place, entries: u64) -> Result<u64, Fault> {
        self.reached_so_far.fill(0)?;
        let task = Checksum { table: table.0, entries, sum: self.reached_so_far.place().0 };
        let geometry = self.machine.geometry();
        start(&*self.machine, Kernel::CheckTable, 8 * geometry.blocks, &task)?;
        let mut sum = [0_u64];
        self.reached_so_far.fetch(&mut sum)?;
        Ok(sum[0])
    }
}

/// The checksum of entries: a sum of numbers that depend on the entry and on where it is.
pub fn checksum(entries: impl IntoIterator<Item = u8>) -> u64 {
    let of_entry = |(place, entry): (u64, u8)| {
        let mixed = (place + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(u64::from(entry) + 1)
    };
    (0..).zip(entries).map(of_entry).fold(0, u64::wrapping_add)
}
