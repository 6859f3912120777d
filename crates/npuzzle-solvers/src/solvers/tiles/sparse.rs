//! Boards of at most 25 cells with tables of pairs ([`pairs`](crate::tables::pairs)).
//!
//! A node keeps for every part of every view the index into its table and the number there that is
//! true of the blank's region: a move changes one of each, since to the parts of other tiles the
//! blank stays in its region. The number is half of what the part's estimate is above Manhattan
//! distance, and Manhattan distance is the same in all views. So a node keeps for each view half of
//! what a solution may be longer than the estimate; a move takes from it one if the tile goes away
//! from its home, and the growth of the number.
//!
//! Only where an entry's two numbers differ, and the smaller does not prune the child, the blank's
//! region is looked at. A label therefore tells the tile's parts.
//!
//! PERF: 64 nodes are expanded at a time (`batches.rs`), in tables of some hundred megabytes. On
//! the 24-puzzle with four tables of six tiles, one thread makes 60 to 70 million children a
//! second; 16 nodes at a time are a tenth slower, 32 a twentieth, and without AVX2 and BMI2 64 are
//! too. Rows of the automaton in 16 instead of 32 bits gain nothing that can be measured.

use std::sync::Arc;

use crate::core::Cost;
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::batches::{self, Child, LookUps};
use crate::solvers::tiles::facts::{Facts, MOST_LEFT, MOST_STATES};
use crate::solvers::tiles::kernel::{DIRECTIONS, KernelTally, label_of, remembered};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::table_kernel::{
    CELLS, Capacity, Moves, PARTS, SLOTS, TableKernel, TableNode, check_cover, check_table, labels_of_part,
};
use crate::store::instructions::{Work, with_instructions};
use crate::store::prefetch::prefetch;
use crate::tables::pairs::{CODES, Entry, Pairs, is_pocket};
use crate::tables::partition::PartView;
use crate::tables::table::{Encoding, PatternTable};

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
    /// For each slot the index into its table, and in the last four bits the number there.
    spots: [u32; SLOTS],
    /// The first moves, two bits each.
    path: u64,
    facts: Facts,
}

/// A look-up that is asked for but not read yet.
#[derive(Clone, Copy)]
struct Pending<'a> {
    /// The code of the entry, with its neighbour's.
    codes: &'a u8,
    /// The new index, and the number at the old one.
    spot: u32,
    /// The largest number with which the child is alive.
    room: i16,
    slot: u8,
}

impl Pending<'_> {
    /// What is left of the slack if this is the number.
    #[inline(always)]
    fn slack(&self, number: u8) -> i64 {
        i64::from(self.room) - i64::from(number)
    }
}

/// What tiles are called in the boards of nodes: by their parts in both views, two bits each, and a
/// number from one on. The blank is called 0.
#[derive(Clone, Copy)]
struct Label(u8);

impl Label {
    /// The bits that tell the part in a view.
    #[inline(always)]
    fn part_bits(view: usize) -> u8 {
        3 << (2 * view)
    }

    /// The slot of its part in a view.
    #[inline(always)]
    fn slot(self, view: usize) -> usize {
        PARTS * view + (usize::from(self.0) >> (2 * view) & 3)
    }
}

/// Labels are below this.
const LABELS: usize = 1 << u8::BITS;

/// A part of a view.
struct SparsePart {
    table: Arc<PatternTable>,
    cells: Arc<[u8]>,
    /// The homes of the tiles, in the order of the table.
    homes: Vec<u8>,
}

