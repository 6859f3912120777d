//! Beam search on packed boards: layer by layer, the best children of all boards of the layer
//! before.
//!
//! A layer is divided into *shards* by the hash of its boards, each with its own table of seen
//! boards, its own cap and its share of the width. Work is done in rounds. First stretches of all
//! shards are expanded, each into its own boxes, one for every shard that children can go to. Then
//! each shard takes in what came for it, in the order of the boxes. When the layer is through, each
//! shard builds its boards. Every step is shared out among the threads there are, and none depends
//! on who does it: results are the same for any number of threads. A narrow beam has one shard, and
//! one thread.
//!
//! (Beam search: Lowerre 1976. Duplicates across layers: Zhou & Hansen 2005.)

use std::sync::Arc;

use crate::core::{Cost, Stop, is_to_be_had};
use crate::domains::tiles::{Cell, Direction};
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

/// The shards of a wide beam, a power of two. They do not depend on the threads there are, so that
/// results do not.
///
/// PERF: on one thread, 8 shards cost 5 % and 16 cost 20 % more time than one, since children are
/// written to more places (35-puzzle, width 100,000).
const SHARDS: usize = 8;

/// So many parents of each shard are expanded in a round: in narrow beams few, so that caps are
/// fresh and children in the first cache; in wide beams more, so that threads seldom meet.
const NARROW_STRETCH: usize = 512;
const WIDE_STRETCH: usize = 4096;

/// So many buckets of seen boards for each board of a layer, at least.
const BUCKETS_PER_BOARD: usize = 3;

/// A board has at most so many children: the blank does not go back.
const MOST_CHILDREN: usize = 3;

/// Less than this many bytes are not asked for before a layer.
const SMALL: u64 = 1 << 20;

/// When a run ends without a solution.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Only solutions of at most so many moves are wanted; boards that cannot be part of one are
    /// dropped.
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
    /// None: no board was left. If none was ever dropped for its score ([`BeamTally::truncated`]),
    /// there is no solution of the length asked for.
    RanDry,
}

/// What a run has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BeamTally {
    /// Boards whose children were made.
    pub expanded: u64,
    /// Children made, duplicates and bad ones included.
    pub generated: u64,
    /// Layers, the start's not among them.
    pub layers: usize,
    /// The most bytes held.
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
    /// The number of the layer that is made, modulo 256.
    age: u8,
    tally: BeamTally,
}

/// The boards of a layer.
pub struct Boards<'b> {
    shards: &'b [Layer],
    cells: usize,
}

