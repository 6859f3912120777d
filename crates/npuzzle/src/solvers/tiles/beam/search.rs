//! Beam search on packed boards: layer by layer, the best children of all boards of the layer before.
//!
//! A layer is divided into *shards* by the hash of its boards, each with its own table of seen boards, its own cap and its share of
//! the width. Work is done in rounds. First stretches of all shards are expanded, each into its own boxes, one for every shard
//! that children can go to. Then each shard takes in what came for it, in the order of the boxes. When the layer is
//! through, each shard builds its boards. Every step is shared out among the threads there are, and none depends on
//! who does it: results are the same for any number of threads. A narrow beam has one shard, and one thread.
//!
//! (Beam search: Lowerre 1976. Duplicates across layers: Zhou & Hansen 2005.)

use std::sync::Arc;

use crate::core::{Cost, StateKey, Stop};
use crate::domains::tiles::Direction;
use crate::solvers::tiles::beam::expansion::{Expansion, Outbox, shard_of, shard_shift};
use crate::solvers::tiles::beam::homes::Homes;
use crate::solvers::tiles::beam::layer::{Child, Layer, Origin, State};
use crate::solvers::tiles::beam::lines::Lines;
use crate::solvers::tiles::beam::score::Score;
use crate::solvers::tiles::beam::seen::{BUCKET, Seen};
use crate::solvers::tiles::beam::selection::Selection;
use crate::store::instructions::{Work, with_instructions};
use crate::store::work_queue::share_out;

/// The widest beam: boards of a layer are numbered in 30 bits, with gaps.
pub const MOST_WIDTH: usize = 1 << 29;

/// Beams from this width on are divided into shards.
const WIDE: usize = 20_000;

/// The shards of a wide beam, a power of two.
const SHARDS: usize = 16;

/// So many parents of each shard are expanded in a round: in narrow beams few, so that caps are fresh and children in the first cache; in wide beams
/// more, so that threads seldom meet.
const NARROW_STRETCH: usize = 128;
const WIDE_STRETCH: usize = 2048;

/// So many buckets of seen boards for each board of a layer, at least.
const BUCKETS_PER_BOARD: usize = 3;

/// When a run ends without a solution.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Only solutions of at most so many moves are wanted; boards that cannot be part of one are dropped.
    pub longest: Option<Cost>,
    /// It gives up when the best score has not improved for so many layers.
    pub stall: Option<usize>,
    /// It gives up after so many layers.
    pub most_layers: usize,
}

/// What a run has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A solution.
    Solved(Vec<Direction>),
    /// None, for too many layers. These moves lead to the board of best score.
    Stalled(Vec<Direction>),
    /// None: no board was left. If none was ever dropped for its score ([`Tally::truncated`]), there is no solution of the length asked for.
    RanDry,
}

/// What a run has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards whose children were made.
    pub expanded: u64,
    /// Children made, duplicates and bad ones included.
    pub generated: u64,
    /// Layers, the start's not among them.
    pub layers: usize,
    /// The most bytes held, without pattern tables.
    pub peak_bytes: u64,
    /// Whether boards were dropped because there were better ones.
    pub truncated: bool,
}

/// A beam with all its memory, to be run again and again.
pub struct Beam {
    score: Arc<Score>,
    lines: Lines,
    width: usize,
    threads: usize,
    memory: u64,
    /// The number of a board is its shard, and below this many bits its place there.
    place_bits: u32,
    layers: Vec<Layer>,
    outboxes: Vec<Outbox>,
    shards: Vec<Shard>,
    /// For each layer, the start's not among them, and each shard how its boards were reached.
    log: Vec<Vec<Box<[Origin]>>>,
    logged_bytes: u64,
    runs: u64,
    /// The number of layers of all runs, modulo 256.
    age: u8,
    tally: Tally,
}

/// What becomes the next layer in one shard.
struct Shard {
    selection: Selection,
    layer: Layer,
    origins: Box<[Origin]>,
    /// The best score, and its place.
    best: Option<(i32, u32)>,
    worst: i32,
}

