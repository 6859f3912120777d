//! Code with its words marked: comments, texts, keywords, and what a person types at a prompt.
//!
//! Not a parser: enough to find one's way in an example of some lines, for the languages of the
//! documents.

use crate::html::escaped;

/// What a language looks like.
struct Language {
    names: &'static [&'static str],
    comment: &'static str,
    quotes: &'static [char],
    keywords: &'static [&'static str],
}

const LANGUAGES: [Language; 4] = [
    Language {
        names: &["python", "py"],
        comment: "#",
        quotes: &['"', '\''],
        keywords: &[
            "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
            "except", "False", "finally", "for", "from", "if", "import", "in", "is", "lambda", "None", "not", "or",
            "pass", "raise", "return", "True", "try", "while", "with", "yield",
        ],
    },
    Language {
        names: &["rust"],
        comment: "//",
        quotes: &['"'],
        keywords: &[
            "as", "async", "await", "const", "dyn", "else", "enum", "extern", "false", "fn", "for", "if", "impl", "in",
            "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self", "static", "struct",
            "super", "trait", "true", "type", "unsafe", "use", "where", "while",
        ],
    },
    Language {
        names: &["sh", "bash", "shell", "slurm"],
        comment: "#",
        quotes: &['"', '\''],
        keywords: &["case", "do", "done", "else", "esac", "fi", "for", "if", "in", "then", "while"],
    },
    Language { names: &["toml"], comment: "#", quotes: &['"', '\''], keywords: &["false", "true"] },
];

/// The code of a fence as HTML.
pub fn highlighted(code: &str, info: &str) -> String {
    let name = info.split([',', ' ']).next().unwrap_or_default();
    if name == "console" {
        return console(code);
    }
    match LANGUAGES.iter().find(|language| language.names.contains(&name)) {
        Some(language) if name == "rust" => marked(&without_hidden_lines(code), language),
        Some(language) => marked(code, language),
        None => escaped(code),
    }
}

/// Lines that only the compiler needs, as in the documentation of Rust.
fn without_hidden_lines(code: &str) -> String {
    code.split_inclusive('\n').filter(|line| !line.starts_with("# ") && line.trim_end() != "#").collect()
}

/// What is typed behind the prompt stands out from what is printed.
fn console(code: &str) -> String {
    let line = |line: &str| match line.strip_prefix("$ ") {
        Some(typed) => {
            format!("<span class=\"prompt\">$ </span><b class=\"typed\">{}</b>\n", escaped(typed.trim_end()))
        }
        None => escaped(line),
    };
    code.split_inclusive('\n').map(line).collect()
}

fn marked(code: &str, language: &Language) -> String {
    let mut html = String::new();
    let mut rest = code;
    let mut span = |class: &str, text: &str| {
        let text = escaped(text);
        html.push_str(&if class.is_empty() { text } else { format!("<span class=\"{class}\">{text}</span>") });
    };
    while let Some(first) = rest.chars().next() {
        let is_comment = rest.starts_with(language.comment) && !rest.starts_with("#[") && !rest.starts_with("#!");
        let (class, length) = if is_comment {
            ("comment", rest.find('\n').unwrap_or(rest.len()))
        } else if language.quotes.contains(&first) {
            ("text", quoted(rest, first))
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            (if language.keywords.contains(&&rest[..length]) { "keyword" } else { "" }, length)
        } else if rest.starts_with(">>> ") || rest.starts_with("... ") {
            ("prompt", 4)
        } else if first.is_ascii_digit() {
            let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
            ("", length)
        } else {
            ("", first.len_utf8())
        };
        let (token, behind) = rest.split_at(length);
        span(class, token);
        rest = behind;
    }
    html
}

/// How long a text in quotes is; without its end, as long as the line.
fn quoted(code: &str, quote: char) -> usize {
    let triple = quote.to_string().repeat(3);
    if code.starts_with(&triple) {
        return code[3..].find(&triple).map_or(code.len(), |end| end + 6);
    }
    let mut is_escaped = false;
    for (at, letter) in code.char_indices().skip(1) {
        match letter {
            '\n' if !is_escaped => return at,
            _ if letter == quote && !is_escaped => return at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_and_nothing_is_lost() {
        let html = highlighted("def f(a):  # why\n    return \"a # b\\\"c\" < 'x'\n", "python");
        assert_eq!(
            html,
            "<span class=\"keyword\">def</span> f(a):  <span class=\"comment\"># why</span>\n    \
             <span class=\"keyword\">return</span> <span class=\"text\">&quot;a # b\\&quot;c&quot;</span> &lt; \
             <span class=\"text\">'x'</span>\n"
        );
        let text = highlighted("x = \"\"\"a\n\"b\"\n\"\"\"\ny", "python");
        assert!(text.contains("<span class=\"text\">&quot;&quot;&quot;a\n") && text.ends_with("</span>\ny"), "{text}");
    }

    #[test]
    fn what_is_typed_stands_out() {
        let html = highlighted("$ npuzzle solve 1\n1 < 2\n", "console");
        assert_eq!(html, "<span class=\"prompt\">$ </span><b class=\"typed\">npuzzle solve 1</b>\n1 &lt; 2\n");
    }

    #[test]
    fn lines_for_the_compiler_are_hidden() {
        let html = highlighted("let a = 1;\n# Ok::<(), ()>(())\n#[test]\n", "rust,ignore");
        assert_eq!(html, "<span class=\"keyword\">let</span> a = 1;\n#[test]\n");
    }

    #[test]
    fn unknown_languages_and_open_texts_are_shown() {
        assert_eq!(highlighted("a < b", "text"), "a &lt; b");
        assert_eq!(highlighted("x = 'a\ny", "python"), "x = <span class=\"text\">'a</span>\ny");
        assert_eq!(highlighted("'", "python"), "<span class=\"text\">'</span>");
    }
}
