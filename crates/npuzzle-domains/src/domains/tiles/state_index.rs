//! Every state that can reach a goal as a number, such that a move is a look-up in a small table.
//!
//! A state is the cell of the blank and the order of the tiles, read along the shorter side of the
//! board with the blank left out. So all states with the blank in one cell form a *slab*, and a
//! slab numbers the orders.
//!
//! A move along a reading line leaves the order as it is: the same rank in another slab. A move
//! across takes one tile past `width - 1` others: it rotates `width` adjacent places of the order.
//! Ranks are lexicographic. Their digits (the Lehmer code: how many later tiles are smaller) change
//! only in the places that are rotated, since before and behind them the same tiles follow as
//! before. A table of those few digits is the whole move.
//!
//! A goal is reached by half of the orders only, those of one parity. The parity of an order is
//! that of its sum of digits, so the last digit that can vary is implied by the others and is left
//! out: a slab has `(n-1)!/2` ranks on a board of `n` cells. On a single line the order never
//! changes, and a slab is one state.
//!
//! Ranking takes O(n) steps, unranking O(n²), a move one or two look-ups. (Lehmer 1960; Korf &
//! Schultze 2005 group states by the cell of the blank likewise)

use std::sync::Arc;

use crate::core::Metric;
use crate::core::spelling::thousands;
use crate::domains::tiles::board::Board;
use crate::domains::tiles::parity::tiles_in_order;
use crate::domains::tiles::shape::{Cell, Direction, Shape, Tile};

/// The most cells a board may have, unless it is a single line: 15 cells have 653,837,184,000
/// states, 82 GB of bits, and 16 cells 1.3 TB, for many machines together. On machines of 32 bits
/// that would not even fit a rank.
pub const MOST_CELLS: usize = if usize::BITS >= 64 { 16 } else { 12 };

/// Places at the end of an order whose moves are tabled as a whole.
const TAIL_PLACES: usize = 8;

/// Ranks that differ in the last eight places only. Moves of those places stay among them. A
/// multiple of 64.
pub const TAIL: usize = 20_160;

/// The space is too large for what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a {shape} board has {} states, too many for {purpose}: it may have at most {most_cells} cells",
    shape.reachable_states().map_or_else(|| "more than 10^19".to_owned(), thousands)
)]
pub struct TooLarge {
    /// The board.
    pub shape: Shape,
    /// What the states were wanted for.
    pub purpose: &'static str,
    /// The most cells a board may have.
    pub most_cells: usize,
}

impl TooLarge {
    /// Refuses boards of more than `most_cells` cells that are not a single line.
    pub fn check(shape: Shape, purpose: &'static str, most_cells: usize) -> Result<(), Self> {
        let fits = shape.is_line() || shape.cells() <= most_cells;
        if fits { Ok(()) } else { Err(Self { shape, purpose, most_cells }) }
    }
}

/// The numbering of all states that can reach one goal.
#[derive(Clone, Debug)]
pub struct StateIndex {
    goal: Board,
    /// The cells in the order in which tiles are read.
    reading: Vec<Cell>,
    /// Whether the orders with the blank in a cell are odd.
    odd: Vec<bool>,
    slab_length: usize,
    links: Vec<Vec<Link>>,
}

/// A move of the blank from one cell to another, for all states of a slab.
#[derive(Clone, Debug)]
pub struct Link {
    /// The cell the blank goes to.
    pub to: Cell,
    way: Way,
}

/// What costs one: a move of the blank, or several in one direction.
#[derive(Clone, Debug)]
pub struct Step<'i> {
    /// The cell the blank goes to.
    pub to: Cell,
    links: Vec<&'i Link>,
}

impl Step<'_> {
    /// The rank after it, in the slab of the cell [`to`](Self::to).
    #[inline(always)]
    pub fn follow(&self, rank: usize) -> usize {
        self.links.iter().fold(rank, |rank, link| link.follow(rank))
    }
}

