//! Boards of at most 25 cells with sparse tables.
//!
//! A node keeps for every part of every view its [`SparseTable`] index and the entry there: a move
//! changes one of each. An entry is half of what the part's estimate is above Manhattan distance,
//! and Manhattan distance is the same in all views. So a node keeps for each view half of what a
//! solution may be longer than the estimate; a move takes from it one if the tile goes away from
//! its home, and the growth of the entry.
//!
//! PERF: 64 nodes are expanded at a time (`batches.rs`), in tables of some hundred megabytes. On
//! the 24-puzzle with four tables of six tiles, one thread makes 60 to 70 million children a
//! second; 16 nodes at a time are a tenth slower, 32 a twentieth, and without AVX2 and BMI2 64 are
//! too. Rows of the automaton in 16 instead of 32 bits gain nothing that can be measured.

use std::sync::Arc;

use crate::core::Cost;
use crate::domains::tiles::Cell;
use crate::domains::tiles::frame::Frame;
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::batches::{self, Child, LookUps};
use crate::solvers::tiles::facts::{Facts, MOST_LEFT, MOST_STATES};
use crate::solvers::tiles::kernel::{DIRECTIONS, KernelTally, label_of, remembered};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::sparse_table::SparseTable;
use crate::solvers::tiles::table_kernel::{
    CELLS, Capacity, Moves, PARTS, SLOTS, TableKernel, TableNode, check_cover, labels_of_part,
};
use crate::store::instructions::{Work, with_instructions};
use crate::store::prefetch::prefetch;

/// Boards may have so many cells: nodes hold their tiles in five bits.
pub const MOST_CELLS: usize = 25;

/// So many nodes are expanded at a time.
const BATCH: usize = 64;
/// The most children they have.
const CHILDREN: usize = 4 * BATCH;

/// A state with all that is updated move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Node {
    /// The label of the tile in each cell.
    cells: [u8; CELLS],
    /// For each slot the index into its table, and in the last four bits the entry there.
    spots: [u32; SLOTS],
    /// The first moves, two bits each.
    path: u64,
    facts: Facts,
}

/// What moving a tile does to an index.
#[derive(Clone, Copy, Default)]
struct Mover {
    /// What its cell is multiplied by, times 16.
    value: u32,
    /// The slot of its part.
    slot: u32,
}

/// A look-up that is asked for but not read yet.
#[derive(Clone, Copy)]
struct Pending<'a> {
    byte: &'a u8,
    /// The new index, and the entry at the old one.
    spot: u32,
    /// The largest entry with which the child is alive.
    room: i16,
    slot: u8,
}

impl Pending<'_> {
    /// The entry.
    #[inline(always)]
    fn read(&self) -> u32 {
        (u32::from(*self.byte) >> (self.spot >> 2 & 4)) & 15
    }

    /// What is left of the slack if this is the entry.
    #[inline(always)]
    fn slack(&self, entry: u32) -> i64 {
        i64::from(self.room) - i64::from(entry)
    }
}

/// A part of a view.
struct SparsePart {
    table: Arc<SparseTable>,
    cells: Arc<[u8]>,
    /// The tiles by their labels, in the order of the table.
    labels: Vec<u8>,
}

/// Expands boards of at most 25 cells with sparse tables.
pub struct Sparse {
    moves: Moves<u32>,
    /// Parts of the first view in the first half.
    parts: [Option<SparsePart>; SLOTS],
    views: usize,
    /// By the blank's cell and direction: all ones in the two cells that change.
    changed: [[u8; CELLS]; 4 * CELLS],
    /// By label, the blank's cell and direction: whether the tile goes away from its home.
    away: [u8; CELLS * 4 * CELLS],
    /// By view and label.
    movers: [[Mover; CELLS]; 2],
    /// By slot, the blank's cell and direction: how much later the tile's new cell is than its old
    /// one, in the table's frame.
    shifts: [i8; SLOTS * 4 * CELLS],
}

