//! The whole space behind a goal, layer by layer, at one bit a state, divided among processes.
//!
//! Every process holds the same part of each slab (see [`BreadthFirst`]): whole tails, and few
//! stripes of them (see [`parts`]). So moves that keep the rank, and those that stay within a tail,
//! stay with the process, and most moves are of these kinds. What moves whole runs of ranks may
//! take them to another process: of the 34 moves of the blank on 3x4, two in the first line do, and
//! four more near the ends of a stripe.
//!
//! Runs travel as bits, without a number: sender and receiver both know the move, so both know
//! which runs follow each other in a message. Zeros are left out, as most layers are thin. Messages
//! are of bounded size. The first ones of all slabs are sent before anything else is done for a
//! layer, so that they travel meanwhile; a process sends another the next one of a slab when it has
//! that one's last. Each process tells all others the width of its part of a layer and goes on; it
//! reads theirs when it has made the next layer, so that it waits for none. After the last layer it
//! may have made an empty one.
//!
//! Memory states / 8 bytes over all processes, and a slab's part more in each. A layer sends at
//! most a slab for each move that crosses, which is states / 8 / cells bytes over all processes.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use crate::core::agreement::{Discord, GLANCE, LAST_GLANCES};
use crate::core::crew::{Crew, leads, send_to_others};
use crate::core::parcel::{Parcel, SparseWords, Unpacked};
use crate::core::{Metric, Stop};
use crate::domains::tiles::breadth_first::{BreadthFirst, moved_runs};
use crate::domains::tiles::part::{Part, parts};
use crate::domains::tiles::shape::{Cell, Shape};
use crate::domains::tiles::state_index::StateIndex;
use crate::store::bits;

/// Bytes of bits in a message, at most and at least.
const LARGEST_CHUNK: usize = 1 << 20;
const LEAST_CHUNK: usize = 1 << 16;
/// About so many in the messages about a slab to all others.
const ALL_CHUNKS: usize = 1 << 23;

/// Kinds of messages.
const BITS: u8 = 0x30;
const WIDTH: u8 = 0x31;
const FARTHEST: u8 = 0x33;
const ALL_FARTHEST: u8 = 0x34;
const END: u8 = 0x35;

/// Why a search ended before its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A limit of one of the processes.
    Stopped {
        /// Which.
        why: Stop,
        /// States in all layers that were complete.
        seen: u64,
        /// All states.
        states: u64,
        /// The last of these layers.
        depth: usize,
    },
    /// A layer could not be kept, in words.
    Unkept(String),
    /// The processes do not work together any more.
    Discord(Discord),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped { why, .. } => why.fmt(f),
            Self::Unkept(why) => f.write_str(why),
            Self::Discord(discord) => discord.fmt(f),
        }
    }
}

/// Keeps every layer, so that another search can go on from it.
pub trait Keeper {
    /// Keeps this process's part of the layer at which a search stands.
    fn keep(&mut self, layer: &BreadthFirst<'_>) -> Result<(), String>;

    /// Notes that all processes have kept the layer with the last of these widths. Asked of the
    /// leader alone.
    fn complete(&mut self, widths: &[u64]) -> Result<(), String>;
}

/// Keeps nothing.
pub struct Unkept;

impl Keeper for Unkept {
    fn keep(&mut self, _: &BreadthFirst<'_>) -> Result<(), String> {
        Ok(())
    }

    fn complete(&mut self, _: &[u64]) -> Result<(), String> {
        Ok(())
    }
}

/// A breadth-first search by single moves that stands at one layer, of which this process has its
/// part.
pub struct DividedBreadthFirst<'i> {
    search: BreadthFirst<'i>,
    crew: Arc<dyn Crew>,
    /// The parts of all processes.
    parts: Arc<[Part]>,
    /// Bits of a message.
    chunk: usize,
    /// How many messages each way there are for a slab, by its cell and the other process.
    rounds: Vec<Vec<usize>>,
    beside: Beside,
    /// The bits of a message before it is packed, and of one that was unpacked.
    outgoing: Vec<u64>,
    incoming: SparseWords,
    /// Messages that came before they were wanted, with their senders and the cells they are about.
    early: Vec<(usize, Cell, Vec<u8>)>,
    /// The width of this process's part of the layer, until those of all others have come.
    pending: Option<u64>,
    /// Those that have.
    widths: Vec<Option<u64>>,
    /// From which processes nothing more will come.
    has_ended: Vec<bool>,
}