/// What a move does to the rank.
#[derive(Clone, Debug)]
pub enum Way {
    /// Nothing.
    Keep,
    /// It stays among the [`TAIL`] ranks around it.
    Tail(TailMove),
    /// It takes whole runs of ranks to other places.
    Head(HeadMove),
}

/// A move of the last places.
#[derive(Clone, Debug)]
pub struct TailMove {
    /// New ranks for even and for odd sums of the digits before the tail; a single one where the
    /// sum does not matter.
    tables: Vec<Box<[u16]>>,
    /// Whether the sum of digits before the tail is odd, for every tail.
    odd_before: Arc<[bool]>,
}

impl TailMove {
    /// The new ranks within a tail for even and for odd sums of the digits before it: the same ones
    /// where the sum does not matter.
    pub fn tables(&self) -> [&[u16]; 2] {
        [&self.tables[0], &self.tables[self.tables.len() - 1]]
    }

    /// The new ranks within a tail.
    #[inline(always)]
    pub fn table(&self, tail: usize) -> &[u16] {
        match self.tables.as_slice() {
            [even, odd] => {
                if self.odd_before[tail] {
                    odd
                } else {
                    even
                }
            }
            tables => &tables[0],
        }
    }
}

/// A move of places before the tail. Ranks are `(high * mids + mid) * run + low`, and only `mid`
/// changes.
#[derive(Clone, Debug)]
pub struct HeadMove {
    run: usize,
    table: Box<[u32]>,
}

impl HeadMove {
    /// How many ranks stay together.
    pub fn run(&self) -> usize {
        self.run
    }

    /// How many ranks change places among each other.
    pub fn block(&self) -> usize {
        self.run * self.table.len()
    }

    /// Where a run goes, counted in runs.
    #[inline(always)]
    pub fn follow_run(&self, run: usize) -> usize {
        let mid = run % self.table.len();
        run - mid + self.table[mid] as usize
    }
}

impl Link {
    /// The rank after the move, in the slab of the cell [`to`](Self::to).
    #[inline(always)]
    pub fn follow(&self, rank: usize) -> usize {
        match &self.way {
            Way::Keep => rank,
            Way::Tail(tail) => rank - rank % TAIL + usize::from(tail.table(rank / TAIL)[rank % TAIL]),
            Way::Head(head) => head.follow_run(rank / head.run) * head.run + rank % head.run,
        }
    }

    /// How it is followed.
    pub fn way(&self) -> &Way {
        &self.way
    }
}

/// Half of all orders of so many tiles: the ranks of a slab, or of a part of the digits.
fn half_factorial(tiles: usize) -> usize {
    (3..=tiles).product()
}

impl StateIndex {
    /// Numbers all states that can reach `goal`.
    pub fn new(goal: &Board) -> Result<Self, TooLarge> {
        let shape = goal.shape();
        TooLarge::check(shape, "numbering them all", MOST_CELLS)?;
        let along_columns = shape.rows() < shape.cols();
        let width = shape.rows().min(shape.cols());
        let mut reading: Vec<Cell> = shape.all_cells().collect();
        if along_columns {
            reading.sort_by_key(|&cell| (shape.col(cell), cell));
        }
        let tiles = shape.cells() - 1;
        let slab_length = if shape.is_line() { 1 } else { half_factorial(tiles) };
        let mut index =
            Self { goal: goal.clone(), reading, odd: vec![false; shape.cells()], slab_length, links: Vec::new() };
        // A move across the reading lines passes `width - 1` tiles, which changes the parity so
        // often.
        let home = goal.blank();
        let home_is_odd = !shape.is_line() && index.order_of(goal).is_odd();
        for (place, &cell) in index.reading.iter().enumerate() {
            let home_place = index.reading.iter().position(|&other| other == home).unwrap_or(0);
            let lines = (place / width).abs_diff(home_place / width);
            index.odd[cell.index()] = home_is_odd ^ !(lines * (width - 1)).is_multiple_of(2);
        }
        index.links = index.all_links(width);
        Ok(index)
    }

