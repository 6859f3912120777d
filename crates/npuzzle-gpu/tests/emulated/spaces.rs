//! Whole spaces, against the processor.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use npuzzle::lab::space::{SpaceError, SpaceReport, SpaceRequest, space};
use npuzzle::question::{Ask, Space, SpaceAnswer, Terms};
use npuzzle_core::core::{Clock, Device, Devices, Limits, Metric, Optional, Stop};
use npuzzle_domains::domains::tiles::Shape;
use npuzzle_domains::domains::tiles::breadth_first::BreadthFirst;
use npuzzle_domains::domains::tiles::goal::Goal;
use npuzzle_domains::domains::tiles::state_index::{Link, StateIndex, TAIL, Way};
use npuzzle_gpu::search::OnMachine;
use npuzzle_solvers::solvers::tiles::device::{ForTiles, TileDevice};

use crate::boards::goal;
use crate::emulator::{OnlyDevice, emulator, on_emulator, small};
use crate::faults::every_call;

fn request(rows: usize, cols: usize, blank: u64) -> SpaceRequest {
    SpaceRequest::new(Shape::new(rows, cols).unwrap(), Goal::from(goal(rows, cols, blank)))
}

fn explored(request: &SpaceRequest, limits: &Limits) -> Result<SpaceReport, SpaceError> {
    space(&SpaceRequest { limits: limits.clone(), ..request.clone() }, &mut |_| {})
}

#[test]
fn spaces_are_those_of_the_processor() {
    let Some(limits) = on_emulator() else { return };
    // Slabs of less than a word, of less than a tail and of several; lines; every kind of move.
    let sizes = [
        (1, 2, 1),
        (1, 7, 3),
        (2, 2, 0),
        (2, 3, 5),
        (3, 2, 2),
        (2, 4, 7),
        (3, 3, 8),
        (3, 3, 4),
        (2, 5, 0),
        (5, 2, 9),
        (3, 4, 11),
    ];
    for (rows, cols, blank) in sizes {
        let request = request(rows, cols, blank);
        let ours = explored(&request, &limits).unwrap();
        let theirs = explored(&request, &Limits::default()).unwrap();
        assert_eq!(ours.widths, theirs.widths, "{rows}x{cols}");
        assert_eq!((&ours.antipodes, ours.antipode_count), (&theirs.antipodes, theirs.antipode_count));
        assert_eq!((ours.mean_depth, ours.edges), (theirs.mean_depth, theirs.edges));
        assert!(ours.optimal_solutions.is_none() && ours.device_bytes > Some(0));
    }
}

#[test]
fn what_a_device_does_not_do_is_refused_or_left_to_the_processor() {
    let Some(limits) = on_emulator() else { return };
    let plain = request(3, 3, 8);
    let multi = SpaceRequest { metric: Metric::Multi, ..plain.clone() };
    let counting = SpaceRequest { count_solutions: Some(true), ..plain.clone() };
    let folder = tempfile::tempdir().unwrap();
    let kept = SpaceRequest { journal: Some(folder.path().to_owned()), ..plain };
    for (request, words) in [(multi, "slides"), (counting, "counting"), (kept, "journal")] {
        let error = explored(&request, &limits).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("is for the processor, not for the emulator"), "{error}");
        let device = limits.device.clone().map(|device| Arc::new(Optional(device)) as Arc<dyn Device>);
        let optional = Limits { device, ..Limits::default() };
        let ours = explored(&request, &optional).unwrap();
        let theirs = explored(&request, &Limits::default()).unwrap();
        assert_eq!((ours.widths, ours.peak_bytes), (theirs.widths, theirs.peak_bytes));
        assert_eq!(ours.optimal_solutions.is_some(), theirs.optimal_solutions.is_some());
        assert_eq!((ours.device, theirs.device), (None, None));
        let says = |note: &String| note.contains(words) && note.ends_with("; the processor does the work");
        assert!(ours.notes.iter().any(says) && theirs.notes.is_empty(), "{:?}", ours.notes);
    }
}

