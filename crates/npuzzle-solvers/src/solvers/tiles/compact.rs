//! Boards of at most 16 cells with tables of one bit an entry.
//!
//! A node keeps for every part of every view the cells of its tiles (the *map*) and the rank of
//! their permutation. A move changes two bits of one map, and the rank by the tiles that the moved
//! one passes in the order of the cells: at most a row less one. A map's record tells where its
//! blocks begin and in which region each cell is. The entry is bit 1 of the distance; with the
//! distance modulo four before the move it tells whether the part has come nearer. So a node keeps
//! no distances, only how much longer than the estimate a solution may be, halved, for each view
//! (Clausecker & Reinefeld 2019 on such tables; Korf & Felner 2002 on mirrored look-ups).
//!
//! PERF: the tables for seven and eight tiles take 187 MiB, so nearly every look-up misses all
//! caches: 16 nodes are expanded at a time (`batches.rs`). With tables that fit the caches, one
//! node at a time is as fast, not faster. Wider vectors and BMI2 gain nothing here.

use std::sync::{Arc, LazyLock};

use crate::core::Cost;
use crate::domains::tiles::frame::Frame;
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::batches::{self, Child, LookUps};
use crate::solvers::tiles::facts::{Facts, MOST_LEFT};
use crate::solvers::tiles::kernel::{DIRECTIONS, KernelTally, label_of, remembered};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::table_kernel::{
    Capacity, Moves, PARTS, SLOTS, TableKernel, TableNode, check_cover, check_table, labels_of_part,
};
use crate::store::prefetch::prefetch;
use crate::tables::partition::PartView;
use crate::tables::space::{PatternSpace, map_and_permutation};
use crate::tables::table::{Encoding, PatternTable};

/// Boards may have so many cells: a node holds four bits for each.
pub const MOST_CELLS: usize = 16;

/// So many nodes are expanded at a time.
const BATCH: usize = 16;
/// The most children they have.
const CHILDREN: usize = 4 * BATCH;
/// The most cells between two neighbours in the order of the cells: those of a 2x8 board.
const MOST_PASSED: usize = 7;
/// No map has a rank beyond this: there are at most `C(16, 8)` maps.
const RECORDS: usize = 1 << 14;
/// No state of the automaton follows.
const NOWHERE: u16 = u16::MAX;

/// A state with all that is updated move by move.
///
/// PERF: small fields share words, and each word is written at once: reading back a word that was
/// written in pieces has to wait for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Node {
    /// The label of the tile in each cell, four bits each.
    board: u64,
    /// For each view the cells of each part's tiles in the frame of its table, 16 bits a part.
    maps: [u64; 2],
    /// For each view the rank of each part's permutation, 16 bits a part.
    permutations: [u64; 2],
    /// The first moves, two bits each.
    path: u64,
    /// Each slot's distance modulo four, two bits each.
    remainders: u64,
    facts: Facts,
}

/// What a move does to a part.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The two cells that change in its map.
    toggled: u16,
    /// Where in a record the region of the blank's new cell is.
    region: u8,
    /// Whether the tile goes to a later cell: 0, or 1 if to an earlier one.
    back: u8,
    /// Where in the board the tiles are that it passes. Where there are none, the blank: it counts
    /// for nothing.
    passed: [u8; MOST_PASSED],
}

/// The numbers of the maps of a space, and what is known of each.
struct Records {
    /// What the high byte of a map adds to its rank.
    high: [u16; 256],
    /// For each map its first block (16 bits) and then for each cell which of its regions it is in
    /// (three bits each).
    records: Box<[u64]>,
}

/// The rank of each byte among those with as many bits.
static LOW_RANKS: [u16; 256] = {
    let mut ranks = [0; 256];
    let mut seen = [0; 9];
    let mut byte = 0;
    while byte < 256 {
        let bits = (byte as u8).count_ones() as usize;
        ranks[byte] = seen[bits];
        seen[bits] += 1;
        byte += 1;
    }
    ranks
};

