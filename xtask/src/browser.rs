//! What the tests of the page need beyond Rust and Python: Chromium.
//!
//! It is looked for at the start, and installed while the compiler works.

use crate::system::{self, Preparing};

/// The programs that will do.
const PROGRAMS: [&str; 5] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];
/// Debian's packages of a browser, the better one first: without windows it is smaller and faster,
/// but older releases do not have it.
const PACKAGES: [[&str; 2]; 2] = [["chromium-headless-shell", FONTS], ["chromium", FONTS]];
const FONTS: &str = "fonts-dejavu-core";

/// Finds out whether there is a browser, and begins to install one if not. An error says why the
/// page cannot be tested here.
pub fn prepare() -> Result<Preparing<()>, String> {
    let is_there = std::env::var_os("NPUZZLE_CHROMIUM").is_some() || PROGRAMS.into_iter().any(system::has);
    if !is_there {
        system::can_install(&PACKAGES[0]).map_err(|remedy| format!("there is no Chromium on the PATH; {remedy}"))?;
    }
    Ok(Preparing::begin("Chromium", move || if is_there { Ok(()) } else { install() }))
}

fn install() -> Result<(), String> {
    let [better, other] = PACKAGES;
    system::install(&better).or_else(|_| system::install(&other))
}
