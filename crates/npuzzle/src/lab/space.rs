//! The whole space of a small board: how many states at each distance, the farthest boards, and how
//! many shortest solutions there are.
//!
//! A breadth-first search from the goal at one bit a state ([`BreadthFirst`]), and along with it,
//! where that is wanted, the number of shortest solutions of every state ([`PathCounts`]). The goal
//! counts as a state with one solution, the empty one.
//!
//! A search in single moves that counts no solutions can be divided among processes, and can keep
//! every layer in a journal ([`DividedBreadthFirst`]). One that is for one process, without a
//! journal, can be left to a device ([`Layers`](crate::solvers::tiles::device::Layers)).

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::core::agreement::{Discord, Hindrance, agree};
use crate::core::clock::Instant;
use crate::core::crew::{self, Crew};
use crate::core::{Limits, Metric, Stop};
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::divided_breadth_first::{DividedBreadthFirst, Ending, Keeper, Unkept};
use crate::domains::tiles::goal::{Goal, GoalError};
use crate::domains::tiles::path_counts::{PathCounts, PathTotals};
use crate::domains::tiles::sorted_boards::SortedBoards;
use crate::domains::tiles::state_index::{MOST_CELLS, StateIndex, TooLarge};
use crate::domains::tiles::{Board, Shape};
use crate::lab::known_space::{BlankPlaces, ExactCounts, blank_places, mean_depth};
use crate::lab::space_journal::SpaceJournal;
use crate::solvers::tiles::device::{DeviceError, ForTiles, TileDevice, processor_instead};
use crate::solvers::tiles::device_memory::{forget_given_up, give_back_idle};

/// So many farthest boards are listed; their number is exact.
pub const MOST_ANTIPODES: usize = 1000;

/// Up to so many cells shortest solutions are counted without being asked for.
pub const COUNTED_CELLS: usize = 10;

/// How often `watch` hears of it.
const TELLING_INTERVAL: Duration = Duration::from_millis(100);

/// What to find out.
#[derive(Clone, Debug)]
pub struct SpaceRequest {
    /// The boards.
    pub shape: Shape,
    /// Where the distances begin.
    pub goal: Goal,
    /// What the distances count.
    pub metric: Metric,
    /// Whether shortest solutions are counted; `None` for boards of up to [`COUNTED_CELLS`] cells,
    /// if the search is not divided, has no journal, and is not for a device.
    pub count_solutions: Option<bool>,
    /// The folder where every layer is kept, and gone on from.
    pub journal: Option<PathBuf>,
    /// Time, memory, threads and the cancel flag, and the processes that share the work or the
    /// device that does it.
    pub limits: Limits,
}

impl SpaceRequest {
    /// The space behind a goal.
    pub fn new(shape: Shape, goal: Goal) -> Self {
        Self { shape, goal, metric: Metric::default(), count_solutions: None, journal: None, limits: Limits::default() }
    }

    /// Whether shortest solutions will be counted.
    pub fn counts_solutions(&self) -> bool {
        let is_small = self.shape.is_line() || self.shape.cells() <= COUNTED_CELLS;
        self.count_solutions.unwrap_or(is_small && self.crew().is_none() && self.limits.device.is_none())
    }

    /// What is for the processor alone, if any of it is wanted.
    pub fn for_processor(&self) -> Option<&'static str> {
        match () {
            () if self.metric == Metric::Multi => Some("the space in slides of whole lines"),
            () if self.count_solutions == Some(true) => Some("counting the shortest solutions"),
            () if self.crew().is_some() => Some("a search that is divided, or keeps a journal,"),
            () => None,
        }
    }

    /// The processes that share the work: one where only a journal asks for parts.
    fn crew(&self) -> Option<Arc<dyn Crew>> {
        let alone = || self.journal.is_some().then(|| crew::threads(1).pop()).flatten();
        self.limits.crew.clone().filter(|crew| crew.size() > 1).or_else(alone)
    }

    fn too_large(&self) -> TooLarge {
        TooLarge { shape: self.shape, purpose: "a search of them all", most_cells: MOST_CELLS }
    }

    /// How many processes share the work.
    pub fn processes(&self) -> usize {
        self.crew().map_or(1, |crew| crew.size())
    }

    /// About how many bytes it will take in each process; `None` if the space is beyond all memory.
    ///
    /// Counting takes what the two widest layers side by side ask for. That is known only
    /// afterwards: at most a third of the states on boards of up to nine cells, 26 % on 3x3, and
    /// less than a fifth on 2x5 and 3x4. In slides there are fewer layers: 34 % on 3x3, and all
    /// states on a line.
    pub fn needed_bytes(&self) -> Option<u64> {
        if let Some(crew) = self.crew() {
            return DividedBreadthFirst::needed_bytes(self.shape, self.limits.threads(), crew.size());
        }
        let search = BreadthFirst::needed_bytes(self.metric, self.shape, self.limits.threads())?;
        let states = self.shape.reachable_states()?;
        // A layer in single moves has the blank on one colour of the cells.
        let (share, places) = match self.metric {
            Metric::Single => (if self.shape.cells() <= 9 { 3 } else { 4 }, states / 32),
            Metric::Multi => (if self.shape.is_line() { 1 } else { 2 }, states / 16),
        };
        let counts = if self.counts_solutions() { (8 * states).div_ceil(share) + places + 1024 } else { 0 };
        search.checked_add(counts)
    }
}

