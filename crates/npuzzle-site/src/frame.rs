//! What all pages have in common: the head, the menu, the way to the next page.

use crate::documents::{Document, SECTIONS};
use crate::html::escaped;
use crate::links::relative;
use crate::markdown::{Heading, Rendered};
use crate::{API, APP};

/// The style sheet of the page with the engine; the site has its colours and its header.
pub const LOOK: &str = "look/base.css";
pub const STYLE: &str = "look/site.css";
pub const SCRIPT: &str = "look/site.js";
pub const ICON: &str = "icon.svg";
pub const START: &str = "index.html";

/// What the service worker shows in place of a page that it has not kept.
pub const OFFLINE: &str = "offline.html";

/// Nothing runs and nothing is loaded but the site's own files, whatever a document holds.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'";

/// The first pages of the header, with what they show below them.
const HEADER: [(&str, &str); 5] = [
    ("Play", APP),
    ("Guide", "guide/index.html"),
    ("Theory", "theory/index.html"),
    ("Reference", "reference/commands.html"),
    ("API", API),
];

/// A page, complete but for its frame.
pub struct Page<'a> {
    pub address: &'a str,
    pub title: &'a str,
    pub summary: &'a str,
    /// What is between header and footer.
    pub body: String,
    /// Style sheets of its own.
    pub styles: &'a [&'a str],
}

impl Page<'_> {
    pub fn html(&self) -> String {
        let to = |address: &str| relative(self.address, address);
        let styles: String = [LOOK, STYLE]
            .iter()
            .chain(self.styles)
            .map(|style| format!("  <link rel=\"stylesheet\" href=\"{}\">\n", to(style)))
            .collect();
        let header: String = HEADER
            .iter()
            .map(|(title, address)| {
                let is_here =
                    address.split_once('/').map(|parts| parts.0) == self.address.split_once('/').map(|parts| parts.0);
                let current = if is_here { " aria-current=\"true\"" } else { "" };
                format!("<a href=\"{}\"{current}>{title}</a>", to(address))
            })
            .collect();
        let title = if self.address == START { self.title.to_owned() } else { format!("{} · npuzzle", self.title) };
        format!(
            "<!doctype html>
<html lang=\"en\">
<head>
  <meta charset=\"utf-8\">
  <title>{title}</title>
  <meta name=\"description\" content=\"{summary}\">
  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
  <meta name=\"color-scheme\" content=\"light dark\">
  <meta name=\"theme-color\" content=\"#f6f8f8\" media=\"(prefers-color-scheme: light)\">
  <meta name=\"theme-color\" content=\"#101717\" media=\"(prefers-color-scheme: dark)\">
  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">
  <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">
{styles}  <script defer src=\"{script}\"></script>
</head>
<body>
<a class=\"skip-link\" href=\"#main\">Skip to the content</a>
<header class=\"page-header site-header\">
<a class=\"brand\" href=\"{start}\"><img src=\"{icon}\" alt=\"\" width=\"28\" height=\"28\">npuzzle</a>
<nav class=\"site-parts\" aria-label=\"Parts of the site\">{header}</nav>
</header>
{body}
<footer class=\"site-footer\">
<p>npuzzle {version}. Free software, under the <a href=\"{mit}\">MIT</a> or the <a href=\"{apache}\">Apache 2.0</a>
licence. These pages work offline and load nothing from elsewhere.</p>
</footer>
</body>
</html>
",
            title = escaped(&title),
            summary = escaped(&shortened(self.summary)),
            icon = to(ICON),
            script = to(SCRIPT),
            start = to(START),
            body = self.body,
            version = env!("CARGO_PKG_VERSION"),
            mit = to("source/LICENSE-MIT.html"),
            apache = to("source/LICENSE-APACHE.html"),
        )
    }
}

