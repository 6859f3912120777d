//! Whether a table is right, from first principles.
//!
//! A checksum tells that a table is what was written, not that it is true. Near the goal, and
//! everywhere in small tables, a plain breadth-first search over tiles and cells finds the same
//! distances. Of large tables random states are taken: each must differ by exactly one from all its
//! neighbours and have one that is nearer. A table that fulfils this everywhere and is zero at the
//! goal alone holds the true distances.

use std::collections::{HashSet, VecDeque};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::core::{Cost, Stop};
use crate::tables::build::{TableError, build};
use crate::tables::pairs::{Layout, data_of};
use crate::tables::space::{for_each_move, map_and_permutation};
use crate::tables::table::{Encoding, PatternTable};

/// The search from the goal ends after so many states.
const MOST_SEARCHED: usize = 200_000;
/// So many random states are taken of larger tables.
const SAMPLES: usize = 5_000;
/// How many states are looked at between two questions whether to go on.
const PIECE: usize = 64;

/// What was looked at, all of it in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// States whose distance was found by a search from the goal.
    pub searched: u64,
    /// Whether those are all that can be reached.
    pub is_all: bool,
    /// Random states that were compared with their neighbours.
    pub sampled: u64,
}

/// Why a table was not found to be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// An entry is wrong.
    #[error(
        "with its tiles in cells {cells:?} and the blank in cell {blank} the table says {says}: expected {expected}"
    )]
    Wrong {
        /// Where the tiles are, in the order of their homes.
        cells: Vec<u8>,
        blank: usize,
        says: Cost,
        expected: String,
    },
    /// Made anew, it comes out otherwise.
    #[error("byte {byte} of the table is {found}: expected {expected}")]
    Differs {
        /// Which one.
        byte: usize,
        found: u8,
        expected: u8,
    },
    /// It cannot be made anew.
    #[error("{0}")]
    Unbuilt(String),
    /// A limit ended the work.
    #[error("{0} while a table was checked")]
    Stopped(Stop),
}

