//! Whole spaces, against the processor.

use std::sync::Arc;

use npuzzle::lab::space::{SpaceError, SpaceReport, SpaceRequest, space};
use npuzzle::question::{Ask, Space, SpaceAnswer, Terms};
use npuzzle_core::core::{Device, Devices, Limits, Metric, Optional, Stop};
use npuzzle_domains::domains::tiles::Shape;
use npuzzle_domains::domains::tiles::goal::Goal;
use npuzzle_gpu::search::OnMachine;
use npuzzle_solvers::solvers::tiles::device::ForTiles;

use crate::boards::goal;
use crate::emulator::{OnlyDevice, emulator, on_emulator};
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
        assert!(ours.optimal_solutions.is_none() && ours.peak_bytes > 0);
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
        assert_eq!(ours.widths, explored(&request, &Limits::default()).unwrap().widths);
        let notes = optional.table_cache.take_notes();
        assert!(notes.iter().any(|note| note.contains("the processor does the work")), "{notes:?}");
    }
}

#[test]
fn limits_end_it() {
    let Some(limits) = on_emulator() else { return };
    let request = request(3, 3, 8);
    let error = explored(&request, &Limits { time: Some(std::time::Duration::ZERO), ..limits }).unwrap_err();
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
    assert!(question.cost(&terms.limits).is_none());
    let Ok(SpaceAnswer::Searched(report)) = question.ask(&terms, &mut ()) else { panic!("not searched") };
    assert_eq!((report.states, report.diameter, report.optimal_solutions.is_none()), (20_160, 36, true));
    let refusal = question.ask(&Terms::default(), &mut ()).unwrap_err();
    assert!(refusal.message.contains("built without devices"), "{}", refusal.message);
    let counting = Space { count_solutions: Some(true), ..question };
    let refusal = counting.ask(&terms, &mut ()).unwrap_err();
    assert!(refusal.message.contains("is for the processor"), "{}", refusal.message);
}
