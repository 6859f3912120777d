//! What processes send each other: numbers and bytes one after another, with a checksum at the end.
//!
//! The layout is little endian and the same on every machine. Reading never panics: a parcel that
//! was cut, changed or written by another program is refused.

use std::ops::Range;

/// Bytes of the checksum.
const SUM_BYTES: usize = 8;

/// Words of which a word says which ones are not zero.
const GROUP: usize = 64;

/// Puts values one after another.
#[derive(Clone, Debug, Default)]
pub struct Parcel(Vec<u8>);

/// Takes them out again. Every method gives `None` where they are used up.
#[derive(Clone, Debug)]
pub struct Unpacked<'p>(&'p [u8]);

impl Parcel {
    /// A parcel that says what it is.
    pub fn new(kind: u8) -> Self {
        Self(vec![kind])
    }

    /// Adds a byte.
    pub fn byte(&mut self, value: u8) -> &mut Self {
        self.0.push(value);
        self
    }

    /// Adds a number.
    pub fn number(&mut self, value: u64) -> &mut Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// Adds bytes, whose number is part of the parcel.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    /// Adds words, whose number is part of the parcel.
    pub fn words(&mut self, words: &[u64]) -> &mut Self {
        self.number(words.len() as u64);
        let begin = self.0.len();
        // With room for the checksum.
        self.0.reserve(8 * words.len() + SUM_BYTES);
        self.0.resize(begin + 8 * words.len(), 0);
        let (places, _) = self.0[begin..].as_chunks_mut();
        places.iter_mut().zip(words).for_each(|(place, word)| *place = word.to_le_bytes());
        self
    }

    /// Adds words of which many may be zero: up to the last that is not, a bit for each word, and
    /// those that are not zero.
    pub fn sparse_words(&mut self, words: &[u64]) -> &mut Self {
        let end = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let words = &words[..end];
        self.number(words.len() as u64);
        let sent = words.len().div_ceil(GROUP) + words.iter().filter(|&&word| word != 0).count();
        let begin = self.0.len();
        // With room for the checksum.
        self.0.reserve(8 * sent + SUM_BYTES);
        self.0.resize(begin + 8 * sent, 0);
        let (places, _) = self.0[begin..].as_chunks_mut();
        let mut places = places.iter_mut();
        let mut put = |word: u64| {
            if let Some(place) = places.next() {
                *place = word.to_le_bytes();
            }
        };
        for group in words.chunks(GROUP) {
            let filled = group.iter().enumerate().fold(0, |bits, (at, &word)| bits | u64::from(word != 0) << at);
            put(filled);
            ones(filled).for_each(|at| put(group[at]));
        }
        self
    }

    /// The message.
    pub fn seal(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.number(sum);
        self.0
    }
}

impl<'p> Unpacked<'p> {
    /// The contents of a message and their kind, if it is as it was sent.
    pub fn open(message: &'p [u8]) -> Option<(u8, Self)> {
        let (contents, sum) = message.split_at_checked(message.len().checked_sub(SUM_BYTES)?)?;
        let (&kind, rest) = contents.split_first()?;
        (checksum(contents).to_le_bytes() == sum).then_some((kind, Self(rest)))
    }

    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.some(1).map(|bytes| bytes[0])
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.some(8)?.try_into().ok()?))
    }

    /// The next number, as one that is smaller.
    pub fn small<N: TryFrom<u64>>(&mut self) -> Option<N> {
        N::try_from(self.number()?).ok()
    }

    /// The next bytes.
    pub fn bytes(&mut self) -> Option<&'p [u8]> {
        let many = self.small()?;
        self.some(many)
    }

    /// The next words.
    pub fn words(&mut self) -> Option<impl ExactSizeIterator<Item = u64> + 'p> {
        let many: usize = self.small()?;
        let (words, _) = self.some(many.checked_mul(8)?)?.as_chunks();
        Some(words.iter().map(|&word| u64::from_le_bytes(word)))
    }

    /// The next words of which many may be zero, in place of those that `into` has: so many at
    /// most. How many there are up to the last that is not.
    pub fn sparse_words(&mut self, most: usize, into: &mut SparseWords) -> Option<usize> {
        into.clear(most);
        let many = self.small().filter(|&many| many <= most)?;
        for group in into.words[..many].chunks_mut(GROUP) {
            let filled = self.number()?;
            into.filled.push(filled);
            let (words, _) = self.some(8 * filled.count_ones() as usize)?.as_chunks();
            for (at, &word) in ones(filled).zip(words) {
                *group.get_mut(at)? = u64::from_le_bytes(word);
            }
        }
        Some(many)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn some(&mut self, many: usize) -> Option<&'p [u8]> {
        let (some, rest) = self.0.split_at_checked(many)?;
        self.0 = rest;
        Some(some)
    }
}

