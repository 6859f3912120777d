//! Breadth-first search of a whole space on a machine: see `kernels/layers.cu`.

use std::sync::Arc;

use bytemuck::Zeroable;

use crate::core::Stop;
use crate::domains::tiles::state_index::{Link, StateIndex, TAIL, Way};
use crate::domains::tiles::{Cell, Shape};
use crate::machine::{Fault, Kernel, Machine, Memory};
use crate::search::error;
use crate::solvers::tiles::device::{DeviceError, Layers};
use crate::start;
use crate::words::{LayerLink, Listing, MOST_LINKS, MoveWay, NextLayer};

/// Ranks of a word.
const WORD: usize = 32;
/// A slab ends with so many bytes more: runs are read a word further than they go.
const BYTES_BEYOND: u64 = 8;
/// Blocks of the grid for each that a search would have: what they gather differs in size.
const BLOCKS_PER_BLOCK: u32 = 16;
/// Tails of a launch for each block that a search would have, so that none takes long.
const TAILS_PER_BLOCK: u32 = 256;
/// Where the cell of a listed state begins.
const CELL_SHIFT: u32 = 48;

/// A breadth-first search that stands at one layer.
pub struct LayerSearch<'i> {
    machine: Arc<dyn Machine>,
    index: &'i StateIndex,
    /// A set of ranks for every cell of the blank: the current layer on one colour of the
    /// chessboard, the one before on the other.
    slabs: Vec<Memory<Arc<dyn Machine>>>,
    /// Words of a slab.
    words: u64,
    /// The moves into each cell.
    links: Vec<Vec<LayerLink>>,
    /// What the links refer to.
    tables: Vec<Memory<Arc<dyn Machine>>>,
    is_odd_before: Memory<Arc<dyn Machine>>,
    counter: Memory<Arc<dyn Machine>>,
    depth: usize,
    width: u64,
}

/// Words of a slab.
fn slab_words(slab_length: u64) -> u64 {
    2 * slab_length.div_ceil(2 * WORD as u64)
}

/// Refuses boards whose slabs a machine has no memory for.
pub fn allow(machine: &dyn Machine, shape: Shape) -> Result<(), Fault> {
    let cells = shape.cells() as u64;
    let slab_bytes = |states: u64| 4 * slab_words(states / cells) + BYTES_BEYOND;
    let wanted = shape.reachable_states().and_then(|states| slab_bytes(states).checked_mul(cells));
    let (wanted, free) = (wanted.unwrap_or(u64::MAX), machine.free()?);
    if wanted > free { Err(Fault::Memory { wanted, free }) } else { Ok(()) }
}

impl<'i> LayerSearch<'i> {
    /// One at the layer of the goal.
    pub fn new(
        machine: &Arc<dyn Machine>,
        index: &'i StateIndex,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Self, DeviceError> {
        let failed = |fault| error(&**machine, fault);
        let take = |bytes| Memory::take(Arc::clone(machine), bytes);
        let words = slab_words(index.slab_length() as u64);
        let slab_bytes = 4 * words + BYTES_BEYOND;
        let mut slabs = Vec::new();
        for _ in index.shape().all_cells() {
            go_on().map_err(DeviceError::Stopped)?;
            let slab = take(slab_bytes).map_err(failed)?;
            slab.fill(0).map_err(failed)?;
            slabs.push(slab);
        }
        let made = || {
            let odd: Vec<u8> = index.odd_tails().iter().map(|&is_odd| u8::from(is_odd)).collect();
            let is_odd_before = take(odd.len() as u64)?;
            is_odd_before.send(&odd)?;
            let mut search = Self {
                machine: Arc::clone(machine),
                index,
                slabs,
                words,
                links: Vec::new(),
                tables: Vec::new(),
                is_odd_before,
                counter: take(8)?,
                depth: 0,
                width: 1,
            };
            search.links = search.all_links()?;
            if let Some((blank, rank)) = index.number_of_board(index.goal()) {
                let place = search.slabs[blank.index()].place().plus(4 * (rank / WORD) as u64);
                machine.send(place, bytemuck::bytes_of(&(1_u32 << (rank % WORD))))?;
            }
            Ok(search)
        };
        made().map_err(failed)
    }

    /// The moves of the blank into each cell.
    fn all_links(&mut self) -> Result<Vec<Vec<LayerLink>>, Fault> {
        let mut links: Vec<Vec<LayerLink>> = self.slabs.iter().map(|_| Vec::new()).collect();
        for from in self.index.shape().all_cells() {
            for link in self.index.links(from) {
                let made = self.link(from, link)?;
                links[link.to.index()].push(made);
            }
        }
        Ok(links)
    }

