//! The sources of a release: the source distribution of the Python package, and the crates.

use std::fs;
use std::path::{Path, PathBuf};

use crate::dist::{VERSION, check_licences, empty_folder, name_of, pack, place, unpack};
use crate::python::{self, Environment};
use crate::steps::Step;
use crate::{cargo, root, system};

/// Makes the source distribution. It holds the crates that the package is made of, and the versions
/// of all others, without those that only the rest of the workspace asks for: `--locked` accepts
/// no other list.
pub fn sdist(step: &mut Step, tools: &Environment, to: &Path) -> Result<PathBuf, String> {
    let folder = empty_folder("sdist")?;
    step.run(tools.maturin("sdist", &folder))?;
    let made = python::only_file(&folder)?;
    unpack(step, tools, &made, &folder)?;
    let sources = folder.join(name_of(&made).trim_end_matches(".tar.gz"));
    check_licences(&sources)?;
    let manifest = sources.join("Cargo.toml");
    let mut shorten = cargo(&["metadata", "--offline", "--format-version", "1"]);
    shorten.arg("--manifest-path").arg(&manifest);
    // What it prints is one long line.
    system::said(&mut shorten)?;
    same_versions(&sources.join("Cargo.lock"))?;
    let mut check = cargo(&["check", "--locked", "--offline", "--package", "npuzzle-py"]);
    check.arg("--manifest-path").arg(&manifest).env("CARGO_TARGET_DIR", root().join("target/sdist"));
    step.run(check)?;
    let archive = to.join(name_of(&made));
    pack(step, tools, &sources, &archive)?;
    Ok(archive)
}

/// A release is what was tested: its sources ask for no version that the workspace does not.
fn same_versions(lock: &Path) -> Result<(), String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let (tested, shipped) = (read(&root().join("Cargo.lock"))?, read(lock)?);
    let tested = packages(&tested);
    match packages(&shipped).into_iter().find(|package| !tested.contains(package)) {
        Some((name, version)) => Err(format!("the source distribution asks for {name} {version}, the workspace not")),
        None => Ok(()),
    }
}

/// The names and versions in a lock file.
fn packages(lock: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut name = "";
    for line in lock.lines() {
        if let Some(next) = line.strip_prefix("name = ") {
            name = next.trim_matches('"');
        } else if let Some(version) = line.strip_prefix("version = ").filter(|_| !name.is_empty()) {
            found.push((name, version.trim_matches('"')));
        }
    }
    found
}

/// Makes the crates; cargo builds each from what is in it.
pub fn crates(step: &mut Step, tools: &Environment, to: &Path) -> Result<Vec<PathBuf>, String> {
    let names = published()?;
    let mut package = cargo(&["package", "--locked", "--allow-dirty"]);
    for name in &names {
        package.args(["--package", name]);
    }
    // It is about what is in them; nothing is debugged.
    package.env("CARGO_PROFILE_DEV_DEBUG", "false");
    step.run(package)?;
    let folder = empty_folder("crates")?;
    let mut placed = Vec::new();
    for name in names {
        let made = root().join(format!("target/package/{name}-{VERSION}.crate"));
        unpack(step, tools, &made, &folder)?;
        check_licences(&folder.join(format!("{name}-{VERSION}")))?;
        placed.push(place(&made, to)?);
    }
    Ok(placed)
}

/// The crates that others may use: those that do not refuse it.
fn published() -> Result<Vec<String>, String> {
    let problem = |error: std::io::Error| format!("crates: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("crates")).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).map_err(problem)?;
        if !manifest.lines().any(|line| line == "publish = false") {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::LICENCES;

    #[test]
    fn what_others_use_is_published_with_its_licences() {
        let published = published().expect("a list");
        for name in ["npuzzle", "npuzzle-cli", "npuzzle-core", "npuzzle-host", "npuzzle-web"] {
            assert!(published.iter().any(|published| published == name), "{name} is not in {published:?}");
        }
        for name in ["npuzzle-fit", "npuzzle-model", "npuzzle-py"] {
            assert!(published.iter().all(|published| published != name), "{name} is in {published:?}");
        }
        for name in published.iter().map(String::as_str).chain(["npuzzle-py"]) {
            let folder = root().join("crates").join(name);
            assert_eq!(check_licences(&folder), Ok(()));
            // A copy would not change with the text. Only Unix is sure to have links in a checkout.
            let is_link =
                |licence: &str| fs::symlink_metadata(folder.join(licence)).is_ok_and(|data| data.is_symlink());
            assert!(!cfg!(unix) || LICENCES.into_iter().all(is_link), "{name} has copies of the licences");
        }
    }

    #[test]
    fn lock_files_are_read() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \"0.1.0\"\n";
        assert_eq!(packages(lock), [("a", "1.2.3"), ("b", "0.1.0")]);
    }
}
