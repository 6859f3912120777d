//! The move automaton: which moves may follow a path, so that no two short paths with the same
//! effect are both walked.
//!
//! Two words of moves that start in the same cell and leave the same board are duplicates: only the
//! least of them, the shorter one or else the first in the order of [`DIRECTIONS`], has to be
//! walked. All other words up to a length are forbidden. A word that contains a forbidden word is
//! forbidden anyway, so the minimal ones suffice, and one automaton finds them all while the path
//! grows: its states are a cell and the part of the path that may still become a forbidden word.
//! The cell also knows the border, so the automaton is all that a search needs to list the moves of
//! a state. (Taylor & Korf 1993, "Pruning duplicate nodes in depth-first search"; Aho &
//! Corasick 1975)
//!
//! The effect of a word, seen from its first cell, is the same wherever that cell is. So each word
//! is looked at once, with the set of the cells from which it fits on the board and is the least of
//! its kind.

use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::kernel::DIRECTIONS;
use crate::store::prefetch::prefetch;

/// A set of start cells.
type Cells = u32;

/// Stands for "no such word" among the words.
const NONE: u32 = u32::MAX;

/// Which moves may follow which.
#[derive(Clone, Debug)]
pub struct Automaton {
    rows: Vec<[u32; 4]>,
    words: usize,
}

impl Automaton {
    /// The row entry of a move that is not allowed.
    pub const FORBIDDEN: u32 = u32::MAX;
    /// The longest words that can be looked at.
    pub const LONGEST: usize = 16;
    /// On larger boards only the way back is forbidden.
    pub const MOST_CELLS: usize = 25;

    /// Forbids the duplicates among the words of at most `length` moves: two at least, which is the
    /// way back, and [`Self::LONGEST`] at most.
    ///
    /// Time and memory grow with the number of words that are left: 4x4 takes 15 ms at length 12,
    /// 5x5 0.4 s at length 14.
    pub fn new(shape: Shape, length: usize) -> Self {
        let last = length.clamp(2, Self::LONGEST);
        if last == 2 || shape.cells() > Self::MOST_CELLS {
            return Self::without_way_back(shape);
        }
        Self::without_duplicates(shape, last)
    }

    fn without_duplicates(shape: Shape, longest: usize) -> Self {
        let mut words = Words::new(shape);
        (1..=longest).for_each(|length| words.lengthen(length, length == longest));
        let minimal = words.forbidden.iter().map(|word| word.from.count_ones() as usize).sum();
        Self { rows: rows_of(&words), words: minimal }
    }

    /// States are the cells, and then the cells with the last move, by that move and the cell it
    /// came from.
    fn without_way_back(shape: Shape) -> Self {
        let next = |cell, code: usize| shape.neighbour(cell, DIRECTIONS[code]);
        let moves = (0..4).flat_map(|code| shape.all_cells().map(move |cell| (cell, code)));
        let moves: Vec<(Cell, usize)> = moves.filter(|&(cell, code)| next(cell, code).is_some()).collect();
        let mut state_after = vec![[Self::FORBIDDEN; 4]; shape.cells()];
        for (number, &(cell, code)) in moves.iter().enumerate() {
            state_after[cell.index()][code] = (shape.cells() + number) as u32;
        }
        let mut rows = state_after.clone();
        rows.extend(moves.iter().map(|&(cell, code)| {
            let mut row = next(cell, code).map_or([Self::FORBIDDEN; 4], |cell| state_after[cell.index()]);
            row[3 - code] = Self::FORBIDDEN;
            row
        }));
        Self { rows, words: moves.len() }
    }

    /// About how many bytes are held while it is made, at most. Measured with `valgrind
    /// --tool=massif`: 9, 21 and 43 MB for words of 12, 13 and 14 moves on 4x4, 26, 54 and 154 MB
    /// on 5x5, which is the largest board it is made for.
    pub fn peak_bytes(shape: Shape, length: usize) -> u64 {
        let of_ten = if shape.cells() <= 16 { 1_700_000 } else { 4_500_000 };
        (10..length).fold(of_ten, |bytes, _| bytes * 5 / 2)
    }

