//! Boards of at most 25 cells with sparse tables.
//!
//! A node keeps for every part of every view its [`SparseTable`] index and the entry there: a move
//! changes one of each. An entry is half of what the part's estimate is above Manhattan distance,
//! and Manhattan distance is the same in all views. So a node keeps for each view half of what a
//! solution may be longer than the estimate; a move takes from it one if the tile goes away from
//! its home, and the growth of the entry.
//!
//! PERF: what is hot is the look-up, in tables of some hundred megabytes: [`Sparse::run`] works on
//! 64 nodes at a time in phases without a branch that depends on data, and asks for all entries of
//! a phase before it reads the first. On the 24-puzzle with four tables of six tiles, one thread
//! makes 60 to 70 million children a second; 16 nodes at a time are a tenth slower, 32 a twentieth,
//! and without AVX2 and BMI2 64 are too. Rows of the automaton in 16 instead of 32 bits gain
//! nothing that can be measured.

use std::sync::Arc;

use crate::core::Cost;
use crate::domains::tiles::Cell;
use crate::domains::tiles::frame::Frame;
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::kernel::{DIRECTIONS, Kernel, KernelTally, Saved, label_of, remembered};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::sparse_table::SparseTable;
use crate::store::instructions::{Work, with_instructions};
use crate::store::prefetch::prefetch;

/// Boards may have so many cells: nodes hold their tiles in five bits.
pub const MOST_CELLS: usize = 25;

/// So many nodes are expanded at a time.
const BATCH: usize = 64;
/// The most children they have.
const CHILDREN: usize = 4 * BATCH;
/// The most parts of a view.
const PARTS: usize = 4;
/// The most parts of all views.
const SLOTS: usize = 2 * PARTS;
/// Cells and labels are below this.
const CELLS: usize = 32;
/// States of the automaton are below this.
const MOST_STATES: usize = 1 << 24;
/// More moves than this are never left.
const MOST_LEFT: Cost = (1 << 10) - 1;

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

/// The small fields of a node: from bit 0 on the automaton's state (24 bits), the blank's cell (8),
/// the moves left (10) and for each view half the moves that a solution may be longer than the
/// estimate (11, signed).
///
/// PERF: one word that is written at once, since reading back what was written in pieces has to
/// wait for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts(u64);

impl Facts {
    #[inline(always)]
    fn new(words: u64, blank: u64, left: u64, slack: [i64; 2]) -> Self {
        let slack = ((slack[0] as u64 & 0x7FF) << 42) | ((slack[1] as u64) << 53);
        Self(words | (blank << 24) | (left << 32) | slack)
    }

    #[inline(always)]
    fn words(self) -> usize {
        self.0 as usize % MOST_STATES
    }

    #[inline(always)]
    fn blank(self) -> usize {
        (self.0 >> 24) as usize % CELLS
    }

    #[inline(always)]
    fn left(self) -> u64 {
        (self.0 >> 32) & u64::from(MOST_LEFT)
    }

    #[inline(always)]
    fn slack(self, view: usize) -> i64 {
        ((self.0 << (11 * (1 - view))) as i64) >> 53
    }
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

/// A child to be made: the number of its parent in the batch, the label of the tile that moves,
/// four times the blank's cell plus the direction (8 bits each), and from bit 32 on the automaton's
/// state.
#[derive(Clone, Copy)]
struct Child(u64);

impl Child {
    #[inline(always)]
    fn new(node: usize, tile: u8, turn: usize, words: u32) -> Self {
        Self(node as u64 | (u64::from(tile) << 8) | ((turn as u64) << 16) | (u64::from(words) << 32))
    }

    #[inline(always)]
    fn node(self) -> usize {
        self.0 as usize % BATCH
    }

    #[inline(always)]
    fn tile(self) -> usize {
        (self.0 >> 8) as usize % CELLS
    }

