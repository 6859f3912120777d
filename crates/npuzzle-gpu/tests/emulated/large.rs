//! Boards of 5x5, whose tables the emulator would take minutes to make: they hold zeros here, which
//! makes the estimate Manhattan distance.

use std::num::NonZeroUsize;
use std::sync::Arc;

use npuzzle_core::core::{Budget, Limits};
use npuzzle_gpu::machine::{Fault, Geometry, Kernel, Machine, Place};
use npuzzle_gpu::search::OnMachine;
use npuzzle_gpu::words::{Level, Reached};
use npuzzle_solvers::solvers::tiles::deepening::Deepened;
use npuzzle_solvers::solvers::tiles::device::ForTiles;
use npuzzle_solvers::solvers::tiles::solver::{Estimates, Terms, TileSolver};

use crate::boards::{cost, goal, solve, walked};
use crate::emulator::{Emulator, zeroed};

/// What is larger is a part of tables, and is never written.
const LARGE: u64 = 1 << 26;

/// A machine that makes no tables, so that they stay as memory is: zero.
#[derive(Debug)]
struct WithoutTables(Arc<Emulator>);

impl Machine for WithoutTables {
    fn name(&self) -> String {
        self.0.name()
    }

    fn geometry(&self) -> Geometry {
        self.0.geometry()
    }

    fn free(&self) -> Result<u64, Fault> {
        self.0.free()
    }

    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        self.0.take(bytes)
    }

    fn give(&self, place: Place) {
        self.0.give(place);
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        if bytes < LARGE { self.0.fill(place, byte, bytes) } else { Ok(()) }
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        self.0.send(place, bytes)
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        self.0.fetch(place, bytes)
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        match kernel {
            Kernel::BeginTable | Kernel::PackTable => Ok(()),
            // The host looks whether all states were reached.
            Kernel::Level => {
                let task: Level = bytemuck::pod_read_unaligned(task);
                let states = (0..=u64::from(task.pattern.tiles)).map(|taken| 25 - taken).product();
                let reached = Reached { states, ..Reached::default() };
                self.0.send(Place(task.reached_so_far), bytemuck::bytes_of(&reached))
            }
            _ => self.0.start(kernel, blocks, task),
        }
    }
}

/// An iteration: its bound, expanded and generated states.
type Count = (u32, u64, u64);

/// The iterations that were completed.
fn completed(deepened: &Deepened) -> Vec<Count> {
    let completed = deepened.iterations.iter().filter(|iteration| iteration.completed);
    completed.map(|iteration| (iteration.bound, iteration.expanded, iteration.generated)).collect()
}

#[test]
fn golden_counts_are_those_of_the_processor() {
    let Some(emulator) = zeroed() else { return };
    let device = ForTiles(Box::new(OnMachine::new(Arc::new(WithoutTables(emulator)))));
    let on_device = Limits { device: Some(Arc::new(device)), ..Limits::default() };
    let on_processor = Limits { threads: NonZeroUsize::new(1), ..Limits::default() };
    let goal = goal(5, 5, 0);
    let mut budget = Budget::new(on_processor);
    let processor = TileSolver::new(&goal, &Estimates::Manhattan, 12, &mut budget).unwrap();
    for (seed, moves, counts) in GOLDEN {
        let start = walked(&goal, 150, seed);
        let ours = solve(&start, &goal, "6-6-6-6", &on_device).unwrap();
        let theirs = processor.solve(&start, &goal, &Terms::default(), &mut budget).unwrap();
        assert_eq!((cost(&ours), cost(&theirs)), (moves, moves), "{start}");
        assert_eq!(completed(&ours), completed(&theirs), "{start}");
        assert_eq!(completed(&ours), counts, "{start}");
    }
}

/// The seed of a walk, the length of a shortest solution, and what the search completes.
const GOLDEN: [(u64, usize, &[Count]); 3] = [
    (5, 30, &[(22, 6_503, 15_154), (24, 0, 0), (26, 12, 28), (28, 188, 415)]),
    (1, 42, &[(34, 12_046, 27_414), (36, 101, 212), (38, 1_192, 2_624), (40, 9_167, 20_410)]),
    (
        3,
        48,
        &[(38, 7_962, 18_223), (40, 700, 1_494), (42, 5_753, 12_513), (44, 34_561, 75_630), (46, 188_473, 413_381)],
    ),
];