    fn order_of(&self, board: &Board) -> Digits {
        let tiles = self.reading.iter().map(|&cell| board.tile_at(cell)).filter(|tile| !tile.is_blank());
        Digits::of(tiles.map(|tile| tile.0 as u8 - 1))
    }

    fn all_links(&self, width: usize) -> Vec<Vec<Link>> {
        let tiles = self.reading.len() - 1;
        let head_places = tiles.saturating_sub(TAIL_PLACES);
        let odd_before: Arc<[bool]> = if width == 1 { [].into() } else { odd_sums(tiles, 0..head_places).into() };
        let mut links = vec![Vec::new(); self.reading.len()];
        for (place, &cell) in self.reading.iter().enumerate() {
            let mut link = |to: usize, way: Way| links[cell.index()].push(Link { to: self.reading[to], way });
            let across = |first: usize, turn: Turn| {
                let rotation = Rotation { tiles, first, width, turn, odd: self.odd[cell.index()] };
                match () {
                    // A line: the tile passes no other.
                    () if width == 1 => Way::Keep,
                    () if first < head_places => Way::Head(rotation.of_the_head()),
                    () => Way::Tail(rotation.of_the_tail(head_places, &odd_before)),
                }
            };
            if let Some(above) = place.checked_sub(width) {
                link(above, across(above, Turn::FirstToLast));
            }
            if place % width > 0 {
                link(place - 1, Way::Keep);
            }
            if place % width + 1 < width {
                link(place + 1, Way::Keep);
            }
            if place + width < self.reading.len() {
                link(place + width, across(place, Turn::LastToFirst));
            }
        }
        links
    }

    /// In how many cells the blank comes or goes by a move that takes whole runs of ranks to other
    /// places.
    pub fn cells_of_head_moves(shape: Shape) -> usize {
        let width = shape.rows().min(shape.cols());
        let first = (shape.cells() - 1).saturating_sub(TAIL_PLACES);
        if width == 1 { 0 } else { first + first.min(width) }
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// Number of states: a slab for every cell of the blank.
    pub fn states(&self) -> u64 {
        self.slab_length as u64 * self.reading.len() as u64
    }

    /// Number of states with the blank in any one cell.
    pub fn slab_length(&self) -> usize {
        self.slab_length
    }

    /// For every tail, whether the sum of the digits before it is odd; empty where no move asks.
    pub fn odd_tails(&self) -> &[bool] {
        let tails = self.links.iter().flatten().filter_map(|link| match &link.way {
            Way::Tail(tail) => Some(tail),
            Way::Keep | Way::Head(_) => None,
        });
        tails.map(|tail| &*tail.odd_before).next().unwrap_or_default()
    }

    /// The moves of the blank out of a cell.
    pub fn links(&self, blank: Cell) -> &[Link] {
        &self.links[blank.index()]
    }

    /// What costs one in a metric, out of a cell: moves of the blank, or slides, which are moves in
    /// one direction.
    pub fn steps(&self, metric: Metric, blank: Cell) -> Vec<Step<'_>> {
        let link = |from: Cell, to: Cell| self.links(from).iter().find(|link| link.to == to);
        let mut steps = Vec::new();
        for first in self.links(blank) {
            let mut step = Step { to: first.to, links: vec![first] };
            steps.push(step.clone());
            let direction = Direction::ALL.into_iter().find(|&to| self.shape().neighbour(blank, to) == Some(first.to));
            let next = |step: &Step<'_>| self.shape().neighbour(step.to, direction?);
            while let Some(to) = next(&step).filter(|_| metric == Metric::Multi) {
                step.links.extend(link(step.to, to));
                step.to = to;
                steps.push(step.clone());
            }
        }
        steps
    }