    /// The state before the first move of a blank in this cell.
    pub fn start(&self, cell: usize) -> u32 {
        cell as u32
    }

    /// The states after each move out of `state`, by the code of the move; [`Self::FORBIDDEN`]
    /// where there is none.
    pub fn row(&self, state: u32) -> [u32; 4] {
        self.rows[state as usize]
    }

    /// The rows of all states.
    pub fn rows(&self) -> &[[u32; 4]] {
        &self.rows
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// Number of minimal forbidden words, each start cell counted apart.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Bytes of the rows.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.rows.as_slice()) as u64
    }
}

/// A word of moves that is the least of its kind from some cells.
struct Entry {
    /// Its moves, two bits each, the first one highest: among words of the same length the order of
    /// numbers is that of words.
    moves: u32,
    /// The start cells from which it fits on the board and is the least with its effect.
    least: Cells,
    /// The word without its first move. It is the least from the cell after that move, or this word
    /// would not be.
    suffix: u32,
    /// The words with one more move.
    longer: [u32; 4],
    /// The hash of its effect.
    hash: u32,
}

/// A minimal forbidden word: one that is least from some cells, and one more move.
struct Forbidden {
    shorter: usize,
    code: usize,
    /// The start cells from which it is forbidden.
    from: Cells,
}

/// A word that was just made, before it is known whether its effect is new.
struct Made {
    moves: u32,
    shorter: usize,
    suffix: u32,
    fits: Cells,
    hash: u32,
}

/// So many words are lengthened before the first of them is looked up.
const WORDS_AHEAD: usize = 32;

/// All words that are least from some cell, by length and within a length in order.
struct Words {
    entries: Vec<Entry>,
    /// Where the words of each length begin.
    levels: Vec<usize>,
    /// The minimal forbidden words, in the order of the words.
    forbidden: Vec<Forbidden>,
    /// For each move, the cells it can be made in.
    movable: [Cells; 4],
    /// For each move, how far it goes in the numbering of cells.
    offsets: [isize; 4],
    effects: Effects,
}

impl Words {
    fn new(shape: Shape) -> Self {
        let inside = |direction| {
            let cells = shape.all_cells().filter(|&cell| shape.neighbour(cell, direction).is_some());
            cells.fold(0, |set, Cell(cell)| set | 1 << cell)
        };
        let all = (1 << shape.cells()) - 1;
        let cols = shape.cols() as isize;
        let mut effects = Effects::new(shape);
        effects.claim(&Made { moves: 0, shorter: 0, suffix: NONE, fits: all, hash: 0 }, 0, true);
        Self {
            entries: vec![Entry { moves: 0, least: all, suffix: NONE, longer: [NONE; 4], hash: 0 }],
            levels: vec![0],
            forbidden: Vec::new(),
            movable: DIRECTIONS.map(inside),
            offsets: [-cols, -1, 1, cols],
            effects,
        }
    }

    /// The start cells from which the move leads into the set.
    fn before(&self, code: usize, set: Cells) -> Cells {
        let offset = self.offsets[code];
        let moved = if offset < 0 { set << -offset } else { set >> offset };
        moved & self.movable[code]
    }

