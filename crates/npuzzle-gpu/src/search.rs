//! The search on a machine, turn by turn.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::core::{Cost, Stop};
use crate::domains::tiles::Shape;
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::state_index::StateIndex;
use crate::field::Field;
use crate::layers::{self, LayerSearch};
use crate::machine::{Fault, Geometry, Kernel, Machine, Memory};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::device::{DeviceError, DevicePart, Ended, Layers, Rest, Searcher, TileDevice, Turn};
use crate::solvers::tiles::kernel::{KernelTally, Saved};
use crate::start;
use crate::tables::{Classes, TableError, Workbench, bytes as table_bytes, neighbours};
use crate::words::{
    Answer, Arrival, Entering, FACTS, Gathering, MOST_LEFT, MOST_NUMBERED, MOST_STATES, NODE_WORDS, PARTS, Progress,
    Search,
};

/// Bytes of a node.
const NODE_BYTES: u64 = 4 * NODE_WORDS as u64;
/// Blocks of nodes that a stack may have: more than any depth needs.
const BLOCKS_OF_WARP: u32 = 160;
/// A turn takes so long, roughly.
const TURN: Duration = Duration::from_millis(40);
/// Rounds of a first turn.
const FIRST_ROUNDS: u32 = 256;
/// Rounds of a turn at most.
const MOST_ROUNDS: u32 = 1 << 16;
/// A warp goes on for so many rounds, even if others have nothing to do.
const LEAST_ROUNDS: u32 = 48;

/// So many nodes from outside are made ready in some hundredths of a second.
const AT_A_TIME: usize = 1 << 16;
/// So many roots are offered at first, then twice as many, and so on.
const FIRST_PORTION: u32 = 256;
/// The entries of a view are a half-byte each.
const MOST_SUM: u32 = 15 * PARTS as u32;
/// Words of a node: see `kernels/search.cu`.
const ORIGIN: usize = 19;

/// The moves that a node has to spare, halved.
fn spare(node: &[u32; NODE_WORDS]) -> u32 {
    (node[FACTS] >> 8 & 255).min(node[FACTS] >> 16 & 255)
}

/// A machine as a device for tiles.
#[derive(Debug)]
pub struct OnMachine {
    machine: Arc<dyn Machine>,
    classes: Classes,
}

impl OnMachine {
    /// A device whose tables tell pockets apart.
    pub fn new(machine: Arc<dyn Machine>) -> Self {
        Self::with_classes(machine, Classes::Two)
    }

    /// A device with these tables.
    pub fn with_classes(machine: Arc<dyn Machine>, classes: Classes) -> Self {
        Self { machine, classes }
    }

    /// The machine.
    pub fn machine(&self) -> &Arc<dyn Machine> {
        &self.machine
    }
}

/// A fault as people read it.
pub(crate) fn error(machine: &dyn Machine, fault: Fault) -> DeviceError {
    let device = machine.name();
    if !matches!(fault, Fault::Memory { .. }) {
        machine.give_up();
    }
    match fault {
        Fault::Memory { wanted, free } => DeviceError::Memory { device, wanted, free },
        Fault::Wrong(problem) => DeviceError::Wrong { device, problem },
        Fault::Failed(problem) => DeviceError::Failed { device, problem },
    }
}

impl TileDevice for OnMachine {
    fn name(&self) -> String {
        self.machine.name()
    }

    fn give_up(&self) {
        self.machine.give_up();
    }

    fn is_given_up(&self) -> bool {
        self.machine.is_given_up()
    }

    fn allow_layers(&self, shape: Shape) -> Result<(), DeviceError> {
        layers::allow(&*self.machine, shape).map_err(|fault| error(&*self.machine, fault))
    }

    fn layers<'i>(
        &self,
        index: &'i StateIndex,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Layers + 'i>, DeviceError> {
        Ok(Box::new(LayerSearch::new(&self.machine, index, go_on)?))
    }

    fn allow(&self, frame: Frame, views: &[Vec<DevicePart>]) -> Result<(), DeviceError> {
        Field::new(frame, views).map(|_| ()).map_err(DeviceError::Unfit)
    }

