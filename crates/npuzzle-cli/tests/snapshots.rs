//! The command line, word for word: every command, error and exit code. `cargo xtask bless` accepts what it prints now.

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .register_bin("cargo", trycmd::schema::Bin::Ignore)
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
}
