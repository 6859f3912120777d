//! How long the turns of a search are.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use npuzzle_core::core::Limits;
use npuzzle_gpu::machine::{Fault, Geometry, Kernel, Machine, Place};
use npuzzle_gpu::search::OnMachine;
use npuzzle_gpu::words::{Progress, Search};
use npuzzle_solvers::solvers::tiles::device::ForTiles;

use crate::boards::{cost, goal, solve, walked};
use crate::emulator::{Emulator, emulator};

/// The rounds of a first turn.
const FIRST: u32 = 256;

/// A turn: the rounds that were granted, and those that a warp made at most.
#[derive(Clone, Copy, Debug)]
struct Made {
    granted: u32,
    made: u32,
}

/// A machine whose turns take as long as a test says.
#[derive(Debug)]
struct Timed {
    inner: Arc<Emulator>,
    each: Duration,
    now: Mutex<Instant>,
    turns: Mutex<Vec<Made>>,
}

impl Machine for Timed {
    fn name(&self) -> String {
        "a timed card".to_owned()
    }

    fn geometry(&self) -> Geometry {
        self.inner.geometry()
    }

    fn now(&self) -> Instant {
        *self.now.lock().unwrap()
    }

    fn free(&self) -> Result<u64, Fault> {
        self.inner.free()
    }

    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        self.inner.take(bytes)
    }

    fn give(&self, place: Place) {
        self.inner.give(place);
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        self.inner.fill(place, byte, bytes)
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        self.inner.send(place, bytes)
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        self.inner.fetch(place, bytes)
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        self.inner.start(kernel, blocks, task)?;
        if kernel == Kernel::Search {
            let task: Search = bytemuck::pod_read_unaligned(task);
            let mut progress = [Progress::default()];
            self.inner.fetch(Place(task.progress), bytemuck::cast_slice_mut(&mut progress))?;
            self.turns.lock().unwrap().push(Made { granted: task.rounds, made: progress[0].rounds });
            *self.now.lock().unwrap() += self.each;
        }
        Ok(())
    }
}

/// The turns of a search, each of which takes so long.
fn turns(inner: &Arc<Emulator>, each: Duration) -> Vec<Made> {
    let now = Mutex::new(Instant::now());
    let machine = Arc::new(Timed { inner: Arc::clone(inner), each, now, turns: Mutex::default() });
    let device = ForTiles(Box::new(OnMachine::new(Arc::clone(&machine) as Arc<dyn Machine>)));
    let limits = Limits { device: Some(Arc::new(device)), ..Limits::default() };
    let goal = goal(4, 4, 0);
    let start = walked(&goal, 1000, 7);
    assert_eq!(cost(&solve(&start, &goal, "5-5-5", &limits).unwrap()), 50);
    machine.turns.lock().unwrap().clone()
}

/// A turn that ends early, since warps have nothing to do, is a short one whatever was granted:
/// with twice as much each time, the next one that does not would be far too long.
#[test]
fn only_turns_that_were_made_in_full_are_doubled() {
    let Some(emulator) = emulator() else { return };
    let turns = turns(&emulator, Duration::ZERO);
    let (mut doubled, mut kept) = (0, 0);
    for pair in turns.windows(2) {
        let [before, after] = [pair[0], pair[1]];
        if before.made == before.granted {
            assert!([FIRST, 2 * before.granted].contains(&after.granted), "{pair:?}");
            doubled += usize::from(after.granted == 2 * before.granted);
        } else {
            assert!([FIRST, before.granted].contains(&after.granted), "{pair:?}");
            kept += usize::from(after.granted == before.granted);
        }
    }
    assert!(doubled > 0 && kept > 0, "{doubled} {kept}: {turns:?}");
}

/// So Ctrl-C is heard in time.
#[test]
fn turns_that_take_long_are_halved() {
    let Some(emulator) = emulator() else { return };
    let turns = turns(&emulator, Duration::from_secs(1));
    for pair in turns.windows(2) {
        assert!([FIRST, (pair[0].granted / 2).max(1)].contains(&pair[1].granted), "{pair:?}");
    }
    assert!(turns.iter().any(|turn| turn.granted == 1), "{turns:?}");
}