/// A glimpse of the search.
#[derive(Clone, Copy, Debug)]
pub struct SpaceProgress {
    /// States seen so far.
    pub seen: u64,
    /// All states.
    pub states: u64,
    /// The layer that the search has come to.
    pub depth: usize,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What was found out.
#[derive(Clone, Debug, Serialize)]
pub struct SpaceReport {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The goal.
    pub goal: Board,
    /// What the distances count.
    pub metric: Metric,
    /// That it was searched.
    pub searched: bool,
    /// States that can reach the goal.
    pub states: u64,
    /// The same numbers as texts, as for spaces whose numbers do not fit 64 bits.
    #[serde(flatten)]
    pub exact: ExactCounts,
    /// Moves, or slides, between them, each counted both ways.
    pub edges: u64,
    /// The largest distance.
    pub diameter: usize,
    /// The largest distance is at least and at most this.
    pub diameter_bounds: (usize, usize),
    /// Number of states at each distance.
    pub widths: Vec<u64>,
    /// The farthest boards in lexicographic order, [`MOST_ANTIPODES`] at most.
    pub antipodes: Vec<Board>,
    /// Number of the farthest boards.
    pub antipode_count: u64,
    /// The mean distance.
    pub mean_depth: f64,
    /// Moves of a state on average.
    pub mean_branching_factor: f64,
    /// Where the blank has how many moves.
    pub branching: Vec<BlankPlaces>,
    /// Arrangements of the tiles that cannot reach the goal; `None` when it does not fit 64 bits.
    pub unreachable: Option<u64>,
    /// The shortest solutions, where they were counted.
    pub optimal_solutions: Option<OptimalSolutions>,
    /// Sources of published numbers: none, since all were computed here.
    pub sources: Vec<&'static str>,
    /// Always `None`: it was searched.
    pub reason: Option<String>,
    /// Most bytes held.
    pub peak_bytes: u64,
    /// The device that searched, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Most bytes held on a device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_bytes: Option<u64>,
    /// Remarks for people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Seconds it took.
    pub seconds: f64,
}

/// How many shortest solutions the states have, the goal with its empty one included.
#[derive(Clone, Debug, Serialize)]
pub struct OptimalSolutions {
    /// States with just one.
    pub unique: u64,
    /// The mean over all states.
    pub mean: f64,
    /// The most that a state has.
    pub max: u64,
    /// How many states have that many.
    pub max_boards: u64,
}

impl OptimalSolutions {
    fn new(totals: &PathTotals, states: u64) -> Self {
        let PathTotals { unique, sum, most, with_most, .. } = *totals;
        Self { unique, mean: sum as f64 / states as f64, max: most, max_boards: with_most }
    }
}

/// Why the space was not searched to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// There are too many states.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There is not enough memory for it in each of so many processes.
    #[error(
        "the space of a {shape} board has {states} states and takes {needed} bytes{}, more than {}",
        in_each(*processes),
        allowed.map_or_else(|| "the system has".to_owned(), |allowed| format!("the memory limit of {allowed} bytes"))
    )]
    Memory { shape: Shape, states: u64, needed: u64, allowed: Option<u64>, processes: usize },
    /// A limit ended the search.
    #[error("{why} at depth {depth}, after {seen} of {states} states")]
    Stopped { why: Stop, seen: u64, states: u64, depth: usize },
    /// A state has more shortest solutions than can be counted.
    #[error("a {0} board has more than 2^64 shortest solutions, which cannot be counted here")]
    Uncountable(Shape),
    /// What a divided search, or one with a journal, cannot do.
    #[error("{0} is for one process without a journal")]
    Undivided(&'static str),
    /// The journal cannot be used.
    #[error("{0}")]
    Journal(String),
    /// The processes that share the work do not go on together.
    #[error("{0}")]
    Crew(Discord),
    /// A device cannot do it.
    #[error("{0}")]
    Device(String),
    /// A device has too little memory for it.
    #[error("{0}")]
    DeviceMemory(String),
}

