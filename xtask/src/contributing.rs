//! The worked example of CONTRIBUTING.md, taken at its word: its file and its line are added to a copy of the project, which
//! must build, list the heuristic and solve a board with it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, root, say};

const FILE: &str = "crates/npuzzle/src/heuristics/tiles/rows_only.rs";
const LIST: &str = "crates/npuzzle/src/heuristics/tiles/mod.rs";

pub fn check() -> Result<(), String> {
    say("== the worked example of CONTRIBUTING.md");
    let problem = |error: std::io::Error| format!("contributing: {error}");
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).map_err(problem)?;
    let (file, line) = (block(&guide, "example file")?, block(&guide, "example line")?);

    let copy = root().join("target/contributing/project");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(problem)?;
    }
    fs::create_dir_all(&copy).map_err(problem)?;
    for part in ["Cargo.toml", "Cargo.lock", "crates", "xtask"] {
        copy_all(&root().join(part), &copy.join(part)).map_err(problem)?;
    }
    fs::write(copy.join(FILE), file).map_err(problem)?;
    let list = fs::read_to_string(copy.join(LIST)).map_err(problem)?;
    let extended = list.replacen("tile_heuristics! {\n", &format!("tile_heuristics! {{\n{line}"), 1);
    if extended == list {
        return Err(format!("contributing: the list in {LIST} has moved"));
    }
    fs::write(copy.join(LIST), extended).map_err(problem)?;

    let run = |arguments: &[&str]| {
        // Nothing here has to be fast but the build.
        let unoptimised = "profile.dev.package.npuzzle-cli.opt-level=0";
        let mut command = cargo(&["run", "--quiet", "--no-default-features", "--config", unoptimised, "--"]);
        command.args(arguments).current_dir(&copy).env("CARGO_TARGET_DIR", root().join("target/contributing"));
        command.env("NPUZZLE_CACHE", root().join("target/contributing/cache"));
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        output(&mut command)
    };
    expect(&run(&["list", "heuristics"])?, "rows-only")?;
    expect(&run(&["solve", "867254301", "-a", "astar", "-H", "rows-only"])?, "31 moves, optimal (proved)")
}

/// The code block behind a marker.
fn block(guide: &str, marker: &str) -> Result<String, String> {
    let behind = guide.split(&format!("<!-- {marker} -->\n```rust,ignore\n")).nth(1);
    let code = behind.and_then(|rest| rest.split("```").next());
    code.map(str::to_owned).ok_or_else(|| format!("contributing: there is no block `{marker}`"))
}

fn copy_all(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_all(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::copy(from, to).map(|_| ())
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("contributing: cannot start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("contributing: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn expect(text: &str, part: &str) -> Result<(), String> {
    if text.contains(part) { Ok(()) } else { Err(format!("contributing: expected `{part}` in:\n{text}")) }
}
