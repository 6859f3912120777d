//! The kernels, compiled as C++, against the processor's solver: costs, and the counts of every
//! iteration that was completed.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use npuzzle_core::core::Limits;
use npuzzle_domains::domains::tiles::Cell;
use npuzzle_domains::domains::tiles::frame::Frame;
use npuzzle_domains::domains::tiles::sets::SETS;
use npuzzle_gpu::machine::{Kernel, Machine, Memory};
use npuzzle_gpu::search::OnMachine;
use npuzzle_gpu::tables::{Classes, Pattern, Workbench, bytes, checksum, layout};
use npuzzle_gpu::words;
use npuzzle_solvers::solvers::tiles::deepening::{Deepened, Iteration, Outcome};
use npuzzle_solvers::solvers::tiles::device::ForTiles;
use npuzzle_solvers::solvers::tiles::solver::Terms;
use npuzzle_tables::tables::library;
use npuzzle_tables::tables::pairs::is_pocket;
use npuzzle_tables::tables::partition::Partition;
use npuzzle_tables::tables::pattern::Pattern as LibraryPattern;
use npuzzle_tables::tables::table::Encoding;

use crate::boards::{cost, goal, solve, solve_on, walked};
use crate::emulator::{Emulator, emulator};

/// Limits with the emulator as the device, if there is one. All tests share its tables.
fn on_emulator(classes: Classes) -> Option<Limits> {
    static ONE: LazyLock<Option<Limits>> = LazyLock::new(|| limits(Classes::One));
    static TWO: LazyLock<Option<Limits>> = LazyLock::new(|| limits(Classes::Two));
    if classes == Classes::One { ONE.clone() } else { TWO.clone() }
}

fn limits(classes: Classes) -> Option<Limits> {
    let device = ForTiles(Box::new(OnMachine::with_classes(emulator()?, classes)));
    Some(Limits { device: Some(Arc::new(device)), ..Limits::default() })
}

fn on_processor() -> Limits {
    Limits { threads: NonZeroUsize::new(1), ..Limits::default() }
}

fn completed(deepened: &Deepened) -> Vec<Iteration> {
    deepened.iterations.iter().copied().filter(|iteration| iteration.completed).collect()
}

fn expanded(deepened: &Deepened) -> u64 {
    completed(deepened).iter().map(|iteration| iteration.expanded).sum()
}

/// On boards of more than 16 cells the processor's kernel looks up the same pairs of numbers, but
/// for rare ones, which its tables round down: so it prunes hardly less.
#[test]
fn iterations_count_as_on_the_processor() {
    for (rows, cols, blank, patterns) in [(4, 5, 0, "5-5-5-4"), (3, 6, 4, "5-4-4-4")] {
        let (Some(device), Some(other)) = (on_emulator(Classes::Two), on_emulator(Classes::One)) else { return };
        let processor = on_processor();
        let goal = goal(rows, cols, blank);
        let mut all = [0; 2];
        for seed in 0..6 {
            let start = walked(&goal, 150, seed);
            let ours = solve(&start, &goal, patterns, &device).unwrap();
            let theirs = solve(&start, &goal, patterns, &processor).unwrap();
            assert_eq!(cost(&ours), cost(&theirs), "{start}");
            let more = solve(&start, &goal, patterns, &other).unwrap();
            assert_eq!(cost(&more), cost(&theirs), "{start}");
            assert!(expanded(&ours) <= expanded(&theirs), "{start}");
            assert!(expanded(&ours) <= expanded(&more), "{start}");
            all[0] += expanded(&ours);
            all[1] += expanded(&theirs);
        }
        assert!(all[1] - all[0] <= all[0] / 50, "{rows}x{cols}: {all:?}");
    }
}

/// An iteration that others can compare theirs with: bound, expanded, generated.
type Count = (u32, u64, u64);

/// A walk of so many steps from the goal whose blank is in this cell, with the iterations that a
/// search for it completes. The first one counts the first levels as well.
struct Golden {
    shape: (usize, usize),
    blank: u64,
    steps: usize,
    patterns: &'static str,
    counts: &'static [Count],
}

#[test]
fn golden_counts() {
    for golden in GOLDEN {
        let Some(device) = on_emulator(Classes::Two) else { return };
        let goal = goal(golden.shape.0, golden.shape.1, golden.blank);
        let solved = solve(&walked(&goal, golden.steps, 7), &goal, golden.patterns, &device).unwrap();
        let counts = |iteration: &Iteration| (iteration.bound, iteration.expanded, iteration.generated);
        let counts: Vec<Count> = completed(&solved).iter().map(counts).collect();
        assert_eq!(counts, golden.counts, "{:?}", golden.shape);
    }
}

