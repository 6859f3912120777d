//! What processes send each other: numbers and bytes one after another, with a checksum at the end.
//!
//! The layout is little endian and the same on every machine. Reading never panics: a parcel that
//! was cut, changed or written by another program is refused.

/// Bytes of the checksum.
const SUM_BYTES: usize = 8;

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
