//! Sets of numbers as bits, 64 to a word: the ones of a set, and whole runs of bits that are moved
//! at once.

/// Numbers in a word.
pub const WORD: usize = 64;

/// How many words a set of the numbers `0..length` takes.
pub fn words_for(length: usize) -> usize {
    length.div_ceil(WORD)
}

/// Adds a number.
#[inline(always)]
pub fn set(words: &mut [u64], number: usize) {
    words[number / WORD] |= 1 << (number % WORD);
}

/// Whether a number is in the set.
#[inline(always)]
pub fn contains(words: &[u64], number: usize) -> bool {
    words[number / WORD] >> (number % WORD) & 1 == 1
}

/// How many numbers are in the set.
pub fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The numbers of a set, in order.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                place * WORD + bit
            })
        })
    })
}

/// `length` bits from bit `start` on, 64 at most; those above are zero.
#[inline(always)]
fn read(words: &[u64], start: usize, length: usize) -> u64 {
    let (word, shift) = (start / WORD, start % WORD);
    let mut bits = words[word] >> shift;
    if shift + length > WORD {
        bits |= words[word + 1] << (WORD - shift);
    }
    if length < WORD { bits & ((1 << length) - 1) } else { bits }
}

/// Adds the `length` bits of `from` that begin at `from_bit` to those of `to` that begin at
/// `to_bit`.
///
/// Costs one step for each word of the target, however the two runs are aligned.
pub fn or_run(to: &mut [u64], to_bit: usize, from: &[u64], from_bit: usize, length: usize) {
    // Up to the first whole word of the target, the whole words, and what is left.
    let head = (to_bit.next_multiple_of(WORD) - to_bit).min(length);
    or_part(to, to_bit, from, from_bit, head);
    let (to_bit, from_bit, length) = (to_bit + head, from_bit + head, length - head);
    let whole = length / WORD;
    if whole > 0 {
        // PERF: without a look at the alignment for each word, the compiler takes several at once.
        let target = to[to_bit / WORD..].iter_mut().take(whole);
        let (source, shift) = (&from[from_bit / WORD..], from_bit % WORD);
        if shift == 0 {
            target.zip(source).for_each(|(to, from)| *to |= from);
        } else {
            let pairs = source.windows(2);
            target.zip(pairs).for_each(|(to, pair)| *to |= pair[0] >> shift | pair[1] << (WORD - shift));
        }
    }
    let done = whole * WORD;
    or_part(to, to_bit + done, from, from_bit + done, length - done);
}

/// The same within one word of the target.
fn or_part(to: &mut [u64], to_bit: usize, from: &[u64], from_bit: usize, length: usize) {
    if length > 0 {
        to[to_bit / WORD] |= read(from, from_bit, length) << (to_bit % WORD);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set_of(numbers: &[bool]) -> Vec<u64> {
        let mut words = vec![0; words_for(numbers.len())];
        numbers.iter().enumerate().filter(|&(_, &is_in)| is_in).for_each(|(number, _)| set(&mut words, number));
        words
    }

    proptest! {
        #[test]
        fn sets_hold_what_was_added(numbers in prop::collection::vec(any::<bool>(), 1..300)) {
            let words = set_of(&numbers);
            let expected: Vec<usize> = (0..numbers.len()).filter(|&number| numbers[number]).collect();
            prop_assert_eq!(ones(&words).collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(count(&words), expected.len() as u64);
            prop_assert!((0..numbers.len()).all(|number| contains(&words, number) == numbers[number]));
        }

        /// Runs of bits land where the same bits land one by one.
        #[test]
        fn runs_move_as_single_bits_do(
            from in prop::collection::vec(any::<bool>(), 256),
            to in prop::collection::vec(any::<bool>(), 256),
            starts in (0_usize..256, 0_usize..256),
            length in 0_usize..256,
        ) {
            let length = length.min(256 - starts.0).min(256 - starts.1);
            let mut words = set_of(&to);
            or_run(&mut words, starts.1, &set_of(&from), starts.0, length);
            let mut expected = to;
            for place in 0..length {
                expected[starts.1 + place] |= from[starts.0 + place];
            }
            prop_assert_eq!(words, set_of(&expected));
        }
    }
}
