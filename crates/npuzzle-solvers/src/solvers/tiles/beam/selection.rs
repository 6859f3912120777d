//! Which children are kept: those of best score, found while they come in and without sorting.
//!
//! A histogram counts the children of each score. As soon as those below the *cap* are as many as
//! may be kept, the cap falls; a child above it is dropped before anything else is looked at. Among
//! children at the cap the first ones are kept.

use crate::solvers::tiles::beam::layer::Child;
use crate::solvers::tiles::beam::seen::Seen;

/// So many children ahead the table of seen boards learns what it will be asked.
const AHEAD: usize = 12;

/// What one shard keeps of the children of a layer.
pub(super) struct Selection {
    share: usize,
    seen: Seen,
    candidates: Vec<Child>,
    /// How many candidates have each score, from `base` on.
    counts: Vec<u32>,
    base: i32,
    cap: i32,
    /// How many candidates are below the cap. INVARIANT: fewer than `share`.
    below: usize,
    truncated: bool,
}

impl Selection {
    /// Keeps so many of each layer, at least one.
    pub(super) fn new(share: usize, seen: Seen) -> Self {
        Self {
            share: share.max(1),
            seen,
            candidates: Vec::new(),
            counts: Vec::new(),
            base: 0,
            cap: 0,
            below: 0,
            truncated: false,
        }
    }

    /// Begins a layer in which scores are expected from `least` to `most`. What is more is dropped,
    /// what is less counts as `least`.
    pub(super) fn begin(&mut self, least: i32, most: i32) {
        self.candidates.clear();
        self.counts.clear();
        self.counts.resize((most.max(least) - least + 1) as usize, 0);
        (self.base, self.cap, self.below) = (least, most.max(least), 0);
    }

    /// The most that a child may have.
    pub(super) fn cap(&self) -> i32 {
        self.cap
    }

    /// Whether a child was ever dropped because there were better ones.
    pub(super) fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        self.seen.held() + self.candidates_held() + (self.counts.capacity() * size_of::<u32>()) as u64
    }

    /// Bytes of the candidates.
    pub(super) fn candidates_held(&self) -> u64 {
        (self.candidates.capacity() * size_of::<Child>()) as u64
    }

    /// Forgets all boards that were seen, and that any was dropped.
    pub(super) fn forget(&mut self) {
        self.seen.forget();
        self.truncated = false;
    }

    /// Notes a board as seen.
    pub(super) fn note(&mut self, hash: u64, age: u8) {
        self.seen.open().is_new(hash, age);
    }

    /// Takes in children of a layer.
    #[inline(always)]
    pub(super) fn take(&mut self, children: &[Child], age: u8) {
        let mut seen = self.seen.open();
        // Compacted when it is twice as long as it need be, so that it never grows beyond and costs
        // little.
        let most_candidates = 2 * self.share + 64;
        for (at, child) in children.iter().enumerate() {
            if let Some(later) = children.get(at + AHEAD) {
                seen.announce(later.hash);
            }
            let rank = child.rank();
            if rank > self.cap {
                self.truncated = true;
                continue;
            }
            if !seen.is_new(child.hash, age) {
                continue;
            }
            let rank = rank.max(self.base);
            self.counts[(rank - self.base) as usize] += 1;
            self.below += usize::from(rank < self.cap);
            if self.candidates.len() == most_candidates {
                compact(&mut self.candidates, self.base, self.cap, self.share - self.below.min(self.share));
                self.truncated |= self.candidates.len() < most_candidates;
            }
            self.candidates.push(*child);
            while self.below >= self.share {
                self.cap -= 1;
                self.below -= self.counts[(self.cap - self.base) as usize] as usize;
                self.truncated = true;
            }
        }
    }

    /// What is kept, when all children have been taken in.
    pub(super) fn finish(&mut self) -> &[Child] {
        let before = self.candidates.len();
        compact(&mut self.candidates, self.base, self.cap, self.share - self.below);
        self.truncated |= self.candidates.len() < before;
        &self.candidates
    }
}

/// Leaves only what will be kept if nothing better comes: all below the cap, and as many at the cap
/// as there are places.
fn compact(candidates: &mut Vec<Child>, base: i32, cap: i32, mut places: usize) {
    candidates.retain(|child| {
        let rank = child.rank().max(base);
        let at_cap = rank == cap;
        let kept = rank < cap || at_cap && places > 0;
        places -= usize::from(at_cap && kept);
        kept
    });
}
