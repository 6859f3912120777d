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

    const TRAVELS: bool = true;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(Self::from_le_bytes)
    }
}

impl StateKey for u64 {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        mix(*self)
    }

    const TRAVELS: bool = true;

    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(Self::from_le_bytes)
    }
}

impl StateKey for [u64; 2] {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        mix(self[0] ^ mix(self[1]))
    }

    const TRAVELS: bool = true;

    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(number(*self).to_le_bytes());
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(|bytes| words(u128::from_le_bytes(bytes)))
    }
}

/// Takes so many bytes off the front.
pub fn take<const COUNT: usize>(bytes: &mut &[u8]) -> Option<[u8; COUNT]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Appends a number in as few bytes as it needs, seven bits to a byte; the top bit says that more
/// follow.
#[inline]
pub fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes such a number off the front.
#[inline]
pub fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends bytes with their number before them.
pub fn write_bytes(some: &[u8], bytes: &mut Vec<u8>) {
    write_number(some.len() as u64, bytes);
    bytes.extend_from_slice(some);
}

/// Takes so many bytes off the front as the number before them says.
pub fn read_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(read_number(bytes)?).ok()?;
    let (some, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(some)
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

    const TRAVELS: bool = true;

    fn write(&self, bytes: &mut Vec<u8>) {
        write_bytes(self, bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        read_bytes(bytes).map(Self::from)
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

    fn travels<K: StateKey>(keys: &[K]) {
        let mut bytes = Vec::new();
        keys.iter().for_each(|key| key.write(&mut bytes));
        let mut rest = &bytes[..];
        assert!(keys.iter().all(|key| K::read(&mut rest).as_ref() == Some(key)) && rest.is_empty());
        // What is cut off is not a key.
        if let ([key, ..], true) = (keys, K::TRAVELS) {
            let mut bytes = Vec::new();
            key.write(&mut bytes);
            assert_eq!(K::read(&mut &bytes[..bytes.len() - 1]), None);
        }
    }

    proptest! {
        #[test]
        fn keys_arrive_as_they_were_sent(words: Vec<u64>, lists: Vec<Vec<u8>>) {
            travels(&words);
            travels(&words.iter().map(|&word| word as u32).collect::<Vec<_>>());
            travels(&words.iter().map(|&word| [word, !word]).collect::<Vec<_>>());
            travels(&lists.into_iter().map(Vec::into_boxed_slice).collect::<Vec<_>>());
            let mut bytes = Vec::new();
            words.iter().for_each(|&word| write_number(word, &mut bytes));
            let mut rest = &bytes[..];
            prop_assert!(words.iter().all(|&word| read_number(&mut rest) == Some(word)));
        }
    }

    #[test]
    fn numbers_without_an_end_are_refused() {
        assert_eq!(read_number(&mut &[0xFF; 12][..]), None);
        assert_eq!(read_number(&mut &[0x80][..]), None);
        assert_eq!(read_bytes(&mut &[3, 1, 2][..]), None);
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