/// A part of a view: its table, and where each cell of the frame goes in the table's frame.
pub type SparseView = (Arc<SparseTable>, Arc<[u8]>);

impl Sparse {
    /// A kernel for a frame. Each view holds every tile once; of the second one only those states
    /// are looked up that the first does not prune.
    pub fn new(frame: Frame, views: &[Vec<SparseView>], automaton: &Automaton) -> Result<Self, Misfit> {
        let shape = frame.shape();
        Capacity { cells: MOST_CELLS, states: MOST_STATES }.check(shape, views, automaton)?;
        let mut kernel = Self {
            moves: Moves::new(frame, automaton, |state| state),
            parts: [const { None }; SLOTS],
            views: views.len(),
            changed: [[0; CELLS]; 4 * CELLS],
            away: [0; CELLS * 4 * CELLS],
            movers: [[Mover::default(); CELLS]; 2],
            shifts: [0; SLOTS * 4 * CELLS],
        };
        for cell in shape.all_cells() {
            for target in DIRECTIONS.iter().map(|&direction| shape.neighbour(cell, direction)).enumerate() {
                let (code, Some(target)) = target else { continue };
                let turn = 4 * cell.index() + code;
                kernel.changed[turn][cell.index()] = u8::MAX;
                kernel.changed[turn][target.index()] = u8::MAX;
                for home in shape.all_cells() {
                    let away = shape.distance(home, cell) > shape.distance(home, target);
                    let label = label_of(frame, home.0 as u8);
                    kernel.away[away_index(usize::from(label), turn)] = u8::from(away);
                }
            }
        }
        for (number, view) in views.iter().enumerate() {
            kernel.add_view(number, view)?;
        }
        Ok(kernel)
    }

    fn add_view(&mut self, number: usize, view: &[SparseView]) -> Result<(), Misfit> {
        let shape = self.moves.frame.shape();
        let mut held = Vec::new();
        for (part, (table, cells)) in view.iter().enumerate() {
            let slot = PARTS * number + part;
            if (table.shape().cells(), cells.len()) != (shape.cells(), shape.cells()) {
                let (found, expected) = (format!("a {} board", table.shape()), format!("a {shape} board"));
                return Err(Misfit::Table { found, expected });
            }
            let labels = labels_of_part(self.moves.frame, table.homes(), cells);
            held.extend_from_slice(&labels);
            for (&label, value) in labels.iter().zip(table.place_values()) {
                self.movers[number][usize::from(label)] = Mover { value: value << 4, slot: slot as u32 };
            }
            for (turn, &target) in self.moves.targets.iter().enumerate().take(4 * shape.cells()) {
                let (to, from) = (cells[turn / 4], cells[usize::from(target)]);
                self.shifts[shift_index(slot, turn)] = to as i8 - from as i8;
            }
            self.parts[slot] = Some(SparsePart { table: Arc::clone(table), cells: Arc::clone(cells), labels });
        }
        check_cover(self.moves.frame, &held)
    }

    fn look_ups(&self) -> SparseLookUps<'_> {
        let nibbles = |slot: usize| self.parts[slot].as_ref().map_or(&[0][..], |part| part.table.nibbles());
        SparseLookUps { kernel: self, tables: [0, 1, 2, 3, 4, 5, 6, 7].map(nibbles) }
    }
}

/// The kernel and what its look-ups read.
struct SparseLookUps<'a> {
    kernel: &'a Sparse,
    tables: [&'a [u8]; SLOTS],
}

impl<'a> LookUps for SparseLookUps<'a> {
    type Node = Node;
    type Pending = Pending<'a>;
    type Words = u32;

    const NOTHING: Pending<'a> = Pending { byte: &0, spot: 0, room: 0, slot: 0 };

    #[inline(always)]
    fn row(&self, node: &Node) -> &[u32; 4] {
        &self.kernel.moves.rows[node.facts.words()]
    }

