//! A command line as a shell reads it: words, quotes and backslashes.

/// How the word at the cursor is quoted there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    None,
    Single,
    Double,
}

/// A line up to the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// All words without their quotes. The last is the one at the cursor; it is empty behind a
    /// blank.
    pub words: Vec<String>,
    /// Whether the cursor is inside quotes.
    pub quote: Quote,
    /// So many bytes of the last word stand before what the shell replaces: it replaces from the
    /// last of its word breaks on, or from the open quote.
    pub fixed: usize,
}

impl Line {
    /// Takes a line apart. `breaks` are the characters that also part words in the eyes of the
    /// shell's editor (`COMP_WORDBREAKS` of bash).
    pub fn split(text: &str, breaks: &str) -> Self {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let (mut quote, mut fixed) = (Quote::None, 0);
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            match (quote, c) {
                (Quote::None, c) if c.is_whitespace() => {
                    words.extend(word.take());
                    fixed = 0;
                }
                (Quote::None, '\'' | '"') => {
                    quote = if c == '"' { Quote::Double } else { Quote::Single };
                    fixed = word.get_or_insert_default().len();
                }
                (Quote::Single, '\'') | (Quote::Double, '"') => quote = Quote::None,
                (Quote::None, '\\') => word.get_or_insert_default().extend(characters.next()),
                // In double quotes a backslash means itself, except before these.
                (Quote::Double, '\\') if matches!(characters.peek(), Some('"' | '\\' | '$' | '`')) => {
                    word.get_or_insert_default().extend(characters.next());
                }
                (quote, c) => {
                    let word = word.get_or_insert_default();
                    word.push(c);
                    if quote == Quote::None && breaks.contains(c) {
                        fixed = word.len();
                    }
                }
            }
        }
        words.push(word.unwrap_or_default());
        Self { words, quote, fixed }
    }

    /// The word at the cursor.
    pub fn current(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }
}

impl Quote {
    /// A text as it has to be typed behind such a quote, or without one.
    pub fn protect(self, text: &str) -> String {
        match self {
            Self::Single => text.replace('\'', "'\\''"),
            Self::Double => protected(text, |c| matches!(c, '"' | '\\' | '$' | '`')),
            Self::None => {
                protected(text, |c| c.is_whitespace() || "|&;()<>*?[]{}!#$`\"'\\~".contains(c) && !c.is_alphanumeric())
            }
        }
    }
}

fn protected(text: &str, special: impl Fn(char) -> bool) -> String {
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASH: &str = " \t\n\"'><=;|&(:";

    fn words(text: &str) -> Vec<String> {
        Line::split(text, BASH).words
    }

    #[test]
    fn words_are_those_of_the_shell() {
        assert_eq!(words("npuzzle solve"), ["npuzzle", "solve"]);
        assert_eq!(words("npuzzle solve "), ["npuzzle", "solve", ""]);
        assert_eq!(words("npuzzle solve '1 2 3/4 0 6/7 5 8' -a"), ["npuzzle", "solve", "1 2 3/4 0 6/7 5 8", "-a"]);
        assert_eq!(words(r#"a "b \"c" d\ e 'f\g'"#), ["a", "b \"c", "d e", "f\\g"]);
        assert_eq!(words("a ''"), ["a", ""]);
        assert_eq!(words(""), [""]);
    }

    #[test]
    fn what_the_shell_replaces_is_known() {
        for (text, current, quote, fixed) in [
            ("npuzzle solve korf:1", "korf:1", Quote::None, "korf:"),
            ("npuzzle solve --algorithm=as", "--algorithm=as", Quote::None, "--algorithm="),
            ("npuzzle solve -H 'max(man", "max(man", Quote::Single, ""),
            ("npuzzle solve -H \"max(man", "max(man", Quote::Double, ""),
            ("npuzzle solve --heuristic='max(man", "--heuristic=max(man", Quote::Single, "--heuristic="),
            ("npuzzle solve -H max(man", "max(man", Quote::None, "max("),
            ("npuzzle solve a:b ", "", Quote::None, ""),
        ] {
            let line = Line::split(text, BASH);
            assert_eq!((line.current(), line.quote, &line.current()[..line.fixed]), (current, quote, fixed), "{text}");
        }
    }

    #[test]
    fn what_is_protected_is_read_back() {
        for text in ["max(manhattan, misplaced)", "it's", "a \"b\" $c `d` \\e", "hanoi(3,5)", "ä b"] {
            assert_eq!(words(&Quote::None.protect(text)), [text]);
            assert_eq!(words(&format!("'{}'", Quote::Single.protect(text))), [text]);
            assert_eq!(words(&format!("\"{}\"", Quote::Double.protect(text))), [text]);
        }
    }
}