/// The states that have come from others for a slab.
#[derive(Default)]
struct Beside {
    bits: Vec<u64>,
    /// The words that may not be zero.
    touched: Vec<Range<usize>>,
}

impl Beside {
    /// For so many ranks.
    fn new(ranks: usize) -> Self {
        Self { bits: vec![0; bits::words_for(ranks)], touched: Vec::new() }
    }

    /// Adds a run of bits.
    fn add(&mut self, to: usize, from: &[u64], from_bit: usize, length: usize) {
        bits::or_run(&mut self.bits, to, from, from_bit, length);
        let words = to / bits::WORD..bits::words_for(to + length);
        match self.touched.last_mut() {
            Some(last) if (last.start..=last.end).contains(&words.start) => last.end = last.end.max(words.end),
            _ => self.touched.push(words),
        }
    }

    /// The states; nothing at all if there are none.
    fn bits(&self) -> &[u64] {
        if self.touched.is_empty() { &[] } else { &self.bits }
    }

    fn clear(&mut self) {
        self.touched.drain(..).for_each(|words| self.bits[words].fill(0));
    }
}

/// The bits that two processes exchange for a slab.
struct Channel<'r> {
    /// That of the slab.
    cell: Cell,
    peer: usize,
    out: Chunks<'r>,
    into: Chunks<'r>,
    /// Messages each way; the last ones of one side may be empty.
    rounds: usize,
}

/// A run of ranks: the cell of the blank before the move, the positions where it goes and where it
/// comes from, and how long it is.
type Run = (Cell, usize, usize, usize);

/// The runs that go from one part to another with the blank coming to a cell.
fn runs<'p>(
    search: &BreadthFirst<'p>,
    to_cell: Cell,
    from: &'p Part,
    to: &'p Part,
) -> impl Iterator<Item = Run> + use<'p> {
    let moves: Vec<_> = search.head_moves_to(to_cell).collect();
    moves.into_iter().flat_map(move |(cell, back)| {
        // Only the digits of a block change, so runs stay in it.
        let block = back.block();
        let pieces = to.stripes(0..to.len()).flat_map(move |(position, ranks)| {
            (ranks.start / block..ranks.end.div_ceil(block)).filter_map(move |number| {
                let (start, end) = (number * block, (number + 1) * block);
                from.held(start..end).next()?;
                let piece = start.max(ranks.start)..end.min(ranks.end);
                Some((position + (piece.start - ranks.start), piece))
            })
        });
        pieces.flat_map(move |(position, piece)| {
            let first = piece.start;
            moved_runs(back, piece).flat_map(move |(to, run, length)| {
                let place = move |rank: usize| position + (to - first) + (rank - run);
                from.held(run..run + length).map(move |(at, held)| (cell, place(held.start), at, held.len()))
            })
        })
    })
}

/// Runs that are cut into messages.
struct Chunks<'r> {
    runs: Peekable<Box<dyn Iterator<Item = Run> + 'r>>,
    /// So much of the next run is in the last message.
    cut: usize,
}

impl<'r> Chunks<'r> {
    fn new(runs: impl Iterator<Item = Run> + 'r) -> Self {
        let runs: Box<dyn Iterator<Item = Run> + 'r> = Box::new(runs);
        Self { runs: runs.peekable(), cut: 0 }
    }

    /// The runs of the next message of at most so many bits, each with its place in it.
    fn next(&mut self, bits: usize, mut with: impl FnMut(usize, Run)) -> usize {
        let mut filled = 0;
        while filled < bits
            && let Some(&(cell, to, from, length)) = self.runs.peek()
        {
            let part = (length - self.cut).min(bits - filled);
            with(filled, (cell, to + self.cut, from + self.cut, part));
            filled += part;
            self.cut += part;
            if self.cut == length {
                self.runs.next();
                self.cut = 0;
            }
        }
        filled
    }
}