    /// Adds the words of this length, made of those that are one move shorter.
    ///
    /// PERF: what takes time is the table of effects, which outgrows the caches. Its places are
    /// therefore asked for some words ahead: 5x5 with length 14 in 0.4 s instead of 0.75.
    fn lengthen(&mut self, length: usize, is_last: bool) {
        let shorter = self.levels[length - 1]..self.entries.len();
        self.levels.push(shorter.end);
        let mut made = Vec::new();
        for from in shorter.clone().step_by(WORDS_AHEAD) {
            for number in from..shorter.end.min(from + WORDS_AHEAD) {
                self.make_longer(number, length, &mut made);
            }
            for word in made.drain(..) {
                // Minimal words differ from what they duplicate in the first move, so none of the
                // last words duplicates one that begins with the last move: a quarter of the
                // largest level need not be kept.
                let keep = !(is_last && word.moves >> (2 * (length - 1)) == 3);
                let least = self.effects.claim(&word, length, keep);
                let code = word.moves as usize & 3;
                if word.fits != least {
                    self.forbidden.push(Forbidden { shorter: word.shorter, code, from: word.fits & !least });
                }
                if least != 0 && !is_last {
                    self.entries[word.shorter].longer[code] = self.entries.len() as u32;
                    let Made { moves, suffix, hash, .. } = word;
                    self.entries.push(Entry { moves, least, suffix, longer: [NONE; 4], hash });
                }
            }
        }
    }

    /// The words that a word becomes with one more move, to this length.
    fn make_longer(&mut self, number: usize, length: usize, made: &mut Vec<Made>) {
        let Entry { moves, least, suffix, hash, .. } = self.entries[number];
        self.effects.hashing.go_to(moves, length - 1);
        for code in 0..4 {
            let (fits, suffix) = match length {
                1 => (least & self.movable[code], 0),
                _ => match self.entries[suffix as usize].longer[code] {
                    NONE => continue,
                    longer => {
                        // Where the word without its first move is forbidden already, this one is
                        // not minimal.
                        let first = (moves >> (2 * (length - 2))) as usize & 3;
                        (least & self.before(first, self.entries[longer as usize].least), longer)
                    }
                },
            };
            if fits != 0 {
                let hash = self.effects.hash_of(hash, length, code);
                made.push(Made { moves: moves << 2 | code as u32, shorter: number, suffix, fits, hash });
            }
        }
    }

    /// For each word, the start cells from which it is the beginning of a minimal forbidden word.
    fn beginnings(&self) -> Vec<Cells> {
        let mut beginnings = vec![0; self.entries.len()];
        for word in &self.forbidden {
            beginnings[word.shorter] |= word.from;
        }
        for (number, entry) in self.entries.iter().enumerate().rev() {
            for &longer in entry.longer.iter().filter(|&&longer| longer != NONE) {
                beginnings[number] |= beginnings[longer as usize];
            }
        }
        // Before its first move every path is in a state of its own cell.
        beginnings[0] = self.entries[0].least;
        beginnings
    }
}

/// The automaton of Aho and Corasick: states are the proper beginnings of forbidden words, each
/// from its own start cells.
fn rows_of(words: &Words) -> Vec<[u32; 4]> {
    let beginnings = words.beginnings();
    let mut first = Vec::with_capacity(beginnings.len());
    let mut states = 0;
    for cells in &beginnings {
        first.push(states);
        states += cells.count_ones();
    }
    let state_of = |word: usize, cell: usize| first[word] + (beginnings[word] & ((1 << cell) - 1)).count_ones();
    // For each state, the one of the longest proper suffix that is a state as well. INVARIANT: a
    // suffix is shorter, so its number is lower and its row is complete before it is asked for.
    let mut suffix_state = vec![0; states as usize];
    let mut rows = vec![[Automaton::FORBIDDEN; 4]; states as usize];
    let mut forbidden = words.forbidden.iter().peekable();
    for (number, entry) in words.entries.iter().enumerate() {
        let mut forbidden_from = [0; 4];
        while let Some(word) = forbidden.next_if(|word| word.shorter == number) {
            forbidden_from[word.code] = word.from;
        }
        for cell in ones(beginnings[number]) {
            let state = state_of(number, cell) as usize;
            rows[state] = std::array::from_fn(|code| {
                // From a start cell the next cell is the state to fall back to; the border has
                // none.
                let fallback = match number {
                    0 if words.movable[code] >> cell & 1 == 0 => Automaton::FORBIDDEN,
                    0 => (cell as isize + words.offsets[code]) as u32,
                    _ => rows[suffix_state[state] as usize][code],
                };
                let longer = entry.longer[code];
                if forbidden_from[code] >> cell & 1 == 1 {
                    Automaton::FORBIDDEN
                } else if longer != NONE && beginnings[longer as usize] >> cell & 1 == 1 {
                    let next = state_of(longer as usize, cell);
                    suffix_state[next as usize] = fallback;
                    next
                } else {
                    fallback
                }
            });
        }
    }
    rows
}