/// Expands boards of at most 25 cells with tables of pairs.
pub struct Sparse {
    moves: Moves<u32>,
    /// Parts of the first view in the first half.
    parts: [Option<SparsePart>; SLOTS],
    views: usize,
    /// By the blank's cell and direction: all ones in the two cells that change.
    changed: [[u8; CELLS]; 4 * CELLS],
    /// By home, and for the blank's own home the blank.
    labels: [u8; CELLS],
    /// By label.
    homes: [u8; LABELS],
    /// By label, the blank's cell and direction: whether the tile goes away from its home.
    away: [u8; LABELS * 4 * CELLS],
    /// By view and label: what the tile's cell is multiplied by, times 16.
    values: [[u32; LABELS]; 2],
    /// By the blank's cell and direction: the cells beside the new one, without the old one; where
    /// there are fewer, the new one itself.
    around: [[u8; 4]; 4 * CELLS],
    /// By cell: the cells beside it; where there are fewer than four, one of them again.
    beside: [[u8; 4]; CELLS],
    /// By slot, the blank's cell and direction: how much later the tile's new cell is than its old
    /// one, in the table's frame.
    shifts: [i8; SLOTS * 4 * CELLS],
}

impl Sparse {
    /// A kernel for a frame. Each view holds every tile once; of the second one only those states
    /// are looked up that the first does not prune.
    pub fn new(frame: Frame, views: &[Vec<PartView>], automaton: &Automaton) -> Result<Self, Misfit> {
        let shape = frame.shape();
        Capacity { cells: MOST_CELLS, states: MOST_STATES }.check(shape, views, automaton)?;
        let mut kernel = Self {
            moves: Moves::new(frame, automaton, |state| state),
            parts: [const { None }; SLOTS],
            views: views.len(),
            changed: [[0; CELLS]; 4 * CELLS],
            labels: [0; CELLS],
            homes: [frame.blank().0 as u8; LABELS],
            away: [0; LABELS * 4 * CELLS],
            values: [[0; LABELS]; 2],
            around: [[0; 4]; 4 * CELLS],
            beside: [[0; 4]; CELLS],
            shifts: [0; SLOTS * 4 * CELLS],
        };
        for (number, view) in views.iter().enumerate() {
            kernel.add_view(number, view)?;
        }
        kernel.name_tiles();
        for cell in shape.all_cells() {
            let beside = |cell: Cell| DIRECTIONS.into_iter().filter_map(move |way| shape.neighbour(cell, way));
            for (place, beside) in kernel.beside[cell.index()].iter_mut().zip(beside(cell).cycle()) {
                *place = beside.0 as u8;
            }
            for target in DIRECTIONS.iter().map(|&direction| shape.neighbour(cell, direction)).enumerate() {
                let (code, Some(target)) = target else { continue };
                let turn = 4 * cell.index() + code;
                kernel.changed[turn][cell.index()] = u8::MAX;
                kernel.changed[turn][target.index()] = u8::MAX;
                kernel.around[turn] = [target.0 as u8; 4];
                let others = beside(target).filter(|&other| other != cell);
                for (place, other) in kernel.around[turn].iter_mut().zip(others) {
                    *place = other.0 as u8;
                }
                for home in shape.all_cells() {
                    let away = shape.distance(home, cell) > shape.distance(home, target);
                    kernel.away[away_index(kernel.labels[home.index()], turn)] = u8::from(away);
                }
            }
        }
        Ok(kernel)
    }

    fn add_view(&mut self, number: usize, view: &[PartView]) -> Result<(), Misfit> {
        let frame = self.moves.frame;
        let shape = frame.shape();
        let mut held = Vec::new();
        for (part, PartView { table, cells }) in view.iter().enumerate() {
            let slot = PARTS * number + part;
            check_table(table, cells, Encoding::Pairs, shape)?;
            let labels = labels_of_part(frame, table.homes(), cells);
            held.extend_from_slice(&labels);
            for (turn, &target) in self.moves.targets.iter().enumerate().take(4 * shape.cells()) {
                let (to, from) = (cells[turn / 4], cells[usize::from(target)]);
                self.shifts[shift_index(slot, turn)] = to as i8 - from as i8;
            }
            let homes = labels.iter().map(|&label| label_of(frame, label)).collect();
            self.parts[slot] = Some(SparsePart { table: Arc::clone(table), cells: Arc::clone(cells), homes });
        }
        check_cover(frame, &held)
    }

