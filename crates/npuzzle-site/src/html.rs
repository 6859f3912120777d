//! Text in HTML.

/// A text as HTML shows it, also inside of an attribute.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(letter),
        }
    }
    html
}

/// What a reader sees of an attribute's value.
pub fn unescaped(value: &str) -> String {
    value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&#x27;", "'").replace("&amp;", "&")
}

/// Tables without headers that say nothing: screen readers would read them with every cell.
pub fn without_empty_headers(html: &str) -> String {
    let mut parts = html.split("<th");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("></th>") {
            Some((attributes, behind)) if !attributes.contains('>') => {
                kept.push_str(&format!("<td{attributes}></td>{behind}"));
            }
            _ => kept.push_str(&format!("<th{part}")),
        }
    }
    kept
}

/// A tag of a text: where it is, its name in small letters, and its attributes.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The first byte of the tag, and the one behind it.
    pub span: (usize, usize),
    pub name: String,
    pub is_end: bool,
    /// Names in small letters, and values as they are written.
    pub attributes: Vec<(String, &'a str)>,
}

impl Tag<'_> {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<String> {
        self.attributes.iter().find(|(found, _)| found == name).map(|(_, value)| unescaped(value))
    }
}

/// The tags of a text, in order. Comments, and the contents of scripts and styles, have none.
pub fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    // As long as the text, byte by byte.
    let lower = html.to_ascii_lowercase();
    let mut at = 0;
    while let Some(start) = html[at..].find('<').map(|offset| at + offset) {
        if html[start..].starts_with("<!--") {
            at = html[start..].find("-->").map_or(html.len(), |end| start + end + 3);
            continue;
        }
        let Some(tag) = tag(html, start) else {
            at = start + 1;
            continue;
        };
        at = tag.span.1;
        if !tag.is_end && matches!(tag.name.as_str(), "script" | "style") {
            let close = format!("</{}", tag.name);
            at = lower[at..].find(&close).map_or(html.len(), |offset| at + offset);
        }
        found.push(tag);
    }
    found
}

/// The tag that begins at a byte, if one does.
fn tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let mut rest = &html[start + 1..];
    let is_end = rest.starts_with('/');
    rest = rest.strip_prefix('/').unwrap_or(rest);
    if !rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    let end = rest.find(|letter: char| letter.is_whitespace() || "/>".contains(letter))?;
    let name = rest[..end].to_ascii_lowercase();
    rest = &rest[end..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
        if let Some(behind) = rest.strip_prefix('>') {
            return Some(Tag { span: (start, html.len() - behind.len()), name, is_end, attributes });
        }
        let end = rest.find(|letter: char| letter.is_whitespace() || "=/>".contains(letter))?;
        let attribute = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let Some(behind) = rest.strip_prefix('=') else {
            attributes.push((attribute, ""));
            continue;
        };
        rest = behind.trim_start();
        let value = match rest.chars().next()? {
            quote @ ('"' | '\'') => {
                let (value, behind) = rest[1..].split_once(quote)?;
                rest = behind;
                value
            }
            _ => {
                let end = rest.find(|letter: char| letter.is_whitespace() || letter == '>')?;
                let (value, behind) = rest.split_at(end);
                rest = behind;
                value
            }
        };
        attributes.push((attribute, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_comes_back() {
        let text = "a < b & \"c\" > 'd'";
        assert_eq!(escaped(text), "a &lt; b &amp; &quot;c&quot; &gt; 'd'");
        assert_eq!(unescaped(&escaped(text)), text);
    }

    #[test]
    fn headers_without_words_are_cells() {
        let html = "<thead><tr><th></th><th style=\"a: b\"></th><th>c</th></tr></thead>";
        let kept = "<thead><tr><td></td><td style=\"a: b\"></td><th>c</th></tr></thead>";
        assert_eq!(without_empty_headers(html), kept);
        assert_eq!(without_empty_headers("a"), "a");
    }

    #[test]
    fn tags_have_names_and_attributes() {
        let html = "1 < 2 <a href=\"x&amp;y\" ID=b hidden>c</a><br/><!-- <p> -->";
        let found = tags(html);
        let names: Vec<(&str, bool)> = found.iter().map(|tag| (tag.name.as_str(), tag.is_end)).collect();
        assert_eq!(names, [("a", false), ("a", true), ("br", false)]);
        assert_eq!(found[0].get("href").as_deref(), Some("x&y"));
        assert_eq!(found[0].get("id").as_deref(), Some("b"));
        assert_eq!(found[0].get("hidden").as_deref(), Some(""));
        assert_eq!(&html[found[0].span.0..found[0].span.1], "<a href=\"x&amp;y\" ID=b hidden>");
    }

    #[test]
    fn scripts_and_styles_have_no_tags() {
        let names: Vec<String> =
            tags("<script>if (a<b) '<p>'</script><style>a>b{}</style>").into_iter().map(|tag| tag.name).collect();
        assert_eq!(names, ["script", "script", "style", "style"]);
    }

    #[test]
    fn what_is_cut_off_is_no_tag() {
        for html in ["<", "<a", "<a href", "<a href=", "<a href=\"b", "</", "<a href=b", "< a>", "<é>", "<a é"] {
            assert_eq!(tags(html), [], "{html}");
        }
    }
}
