//! What the tests of the page need beyond Rust: Chromium from the system's packages, and the rules of axe-core for accessibility.
//!
//! Both are fetched while the compiler works. Where that cannot be done the tests of the page are skipped with a word, but never in
//! CI: there it is an error.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::JoinHandle;

use crate::system::{self, quietly};
use crate::{root, say};

/// The programs that will do.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The accessibility rules: a package of the npm registry, by version and SHA-512.
const AXE: &str = "https://registry.npmjs.org/axe-core/-/axe-core-4.14.0.tgz";
const AXE_SHA512: &str = "f564d9c448ec67b6f5dd31fc24f99b576cfc0876e5f34ff6866dd73c41b826035d40b2bcd480515e64b11df3003a44aa41e4714ffd1dc0d0f3d863a6df3ce971";

/// What is being fetched.
pub struct Fetching(JoinHandle<Result<(), String>>);

/// Begins to fetch what is missing.
pub fn fetch() -> Fetching {
    Fetching(std::thread::spawn(|| packages().and_then(|()| axe())))
}

impl Fetching {
    /// Waits until all is there. Not having it is an error in CI.
    pub fn finish(self) -> Result<(), String> {
        let fetched = self.0.join().unwrap_or_else(|_| Err("the thread that fetches ended".to_owned()));
        match fetched {
            Err(message) if std::env::var("CI").as_deref() != Ok("true") => {
                say(&format!("note: tests of the page that need a browser are skipped: {message}"));
                Ok(())
            }
            other => other,
        }
    }
}

/// Installs the packages of the system that are missing.
fn packages() -> Result<(), String> {
    let mut missing = Vec::new();
    if !PROGRAMS.into_iter().any(system::has) {
        missing.extend(["chromium", "fonts-dejavu-core"]);
    }
    if !system::has("curl") {
        missing.extend(["curl", "ca-certificates"]);
    }
    system::install(&missing)
}

fn axe() -> Result<(), String> {
    let file = root().join("target/browser/axe.min.js");
    if file.is_file() {
        return Ok(());
    }
    let problem = |error: std::io::Error| format!("axe-core: {error}");
    let folder = file.parent().unwrap_or(Path::new(".")).join("fetching");
    fs::create_dir_all(&folder).map_err(problem)?;
    let archive = folder.join("axe-core.tgz");
    quietly("curl", Command::new("curl").args(["-fsSL", "--retry", "3", "-o"]).arg(&archive).arg(AXE))?;
    let sum = Command::new("sha512sum").arg(&archive).output().map_err(problem)?;
    if !String::from_utf8_lossy(&sum.stdout).starts_with(AXE_SHA512) {
        return Err("axe-core: what was fetched is not the package that is expected".to_owned());
    }
    quietly("tar", Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder).arg("package/axe.min.js"))?;
    fs::rename(folder.join("package/axe.min.js"), file).map_err(problem)?;
    fs::remove_dir_all(folder).map_err(problem)
}