/// Where memory is taken, if there are several processes.
pub fn in_each(processes: usize) -> String {
    if processes > 1 { format!(" in each of {processes} processes") } else { String::new() }
}

/// Searches a whole space. `watch` hears about ten times a second how far it is.
///
/// Where several processes share the work, all of them call this with the same request and get the
/// same report, but for the memory and the time that each has taken.
pub fn space(request: &SpaceRequest, watch: &mut dyn FnMut(&SpaceProgress)) -> Result<SpaceReport, SpaceError> {
    if let Some((device, is_optional)) = request.limits.device.as_ref().and_then(ForTiles::among) {
        let answer = on_device(request, device, watch);
        forget_given_up(&request.limits.table_cache, device);
        match answer {
            Err(SpaceError::Device(problem) | SpaceError::DeviceMemory(problem)) if is_optional => {
                let limits = Limits { device: None, ..request.limits.clone() };
                let mut report = space(&SpaceRequest { limits, ..request.clone() }, watch)?;
                report.notes.insert(0, processor_instead(&problem));
                return Ok(report);
            }
            answer => return answer,
        }
    }
    if let Some(crew) = request.crew() {
        return divided(request, &crew, watch);
    }
    let SpaceRequest { shape, metric, limits, .. } = request;
    let mut run = Run::new(request, watch)?;
    run.allow_needed()?;
    let threads = limits.threads();
    let bits = BreadthFirst::needed_bytes(*metric, *shape, threads).ok_or_else(|| request.too_large())?;
    let index = StateIndex::new(&run.goal)?;
    let mut search = BreadthFirst::by(*metric, &index, threads);
    let mut counts = request.counts_solutions().then(|| PathCounts::new(&index));
    let mut peak_bytes = bits;
    loop {
        (run.seen, run.depth) = (search.seen(), search.depth());
        if !search.advance(&mut || run.go_on())? {
            break;
        }
        if let Some(counts) = &mut counts {
            let needed = bits + PathCounts::needed_bytes(&search);
            run.fits(needed)?;
            (run.seen, run.depth) = (search.seen(), search.depth());
            run.allow(needed - bits)?;
            peak_bytes = peak_bytes.max(needed);
            counts.advance(&search, &mut || run.go_on())?;
        }
    }
    debug_assert_eq!(search.seen(), run.states);
    if counts.as_ref().is_some_and(|counts| counts.totals().overflow) {
        return Err(SpaceError::Uncountable(*shape));
    }
    let antipodes = SortedBoards::new(&index, search.states());
    let counts = counts.map(|counts| OptimalSolutions::new(counts.totals(), run.states));
    Ok(run.report(&index, search.widths(), antipodes, counts, peak_bytes))
}

/// The same on a device.
fn on_device(
    request: &SpaceRequest,
    device: &dyn TileDevice,
    watch: &mut dyn FnMut(&SpaceProgress),
) -> Result<SpaceReport, SpaceError> {
    if let Some(misfit) = request.for_processor() {
        return Err(SpaceError::Device(format!("{misfit} is for the processor, not for {}", device.name())));
    }
    let mut run = Run::new(request, watch)?;
    let numbering = BreadthFirst::index_bytes(request.shape).ok_or_else(|| request.too_large())?;
    run.fits(numbering)?;
    run.allow(numbering).map_err(|_| run.too_much(numbering, None))?;
    let allowed = match device.allow_layers(request.shape) {
        Err(DeviceError::Memory { .. }) if give_back_idle(&request.limits.table_cache, device) => {
            device.allow_layers(request.shape)
        }
        allowed => allowed,
    };
    allowed.map_err(|error| run.failed(error))?;
    let index = StateIndex::new(&run.goal)?;
    let mut layers = device.layers(&index, &mut || run.check()).map_err(|error| run.failed(error))?;
    let mut widths = vec![1];
    run.seen = 1;
    while run.seen < run.states {
        let width = layers.advance(&mut || run.check()).map_err(|error| run.failed(error))?;
        // INVARIANT: every state that has a number can be reached.
        if width == 0 || width > run.states - run.seen {
            return Err(SpaceError::Device(format!("{} miscounts after depth {}", device.name(), run.depth)));
        }
        widths.push(width);
        (run.seen, run.depth) = (run.seen + width, run.depth + 1);
    }
    let states = layers.states().map_err(|error| run.failed(error))?;
    let antipodes = SortedBoards::new(&index, states.into_iter());
    let (name, device_bytes) = (Some(device.name()), Some(layers.bytes()));
    Ok(SpaceReport { device: name, device_bytes, ..run.report(&index, &widths, antipodes, None, numbering) })
}

