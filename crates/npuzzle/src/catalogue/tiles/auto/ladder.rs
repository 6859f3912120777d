//! From small tables to large ones: how much a board is worth is known only when it is being
//! solved.
//!
//! A random 15-puzzle takes 20 ms with tables that are built in 30 ms; the hardest ones would take
//! minutes with those, and a second with tables that are built in one. So the search begins on the
//! lowest rung, gives up when it has spent about what the next tables cost, and goes on with them
//! at the bound it has proved. (It is the problem of renting skis: a skier who buys them when the
//! rent has come to their price never pays more than twice what was needed.)

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::catalogue::RequestError;
use crate::catalogue::tiles::auto::{PROVING_SHARE, Session, Tables};
use crate::catalogue::tiles::tile_ida;
use crate::catalogue::tiles::tile_ida::USUAL_WORDS;
use crate::core::{Stop, TableCache, Verdict};
use crate::domains::tiles::{Board, Direction};
use crate::heuristics::tiles::pdb::library;
use crate::heuristics::tiles::pdb::partition::{Partition, PartitionPart, even_sizes};
use crate::heuristics::tiles::pdb::table::Encoding;
use crate::heuristics::tiles::{BuildError, TileHeuristic, pdb};
use crate::solvers::tiles::solver::{Estimates, MOST_CELLS, Terms};

/// Some tables, and the words of the automaton.
struct Rung {
    partition: Partition,
    words: usize,
}

/// Expansions after which a board is not easy, and a first solution is looked for: a limit may end
/// the search. A few milliseconds.
const QUICK_PATIENCE: u64 = 50_000;
/// While a table of so many entries is built, a search expands one state: tables that are not there
/// are built when the search has taken as long.
const ENTRIES_PER_EXPANSION: u64 = 16;
/// Expansions before tables that are there are opened: that takes up to a few hundredths of a
/// second.
const PATIENCE_WITH_FILES: u64 = 500_000;
/// Tables of so many entries are not built without a word.
const MANY_ENTRIES: u64 = 1 << 29;
/// The automaton of the lowest rung is made in a millisecond, that of the others in ten.
const FIRST_WORDS: usize = 8;
/// The largest tables of the 15-puzzle.
const LARGEST: &str = "7-8";
/// What building them takes, roughly. When searches that they would have shortened have taken as
/// long, they are built.
const LARGEST_PRICE: Duration = Duration::from_secs(12);

