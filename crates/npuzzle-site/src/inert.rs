//! HTML that does nothing: what a notebook keeps of its outputs, without scripts.

use std::collections::HashSet;

use crate::html::tags;

/// Elements that run, load or send something; they go with what is in them.
const ACTIVE: [&str; 10] =
    ["script", "iframe", "object", "embed", "form", "link", "meta", "base", "applet", "template"];

/// Takes everything out of a text that could run or load something. Of equal style sheets the first
/// is kept: each output of a notebook brings its own.
pub fn inert(html: &str, styles: &mut HashSet<String>) -> String {
    let mut kept = String::new();
    let lower = html.to_ascii_lowercase();
    // Up to here the text is copied or left out.
    let mut at = 0;
    let mut left_out: Option<String> = None;
    for tag in tags(html) {
        let (start, end) = tag.span;
        if start < at {
            continue;
        }
        if let Some(name) = &left_out {
            if tag.is_end && tag.name == *name {
                left_out = None;
            }
            at = end;
            continue;
        }
        kept.push_str(&html[at..start]);
        at = end;
        if ACTIVE.contains(&tag.name.as_str()) {
            let is_empty = matches!(tag.name.as_str(), "link" | "meta" | "base" | "embed");
            left_out = (!is_empty && !tag.is_end).then(|| tag.name.clone());
        } else if tag.name == "style" && !tag.is_end {
            let style = lower[end..].find("</style").map_or(html.len(), |length| end + length);
            let close = html[style..].find('>').map_or(html.len(), |length| style + length + 1);
            if styles.insert(html[end..style].trim().to_owned()) {
                kept.push_str(&html[start..close]);
            }
            at = close;
        } else if tag.attributes.iter().any(|(name, value)| is_active(name, value)) {
            kept.push('<');
            kept.push_str(&tag.name);
            for (name, value) in tag.attributes.iter().filter(|(name, value)| !is_active(name, value)) {
                kept.push_str(&format!(" {name}=\"{}\"", value.replace('"', "&quot;")));
            }
            kept.push('>');
        } else {
            kept.push_str(&html[start..end]);
        }
    }
    if left_out.is_none() {
        kept.push_str(&html[at..]);
    }
    kept
}

/// Whether an attribute runs something or loads it from elsewhere.
fn is_active(name: &str, value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    let loads = matches!(name, "src" | "srcset" | "href" | "xlink:href" | "action" | "formaction" | "data" | "poster");
    name.starts_with("on")
        || name == "srcdoc"
        || (loads && !value.starts_with('#') && !value.starts_with("data:image/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(html: &str) -> String {
        inert(html, &mut HashSet::new())
    }

    #[test]
    fn what_only_shows_is_kept() {
        let html = "<div class=\"a\" style=\"x: y\">1 &lt; 2<svg viewBox=\"0 0 1 1\"><rect/></svg><br/></div> end";
        assert_eq!(kept(html), html);
        assert_eq!(kept("<img src=\"data:image/png;base64,AA==\">"), "<img src=\"data:image/png;base64,AA==\">");
    }

    #[test]
    fn what_runs_is_left_out() {
        assert_eq!(kept("a<script>if (a<b) f('</div>')</script>b"), "ab");
        assert_eq!(kept("a<SCRIPT src=x></SCRIPT>b"), "ab");
        assert_eq!(kept("a<iframe><p>b</p></iframe>c<link href=x>d<form><input></form>e"), "acde");
        assert_eq!(kept("<p onclick=\"f()\" id='b\"c'>x</p>"), "<p id=\"b&quot;c\">x</p>");
        assert_eq!(kept("<a href=\" JavaScript:f()\">x</a><a href=\"#y\">z</a>"), "<a>x</a><a href=\"#y\">z</a>");
        assert_eq!(kept("a<script>b"), "a");
        assert_eq!(kept("<img src=\"https://example.org/a.png\">"), "<img>");
    }

    #[test]
    fn a_style_is_kept_once() {
        let mut styles = HashSet::new();
        assert_eq!(inert("<style>a</style>b<style>a</style>c", &mut styles), "<style>a</style>bc");
        assert_eq!(inert("<style scoped>a</style>d<style>e</style>", &mut styles), "d<style>e</style>");
    }
}
