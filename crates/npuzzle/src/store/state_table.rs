//! The states a search has met: stored once, found by key, numbered in the order they came.
//!
//! Nodes lie in an arena of fixed chunks, so they never move and growing copies nothing. An open-addressing index of
//! cache-line buckets leads from the hash of a key to the node: twelve node numbers and, for each, a byte of the
//! hash. A look-up costs one cache miss for the bucket and, only if a byte agrees, one for the node. A full bucket
//! spills into the next one and remembers that it did. Growing throws the index away first and builds it from the
//! arena, so the old and the new one are never held together.
//!
//! For a 15-puzzle search a node takes 16 bytes and its share of the index 6 to 12.

use crate::core::StateKey;
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
/// The index grows when more than this part of its slots, in percent, is taken.
const FULL_PERCENT: usize = 90;
/// A few hundredths of a second of building an index.
const NODES_BETWEEN_QUESTIONS: u32 = 1 << 20;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    ids: [u32; SLOTS],
    tags: [u8; SLOTS],
    used: u8,
    spilled: bool,
}

const EMPTY: Bucket = Bucket { ids: [0; SLOTS], tags: [0; SLOTS], used: 0, spilled: false };

/// A table from state keys to values of type `V`.
pub struct StateTable<K, V> {
    chunks: Vec<Vec<Node<K, V>>>,
    buckets: Vec<Bucket>,
    length: usize,
    /// What the keys own, the most one of them owns, and what has been allowed for them.
    heap_bytes: usize,
    largest_key: usize,
    heap_allowed: usize,
}

impl<K: StateKey, V: Copy> Default for StateTable<K, V> {
    fn default() -> Self {
        Self {
            chunks: Vec::new(),
            buckets: vec![EMPTY; FIRST_BUCKETS],
            length: 0,
            heap_bytes: 0,
            largest_key: 0,
            heap_allowed: 0,
        }
    }
}

