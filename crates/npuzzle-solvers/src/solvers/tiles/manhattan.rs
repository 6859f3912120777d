//! A kernel with Manhattan distance alone: no tables, ready at once, and the fastest for boards
//! that are nearly solved.
//!
//! A move changes the estimate by one, so what the bound allows beyond it, the *room*, stays or
//! shrinks by two. Room is counted in such steps: a state without room has only children that are
//! closer to the goal. Whether a tile gets farther from its home is looked up by the cell of the
//! blank, the move and the tile.

use crate::core::Cost;
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::kernel::{DIRECTIONS, Kernel, KernelTally, Saved, remembered};

/// A board in one word. Each cell holds a tile's home, changed so that the blank is zero.
pub trait BoardWord: Copy + Send + Sync + PartialEq + 'static {
    /// Bits of a cell.
    const BITS: u32;
    /// The most cells that fit.
    const CELLS: usize;

    /// The word with this number in a cell that holds zero.
    fn with(self, shift: u32, number: u8) -> Self;

    /// The number in a cell.
    fn number(self, shift: u32) -> u32;

    /// The word after the number has gone from one cell to another, which held zero.
    fn moved(self, number: u32, from: u32, to: u32) -> Self;

    /// The word with nothing in it.
    fn empty() -> Self;
}

macro_rules! board_word {
    ($word:ty, $bits:literal, $cells:literal) => {
        impl BoardWord for $word {
            const BITS: u32 = $bits;
            const CELLS: usize = $cells;

            fn with(self, shift: u32, number: u8) -> Self {
                self | Self::from(number) << shift
            }

            #[inline(always)]
            fn number(self, shift: u32) -> u32 {
                (self >> shift) as u32 & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn moved(self, number: u32, from: u32, to: u32) -> Self {
                self ^ Self::from(number) << from ^ Self::from(number) << to
            }

            fn empty() -> Self {
                0
            }
        }
    };
}
board_word!(u64, 4, 16);
board_word!(u128, 5, 25);

/// A row of the move automaton in one word: four states, and which of them are allowed.
pub trait RowWord: Copy + Send + Sync + 'static {
    /// Bits of a state.
    const BITS: u32;

    /// Packs a row.
    fn pack(row: [u32; 4]) -> Self;

    /// The moves that are allowed, a bit each.
    fn allowed(self) -> u32;

    /// The state after a move that is allowed.
    fn next(self, code: u32) -> u32;
}

macro_rules! row_word {
    ($word:ty, $bits:literal) => {
        impl RowWord for $word {
            const BITS: u32 = $bits;

            fn pack(row: [u32; 4]) -> Self {
                let codes = row.into_iter().enumerate().filter(|&(_, state)| state != Automaton::FORBIDDEN);
                codes
                    .fold(0, |word, (code, state)| word | Self::from(state) << ($bits * code) | 1 << (4 * $bits + code))
            }

            #[inline(always)]
            fn allowed(self) -> u32 {
                (self >> (4 * $bits)) as u32
            }

            #[inline(always)]
            fn next(self, code: u32) -> u32 {
                (self >> ($bits * (code & 3))) as u32 & ((1 << $bits) - 1)
            }
        }
    };
}
row_word!(u64, 15);
row_word!(u128, 31);

/// The moves of a blank in one cell.
#[derive(Clone, Copy)]
struct Ways {
    /// The cell that each move leads to.
    to: [u8; 4],
    /// Where that cell is in the word of a board.
    shift: [u8; 4],
    /// For each move and each tile that it may move, one if the tile gets farther from its home,
    /// else zero.
    farther: [[u8; 32]; 4],
}

impl Ways {
    /// The steps of room that a move costs.
    #[inline(always)]
    fn farther(&self, code: u32, tile: u32) -> u32 {
        self.farther[code as usize & 3][tile as usize & 31].into()
    }
}

/// What [`Kernel::run`] needs of the board and the automaton, for boards in a `B` and rows in an
/// `R`.
pub struct Manhattan<B, R> {
    shape: Shape,
    /// The home of the blank. Homes are stored with its bits flipped, which makes the blank zero.
    blank_home: u8,
    ways: [Ways; 32],
    rows: Box<[R]>,
    empty: B,
}

/// For boards of at most 16 cells, and automata of at most 32,768 states.
pub type SmallManhattan = Manhattan<u64, u64>;
/// For boards of at most 25 cells, and all automata.
pub type LargeManhattan = Manhattan<u128, u128>;