const GOLDEN: [Golden; 4] = [
    Golden { shape: (3, 3), blank: 0, steps: 300, patterns: "4-4", counts: &[(19, 493, 770)] },
    Golden { shape: (2, 5), blank: 0, steps: 500, patterns: "5-4", counts: &[(33, 474, 745), (35, 30, 49)] },
    Golden {
        shape: (4, 4),
        blank: 0,
        steps: 1000,
        patterns: "5-5-5",
        counts: &[(42, 329, 702), (44, 58, 109), (46, 518, 976), (48, 3_385, 6_466)],
    },
    Golden {
        shape: (4, 5),
        blank: 0,
        steps: 400,
        patterns: "5-5-5-4",
        counts: &[(39, 9_781, 21_061), (41, 378, 795), (43, 3_247, 6_828), (45, 19_718, 41_595)],
    },
];

#[test]
fn smaller_boards_take_as_many_moves() {
    for (rows, cols, blank, patterns) in
        [(3, 3, 0, "4-4"), (3, 3, 4, "4-4"), (2, 5, 0, "5-4"), (1, 5, 0, "4"), (2, 2, 3, "3")]
    {
        let (Some(device), processor) = (on_emulator(Classes::Two), on_processor()) else { return };
        let goal = goal(rows, cols, blank);
        for seed in 0..40 {
            let start = walked(&goal, 300, seed);
            let ours = solve(&start, &goal, patterns, &device).unwrap();
            assert_eq!(cost(&ours), cost(&solve(&start, &goal, patterns, &processor).unwrap()), "{start}");
        }
    }
}

#[test]
fn korfs_boards_are_solved() {
    let Some(device) = on_emulator(Classes::Two) else { return };
    let goal = goal(4, 4, 0);
    for number in [12, 42, 55] {
        let instance = SETS[0].instances().swap_remove(number - 1);
        let solved = solve(&instance.board, &goal, "5-5-5", &device).unwrap();
        assert_eq!(cost(&solved), instance.known.cost() as usize);
    }
}

/// Every entry of a table, against the processor's.
#[test]
fn tables_are_those_of_the_processor() {
    let Some(machine) = emulator() else { return };
    let machine: Arc<dyn Machine> = machine;
    for (rows, cols, blank, patterns) in [(3, 3, 0, "5-3"), (2, 5, 3, "5-4"), (4, 4, 0, "5-5-5"), (4, 5, 0, "5-5-5-4")]
    {
        let partition = Partition::parse(patterns, &goal(rows, cols, blank)).unwrap();
        for part in partition.parts() {
            let pattern = Pattern { frame: part.pattern.frame(), homes: part.pattern.homes().to_vec() };
            let entries = bytes(&pattern).unwrap();
            let workbench = Workbench::new(&machine, entries).unwrap();
            let table = Memory::take(Arc::clone(&machine), entries).unwrap();
            workbench.make(&pattern, Classes::One, table.place(), &mut || Ok(())).unwrap();
            let mut ours = vec![0_u8; entries as usize];
            table.fetch(&mut ours).unwrap();
            assert_eq!(workbench.checksum(table.place(), entries).unwrap(), checksum(ours.iter().copied()));

            workbench.make(&pattern, Classes::Two, table.place(), &mut || Ok(())).unwrap();
            let mut two = vec![0_u8; entries as usize];
            table.fetch(&mut two).unwrap();

            let mut budget = npuzzle_core::core::Budget::new(Limits::default());
            let theirs = library::table(&part.pattern, Encoding::Bytes, &mut budget).unwrap();
            let (space, shape) = (theirs.space(), theirs.space().shape());
            let values = layout(&pattern).unwrap().place_values();
            let mut placements = 0_usize;
            for (rank, &map) in space.maps().iter().enumerate() {
                let occupied: Vec<u8> = (0..shape.cells() as u8).filter(|cell| map >> cell & 1 == 1).collect();
                for sequence in space.sequences() {
                    let order = &sequence[..space.tiles()];
                    let cells: Vec<u8> = order.iter().map(|&rank| occupied[usize::from(rank)]).collect();
                    let entry: u32 = cells.iter().zip(&values).map(|(&cell, value)| u32::from(cell) * value).sum();
                    let distance = |(&cell, &home): (&u8, &u8)| shape.distance(Cell(cell.into()), Cell(home.into()));
                    let manhattan: u32 = cells.iter().zip(theirs.homes()).map(distance).sum();
                    let least = |in_pocket: bool| {
                        let regions = space.regions(rank).iter().filter(|&&region| is_pocket(region) == in_pocket);
                        regions.map(|region| theirs.distance(&cells, region.trailing_zeros() as usize)).min()
                    };
                    let (open, pocket) = (least(false), least(true));
                    let number = |distance: Option<u32>, other: Option<u32>| {
                        ((distance.or(other).unwrap() - manhattan) / 2).min(15) as u8
                    };
                    let (open, pocket) = (number(open, pocket), number(pocket, open));
                    let entry = entry as usize;
                    assert_eq!(two[entry], open | pocket << 4, "{patterns}: {cells:?}");
                    let one = open.min(pocket);
                    assert_eq!(ours[entry], one | one << 4, "{patterns}: {cells:?}");
                    placements += 1;
                }
            }
            // All others are no placements, and zero.
            let filled = |table: &[u8]| table.iter().filter(|&&entry| entry != 0).count();
            assert!(filled(&two) <= placements && filled(&ours) <= filled(&two));
        }
    }
}