/// A board that was kept: its score, its layer and its number there.
#[derive(Clone, Copy)]
struct Kept {
    rank: i32,
    layer: usize,
    number: u32,
}

impl Beam {
    /// A beam of so many boards a layer, or of as many as half of `memory` bytes has room for: the other half is for paths.
    pub fn new(score: Arc<Score>, width: usize, threads: usize, memory: u64) -> Result<Self, Stop> {
        let room = usize::try_from(memory / 2 / Self::bytes_per_board(&score)).unwrap_or(usize::MAX);
        let width = width.clamp(1, MOST_WIDTH).min(room.max(1));
        let shards = if width < WIDE { 1 } else { SHARDS };
        let share = width.div_ceil(shards);
        let shard = |_| {
            let seen = Seen::new((share * BUCKETS_PER_BOARD).max(64)).ok_or(Stop::Memory)?;
            let selection = Selection::new(share, seen);
            Ok(Shard { selection, layer: Layer::default(), origins: Box::default(), best: None, worst: 0 })
        };
        Ok(Self {
            lines: score.lines.clone(),
            score,
            width: share * shards,
            threads: threads.clamp(1, shards),
            memory,
            place_bits: share.next_power_of_two().ilog2(),
            layers: (0..shards).map(|_| Layer::default()).collect(),
            outboxes: (0..shards).map(|_| Outbox::new(shards)).collect(),
            shards: (0..shards).map(shard).collect::<Result<_, Stop>>()?,
            log: Vec::new(),
            logged_bytes: 0,
            runs: 0,
            age: 0,
            tally: Tally::default(),
        })
    }

    /// The most that a board of a layer takes, but for its path: twice with its state, twice as a candidate, and its part of the table of seen
    /// boards, whose size is a power of two.
    fn bytes_per_board(score: &Score) -> u64 {
        let board = Layer::stride(score) + size_of::<State>();
        (2 * board + 2 * size_of::<Child>() + 2 * BUCKETS_PER_BOARD * BUCKET) as u64
    }

    /// The boards of a layer.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What the last run has done.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Orders boards by another score from now on, which may be one for another shape.
    pub fn set_score(&mut self, score: Arc<Score>) {
        if !Arc::ptr_eq(&self.score, &score) {
            self.lines = score.lines.clone();
            self.score = score;
        }
    }

    /// Searches from a board that can be solved. `check` is asked every few milliseconds at least; with its error the run is over and nothing of it is
    /// kept. It is an error too if paths need more memory than there is ([`Stop::Memory`]), or if the score is not one for this board
    /// ([`Stop::Broken`]).
    pub fn run(
        &mut self,
        start: &Homes,
        terms: &Terms,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
    ) -> Result<Found, Stop> {
        let found = self.search(start, terms, check);
        self.tally.truncated = self.outboxes.iter().any(|outbox| outbox.truncated)
            || self.shards.iter().any(|shard| shard.selection.is_truncated());
        self.tally.generated = self.outboxes.iter().map(|outbox| outbox.generated).sum();
        self.log = Vec::new();
        found
    }

