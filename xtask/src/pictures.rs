//! `cargo xtask pictures`: what the README and the start page show of the page, the terminal and a
//! notebook. Each is made by the program itself, in a browser and a pseudo-terminal.

use std::fs;

use crate::{browser, cargo, python, root, step};

/// Where the pictures are kept.
const FOLDER: &str = "docs/pictures";
/// All of them together have at most so many bytes: a checkout and the site carry them.
const MOST_BYTES: u64 = 1_000_000;
const NOTEBOOK: &str = "docs/guide/lab.ipynb";
const SCHEMES: [&str; 2] = ["light", "dark"];

/// Makes all pictures.
pub fn run() -> Result<(), String> {
    let (browser, python) = (browser::prepare()?, python::prepare_pictures()?);
    // What the tests build, so that neither builds the engine for itself.
    step("program", &mut cargo(&["build", "--workspace", "--lib", "--tests"]))?;
    let notebooks = root().join("target/pictures");
    let python = python.finish()?;
    for scheme in SCHEMES {
        let mut convert = python.module("nbconvert");
        convert.args(["--to", "html", "--template", "lab", "--log-level", "ERROR", "--theme", scheme]);
        convert.arg("--output-dir").arg(&notebooks).args(["--output", &format!("notebook-{scheme}"), NOTEBOOK]);
        step(&format!("notebook, {scheme}"), &mut convert)?;
    }
    browser.finish()?;
    let program = root().join("target/debug").join(format!("npuzzle{}", std::env::consts::EXE_SUFFIX));
    let mut make = cargo(&["run", "--quiet", "--package", "npuzzle-site", "--example", "pictures", "--"]);
    step("pictures", make.arg(program).arg(notebooks).arg(FOLDER))?;
    check_size()
}

fn check_size() -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{FOLDER}: {error}");
    let mut bytes = 0;
    for entry in fs::read_dir(root().join(FOLDER)).map_err(problem)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(problem)?.len();
    }
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(format!("{FOLDER}: the pictures have {bytes} bytes together, at most {MOST_BYTES} are wanted"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pictures_are_small() {
        assert_eq!(super::check_size(), Ok(()));
    }
}
