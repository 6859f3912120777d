//! The worked examples of CONTRIBUTING.md, taken at their word: their files, lines and fields are
//! added to a copy of the project, which must build, list what is new and solve with it. No other
//! edit is made: what the examples add appears in every front.

mod copies;
mod guide;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Step;
use crate::{cargo, root};

/// The board that is solved with the new heuristic.
const BOARD: &str = "5 4 0/6 1 8/7 3 2";

pub fn check(step: &mut Step) -> Result<(), String> {
    let copy = folder().join("project");
    bring_up_to_date(&copy)?;
    // With an example cargo takes the features that the tests have, so that they share a build.
    step.run(in_copy(&copy, &["build", "--workspace", "--bin", "npuzzle", "--example", "solve"]))?;

    let mut program = Program { step };
    for (list, name) in [("heuristics", "rows-only"), ("algorithms", "greedy-reopening"), ("problems", "stairs")] {
        program.must_print(&["list", list], name)?;
    }
    let with = |heuristic| ["solve", BOARD, "--algorithm", "astar", "--heuristic", heuristic, "--format", "json"];
    let (ours, optimal) = (program.cost(&with("rows-only"))?, program.cost(&with("manhattan"))?);
    if ours != optimal {
        return Err(format!("rows-only finds {ours} moves, manhattan {optimal}"));
    }
    let climb = |search| ["search", "stairs(10)", "--algorithm", search, "--format", "json"];
    let (found, optimal) = (program.cost(&climb("greedy-reopening"))?, program.cost(&climb("astar"))?);
    if optimal != 4 || found < optimal {
        return Err(format!("ten stairs take {optimal} steps with astar, and {found} with greedy-reopening"));
    }
    program.must_print(&["solve", "--help"], "--patience <TIMES>")?;

    // The tests write what they would compare with.
    let mut describe = in_copy(&copy, &["test", "--workspace", "--test", "openapi"]);
    describe.env("BLESS", "1");
    step.run(describe)?;
    for (file, words) in [
        ("crates/npuzzle-web/src/openapi.json", "\"/api/version\""),
        ("crates/npuzzle-web/src/openapi.json", "\"patience\""),
        ("crates/npuzzle-py/python/npuzzle/_fields.py", "    patience: How often the search may look back\n"),
        ("crates/npuzzle-py/python/npuzzle/_fields.py", "    patience: Count | None\n"),
    ] {
        let text = fs::read_to_string(copy.join(file)).map_err(|error| format!("{file}: {error}"))?;
        if !text.contains(words) {
            return Err(format!("{file} does not have `{}`", words.trim()));
        }
    }
    Ok(())
}

/// Where the copy and its programs are.
fn folder() -> PathBuf {
    root().join("target/contributing")
}

/// Makes the copy of the project with what the guide adds.
fn bring_up_to_date(copy: &Path) -> Result<(), String> {
    let problem = |error: std::io::Error| error.to_string();
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).map_err(problem)?;
    let additions = guide::additions(&guide).map_err(|message| format!("CONTRIBUTING.md: {message}"))?;
    let mut changed = Vec::new();
    for addition in &additions {
        let present = fs::read_to_string(root().join(addition.path())).ok();
        changed.push((copy.join(addition.path()), addition.applied(present.as_deref())?));
    }
    let kept: Vec<&Path> = changed.iter().map(|(path, _)| path.as_path()).collect();
    for part in ["Cargo.toml", "Cargo.lock", "crates", "xtask"] {
        copies::bring_up_to_date(&root().join(part), &copy.join(part), &kept).map_err(problem)?;
    }
    for (path, text) in &changed {
        copies::write_if_changed(path, text.as_bytes()).map_err(problem)?;
    }
    Ok(())
}

/// A command of cargo that works on the copy. The dependencies are those of the tests, so they are
/// there: only the engine and its fronts are compiled, and nothing has to be fast but that.
/// Programs go to another folder than those of the project.
fn in_copy(copy: &Path, arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.arg("--manifest-path").arg(copy.join("Cargo.toml"));
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    command.env("CARGO_BUILD_BUILD_DIR", root().join("target")).env("CARGO_TARGET_DIR", folder());
    command
}

/// The command line of the copy.
struct Program<'s> {
    step: &'s mut Step,
}

impl Program<'_> {
    fn print(&mut self, arguments: &[&str]) -> Result<String, String> {
        let mut printed = String::new();
        let program = format!("debug/npuzzle{}", std::env::consts::EXE_SUFFIX);
        let mut run = Command::new(folder().join(program));
        run.args(arguments).env("NPUZZLE_CACHE", folder().join("cache"));
        self.step.watch(run, |line| printed += &format!("{line}\n"))?;
        Ok(printed)
    }

    fn must_print(&mut self, arguments: &[&str], words: &str) -> Result<(), String> {
        let printed = self.print(arguments)?;
        if printed.contains(words) {
            return Ok(());
        }
        Err(format!("npuzzle {} does not print `{words}`", arguments.join(" ")))
    }

    /// What the solution costs.
    fn cost(&mut self, arguments: &[&str]) -> Result<u32, String> {
        let printed = self.print(arguments)?;
        cost_in(&printed).ok_or_else(|| format!("npuzzle {} finds no solution", arguments.join(" ")))
    }
}

/// The cost in the JSON of an answer.
pub fn cost_in(json: &str) -> Option<u32> {
    let (_, value) = json.split_once("\"cost\":")?;
    let digits: String = value.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_a_cost() {
        assert_eq!(cost_in("{\n  \"status\": \"solved\",\n  \"cost\": 22,\n"), Some(22));
        assert_eq!(cost_in("{\"cost\":null}"), None);
    }

    #[test]
    fn every_example_has_its_place() {
        let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the guide");
        let additions = guide::additions(&guide).expect("examples");
        assert_eq!(additions.len(), 9, "a file and a line for each of four, and a field");
        for addition in additions {
            let present = fs::read_to_string(root().join(addition.path())).ok();
            addition.applied(present.as_deref()).expect("a place");
        }
    }
}
