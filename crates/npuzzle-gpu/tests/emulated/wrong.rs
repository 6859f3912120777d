//! What happens when a machine does something else than it is asked for, and does not say so: the
//! processor goes on, or it is an error; never a wrong answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use npuzzle_core::core::{Cost, Device, Limits, Stop};
use npuzzle_domains::domains::tiles::frame::Frame;
use npuzzle_domains::domains::tiles::state_index::StateIndex;
use npuzzle_domains::domains::tiles::{Board, Shape};
use npuzzle_gpu::machine::{Fault, Geometry, Kernel, Machine, Place};
use npuzzle_gpu::search::OnMachine;
use npuzzle_solvers::solvers::tiles::automaton::Automaton;
use npuzzle_solvers::solvers::tiles::deepening::Outcome;
use npuzzle_solvers::solvers::tiles::device::{
    DeviceError, DevicePart, Ended, ForTiles, Layers, Rest, Searcher, TileDevice, Turn,
};
use npuzzle_solvers::solvers::tiles::kernel::{KernelTally, Saved};
use npuzzle_solvers::solvers::tiles::solver::Terms;
use npuzzle_tables::tables::build::{BuildProgress, Estimate, TableError};
use npuzzle_tables::tables::maker::TableMaker;
use npuzzle_tables::tables::pattern::Pattern;
use npuzzle_tables::tables::space::PatternSpace;
use npuzzle_tables::tables::table::{Encoding, PatternTable};

use crate::boards::{cost, goal, solve, solve_on, solve_with_notes, solver, walked};
use crate::emulator::{Emulator, emulator};

/// A machine that says all is well, and leaves out one of its calls or that one and all after it.
#[derive(Debug)]
struct Silent {
    inner: Arc<Emulator>,
    calls: AtomicUsize,
    at: usize,
    is_for_good: bool,
}

impl Silent {
    fn does(&self) -> bool {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        call < self.at || (call > self.at && !self.is_for_good)
    }
}

impl Machine for Silent {
    fn name(&self) -> String {
        "a silent card".to_owned()
    }

    fn geometry(&self) -> Geometry {
        self.inner.geometry()
    }

    fn free(&self) -> Result<u64, Fault> {
        self.inner.free()
    }

    /// Memory holds zeros at first: a card may find anything there, but ends no process by it.
    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        let place = self.inner.take(bytes)?;
        self.inner.fill(place, 0, bytes)?;
        Ok(place)
    }

    fn give(&self, place: Place) {
        self.inner.give(place);
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        if self.does() { self.inner.fill(place, byte, bytes) } else { Ok(()) }
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        if self.does() { self.inner.send(place, bytes) } else { Ok(()) }
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        if self.does() { self.inner.fetch(place, bytes) } else { Ok(()) }
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        if self.does() { self.inner.start(kernel, blocks, task) } else { Ok(()) }
    }
}

fn silent(inner: &Arc<Emulator>, at: usize, is_for_good: bool) -> (Arc<Silent>, Limits) {
    let machine = Silent { inner: Arc::clone(inner), calls: AtomicUsize::new(0), at, is_for_good };
    let machine = Arc::new(machine);
    let device = ForTiles(Box::new(OnMachine::new(Arc::clone(&machine) as Arc<dyn Machine>)));
    (machine, Limits { device: Some(Arc::new(device)), ..Limits::default() })
}

/// Does work on a machine that leaves out each of its calls in turn, and tells how often that was
/// noticed: by an error, or by what the work returns.
fn each_call(inner: &Arc<Emulator>, step: usize, work: impl Fn(&Limits) -> Result<bool, String>) -> (usize, usize) {
    let (machine, limits) = silent(inner, usize::MAX, false);
    assert_eq!(work(&limits), Ok(false));
    let calls = machine.calls.load(Ordering::Relaxed);
    let (mut errors, mut rescued) = (0, 0);
    for is_for_good in [false, true] {
        for at in (0..calls).step_by(step) {
            match work(&silent(inner, at, is_for_good).1) {
                Ok(is_noticed) => rescued += usize::from(is_noticed),
                Err(error) => {
                    assert!(error.contains("a silent card gives wrong results: "), "call {at}: {error}");
                    errors += 1;
                }
            }
        }
    }
    (errors, rescued)
}

/// A board whose last moves are looked for in a search of their own.
fn board() -> (Board, Board) {
    let goal = goal(2, 5, 0);
    (walked(&goal, 600, 2), goal)
}

fn right(start: &Board, goal: &Board, patterns: &str) -> usize {
    cost(&solve(start, goal, patterns, &Limits::default()).unwrap())
}

/// Whether a note says that the device was wrong, and the processor goes on.
fn is_noticed(notes: &[String]) -> bool {
    notes.iter().any(|note| note.contains("gives wrong results") && note.contains("the processor goes on"))
}