    /// Number of moves or slides, each counted both ways.
    pub fn edges(&self, metric: Metric) -> u64 {
        let steps = |cell: Cell| self.steps(metric, cell).len() as u64;
        self.shape().all_cells().map(steps).sum::<u64>() * self.slab_length as u64
    }

    /// The cell of the blank and the rank of the state with these tiles; `None` if it cannot reach
    /// the goal.
    ///
    /// The tiles are those of a board of this shape, row by row.
    pub fn number_of(&self, tiles: impl ExactSizeIterator<Item = u8>) -> Option<(Cell, usize)> {
        let shape = self.shape();
        debug_assert_eq!(tiles.len(), shape.cells());
        if shape.is_line() {
            let mut blank = Cell(0);
            let mut order = tiles_in_order(&self.goal);
            for (cell, tile) in shape.all_cells().zip(tiles) {
                if tile == 0 {
                    blank = cell;
                } else if order.next() != Some(Tile(u16::from(tile))) {
                    return None;
                }
            }
            return Some((blank, 0));
        }
        let mut by_cell = [0; MOST_CELLS];
        by_cell.iter_mut().zip(tiles).for_each(|(slot, tile)| *slot = tile);
        let mut blank = Cell(0);
        let order = self.reading.iter().filter_map(|&cell| {
            let tile = by_cell[cell.index()];
            if tile == 0 {
                blank = cell;
            }
            tile.checked_sub(1)
        });
        let digits = Digits::of(order);
        (digits.is_odd() == self.odd[blank.index()]).then(|| (blank, digits.rank()))
    }

    /// The cell of the blank and the rank of a board of this shape; `None` if it cannot reach the
    /// goal.
    pub fn number_of_board(&self, board: &Board) -> Option<(Cell, usize)> {
        debug_assert_eq!(board.shape(), self.shape());
        self.number_of(board.tiles().iter().map(|tile| tile.0 as u8))
    }

    /// Writes the tiles of the state with a number, row by row.
    pub fn write_tiles(&self, blank: Cell, rank: usize, tiles: &mut [u8]) {
        debug_assert!(rank < self.slab_length && tiles.len() == self.reading.len());
        tiles[blank.index()] = 0;
        let cells = self.reading.iter().filter(|&&cell| cell != blank);
        if self.shape().is_line() {
            cells.zip(tiles_in_order(&self.goal)).for_each(|(cell, tile)| tiles[cell.index()] = tile.0 as u8);
        } else {
            let digits = Digits::of_rank(rank, self.reading.len() - 1, self.odd[blank.index()]);
            cells.zip(digits.order()).for_each(|(cell, tile)| tiles[cell.index()] = tile + 1);
        }
    }

    /// The board with a number.
    pub fn board(&self, blank: Cell, rank: usize) -> Board {
        let mut tiles = vec![0; self.reading.len()];
        self.write_tiles(blank, rank, &mut tiles);
        Board::from_fn(self.shape(), |cell| Tile(u16::from(tiles[cell.index()])))
    }

    /// Walks over a slab from a rank on.
    pub fn cursor(&self, blank: Cell, rank: usize) -> Cursor<'_> {
        let cells: Vec<Cell> = self.reading.iter().copied().filter(|&cell| cell != blank).collect();
        let mut tiles = vec![0; self.reading.len()];
        self.write_tiles(blank, rank, &mut tiles);
        let order = cells.iter().map(|cell| tiles[cell.index()]).collect();
        Cursor { index: self, cells, order, tiles, rank }
    }
}

/// A walk over the states of a slab, rank by rank, without unranking each.
#[derive(Clone, Debug)]
pub struct Cursor<'i> {
    index: &'i StateIndex,
    /// The cells of the places of the order.
    cells: Vec<Cell>,
    order: Vec<u8>,
    tiles: Vec<u8>,
    rank: usize,
}