    fn link(&mut self, from: Cell, link: &Link) -> Result<LayerLink, Fault> {
        let mut made = LayerLink { source: self.slabs[from.index()].place().0, ..LayerLink::zeroed() };
        match link.way() {
            Way::Keep => made.way = MoveWay::Keeps as u32,
            Way::Tail(tail) => {
                made.way = MoveWay::Renumbers as u32;
                let [even, odd] = tail.tables();
                made.table = self.table(even)?;
                made.odd_table = if std::ptr::eq(even, odd) { made.table } else { self.table(odd)? };
            }
            Way::Head(_) => {
                made.way = MoveWay::MovesRuns as u32;
                // The way back says where a run comes from.
                let back = self.index.links(link.to).iter().find(|back| back.to == from);
                let Some(Way::Head(back)) = back.map(Link::way) else {
                    return Err(Fault::Failed("a move has no way back".to_owned()));
                };
                let (run, places) = (back.run(), back.block() / back.run());
                let table: Vec<u32> = (0..places).map(|place| back.follow_run(place) as u32).collect();
                made.table = self.table(&table)?;
                (made.places, made.run) = (places as u32, run as u32);
                (made.tails_of_run, made.runs_of_tail) = ((run / TAIL) as u32, (TAIL / run) as u32);
                if run >= TAIL {
                    made.runs_of_tail = 0;
                }
            }
        }
        Ok(made)
    }

    /// Sends a table, and tells where it is.
    fn table<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<u64, Fault> {
        let memory = Memory::take(Arc::clone(&self.machine), size_of_val(values) as u64)?;
        memory.send(values)?;
        self.tables.push(memory);
        Ok(self.tables.last().map_or(0, |memory| memory.place().0))
    }

    /// Whether the blank can be in a cell at a depth.
    fn is_at(&self, cell: Cell, depth: usize) -> bool {
        let goal = self.index.goal();
        goal.shape().distance(cell, goal.blank()) as usize % 2 == depth % 2
    }

    fn cells_at(&self, depth: usize) -> impl Iterator<Item = Cell> {
        self.index.shape().all_cells().filter(move |&cell| self.is_at(cell, depth))
    }

    fn most_blocks(&self) -> u32 {
        BLOCKS_PER_BLOCK * self.machine.geometry().blocks
    }

    /// Fills in the next layer, some tails of one slab at a time, and tells its width.
    fn next_layer(&self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<u64, DeviceError> {
        let failed = |fault| error(&*self.machine, fault);
        self.counter.fill(0).map_err(failed)?;
        let tails = self.index.slab_length().div_ceil(TAIL) as u32;
        let at_once = TAILS_PER_BLOCK * self.machine.geometry().blocks;
        let mut width = [0_u64];
        for cell in self.cells_at(self.depth + 1) {
            let own = &self.links[cell.index()];
            let mut links = [LayerLink::zeroed(); MOST_LINKS];
            links[..own.len()].copy_from_slice(own);
            for first_tail in (0..tails).step_by(at_once as usize) {
                go_on().map_err(DeviceError::Stopped)?;
                let end_tail = tails.min(first_tail + at_once);
                let task = NextLayer {
                    target: self.slabs[cell.index()].place().0,
                    words: self.words,
                    is_odd_before: self.is_odd_before.place().0,
                    width: self.counter.place().0,
                    links,
                    many: own.len() as u32,
                    first_tail,
                    end_tail,
                    unused: 0,
                };
                let blocks = (end_tail - first_tail).min(self.most_blocks());
                start(&*self.machine, Kernel::NextLayer, blocks, &task).map_err(failed)?;
                // The wait for it, too.
                self.counter.fetch(&mut width).map_err(failed)?;
            }
        }
        Ok(width[0])
    }

    fn listed(&self) -> Result<Vec<(Cell, usize)>, Fault> {
        let room =
            u32::try_from(self.width).map_err(|_| Fault::Failed("the layer is too large to be listed".into()))?;
        let listed = Memory::take(Arc::clone(&self.machine), 8 * u64::from(room))?;
        self.counter.fill(0)?;
        for cell in self.cells_at(self.depth) {
            let task = Listing {
                slab: self.slabs[cell.index()].place().0,
                words: self.words,
                many: self.counter.place().0,
                listed: listed.place().0,
                room,
                cell: u32::from(cell.0),
            };
            start(&*self.machine, Kernel::ListLayer, self.most_blocks(), &task)?;
        }
        let (mut many, mut states) = ([0_u32], vec![0_u64; room as usize]);
        self.counter.fetch(&mut many)?;
        if many[0] != room {
            return Err(Fault::Failed(format!("{} states of a layer are there, not {room}", many[0])));
        }
        listed.fetch(&mut states)?;
        let state = |state: u64| (Cell((state >> CELL_SHIFT) as u16), (state & ((1 << CELL_SHIFT) - 1)) as usize);
        Ok(states.into_iter().map(state).collect())
    }
}

impl Layers for LayerSearch<'_> {
    fn advance(&mut self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<u64, DeviceError> {
        let width = self.next_layer(go_on)?;
        if width > 0 {
            self.depth += 1;
            self.width = width;
        }
        Ok(width)
    }

    fn states(&self) -> Result<Vec<(Cell, usize)>, DeviceError> {
        self.listed().map_err(|fault| error(&*self.machine, fault))
    }

    fn bytes(&self) -> u64 {
        self.slabs.iter().chain(&self.tables).map(Memory::bytes).sum()
    }
}