/// The same by the processes of a crew, or by one that keeps every layer.
fn divided(
    request: &SpaceRequest,
    crew: &Arc<dyn Crew>,
    watch: &mut dyn FnMut(&SpaceProgress),
) -> Result<SpaceReport, SpaceError> {
    let mut run = Run::new(request, watch)?;
    if request.metric == Metric::Multi {
        return Err(SpaceError::Undivided("the space in slides of whole lines"));
    }
    if request.counts_solutions() {
        return Err(SpaceError::Undivided("counting the shortest solutions"));
    }
    let prepared = prepare(request, &run, &**crew);
    let line = |(_, journal): &(_, Option<SpaceJournal>)| {
        let depth = journal.as_ref().and_then(SpaceJournal::depth).unwrap_or(0);
        format!("the space of {} from depth {depth} in {} parts", run.goal, crew.size())
    };
    let line = prepared.as_ref().map_or_else(|_| String::new(), line);
    let (index, mut journal) = together(prepared, &line, &**crew, &mut run)?;
    let mut search = DividedBreadthFirst::new(&index, Arc::clone(crew), request.limits.threads());
    if let Some(journal) = &journal {
        let resumed = journal.resume(&mut search).map_err(SpaceError::Journal);
        together(resumed, "the layers are there", &**crew, &mut run)?;
        if let Some(depth) = journal.depth() {
            let where_to = if search.search().seen() == run.states { "finished" } else { "going on" };
            request.limits.table_cache.note(format!("{where_to} at depth {depth}, from the journal"));
        }
        // From here on the search can be gone on with: watchers need not wait to say so.
        (run.seen, run.depth) = (search.search().seen(), search.search().depth());
        run.tell();
    }
    let mut unkept = Unkept;
    let keeper: &mut dyn Keeper = match &mut journal {
        Some(journal) => journal,
        None => &mut unkept,
    };
    loop {
        (run.seen, run.depth) = (search.search().seen(), search.search().depth());
        if !search.advance(keeper, &mut || run.check())? {
            break;
        }
    }
    let farthest = |boards: SortedBoards| boards.keys().iter().copied().take(MOST_ANTIPODES).collect();
    let own = farthest(SortedBoards::new(&index, search.search().states()));
    let merge = |all| farthest(SortedBoards::of_keys(index.goal(), all));
    let all = search.share(own, merge, &mut || run.check())?;
    let antipodes = SortedBoards::of_keys(index.goal(), all);
    let peak_bytes = request.needed_bytes().unwrap_or(0);
    Ok(run.report(&index, search.search().widths(), antipodes, None, peak_bytes))
}

/// The numbering of the states and the journal, if there is memory for the search.
fn prepare(
    request: &SpaceRequest,
    run: &Run<'_, '_>,
    crew: &dyn Crew,
) -> Result<(StateIndex, Option<SpaceJournal>), SpaceError> {
    run.allow_needed()?;
    let open = |folder: &PathBuf| SpaceJournal::open(folder, &run.goal, crew.rank(), crew.size());
    let journal = request.journal.as_ref().map(open).transpose().map_err(SpaceError::Journal)?;
    Ok((StateIndex::new(&run.goal)?, journal))
}

/// What a process has made ready, when all have. One that fails tells the others, which would wait
/// for it.
fn together<T>(
    ready: Result<T, SpaceError>,
    line: &str,
    crew: &dyn Crew,
    run: &mut Run<'_, '_>,
) -> Result<T, SpaceError> {
    let why = ready.as_ref().map_or_else(ToString::to_string, |_| String::new());
    let hindrance = match &ready {
        Ok(_) => Ok(line),
        Err(SpaceError::Stopped { why, .. }) => Err(Hindrance::Stop(*why)),
        Err(_) => Err(Hindrance::Other(&why)),
    };
    let agreed = agree(crew, hindrance, &mut || run.check());
    let ready = ready?;
    match agreed {
        Ok(()) => Ok(ready),
        Err(Discord::Stopped(why)) => Err(run.stopped(why)),
        Err(discord) => Err(SpaceError::Crew(discord)),
    }
}

