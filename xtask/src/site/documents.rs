//! The start page, the documents and the documentation of the library.
//!
//! A package of its own renders the documents: nothing else needs what reads Markdown.

use std::fs;
use std::path::Path;

use super::Site;
use crate::{cargo, root, step};

const RENDER: [&str; 5] = ["run", "--quiet", "--package", "npuzzle-site", "--"];

/// The documentation of the library has no first page of its own.
const LIBRARY: &str = "<!doctype html>
<html lang=\"en\">
<head>
  <meta charset=\"utf-8\">
  <title>npuzzle in Rust</title>
  <meta http-equiv=\"refresh\" content=\"0; url=npuzzle/index.html\">
</head>
<body><main><h1><a href=\"npuzzle/index.html\">npuzzle in Rust</a></h1></main></body>
</html>
";

/// Writes what is read: the start page, the guides, the theory, the claims, the reference.
pub fn write(site: &Site) -> Result<(), String> {
    step("documents", cargo(&RENDER).arg(&site.folder))?;
    if site.is_draft { Ok(()) } else { write_library(&site.folder.join("api")) }
}

/// Writes the documentation of the library.
fn write_library(folder: &Path) -> Result<(), String> {
    // Apart from what `cargo doc` has made of other crates, which its menus would name.
    let target = root().join("target/site-api");
    let made = target.join("doc");
    let problem = |error: std::io::Error| format!("cannot copy {}: {error}", made.display());
    if made.exists() {
        fs::remove_dir_all(&made).map_err(problem)?;
    }
    // The rooms of the other crates are shown in that of the library, which exports them.
    let mut doc = cargo(&["doc", "--no-deps", "--package", "npuzzle", "--target-dir"]);
    step("documentation of the library", doc.arg(&target))?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(problem)?;
    }
    copy(&made, folder).and_then(|()| fs::write(folder.join("index.html"), LIBRARY)).map_err(problem)
}

/// Fails if a link of the site is broken or a file names another host.
pub fn check(site: &Site) -> Result<(), String> {
    let mut check = cargo(&RENDER);
    check.arg("--check").arg(&site.folder).args(site.is_draft.then_some("--draft"));
    step("links of the site", &mut check)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        // Marks of rustdoc's own begin with a dot.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if from.is_dir() { copy(&from, &to)? } else { fs::copy(&from, &to).map(drop)? }
    }
    Ok(())
}
