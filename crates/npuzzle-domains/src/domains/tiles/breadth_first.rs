//! The whole space behind a goal, layer by layer, at one bit a state.
//!
//! A layer is a set of ranks for each cell of the blank (see [`StateIndex`]). Every move takes the
//! blank from a white cell to a black one or back, so even layers live on one colour and odd layers
//! on the other. What leads out of a layer leads one layer on or one layer back; the layer before
//! is all that has to be remembered, and it is just what stands on the other colour. So the next
//! layer takes the place of the one before it: everything that the current layer reaches, less what
//! stood there.
//!
//! Each piece of the new layer is gathered from the slabs around it, which no thread changes
//! meanwhile. Pieces are shared out among threads and need no locks. Moves that keep the rank are
//! unions of whole words, moves of the head unions of long runs of bits, and moves of the tail go
//! bit by bit through a table, within 2.5 kB.
//!
//! In the multi-tile metric, where a slide of a whole line counts as one, layers have no colour:
//! see `slide_layers`.
//!
//! Time O(moves + layers * states / 64), memory states / 8 bytes. (Frontier search: Korf, Zhang,
//! Thayer & Hohwald 2005; over the whole 15-puzzle: Korf & Schultze 2005)

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::core::Metric;
use crate::domains::tiles::part::Part;
use crate::domains::tiles::shape::{Cell, Shape};
use crate::domains::tiles::slide_layers::{SETS, SlideLayers};
use crate::domains::tiles::state_index::{HeadMove, Link, MOST_CELLS, StateIndex, TAIL, TooLarge, Way};
use crate::store::bits;
use crate::store::work_queue::share_out;

/// Words of a tail.
const TAIL_WORDS: usize = TAIL / bits::WORD;

/// Words of a piece of work: 40 kB, few enough for the caches of a core and enough that sharing out
/// costs nothing.
pub(super) const PIECE_WORDS: usize = 16 * TAIL_WORDS;

/// Spaces with smaller slabs are searched on one thread: their layers take microseconds.
const LEAST_PARALLEL_SLAB: u64 = 4 * TAIL as u64;

fn useful_threads(threads: usize, slab_length: u64) -> usize {
    if slab_length < LEAST_PARALLEL_SLAB { 1 } else { threads.max(1) }
}

/// A breadth-first search that stands at one layer.
pub struct BreadthFirst<'i> {
    index: &'i StateIndex,
    /// The cells from which the blank can come to each cell.
    incoming: Vec<Vec<Cell>>,
    threads: usize,
    /// The ranks of each slab that are held here: all, or the part of a process.
    part: Part,
    /// A set of ranks for every cell of the blank: the current layer on one colour, the one before
    /// on the other. In slides, the current layer.
    slabs: Vec<Vec<u64>>,
    /// What a search by slides remembers besides.
    slides: Option<SlideLayers>,
    pub(super) widths: Vec<u64>,
    pub(super) seen: u64,
}

/// A slab of the new layer, that of the layer before as long as it is not made.
pub(super) type Target = (Cell, Vec<u64>);

/// A part of a slab of the new layer.
struct Piece<'s> {
    cell: Cell,
    first_word: usize,
    words: &'s mut [u64],
}

impl<'i> BreadthFirst<'i> {
    /// A search by single moves on so many threads, at the layer of the goal.
    pub fn new(index: &'i StateIndex, threads: usize) -> Self {
        Self::by(Metric::Single, index, threads)
    }

    /// The same in a metric.
    pub fn by(metric: Metric, index: &'i StateIndex, threads: usize) -> Self {
        Self::of_part(metric, index, threads, Part::whole(index.slab_length()))
    }

