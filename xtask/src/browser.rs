//! What the tests of the page need beyond Rust: Chromium, and the rules of axe-core for
//! accessibility.
//!
//! What is missing is found out at the start and fetched while the compiler works.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::root;
use crate::system::{self, Preparing, quietly};

/// The programs that will do.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// Debian's packages of a browser.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// The accessibility rules: a package of the npm registry, by version and SHA-512.
const AXE: &str = "https://registry.npmjs.org/axe-core/-/axe-core-4.14.0.tgz";
const AXE_SHA512: &str = "f564d9c448ec67b6f5dd31fc24f99b576cfc0876e5f34ff6866dd73c41b826035d40b2bcd480515e64b11df3003a44aa41e4714ffd1dc0d0f3d863a6df3ce971";

/// What the tests of the page will find.
pub struct Browser {
    /// Why the accessibility rules are not there, where they are not.
    pub without_axe: Option<String>,
}

/// Finds out what is missing and begins to fetch it. An error says why the page cannot be tested
/// here.
pub fn prepare() -> Result<Preparing<Browser>, String> {
    let is_there = std::env::var_os("NPUZZLE_CHROMIUM").is_some() || PROGRAMS.into_iter().any(system::has);
    if !is_there {
        system::can_install(&PACKAGES).map_err(|remedy| format!("there is no Chromium on the PATH; {remedy}"))?;
    }
    Ok(Preparing::begin("Chromium", move || {
        if !is_there {
            system::install(&PACKAGES)?;
        }
        let without_axe = axe().err().map(|message| format!("without the rules of axe-core: {message}"));
        match without_axe {
            Some(message) if system::is_ci() => Err(message),
            without_axe => Ok(Browser { without_axe }),
        }
    }))
}

fn axe() -> Result<(), String> {
    let file = root().join("target/browser/axe.min.js");
    if file.is_file() {
        return Ok(());
    }
    if !system::has("curl") {
        system::install(&["curl", "ca-certificates"]).map_err(|message| format!("there is no curl; {message}"))?;
    }
    let problem = |error: std::io::Error| error.to_string();
    let folder = file.parent().unwrap_or(Path::new(".")).join("fetching");
    fs::create_dir_all(&folder).map_err(problem)?;
    let archive = folder.join("axe-core.tgz");
    let mut fetch = Command::new("curl");
    fetch.args(["-fsSL", "--retry", "3", "--connect-timeout", "20", "-o"]).arg(&archive).arg(AXE);
    quietly("curl", &mut fetch)?;
    let sum = Command::new("sha512sum").arg(&archive).output().map_err(|error| format!("sha512sum: {error}"))?;
    if !String::from_utf8_lossy(&sum.stdout).starts_with(AXE_SHA512) {
        return Err("what was fetched is not the package that is expected".to_owned());
    }
    quietly("tar", Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder).arg("package/axe.min.js"))?;
    fs::rename(folder.join("package/axe.min.js"), file).map_err(problem)?;
    fs::remove_dir_all(folder).map_err(problem)
}
