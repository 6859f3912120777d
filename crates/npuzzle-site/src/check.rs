//! What must hold for all files of a site: no link leads nowhere, and nothing is fetched from
//! elsewhere.
//!
//! A link that a reader follows may name another host; whatever the browser loads by itself may
//! not. Scripts may hold no address of a host at all, except the names of XML.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::html::{Tag, tags};
use crate::links;

/// Names that look like addresses, and are not fetched.
const NAMES: [&str; 2] = ["http://www.w3.org/", "https://www.w3.org/"];
/// The documentation of the library: rustdoc writes its scripts, which know addresses for readers.
const GENERATED: &str = "api/";

/// Checks all files of a folder. Links to addresses that begin with one of `elsewhere` are not
/// followed.
///
/// # Errors
///
/// What is wrong, a line for each.
pub fn site(folder: &Path, elsewhere: &[&str]) -> Result<(), String> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    if !files.contains_key("index.html") {
        return Err(format!("{}: there is no site", folder.display()));
    }
    let problems = problems(&files, elsewhere);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The files of a folder; of those that hold no text, only the names.
fn collect(folder: &Path, path: &str, files: &mut BTreeMap<String, String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{path}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            let is_text = [".html", ".css", ".js", ".svg", ".json", ".txt"].iter().any(|end| name.ends_with(end));
            let text = if is_text { fs::read_to_string(entry.path())? } else { String::new() };
            files.insert(name, text);
        }
    }
    Ok(())
}

/// What is wrong with the files of a site, by their paths.
fn problems(files: &BTreeMap<String, String>, elsewhere: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut places: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let pages = || files.iter().filter(|(path, _)| path.ends_with(".html") || path.ends_with(".svg"));
    for (path, text) in pages() {
        let names = tags(text).iter().flat_map(|tag| [tag.get("id"), tag.get("name")]).flatten().collect();
        places.insert(path, names);
    }
    for (path, text) in pages() {
        for tag in tags(text).iter().filter(|tag| !tag.is_end) {
            for (address, is_followed) in addresses(tag) {
                let problem = of_link(path, &address, is_followed, files, &places, elsewhere);
                found.extend(problem.map(|problem| format!("{path}: {problem}: {address}")));
            }
        }
    }
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with(GENERATED)) {
        if path.ends_with(".css") {
            found.extend(of_style(path, text, files));
        } else if path.ends_with(".js") {
            found.extend(hosts(text).map(|host| format!("{path}: the address of a host: {host}")));
        }
    }
    found
}

/// The addresses of a tag, and whether a reader decides to follow them.
fn addresses(tag: &Tag<'_>) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for name in ["href", "src", "data", "action", "poster", "xlink:href"] {
        let is_data = name == "data" && tag.name != "object";
        found.extend(tag.get(name).filter(|_| !is_data).map(|address| (address, tag.name == "a")));
    }
    let candidates = tag.get("srcset").unwrap_or_default();
    let candidates = candidates.split(',').filter_map(|candidate| candidate.split_whitespace().next());
    found.extend(candidates.map(|address| (address.to_owned(), false)));
    found
}

/// What is wrong with a link.
fn of_link(
    from: &str,
    address: &str,
    is_followed: bool,
    files: &BTreeMap<String, String>,
    places: &BTreeMap<&str, BTreeSet<String>>,
    elsewhere: &[&str],
) -> Option<&'static str> {
    if address.starts_with("data:image/") {
        return None;
    }
    // Buttons of rustdoc, on pages that need a script anyway.
    if address == "javascript:void(0)" && from.starts_with(GENERATED) {
        return None;
    }
    if links::is_absolute(address) {
        let is_for_readers = is_followed && (address.starts_with("https://") || address.starts_with("http://"));
        return (!is_for_readers).then_some("it is fetched from elsewhere");
    }
    let (path, place) = links::split(address);
    let path = path.split('?').next().unwrap_or_default();
    let target = if path.is_empty() { Some(from.to_owned()) } else { links::resolved(from, path) };
    let Some(mut target) = target else { return Some("it leads out of the site") };
    if path.ends_with('/') || target.is_empty() {
        target = format!("{target}/index.html").trim_start_matches('/').to_owned();
    }
    // rustdoc names lists of implementations before it knows whether there are any.
    let is_optional = from.starts_with(GENERATED) && target.contains(".impl/");
    if is_optional || elsewhere.iter().any(|folder| target.starts_with(folder)) {
        return None;
    }
    if !files.contains_key(&target) {
        return Some("it leads nowhere");
    }
    let place = place.strip_prefix('#').filter(|place| !place.is_empty())?;
    // The page with the engine and rustdoc read places of their own.
    let is_read = target.starts_with("play/") || from.starts_with(GENERATED) || target.starts_with("api/src/");
    let names = places.get(target.as_str());
    let is_there = is_read || names.is_none_or(|names| names.contains(place));
    (!is_there).then_some("there is no such place")
}

