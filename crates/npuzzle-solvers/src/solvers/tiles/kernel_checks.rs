//! What must hold for every kernel, whatever it looks up.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::core::Cost;
use crate::domains::tiles::frame::Frame;
use crate::domains::tiles::{Board, Cell, Shape};
use crate::solvers::tiles::automaton::Automaton;
use crate::solvers::tiles::kernel::{DIRECTIONS, Kernel, KernelTally, REMEMBERED_MOVES, Saved};
use crate::tables::build::build;
use crate::tables::pairs::{Layout, data_of};
use crate::tables::partition::{PartView, Partition};
use crate::tables::pattern::Pattern;
use crate::tables::space::PatternSpace;
use crate::tables::table::{Encoding, PatternTable};

/// A frame with the views of a partition.
pub struct Sample {
    pub frame: Frame,
    pub views: Vec<Vec<PartView>>,
    pub automaton: Automaton,
}

/// A board by rows, columns, the blank's home and the sizes of patterns.
pub type SampleBoard = (usize, usize, usize, &'static str);

/// Both views and one, with parts that share mirrored tables, and moves that pass up to seven
/// tiles.
pub const SAMPLES: [SampleBoard; 9] = [
    (3, 3, 0, "4-4"),
    (3, 3, 1, "5-3"),
    (3, 3, 4, "3-3-2"),
    (2, 4, 0, "4-3"),
    (3, 4, 0, "4-4-3"),
    (4, 4, 0, "5-5-5"),
    (4, 4, 5, "4-4-4-3"),
    (2, 8, 3, "4-4-4-3"),
    (1, 6, 2, "3-2"),
];

/// The frame of such a board, and the views of its partition.
pub fn frame_and_views((rows, cols, blank, sizes): SampleBoard, encoding: Encoding) -> (Frame, Vec<Vec<PartView>>) {
    let shape = Shape::new(rows, cols).unwrap();
    let tile = |cell: usize| if cell == blank { 0 } else { (cell + usize::from(cell < blank)) as u64 };
    let goal = Board::new(shape, &(0..shape.cells()).map(tile).collect::<Vec<_>>()).unwrap();
    let partition = Partition::parse(sizes, &goal).unwrap();
    let mut spaces: HashMap<usize, Arc<PatternSpace>> = HashMap::new();
    let tables: Vec<Arc<PatternTable>> = partition
        .parts()
        .iter()
        .map(|part| {
            let tiles = part.pattern.homes().len();
            let space = spaces.entry(tiles).or_insert_with(|| Arc::new(PatternSpace::new(shape, tiles).unwrap()));
            Arc::new(built(&part.pattern, space, encoding))
        })
        .collect();
    (partition.frame(), partition.views(&tables))
}

fn built(pattern: &Pattern, space: &Arc<PatternSpace>, encoding: Encoding) -> PatternTable {
    let exact = |encoding| build(pattern, space, encoding, 1, &mut |_| Ok(())).unwrap();
    if encoding != Encoding::Pairs {
        return exact(encoding);
    }
    let (exact, layout) = (exact(Encoding::Bytes), Layout::of(space).unwrap());
    let data = data_of(&exact, &layout, 1, &mut || Ok(())).unwrap();
    PatternTable::new(pattern.clone(), Arc::clone(space), encoding, exact.deepest(), data.into()).unwrap()
}

impl Sample {
    /// The larger of the sums of both views.
    pub fn estimate(&self, cells: &[u8]) -> Cost {
        let sum = |view| -> Cost {
            self.seen(view, cells).iter().map(|(table, cells, blank)| table.distance(cells, *blank)).sum()
        };
        (0..self.views.len()).map(sum).max().unwrap()
    }

    pub fn new(board: SampleBoard, encoding: Encoding, length: usize) -> Self {
        let (frame, views) = frame_and_views(board, encoding);
        Self { frame, views, automaton: Automaton::new(frame.shape(), length) }
    }

    /// The goal of the frame.
    pub fn goal(&self) -> Vec<u8> {
        (0..self.frame.shape().cells() as u8).collect()
    }

    /// For each part of a view the cells of its tiles in the frame of its table, and the blank's.
    pub fn seen(&self, view: usize, cells: &[u8]) -> Vec<(Arc<PatternTable>, Vec<u8>, usize)> {
        let place = |home: usize| cells.iter().position(|&tile| usize::from(tile) == home).unwrap();
        let seen = |part: &PartView| {
            let image = |&home: &u8| part.cells[place(part.cells.iter().position(|&cell| cell == home).unwrap())];
            let blank = usize::from(part.cells[place(self.frame.blank().index())]);
            (Arc::clone(&part.table), part.table.homes().iter().map(image).collect(), blank)
        };
        self.views[view].iter().map(seen).collect()
    }

    /// The board after a walk of the blank; steps off the board are left out.
    pub fn walked(&self, cells: &[u8], walk: &[usize]) -> Vec<u8> {
        let mut cells = cells.to_vec();
        for &code in walk {
            moved(self.frame, &mut cells, code);
        }
        cells
    }

    /// How far every board is from the goal.
    pub fn distances(&self) -> HashMap<Vec<u8>, Cost> {
        let mut distances = HashMap::from([(self.goal(), 0)]);
        let mut level = vec![self.goal()];
        for depth in 1.. {
            let mut next = Vec::new();
            for cells in &level {
                for code in 0..4 {
                    let mut cells = cells.clone();
                    if moved(self.frame, &mut cells, code) && !distances.contains_key(&cells) {
                        distances.insert(cells.clone(), depth);
                        next.push(cells);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        distances
    }
}

/// Moves the blank, if it can go there.
fn moved(frame: Frame, cells: &mut [u8], code: usize) -> bool {
    let blank = cells.iter().position(|&home| u16::from(home) == frame.blank().0).unwrap();
    let target = frame.shape().neighbour(Cell(blank as u16), DIRECTIONS[code]);
    if let Some(target) = target {
        cells.swap(blank, target.index());
    }
    target.is_some()
}

/// The cost of an optimal solution and its first moves, by iterations of `run` that stop after so
/// many states each time.
pub fn deepen<K: Kernel>(kernel: &K, cells: &[u8], quota: u64, tally: &mut KernelTally) -> (Cost, u64) {
    let mut root = kernel.root(cells);
    if kernel.left(&root) == 0 {
        return (0, 0);
    }
    loop {
        let bound = kernel.left(&root);
        let mut stack = vec![root];
        while !stack.is_empty() {
            if let Some(path) = kernel.run(&mut stack, bound, quota, tally) {
                return (bound, path);
            }
        }
        kernel.lift(&mut root, 2);
    }
}

/// One iteration, one child at a time. Tells whether a goal was reached.
fn naive<K: Kernel>(kernel: &K, root: K::Node, tally: &mut KernelTally) -> bool {
    let bound = kernel.left(&root);
    let mut stack = vec![root];
    let mut children = Vec::new();
    let mut reached = false;
    while let Some(node) = stack.pop() {
        tally.expanded += 1;
        kernel.children(&node, bound - kernel.left(&node), &mut children);
        tally.generated += children.len() as u64;
        for child in children.drain(..).filter(|child| kernel.is_alive(child)) {
            if kernel.left(&child) == 0 {
                reached = true;
            } else {
                stack.push(child);
            }
        }
    }
    reached
}

/// Random walks of the blank.
pub fn for_each_walk(cases: u32, longest: usize, mut check: impl FnMut(&[usize])) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let walks = prop::collection::vec(0_usize..4, 0..longest);
    let check = std::cell::RefCell::new(&mut check);
    let checked = runner.run(&walks, |walk| {
        (check.borrow_mut())(&walk);
        Ok(())
    });
    checked.unwrap();
}

/// `run` makes as many children as a search one at a time, however often it is interrupted, until a
/// goal is reached.
fn check_counts<K: Kernel>(sample: &Sample, kernel: &K) {
    for_each_walk(24, 120, |walk| {
        let mut root = kernel.root(&sample.walked(&sample.goal(), walk));
        if kernel.left(&root) == 0 {
            kernel.lift(&mut root, 2);
        }
        for quota in [u64::MAX, 1, 17, 50, 1000] {
            let mut expected = KernelTally::default();
            let bound = kernel.left(&root);
            let reached = naive(kernel, root, &mut expected);
            let mut tally = KernelTally::default();
            let mut stack = vec![root];
            let mut found = None;
            while found.is_none() && !stack.is_empty() {
                let before = tally.expanded;
                found = kernel.run(&mut stack, bound, quota, &mut tally);
                assert!(tally.expanded - before <= quota);
            }
            assert_eq!(found.is_some(), reached);
            if reached || expected.generated > 200_000 {
                break;
            }
            assert_eq!((tally.expanded, tally.generated), (expected.expanded, expected.generated));
            assert!((tally.generated..=2 * tally.generated).contains(&tally.evaluated));
            kernel.lift(&mut root, 2);
        }
    });
}

/// A node that was updated move by move is the same as one made from scratch, and everything can be
/// read back from it. `estimate` is the value that the kernel should have for a board.
fn check_nodes<K: Kernel>(sample: &Sample, kernel: &K, estimate: impl Fn(&[u8]) -> Cost)
where
    K::Node: PartialEq + std::fmt::Debug,
{
    let bits = if sample.frame.shape().cells() <= 16 { 4 } else { 5 };
    for_each_walk(24, 60, |walk| {
        let mut cells = sample.walked(&sample.goal(), walk);
        let mut node = kernel.root(&cells);
        assert_eq!(kernel.left(&node), estimate(&cells));
        let unknown = Saved { words: u32::MAX, ..kernel.save(&node) };
        assert_eq!(kernel.restore(&unknown), node);
        kernel.lift(&mut node, 10);
        assert_eq!(kernel.left(&node), estimate(&cells) + 10);
        let blank = cells.iter().position(|&home| u16::from(home) == sample.frame.blank().0).unwrap();
        let mut words = sample.automaton.start(blank);
        let mut path = 0;
        for (depth, &choice) in walk.iter().rev().enumerate() {
            if kernel.left(&node) == 0 {
                break;
            }
            let mut children = Vec::new();
            kernel.children(&node, depth as u32, &mut children);
            let row = sample.automaton.row(words);
            let codes: Vec<usize> = (0..4).filter(|&code| row[code] != Automaton::FORBIDDEN).collect();
            assert_eq!(children.len(), codes.len());
            for (child, &code) in children.iter().zip(&codes) {
                let mut expected = cells.clone();
                moved(sample.frame, &mut expected, code);
                let saved = kernel.save(child);
                assert_eq!(saved.cells, expected);
                assert_eq!(saved.words, row[code]);
                assert_eq!(saved.left, kernel.left(&node) - 1);
                let remembered = if (depth as u32) < REMEMBERED_MOVES { (code as u64) << (2 * depth) } else { 0 };
                assert_eq!(saved.path, path | remembered);
                assert_eq!(kernel.is_alive(child), estimate(&expected) <= saved.left);
                assert_eq!(&kernel.restore(&saved), child);
                let key = expected.iter().rev().fold(0, |key, &home| (key << bits) | u128::from(home));
                assert_eq!(kernel.key(child), key);
            }
            let Some(&code) = codes.get(choice % codes.len().max(1)) else { break };
            let child = children[codes.iter().position(|&other| other == code).unwrap()];
            moved(sample.frame, &mut cells, code);
            (node, words, path) = (child, row[code], kernel.save(&child).path);
        }
    });
}

/// Every so many boards are solved in as many moves as they take, and the moves lead to the goal.
fn check_costs<K: Kernel>(sample: &Sample, kernel: &K, every: usize) {
    let distances = sample.distances();
    let furthest = distances.values().copied().max().unwrap();
    for (number, (cells, &distance)) in distances.iter().enumerate() {
        if number % every != 0 && distance != furthest {
            continue;
        }
        let (cost, path) = deepen(kernel, cells, 1000, &mut KernelTally::default());
        assert_eq!(cost, distance, "{cells:?}");
        let walk: Vec<usize> = (0..cost.min(REMEMBERED_MOVES)).map(|at| (path >> (2 * at) & 3) as usize).collect();
        assert_eq!(distances[&sample.walked(cells, &walk)], cost - walk.len() as Cost);
    }
}

/// All that must hold, on these boards; `make` gives one with an automaton of a length.
pub fn check_kernel<K: Kernel>(
    boards: impl IntoIterator<Item = SampleBoard>,
    make: impl Fn(SampleBoard, usize) -> (Sample, K),
    estimate: impl Fn(&Sample, &[u8]) -> Cost,
) where
    K::Node: PartialEq + std::fmt::Debug,
{
    for board @ (rows, cols, ..) in boards {
        let (sample, kernel) = make(board, 6);
        check_nodes(&sample, &kernel, |cells| estimate(&sample, cells));
        let (sample, kernel) = make(board, 8);
        check_counts(&sample, &kernel);
        if rows * cols <= 9 {
            let (sample, kernel) = make(board, 10);
            check_costs(&sample, &kernel, 101);
        }
    }
}