impl<'i> DividedBreadthFirst<'i> {
    /// A search on so many threads of each process, at the layer of the goal.
    pub fn new(index: &'i StateIndex, crew: Arc<dyn Crew>, threads: usize) -> Self {
        let chunk = 8 * chunk_bytes(crew.size());
        Self::in_chunks(index, crew, threads, chunk)
    }

    fn in_chunks(index: &'i StateIndex, crew: Arc<dyn Crew>, threads: usize, chunk: usize) -> Self {
        let parts: Arc<[Part]> = parts(index, crew.size()).into();
        let part = parts[crew.rank()].clone();
        let beside = Beside::new(if crew.size() > 1 { part.len() } else { 0 });
        let search = BreadthFirst::of_part(Metric::Single, index, threads, part);
        let (widths, has_ended) = (vec![None; crew.size()], vec![false; crew.size()]);
        let own = crew.rank();
        let rounds = |cell: Cell| {
            let bits = |from: usize, to: usize| {
                runs(&search, cell, &parts[from], &parts[to]).map(|(_, _, _, length)| length).sum::<usize>()
            };
            let peers = (0..crew.size()).map(|peer| match peer == own {
                true => 0,
                false => bits(own, peer).max(bits(peer, own)).div_ceil(chunk),
            });
            peers.collect()
        };
        let rounds = index.shape().all_cells().map(rounds).collect();
        let (outgoing, incoming, early) = (Vec::new(), SparseWords::default(), Vec::new());
        Self { search, crew, parts, chunk, rounds, beside, outgoing, incoming, early, pending: None, widths, has_ended }
    }

    /// Bytes that it takes in each of so many processes, the numbering and messages included;
    /// `None` for shapes it is not made for.
    pub fn needed_bytes(shape: Shape, threads: usize, processes: usize) -> Option<u64> {
        let bits = BreadthFirst::bytes_of_bits(shape, processes as u64)?;
        let slab = bits / shape.cells() as u64;
        let exchange = if processes > 1 { slab + exchanged_bytes(shape, slab, processes) } else { 0 };
        let working = BreadthFirst::working_bytes(shape, threads, slab)?;
        Some(bits + BreadthFirst::index_bytes(shape)? + working + exchange)
    }

