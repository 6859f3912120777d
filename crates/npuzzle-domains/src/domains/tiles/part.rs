//! The ranks of each slab that a process holds, where several share a space.
//!
//! A part is some stripes of ranks. In memory they follow each other: a rank that is held has a
//! *position*.

use std::iter;
use std::ops::Range;

use crate::domains::tiles::state_index::{StateIndex, TAIL};

/// Some ranks of a slab, whole tails where there is more than one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// In order; none is empty, and none follows another at once.
    stripes: Vec<Stripe>,
    length: usize,
}

/// Ranks that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stripe {
    ranks: Range<usize>,
    /// The position of the first.
    position: usize,
}

impl Part {
    /// All ranks of a slab.
    pub fn whole(slab_length: usize) -> Self {
        Self::of(iter::once(0..slab_length))
    }

    /// Some ranges of ranks.
    fn of(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|ranks| !ranks.is_empty()).collect();
        ranges.sort_unstable_by_key(|ranks| ranks.start);
        let (mut stripes, mut length) = (Vec::<Stripe>::new(), 0);
        for ranks in ranges {
            let position = length;
            length += ranks.len();
            match stripes.last_mut() {
                Some(last) if last.ranks.end == ranks.start => last.ranks.end = ranks.end,
                _ => stripes.push(Stripe { ranks, position }),
            }
        }
        Self { stripes, length }
    }

    /// How many ranks it has.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The rank at a position.
    pub fn rank(&self, position: usize) -> usize {
        let next = self.stripes.partition_point(|stripe| stripe.position <= position);
        self.stripes[next - 1].rank(position)
    }

    /// The position of a rank, if it is held.
    pub fn position(&self, rank: usize) -> Option<usize> {
        self.held(rank..rank + 1).next().map(|(position, _)| position)
    }

    /// The ranks at some positions, a position and those that follow each other from there on.
    pub fn stripes(&self, positions: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let first = self.stripes.partition_point(|stripe| stripe.positions().end <= positions.start);
        let overlap = move |stripe: &Stripe| {
            let (own, wanted) = (stripe.positions(), positions.clone());
            let (start, end) = (own.start.max(wanted.start), own.end.min(wanted.end));
            (start < end).then(|| (start, stripe.rank(start)..stripe.rank(end)))
        };
        self.stripes[first..].iter().map_while(overlap)
    }

    /// Which of some ranks are held: the position of the first of those that follow each other, and
    /// these.
    pub fn held(&self, ranks: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        self.held_near(ranks, &mut 0)
    }

    /// The same, for many calls in turn: `near` is the stripe where the last one began.
    #[inline]
    pub fn held_near<'p>(
        &'p self,
        ranks: Range<usize>,
        near: &mut usize,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + use<'p> {
        // PERF: most moves stay in a stripe. With a search for each run the whole takes up to 8 %
        // longer.
        if !self.stripes.get(*near).is_some_and(|stripe| stripe.ranks.contains(&ranks.start)) {
            *near = self.stripes.partition_point(|stripe| stripe.ranks.end <= ranks.start);
        }
        let overlap = move |stripe: &Stripe| {
            let (start, end) = (stripe.ranks.start.max(ranks.start), stripe.ranks.end.min(ranks.end));
            (start < end).then(|| (stripe.position + (start - stripe.ranks.start), start..end))
        };
        self.stripes[*near..].iter().map_while(overlap)
    }
}

impl Stripe {
    fn positions(&self) -> Range<usize> {
        self.position..self.position + self.ranks.len()
    }

    fn rank(&self, position: usize) -> usize {
        self.ranks.start + (position - self.position)
    }
}

