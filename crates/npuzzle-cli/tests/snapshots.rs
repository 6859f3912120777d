//! The command line, word for word: every command, error and exit code. `cargo xtask bless` accepts what it prints now.

mod cache;

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env(cache::VARIABLE, cache::folder())
        .register_bin("cargo", trycmd::schema::Bin::Ignore)
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
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
