//! The hot loop: all children of a stretch of a layer, with hash, score and bound, and which shard
//! each one goes to.
//!
//! A child costs two look-ups of what its tile adds in its old and its new cell, a scan of one line
//! where conflicts can have changed, and what the learned charges of the cells around it take.
//! Children whose score is above the cap of their shard as it was at the last round, or that cannot
//! lead to a solution that is short enough, are dropped at once.

use std::ops::Range;

use crate::core::Cost;
use crate::solvers::tiles::beam::layer::{Child, Layer, Origin};
use crate::solvers::tiles::beam::lines::Lines;
use crate::solvers::tiles::beam::score::{Score, Slide};
use crate::store::instructions::Work;

/// Where children go, and what was found on the way.
#[derive(Default)]
pub(super) struct Outbox {
    /// For each shard its children.
    pub(super) children: Vec<Vec<Child>>,
    /// The first child that is the goal.
    pub(super) goal: Option<Origin>,
    /// Children made.
    pub(super) generated: u64,
    /// Whether children were dropped for their score.
    pub(super) truncated: bool,
}

impl Outbox {
    /// An empty one for so many shards.
    pub(super) fn new(shards: usize) -> Self {
        Self { children: (0..shards).map(|_| Vec::new()).collect(), ..Self::default() }
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.children.iter_mut().for_each(Vec::clear);
        self.goal = None;
    }

    /// Bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        self.children.iter().map(|children| (children.capacity() * size_of::<Child>()) as u64).sum()
    }
}

/// A stretch of a layer to be expanded.
pub(super) struct Expansion<'e> {
    pub(super) score: &'e Score,
    pub(super) lines: &'e Lines,
    pub(super) layer: &'e Layer,
    pub(super) stretch: Range<usize>,
    /// The number of the layer's first board among all of its layer.
    pub(super) first: u32,
    /// The largest bound that a child may have.
    pub(super) most_bound: Cost,
    /// What each shard keeps at most.
    pub(super) caps: &'e [i32],
    pub(super) outbox: &'e mut Outbox,
}

impl Work for Expansion<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let mut post = Post::new(self.caps, self.most_bound, self.outbox);
        for at in self.stretch.clone() {
            children(self.score, self.lines, self.layer, at, self.first, |child| post.take(child));
        }
    }
}

/// Makes the children of a board.
#[inline(always)]
fn children(score: &Score, lines: &Lines, layer: &Layer, at: usize, first: u32, mut each: impl FnMut(Child)) {
    let count = score.shape().cells();
    let conflict = score.weights().conflict;
    let parent = &layer.states[at];
    let cells = &layer.board(at)[..count];
    let blank = parent.blank;
    let mut learned = score.learned.as_ref().map(|learned| (learned, learned.of_parent(cells, blank)));
    for (way, &from) in score.neighbours[usize::from(blank)].iter().enumerate() {
        if from == blank || from == parent.came_from {
            continue;
        }
        let tile = cells[usize::from(from)];
        let row = &score.placed[usize::from(tile) * count..][..count];
        let (left, entered) = (&row[usize::from(from)], &row[usize::from(blank)]);
        let conflicts = lines.change(cells, tile, from, blank, way < 2);
        let slide = Slide { tile, from, to: blank };
        let mut carried = parent.score + entered.value - left.value + conflict * conflicts;
        if let Some((learned, errands)) = &mut learned {
            carried += learned.change(errands, slide, way);
        }
        let anew = score.nearest.as_ref().map_or(0, |nearest| nearest.of_child(cells, slide));
        let child = Child {
            hash: parent.hash ^ left.key ^ entered.key,
            score: carried,
            origin: Origin::new(first + at as u32, way),
            bound: (i32::from(parent.bound) + entered.distance - left.distance + conflicts) as u16,
            anew: anew.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
        };
        each(child);
    }
}

/// Sends children to their shards.
struct Post<'p> {
    caps: &'p [i32],
    most_bound: Cost,
    /// The hash's bits above this tell the shard, after one bit was dropped: a shift by all 64
    /// would not be one.
    shift: u32,
    outbox: &'p mut Outbox,
}

impl<'p> Post<'p> {
    fn new(caps: &'p [i32], most_bound: Cost, outbox: &'p mut Outbox) -> Self {
        Self { caps, most_bound, shift: shard_shift(caps.len()), outbox }
    }

    /// Takes a child that can be part of a solution that is short enough, and is not too bad.
    #[inline(always)]
    fn take(&mut self, child: Child) {
        self.outbox.generated += 1;
        if Cost::from(child.bound) > self.most_bound {
            return;
        }
        // Manhattan distance is zero at the goal and nowhere else.
        if child.bound == 0 && self.outbox.goal.is_none() {
            self.outbox.goal = Some(child.origin);
        }
        let shard = shard_of(child.hash, self.shift);
        if child.rank() <= self.caps[shard] {
            self.outbox.children[shard].push(child);
        } else {
            self.outbox.truncated = true;
        }
    }
}

/// How to find the shard of a hash among so many, which must be a power of two.
pub(super) fn shard_shift(shards: usize) -> u32 {
    debug_assert!(shards.is_power_of_two());
    u64::BITS - 1 - shards.ilog2()
}

/// The shard of a hash.
#[inline(always)]
pub(super) fn shard_of(hash: u64, shift: u32) -> usize {
    (hash >> 1 >> shift) as usize
}
