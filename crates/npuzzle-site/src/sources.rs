//! Sources that documents link to, as pages: a file with its lines, a folder with its files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::documents::{Document, read};
use crate::frame::{Page, article};
use crate::highlight::highlighted;
use crate::html::escaped;
use crate::links::relative;

/// The address of the page that shows a file or a folder.
pub fn address(root: &Path, source: &str) -> String {
    if root.join(source).is_dir() { format!("source/{source}/index.html") } else { format!("source/{source}.html") }
}

/// The pages of these files and folders, and of the files in the folders.
pub fn pages(root: &Path, documents: &[Document], sources: &BTreeSet<String>) -> Result<Vec<(String, String)>, String> {
    let mut pages = Vec::new();
    let mut files: BTreeSet<String> = sources.iter().filter(|source| root.join(source).is_file()).cloned().collect();
    for folder in sources.iter().filter(|source| root.join(source).is_dir()) {
        let inside = listed(root, folder)?;
        let here = address(root, folder);
        let entry = |file: &String| {
            let name = escaped(file.rsplit('/').next().unwrap_or(file));
            format!("<li><a href=\"{}\"><code>{name}</code></a></li>\n", relative(&here, &address(root, file)))
        };
        let entries: String = inside.iter().map(entry).collect();
        pages.push(page(documents, &here, folder, &format!("<ul>\n{entries}</ul>\n")));
        files.extend(inside);
    }
    for file in files {
        let text = read(root, &file)?;
        let language = if file.ends_with(".rs") { "rust" } else { file.rsplit('.').next().unwrap_or_default() };
        let code = format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", highlighted(&text, language));
        pages.push(page(documents, &address(root, &file), &file, &code));
    }
    Ok(pages)
}

fn page(documents: &[Document], address: &str, source: &str, html: &str) -> (String, String) {
    let title = source.rsplit('/').next().unwrap_or(source);
    let html = format!("<h1>{}</h1>\n<p class=\"muted\"><code>{}</code></p>\n{html}", escaped(title), escaped(source));
    let body = article(address, documents, &[], &html, "");
    (address.to_owned(), Page { address, title, summary: source, body, styles: &[] }.html())
}

/// The files directly in a folder, in order.
fn listed(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let problem = |error: std::io::Error| format!("{folder}: {error}");
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        if entry.path().is_file() {
            found.push(format!("{folder}/{}", entry.file_name().to_string_lossy()));
        }
    }
    found.sort();
    Ok(found)
}
