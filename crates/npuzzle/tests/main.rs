//! The tests of the engine, in one program: what they have in common (the searches of small boards, above all) is compiled once,
//! and the last test of one file does not keep the others waiting. Tests that measure time are programs of their own.

mod common;

mod all_optimal;
mod audit;
mod bidirectional;
mod bounded;
mod breakdown;
mod compare;
mod conformance;
mod constructive;
mod exhaustive;
mod expressions;
mod lab_runs;
mod layers;
mod matrix;
mod memory_bounded;
mod own;
mod own_problems;
mod parallel;
mod pattern_databases;
mod problems;
mod schema;
mod search_requests;
mod signature;
mod solvability;
mod traces;

/// A file that is not listed above would never be run.
#[test]
fn every_file_is_a_part() {
    const ALONE: [&str; 3] = ["large_boards", "main", "searches"];
    let (list, folder) = (include_str!("main.rs"), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let listed = list.lines().any(|line| line == format!("mod {name};"));
        assert!(listed || ALONE.contains(&name), "tests/{name}.rs is not listed in tests/main.rs");
    }
}
