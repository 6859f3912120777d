//! What the kernels with tables share: how a node is asked, saved and restored, and what they
//! refuse.

use crate::core::Cost;
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Cell, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::facts::Facts;
use crate::solvers::tiles::kernel::{DIRECTIONS, Kernel, KernelTally, Saved, label_of};
use crate::solvers::tiles::misfit::Misfit;
use crate::tables::table::{Encoding, PatternTable};

/// Cells and labels are below this.
pub(super) const CELLS: usize = 32;
/// The most parts of a view.
pub(super) const PARTS: usize = 4;
/// The most parts of all views.
pub(super) const SLOTS: usize = 2 * PARTS;

/// A state with all that is updated move by move.
pub trait TableNode: Copy + Send + Sync {
    /// Fills arrays before they are used.
    const EMPTY: Self;

    /// Its small fields.
    fn facts(&self) -> Facts;

    /// Allows `more` moves, an even number.
    fn lift(&mut self, more: Cost);

    /// The first moves of its path, two bits each, the first one lowest.
    fn path(&self) -> u64;
}

/// Where the blank may go: the move automaton, in words that suit a kernel, and the board.
pub struct Moves<W> {
    /// The frame that the boards belong to.
    pub frame: Frame,
    /// The states that follow each, by the direction of the blank.
    pub rows: Box<[[W; 4]]>,
    /// The state before the first move, by the blank's cell.
    starts: Vec<W>,
    /// Where the blank goes: by its cell and direction. Where it cannot go, anything.
    pub targets: [u8; 4 * CELLS],
}

impl<W: Copy> Moves<W> {
    pub(super) fn new(frame: Frame, automaton: &Automaton, word: impl Fn(u32) -> W) -> Self {
        let shape = frame.shape();
        let mut targets = [0; 4 * CELLS];
        for cell in shape.all_cells() {
            for (code, &direction) in DIRECTIONS.iter().enumerate() {
                if let Some(target) = shape.neighbour(cell, direction) {
                    targets[4 * cell.index() + code] = target.0 as u8;
                }
            }
        }
        Self {
            frame,
            rows: automaton.rows().iter().map(|row| row.map(&word)).collect(),
            starts: shape.all_cells().map(|cell| word(automaton.start(cell.index()))).collect(),
            targets,
        }
    }

    /// The state before the first move from a board.
    fn start(&self, cells: &[u8]) -> W {
        let blank = cells.iter().position(|&home| Cell(u16::from(home)) == self.frame.blank());
        self.starts[blank.unwrap_or(0)]
    }
}

/// A kernel whose nodes keep what they look up in tables.
pub trait TableKernel: Sync {
    /// Its nodes.
    type Node: TableNode;
    /// A state of the move automaton.
    type Words: Copy + Into<u32>;

    /// Where the blank may go.
    fn moves(&self) -> &Moves<Self::Words>;

    /// The home of the tile in a cell.
    fn home(&self, node: &Self::Node, cell: usize) -> u8;

    /// The node of a board, with all that it keeps found from scratch. Without `left`, that is its
    /// estimate, lifted to the parity of its solutions.
    fn node(&self, cells: &[u8], words: u32, left: Option<Cost>, path: u64) -> Self::Node;

    /// See [`Kernel::children`].
    fn children_of(&self, node: &Self::Node, depth: u32, children: &mut Vec<Self::Node>);

    /// See [`Kernel::run`].
    fn run_batches(&self, stack: &mut Vec<Self::Node>, bound: Cost, quota: u64, tally: &mut KernelTally)
    -> Option<u64>;
}

impl<K: TableKernel> Kernel for K {
    type Node = K::Node;

    fn root(&self, cells: &[u8]) -> K::Node {
        self.node(cells, self.moves().start(cells).into(), None, 0)
    }

    fn left(&self, node: &K::Node) -> Cost {
        node.facts().left()
    }

    fn lift(&self, node: &mut K::Node, more: Cost) {
        node.lift(more);
    }

    fn is_alive(&self, node: &K::Node) -> bool {
        [0, 1].iter().all(|&view| node.facts().slack(view) >= 0)
    }

