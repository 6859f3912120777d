//! Asks git which commit this is, for `npuzzle --version`. Without git, or outside of its repository, there is no commit.

#![allow(clippy::print_stdout, reason = "this is how cargo is told")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of; changes elsewhere do not make it another one.
const SOURCES: [&str; 13] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates/npuzzle/Cargo.toml",
    "crates/npuzzle/src",
    "crates/npuzzle/data",
    "crates/npuzzle-cli/Cargo.toml",
    "crates/npuzzle-cli/build.rs",
    "crates/npuzzle-cli/src",
    "crates/npuzzle-host/Cargo.toml",
    "crates/npuzzle-host/src",
    "crates/npuzzle-web/Cargo.toml",
    "crates/npuzzle-web/src",
    "crates/npuzzle-web/page",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=NPUZZLE_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    let (commit, date) = commit().unwrap_or_default();
    println!("cargo:rustc-env=NPUZZLE_COMMIT={commit}");
    println!("cargo:rustc-env=NPUZZLE_COMMIT_DATE={date}");
}

/// The short hash, with a `+` if the sources differ from it, and the date.
fn commit() -> Option<(String, String)> {
    let root = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR")?).join("../..").canonicalize().ok()?;
    // Without its lock on the index: somebody may be using git at the same time.
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(&root).arg("--no-optional-locks").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // A copy of the sources inside of another repository is not of that repository's commit.
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != root {
        return None;
    }
    // A path that is not there would let cargo run this every time.
    let watch = |path: PathBuf| {
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    };
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        watch(root.join(git(&["rev-parse", "--git-path", name])?));
    }
    SOURCES.iter().for_each(|source| watch(root.join(source)));
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    let changed = if git(&status)?.is_empty() { "" } else { "+" };
    let hash = git(&["rev-parse", "--short=10", "HEAD"])?;
    Some((format!("{hash}{changed}"), git(&["show", "--no-patch", "--format=%cs", "HEAD"])?))
}