impl Records {
    fn new(space: &PatternSpace) -> Result<Self, Misfit> {
        let large = |what, found: usize, most: usize| Misfit::Large { what, found: found as u64, most: most as u64 };
        if space.blocks() > 1 << 16 {
            return Err(large("blocks", space.blocks(), 1 << 16));
        }
        let mut records = vec![0; RECORDS];
        let mut high = [0; 256];
        for (rank, &map) in space.maps().iter().enumerate() {
            let byte = usize::from((map >> 8) as u8);
            // The first map with this high byte has the lowest low byte there is, of rank zero.
            if LOW_RANKS[usize::from(map as u8)] == 0 {
                high[byte] = rank as u16;
            }
            let regions = space.regions(rank);
            if regions.len() > 8 {
                return Err(large("regions of a map", regions.len(), 8));
            }
            let first = space.first_block(rank) as u64;
            records[rank] = regions.iter().enumerate().fold(first, |record, (number, &region)| {
                let cells = (0..MOST_CELLS).filter(|cell| region >> cell & 1 == 1);
                cells.fold(record, |record, cell| record | ((number as u64) << (16 + 3 * cell)))
            });
        }
        Ok(Self { high, records: records.into() })
    }
}

/// A part of a view.
struct CompactPart {
    table: Arc<PatternTable>,
    cells: Arc<[u8]>,
    /// The tiles by their labels, in the order of the table.
    labels: Vec<u8>,
    records: Arc<Records>,
}

/// What stands where a view has fewer parts. Made when it is needed: 128 KiB of zeros would be part
/// of the program.
static NO_RECORDS: LazyLock<Box<[u64; RECORDS]>> = LazyLock::new(|| Box::new([0; RECORDS]));

/// What a look-up in a part's table reads.
#[derive(Clone, Copy)]
struct Reader<'a> {
    high: &'a [u16; 256],
    records: &'a [u64; RECORDS],
    data: &'a [u8],
    block_bits: usize,
}

/// A look-up that is asked for but not read yet.
#[derive(Clone, Copy)]
struct Pending<'a> {
    maps: u64,
    permutations: u64,
    byte: &'a u8,
    bit: u32,
    slot: u32,
}

impl Pending<'_> {
    /// Whether the part is now one move further away: 0 or 1. `remainders` are those before the
    /// move.
    ///
    /// The distance changed by one. Of `x`, the distance before modulo four, and `x + 1` bit 1
    /// differs if `x` is odd; so the distance has grown if the entry is bit 1 of `x` and `x` is
    /// even, or is not and `x` is odd.
    #[inline(always)]
    fn read(&self, remainders: u64) -> u32 {
        let before = (remainders >> (2 * self.slot)) as u32;
        (1 ^ (u32::from(*self.byte) >> self.bit) ^ before ^ (before >> 1)) & 1
    }

    /// The remainders after the move.
    #[inline(always)]
    fn remainders(&self, remainders: u64, up: u32) -> u64 {
        let shift = 2 * self.slot;
        let before = remainders >> shift & 3;
        // One more or one less, modulo four.
        let after = (before + 3 + 2 * u64::from(up)) & 3;
        remainders ^ ((before ^ after) << shift)
    }
}

/// Expands boards of at most 16 cells with tables of one bit an entry.
pub struct Compact {
    moves: Moves<u16>,
    /// Parts of the first view in the first half.
    parts: [Option<CompactPart>; SLOTS],
    views: usize,
    /// The most cells between neighbours.
    passed: usize,
    /// By view and label: the slot of the tile's part.
    slots: [[u8; MOST_CELLS]; 2],
    /// By slot, the blank's cell and direction.
    steps: [Step; SLOTS * 4 * MOST_CELLS],
    /// By view, [`Step::back`], and the labels of the tile that moves and of the one it passes: the
    /// change of the rank.
    deltas: [i16; 4 * MOST_CELLS * MOST_CELLS],
}