    /// One that holds some ranks of each slab only. INVARIANT: in single moves only, unless they
    /// are all.
    pub(super) fn of_part(metric: Metric, index: &'i StateIndex, threads: usize, part: Part) -> Self {
        let shape = index.shape();
        let mut slabs = vec![vec![0; bits::words_for(part.len())]; shape.cells()];
        let goal = index.number_of_board(index.goal());
        if let Some((blank, position)) = goal.and_then(|(blank, rank)| Some((blank, part.position(rank)?))) {
            bits::set(&mut slabs[blank.index()], position);
        }
        let mut incoming = vec![Vec::new(); shape.cells()];
        for from in shape.all_cells() {
            for link in index.links(from) {
                incoming[link.to.index()].push(from);
            }
        }
        let threads = useful_threads(threads, index.slab_length() as u64);
        let slides = (metric == Metric::Multi).then(|| SlideLayers::new(&slabs));
        Self { index, incoming, threads, part, slabs, slides, widths: vec![1], seen: 1 }
    }

    /// What its moves count.
    pub fn metric(&self) -> Metric {
        if self.slides.is_some() { Metric::Multi } else { Metric::Single }
    }

    /// Bytes that a search over boards of a shape takes, the numbering included; `None` for shapes
    /// it is not made for.
    pub fn needed_bytes(metric: Metric, shape: Shape, threads: usize) -> Option<u64> {
        let sets = if metric == Metric::Multi { SETS } else { 1 };
        let (bits, slab) = (Self::bytes_of_bits(shape, 1)?, Self::bytes_of_bits(shape, 1)? / shape.cells() as u64);
        let working = match metric {
            Metric::Single => Self::working_bytes(shape, threads, slab)?,
            Metric::Multi => 2 * slab,
        };
        Some(sets * bits + Self::index_bytes(shape)? + working)
    }

    /// Bytes of one set of all states, or of the largest part where it is divided into so many.
    pub(super) fn bytes_of_bits(shape: Shape, parts: u64) -> Option<u64> {
        let cells = shape.cells() as u64;
        let slab = shape.reachable_states()? / cells;
        let tail = TAIL as u64;
        let part = if parts > 1 && slab >= tail { (slab / tail).div_ceil(parts) * tail } else { slab };
        part.div_ceil(bits::WORD as u64).checked_mul(8 * cells)
    }

    /// Bytes of the numbering.
    pub fn index_bytes(shape: Shape) -> Option<u64> {
        let states = shape.reachable_states()?;
        TooLarge::check(shape, "", MOST_CELLS).ok()?;
        let cells = shape.cells() as u64;
        let width = shape.rows().min(shape.cols());
        // Two tables for each move that changes the rank, and the parity of all that can stand
        // before a tail.
        let tables = if width == 1 { 0 } else { cells * 2 * (TAIL as u64).min(states / cells) * 2 * 2 };
        Some(tables + (states / cells) / TAIL as u64)
    }

    /// Bytes of the pieces that threads are at, of slabs of so many bytes.
    pub(super) fn working_bytes(shape: Shape, threads: usize, slab: u64) -> Option<u64> {
        let piece = (PIECE_WORDS as u64).min(slab / 8) * 8;
        Some(useful_threads(threads, shape.reachable_states()? / shape.cells() as u64) as u64 * piece)
    }

    /// How far the layer is from the goal.
    pub fn depth(&self) -> usize {
        self.widths.len() - 1
    }

    /// Number of states in the layer.
    pub fn width(&self) -> u64 {
        self.widths.last().copied().unwrap_or(0)
    }

    /// Number of states in each layer so far.
    pub fn widths(&self) -> &[u64] {
        &self.widths
    }