    #[inline(always)]
    fn turn(self) -> usize {
        (self.0 >> 16) as usize % (4 * CELLS)
    }

    #[inline(always)]
    fn words(self) -> u64 {
        self.0 >> 32
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
    frame: Frame,
    /// Parts of the first view in the first half.
    parts: [Option<SparsePart>; SLOTS],
    views: usize,
    rows: Box<[[u32; 4]]>,
    starts: [u32; CELLS],
    /// Where the blank goes: by its cell and direction. Where it cannot go, anything.
    targets: [u8; 4 * CELLS],
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
        if shape.cells() > MOST_CELLS {
            return Err(Misfit::Cells { shape, most: MOST_CELLS });
        }
        if !(1..=2).contains(&views.len()) {
            return Err(Misfit::Views(views.len()));
        }
        let states = automaton.rows().len();
        if states > MOST_STATES {
            return Err(Misfit::Large {
                what: "states of the automaton",
                found: states as u64,
                most: MOST_STATES as u64,
            });
        }
        let mut kernel = Self {
            frame,
            parts: [const { None }; SLOTS],
            views: views.len(),
            rows: automaton.rows().into(),
            starts: [0; CELLS],
            targets: [0; 4 * CELLS],
            changed: [[0; CELLS]; 4 * CELLS],
            away: [0; CELLS * 4 * CELLS],
            movers: [[Mover::default(); CELLS]; 2],
            shifts: [0; SLOTS * 4 * CELLS],
        };
        for cell in shape.all_cells() {
            kernel.starts[cell.index()] = automaton.start(cell.index());
            for (code, &direction) in DIRECTIONS.iter().enumerate() {
                let Some(target) = shape.neighbour(cell, direction) else { continue };
                let turn = 4 * cell.index() + code;
                kernel.targets[turn] = target.0 as u8;
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
        let shape = self.frame.shape();
        if !(1..=PARTS).contains(&view.len()) {
            return Err(Misfit::Parts(view.len()));
        }
        let mut held = [0; CELLS];
        for (part, (table, cells)) in view.iter().enumerate() {
            let slot = PARTS * number + part;
            if (table.shape().cells(), cells.len()) != (shape.cells(), shape.cells()) {
                let (found, expected) = (format!("a {} board", table.shape()), format!("a {shape} board"));
                return Err(Misfit::Table { found, expected });
            }
            let home = |&image: &u8| cells.iter().position(|&cell| cell == image).map(|home| home as u8);
            let labels: Vec<u8> =
                table.homes().iter().filter_map(home).map(|home| label_of(self.frame, home)).collect();
            for (&label, value) in labels.iter().zip(table.place_values()) {
                held[usize::from(label)] += 1;
                self.movers[number][usize::from(label)] = Mover { value: value << 4, slot: slot as u32 };
            }
            for (turn, &target) in self.targets.iter().enumerate().take(4 * shape.cells()) {
                let (to, from) = (cells[turn / 4], cells[usize::from(target)]);
                self.shifts[shift_index(slot, turn)] = to as i8 - from as i8;
            }
            self.parts[slot] = Some(SparsePart { table: Arc::clone(table), cells: Arc::clone(cells), labels });
        }
        for home in (0..shape.cells()).filter(|&home| home != self.frame.blank().index()) {
            let parts = held[usize::from(label_of(self.frame, home as u8))];
            if parts != 1 {
                return Err(Misfit::Cover { home, parts });
            }
        }
        Ok(())
    }

    fn tables(&self) -> [&[u8]; SLOTS] {
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|slot: usize| self.parts[slot].as_ref().map_or(&[0][..], |part| part.table.nibbles()))
    }

    /// Finds a child's entry in a view's table.
    #[inline(always)]
    fn look_up<'a>(&self, tables: &[&'a [u8]; SLOTS], view: usize, node: &Node, child: Child) -> Pending<'a> {
        let (tile, turn) = (child.tile(), child.turn());
        let mover = self.movers[view][tile];
        let slot = mover.slot as usize % SLOTS;
        let shift = self.shifts[shift_index(slot, turn)];
        let spot = node.spots[slot].wrapping_add((i32::from(shift) as u32).wrapping_mul(mover.value));
        let away = i64::from(self.away[away_index(tile, turn)]);
        let room = node.facts.slack(view) - away + i64::from(spot & 15);
        Pending { byte: &tables[slot][spot as usize >> 5], spot, room: room as i16, slot: slot as u8 }
    }

    /// See [`Kernel::run`].
    #[inline(always)]
    fn run_batches<const VIEWS: usize>(
        &self,
        stack: &mut Vec<Node>,
        bound: Cost,
        quota: u64,
        tally: &mut KernelTally,
    ) -> Option<u64> {
        let tables = self.tables();
        let nothing = Pending { byte: &0, spot: 0, room: 0, slot: 0 };
        let mut nodes = [Node::EMPTY; BATCH];
        let mut children = [Child(0); CHILDREN];
        let mut first = [nothing; CHILDREN];
        let mut left_over = [(0_u8, 0_u8); CHILDREN];
        let mut second = [nothing; CHILDREN];
        let mut found = None;
        let mut expanded = 0;
        let mut top = stack.len();
        while top > 0 && expanded < quota && found.is_none() {
            // 1. Take the nodes. They are copied, since their children will lie where they are now.
            let taken = top.min(BATCH);
            top -= taken;
            nodes[..taken].copy_from_slice(&stack[top..top + taken]);
            expanded += taken as u64;
            nodes[..taken].iter().for_each(|node| prefetch(&self.rows[node.facts.words()]));

            // 2. List the children that the automaton lets pass.
            let mut listed = 0;
            for (number, node) in nodes[..taken].iter().enumerate() {
                let row = self.rows[node.facts.words()];
                for (code, &words) in row.iter().enumerate() {
                    let turn = 4 * node.facts.blank() + code;
                    let tile = node.cells[usize::from(self.targets[turn]) % CELLS];
                    children[listed % CHILDREN] = Child::new(number, tile, turn, words);
                    listed += usize::from(words != Automaton::FORBIDDEN);
                }
            }
            tally.generated += listed as u64;

            // 3. Find their entries in the first view, and ask for them.
            for (child, pending) in children[..listed].iter().zip(&mut first) {
                *pending = self.look_up(&tables, 0, &nodes[child.node()], *child);
                prefetch(pending.byte);
            }

            // 4. Read them, and keep those that may be near enough.
            let mut kept = 0;
            for (number, pending) in first[..listed].iter().enumerate() {
                let entry = pending.read();
                left_over[kept % CHILDREN] = (number as u8, entry as u8);
                kept += usize::from(pending.slack(entry) >= 0);
            }
            tally.evaluated += (listed + (VIEWS - 1) * kept) as u64;

            // 5. The same with the second view.
            if VIEWS == 2 {
                for (&(number, _), pending) in left_over[..kept].iter().zip(&mut second) {
                    let child = children[usize::from(number) % CHILDREN];
                    *pending = self.look_up(&tables, 1, &nodes[child.node()], child);
                    prefetch(pending.byte);
                }
            }

            // 6. Write all to the stack, one over the other where one is too far away.
            if stack.len() < top + CHILDREN {
                stack.resize(top + CHILDREN, Node::EMPTY);
            }
            let Some(free) = stack[top..].first_chunk_mut::<CHILDREN>() else { break };
            let (mut pushed, mut ended) = (0, false);
            for (&(number, entry), second) in left_over[..kept].iter().zip(&second) {
                let number = usize::from(number) % CHILDREN;
                let (child, first) = (children[number], &first[number]);
                let (made, alive) =
                    self.make::<VIEWS>(&nodes[child.node()], child, first, u32::from(entry), second, bound);
                free[pushed % CHILDREN] = made;
                ended |= alive & (made.facts.left() == 0);
                pushed += usize::from(alive);
            }
            if ended {
                found = free[..pushed].iter().find(|made| made.facts.left() == 0).map(|made| made.path);
            }
            top += pushed;
        }
        stack.truncate(top);
        tally.expanded += expanded;
        found
    }

    /// Makes a child whose entries are there, and tells whether the second view does not prune it.
    /// `entry` is what was read in the first one.
    #[inline(always)]
    fn make<const VIEWS: usize>(
        &self,
        node: &Node,
        child: Child,
        first: &Pending<'_>,
        entry: u32,
        second: &Pending<'_>,
        bound: Cost,
    ) -> (Node, bool) {
        let facts = node.facts;
        let (turn, tile) = (child.turn(), child.tile());
        // With one view, both are the same.
        let mut slack = [first.slack(entry); 2];
        let mut spots = node.spots;
        replace(&mut spots, node.spots[first.slot as usize % SLOTS], first, entry);
        if VIEWS == 2 {
            let entry = second.read();
            slack[1] = second.slack(entry);
            replace(&mut spots, node.spots[second.slot as usize % SLOTS], second, entry);
        }
        let left = facts.left().wrapping_sub(1) & u64::from(MOST_LEFT);
        let depth = bound.wrapping_sub(facts.left() as Cost);
        let made = Node {
            cells: with_moved(&node.cells, &self.changed[turn], tile),
            spots,
            path: node.path | remembered(turn as u64 % 4, depth),
            facts: Facts::new(child.words(), u64::from(self.targets[turn]), left, slack),
        };
        (made, slack[1] >= 0)
    }

    /// The state of the automaton before the first move from a board.
    fn start(&self, cells: &[u8]) -> u32 {
        let blank = cells.iter().position(|&home| Cell(u16::from(home)) == self.frame.blank()).unwrap_or(0);
        self.starts[blank % CELLS]
    }

    /// The state of a board, with all that a node keeps found from scratch.
    fn node(&self, cells: &[u8], words: u32, left: Option<Cost>, path: u64) -> Node {
        let shape = self.frame.shape();
        let mut node = Node { path, ..Node::EMPTY };
        let mut places = [0; CELLS];
        let mut manhattan = 0;
        for (cell, &home) in cells.iter().enumerate().take(shape.cells()) {
            let label = label_of(self.frame, home) % CELLS as u8;
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
        node.facts = Facts::new(u64::from(words), places[0] as u64, u64::from(left), slack);
        node
    }
}

