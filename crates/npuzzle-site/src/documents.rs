//! Which documents there are, where their pages are, and in which order a reader meets them.

use std::fs;
use std::path::Path;

use crate::links;

/// A group of documents in the menu.
pub struct Section {
    pub title: &'static str,
    /// The folder of the documents.
    folder: &'static str,
    /// The folder of their pages.
    to: &'static str,
    /// Documents from elsewhere, behind those of the folder.
    more: &'static [&'static str],
}

/// In the order of the menu.
pub const SECTIONS: [Section; 5] = [
    Section { title: "Guide", folder: "docs/guide", to: "guide", more: &[] },
    Section { title: "Theory", folder: "docs/theory", to: "theory", more: &["docs/claims.md"] },
    Section { title: "Reference", folder: "docs/reference", to: "reference", more: &[] },
    Section {
        title: "Project",
        folder: "docs",
        to: ".",
        more: &[README, "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    },
    Section { title: "Decisions", folder: "docs/adr", to: "decisions", more: &[] },
];

/// The document that a reader of the sources meets first.
pub const README: &str = "README.md";

/// A document and its page.
pub struct Document {
    /// The index of its section.
    pub section: usize,
    /// The path in the repository.
    pub source: String,
    /// The path of the page in the site.
    pub address: String,
    /// The first heading.
    pub title: String,
    pub text: String,
}

impl Document {
    pub fn is_notebook(&self) -> bool {
        self.source.ends_with(".ipynb")
    }
}

/// All documents of the repository, in the order of the menu.
pub fn find(root: &Path) -> Result<Vec<Document>, String> {
    let overview = read(root, README)?;
    let mut found = Vec::new();
    for (index, section) in SECTIONS.iter().enumerate() {
        let index_file = format!("{}/README.md", section.folder);
        let guide = if root.join(&index_file).is_file() { read(root, &index_file)? } else { String::new() };
        let mut sources = listed(root, section.folder)?;
        // Those that an index names come in its order.
        sources.sort_by_key(|source| {
            let place = |text: &str, from: &str| text.find(&format!("]({})", links::relative(from, source)));
            let in_guide = place(&guide, &index_file).unwrap_or(usize::MAX);
            let in_overview = place(&overview, README).unwrap_or(usize::MAX);
            (*source != index_file, in_guide, in_overview, source.clone())
        });
        sources.extend(section.more.iter().map(|&source| source.to_owned()));
        for source in sources {
            let is_elsewhere =
                |other: &Section| other.folder != section.folder && other.more.contains(&source.as_str());
            if !SECTIONS.iter().any(is_elsewhere) {
                found.push(document(root, index, source)?);
            }
        }
    }
    Ok(found)
}

fn document(root: &Path, section: usize, source: String) -> Result<Document, String> {
    let text = read(root, &source)?;
    let name = source.rsplit('/').next().unwrap_or(&source);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let folder = SECTIONS.iter().find(|section| source == format!("{}/{name}", section.folder));
    let to = folder.map_or("", |section| section.to);
    let file = match (stem, to) {
        ("README", "") => "overview".to_owned(),
        ("README", _) => "index".to_owned(),
        _ => stem.to_ascii_lowercase(),
    };
    let address = if matches!(to, "" | ".") { format!("{file}.html") } else { format!("{to}/{file}.html") };
    let title = if source == README { "Overview".to_owned() } else { title(&text, stem) };
    Ok(Document { section, source, address, title, text })
}

/// The first heading of a document, in Markdown or in a notebook, without marks of code.
fn title(text: &str, stem: &str) -> String {
    let line = text.lines().find_map(|line| line.trim_start().trim_start_matches('"').strip_prefix("# "));
    let line = line.map(|line| line.trim_end_matches([',', '"']).trim_end_matches("\\n"));
    let title = line.unwrap_or(stem).replace('`', "").trim().to_owned();
    // Decisions have a number, some with a colon behind it.
    if title.starts_with(|letter: char| letter.is_ascii_digit()) { title.replacen(": ", " ", 1) } else { title }
}

/// The documents of a folder, without those of folders in it.
fn listed(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let problem = |error: std::io::Error| format!("{folder}: {error}");
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(problem)? {
        let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") || name.ends_with(".ipynb") {
            found.push(format!("{folder}/{name}"));
        }
    }
    Ok(found)
}

/// A text of the repository.
pub fn read(root: &Path, source: &str) -> Result<String, String> {
    fs::read_to_string(root.join(source)).map_err(|error| format!("{source}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_has_one_page_in_the_order_of_the_indexes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let documents = find(&root).expect("the documents of the repository");
        let mut addresses: Vec<&str> = documents.iter().map(|document| document.address.as_str()).collect();
        let place = |address: &str| addresses.iter().position(|&other| other == address).expect(address);
        assert!(place("guide/index.html") < place("guide/terminal.html"));
        assert!(place("guide/terminal.html") < place("guide/lab.html"));
        assert!(place("theory/glossary.html") < place("claims.html"));
        assert!(place("claims.html") < place("reference/commands.html"));
        assert!(place("benchmarks.html") < place("decisions/index.html"));
        let count = addresses.len();
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), count);
    }

    #[test]
    fn titles_are_the_first_headings() {
        assert_eq!(title("<!-- a -->\n\n# What `auto` does: all\n\n# B\n", "c"), "What auto does: all");
        assert_eq!(title("# 0025: Releases: files\n", "c"), "0025 Releases: files");
        assert_eq!(title("  \"source\": [\n    \"# The laboratory\\n\",\n", "c"), "The laboratory");
        assert_eq!(title("no heading", "c"), "c");
    }
}
