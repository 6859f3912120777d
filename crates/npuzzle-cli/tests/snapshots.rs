//! The command line, word for word: every command, error and exit code. `cargo xtask bless` accepts
//! what it prints now.

mod cache;

#[test]
fn snapshots() {
    cases(cache::folder()).case("tests/cmd/*.trycmd").skip(TABLES).case("../../README.md");
}

/// What the commands for tables say does not depend on those that other tests have made.
#[test]
fn snapshots_of_tables() {
    cases("/nowhere").case(TABLES);
}

const TABLES: &str = "tests/cmd/pdb.trycmd";

fn cases(cache: &str) -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "100").env("NO_COLOR", "1").env(cache::VARIABLE, cache);
    // Boards are drawn with the letters that the terminal is said to know.
    cases.env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color");
    cases.register_bin("cargo", trycmd::schema::Bin::Ignore);
    cases
}

/// The maps of the snapshots are those of `testdata/`, which the tests of the engine use.
#[test]
fn maps_are_the_same_everywhere() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder.join("../../testdata/maps")).unwrap() {
        let path = entry.unwrap().path();
        let copy = folder.join("tests/cmd/search.in").join(path.file_name().unwrap());
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            std::fs::read_to_string(&copy).unwrap(),
            "{}",
            copy.display()
        );
    }
}