/// The part of every process: whole tails, as many as another has, or one more or fewer.
///
/// Ranks are ordered by their first digit, which is the tile in the first place of the board, and
/// how far that one is from home says something of how far the state is from the goal. In a row,
/// parts would have much of some layers and little of others. So the blocks of one first digit are
/// dealt in another order. Most moves stay in a block, so this costs no more messages. Blocks of
/// two digits would be more even for many processes, but take twice the bytes, and no less time.
///
/// INVARIANT: files of a journal hold parts by their numbers, so what deals them in another way
/// needs another heading there.
pub fn parts(index: &StateIndex, processes: usize) -> Vec<Part> {
    let slab_length = index.slab_length();
    let tails = slab_length / TAIL;
    if tails == 0 {
        let ranks = |process: usize| if process == 0 { 0..slab_length } else { 0..0 };
        return (0..processes).map(|process| Part::of(iter::once(ranks(process)))).collect();
    }
    let digits = index.shape().cells() - 1;
    // Of a single tail no digit stands before it.
    let blocks = if tails < digits { 1 } else { digits };
    let (block, order) = (tails / blocks, mixed(blocks));
    let part = |process: usize| {
        let dealt = tails * process / processes..tails * (process + 1) / processes;
        let ranks = |(place, &number): (usize, &usize)| {
            let (start, end) = (dealt.start.max(place * block), dealt.end.min((place + 1) * block));
            let rank = |dealt: usize| (number * block + dealt - place * block) * TAIL;
            (start < end).then(|| rank(start)..rank(end))
        };
        Part::of(order.iter().enumerate().filter_map(ranks))
    };
    (0..processes).map(part).collect()
}

/// The numbers below `many` in an order in which any that follow each other are spread evenly: by
/// the fraction of their multiple of the golden ratio.
fn mixed(many: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..many).collect();
    numbers.sort_by_key(|&number| (number as u32).wrapping_mul(GOLDEN));
    numbers
}

/// The fraction of the golden ratio, in 2^32 parts.
const GOLDEN: u32 = 2_654_435_769;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Shape;

    fn index(rows: usize, cols: usize) -> StateIndex {
        StateIndex::new(&CARDS[0].board(Shape::new(rows, cols).unwrap())).unwrap()
    }

    #[test]
    fn parts_are_all_ranks_and_about_equal() {
        for (rows, cols) in [(1, 5), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4)] {
            let index = index(rows, cols);
            for size in [1, 2, 3, 8, 40] {
                let parts = parts(&index, size);
                let mut ranks: Vec<_> =
                    parts.iter().flat_map(|part| part.stripes.iter().map(|stripe| stripe.ranks.clone())).collect();
                ranks.sort_unstable_by_key(|ranks| ranks.start);
                assert!(ranks.windows(2).all(|pair| pair[0].end == pair[1].start), "{rows}x{cols} by {size}");
                assert_eq!((ranks[0].start, ranks[ranks.len() - 1].end), (0, index.slab_length()));
                let lengths = || parts.iter().map(Part::len);
                assert_eq!(lengths().sum::<usize>(), index.slab_length());
                if index.slab_length() >= TAIL {
                    assert!(ranks.iter().all(|ranks| ranks.start % TAIL == 0 && ranks.end % TAIL == 0));
                    assert!(lengths().max().unwrap() - lengths().min().unwrap() <= TAIL);
                }
            }
        }
    }

    #[test]
    fn each_of_few_has_first_digits_from_everywhere() {
        let parts = parts(&index(3, 4), 2);
        let digits = |part: &Part| -> Vec<usize> {
            let digit = index(3, 4).slab_length() / 11;
            (0..11).filter(|number| part.held(number * digit..(number + 1) * digit).next().is_some()).collect()
        };
        assert_eq!((digits(&parts[0]), digits(&parts[1])), (vec![0, 2, 4, 5, 7, 10], vec![1, 3, 4, 6, 8, 9]));
    }

    #[test]
    fn positions_are_those_of_a_list() {
        let part = Part::of([40..45, 10..12, 12..15, 20..20, 45..46]);
        let list = [10, 11, 12, 13, 14, 40, 41, 42, 43, 44, 45];
        assert_eq!((part.len(), part.stripes.len()), (list.len(), 2));
        assert!(list.iter().enumerate().all(|(position, &rank)| part.rank(position) == rank));
        let mut near = 0;
        for start in 0..50 {
            assert_eq!(part.position(start), list.iter().position(|&rank| rank == start));
            for end in start..50 {
                let listed = |found: &mut dyn Iterator<Item = (usize, Range<usize>)>| -> Vec<(usize, usize)> {
                    found.flat_map(|(position, ranks)| (position..).zip(ranks)).collect()
                };
                let pairs = || list.iter().copied().enumerate();
                let held: Vec<_> = pairs().filter(|(_, rank)| (start..end).contains(rank)).collect();
                assert_eq!(listed(&mut part.held(start..end)), held);
                assert_eq!(listed(&mut part.held_near(start..end, &mut near)), held);
                let there: Vec<_> = pairs().filter(|(position, _)| (start..end).contains(position)).collect();
                assert_eq!(listed(&mut part.stripes(start..end)), there);
            }
        }
    }
}