impl Compact {
    /// A kernel for a frame. Each view holds every tile once; of the second one only those states
    /// are looked up that the first does not prune.
    pub fn new(frame: Frame, views: &[Vec<PartView>], automaton: &Automaton) -> Result<Self, Misfit> {
        let shape = frame.shape();
        Capacity { cells: MOST_CELLS, states: usize::from(NOWHERE) - 1 }.check(shape, views, automaton)?;
        let word = |state: u32| if state == Automaton::FORBIDDEN { NOWHERE } else { state as u16 };
        let mut kernel = Self {
            moves: Moves::new(frame, automaton, word),
            parts: [const { None }; SLOTS],
            views: views.len(),
            passed: 0,
            slots: [[0; MOST_CELLS]; 2],
            steps: [Step::default(); SLOTS * 4 * MOST_CELLS],
            deltas: [0; 4 * MOST_CELLS * MOST_CELLS],
        };
        for (number, view) in views.iter().enumerate() {
            kernel.add_view(number, view)?;
        }
        Ok(kernel)
    }

    fn add_view(&mut self, number: usize, view: &[PartView]) -> Result<(), Misfit> {
        let shape = self.moves.frame.shape();
        let mut held = Vec::new();
        for (part, PartView { table, cells }) in view.iter().enumerate() {
            let slot = PARTS * number + part;
            check_table(table, cells, Encoding::Bits, shape)?;
            let labels = labels_of_part(self.moves.frame, table.homes(), cells);
            held.extend_from_slice(&labels);
            for &label in &labels {
                self.slots[number][usize::from(label)] = slot as u8;
            }
            self.add_deltas(number, &labels);
            self.add_steps(slot, table.space(), cells);
            let same = |other: &&CompactPart| Arc::ptr_eq(other.table.space(), table.space());
            let records = match self.parts.iter().flatten().find(same) {
                Some(other) => Arc::clone(&other.records),
                None => Arc::new(Records::new(table.space())?),
            };
            let (table, cells) = (Arc::clone(table), Arc::clone(cells));
            self.parts[slot] = Some(CompactPart { table, cells, labels, records });
        }
        check_cover(self.moves.frame, &held)
    }

    /// How the rank of a permutation changes if a tile moves past another to a later cell: the
    /// digit of the one that comes first in the order of tiles changes by one.
    fn add_deltas(&mut self, view: usize, labels: &[u8]) {
        let weight = |index: usize| (1..labels.len() - index).product::<usize>() as i16;
        for (i, &moved) in labels.iter().enumerate() {
            for (j, &passed) in labels.iter().enumerate().filter(|&(j, _)| j != i) {
                let delta = if i < j { weight(i) } else { -weight(j) };
                self.deltas[delta_index(view, 0, moved) + usize::from(passed)] = delta;
                self.deltas[delta_index(view, 1, moved) + usize::from(passed)] = -delta;
            }
        }
    }

    fn add_steps(&mut self, slot: usize, space: &PatternSpace, cells: &[u8]) {
        let shape = self.moves.frame.shape();
        for blank in shape.all_cells() {
            for (code, &direction) in DIRECTIONS.iter().enumerate() {
                let Some(target) = shape.neighbour(blank, direction) else { continue };
                let (to, from) = (cells[blank.index()], cells[target.index()]);
                let between = to.min(from) + 1..to.max(from);
                let mut passed = [4 * blank.0 as u8; MOST_PASSED];
                let passes = (0..shape.cells()).filter(|&cell| between.contains(&cells[cell]));
                for (place, cell) in passed.iter_mut().zip(passes) {
                    *place = 4 * cell as u8;
                }
                self.passed = self.passed.max(between.len());
                debug_assert!(between.len() <= MOST_PASSED && between.len() < space.shape().cols().max(1));
                self.steps[step_index(slot, 4 * blank.index() + code)] =
                    Step { toggled: (1 << to) | (1 << from), region: 16 + 3 * from, back: u8::from(to < from), passed };
            }
        }
    }