impl Boards<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.shards.iter().map(|shard| shard.states.len()).sum()
    }

    /// The home of what stands in each cell of a board, and where its blank is.
    pub fn board(&self, mut number: usize) -> Option<(&[u8], Cell)> {
        for shard in self.shards {
            if let Some(state) = shard.states.get(number) {
                return Some((&shard.board(number)[..self.cells], Cell(u16::from(state.blank))));
            }
            number -= shard.states.len();
        }
        None
    }
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
    /// A beam of so many boards a layer, or of as many as `memory` bytes have room for, with paths
    /// of a usual length.
    pub fn new(score: Arc<Score>, width: usize, threads: usize, memory: u64) -> Result<Self, Stop> {
        let width = width.clamp(1, Self::widest(&score, memory));
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
            age: 0,
            tally: BeamTally::default(),
        })
    }

    /// The widest beam that so many bytes have room for.
    pub fn widest(score: &Score, memory: u64) -> usize {
        let room = usize::try_from(memory / Self::bytes_per_board(score)).unwrap_or(usize::MAX);
        room.clamp(1, MOST_WIDTH)
    }

    /// What a board of a layer takes: twice with its state, twice as a candidate, its part of the
    /// table of seen boards, whose size is a power of two, and a link of the path in every layer.
    /// Random boards of `n` by `n` cells are solved in about `1.1 n^3` layers.
    fn bytes_per_board(score: &Score) -> u64 {
        let shape = score.shape();
        Self::bytes_in(shape.cells(), shape.cells() * shape.rows().max(shape.cols()) * 5 / 4)
    }

    /// The same for boards of so many cells and paths of so many layers.
    pub(in crate::solvers::tiles) fn bytes_in(cells: usize, layers: usize) -> u64 {
        let (board, path) = (cells + size_of::<State>(), layers * size_of::<Origin>());
        (2 * board + 2 * size_of::<Child>() + 2 * BUCKETS_PER_BOARD * BUCKET + path) as u64
    }

    /// The boards of a layer.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What the last run has done.
    pub fn tally(&self) -> BeamTally {
        self.tally
    }

    /// Orders boards by another score from now on, which may be one for another shape.
    pub fn set_score(&mut self, score: Arc<Score>) {
        if !Arc::ptr_eq(&self.score, &score) {
            self.lines = score.lines.clone();
            self.score = score;
        }
    }

    /// Searches from a board that can be solved. `check` is asked every few milliseconds at least;
    /// with its error the run is over and nothing of it is kept. It is an error too if paths need
    /// more memory than there is ([`Stop::Memory`]), or if the score is not one for this board
    /// ([`Stop::Broken`]).
    pub fn run(
        &mut self,
        start: &Homes,
        terms: &Terms,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
    ) -> Result<Found, Stop> {
        self.run_watched(start, terms, check, &mut |_| {})
    }

    /// As [`Self::run`], and `watch` sees every layer that is kept.
    pub fn run_watched(
        &mut self,
        start: &Homes,
        terms: &Terms,
        check: &(dyn Fn() -> Result<(), Stop> + Sync),
        watch: &mut dyn FnMut(&Boards<'_>),
    ) -> Result<Found, Stop> {
        let found = self.search(start, terms, check, watch);
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
        watch: &mut dyn FnMut(&Boards<'_>),
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
            self.make_sure_of_room()?;
            self.age = self.age.wrapping_add(1);
            for shard in &mut self.shards {
                shard.selection.begin(least.saturating_sub(reach), most.saturating_add(reach));
            }
            if let Some(goal) = self.expand(most_bound, check)? {
                self.tally.layers = depth;
                let path = self.path(Some(goal));
                return if leads_home(start, &path) { Ok(Found::Solved(path)) } else { Err(Stop::Broken) };
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
            watch(&Boards { shards: &self.layers, cells: self.score.shape().cells() });
            if terms.stall.is_some_and(|stall| depth >= best.layer + stall) {
                break;
            }
        }
        Ok(Found::Stalled(self.path_to(best)))
    }

    /// Makes ready for a run. The start is the first layer.
    fn begin(&mut self, start: &Homes) -> Kept {
        let score = Arc::clone(&self.score);
        self.tally = BeamTally::default();
        self.log.clear();
        self.logged_bytes = 0;
        self.age = 0;
        self.lines.set_goal_blank(start.goal_blank());
        for (layer, outbox) in self.layers.iter_mut().zip(&mut self.outboxes) {
            layer.clear(&score);
            (outbox.generated, outbox.truncated) = (0, false);
            outbox.clear();
        }
        // This takes as long as a layer or less. In return every run is the first: what a beam
        // finds does not depend on what it was used for before.
        for shard in &mut self.shards {
            shard.selection.forget();
        }
        let (cells, blank) = (start.cells(), start.blank().0 as u8);
        let sums = score.sums(&self.lines, cells, blank);
        let rank = sums.score + score.computed_anew(cells, blank);
        let hash = score.hash(cells, blank);
        let shard = shard_of(hash, shard_shift(self.shards.len()));
        let state = State { hash, score: sums.score, bound: sums.bound as u16, blank, came_from: blank };
        self.layers[shard].push(cells, state);
        self.shards[shard].selection.note(hash, self.age);
        Kept { rank, layer: 0, number: (shard as u32) << self.place_bits }
    }

    /// Whether the system has what the next layer may take. Its lists grow on several threads, none
    /// of which could be refused.
    fn make_sure_of_room(&self) -> Result<(), Stop> {
        let parents: usize = self.layers.iter().map(|layer| layer.states.len()).sum();
        let children = (MOST_CHILDREN * parents).min(2 * self.width);
        let kept = children.min(self.width);
        // A list that grows is held twice for a moment, and then has up to twice the room it needs.
        let candidates = 3 * children * size_of::<Child>();
        let boards = kept * (self.score.shape().cells() + size_of::<State>());
        let had: u64 = self.shards.iter().map(|shard| shard.selection.candidates_held() + shard.layer.held()).sum();
        let more = ((candidates + boards) as u64).saturating_sub(had) + (kept * size_of::<Origin>()) as u64;
        if more < SMALL { Ok(()) } else { is_to_be_had(more) }
    }

    /// Makes all children of the layer and selects among them. Returns the first goal, if there is
    /// one.
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
    pub fn held(&self) -> u64 {
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

/// Whether moves lead to the goal. They do, if the sums that boards carry along are right.
fn leads_home(start: &Homes, path: &[Direction]) -> bool {
    let mut homes = start.clone();
    let home = path.iter().all(|&direction| homes.slide(direction)) && homes.is_goal();
    debug_assert!(home, "{start:?} {path:?}");
    home
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
            best = best.min((child.rank(), place));
            self.worst = self.worst.max(child.rank());
        }
        self.best = (!kept.is_empty()).then_some(best);
        self.origins = kept.iter().map(|child| child.origin).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::distance_table::DistanceTable;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::{Board, Moves, Shape};
    use crate::solvers::tiles::beam::homes::turned_round;
    use crate::solvers::tiles::beam::score::Weights;
    use npuzzle_domains::verify::verify;

    const ANY: Terms = Terms { longest: None, stall: None, most_layers: 10_000 };

    fn beam(shape: Shape, weights: Weights, width: usize, threads: usize) -> Beam {
        Beam::new(Arc::new(Score::new(shape, weights).unwrap()), width, threads, 1 << 30).unwrap()
    }

    fn boards(rows: usize, cols: usize, card: usize, seed: u64) -> (Board, Generator) {
        let goal = CARDS[card].board(Shape::new(rows, cols).unwrap());
        let generator = Generator::new(&goal, Kind::Uniform, seed).unwrap();
        (goal, generator)
    }

    fn solved(found: Found) -> Vec<Direction> {
        match found {
            Found::Solved(moves) => moves,
            other => panic!("not solved: {other:?}"),
        }
    }

    /// A beam that is wider than any layer (24,047 boards at most) is breadth-first search,
    /// whatever its score, forwards and backwards.
    #[test]
    fn a_wide_beam_is_optimal() {
        for (card, threads) in [(0, 1), (2, 2)] {
            let (goal, mut generator) = boards(3, 3, card, 3);
            let table = DistanceTable::new(&goal).unwrap();
            let mut beam = beam(goal.shape(), Weights::CONVEX, 200_000, threads);
            for _ in 0..20 {
                let start = generator.board();
                let best = usize::from(table.distance_of(&start).unwrap());
                let homes = Homes::new(&start, &goal).unwrap();
                let mut run = |homes: &Homes, terms: Terms| {
                    let found = beam.run(homes, &terms, &|| Ok(())).unwrap();
                    assert!(!beam.tally().truncated);
                    found
                };
                let path = solved(run(&homes, ANY));
                verify(&start, &goal, &Moves(path.clone())).unwrap();
                assert_eq!(path.len(), best);
                let back = turned_round(&solved(run(&homes.reversed(), ANY)));
                verify(&start, &goal, &Moves(back.clone())).unwrap();
                assert_eq!(back.len(), best);
                let at_most = |longest: usize| Terms { longest: Some(longest as Cost), ..ANY };
                assert_eq!(solved(run(&homes, at_most(best))).len(), best);
                assert_eq!(run(&homes, at_most(best.saturating_sub(1))), Found::RanDry);
            }
        }
    }

    /// Shards and threads: the same path, count for count. A narrow beam is repeatable too,
    /// whatever it did before.
    #[test]
    fn results_do_not_depend_on_threads_or_on_what_was_before() {
        for (rows, cols, width) in [(4, 4, 700), (4, 5, 40_000), (5, 5, 21_000)] {
            let (goal, mut generator) = boards(rows, cols, 1, 8);
            let start = Homes::new(&generator.board(), &goal).unwrap();
            let other = Homes::new(&generator.board(), &goal).unwrap();
            let run = |threads: usize, used: bool| {
                let mut beam = beam(goal.shape(), Weights::CONVEX, width, threads);
                if used {
                    beam.run(&other, &ANY, &|| Ok(())).unwrap();
                }
                let path = solved(beam.run(&start, &ANY, &|| Ok(())).unwrap());
                let tally = beam.tally();
                (path, tally.expanded, tally.generated, tally.layers, tally.truncated)
            };
            let first = run(1, false);
            assert_eq!(first.0.len(), first.3);
            for (threads, used) in [(2, false), (3, true), (1, true)] {
                assert_eq!(run(threads, used), first);
            }
        }
    }

    #[test]
    fn it_gives_up_when_it_was_told_to() {
        let (goal, mut generator) = boards(9, 9, 0, 1);
        let start = generator.board();
        let homes = Homes::new(&start, &goal).unwrap();
        let score = Arc::new(Score::new(goal.shape(), Weights::convex(goal.shape())).unwrap());
        let mut beam = Beam::new(Arc::clone(&score), 30, 1, 1 << 30).unwrap();
        for terms in [Terms { stall: Some(20), ..ANY }, Terms { most_layers: 100, ..ANY }] {
            let Found::Stalled(path) = beam.run(&homes, &terms, &|| Ok(())).unwrap() else { panic!("solved") };
            assert!(beam.tally().layers <= path.len() + 20 || beam.tally().layers == 100);
            let mut reached = homes.clone();
            assert!(path.iter().all(|&direction| reached.slide(direction)));
            assert!(score.of(&reached) < score.of(&homes));
        }
        let terms = Terms { most_layers: 0, ..ANY };
        assert_eq!(beam.run(&homes, &terms, &|| Ok(())), Ok(Found::Stalled(Vec::new())));
        let mut asked = std::sync::atomic::AtomicU32::new(0);
        let check = || match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            ..50 => Ok(()),
            _ => Err(Stop::Time),
        };
        assert_eq!(beam.run(&homes, &ANY, &check), Err(Stop::Time));
        assert!(*asked.get_mut() < 60);
        // All is well afterwards.
        let near = Homes::new(&goal.moved(Direction::Up).unwrap(), &goal).unwrap();
        assert_eq!(beam.run(&near, &ANY, &|| Ok(())), Ok(Found::Solved(vec![Direction::Down])));
        let solved = Homes::new(&goal, &goal).unwrap();
        assert_eq!(beam.run(&solved, &ANY, &|| Ok(())), Ok(Found::Solved(Vec::new())));
    }

    #[test]
    fn memory_is_kept_to() {
        let (goal, mut generator) = boards(7, 7, 0, 1);
        let homes = Homes::new(&generator.board(), &goal).unwrap();
        let score = Arc::new(Score::new(goal.shape(), Weights::CONVEX).unwrap());
        for memory in [1 << 20, 5 << 20, 70 << 20] {
            let mut beam = Beam::new(Arc::clone(&score), 1_000_000, 2, memory).unwrap();
            assert!(beam.width() < 1_000_000 && beam.width() as u64 > memory / 4000);
            let found = beam.run(&homes, &Terms { most_layers: 350, ..ANY }, &|| Ok(()));
            assert!(found.is_ok(), "{found:?}");
            assert!((memory / 4..=memory).contains(&beam.tally().peak_bytes), "{:?}", beam.tally());
        }
        let mut tiny = Beam::new(score, 1_000_000, 2, 1000).unwrap();
        assert_eq!(tiny.run(&homes, &ANY, &|| Ok(())), Err(Stop::Memory));
    }

    #[test]
    fn a_score_for_other_boards_is_refused() {
        let (goal, _) = boards(3, 4, 0, 1);
        let homes = Homes::new(&goal, &goal).unwrap();
        assert_eq!(
            beam(Shape::new(4, 3).unwrap(), Weights::BOUND, 10, 1).run(&homes, &ANY, &|| Ok(())),
            Err(Stop::Broken)
        );
    }
}