impl From<Ending> for SpaceError {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Stopped { why, seen, states, depth } => Self::Stopped { why, seen, states, depth },
            Ending::Unkept(why) => Self::Journal(why),
            Ending::Discord(discord) => Self::Crew(discord),
        }
    }
}

/// A search that is under way.
struct Run<'r, 'w> {
    request: &'r SpaceRequest,
    goal: Board,
    states: u64,
    started: Instant,
    told: Instant,
    watch: &'w mut dyn FnMut(&SpaceProgress),
    /// States in the layers that are complete.
    seen: u64,
    /// The last of them.
    depth: usize,
}

impl<'r, 'w> Run<'r, 'w> {
    fn new(request: &'r SpaceRequest, watch: &'w mut dyn FnMut(&SpaceProgress)) -> Result<Self, SpaceError> {
        let started = request.limits.clock.now();
        let goal = request.goal.board(request.shape)?;
        let states = request.shape.reachable_states().ok_or_else(|| request.too_large())?;
        Ok(Self { request, goal, states, started, told: started, watch, seen: 0, depth: 0 })
    }

    /// Whether the limit allows all that is needed, and the system has it.
    fn allow_needed(&self) -> Result<(), SpaceError> {
        let needed = self.request.needed_bytes().ok_or_else(|| self.request.too_large())?;
        self.fits(needed)?;
        self.allow(needed).map_err(|_| self.too_much(needed, None))
    }

    fn too_much(&self, needed: u64, allowed: Option<u64>) -> SpaceError {
        let (shape, processes) = (self.request.shape, self.request.processes());
        SpaceError::Memory { shape, states: self.states, needed, allowed, processes }
    }

    /// Whether so many bytes are within the limit.
    fn fits(&self, needed: u64) -> Result<(), SpaceError> {
        match self.request.limits.memory {
            Some(allowed) if needed > allowed => Err(self.too_much(needed, Some(allowed))),
            _ => Ok(()),
        }
    }

    /// Whether the system has so many bytes: what is allowed need not be there.
    fn allow(&self, bytes: u64) -> Result<(), SpaceError> {
        self.request.limits.allow(bytes).map_err(|why| self.stopped(why))
    }

    /// Tells how far it is, and looks at the limits.
    fn check(&mut self) -> Result<(), Stop> {
        if self.request.limits.clock.since(self.told) >= TELLING_INTERVAL {
            self.tell();
        }
        self.request.limits.check(self.started)
    }

    fn tell(&mut self) {
        let clock = &self.request.limits.clock;
        self.told = clock.now();
        let elapsed = clock.since(self.started);
        let Self { seen, states, depth, .. } = *self;
        (self.watch)(&SpaceProgress { seen, states, depth, elapsed });
    }

    fn go_on(&mut self) -> Result<(), SpaceError> {
        self.check().map_err(|why| self.stopped(why))
    }

    fn failed(&self, error: DeviceError) -> SpaceError {
        match error {
            DeviceError::Stopped(why) => self.stopped(why),
            DeviceError::Memory { .. } => SpaceError::DeviceMemory(error.to_string()),
            other => SpaceError::Device(other.to_string()),
        }
    }

    fn stopped(&self, why: Stop) -> SpaceError {
        SpaceError::Stopped { why, seen: self.seen, states: self.states, depth: self.depth }
    }