    /// The tables, for moves that pass at most `PASSED` tiles.
    fn look_ups<const PASSED: usize>(&self) -> CompactLookUps<'_, PASSED> {
        let nothing = Reader { high: &LOW_RANKS, records: &NO_RECORDS, data: &[0], block_bits: 0 };
        let mut readers = [nothing; SLOTS];
        for (reader, part) in readers.iter_mut().zip(&self.parts) {
            if let Some(CompactPart { table, records, .. }) = part {
                let (data, block_bits) = (table.data(), table.space().bits_per_block());
                let found = records.records.first_chunk().unwrap_or(&NO_RECORDS);
                *reader = Reader { high: &records.high, records: found, data, block_bits };
            }
        }
        CompactLookUps { kernel: self, readers }
    }

    fn run_with<const VIEWS: usize, const PASSED: usize>(
        &self,
        stack: &mut Vec<Node>,
        bound: Cost,
        quota: u64,
        tally: &mut KernelTally,
    ) -> Option<u64> {
        batches::run::<VIEWS, BATCH, CHILDREN, _>(&self.look_ups::<PASSED>(), stack, bound, quota, tally)
    }
}

/// The kernel and what its look-ups read.
struct CompactLookUps<'a, const PASSED: usize> {
    kernel: &'a Compact,
    readers: [Reader<'a>; SLOTS],
}

impl<'a, const PASSED: usize> LookUps for CompactLookUps<'a, PASSED> {
    type Node = Node;
    type Pending = Pending<'a>;
    type Words = u16;

    const NOTHING: Pending<'a> = Pending { maps: 0, permutations: 0, byte: &0, bit: 0, slot: 0 };
    const DOUBTS: bool = false;

    #[inline(always)]
    fn row(&self, node: &Node) -> &[u16; 4] {
        &self.kernel.moves.rows[node.facts.words()]
    }

    #[inline(always)]
    fn child(&self, number: usize, node: &Node, code: usize, words: u16) -> (Child, bool) {
        let turn = 4 * (node.facts.blank() % MOST_CELLS) + code;
        let tile = (node.board >> (4 * (self.kernel.moves.targets[turn] & 15))) as usize % MOST_CELLS;
        (Child::new(number, tile, turn, u32::from(words)), words != NOWHERE)
    }