impl From<Stop> for CheckError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// Checks a table; one of pairs is made anew, of a table that is checked, and compared. `go_on` is
/// asked now and then.
pub fn check(
    table: &PatternTable,
    seed: u64,
    threads: usize,
    go_on: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Checked, CheckError> {
    if table.encoding() == Encoding::Pairs {
        check_pairs(table, seed, threads, go_on)
    } else {
        check_exact(table, seed, go_on)
    }
}

fn check_pairs(
    table: &PatternTable,
    seed: u64,
    threads: usize,
    go_on: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Checked, CheckError> {
    let space = table.space();
    let mut made = |encoding| build(table.pattern(), space, encoding, threads, &mut |_| go_on());
    let exact = match made(Encoding::Nibbles) {
        Err(TableError::DoesNotFit { .. }) => made(Encoding::Bytes),
        answer => answer,
    };
    let exact = exact.map_err(|error| match error {
        TableError::Stopped(why) => CheckError::Stopped(why),
        error => CheckError::Unbuilt(error.to_string()),
    })?;
    let checked = check_exact(&exact, seed, go_on)?;
    let Some(layout) = Layout::of(space) else { return Ok(checked) };
    let data = data_of(&exact, &layout, threads, go_on)?;
    let differs = data.iter().zip(table.data()).position(|(ours, theirs)| ours != theirs);
    match differs {
        None => Ok(checked),
        Some(byte) => Err(CheckError::Differs { byte, found: table.data()[byte], expected: data[byte] }),
    }
}

fn check_exact(
    table: &PatternTable,
    seed: u64,
    go_on: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Checked, CheckError> {
    let (searched, is_all) = search(table, go_on)?;
    let mut sampled = 0;
    if !is_all {
        for (number, (cells, blank)) in random_states(table, seed).take(SAMPLES).enumerate() {
            if number.is_multiple_of(PIECE) {
                go_on()?;
            }
            compare_with_neighbours(table, &cells, blank)?;
            sampled += 1;
        }
    }
    Ok(Checked { searched, is_all, sampled })
}

/// The mean distance over random boards: what the table adds to an estimate, on average. `None`
/// where too few tiles are left out of the pattern for all its states to be reachable.
pub fn mean(table: &PatternTable, samples: usize, seed: u64) -> Option<f64> {
    let states = random_states(table, seed).take(samples);
    let (count, sum) = states.fold((0_u64, 0_u64), |(count, sum), (cells, blank)| {
        (count + 1, sum + u64::from(table.distance(&cells, blank)))
    });
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Random places of the tiles and the blank, all of which can be reached; none where that is not
/// certain.
fn random_states(table: &PatternTable, seed: u64) -> impl Iterator<Item = (Vec<u8>, usize)> {
    let (shape, tiles) = (table.space().shape(), table.homes().len());
    // Two tiles that are left out can be swapped, so both halves of all arrangements are reachable.
    let all_reachable = shape.rows() >= 2 && shape.cols() >= 2 && shape.cells() >= tiles + 3;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut cells: Vec<u8> = (0..shape.cells() as u8).collect();
    let state = move || {
        let (chosen, _) = cells.partial_shuffle(&mut random, tiles + 1);
        let blank = chosen.last().map_or(0, |&cell| usize::from(cell));
        (chosen[..tiles].to_vec(), blank)
    };
    std::iter::repeat_with(state).take(if all_reachable { usize::MAX } else { 0 })
}

/// Compares distances with those of a search from the goal.
fn search(table: &PatternTable, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<(u64, bool), CheckError> {
    let space = table.space();
    let number = |cells: &[u8], blank: usize| {
        let (map, permutation) = map_and_permutation(cells);
        space.block(map, blank) * space.permutations() + permutation
    };
    let goal = (table.homes().to_vec(), table.pattern().frame().blank().index());
    let mut seen = HashSet::from([number(&goal.0, goal.1)]);
    let mut open = VecDeque::from([(goal.0, goal.1, 0)]);
    let mut searched = 0;
    while let Some((cells, blank, depth)) = open.pop_front() {
        if (searched as usize).is_multiple_of(PIECE) {
            go_on()?;
        }
        let says = table.distance(&cells, blank);
        if says != depth {
            return Err(CheckError::Wrong { cells, blank, says, expected: depth.to_string() });
        }
        searched += 1;
        for_each_move(space.shape(), &cells, space.region(map_and_permutation(&cells).0, blank), |moved, left| {
            if seen.len() < MOST_SEARCHED && seen.insert(number(moved, left)) {
                open.push_back((moved.to_vec(), left, depth + 1));
            }
        });
    }
    Ok((searched, seen.len() < MOST_SEARCHED))
}

fn compare_with_neighbours(table: &PatternTable, cells: &[u8], blank: usize) -> Result<(), CheckError> {
    let says = table.distance(cells, blank);
    let (mut nearer, mut odd_one) = (false, None);
    let free = table.space().region(map_and_permutation(cells).0, blank);
    for_each_move(table.space().shape(), cells, free, |moved, left| {
        let beside = table.distance(moved, left);
        nearer |= beside + 1 == says;
        if beside.abs_diff(says) != 1 {
            odd_one = Some(beside);
        }
    });
    let is_goal = cells == table.homes() && free >> table.pattern().frame().blank().0 & 1 == 1;
    let wrong = |expected: String| Err(CheckError::Wrong { cells: cells.to_vec(), blank, says, expected });
    match odd_one {
        Some(beside) => wrong(format!("one more or less than {beside}, which it says of a neighbour")),
        None if is_goal != (says == 0) => wrong(if is_goal { "0".to_owned() } else { "more than 0".to_owned() }),
        None if !is_goal && !nearer => wrong("one more than some neighbour's".to_owned()),
        None if says > Cost::from(table.deepest()) => wrong(format!("at most {}", table.deepest())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::TableCache;
    use crate::domains::tiles::frame::Frame;
    use crate::domains::tiles::goal::Goal;
    use crate::store::bytes::Bytes;
    use crate::tables::library;
    use crate::tables::pattern::Pattern;

    fn table(size: &str, homes: &[u8], encoding: Encoding) -> PatternTable {
        let goal = Goal::default().board(size.parse().unwrap()).unwrap();
        let (pattern, _) = Pattern::new(Frame::of(&goal).unwrap().0, homes).unwrap();
        let space = library::space(goal.shape(), homes.len(), &TableCache::new()).unwrap();
        build(&pattern, &space, encoding, 1, &mut |_| Ok(())).unwrap()
    }

    fn go_on() -> Result<(), Stop> {
        Ok(())
    }

    #[test]
    fn tables_that_are_right_pass() {
        for encoding in Encoding::EXACT {
            let all = check(&table("3x3", &[1, 2, 3, 4], encoding), 1, 1, &mut go_on).unwrap();
            assert!(all.is_all && all.sampled == 0 && all.searched > 3024, "{all:?}");
            let every = check(&table("3x3", &[1, 2, 3, 4, 5, 6, 7, 8], encoding), 1, 1, &mut go_on).unwrap();
            assert_eq!((every.searched, every.is_all), (181_440, true));
        }
        let large = check(&table("4x4", &[1, 2, 3, 4, 5], Encoding::Bits), 1, 1, &mut go_on).unwrap();
        assert_eq!(large, Checked { searched: MOST_SEARCHED as u64, is_all: false, sampled: SAMPLES as u64 });
    }

    /// One wrong entry is found wherever the search comes, and enough of them by samples.
    #[test]
    fn wrong_entries_are_found() {
        for encoding in Encoding::EXACT {
            let right = table("3x3", &[1, 2, 3], encoding);
            for place in [0, right.data().len() / 2, right.data().len() / 3] {
                let mut data = right.data().to_vec();
                // Blocks of bits are filled up to words; their first byte is always used.
                data[place / 8 * 8] ^= 1;
                let (pattern, space) = (right.pattern().clone(), Arc::clone(right.space()));
                let wrong = PatternTable::new(pattern, space, encoding, right.deepest(), Bytes::Owned(data)).unwrap();
                assert!(matches!(check(&wrong, 1, 1, &mut go_on), Err(CheckError::Wrong { .. })), "{encoding} {place}");
            }
        }
        let right = table("4x4", &[1, 2, 3, 4, 5], Encoding::Bytes);
        let mut data = right.data().to_vec();
        // Far from the goal, where no search comes.
        data.iter_mut().filter(|entry| **entry == right.deepest() - 4).for_each(|entry| *entry -= 2);
        let (pattern, space) = (right.pattern().clone(), Arc::clone(right.space()));
        let wrong = PatternTable::new(pattern, space, Encoding::Bytes, right.deepest(), Bytes::Owned(data)).unwrap();
        let error = check(&wrong, 1, 1, &mut go_on).unwrap_err().to_string();
        assert!(error.contains("expected one more"), "{error}");
    }

    #[test]
    fn pairs_are_made_anew_and_compared() {
        let exact = table("3x4", &[1, 2, 3, 4], Encoding::Nibbles);
        let layout = Layout::of(exact.space()).unwrap();
        let mut data = data_of(&exact, &layout, 1, &mut go_on).unwrap();
        let pairs = |data: &[u8]| {
            let (pattern, space) = (exact.pattern().clone(), Arc::clone(exact.space()));
            PatternTable::new(pattern, space, Encoding::Pairs, exact.deepest(), data.to_vec().into()).unwrap()
        };
        assert!(check(&pairs(&data), 1, 2, &mut go_on).unwrap().is_all);
        let place = data.len() / 2;
        data[place] ^= 1;
        let error = check(&pairs(&data), 1, 2, &mut go_on).unwrap_err();
        assert!(matches!(error, CheckError::Differs { byte, .. } if byte == place), "{error}");
    }

    #[test]
    fn a_check_can_be_stopped() {
        let table = table("3x3", &[1, 2, 3], Encoding::Bits);
        assert_eq!(check(&table, 1, 1, &mut || Err(Stop::Time)), Err(CheckError::Stopped(Stop::Time)));
    }

    #[test]
    fn the_mean_is_that_of_all_states() {
        let single = table("3x3", &[8], Encoding::Bytes);
        let mean = mean(&single, 20_000, 1).unwrap();
        let mut sum = 0;
        for cell in 0..9_u8 {
            let free = (0..9).filter(|&blank| blank != usize::from(cell));
            sum += free.map(|blank| single.distance(&[cell], blank)).sum::<u32>();
        }
        assert!((mean - f64::from(sum) / 72.0).abs() < 0.05, "{mean} {sum}");
        assert_eq!(super::mean(&table("3x3", &[1, 2, 3, 4, 5, 6, 7], Encoding::Bytes), 10, 1), None);
    }
}
