//! How many shortest solutions every state has, counted along with a breadth-first search.
//!
//! A state has as many shortest solutions as its neighbours one layer nearer to the goal have
//! together; the goal has one, the empty one. Only the counts of one layer are kept, in the order
//! of its bits: the place of a state's count is the number of bits before its own, which a running
//! sum over the words makes one look-up and one instruction.
//!
//! Time O(moves), memory eight bytes for each state of two layers, and four for each 64 states of
//! the space.

use std::sync::{Mutex, PoisonError};

use crate::core::Metric;
use crate::domains::tiles::breadth_first::BreadthFirst;
use crate::domains::tiles::shape::Cell;
use crate::domains::tiles::state_index::StateIndex;
use crate::store::bits;
use crate::store::work_queue::share_out;

/// What the counts come to, over all states so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathTotals {
    /// States with a single shortest solution, the goal among them.
    pub unique: u64,
    /// Shortest solutions of all states together.
    pub sum: u128,
    /// The most shortest solutions that a state has.
    pub most: u64,
    /// How many states have that many.
    pub with_most: u64,
    /// Whether a count was too large for 64 bits; it then stands for the largest number there is.
    pub overflow: bool,
}

impl PathTotals {
    fn add(&mut self, count: u64) {
        self.unique += u64::from(count == 1);
        self.sum += u128::from(count);
        self.overflow |= count == u64::MAX;
        if count > self.most {
            (self.most, self.with_most) = (count, 0);
        }
        self.with_most += u64::from(count == self.most);
    }

    fn join(&mut self, other: &Self) {
        self.unique += other.unique;
        self.sum += other.sum;
        self.overflow |= other.overflow;
        if other.most > self.most {
            (self.most, self.with_most) = (other.most, 0);
        }
        if other.most == self.most {
            self.with_most += other.with_most;
        }
    }
}

/// The counts of one layer.
pub struct PathCounts {
    /// For every cell of the blank, the counts in the order of the ranks.
    counts: Vec<Vec<u64>>,
    totals: PathTotals,
}

impl PathCounts {
    /// The counts of the goal's layer.
    pub fn new(index: &StateIndex) -> Self {
        let goal = index.goal();
        let mut counts = vec![Vec::new(); goal.shape().cells()];
        counts[goal.blank().index()].push(1);
        let mut totals = PathTotals::default();
        totals.add(1);
        Self { counts, totals }
    }

    /// What the counts come to so far.
    pub fn totals(&self) -> &PathTotals {
        &self.totals
    }

    /// Bytes that the step to the layer of `search` takes.
    pub fn needed_bytes(search: &BreadthFirst<'_>) -> u64 {
        let two_layers: u64 = search.widths().iter().rev().take(2).sum();
        let places: usize = search.layer_before().map(|(_, ranks)| ranks.len()).sum();
        8 * two_layers + 4 * places as u64
    }

    /// Goes to the layer that `search` has come to, from the one before it.
    pub fn advance<E>(
        &mut self,
        search: &BreadthFirst<'_>,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let (index, metric) = (search.index(), search.metric());
        let mut before: Vec<Option<Before<'_>>> = self.counts.iter().map(|_| None).collect();
        for (cell, ranks) in search.layer_before() {
            before[cell.index()] = Some(Before::new(ranks, &self.counts[cell.index()]));
        }
        let done = Mutex::new(Vec::new());
        share_out(search.threads(), search.layer(), go_on, |(cell, ranks), _: &mut ()| {
            let (counts, totals) = count_slab(index, metric, cell, ranks, &before);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((cell, counts, totals));
        })?;
        self.counts.iter_mut().for_each(|counts| *counts = Vec::new());
        for (cell, counts, totals) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.counts[cell.index()] = counts;
            self.totals.join(&totals);
        }
        Ok(())
    }
}

/// A slab of the layer before: its states, their counts, and for each word the number of states
/// before it.
struct Before<'s> {
    ranks: &'s [u64],
    counts: &'s [u64],
    places: Vec<u32>,
}

impl<'s> Before<'s> {
    fn new(ranks: &'s [u64], counts: &'s [u64]) -> Self {
        let mut before = 0;
        let place = |word: &u64| {
            let place = before;
            before += word.count_ones();
            place
        };
        Self { ranks, counts, places: ranks.iter().map(place).collect() }
    }

    /// The count of a state; zero if it is not in the layer.
    #[inline(always)]
    fn count(&self, rank: usize) -> u64 {
        let (word, bit) = (rank / bits::WORD, rank % bits::WORD);
        if self.ranks[word] >> bit & 1 == 0 {
            return 0;
        }
        let in_word = (self.ranks[word] & ((1 << bit) - 1)).count_ones();
        self.counts[(self.places[word] + in_word) as usize]
    }
}

fn count_slab(
    index: &StateIndex,
    metric: Metric,
    cell: Cell,
    ranks: &[u64],
    before: &[Option<Before<'_>>],
) -> (Vec<u64>, PathTotals) {
    let steps = index.steps(metric, cell);
    let steps: Vec<_> = steps.iter().filter_map(|step| Some((step, before[step.to.index()].as_ref()?))).collect();
    let mut totals = PathTotals::default();
    let mut counts = Vec::with_capacity(bits::count(ranks) as usize);
    for rank in bits::ones(ranks) {
        let nearer = steps.iter().map(|(step, before)| before.count(step.follow(rank)));
        let count = nearer.fold(0, u64::saturating_add);
        totals.add(count);
        counts.push(count);
    }
    (counts, totals)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::convert::Infallible;

    use super::*;
    use crate::domains::tiles::board::Board;
    use crate::domains::tiles::distance_table::{DistanceTable, TooLarge};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::{Direction, Shape};

    /// Counts by walking back from every board, with what is known kept in a hash map.
    fn naive(board: &Board, table: &DistanceTable, known: &mut HashMap<Board, u64>) -> u64 {
        if let Some(&count) = known.get(board) {
            return count;
        }
        let distance = table.distance_of(board).unwrap();
        let along = |to| std::iter::successors(board.moved(to), move |board| board.moved(to));
        let most = if table.metric() == Metric::Multi { usize::MAX } else { 1 };
        let nearer = Direction::ALL.into_iter().flat_map(|to| along(to).take(most));
        let nearer = nearer.filter(|moved| distance > 0 && table.distance_of(moved) == Some(distance - 1));
        let count = if distance == 0 { 1 } else { nearer.map(|moved| naive(&moved, table, known)).sum() };
        known.insert(board.clone(), count);
        count
    }

    #[test]
    fn counts_are_those_of_walking_back() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (1, 5)] {
            for (card, metric) in CARDS.iter().flat_map(|card| Metric::ALL.map(|metric| (card, metric))) {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let table = DistanceTable::build_on(metric, 1, &goal, || Ok::<(), TooLarge>(())).unwrap();
                let mut known = HashMap::new();
                let mut expected = PathTotals::default();
                for distance in 0..table.widths().len() {
                    table.boards_at(distance as u8).for_each(|board| expected.add(naive(&board, &table, &mut known)));
                }
                let mut go_on = || Ok::<_, Infallible>(());
                let mut search = BreadthFirst::by(metric, table.index(), 1);
                let mut counts = PathCounts::new(table.index());
                while matches!(search.advance(&mut go_on), Ok(true)) {
                    let Ok(()) = counts.advance(&search, &mut go_on);
                }
                assert_eq!(counts.totals(), &expected, "{goal}");
            }
        }
    }
}
