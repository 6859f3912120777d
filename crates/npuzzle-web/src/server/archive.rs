//! All files that the server hands out, packed: a quarter of the bytes. `build.rs` makes the
//! archive for a release build.
//!
//! For each file the archive has a line with its path and its length, then its bytes.

use std::fs;
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Packs the page and the OpenAPI document of this crate, which is in the folder `root`.
pub fn pack(root: &Path) -> Result<Vec<u8>> {
    let mut files = vec![PathBuf::from("src/openapi.json")];
    collect(root, Path::new("page"), &mut files)?;
    files.sort_unstable();
    let mut archive = GzEncoder::new(Vec::new(), Compression::best());
    for file in &files {
        let names: Vec<_> = file.iter().map(|name| name.to_string_lossy()).collect();
        let content = fs::read(root.join(file))?;
        writeln!(archive, "{} {}", names.join("/"), content.len())?;
        archive.write_all(&content)?;
    }
    archive.finish()
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() { collect(root, &path, found)? } else { found.push(path) }
    }
    Ok(())
}