#[test]
fn a_call_that_is_left_out_changes_no_answer() {
    let Some(emulator) = emulator() else { return };
    let (start, goal) = board();
    let right = right(&start, &goal, "5-4");
    let (errors, rescued) = each_call(&emulator, 1, |limits| {
        let answer = solve_with_notes(&start, &goal, "5-4", &Terms::default(), limits);
        let (deepened, notes) = answer.map_err(|error| error.to_string())?;
        assert_eq!(cost(&deepened), right, "{notes:?}");
        Ok(is_noticed(&notes))
    });
    assert!(errors > 50 && rescued > 10, "{errors} {rescued}");
}

#[test]
fn a_call_that_is_left_out_changes_no_answer_of_many() {
    let Some(emulator) = emulator() else { return };
    let goal = goal(3, 3, 0);
    let starts: Vec<Board> = (0..6).map(|seed| walked(&goal, 40, seed)).collect();
    let rights: Vec<usize> = starts.iter().map(|start| right(start, &goal, "4-4")).collect();
    let (errors, rescued) = each_call(&emulator, 1, |limits| {
        let (solver, mut budget) = solver(&goal, "4-4", limits).map_err(|error| error.to_string())?;
        let ahead = solver.solve_ahead(&starts, &goal, &mut budget);
        for (start, &right) in starts.iter().zip(&rights) {
            let deepened = solver.solve(start, &goal, &Terms::default(), &mut budget);
            assert_eq!(cost(&deepened.map_err(|error| error.to_string())?), right, "{start}");
        }
        Ok(ahead.is_err() || is_noticed(&budget.take_notes()))
    });
    assert!(errors > 50 && rescued > 10, "{errors} {rescued}");
}

/// What it leaves in a journal leads to the right answer, too.
#[test]
fn a_call_that_is_left_out_spoils_no_journal() {
    let Some(emulator) = emulator() else { return };
    let (start, goal) = board();
    let right = right(&start, &goal, "3-3-3");
    let folder = tempfile::tempdir().unwrap();
    let (errors, rescued) = each_call(&emulator, 1, |limits| {
        let terms = Terms { journal: Some(folder.path()), ..Terms::default() };
        let _ = std::fs::remove_file(folder.path().join("search.journal"));
        let few = Limits { nodes: Some(485), ..limits.clone() };
        let answer = solve_with_notes(&start, &goal, "3-3-3", &terms, &few);
        let (first, notes) = answer.map_err(|error| error.to_string())?;
        assert!(matches!(first.outcome, Outcome::Stopped { why: Stop::Nodes, .. }), "{first:?}");
        let rest = solve_on(&start, &goal, "3-3-3", &terms, &Limits::default()).unwrap();
        assert_eq!(cost(&rest), right, "{notes:?}");
        Ok(is_noticed(&notes))
    });
    assert!(errors > 50 && rescued > 10, "{errors} {rescued}");
}

/// How a device deceives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// It has searched everything, and there is no goal.
    NothingThere,
    /// The same from the second iteration on.
    NothingThereSoon,
    /// The estimate of the start is larger than any solution.
    Estimate,
    /// A path that leads nowhere.
    Path,
}

/// A device whose numbers agree with each other, and that lies all the same.
#[derive(Debug)]
struct Liar(OnMachine, Lie, AtomicBool);

impl TableMaker for Liar {
    fn estimate(&self, space: &PatternSpace, encoding: Encoding) -> Estimate {
        self.0.estimate(space, encoding)
    }

    fn make(
        &self,
        pattern: &Pattern,
        space: &Arc<PatternSpace>,
        encoding: Encoding,
        watch: &mut dyn FnMut(&BuildProgress) -> Result<(), Stop>,
    ) -> Result<PatternTable, TableError> {
        self.0.make(pattern, space, encoding, watch)
    }
}

impl TileDevice for Liar {
    fn name(&self) -> String {
        "a liar".to_owned()
    }

    fn give_up(&self) {
        self.2.store(true, Ordering::Relaxed);
    }

    fn is_given_up(&self) -> bool {
        self.2.load(Ordering::Relaxed)
    }

    fn allow_layers(&self, shape: Shape) -> Result<(), DeviceError> {
        self.0.allow_layers(shape)
    }

    fn layers<'i>(
        &self,
        index: &'i StateIndex,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Layers + 'i>, DeviceError> {
        self.0.layers(index, go_on)
    }

    fn allow(&self, frame: Frame, views: &[Vec<DevicePart>]) -> Result<(), DeviceError> {
        self.0.allow(frame, views)
    }

    fn ready(
        &self,
        frame: Frame,
        views: &[Vec<DevicePart>],
        automaton: &Automaton,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Box<dyn Searcher>, DeviceError> {
        let searcher = self.0.ready(frame, views, automaton, go_on)?;
        Ok(Box::new(Lying { searcher, lie: self.1, iterations: 0 }))
    }
}

struct Lying {
    searcher: Box<dyn Searcher>,
    lie: Lie,
    iterations: usize,
}

impl Searcher for Lying {
    fn estimates(&mut self, nodes: &[Saved]) -> Result<Vec<Cost>, DeviceError> {
        let more = if self.lie == Lie::Estimate { 600 } else { 0 };
        Ok(self.searcher.estimates(nodes)?.into_iter().map(|estimate| estimate + more).collect())
    }