    fn children(&self, node: &K::Node, depth: u32, children: &mut Vec<K::Node>) {
        self.children_of(node, depth, children);
    }

    fn run(&self, stack: &mut Vec<K::Node>, bound: Cost, quota: u64, tally: &mut KernelTally) -> Option<u64> {
        self.run_batches(stack, bound, quota, tally)
    }

    fn key(&self, node: &K::Node) -> u128 {
        let bits = if self.moves().frame.shape().cells() <= 16 { 4 } else { 5 };
        homes(self, node).enumerate().fold(0, |key, (cell, home)| key | (u128::from(home) << (bits * cell)))
    }

    fn save(&self, node: &K::Node) -> Saved {
        let (facts, path) = (node.facts(), node.path());
        Saved { cells: homes(self, node).collect(), words: facts.words() as u32, left: facts.left(), path }
    }

    fn restore(&self, saved: &Saved) -> K::Node {
        // A state that the automaton does not have may be one of a longer automaton: starting anew
        // prunes less, never too much.
        let known = usize::try_from(saved.words).is_ok_and(|words| words < self.moves().rows.len());
        let words = if known { saved.words } else { self.moves().start(&saved.cells).into() };
        self.node(&saved.cells, words, Some(saved.left), saved.path)
    }
}

/// The home of the tile in each cell.
fn homes<'k, K: TableKernel>(kernel: &'k K, node: &'k K::Node) -> impl Iterator<Item = u8> + 'k {
    (0..kernel.moves().frame.shape().cells()).map(move |cell| kernel.home(node, cell))
}

/// What the nodes of a kernel can hold.
pub(super) struct Capacity {
    pub cells: usize,
    /// Of the move automaton.
    pub states: usize,
}

impl Capacity {
    /// Checks that a board, its views and its automaton fit.
    pub fn check<V>(&self, shape: Shape, views: &[Vec<V>], automaton: &Automaton) -> Result<(), Misfit> {
        if shape.cells() > self.cells {
            return Err(Misfit::Cells { shape, most: self.cells });
        }
        if !(1..=2).contains(&views.len()) {
            return Err(Misfit::Views(views.len()));
        }
        let states = automaton.rows().len();
        if states > self.states {
            let (found, most) = (states as u64, self.states as u64);
            return Err(Misfit::Large { what: "states of the automaton", found, most });
        }
        match views.iter().find(|view| !(1..=PARTS).contains(&view.len())) {
            Some(view) => Err(Misfit::Parts(view.len())),
            None => Ok(()),
        }
    }
}

/// The labels of a part's tiles, in the order of its table. `homes` are their homes in the table's
/// frame, and `cells` is where each cell goes in it.
pub(super) fn labels_of_part(frame: Frame, homes: &[u8], cells: &[u8]) -> Vec<u8> {
    let home = |&image: &u8| cells.iter().position(|&cell| cell == image).map(|home| home as u8);
    homes.iter().filter_map(home).map(|home| label_of(frame, home)).collect()
}

/// Checks that a table is for boards of this shape, and written down as a kernel reads it.
pub(super) fn check_table(table: &PatternTable, cells: &[u8], encoding: Encoding, shape: Shape) -> Result<(), Misfit> {
    let found = (table.space().shape().cells(), cells.len(), table.encoding());
    if found == (shape.cells(), shape.cells(), encoding) {
        return Ok(());
    }
    let found = format!("{} for a {} board", table.encoding(), table.space().shape());
    Err(Misfit::Table { found, expected: format!("{encoding} for a {shape} board") })
}

/// Checks that every tile is in one part of a view, by the labels of all its parts.
pub(super) fn check_cover(frame: Frame, labels: &[u8]) -> Result<(), Misfit> {
    for home in (0..frame.shape().cells()).filter(|&home| home != frame.blank().index()) {
        let label = label_of(frame, home as u8);
        let parts = labels.iter().filter(|&&held| held == label).count();
        if parts != 1 {
            return Err(Misfit::Cover { home, parts });
        }
    }
    Ok(())
}