impl Cursor<'_> {
    /// The tiles of the state, row by row.
    #[inline(always)]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Its rank.
    #[inline(always)]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Goes to the next rank; `false` at the end of the slab.
    ///
    /// Orders come in pairs that differ in the last two places, and one of each pair has the right
    /// parity. So this is the first order of the next pair, or the second where the way there
    /// changed the parity.
    #[inline]
    pub fn advance(&mut self) -> bool {
        if self.rank + 1 >= self.index.slab_length {
            return false;
        }
        self.rank += 1;
        let last = self.order.len() - 1;
        let order = self.order.as_mut_slice();
        let mut swaps = 0;
        if order[last - 1] < order[last] {
            order.swap(last - 1, last);
            swaps += 1;
        }
        // The next order in lexicographic order. INVARIANT: there is one, since the rank is not the
        // last.
        let mut pivot = last - 2;
        while order[pivot] > order[pivot + 1] {
            pivot -= 1;
        }
        let mut larger = last;
        while order[larger] < order[pivot] {
            larger -= 1;
        }
        order.swap(pivot, larger);
        order[pivot + 1..].reverse();
        swaps += 1 + (last - pivot) / 2;
        if swaps % 2 == 1 {
            order.swap(last - 1, last);
        }
        for (cell, &tile) in self.cells[pivot..].iter().zip(&self.order[pivot..]) {
            self.tiles[cell.index()] = tile;
        }
        true
    }
}

/// The Lehmer code of an order: for each place, how many later tiles are smaller.
struct Digits {
    digits: [u8; MOST_CELLS],
    tiles: usize,
}

impl Digits {
    /// Of an order of the numbers from zero on.
    fn of(order: impl Iterator<Item = u8>) -> Self {
        let mut digits = [0; MOST_CELLS];
        let mut seen = 0_u32;
        let mut tiles = 0;
        for (digit, tile) in digits.iter_mut().zip(order) {
            *digit = tile - (seen & ((1 << tile) - 1)).count_ones() as u8;
            seen |= 1 << tile;
            tiles += 1;
        }
        Self { digits, tiles }
    }

    /// Of the order with a rank among those of a parity.
    fn of_rank(rank: usize, tiles: usize, odd: bool) -> Self {
        let mut digits = [0; MOST_CELLS];
        let mut left = rank;
        for place in (0..tiles - 2).rev() {
            digits[place] = (left % (tiles - place)) as u8;
            left /= tiles - place;
        }
        let mut code = Self { digits, tiles };
        code.digits[tiles - 2] = u8::from(code.is_odd() != odd);
        code
    }

    fn is_odd(&self) -> bool {
        !self.digits.iter().sum::<u8>().is_multiple_of(2)
    }

    /// The rank, from all places but the last two: one has no choice, the other is implied by the
    /// parity.
    fn rank(&self) -> usize {
        (0..self.tiles - 2).fold(0, |rank, place| rank * (self.tiles - place) + usize::from(self.digits[place]))
    }

    /// The order itself.
    fn order(&self) -> impl Iterator<Item = u8> {
        let mut left = (1_u32 << self.tiles) - 1;
        self.digits[..self.tiles].iter().map(move |&digit| {
            let mut candidates = left;
            for _ in 0..digit {
                candidates &= candidates - 1;
            }
            left &= !(candidates & candidates.wrapping_neg());
            candidates.trailing_zeros() as u8
        })
    }
}

/// Whether the sum of digits is odd, for every number written with the digits of some places.
fn odd_sums(tiles: usize, places: std::ops::Range<usize>) -> Vec<bool> {
    places.fold(vec![false], |sums, place| {
        sums.iter().flat_map(|&odd| (0..tiles - place).map(move |digit| odd ^ (digit % 2 == 1))).collect()
    })
}

/// Which way round places are rotated.
#[derive(Clone, Copy)]
enum Turn {
    FirstToLast,
    LastToFirst,
}

/// A move across the reading lines: the places from `first` on, `width` of them, are rotated.
struct Rotation {
    tiles: usize,
    first: usize,
    width: usize,
    turn: Turn,
    /// Whether the orders before the move are odd.
    odd: bool,
}

