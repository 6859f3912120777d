//! All files of the documents, written into a folder.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::documents::{self, Document};
use crate::markdown::{Anchors, render};
use crate::notebook::render_notebook;
use crate::{frame, links, sources, start};

const SITE_STYLE: &str = include_str!("look/site.css");
const SITE_SCRIPT: &str = include_str!("look/site.js");
const START_STYLE: &str = include_str!("look/start.css");

/// Files that the page with the engine and the site have in common.
const SHARED: [(&str, &str); 2] =
    [("crates/npuzzle-web/page/css/base.css", frame::LOOK), ("crates/npuzzle-web/page/icon.svg", frame::ICON)];

/// Licences, which every page names.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// What documents link to, and where it is on the site.
struct Targets<'a> {
    root: &'a Path,
    pages: BTreeMap<String, String>,
    /// Files to be copied.
    files: RefCell<BTreeSet<String>>,
    /// Sources to be shown.
    sources: RefCell<BTreeSet<String>>,
}

impl Targets<'_> {
    /// What an address in a document is on its page.
    fn address(&self, document: &Document, link: &str) -> Result<String, String> {
        if link.starts_with('#') || links::is_absolute(link) {
            return Ok(link.to_owned());
        }
        let (path, place) = links::split(link);
        let broken = || format!("there is no `{link}`");
        let target = links::resolved(&document.source, path).ok_or_else(broken)?;
        let to = if let Some(page) = self.pages.get(&target) {
            page.clone()
        } else if !self.root.join(&target).exists() {
            return Err(broken());
        } else if [".svg", ".png", ".gif", ".webp"].iter().any(|picture| target.ends_with(picture)) {
            let to = copied(&target);
            self.files.borrow_mut().insert(target);
            to
        } else {
            let to = sources::address(self.root, &target);
            self.sources.borrow_mut().insert(target);
            to
        };
        Ok(links::relative(&document.address, &to) + place)
    }

    /// What a page cannot do that the notebook can, and where the notebook is.
    fn notebook_note(&self, document: &Document) -> String {
        self.files.borrow_mut().insert(document.source.clone());
        let address = links::relative(&document.address, &copied(&document.source));
        let name = document.source.rsplit('/').next().unwrap_or_default();
        format!(
            "<p class=\"notebook-note\">A notebook with the outputs of its last run. \
             <a href=\"{address}\" download>Download {name}</a> and run it: then the buttons of boards and searches \
             work.</p>\n"
        )
    }
}

/// The address of a file of the repository that is on the site as it is.
pub fn copied(source: &str) -> String {
    format!("files/{source}")
}

/// Writes the pages of the documents of a repository into a folder.
///
/// # Errors
///
/// A document links to something that does not exist, or a file cannot be read or written.
pub fn write(root: &Path, folder: &Path) -> Result<(), String> {
    let documents = documents::find(root)?;
    let targets = Targets {
        root,
        pages: documents.iter().map(|document| (document.source.clone(), document.address.clone())).collect(),
        files: RefCell::default(),
        sources: RefCell::new(LICENSES.map(str::to_owned).into()),
    };
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let link = |address: &str| targets.address(document, address);
        let rendered = match document.is_notebook() {
            true => render_notebook(&document.text, link),
            false => render(&document.text, &mut Anchors::default(), link),
        };
        let mut rendered = rendered.map_err(|message| format!("{}: {message}", document.source))?;
        if document.is_notebook() {
            rendered.html =
                rendered.html.replacen("</h1>\n", &format!("</h1>\n{}", targets.notebook_note(document)), 1);
        }
        files.push((document.address.clone(), frame::document_page(&documents, index, &rendered).into_bytes()));
    }
    let shown = sources::pages(root, &documents, &targets.sources.borrow())?;
    files.extend(shown.into_iter().map(|(address, html)| (address, html.into_bytes())));
    let mut copies = targets.files.into_inner();
    copies.extend(start::PICTURES.iter().flat_map(|picture| picture.files()));
    for file in copies {
        files.push((copied(&file), read_bytes(root, &file)?));
    }
    for (file, address) in SHARED {
        files.push((address.to_owned(), read_bytes(root, file)?));
    }
    files.push((frame::OFFLINE.to_owned(), frame::offline_page(&documents).into_bytes()));
    let start_style = format!("{START_STYLE}\n{}", start::movements());
    for (address, text) in [
        (frame::START, start::page()),
        (frame::STYLE, SITE_STYLE.to_owned()),
        (frame::SCRIPT, SITE_SCRIPT.to_owned()),
        (start::STYLE, start_style),
    ] {
        files.push((address.to_owned(), text.into_bytes()));
    }
    for (address, bytes) in files {
        let file = folder.join(&address);
        let written = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, bytes));
        written.map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    Ok(())
}

fn read_bytes(root: &Path, file: &str) -> Result<Vec<u8>, String> {
    fs::read(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    /// What is beside the documents is not built for this test.
    const BESIDE: [&str; 2] = ["api/", "play/"];

    #[test]
    fn no_link_of_a_document_is_broken() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = tempfile::tempdir().expect("a folder");
        write(&root, folder.path()).expect("the documents");
        check::site(folder.path(), &BESIDE).unwrap_or_else(|problems| panic!("{problems}"));
        let page = |address: &str| fs::read_to_string(folder.path().join(address)).expect(address);
        assert!(page("guide/index.html").contains("href=\"../reference/commands.html\""));
        assert!(page("overview.html").contains("src=\"files/docs/pictures/page-light.webp\""));
        assert!(page("source/crates/npuzzle/examples/index.html").contains("href=\"solve.rs.html\""));
        assert!(folder.path().join("files/docs/guide/lab.ipynb").is_file());
    }

    #[test]
    fn a_link_to_nothing_is_an_error() {
        let root = tempfile::tempdir().expect("a folder");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for folder in ["docs/guide", "docs/theory", "docs/reference", "docs/adr"] {
            fs::create_dir_all(root.path().join(folder)).expect("a folder");
        }
        for file in ["DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/claims.md"] {
            fs::write(root.path().join(file), "# A\n").expect("a file");
        }
        for file in LICENSES {
            fs::copy(from.join(file), root.path().join(file)).expect("a licence");
        }
        fs::write(root.path().join("README.md"), "# A\n\n[b](docs/b.md)\n").expect("a file");
        let refused = write(root.path(), &root.path().join("site"));
        assert_eq!(refused, Err("README.md: there is no `docs/b.md`".to_owned()));
    }
}
