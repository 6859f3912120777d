//! Iterative deepening with a kernel: on one thread or several, within a budget, and to be
//! continued after an interruption.
//!
//! A search bounded by `bound` moves is repeated with two moves more until it finds a goal; as
//! estimates are admissible, that goal is as near as any. (Korf 1985) The first levels are made
//! once, breadth first and without duplicates: they are the *roots*, which every iteration begins
//! with, and their number does not depend on that of the threads. So the counts of an iteration
//! that was completed do not either; only where the last one stops does.
//!
//! The roots and the move automaton agree on what a duplicate is. The automaton drops a path if a
//! path with the same effect is shorter, or as long and earlier in the order of moves. Levels are
//! made in that order, so the first path to a state is the least one, and the roots keep just that.
//! Take the least of all shortest solutions: each of its parts is the least with its effect, or
//! putting the lesser in its place would make a lesser solution. So its beginning is among the
//! roots and its rest passes the automaton: it is found.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::core::agreement::Discord;
use crate::core::clock::Instant;
use crate::core::crew::{leads, send_to_others};
use crate::core::{Budget, Cost, Crew, IterationWatch, Stats, Stop, WorkerBudget};
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Cell, Direction};
use crate::solvers::tiles::device::{DeviceError, Lent};
use crate::solvers::tiles::division::{Lead, Side, follow};
use crate::solvers::tiles::journal::{Journal, JournalError, Record};
use crate::solvers::tiles::kernel::{DIRECTIONS, Kernel, KernelTally, REMEMBERED_MOVES, Saved};
use crate::solvers::tiles::messages::{Answer, Order};
use crate::solvers::tiles::workshop::{End, Recorder, Stock, Workshop};

/// No solution of a board that a frame can have takes so many moves; a search that gets here was
/// given a board without one.
pub const LARGEST_BOUND: Cost = 1 << 10;

/// An iteration that expands fewer states is over before other threads are there.
const ALONE: u64 = 1 << 16;

/// How often a journal is written.
pub(super) const RECORD_INTERVAL: Duration = Duration::from_secs(2);

/// What is to be searched, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'p> {
    /// The frame that the boards belong to.
    pub frame: Frame,
    /// The first levels are made until there are so many roots.
    pub roots: usize,
    /// The most threads to use.
    pub threads: usize,
    /// A bound that is proved already: no solution has fewer moves.
    pub first_bound: Option<Cost>,
    /// Gives up after so many expansions: where better tables can be had, they may be worth their
    /// price by then.
    pub give_up_after: Option<u64>,
    /// The length of a solution that is known: once it is proved that none is shorter, there is
    /// nothing to look for.
    pub known: Option<Cost>,
    /// Where to write down what is done, and to go on from there.
    pub journal: Option<Journalled<'p>>,
    /// Searches the iterations instead of threads.
    pub device: Option<Lent<'p>>,
    /// What the device says of the start: a bound that is proved, unless the device turns out to be
    /// wrong.
    pub device_bound: Option<Cost>,
    /// The length of some solution, however long: what is said to need more moves is not so.
    pub longest: Option<Cost>,
}

/// The journal of a search.
#[derive(Clone, Copy, Debug)]
pub struct Journalled<'p> {
    /// Its folder.
    pub folder: &'p Path,
    /// One line that names all that counts and states depend on: frame, board, tables, automaton.
    pub identity: &'p str,
    /// How often it is written; `None` for every two seconds.
    pub interval: Option<Duration>,
}

impl<'p> Plan<'p> {
    /// A plan for boards of this frame, with the number of roots that suits them.
    pub fn new(frame: Frame, threads: usize) -> Self {
        let roots = if frame.shape().cells() <= 16 { 256 } else { 8192 };
        Self {
            frame,
            roots,
            threads,
            first_bound: None,
            give_up_after: None,
            known: None,
            journal: None,
            device: None,
            device_bound: None,
            longest: None,
        }
    }
}

/// The counts of one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// The moves that it allowed.
    pub bound: Cost,
    /// States whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Estimates looked up.
    pub evaluated: u64,
    /// Whether all was searched. The last one ends with the first solution.
    pub completed: bool,
}

impl Iteration {
    pub(super) fn new(
        bound: Cost,
        KernelTally { expanded, generated, evaluated }: KernelTally,
        completed: bool,
    ) -> Self {
        Self { bound, expanded, generated, evaluated, completed }
    }
}

/// How a search by deepening ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a solution, and none is shorter.
    Solved {
        /// The moves of the blank on the frame.
        moves: Vec<Direction>,
    },
    /// It gave up, as planned, or a solution of this length is known already.
    GaveUp {
        /// The bound it was at: no solution has fewer moves.
        bound: Cost,
    },
    /// A limit ended it.
    Stopped {
        /// Which limit.
        why: Stop,
        /// The bound it was at: no solution has fewer moves.
        bound: Cost,
    },
    /// The device that was to search has failed.
    Deserted {
        /// What it says.
        problem: DeviceError,
        /// No solution has fewer moves: what is proved by now or, if the device was wrong, what was
        /// proved before it was used.
        bound: Cost,
    },
}

/// Why there is no answer. Limits are no errors.
#[derive(Debug, thiserror::Error)]
pub enum DeepenError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The processes that share the search cannot go on together.
    #[error(transparent)]
    Crew(#[from] Discord),
}

/// The answer, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened {
    /// The answer.
    pub outcome: Outcome,
    /// All iterations, those before an interruption included.
    pub iterations: Vec<Iteration>,
    /// The counts of all iterations. Those of the first levels are part of the first one.
    pub stats: Stats,
    /// The time that was spent before an interruption.
    pub time_before: Duration,
    /// What people call the device that searched, if one did.
    pub device: Option<String>,
}