impl<B: BoardWord, R: RowWord> Manhattan<B, R> {
    /// The kernel of a frame. `None` if its boards or the states of the automaton do not fit.
    pub fn new(frame: Frame, automaton: &Automaton) -> Option<Self> {
        let shape = frame.shape();
        if shape.cells() > B::CELLS || automaton.states() >= 1 << R::BITS {
            return None;
        }
        let blank_home = frame.blank().0 as u8;
        let mut ways = [Ways { to: [0; 4], shift: [0; 4], farther: [[0; 32]; 4] }; 32];
        for blank in shape.all_cells() {
            for (code, direction) in DIRECTIONS.into_iter().enumerate() {
                let Some(to) = shape.neighbour(blank, direction) else { continue };
                let way = &mut ways[blank.index()];
                way.to[code] = to.0 as u8;
                way.shift[code] = Self::shift(to.0.into()) as u8;
                for home in shape.all_cells().filter(|&home| shape.distance(home, blank) > shape.distance(home, to)) {
                    way.farther[code][usize::from(home.0 as u8 ^ blank_home)] = 1;
                }
            }
        }
        let rows = automaton.rows().iter().map(|&row| R::pack(row)).collect();
        Some(Self { shape, blank_home, ways, rows, empty: B::empty() })
    }

    fn shift(cell: u32) -> u32 {
        cell * B::BITS
    }

    /// The node with these fields and the estimate that belongs to them.
    fn node(&self, cells: &[u8], words: u32, path: u64) -> Node<B> {
        let (mut board, mut blank, mut estimate) = (self.empty, 0, 0);
        for (cell, &home) in cells.iter().enumerate().take(B::CELLS) {
            if home == self.blank_home {
                blank = cell as u8;
            } else {
                estimate += self.shape.distance(Cell(cell as u16), Cell(u16::from(home)));
            }
            board = board.with(Self::shift(cell as u32), home ^ self.blank_home);
        }
        Node { board, path, words, left: 0, estimate: estimate as u16, blank }
    }

    fn cells(&self, board: B) -> impl Iterator<Item = u8> {
        let home = move |cell| board.number(Self::shift(cell)) as u8 ^ self.blank_home;
        (0..self.shape.cells() as u32).map(home)
    }

    fn ways(&self, blank: u32) -> &Ways {
        &self.ways[blank as usize & 31]
    }

    /// Searches below a state. This function is all that is hot.
    ///
    /// PERF: 180 million children a second on 4x4 with words of 12 moves, 230 with words of 2
    /// (Korf's twenty easiest boards, one thread at 3.2 GHz). Two branches a move that the
    /// processor guesses beat all that avoids them: children judged together and walked by a mask
    /// of those that live, 140; a stack of children written without branches, 105; four such states
    /// at a time, 135; rows fetched before the call, 175.
    fn below(&self, walk: &mut Walk<'_, B>, state: State<B>) -> Flow {
        let Some(&row) = self.rows.get(state.words as usize) else { return Flow::Exhausted };
        if walk.counts as u32 >= walk.quota {
            walk.put_back(state.into());
            return Flow::Stopped;
        }
        walk.counts += COUNTS[row.allowed() as usize & 15];
        let ways = self.ways(state.blank);
        for code in 0..4 {
            if row.allowed() >> code & 1 == 0 {
                continue;
            }
            let from = u32::from(ways.shift[code as usize]);
            let tile = state.board.number(from);
            let farther = ways.farther(code, tile);
            if state.room < farther {
                continue;
            }
            // Whatever lives without a move left is the goal.
            let flow = if state.left == 1 {
                Flow::Found
            } else {
                let child = State {
                    board: state.board.moved(tile, from, Self::shift(state.blank)),
                    blank: ways.to[code as usize].into(),
                    words: row.next(code),
                    room: state.room - farther,
                    left: state.left - 1,
                };
                self.below(walk, child)
            };
            if flow != Flow::Exhausted {
                return self.unwind(walk, flow, state, code);
            }
        }
        Flow::Exhausted
    }

    /// Leaves a state after its child by `code`: notes the move, and puts back the children that
    /// are still to be searched.
    #[cold]
    #[inline(never)]
    fn unwind(&self, walk: &mut Walk<'_, B>, flow: Flow, state: State<B>, code: u32) -> Flow {
        let depth = walk.bound.saturating_sub(state.left);
        let node = Node::from(state);
        if flow == Flow::Found {
            walk.path |= remembered(code.into(), depth);
            // The moves after this one were counted too soon: depth first, they would have come
            // later.
            let later = self.moves(&node).filter(|&later| later > code).count() as u64;
            walk.counts -= later << 32;
        } else {
            walk.stack[walk.base..].iter_mut().for_each(|below| below.path |= remembered(code.into(), depth));
            for later in self.moves(&node).filter(|&later| later > code) {
                let child = self.child(&node, later, depth);
                if self.is_alive(&child) {
                    walk.put_back(child);
                }
            }
        }
        flow
    }

