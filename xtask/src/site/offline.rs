//! The service worker, which keeps the files of the site for visits without a network.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

use super::Site;

/// The service worker. It keeps pages in its folder and below.
pub const NAME: &str = "sw.js";

/// What the browser runs, without the list of files.
const WORKER: &str = include_str!("sw.js");
const VERSION: &str = "const VERSION = \"\";";
const FILES: &str = "const FILES = [];";

/// What is shown in place of a page that is not kept.
const ABSENT: &str = "offline.html";

/// Folders that are large and seldom read: their files are kept when they are visited.
const LATER: [&str; 1] = ["api"];

/// Writes the service worker. It names all files, so it comes last.
pub fn write(site: &Site) -> Result<(), String> {
    let mut files = Vec::new();
    collect(&site.folder, "", &mut files).map_err(|error| format!("cannot read {}: {error}", site.folder.display()))?;
    files.sort();
    if files.iter().all(|(name, _)| name != ABSENT) {
        return Err(format!("the site has no {ABSENT}"));
    }
    let mut hasher = DefaultHasher::new();
    let mut list = String::new();
    for (name, content) in files {
        hasher.write(name.as_bytes());
        hasher.write(&content);
        list += &format!("\n  \"{name}\",");
    }
    let version = format!("const VERSION = \"{:016x}\";", hasher.finish());
    let worker = WORKER.replace(VERSION, &version).replace(FILES, &format!("const FILES = [{list}\n];"));
    site.write(NAME, worker)
}

/// The files of a folder, with their paths in the site and what they hold.
fn collect(folder: &Path, path: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let path = format!("{path}{}", name.to_string_lossy());
        if !entry.file_type()?.is_dir() {
            if path != NAME {
                files.push((path, fs::read(entry.path())?));
            }
        } else if !LATER.contains(&path.as_str()) {
            collect(&entry.path(), &format!("{path}/"), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_has_a_place_for_what_is_filled_in() {
        assert!(WORKER.contains(VERSION) && WORKER.contains(FILES));
        assert!(WORKER.contains(&format!("const ABSENT = \"{ABSENT}\";")));
    }
}
