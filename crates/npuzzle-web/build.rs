//! Packs the files of the page and the OpenAPI document into one archive, which a release build
//! holds: a quarter of the bytes.
//!
//! For each file the archive has a line with its path and its length, then its bytes.

use std::fs;
use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<()> {
    let mut files = vec![PathBuf::from("src/openapi.json")];
    collect(Path::new("page"), &mut files)?;
    files.sort_unstable();
    let mut archive = GzEncoder::new(Vec::new(), Compression::best());
    for file in &files {
        let names: Vec<_> = file.iter().map(|name| name.to_string_lossy()).collect();
        let content = fs::read(file)?;
        writeln!(archive, "{} {}", names.join("/"), content.len())?;
        archive.write_all(&content)?;
    }
    let folder = std::env::var_os("OUT_DIR").ok_or_else(|| Error::other("cargo names no OUT_DIR"))?;
    fs::write(Path::new(&folder).join("files.gz"), archive.finish()?)?;
    for watched in ["build.rs", "page", "src/openapi.json"] {
        writeln!(std::io::stdout(), "cargo::rerun-if-changed={watched}")?;
    }
    Ok(())
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, found)? } else { found.push(path) }
    }
    Ok(())
}