    fn report(
        self,
        index: &StateIndex,
        widths: &[u64],
        antipodes: SortedBoards,
        optimal_solutions: Option<OptimalSolutions>,
        peak_bytes: u64,
    ) -> SpaceReport {
        let Self { goal, states, .. } = self;
        let SpaceRequest { shape, metric, limits, .. } = self.request;
        let diameter = widths.len() - 1;
        SpaceReport {
            rows: shape.rows(),
            cols: shape.cols(),
            metric: *metric,
            searched: true,
            states,
            exact: ExactCounts::of(*shape, *metric),
            edges: index.edges(*metric),
            diameter,
            diameter_bounds: (diameter, diameter),
            antipodes: antipodes.into_iter().take(MOST_ANTIPODES).collect(),
            antipode_count: widths[diameter],
            mean_depth: mean_depth(widths),
            mean_branching_factor: index.edges(*metric) as f64 / states as f64,
            branching: blank_places(*shape, *metric),
            unreachable: shape.arrangements().map(|arrangements| arrangements - states),
            optimal_solutions,
            sources: Vec::new(),
            reason: None,
            peak_bytes,
            device: None,
            device_bytes: None,
            notes: Vec::new(),
            seconds: limits.clock.since(self.started).as_secs_f64(),
            widths: widths.to_vec(),
            goal,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::domains::tiles::goal::CARDS;

    fn request(rows: usize, cols: usize) -> SpaceRequest {
        SpaceRequest::new(Shape::new(rows, cols).unwrap(), Goal::default())
    }

    fn report(rows: usize, cols: usize) -> SpaceReport {
        space(&request(rows, cols), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_eight_puzzle_is_as_the_literature_says() {
        let report = report(3, 3);
        assert_eq!((report.states, report.edges, report.diameter), (181_440, 483_840, 31));
        assert_eq!((report.antipode_count, report.unreachable), (2, Some(181_440)));
        let antipodes: Vec<String> = report.antipodes.iter().map(ToString::to_string).collect();
        assert_eq!(antipodes, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
        assert_eq!(format!("{:.2} {:.3}", report.mean_depth, report.mean_branching_factor), "21.97 2.667");
        let solutions = report.optimal_solutions.unwrap();
        assert_eq!((solutions.unique, format!("{:.3}", solutions.mean)), (78_033, "2.761".to_owned()));
        assert_eq!(solutions.max, 64);
    }

    /// In slides of whole lines, by exhaustion.
    #[test]
    fn the_eight_puzzle_in_slides() {
        let request = SpaceRequest { metric: Metric::Multi, ..request(3, 3) };
        let report = space(&request, &mut |_| {}).unwrap();
        assert_eq!((report.states, report.edges, report.diameter), (181_440, 725_760, 24));
        assert_eq!(
            report.widths,
            [
                1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485, 30985,
                23494, 11751, 3390, 589, 41, 1
            ]
        );
        assert_eq!(report.antipode_count, 1);
        assert_eq!(report.mean_branching_factor, 4.0);
        assert!(report.peak_bytes <= request.needed_bytes().unwrap());
    }

    #[test]
    fn small_boards_and_lines() {
        let known = [(2, 2, 12, 24, 6, 1), (2, 3, 360, 840, 21, 1), (3, 2, 360, 840, 21, 1), (1, 5, 5, 8, 4, 1)];
        for (rows, cols, states, edges, diameter, antipodes) in known {
            let report = report(rows, cols);
            assert_eq!((report.states, report.edges, report.diameter), (states, edges, diameter), "{rows}x{cols}");
            assert_eq!((report.antipodes.len(), report.antipode_count), (antipodes, antipodes as u64));
            assert_eq!(report.widths.iter().sum::<u64>(), states);
        }
        assert_eq!(report(1, 5).unreachable, Some(115));
        assert_eq!(report(1, 100).unreachable, None);
        assert_eq!(report(100, 1).diameter, 99);
    }

    /// What is announced is enough, and not far more, wherever solutions are counted.
    #[test]
    fn the_memory_that_is_announced_is_enough() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (2, 5), (1, 2), (1, 9)] {
            for metric in Metric::ALL {
                let request = SpaceRequest { metric, ..request(rows, cols) };
                let needed = request.needed_bytes().unwrap();
                let report = space(&request, &mut |_| {}).unwrap();
                assert!(report.peak_bytes <= needed, "{rows}x{cols}: {} of {needed}", report.peak_bytes);
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_starts() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let error = space(&SpaceRequest { limits, ..request(3, 4) }, &mut |_| {}).unwrap_err();
        assert!(matches!(error, SpaceError::Memory { states: 239_500_800, allowed: Some(1_048_576), .. }), "{error}");
        let error = space(&request(5, 5), &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("more than 10^19"), "{error}");
        let limits = Limits { memory: Some(64 << 30), ..Limits::default() };
        for (rows, cols, states, bytes) in [
            (3, 5, "653837184000", "81734310000"),
            (4, 4, "10461394944000", "130770"),
            (3, 5, "", "memory limit of 68719476736"),
        ] {
            let request = SpaceRequest { limits: limits.clone(), ..request(rows, cols) };
            let error = space(&request, &mut |_| {}).unwrap_err().to_string();
            assert!(error.contains(states) && error.contains(bytes), "{error}");
        }
        // Sixteen machines have room for fifteen cells.
        let shared = SpaceRequest { limits: Limits { crew: crew::threads(16).pop(), ..limits }, ..request(3, 5) };
        let needed = shared.needed_bytes().unwrap();
        assert!((5 << 30..6 << 30).contains(&needed) && shared.processes() == 16, "{needed}");
    }

    #[test]
    fn a_cancelled_search_says_how_far_it_came() {
        let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        let error = space(&SpaceRequest { limits, ..request(3, 3) }, &mut |_| {}).unwrap_err();
        assert_eq!(error, SpaceError::Stopped { why: Stop::Cancelled, seen: 1, states: 181_440, depth: 0 });
    }

    /// What each of so many processes finds, each with a request of its own.
    fn by_crew(size: usize, request: impl Fn(usize) -> SpaceRequest + Sync) -> Vec<Result<SpaceReport, SpaceError>> {
        let crew = crew::threads(size);
        let one = |rank: usize| {
            let mut request = request(rank);
            request.limits.crew = Some(Arc::clone(&crew[rank]));
            space(&request, &mut |_| {})
        };
        let one = &one;
        std::thread::scope(|scope| {
            let ranks: Vec<_> = (0..size).map(|rank| scope.spawn(move || one(rank))).collect();
            let found = ranks.into_iter().map(|rank| rank.join().unwrap()).collect();
            assert!(crew.iter().all(|process| process.receive(None, Duration::ZERO).is_none()));
            found
        })
    }

    /// The same but for what each process has taken, and for solutions that several do not count.
    fn comparable(report: SpaceReport) -> String {
        let report = SpaceReport { optimal_solutions: None, peak_bytes: 0, seconds: 0.0, ..report };
        serde_json::to_string(&report).unwrap()
    }

    #[test]
    fn processes_find_what_one_finds() {
        for (rows, cols, size) in [(2, 2, 3), (1, 5, 2), (3, 3, 2), (2, 5, 4)] {
            let expected = comparable(report(rows, cols));
            let found = by_crew(size, |_| request(rows, cols));
            for report in found {
                assert_eq!(comparable(report.unwrap()), expected, "{rows}x{cols} by {size}");
            }
        }
    }

    #[test]
    fn processes_that_are_not_ready_or_disagree_end_the_search_of_all() {
        let few = |rank| {
            let memory = (rank == 1).then_some(50_000);
            SpaceRequest { limits: Limits { memory, ..Limits::default() }, ..request(2, 5) }
        };
        let [leader, other, ..] = &by_crew(3, few)[..] else { unreachable!() };
        let error = other.as_ref().unwrap_err();
        assert!(matches!(error, SpaceError::Memory { allowed: Some(50_000), processes: 3, .. }), "{error}");
        let error = leader.as_ref().unwrap_err().to_string();
        assert!(error.contains("process 1 cannot take part: the space of a 2x5 board has 1814400 states"), "{error}");
        assert!(error.contains("bytes in each of 3 processes, more than the memory limit of 50000 bytes"), "{error}");

        let goal = |rank: usize| SpaceRequest { goal: CARDS[rank].board(request(2, 5).shape).into(), ..request(2, 5) };
        for error in by_crew(2, goal) {
            let error = error.unwrap_err().to_string();
            assert!(error.contains("process 1 is about to do other work"), "{error}");
        }
        for request in [
            SpaceRequest { metric: Metric::Multi, ..request(2, 3) },
            SpaceRequest { count_solutions: Some(true), ..request(2, 3) },
        ] {
            for error in by_crew(2, |_| request.clone()) {
                assert!(matches!(error, Err(SpaceError::Undivided(_))), "{error:?}");
            }
        }
    }

    /// The search is ended again and again, and each time another number of processes goes on.
    #[test]
    fn an_ended_search_goes_on_at_its_layer_by_any_number_of_processes() {
        let expected = comparable(report(2, 5));
        let folder = tempfile::tempdir().unwrap();
        let kept = |looks: u64| SpaceRequest {
            journal: Some(folder.path().to_owned()),
            limits: Limits {
                time: Some(Duration::from_secs(looks)),
                clock: crate::core::Clock::stepping(Duration::from_secs(1)),
                ..Limits::default()
            },
            ..request(2, 5)
        };
        let mut depths = vec![0];
        let report = loop {
            let size = [1, 3, 2, 4][depths.len() % 4];
            let request = kept(100);
            let notes = Arc::clone(&request.limits.table_cache);
            let mut found = by_crew(size, |rank| if rank == 0 { request.clone() } else { kept(100) }).into_iter();
            let (reached, said) = (depths[depths.len() - 1], notes.take_notes());
            // The journal may have a layer more than the process had heard of that met the limit.
            let is_kept = |depth: usize| [format!("going on at depth {depth}, from the journal")] == *said;
            assert!(if reached == 0 { said.is_empty() } else { is_kept(reached) || is_kept(reached + 1) }, "{said:?}");
            match found.next().unwrap() {
                Ok(report) => {
                    assert!(found.all(|other| comparable(other.unwrap()) == comparable(report.clone())));
                    break report;
                }
                Err(SpaceError::Stopped { why: Stop::Time, depth, .. }) => {
                    assert!(depth >= depths[depths.len() - 1], "{depths:?}");
                    depths.push(depth);
                }
                Err(error) => panic!("{error}"),
            }
            assert!(depths.len() < 200, "{depths:?}");
        };
        assert!(depths.len() > 3, "{depths:?}");
        assert_eq!(comparable(report), expected);
        // Of all layers the last two are left, and a search that is over answers from them.
        let names = || std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let layers = names().filter(|name| name.to_str().unwrap().starts_with("layer-")).count();
        assert!((2..=8).contains(&layers), "{:?}", names().collect::<Vec<_>>());
        for size in [1, 3] {
            let request = kept(1000);
            let again = by_crew(size, |rank| if rank == 0 { request.clone() } else { kept(1000) }).remove(0).unwrap();
            assert_eq!(comparable(again), expected);
            assert_eq!(request.limits.table_cache.take_notes(), ["finished at depth 55, from the journal"]);
        }
    }

    #[test]
    fn journals_of_other_spaces_and_damaged_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |goal: usize| SpaceRequest {
            journal: Some(folder.path().to_owned()),
            goal: CARDS[goal].board(request(3, 3).shape).into(),
            ..request(3, 3)
        };
        let refused = |goal: usize, size: usize, what: &str| {
            let text = |found: Result<SpaceReport, SpaceError>| found.err().map(|error| error.to_string());
            let errors: Option<Vec<String>> = by_crew(size, |_| kept(goal)).into_iter().map(text).collect();
            errors.unwrap_or_else(|| panic!("{what} is not noticed"))
        };
        by_crew(2, |_| kept(0)).into_iter().for_each(|found| drop(found.unwrap()));
        for error in refused(1, 2, "another goal") {
            assert!(error.contains("belongs to another space (3x3 goal"), "{error}");
        }
        let manifest = folder.path().join("space.journal");
        let text = std::fs::read_to_string(&manifest).unwrap();
        for length in 0..text.len() {
            std::fs::write(&manifest, &text[..length]).unwrap();
            let what = format!("a cut after {length} bytes");
            assert!(refused(0, 1, &what)[0].contains("is damaged"), "{what}");
        }
        std::fs::write(&manifest, &text).unwrap();
        by_crew(1, |_| kept(0)).remove(0).unwrap();
        // One process finds a damaged part, the one that has any, and all hear of it.
        let part = folder.path().join("layer-31.part-1-of-2");
        let mut bytes = std::fs::read(&part).unwrap();
        for place in [3, bytes.len() - 3, bytes.len() / 2] {
            bytes[place] ^= 1;
            std::fs::write(&part, &bytes).unwrap();
            for error in refused(0, 2, &format!("a change of byte {place}")) {
                assert!(error.contains("is damaged") && error.contains("layer-31.part-1-of-2"), "{error}");
            }
            bytes[place] ^= 1;
        }
        std::fs::remove_file(&part).unwrap();
        for error in refused(0, 2, "a missing part") {
            assert!(error.contains("is damaged") && error.contains("layer-31.part-1-of-2"), "{error}");
        }
    }

    #[test]
    fn a_journal_is_for_one_search_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let request = SpaceRequest { journal: Some(folder.path().to_owned()), ..request(2, 2) };
        let other = SpaceJournal::open(folder.path(), &request.goal.board(request.shape).unwrap(), 0, 1).unwrap();
        let error = space(&request, &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("is in use by another search"), "{error}");
        drop(other);
        space(&request, &mut |_| {}).unwrap();
    }
}
