//! Addresses inside of the site: paths from its folder, with `/` between their parts.

/// The address of one file as another one names it.
pub fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let folders = from.len().min(to.len()) - 1;
    let common = (0..folders).take_while(|&part| from[part] == to[part]).count();
    let up = from.len() - 1 - common;
    [vec![".."; up], to[common..].to_vec()].concat().join("/")
}

/// The file that a file means by an address; `None` if it is outside of everything.
pub fn resolved(from: &str, address: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The parts of an address: the file, and the place in it with its `#`.
pub fn split(address: &str) -> (&str, &str) {
    address.split_at(address.find('#').unwrap_or(address.len()))
}

/// Whether an address names its host or its scheme.
pub fn is_absolute(address: &str) -> bool {
    let scheme = address.split_once(':').map_or("", |(scheme, _)| scheme);
    let has_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    has_scheme || address.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_finds_every_other() {
        let files = ["index.html", "guide/index.html", "guide/page.html", "a/b/c.html", "a/d.html"];
        for from in files {
            for to in files {
                let address = relative(from, to);
                assert!(!is_absolute(&address));
                assert_eq!(resolved(from, &address).as_deref(), Some(to), "{from} {address}");
            }
        }
        assert_eq!(relative("guide/page.html", "guide/index.html"), "index.html");
        assert_eq!(relative("guide/page.html", "theory/index.html"), "../theory/index.html");
        assert_eq!(relative("index.html", "theory/index.html"), "theory/index.html");
    }

    #[test]
    fn nothing_is_outside_of_the_site() {
        assert_eq!(resolved("guide/page.html", "../../x"), None);
        assert_eq!(resolved("guide/page.html", "../x/./y").as_deref(), Some("x/y"));
        assert_eq!(resolved("guide/page.html", "..").as_deref(), Some(""));
    }

    #[test]
    fn hosts_and_schemes_are_seen() {
        for address in ["https://a.org", "mailto:a", "//a.org", "/a", "data:image/png", "JavaScript:x"] {
            assert!(is_absolute(address), "{address}");
        }
        for address in ["a.html", "../a.html", "#a:b", "a.html?board=1", "", "?subject=a:b"] {
            assert!(!is_absolute(address), "{address}");
        }
        assert_eq!(split("a.html#b"), ("a.html", "#b"));
        assert_eq!(split("a.html"), ("a.html", ""));
    }
}
