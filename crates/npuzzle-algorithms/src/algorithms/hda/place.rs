//! Where nodes are, in four bytes beside their number: the process, its worker, and which operator
//! of a state leads back to where it was reached from.
//!
//! A state that another process has sent need not be sent the way back: that process had it
//! expanded on a path no dearer. On the 15-puzzle, where every move can be taken back, that is
//! every third state that would leave.

use crate::algorithms::reached::ShardPlace;

const RANK_SHIFT: u32 = 17;
const WORKER_SHIFT: u32 = 4;
const WAY_BACK: u32 = (1 << WORKER_SHIFT) - 1;
/// No more processes and threads than these have numbers.
pub(super) const MOST_RANKS: usize = 1 << (32 - RANK_SHIFT);
pub(super) const MOST_WORKERS: usize = 1 << (RANK_SHIFT - WORKER_SHIFT);

/// Who has a state: a worker of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    pub rank: usize,
    pub worker: usize,
}

impl Owner {
    /// The place of its node, as the parent of a state where the operator `way_back` leads there.
    #[inline]
    pub fn place(self, node: u32, way_back: u8) -> ShardPlace {
        let (rank, worker) = ((self.rank as u32) << RANK_SHIFT, (self.worker as u32) << WORKER_SHIFT);
        ShardPlace { table: rank | worker | u32::from(way_back) & WAY_BACK, node }
    }
}

/// The process whose node it is.
pub(super) fn rank_of(place: ShardPlace) -> usize {
    (place.table >> RANK_SHIFT) as usize
}

/// The worker whose node it is.
pub(super) fn worker_of(place: ShardPlace) -> usize {
    (place.table >> WORKER_SHIFT) as usize & (MOST_WORKERS - 1)
}

/// Which operator leads back, by its place among all, in a few bits: zero if that is not known.
#[inline]
pub(super) fn few_bits(way_back: Option<usize>) -> u8 {
    way_back.map_or(0, |place| if place < WAY_BACK as usize { place as u8 + 1 } else { 0 })
}

/// Whether the operator at a place among all leads back to the parent.
#[inline]
pub(super) fn leads_back(parent: ShardPlace, operator: usize) -> bool {
    operator + 1 == (parent.table & WAY_BACK) as usize && parent != ShardPlace::NOWHERE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_what_they_are_made_of() {
        for rank in [0, 1, 77, MOST_RANKS - 2] {
            for worker in [0, 1, 63, MOST_WORKERS - 1] {
                for way_back in [None, Some(0), Some(3), Some(14), Some(15), Some(1000)] {
                    let place = Owner { rank, worker }.place(u32::MAX, few_bits(way_back));
                    assert_eq!((rank_of(place), worker_of(place), place.node), (rank, worker, u32::MAX));
                    assert!(place.known().is_some());
                    let leading: Vec<usize> = (0..2000).filter(|&operator| leads_back(place, operator)).collect();
                    assert_eq!(leading, Vec::from_iter(way_back.filter(|&place| place < 15)));
                }
            }
        }
        assert!((0..20).all(|operator| !leads_back(ShardPlace::NOWHERE, operator)));
    }
}
