//! The states a search has met: stored once, found by key, numbered in the order they came.
//!
//! Nodes lie in an arena of fixed chunks, so they never move and growing copies nothing. An
//! open-addressing index of cache-line buckets leads from the hash of a key to the node: twelve
//! node numbers and, for each, a byte of the hash. A look-up costs one cache miss for the bucket
//! and, only if a byte agrees, one for the node. A full bucket spills into the next one and
//! remembers that it did.
//!
//! A large index is divided into segments by the first bits of the hash. Each doubles when it is
//! full, so that growing never takes more than a few hundredths of a second (a search must be able
//! to stop), and never needs much memory beside.
//!
//! For a 15-puzzle search a node takes 16 bytes and its share of the index 6 to 12.

use crate::core::StateKey;
use crate::store::key::part_of;
use crate::store::prefetch::prefetch;

/// The number of a node in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

#[derive(Clone, Debug)]
struct Node<K, V> {
    key: K,
    value: V,
}

const CHUNK_BITS: usize = 12;
const CHUNK: usize = 1 << CHUNK_BITS;
const SLOTS: usize = 12;
const FIRST_BUCKETS: usize = 8;
/// A segment grows when more than this part of its slots, in percent, is taken.
const FULL_PERCENT: usize = 90;
/// The index is divided when it holds this many nodes, into this many segments (as a power of two).
const DIVIDED_FROM: usize = 1 << 16;
const SEGMENT_BITS: u32 = 6;
/// So many states can be numbered: the largest number of all says that there is no node.
const MOST_STATES: usize = u32::MAX as usize;
/// Up to this size freeing a table takes no time to speak of.
const FREED_AT_ONCE: u64 = 256 << 20;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    ids: [u32; SLOTS],
    tags: [u8; SLOTS],
    used: u8,
    spilled: bool,
}

/// Slots that are compared in the first word; the others are in the second.
const FIRST_SLOTS: usize = 8;

impl Bucket {
    /// The numbers of its nodes.
    fn entered(&self) -> &[u32] {
        &self.ids[..usize::from(self.used)]
    }

    /// The numbers of the nodes whose byte is that of the hash, and seldom one of another.
    ///
    /// PERF: all bytes are compared at once, in two words, without a branch that is hard to guess:
    /// with a loop over the slots A* took a tenth more time.
    #[inline(always)]
    fn candidates(&self, hash: u64) -> impl Iterator<Item = u32> {
        let alike = EACH_BYTE * u64::from(hash as u8);
        let first = self.tags.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let last = self.tags.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        // A bit for each slot: the lowest of a byte in the first word, the one above in the second.
        let mut alike = zero_bytes(first ^ alike) >> 7 | zero_bytes((u64::from(last) ^ alike) | !0 << 32) >> 6;
        std::iter::from_fn(move || {
            while alike != 0 {
                let bit = alike.trailing_zeros() as usize;
                alike &= alike - 1;
                let slot = bit / 8 + bit % 8 * FIRST_SLOTS;
                if slot < usize::from(self.used).min(SLOTS) {
                    return Some(self.ids[slot]);
                }
            }
            None
        })
    }
}

/// A one in each byte.
const EACH_BYTE: u64 = u64::MAX / 255;

/// The highest bit of each byte that is zero. It may be set for a byte with a one above such a byte
/// as well. (Warren 2012, "Hacker's Delight", 6-1)
#[inline(always)]
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(EACH_BYTE) & !word & EACH_BYTE << 7
}

const EMPTY: Bucket = Bucket { ids: [0; SLOTS], tags: [0; SLOTS], used: 0, spilled: false };

/// The part of the index for hashes that begin with the same bits.
struct Segment {
    buckets: Vec<Bucket>,
    used: usize,
}

impl Segment {
    fn new(buckets: usize) -> Self {
        Self { buckets: vec![EMPTY; buckets], used: 0 }
    }

    /// The same, unless there is no memory for it: `allow` is then asked for more than there is.
    fn allowed<E>(buckets: usize, allow: Allow<'_, E>) -> Result<Self, E> {
        let mut segment = Self { buckets: Vec::new(), used: 0 };
        if segment.buckets.try_reserve_exact(buckets).is_err() {
            allow(u64::MAX)?;
        }
        segment.buckets.resize(buckets, EMPTY);
        Ok(segment)
    }

