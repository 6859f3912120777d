//! A copy of the project that follows it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes a copy equal to its original, but for the files that are kept. What is equal is not
/// touched, so that the compiler does not look at it again. The copy is as old as its original:
/// cargo runs build scripts again if a file is newer, and the copy shares them with the project.
pub fn bring_up_to_date(from: &Path, to: &Path, kept: &[&Path]) -> io::Result<()> {
    if kept.contains(&to) {
        return Ok(());
    }
    if !from.is_dir() {
        write_if_changed(to, &fs::read(from)?)?;
        return make_as_old(to, from);
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
    // Not every system opens folders; then build scripts run more often.
    let _ = make_as_old(to, from);
    Ok(())
}

fn make_as_old(to: &Path, from: &Path) -> io::Result<()> {
    fs::File::open(to)?.set_modified(fs::metadata(from)?.modified()?)
}

/// Writes a file, unless it is there already with this content.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

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
        let modified = |path: PathBuf| fs::metadata(path).and_then(|data| data.modified()).expect("a time");
        assert_eq!(modified(to.join("inner/b")), modified(from.join("inner/b")));
        fs::remove_dir_all(folder).expect("removed");
    }
}