/// Words that have come in a parcel. What a message leaves out is zero.
#[derive(Clone, Debug, Default)]
pub struct SparseWords {
    /// At least as many as a message may have.
    words: Vec<u64>,
    /// For each group that a message had, which of its words are not zero.
    filled: Vec<u64>,
}

impl SparseWords {
    /// The words; behind those of the message there may be more, all zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether there may be other words than zeros among some of them.
    pub fn has_any(&self, range: Range<usize>) -> bool {
        let first = range.start / GROUP;
        let mut groups =
            self.filled.iter().enumerate().skip(first).take(range.end.div_ceil(GROUP).saturating_sub(first));
        groups.any(|(group, &filled)| {
            let start = range.start.saturating_sub(group * GROUP);
            let end = (range.end - group * GROUP).min(GROUP);
            filled & (u64::MAX << start) & (u64::MAX >> (GROUP - end)) != 0
        })
    }

    /// Makes room for so many words, all zero.
    fn clear(&mut self, most: usize) {
        for (group, &filled) in self.words.chunks_mut(GROUP).zip(&self.filled) {
            if filled != 0 {
                group.fill(0);
            }
        }
        self.filled.clear();
        if self.words.len() < most {
            self.words.resize(most, 0);
        }
    }
}

/// The places of the ones of a word.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