    fn is_full(&self) -> bool {
        (self.used + 1) * 100 > self.buckets.len() * SLOTS * FULL_PERCENT
    }

    /// The bucket where a hash belongs, given its bits behind those that chose the segment: they
    /// are scaled to the number of buckets. A larger segment keeps the order of its entries, so
    /// growing writes from front to back.
    #[inline(always)]
    fn home(&self, hash: u64, segment_bits: u32) -> usize {
        part_of(hash << segment_bits, self.buckets.len())
    }

    #[inline(always)]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.buckets.len() { 0 } else { place + 1 }
    }

    /// Enters a node number into the first bucket with a free slot.
    fn link(&mut self, hash: u64, segment_bits: u32, id: u32) {
        let mut place = self.home(hash, segment_bits);
        while usize::from(self.buckets[place].used) == SLOTS {
            self.buckets[place].spilled = true;
            place = self.after(place);
        }
        let bucket = &mut self.buckets[place];
        let slot = usize::from(bucket.used);
        bucket.ids[slot] = id;
        bucket.tags[slot] = hash as u8;
        bucket.used += 1;
        self.used += 1;
    }
}

/// Who decides whether so many bytes may be held.
type Allow<'a, E> = &'a mut dyn FnMut(u64) -> Result<(), E>;

/// A table from state keys to values of type `V`.
pub struct StateTable<K, V> {
    chunks: Vec<Vec<Node<K, V>>>,
    segments: Vec<Segment>,
    segment_bits: u32,
    length: usize,
    /// No more states than these are taken in.
    most_states: usize,
    index_bytes: usize,
    /// What the keys own, and what has been allowed for them.
    heap_bytes: usize,
    heap_allowed: usize,
}

impl<K: StateKey, V: Copy> Default for StateTable<K, V> {
    fn default() -> Self {
        Self::with_room_for(MOST_STATES)
    }
}

