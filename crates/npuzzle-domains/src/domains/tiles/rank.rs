//! Permutations of up to 16 numbers as numbers, in lexicographic order.

/// The rank of a permutation of `0..length` among all of them.
///
/// Each number counts the smaller ones that have not come yet, times the arrangements of the rest.
pub fn rank(permutation: impl ExactSizeIterator<Item = u8>) -> u64 {
    let mut seen = 0_u32;
    let mut left = permutation.len() as u64;
    let mut rank = 0;
    for number in permutation {
        let smaller_before = (seen & ((1 << number) - 1)).count_ones();
        rank = rank * left + u64::from(u32::from(number) - smaller_before);
        seen |= 1 << number;
        left -= 1;
    }
    rank
}

/// The permutation of `0..length` with a rank, written to `permutation`, whose length counts.
pub fn unrank(mut rank: u64, permutation: &mut [u8]) {
    let length = permutation.len();
    // First the digits, from the last place to the first, then the digit-th smallest number that is
    // left.
    for (left, slot) in (1..=length as u64).zip(permutation.iter_mut().rev()) {
        *slot = (rank % left) as u8;
        rank /= left;
    }
    let mut left = if length < 32 { (1_u32 << length) - 1 } else { u32::MAX };
    for slot in permutation {
        let mut candidates = left;
        for _ in 0..*slot {
            candidates &= candidates - 1;
        }
        *slot = candidates.trailing_zeros() as u8;
        left &= !(1 << *slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All permutations in lexicographic order, the slow way.
    fn all(length: u8) -> Vec<Vec<u8>> {
        fn extend(prefix: &mut Vec<u8>, length: u8, out: &mut Vec<Vec<u8>>) {
            if prefix.len() == usize::from(length) {
                out.push(prefix.clone());
            }
            for number in 0..length {
                if !prefix.contains(&number) {
                    prefix.push(number);
                    extend(prefix, length, out);
                    prefix.pop();
                }
            }
        }
        let mut out = Vec::new();
        extend(&mut Vec::new(), length, &mut out);
        out
    }

    #[test]
    fn ranks_count_in_lexicographic_order() {
        for length in 1..=8 {
            for (expected, permutation) in all(length).into_iter().enumerate() {
                assert_eq!(rank(permutation.iter().copied()), expected as u64);
                let mut back = vec![0; usize::from(length)];
                unrank(expected as u64, &mut back);
                assert_eq!(back, permutation);
            }
        }
    }

    #[test]
    fn sixteen_numbers_still_fit() {
        let last: Vec<u8> = (0..16).rev().collect();
        let expected = (1..=16_u64).product::<u64>() - 1;
        assert_eq!(rank(last.iter().copied()), expected);
        let mut back = vec![0; 16];
        unrank(expected, &mut back);
        assert_eq!(back, last);
    }
}
