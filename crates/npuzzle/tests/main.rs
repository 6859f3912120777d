//! The tests of the engine, in one program: what they have in common (the searches of small boards,
//! above all) is compiled once, and the last test of one file does not keep the others waiting. No
//! test asks what time it is: those of limits hold the clock.

mod common;

mod all_optimal;
mod audit;
mod bidirectional;
mod board_maps;
mod bounded;
mod breakdown;
mod compare;
mod conformance;
mod constructive;
mod crew;
mod custom;
mod custom_problems;
mod evaluation;
mod exhaustive;
mod expressions;
mod lab_runs;
mod labels;
mod large_boards;
mod layers;
mod matrix;
mod memory_bounded;
mod metrics;
mod parallel;
mod pattern_databases;
mod problems;
mod questions;
mod schema;
mod search_requests;
mod searches;
mod signature;
mod solvability;
mod traces;

/// A file that is not listed above would never be run.
#[test]
fn every_file_is_a_part() {
    let (list, folder) = (include_str!("main.rs"), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let listed = list.lines().any(|line| line == format!("mod {name};"));
        assert!(listed || name == "main", "tests/{name}.rs is not listed in tests/main.rs");
    }
}