    fn ready(
        &self,
        frame: Frame,
        views: &[Vec<DevicePart>],
        automaton: &Automaton,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Searcher>, DeviceError> {
        let searcher = Searching::new(&self.machine, (frame, views), automaton, self.classes, go_on)?;
        Ok(Box::new(searcher))
    }
}

/// A search on a machine, with all that it needs there.
pub struct Searching {
    machine: Arc<dyn Machine>,
    geometry: Geometry,
    field: Field,
    /// The states of the automaton, and its first state by the blank's cell.
    states: u32,
    starts: Vec<u32>,
    frame: Memory<Arc<dyn Machine>>,
    tables: Memory<Arc<dyn Machine>>,
    /// From one table to the next.
    table_bytes: u64,
    rows: Memory<Arc<dyn Machine>>,
    stacks: Memory<Arc<dyn Machine>>,
    tops: Memory<Arc<dyn Machine>>,
    blocks: Memory<Arc<dyn Machine>>,
    progress: Memory<Arc<dyn Machine>>,
    /// The number of nodes in the queue.
    counters: Memory<Arc<dyn Machine>>,
    queue: Memory<Arc<dyn Machine>>,
    queued: u32,
    /// The last ones of the queue, which may be taken.
    offered: u32,
    /// How many more are offered next.
    portion: u32,
    /// Nodes on stacks.
    held: u64,
    /// The roots of this iteration that are alive, and what was expanded of it.
    roots: u64,
    expanded: u64,
    rounds: u32,
}

impl fmt::Debug for Searching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searching").field("machine", &self.machine).finish_non_exhaustive()
    }
}

