//! A priority queue for priorities of few distinct values: one bucket for each, a heap of the
//! buckets.
//!
//! Pushing and popping cost a look-up in a small table that stays in the cache; only when a bucket
//! is opened or used up is the heap touched. Priorities may be any pair of numbers, so neither
//! large edge costs nor fractional weights need a wide array.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, TryReserveError, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use crate::core::Stop;
use crate::store::state_table::NodeId;

/// What is popped first: the smallest `first`, and among these the smallest `second`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority {
    /// Compared first.
    pub first: u64,
    /// Breaks ties.
    pub second: u64,
}

/// Which of several nodes with the same priority is popped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// The one pushed last.
    LastInFirstOut,
    /// The one pushed first.
    FirstInFirstOut,
}

const MOST_KEPT_SLOTS: usize = 4096;

/// Nodes by priority.
pub struct BucketQueue {
    discipline: Discipline,
    numbers: HashMap<Priority, u32, BuildHasherDefault<PriorityHasher>>,
    buckets: Vec<VecDeque<NodeId>>,
    unused: Vec<u32>,
    heap: BinaryHeap<Reverse<(Priority, u32)>>,
    slots: usize,
}

impl BucketQueue {
    /// An empty queue.
    pub fn new(discipline: Discipline) -> Self {
        Self {
            discipline,
            numbers: HashMap::default(),
            buckets: Vec::new(),
            unused: Vec::new(),
            heap: BinaryHeap::new(),
            slots: 0,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let per_bucket = size_of::<VecDeque<NodeId>>() + 2 * size_of::<(Priority, u32)>();
        (self.slots * size_of::<NodeId>() + self.buckets.len() * per_bucket) as u64
    }

    /// Adds a node, unless there is no memory for it.
    pub fn push(&mut self, priority: Priority, node: NodeId) -> Result<(), Stop> {
        let number = match self.numbers.get(&priority) {
            Some(&number) => number,
            None => self.open(priority)?,
        };
        let bucket = &mut self.buckets[number as usize];
        if bucket.len() == bucket.capacity() {
            self.slots += grow(bucket)?;
        }
        bucket.push_back(node);
        Ok(())
    }

    #[cold]
    fn open(&mut self, priority: Priority) -> Result<u32, Stop> {
        let is_full = self.numbers.len() == self.numbers.capacity() || self.heap.len() == self.heap.capacity();
        if is_full || self.unused.is_empty() {
            self.make_room().map_err(|_| Stop::Memory)?;
        }
        let number = self.unused.pop().unwrap_or_else(|| {
            self.buckets.push(VecDeque::new());
            self.buckets.len() as u32 - 1
        });
        self.numbers.insert(priority, number);
        self.heap.push(Reverse((priority, number)));
        Ok(number)
    }

    /// Makes room for one more bucket, also where it will be when it is used up.
    fn make_room(&mut self) -> Result<(), TryReserveError> {
        self.numbers.try_reserve(1)?;
        self.heap.try_reserve(1)?;
        if self.unused.is_empty() {
            self.buckets.try_reserve(1)?;
            self.unused.try_reserve(self.buckets.len() + 1)?;
        }
        Ok(())
    }

    /// The first node for which `waits` holds, with its priority; those before it are dropped.
    pub fn first_where(&mut self, waits: impl Fn(NodeId) -> bool) -> Option<(Priority, NodeId)> {
        self.first_with(|_, node| waits(node))
    }

    /// The first node for which `waits` holds, given its priority too; those before it are dropped.
    pub fn first_with(&mut self, waits: impl Fn(Priority, NodeId) -> bool) -> Option<(Priority, NodeId)> {
        loop {
            let &Reverse((priority, _)) = self.heap.peek()?;
            let node = self.peek()?;
            if waits(priority, node) {
                return Some((priority, node));
            }
            self.pop();
        }
    }

    /// The node that would be popped next.
    pub fn peek(&self) -> Option<NodeId> {
        let &Reverse((_, number)) = self.heap.peek()?;
        let bucket = &self.buckets[number as usize];
        match self.discipline {
            Discipline::LastInFirstOut => bucket.back(),
            Discipline::FirstInFirstOut => bucket.front(),
        }
        .copied()
    }

    /// Removes the first node.
    pub fn pop(&mut self) -> Option<(Priority, NodeId)> {
        let &Reverse((priority, number)) = self.heap.peek()?;
        let bucket = &mut self.buckets[number as usize];
        let node = match self.discipline {
            Discipline::LastInFirstOut => bucket.pop_back(),
            Discipline::FirstInFirstOut => bucket.pop_front(),
        };
        if bucket.is_empty() {
            // A small bucket will soon be needed again; a large one gives its memory back.
            if bucket.capacity() > MOST_KEPT_SLOTS {
                self.slots -= bucket.capacity();
                *bucket = VecDeque::new();
            }
            self.heap.pop();
            self.numbers.remove(&priority);
            self.unused.push(number);
        }
        node.map(|node| (priority, node))
    }
}

/// Doubles a full bucket, and says by how many slots.
#[cold]
#[inline(never)]
fn grow(bucket: &mut VecDeque<NodeId>) -> Result<usize, Stop> {
    let before = bucket.capacity();
    bucket.try_reserve(1).map_err(|_| Stop::Memory)?;
    Ok(bucket.capacity() - before)
}

/// PERF: two multiplications; with the standard hasher A* on `korf:79` expands 3.2 instead of 3.9
/// million states a second.
#[derive(Default)]
pub struct PriorityHasher(u64);

impl Hasher for PriorityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Any mix of pushes and pops gives what sorting by (priority, order of arrival) gives.
        #[test]
        fn pops_in_order(
            steps in prop::collection::vec(prop::option::weighted(0.6, (0_u64..6, 0_u64..4)), 0..400),
            newest_first in any::<bool>(),
        ) {
            let discipline = if newest_first { Discipline::LastInFirstOut } else { Discipline::FirstInFirstOut };
            let mut queue = BucketQueue::new(discipline);
            let mut reference: Vec<(Priority, i64, NodeId)> = Vec::new();
            for (arrival, step) in steps.into_iter().enumerate() {
                match step {
                    Some((first, second)) => {
                        let (priority, node) = (Priority { first, second }, NodeId(arrival as u32));
                        queue.push(priority, node).unwrap();
                        let arrival = if newest_first { -(arrival as i64) } else { arrival as i64 };
                        reference.push((priority, arrival, node));
                    }
                    None => {
                        let next = queue.peek();
                        reference.sort();
                        let expected = (!reference.is_empty()).then(|| reference.remove(0));
                        prop_assert_eq!(next, expected.map(|(_, _, node)| node));
                        prop_assert_eq!(queue.pop(), expected.map(|(priority, _, node)| (priority, node)));
                    }
                }
            }
        }
    }

    #[test]
    fn huge_priorities_need_no_huge_array() {
        let mut queue = BucketQueue::new(Discipline::LastInFirstOut);
        for (first, node) in [(u64::MAX, 1), (0, 2), (1 << 60, 3)] {
            queue.push(Priority { first, second: 0 }, NodeId(node)).unwrap();
        }
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, node)| node.0).collect();
        assert_eq!(order, [2, 3, 1]);
        assert!(queue.bytes() < 1000);
    }
}