/// What is wrong with a style sheet.
fn of_style(path: &str, text: &str, files: &BTreeMap<String, String>) -> Vec<String> {
    let mut found: Vec<String> = hosts(text).map(|host| format!("{path}: the address of a host: {host}")).collect();
    for part in text.split("url(").skip(1) {
        let address = part.split(')').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        let is_inside = address.starts_with("data:image/") || address.starts_with('#');
        let target = links::resolved(path, address).filter(|_| !links::is_absolute(address));
        if !is_inside && target.is_none_or(|target| !files.contains_key(&target)) {
            found.push(format!("{path}: it leads nowhere: {address}"));
        }
    }
    found
}

/// The addresses of hosts in a text.
fn hosts(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("://").filter_map(|(at, _)| {
        let before = text[..at].trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let address = &text[before.len()..];
        let scheme = &text[before.len()..at];
        matches!(scheme, "http" | "https" | "ws" | "wss").then_some(address)
    });
    let host = |address: &str| address.find(|letter: char| letter.is_whitespace() || "\"'`)<;,".contains(letter));
    starts
        .map(move |address| &address[..host(address).unwrap_or(address.len())])
        .filter(|address| !NAMES.iter().any(|name| address.starts_with(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        problems(&files, &["api/"])
    }

    #[test]
    fn links_lead_somewhere() {
        let index = "<a href=\"a/b.html#c\">x</a><a href=\"#d\" id=\"d\">y</a><img src=\"e.png\"><a href=\"api/f.html\">z</a>\
                     <a href=\"a/\">t</a><a href=\"a/b.html?q=1\">u</a><a href=\"https://example.org/\">v</a>";
        let page = "<h1 id=\"c\">x</h1><a href=\"../index.html\">y</a>";
        assert_eq!(found(&[("index.html", index), ("a/b.html", page), ("a/index.html", ""), ("e.png", "")]), [""; 0]);
    }

    #[test]
    fn broken_links_are_named() {
        let index = "<a href=\"b.html\">x</a><a href=\"#d\">y</a><img src=\"e.png\"><img srcset=\"f.png 2x\">";
        let wrong = [
            "index.html: it leads nowhere: b.html",
            "index.html: there is no such place: #d",
            "index.html: it leads nowhere: e.png",
            "index.html: it leads nowhere: f.png",
        ];
        assert_eq!(found(&[("index.html", index)]), wrong);
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        for html in [
            "<script src=\"https://example.org/a.js\"></script>",
            "<link href=\"//example.org/a.css\" rel=stylesheet>",
            "<img src=\"/a.png\">",
            "<a href=\"javascript:f()\">x</a>",
            "<a href=\"../a.html\">x</a>",
            "<img srcset=\"https://example.org/a.png 2x\">",
        ] {
            assert_eq!(found(&[("index.html", html)]).len(), 1, "{html}");
        }
        let style = "a{background:url(https://example.org/a.png)} b{background:url('b.png')} c{background:url(data:image/png;base64,AA==)}";
        assert_eq!(found(&[("a.css", style), ("b.png", "")]).len(), 2);
        let script = "const name = \"http://www.w3.org/2000/svg\"; fetch('https://example.org/a')";
        assert_eq!(found(&[("a.js", script)]), ["a.js: the address of a host: https://example.org/a"]);
    }
}