    #[inline(always)]
    fn child(&self, number: usize, node: &Node, code: usize, words: u32) -> (Child, bool) {
        let turn = 4 * node.facts.blank() + code;
        let tile = node.cells[usize::from(self.kernel.moves.targets[turn]) % CELLS];
        (Child::new(number, usize::from(tile), turn, words), words != Automaton::FORBIDDEN)
    }

    #[inline(always)]
    fn look_up(&self, view: usize, node: &Node, child: Child) -> Pending<'a> {
        let (tile, turn) = (child.tile() % CELLS, child.turn() % (4 * CELLS));
        let mover = self.kernel.movers[view][tile];
        let slot = mover.slot as usize % SLOTS;
        let shift = self.kernel.shifts[shift_index(slot, turn)];
        let spot = node.spots[slot].wrapping_add((i32::from(shift) as u32).wrapping_mul(mover.value));
        let away = i64::from(self.kernel.away[away_index(tile, turn)]);
        let room = node.facts.slack(view) - away + i64::from(spot & 15);
        let byte = &self.tables[slot][spot as usize >> 5];
        prefetch(byte);
        Pending { byte, spot, room: room as i16, slot: slot as u8 }
    }

    #[inline(always)]
    fn read(&self, _: &Node, first: &Pending<'a>) -> (u8, bool) {
        let entry = first.read();
        (entry as u8, first.slack(entry) >= 0)
    }

    #[inline(always)]
    fn make<const VIEWS: usize>(
        &self,
        node: &Node,
        child: Child,
        (first, entry): (&Pending<'a>, u8),
        second: &Pending<'a>,
        bound: Cost,
    ) -> (Node, bool) {
        let facts = node.facts;
        let (turn, tile, entry) = (child.turn() % (4 * CELLS), child.tile() % CELLS, u32::from(entry));
        // With one view, both are the same.
        let mut slack = [first.slack(entry); 2];
        let mut spots = node.spots;
        replace(&mut spots, node.spots[first.slot as usize % SLOTS], first, entry);
        if VIEWS == 2 {
            let entry = second.read();
            slack[1] = second.slack(entry);
            replace(&mut spots, node.spots[second.slot as usize % SLOTS], second, entry);
        }
        let depth = bound.wrapping_sub(facts.left());
        let made = Node {
            cells: with_moved(&node.cells, &self.kernel.changed[turn], tile),
            spots,
            path: node.path | remembered(turn as u64 % 4, depth),
            facts: facts.after(child.words(), u64::from(self.kernel.moves.targets[turn]), slack),
        };
        (made, slack[1] >= 0)
    }
}

impl TableNode for Node {
    const EMPTY: Self = Self { cells: [0; CELLS], spots: [0; SLOTS], path: 0, facts: Facts::EMPTY };

    #[inline(always)]
    fn facts(&self) -> Facts {
        self.facts
    }

    fn lift(&mut self, more: Cost) {
        self.facts = self.facts.lifted(more);
    }

    fn path(&self) -> u64 {
        self.path
    }
}

impl TableKernel for Sparse {
    type Node = Node;
    type Words = u32;

    fn moves(&self) -> &Moves<u32> {
        &self.moves
    }

    fn label(node: &Node, cell: usize) -> u8 {
        node.cells[cell % CELLS]
    }