impl<K: StateKey, V: Copy> StateTable<K, V> {
    /// A table for so many states, rounded down to whole chunks.
    fn with_room_for(most_states: usize) -> Self {
        Self {
            chunks: Vec::new(),
            segments: vec![Segment::new(FIRST_BUCKETS)],
            segment_bits: 0,
            length: 0,
            most_states,
            index_bytes: FIRST_BUCKETS * size_of::<Bucket>(),
            heap_bytes: 0,
            heap_allowed: 0,
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no state yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Bytes held, with those allowed for keys to come.
    pub fn bytes(&self) -> u64 {
        let arena = self.chunks.len() * CHUNK * size_of::<Node<K, V>>();
        (arena + self.index_bytes + self.heap_allowed.max(self.heap_bytes)) as u64
    }

    /// How many buckets of the index there are, and how many of them hold a node.
    pub fn buckets(&self) -> (usize, usize) {
        let buckets = self.segments.iter().flat_map(|segment| &segment.buckets);
        buckets.fold((0, 0), |(all, taken), bucket| (all + 1, taken + usize::from(bucket.used > 0)))
    }

    /// Adds a key that is not in the table; `hash` is the key's own. Where that takes more memory,
    /// `allow` is asked first with the bytes that will then be held; if it says no, nothing is
    /// added. It must say no to `u64::MAX` bytes: with them the table asks for a state more than it
    /// can number, or for memory that the system has refused.
    #[inline]
    pub fn insert<E>(
        &mut self,
        key: K,
        hash: u64,
        value: V,
        mut allow: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<NodeId, E> {
        debug_assert!(self.find(&key, hash).is_none(), "the key is in the table already");
        if self.lacks_room(&key, hash) {
            self.make_room(&key, hash, &mut allow)?;
        }
        Ok(self.put(key, hash, value))
    }

    /// Whether a key needs more memory than the table holds.
    #[inline]
    fn lacks_room(&self, key: &K, hash: u64) -> bool {
        self.length == self.chunks.len() * CHUNK
            || self.segments[self.segment_of(hash)].is_full()
            || self.length == DIVIDED_FROM && self.segment_bits == 0
            || self.heap_bytes + key.heap_bytes() > self.heap_allowed
    }

    /// Adds a key for which there is room.
    #[inline(never)]
    fn put(&mut self, key: K, hash: u64, value: V) -> NodeId {
        let id = NodeId(self.length as u32);
        let segment = self.segment_of(hash);
        self.segments[segment].link(hash, self.segment_bits, id.0);
        self.heap_bytes += key.heap_bytes();
        self.chunks[self.length >> CHUNK_BITS].push(Node { key, value });
        self.length += 1;
        id
    }

    // What follows is rare and long, and every search asks for memory in its own way: these take
    // any way, so that they are compiled once for a table and not once for a search.

    #[cold]
    #[inline(never)]
    fn make_room<E>(&mut self, key: &K, hash: u64, allow: Allow<'_, E>) -> Result<(), E> {
        if self.length == DIVIDED_FROM && self.segment_bits == 0 {
            self.divide(allow)?;
        }
        let segment = self.segment_of(hash);
        if self.segments[segment].is_full() {
            self.grow(segment, allow)?;
        }
        let heap = key.heap_bytes();
        if self.length == self.chunks.len() * CHUNK || self.heap_bytes + heap > self.heap_allowed {
            self.extend(heap, allow)?;
        }
        Ok(())
    }

    /// Makes room for one more node with a key that owns `heap` bytes.
    #[cold]
    #[inline(never)]
    fn extend<E>(&mut self, heap: usize, allow: Allow<'_, E>) -> Result<(), E> {
        if self.heap_bytes + heap > self.heap_allowed {
            let allowed = self.heap_bytes + heap + self.heap_bytes / 16;
            allow(self.bytes() + (allowed - self.heap_allowed.max(self.heap_bytes)) as u64)?;
            self.heap_allowed = allowed;
        }
        if self.length == self.chunks.len() * CHUNK {
            // More states than there are numbers for count as more memory than there is. Asked once
            // a chunk, so that it costs an insertion nothing.
            if self.most_states - self.length < CHUNK {
                allow(u64::MAX)?;
            }
            allow(self.bytes() + (CHUNK * size_of::<Node<K, V>>()) as u64)?;
            let mut chunk = Vec::new();
            if self.chunks.try_reserve(1).is_err() || chunk.try_reserve_exact(CHUNK).is_err() {
                allow(u64::MAX)?;
                chunk.reserve_exact(CHUNK);
            }
            self.chunks.push(chunk);
        }
        Ok(())
    }

    /// Doubles a segment.
    #[cold]
    #[inline(never)]
    fn grow<E>(&mut self, number: usize, allow: Allow<'_, E>) -> Result<(), E> {
        let old = &self.segments[number];
        let (before, after) = (size_of_val(&old.buckets[..]), 2 * size_of_val(&old.buckets[..]));
        allow(self.bytes() + after as u64)?;
        let mut new = Segment::allowed(2 * old.buckets.len(), allow)?;
        // Some buckets at a time, so that the cache misses of their nodes overlap.
        for block in old.buckets.chunks(4) {
            for bucket in block {
                for &id in bucket.entered() {
                    self.prefetch_node(NodeId(id));
                }
            }
            for bucket in block {
                for &id in bucket.entered() {
                    new.link(self.node(NodeId(id)).key.hash64(), self.segment_bits, id);
                }
            }
        }
        self.segments[number] = new;
        self.index_bytes += after - before;
        Ok(())
    }

    /// Divides the one segment there is.
    #[cold]
    #[inline(never)]
    fn divide<E>(&mut self, allow: Allow<'_, E>) -> Result<(), E> {
        let count = 1 << SEGMENT_BITS;
        let buckets = self.segments[0].buckets.len().div_ceil(count).max(FIRST_BUCKETS);
        let bytes = count * buckets * size_of::<Bucket>();
        allow(self.bytes() + bytes as u64)?;
        self.segments = (0..count).map(|_| Segment::allowed(buckets, allow)).collect::<Result<_, E>>()?;
        self.segment_bits = SEGMENT_BITS;
        self.index_bytes = bytes;
        for id in 0..self.length as u32 {
            let hash = self.node(NodeId(id)).key.hash64();
            let segment = self.segment_of(hash);
            // Chance may fill one segment more than the others.
            if self.segments[segment].is_full() {
                self.grow(segment, allow)?;
            }
            self.segments[segment].link(hash, SEGMENT_BITS, id);
        }
        Ok(())
    }

    /// Frees the table: a large one in the background, since giving gigabytes back takes longer
    /// than a search may take to stop.
    pub fn discard(self)
    where
        V: Send + 'static,
    {
        if self.bytes() > FREED_AT_ONCE {
            // If no thread can be started, the table is freed with the closure.
            let _ = std::thread::Builder::new().spawn(move || drop(self));
        }
    }

    #[inline(always)]
    fn segment_of(&self, hash: u64) -> usize {
        // In two steps: a shift by all 64 bits would not be one.
        ((hash >> 1) >> (63 - self.segment_bits)) as usize
    }

    /// The segment and bucket where a hash belongs.
    #[inline(always)]
    fn home(&self, hash: u64) -> (&Segment, usize) {
        let segment = &self.segments[self.segment_of(hash)];
        (segment, segment.home(hash, self.segment_bits))
    }

    fn node(&self, id: NodeId) -> &Node<K, V> {
        let id = id.0 as usize;
        &self.chunks[id >> CHUNK_BITS][id & (CHUNK - 1)]
    }

    /// The key of a node.
    pub fn key(&self, id: NodeId) -> &K {
        &self.node(id).key
    }

    /// The value of a node.
    pub fn value(&self, id: NodeId) -> V {
        self.node(id).value
    }

    /// Changes the value of a node.
    pub fn set_value(&mut self, id: NodeId, value: V) {
        let id = id.0 as usize;
        self.chunks[id >> CHUNK_BITS][id & (CHUNK - 1)].value = value;
    }

    /// Starts to bring the bucket of a hash into the cache. The cache misses of several calls
    /// overlap, which those of look-ups one after the other do not: a look-up branches on what it
    /// reads.
    #[inline(always)]
    pub fn prefetch_bucket(&self, hash: u64) {
        let (segment, place) = self.home(hash);
        prefetch(&segment.buckets[place]);
    }

    /// Starts to bring the node that a hash probably belongs to into the cache. The bucket should
    /// be there already.
    #[inline(always)]
    pub fn prefetch_candidate(&self, hash: u64) {
        let (segment, place) = self.home(hash);
        if let Some(id) = segment.buckets[place].candidates(hash).next() {
            self.prefetch_node(NodeId(id));
        }
    }

    /// Starts to bring a node into the cache.
    #[inline(always)]
    pub fn prefetch_node(&self, id: NodeId) {
        prefetch(self.node(id));
    }

    /// The node of a key, if it has one. `hash` is the key's own.
    pub fn find(&self, key: &K, hash: u64) -> Option<NodeId> {
        let (segment, mut place) = self.home(hash);
        loop {
            let bucket = &segment.buckets[place];
            let found = bucket.candidates(hash).map(NodeId).find(|&id| self.node(id).key == *key);
            if found.is_some() {
                return found;
            }
            if !bucket.spilled {
                return None;
            }
            place = segment.after(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;

    fn yes(_: u64) -> Result<(), Infallible> {
        Ok(())
    }

    proptest! {
        /// Against the standard library's map, over any sequence of keys.
        #[test]
        fn behaves_like_a_map(keys in prop::collection::vec(0_u64..3000, 0..6000)) {
            let mut table = StateTable::<u64, u64>::default();
            let mut map = HashMap::new();
            for key in keys {
                let hash = key.hash64();
                match table.find(&key, hash) {
                    Some(id) => table.set_value(id, table.value(id) + 1),
                    None => {
                        let id = table.insert(key, hash, 1, yes).unwrap();
                        prop_assert_eq!(id.0 as usize, map.len());
                    }
                }
                *map.entry(key).or_insert(0) += 1;
            }
            prop_assert_eq!(table.len(), map.len());
            for (key, count) in map {
                let id = table.find(&key, key.hash64()).unwrap();
                prop_assert_eq!((*table.key(id), table.value(id)), (key, count));
            }
        }
    }

    /// Far beyond the point where the index is divided, every state is still found, and no other.
    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri an hour")]
    fn divided_tables_find_everything() {
        let mut table = StateTable::<u64, ()>::default();
        let states = 5 * DIVIDED_FROM as u64;
        for key in 0..states {
            assert_eq!(table.insert(key, key.hash64(), (), yes).unwrap().0, key as u32);
        }
        for key in 0..states {
            assert_eq!(table.find(&key, key.hash64()), Some(NodeId(key as u32)));
        }
        assert!((states..2 * states).all(|key| table.find(&key, key.hash64()).is_none()));
        let index: usize = table.segments.iter().map(|segment| size_of_val(&segment.buckets[..])).sum();
        assert_eq!(index, table.index_bytes);
    }

    /// Keys whose hashes all want the same bucket still find their place, divided or not.
    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri an hour")]
    fn crowded_buckets_spill() {
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        struct Crowded(u64);
        impl StateKey for Crowded {
            fn hash64(&self) -> u64 {
                if self.0 < 500 { u64::MAX - self.0 % 3 } else { self.0.hash64() }
            }
        }
        let mut table = StateTable::<Crowded, ()>::default();
        let states = DIVIDED_FROM as u64 + 1000;
        for number in 0..states {
            table.insert(Crowded(number), Crowded(number).hash64(), (), yes).unwrap();
        }
        for number in 0..states {
            assert_eq!(table.find(&Crowded(number), Crowded(number).hash64()), Some(NodeId(number as u32)));
        }
        assert_eq!(table.find(&Crowded(states), Crowded(states).hash64()), None);
    }

    /// Whatever a table is asked to hold, it asks first, and what it asks for is nearly all it
    /// needs.
    fn fill_up_to<K: StateKey>(limit: u64, key: impl Fn(u64) -> K) -> u64 {
        let mut table = StateTable::<K, u64>::default();
        for states in 0.. {
            let (key, mut most) = (key(states), 0);
            let hash = key.hash64();
            let inserted = table.insert(key, hash, 0, |bytes| {
                most = most.max(bytes);
                if bytes > limit { Err(()) } else { Ok(()) }
            });
            if inserted.is_err() {
                assert_eq!(table.len() as u64, states);
                return states;
            }
            assert!(table.bytes() <= limit && (most == 0 || table.bytes() <= most));
        }
        0
    }

    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri an hour")]
    fn memory_is_asked_for_before_it_is_taken() {
        for limit in [1 << 20, 8 << 20] {
            let states = fill_up_to(limit, |number| number);
            assert!(states * 36 > limit, "{states} states took {limit} bytes");
        }
    }

    /// A table that is full says so, however much memory there is, and keeps what it has.
    fn fill_all_numbers<K: StateKey>(key: impl Fn(u64) -> K) {
        for (most, states) in [(CHUNK - 1, 0), (CHUNK, CHUNK), (2 * CHUNK + 5, 2 * CHUNK)] {
            let mut table = StateTable::<K, ()>::with_room_for(most);
            let mut insert = |number: usize| {
                let key = key(number as u64);
                let hash = key.hash64();
                let inserted = table.insert(key, hash, (), |bytes| if bytes == u64::MAX { Err(()) } else { Ok(()) });
                (inserted, table.len())
            };
            for number in 0..states {
                assert_eq!(insert(number), (Ok(NodeId(number as u32)), number + 1));
            }
            for number in states..states + 3 {
                assert_eq!(insert(number), (Err(()), states), "of {most}");
            }
            assert!((0..states).all(|number| {
                let key = key(number as u64);
                table.find(&key, key.hash64()) == Some(NodeId(number as u32))
            }));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri an hour")]
    fn numbers_of_states_run_out_before_they_repeat() {
        fill_all_numbers(|number| number);
        fill_all_numbers(|number| number.to_le_bytes().to_vec().into_boxed_slice());
        // The last number of all is taken by none.
        let all = StateTable::<u64, ()>::default().most_states / CHUNK * CHUNK;
        assert!(all > u32::MAX as usize - CHUNK && all < u32::MAX as usize);
    }

    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri an hour")]
    fn keys_on_the_heap_count() {
        let states = fill_up_to(4 << 20, |number| {
            let mut key = vec![0_u8; 20_000].into_boxed_slice();
            key[..8].copy_from_slice(&number.to_le_bytes());
            key
        });
        assert!((150..209).contains(&states), "{states} states of 20,000 bytes");
    }
}
