//! Lists of small numbers packed into keys, and the hash of such keys.

use crate::core::StateKey;

/// Which of so many parts a hash falls into, by its high bits.
#[inline(always)]
pub fn part_of(hash: u64, parts: usize) -> usize {
    ((u128::from(hash) * parts as u128) >> 64) as usize
}

/// A fixed-length list of numbers below its length, packed. Every method is given the length.
pub trait Packed: Sized {
    /// Packs the numbers.
    fn pack(numbers: impl Iterator<Item = u16>, length: usize) -> Self;

    /// The number at `place`.
    fn get(&self, place: usize, length: usize) -> u16;

    /// The key after `number` has gone from the place `from` to the place `to`, which held zero.
    fn moved(&self, number: u16, from: usize, to: usize, length: usize) -> Self;
}

/// Up to 16 numbers of four bits.
impl Packed for u64 {
    #[inline]
    fn pack(numbers: impl Iterator<Item = u16>, length: usize) -> Self {
        debug_assert!(length <= 16);
        numbers.enumerate().fold(0, |key, (place, number)| key | Self::from(number) << (4 * place))
    }

    #[inline(always)]
    fn get(&self, place: usize, _: usize) -> u16 {
        (self >> (4 * place)) as u16 & 15
    }

    #[inline(always)]
    fn moved(&self, number: u16, from: usize, to: usize, _: usize) -> Self {
        self ^ (Self::from(number) << (4 * from)) ^ (Self::from(number) << (4 * to))
    }
}

/// Up to 25 numbers of five bits: a `u128` in two words, since its alignment would pad a stored
/// node from 24 to 32 bytes.
impl Packed for [u64; 2] {
    #[inline]
    fn pack(numbers: impl Iterator<Item = u16>, length: usize) -> Self {
        debug_assert!(length <= 25);
        words(numbers.enumerate().fold(0, |key, (place, number)| key | u128::from(number) << (5 * place)))
    }

    #[inline(always)]
    fn get(&self, place: usize, _: usize) -> u16 {
        (number(*self) >> (5 * place)) as u16 & 31
    }

    #[inline(always)]
    fn moved(&self, tile: u16, from: usize, to: usize, _: usize) -> Self {
        words(number(*self) ^ (u128::from(tile) << (5 * from)) ^ (u128::from(tile) << (5 * to)))
    }
}

#[inline(always)]
fn number([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[inline(always)]
fn words(number: u128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}

/// Any length: one byte a number up to 256 of them, two above.
impl Packed for Box<[u8]> {
    fn pack(numbers: impl Iterator<Item = u16>, length: usize) -> Self {
        if length <= 256 {
            numbers.map(|number| number as u8).collect()
        } else {
            numbers.flat_map(u16::to_le_bytes).collect()
        }
    }

    fn get(&self, place: usize, length: usize) -> u16 {
        if length <= 256 { u16::from(self[place]) } else { u16::from_le_bytes([self[2 * place], self[2 * place + 1]]) }
    }

    fn moved(&self, number: u16, from: usize, to: usize, length: usize) -> Self {
        let mut key = self.clone();
        for (place, number) in [(from, 0), (to, number)] {
            if length <= 256 {
                key[place] = number as u8;
            } else {
                key[2 * place..2 * place + 2].copy_from_slice(&number.to_le_bytes());
            }
        }
        key
    }
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Multiplies to 128 bits and folds the halves: every input bit reaches high and low output bits.
#[inline(always)]
fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0xA076_1D64_78BD_642F) * u128::from(MULTIPLIER);
    ((product >> 64) as u64 ^ product as u64).wrapping_mul(MULTIPLIER)
}

/// The number of a state, where states are numbered.
impl StateKey for u32 {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        mix(u64::from(*self))
    }
}

impl StateKey for u64 {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        mix(*self)
    }
}

impl StateKey for [u64; 2] {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        mix(self[0] ^ mix(self[1]))
    }
}

/// The hash of any number of bytes.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash ^ u64::from_le_bytes(word))
    })
}

impl StateKey for Box<[u8]> {
    fn hash64(&self) -> u64 {
        hash_bytes(self)
    }

    /// With what an allocator usually adds.
    fn heap_bytes(&self) -> usize {
        (self.len() + 8).next_multiple_of(16)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip<K: Packed + PartialEq + std::fmt::Debug>(numbers: &[u16], from: usize) {
        let length = numbers.len();
        let key = K::pack(numbers.iter().copied(), length);
        let unpacked: Vec<u16> = (0..length).map(|place| key.get(place, length)).collect();
        assert_eq!(unpacked, numbers);

        let zero = numbers.iter().position(|&number| number == 0).unwrap();
        let mut moved = numbers.to_vec();
        moved.swap(zero, from);
        assert_eq!(key.moved(numbers[from], from, zero, length), K::pack(moved.into_iter(), length));
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(
            numbers in prop::sample::select(vec![4_u16, 16, 25, 36, 256, 300])
                .prop_flat_map(|length| Just((0..length).collect::<Vec<_>>()).prop_shuffle()),
            from in any::<prop::sample::Index>(),
        ) {
            let from = from.index(numbers.len());
            if numbers.len() <= 16 {
                round_trip::<u64>(&numbers, from);
            }
            if numbers.len() <= 25 {
                round_trip::<[u64; 2]>(&numbers, from);
            }
            round_trip::<Box<[u8]>>(&numbers, from);
        }
    }

    /// Neighbouring keys must spread over the high bits (the bucket) and the low bits (the tag)
    /// alike.
    #[test]
    fn hashes_of_similar_keys_differ_at_both_ends() {
        let buckets = |shift: u32| {
            let mut count = vec![0_u32; 256];
            for key in 0..65_536_u64 {
                count[(key.hash64() >> shift) as usize & 255] += 1;
            }
            *count.iter().max().unwrap()
        };
        assert!(buckets(56) < 400 && buckets(0) < 400, "256 expected in each bucket");
    }
}