    fn search(
        &mut self,
        start: &Homes,
        terms: &Terms,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
    ) -> Result<Found, Stop> {
        if !self.score.fits(start) {
            return Err(Stop::Broken);
        }
        if start.is_goal() {
            return Ok(Found::Solved(Vec::new()));
        }
        let mut best = self.begin(start);
        let (mut least, mut most) = (best.rank, best.rank);
        let reach = self.score.most_change();
        for depth in 1..=terms.most_layers {
            let most_bound = match terms.longest {
                None => Cost::MAX,
                Some(longest) => match longest.checked_sub(depth as Cost) {
                    Some(left) => left,
                    None => return Ok(Found::RanDry),
                },
            };
            self.age = self.age.wrapping_add(1);
            for shard in &mut self.shards {
                shard.selection.begin(least.saturating_sub(reach), most.saturating_add(reach));
            }
            if let Some(goal) = self.expand(most_bound, check)? {
                self.tally.layers = depth;
                return Ok(Found::Solved(self.path(Some(goal))));
            }
            self.build(check)?;
            self.tally.layers = depth;
            let ranks = |shard: &Shard| shard.best.map(|(best, _)| (best, shard.worst));
            let kept = self.shards.iter().filter_map(ranks);
            let Some(range) = kept.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))) else {
                return Ok(Found::RanDry);
            };
            (least, most) = range;
            for (number, shard) in (0_u32..).zip(&self.shards) {
                if let Some((rank, place)) = shard.best.filter(|(rank, _)| *rank < best.rank) {
                    best = Kept { rank, layer: depth, number: number << self.place_bits | place };
                }
            }
            self.keep_layer()?;
            if terms.stall.is_some_and(|stall| depth >= best.layer + stall) {
                break;
            }
        }
        Ok(Found::Stalled(self.path_to(best)))
    }

    /// Makes ready for a run. The start is the first layer.
    fn begin(&mut self, start: &Homes) -> Kept {
        let score = Arc::clone(&self.score);
        self.tally = Tally::default();
        self.log.clear();
        self.logged_bytes = 0;
        self.runs += 1;
        self.lines.set_goal_blank(start.goal_blank());
        for (layer, outbox) in self.layers.iter_mut().zip(&mut self.outboxes) {
            layer.clear(&score);
            (outbox.generated, outbox.truncated) = (0, false);
            outbox.clear();
        }
        for shard in &mut self.shards {
            shard.selection.forget_truncation();
        }
        let (cells, blank) = (start.cells(), start.blank().0 as u8);
        let mut board = cells.to_vec();
        board.resize(Layer::stride(&score), 0);
        let (cells, distances) = board.split_at_mut(cells.len());
        let sums = score.sums(&self.lines, cells, blank, distances);
        let rank = sums.score + score.computed_anew(cells, blank);
        // The salt makes boards of earlier runs other boards, so that the table need not be emptied.
        let hash = score.hash(cells, blank) ^ self.runs.hash64();
        let shard = shard_of(hash, shard_shift(self.shards.len()));
        let state = State { hash, score: sums.score, bound: sums.bound as u16, blank, came_from: blank };
        self.layers[shard].push(&board, state);
        self.age = self.age.wrapping_add(1);
        self.shards[shard].selection.note(hash, self.age);
        Kept { rank, layer: 0, number: (shard as u32) << self.place_bits }
    }

    /// Makes all children of the layer and selects among them. Returns the first goal, if there is one.
    fn expand(
        &mut self,
        most_bound: Cost,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
    ) -> Result<Option<Origin>, Stop> {
        let stretch = if self.shards.len() == 1 { NARROW_STRETCH } else { WIDE_STRETCH };
        let longest = self.layers.iter().map(|layer| layer.states.len()).max().unwrap_or(0);
        let (score, lines, age, place_bits) = (&*self.score, &self.lines, self.age, self.place_bits);
        for start in (0..longest).step_by(stretch) {
            let caps: Vec<i32> = self.shards.iter().map(|shard| shard.selection.cap()).collect();
            let sources = (0_u32..).zip(&self.layers).zip(&mut self.outboxes).map(|((number, layer), outbox)| {
                let count = layer.states.len();
                let stretch = start.min(count)..(start + stretch).min(count);
                let (first, caps) = (number << place_bits, &caps[..]);
                outbox.clear();
                Expansion { score, lines, layer, stretch, first, most_bound, caps, outbox }
            });
            let expand = |expansion: Expansion<'_>, _: &mut ()| with_instructions(expansion);
            share_out(self.threads, sources, &mut || check(), expand)?;
            let goal = self.outboxes.iter().find_map(|outbox| outbox.goal);
            if goal.is_some() {
                return Ok(goal);
            }
            let outboxes = &self.outboxes[..];
            let shards = self.shards.iter_mut().enumerate();
            let intakes =
                shards.map(|(number, shard)| Intake { selection: &mut shard.selection, outboxes, number, age });
            share_out(self.threads, intakes, &mut || check(), |intake, _: &mut ()| with_instructions(intake))?;
        }
        let expanded: usize = self.layers.iter().map(|layer| layer.states.len()).sum();
        self.tally.expanded += expanded as u64;
        Ok(None)
    }

    /// Builds the boards that were selected.
    fn build(&mut self, check: &(dyn Fn() -> Result<(), Stop> + Sync)) -> Result<(), Stop> {
        let (score, parents, place_bits) = (&*self.score, &self.layers[..], self.place_bits);
        let build = |shard: &mut Shard, _: &mut ()| shard.build(score, parents, place_bits);
        share_out(self.threads, self.shards.iter_mut(), &mut || check(), build)
    }

    /// Makes the boards that were built the current layer, and writes the log.
    fn keep_layer(&mut self) -> Result<(), Stop> {
        for (layer, shard) in self.layers.iter_mut().zip(&mut self.shards) {
            std::mem::swap(layer, &mut shard.layer);
        }
        self.log.push(self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.origins)).collect());
        let logged: usize = self.log.last().into_iter().flatten().map(|origins| size_of_val(&**origins)).sum();
        self.logged_bytes += logged as u64;
        let held = self.held();
        self.tally.peak_bytes = self.tally.peak_bytes.max(held);
        if held > self.memory { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Bytes held now.
    fn held(&self) -> u64 {
        let layers: u64 = self.layers.iter().map(Layer::held).sum();
        let outboxes: u64 = self.outboxes.iter().map(Outbox::held).sum();
        let shards: u64 = self.shards.iter().map(|shard| shard.selection.held() + shard.layer.held()).sum();
        layers + outboxes + shards + self.logged_bytes
    }

    /// The moves from the start to a board of the current layer's children.
    fn path(&self, mut origin: Option<Origin>) -> Vec<Direction> {
        let mut moves = Vec::new();
        let mut layers = self.log.iter().rev();
        while let Some(last) = origin {
            moves.push(last.direction());
            origin = layers.next().and_then(|layer| self.logged(layer, last.parent()));
        }
        moves.reverse();
        moves
    }

    /// The moves from the start to a board that was kept.
    fn path_to(&mut self, board: Kept) -> Vec<Direction> {
        self.log.truncate(board.layer);
        let origin = self.log.pop().and_then(|layer| self.logged(&layer, board.number));
        self.path(origin)
    }

    fn logged(&self, layer: &[Box<[Origin]>], number: u32) -> Option<Origin> {
        let place = number & ((1 << self.place_bits) - 1);
        layer.get((number >> self.place_bits) as usize)?.get(place as usize).copied()
    }
}

/// A shard that takes in what came for it.
struct Intake<'i> {
    selection: &'i mut Selection,
    outboxes: &'i [Outbox],
    number: usize,
    age: u8,
}

impl Work for Intake<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        for outbox in self.outboxes {
            self.selection.take(&outbox.children[self.number], self.age);
        }
    }
}

impl Shard {
    /// Builds the boards that were selected.
    fn build(&mut self, score: &Score, parents: &[Layer], place_bits: u32) {
        let kept = self.selection.finish();
        self.layer.clear(score);
        self.layer.reserve(kept.len());
        (self.best, self.worst) = (None, i32::MIN);
        let mut best = (i32::MAX, 0);
        for (place, child) in (0_u32..).zip(kept) {
            let parent = child.origin.parent();
            let at = parent & ((1 << place_bits) - 1);
            self.layer.push_child(score, &parents[(parent >> place_bits) as usize], at as usize, child);
            best = best.min((child.rank, place));
            self.worst = self.worst.max(child.rank);
        }
        self.best = (!kept.is_empty()).then_some(best);
        self.origins = kept.iter().map(|child| child.origin).collect();
    }
}