/// Finds a shortest solution of the board with these homes in its cells. INVARIANT: it has one.
///
/// Goes on where an interrupted search has stopped, if there is a journal of it. The journal says
/// when the search is over; when it gives up, the journal is emptied, since the search that goes on
/// will do so with other tables.
///
/// Where several processes share the search, all of them call this with the same arguments and get
/// the same answer. The one that leads decides and has the journal; the others search what they are
/// given.
///
/// # Errors
///
/// If the journal is that of another search, is damaged, or cannot be opened, or if another process
/// does not answer any more. Limits are no errors, but an [`Outcome`]. If the journal cannot be
/// written later on, the search goes on: a note on the table cache says so.
pub fn deepen<K: Kernel>(
    kernel: &K,
    cells: &[u8],
    plan: &Plan<'_>,
    budget: &mut Budget<'_>,
) -> Result<Deepened, DeepenError> {
    let crew = budget.crew().cloned();
    if let Some(crew) = crew.as_ref().filter(|crew| !leads(&***crew)) {
        return Ok(follow(kernel, cells.len(), plan, crew, budget)?);
    }
    let answer = lead(kernel, cells, plan, crew.clone(), budget);
    if let Some(crew) = crew {
        let order = match &answer {
            Ok(deepened) => {
                let (expanded, lower_bound) = (budget.expanded(), budget.lower_bound());
                Order::Answer(Answer { deepened: deepened.clone(), expanded, lower_bound })
            }
            Err(error) => Order::Failed(error.to_string()),
        };
        send_to_others(&*crew, &order.message());
    }
    answer
}

/// The search of the process that leads, or of the only one.
fn lead<K: Kernel>(
    kernel: &K,
    cells: &[u8],
    plan: &Plan<'_>,
    crew: Option<Arc<dyn Crew>>,
    budget: &mut Budget<'_>,
) -> Result<Deepened, DeepenError> {
    let watch = Arc::new(IterationWatch::new(budget.clock().clone()));
    let opened = plan.journal.map(|journal| Journal::open(journal.folder, journal.identity)).transpose()?;
    let (journal, resumed) = opened.map_or((None, None), |(journal, record)| (Some(Notebook::new(journal)), record));
    if let (Some(journal), Some(record)) = (&journal, &resumed)
        && let Some(longest) = plan.longest.filter(|&longest| longest < record.bound)
    {
        let bound = record.bound;
        let what = format!("it says that {bound} moves are needed, and a solution of {longest} is known");
        return Err(journal.journal.damaged(&what).into());
    }
    let mut search = Deepening {
        kernel,
        cells,
        plan,
        crew,
        journal,
        resumed: resumed.map(Arc::new),
        trusted: (0, 0),
        watch: watch.clone(),
        iterations: Vec::new(),
        first_levels: KernelTally::default(),
        began: budget.clock().now(),
        time_before: Duration::ZERO,
        expanded_before: budget.expanded(),
        max_stored: 0,
        peak_elsewhere: 0,
        deserted: None,
    };
    budget.watch_iteration(Some(watch));
    let outcome = search.outcome(budget);
    budget.watch_iteration(None);
    if let Some(problem) = search.journal.as_ref().and_then(Notebook::problem) {
        budget.table_cache().note(format!("{problem}; the search went on without it"));
    }
    let (stats, time_before) = (search.stats(budget), search.time_before);
    let device = plan.device.map(|device| device.name.to_owned());
    Ok(Deepened { outcome: outcome?, stats, iterations: search.iterations, time_before, device })
}

/// A journal that no search ends for: hours of work are worth more than the record of them.
pub(super) struct Notebook {
    journal: Journal,
    /// Why the last record could not be written.
    problem: Mutex<Option<JournalError>>,
}

impl Notebook {
    fn new(journal: Journal) -> Self {
        Self { journal, problem: Mutex::new(None) }
    }

    fn write(&self, record: &Record) {
        self.note(self.journal.write(record));
    }

    /// Writes a record whose roots are these besides, unless `go_on` says no before all is written:
    /// then the journal stays as it was.
    pub(super) fn write_with(&self, record: &Record, roots: &mut dyn Iterator<Item = Saved>, go_on: &dyn Fn() -> bool) {
        self.note(self.journal.write_with(record, roots, go_on));
    }

    fn clear(&self) {
        self.note(self.journal.clear());
    }

    fn note(&self, written: Result<(), JournalError>) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = written.err();
    }

    fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(ToString::to_string)
    }
}

pub(super) struct Deepening<'s, K: Kernel> {
    pub(super) kernel: &'s K,
    cells: &'s [u8],
    pub(super) plan: &'s Plan<'s>,
    /// The processes that it leads, if there are others.
    crew: Option<Arc<dyn Crew>>,
    pub(super) journal: Option<Notebook>,
    resumed: Option<Arc<Record>>,
    /// What is proved without the device: of the search, and of the budget.
    trusted: (Cost, Cost),
    pub(super) watch: Arc<IterationWatch>,
    iterations: Vec<Iteration>,
    /// What the first levels took, until the first iteration counts it as its own.
    first_levels: KernelTally,
    began: Instant,
    /// The time that was spent before an interruption.
    time_before: Duration,
    expanded_before: u64,
    pub(super) max_stored: u64,
    /// The most bytes that any other process has held.
    peak_elsewhere: u64,
    /// Why the device cannot go on.
    pub(super) deserted: Option<DeviceError>,
}