/// The cells of a set.
fn ones(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// What words do to the tiles, and which cells a word with the same effect is already known from.
struct Effects {
    /// The effects of words of even and of odd length, which are never the same.
    tables: [Table; 2],
    /// Walks along the words in their order.
    hashing: Walk,
    /// Walks to words that are compared.
    compared: [Walk; 2],
}

impl Effects {
    fn new(shape: Shape) -> Self {
        let tables = [Table::new(), Table::new()];
        Self { tables, hashing: Walk::new(shape), compared: [Walk::new(shape), Walk::new(shape)] }
    }

    /// The hash of the effect of the word that was walked to last with one more move, to this
    /// length. It will soon be looked up.
    fn hash_of(&self, hash: u32, length: usize, code: usize) -> u32 {
        let hash = hash.wrapping_add(self.hashing.change_of_hash(code));
        let table = &self.tables[length % 2];
        prefetch(&table.slots[table.place_of(hash)]);
        hash
    }

    /// Notes the word from the cells where it fits, if it is to be kept. Returns those from which
    /// its effect is new.
    fn claim(&mut self, word: &Made, length: usize, keep: bool) -> Cells {
        let [kept, new] = &mut self.compared;
        let table = &mut self.tables[length % 2];
        // Hashes may collide: that costs time, never correctness.
        let found = table.find(word.hash, |known| {
            kept.go_to(known.moves, known.length.into());
            new.go_to(word.moves, length);
            kept.tiles == new.tiles
        });
        match found {
            Ok(known) => {
                let new = word.fits & !known.from;
                known.from |= word.fits;
                new
            }
            Err(place) => {
                if keep {
                    table.add(place, word.hash, Known { moves: word.moves, from: word.fits, length: length as u8 });
                }
                word.fits
            }
        }
    }
}

/// An effect.
struct Known {
    /// The first word that has it.
    moves: u32,
    /// The cells from which some word with it is known.
    from: Cells,
    /// The length of the word.
    length: u8,
}

/// Effects by their hashes, with open addressing. INVARIANT: at most four fifths of the slots are
/// used.
struct Table {
    /// The hash of an effect in the high half, one more than its number in the low half. PERF:
    /// eight bytes; what takes time in this module is memory that is touched for the first time.
    slots: Vec<u64>,
    known: Vec<Known>,
}

impl Table {
    fn new() -> Self {
        Self { slots: vec![0; 1 << 10], known: Vec::new() }
    }

    fn place_of(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// The known effect with this hash that is the same, or else the place of the empty slot where
    /// it belongs.
    fn find(&mut self, hash: u32, mut is_same: impl FnMut(&Known) -> bool) -> Result<&mut Known, usize> {
        let mut place = self.place_of(hash);
        while self.slots[place] != 0 {
            let slot = self.slots[place];
            let number = (slot as u32 - 1) as usize;
            if (slot >> 32) as u32 == hash && is_same(&self.known[number]) {
                return Ok(&mut self.known[number]);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        Err(place)
    }

    /// Fills an empty slot, and makes room for the next.
    fn add(&mut self, place: usize, hash: u32, known: Known) {
        self.known.push(known);
        self.slots[place] = u64::from(hash) << 32 | self.known.len() as u64;
        if 5 * self.known.len() > 4 * self.slots.len() {
            let twice = vec![0; 2 * self.slots.len()];
            for slot in std::mem::replace(&mut self.slots, twice).into_iter().filter(|&slot| slot != 0) {
                let mut place = self.place_of((slot >> 32) as u32);
                while self.slots[place] != 0 {
                    place = (place + 1) & (self.slots.len() - 1);
                }
                self.slots[place] = slot;
            }
        }
    }
}

/// A board so large that every word that fits on the real one from some cell fits on it from its
/// middle.
struct Walk {
    /// Where the tile in each cell came from.
    tiles: [u8; Self::CELLS],
    blank: usize,
    offsets: [isize; 4],
    moves: u32,
    length: usize,
}

impl Walk {
    /// Twice the sides less one: at most 9x9, and 3x23 or 1x49 are less.
    const CELLS: usize = 81;

    fn new(shape: Shape) -> Self {
        let cols = 2 * shape.cols() - 1;
        let middle = (shape.rows() - 1) * cols + shape.cols() - 1;
        let offsets = [-(cols as isize), -1, 1, cols as isize];
        Self { tiles: std::array::from_fn(|cell| cell as u8), blank: middle, offsets, moves: 0, length: 0 }
    }

    /// What one more move adds to the hash, which is the sum over all tiles that are not where they
    /// came from of a random number for the two cells. The tile that the blank passes changes
    /// places, and nothing else does.
    fn change_of_hash(&self, code: usize) -> u32 {
        let next = self.blank.wrapping_add_signed(self.offsets[code]);
        let tile = self.tiles[next];
        scattered(tile, self.blank).wrapping_sub(scattered(tile, next))
    }

    fn slide(&mut self, code: usize) {
        let next = self.blank.wrapping_add_signed(self.offsets[code]);
        self.tiles.swap(self.blank, next);
        self.blank = next;
    }

    fn step(&mut self, code: usize) {
        self.slide(code);
        self.moves = self.moves << 2 | code as u32;
        self.length += 1;
    }

    fn back(&mut self) {
        self.slide(3 - (self.moves & 3) as usize);
        self.moves >>= 2;
        self.length -= 1;
    }

    /// Walks to the end of another word. Words come in order, so most of the way is already walked.
    fn go_to(&mut self, moves: u32, length: usize) {
        // All sixteen moves may have to go, which is more than a shift of 32 bits can do.
        while self.length > length || u64::from(self.moves) != u64::from(moves) >> (2 * (length - self.length)) {
            self.back();
        }
        while self.length < length {
            self.step((moves >> (2 * (length - 1 - self.length))) as usize & 3);
        }
    }
}

/// A random number for a tile and its cell; none for a tile at home, so that tiles that were not
/// touched do not count.
fn scattered(tile: u8, cell: usize) -> u32 {
    if usize::from(tile) == cell {
        return 0;
    }
    // The finalizer of splitmix64.
    let mut bits = (u64::from(tile) << 8 | cell as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (bits >> 32) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;

    fn automaton(rows: usize, cols: usize, length: usize) -> Automaton {
        Automaton::new(Shape::new(rows, cols).unwrap(), length)
    }

    /// Counted by an independent program.
    #[test]
    fn words_and_states_are_as_many_as_they_should_be() {
        let known = [
            (4, 2, 48, 64),
            (4, 6, 84, 208),
            (4, 8, 230, 878),
            (4, 10, 1030, 4147),
            (4, 12, 3926, 15222),
            (4, 14, 13156, 53205),
            (5, 2, 80, 105),
            (5, 6, 144, 361),
            (5, 10, 2652, 10573),
            (5, 12, 13913, 52605),
        ];
        for (side, length, words, states) in known {
            let automaton = automaton(side, side, length);
            assert_eq!((automaton.words(), automaton.states()), (words, states), "{side}x{side}, length {length}");
        }
    }

    #[test]
    fn lengths_are_kept_in_range() {
        assert_eq!(automaton(3, 3, 0).rows(), automaton(3, 3, 2).rows());
        assert_eq!(automaton(1, 25, 99).words(), 48);
        assert_eq!(automaton(2, 2, 16).rows(), automaton(2, 2, 99).rows());
    }

    #[test]
    fn without_words_of_more_than_two_moves_only_the_way_back_is_forbidden() {
        for (rows, cols) in [(4, 4), (5, 5), (2, 3), (1, 6), (3, 8)] {
            let shape = Shape::new(rows, cols).unwrap();
            let (direct, general) = (Automaton::without_way_back(shape), Automaton::without_duplicates(shape, 2));
            assert_eq!((direct.rows(), direct.words()), (general.rows(), general.words()), "{shape}");
        }
        let large = automaton(8, 8, 14);
        assert_eq!((large.states(), large.words()), (64 + 224, 224));
        let down = large.row(large.start(0))[3];
        assert_eq!(large.row(down)[0], Automaton::FORBIDDEN);
        assert_eq!(large.row(down).map(|state| state == Automaton::FORBIDDEN), [true, true, false, false]);
    }

    /// The least of the shortest words to every state must pass: then no search within a bound
    /// loses its solution.
    #[test]
    fn the_least_shortest_word_to_every_state_is_allowed() {
        for (rows, cols, length, depth) in
            [(3, 3, 12, 18), (3, 3, 2, 12), (2, 3, 16, 21), (3, 2, 14, 21), (2, 4, 14, 20), (1, 5, 6, 4), (2, 2, 8, 6)]
        {
            let shape = Shape::new(rows, cols).unwrap();
            let automaton = automaton(rows, cols, length);
            for start in shape.all_cells() {
                let home: Vec<u8> = (0..shape.cells() as u8).collect();
                // The truth goes along all moves, whatever the automaton says.
                let mut seen = HashSet::from([home.clone()]);
                let mut level = vec![(home, start, automaton.start(start.index()))];
                for _ in 0..depth {
                    let mut next_level = Vec::new();
                    for (board, blank, state) in &level {
                        for (code, direction) in DIRECTIONS.into_iter().enumerate() {
                            let next = automaton.row(*state)[code];
                            let Some(cell) = shape.neighbour(*blank, direction) else {
                                assert_eq!(next, Automaton::FORBIDDEN, "the border");
                                continue;
                            };
                            let mut board = board.clone();
                            board.swap(blank.index(), cell.index());
                            // Levels are in order, so the first word to a state is the least of the
                            // shortest.
                            if seen.insert(board.clone()) {
                                assert_ne!(next, Automaton::FORBIDDEN, "{shape} {length}: the least word to {board:?}");
                                next_level.push((board, cell, next));
                            }
                        }
                    }
                    level = next_level;
                }
            }
        }
    }

    /// Up to its length the automaton lets just one word to each effect pass.
    #[test]
    fn no_duplicate_passes_up_to_the_length() {
        for (rows, cols, length) in [(3, 3, 10), (2, 3, 12), (3, 4, 8), (4, 2, 9)] {
            let shape = Shape::new(rows, cols).unwrap();
            let automaton = automaton(rows, cols, length);
            for start in shape.all_cells() {
                let home: Vec<u8> = (0..shape.cells() as u8).collect();
                let mut reached = BTreeMap::from([(home.clone(), 0)]);
                let mut level = vec![(home, start, automaton.start(start.index()))];
                for depth in 1..=length {
                    let mut next_level = Vec::new();
                    for (board, blank, state) in level {
                        for (code, direction) in DIRECTIONS.into_iter().enumerate() {
                            let next = automaton.row(state)[code];
                            let Some(cell) = shape.neighbour(blank, direction).filter(|_| next != Automaton::FORBIDDEN)
                            else {
                                continue;
                            };
                            let mut board = board.clone();
                            board.swap(blank.index(), cell.index());
                            assert_eq!(reached.insert(board.clone(), depth), None, "{shape}: {board:?} twice");
                            next_level.push((board, cell, next));
                        }
                    }
                    level = next_level;
                }
            }
        }
    }
}