    /// This process's part of the search, with the widths of all.
    pub fn search(&self) -> &BreadthFirst<'i> {
        &self.search
    }

    /// Puts the search at a layer that was kept, the last of these widths. `fill` gives each slab
    /// of it and of the layer before, by the depth of that layer and the cell; not that of the
    /// goal.
    pub fn resume<E>(
        &mut self,
        widths: Vec<u64>,
        mut fill: impl FnMut(usize, Cell, &mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.search.seen = widths.iter().sum();
        self.search.widths = widths;
        let depth = self.search.depth();
        let index = self.search.index();
        for cell in index.shape().all_cells() {
            let colour = index.shape().distance(cell, index.goal().blank()) as usize % 2;
            let layer = if colour == depth % 2 { Some(depth) } else { depth.checked_sub(1) };
            let (slab, part) = self.search.slab_mut(cell);
            slab.fill(0);
            match layer {
                None => {}
                Some(0) => {
                    let goal = index.number_of_board(index.goal()).filter(|&(blank, _)| blank == cell);
                    if let Some(position) = goal.and_then(|(_, rank)| part.position(rank)) {
                        bits::set(slab, position);
                    }
                }
                Some(layer) => fill(layer, cell, slab)?,
            }
        }
        Ok(())
    }

    /// Goes to the next layer, and keeps it; `false` if all states have been seen, and then the
    /// last layer stays. The width of the layer is known when the next one is made.
    ///
    /// `go_on` is asked every few milliseconds, also while this process waits for others. After an
    /// error, which all processes get, the search cannot be continued.
    pub fn advance(
        &mut self,
        keeper: &mut dyn Keeper,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<bool, Ending> {
        self.try_advance(keeper, go_on).map_err(|ending| self.end(ending))
    }

    fn try_advance(
        &mut self,
        keeper: &mut dyn Keeper,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<bool, Ending> {
        let all = self.search.index().states();
        // One process alone waits for none, and makes no layer in vain. Of several, one that looked
        // what has come would know the end of the search before another.
        if self.crew.size() == 1 {
            self.add_up(keeper)?;
        }
        if self.search.seen() == all {
            return Ok(false);
        }
        let depth = self.search.depth() + 1;
        let mut targets = self.search.take_targets();
        let width = self.gather(depth, &mut targets, go_on);
        self.search.put_targets(targets);
        let width = width?;
        self.read_widths(go_on)?;
        self.add_up(keeper)?;
        if self.search.seen() == all {
            debug_assert_eq!(width, 0);
            return Ok(false);
        }
        self.search.widths.push(0);
        self.pending = Some(width);
        keeper.keep(&self.search).map_err(Ending::Unkept)?;
        let mut parcel = Parcel::new(WIDTH);
        parcel.number(depth as u64).number(width);
        send_to_others(&*self.crew, &parcel.seal());
        Ok(true)
    }

    /// Reads how wide the others' parts of the layer are.
    fn read_widths(&mut self, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<(), Ending> {
        let is_pending = self.pending.is_some();
        for rank in 0..self.crew.size() {
            if is_pending && rank != self.crew.rank() && self.widths[rank].is_none() {
                let message = self.hear(rank, WIDTH, go_on)?;
                self.note_width(rank, &message)?;
            }
        }
        Ok(())
    }

    /// Notes the width of a process's part of the layer.
    fn note_width(&mut self, rank: usize, message: &[u8]) -> Result<(), Ending> {
        let width = opened(message, WIDTH, self.search.depth()).and_then(|mut contents| contents.number());
        self.widths[rank] = Some(width.ok_or(Ending::Discord(Discord::Unreadable(rank)))?);
        Ok(())
    }

    /// Adds up the width of the layer, if all processes have told theirs.
    fn add_up(&mut self, keeper: &mut dyn Keeper) -> Result<(), Ending> {
        let Some(own) = self.pending else { return Ok(()) };
        self.widths[self.crew.rank()] = Some(own);
        let Some(width) = self.widths.iter().copied().sum::<Option<u64>>() else { return Ok(()) };
        self.widths.fill(None);
        self.pending = None;
        self.search.seen += width;
        if let Some(last) = self.search.widths.last_mut() {
            *last = width;
        }
        if leads(&*self.crew) {
            keeper.complete(self.search.widths()).map_err(Ending::Unkept)?;
        }
        Ok(())
    }

    /// Makes the slabs of the next layer. The number of its states here.
    fn gather(
        &mut self,
        depth: usize,
        targets: &mut [(Cell, Vec<u64>)],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<u64, Ending> {
        let stopped = self.stopped();
        // Slabs to which nothing comes from elsewhere are first: meanwhile messages travel. PERF:
        // so do those of all other slabs. With one slab ahead, two processes take 6 % longer.
        let comes_from_others = |cell: Cell| self.crew.size() > 1 && self.search.head_moves_to(cell).next().is_some();
        targets.sort_by_key(|&(cell, _)| comes_from_others(cell));
        let (own, crossing) = targets.split_at_mut(targets.partition_point(|&(cell, _)| !comes_from_others(cell)));
        let mut beside = std::mem::take(&mut self.beside);
        let parts = Arc::clone(&self.parts);
        let mut made = || {
            let mut exchanges: Vec<_> =
                crossing.iter().map(|&(cell, _)| self.begin_exchange(&parts, depth, cell)).collect();
            let mut width = self.search.gather_all(own, &[], &mut || go_on().map_err(&stopped))?;
            for (target, channels) in crossing.iter_mut().zip(&mut exchanges) {
                self.exchange(depth, channels, &mut beside, go_on)?;
                let target = std::slice::from_mut(target);
                width += self.search.gather_all(target, beside.bits(), &mut || go_on().map_err(&stopped))?;
                beside.clear();
            }
            Ok(width)
        };
        let made = made();
        self.beside = beside;
        made
    }

    /// The error of a limit of this process.
    fn stopped(&self) -> impl Fn(Stop) -> Ending + use<> {
        let (seen, states) = (self.search.seen(), self.search.index().states());
        let depth = self.search.depth() - usize::from(self.pending.is_some());
        move |why| Ending::Stopped { why, seen, states, depth }
    }

    /// Begins to exchange the bits of a slab with all others.
    fn begin_exchange<'p>(&mut self, parts: &'p [Part], depth: usize, cell: Cell) -> Vec<Channel<'p>>
    where
        'i: 'p,
    {
        let own = self.crew.rank();
        let channel = |peer: usize| {
            let runs = |from: usize, to: usize| runs(&self.search, cell, &parts[from], &parts[to]);
            let rounds = self.rounds[cell.index()][peer];
            (rounds > 0).then(|| Channel {
                cell,
                peer,
                out: Chunks::new(runs(own, peer)),
                into: Chunks::new(runs(peer, own)),
                rounds,
            })
        };
        let mut channels: Vec<_> = (0..self.crew.size()).filter_map(channel).collect();
        channels.iter_mut().for_each(|channel| self.send_bits(depth, channel));
        channels
    }

    /// Sends the next message of a channel.
    fn send_bits(&mut self, depth: usize, channel: &mut Channel<'_>) {
        let words = &mut self.outgoing;
        words.clear();
        channel.out.next(self.chunk, |place, (cell, _, from, length)| {
            words.resize(bits::words_for(place + length), 0);
            bits::or_run(words, place, self.search.slab(cell), from, length);
        });
        let mut parcel = Parcel::new(BITS);
        parcel.number(depth as u64).number(channel.cell.0.into()).sparse_words(words);
        self.crew.send(channel.peer, parcel.seal());
    }

    /// Exchanges the bits of a slab, whose first messages are sent.
    fn exchange(
        &mut self,
        depth: usize,
        channels: &mut [Channel<'_>],
        beside: &mut Beside,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Ending> {
        let rounds = channels.iter().map(|channel| channel.rounds).max().unwrap_or(0);
        for round in 0..rounds {
            for channel in channels.iter_mut().filter(|channel| round < channel.rounds) {
                if round > 0 {
                    self.send_bits(depth, channel);
                }
            }
            for channel in channels.iter_mut().filter(|channel| round < channel.rounds) {
                let peer = channel.peer;
                let message = self.hear_bits(depth, channel, go_on)?;
                let (incoming, most) = (&mut self.incoming, bits::words_for(self.chunk));
                let unpacked = opened_bits(&message, depth).and_then(|(_, mut bits)| bits.sparse_words(most, incoming));
                let length = channel.into.next(self.chunk, |place, (_, to, _, length)| {
                    if incoming.has_any(place / bits::WORD..bits::words_for(place + length)) {
                        beside.add(to, incoming.words(), place, length);
                    }
                });
                if unpacked.is_none_or(|words| words > bits::words_for(length)) {
                    return Err(Ending::Discord(Discord::Unreadable(peer)));
                }
            }
        }
        Ok(())
    }

    /// Words of all processes, for all of them: each gives its own, and gets what `merge` makes of
    /// them together.
    pub fn share(
        &mut self,
        own: Vec<u64>,
        merge: impl FnOnce(Vec<u64>) -> Vec<u64>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<u64>, Ending> {
        let depth = self.search.depth();
        let shared = self.try_share(depth, own, merge, go_on);
        shared.map_err(|ending| self.end(ending))
    }

    fn try_share(
        &mut self,
        depth: usize,
        own: Vec<u64>,
        merge: impl FnOnce(Vec<u64>) -> Vec<u64>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<u64>, Ending> {
        let message = |kind: u8, words: &[u64]| {
            let mut parcel = Parcel::new(kind);
            parcel.number(depth as u64).words(words);
            parcel.seal()
        };
        let words = |message: &[u8], kind: u8, from: usize| {
            let words = opened(message, kind, depth).and_then(|mut contents| Some(contents.words()?.collect()));
            words.ok_or(Ending::Discord(Discord::Unreadable(from)))
        };
        if !leads(&*self.crew) {
            self.crew.send(0, message(FARTHEST, &own));
            // The leader has all it needs and answers: a limit that is met now comes too late,
            // unless no answer comes.
            let mut glances = LAST_GLANCES;
            let mut patient = || {
                let late = go_on();
                glances -= usize::from(late.is_err() && glances > 0);
                if glances > 0 { Ok(()) } else { late }
            };
            let all = self.hear(0, ALL_FARTHEST, &mut patient)?;
            return words(&all, ALL_FARTHEST, 0);
        }
        let mut all = own;
        for rank in 1..self.crew.size() {
            let heard = self.hear(rank, FARTHEST, go_on)?;
            let more: Vec<u64> = words(&heard, FARTHEST, rank)?;
            all.extend(more);
        }
        let all = merge(all);
        send_to_others(&*self.crew, &message(ALL_FARTHEST, &all));
        Ok(all)
    }

    /// The next message of a channel.
    fn hear_bits(
        &mut self,
        depth: usize,
        channel: &Channel<'_>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<u8>, Ending> {
        let Channel { cell, peer, .. } = *channel;
        if let Some(place) = self.early.iter().position(|&(from, of, _)| (from, of) == (peer, cell)) {
            return Ok(self.early.remove(place).2);
        }
        loop {
            let message = self.hear(peer, BITS, go_on)?;
            match opened_bits(&message, depth) {
                Some((found, _)) if found == cell => return Ok(message),
                Some((found, _)) => self.early.push((peer, found, message)),
                None => return Err(Ending::Discord(Discord::Unreadable(peer))),
            }
        }
    }

    /// The next message of a process, which has to be of this kind.
    fn hear(&mut self, from: usize, kind: u8, go_on: &mut dyn FnMut() -> Result<(), Stop>) -> Result<Vec<u8>, Ending> {
        loop {
            let Some((_, message)) = self.crew.receive(Some(from), GLANCE) else {
                go_on().map_err(self.stopped())?;
                continue;
            };
            // The width of a layer may come before the bits of the next one are read.
            if kind == BITS && message.first() == Some(&WIDTH) && self.widths[from].is_none() {
                self.note_width(from, &message)?;
                continue;
            }
            return match message.first() {
                Some(&found) if found == kind => Ok(message),
                Some(&END) => {
                    self.has_ended[from] = true;
                    Err(read_ending(&message).unwrap_or(Ending::Discord(Discord::Unreadable(from))))
                }
                _ => Err(Ending::Discord(Discord::Unreadable(from))),
            };
        }
    }

    /// Ends the search for all processes: each tells every other, and reads what is under way until
    /// it has heard that of each. All get the reason that the leader tells.
    fn end(&mut self, own: Ending) -> Ending {
        let mut ending = own;
        send_to_others(&*self.crew, &ending_message(&ending));
        let mut glances = LAST_GLANCES;
        for rank in (0..self.crew.size()).filter(|&rank| rank != self.crew.rank()) {
            while !self.has_ended[rank] && glances > 0 {
                match self.crew.receive(Some(rank), GLANCE) {
                    None => glances -= 1,
                    Some((_, message)) => {
                        let told = read_ending(&message);
                        self.has_ended[rank] = told.is_some();
                        if let Some(told) = told.filter(|_| rank == 0) {
                            ending = told;
                        }
                    }
                }
            }
        }
        ending
    }
}

/// Bytes of a message among so many processes.
fn chunk_bytes(processes: usize) -> usize {
    (ALL_CHUNKS / processes).clamp(LEAST_CHUNK, LARGEST_CHUNK)
}

/// Bytes of messages of a process, those that it packs and unpacks included, where it has so many
/// bytes of each slab.
fn exchanged_bytes(shape: Shape, slab: u64, processes: usize) -> u64 {
    let (chunk, others) = (chunk_bytes(processes) as u64, processes as u64 - 1);
    // A layer is on every other of the cells.
    let slabs = StateIndex::cells_of_head_moves(shape).div_ceil(2) as u64;
    // At most two moves lead to a slab. Each way there is a message about each slab, and one more.
    let to_a_slab = (others * chunk).min(2 * slab);
    2 * (slabs + 1) * to_a_slab + 2 * chunk.min(2 * slab)
}

/// The contents of a message of a kind about a layer.
fn opened(message: &[u8], kind: u8, depth: usize) -> Option<Unpacked<'_>> {
    let (_, mut contents) = Unpacked::open(message).filter(|(found, _)| *found == kind)?;
    (contents.number()? == depth as u64).then_some(contents)
}

/// The contents of a message with bits of a layer, and the cell of their slab.
fn opened_bits(message: &[u8], depth: usize) -> Option<(Cell, Unpacked<'_>)> {
    let mut contents = opened(message, BITS, depth)?;
    Some((Cell(contents.small()?), contents))
}

fn ending_message(ending: &Ending) -> Vec<u8> {
    let mut parcel = Parcel::new(END);
    match ending {
        Ending::Stopped { why, seen, states, depth } => {
            parcel.byte(0).byte(why.code()).number(*seen).number(*states).number(*depth as u64)
        }
        Ending::Unkept(why) => parcel.byte(1).bytes(why.as_bytes()),
        Ending::Discord(Discord::Lost(rank)) => parcel.byte(2).number(*rank as u64),
        Ending::Discord(Discord::Unreadable(rank)) => parcel.byte(3).number(*rank as u64),
        Ending::Discord(discord) => parcel.byte(1).bytes(discord.to_string().as_bytes()),
    };
    parcel.seal()
}

fn read_ending(message: &[u8]) -> Option<Ending> {
    let (_, mut contents) = Unpacked::open(message).filter(|&(kind, _)| kind == END)?;
    Some(match contents.byte()? {
        0 => {
            let why = Stop::of_code(contents.byte()?)?;
            let (seen, states) = (contents.number()?, contents.number()?);
            Ending::Stopped { why, seen, states, depth: contents.small()? }
        }
        1 => Ending::Unkept(String::from_utf8(contents.bytes()?.to_vec()).ok()?),
        2 => Ending::Discord(Discord::Lost(contents.small()?)),
        3 => Ending::Discord(Discord::Unreadable(contents.small()?)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::convert::Infallible;
    use std::time::Duration;

    use super::*;
    use crate::core::crew::threads;
    use crate::domains::tiles::goal::CARDS;

    /// What `work` makes of each process's part of a search that has not begun.
    fn divided<R: Send>(
        index: &StateIndex,
        size: usize,
        chunk: usize,
        work: impl Fn(usize, DividedBreadthFirst<'_>) -> R + Sync,
    ) -> Vec<R> {
        let crew = threads(size);
        let one = |rank: usize| {
            let crew = Arc::clone(&crew[rank]);
            work(rank, DividedBreadthFirst::in_chunks(index, crew, 1 + rank % 2, chunk))
        };
        let one = &one;
        std::thread::scope(|scope| {
            let ranks: Vec<_> = (0..size).map(|rank| scope.spawn(move || one(rank))).collect();
            let found = ranks.into_iter().map(|rank| rank.join().unwrap()).collect();
            assert!(crew.iter().all(|process| process.receive(None, Duration::ZERO).is_none()));
            found
        })
    }

    fn index(rows: usize, cols: usize) -> StateIndex {
        StateIndex::new(&CARDS[0].board(Shape::new(rows, cols).unwrap())).unwrap()
    }

    /// Every layer of every process together is that of one search, whatever messages it takes.
    #[test]
    fn layers_are_those_of_a_search_that_is_not_divided() {
        for (rows, cols, sizes) in [(2, 2, &[1, 3][..]), (3, 3, &[2]), (1, 5, &[2]), (2, 5, &[4, 20]), (5, 2, &[3])] {
            let index = index(rows, cols);
            let mut whole = BreadthFirst::new(&index, 1);
            let mut layers = vec![HashSet::from_iter(whole.states())];
            while matches!(whole.advance(&mut || Ok::<_, Infallible>(())), Ok(true)) {
                layers.push(whole.states().collect::<HashSet<_>>());
            }
            for (&size, chunk) in sizes.iter().zip([1000, 1 << 20]) {
                let found = divided(&index, size, chunk, |_, mut search| {
                    let mut found = vec![search.search().states().collect::<Vec<_>>()];
                    while search.advance(&mut Unkept, &mut || Ok(())).unwrap() {
                        found.push(search.search().states().collect());
                    }
                    (search.search().widths().to_vec(), found)
                });
                for (widths, _) in &found {
                    assert_eq!(widths, whole.widths(), "{rows}x{cols} by {size}");
                }
                for (depth, layer) in layers.iter().enumerate() {
                    let states: Vec<_> = found.iter().flat_map(|(_, layers)| &layers[depth]).copied().collect();
                    assert_eq!(states.len(), layer.len(), "no state has two owners");
                    assert_eq!(&states.into_iter().collect::<HashSet<_>>(), layer, "{rows}x{cols} by {size}");
                }
            }
        }
    }

    /// Twelve cells: runs of three lengths cross the ends of parts.
    #[test]
    #[cfg_attr(miri, ignore = "so many states take Miri days")]
    fn the_eleven_puzzle_is_as_the_literature_says() {
        let found = divided(&index(3, 4), 3, 1 << 16, |_, mut search| {
            while search.advance(&mut Unkept, &mut || Ok(())).unwrap() {}
            (search.search().widths().to_vec(), search.search().states().count())
        });
        let (widths, _) = &found[0];
        assert_eq!((widths.iter().sum::<u64>(), widths.len() - 1), (239_500_800, 53));
        assert_eq!((widths[53], found.iter().map(|(_, farthest)| farthest).sum::<usize>()), (18, 18));
    }

    #[test]
    fn what_is_needed_is_a_share_of_the_bits() {
        let shape = Shape::new(3, 4).unwrap();
        let needed = |processes| DividedBreadthFirst::needed_bytes(shape, 1, processes).unwrap();
        let bits = shape.reachable_states().unwrap() / 8;
        assert_eq!(needed(1), BreadthFirst::needed_bytes(Metric::Single, shape, 1).unwrap());
        for processes in [2, 4, 16] {
            let share = bits / processes as u64;
            let slab = share / 12;
            // Messages each way about the three slabs of a layer and one more: with the bits of two
            // moves at most. Then one to pack, one to unpack, and the numbering.
            let messages = (2 * slab).min((processes as u64 - 1) << 20);
            let most = share + slab + 2 * (3 + 1) * messages + (2 << 20) + (3 << 20);
            assert!((share..most).contains(&needed(processes)), "{processes}: {} of {most}", needed(processes));
        }
    }

    /// One process stops in the middle of a layer, at any moment: all get the same error, and
    /// nothing is left under way.
    #[test]
    fn a_limit_of_one_process_ends_the_search_of_all() {
        let index = index(2, 5);
        for stopping in 0..3 {
            for looks in [1, 7, 40, 200] {
                let endings = divided(&index, 3, 1000, |rank, mut search| {
                    let mut left = looks;
                    let mut go_on = || {
                        left -= i32::from(rank == stopping);
                        if left > 0 { Ok(()) } else { Err(Stop::Memory) }
                    };
                    loop {
                        match search.advance(&mut Unkept, &mut go_on) {
                            Ok(true) => {}
                            Ok(false) => panic!("the space was searched"),
                            Err(ending) => return ending,
                        }
                    }
                });
                assert!(matches!(endings[0], Ending::Stopped { why: Stop::Memory, .. }), "{endings:?}");
                assert!(endings.iter().all(|ending| *ending == endings[0]), "{endings:?}");
            }
        }
    }

    #[test]
    fn endings_are_told_and_damaged_messages_refused() {
        for ending in [
            Ending::Stopped { why: Stop::Time, seen: 5, states: 9, depth: 3 },
            Ending::Unkept("no".to_owned()),
            Ending::Discord(Discord::Lost(3)),
            Ending::Discord(Discord::Unreadable(2)),
        ] {
            let message = ending_message(&ending);
            assert_eq!(read_ending(&message), Some(ending));
            assert_eq!(read_ending(&message[..message.len() - 1]), None);
            assert!(opened(&message, BITS, 0).is_none());
        }
    }
}