impl Node {
    const EMPTY: Self = Self { cells: [0; CELLS], spots: [0; SLOTS], path: 0, facts: Facts(0) };
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
        self.kernel.run_batches::<VIEWS>(self.stack, self.bound, self.quota, self.tally)
    }
}

impl Kernel for Sparse {
    type Node = Node;

    fn root(&self, cells: &[u8]) -> Node {
        self.node(cells, self.start(cells), None, 0)
    }

    fn left(&self, node: &Node) -> Cost {
        node.facts.left() as Cost
    }

    fn lift(&self, node: &mut Node, more: Cost) {
        let facts = node.facts;
        let left = (facts.left() + u64::from(more)).min(u64::from(MOST_LEFT));
        let slack = [0, 1].map(|view| (facts.slack(view) + i64::from(more / 2)).min(i64::from(MOST_LEFT)));
        node.facts = Facts::new(facts.words() as u64, facts.blank() as u64, left, slack);
    }

    fn is_alive(&self, node: &Node) -> bool {
        node.facts.slack(0) >= 0 && node.facts.slack(1) >= 0
    }

    fn children(&self, node: &Node, depth: u32, children: &mut Vec<Node>) {
        let tables = self.tables();
        let facts = node.facts;
        let row = self.rows[facts.words()];
        for (code, &words) in row.iter().enumerate().filter(|&(_, &words)| words != Automaton::FORBIDDEN) {
            let turn = 4 * facts.blank() + code;
            let tile = node.cells[usize::from(self.targets[turn]) % CELLS];
            let child = Child::new(0, tile, turn, words);
            let first = self.look_up(&tables, 0, node, child);
            let second = if self.views == 2 { self.look_up(&tables, 1, node, child) } else { first };
            let bound = depth + facts.left() as Cost;
            let (made, _) = if self.views == 2 {
                self.make::<2>(node, child, &first, first.read(), &second, bound)
            } else {
                self.make::<1>(node, child, &first, first.read(), &second, bound)
            };
            children.push(made);
        }
    }