    fn search_all(
        &mut self,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Ended>, DeviceError> {
        let mut ended = self.searcher.search_all(nodes, go_on)?;
        for ended in &mut ended {
            ended.found = ended.found.and_then(|path| (self.lie == Lie::Path).then_some(!path));
        }
        Ok(ended)
    }

    fn begin(
        &mut self,
        bound: Cost,
        nodes: &[Saved],
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), DeviceError> {
        self.iterations += 1;
        self.searcher.begin(bound, nodes, go_on)
    }

    fn advance(&mut self, most: u64) -> Result<Turn, DeviceError> {
        let nothing = Turn { tally: KernelTally { expanded: 5, generated: 9, evaluated: 9 }, found: None, left: 0 };
        match self.lie {
            Lie::NothingThere => Ok(nothing),
            Lie::NothingThereSoon if self.iterations > 1 => Ok(nothing),
            Lie::Path => {
                let turn = self.searcher.advance(most)?;
                Ok(Turn { found: turn.found.map(|path| !path), ..turn })
            }
            _ => self.searcher.advance(most),
        }
    }

    fn rest(&mut self) -> Result<Box<dyn Rest>, DeviceError> {
        self.searcher.rest()
    }
}

fn with_liar(emulator: &Arc<Emulator>, lie: Lie) -> Limits {
    let device = Liar(OnMachine::new(Arc::clone(emulator) as Arc<dyn Machine>), lie, AtomicBool::new(false));
    let device: Arc<dyn Device> = Arc::new(ForTiles(Box::new(device)));
    Limits { device: Some(device), ..Limits::default() }
}

const LIES: [Lie; 4] = [Lie::NothingThere, Lie::NothingThereSoon, Lie::Estimate, Lie::Path];

/// What it says is compared with the length of a solution that is known. Then nothing counts that
/// it has proved before.
#[test]
fn a_liar_is_found_out() {
    let Some(emulator) = emulator() else { return };
    let goal = goal(4, 4, 0);
    let start = walked(&goal, 1000, 7);
    let plain = solve(&start, &goal, "5-5-5", &Limits::default()).unwrap();
    assert!(plain.iterations.len() > 2);
    for lie in LIES {
        for with_journal in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let terms = Terms { journal: with_journal.then_some(folder.path()), ..Terms::default() };
            let limits = with_liar(&emulator, lie);
            let (deepened, notes) = solve_with_notes(&start, &goal, "5-5-5", &terms, &limits).unwrap();
            assert_eq!(cost(&deepened), cost(&plain), "{lie:?}");
            // The processor has begun anew, so all its counts are its own.
            assert_eq!(
                deepened.iterations[..plain.iterations.len() - 1],
                plain.iterations[..plain.iterations.len() - 1]
            );
            assert!(is_noticed(&notes) && notes[0].contains("a liar"), "{lie:?}: {notes:?}");
            assert_eq!(deepened.device, None);
            let device = limits.device.as_ref().and_then(ForTiles::among);
            assert!(device.is_some_and(|(device, _)| device.is_given_up()), "{lie:?}");
        }
    }
}

/// The proof that a search had before the device was used stays, in the journal as well.
#[test]
fn a_liar_spoils_no_proof_of_others() {
    let Some(emulator) = emulator() else { return };
    let goal = goal(4, 4, 0);
    let start = walked(&goal, 1000, 7);
    let folder = tempfile::tempdir().unwrap();
    let terms = Terms { journal: Some(folder.path()), ..Terms::default() };
    let few = Limits { nodes: Some(1500), ..Limits::default() };
    let first = solve_with_notes(&start, &goal, "5-5-5", &terms, &few).unwrap().0;
    let Outcome::Stopped { why: Stop::Nodes, bound } = first.outcome else { panic!("{first:?}") };
    let limits = with_liar(&emulator, Lie::NothingThere);
    let (deepened, notes) = solve_with_notes(&start, &goal, "5-5-5", &terms, &limits).unwrap();
    assert_eq!(cost(&deepened), right(&start, &goal, "5-5-5"));
    let from = format!("from the proof that {bound} moves are needed");
    assert!(notes.iter().any(|note| note.contains(&from)), "{notes:?}");
}

#[test]
fn a_liar_about_many_boards_is_found_out() {
    let Some(emulator) = emulator() else { return };
    let goal = goal(3, 3, 0);
    let starts: Vec<Board> = (0..6).map(|seed| walked(&goal, 40, seed)).collect();
    for lie in [Lie::NothingThere, Lie::Path] {
        let limits = with_liar(&emulator, lie);
        let (solver, mut budget) = solver(&goal, "4-4", &limits).unwrap();
        let problem = solver.solve_ahead(&starts, &goal, &mut budget).err().unwrap().to_string();
        assert!(problem.contains("a liar gives wrong results"), "{problem}");
        for start in &starts {
            let deepened = solver.solve(start, &goal, &Terms::default(), &mut budget).unwrap();
            assert_eq!(cost(&deepened), right(start, &goal, "4-4"));
        }
    }
}