    /// The moves that the automaton allows, by their codes.
    fn moves(&self, node: &Node<B>) -> impl Iterator<Item = u32> {
        let allowed = self.rows.get(node.words as usize).map_or(0, |row| row.allowed());
        (0..4).filter(move |code| allowed >> code & 1 == 1)
    }

    /// The child by a move that is allowed, of a node at this depth with at least one move left.
    fn child(&self, node: &Node<B>, code: u32, depth: u32) -> Node<B> {
        let ways = self.ways(node.blank.into());
        let from = u32::from(ways.shift[code as usize & 3]);
        let tile = node.board.number(from);
        Node {
            board: node.board.moved(tile, from, Self::shift(node.blank.into())),
            path: node.path | remembered(code.into(), depth),
            words: self.rows.get(node.words as usize).map_or(0, |row| row.next(code)),
            left: node.left.saturating_sub(1),
            estimate: (node.estimate + 2 * ways.farther(code, tile) as u16).saturating_sub(1),
            blank: ways.to[code as usize & 3],
        }
    }
}

/// A state on the way down: five words that stay in registers.
#[derive(Clone, Copy)]
struct State<B> {
    board: B,
    blank: u32,
    words: u32,
    room: u32,
    left: u32,
}

impl<B> From<State<B>> for Node<B> {
    fn from(State { board, blank, words, room, left }: State<B>) -> Self {
        Self { board, path: 0, words, left: left as u16, estimate: (left - 2 * room) as u16, blank: blank as u8 }
    }
}

/// How the search below a state ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Exhausted,
    Found,
    Stopped,
}

/// What a state adds to the counts, by the moves that are allowed: itself in the low half, its
/// children in the high half.
const COUNTS: [u64; 16] = {
    let mut counts = [1; 16];
    let mut allowed = 0;
    while allowed < 16 {
        counts[allowed] += ((allowed as u32).count_ones() as u64) << 32;
        allowed += 1;
    }
    counts
};

/// The counts have room for so many states and their children.
const LARGEST_QUOTA: u64 = 1 << 29;

/// What the search below a node of the stack writes.
struct Walk<'s, B> {
    /// States expanded in the low half, children made in the high half.
    counts: u64,
    quota: u32,
    bound: Cost,
    path: u64,
    stack: &'s mut Vec<Node<B>>,
    /// Where the nodes that were put back begin.
    base: usize,
}

impl<B> Walk<'_, B> {
    #[cold]
    fn put_back(&mut self, node: Node<B>) {
        self.stack.push(node);
    }
}

/// A state of the search.
#[derive(Clone, Copy)]
pub struct Node<B> {
    board: B,
    path: u64,
    words: u32,
    left: u16,
    estimate: u16,
    blank: u8,
}

impl<B: BoardWord, R: RowWord> Kernel for Manhattan<B, R> {
    type Node = Node<B>;

    fn root(&self, cells: &[u8]) -> Node<B> {
        let node = self.node(cells, 0, 0);
        // The parity of the estimate is that of all solutions: each move changes both by one.
        Node { words: u32::from(node.blank), left: node.estimate, ..node }
    }

    fn left(&self, node: &Node<B>) -> Cost {
        Cost::from(node.left)
    }

    fn lift(&self, node: &mut Node<B>, more: Cost) {
        node.left = node.left.saturating_add(more as u16);
    }

    fn is_alive(&self, node: &Node<B>) -> bool {
        node.estimate <= node.left
    }

    fn children(&self, node: &Node<B>, depth: u32, children: &mut Vec<Node<B>>) {
        debug_assert!(node.left >= 1);
        children.extend(self.moves(node).map(|code| self.child(node, code, depth)));
    }