/// The processor's tables have codes for the most frequent pairs of numbers alone. Where its own
/// have none, rounding the device's makes them equal, in every entry.
#[test]
fn rounded_entries_are_those_of_the_processor() {
    let Some(machine) = emulator() else { return };
    let machine: Arc<dyn Machine> = machine;
    let homes: [(usize, usize, u64, &[u8]); 4] = [
        (4, 5, 0, &[1, 2, 5, 6, 7]),
        (3, 6, 4, &[0, 2, 3, 5, 6]),
        (5, 5, 0, &[1, 2, 5, 6]),
        (5, 5, 0, &[17, 18, 22, 23]),
    ];
    let mut is_rounded = false;
    for (rows, cols, blank, homes) in homes {
        let (frame, _) = Frame::of(&goal(rows, cols, blank)).unwrap();
        let (of_library, _) = LibraryPattern::new(frame, homes).unwrap();
        let pattern = Pattern { frame: of_library.frame(), homes: of_library.homes().to_vec() };
        let entries = bytes(&pattern).unwrap();
        let workbench = Workbench::new(&machine, entries).unwrap();
        let table = Memory::take(Arc::clone(&machine), entries).unwrap();
        workbench.make(&pattern, Classes::Two, table.place(), &mut || Ok(())).unwrap();
        let mut ours = vec![0_u8; entries as usize];
        table.fetch(&mut ours).unwrap();

        let mut budget = npuzzle_core::core::Budget::new(Limits::default());
        let theirs = library::table(&of_library, Encoding::Pairs, &mut budget).unwrap();
        let pairs = theirs.pairs().unwrap();
        for (index, &both) in ours.iter().enumerate() {
            let theirs = pairs.entry(index);
            assert_eq!(pairs.rounded(both >> 4, both & 15), theirs, "{of_library}: {index}");
            is_rounded |= [theirs.number(false), theirs.number(true)] != [both & 15, both >> 4];
        }
    }
    assert!(is_rounded, "there would be nothing to compare");
}

/// A search that a limit ends again and again goes on from its journal, on either side.
#[test]
fn journals_go_both_ways() {
    let goal = goal(4, 5, 0);
    let start = walked(&goal, 400, 7);
    let (Some(device), processor) = (on_emulator(Classes::Two), on_processor()) else { return };
    let whole = solve(&start, &goal, "5-5-5-4", &processor).unwrap();
    // The first levels are made each time, and take half of it.
    let nodes = 20_000;
    for turns in [[&device, &device], [&device, &processor], [&processor, &device]] {
        let folder = tempfile::tempdir().unwrap();
        let terms = Terms { journal: Some(folder.path()), ..Terms::default() };
        let mut interruptions = 0;
        let deepened = loop {
            let limits = Limits { nodes: Some(nodes), ..turns[interruptions % 2].clone() };
            let deepened = solve_on(&start, &goal, "5-5-5-4", &terms, &limits).unwrap();
            if matches!(deepened.outcome, Outcome::Solved { .. }) {
                break deepened;
            }
            interruptions += 1;
            assert!(interruptions < 100);
        };
        assert_eq!(cost(&deepened), cost(&whole));
        assert!(interruptions > 1);
    }
}

#[test]
fn host_and_kernels_mean_the_same() {
    if emulator().is_none() {
        return;
    }
    let sizes = [
        (Kernel::BeginTable, size_of::<words::Goal>()),
        (Kernel::Level, size_of::<words::Level>()),
        (Kernel::PackTable, size_of::<words::Packing>()),
        (Kernel::CheckTable, size_of::<words::Checksum>()),
        (Kernel::Enter, size_of::<words::Entering>()),
        (Kernel::Search, size_of::<words::Search>()),
        (Kernel::SearchMany, size_of::<words::Search>()),
        (Kernel::Gather, size_of::<words::Gathering>()),
        (Kernel::PatternLevel, size_of::<words::PatternLevel>()),
        (Kernel::NextLayer, size_of::<words::NextLayer>()),
        (Kernel::ListLayer, size_of::<words::Listing>()),
    ];
    assert_eq!(sizes.len(), Kernel::ALL.len());
    for (kernel, size) in sizes {
        assert_eq!(Emulator::task_bytes(kernel), size, "{kernel:?}");
    }
}
