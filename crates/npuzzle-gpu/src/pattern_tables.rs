//! Tables as the library keeps them, made on a machine: see `kernels/patterns.cu`.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use npuzzle_core::store::table_file::Bytes;
use npuzzle_tables::tables::build::{BuildProgress, Estimate, TableError};
use npuzzle_tables::tables::maker::TableMaker;
use npuzzle_tables::tables::pattern::Pattern;
use npuzzle_tables::tables::space::{PatternMove, PatternSpace, map_and_permutation};
use npuzzle_tables::tables::table::{Encoding, PatternTable};

use crate::core::Stop;
use crate::domains::tiles::Cell;
use crate::machine::{Fault, Kernel, Machine, Memory, Place};
use crate::search::{OnMachine, error};
use crate::solvers::tiles::device::DeviceError;
use crate::start;
use crate::words::{MOST_TILES, PatternLevel, Written};

/// A table comes back in parts of so many bytes, so that the wait for each is short.
const PART_BYTES: usize = 1 << 28;
/// Blocks of a launch for each that a search would have, so that none takes long.
const BLOCKS_PER_BLOCK: u32 = 64;
/// Moves into a block, about.
const MOVES_OF_BLOCK: u64 = 11;
/// How long it takes to look again whether the moves are made.
const NAP: Duration = Duration::from_millis(2);
/// Cells of a board at most, as a row of distances has them.
const ROW: usize = 64;
/// What stands for states that are not reached, as on the processor.
const NOT_REACHED: u8 = 0xFF;
/// A block whose states were never in a frontier.
const NEVER: u8 = 0xFF;

impl TableMaker for OnMachine {
    /// What the processor's memory holds: the numbering and its moves, and the table in the end.
    fn estimate(&self, space: &PatternSpace, encoding: Encoding) -> Estimate {
        let (entries, table_bytes) = (space.entries(), encoding.data_bytes(space) as u64);
        let moves = MOVES_OF_BLOCK * space.blocks() as u64 * 2 * size_of::<PatternMove>() as u64;
        let peak_bytes = table_bytes + moves + space.bytes();
        let device_bytes = Some(device_bytes(space, encoding));
        Estimate { entries, table_bytes, peak_bytes, device_bytes, seconds: None }
    }

    fn make(
        &self,
        pattern: &Pattern,
        space: &Arc<PatternSpace>,
        encoding: Encoding,
        watch: &mut dyn FnMut(&BuildProgress) -> Result<(), Stop>,
    ) -> Result<PatternTable, TableError> {
        let machine = self.machine();
        let why = |problem| match problem {
            DeviceError::Stopped(why) => TableError::Stopped(why),
            other => TableError::Device(other.to_string()),
        };
        let entries = space.entries();
        let mut tell = |depth, done| watch(&BuildProgress { depth, done, entries });
        moves_beside(space, &mut || tell(0, 0))?;
        let making = Making::new(machine, pattern, space, encoding);
        let mut making = making.map_err(|fault| why(error(&**machine, fault)))?;
        let (mut done, mut deepest) = (1, 0);
        for depth in 1.. {
            let level = making.level(depth, &mut |found| tell(depth, done + found)).map_err(why)?;
            if level.has_misfits {
                return Err(TableError::DoesNotFit { distance: depth, encoding });
            }
            if level.found == 0 {
                break;
            }
            (done, deepest) = (done + level.found, depth);
        }
        if done != space.reachable() {
            let problem = format!("{done} states were found, not {}", space.reachable());
            return Err(why(error(&**machine, Fault::Failed(problem))));
        }
        let data = making.data(&mut || tell(deepest, done)).map_err(why)?;
        let too_deep = TableError::DoesNotFit { distance: deepest, encoding };
        let deepest = u8::try_from(deepest).map_err(|_| too_deep.clone())?;
        PatternTable::new(pattern.clone(), Arc::clone(space), encoding, deepest, Bytes::Owned(data))
            .map_err(|_| too_deep)
    }
}

