//! The states of one path: is this state on it already?
//!
//! A hash table with open addressing. States leave it in the reverse of the order in which they
//! came, so the place of one that leaves is simply emptied: when it came that place was free, hence
//! no state that is still there was ever moved past it.

use crate::core::StateKey;

/// An empty place.
const EMPTY: u32 = u32::MAX;
/// How many states there is room for at first.
const FIRST_ROOM: usize = 32;
/// Places for each state there is room for: half of them stay empty.
const PLACES_PER_STATE: usize = 2;

/// A state on the path.
#[derive(Clone, Debug)]
struct Step<K> {
    key: K,
    /// Where its number is.
    place: u32,
}

/// The states of one path, in order.
#[derive(Clone, Debug)]
pub struct PathSet<K> {
    steps: Vec<Step<K>>,
    /// Numbers of steps, each at the place that its hash points to or after it.
    places: Vec<u32>,
    /// What the keys own outside the list.
    heap_bytes: usize,
}

impl<K> Default for PathSet<K> {
    fn default() -> Self {
        Self { steps: Vec::new(), places: Vec::new(), heap_bytes: 0 }
    }
}

impl<K: StateKey> PathSet<K> {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether a state is on the path.
    pub fn contains(&self, key: &K) -> bool {
        !self.places.is_empty() && self.find(key).is_err()
    }

    /// Adds a state at the end; `false` if it is on the path already.
    #[inline]
    pub fn push(&mut self, key: K) -> bool {
        if self.steps.len() * PLACES_PER_STATE == self.places.len() {
            self.grow();
        }
        let Ok(place) = self.find(&key) else { return false };
        self.places[place] = self.steps.len() as u32;
        self.heap_bytes += key.heap_bytes();
        self.steps.push(Step { key, place: place as u32 });
        true
    }

    /// Shortens the path to so many states.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        while self.steps.len() > length
            && let Some(last) = self.steps.pop()
        {
            self.places[last.place as usize] = EMPTY;
            self.heap_bytes -= last.key.heap_bytes();
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        bytes::<K>(self.places.len() / PLACES_PER_STATE) + self.heap_bytes as u64
    }

    /// Bytes held once a state is added.
    pub fn bytes_with(&self, key: &K) -> u64 {
        let room = self.places.len() / PLACES_PER_STATE;
        let room = if self.steps.len() == room { doubled(room) } else { room };
        bytes::<K>(room) + (self.heap_bytes + key.heap_bytes()) as u64
    }

    /// The free place for a state, or that of the same state.
    #[inline]
    fn find(&self, key: &K) -> Result<usize, usize> {
        let mask = self.places.len() - 1;
        let mut place = key.hash64() as usize & mask;
        loop {
            match self.places[place] {
                EMPTY => return Ok(place),
                step if self.steps[step as usize].key == *key => return Err(place),
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Doubles the room. The states come to their places in the order of the path, as before.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let room = doubled(self.places.len() / PLACES_PER_STATE);
        self.places = vec![EMPTY; room * PLACES_PER_STATE];
        self.steps.reserve_exact(room - self.steps.len());
        let mask = self.places.len() - 1;
        for (number, step) in (0..).zip(&mut self.steps) {
            let mut place = step.key.hash64() as usize & mask;
            while self.places[place] != EMPTY {
                place = (place + 1) & mask;
            }
            self.places[place] = number;
            step.place = place as u32;
        }
    }
}

fn doubled(room: usize) -> usize {
    (2 * room).max(FIRST_ROOM)
}

fn bytes<K>(room: usize) -> u64 {
    (room * (size_of::<Step<K>>() + PLACES_PER_STATE * size_of::<u32>())) as u64
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::{Hash, Hasher};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a plain list, with many equal keys and many steps back.
        #[test]
        fn it_is_a_list_without_repetitions(steps in prop::collection::vec((0_u64..200, 0_usize..8), 0..600)) {
            let (mut path, mut list) = (PathSet::default(), Vec::new());
            for (key, back) in steps {
                if back > 5 {
                    let length = list.len() / 2;
                    path.truncate(length);
                    list.truncate(length);
                }
                prop_assert_eq!(path.contains(&key), list.contains(&key));
                let with = path.bytes_with(&key);
                prop_assert_eq!(path.push(key), !list.contains(&key));
                if !list.contains(&key) {
                    list.push(key);
                    prop_assert_eq!(path.bytes(), with);
                }
                prop_assert_eq!(path.len(), list.len());
            }
        }
    }

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    #[derive(Clone, Debug)]
    struct Counting(u64);

    impl PartialEq for Counting {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counting {}

    impl Hash for Counting {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.0.hash(hasher);
        }
    }

    impl StateKey for Counting {
        fn hash64(&self) -> u64 {
            self.0.hash64()
        }
    }

    #[test]
    fn a_long_path_is_not_walked() {
        const LENGTH: usize = if cfg!(miri) { 500 } else { 100_000 };
        let mut path = PathSet::default();
        for state in 0..LENGTH as u64 {
            assert!(path.push(Counting(state)));
            assert!(!path.push(Counting(state / 2)));
        }
        assert!(COMPARED.get() < 8 * LENGTH, "{} comparisons", COMPARED.get());
    }
}