impl Rotation {
    /// The places behind the rotated ones whose digits a rank holds begin here.
    fn end(&self) -> usize {
        (self.first + self.width).min(self.tiles - 2)
    }

    /// How many ranks the places behind make: these stay together.
    fn run(&self) -> usize {
        (self.end()..self.tiles - 2).map(|place| self.tiles - place).product()
    }

    /// The new digits of the rotated places, for all old ones; both written as one number.
    ///
    /// Where the implied digit is among them, it also depends on the parity of the sum of digits
    /// before.
    fn table(&self, odd_before: bool) -> Box<[u32]> {
        let radix = |place: usize| self.tiles - place;
        let kept = self.first..self.end();
        let mids: usize = kept.clone().map(radix).product();
        let new_mid = |mid: usize| {
            let mut digits = vec![0; self.width];
            let mut left = mid;
            for place in kept.clone().rev() {
                digits[place - self.first] = left % radix(place);
                left /= radix(place);
            }
            if let Some(implied) = (self.tiles - 2).checked_sub(self.first).filter(|&place| place < self.width) {
                let sum = usize::from(odd_before) + digits.iter().sum::<usize>();
                digits[implied] = usize::from(sum.is_multiple_of(2) == self.odd);
            }
            // The digits as tiles, taken out of all that are left at the first place; rotated; and
            // as digits again.
            let mut pool: Vec<usize> = (0..radix(self.first)).collect();
            let mut tiles: Vec<usize> = digits.iter().map(|&digit| pool.remove(digit)).collect();
            match self.turn {
                Turn::FirstToLast => tiles.rotate_left(1),
                Turn::LastToFirst => tiles.rotate_right(1),
            }
            let mut pool: Vec<usize> = (0..radix(self.first)).collect();
            let turned = tiles.iter().map(|tile| {
                let digit = pool.iter().position(|other| other == tile).unwrap_or(0);
                pool.remove(digit);
                digit
            });
            kept.clone().zip(turned).fold(0, |mid, (place, digit)| mid * radix(place) + digit) as u32
        };
        (0..mids).map(new_mid).collect()
    }

    fn of_the_head(&self) -> HeadMove {
        HeadMove { run: self.run(), table: self.table(false) }
    }

    /// The same for all ranks of a tail at once.
    fn of_the_tail(&self, head_places: usize, odd_before: &Arc<[bool]>) -> TailMove {
        let implied_is_turned = self.first + self.width > self.tiles - 2;
        let by_parity = [self.table(false), self.table(true)];
        let run = self.run();
        let between = odd_sums(self.tiles, head_places..self.first);
        let table = |odd_before: bool| {
            let mut ranks = Vec::new();
            for (high, &odd) in between.iter().enumerate() {
                let mids = &by_parity[usize::from(odd ^ odd_before)];
                for &mid in mids {
                    let start = (high * mids.len() + mid as usize) * run;
                    ranks.extend((start..start + run).map(|rank| rank as u16));
                }
            }
            ranks.into_boxed_slice()
        };
        let variants: &[bool] = if implied_is_turned { &[false, true] } else { &[false] };
        let tables = variants.iter().map(|&odd| table(odd)).collect();
        TailMove { tables, odd_before: Arc::clone(odd_before) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::domains::tiles::parity::is_solvable;
    use crate::domains::tiles::rank::unrank;
    use crate::domains::tiles::shape::Direction;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).unwrap()
    }

    /// The links of a state lead to the numbers of the boards one move away, each once.
    fn check_links(index: &StateIndex, board: &Board) {
        let (blank, rank) = index.number_of_board(board).unwrap_or_else(|| panic!("{board} reaches {}", index.goal));
        assert_eq!((blank, index.board(blank, rank)), (board.blank(), board.clone()));
        let mut expected: Vec<_> = Direction::ALL
            .into_iter()
            .filter_map(|direction| board.moved(direction))
            .map(|moved| index.number_of_board(&moved).unwrap())
            .collect();
        let mut found: Vec<_> = index.links(blank).iter().map(|link| (link.to, link.follow(rank))).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{board} of {}", index.goal);
    }