/// Has the moves between blocks made, which takes seconds where there are millions of blocks.
fn moves_beside(space: &Arc<PatternSpace>, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<(), Stop> {
    let copy = Arc::clone(space);
    let work = thread::spawn(move || {
        copy.moves();
    });
    while !work.is_finished() {
        go_on()?;
        thread::sleep(NAP);
    }
    go_on()
}

/// Bytes on the machine.
fn device_bytes(space: &PatternSpace, encoding: Encoding) -> u64 {
    let (blocks, permutations) = (space.blocks() as u64, space.permutations() as u64);
    let bits = blocks * space.bits_per_block() as u64 / 8;
    // The level, what is missing, the set of cells, the place of the moves, and the moves.
    let of_block = 4 + 4 + 8 + 4 + 8 * MOVES_OF_BLOCK;
    let of_permutation = 2 * (MOST_TILES * MOST_TILES) as u64 + 8;
    encoding.data_bytes(space) as u64 + 2 * bits + blocks * of_block + permutations * of_permutation
}

/// What was found at a distance.
struct Found {
    found: u64,
    has_misfits: bool,
}

/// A table that is being made.
struct Making<'m> {
    machine: &'m Arc<dyn Machine>,
    space: &'m PatternSpace,
    goal_kind: u32,
    task: PatternLevel,
    /// What the task refers to.
    memory: Vec<Memory<Arc<dyn Machine>>>,
    data: Memory<Arc<dyn Machine>>,
    /// The number of states found, and whether a distance does not fit.
    news: Memory<Arc<dyn Machine>>,
}

impl<'m> Making<'m> {
    fn new(
        machine: &'m Arc<dyn Machine>,
        pattern: &Pattern,
        space: &'m PatternSpace,
        encoding: Encoding,
    ) -> Result<Self, Fault> {
        let (blocks, words) = (space.blocks(), space.bits_per_block() / 32);
        let (bit_bytes, data_bytes) = ((4 * blocks * words) as u64, encoding.data_bytes(space) as u64);
        let (wanted, free) = (device_bytes(space, encoding), machine.free()?);
        if wanted > free {
            return Err(Fault::Memory { wanted, free });
        }
        let mut memory = Vec::new();
        let mut taken = |bytes: u64| {
            let taken = Memory::take(Arc::clone(machine), bytes)?;
            let place = taken.place();
            memory.push(taken);
            Ok(place)
        };
        let (frontier, visited) = (taken(bit_bytes)?, taken(bit_bytes)?);
        let level_of = taken(4 * blocks as u64)?;
        let mut sent = |bytes: &[u8]| {
            let place = taken(bytes.len() as u64)?;
            machine.send(place, bytes)?;
            Ok(place.0)
        };
        let missing = vec![space.permutations() as u32; blocks];
        let missing_place = sent(bytemuck::cast_slice(&missing))?;
        let (moves, first_moves) = moves_of(space);
        let task = PatternLevel {
            frontier: frontier.0,
            visited: visited.0,
            data: 0,
            level_of: level_of.0,
            missing: missing_place,
            moves: sent(bytemuck::cast_slice(&moves))?,
            first_moves: sent(bytemuck::cast_slice(&first_moves))?,
            renumbered: sent(bytemuck::cast_slice(&renumberings_of(space)))?,
            sequences: sent(bytemuck::cast_slice(space.sequences()))?,
            maps: sent(bytemuck::cast_slice(&(0..blocks).map(|block| space.map_of(block)).collect::<Vec<u64>>()))?,
            distances: sent(&distances_of(pattern))?,
            found: 0,
            misfit: 0,
            first_block: 0,
            blocks: 0,
            words: words as u32,
            permutations: space.permutations() as u32,
            tiles: space.tiles() as u32,
            level: 0,
            encoding: Written::from(encoding) as u32,
            stride: space.entries_per_block() as u32,
        };
        machine.fill(visited, 0, bit_bytes)?;
        machine.fill(level_of, NEVER, 4 * blocks as u64)?;
        let take = |bytes| Memory::take(Arc::clone(machine), bytes);
        let goal_kind = space.parity(pattern.home_map());
        let (data, news) = (take(data_bytes)?, take(16)?);
        data.fill(if encoding == Encoding::Bits { 0 } else { NOT_REACHED })?;
        let (found, misfit) = (news.place().0, news.place().plus(8).0);
        let task = PatternLevel { data: data.place().0, found, misfit, ..task };
        let making = Self { machine, space, goal_kind, task, memory, data, news };
        making.enter_goal(pattern, encoding)?;
        Ok(making)
    }