    fn node(&self, cells: &[u8], words: u32, left: Option<Cost>, path: u64) -> Node {
        let shape = self.moves.frame.shape();
        let mut node = Node { path, ..Node::EMPTY };
        let mut places = [0; CELLS];
        let mut manhattan = 0;
        for (cell, &home) in cells.iter().enumerate().take(shape.cells()) {
            let label = label_of(self.moves.frame, home) % CELLS as u8;
            node.cells[cell] = label;
            places[usize::from(label)] = cell;
            if label != 0 {
                manhattan += shape.distance(Cell(cell as u16), Cell(u16::from(home)));
            }
        }
        let mut sums = [0; 2];
        for (slot, part) in self.parts.iter().enumerate() {
            let Some(part) = part else { continue };
            let cell = |label: u8| u32::from(part.cells[places[usize::from(label)]]);
            let values = part.labels.iter().zip(part.table.place_values());
            let index: u32 = values.map(|(&label, value)| cell(label) * value).sum();
            let entry = part.table.nibbles()[index as usize / 2] >> (4 * (index % 2)) & 15;
            node.spots[slot] = (index << 4) | u32::from(entry);
            sums[slot / PARTS] += Cost::from(entry);
        }
        if self.views == 1 {
            sums[1] = sums[0];
        }
        let left = left.unwrap_or(manhattan + 2 * sums[0].max(sums[1])).min(MOST_LEFT);
        let slack = sums.map(|sum| ((i64::from(left) - i64::from(manhattan)) >> 1) - i64::from(sum));
        node.facts = Facts::new(u64::from(words), places[0] as u64, left, slack);
        node
    }

    fn children_of(&self, node: &Node, depth: u32, children: &mut Vec<Node>) {
        match self.views {
            1 => batches::children::<1, _>(&self.look_ups(), node, depth, children),
            _ => batches::children::<2, _>(&self.look_ups(), node, depth, children),
        }
    }

    fn run_batches(&self, stack: &mut Vec<Node>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64> {
        match self.views {
            1 => with_instructions(Batches::<1> { kernel: self, stack, bound, quota, tally }),
            _ => with_instructions(Batches::<2> { kernel: self, stack, bound, quota, tally }),
        }
    }
}

/// The cells after a move: the blank's label is zero, so that its cell and the tile's change by the
/// same.
#[inline(always)]
fn with_moved(cells: &[u8; CELLS], changed: &[u8; CELLS], tile: usize) -> [u8; CELLS] {
    let mut moved = *cells;
    for (cell, mask) in moved.iter_mut().zip(changed) {
        *cell ^= mask & tile as u8;
    }
    moved
}

/// All ones in one of the slots.
const ONLY: [[u32; SLOTS]; SLOTS] = {
    let mut only = [[0; SLOTS]; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        only[slot][slot] = u32::MAX;
        slot += 1;
    }
    only
};

/// Puts the new index and entry in place of the old.
///
/// PERF: all slots are written, seven of them as they were: a write to the one would be a write in
/// pieces.
#[inline(always)]
fn replace(spots: &mut [u32; SLOTS], old: u32, pending: &Pending<'_>, entry: u32) {
    let change = old ^ (pending.spot & !15 | entry);
    for (spot, mask) in spots.iter_mut().zip(&ONLY[pending.slot as usize % SLOTS]) {
        *spot ^= mask & change;
    }
}

#[inline(always)]
fn away_index(label: usize, turn: usize) -> usize {
    (label % CELLS) * 4 * CELLS + turn % (4 * CELLS)
}

#[inline(always)]
fn shift_index(slot: usize, turn: usize) -> usize {
    (slot % SLOTS) * 4 * CELLS + turn % (4 * CELLS)
}

/// The batches as work to be compiled twice.
struct Batches<'a, const VIEWS: usize> {
    kernel: &'a Sparse,
    stack: &'a mut Vec<Node>,
    bound: Cost,
    quota: u64,
    tally: &'a mut KernelTally,
}