/// The page of a document, with the menu of all of them.
pub fn document_page(documents: &[Document], index: usize, rendered: &Rendered) -> String {
    let document = &documents[index];
    let body = article(
        document.address.as_str(),
        documents,
        &rendered.headings,
        &rendered.html,
        &neighbours(documents, index),
    );
    Page { address: &document.address, title: &document.title, summary: &rendered.summary, body, styles: &[] }.html()
}

/// The page in place of one that was not kept. The menu leads to those that were.
pub fn offline_page(documents: &[Document]) -> String {
    let html = format!(
        "<h1>This page is not on this device</h1>\n\
         <p>There is no network, and it was not kept at an earlier visit. Load it again when there is a network. \
         The pages of the menu and <a href=\"{APP}\">the page to play on</a> are kept; of the documentation \
         of the library, those that you have visited.</p>\n"
    );
    let body = article(OFFLINE, documents, &[], &html, "");
    Page { address: OFFLINE, title: "Not on this device", summary: "", body, styles: &[] }.html()
}

/// The parts of a page with a menu.
pub fn article(address: &str, documents: &[Document], headings: &[Heading], html: &str, end: &str) -> String {
    format!(
        "<div class=\"site-columns\">\n{}<main id=\"main\" tabindex=\"-1\"><article class=\"prose\">\n{html}</article>\n{end}</main>\n{}</div>",
        on_this_page(headings),
        menu(documents, address)
    )
}

/// The headings of a page, if there are enough to choose from.
fn on_this_page(headings: &[Heading]) -> String {
    let listed: Vec<&Heading> = headings.iter().filter(|heading| (2..=3).contains(&heading.level)).collect();
    if listed.len() < 3 {
        return String::new();
    }
    let entry = |heading: &&Heading| {
        format!(
            "<li class=\"level-{}\"><a href=\"#{}\">{}</a></li>\n",
            heading.level,
            heading.anchor,
            escaped(&heading.text)
        )
    };
    let entries: String = listed.iter().map(entry).collect();
    format!(
        "<details class=\"on-page\"><summary>On this page</summary><nav aria-label=\"On this page\"><ul>\n{entries}</ul></nav></details>\n"
    )
}

/// All documents by section.
fn menu(documents: &[Document], here: &str) -> String {
    let sections: String = SECTIONS
        .iter()
        .enumerate()
        .map(|(index, section)| {
            let inside = documents.iter().filter(|document| document.section == index);
            let entries: String = inside
                .map(|document| {
                    let current = if document.address == here { " aria-current=\"page\"" } else { "" };
                    let (address, title) = (relative(here, &document.address), escaped(&document.title));
                    format!("<li><a href=\"{address}\"{current}>{title}</a></li>\n")
                })
                .collect();
            let open = documents.iter().any(|document| document.section == index && document.address == here);
            // Decisions are many, and for those who change the code.
            let open = if open || section.title != "Decisions" { " open" } else { "" };
            format!("<details{open}><summary>{}</summary><ul>\n{entries}</ul></details>\n", section.title)
        })
        .collect();
    format!("<nav class=\"site-menu\" id=\"menu\" aria-label=\"All pages\">\n{sections}</nav>\n")
}

/// The ways to the documents before and behind one.
fn neighbours(documents: &[Document], index: usize) -> String {
    let here = &documents[index];
    let way = |other: Option<usize>, class: &str, word: &str| {
        let other = other.and_then(|other| documents.get(other));
        other.filter(|other| other.section == here.section).map_or_else(String::new, |other| {
            let (address, title) = (relative(&here.address, &other.address), escaped(&other.title));
            format!("<a class=\"{class}\" rel=\"{class}\" href=\"{address}\"><span>{word}</span>{title}</a>")
        })
    };
    let ways = way(index.checked_sub(1), "prev", "Before") + &way(Some(index + 1), "next", "Next");
    if ways.is_empty() {
        ways
    } else {
        format!("<nav class=\"neighbours\" aria-label=\"Before and next\">{ways}</nav>\n")
    }
}

/// As much of a text as search results show, to the end of a word.
fn shortened(text: &str) -> String {
    const MOST: usize = 160;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{}...", start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words))
}