    fn run(&self, stack: &mut Vec<Node<B>>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64> {
        let mut left_over = quota.min(LARGEST_QUOTA);
        while left_over > 0
            && let Some(node) = stack.pop()
        {
            debug_assert!(self.is_alive(&node) && node.left >= 1);
            let base = stack.len();
            let mut walk = Walk { counts: 0, quota: left_over as u32, bound, path: node.path, stack, base };
            let state = State {
                board: node.board,
                blank: node.blank.into(),
                words: node.words,
                room: u32::from(node.left.saturating_sub(node.estimate)) / 2,
                left: node.left.into(),
            };
            let flow = self.below(&mut walk, state);
            let (path, expanded, generated) = (walk.path, walk.counts & u64::from(u32::MAX), walk.counts >> 32);
            left_over -= expanded.min(left_over);
            *tally = KernelTally {
                expanded: tally.expanded + expanded,
                generated: tally.generated + generated,
                evaluated: tally.evaluated + generated,
            };
            if flow == Flow::Found {
                return Some(path);
            }
            // The deepest were put back first, and are to be searched first.
            stack[base..].iter_mut().for_each(|kept| kept.path |= node.path);
            stack[base..].reverse();
        }
        None
    }

    fn key(&self, node: &Node<B>) -> u128 {
        self.cells(node.board)
            .enumerate()
            .fold(0, |key, (cell, home)| key | u128::from(home) << (B::BITS * cell as u32))
    }

    fn save(&self, node: &Node<B>) -> Saved {
        Saved { cells: self.cells(node.board).collect(), words: node.words, left: node.left.into(), path: node.path }
    }

    fn restore(&self, saved: &Saved) -> Node<B> {
        Node { left: saved.left as u16, ..self.node(&saved.cells, saved.words, saved.path) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::tiles::Direction;
    use crate::solvers::tiles::kernel::REMEMBERED_MOVES;
    use crate::solvers::tiles::samples::{goal, korf, scrambled};

    const SHAPES: [(usize, usize, u64); 9] =
        [(2, 2, 0), (3, 3, 0), (3, 3, 4), (2, 5, 3), (3, 4, 5), (4, 4, 0), (4, 4, 15), (1, 7, 3), (2, 8, 0)];

    fn automaton(frame: Frame, length: usize) -> Automaton {
        Automaton::new(frame.shape(), length)
    }

    fn estimate(frame: Frame, cells: &[u8]) -> u32 {
        let tiles = cells.iter().enumerate().filter(|&(_, &home)| u16::from(home) != frame.blank().0);
        tiles.map(|(cell, &home)| frame.shape().distance(Cell(cell as u16), Cell(u16::from(home)))).sum()
    }

    fn after(frame: Frame, cells: &[u8], direction: Direction) -> Vec<u8> {
        let blank = cells.iter().position(|&home| u16::from(home) == frame.blank().0).unwrap();
        let next = frame.shape().neighbour(Cell(blank as u16), direction).unwrap();
        let mut cells = cells.to_vec();
        cells.swap(blank, next.index());
        cells
    }

    /// Every child against the board after the same move, its estimate counted from scratch.
    fn check_children<B: BoardWord, R: RowWord>(frame: Frame) {
        let automaton = automaton(frame, 8);
        let kernel = Manhattan::<B, R>::new(frame, &automaton).unwrap();
        for cells in scrambled(frame, 37, 1).take(50) {
            let mut node = kernel.root(&cells);
            kernel.lift(&mut node, 40);
            let (mut cells, mut words) = (cells, node.words);
            for depth in 0..40 {
                let mut children = Vec::new();
                kernel.children(&node, depth, &mut children);
                let codes: Vec<usize> =
                    (0..4).filter(|&code| automaton.row(words)[code] != Automaton::FORBIDDEN).collect();
                assert_eq!(children.len(), codes.len());
                for (child, &code) in children.iter().zip(&codes) {
                    let saved = kernel.save(child);
                    assert_eq!(saved.cells, after(frame, &cells, DIRECTIONS[code]));
                    assert_eq!(u32::from(child.estimate), estimate(frame, &saved.cells));
                    assert_eq!(saved.words, automaton.row(words)[code]);
                    assert_eq!(saved.left + 1, kernel.left(&node));
                    let bits = if depth < REMEMBERED_MOVES { (code as u64) << (2 * depth) } else { 0 };
                    assert_eq!(saved.path, node.path | bits);
                    let restored = kernel.restore(&saved);
                    assert_eq!(kernel.save(&restored), saved);
                    assert_eq!((restored.estimate, restored.blank), (child.estimate, child.blank));
                    assert_eq!(kernel.is_alive(child), estimate(frame, &saved.cells) <= saved.left);
                    let key = saved.cells.iter().rev().fold(0, |key, &home| key << B::BITS | u128::from(home));
                    assert_eq!(kernel.key(child), key);
                }
                let Some(place) = codes.len().checked_sub(1).map(|last| (depth as usize * 7) % (last + 1)) else {
                    break;
                };
                (node, words) = (children[place], automaton.row(words)[codes[place]]);
                cells = kernel.save(&node).cells;
            }
        }
    }

    #[test]
    fn children_are_the_boards_after_the_moves() {
        for (rows, cols, blank) in SHAPES {
            let (_, frame) = goal(rows, cols, blank);
            check_children::<u64, u64>(frame);
            check_children::<u128, u128>(frame);
        }
        for (rows, cols, blank) in [(5, 5, 0), (5, 5, 12), (4, 5, 7), (2, 12, 1), (3, 8, 2)] {
            check_children::<u128, u128>(goal(rows, cols, blank).1);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let (_, frame) = goal(3, 6, 0);
        assert!(SmallManhattan::new(frame, &automaton(frame, 4)).is_none());
        assert!(LargeManhattan::new(frame, &automaton(frame, 4)).is_some());
        let (_, frame) = goal(4, 4, 0);
        assert!(SmallManhattan::new(frame, &automaton(frame, 14)).is_none());
    }

    /// Depth first along `children`, with the counts at the first goal.
    fn plain<K: Kernel>(kernel: &K, node: &K::Node, depth: u32, tally: &mut KernelTally) -> Option<u64> {
        tally.expanded += 1;
        let mut children = Vec::new();
        kernel.children(node, depth, &mut children);
        for child in children {
            tally.generated += 1;
            tally.evaluated += 1;
            if !kernel.is_alive(&child) {
                continue;
            }
            let found = if kernel.left(&child) == 0 {
                Some(kernel.save(&child).path)
            } else {
                plain(kernel, &child, depth + 1, tally)
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Runs with any quota do what the plain search does; the counts agree as long as nothing is
    /// found.
    fn check_run<K: Kernel>(kernel: &K, cells: &[u8], longest: Cost) {
        let mut root = kernel.root(cells);
        while kernel.left(&root) <= longest && kernel.left(&root) > 0 {
            let bound = kernel.left(&root);
            let mut expected = KernelTally::default();
            let path = plain(kernel, &root, 0, &mut expected);
            for quota in [1, 2, 7, 1000, u64::MAX] {
                let (mut stack, mut tally, mut found) = (vec![root], KernelTally::default(), None);
                while found.is_none() && !stack.is_empty() {
                    let before = tally.expanded;
                    found = kernel.run(&mut stack, bound, quota, &mut tally);
                    assert!(tally.expanded - before <= quota);
                    for node in &stack {
                        assert!(kernel.is_alive(node) && kernel.left(node) >= 1);
                        assert_eq!(kernel.save(&kernel.restore(&kernel.save(node))), kernel.save(node));
                    }
                }
                assert_eq!(found, path);
                assert_eq!(tally.expanded, expected.expanded);
                if path.is_none() || quota == u64::MAX {
                    assert_eq!(tally, expected);
                }
            }
            if path.is_some() {
                return;
            }
            kernel.lift(&mut root, 2);
        }
    }

    #[test]
    fn runs_agree_with_a_plain_search_whatever_the_quota() {
        for (rows, cols, blank) in SHAPES {
            let (_, frame) = goal(rows, cols, blank);
            for length in [2, 8] {
                let automaton = automaton(frame, length);
                let small = SmallManhattan::new(frame, &automaton).unwrap();
                let large = LargeManhattan::new(frame, &automaton).unwrap();
                for cells in scrambled(frame, 41, 5).take(12) {
                    check_run(&small, &cells, 20);
                    check_run(&large, &cells, 16);
                }
            }
        }
    }

    /// The count of Korf's twenty easiest boards to the first solution, known from other programs:
    /// without the way back, in the order up, left, right, down.
    #[test]
    fn the_states_of_the_twenty_easiest_of_korfs_boards() {
        let easiest = [79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61];
        let (_, frame, _) = korf(1);
        let kernel = SmallManhattan::new(frame, &automaton(frame, 2)).unwrap();
        let mut tally = KernelTally::default();
        for number in easiest {
            let (cells, _, optimal) = korf(number);
            let mut root = kernel.root(&cells);
            while kernel.run(&mut vec![root], kernel.left(&root), u64::MAX, &mut tally).is_none() {
                kernel.lift(&mut root, 2);
            }
            assert_eq!(kernel.left(&root), optimal, "korf:{number}");
        }
        assert_eq!(tally.generated, 46_968_218);
    }
}
