//! Developer commands. `cargo xtask test` is the one that matters: it runs everything that has to hold.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

mod bench;
mod browser;
mod contributing;
mod python;
mod snapshots;
mod system;

const HELP: &str = "cargo xtask COMMAND

  test    format, clippy, documentation, all tests, layers: everything that has to hold
  python  only the Python package: the wheel, its tests, its types
  docs    write docs/reference/ and docs/claims.md anew
  bless   accept the output of the command line as it is now: snapshots and documents
  man     write the manual pages into a folder (default: target/man)
  fit     fit the learned charges of the beam anew (core-hours; --divide 60 for a trial, --help for more)
  bench   measure the hot loops and how time limits are kept (valgrind; --yardstick FILE.cpp adds a C++ program)";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let began = Instant::now();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => test(),
        Some("python") => python::run(),
        // maturin calls this program in place of cargo.
        Some("rustc") => python::build_library(),
        Some("docs") => bless("reference").and_then(|()| bless("claims")),
        Some("bless") => bless("reference").and_then(|()| bless("claims")).and_then(|()| bless("snapshots")),
        Some("man") => man(arguments.get(1).map_or("target/man", String::as_str)),
        Some("fit") => fit(&arguments[1..]),
        Some("bench") => bench::run(&arguments[1..]),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => {
            say(&format!("done in {:.0} s", began.elapsed().as_secs_f64()));
            ExitCode::SUCCESS
        }
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is a program for the terminal")]
pub(crate) fn say(message: &str) {
    eprintln!("{message}");
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// Runs a program in the root and fails if it does.
pub(crate) fn step(title: &str, command: &mut Command) -> Result<(), String> {
    say(&format!("== {title}"));
    let status = command.current_dir(root()).status().map_err(|error| format!("{title}: cannot start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{title}: failed ({status})")) }
}

pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.args(arguments);
    // Whoever builds only once has no use for what is kept for the next build, and would wait a fifth longer for it.
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

fn test() -> Result<(), String> {
    let (fetching, preparing) = (browser::fetch(), python::prepare());
    format_check()?;
    step("clippy", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step(
        "clippy of the tests of the page",
        &mut cargo(&["clippy", "--workspace", "--test", "browser", "--", "-D", "warnings"]),
    )?;
    let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
    step("documentation", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    // Always of the whole workspace: for a package alone, cargo would choose other features and build the engine again. Examples are
    // checked above and not built.
    let build = ["build", "--workspace", "--lib", "--tests", "--test", "browser"];
    step("build of the tests and the Python package", &mut cargo(&build))?;
    step("tests", &mut cargo(&["test", "--workspace", "--tests"]))?;
    step("examples of the documentation", &mut cargo(&["test", "--workspace", "--doc"]))?;
    fetching.finish()?;
    let python = preparing.finish()?;
    if let Some(environment) = &python {
        environment.install_wheel()?;
    }
    // The tests of the page wait for a browser most of the time; Python, which uses one core, and a build go on beside them.
    let python = std::thread::spawn(move || python.map_or(Ok(()), |environment| environment.test()));
    let example = std::thread::spawn(contributing::check);
    let mut page = cargo(&["test", "--workspace", "--test", "browser"]);
    let tested = step("tests of the page", page.env("RUST_TEST_THREADS", "4"));
    let ended = |thread: std::thread::JoinHandle<Result<(), String>>, what: &str| {
        thread.join().unwrap_or_else(|_| Err(format!("{what}: it ended early")))
    };
    let (python, example) = (ended(python, "Python"), ended(example, "contributing"));
    tested.and(python).and(example)
}

/// The program knows its own pages.
fn man(folder: &str) -> Result<(), String> {
    step("manual pages", &mut cargo(&["run", "--quiet", "--package", "npuzzle-cli", "--", "man", folder]))
}

fn fit(arguments: &[String]) -> Result<(), String> {
    let mut command = cargo(&["run", "--release", "--package", "npuzzle-fit", "--"]);
    step("fit", command.args(arguments))
}

/// Checks every source file: modules that a list declares are not seen by `cargo fmt`.
fn format_check() -> Result<(), String> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if path.is_dir() && !hidden && !path.ends_with("target") {
                collect(&path, files)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    collect(&root(), &mut files).map_err(|error| format!("cannot list the sources: {error}"))?;
    let check = if env::args().any(|argument| argument == "--fix") { [].as_slice() } else { &["--check"] };
    step("format", Command::new("rustfmt").args(["--edition", "2024"]).args(check).args(files))
}

/// Lets the tests of the command line write what they would compare with.
fn bless(test: &str) -> Result<(), String> {
    let mut command = cargo(&["test", "--package", "npuzzle-cli", "--test", test]);
    // The run that writes reports the differences it has just written away.
    let written = step(&format!("bless {test}"), command.env("BLESS", "1").env("TRYCMD", "overwrite"));
    snapshots::hide_times(&root().join("crates/npuzzle-cli/tests/cmd")).map_err(|error| error.to_string())?;
    snapshots::hide_times(&root()).map_err(|error| error.to_string())?;
    if test == "snapshots" { Ok(()) } else { written }
}
