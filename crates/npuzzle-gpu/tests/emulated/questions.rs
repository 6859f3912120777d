//! Questions that no device can take: with `auto` the processor answers them, and the answer says
//! so; a device that is asked for is never ignored.

use std::sync::Arc;

use npuzzle::answer::Status;
use npuzzle::question::{Amount, Ask, BoardFields, BoardText, Means, PdbBuild, Solve, Space, SpaceAnswer, Terms};
use npuzzle_core::core::{Limits, TableCache, crew};
use npuzzle_domains::domains::tiles::Board;
use npuzzle_solvers::solvers::tiles::device::ForTiles;

use crate::boards::{goal, walked};
use crate::emulator::{OnlyDevice, emulator, small};
use npuzzle_gpu::search::OnMachine;

fn terms() -> Option<Terms> {
    let device = ForTiles(Box::new(OnMachine::new(emulator()?)));
    Some(Terms { devices: Some(Arc::new(OnlyDevice(Arc::new(device)))), ..Terms::default() })
}

fn question(start: &Board, goal: &Board, means: &Means, device: &str) -> Solve {
    Solve {
        board: BoardText::from(start.clone()),
        boards: BoardFields { goal: Some(BoardText::from(goal.clone())), ..BoardFields::default() },
        means: Means { device: Some(device.to_owned()), ..means.clone() },
        ..Solve::default()
    }
}

#[test]
fn what_no_device_can_take_is_noted_or_refused() {
    let Some(terms) = terms() else { return };
    let with = |algorithm: Option<&str>, heuristic: Option<&str>| Means {
        algorithm: algorithm.map(str::to_owned),
        heuristic: heuristic.map(str::to_owned),
        ..Means::default()
    };
    let slides = Means { metric: Some("multi".to_owned()), ..Means::default() };
    let beams = Means { beam_width: Some(Amount::from(100_u64)), ..Means::default() };
    let cases = [
        (3, with(Some("astar"), None), "`astar` searches on the processor alone", "expected tile-ida, or none"),
        (3, with(None, Some("manhattan")), "looks up pattern databases, not `manhattan`", "expected `pdb`"),
        (3, with(Some("tile-ida"), Some("manhattan")), "not `manhattan`", "expected `pdb`"),
        (3, with(None, Some("max(manhattan,pdb(4-4))")), "looks up pattern databases, not `max", "expected `pdb`"),
        (3, slides, "counts single moves alone", "expected the metric `single`"),
        (3, beams, "has no beams", "expected no width"),
        (6, Means::default(), "a 6x6 board is too large", "expected at most 25 cells"),
    ];
    for (size, means, what, expected) in cases {
        let goal = goal(size, size, 0);
        let start = walked(&goal, 12, 5);
        let ask = |device: &str| question(&start, &goal, &means, device).ask(&terms, &mut ());
        let report = ask("auto").unwrap().report;
        let says = |note: &String| note.contains(what) && note.ends_with("; the processor does the work");
        assert!(report.notes.iter().any(says), "{what}: {:?}", report.notes);
        assert!(!report.notes.iter().any(|note| note.contains("expected")), "{:?}", report.notes);
        assert_eq!((report.status, report.stats.device), (Status::Solved, None), "{what}");
        assert_eq!(report.cost, ask("cpu").unwrap().report.cost, "{what}");
        let refusal = ask("cuda").unwrap_err();
        assert!(refusal.message.contains(what) && refusal.message.contains(expected), "{}", refusal.message);
        assert_eq!(refusal.place.map(|place| place.field), Some("device"), "{what}");
    }
}

#[test]
fn an_answer_names_the_device_that_searched() {
    let Some(terms) = terms() else { return };
    let goal = goal(3, 3, 0);
    let start = walked(&goal, 40, 5);
    for device in ["auto", "cuda"] {
        let report = question(&start, &goal, &Means::default(), device).ask(&terms, &mut ()).unwrap().report;
        assert_eq!(report.stats.device.as_deref(), Some("the emulator"));
        assert_eq!((report.algorithm.as_str(), report.notes), ("tile-ida", Vec::new()));
    }
}

/// Over MPI a search of one board is shared.
#[test]
fn processes_that_share_a_search_use_no_device() {
    let Some(terms) = terms() else { return };
    let goal = goal(3, 3, 0);
    let start = walked(&goal, 40, 5);
    let crew = crew::threads(1).pop();
    let terms = Terms { limits: Limits { crew, ..Limits::default() }, ..terms };
    let refusal = question(&start, &goal, &Means::default(), "cuda").ask(&terms, &mut ()).unwrap_err();
    assert!(refusal.message.contains("processes that share a search use no device"), "{}", refusal.message);
    assert_eq!(refusal.place.map(|place| place.field), Some("device"));
    let report = question(&start, &goal, &Means::default(), "auto").ask(&terms, &mut ()).unwrap().report;
    assert!(report.notes.iter().any(|note| note.contains("use no device; the processor does")), "{:?}", report.notes);
}

/// Tables and spaces say it as well, each in its answer.
#[test]
fn tables_and_spaces_say_that_the_processor_made_them() {
    let folder = tempfile::tempdir().unwrap();
    let Some(emulator) = small(1000) else { return };
    let device = ForTiles(Box::new(OnMachine::new(emulator)));
    let table_cache = Arc::new(TableCache::in_folder(folder.path()));
    let limits = Limits { table_cache, ..Limits::default() };
    let terms = Terms { devices: Some(Arc::new(OnlyDevice(Arc::new(device)))), limits, ..Terms::default() };
    let says = |note: &String| note.contains("too little memory") && note.ends_with("; the processor does the work");
    let build = |device: &str| PdbBuild {
        size: "3x3".to_owned(),
        patterns: "4-4".to_owned(),
        device: Some(device.to_owned()),
        ..PdbBuild::default()
    };
    build("cuda").ask(&terms, &mut ()).unwrap_err();
    let tables = build("auto").ask(&terms, &mut ()).unwrap();
    assert!(!tables.is_empty() && tables.iter().all(|table| table.note.as_ref().is_some_and(says)));
    let space = |device: &str| Space { size: "3x3".to_owned(), device: Some(device.to_owned()), ..Space::default() };
    let SpaceAnswer::Searched(report) = space("auto").ask(&terms, &mut ()).unwrap() else { panic!("not searched") };
    assert!(report.notes.iter().any(says) && report.device.is_none(), "{:?}", report.notes);
}