impl Searching {
    /// Makes ready.
    pub fn new(
        machine: &Arc<dyn Machine>,
        (frame, views): (Frame, &[Vec<DevicePart>]),
        automaton: &Automaton,
        classes: Classes,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Self, DeviceError> {
        let field = Field::new(frame, views).map_err(DeviceError::Unfit)?;
        let states = automaton.states();
        if states > MOST_STATES {
            let problem = format!("{states} states of the automaton are too many: expected at most {MOST_STATES}");
            return Err(DeviceError::Unfit(problem));
        }
        let failed = |fault| error(&**machine, fault);
        let table_sizes: Vec<u64> = field.patterns().iter().filter_map(table_bytes).collect();
        let largest = table_sizes.iter().copied().max().unwrap_or(0);
        let geometry = machine.geometry();
        let warps = u64::from(geometry.all_warps());
        let top_bytes = warps * u64::from(geometry.room) * NODE_BYTES;
        let block_bytes = warps * u64::from(BLOCKS_OF_WARP * geometry.lanes) * NODE_BYTES;
        // A table may begin at any multiple of a cache line.
        let table_bytes = largest.next_multiple_of(128);
        let all_tables = table_bytes * table_sizes.len() as u64;
        let row_bytes = 16 * states as u64;
        let for_search = 2 * (top_bytes + block_bytes) + row_bytes;
        let wanted = all_tables + for_search.max(Workbench::bytes(largest));
        let free = machine.free().map_err(failed)?;
        if wanted > free {
            return Err(failed(Fault::Memory { wanted, free }));
        }
        let take = |bytes| Memory::take(Arc::clone(machine), bytes);
        let tables = take(all_tables).map_err(failed)?;
        let workbench = Workbench::new(machine, largest).map_err(failed)?;
        let mut place = tables.place();
        for pattern in field.patterns() {
            workbench.make(pattern, classes, place, go_on).map_err(|problem| match problem {
                TableError::Fault(fault) => failed(fault),
                TableError::Stopped(why) => DeviceError::Stopped(why),
            })?;
            place = place.plus(table_bytes);
        }
        drop(workbench);
        let made = || {
            let made = Self {
                machine: Arc::clone(machine),
                geometry,
                states: states as u32,
                starts: frame.shape().all_cells().map(|cell| automaton.start(cell.index())).collect(),
                frame: take(size_of_val(field.words()) as u64)?,
                tables,
                table_bytes,
                rows: take(row_bytes)?,
                stacks: take(16 * warps)?,
                tops: take(top_bytes)?,
                blocks: take(block_bytes)?,
                progress: take(size_of::<Progress>() as u64)?,
                counters: take(8)?,
                queue: take(top_bytes + block_bytes)?,
                queued: 0,
                offered: 0,
                portion: 0,
                held: 0,
                roots: 0,
                expanded: 0,
                rounds: FIRST_ROUNDS,
                field,
            };
            made.frame.deliver(&[*made.field.words()])?;
            made.rows.deliver(automaton.rows())?;
            made.stacks.fill(0)?;
            Ok(made)
        };
        made().map_err(failed)
    }

    /// The frame as it is called here.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Nodes as they come to the machine. `depth` is the number of moves made to each.
    fn arrivals(&self, nodes: &[Saved], depth: impl Fn(&Saved) -> Cost) -> Vec<Arrival> {
        let state = |node: &Saved| {
            let blank = node.cells.iter().position(|&home| u16::from(home) == self.field.frame().blank().0);
            let start = blank.and_then(|blank| self.starts.get(blank)).copied().unwrap_or(0);
            // A state that the automaton does not have may be one of another: starting anew prunes
            // less, never too much.
            if node.words < self.states { node.words } else { start }
        };
        nodes.iter().map(|node| self.field.arrival(node, depth(node), state(node))).collect()
    }

    /// Puts nodes into the queue, those that are alive, and takes their sums of entries if there is
    /// room for them. The queue is empty.
    fn enter(&mut self, arrivals: &[Arrival], sums: Option<&mut Vec<u32>>) -> Result<(), Fault> {
        self.make_room(arrivals.len() as u64)?;
        self.counters.fill(0)?;
        self.queued = 0;
        if arrivals.is_empty() {
            return Ok(());
        }
        let take = |bytes| Memory::take(Arc::clone(&self.machine), bytes as u64);
        let memory = take(size_of_val(arrivals))?;
        memory.deliver(arrivals)?;
        let on_machine = sums.is_some().then(|| take(size_of::<u32>() * arrivals.len())).transpose()?;
        let task = Entering {
            frame: self.frame.place().0,
            on: neighbours(self.field.frame().shape()),
            tables: self.tables.place().0,
            table_bytes: self.table_bytes,
            arrivals: memory.place().0,
            many: arrivals.len() as u32,
            padding: 0,
            queued: self.counters.place().0,
            queue: self.queue.place().0,
            sums: on_machine.as_ref().map_or(0, |memory| memory.place().0),
        };
        let blocks = (arrivals.len() as u32).div_ceil(self.geometry.threads);
        start(&*self.machine, Kernel::Enter, blocks, &task)?;
        let mut counters = [0_u32; 2];
        self.counters.fetch(&mut counters)?;
        let [queued, looked_at] = counters;
        if looked_at as usize != arrivals.len() || queued > looked_at {
            let problem = format!("{queued} of {looked_at} roots are alive, and there are {}", arrivals.len());
            return Err(Fault::Wrong(problem));
        }
        self.queued = queued;
        if let (Some(sums), Some(on_machine)) = (sums, on_machine) {
            sums.resize(arrivals.len(), 0);
            on_machine.fetch(sums)?;
            if let Some(sum) = sums.iter().find(|&&sum| sum > MOST_SUM) {
                return Err(Fault::Wrong(format!(
                    "the entries of a board are {sum} in all: at most {MOST_SUM} can be"
                )));
            }
        }
        Ok(())
    }

    /// Puts the nodes of the queue in order: those with the most moves to spare last, as they are
    /// most likely to lead to the goal, and else as they came.
    fn sort(&mut self) -> Result<(), Fault> {
        if self.queued < 2 {
            return Ok(());
        }
        let mut nodes = self.checked_nodes(1)?;
        nodes.sort_unstable_by_key(|node| (spare(node), node[ORIGIN] % MOST_NUMBERED as u32));
        self.queue.deliver(&nodes)
    }

    /// The nodes of the queue.
    fn nodes(&self) -> Result<Vec<[u32; NODE_WORDS]>, Fault> {
        let mut nodes = vec![[0; NODE_WORDS]; self.queued as usize];
        self.queue.fetch(&mut nodes)?;
        Ok(nodes)
    }

    /// The same, each of which has so many moves left at least.
    fn checked_nodes(&self, least_left: u32) -> Result<Vec<[u32; NODE_WORDS]>, Fault> {
        let nodes = self.nodes()?;
        if self.field.are_nodes(&nodes, least_left) { Ok(nodes) } else { Err(no_nodes()) }
    }

    /// Sees to it that the queue has room for so many nodes. What it holds is lost if it has not.
    fn make_room(&mut self, nodes: u64) -> Result<(), Fault> {
        if nodes * NODE_BYTES > self.queue.bytes() {
            self.queue = Memory::take(Arc::clone(&self.machine), nodes * NODE_BYTES)?;
        }
        Ok(())
    }

    /// One turn of the search, of one board or of those with answers.
    fn turn(&mut self, most: u64, answers: Option<&Memory<Arc<dyn Machine>>>) -> Result<Turn, Fault> {
        let warps = self.geometry.all_warps();
        let lanes = self.geometry.lanes;
        self.progress.send(&[Progress::default()])?;
        // Where few states may be expanded, a round at a time.
        let most_rounds = most / u64::from(warps * lanes) + 1;
        let rounds = u64::from(self.rounds).min(most_rounds) as u32;
        let task = Search {
            frame: self.frame.place().0,
            tables: self.tables.place().0,
            table_bytes: self.table_bytes,
            rows: self.rows.place().0,
            queue: self.queue.place().0,
            queued: self.queued,
            offered: self.offered,
            grab: (self.offered / warps).clamp(1, lanes),
            first_padding: 0,
            warps: self.stacks.place().0,
            tops: self.tops.place().0,
            blocks: self.blocks.place().0,
            blocks_of_warp: BLOCKS_OF_WARP,
            rounds,
            least_rounds: LEAST_ROUNDS,
            most_idle: warps / 4,
            progress: self.progress.place().0,
            answers: answers.map_or(0, |answers| answers.place().0),
        };
        let began = self.machine.now();
        let kernel = if answers.is_some() { Kernel::SearchMany } else { Kernel::Search };
        start(&*self.machine, kernel, self.geometry.blocks, &task)?;
        let mut progress = [Progress::default()];
        self.progress.fetch(&mut progress)?;
        let [progress] = progress;
        let took = self.machine.now().saturating_duration_since(began);
        let taken = progress.taken.min(self.offered);
        self.add_up(&progress, taken)?;
        self.queued -= taken;
        self.offered -= taken;
        self.held = progress.held;
        self.expanded += progress.expanded;
        if took > 2 * TURN {
            self.rounds = (self.rounds / 2).max(1);
        } else if took < TURN / 2 && progress.rounds == self.rounds {
            // A turn that was cut short says nothing of one that is not.
            self.rounds = self.rounds.saturating_mul(2).min(MOST_ROUNDS);
        }
        let found = (progress.found != 0).then(|| u64::from(progress.path_low) | u64::from(progress.path_high) << 32);
        if found.is_none() {
            let is_uneven = self.offered == 0 && progress.busy < warps - warps / 4;
            if is_uneven || progress.full != 0 {
                self.gather()?;
            }
            if is_uneven {
                self.offer();
            }
        }
        let left = self.held + u64::from(self.queued);
        if found.is_none() && left == 0 && self.expanded < self.roots {
            let problem = format!("of {} roots {} are expanded, and none is left", self.roots, self.expanded);
            return Err(Fault::Wrong(problem));
        }
        let tally = self.tally(progress.expanded, progress.generated, progress.evaluated - progress.generated);
        Ok(Turn { tally, found, left })
    }

    /// Sees to it that all warps have run, and that no node was lost on the way: without that, a
    /// machine that does nothing would have searched everything in no time. `entered` nodes came
    /// from the queue.
    fn add_up(&self, progress: &Progress, entered: u32) -> Result<(), Fault> {
        let Progress { idle, busy, held_before, popped, pushed, held, expanded, generated, evaluated, .. } = *progress;
        let (ran, warps) = (u64::from(idle) + u64::from(busy), u64::from(self.geometry.all_warps()));
        if ran != warps {
            return Err(Fault::Wrong(format!("{ran} of {warps} warps have run")));
        }
        let (there, after) = (held_before + u64::from(entered) + pushed, popped + held);
        if held_before != self.held || there != after {
            return Err(Fault::Wrong(format!(
                "{} nodes were on stacks, it found {held_before}; with {entered} from the queue and {pushed} made these \
                 are {there}, but {popped} were expanded and {held} are left",
                self.held
            )));
        }
        let has_work = self.held > 0 || self.offered > 0;
        if (popped == 0 && has_work) || expanded > popped || evaluated < generated {
            return Err(Fault::Wrong(format!(
                "it took {popped} nodes from stacks, and expanded {expanded} to {generated} with {evaluated} estimates"
            )));
        }
        Ok(())
    }

    /// Counts of the kernels. The second view is looked up whether it is another one or not.
    fn tally(&self, expanded: u64, generated: u64, in_second_view: u64) -> KernelTally {
        let in_second_view = if self.field.has_two_views() { in_second_view } else { 0 };
        KernelTally { expanded, generated, evaluated: generated + in_second_view }
    }

    /// Lets the warps take more roots: few at first, since those most likely to lead to the goal
    /// come first.
    fn offer(&mut self) {
        let hidden = self.queued - self.offered;
        self.offered += self.portion.min(hidden);
        self.portion = self.portion.saturating_mul(2);
    }

    /// Puts all nodes into the queue.
    fn gather(&mut self) -> Result<(), Fault> {
        if self.held == 0 {
            return Ok(());
        }
        let nodes = u64::from(self.queued) + self.held;
        if nodes * NODE_BYTES > self.queue.bytes() {
            // Where many boards are searched, goals that were reached may be among them.
            let queued = self.checked_nodes(0)?;
            self.make_room(nodes)?;
            self.queue.deliver(&queued)?;
        }
        self.counters.send(&[self.queued])?;
        let task = Gathering {
            queue: self.queue.place().0,
            queued: self.counters.place().0,
            warps: self.geometry.all_warps(),
            padding: 0,
            stacks: self.stacks.place().0,
            tops: self.tops.place().0,
            blocks: self.blocks.place().0,
            blocks_of_warp: BLOCKS_OF_WARP,
            more_padding: 0,
        };
        let threads = self.geometry.all_warps() * self.geometry.lanes;
        start(&*self.machine, Kernel::Gather, threads.div_ceil(self.geometry.threads), &task)?;
        let mut queued = [0_u32];
        self.counters.fetch(&mut queued)?;
        let [queued] = queued;
        if u64::from(queued) != nodes {
            return Err(Fault::Wrong(format!("{nodes} nodes are left, and it gathered {queued}")));
        }
        self.offered += queued - self.queued;
        (self.queued, self.held) = (queued, 0);
        Ok(())
    }

    /// Forgets what is left.
    fn clear(&mut self) -> Result<(), Fault> {
        self.stacks.fill(0)?;
        (self.held, self.queued) = (0, 0);
        (self.roots, self.expanded) = (0, 0);
        (self.rounds, self.portion, self.offered) = (FIRST_ROUNDS, FIRST_PORTION, 0);
        Ok(())
    }

    fn sums(&mut self, nodes: &[Saved]) -> Result<Vec<u32>, Fault> {
        let mut sums = Vec::new();
        self.clear()?;
        self.enter(&self.arrivals(nodes, |_| 0), Some(&mut sums))?;
        self.queued = 0;
        Ok(sums)
    }

    fn all(
        &mut self,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Result<Vec<Ended>, Stop>, Fault> {
        let mut answers = vec![Answer::default(); nodes.len()];
        let memory = Memory::take(Arc::clone(&self.machine), size_of_val(answers.as_slice()) as u64)?;
        memory.deliver(&answers)?;
        self.clear()?;
        self.enter(&self.arrivals(nodes, |_| 0), None)?;
        self.roots = u64::from(self.queued);
        let mut all = KernelTally::default();
        // The order means nothing: all of it is searched.
        self.offered = self.queued;
        while self.queued > 0 || self.held > 0 {
            if let Err(why) = go_on() {
                return Ok(Err(why));
            }
            all += self.turn(u64::MAX, Some(&memory))?.tally;
        }
        memory.fetch(&mut answers)?;
        let sum = |count: fn(&Answer) -> u64| answers.iter().map(count).fold(0, u64::wrapping_add);
        let expanded = sum(|answer| answer.expanded);
        let added_up = self.tally(expanded, sum(|answer| answer.generated), sum(|answer| answer.evaluated));
        if added_up != all {
            return Err(Fault::Wrong(format!("{} states are expanded, but {expanded} for boards", all.expanded)));
        }
        let ended = |answer: &Answer| Ended {
            tally: self.tally(answer.expanded, answer.generated, answer.evaluated),
            found: (answer.found != 0).then(|| u64::from(answer.path_low) | u64::from(answer.path_high) << 32),
        };
        Ok(Ok(answers.iter().map(ended).collect()))
    }

    fn left(&mut self) -> Result<Left, Fault> {
        self.gather()?;
        Ok(Left { machine: Arc::clone(&self.machine), field: self.field.clone(), nodes: self.nodes()? })
    }

    fn error(&self, fault: Fault) -> DeviceError {
        error(&*self.machine, fault)
    }
}

/// Refuses nodes that have more moves left than the kernels can count.
fn check_moves(nodes: &[Saved]) -> Result<(), DeviceError> {
    match nodes.iter().find(|node| node.left > MOST_LEFT) {
        Some(node) => Err(DeviceError::Unfit(format!("{} moves are too many for a device", node.left))),
        None => Ok(()),
    }
}

impl Searcher for Searching {
    fn estimates(&mut self, nodes: &[Saved]) -> Result<Vec<Cost>, DeviceError> {
        let sums = self.sums(nodes).map_err(|fault| self.error(fault))?;
        let estimate = |(node, sum): (&Saved, u32)| self.field.manhattan(&node.cells) + 2 * sum;
        Ok(nodes.iter().zip(sums).map(estimate).collect())
    }

    fn search_all(
        &mut self,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Ended>, DeviceError> {
        check_moves(nodes)?;
        if nodes.len() > MOST_NUMBERED {
            return Err(DeviceError::Unfit(format!("{} boards are too many for a device", nodes.len())));
        }
        self.all(nodes, go_on).map_err(|fault| self.error(fault))?.map_err(DeviceError::Stopped)
    }

    fn begin(
        &mut self,
        bound: Cost,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), DeviceError> {
        check_moves(nodes)?;
        self.clear().map_err(|fault| self.error(fault))?;
        let mut arrivals = Vec::with_capacity(nodes.len());
        for some in nodes.chunks(AT_A_TIME) {
            go_on().map_err(DeviceError::Stopped)?;
            arrivals.extend(self.arrivals(some, |node| bound.wrapping_sub(node.left)));
        }
        self.enter(&arrivals, None).map_err(|fault| self.error(fault))?;
        go_on().map_err(DeviceError::Stopped)?;
        self.roots = u64::from(self.queued);
        self.sort().map_err(|fault| self.error(fault))?;
        self.offer();
        Ok(())
    }

    fn advance(&mut self, most: u64) -> Result<Turn, DeviceError> {
        self.turn(most, None).map_err(|fault| self.error(fault))
    }

    fn rest(&mut self) -> Result<Box<dyn Rest>, DeviceError> {
        let left = self.left().map_err(|fault| self.error(fault))?;
        Ok(Box::new(left))
    }
}

/// Nodes that were left, in the words of the kernels.
struct Left {
    machine: Arc<dyn Machine>,
    field: Field,
    nodes: Vec<[u32; NODE_WORDS]>,
}

impl Rest for Left {
    fn check(&self) -> Result<(), DeviceError> {
        if self.field.are_nodes(&self.nodes, 1) { Ok(()) } else { Err(error(&*self.machine, no_nodes())) }
    }

    fn nodes(&self) -> Box<dyn Iterator<Item = Saved> + '_> {
        Box::new(self.nodes.iter().map(|node| self.field.saved(node)))
    }
}

fn no_nodes() -> Fault {
    Fault::Wrong("what came back from its queue are no boards".to_owned())
}