impl<K: StateKey, V: Copy> StateTable<K, V> {
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
        (arena + size_of_val(&self.buckets[..]) + self.heap_allowed.max(self.heap_bytes)) as u64
    }

    /// Makes room for `more` states. `allow` is asked with the bytes that will be held before they are taken, and now
    /// and then while a large index is built; once it has said no the table must not be used any more.
    pub fn reserve<E>(&mut self, more: usize, allow: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        let states = self.length + more;
        let grow_arena = states > self.chunks.len() * CHUNK;
        let grow_index = states * 100 > self.buckets.len() * SLOTS * FULL_PERCENT;
        let grow_heap = self.heap_bytes + more * self.largest_key > self.heap_allowed;
        if grow_arena || grow_index || grow_heap { self.grow(more, grow_index, allow) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn grow<E>(&mut self, more: usize, grow_index: bool, mut allow: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        let states = self.length + more;
        let chunks = states.div_ceil(CHUNK).max(self.chunks.len());
        let mut buckets = self.buckets.len();
        while grow_index && states * 100 > buckets * SLOTS * FULL_PERCENT {
            buckets *= 2;
        }
        let heap_needed = self.heap_bytes + more * self.largest_key;
        let heap_allowed =
            if heap_needed > self.heap_allowed { heap_needed + heap_needed / 16 } else { self.heap_allowed };
        // More states than there are numbers for count as more memory than anybody has.
        let numbered = states < u32::MAX as usize;
        let arena_bytes = chunks * CHUNK * size_of::<Node<K, V>>();
        let bytes = (arena_bytes + buckets * size_of::<Bucket>() + heap_allowed) as u64;
        allow(if numbered { bytes } else { u64::MAX })?;
        self.heap_allowed = heap_allowed;
        self.chunks.resize_with(chunks, || Vec::with_capacity(CHUNK));
        if grow_index {
            self.buckets = Vec::new();
            self.buckets = vec![EMPTY; buckets];
            self.link_all(|| allow(bytes))?;
        }
        Ok(())
    }

    /// Enters all nodes into an empty index, a block at a time so that the cache misses of a block overlap.
    fn link_all<E>(&mut self, mut go_on: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        const BLOCK: usize = 32;
        let mut id = 0;
        for block in self.chunks.iter().flat_map(|chunk| chunk.chunks(BLOCK)) {
            if id % NODES_BETWEEN_QUESTIONS == 0 {
                go_on()?;
            }
            let mut hashes = [0; BLOCK];
            for (hash, node) in hashes.iter_mut().zip(block) {
                *hash = node.key.hash64();
                prefetch(&self.buckets[home(*hash, self.buckets.len())]);
            }
            for &hash in &hashes[..block.len()] {
                link(&mut self.buckets, hash, id);
                id += 1;
            }
        }
        Ok(())
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

    /// Starts to bring the bucket of a hash into the cache. The cache misses of several calls overlap, which those of look-ups
    /// one after the other do not: a look-up branches on what it reads.
    #[inline(always)]
    pub fn prefetch_bucket(&self, hash: u64) {
        prefetch(&self.buckets[home(hash, self.buckets.len())]);
    }

    /// Starts to bring the node that a hash probably belongs to into the cache. The bucket should be there already.
    #[inline(always)]
    pub fn prefetch_candidate(&self, hash: u64) {
        let bucket = &self.buckets[home(hash, self.buckets.len())];
        if let Some(slot) = bucket.tags.iter().position(|&tag| tag == hash as u8)
            && slot < usize::from(bucket.used)
        {
            self.prefetch_node(NodeId(bucket.ids[slot]));
        }
    }

    /// Starts to bring a node into the cache.
    #[inline(always)]
    pub fn prefetch_node(&self, id: NodeId) {
        prefetch(&self.chunks[id.0 as usize >> CHUNK_BITS][id.0 as usize & (CHUNK - 1)]);
    }

    /// The node of a key, if it has one. `hash` is the key's own.
    pub fn find(&self, key: &K, hash: u64) -> Option<NodeId> {
        let mut place = home(hash, self.buckets.len());
        loop {
            let bucket = &self.buckets[place];
            for slot in 0..usize::from(bucket.used).min(SLOTS) {
                if bucket.tags[slot] == hash as u8 && self.node(NodeId(bucket.ids[slot])).key == *key {
                    return Some(NodeId(bucket.ids[slot]));
                }
            }
            if !bucket.spilled {
                return None;
            }
            place = next(place, self.buckets.len());
        }
    }

    /// Adds a key that is not in the table. Room must have been [reserved](Self::reserve).
    pub fn insert(&mut self, key: K, hash: u64, value: V) -> NodeId {
        debug_assert!(self.find(&key, hash).is_none(), "the key is in the table already");
        let id = NodeId(self.length as u32);
        link(&mut self.buckets, hash, id.0);
        let heap = key.heap_bytes();
        self.heap_bytes += heap;
        self.largest_key = self.largest_key.max(heap);
        self.chunks[self.length >> CHUNK_BITS].push(Node { key, value });
        self.length += 1;
        id
    }
}

/// The bucket where a hash belongs: its high bits, scaled to a number of buckets that need not be a power of two.
#[inline(always)]
fn home(hash: u64, buckets: usize) -> usize {
    ((u128::from(hash) * buckets as u128) >> 64) as usize
}

#[inline(always)]
fn next(place: usize, buckets: usize) -> usize {
    if place + 1 == buckets { 0 } else { place + 1 }
}

/// Enters a node number into the first bucket with a free slot.
fn link(buckets: &mut [Bucket], hash: u64, id: u32) {
    let mut place = home(hash, buckets.len());
    while usize::from(buckets[place].used) == SLOTS {
        buckets[place].spilled = true;
        place = next(place, buckets.len());
    }
    let bucket = &mut buckets[place];
    let slot = usize::from(bucket.used);
    bucket.ids[slot] = id;
    bucket.tags[slot] = hash as u8;
    bucket.used += 1;
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
                table.reserve(1, yes).unwrap();
                match table.find(&key, hash) {
                    Some(id) => table.set_value(id, table.value(id) + 1),
                    None => {
                        let id = table.insert(key, hash, 1);
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

    /// Keys whose hashes all want the same bucket still find their place.
    #[test]
    fn crowded_buckets_spill() {
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        struct Crowded(u64);
        impl StateKey for Crowded {
            fn hash64(&self) -> u64 {
                u64::MAX - self.0 % 3
            }
        }
        let mut table = StateTable::<Crowded, ()>::default();
        for number in 0..500 {
            table.reserve(1, yes).unwrap();
            table.insert(Crowded(number), Crowded(number).hash64(), ());
        }
        for number in 0..500 {
            assert_eq!(table.find(&Crowded(number), Crowded(number).hash64()), Some(NodeId(number as u32)));
        }
        assert_eq!(table.find(&Crowded(500), Crowded(500).hash64()), None);
    }

    /// Building a large index takes seconds: it must be possible to end it.
    #[test]
    fn building_an_index_can_be_ended() {
        let mut table = StateTable::<u64, ()>::default();
        let mut states = 0_u64;
        let mut questions = 0;
        while table
            .reserve(1, |_| {
                questions += 1;
                // The first question is for the memory, the next ones come while the index is built.
                if states > 3_000_000 && questions > 2 { Err(()) } else { Ok(()) }
            })
            .is_ok()
        {
            table.insert(states, states.hash64(), ());
            states += 1;
            questions = 0;
        }
        assert!(states > 3_000_000 && questions == 3);
    }

    /// Keys on the heap are paid for as well.
    #[test]
    fn keys_on_the_heap_count() {
        let mut table = StateTable::<Box<[u8]>, ()>::default();
        let limit = 4 << 20;
        let mut states = 0_u32;
        let mut asked = 0;
        while table
            .reserve(3, |bytes| {
                asked = bytes;
                if bytes > limit { Err(()) } else { Ok(()) }
            })
            .is_ok()
        {
            for _ in 0..3 {
                let mut key = vec![0_u8; 20_000].into_boxed_slice();
                key[..4].copy_from_slice(&states.to_le_bytes());
                let hash = key.hash64();
                table.insert(key, hash, ());
                states += 1;
            }
            assert!(table.heap_bytes as u64 <= limit && table.bytes() <= limit);
        }
        assert!(asked > limit && u64::from(states) * 20_000 > limit / 2, "{states} states");
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let mut table = StateTable::<u64, u64>::default();
        let limit = 1 << 20;
        let mut states = 0_u64;
        while table.reserve(1, |bytes| if bytes > limit { Err(()) } else { Ok(()) }).is_ok() {
            table.insert(states, states.hash64(), 0);
            states += 1;
            assert!(table.bytes() <= limit);
        }
        assert!(states * 30 > limit, "{states} states took a MiB");
    }
}
