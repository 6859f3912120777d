//! Boards that were kept before, as far as memory reaches.
//!
//! Without such a table some beams walk in circles for ever. Eight entries make a bucket, which is
//! a line of the cache: 56 bits of the hash and eight of the layer. A full bucket forgets its
//! oldest entry, so that the layers just before, from which most duplicates come, are always there.
//! A board that was forgotten may be kept again, which costs a place in a layer; a false hit, once
//! in 2^53 looks or so, costs a board. Neither makes a path wrong.

use crate::store::prefetch::prefetch;
use crate::store::zeroed::Zeroed;

/// Bytes of a bucket.
pub(super) const BUCKET: usize = 64;

/// Where the part of the hash begins that tells the bucket. What is above it tells the shard.
const BUCKET_BITS: u32 = 32;

/// The hashes of boards, with their age.
pub(super) struct Seen {
    memory: Zeroed,
    mask: usize,
    is_used: bool,
}

/// The table while it is used.
pub(super) struct OpenSeen<'s> {
    buckets: &'s mut [[u8; BUCKET]],
    mask: usize,
}

impl Seen {
    /// A table of so many buckets, rounded up to a power of two; `None` if there is no room for it.
    pub(super) fn new(buckets: usize) -> Option<Self> {
        let buckets = buckets.next_power_of_two();
        Some(Self { memory: Zeroed::new(buckets * BUCKET)?, mask: buckets - 1, is_used: false })
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        self.memory.bytes().len() as u64
    }

    /// Empties it.
    pub(super) fn forget(&mut self) {
        if std::mem::take(&mut self.is_used) {
            self.memory.bytes_mut().fill(0);
        }
    }

    /// The table, to be looked at and changed.
    pub(super) fn open(&mut self) -> OpenSeen<'_> {
        self.is_used = true;
        OpenSeen { buckets: self.memory.bytes_mut().as_chunks_mut().0, mask: self.mask }
    }
}

impl OpenSeen<'_> {
    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        (hash >> BUCKET_BITS) as usize & self.mask
    }

    /// Tells the cache that a hash will soon be asked for.
    #[inline(always)]
    pub(super) fn announce(&self, hash: u64) {
        prefetch(&self.buckets[self.bucket(hash)]);
    }

    /// Whether a hash is new. It is there afterwards, as one of layer `age`.
    #[inline(always)]
    pub(super) fn is_new(&mut self, hash: u64, age: u8) -> bool {
        let at = self.bucket(hash);
        let (entries, _) = self.buckets[at].as_chunks_mut::<8>();
        let key = hash & !0xFF;
        let mut found = false;
        // The age and the number of the oldest entry. One that was never used looks as old as can
        // be.
        let mut oldest = 0;
        for (number, entry) in (0_u32..).zip(entries.iter()) {
            let entry = u64::from_le_bytes(*entry);
            found |= entry & !0xFF == key;
            let years = if entry == 0 { 256 } else { u32::from(age.wrapping_sub(entry as u8)) };
            oldest = oldest.max(years << 3 | number);
        }
        if !found && let Some(entry) = entries.get_mut(oldest as usize & 7) {
            *entry = (key | u64::from(age)).to_le_bytes();
        }
        !found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::StateKey;

    #[test]
    fn what_was_seen_lately_is_known() {
        let mut seen = Seen::new(100).unwrap();
        assert_eq!(seen.held(), 128 * 64);
        let mut open = seen.open();
        let hashes: Vec<u64> = (1..=300_u64).map(|number| number.hash64()).collect();
        assert!(hashes.iter().all(|&hash| open.is_new(hash, 250)));
        assert!(hashes.iter().all(|&hash| !open.is_new(hash, 251)));
        // A flood of later layers: the oldest are forgotten first, whatever their number
        // modulo 256.
        let flood: Vec<u64> = (1000..1250_u64).map(|number| number.hash64()).collect();
        assert!(flood.iter().all(|&hash| open.is_new(hash, 3)));
        assert!(flood.iter().all(|&hash| !open.is_new(hash, 4)));
        assert!((9000..12_000_u64).all(|number| open.is_new(number.hash64(), 5)));
        assert!(hashes.iter().all(|&hash| open.is_new(hash, 6)));
        seen.forget();
        assert!(hashes.iter().all(|&hash| seen.open().is_new(hash, 6)));
    }
}
