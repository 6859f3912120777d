//! A solver made ready for a puzzle: its tables, its automaton and the kernel that uses them.
//!
//! What is made for one board serves all boards of the same frame, so it is kept on the table
//! cache.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::core::BuildError;
use crate::core::{Budget, Cost, StateKey, Stop, is_to_be_had};
use crate::domains::tiles::frame::{Frame, Symmetry, framed};
use crate::domains::tiles::{Board, Cell, Direction};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::compact::Compact;
use crate::solvers::tiles::deepening::{Deepened, Journalled, Outcome, Plan, deepen};
use crate::solvers::tiles::journal::JournalError;
use crate::solvers::tiles::manhattan::{LargeManhattan, SmallManhattan};
use crate::solvers::tiles::misfit::Misfit;
use crate::solvers::tiles::sparse::{Sparse, SparseView};
use crate::solvers::tiles::sparse_table::{SparseError, SparseTable};
use crate::store::work_queue::share_out;
use crate::tables::library;
use crate::tables::partition::{Partition, PartitionPart};
use crate::tables::table::{Encoding, PatternTable};

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
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
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

impl From<SparseError> for SolverError {
    fn from(error: SparseError) -> Self {
        match error {
            SparseError::Misfit(misfit) => misfit.into(),
            SparseError::Stopped(why) => why.into(),
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
        let unfit = || {
            SolverError::Unfit(format!("a {} board is too large: expected at most {MOST_CELLS} cells", goal.shape()))
        };
        let (frame, _) = Frame::of(goal).filter(|(frame, _)| frame.shape().cells() <= MOST_CELLS).ok_or_else(unfit)?;
        if let Estimates::Patterns(partition) = estimates {
            check_parts(partition)?;
        }
        let name = Self::name_of(frame, estimates, words);
        let table_cache = Arc::clone(budget.table_cache());
        if let Some(solver) = table_cache.get::<Self>(&name) {
            return Ok(solver);
        }
        let automaton = automaton(frame, words, budget)?;
        let (kernel, table_bytes) = match estimates {
            Estimates::Manhattan => (manhattan(frame, &automaton).ok_or_else(unfit)?, 0),
            Estimates::Patterns(partition) if Encoding::of_solvers(frame.shape()) == Encoding::Bits => {
                let tables = library::tables(partition, |_| Encoding::Bits, budget)?;
                let bytes = tables.iter().map(|table| table.data().len() as u64).sum();
                (AnyKernel::Compact(Box::new(Compact::new(frame, &partition.views(&tables), &automaton)?)), bytes)
            }
            Estimates::Patterns(partition) => sparse(partition, &automaton, budget)?,
        };
        let rows = automaton.rows().iter().flatten();
        let fingerprint = rows.fold(0_u64, |hash, &state| (hash ^ u64::from(state)).hash64());
        let identity = format!("{name} automaton {fingerprint:016x}");
        let solver = Arc::new(Self { frame, bytes: table_bytes + automaton.bytes(), kernel, identity });
        table_cache.keep_sized(&name, Arc::clone(&solver), solver.bytes);
        Ok(solver)
    }

    /// Whether there is a kernel for these patterns.
    pub fn takes(partition: &Partition) -> bool {
        let shape = partition.frame().shape();
        let fits = |part: &PartitionPart| {
            Encoding::of_solvers(shape) == Encoding::Bits
                || SparseTable::bytes(shape, part.pattern.homes().len()).is_some()
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
                partition.parts().iter().map(|part| homes(part.homes())).collect::<Vec<_>>().join("/")
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
        budget.keep(self.bytes)?;
        let cells = framed(start, goal, &to_frame);
        let identity = format!("{start} to {goal} by {}", self.identity);
        let journal = terms.journal.map(|folder| Journalled { folder, identity: &identity, interval: None });
        let Terms { first_bound, give_up_after, known, .. } = *terms;
        let plan = Plan { first_bound, give_up_after, known, journal, ..Plan::new(self.frame, budget.threads()) };
        let mut deepened = match &self.kernel {
            AnyKernel::SmallManhattan(kernel) => deepen(&**kernel, &cells, &plan, budget),
            AnyKernel::LargeManhattan(kernel) => deepen(&**kernel, &cells, &plan, budget),
            AnyKernel::Compact(kernel) => deepen(&**kernel, &cells, &plan, budget),
            AnyKernel::Sparse(kernel) => deepen(&**kernel, &cells, &plan, budget),
        }?;
        if let Outcome::Solved { moves } = &mut deepened.outcome {
            turn_back(moves, start.blank(), &to_frame);
        }
        Ok(deepened)
    }
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

/// The kernel of sparse tables, and the bytes of the tables.
fn sparse(
    partition: &Partition,
    automaton: &Automaton,
    budget: &mut Budget<'_>,
) -> Result<(AnyKernel, u64), SolverError> {
    let frame = partition.frame();
    let mut bytes = 0;
    for part in partition.parts() {
        let tiles = part.pattern.homes().len();
        let table = SparseTable::bytes(frame.shape(), tiles);
        let too_large =
            || SolverError::Unfit(format!("a pattern of {tiles} tiles on {}: expected at most 6", frame.shape()));
        bytes += table.ok_or_else(too_large)? as u64;
    }
    budget.hold(bytes)?;
    let tables = sparse_tables(partition, bytes, budget)?;
    let with_tables = |view: Vec<Arc<[u8]>>| -> Vec<SparseView> { tables.iter().cloned().zip(view).collect() };
    let views: Vec<Vec<SparseView>> = partition.cell_maps().into_iter().map(with_tables).collect();
    Ok((AnyKernel::Sparse(Box::new(Sparse::new(frame, &views, automaton)?)), bytes))
}

/// The sparse forms of all tables of a partition, made side by side; together they take so many
/// bytes.
fn sparse_tables(
    partition: &Partition,
    bytes: u64,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arc<SparseTable>>, SolverError> {
    let table_cache = Arc::clone(budget.table_cache());
    let name = |part: &PartitionPart| format!("sparse {}", part.pattern.name());
    // What is used here is held here: the table cache may have no room for it.
    let mut held: HashMap<String, Arc<SparseTable>> = HashMap::new();
    let mut missing: Vec<(String, Arc<PatternTable>)> = Vec::new();
    for part in partition.parts() {
        let name = name(part);
        if held.contains_key(&name) || missing.iter().any(|(other, _)| *other == name) {
            continue;
        }
        match table_cache.get(&name) {
            Some(table) => drop(held.insert(name, table)),
            None => missing.push((name, library::table(&part.pattern, Encoding::Nibbles, budget)?)),
        }
    }
    // Half of a sparse table again while it is made, for each thread.
    let making = |(_, table): &(String, Arc<PatternTable>)| table.data().len() as u64;
    let widest = missing.iter().map(making).max().unwrap_or(0) * budget.threads() as u64;
    budget.hold(bytes + missing.iter().map(making).sum::<u64>() + 2 * widest)?;
    let check = budget.checker();
    let failed: Mutex<Option<SparseError>> = Mutex::new(None);
    let held = Mutex::new(held);
    let make = |(name, table): &(String, Arc<PatternTable>), _: &mut ()| match SparseTable::new(table, &mut || check())
    {
        Ok(sparse) => {
            let sparse = Arc::new(sparse);
            let pattern = table.pattern();
            let bytes = SparseTable::bytes(pattern.frame().shape(), pattern.homes().len()).unwrap_or(0);
            table_cache.keep_sized(name, Arc::clone(&sparse), bytes as u64);
            held.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), sparse);
        }
        Err(error) => *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error),
    };
    let (threads, mut begun, all) = (budget.threads(), 0, missing.len() as u64);
    let mut go_on = || {
        begun += 1;
        budget.check_table((begun - 1).min(all), all)
    };
    share_out(threads, missing.iter(), &mut go_on, make)?;
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error.into());
    }
    for (_, table) in &missing {
        table_cache.forget(&library::name(table.pattern(), table.encoding()));
    }
    let held = held.into_inner().unwrap_or_else(PoisonError::into_inner);
    let made = partition.parts().iter().map(|part| held.get(&name(part)).cloned());
    made.collect::<Option<_>>().ok_or_else(|| Stop::Cancelled.into())
}
