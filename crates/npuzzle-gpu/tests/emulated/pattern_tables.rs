//! Tables as the library keeps them, against those of the processor, byte for byte.

use std::sync::Arc;

use npuzzle::question::{Ask, PdbBuild, Terms};
use npuzzle_core::core::{Device, Devices, Limits, Stop, TableCache};
use npuzzle_domains::domains::tiles::frame::Frame;
use npuzzle_gpu::search::OnMachine;
use npuzzle_tables::tables::build::{TableError, build};
use npuzzle_tables::tables::maker::TableMaker;
use npuzzle_tables::tables::pattern::Pattern;
use npuzzle_tables::tables::space::PatternSpace;
use npuzzle_tables::tables::table::Encoding;

use crate::boards::goal;
use crate::emulator::{OnlyDevice, emulator, on_emulator, small};
use crate::faults::every_call;

fn pattern(rows: usize, cols: usize, blank: u64, homes: &[u8]) -> (Pattern, Arc<PatternSpace>) {
    let (frame, _) = Frame::of(&goal(rows, cols, blank)).unwrap();
    let (pattern, _) = Pattern::new(frame, homes).unwrap();
    let space = Arc::new(PatternSpace::new(frame.shape(), homes.len()).unwrap());
    (pattern, space)
}

#[test]
fn tables_are_those_of_the_processor() {
    let Some(emulator) = emulator() else { return };
    let maker = OnMachine::new(emulator);
    let patterns: [(usize, usize, u64, &[u8]); 7] = [
        (2, 2, 0, &[1]),
        (3, 3, 0, &[1, 2, 4]),
        (3, 3, 4, &[0, 1, 2, 3, 5, 6, 7, 8]),
        (2, 5, 0, &[1, 2, 3, 5, 6, 7]),
        (4, 4, 0, &[1, 2, 4, 5, 8]),
        (4, 4, 5, &[1, 2, 4, 6, 8, 9]),
        (5, 5, 0, &[1, 2, 5, 6]),
    ];
    for (rows, cols, blank, homes) in patterns {
        let (pattern, space) = pattern(rows, cols, blank, homes);
        for encoding in Encoding::EXACT {
            let (mut our_states, mut their_states) = (0, 0);
            let ours = maker.make(&pattern, &space, encoding, &mut |progress| {
                our_states = progress.done;
                Ok(())
            });
            let theirs = build(&pattern, &space, encoding, 1, &mut |progress| {
                their_states = progress.done;
                Ok(())
            });
            match (ours, theirs) {
                (Ok(ours), Ok(theirs)) => {
                    assert_eq!(ours.deepest(), theirs.deepest(), "{pattern} {encoding}");
                    assert!(ours.data() == theirs.data(), "{pattern} {encoding}");
                    assert_eq!(our_states, their_states, "{pattern} {encoding}");
                }
                (Err(ours), Err(theirs)) => assert_eq!(ours, theirs),
                (ours, theirs) => panic!("{pattern} {encoding}: {:?} {:?}", ours.err(), theirs.err()),
            }
        }
    }
}

#[test]
fn a_narrow_board_does_not_fit_nibbles() {
    let Some(emulator) = emulator() else { return };
    let (pattern, space) = pattern(2, 5, 0, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let ours = OnMachine::new(emulator).make(&pattern, &space, Encoding::Nibbles, &mut |_| Ok(()));
    let theirs = build(&pattern, &space, Encoding::Nibbles, 1, &mut |_| Ok(()));
    let expected = TableError::DoesNotFit { distance: 33, encoding: Encoding::Nibbles };
    assert_eq!((ours.err(), theirs.err()), (Some(expected.clone()), Some(expected)));
}

/// A table is right only with all states from which the goal can be reached: on lines, and where
/// the pattern tells the parity, these are not all.
#[test]
fn all_states_are_counted() {
    let Some(emulator) = emulator() else { return };
    let maker = OnMachine::new(emulator);
    for (rows, cols, blank) in [(1, 2, 0), (1, 6, 2), (5, 1, 4), (2, 2, 0), (2, 3, 5), (3, 2, 2), (2, 4, 0), (3, 3, 4)]
    {
        let (frame, _) = Frame::of(&goal(rows, cols, blank)).unwrap();
        let homes = frame.shape().all_cells().filter(|&home| home != frame.blank());
        let homes: Vec<u8> = homes.map(|home| home.0 as u8).collect();
        for tiles in 1..=homes.len() {
            let (pattern, _) = Pattern::new(frame, &homes[..tiles]).unwrap();
            let space = Arc::new(PatternSpace::new(frame.shape(), tiles).unwrap());
            let table = maker.make(&pattern, &space, Encoding::Bytes, &mut |_| Ok(())).unwrap();
            let reached = table.data().iter().filter(|&&distance| distance != 0xFF).count() as u64;
            // A block of one permutation has a second entry that stands for none.
            assert_eq!(reached, space.reachable(), "{pattern}");
        }
    }
}

#[test]
fn a_card_with_too_little_memory_is_an_error() {
    let Some(emulator) = small(1000) else { return };
    let (pattern, space) = pattern(3, 3, 0, &[1, 2, 4]);
    let error = OnMachine::new(emulator).make(&pattern, &space, Encoding::Bits, &mut |_| Ok(())).err();
    assert!(matches!(error, Some(TableError::Device(text)) if text.contains("has too little memory")));
}

#[test]
fn a_limit_ends_it_at_any_level() {
    let Some(emulator) = emulator() else { return };
    let (pattern, space) = pattern(3, 3, 0, &[1, 2, 4]);
    let maker = OnMachine::new(emulator);
    for after in 0..10 {
        let mut asked = 0;
        let ended = maker.make(&pattern, &space, Encoding::Bits, &mut |_| {
            asked += 1;
            if asked > after { Err(Stop::Cancelled) } else { Ok(()) }
        });
        assert!(matches!(ended, Err(TableError::Stopped(Stop::Cancelled))), "{after}");
    }
}

/// The checksums of tables that a question asks for, in a folder of its own.
fn built(device: Option<Arc<dyn Device>>, name: &str) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { table_cache: Arc::new(TableCache::in_folder(folder.path())), ..Limits::default() };
    let devices = device.map(|device| Arc::new(OnlyDevice(device)) as Arc<dyn Devices>);
    let question = PdbBuild {
        size: "3x3".to_owned(),
        patterns: "3-3-2".to_owned(),
        device: Some(name.to_owned()),
        ..PdbBuild::default()
    };
    let terms = Terms { limits, devices, ..Terms::default() };
    let built = question.ask(&terms, &mut ()).map_err(|refusal| refusal.message)?;
    Ok(built.into_iter().map(|table| table.table.facts.unwrap().checksum).collect())
}

#[test]
fn files_are_those_of_the_processor() {
    let Some(limits) = on_emulator() else { return };
    let ours = built(limits.device, "cuda").unwrap();
    assert!(!ours.is_empty());
    assert_eq!(Ok(ours), built(None, "cpu"));
    assert!(built(None, "cuda").unwrap_err().contains("built without devices"));
}

#[test]
fn a_failure_is_an_error_or_the_processor_makes_them() {
    let Some(emulator) = emulator() else { return };
    let right = built(None, "cpu");
    let (errors, rescued) = every_call(&emulator, |device, is_optional| {
        let built = built(Some(device), if is_optional { "auto" } else { "cuda" });
        if built.is_ok() {
            assert_eq!(built, right);
        }
        built.map(drop)
    });
    assert!(errors > 20 && rescued > 20, "{errors} {rescued}");
}