impl<K: Kernel> Deepening<'_, K> {
    fn outcome(&mut self, budget: &mut Budget<'_>) -> Result<Outcome, Discord> {
        let lower_bound = budget.lower_bound();
        let resumed = self.resumed.clone();
        if let Some(record) = &resumed {
            let where_to = if record.solution.is_some() { "finished" } else { "going on" };
            let bound = record.bound;
            budget.table_cache().note(format!("{where_to} at bound {bound}, from the journal"));
            self.iterations.clone_from(&record.completed);
            (self.time_before, self.max_stored) = (record.time, record.stored);
            if let Some(moves) = &record.solution {
                self.iterations.push(Iteration::new(record.bound, record.done, false));
                budget.raise_lower_bound(record.bound);
                return Ok(Outcome::Solved { moves: moves.clone() });
            }
        }

        let root = self.kernel.root(self.cells);
        let mut bound = self.kernel.left(&root);
        budget.raise_lower_bound(bound);
        let levels = self.first_levels(root, budget);
        if resumed.is_some() {
            // They are made once more, and were counted the first time.
            self.first_levels = KernelTally::default();
        }
        let mut roots = match levels {
            Ok(Levels::Goal(path)) => {
                let done = std::mem::take(&mut self.first_levels);
                return Ok(self.solved(bound, path, done, budget));
            }
            Ok(Levels::Roots(roots)) if roots.is_empty() => return Ok(Outcome::Stopped { why: Stop::RanDry, bound }),
            Ok(Levels::Roots(roots)) => Roots::new(roots, self.kernel),
            Err(why) => return Ok(Outcome::Stopped { why, bound }),
        };
        let first_bound = resumed.as_ref().map(|record| record.bound).or(self.plan.first_bound);
        let device_bound = self.plan.device_bound.filter(|_| resumed.is_none());
        for (at_least, is_trusted) in [(first_bound, true), (device_bound, false)] {
            while at_least.is_some_and(|least| bound < least) && bound < LARGEST_BOUND {
                bound += 2;
                roots.lift(self.kernel);
            }
            if is_trusted {
                self.trusted = (bound, lower_bound.max(bound));
            }
        }
        let mut resumed = resumed.filter(|record| record.bound == bound);

        while bound < LARGEST_BOUND {
            if let Some(problem) = self.contradiction(bound) {
                return Ok(self.give_up(problem, bound, budget));
            }
            budget.raise_lower_bound(bound);
            if self.plan.known.is_some_and(|known| known <= bound) {
                return Ok(Outcome::GaveUp { bound });
            }
            let stock = match resumed.take() {
                Some(record) => self.restored(&record),
                None => {
                    let first_levels = std::mem::take(&mut self.first_levels);
                    Stock::new(roots.in_order(self.kernel), Vec::new(), first_levels, self.watch.clock().now())
                }
            };
            let (done, end) = self.iteration(bound, stock, budget)?;
            let Some(end) = end else {
                self.iterations.push(Iteration::new(bound, done, true));
                bound += 2;
                if self.contradiction(bound).is_some() {
                    continue;
                }
                roots.lift(self.kernel);
                if let Some(journal) = &self.journal {
                    let save = |node| self.kernel.save(&node);
                    let roots = roots.in_order(self.kernel).into_iter().map(save).collect();
                    let completed = self.iterations.clone();
                    journal.write(&Record { bound, completed, roots, ..self.record() });
                }
                continue;
            };
            if let End::Found(path) = end {
                return Ok(self.solved(bound, path, done, budget));
            }
            self.iterations.push(Iteration::new(bound, done, false));
            if let Some(problem) = self.deserted.take() {
                return Ok(self.give_up(problem, bound, budget));
            }
            return Ok(match end {
                End::Stopped(why) => Outcome::Stopped { why, bound },
                End::Enough | End::Found(_) => {
                    self.journal.iter().for_each(Notebook::clear);
                    Outcome::GaveUp { bound }
                }
            });
        }
        Ok(Outcome::Stopped { why: Stop::Depth, bound })
    }

    /// What is wrong with a device that has proved such a bound.
    fn contradiction(&self, bound: Cost) -> Option<DeviceError> {
        let (device, longest) = (self.plan.device?, self.plan.longest.filter(|&longest| longest < bound)?);
        Some(device.contradicted(bound, longest))
    }

    /// Ends a search whose device cannot go on. If it was wrong, all that it has proved is worth
    /// nothing, and the journal holds what it held before.
    fn give_up(&mut self, problem: DeviceError, bound: Cost, budget: &mut Budget<'_>) -> Outcome {
        if !matches!(problem, DeviceError::Wrong { .. }) {
            return Outcome::Deserted { problem, bound };
        }
        let (bound, lower_bound) = self.trusted;
        budget.withdraw_lower_bound(lower_bound);
        match (&self.journal, &self.resumed) {
            (Some(journal), Some(record)) => journal.write(record),
            (Some(journal), None) => journal.clear(),
            (None, _) => {}
        }
        Outcome::Deserted { problem, bound }
    }

    /// Makes the first levels, each in the order of its paths and without duplicates.
    fn first_levels(&mut self, root: K::Node, budget: &mut Budget<'_>) -> Result<Levels<K::Node>, Stop> {
        let is_goal = |node: &K::Node| self.kernel.left(node) == 0 && self.kernel.is_alive(node);
        if is_goal(&root) {
            return Ok(Levels::Goal(0));
        }
        // The estimate of the root.
        self.first_levels.evaluated = 1;
        let mut seen = HashSet::from([self.kernel.key(&root)]);
        let mut level = vec![root];
        let mut children = Vec::new();
        // The deeper levels may not be wider: then what ends this is the bound, since a node needs
        // a move to have children.
        for depth in 0..self.kernel.left(&root) {
            if level.len() >= self.plan.roots {
                break;
            }
            let mut next = Vec::with_capacity(2 * level.len());
            for node in &level {
                budget.expand()?;
                self.kernel.children(node, depth, &mut children);
                self.first_levels.expanded += 1;
                self.first_levels.generated += children.len() as u64;
                self.first_levels.evaluated += children.len() as u64;
                for child in children.drain(..) {
                    if is_goal(&child) {
                        return Ok(Levels::Goal(self.kernel.save(&child).path));
                    }
                    if seen.insert(self.kernel.key(&child)) {
                        next.push(child);
                    }
                }
            }
            budget.hold(self.bytes_of(next.len() + level.len()) + (seen.capacity() * size_of::<u128>()) as u64)?;
            level = next;
        }
        self.max_stored = self.max_stored.max(level.len() as u64);
        Ok(Levels::Roots(level))
    }

    /// A record of the time and of what is held at most.
    fn record(&self) -> Record {
        Record {
            time: self.time_before + self.watch.clock().since(self.began),
            stored: self.max_stored,
            ..Record::default()
        }
    }

    fn bytes_of(&self, nodes: usize) -> u64 {
        (nodes * size_of::<K::Node>()) as u64
    }

    fn restored(&self, record: &Record) -> Stock<K::Node> {
        // A device may have kept nodes that these tables prune.
        let restored = |nodes: &Vec<Saved>| {
            let nodes = nodes.iter().map(|saved| self.kernel.restore(saved));
            nodes.filter(|node| self.kernel.is_alive(node)).collect()
        };
        let stacks = record.stacks.iter().map(restored).collect();
        Stock::new(restored(&record.roots), stacks, record.done, self.watch.clock().now())
    }

    /// Searches all that is in stock. Returns what is done of the iteration, and why it ended if
    /// not all was searched.
    fn iteration(
        &mut self,
        bound: Cost,
        mut stock: Stock<K::Node>,
        budget: &mut Budget<'_>,
    ) -> Result<(KernelTally, Option<End>), Discord> {
        self.watch.begin(bound, stock.done.generated, self.expected());
        let completed = self.iterations.clone();
        let (began, time_before, stored) = (self.began, self.time_before, self.max_stored);
        let clock = self.watch.clock();
        let save = |node: &K::Node| self.kernel.save(node);
        let without_nodes = |stock: &Stock<K::Node>| Record {
            bound,
            completed: completed.clone(),
            done: stock.done,
            time: time_before + clock.since(began),
            stored: stored.max(stock.longest + stock.roots.len() as u64),
            ..Record::default()
        };
        let record = |stock: &Stock<K::Node>| Record {
            roots: stock.roots.iter().map(save).collect(),
            stacks: stock.stacks.iter().map(|stack| stack.iter().map(save).collect()).collect(),
            ..without_nodes(stock)
        };
        let journal = self.journal.as_ref();
        let write = |record: &Record| journal.into_iter().for_each(|journal| journal.write(record));
        let recorder: Recorder<'_, K::Node> = &|stock: &mut Stock<K::Node>| {
            let record = record(stock);
            match &mut stock.side {
                Some(Side::Lead(lead)) => lead.begin_record(record, clock.now()),
                _ => write(&record),
            }
        };
        let interval = self.plan.journal.map(|journal| journal.interval.unwrap_or(RECORD_INTERVAL));
        let recorder_in_time = interval.map(|interval| (recorder, interval));

        // Permissions to expand are counted from the start of the search, those of the stock from
        // that of the iteration.
        let used = budget.expanded() - self.expanded_before;
        let give_up = self.plan.give_up_after.map(|most| stock.done.expanded + most.saturating_sub(used));
        let threads = self.plan.threads.max(1);
        let held = 2 * self.bytes_of(stock.roots.len());
        if let Some(device) = self.plan.device {
            let end = self.search_on(device, bound, &mut stock, (&without_nodes, give_up), budget);
            self.max_stored = self.max_stored.max(stock.longest);
            let end = end.unwrap_or_else(|problem| {
                self.deserted = Some(problem);
                Some(End::Stopped(Stop::Broken))
            });
            return Ok((stock.done, end));
        }
        let (crew, mut alone, mut discord) = (self.crew.clone(), true, None);
        let is_shared = threads > 1 || crew.is_some();
        let end = loop {
            let workers = if alone { 1 } else { threads };
            let others = crew.as_ref().filter(|_| !alone);
            let lead = others.map(|crew| Lead::new(crew, bound, self.plan, budget, clock.now()));
            let all_workers = lead.as_ref().map_or(workers, Lead::workers);
            stock.side = lead.map(Side::Lead);
            let mut workshop = Workshop::new(self.kernel, bound, &self.watch, all_workers, stock);
            workshop.recorder = recorder_in_time;
            workshop.enough = give_up.unwrap_or(u64::MAX);
            if alone && is_shared {
                workshop.enough = workshop.enough.min(ALONE);
            }
            let crowd = if alone {
                workshop.work(budget, held);
                Ok(())
            } else if let (Some(crew), 1) = (others, workers) {
                discord = workshop.lead_and_work((&**crew, self.cells.len()), (budget, held), &write).err();
                Ok(())
            } else {
                let share = held / workers as u64;
                let with_others = |number: usize, budget: &mut WorkerBudget<'_>| match others {
                    Some(crew) if number == workers => workshop.lead(&**crew, self.cells.len(), budget, &write).err(),
                    _ => {
                        workshop.work(budget, share);
                        None
                    }
                };
                let ends = budget.on_threads(workers + usize::from(others.is_some()), with_others);
                ends.map(|ends| discord = ends.into_iter().flatten().next())
            };
            stock = workshop.close();
            let elsewhere = match stock.side.take() {
                Some(Side::Lead(lead)) => lead.into_rests(),
                _ => Vec::new(),
            };
            for rest in elsewhere {
                let restored = |nodes: &Vec<Saved>| nodes.iter().map(|saved| self.kernel.restore(saved)).collect();
                let roots: Vec<K::Node> = restored(&rest.roots);
                stock.roots.splice(0..0, roots);
                stock.stacks.extend(rest.stacks.iter().map(restored));
                stock.done += rest.done;
                stock.longest += rest.longest;
                self.peak_elsewhere = self.peak_elsewhere.max(rest.peak_bytes);
            }
            if let Some(discord) = discord {
                return Err(discord);
            }
            self.max_stored = self.max_stored.max(stock.longest + stock.roots.len() as u64);
            let end = crowd.err().map(End::Stopped).or(stock.take_end());
            let gives_up = give_up.is_some_and(|enough| stock.done.expanded >= enough);
            if alone && is_shared && !gives_up && matches!(end, Some(End::Enough)) {
                alone = false;
                continue;
            }
            break end;
        };
        if matches!(end, Some(End::Stopped(_))) {
            recorder(&mut stock);
        }
        Ok((stock.done, end))
    }

    /// How many states the next iteration will generate, if it grows as the last one did.
    fn expected(&self) -> Option<u64> {
        // The first one holds the first levels besides, which no other has.
        let [_, .., before, last] = self.iterations.as_slice() else { return None };
        let growth = last.generated as f64 / before.generated.max(1) as f64;
        Some((last.generated as f64 * growth) as u64)
    }

    /// All moves of a solution of `bound` moves whose first ones are in `path`.
    fn solved(&mut self, bound: Cost, path: u64, mut done: KernelTally, budget: &mut Budget<'_>) -> Outcome {
        let moves = match self.moves(bound, path, &mut done, budget) {
            Ok(moves) => moves,
            Err(why) => {
                self.iterations.push(Iteration::new(bound, done, false));
                return match self.deserted.take() {
                    Some(problem) => self.give_up(problem, bound, budget),
                    None => Outcome::Stopped { why, bound },
                };
            }
        };
        if let Some(journal) = &self.journal {
            let (completed, solution) = (self.iterations.clone(), Some(moves.clone()));
            journal.write(&Record { bound, completed, done, solution, ..self.record() });
        }
        self.iterations.push(Iteration::new(bound, done, false));
        Outcome::Solved { moves }
    }

    /// Nodes remember their first moves only. The board after those is solved again, with a bound
    /// that is now known; what that takes is added to what is done.
    pub(in crate::solvers::tiles) fn moves(
        &mut self,
        bound: Cost,
        path: u64,
        done: &mut KernelTally,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Direction>, Stop> {
        let mut cells = self.cells.to_vec();
        let (mut left, mut path, mut moves) = (bound, path, Vec::new());
        loop {
            for place in 0..left.min(REMEMBERED_MOVES) {
                let direction = DIRECTIONS[(path >> (2 * place)) as usize & 3];
                slide(self.plan.frame, &mut cells, direction).ok_or_else(|| self.lost_way())?;
                moves.push(direction);
            }
            left = left.saturating_sub(REMEMBERED_MOVES);
            if left == 0 {
                let is_there = cells.iter().enumerate().all(|(cell, &home)| cell == usize::from(home));
                return if is_there { Ok(moves) } else { Err(self.lost_way()) };
            }
            if let Some(device) = self.plan.device {
                path = self.path_on(device, (&cells, left), done, budget)?;
                continue;
            }
            let mut node = self.kernel.root(&cells);
            let more = left.checked_sub(self.kernel.left(&node)).ok_or(Stop::Broken)?;
            self.kernel.lift(&mut node, more);
            let mut stack = vec![node];
            path = loop {
                if stack.is_empty() {
                    return Err(Stop::Broken);
                }
                let granted = budget.expand_many(1 << 14)?;
                let mut tally = KernelTally::default();
                let found = self.kernel.run(&mut stack, left, granted, &mut tally);
                budget.settle(granted, tally.expanded);
                *done += tally;
                if let Some(path) = found {
                    break path;
                }
            };
        }
    }

    /// Why a path that was found does not lead to the goal.
    fn lost_way(&mut self) -> Stop {
        let wrong = |device: Lent<'_>| device.wrong("the path that it found does not lead to the goal".to_owned());
        self.deserted = self.plan.device.map(wrong);
        Stop::Broken
    }

    fn stats(&self, budget: &Budget<'_>) -> Stats {
        let mut stats = Stats {
            expanded: self.first_levels.expanded,
            generated: self.first_levels.generated,
            evaluated: self.first_levels.evaluated,
            max_open: self.max_stored,
            max_stored: self.max_stored,
            iterations: self.iterations.len() as u64,
            max_depth: self.iterations.last().map_or(0, |last| last.bound.into()),
            peak_bytes: budget.peak_bytes().max(self.peak_elsewhere),
            ..Stats::default()
        };
        for iteration in &self.iterations {
            stats.expanded += iteration.expanded;
            stats.generated += iteration.generated;
            stats.evaluated += iteration.evaluated;
        }
        stats
    }
}

