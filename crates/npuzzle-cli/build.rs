//! Asks git which commit this is, for `npuzzle --version`. Without git, or outside of its
//! repository, there is no commit.

#![allow(clippy::print_stdout, reason = "cargo reads standard output")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that the program is made of.
const CRATES: [&str; 13] = [
    "npuzzle",
    "npuzzle-algorithms",
    "npuzzle-boards",
    "npuzzle-cli",
    "npuzzle-core",
    "npuzzle-domains",
    "npuzzle-film",
    "npuzzle-heuristics",
    "npuzzle-host",
    "npuzzle-others",
    "npuzzle-solvers",
    "npuzzle-tables",
    "npuzzle-web",
];
/// What of a crate goes into the program; changes elsewhere do not make it another one.
const PARTS: [&str; 5] = ["Cargo.toml", "build.rs", "data", "page", "src"];

/// Where the sources of the program are, from the root of the workspace.
fn sources(root: &Path) -> Vec<String> {
    let parts = CRATES.iter().flat_map(|name| PARTS.iter().map(move |part| format!("crates/{name}/{part}")));
    let all = ["Cargo.toml".to_owned(), "Cargo.lock".to_owned()].into_iter().chain(parts);
    all.filter(|path| root.join(path).exists()).collect()
}

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
    // Without its lock on the index: another process may use git at the same time.
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
    let sources = sources(&root);
    sources.iter().for_each(|source| watch(root.join(source)));
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(sources.iter().map(String::as_str));
    let changed = if git(&status)?.is_empty() { "" } else { "+" };
    let hash = git(&["rev-parse", "--short=10", "HEAD"])?;
    Some((format!("{hash}{changed}"), git(&["show", "--no-patch", "--format=%cs", "HEAD"])?))
}
