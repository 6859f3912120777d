//! The space of walking distance: how many tiles stand in each line that belong to each line, and
//! the line of the blank.
//!
//! A state is a matrix `m[line][home]` of counts with fixed sums, packed into 128 bits together
//! with the line of the blank. A breadth-first search from the goal numbers the states in the order
//! they are met, so state 0 is the goal; it notes the distance of each, and the state that every
//! move leads to: the blank goes forward or back by one line, and one tile with a certain home
//! comes the other way.
//!
//! 4 lines of 4 cells have 24,964 states, 5 of 4 have 5,977,015, and 5 of 5 have 65,650,495.

use crate::core::{Budget, Cost, StateKey, Stop};
use crate::domains::tiles::shape::LONGEST_SIDE;
use crate::store::state_table::{NodeId, StateTable};

/// A table may have this many states: 400 MB at most.
const MOST_STATES: usize = 6_000_000;
/// On a single line the matrix alone would fill the key if it had more lines.
const MOST_LINES: usize = 11;
const STATES_BETWEEN_QUESTIONS: usize = 1 << 12;
/// The line of the blank stands above the counts.
const BLANK_SHIFT: u32 = 124;
/// The state of a board that cannot reach the goal.
const NO_STATE: u32 = u32::MAX;
/// Its distance, which no path can have.
const UNREACHABLE: Cost = 1 << 20;

/// Distances and moves in one direction of the board.
pub struct Table {
    packing: Packing,
    numbers: StateTable<[u64; 2], ()>,
    distances: Vec<u16>,
    /// By state, then by where the blank goes (back, forward), then by the home of the tile it
    /// changes places with.
    links: Vec<u32>,
}

/// There would be too many states.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    #[error(
        "its table for {lines} lines of {length} cells would have more than {MOST_STATES} states; \
         it exists for boards of up to 4x5, 3x5 and 2x6 cells"
    )]
    States { lines: usize, length: usize },
    #[error("a single line may have at most {MOST_LINES} cells, but it has {lines}")]
    Line { lines: usize },
}

/// How the counts of a matrix are packed.
#[derive(Clone, Copy)]
struct Packing {
    lines: usize,
    bits: u32,
}

impl Packing {
    fn shift(self, line: usize, home: usize) -> u32 {
        (line * self.lines + home) as u32 * self.bits
    }

    fn blank(key: u128) -> usize {
        (key >> BLANK_SHIFT) as usize
    }

    /// The state after the blank has gone to `line` and a tile that belongs to `home` has come from
    /// there.
    fn moved(self, key: u128, line: usize, home: usize) -> Option<u128> {
        let (from, blank) = (self.shift(line, home), Self::blank(key));
        let count = key >> from & ((1 << self.bits) - 1);
        let moved = || key - (1 << from) + (1 << self.shift(blank, home));
        (count > 0).then(|| moved() & ((1 << BLANK_SHIFT) - 1) | (line as u128) << BLANK_SHIFT)
    }
}

