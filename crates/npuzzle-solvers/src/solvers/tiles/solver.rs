//! A solver made ready for a puzzle: its tables, its automaton and the kernel that uses them.
//!
//! What is made for one board serves all boards of the same frame, so it is kept on the table
//! cache.

use std::collections::HashMap;
use std::path::Path;
use std::ptr;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::core::BuildError;
use crate::core::agreement::{Discord, Hindrance, agree};
use crate::core::{Budget, Cost, Device, StateKey, Stats, Stop, is_to_be_had};
use crate::domains::tiles::frame::{Frame, Symmetry, framed};
use crate::domains::tiles::{Board, Cell, Direction, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::compact::{self, Compact};
use crate::solvers::tiles::constructive::construct;
use crate::solvers::tiles::deepening::{DeepenError, Deepened, Journalled, LARGEST_BOUND, Outcome, Plan, deepen};
use crate::solvers::tiles::device::{DeviceError, DevicePart, ForTiles, Lent, Searcher, TileDevice};
use crate::solvers::tiles::device_batch::{SolvedOfMany, solve_all};
use crate::solvers::tiles::device_memory::{forget_given_up, forget_when_idle, give_back_idle, on};
use crate::solvers::tiles::journal::JournalError;
use crate::solvers::tiles::kernel::{Kernel, Saved};
use crate::solvers::tiles::manhattan::{LargeManhattan, SmallManhattan};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::sparse::Sparse;
use crate::tables::library;
use crate::tables::pairs::Layout;
use crate::tables::partition::{Partition, PartitionPart};
use crate::tables::table::Encoding;

/// Kernels hold boards of at most so many cells.
pub const MOST_CELLS: usize = crate::solvers::tiles::sparse::MOST_CELLS;

/// Kernels look up at most so many tables for a board.
const MOST_PARTS: usize = 4;

/// What estimates the moves that remain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Estimates {
    /// Manhattan distance.
    Manhattan,
    /// Pattern databases, as they are written in `pdb(...)`.
    Patterns(Partition),
}

/// Why there is no solver for a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The board, or what was asked for, is beyond it.
    #[error("{0}")]
    Unfit(String),
    /// A table cannot be had.
    #[error(transparent)]
    Tables(#[from] BuildError),
    /// The device that is asked for cannot do it.
    #[error("{0}")]
    Device(String),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The processes that share the search do not work together.
    #[error(transparent)]
    Crew(Discord),
}

/// How a board is to be searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'t> {
    /// A bound that is proved already: no solution has fewer moves.
    pub first_bound: Option<Cost>,
    /// Expansions after which to give up.
    pub give_up_after: Option<u64>,
    /// The length of a solution that is known.
    pub known: Option<Cost>,
    /// The folder of the journal, if the search is to be resumed after an interruption.
    pub journal: Option<&'t Path>,
}

impl From<Misfit> for SolverError {
    fn from(misfit: Misfit) -> Self {
        Self::Unfit(misfit.to_string())
    }
}

impl From<Stop> for SolverError {
    fn from(why: Stop) -> Self {
        Self::Tables(BuildError::Stopped(why))
    }
}

impl From<Discord> for SolverError {
    fn from(discord: Discord) -> Self {
        match discord {
            Discord::Stopped(why) => why.into(),
            discord => Self::Crew(discord),
        }
    }
}

impl From<DeepenError> for SolverError {
    fn from(error: DeepenError) -> Self {
        match error {
            DeepenError::Journal(error) => error.into(),
            DeepenError::Crew(discord) => discord.into(),
        }
    }
}

impl From<DeviceError> for SolverError {
    fn from(error: DeviceError) -> Self {
        match error {
            DeviceError::Stopped(why) => why.into(),
            error => Self::Device(error.to_string()),
        }
    }
}

/// Solves boards of one frame.
pub struct TileSolver {
    frame: Frame,
    /// All that the states and counts of a search depend on, in a line.
    identity: String,
    bytes: u64,
    kernel: AnyKernel,
}

enum AnyKernel {
    SmallManhattan(Box<SmallManhattan>),
    LargeManhattan(Box<LargeManhattan>),
    Compact(Box<Compact>),
    Sparse(Box<Sparse>),
    OnDevice(Box<OnDevice>),
}