    /// Enters the goal, whose distance is zero in every encoding.
    fn enter_goal(&self, pattern: &Pattern, encoding: Encoding) -> Result<(), Fault> {
        let (map, permutation) = map_and_permutation(pattern.homes());
        let block = self.space.block(map, pattern.frame().blank().index());
        let words = self.task.words as usize;
        let mut states = vec![0_u32; words];
        states[permutation / 32] = 1 << (permutation % 32);
        let set = |array: u64, at: u64, bytes: &[u8]| self.machine.send(Place(array + at), bytes);
        let own = (4 * block * words) as u64;
        set(self.task.frontier, own, bytemuck::cast_slice(&states))?;
        set(self.task.visited, own, bytemuck::cast_slice(&states))?;
        set(self.task.level_of, 4 * block as u64, &0_u32.to_ne_bytes())?;
        set(self.task.missing, 4 * block as u64, &(self.task.permutations - 1).to_ne_bytes())?;
        let entry = block * self.space.entries_per_block() + permutation;
        match encoding {
            Encoding::Bits => Ok(()),
            Encoding::Nibbles => set(self.task.data, entry as u64 / 2, &[!(15 << (entry % 2 * 4))]),
            _ => set(self.task.data, entry as u64, &[0]),
        }
    }

    /// Finds all states at a distance, some blocks at a time. `go_on` hears how many are found so
    /// far.
    fn level(&mut self, depth: u32, go_on: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<Found, DeviceError> {
        let (all, even) = (self.space.blocks() as u32, self.space.even_blocks() as u32);
        let is_odd = (self.goal_kind + depth) % 2 == 1;
        let blocks = if is_odd { even..all } else { 0..even };
        let at_once = BLOCKS_PER_BLOCK * self.machine.geometry().blocks;
        self.task.level = depth;
        let failed = |fault| error(&**self.machine, fault);
        self.news.fill(0).map_err(failed)?;
        let mut news = [0_u64; 2];
        for first in blocks.clone().step_by(at_once as usize) {
            go_on(news[0]).map_err(DeviceError::Stopped)?;
            let many = at_once.min(blocks.end - first);
            let task = PatternLevel { first_block: first, blocks: many, ..self.task };
            start(&**self.machine, Kernel::PatternLevel, many, &task).map_err(failed)?;
            // The wait for it, too.
            self.news.fetch(&mut news).map_err(failed)?;
        }
        Ok(Found { found: news[0], has_misfits: news[1] != 0 })
    }

    /// The table; all else is given back.
    fn data(mut self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<Vec<u8>, DeviceError> {
        self.memory.clear();
        let mut data = vec![0; self.data.bytes() as usize];
        for (number, part) in data.chunks_mut(PART_BYTES).enumerate() {
            go_on().map_err(DeviceError::Stopped)?;
            let place = self.data.place().plus((number * PART_BYTES) as u64);
            self.machine.fetch(place, part).map_err(|fault| error(&**self.machine, fault))?;
        }
        Ok(data)
    }
}

/// All moves as words, and where those into each block begin.
fn moves_of(space: &PatternSpace) -> (Vec<u64>, Vec<u32>) {
    let word = |step: &PatternMove| {
        u64::from(step.from) | u64::from(step.rank_before) << 32 | u64::from(step.rank_after) << 40
    };
    let mut moves = Vec::with_capacity(space.moves().len());
    let mut first = vec![0];
    for block in 0..space.blocks() {
        moves.extend(space.moves().into_block(block).iter().map(word));
        first.push(moves.len() as u32);
    }
    (moves, first)
}

/// The new numbers of permutations for each pair of ranks; zeros for those that no move changes
/// into each other.
fn renumberings_of(space: &PatternSpace) -> Vec<u16> {
    let count = space.permutations();
    let mut numbers = vec![0; MOST_TILES * MOST_TILES * count];
    for (pair, numbers) in numbers.chunks_mut(count).enumerate() {
        let (before, after) = (pair / MOST_TILES, pair % MOST_TILES);
        if space.renumbers(before, after) {
            numbers.copy_from_slice(&space.renumbering(before, after));
        }
    }
    numbers
}

/// From each cell to the home of each tile.
fn distances_of(pattern: &Pattern) -> [u8; ROW * MOST_TILES] {
    let shape = pattern.frame().shape();
    let mut distances = [0; ROW * MOST_TILES];
    for (row, &home) in distances.chunks_mut(ROW).zip(pattern.homes()) {
        for cell in shape.all_cells() {
            row[cell.index()] = shape.distance(cell, Cell(u16::from(home))) as u8;
        }
    }
    distances
}