/// Moves the blank on a board of homes; `None` at the border.
pub(super) fn slide(frame: Frame, cells: &mut [u8], direction: Direction) -> Option<()> {
    let blank = cells.iter().position(|&home| u16::from(home) == frame.blank().0)?;
    let next = frame.shape().neighbour(Cell(blank as u16), direction)?;
    (next.index() < cells.len()).then(|| cells.swap(blank, next.index()))
}

/// What the first levels end with.
enum Levels<N> {
    /// A goal, and the path to it.
    Goal(u64),
    /// The last level.
    Roots(Vec<N>),
}

/// The roots, and since which iteration each has been alive.
struct Roots<N> {
    nodes: Vec<N>,
    /// The number of the first iteration whose bound did not prune the root.
    alive_since: Vec<u32>,
    iteration: u32,
}

impl<N: Copy> Roots<N> {
    fn new<K: Kernel<Node = N>>(nodes: Vec<N>, kernel: &K) -> Self {
        let mut roots = Self { alive_since: vec![u32::MAX; nodes.len()], nodes, iteration: 0 };
        roots.note_alive(kernel);
        roots
    }

    fn lift<K: Kernel<Node = N>>(&mut self, kernel: &K) {
        self.nodes.iter_mut().for_each(|node| kernel.lift(node, 2));
        self.iteration += 1;
        self.note_alive(kernel);
    }

