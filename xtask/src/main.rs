//! Developer commands. `cargo xtask test` is the one that matters: it runs every test.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

mod bench;
mod browser;
mod columns;
mod contributing;
mod counts;
mod dist;
mod gpu;
mod lint;
mod mpi;
mod pictures;
mod python;
mod report;
mod site;
mod snapshots;
mod steps;
mod system;
mod test;

const HELP: &str = "cargo xtask COMMAND

  test      build and run all tests; in CI (the variable CI is set) also the checks of lint
              --full   exhaustive tests look at everything, not at a seeded part
              STEP...  only these steps (see below)
  lint      check format, columns, clippy, documentation and, with cargo-deny, licences and sources
  format    format every source file
  python    only the Python package: the wheel, its tests, its types
  docs      rewrite docs/reference/ and docs/claims.md
  bless     accept what the program prints now: snapshots, documents, OpenAPI, keywords of Python
  man       write the manual pages into a folder (default: target/man)
  dist      make a release: archives, wheels, sources, the site, checksums (default folder: target/release-files)
              DIR         the folder
              --programs  only archives and wheels
  site      write the page with the engine inside, and the documents, as static files (default folder: target/site)
              DIR         another folder
              --draft     quicker to make, larger and slower
  pictures  make the pictures of the README and the start page anew (docs/pictures)
  kernels   compile the kernels of cards anew (a compiler from PyPI; no card is needed)
  gpu       run the searches on a card and print the figures
              --boards 1,2  only some
              --check       compare whole tables
  fit       fit the learned charges of the beam again (core-hours; --divide 60 for a trial, --help for more)
  bench     measure the hot loops and how time limits are kept (valgrind; --yardstick FILE.cpp adds a C++ program)
              site     the engine in a page, in Chromium

Steps of test:
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let began = Instant::now();
    let rest = arguments.get(1..).unwrap_or_default();
    let done = match arguments.first().map(String::as_str) {
        Some("test") => return ended(test::run(rest)),
        Some("python") => return ended(test::run(&["python", "types"].map(str::to_owned))),
        Some("lint") => return test::lint(),
        Some("format") => lint::rustfmt().and_then(|mut rustfmt| step("format", &mut rustfmt)),
        // maturin calls this program in place of cargo.
        Some("rustc") => python::build_library(rest),
        Some("docs") => bless("reference").and_then(|()| bless("claims")),
        Some("bless") => bless_openapi()
            .and_then(|()| bless("reference"))
            .and_then(|()| bless("claims"))
            .and_then(|()| bless("snapshots")),
        Some("man") => man(rest.first().map_or("target/man", String::as_str)),
        Some("dist") => dist::run(rest),
        Some("pictures") => pictures::run(),
        Some("site") => site::run(rest),
        Some("fit") => fit(rest),
        Some("kernels") => gpu::compile_kernels(),
        Some("gpu") => gpu::figures(rest),
        Some("bench") => bench::run(rest),
        Some("help" | "--help" | "-h") => {
            print(&format!("{HELP}{}", test::list()));
            return ExitCode::SUCCESS;
        }
        _ => Err(format!("{HELP}{}", test::list())),
    };
    ended(done.map(|()| {
        say(&format!("done in {:.0} s", began.elapsed().as_secs_f64()));
        ExitCode::SUCCESS
    }))
}

/// The exit code of a command; its error is said.
fn ended(done: Result<ExitCode, String>) -> ExitCode {
    done.unwrap_or_else(|message| {
        say(message.trim_end());
        ExitCode::FAILURE
    })
}

#[expect(clippy::print_stdout, reason = "this is a program for the terminal")]
fn print(text: &str) {
    println!("{text}");
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
    // The same here and in CI, so that both test the same programs. Incremental builds cut a crate
    // into more parts, which are optimised less, and keep gigabytes for a next build that this
    // command mostly does not have. Set the variable to share the programs of your own incremental
    // builds.
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// The program knows its own pages.
fn man(folder: &str) -> Result<(), String> {
    step("manual pages", &mut cargo(&["run", "--quiet", "--package", "npuzzle-cli", "--", "man", folder]))
}

fn fit(arguments: &[String]) -> Result<(), String> {
    let mut command = cargo(&["run", "--release", "--package", "npuzzle-fit", "--"]);
    step("fit", command.args(arguments))
}

/// Lets the test of the OpenAPI document write what it would compare with. The server that is
/// tested still has the old document, so only a second run can tell whether the new one is right.
fn bless_openapi() -> Result<(), String> {
    let command = || cargo(&["test", "--workspace", "--test", "openapi"]);
    step("bless openapi", command().env("BLESS", "1")).or_else(|_| step("openapi", &mut command()))
}

/// Lets the tests of the command line write what they would compare with.
fn bless(test: &str) -> Result<(), String> {
    let mut command = cargo(&["test", "--workspace", "--test", test]);
    // The run that writes reports the differences it has just written away.
    let written = step(&format!("bless {test}"), command.env("BLESS", "1").env("TRYCMD", "overwrite"));
    snapshots::hide_times(&root().join("crates/npuzzle-cli/tests/cmd")).map_err(|error| error.to_string())?;
    // Of the other documents nothing is written anew.
    snapshots::hide_times_of(&root().join("README.md")).map_err(|error| error.to_string())?;
    if test == "snapshots" { Ok(()) } else { written }
}
