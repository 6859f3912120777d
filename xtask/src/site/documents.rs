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

/// What the site adds to the look of that documentation.
const LIBRARY_STYLE: &str = include_str!("api.css");
const LIBRARY_STYLE_NAME: &str = "npuzzle.css";

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
    copy(&made, folder, "")
        .and_then(|()| fs::write(folder.join("index.html"), LIBRARY))
        .and_then(|()| fs::write(folder.join(LIBRARY_STYLE_NAME), LIBRARY_STYLE))
        .map_err(problem)
}

/// A page of rustdoc as part of the site: with ways to the other parts, and with names and a focus
/// where screen readers and keyboards miss them. `top` leads to the folder of the documentation.
fn with_ways(page: &str, top: &str) -> String {
    let way = |to: &str, title: &str| format!("<a href=\"{top}../{to}\">{title}</a>");
    let ways = way("index.html", "npuzzle") + &way("play/index.html", "Play") + &way("guide/index.html", "Guide");
    page.replacen("</head>", &format!("<link rel=\"stylesheet\" href=\"{top}{LIBRARY_STYLE_NAME}\"></head>"), 1)
        .replacen("<main>", &format!("<main><nav class=\"npuzzle-way\" aria-label=\"Site\">{ways}</nav>"), 1)
        .replace("<summary class=\"hideme\">", "<summary class=\"hideme\" aria-label=\"Description\">")
        .replace("<pre class=\"rust", "<pre tabindex=\"0\" class=\"rust")
}

/// Fails if a link of the site is broken or a file names another host.
pub fn check(site: &Site) -> Result<(), String> {
    let mut check = cargo(&RENDER);
    check.arg("--check").arg(&site.folder).args(site.is_draft.then_some("--draft"));
    step("links of the site", &mut check)
}

/// Copies the documentation of the library. `top` leads from a folder to the first one.
fn copy(from: &Path, to: &Path, top: &str) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        // Marks of rustdoc's own begin with a dot.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if from.is_dir() {
            copy(&from, &to, &format!("{top}../"))?;
        } else if from.extension().is_some_and(|extension| extension == "html") {
            fs::write(to, with_ways(&fs::read_to_string(&from)?, top))?;
        } else {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_library_lead_back() {
        let page = with_ways("<head></head><body><main><pre class=\"rust a\"></pre></main>", "../");
        assert!(page.contains("<link rel=\"stylesheet\" href=\"../npuzzle.css\"></head>"), "{page}");
        assert!(
            page.contains(
                "<main><nav class=\"npuzzle-way\" aria-label=\"Site\"><a href=\"../../index.html\">npuzzle</a>"
            )
        );
        assert!(page.contains("<pre tabindex=\"0\" class=\"rust a\">"), "{page}");
    }
}