    /// Finds a label for each tile. INVARIANT: every view holds every tile.
    fn name_tiles(&mut self) {
        let mut counts = [0; 16];
        for home in self.moves.frame.shape().all_cells().filter(|&home| home != self.moves.frame.blank()) {
            let home = home.0 as u8;
            let places: Vec<(usize, u32)> = self
                .parts
                .iter()
                .enumerate()
                .filter_map(|(slot, part)| {
                    let part = part.as_ref()?;
                    let at = part.homes.iter().position(|&other| other == home)?;
                    Some((slot, part.table.place_values()[at]))
                })
                .collect();
            let parts = places.iter().map(|(slot, _)| (slot % PARTS) << (2 * (slot / PARTS))).sum::<usize>() % 16;
            counts[parts] += 1;
            // A part has at most eight tiles.
            let label = (parts | counts[parts] << 4) as u8;
            self.labels[usize::from(home)] = label;
            self.homes[usize::from(label)] = home;
            for (slot, value) in places {
                self.values[slot / PARTS][usize::from(label)] = value << 4;
            }
        }
    }

    fn look_ups(&self) -> SparseLookUps<'_> {
        let pairs = self.parts.each_ref().map(|part| part.as_ref().and_then(|part| part.table.pairs()));
        SparseLookUps {
            kernel: self,
            tables: pairs.map(|pairs| pairs.map_or(&[0][..], |pairs| pairs.codes())),
            entries: pairs.map(|pairs| pairs.map_or([Entry::default(); CODES], |pairs| *pairs.entries())),
        }
    }
}

/// The kernel and what its look-ups read.
struct SparseLookUps<'a> {
    kernel: &'a Sparse,
    /// The codes of each slot's table.
    tables: [&'a [u8]; SLOTS],
    /// What they stand for.
    entries: [[Entry; CODES]; SLOTS],
}

impl SparseLookUps<'_> {
    /// Whether the blank of a child is in a pocket of the part whose tile moves: in a region of at
    /// most two cells. The node's own cells are looked at. There the tile is still in the cell that
    /// becomes the blank's, so that cell counts as one of the part's; and where the blank is, the
    /// tile will be: no other cell beside the blank's new one is beside that one too.
    ///
    /// PERF: without a branch, since none could be foreseen.
    #[inline(always)]
    fn is_in_pocket(&self, view: usize, node: &Node, child: Child) -> bool {
        let (tile, bits) = (child.tile() as u8, Label::part_bits(view));
        let is_free = |cell: u8| usize::from((node.cells[usize::from(cell) % CELLS] ^ tile) & bits != 0);
        let around = &self.kernel.around[child.turn() % (4 * CELLS)];
        let [first, second, third] = [0, 1, 2].map(|number| is_free(around[number]));
        // If one of them is free, this is its number.
        let next = around[second + 2 * third];
        let beyond = self.kernel.beside[usize::from(next) % CELLS].map(is_free);
        let free = first + second + third;
        (free == 0) | ((free == 1) & (beyond.iter().sum::<usize>() == 0))
    }
}

impl<'a> LookUps for SparseLookUps<'a> {
    type Node = Node;
    type Pending = Pending<'a>;
    type Words = u32;