/// As a key, which must not be aligned to 16 bytes.
fn words(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

fn number([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The most cells that so many lines may have each, by the number of states: it grows with both,
/// and a test counts it.
fn longest_line(lines: usize) -> usize {
    match lines {
        ..=2 => LONGEST_SIDE,
        3 => 62,
        4 => 8,
        5 => 4,
        6 => 2,
        // On a single line no tile passes another: there are just as many states as cells.
        7..=MOST_LINES => 1,
        _ => 0,
    }
}

impl Table {
    /// Whether a table for so many lines of this length may be built.
    pub fn check(lines: usize, length: usize) -> Result<(), TooLarge> {
        if length <= longest_line(lines) {
            Ok(())
        } else if length == 1 {
            Err(TooLarge::Line { lines })
        } else {
            Err(TooLarge::States { lines, length })
        }
    }

    /// Searches the space of `lines` lines of `length` cells from the goal with the blank in the
    /// line `blank`. `held` bytes are in use already.
    pub fn build(lines: usize, length: usize, blank: usize, held: u64, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let packing = Packing { lines, bits: usize::BITS - length.leading_zeros() };
        debug_assert!(packing.shift(lines, 0) <= BLANK_SHIFT);
        let mut table = Self { packing, numbers: StateTable::default(), distances: Vec::new(), links: Vec::new() };
        let counts = |line| ((length - usize::from(line == blank)) as u128) << packing.shift(line, line);
        let goal = (0..lines).map(counts).fold((blank as u128) << BLANK_SHIFT, |key, count| key | count);
        table.find_or_insert(words(goal), 0, held, budget)?;
        let mut state = 0;
        while state < table.distances.len() {
            if state % STATES_BETWEEN_QUESTIONS == 0 {
                budget.check()?;
                budget.hold(held + table.bytes())?;
            }
            let key = number(*table.numbers.key(NodeId(state as u32)));
            let (blank, distance) = (Packing::blank(key), table.distances[state] + 1);
            for line in [blank.checked_sub(1), Some(blank + 1)] {
                for home in 0..lines {
                    let child = line.filter(|&line| line < lines).and_then(|line| packing.moved(key, line, home));
                    let next = match child {
                        Some(child) => table.find_or_insert(words(child), distance, held, budget)?,
                        None => NO_STATE,
                    };
                    table.links.push(next);
                }
            }
            state += 1;
        }
        table.distances.shrink_to_fit();
        table.links.shrink_to_fit();
        Ok(table)
    }

    /// The same states and moves, with distances in slides: the blank may go several lines in one
    /// direction at the price of one.
    ///
    /// A breadth-first search: what a layer reaches by moves in one direction is in the next layer,
    /// unless it was reached before. A chain of moves goes on through the states that are new in
    /// this layer. It may end at older ones, whose own slides have been there already. So every
    /// state is left twice in each direction at most, and the whole takes O(states * lines).
    pub fn in_slides(mut self) -> Self {
        const UNSEEN: u16 = u16::MAX;
        self.distances.fill(UNSEEN);
        self.distances[0] = 0;
        // The layer in which a chain, back or forward, last went on from each state.
        let mut passed = [vec![0; self.distances.len()], vec![0; self.distances.len()]];
        let (mut layer, mut distance) = (vec![0], 0);
        while !layer.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for (forward, passed) in [false, true].into_iter().zip(&mut passed) {
                let mut chain = layer.clone();
                while let Some(state) = chain.pop() {
                    for home in 0..self.packing.lines {
                        let child = self.next(state, forward, home);
                        let Some(known) = self.distances.get_mut(child as usize) else { continue };
                        if *known == UNSEEN {
                            *known = distance;
                            next.push(child);
                        }
                        if *known == distance && passed[child as usize] != distance {
                            passed[child as usize] = distance;
                            chain.push(child);
                        }
                    }
                }
            }
            layer = next;
        }
        self
    }

    fn find_or_insert(
        &mut self,
        key: [u64; 2],
        distance: u16,
        held: u64,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Stop> {
        let hash = key.hash64();
        if let Some(NodeId(known)) = self.numbers.find(&key, hash) {
            return Ok(known);
        }
        let held = held + self.own_bytes();
        let NodeId(state) = self.numbers.insert(key, hash, (), |bytes| budget.hold(held.saturating_add(bytes)))?;
        self.distances.push(distance);
        Ok(state)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.numbers.bytes() + self.own_bytes()
    }

    fn own_bytes(&self) -> u64 {
        (self.distances.capacity() * size_of::<u16>() + self.links.capacity() * size_of::<u32>()) as u64
    }

    /// The state with these tiles, each given by its line and its home, and the line of the blank.
    pub fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let counts: u128 = tiles.map(|(line, home)| 1 << self.packing.shift(line, home)).sum();
        let key = words(counts | (blank as u128) << BLANK_SHIFT);
        self.numbers.find(&key, key.hash64()).map_or(NO_STATE, |NodeId(state)| state)
    }

    /// The state after the blank has gone one line back or forward, and a tile that belongs to the
    /// line `home` the other way.
    #[inline(always)]
    pub fn next(&self, state: u32, forward: bool, home: usize) -> u32 {
        let link = (2 * state as usize + usize::from(forward)) * self.packing.lines + home;
        self.links.get(link).copied().unwrap_or(NO_STATE)
    }

    /// Whether there is such a state.
    pub fn holds(&self, state: u32) -> bool {
        (state as usize) < self.distances.len()
    }

    /// The fewest moves from a state to the goal.
    #[inline(always)]
    pub fn distance(&self, state: u32) -> Cost {
        self.distances.get(state as usize).map_or(UNREACHABLE, |&distance| Cost::from(distance))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::core::Limits;

    fn table(lines: usize, length: usize, blank: usize) -> Table {
        Table::build(lines, length, blank, 0, &mut Budget::new(Limits::default())).unwrap()
    }

    /// Ways to fill `lines` more lines of `length` cells, one of them with the blank if
    /// `blank_is_left`, from `homes`: how many tiles of each home are left.
    fn fillings(
        lines: usize,
        length: usize,
        blank_is_left: bool,
        homes: &[usize],
        known: &mut HashMap<(usize, bool, Vec<usize>), u64>,
    ) -> u64 {
        fn fill(homes: &[usize], tiles: usize, rest: &mut Vec<usize>, then: &mut impl FnMut(&[usize])) {
            let Some((&first, others)) = homes.split_first() else {
                if tiles == 0 {
                    then(rest);
                }
                return;
            };
            for taken in 0..=first.min(tiles) {
                rest.push(first - taken);
                fill(others, tiles - taken, rest, then);
                rest.pop();
            }
        }
        if lines == 0 {
            return u64::from(!blank_is_left);
        }
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let case = (lines, blank_is_left, homes.clone());
        if let Some(&count) = known.get(&case) {
            return count;
        }
        let mut count = 0;
        for has_blank in [false, true].into_iter().filter(|&has_blank| blank_is_left || !has_blank) {
            fill(&homes, length - usize::from(has_blank), &mut Vec::new(), &mut |rest| {
                count += fillings(lines - 1, length, blank_is_left && !has_blank, rest, known);
            });
        }
        known.insert(case, count);
        count
    }

    /// All matrices with the right sums.
    fn states(lines: usize, length: usize) -> u64 {
        let mut homes = vec![length; lines];
        homes[0] -= 1;
        fillings(lines, length, true, &homes, &mut HashMap::new())
    }

    #[test]
    fn every_matrix_is_met_once() {
        assert_eq!(table(4, 4, 3).distances.len(), 24_964);
        for (lines, length) in [(1, 5), (2, 2), (2, 9), (3, 2), (3, 3), (3, 7), (4, 2), (4, 3), (5, 2)] {
            for blank in 0..lines {
                assert_eq!(table(lines, length, blank).distances.len() as u64, states(lines, length));
            }
        }
    }

    /// The longest lines are as long as the limit allows.
    #[test]
    fn tables_are_as_large_as_they_may_be() {
        let most = MOST_STATES as u64;
        for lines in 3..=6 {
            let longest = longest_line(lines);
            assert!(states(lines, longest) <= most, "{lines} lines of {longest}: {}", states(lines, longest));
            assert!(states(lines, longest + 1) > most, "{lines} lines of {longest}: {}", states(lines, longest));
        }
        assert!(states(2, LONGEST_SIDE) <= most);
        assert!(states(7, 2) > most);
        assert_eq!(states(5, 5), 65_650_495);
    }

    /// A single line has a state for each place of the blank.
    #[test]
    fn on_a_line_only_the_blank_moves() {
        let table = table(MOST_LINES, 1, 4);
        assert_eq!(table.distances.len(), MOST_LINES);
        assert_eq!(table.distances.iter().max(), Some(&6));
    }

    type Matrix = Vec<Vec<usize>>;

    /// The moves from a matrix: whether the blank goes forward, the home of the tile, and the
    /// matrix after it.
    fn moves(matrix: &Matrix, blank: usize) -> Vec<(bool, usize, Matrix, usize)> {
        let mut moves = Vec::new();
        for line in 0..matrix.len() {
            for home in 0..matrix.len() {
                if line.abs_diff(blank) == 1 && matrix[line][home] > 0 {
                    let mut child = matrix.clone();
                    child[line][home] -= 1;
                    child[blank][home] += 1;
                    moves.push((line > blank, home, child, line));
                }
            }
        }
        moves
    }

    fn state_of(table: &Table, matrix: &Matrix, blank: usize) -> u32 {
        let tiles = matrix.iter().enumerate().flat_map(|(line, homes)| {
            homes.iter().enumerate().flat_map(move |(home, &count)| std::iter::repeat_n((line, home), count))
        });
        table.state(tiles, blank)
    }

    #[test]
    fn distances_and_links_are_those_of_a_plain_search() {
        for (lines, length, goal_blank) in [(2, 3, 0), (3, 2, 1), (3, 3, 2), (4, 2, 3), (3, 5, 0)] {
            let table = table(lines, length, goal_blank);
            let count = |line, home| if line == home { length - usize::from(line == goal_blank) } else { 0 };
            let goal: Matrix = (0..lines).map(|line| (0..lines).map(|home| count(line, home)).collect()).collect();
            let mut distances = HashMap::from([((goal.clone(), goal_blank), 0)]);
            let mut queue = VecDeque::from([(goal, goal_blank)]);
            while let Some((matrix, blank)) = queue.pop_front() {
                let (state, distance) = (state_of(&table, &matrix, blank), distances[&(matrix.clone(), blank)]);
                assert_eq!(table.distance(state), distance);
                for (forward, home, child, line) in moves(&matrix, blank) {
                    assert_eq!(table.next(state, forward, home), state_of(&table, &child, line));
                    distances.entry((child, line)).or_insert_with_key(|child| {
                        queue.push_back(child.clone());
                        distance + 1
                    });
                }
            }
            assert_eq!(distances.len(), table.distances.len());
        }
    }

    /// Slides in the space of matrices, from every state by plain search: each is one nearer by one
    /// chain of moves in a direction, and by none nearer by more.
    #[test]
    fn distances_in_slides_are_those_of_a_plain_search() {
        for (lines, length, goal_blank) in [(2, 3, 0), (3, 2, 1), (3, 3, 2), (4, 2, 3), (1, 5, 0), (5, 1, 2)] {
            let moves = table(lines, length, goal_blank);
            let slides = table(lines, length, goal_blank).in_slides();
            for state in 0..slides.distances.len() as u32 {
                let mut reached = Vec::new();
                for forward in [false, true] {
                    let mut front = vec![state];
                    while let Some(at) = front.pop() {
                        let children = (0..lines).map(|home| slides.next(at, forward, home));
                        let children: Vec<u32> = children.filter(|&child| child != NO_STATE).collect();
                        reached.extend_from_slice(&children);
                        front.extend(children);
                    }
                }
                let nearest = reached.iter().map(|&child| slides.distance(child)).min();
                let distance = slides.distance(state);
                assert!(distance == 0 || nearest == Some(distance - 1), "{lines} lines of {length}: {state}");
                assert!((distance == 0) == (state == 0) && distance <= moves.distance(state));
            }
        }
        let fifteen = table(4, 4, 3).in_slides();
        assert_eq!(fifteen.distances.iter().max(), Some(&15));
    }

    /// Tiles that can never pass each other: there is no such state, and no way out of it.
    #[test]
    fn what_cannot_be_reached_has_no_state() {
        let table = table(3, 1, 2);
        let state = table.state([(0, 1), (1, 0)].into_iter(), 2);
        assert_eq!((state, table.distance(state)), (NO_STATE, UNREACHABLE));
        assert_eq!(table.next(state, false, 0), NO_STATE);
    }

    #[test]
    fn limits_are_kept() {
        let small = Limits { memory: Some(100_000), ..Limits::default() };
        assert_eq!(Table::build(4, 4, 3, 0, &mut Budget::new(small)).err(), Some(Stop::Memory));
        let short = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert_eq!(Table::build(4, 4, 3, 0, &mut Budget::new(short)).err(), Some(Stop::Time));
    }
}