    #[inline(always)]
    fn look_up(&self, view: usize, node: &Node, child: Child) -> Pending<'a> {
        let (tile, turn) = (child.tile() % MOST_CELLS, child.turn() % (4 * MOST_CELLS));
        let slot = usize::from(self.kernel.slots[view][tile]) % SLOTS;
        let step = &self.kernel.steps[step_index(slot, turn)];
        let shift = 16 * (slot % PARTS);
        let maps = node.maps[view] ^ (u64::from(step.toggled) << shift);
        let row = delta_index(view, step.back, tile as u8);
        let delta =
            |place: &u8| i64::from(self.kernel.deltas[row + (node.board >> (place & 63)) as usize % MOST_CELLS]);
        let change: i64 = step.passed[..PASSED].iter().map(delta).sum();
        // INVARIANT: the rank stays one of its permutations, so nothing is carried into the next
        // part's.
        let permutations = node.permutations[view].wrapping_add((change as u64) << shift);
        let map = (maps >> shift) as u16;
        let reader = &self.readers[slot];
        let rank = LOW_RANKS[usize::from(map as u8)] + reader.high[usize::from(map >> 8)];
        let record = reader.records[usize::from(rank) % RECORDS];
        let block = (record & 0xFFFF) + (record >> (step.region & 63) & 7);
        let entry = block as usize * reader.block_bits + usize::from((permutations >> shift) as u16);
        let byte = &reader.data[entry / 8];
        prefetch(byte);
        Pending { maps, permutations, byte, bit: entry as u32 % 8, slot: slot as u32 }
    }

    #[inline(always)]
    fn read(&self, node: &Node, pending: &Pending<'a>) -> u8 {
        pending.read(node.remainders) as u8
    }

    #[inline(always)]
    fn passes(&self, node: &Node, _: &Pending<'a>, up: u8) -> bool {
        node.facts.slack(0) >= i64::from(up)
    }

    #[inline(always)]
    fn is_doubtful(_: u8) -> bool {
        false
    }

    #[inline(always)]
    fn settle(&self, _: usize, _: &Node, _: Child, up: u8) -> u8 {
        up
    }

    #[inline(always)]
    fn make<const VIEWS: usize>(
        &self,
        node: &Node,
        child: Child,
        (first, up): (&Pending<'a>, u8),
        (second, second_up): (&Pending<'a>, u8),
        bound: Cost,
    ) -> (Node, bool) {
        let facts = node.facts;
        let (turn, tile) = (child.turn() % (4 * MOST_CELLS), (child.tile() % MOST_CELLS) as u64);
        let (blank, target) = (facts.blank() % MOST_CELLS, u64::from(self.kernel.moves.targets[turn]) & 15);
        let mut remainders = first.remainders(node.remainders, up.into());
        // With one view, both are the same.
        let mut slack = [facts.slack(0) - i64::from(up); 2];
        let mut maps = [first.maps, node.maps[1]];
        let mut permutations = [first.permutations, node.permutations[1]];
        if VIEWS == 2 {
            remainders = second.remainders(remainders, second_up.into());
            slack[1] = facts.slack(1) - i64::from(second_up);
            maps[1] = second.maps;
            permutations[1] = second.permutations;
        }
        let depth = bound.wrapping_sub(facts.left());
        let made = Node {
            // The blank's label is zero.
            board: node.board ^ (tile << (4 * target)) ^ (tile << (4 * blank)),
            maps,
            permutations,
            path: node.path | remembered(turn as u64 % 4, depth),
            remainders,
            facts: facts.after(child.words(), target, slack),
        };
        (made, slack[1] >= 0)
    }
}

impl TableNode for Node {
    const EMPTY: Self =
        Self { board: 0, maps: [0; 2], permutations: [0; 2], path: 0, remainders: 0, facts: Facts::EMPTY };

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

impl TableKernel for Compact {
    type Node = Node;
    type Words = u16;

    fn moves(&self) -> &Moves<u16> {
        &self.moves
    }

    fn home(&self, node: &Node, cell: usize) -> u8 {
        label_of(self.moves.frame, (node.board >> (4 * cell)) as u8 & 15)
    }

    fn node(&self, cells: &[u8], words: u32, left: Option<Cost>, path: u64) -> Node {
        let mut board = 0;
        let mut places = [0; MOST_CELLS];
        for (cell, &home) in cells.iter().enumerate().take(self.moves.frame.shape().cells()) {
            let label = label_of(self.moves.frame, home) & 15;
            board |= u64::from(label) << (4 * cell);
            places[usize::from(label)] = cell;
        }
        let mut node = Node { board, path, ..Node::EMPTY };
        let mut estimates = [0; 2];
        for (slot, part) in self.parts.iter().enumerate() {
            let Some(part) = part else { continue };
            let (view, shift) = (slot / PARTS, 16 * (slot % PARTS));
            let seen = |label: u8| part.cells[places[usize::from(label)]];
            let cells: Vec<u8> = part.labels.iter().map(|&label| seen(label)).collect();
            let (map, permutation) = map_and_permutation(&cells);
            node.maps[view] |= map << shift;
            node.permutations[view] |= (permutation as u64) << shift;
            let distance = part.table.distance(&cells, usize::from(seen(0)));
            node.remainders |= u64::from(distance & 3) << (2 * slot);
            estimates[view] += distance;
        }
        // All estimates have the parity of the solutions: each is the number of moves of all tiles,
        // less some pairs.
        let left = left.unwrap_or(estimates[0].max(estimates[1])).min(MOST_LEFT);
        if self.views == 1 {
            estimates[1] = estimates[0];
        }
        let slack = estimates.map(|estimate| (i64::from(left) - i64::from(estimate)) >> 1);
        node.facts = Facts::new(u64::from(words), places[0] as u64, left, slack);
        node
    }

    fn children_of(&self, node: &Node, depth: u32, children: &mut Vec<Node>) {
        let look_ups = self.look_ups::<MOST_PASSED>();
        match self.views {
            1 => batches::children::<1, _>(&look_ups, node, depth, children),
            _ => batches::children::<2, _>(&look_ups, node, depth, children),
        }
    }

    fn run_batches(&self, stack: &mut Vec<Node>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64> {
        match (self.views, self.passed) {
            (1, ..=3) => self.run_with::<1, 3>(stack, bound, quota, tally),
            (1, _) => self.run_with::<1, MOST_PASSED>(stack, bound, quota, tally),
            (_, ..=3) => self.run_with::<2, 3>(stack, bound, quota, tally),
            _ => self.run_with::<2, MOST_PASSED>(stack, bound, quota, tally),
        }
    }
}

/// Where the changes of ranks for a moved tile begin.
#[inline(always)]
fn delta_index(view: usize, back: u8, moved: u8) -> usize {
    ((view & 1) * 2 + usize::from(back & 1)) * 256 + usize::from(moved & 15) * 16
}

#[inline(always)]
fn step_index(slot: usize, turn: usize) -> usize {
    (slot % SLOTS) * 64 + turn % 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Shape;
    use crate::solvers::tiles::kernel_checks::{SAMPLES, Sample, SampleBoard, check_kernel, deepen};

    fn sample_and_kernel(board: SampleBoard, length: usize) -> (Sample, Compact) {
        let sample = Sample::new(board, Encoding::Bits, length);
        let kernel = Compact::new(sample.frame, &sample.views, &sample.automaton).unwrap();
        (sample, kernel)
    }

    #[test]
    fn nodes_batches_and_costs_are_right() {
        check_kernel(SAMPLES, sample_and_kernel, Sample::estimate);
    }

    /// The first of Korf's boards: a change of the order of moves, the automaton, the tables or the
    /// batches shows.
    #[test]
    fn known_counts() {
        let (_, kernel) = sample_and_kernel((4, 4, 0, "5-5-5"), 10);
        let start = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
        let mut tally = KernelTally::default();
        assert_eq!(deepen(&kernel, &start, u64::MAX, &mut tally).0, 57);
        assert_eq!(tally, KernelTally { expanded: 97_943, generated: 193_499, evaluated: 310_569 });
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let sample = Sample::new((3, 3, 0, "4-4"), Encoding::Bits, 2);
        let refused = |frame, views: &[Vec<PartView>], automaton| {
            Compact::new(frame, views, automaton).map_or_else(|misfit| misfit.to_string(), |_| String::new())
        };
        let automaton = &sample.automaton;
        let (view, frame) = (&sample.views[0], sample.frame);
        assert_eq!(refused(frame, &[], automaton), "0 views: expected one or two");
        assert_eq!(refused(frame, &[vec![]], automaton), "a view of 0 parts: expected 1 to 4");
        let half = vec![view[0].clone()];
        assert!(refused(frame, &[half], automaton).ends_with("is in 0 parts of a view: expected one"));
        let twice = vec![view[0].clone(), view[1].clone(), view[1].clone()];
        assert!(refused(frame, &[twice], automaton).ends_with("is in 2 parts of a view: expected one"));
        let bytes = Sample::new((3, 3, 0, "4-4"), Encoding::Bytes, 2);
        assert!(refused(frame, &bytes.views, automaton).ends_with("expected one of bits for a 3x3 board"));
        let large = Sample::new((4, 5, 0, "2,3/4,5"), Encoding::Bits, 2);
        assert_eq!(refused(large.frame, &large.views, automaton), "a 4x5 board: expected at most 16 cells");
        let other = Sample::new((2, 4, 0, "4-3"), Encoding::Bits, 2);
        assert!(refused(frame, &other.views, automaton).starts_with("a table of bits for a 2x4 board"));
        let long = Automaton::new(Shape::new(4, 4).unwrap(), 15);
        assert!(refused(frame, &sample.views, &long).ends_with("states of the automaton: expected at most 65534"));
    }
}