/// The hash of Fowler, Noll and Vo over words of eight bytes, turned so that high bits count. That
/// is enough against accidents.
pub fn checksum(bytes: &[u8]) -> u64 {
    let add = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let (words, rest) = bytes.as_chunks();
    let sum = words.iter().fold(bytes.len() as u64, |sum, &word| add(sum, u64::from_le_bytes(word)));
    rest.iter().fold(sum, |sum, &byte| add(sum, byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut parcel = Parcel::new(7);
        parcel.byte(200).number(u64::MAX - 1).bytes(b"bytes").words(&[1, u64::MAX]).bytes(b"");
        parcel.seal()
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let message = sample();
        let (kind, mut contents) = Unpacked::open(&message).unwrap();
        assert_eq!((kind, contents.byte(), contents.number()), (7, Some(200), Some(u64::MAX - 1)));
        assert_eq!(contents.bytes(), Some(b"bytes".as_slice()));
        assert_eq!(contents.words().unwrap().collect::<Vec<_>>(), [1, u64::MAX]);
        assert!(!contents.is_empty());
        assert_eq!(contents.bytes(), Some(b"".as_slice()));
        assert!(contents.is_empty());
        assert_eq!((contents.byte(), contents.number()), (None, None));
    }

    /// Words that are zero where `is_filled` says so, and what becomes of them on their way.
    fn sent(many: usize, is_filled: impl Fn(usize) -> bool) -> (Vec<u64>, Vec<u8>) {
        let words: Vec<u64> = (0..many).map(|at| if is_filled(at) { at as u64 + 1 } else { 0 }).collect();
        let mut parcel = Parcel::new(1);
        parcel.sparse_words(&words).byte(9);
        (words, parcel.seal())
    }

    #[test]
    fn zeros_take_next_to_nothing() {
        let bytes = |many, is_filled: fn(usize) -> bool| sent(many, is_filled).1.len();
        let nothing = bytes(0, |_| true);
        assert_eq!(bytes(10_000, |_| false), nothing);
        assert_eq!(bytes(10_000, |at| at == 63), nothing + 2 * 8);
        assert_eq!(bytes(6400, |at| at % 64 == 63), nothing + 200 * 8);
        assert_eq!(bytes(6400, |_| true), nothing + 6500 * 8);
    }

    #[test]
    fn sparse_words_arrive_whatever_came_before() {
        let mut arrived = SparseWords::default();
        let patterns: [fn(usize) -> bool; 6] =
            [|_| true, |at| at % 7 == 3, |_| false, |at| at == 99, |at| at < 65, |at| (128..140).contains(&at)];
        for many in [200, 64, 1, 0, 130] {
            for is_filled in patterns {
                let (words, message) = sent(many, is_filled);
                let (_, mut contents) = Unpacked::open(&message).unwrap();
                let end = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
                assert_eq!(contents.sparse_words(many, &mut arrived), Some(end));
                assert_eq!(contents.byte(), Some(9));
                assert_eq!(arrived.words()[..many], words);
                assert!(arrived.words()[many..].iter().all(|&word| word == 0));
                for start in 0..many {
                    for end in [start + 1, start + 2, start + 64, start + 65, start + 200] {
                        let is_there = words[start..end.min(many)].iter().any(|&word| word != 0);
                        assert_eq!(arrived.has_any(start..end), is_there, "{start}..{end} of {many}");
                    }
                }
            }
        }
    }

    /// Words that are not there, too many of them, and words behind the last.
    #[test]
    fn sparse_words_that_cannot_be_are_refused() {
        let mut arrived = SparseWords::default();
        for (many, most, filled, given) in
            [(64, 64, u64::MAX, 63), (65, 64, 1, 1), (u64::MAX, 64, 1, 1), (3, 64, 0b1001, 2), (65, 100, 0, 0)]
        {
            let mut parcel = Parcel::new(0);
            parcel.number(many).number(filled);
            for word in 0..given {
                parcel.number(word + 1);
            }
            let message = parcel.seal();
            let (_, mut contents) = Unpacked::open(&message).unwrap();
            assert!(contents.sparse_words(most, &mut arrived).is_none(), "{many} of {most}");
        }
        // And what they have left behind is gone with the next ones.
        let (_, message) = sent(0, |_| true);
        let (_, mut contents) = Unpacked::open(&message).unwrap();
        assert!(contents.sparse_words(64, &mut arrived).is_some());
        assert!(arrived.words().iter().all(|&word| word == 0) && !arrived.has_any(0..64));
    }

    #[test]
    fn every_cut_and_every_change_is_noticed() {
        let message = sample();
        for length in 0..message.len() {
            assert!(Unpacked::open(&message[..length]).is_none(), "{length}");
        }
        for place in 0..message.len() {
            for bit in 0..8 {
                let mut changed = message.clone();
                changed[place] ^= 1 << bit;
                assert!(Unpacked::open(&changed).is_none(), "{place} {bit}");
            }
        }
    }

    #[test]
    fn numbers_of_things_that_are_not_there_are_refused() {
        for many in [6, u64::MAX, u64::MAX / 8 + 2] {
            let mut parcel = Parcel::new(0);
            parcel.number(many).byte(1);
            let message = parcel.seal();
            let (_, contents) = Unpacked::open(&message).unwrap();
            assert!(contents.clone().bytes().is_none() && contents.clone().words().is_none());
            assert_eq!(contents.clone().small::<u8>(), u8::try_from(many).ok());
        }
    }
}
