//! A reader of XML that is strict about what our pictures use, for tests.

/// The names of all elements in the order in which they begin, or what is wrong.
pub fn elements(text: &str) -> Result<Vec<String>, String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at])?;
        if open.is_empty() && (!names.is_empty() || !rest[..at].is_empty()) {
            return Err(format!("something stands outside the outermost element: {:?}", &rest[..at]));
        }
        let end = rest[at..].find('>').ok_or("a tag does not end")? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let opened: String = open.pop().ok_or_else(|| format!("{name} ends and never began"))?;
            if opened != name {
                return Err(format!("{opened} ends as {name}"));
            }
            continue;
        }
        let (tag, is_void) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        check_attributes(attributes)?;
        names.push(name.to_owned());
        if !is_void {
            open.push(name.to_owned());
        }
    }
    if !open.is_empty() || names.is_empty() || !rest.trim().is_empty() {
        return Err(format!("left open: {open:?}, behind the end: {rest:?}"));
    }
    Ok(names)
}

fn check_attributes(mut attributes: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    while !attributes.is_empty() {
        let (name, behind) = attributes.split_once("=\"").ok_or_else(|| format!("no value: {attributes}"))?;
        let (value, behind) = behind.split_once('"').ok_or_else(|| format!("no end: {attributes}"))?;
        if seen.contains(&name) || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return Err(format!("the attribute {name:?}"));
        }
        check_text(value)?;
        seen.push(name);
        attributes = match behind.strip_prefix(' ') {
            Some(next) => next,
            None if behind.is_empty() => behind,
            None => return Err(format!("no blank before {behind}")),
        };
    }
    Ok(())
}

fn check_text(text: &str) -> Result<(), String> {
    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    let is_wrong = |after: &str| !known.iter().any(|entity| after.starts_with(entity));
    let forbidden = |c: char| c == '>' || (c.is_control() && c != '\n');
    if text.contains(forbidden) || text.split('&').skip(1).any(is_wrong) {
        return Err(format!("not escaped: {text:?}"));
    }
    Ok(())
}

#[test]
fn what_is_not_well_formed_is_found() {
    assert_eq!(elements("<a x=\"1\"><b/>&amp;</a>\n").unwrap(), ["a", "b"]);
    for wrong in
        ["", "<a>", "<a></b>", "<a/><a/>", "<a x=1/>", "<a x=\"1\" x=\"1\"/>", "<a>&</a>", "<a>\u{7}</a>", "b<a/>"]
    {
        assert!(elements(wrong).is_err(), "{wrong}");
    }
}