    /// Number of states in all layers so far.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The ranks of each slab that are held here: all, but in a search that is divided.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The numbering of the states.
    pub fn index(&self) -> &'i StateIndex {
        self.index
    }

    /// How many threads it uses: one where layers take microseconds.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The ranks of the layer with the blank in a cell; `None` if it cannot be there at this depth.
    pub fn ranks(&self, cell: Cell) -> Option<&[u64]> {
        self.is_at(cell, self.depth()).then(|| self.slabs[cell.index()].as_slice())
    }

    /// The layer: for each cell the blank can be in, the set of ranks.
    pub fn layer(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        self.slabs_at(self.depth(), &self.slabs)
    }

    /// The layer before, nearer to the goal; at the goal it is empty.
    pub fn layer_before(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        self.slabs_at(self.depth() + 1, self.slides.as_ref().map_or(&self.slabs, |slides| &slides.before))
    }

    fn slabs_at<'s>(&'s self, depth: usize, slabs: &'s [Vec<u64>]) -> impl Iterator<Item = (Cell, &'s [u64])> {
        let cells = self.index.shape().all_cells().filter(move |&cell| self.is_at(cell, depth));
        cells.map(|cell| (cell, slabs[cell.index()].as_slice()))
    }

    /// The states of the layer, by the cell of the blank and the rank.
    pub fn states(&self) -> impl Iterator<Item = (Cell, usize)> {
        let rank = |position| self.part.rank(position);
        self.layer().flat_map(move |(cell, ranks)| bits::ones(ranks).map(move |position| (cell, rank(position))))
    }

    /// Whether the blank can be in a cell at a depth.
    fn is_at(&self, cell: Cell, depth: usize) -> bool {
        let goal = self.index.goal();
        self.slides.is_some() || goal.shape().distance(cell, goal.blank()) as usize % 2 == depth % 2
    }

    /// Goes to the next layer; `false` if all states have been seen, and then the last layer stays.
    ///
    /// `go_on` is asked every few milliseconds. After its error the search cannot be continued.
    pub fn advance<E>(&mut self, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<bool, E> {
        if self.seen == self.index.states() {
            return Ok(false);
        }
        let width = match &mut self.slides {
            Some(slides) => slides.advance(self.index, self.threads, &mut self.slabs, go_on)?,
            None => self.advance_by_moves(go_on)?,
        };
        // INVARIANT: every state that has a number can be reached, so there is a next layer until
        // all have been seen.
        debug_assert!(width > 0);
        self.widths.push(width);
        self.seen += width;
        Ok(width > 0)
    }

    /// Puts the next layer in the place of the one before. The number of its states.
    fn advance_by_moves<E>(&mut self, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<u64, E> {
        let mut targets = self.take_targets();
        let width = self.gather_all(&mut targets, &[], go_on);
        self.put_targets(targets);
        width
    }

    /// The slabs of the layer before, which the next one takes the place of.
    pub(super) fn take_targets(&mut self) -> Vec<Target> {
        let depth = self.depth() + 1;
        let cells: Vec<Cell> = self.index.shape().all_cells().filter(|&cell| self.is_at(cell, depth)).collect();
        cells.into_iter().map(|cell| (cell, std::mem::take(&mut self.slabs[cell.index()]))).collect()
    }

    /// Puts slabs back in their place.
    pub(super) fn put_targets(&mut self, targets: Vec<Target>) {
        for (cell, words) in targets {
            self.slabs[cell.index()] = words;
        }
    }

    /// The moves of the blank to a cell that take runs of ranks to other places: the cell it comes
    /// from, and the move back.
    pub(super) fn head_moves_to(&self, cell: Cell) -> impl Iterator<Item = (Cell, &'i HeadMove)> {
        let index = self.index;
        let back = move |from: Cell| match way(index, cell, from) {
            Some(Way::Head(back)) => Some((from, back)),
            _ => None,
        };
        self.incoming[cell.index()].iter().copied().filter_map(back)
    }

    /// The positions of the ranks with the blank in a cell.
    pub(super) fn slab(&self, cell: Cell) -> &[u64] {
        &self.slabs[cell.index()]
    }

    /// The same, to be filled, and the ranks at these positions.
    pub(super) fn slab_mut(&mut self, cell: Cell) -> (&mut [u64], &Part) {
        (&mut self.slabs[cell.index()], &self.part)
    }

    /// Makes slabs of the new layer out of those of the current one. `beside` has more states of
    /// it, or is empty. The number of its states.
    pub(super) fn gather_all<E>(
        &self,
        targets: &mut [Target],
        beside: &[u64],
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<u64, E> {
        let pieces = targets.iter_mut().flat_map(|(cell, words)| {
            let cell = *cell;
            let parts = words.chunks_mut(PIECE_WORDS).enumerate();
            parts.map(move |(number, words)| Piece { cell, first_word: number * PIECE_WORDS, words })
        });
        let width = AtomicU64::new(0);
        share_out(self.threads, pieces, go_on, |piece, scratch| {
            width.fetch_add(self.gather(piece, beside, scratch), Ordering::Relaxed);
        })?;
        Ok(width.into_inner())
    }

    /// Replaces a piece of the layer before the current one by the same piece of the next one. The
    /// number of its states.
    fn gather(&self, piece: Piece<'_>, beside: &[u64], scratch: &mut Vec<u64>) -> u64 {
        let Piece { cell, first_word, words } = piece;
        let range = first_word..first_word + words.len();
        scratch.clear();
        match beside.get(range.clone()) {
            Some(more) => scratch.extend_from_slice(more),
            None => scratch.resize(words.len(), 0),
        }
        for &from in &self.incoming[cell.index()] {
            union_moved(self.index, from, cell, (&self.slabs[from.index()], &self.part), range.clone(), scratch);
        }
        let mut width = 0;
        for (word, &new) in words.iter_mut().zip(&*scratch) {
            *word = new & !*word;
            width += u64::from(word.count_ones());
        }
        width
    }
}

/// What the move of the blank between two cells does.
fn way(index: &StateIndex, from: Cell, to: Cell) -> Option<&Way> {
    index.links(from).iter().find(|link| link.to == to).map(Link::way)
}

/// The runs of ranks that the move whose way back is `back` takes to some ranks, in the order of
/// where they go: where each goes, where it comes from, and how long it is.
#[inline]
pub(super) fn moved_runs(back: &HeadMove, to: Range<usize>) -> impl Iterator<Item = (usize, usize, usize)> {
    let (run, mut rank) = (back.run(), to.start);
    std::iter::from_fn(move || {
        (rank < to.end).then(|| {
            let from = back.follow_run(rank / run) * run + rank % run;
            let (target, length) = (rank, (run - rank % run).min(to.end - rank));
            rank += length;
            (target, from, length)
        })
    })
}

/// Adds to a part of a set, the words in `range`, what the move of the blank between two cells
/// makes of the states in `source`. Both sets hold the ranks of `part` only.
pub(super) fn union_moved(
    index: &StateIndex,
    from: Cell,
    to: Cell,
    (source, part): (&[u64], &Part),
    range: Range<usize>,
    target: &mut [u64],
) {
    let positions = range.start * bits::WORD..range.end * bits::WORD;
    match way(index, from, to) {
        None => {}
        Some(Way::Keep) => target.iter_mut().zip(&source[range]).for_each(|(word, more)| *word |= more),
        // The hot loop: every state of the space comes by here once for each such link. What is
        // written lies within 2.5 kB, and the table is read in order. PERF: all of 3x4 takes 0.9 s
        // of one core (`space 3x4 --threads 1`).
        Some(Way::Tail(tail)) => {
            let ranks = part.stripes(positions).flat_map(|(_, ranks)| ranks.step_by(TAIL));
            let tails = source[range].chunks(TAIL_WORDS).zip(target.chunks_mut(TAIL_WORDS));
            for (rank, (source, target)) in ranks.zip(tails) {
                let table = tail.table(rank / TAIL);
                for (place, &word) in source.iter().enumerate() {
                    let mut left = word;
                    while left != 0 {
                        let rank = place * bits::WORD + left.trailing_zeros() as usize;
                        bits::set(target, usize::from(table[rank]));
                        left &= left - 1;
                    }
                }
            }
        }
        Some(Way::Head(_)) => {
            // A head move is undone by the link back, which says where a run of the target comes
            // from.
            let Some(Way::Head(back)) = way(index, to, from) else { return };
            let (first, mut near) = (positions.start, 0);
            for (position, ranks) in part.stripes(positions) {
                for (to, from, length) in moved_runs(back, ranks.clone()) {
                    for (at, held) in part.held_near(from..from + length, &mut near) {
                        let place = position + (to - ranks.start) + (held.start - from) - first;
                        bits::or_run(target, place, source, at, held.len());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::convert::Infallible;

    use super::*;
    use crate::domains::tiles::board::Board;
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::shape::Direction;

    /// The boards one move away, or one slide.
    fn neighbours(board: &Board, metric: Metric) -> Vec<Board> {
        let along = |to| std::iter::successors(board.moved(to), move |board| board.moved(to));
        let most = if metric == Metric::Multi { usize::MAX } else { 1 };
        Direction::ALL.into_iter().flat_map(|to| along(to).take(most)).collect()
    }

    /// Layers of boards in a hash set.
    fn naive_layers(goal: &Board, metric: Metric) -> Vec<HashSet<Board>> {
        let mut seen = HashSet::from([goal.clone()]);
        let mut layers = vec![HashSet::from([goal.clone()])];
        loop {
            let last = &layers[layers.len() - 1];
            let children = last.iter().flat_map(|board| neighbours(board, metric));
            let next: HashSet<Board> = children.filter(|child| seen.insert(child.clone())).collect();
            if next.is_empty() {
                return layers;
            }
            layers.push(next);
        }
    }

    fn go_on() -> Result<(), Infallible> {
        Ok(())
    }

    #[test]
    fn layers_are_those_of_a_search_over_boards() {
        for metric in Metric::ALL {
            for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 6), (6, 1)] {
                for card in if rows * cols < 9 { CARDS } else { &CARDS[..1] } {
                    layers_agree(metric, &card.board(Shape::new(rows, cols).unwrap()));
                }
            }
        }
    }

    fn layers_agree(metric: Metric, goal: &Board) {
        let index = StateIndex::new(goal).unwrap();
        let mut search = BreadthFirst::by(metric, &index, 2);
        let layers = naive_layers(goal, metric);
        for (depth, layer) in layers.iter().enumerate() {
            assert_eq!((search.depth(), search.width()), (depth, layer.len() as u64), "{goal}");
            let boards: HashSet<Board> = search.states().map(|(cell, rank)| index.board(cell, rank)).collect();
            assert_eq!(&boards, layer, "layer {depth} of {goal}");
            let Ok(more) = search.advance(&mut go_on);
            assert_eq!(more, depth + 1 < layers.len());
            // Once at the end, it stays there.
            assert!(more || matches!(search.advance(&mut go_on), Ok(false)));
        }
        assert_eq!(search.seen(), index.states());
    }

    /// Ten cells: head moves, several pieces, and threads that share them.
    #[test]
    fn threads_find_the_same_widths() {
        for (metric, rows, cols, diameter, farthest) in [
            (Metric::Single, 2, 5, 55, 2),
            (Metric::Single, 5, 2, 55, 2),
            (Metric::Multi, 2, 5, 36, 1),
            (Metric::Multi, 5, 2, 36, 1),
        ] {
            let index = StateIndex::new(&CARDS[0].board(Shape::new(rows, cols).unwrap())).unwrap();
            let widths = [1, 3].map(|threads| {
                let mut search = BreadthFirst::by(metric, &index, threads);
                while matches!(search.advance(&mut go_on), Ok(true)) {}
                assert_eq!(search.seen(), 1_814_400);
                search.widths().to_vec()
            });
            assert_eq!(widths[0], widths[1]);
            assert_eq!((widths[0].len() - 1, widths[0].last()), (diameter, Some(&farthest)));
        }
    }

    #[test]
    fn a_search_stops_when_it_is_told_to() {
        let index = StateIndex::new(&CARDS[0].board(Shape::new(2, 5).unwrap())).unwrap();
        for (metric, threads) in [(Metric::Single, 1), (Metric::Single, 2), (Metric::Multi, 1), (Metric::Multi, 2)] {
            let mut search = BreadthFirst::by(metric, &index, threads);
            let mut left = 40;
            let mut go_on = || {
                left -= 1;
                if left > 0 { Ok(()) } else { Err("stopped") }
            };
            while search.advance(&mut go_on).is_ok_and(|more| more) {}
            assert!(search.seen() < index.states());
        }
    }
}