    /// Miri looks at every access to memory, so it gets no more than a few.
    fn of_size((rows, cols): &(usize, usize)) -> bool {
        !cfg!(miri) || rows * cols <= 4
    }

    /// All arrangements of a small board: numbers are without gaps, and moves are those of boards.
    #[test]
    fn small_spaces_are_numbered_without_gaps() {
        for (rows, cols) in
            [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (1, 5), (5, 1), (1, 2)].into_iter().filter(of_size)
        {
            for card in CARDS {
                let shape = shape(rows, cols);
                let goal = card.board(shape);
                let index = StateIndex::new(&goal).unwrap();
                assert_eq!(Some(index.states()), shape.reachable_states());
                let mut numbers = HashSet::new();
                let mut tiles = vec![0; shape.cells()];
                for arrangement in 0..(1..=shape.cells() as u64).product() {
                    unrank(arrangement, &mut tiles);
                    let board = Board::from_fn(shape, |cell| Tile(u16::from(tiles[cell.index()])));
                    let number = index.number_of(tiles.iter().copied());
                    assert_eq!(number.is_some(), is_solvable(&board, &goal), "{board} for {goal}");
                    if let Some((blank, rank)) = number {
                        assert!(rank < index.slab_length() && numbers.insert((blank, rank)), "{board} for {goal}");
                        check_links(&index, &board);
                    }
                }
                assert_eq!(numbers.len() as u64, index.states());
                let naive: usize = shape.all_cells().map(|cell| index.links(cell).len()).sum();
                assert_eq!(index.edges(Metric::Single), naive as u64 * index.slab_length() as u64);
                assert_eq!(index.edges(Metric::Multi), index.states() * (rows + cols - 2) as u64);
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "so many boards take Miri an hour")]
    fn random_boards_of_larger_spaces_are_numbered_like_their_neighbours() {
        for (rows, cols) in
            [(2, 5), (5, 2), (3, 4), (4, 3), (2, 6), (6, 2), (2, 7), (3, 5), (5, 3), (4, 4), (2, 8), (1, 100)]
        {
            for card in CARDS {
                let goal = card.board(shape(rows, cols));
                let index = StateIndex::new(&goal).unwrap();
                assert_eq!(Some(index.states()), goal.shape().reachable_states());
                let mut generator = Generator::new(&goal, Kind::Uniform, 1).unwrap();
                (0..200).for_each(|_| check_links(&index, &generator.board()));
                let mut unsolvable = Generator::new(&goal, Kind::Unsolvable, 1).unwrap();
                assert!((0..50).all(|_| index.number_of_board(&unsolvable.board()).is_none()));
            }
        }
    }

    #[test]
    fn a_cursor_walks_over_every_rank_in_order() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 4), (3, 4), (4, 3)].into_iter().filter(of_size)
        {
            for card in CARDS {
                let index = StateIndex::new(&card.board(shape(rows, cols))).unwrap();
                let length = index.slab_length();
                for blank in index.shape().all_cells() {
                    let first = if length > 100_000 { random.random_range(0..length - 2000) } else { 0 };
                    let mut cursor = index.cursor(blank, first);
                    for rank in first..length.min(first + 25_000) {
                        assert_eq!(cursor.rank(), rank);
                        assert_eq!(index.number_of(cursor.tiles().iter().copied()), Some((blank, rank)));
                        assert_eq!(cursor.advance(), rank + 1 < length);
                    }
                }
            }
        }
    }

    #[test]
    fn larger_boards_are_refused_with_their_number_of_states() {
        let error = StateIndex::new(&CARDS[0].board(shape(3, 6))).unwrap_err().to_string();
        assert!(error.contains("3,201,186,852,864,000 states") && error.contains("at most 16 cells"), "{error}");
    }
}