impl<const VIEWS: usize> Work for Batches<'_, VIEWS> {
    type Output = Option<u64>;

    #[inline(always)]
    fn work(self) -> Option<u64> {
        let look_ups = self.kernel.look_ups();
        batches::run::<VIEWS, BATCH, CHILDREN, _>(&look_ups, self.stack, self.bound, self.quota, self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::tiles::kernel::Kernel;
    use crate::solvers::tiles::kernel_checks::{
        SAMPLES, Sample, SampleBoard, check_kernel, for_each_walk, frame_and_views,
    };
    use crate::tables::partition::PartView;
    use crate::tables::table::{Encoding, PatternTable};

    /// Beyond 16 cells too.
    const LARGER: [SampleBoard; 2] = [(4, 5, 0, "5-5-5-4"), (3, 7, 1, "5-5-5-5")];

    fn views(sample: &Sample) -> Vec<Vec<SparseView>> {
        let sparse = |part: &PartView| {
            let table = SparseTable::new(&part.table, &mut || Ok(())).unwrap();
            (Arc::new(table), Arc::clone(&part.cells))
        };
        sample.views.iter().map(|view| view.iter().map(sparse).collect()).collect()
    }

    fn sample_and_kernel(board: SampleBoard, length: usize) -> (Sample, Sparse) {
        let sample = Sample::new(board, Encoding::Bytes, length);
        let kernel = Sparse::new(sample.frame, &views(&sample), &sample.automaton).unwrap();
        (sample, kernel)
    }

    /// The larger of the sums of both views, each the least over the regions of the blank.
    fn estimate(sample: &Sample, cells: &[u8]) -> Cost {
        let least = |table: &PatternTable, cells: &[u8]| -> Cost {
            let free = (0..table.space().shape().cells()).filter(|&cell| !cells.contains(&(cell as u8)));
            free.map(|blank| table.distance(cells, blank)).min().unwrap()
        };
        let sum = |view| -> Cost { sample.seen(view, cells).iter().map(|(table, cells, _)| least(table, cells)).sum() };
        (0..sample.views.len()).map(sum).max().unwrap()
    }

    #[test]
    fn nodes_batches_and_costs_are_right() {
        check_kernel(SAMPLES.into_iter().chain(LARGER), sample_and_kernel, estimate);
    }

    /// The plain instance is the reference for the one with more instructions.
    #[test]
    fn instructions_change_nothing() {
        let (sample, kernel) = sample_and_kernel((4, 4, 0, "5-5-5"), 10);
        for_each_walk(20, 200, |walk| {
            let mut root = kernel.root(&sample.walked(&sample.goal(), walk));
            kernel.lift(&mut root, 4);
            let bound = kernel.left(&root);
            let mut results = [(vec![root], KernelTally::default(), None), (vec![root], KernelTally::default(), None)];
            let [(stack, tally, found), (other_stack, other_tally, other_found)] = &mut results;
            *found = kernel.run(stack, bound, 20_000, tally);
            let work = Batches::<2> { kernel: &kernel, stack: other_stack, bound, quota: 20_000, tally: other_tally };
            *other_found = work.work();
            assert_eq!(results[0], results[1]);
        });
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let sample = Sample::new((3, 3, 0, "4-4"), Encoding::Bytes, 2);
        let refused = |frame, views: &[Vec<SparseView>], automaton| {
            Sparse::new(frame, views, automaton).map_or_else(|misfit| misfit.to_string(), |_| String::new())
        };
        let automaton = &sample.automaton;
        let (views_of_sample, frame) = (views(&sample), sample.frame);
        assert_eq!(refused(frame, &[], automaton), "0 views: expected one or two");
        assert_eq!(refused(frame, &[vec![]], automaton), "a view of 0 parts: expected 1 to 4");
        let half = vec![views_of_sample[0][0].clone()];
        assert!(refused(frame, &[half], automaton).ends_with("is in 0 parts of a view: expected one"));
        let other = Sample::new((2, 4, 0, "4-3"), Encoding::Bytes, 2);
        assert_eq!(refused(frame, &views(&other), automaton), "a table of a 2x4 board: expected one of a 3x3 board");
        let (large, _) = frame_and_views((5, 6, 0, "2/3"), Encoding::Bytes);
        assert_eq!(refused(large, &views_of_sample, automaton), "a 5x6 board: expected at most 25 cells");
    }
}