/// A device that is ready, the kernel that makes its roots, and what the processor needs if the
/// device fails.
struct OnDevice {
    searcher: Mutex<Box<dyn Searcher>>,
    /// Boards that were solved before they were asked for, by their cells, and what each took.
    ahead: Mutex<HashMap<Vec<u8>, (SolvedOfMany, Duration)>>,
    kernel: AnyKernel,
    estimates: Estimates,
    words: usize,
    /// The device, and what people call it.
    device: Arc<dyn Device>,
    name: String,
}

impl TileSolver {
    /// The solver for boards with this goal, from the table cache or made ready now. `words` is the
    /// length of the automaton's words.
    pub fn new(
        goal: &Board,
        estimates: &Estimates,
        words: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<Self>, SolverError> {
        let unfit = || too_large(goal.shape());
        let (frame, _) = Frame::of(goal).filter(|(frame, _)| frame.shape().cells() <= MOST_CELLS).ok_or_else(unfit)?;
        if let Estimates::Patterns(partition) = estimates {
            check_parts(partition)?;
        }
        let Some(device) = budget.device().cloned() else {
            return Self::on_processor(frame, estimates, words, budget);
        };
        // Processes that share a search would have to agree on what does it.
        if budget.crew().is_some() {
            return Err(SolverError::Device("processes that share a search use no device".to_owned()));
        }
        let Some((for_tiles, _)) = ForTiles::among(&device) else {
            return Err(SolverError::Device(format!("{} does not search for tiles", device.name())));
        };
        let name = format!("{}{}", Self::name_of(frame, estimates, words), on(for_tiles));
        let table_cache = Arc::clone(budget.table_cache());
        // A device that was given up and is there again has the name that it had.
        if let Some(solver) = table_cache.get::<Self>(&name).filter(|solver| solver.is_on(for_tiles)) {
            return Ok(solver);
        }
        table_cache.forget(&name);
        let solver = Self::on_device(frame, estimates, words, (&device, for_tiles), budget)
            .inspect_err(|_| forget_given_up(&table_cache, for_tiles))?;
        let solver = Arc::new(solver);
        table_cache.keep_sized(&name, Arc::clone(&solver), solver.bytes);
        forget_when_idle(&table_cache, name);
        Ok(solver)
    }

    /// What keeps a device from searching with these estimates.
    pub fn misfit_of(device: &dyn TileDevice, estimates: &Estimates) -> Option<String> {
        let Estimates::Patterns(partition) = estimates else { return Some(NEEDS_PATTERNS.to_owned()) };
        device.allow(partition.frame(), &views(partition)).err().map(|problem| problem.to_string())
    }

    fn is_on(&self, device: &dyn TileDevice) -> bool {
        let AnyKernel::OnDevice(on_device) = &self.kernel else { return false };
        ForTiles::among(&on_device.device).is_some_and(|(own, _)| ptr::addr_eq(own, device))
    }

    /// The solver that searches on threads.
    fn on_processor(
        frame: Frame,
        estimates: &Estimates,
        words: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<Self>, SolverError> {
        let name = Self::name_of(frame, estimates, words);
        let unfit = || too_large(frame.shape());
        let table_cache = Arc::clone(budget.table_cache());
        if let Some(solver) = table_cache.get::<Self>(&name) {
            return Ok(solver);
        }
        let automaton = automaton(frame, words, budget)?;
        let (kernel, table_bytes) = match estimates {
            Estimates::Manhattan => (manhattan(frame, &automaton).ok_or_else(unfit)?, 0),
            Estimates::Patterns(partition) => {
                let is_compact = is_compact(frame.shape());
                if !is_compact {
                    check_pairs(partition)?;
                }
                let encoding = if is_compact { Encoding::Bits } else { Encoding::Pairs };
                let tables = library::tables(partition, |_| encoding, budget)?;
                let (views, bytes) =
                    (partition.views(&tables), tables.iter().map(|table| table.data().len() as u64).sum());
                let kernel = if is_compact {
                    AnyKernel::Compact(Box::new(Compact::new(frame, &views, &automaton)?))
                } else {
                    AnyKernel::Sparse(Box::new(Sparse::new(frame, &views, &automaton)?))
                };
                (kernel, bytes)
            }
        };
        let identity = identity(&name, &automaton);
        let solver = Arc::new(Self { frame, bytes: table_bytes + automaton.bytes(), kernel, identity });
        table_cache.keep_sized(&name, Arc::clone(&solver), solver.bytes);
        Ok(solver)
    }

    /// The solver that searches on a device.
    fn on_device(
        frame: Frame,
        estimates: &Estimates,
        words: usize,
        (device, for_tiles): (&Arc<dyn Device>, &dyn TileDevice),
        budget: &mut Budget<'_>,
    ) -> Result<Self, SolverError> {
        let Estimates::Patterns(partition) = estimates else {
            return Err(SolverError::Device(NEEDS_PATTERNS.to_owned()));
        };
        let automaton = automaton(frame, words, budget)?;
        let views = views(partition);
        let ready = || for_tiles.ready(frame, &views, &automaton, &mut || budget.check());
        let searcher = match ready() {
            Err(DeviceError::Memory { .. }) if give_back_idle(budget.table_cache(), for_tiles) => ready()?,
            searcher => searcher?,
        };
        let on_device = OnDevice {
            searcher: Mutex::new(searcher),
            ahead: Mutex::default(),
            kernel: manhattan(frame, &automaton).ok_or_else(|| too_large(frame.shape()))?,
            estimates: estimates.clone(),
            words,
            device: Arc::clone(device),
            name: for_tiles.name(),
        };
        let identity = identity(&Self::name_of(frame, estimates, words), &automaton);
        Ok(Self { frame, bytes: automaton.bytes(), kernel: AnyKernel::OnDevice(Box::new(on_device)), identity })
    }

    /// Whether there is a kernel for these patterns.
    pub fn takes(partition: &Partition) -> bool {
        let shape = partition.frame().shape();
        let fits = |part: &PartitionPart| {
            is_compact(shape) || Layout::new(shape.cells(), part.pattern.homes().len()).is_some()
        };
        shape.cells() <= MOST_CELLS
            && partition.is_complete()
            && partition.parts().len() <= MOST_PARTS
            && partition.parts().iter().all(fits)
    }

    /// What tells solvers apart.
    fn name_of(frame: Frame, estimates: &Estimates, words: usize) -> String {
        let estimates = match estimates {
            Estimates::Manhattan => "manhattan".to_owned(),
            Estimates::Patterns(partition) => {
                let homes = |homes: Vec<u8>| homes.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                let parts = partition.parts().iter().map(|part| homes(part.homes())).collect::<Vec<_>>().join("/");
                // What a table of pairs says of a state is not all that one of bits does.
                if is_compact(frame.shape()) { parts } else { format!("{parts} pockets") }
            }
        };
        format!("tile solver {} blank {} {estimates} words {words}", frame.shape(), frame.blank().0)
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Searches for the shortest solution. INVARIANT: `goal` is of the solver's frame, and `start`
    /// can reach it.
    pub fn solve(
        &self,
        start: &Board,
        goal: &Board,
        terms: &Terms<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Deepened, SolverError> {
        let Some((_, to_frame)) = Frame::of(goal).filter(|(frame, _)| *frame == self.frame) else {
            return Err(SolverError::Unfit("the goal belongs to another frame".to_owned()));
        };
        budget.keep(self.bytes).map_err(|why| SolverError::from(why).shared(budget))?;
        let cells = framed(start, goal, &to_frame);
        if let (AnyKernel::OnDevice(on_device), true) = (&self.kernel, terms.is_plain())
            && let Some((solved, time)) = on_device.ahead().remove(&cells)
        {
            let deepened = deepened(solved, time, on_device.name.clone(), budget);
            return Ok(turned_back(deepened, start.blank(), &to_frame));
        }
        let identity = format!("{start} to {goal} by {}", self.identity);
        together(Ok(&identity), budget)?;
        let journal = terms.journal.map(|folder| Journalled { folder, identity: &identity, interval: None });
        let Terms { first_bound, give_up_after, known, .. } = *terms;
        let is_checked = journal.is_some() || matches!(self.kernel, AnyKernel::OnDevice(_));
        let longest = is_checked.then(|| longest(start, goal)).flatten();
        let plan =
            Plan { first_bound, give_up_after, known, journal, longest, ..Plan::new(self.frame, budget.threads()) };
        let deepened = match &self.kernel {
            AnyKernel::OnDevice(on_device) => {
                let deepened = on_device.search(&cells, &plan, budget)?;
                let Outcome::Deserted { problem, bound } = &deepened.outcome else {
                    return Ok(turned_back(deepened, start.blank(), &to_frame));
                };
                on_device.note_failure(problem, budget);
                budget.note(format!("{problem}; the processor goes on, from the proof that {bound} moves are needed"));
                let solver = Self::on_processor(self.frame, &on_device.estimates, on_device.words, budget)?;
                let terms = Terms { first_bound: Some(*bound), ..*terms };
                return solver.solve(start, goal, &terms, budget);
            }
            kernel => kernel.deepen(&cells, &plan, budget)?,
        };
        Ok(turned_back(deepened, start.blank(), &to_frame))
    }
}

/// Boards that a device has solved before they are asked for. Those that are not asked for until
/// this is dropped are forgotten.
pub struct Ahead {
    solver: Arc<TileSolver>,
    boards: Vec<Vec<u8>>,
}

impl TileSolver {
    /// Has a device solve boards that are to be asked for, all at the same time: until the value is
    /// dropped, [`solve`](Self::solve) has their answers. `None` without a device. INVARIANT: the
    /// goal is of the solver's frame, and all boards can reach it.
    pub fn solve_ahead(
        self: &Arc<Self>,
        starts: &[Board],
        goal: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ahead>, SolverError> {
        let AnyKernel::OnDevice(on_device) = &self.kernel else { return Ok(None) };
        let Some((_, to_frame)) = Frame::of(goal).filter(|(frame, _)| *frame == self.frame) else { return Ok(None) };
        let began = budget.elapsed();
        let cells: Vec<Vec<u8>> = starts.iter().map(|start| framed(start, goal, &to_frame)).collect();
        let nodes: Option<Vec<Saved>> = cells.iter().map(|cells| on_device.kernel.start(cells)).collect();
        let Some(nodes) = nodes else { return Ok(None) };
        let solved = {
            let lent = on_device.lent();
            let mut searcher = lent.lock(&mut || budget.check())?;
            let longest = |number: usize| longest(&starts[number], goal);
            solve_all((&mut **searcher, lent), self.frame, nodes, &longest, &mut || budget.check())
        };
        let solved = solved.inspect_err(|problem| on_device.note_failure(problem, budget))?;
        let share = (budget.elapsed() - began) / starts.len().max(1) as u32;
        let with_share = solved.into_iter().map(|solved| (solved, share));
        on_device.ahead().extend(cells.iter().cloned().zip(with_share));
        Ok(Some(Ahead { solver: Arc::clone(self), boards: cells }))
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        if let AnyKernel::OnDevice(on_device) = &self.solver.kernel {
            let mut ahead = on_device.ahead();
            self.boards.iter().for_each(|cells| drop(ahead.remove(cells)));
        }
    }
}

/// The answer for a board that was solved with others, of whose time this is its share.
fn deepened(solved: SolvedOfMany, time: Duration, device: String, budget: &mut Budget<'_>) -> Deepened {
    budget.raise_lower_bound(solved.moves.len() as Cost);
    let stats = Stats { peak_bytes: budget.peak_bytes(), ..solved.stats() };
    let SolvedOfMany { moves, iterations } = solved;
    Deepened { outcome: Outcome::Solved { moves }, iterations, stats, time_before: time, device: Some(device) }
}

const NEEDS_PATTERNS: &str = "a device needs pattern databases";

/// The views of a partition, for a device.
fn views(partition: &Partition) -> Vec<Vec<DevicePart>> {
    let part = |(part, cells): (&PartitionPart, Arc<[u8]>)| DevicePart {
        frame: part.pattern.frame(),
        homes: part.pattern.homes().to_vec(),
        cells,
    };
    let view = |cells: Vec<Arc<[u8]>>| partition.parts().iter().zip(cells).map(part).collect();
    partition.cell_maps().into_iter().map(view).collect()
}

/// The length of some solution: no bound above it can be true.
fn longest(start: &Board, goal: &Board) -> Option<Cost> {
    let moves = construct(start, goal, || true)?.0.len() as Cost;
    // A search ends at the largest bound, whether a solution is known or not.
    Some(moves.min(LARGEST_BOUND - 3))
}

impl Terms<'_> {
    /// Whether all that is asked for is a shortest solution.
    fn is_plain(&self) -> bool {
        let Self { first_bound, give_up_after, known, journal } = *self;
        (first_bound, give_up_after, known, journal) == (None, None, None, None)
    }
}

impl SolverError {
    /// Tells the processes that would share the search that it cannot begin, and why. Returns what
    /// ends it for all of them.
    #[must_use]
    pub fn shared(self, budget: &Budget<'_>) -> Self {
        let text = self.to_string();
        let hindrance = match &self {
            Self::Tables(BuildError::Stopped(why)) => Hindrance::Stop(*why),
            _ => Hindrance::Other(&text),
        };
        match together(Err(hindrance), budget) {
            Err(Discord::Stopped(why)) => why.into(),
            _ => self,
        }
    }
}

impl AnyKernel {
    fn deepen(&self, cells: &[u8], plan: &Plan<'_>, budget: &mut Budget<'_>) -> Result<Deepened, DeepenError> {
        match self {
            Self::SmallManhattan(kernel) => deepen(&**kernel, cells, plan, budget),
            Self::LargeManhattan(kernel) => deepen(&**kernel, cells, plan, budget),
            Self::Compact(kernel) => deepen(&**kernel, cells, plan, budget),
            Self::Sparse(kernel) => deepen(&**kernel, cells, plan, budget),
            Self::OnDevice(on_device) => on_device.search(cells, plan, budget),
        }
    }

    fn start(&self, cells: &[u8]) -> Option<Saved> {
        match self {
            Self::SmallManhattan(kernel) => Some(kernel.save(&kernel.root(cells))),
            Self::LargeManhattan(kernel) => Some(kernel.save(&kernel.root(cells))),
            _ => None,
        }
    }
}

/// Waits until all processes that share a search are ready for it, where there are several.
fn together(ready: Result<&str, Hindrance<'_>>, budget: &Budget<'_>) -> Result<(), Discord> {
    budget.crew().map_or(Ok(()), |crew| agree(&**crew, ready, &mut || budget.check()))
}

impl OnDevice {
    fn ahead(&self) -> MutexGuard<'_, HashMap<Vec<u8>, (SolvedOfMany, Duration)>> {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lent(&self) -> Lent<'_> {
        Lent { searcher: &self.searcher, name: &self.name }
    }

    /// A device that has failed is not used again as it is: all solvers on it are forgotten, and it
    /// is opened anew when it is next asked for.
    fn note_failure(&self, problem: &DeviceError, budget: &Budget<'_>) {
        let Some((device, _)) = ForTiles::among(&self.device) else { return };
        if let DeviceError::Failed { .. } | DeviceError::Wrong { .. } = problem {
            device.give_up();
        }
        forget_given_up(budget.table_cache(), device);
    }

    /// The iterations begin with what the device's tables say of the start.
    fn search(&self, cells: &[u8], plan: &Plan<'_>, budget: &mut Budget<'_>) -> Result<Deepened, DeepenError> {
        let device = self.lent();
        let estimate = self.kernel.start(cells).and_then(|start| {
            let mut searcher = device.lock(&mut || budget.check()).ok()?;
            searcher.estimates(slice::from_ref(&start)).ok()?.pop()
        });
        let plan = Plan { device_bound: estimate, device: Some(device), ..*plan };
        self.kernel.deepen(cells, &plan, budget)
    }
}

/// With moves of the board itself instead of the framed one.
fn turned_back(mut deepened: Deepened, blank: Cell, to_frame: &Symmetry) -> Deepened {
    if let Outcome::Solved { moves } = &mut deepened.outcome {
        turn_back(moves, blank, to_frame);
    }
    deepened
}

/// Whether boards of this shape are searched with tables of bits.
fn is_compact(shape: Shape) -> bool {
    shape.cells() <= compact::MOST_CELLS
}

fn too_large(shape: Shape) -> SolverError {
    SolverError::Unfit(format!("a {shape} board is too large: expected at most {MOST_CELLS} cells"))
}

/// What the states and counts of a search depend on, but for the board.
fn identity(name: &str, automaton: &Automaton) -> String {
    let rows = automaton.rows().iter().flatten();
    let fingerprint = rows.fold(0_u64, |hash, &state| (hash ^ u64::from(state)).hash64());
    format!("{name} automaton {fingerprint:016x}")
}

/// Turns the moves of a framed board into those of the board itself.
fn turn_back(moves: &mut [Direction], blank: Cell, to_frame: &Symmetry) {
    let back = to_frame.inverse();
    let mut blank = to_frame.cell(blank);
    for way in moves {
        let next = to_frame.to().neighbour(blank, *way);
        // A kernel makes no moves off the board; the referee would find one.
        *way = back.direction(blank, *way).unwrap_or(*way);
        blank = next.unwrap_or(blank);
    }
}

fn automaton(frame: Frame, words: usize, budget: &Budget<'_>) -> Result<Arc<Automaton>, Stop> {
    let name = format!("automaton {} {words}", frame.shape());
    if let Some(automaton) = budget.table_cache().get(&name) {
        return Ok(automaton);
    }
    budget.check()?;
    is_to_be_had(Automaton::peak_bytes(frame.shape(), words))?;
    let automaton = Arc::new(Automaton::new(frame.shape(), words));
    budget.table_cache().keep(&name, Arc::clone(&automaton));
    Ok(automaton)
}

fn manhattan(frame: Frame, automaton: &Automaton) -> Option<AnyKernel> {
    let small = SmallManhattan::new(frame, automaton).map(|kernel| AnyKernel::SmallManhattan(Box::new(kernel)));
    small.or_else(|| LargeManhattan::new(frame, automaton).map(|kernel| AnyKernel::LargeManhattan(Box::new(kernel))))
}

/// Refuses patterns that no kernel takes, before tables are made for them.
fn check_parts(partition: &Partition) -> Result<(), SolverError> {
    let patterns = partition.parts().len();
    if patterns > MOST_PARTS {
        return Err(SolverError::Unfit(format!(
            "the {patterns} patterns `{partition}` are too many: expected at most {MOST_PARTS}, of more tiles each; the \
             search `ida` takes any number"
        )));
    }
    Ok(())
}

/// Refuses a pattern of which there can be no table of pairs.
fn check_pairs(partition: &Partition) -> Result<(), SolverError> {
    let shape = partition.frame().shape();
    let tiles = partition.parts().iter().map(|part| part.pattern.homes().len());
    match tiles.max().filter(|&tiles| Layout::new(shape.cells(), tiles).is_none()) {
        Some(tiles) => Err(SolverError::Unfit(format!("a pattern of {tiles} tiles on {shape}: expected at most 6"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::core::{Limits, crew};
    use crate::solvers::tiles::samples::{goal, home_of, korf};

    /// What each process of a crew finds that is ready with words of its own length, within limits
    /// of its own.
    fn together(lengths: &[usize], limits: impl Fn(usize) -> Limits + Sync) -> Vec<Result<Deepened, SolverError>> {
        let crew = crew::threads(lengths.len());
        let (start, goal) = (home_of(korf(12).1), goal(4, 4, 0).0);
        let one = |rank: usize| {
            let limits = Limits { crew: Some(Arc::clone(&crew[rank])), ..limits(rank) };
            let mut budget = Budget::new(limits);
            let ready = TileSolver::new(&goal, &Estimates::Manhattan, lengths[rank], &mut budget);
            let ready = ready.map_err(|error| error.shared(&budget))?;
            ready.solve(&start, &goal, &Terms::default(), &mut budget)
        };
        thread::scope(|scope| {
            let ranks: Vec<_> = (0..lengths.len()).map(|rank| scope.spawn(move || one(rank))).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
        })
    }

    #[test]
    fn processes_with_other_tables_do_not_search_together() {
        let limits = |_| Limits::default();
        assert!(together(&[4, 4, 4], limits).iter().all(Result::is_ok));
        for answer in together(&[4, 4, 5], limits) {
            let error = answer.unwrap_err().to_string();
            assert!(error.contains("process 2 is about to do other work") && error.contains("words 5"), "{error}");
        }
    }

    /// One that never begins does not leave the others waiting.
    #[test]
    fn a_process_that_is_not_ready_ends_the_search_of_all() {
        let few = |rank| Limits { memory: (rank == 1).then_some(1000), ..Limits::default() };
        for answer in together(&[4, 4, 4], few) {
            assert!(matches!(answer, Err(SolverError::Tables(BuildError::Stopped(Stop::Memory)))), "{answer:?}");
        }
    }
}
