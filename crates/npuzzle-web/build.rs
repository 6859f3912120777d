//! Packs the files that a release build hands out. A debug build reads them from their folder.

use std::io::{Error, Result, Write};
use std::path::Path;

#[path = "src/server/archive.rs"]
mod archive;

fn main() -> Result<()> {
    let variable = |name: &str| std::env::var_os(name).ok_or_else(|| Error::other(format!("cargo names no {name}")));
    let mut watched = vec!["build.rs", "src/server/archive.rs"];
    if variable("PROFILE")? == "release" {
        watched.extend(["page", "src/openapi.json"]);
        std::fs::write(Path::new(&variable("OUT_DIR")?).join("files.gz"), archive::pack(Path::new("."))?)?;
    }
    watched.iter().try_for_each(|path| writeln!(std::io::stdout(), "cargo::rerun-if-changed={path}"))
}
