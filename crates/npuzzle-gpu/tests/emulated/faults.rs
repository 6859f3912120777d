//! What happens when a machine fails: an error that says so, or the processor goes on; never a
//! wrong answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use npuzzle::answer::ProofLabel;
use npuzzle::question::{Ask, BoardFields, BoardText, Means, Solve, Terms as QuestionTerms};
use npuzzle_core::core::{Device, Limits};
use npuzzle_domains::domains::tiles::Board;
use npuzzle_gpu::machine::{Fault, Geometry, Kernel, Machine, Place};
use npuzzle_gpu::search::OnMachine;
use npuzzle_solvers::solvers::tiles::device::ForTiles;
use npuzzle_solvers::solvers::tiles::solver::Terms;

use crate::boards::{cost, goal, solve, solve_with_notes, solver, walked};
use crate::emulator::{Emulator, OnlyDevice, emulator, small};

/// A machine that fails at one of its calls and ever after.
#[derive(Debug)]
struct Failing {
    inner: Arc<Emulator>,
    calls: AtomicUsize,
    fails_at: usize,
    fault: Fault,
    is_given_up: AtomicBool,
}

impl Failing {
    fn call(&self) -> Result<(), Fault> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        if call >= self.fails_at { Err(self.fault.clone()) } else { Ok(()) }
    }
}

impl Machine for Failing {
    fn name(&self) -> String {
        "a failing card".to_owned()
    }

    fn geometry(&self) -> Geometry {
        self.inner.geometry()
    }

    fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }

    fn free(&self) -> Result<u64, Fault> {
        self.call().and_then(|()| self.inner.free())
    }

    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        self.call().and_then(|()| self.inner.take(bytes))
    }

    fn give(&self, place: Place) {
        self.inner.give(place);
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        self.call().and_then(|()| self.inner.fill(place, byte, bytes))
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        self.call().and_then(|()| self.inner.send(place, bytes))
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        self.call().and_then(|()| self.inner.fetch(place, bytes))
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        self.call().and_then(|()| self.inner.start(kernel, blocks, task))
    }
}

/// Does some work on a card that fails at each of its calls in turn, and tells how often that was
/// an error, and how often the processor stood in. The work is given the card, and whether it may.
pub fn every_call(
    inner: &Arc<Emulator>,
    mut work: impl FnMut(Arc<dyn Device>, bool) -> Result<(), String>,
) -> (usize, usize) {
    let (machine, device) = failing(inner, usize::MAX, &faults()[0].0);
    assert_eq!(work(device, false), Ok(()));
    let calls = machine.calls.load(Ordering::Relaxed);
    let (mut errors, mut rescued) = (0, 0);
    for (fault, words) in faults() {
        for is_optional in [false, true] {
            for fails_at in 0..calls {
                let (_, device) = failing(inner, fails_at, &fault);
                match work(device, is_optional) {
                    Err(error) => {
                        let says = error.contains("a failing card") && error.contains(words);
                        assert!(says && !is_optional, "call {fails_at}: {error}");
                        errors += 1;
                    }
                    Ok(()) => {
                        assert!(is_optional, "call {fails_at} failed unseen");
                        rescued += 1;
                    }
                }
            }
        }
    }
    (errors, rescued)
}