    const NOTHING: Pending<'a> = Pending { codes: &0, spot: 0, room: 0, slot: 0 };
    const DOUBTS: bool = true;

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
        let (label, turn) = (Label(child.tile() as u8), child.turn() % (4 * CELLS));
        let slot = label.slot(view);
        let shift = self.kernel.shifts[shift_index(slot, turn)];
        let value = self.kernel.values[view][usize::from(label.0)];
        let spot = node.spots[slot].wrapping_add((i32::from(shift) as u32).wrapping_mul(value));
        let away = i64::from(self.kernel.away[away_index(label.0, turn)]);
        let room = node.facts.slack(view) - away + i64::from(spot & 15);
        let codes = &self.tables[slot][spot as usize >> 5];
        prefetch(codes);
        Pending { codes, spot, room: room as i16, slot: slot as u8 }
    }

    #[inline(always)]
    fn read(&self, _: &Node, pending: &Pending<'a>) -> u8 {
        let code = usize::from(*pending.codes >> (pending.spot >> 2 & 4)) & 15;
        self.entries[pending.slot as usize % SLOTS][code].0
    }

    #[inline(always)]
    fn passes(&self, _: &Node, first: &Pending<'a>, read: u8) -> bool {
        first.slack(Entry(read).least()) >= 0
    }

    #[inline(always)]
    fn is_doubtful(read: u8) -> bool {
        Entry(read).is_doubtful()
    }

    #[inline(always)]
    fn settle(&self, view: usize, node: &Node, child: Child, read: u8) -> u8 {
        Entry(read).number(self.is_in_pocket(view, node, child))
    }

    #[inline(always)]
    fn make<const VIEWS: usize>(
        &self,
        node: &Node,
        child: Child,
        (first, number): (&Pending<'a>, u8),
        (second, second_number): (&Pending<'a>, u8),
        bound: Cost,
    ) -> (Node, bool) {
        let facts = node.facts;
        let (turn, tile) = (child.turn() % (4 * CELLS), child.tile());
        // With one view, both are the same.
        let mut slack = [first.slack(number); 2];
        let mut spots = node.spots;
        replace(&mut spots, node.spots[first.slot as usize % SLOTS], first, number);
        if VIEWS == 2 {
            slack[1] = second.slack(second_number);
            replace(&mut spots, node.spots[second.slot as usize % SLOTS], second, second_number);
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

    fn home(&self, node: &Node, cell: usize) -> u8 {
        self.homes[usize::from(node.cells[cell % CELLS])]
    }

    fn node(&self, cells: &[u8], words: u32, left: Option<Cost>, path: u64) -> Node {
        let shape = self.moves.frame.shape();
        let mut node = Node { path, ..Node::EMPTY };
        let mut places = [0; CELLS];
        let mut manhattan = 0;
        let blank = self.moves.frame.blank();
        for (cell, &home) in cells.iter().enumerate().take(shape.cells()) {
            let home = usize::from(home) % CELLS;
            node.cells[cell] = self.labels[home];
            places[home] = cell;
            if home != blank.index() {
                manhattan += shape.distance(Cell(cell as u16), Cell(home as u16));
            }
        }
        let blank = places[blank.index()];
        let mut sums = [0; 2];
        for (slot, part) in self.parts.iter().enumerate() {
            let Some(part) = part else { continue };
            let cell = |home: u8| u32::from(part.cells[places[usize::from(home)]]);
            let values = part.homes.iter().zip(part.table.place_values());
            let index: u32 = values.map(|(&home, value)| cell(home) * value).sum();
            let entry = part.table.pairs().map_or(Entry::default(), |pairs: Pairs<'_>| pairs.entry(index as usize));
            let occupied = part.homes.iter().fold(0, |set, &home| set | 1_u64 << places[usize::from(home)]);
            let number = entry.number(is_pocket(region(shape, occupied, blank)));
            node.spots[slot] = (index << 4) | u32::from(number);
            sums[slot / PARTS] += Cost::from(number);
        }
        if self.views == 1 {
            sums[1] = sums[0];
        }
        let left = left.unwrap_or(manhattan + 2 * sums[0].max(sums[1])).min(MOST_LEFT);
        let slack = sums.map(|sum| ((i64::from(left) - i64::from(manhattan)) >> 1) - i64::from(sum));
        node.facts = Facts::new(u64::from(words), blank as u64, left, slack);
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

/// The cells that the blank can reach without moving a tile in an occupied one.
fn region(shape: Shape, occupied: u64, blank: usize) -> u64 {
    let (mut region, mut grown) = (0, 1_u64 << blank);
    while region != grown {
        region = grown;
        for cell in shape.all_cells().filter(|cell| region >> cell.0 & 1 == 1) {
            let beside = DIRECTIONS.into_iter().filter_map(|way| shape.neighbour(cell, way));
            grown = beside.fold(grown, |grown, Cell(cell)| grown | 1 << cell) & !occupied;
        }
    }
    region
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

/// Puts the new index and number in place of the old.
///
/// PERF: all slots are written, seven of them as they were: a write to the one would be a write in
/// pieces.
#[inline(always)]
fn replace(spots: &mut [u32; SLOTS], old: u32, pending: &Pending<'_>, number: u8) {
    let change = old ^ (pending.spot & !15 | u32::from(number));
    for (spot, mask) in spots.iter_mut().zip(&ONLY[pending.slot as usize % SLOTS]) {
        *spot ^= mask & change;
    }
}

#[inline(always)]
fn away_index(label: u8, turn: usize) -> usize {
    usize::from(label) * 4 * CELLS + turn % (4 * CELLS)
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
    use crate::core::{Budget, Limits};
    use crate::solvers::tiles::deepening::{self, Plan};
    use crate::solvers::tiles::kernel::Kernel;
    use crate::solvers::tiles::kernel_checks::{
        SAMPLES, Sample, SampleBoard, check_kernel, deepen, for_each_walk, frame_and_views,
    };
    use crate::solvers::tiles::manhattan::LargeManhattan;
    use crate::solvers::tiles::samples::scrambled;

    /// Beyond 16 cells too.
    const LARGER: [SampleBoard; 2] = [(4, 5, 0, "5-5-5-4"), (3, 7, 1, "5-5-5-5")];

    fn sample_and_kernel(board: SampleBoard, length: usize) -> (Sample, Sparse) {
        let sample = Sample::new(board, Encoding::Pairs, length);
        let kernel = Sparse::new(sample.frame, &sample.views, &sample.automaton).unwrap();
        (sample, kernel)
    }

    #[test]
    fn nodes_batches_and_costs_are_right() {
        check_kernel(SAMPLES.into_iter().chain(LARGER), sample_and_kernel, Sample::estimate);
    }

    /// No estimate is more than the cost, and the costs are those that Manhattan distance finds:
    /// boards whose parts make pockets of one and two cells.
    #[test]
    fn costs_are_those_of_manhattan_distance() {
        for (rows, cols, blank, sizes) in [(3, 4, 5, "4-4-3"), (4, 4, 0, "5-5-5"), (4, 5, 0, "5-5-5-4")] {
            let (sample, kernel) = sample_and_kernel((rows, cols, blank, sizes), 8);
            let reference = LargeManhattan::new(sample.frame, &sample.automaton).unwrap();
            for_each_walk(60, 60, |walk| {
                let cells = sample.walked(&sample.goal(), walk);
                let (cost, _) = deepen(&kernel, &cells, 100, &mut KernelTally::default());
                assert_eq!(cost, deepen(&reference, &cells, 100, &mut KernelTally::default()).0, "{cells:?}");
                assert!(kernel.left(&kernel.root(&cells)) <= cost);
            });
        }
    }

    /// Golden counts of the completed iterations, (bound, expanded, generated), on one, two and
    /// three threads.
    #[test]
    fn iterations_generate_what_they_did_on_any_number_of_threads() {
        type Counts = &'static [(Cost, u64, u64)];
        let golden: [(SampleBoard, Counts); 2] = [
            ((4, 4, 0, "5-5-5"), &[(40, 345, 730), (42, 295, 543), (44, 1_855, 3_643), (46, 11_627, 23_163)]),
            (
                (4, 5, 0, "5-5-5-4"),
                &[
                    (46, 419, 930),
                    (48, 314, 653),
                    (50, 4_072, 8_460),
                    (52, 34_640, 72_618),
                    (54, 250_174, 530_046),
                    (56, 1_659_877, 3_536_198),
                ],
            ),
        ];
        for threads in 1..=3 {
            let found = golden.map(|(board, _)| {
                let (sample, kernel) = sample_and_kernel(board, 10);
                let cells = scrambled(sample.frame, 400, 11).next().unwrap();
                let plan = Plan { roots: 256, ..Plan::new(sample.frame, threads) };
                let deepened = deepening::deepen(&kernel, &cells, &plan, &mut Budget::new(Limits::default())).unwrap();
                let completed = deepened.iterations.iter().filter(|iteration| iteration.completed);
                completed.map(|one| (one.bound, one.expanded, one.generated)).collect::<Vec<_>>()
            });
            assert_eq!(found.each_ref().map(Vec::as_slice), golden.map(|(_, counts)| counts), "{threads} threads");
        }
    }

    /// Whether the blank is in a pocket is the same by the cells beside it and by flood, for every
    /// child and part; all cases occur.
    #[test]
    fn pockets_are_found() {
        let mut seen = [0; 4];
        for board in [(3, 4, 0, "4-4-3"), (4, 4, 0, "5-5-5"), (4, 5, 0, "5-5-5-4"), (2, 8, 3, "4-4-4-3")] {
            let (sample, kernel) = sample_and_kernel(board, 2);
            let (shape, look_ups) = (sample.frame.shape(), kernel.look_ups());
            for_each_walk(200, 200, |walk| {
                let cells = sample.walked(&sample.goal(), walk);
                let node = kernel.root(&cells);
                for (code, &words) in look_ups.row(&node).iter().enumerate() {
                    let (child, true) = look_ups.child(0, &node, code, words) else { continue };
                    let moved = sample.walked(&cells, &[code]);
                    let blank = moved.iter().position(|&home| u16::from(home) == sample.frame.blank().0).unwrap();
                    for view in 0..sample.views.len() {
                        let slot = Label(child.tile() as u8).slot(view);
                        let homes = &kernel.parts[slot].as_ref().unwrap().homes;
                        let places = (0..shape.cells()).filter(|&cell| homes.contains(&moved[cell]));
                        let region = region(shape, places.fold(0, |set, cell| set | 1 << cell), blank);
                        assert_eq!(look_ups.is_in_pocket(view, &node, child), is_pocket(region), "{moved:?}");
                        seen[region.count_ones().min(4) as usize - 1] += 1;
                    }
                }
            });
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
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
        let sample = Sample::new((3, 3, 0, "4-4"), Encoding::Pairs, 2);
        let refused = |frame, views: &[Vec<PartView>], automaton| {
            Sparse::new(frame, views, automaton).map_or_else(|misfit| misfit.to_string(), |_| String::new())
        };
        let (automaton, view, frame) = (&sample.automaton, &sample.views[0], sample.frame);
        assert_eq!(refused(frame, &[], automaton), "0 views: expected one or two");
        assert_eq!(refused(frame, &[vec![]], automaton), "a view of 0 parts: expected 1 to 4");
        let half = vec![view[0].clone()];
        assert!(refused(frame, &[half], automaton).ends_with("is in 0 parts of a view: expected one"));
        let other = Sample::new((2, 4, 0, "4-3"), Encoding::Pairs, 2);
        let expected = "a table of pairs for a 2x4 board: expected one of pairs for a 3x3 board";
        assert_eq!(refused(frame, &other.views, automaton), expected);
        let bytes = Sample::new((3, 3, 0, "4-4"), Encoding::Bytes, 2);
        assert!(refused(frame, &bytes.views, automaton).ends_with("expected one of pairs for a 3x3 board"));
        let (large, _) = frame_and_views((5, 6, 0, "2/3"), Encoding::Pairs);
        assert_eq!(refused(large, &sample.views, automaton), "a 5x6 board: expected at most 25 cells");
    }
}