impl Session<'_, '_, '_> {
    /// Proves the optimum of a board of at most 16 cells.
    pub(super) fn climb(&mut self) -> Result<Verdict<Direction>, RequestError> {
        let goal = self.puzzle.goal;
        let table_cache = Arc::clone(&self.limits.table_cache);
        let mut rungs = rungs(goal)?;
        let has_paid = Duration::from_micros(spent(&table_cache).load(Ordering::Relaxed)) > LARGEST_PRICE;
        let largest = if is_classic(goal) { Partition::parse(LARGEST, goal).ok() } else { None };
        let is_there = largest.as_ref().is_some_and(|largest| self.is_at_hand(largest, false));
        let has_time = self.left().time.is_none_or(|time| time > LARGEST_PRICE);
        let use_largest = is_there || has_paid && has_time && largest.is_some();
        if let (Some(largest), Some(last)) = (largest.filter(|_| use_largest), rungs.last_mut()) {
            last.partition = largest;
        }
        while rungs.len() > 1 && !rungs.last().is_some_and(|rung| self.has_memory_for(&rung.partition)) {
            rungs.pop();
        }
        let last = rungs.len() - 1;
        let first =
            (0..rungs.len()).rev().find(|&rung| self.is_at_hand(&rungs[rung].partition, rung + 1 == rungs.len()));
        let first = first.unwrap_or(0);
        let mut bound = None;
        let mut prices: Vec<u64> = rungs.iter().map(|rung| self.missing_entries(&rung.partition)).collect();
        if use_largest {
            // It has paid already.
            prices[last] = 0;
        }
        for (number, rung) in rungs.into_iter().enumerate().skip(first) {
            if self.missing_entries(&rung.partition) > MANY_ENTRIES {
                let partition = &rung.partition;
                table_cache
                    .note(format!("the tables {partition} were built: searches that they shorten had taken as long"));
            }
            let name = format!("{}({})", pdb::Entry::CARD.name, rung.partition);
            let estimates = (Estimates::Patterns(rung.partition), name);
            let next = prices.get(number + 1).map(|price| (price / ENTRIES_PER_EXPANSION).max(PATIENCE_WITH_FILES));
            let mut patience = vec![next];
            if number == first {
                patience.insert(0, Some(QUICK_PATIENCE));
            }
            for give_up_after in patience {
                let known = self.best.as_ref().map(|best| best.solution.cost);
                let terms = Terms { first_bound: bound, give_up_after, known, ..Terms::default() };
                let before = self.seconds;
                let (verdict, gave_up) = self.look_up(&estimates, rung.words, &terms, self.left())?;
                if !use_largest && is_classic(goal) {
                    spent(&table_cache).fetch_add((self.seconds - before).as_micros() as u64, Ordering::Relaxed);
                }
                let Some(proved) = gave_up else { return Ok(self.looked_up(verdict)) };
                bound = Some(proved);
                if let Some(best) = self.best_labelled().filter(|_| self.is_proved()) {
                    return Ok(Verdict::Solved(best));
                }
                if self.best.is_none() {
                    self.quick_solution()?;
                }
            }
        }
        // The last rung never gives up.
        Ok(Verdict::Stopped { why: Stop::Nodes, best: self.best_labelled() })
    }

    /// Whether the tables of a partition are there, or can be built within the memory limit.
    fn has_memory_for(&self, partition: &Partition) -> bool {
        let (table_cache, threads) = (&self.limits.table_cache, self.limits.threads());
        let allowed = self.limits.memory.unwrap_or(u64::MAX);
        let fits = |part: &PartitionPart| {
            let cost = library::cost(&part.pattern, Encoding::Bits, threads, table_cache);
            cost.is_ok_and(|cost| cost.peak_bytes <= allowed)
        };
        self.is_at_hand(partition, false) || partition.parts().iter().all(fits)
    }

    /// The entries of those tables of a partition that would have to be built.
    fn missing_entries(&self, partition: &Partition) -> u64 {
        let table_cache = &self.limits.table_cache;
        let entries = |part: &PartitionPart| {
            let pattern = &part.pattern;
            let there = library::in_memory(pattern, Encoding::Bits, table_cache)
                || library::on_disk(pattern, Encoding::Bits, table_cache);
            let cost = library::cost(pattern, Encoding::Bits, 1, table_cache).ok().filter(|_| !there);
            cost.map_or(0, |cost| cost.entries)
        };
        partition.parts().iter().map(entries).sum()
    }

    /// Whether the tables that are to be looked up are in memory.
    pub(super) fn are_in_memory(&self, estimates: &Estimates) -> bool {
        match estimates {
            Estimates::Patterns(partition) => self.is_at_hand(partition, true),
            Estimates::Manhattan => true,
        }
    }

    /// Whether all tables of a partition are in memory, or, unless that is asked for alone, in
    /// files.
    fn is_at_hand(&self, partition: &Partition, in_memory: bool) -> bool {
        let table_cache = &self.limits.table_cache;
        partition.parts().iter().all(|part| {
            let pattern = &part.pattern;
            library::in_memory(pattern, Encoding::Bits, table_cache)
                || library::is_built_at_once(pattern, table_cache)
                || !in_memory && library::on_disk(pattern, Encoding::Bits, table_cache)
        })
    }

    /// The tables for a board of 17 to 25 cells, if they can be had in the time for the proof.
    pub(super) fn tables_in_time(&mut self, time: Duration) -> Result<Option<(Estimates, String)>, RequestError> {
        if self.puzzle.start.shape().cells() > MOST_CELLS || self.tables == Tables::None {
            return Ok(None);
        }
        let estimates = tile_ida::estimates(self.puzzle, self.patterns.as_ref())?;
        let Estimates::Patterns(partition) = &estimates.0 else { return Ok(None) };
        let (table_cache, threads) = (&self.limits.table_cache, self.limits.threads());
        let mut building = 0.0;
        for part in partition.parts() {
            let (pattern, encoding) = (&part.pattern, Encoding::Pairs);
            let there =
                library::in_memory(pattern, encoding, table_cache) || library::on_disk(pattern, encoding, table_cache);
            // Files are mapped, which takes no time to speak of.
            if !there {
                let cost = library::cost(pattern, encoding, threads, table_cache).map_err(BuildError::from)?;
                building += cost.seconds.unwrap_or_default();
            }
        }
        let allowed = time.as_secs_f64() / f64::from(PROVING_SHARE);
        if self.tables == Tables::Ours && building > allowed {
            let size = self.puzzle.start.shape();
            self.note = Some(format!(
                "a longer time limit, or the pattern databases {partition} of {size}, once they are built, lets \
                 `auto` try to prove the optimum"
            ));
            return Ok(None);
        }
        Ok(Some(estimates))
    }
}

/// Whether the tables of the 15-puzzle are for this goal.
fn is_classic(goal: &Board) -> bool {
    (goal.shape().rows(), goal.shape().cols()) == (4, 4)
}

/// Microseconds of searches that larger tables would have shortened.
fn spent(table_cache: &TableCache) -> Arc<AtomicU64> {
    const NAME: &str = "microseconds spent on boards of 4x4";
    table_cache.get(NAME).unwrap_or_else(|| {
        let none = Arc::new(AtomicU64::new(0));
        table_cache.keep(NAME, Arc::clone(&none));
        none
    })
}

/// The tables for a goal, from small to large.
fn rungs(goal: &Board) -> Result<Vec<Rung>, RequestError> {
    let tiles = goal.shape().cells() - 1;
    let mut sizes = match is_classic(goal) {
        true => ["5-5-5", "6-6-3", "7-7-1"].map(str::to_owned).to_vec(),
        false => [5, 6, 8].map(|most| even_sizes(tiles, most)).to_vec(),
    };
    sizes.dedup();
    let last = sizes.len() - 1;
    let rung = |(number, sizes): (usize, &String)| {
        let partition = Partition::parse(sizes, goal).map_err(BuildError::from)?;
        let words = if number == 0 && last > 0 { FIRST_WORDS } else { USUAL_WORDS };
        Ok(Rung { partition, words })
    };
    sizes.iter().enumerate().map(rung).collect()
}