/// What a card may fail with, and words of its message.
fn faults() -> [(Fault, &'static str); 2] {
    let lost = Fault::Failed("unspecified launch failure".to_owned());
    let full = Fault::Memory { wanted: 1000, free: 10 };
    [(lost, "unspecified launch failure"), (full, "has too little memory: 1000 bytes")]
}

fn failing(inner: &Arc<Emulator>, fails_at: usize, fault: &Fault) -> (Arc<Failing>, Arc<dyn Device>) {
    let machine = Arc::new(Failing {
        inner: Arc::clone(inner),
        calls: AtomicUsize::new(0),
        fails_at,
        fault: fault.clone(),
        is_given_up: AtomicBool::new(false),
    });
    let device = ForTiles(Box::new(OnMachine::new(Arc::clone(&machine) as Arc<dyn Machine>)));
    (machine, Arc::new(device))
}

/// A board whose last moves are looked for in a search of their own.
fn board() -> (Board, Board) {
    let goal = goal(2, 5, 0);
    (walked(&goal, 600, 2), goal)
}

/// The moves of a solution with what is noted about them, or the error.
type Solved = Result<(usize, Vec<String>), String>;

/// A board that is solved on a machine that fails at this call, and how many calls there were.
fn solved(inner: &Arc<Emulator>, fails_at: usize, fault: &Fault) -> (Solved, usize) {
    let (start, goal) = board();
    let (machine, device) = failing(inner, fails_at, fault);
    // A limit that no search here reaches, unless what a failed turn was granted counts.
    let limits = Limits { device: Some(device), nodes: Some(1 << 40), ..Limits::default() };
    let answer = solve_with_notes(&start, &goal, "5-4", &Terms::default(), &limits);
    let answer = answer.map(|(deepened, notes)| (cost(&deepened), notes)).map_err(|error| error.to_string());
    (answer, machine.calls.load(Ordering::Relaxed))
}

#[test]
fn a_failure_is_an_error_or_the_processor_goes_on() {
    let Some(emulator) = emulator() else { return };
    let (start, goal) = board();
    let right = cost(&solve(&start, &goal, "5-4", &Limits::default()).unwrap());
    assert!(right > 32, "nodes remember fewer moves");
    for ((fault, words), step) in faults().into_iter().zip([1, 5]) {
        let (answer, calls) = solved(&emulator, usize::MAX, &fault);
        assert_eq!(answer, Ok((right, Vec::new())));
        let (mut errors, mut rescued) = (0, 0);
        for fails_at in (0..calls).step_by(step) {
            match solved(&emulator, fails_at, &fault).0 {
                Ok((cost, notes)) => {
                    assert_eq!(cost, right, "call {fails_at}");
                    let says = notes.iter().any(|note| note.contains(words) && note.contains("the processor goes on"));
                    assert!(says, "call {fails_at}: {notes:?}");
                    rescued += 1;
                }
                Err(error) => {
                    assert!(error.contains("a failing card") && error.contains(words), "call {fails_at}: {error}");
                    errors += 1;
                }
            }
        }
        assert!(errors > 5 && rescued > 5, "{errors} {rescued}");
    }
}

/// Where the processor may stand in, a card that cannot be used is no error.
#[test]
fn the_processor_stands_in_for_an_optional_card() {
    let Some(emulator) = emulator() else { return };
    let (start, goal) = board();
    let (_, device) = failing(&emulator, 0, &faults()[1].0);
    let right = cost(&solve(&start, &goal, "5-4", &Limits::default()).unwrap());
    let terms = QuestionTerms { devices: Some(Arc::new(OnlyDevice(device))), ..QuestionTerms::default() };
    let question = |device: &str| Solve {
        board: BoardText::from(start.clone()),
        boards: BoardFields { goal: Some(BoardText::from(goal.clone())), ..BoardFields::default() },
        means: Means { device: Some(device.to_owned()), ..Means::default() },
        ..Solve::default()
    };
    let report = question("auto").ask(&terms, &mut ()).unwrap().report;
    assert_eq!((report.cost, report.proof), (Some(right as u32), ProofLabel::Optimal));
    assert_eq!(report.algorithm, "auto", "as without a card");
    let says = |note: &String| note.contains("too little memory") && note.ends_with("; the processor does the work");
    assert!(report.notes.iter().any(says), "{:?}", report.notes);
    assert_eq!(report.stats.device, None);
    let refusal = question("cuda").ask(&terms, &mut ()).unwrap_err();
    assert!(refusal.message.contains("too little memory"), "{}", refusal.message);
    assert_eq!(refusal.place.map(|place| place.field), Some("device"));
}

#[test]
fn a_card_with_too_little_memory_is_an_error() {
    let Some(emulator) = small(1000) else { return };
    let (start, goal) = board();
    let device = ForTiles(Box::new(OnMachine::new(emulator)));
    let limits = Limits { device: Some(Arc::new(device)), ..Limits::default() };
    let error = solve(&start, &goal, "5-4", &limits).unwrap_err().to_string();
    assert!(error.contains("has too little memory") && error.contains("1000 are free"), "{error}");
}

/// Boards that a card was to solve ahead, and failed, are searched when they are asked for.
#[test]
fn a_failure_among_many_boards_costs_none_of_them() {
    let Some(emulator) = emulator() else { return };
    let goal = goal(3, 3, 0);
    let starts: Vec<Board> = (0..6).map(|seed| walked(&goal, 40, seed)).collect();
    let right = starts.iter().map(|start| cost(&solve(start, &goal, "4-4", &Limits::default()).unwrap()));
    let right: Vec<usize> = right.collect();
    let (fault, words) = faults()[0].clone();
    let costs = |fails_at: usize| {
        let (machine, device) = failing(&emulator, fails_at, &fault);
        let limits = Limits { device: Some(device), ..Limits::default() };
        let (solver, mut budget) = solver(&goal, "4-4", &limits).map_err(|error| error.to_string())?;
        let ahead = solver.solve_ahead(&starts, &goal, &mut budget).map_err(|error| error.to_string());
        let solve = |start| solver.solve(start, &goal, &Terms::default(), &mut budget);
        let costs: Result<Vec<usize>, String> = starts
            .iter()
            .map(solve)
            .map(|solved| solved.map(|it| cost(&it)).map_err(|error| error.to_string()))
            .collect();
        let calls = machine.calls.load(Ordering::Relaxed);
        costs.map(|costs| (costs, ahead.err(), calls))
    };
    let (costs_without, problem, calls) = costs(usize::MAX).unwrap();
    assert_eq!((costs_without, problem), (right.clone(), None));
    let mut failed_ahead = 0;
    for fails_at in (0..calls).rev().step_by(2) {
        match costs(fails_at) {
            Ok((costs, problem, _)) => {
                assert_eq!(costs, right, "call {fails_at}");
                let says = problem.is_some_and(|problem| problem.contains("a failing card") && problem.contains(words));
                failed_ahead += usize::from(says);
            }
            Err(error) => {
                assert!(error.contains("a failing card") && error.contains(words), "call {fails_at}: {error}");
            }
        }
    }
    assert!(failed_ahead > 3, "{failed_ahead}");
}

/// The one that failed is forgotten with all that was ready on it, wherever it failed: the next
/// question is answered by one that was opened anew, though it has the same name.
#[test]
fn a_card_that_failed_is_opened_anew() {
    let Some(emulator) = emulator() else { return };
    let (start, goal) = board();
    let (lost, full) = (faults()[0].0.clone(), faults()[1].0.clone());
    let (machine, device) = failing(&emulator, usize::MAX, &lost);
    let limits = |device| Limits { device: Some(device), ..Limits::default() };
    solve(&start, &goal, "5-4", &limits(device)).unwrap();
    let calls = machine.calls.load(Ordering::Relaxed);
    for fails_at in (0..calls).step_by(3) {
        let (machine, device) = failing(&emulator, fails_at, &lost);
        let first = limits(device);
        let _ = solve(&start, &goal, "5-4", &first);
        assert!(machine.is_given_up(), "call {fails_at}");
        let device = Some(failing(&emulator, usize::MAX, &lost).1);
        let again = Limits { device, table_cache: Arc::clone(&first.table_cache), ..Limits::default() };
        let (deepened, notes) = solve_with_notes(&start, &goal, "5-4", &Terms::default(), &again).unwrap();
        assert_eq!((deepened.device.as_deref(), notes), (Some("a failing card"), Vec::new()), "call {fails_at}");
    }
    // One that is full works all the same.
    let (machine, device) = failing(&emulator, 0, &full);
    solve(&start, &goal, "5-4", &limits(device)).unwrap_err();
    assert!(!machine.is_given_up());
}

/// What is ready and not used gives way to what is asked for; what is used does not.
#[test]
fn solvers_that_nobody_uses_give_back_their_memory() {
    let goals = [goal(2, 5, 0), goal(2, 5, 3)];
    let device = |emulator| Arc::new(ForTiles(Box::new(OnMachine::new(emulator)))) as Arc<dyn Device>;
    // Enough for one, not for two.
    let is_enough = |&bytes: &u64| {
        let Some(emulator) = small(bytes) else { return true };
        solver(&goals[0], "5-4", &Limits { device: Some(device(emulator)), ..Limits::default() }).is_ok()
    };
    let bytes = (0..).step_by(1 << 18).find(is_enough).unwrap();
    let Some(emulator) = small(bytes) else { return };
    let limits = Limits { device: Some(device(emulator)), ..Limits::default() };
    for goal in goals.iter().cycle().take(4) {
        solver(goal, "5-4", &limits).unwrap();
    }
    let _used = solver(&goals[0], "5-4", &limits).unwrap();
    let error = solver(&goals[1], "5-4", &limits).err().unwrap().to_string();
    assert!(error.contains("has too little memory"), "{error}");
}
