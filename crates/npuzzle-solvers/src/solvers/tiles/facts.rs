//! The small fields of a node of a kernel with tables, in one word.
//!
//! PERF: the word is written at once, since reading back what was written in pieces has to wait for
//! all of them.

use crate::core::Cost;

/// States of the automaton are below this.
pub(super) const MOST_STATES: usize = 1 << 24;
/// More moves than this are never left.
pub(super) const MOST_LEFT: Cost = (1 << 10) - 1;

/// From bit 0 on the automaton's state (24 bits), the blank's cell (8), the moves left (10) and for
/// each view half the moves that a solution may be longer than the estimate (11, signed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(u64);

impl Facts {
    pub(super) const EMPTY: Self = Self(0);

    #[inline(always)]
    pub(super) fn new(words: u64, blank: u64, left: Cost, slack: [i64; 2]) -> Self {
        let slack = ((slack[0] as u64 & 0x7FF) << 42) | ((slack[1] as u64) << 53);
        Self(words | (blank << 24) | (u64::from(left) << 32) | slack)
    }

    /// Those of a child, which has a move less.
    #[inline(always)]
    pub(super) fn after(self, words: u64, blank: u64, slack: [i64; 2]) -> Self {
        Self::new(words, blank, self.left().wrapping_sub(1) & MOST_LEFT, slack)
    }

    /// With `more` moves, an even number.
    pub(super) fn lifted(self, more: Cost) -> Self {
        let slack = [0, 1].map(|view| (self.slack(view) + i64::from(more / 2)).min(i64::from(MOST_LEFT)));
        Self::new(self.words() as u64, self.blank() as u64, (self.left() + more).min(MOST_LEFT), slack)
    }

    #[inline(always)]
    pub(super) fn words(self) -> usize {
        self.0 as usize % MOST_STATES
    }

    #[inline(always)]
    pub(super) fn blank(self) -> usize {
        (self.0 >> 24) as usize % 32
    }

    #[inline(always)]
    pub(super) fn left(self) -> Cost {
        (self.0 >> 32) as Cost & MOST_LEFT
    }

    #[inline(always)]
    pub(super) fn slack(self, view: usize) -> i64 {
        ((self.0 << (11 * (1 - view))) as i64) >> 53
    }
}