    fn run(&self, stack: &mut Vec<Node>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64> {
        if self.views == 1 {
            with_instructions(Batches::<1> { kernel: self, stack, bound, quota, tally })
        } else {
            with_instructions(Batches::<2> { kernel: self, stack, bound, quota, tally })
        }
    }

    fn key(&self, node: &Node) -> u128 {
        let homes = node.cells[..self.frame.shape().cells()].iter().map(|&label| label_of(self.frame, label));
        let bits = if self.frame.shape().cells() <= 16 { 4 } else { 5 };
        homes.enumerate().fold(0, |key, (cell, home)| key | (u128::from(home) << (bits * cell)))
    }

    fn save(&self, node: &Node) -> Saved {
        Saved {
            cells: node.cells[..self.frame.shape().cells()].iter().map(|&label| label_of(self.frame, label)).collect(),
            words: node.facts.words() as u32,
            left: self.left(node),
            path: node.path,
        }
    }

    fn restore(&self, saved: &Saved) -> Node {
        // A state that the automaton does not have may be one of a longer automaton: starting anew
        // prunes less, never too much.
        let known = usize::try_from(saved.words).is_ok_and(|words| words < self.rows.len());
        let words = if known { saved.words } else { self.start(&saved.cells) };
        self.node(&saved.cells, words, Some(saved.left), saved.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::tiles::kernel_checks::{
        SAMPLES, Sample, check_costs, check_counts, check_nodes, for_each_walk, frame_and_views,
    };
    use crate::tables::partition::PartView;
    use crate::tables::table::{Encoding, PatternTable};

    /// Beyond 16 cells too.
    const LARGER: [(usize, usize, usize, &str); 2] = [(4, 5, 0, "5-5-5-4"), (3, 7, 1, "5-5-5-5")];

    fn views(sample: &Sample) -> Vec<Vec<SparseView>> {
        let sparse = |part: &PartView| {
            let table = SparseTable::new(&part.table, &mut || Ok(())).unwrap();
            (Arc::new(table), Arc::clone(&part.cells))
        };
        sample.views.iter().map(|view| view.iter().map(sparse).collect()).collect()
    }

    fn sample_and_kernel(board: (usize, usize, usize, &str), length: usize) -> (Sample, Sparse) {
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
    fn nodes_are_updated_as_if_made_from_scratch() {
        for board in SAMPLES.into_iter().chain(LARGER) {
            let (sample, kernel) = sample_and_kernel(board, 6);
            check_nodes(&sample, &kernel, |cells| estimate(&sample, cells));
        }
    }

    #[test]
    fn batches_make_the_children_that_are_made_one_at_a_time() {
        for board in SAMPLES.into_iter().chain(LARGER) {
            let (sample, kernel) = sample_and_kernel(board, 8);
            check_counts(&sample, &kernel);
        }
    }

    #[test]
    fn costs_are_those_of_a_breadth_first_search() {
        for board in SAMPLES.into_iter().filter(|(rows, cols, ..)| rows * cols <= 9) {
            let (sample, kernel) = sample_and_kernel(board, 10);
            check_costs(&sample, &kernel, 101);
        }
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