/// Runs of several tails, and tails of several runs: the layers of a space that is long and narrow.
#[test]
fn layers_of_a_narrow_board_are_those_of_the_processor() {
    let Some(emulator) = emulator() else { return };
    let index = StateIndex::new(&goal(2, 6, 0)).unwrap();
    let runs: Vec<usize> = index.shape().all_cells().flat_map(|cell| index.links(cell)).filter_map(run).collect();
    assert!(runs.iter().any(|&run| run > TAIL) && runs.iter().any(|&run| run < TAIL));
    let device = OnMachine::new(emulator);
    let mut layers = device.layers(&index, &mut || Ok(())).unwrap();
    let mut search = BreadthFirst::by(Metric::Single, &index, 1);
    for depth in 1..=30 {
        search.advance(&mut || Ok::<(), Stop>(())).unwrap();
        assert_eq!(layers.advance(&mut || Ok(())), Ok(search.widths()[depth]), "{depth}");
    }
    let mut ours = layers.states().unwrap();
    let mut theirs: Vec<_> = search.states().collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

/// How many ranks stay together in a move of the first places.
fn run(link: &Link) -> Option<usize> {
    match link.way() {
        Way::Head(head) => Some(head.run()),
        Way::Keep | Way::Tail(_) => None,
    }
}

/// Wherever the search looks at the clock.
#[test]
fn limits_end_it_anywhere() {
    let Some(limits) = on_emulator() else { return };
    let request = request(2, 3, 5);
    let mut depths = BTreeSet::new();
    for looks in 1_u64.. {
        let clock = Clock::stepping(Duration::from_secs(1));
        let limits = Limits { time: Some(Duration::from_secs(looks)), clock, ..limits.clone() };
        match explored(&request, &limits) {
            Ok(report) => {
                assert_eq!(report.diameter, 21);
                break;
            }
            Err(SpaceError::Stopped { why: Stop::Time, depth, .. }) => {
                depths.insert(depth);
            }
            Err(error) => panic!("{error}"),
        }
        assert!(looks < 10_000);
    }
    assert!(depths.len() > 15, "{depths:?}");
}

/// It is refused before its states are numbered; a question is answered with what is known.
#[test]
fn a_device_with_too_little_memory_is_an_error() {
    let Some(emulator) = small(1000) else { return };
    let device: Arc<dyn Device> = Arc::new(ForTiles(Box::new(OnMachine::new(emulator))));
    let limits = Limits { device: Some(Arc::clone(&device)), ..Limits::default() };
    let error = explored(&request(4, 4, 15), &limits).unwrap_err();
    assert!(matches!(&error, SpaceError::DeviceMemory(text) if text.contains("has too little memory")), "{error}");
    let optional = Limits { device: Some(Arc::new(Optional(Arc::clone(&device)))), ..Limits::default() };
    let report = explored(&request(3, 3, 8), &optional).unwrap();
    assert!(report.device_bytes.is_none() && report.optimal_solutions.is_some());
    let devices: Arc<dyn Devices> = Arc::new(OnlyDevice(device));
    let terms = Terms { devices: Some(devices), ..Terms::default() };
    let question = Space { size: "4x4".to_owned(), device: Some("cuda".to_owned()), ..Space::default() };
    let Ok(SpaceAnswer::Known(known)) = question.ask(&terms, &mut ()) else { panic!("not what is known") };
    assert!(known.reason.is_some_and(|reason| reason.contains("has too little memory")));
}

#[test]
fn limits_end_it() {
    let Some(limits) = on_emulator() else { return };
    let request = request(3, 3, 8);
    let error = explored(&request, &Limits { time: Some(Duration::ZERO), ..limits }).unwrap_err();
    assert!(matches!(error, SpaceError::Stopped { why: Stop::Time, .. }), "{error}");
}

/// A card that fails at any of its calls is an error that names it; where the processor may stand
/// in, it does.
#[test]
fn a_failure_is_an_error() {
    let Some(emulator) = emulator() else { return };
    let request = request(2, 3, 5);
    let right = explored(&request, &Limits::default()).unwrap().widths;
    let (errors, rescued) = every_call(&emulator, |device, is_optional| {
        let device = if is_optional { Arc::new(Optional(device)) as Arc<dyn Device> } else { device };
        let limits = Limits { device: Some(device), ..Limits::default() };
        let report = explored(&request, &limits).map_err(|error| error.to_string())?;
        assert_eq!(report.widths, right);
        Ok(())
    });
    assert!(errors > 20 && rescued > 20, "{errors} {rescued}");
}

#[test]
fn a_question_names_the_device() {
    let Some(emulator) = emulator() else { return };
    let device = Arc::new(ForTiles(Box::new(OnMachine::new(emulator))));
    let devices: Arc<dyn Devices> = Arc::new(OnlyDevice(device));
    let terms = Terms { devices: Some(devices), ..Terms::default() };
    let question = Space { size: "2x4".to_owned(), device: Some("cuda".to_owned()), ..Space::default() };
    assert!(question.cost(&terms).is_none());
    // Without a device the processor does it, or what the device does not do.
    let auto = Space { device: Some("auto".to_owned()), ..question.clone() };
    assert!(auto.cost(&terms).is_none() && auto.cost(&Terms::default()).is_some());
    assert!(Space { metric: Some("multi".to_owned()), ..auto }.cost(&terms).is_some());
    let Ok(SpaceAnswer::Searched(report)) = question.ask(&terms, &mut ()) else { panic!("not searched") };
    assert_eq!((report.states, report.diameter, report.optimal_solutions.is_none()), (20_160, 36, true));
    let refusal = question.ask(&Terms::default(), &mut ()).unwrap_err();
    assert!(refusal.message.contains("built without devices"), "{}", refusal.message);
    let counting = Space { count_solutions: Some(true), ..question };
    let refusal = counting.ask(&terms, &mut ()).unwrap_err();
    assert!(refusal.message.contains("is for the processor"), "{}", refusal.message);
}
