//! The worked examples in the text of CONTRIBUTING.md: new files, new lines of lists, and a new
//! field.

/// What an example adds to the project.
#[derive(Debug, PartialEq, Eq)]
pub enum Addition<'g> {
    /// A file.
    File { path: &'g str, text: &'g str },
    /// A line of the list in a file.
    Line { path: &'g str, text: &'g str },
    /// A field of a struct in a file.
    Field { path: &'g str, holder: &'g str, text: &'g str },
}

/// What all examples add, in the order of the text.
pub fn additions(guide: &str) -> Result<Vec<Addition<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = guide;
    while let Some((before, after)) = rest.split_once("<!-- example ") {
        let (kind, after) = after.split_once(" -->\n```rust,ignore\n").ok_or("an example has no code behind it")?;
        let (text, after) = after.split_once("```").ok_or("the code of an example has no end")?;
        // `The file `PATH`:` comes before the code.
        let said = before.rsplit("\nThe ").next().unwrap_or_default();
        let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
        found.push(match (kind, quoted.as_slice()) {
            ("file", [path]) => Addition::File { path, text },
            ("line", [path]) => Addition::Line { path, text },
            ("field", [path, holder]) => Addition::Field { path, holder, text },
            _ => return Err(format!("the text does not say where the example {kind} belongs: `{}`", said.trim())),
        });
        rest = after;
    }
    Ok(found)
}

impl Addition<'_> {
    /// Where it belongs.
    pub fn path(&self) -> &str {
        match self {
            Self::File { path, .. } | Self::Line { path, .. } | Self::Field { path, .. } => path,
        }
    }

    /// The file with the addition. `present` is the file before, if there is one.
    pub fn applied(&self, present: Option<&str>) -> Result<String, String> {
        let begins: Box<dyn Fn(&str) -> bool> = match self {
            Self::File { text, .. } => return Ok((*text).to_owned()),
            Self::Line { .. } => Box::new(begins_list),
            Self::Field { holder, .. } => Box::new(move |line| line == format!("pub struct {holder} {{")),
        };
        let (Self::File { text, .. } | Self::Line { text, .. } | Self::Field { text, .. }) = self;
        let present = present.unwrap_or_default();
        let mut extended = String::new();
        let mut has_begun = false;
        for line in present.split_inclusive('\n') {
            extended += line;
            if !has_begun && begins(line.trim_end()) {
                has_begun = true;
                extended += text;
            }
        }
        if has_begun {
            Ok(extended)
        } else {
            Err(format!("there is no place for `{}` in {}", text.trim(), self.path()))
        }
    }
}

/// Whether a line begins a list: `problems! {`.
fn begins_list(line: &str) -> bool {
    let name = line.strip_suffix("! {").unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "\
\nThe file `a/b.rs`:\n\n<!-- example file -->\n```rust,ignore\nfn f() {}\n```\n
The line in `a/mod.rs`:\n\n<!-- example line -->\n```rust,ignore\n    b\n```\n
The field in `c.rs`, in `Means`:\n\n<!-- example field -->\n```rust,ignore\n    pub d: u8,\n```\n";

    #[test]
    fn the_guide_names_its_files_and_shows_them() {
        let [file, line, field] = additions(GUIDE).expect("three examples").try_into().expect("three examples");
        assert_eq!(file, Addition::File { path: "a/b.rs", text: "fn f() {}\n" });
        assert_eq!(file.applied(None).as_deref(), Ok("fn f() {}\n"));
        let list = "macro_rules! names {\n}\n\nnames! {\n    a\n}\n";
        assert_eq!(line.path(), "a/mod.rs");
        assert_eq!(line.applied(Some(list)).as_deref(), Ok("macro_rules! names {\n}\n\nnames! {\n    b\n    a\n}\n"));
        assert!(line.applied(Some("mod a;\n")).is_err_and(|message| message.contains("a/mod.rs")));
        let means = "pub struct Means {\n}\n";
        assert_eq!(field.applied(Some(means)).as_deref(), Ok("pub struct Means {\n    pub d: u8,\n}\n"));
        assert!(additions("<!-- example file -->\n```rust,ignore\nfn f() {}\n```\n").is_err());
    }
}