    fn note_alive<K: Kernel<Node = N>>(&mut self, kernel: &K) {
        for (node, since) in self.nodes.iter().zip(&mut self.alive_since) {
            if *since == u32::MAX && kernel.is_alive(node) {
                *since = self.iteration;
            }
        }
    }

    /// The roots that are alive, the one to begin with last: those that were alive first, since
    /// they have most moves to spare, and else in the order of paths.
    ///
    /// PERF: over the 32 of Korf's boards with at most 50 moves the last iteration generates 0.73
    /// million states with this order, 1.23 in that of paths alone and 1.39 with the latest first
    /// (Manhattan distance, geometric means).
    fn in_order<K: Kernel<Node = N>>(&self, kernel: &K) -> Vec<N> {
        let alive = |&root: &usize| kernel.is_alive(&self.nodes[root]) && kernel.left(&self.nodes[root]) > 0;
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(alive).collect();
        order.sort_by_key(|&root| self.alive_since[root]);
        order.iter().rev().map(|&root| self.nodes[root]).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::core::{Limits, Progress};
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::solvers::tiles::automaton::Automaton;
    use crate::solvers::tiles::manhattan::{LargeManhattan, SmallManhattan};
    use crate::solvers::tiles::samples::{board_of, goal, home_of, korf, scrambled};

    pub(in crate::solvers::tiles) fn kernel(frame: Frame, length: usize) -> SmallManhattan {
        SmallManhattan::new(frame, &Automaton::new(frame.shape(), length)).unwrap()
    }

    pub(in crate::solvers::tiles) fn unlimited<K: Kernel>(kernel: &K, cells: &[u8], plan: &Plan<'_>) -> Deepened {
        deepen(kernel, cells, plan, &mut Budget::new(Limits::default())).unwrap()
    }

    /// The moves, after a check that they lead to the goal.
    pub(in crate::solvers::tiles) fn moves(frame: Frame, cells: &[u8], deepened: &Deepened) -> usize {
        let Outcome::Solved { moves } = &deepened.outcome else { panic!("{deepened:?}") };
        let mut cells = cells.to_vec();
        moves.iter().for_each(|&direction| slide(frame, &mut cells, direction).unwrap());
        assert!(cells.iter().enumerate().all(|(cell, &home)| cell == usize::from(home)), "{cells:?}");
        moves.len()
    }

    pub(in crate::solvers::tiles) fn completed(deepened: &Deepened) -> Vec<Iteration> {
        deepened.iterations.iter().copied().filter(|iteration| iteration.completed).collect()
    }

    #[test]
    fn all_costs_are_those_of_breadth_first_search() {
        for (rows, cols, blank, samples) in
            [(3, 3, 0, 500), (3, 3, 4, 200), (3, 3, 1, 100), (2, 5, 0, 60), (2, 2, 3, 20)]
        {
            let (_, frame) = goal(rows, cols, blank);
            let table = DistanceTable::new(&home_of(frame)).unwrap();
            let kernel = kernel(frame, 10);
            for (number, cells) in scrambled(frame, 97, 11).take(samples).enumerate() {
                let plan = Plan { roots: [1, 5, 256][number % 3], ..Plan::new(frame, [1, 2, 8][number % 3]) };
                let deepened = unlimited(&kernel, &cells, &plan);
                let distance = table.distance_of(&board_of(frame, &cells)).unwrap();
                assert_eq!(moves(frame, &cells, &deepened), usize::from(distance), "{cells:?}");
            }
        }
    }

    #[test]
    fn a_solved_board_needs_no_moves_and_a_line_only_some() {
        let (_, frame) = goal(4, 4, 0);
        let deepened = unlimited(&kernel(frame, 6), &(0..16).collect::<Vec<u8>>(), &Plan::new(frame, 2));
        assert_eq!(deepened.outcome, Outcome::Solved { moves: Vec::new() });
        let (_, frame) = goal(1, 5, 0);
        let cells = [1, 2, 3, 4, 0];
        assert_eq!(moves(frame, &cells, &unlimited(&kernel(frame, 2), &cells, &Plan::new(frame, 1))), 4);
        // A line that cannot be solved is seen to be used up, or else to need more moves than any
        // board does.
        let deepened = unlimited(&kernel(frame, 2), &[0, 2, 1, 3, 4], &Plan::new(frame, 1));
        assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::RanDry | Stop::Depth, .. }), "{deepened:?}");
    }

    /// How many threads there are changes neither the cost nor any iteration that was completed.
    #[test]
    fn threads_change_no_count_of_a_completed_iteration() {
        for number in [12, 79, 42, 19] {
            let (cells, frame, optimal) = korf(number);
            let kernel = kernel(frame, 10);
            let alone = unlimited(&kernel, &cells, &Plan::new(frame, 1));
            assert_eq!(alone, unlimited(&kernel, &cells, &Plan::new(frame, 1)), "on one thread nothing may change");
            for threads in [1, 2, 8] {
                let deepened = unlimited(&kernel, &cells, &Plan::new(frame, threads));
                assert_eq!(moves(frame, &cells, &deepened), optimal as usize, "korf:{number} on {threads}");
                assert_eq!(completed(&deepened), completed(&alone), "korf:{number} on {threads}");
                assert_eq!(deepened.iterations.len(), completed(&alone).len() + 1);
            }
        }
    }

    /// Duplicates among the roots aside, the automaton decides what is searched, so both sizes of
    /// words count the same.
    #[test]
    fn the_large_kernel_counts_as_the_small_one_does() {
        let (cells, frame, _) = korf(12);
        let automaton = Automaton::new(frame.shape(), 8);
        let large = LargeManhattan::new(frame, &automaton).unwrap();
        let small = SmallManhattan::new(frame, &automaton).unwrap();
        let plan = Plan::new(frame, 1);
        let (large, small) = (unlimited(&large, &cells, &plan), unlimited(&small, &cells, &plan));
        assert_eq!((large.outcome, large.iterations), (small.outcome, small.iterations));
    }

    #[test]
    fn boards_of_25_cells_are_solved_too() {
        for (rows, cols, blank) in [(5, 5, 0), (5, 5, 12), (3, 7, 4)] {
            let (_, frame) = goal(rows, cols, blank);
            let kernel = LargeManhattan::new(frame, &Automaton::new(frame.shape(), 8)).unwrap();
            for (number, cells) in scrambled(frame, 40, 3).take(4).enumerate() {
                let alone = unlimited(&kernel, &cells, &Plan { roots: 50, ..Plan::new(frame, 1) });
                let other = unlimited(&kernel, &cells, &Plan { roots: 9, ..Plan::new(frame, 3) });
                assert_eq!(moves(frame, &cells, &alone), moves(frame, &cells, &other), "number {number}");
            }
        }
    }

    #[test]
    fn a_search_that_gives_up_is_continued_at_the_same_bound() {
        let (cells, frame, optimal) = korf(12);
        let kernel = kernel(frame, 10);
        let whole = unlimited(&kernel, &cells, &Plan::new(frame, 1));
        let most = whole.stats.expanded / 2;
        for threads in [1, 3] {
            let plan = Plan { give_up_after: Some(most), ..Plan::new(frame, threads) };
            let mut budget = Budget::new(Limits::default());
            let part = deepen(&kernel, &cells, &plan, &mut budget).unwrap();
            let Outcome::GaveUp { bound } = part.outcome else { panic!("{part:?}") };
            assert!(budget.expanded() >= most && bound <= optimal);
            let rest = unlimited(&kernel, &cells, &Plan { first_bound: Some(bound), ..Plan::new(frame, threads) });
            assert_eq!(moves(frame, &cells, &rest), optimal as usize);
            // Both have made the first levels.
            let first_levels = unlimited(&kernel, &cells, &Plan { known: Some(0), ..Plan::new(frame, 1) }).stats;
            let mut both: Vec<Iteration> = completed(&part).into_iter().chain(completed(&rest)).collect();
            if let Some(again) = both.get_mut(completed(&part).len()) {
                again.expanded -= first_levels.expanded;
                again.generated -= first_levels.generated;
                again.evaluated -= first_levels.evaluated;
            }
            assert_eq!(both, completed(&whole));
        }
    }

    #[test]
    fn limits_are_kept_and_leave_a_proved_bound() {
        let (cells, frame, optimal) = korf(17);
        let kernel = kernel(frame, 10);
        for threads in [1, 2] {
            let plan = Plan::new(frame, threads);
            for nodes in [0, 1, 100, 5000, 400_000] {
                let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
                let deepened = deepen(&kernel, &cells, &plan, &mut budget).unwrap();
                let Outcome::Stopped { why: Stop::Nodes, bound } = deepened.outcome else { panic!("{deepened:?}") };
                assert!(bound <= optimal && budget.lower_bound() == bound);
                assert!(budget.expanded() <= nodes && (threads > 1 || budget.expanded() == nodes));
                assert_eq!(deepened.stats.expanded, budget.expanded());
            }
            let cancel = Arc::new(AtomicBool::new(false));
            let mut told = Vec::new();
            let mut sink = |progress: &Progress| {
                told.push(progress.iteration);
                cancel.store(told.len() >= 3, Ordering::Relaxed);
            };
            let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
            let deepened = deepen(&kernel, &cells, &plan, &mut Budget::new(limits).with_progress(&mut sink)).unwrap();
            assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::Cancelled, .. }));
            assert!(told.iter().all(Option::is_some));
            let few = Limits { memory: Some(5000), ..Limits::default() };
            let deepened = deepen(&kernel, &cells, &plan, &mut Budget::new(few)).unwrap();
            assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::Memory, .. }));
        }
    }

    pub(in crate::solvers::tiles) fn journal_in(folder: &Path) -> Journalled<'_> {
        Journalled { folder, identity: "one of Korf's boards, manhattan, 10", interval: Some(Duration::ZERO) }
    }

    pub(in crate::solvers::tiles) fn journalled<'p>(plan: Plan<'p>, folder: &'p Path) -> Plan<'p> {
        Plan { journal: Some(journal_in(folder)), ..plan }
    }

    /// Expanded, generated and evaluated in all iterations.
    pub(in crate::solvers::tiles) fn added_up(deepened: &Deepened) -> [u64; 3] {
        deepened.iterations.iter().fold([0; 3], |[expanded, generated, evaluated], it| {
            [expanded + it.expanded, generated + it.generated, evaluated + it.evaluated]
        })
    }

    pub(in crate::solvers::tiles) fn counts(Stats { expanded, generated, evaluated, .. }: Stats) -> [u64; 3] {
        [expanded, generated, evaluated]
    }

    /// What splits the work among threads, and what finds the last moves of a solution, is part of
    /// some iteration.
    #[test]
    fn the_counts_of_a_search_are_those_of_its_iterations() {
        for number in [12, 61] {
            let (cells, frame, _) = korf(number);
            for threads in [1, 3] {
                let mut budget = Budget::new(Limits::default());
                let plan = Plan::new(frame, threads);
                let deepened = deepen(&kernel(frame, 10), &cells, &plan, &mut budget).unwrap();
                assert_eq!(counts(deepened.stats), added_up(&deepened));
                assert_eq!(deepened.stats.expanded, budget.expanded());
            }
        }
    }

    /// Interrupted again and again, a search ends with the cost and the counts of one that was not.
    #[test]
    fn interrupted_searches_go_on_where_they_were() {
        let (cells, frame, _) = korf(61);
        let kernel = kernel(frame, 10);
        let whole = unlimited(&kernel, &cells, &Plan::new(frame, 1));
        for (threads, nodes) in [(1, 100_003), (2, 250_000), (3, 333_333)] {
            let folder = tempfile::tempdir().unwrap();
            let plan = journalled(Plan::new(frame, threads), folder.path());
            let (mut interruptions, mut time) = (0, Duration::ZERO);
            let deepened = loop {
                let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
                let deepened = deepen(&kernel, &cells, &plan, &mut budget).unwrap();
                match deepened.outcome {
                    Outcome::Stopped { why: Stop::Nodes, .. } => interruptions += 1,
                    _ => break deepened,
                }
                assert_eq!(counts(deepened.stats), added_up(&deepened));
                assert!(interruptions == 1 || deepened.time_before > time, "each process takes some time");
                time = deepened.time_before;
                // What a kill in the middle of writing leaves behind.
                std::fs::write(folder.path().join("search.journal.new"), "npuzzle search jour").unwrap();
                assert!(interruptions < 100);
            };
            assert!(interruptions >= 2, "{interruptions}");
            assert_eq!(moves(frame, &cells, &deepened), moves(frame, &cells, &whole));
            assert_eq!(completed(&deepened), completed(&whole), "{threads} threads");

            // A search that is over answers at once.
            let mut budget = Budget::new(Limits::default());
            let again = deepen(&kernel, &cells, &plan, &mut budget).unwrap();
            assert_eq!((&again.outcome, &again.iterations), (&deepened.outcome, &deepened.iterations));
            assert_eq!(budget.expanded(), 0);
            for answer in [&deepened, &again] {
                assert_eq!(counts(answer.stats), added_up(answer));
            }
            // Where a kernel stops within the last iteration depends a little on how many states it
            // expands at a time.
            let pairs = counts(deepened.stats).into_iter().zip(counts(whole.stats));
            assert!(threads > 1 || pairs.clone().all(|(one, other)| one.abs_diff(other) < 100), "{pairs:?}");
            assert!(again.time_before > deepened.time_before && deepened.time_before > time);
            assert!(again.stats.max_stored >= deepened.stats.max_stored && deepened.stats.max_stored > 0);
        }
    }

    /// Records that are written while the search runs are as good as the one at its end: a kill
    /// would leave one of them.
    #[test]
    fn every_record_is_one_to_go_on_from() {
        let (cells, frame, optimal) = korf(61);
        let kernel = kernel(frame, 10);
        let whole = unlimited(&kernel, &cells, &Plan::new(frame, 1));
        let running = tempfile::tempdir().unwrap();
        let mut records: Vec<Vec<u8>> = Vec::new();
        let mut sink = |_: &Progress| records.extend(std::fs::read(running.path().join("search.journal")));
        let mut budget = Budget::new(Limits::default()).with_progress(&mut sink);
        deepen(&kernel, &cells, &journalled(Plan::new(frame, 2), running.path()), &mut budget).unwrap();
        for record in records.iter().rev().take(3) {
            let copy = tempfile::tempdir().unwrap();
            std::fs::write(copy.path().join("search.journal"), record).unwrap();
            let journal = Journalled { interval: None, ..journal_in(copy.path()) };
            let plan = Plan { journal: Some(journal), ..Plan::new(frame, 2) };
            let resumed = unlimited(&kernel, &cells, &plan);
            assert_eq!(moves(frame, &cells, &resumed), optimal as usize);
            assert_eq!(completed(&resumed), completed(&whole));
        }
    }

    #[test]
    fn a_journal_is_emptied_when_the_search_gives_up_and_kept_from_others() {
        let (cells, frame, _) = korf(61);
        let kernel = kernel(frame, 10);
        let folder = tempfile::tempdir().unwrap();
        let plan = journalled(Plan::new(frame, 1), folder.path());
        let gives_up = Plan { give_up_after: Some(200_000), ..plan };
        assert!(matches!(unlimited(&kernel, &cells, &gives_up).outcome, Outcome::GaveUp { .. }));
        assert!(!folder.path().join("search.journal").exists());
        unlimited(&kernel, &cells, &plan);
        let other = Journalled { folder: folder.path(), identity: "another", interval: None };
        let other = Plan { journal: Some(other), ..plan };
        let refused = deepen(&kernel, &cells, &other, &mut Budget::new(Limits::default()));
        assert!(matches!(refused, Err(DeepenError::Journal(JournalError::OtherSearch { .. }))));
    }
}
