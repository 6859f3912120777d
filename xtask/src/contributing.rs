//! The worked example of CONTRIBUTING.md, taken at its word: its file and its line are added to a
//! copy of the project, which must build, list the heuristic and solve a board with it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Step;
use crate::{cargo, root};

/// The program that shows the new heuristic: it solves a board with each one of the catalogue, a
/// line for each.
const PROGRAM: &str = "compare_heuristics";

pub fn check(step: &mut Step) -> Result<(), String> {
    let problem = |error: io::Error| error.to_string();
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).map_err(problem)?;
    let (file, line) = (block(&guide, "example file")?, block(&guide, "example line")?);
    let (file_path, list_path) = (between(&guide, "\nThe file `", "`")?, between(&guide, "\nThe line in `", "`")?);

    let copy = root().join("target/contributing/project");
    let list = fs::read_to_string(root().join(list_path)).map_err(|error| format!("{list_path}: {error}"))?;
    let extended = list.replacen("tile_heuristics! {\n", &format!("tile_heuristics! {{\n{line}"), 1);
    if extended == list {
        return Err(format!("there is no list of heuristics in {list_path}"));
    }
    let changed = [(copy.join(file_path), file), (copy.join(list_path), extended.as_str())];
    for part in ["Cargo.toml", "Cargo.lock", "crates", "xtask"] {
        let kept: Vec<&Path> = changed.iter().map(|(path, _)| path.as_path()).collect();
        bring_up_to_date(&root().join(part), &copy.join(part), &kept).map_err(problem)?;
    }
    for (path, text) in &changed {
        write_if_changed(path, text.as_bytes()).map_err(problem)?;
    }

    // The dependencies are those of the tests, with the same features, so they are there: only the
    // engine is compiled, and nothing has to be fast but that. Programs go to another folder than
    // those of the project.
    let mut build = cargo(&["build", "--workspace", "--example", PROGRAM, "--manifest-path"]);
    build.arg(copy.join("Cargo.toml")).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    build.env("CARGO_BUILD_BUILD_DIR", root().join("target"));
    build.env("CARGO_TARGET_DIR", root().join("target/contributing"));
    step.run(build)?;
    let mut printed = Vec::new();
    let program = format!("debug/examples/{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let mut run = Command::new(root().join("target/contributing").join(program));
    run.env("NPUZZLE_CACHE", root().join("target/contributing/cache"));
    step.watch(run, |line| printed.push(line.to_owned()))?;
    let cost = |heuristic| {
        let found = printed.iter().find_map(|line| moves(line, heuristic));
        found.ok_or_else(|| format!("{PROGRAM} has no solution with {heuristic}"))
    };
    let (ours, optimal) = (cost("rows-only")?, cost("manhattan")?);
    if ours == optimal { Ok(()) } else { Err(format!("rows-only finds {ours} moves, manhattan {optimal}")) }
}

/// The length of a solution, from a line such as `manhattan Some( 22) moves 352 expanded` if it is
/// that of the heuristic.
fn moves(line: &str, heuristic: &str) -> Option<u32> {
    let rest = line.strip_prefix(heuristic)?.strip_prefix(' ')?;
    let (moves, _) = rest.trim_start().strip_prefix("Some(")?.split_once(") moves")?;
    moves.trim().parse().ok()
}

/// The code block behind a marker.
fn block<'a>(guide: &'a str, marker: &str) -> Result<&'a str, String> {
    between(guide, &format!("<!-- {marker} -->\n```rust,ignore\n"), "```")
}

/// The first text between two others.
fn between<'a>(guide: &'a str, before: &str, after: &str) -> Result<&'a str, String> {
    let text = guide.split_once(before).and_then(|(_, rest)| rest.split_once(after));
    text.map(|(text, _)| text).ok_or_else(|| format!("CONTRIBUTING.md: there is no `{}`", before.trim()))
}

/// Makes a copy equal to its original, but for the files that are kept. What is equal is not
/// touched, so that the compiler does not look at it again.
fn bring_up_to_date(from: &Path, to: &Path, kept: &[&Path]) -> io::Result<()> {
    if kept.contains(&to) {
        return Ok(());
    }
    if !from.is_dir() {
        return write_if_changed(to, &fs::read(from)?);
    }
    fs::create_dir_all(to)?;
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        bring_up_to_date(&entry.path(), &to.join(entry.file_name()), kept)?;
        names.insert(entry.file_name());
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let path: PathBuf = entry.path();
        if names.contains(&entry.file_name()) || kept.contains(&path.as_path()) {
            continue;
        }
        if entry.file_type()?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}

fn write_if_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_follow_their_original() {
        let folder = root().join("target/xtask/test-of-copies");
        let (from, to) = (folder.join("from"), folder.join("to"));
        let _ = fs::remove_dir_all(&folder);
        for file in ["a", "inner/b"] {
            fs::create_dir_all(from.join("inner")).expect("a folder");
            fs::write(from.join(file), file).expect("a file");
        }
        let kept = to.join("inner/kept");
        bring_up_to_date(&from.join("a"), &folder.join("new/a"), &[]).expect("a file alone has its folder made");
        let update = || bring_up_to_date(&from, &to, &[&kept]).expect("copied");
        update();
        fs::write(&kept, "added").expect("a file");
        fs::remove_file(from.join("a")).expect("removed");
        fs::write(from.join("inner/b"), "new").expect("a file");
        update();
        assert!(!to.join("a").exists() && kept.exists());
        assert_eq!(fs::read_to_string(to.join("inner/b")).expect("a file"), "new");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn solutions_have_a_length() {
        assert_eq!(moves("manhattan              Some( 22) moves     352 expanded", "manhattan"), Some(22));
        assert_eq!(moves("manhattan-with-blank   Some( 22) moves     599 expanded", "manhattan"), None);
        assert_eq!(moves("manhattan              None moves     599 expanded", "manhattan"), None);
    }

    #[test]
    fn the_guide_names_its_files_and_shows_them() {
        let guide = "\nThe file `a/b.rs`:\n\n<!-- example file -->\n```rust,ignore\nfn f() {}\n```\n";
        assert_eq!(between(guide, "\nThe file `", "`"), Ok("a/b.rs"));
        assert_eq!(block(guide, "example file"), Ok("fn f() {}\n"));
        assert!(block(guide, "example line").is_err());
    }
}
