//! What an audit of all boards has seen of a custom heuristic, board by board.
//!
//! A function can change after its audit: it may read a variable, or count its calls. So the audit
//! keeps its values, and a search that rests on the audit compares what the function says now with
//! what it said then. Equal values on all boards that the search asked about are a proof; one that
//! differs is the end of it.
//!
//! Most heuristics have few different values, so a board takes one byte: the number of its value in
//! a list. With more than 256 different values it takes four.

use std::collections::HashMap;
use std::fmt;

use crate::core::Metric;
use crate::domains::tiles::Board;
use crate::domains::tiles::state_index::StateIndex;

/// The values that an audit has seen, in units.
pub struct AuditedEstimates {
    index: StateIndex,
    metric: Metric,
    /// The different values, in the order in which they were first seen.
    values: Vec<u64>,
    places: Places,
}

/// For each board the place of its value in the list.
enum Places {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl AuditedEstimates {
    /// More bytes are not kept: an audit whose values take more proves nothing to later searches.
    /// A byte for each of the 239,500,800 boards of 3x4 is less.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// The goal that the audit was made for.
    pub fn goal(&self) -> &Board {
        self.index.goal()
    }

    /// What the audit counted.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// What the audit saw of a board; `None` if it is not one of the boards that were audited.
    pub fn value(&self, board: &Board) -> Option<u64> {
        if board.shape() != self.index.shape() {
            return None;
        }
        let (blank, rank) = self.index.number_of_board(board)?;
        let number = blank.index() * self.index.slab_length() + rank;
        let place = match &self.places {
            Places::Narrow(places) => usize::from(*places.get(number)?),
            Places::Wide(places) => *places.get(number)? as usize,
        };
        self.values.get(place).copied()
    }
}

impl fmt::Debug for AuditedEstimates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (goal, states) = (self.index.goal().to_string(), self.index.states());
        f.debug_struct("AuditedEstimates").field("goal", &goal).field("states", &states).finish_non_exhaustive()
    }
}

/// Takes down values in the order of the numbers of their boards.
pub struct EstimateRecorder {
    values: Vec<u64>,
    place_of: HashMap<u64, u32>,
    places: Places,
    /// How many bytes may be taken.
    room: u64,
    /// Whether the values take more bytes than are kept.
    is_over: bool,
}

/// What a new value takes besides its place: in the list, and in a map that may be half empty.
const BYTES_A_VALUE: usize = size_of::<u64>() + 2 * (size_of::<(u64, u32)>() + 1);

impl EstimateRecorder {
    /// Keeps values as long as they take no more than `room` bytes, and never more than
    /// [`AuditedEstimates::MOST_BYTES`].
    pub fn new(room: u64) -> Self {
        let (room, places) = (room.min(AuditedEstimates::MOST_BYTES), Places::Narrow(Vec::new()));
        Self { values: Vec::new(), place_of: HashMap::new(), places, room, is_over: false }
    }

    /// Takes down the value of the next board.
    pub fn push(&mut self, value: u64) {
        if self.is_over {
            return;
        }
        let place = *self.place_of.entry(value).or_insert_with(|| {
            self.values.push(value);
            (self.values.len() - 1) as u32
        });
        match &mut self.places {
            Places::Narrow(places) => match u8::try_from(place) {
                Ok(place) => places.push(place),
                Err(_) => {
                    let mut wide: Vec<u32> = places.iter().copied().map(u32::from).collect();
                    wide.push(place);
                    self.places = Places::Wide(wide);
                }
            },
            Places::Wide(places) => places.push(place),
        }
        let bytes = match &self.places {
            Places::Narrow(places) => places.len(),
            Places::Wide(places) => size_of::<u32>() * places.len(),
        };
        if (bytes + BYTES_A_VALUE * self.values.len()) as u64 > self.room {
            *self = Self { is_over: true, ..Self::new(0) };
        }
    }

    /// What was taken down of all boards of a space; `None` if it was too much to keep, or if
    /// boards are missing.
    pub fn finish(self, index: &StateIndex, metric: Metric) -> Option<AuditedEstimates> {
        let count = match &self.places {
            Places::Narrow(places) => places.len(),
            Places::Wide(places) => places.len(),
        };
        let is_whole = !self.is_over && count as u64 == index.states();
        is_whole.then(|| AuditedEstimates { index: index.clone(), metric, values: self.values, places: self.places })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::{Cell, Shape};

    /// The values that `of` gives to the boards of 2x4, by their numbers.
    fn kept(of: impl Fn(u64) -> u64) {
        let index = StateIndex::new(&CARDS[0].board(Shape::new(2, 4).unwrap())).unwrap();
        let mut recorder = EstimateRecorder::new(u64::MAX);
        (0..index.states()).for_each(|number| recorder.push(of(number)));
        let audited = recorder.finish(&index, Metric::Single).unwrap();
        let length = index.slab_length() as u64;
        for number in 0..index.states() {
            let board = index.board(Cell((number / length) as u16), (number % length) as usize);
            assert_eq!(audited.value(&board), Some(of(number)));
        }
        let other = CARDS[0].board(Shape::new(3, 3).unwrap());
        assert_eq!(audited.value(&other), None);
    }

    #[test]
    fn few_values_and_many_are_kept_exactly() {
        kept(|_| 7);
        kept(|number| number % 256 * 18_018_000);
        kept(|number| number % 257);
        kept(|number| u64::MAX - number);
    }

    /// Different values take room too, not only the places of the boards.
    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let index = StateIndex::new(&CARDS[0].board(Shape::new(2, 4).unwrap())).unwrap();
        let is_kept = |room: u64, values: u64| {
            let mut recorder = EstimateRecorder::new(room);
            (0..index.states()).for_each(|number| recorder.push(number % values));
            recorder.finish(&index, Metric::Single).is_some()
        };
        let (states, value) = (index.states(), BYTES_A_VALUE as u64);
        for (values, bytes) in [(1, states), (256, states), (257, 4 * states), (states, 4 * states)] {
            assert!(is_kept(bytes + value * values, values), "{values}");
            assert!(!is_kept(bytes + value * values - 1, values), "{values}");
        }
    }

    #[test]
    fn a_part_of_the_boards_is_no_audit() {
        let index = StateIndex::new(&CARDS[0].board(Shape::new(2, 3).unwrap())).unwrap();
        let mut recorder = EstimateRecorder::new(u64::MAX);
        (1..index.states()).for_each(|number| recorder.push(number));
        assert!(recorder.finish(&index, Metric::Single).is_none());
    }
}
