//! Texts in pictures and pages.

use crate::domains::tiles::{Board, Tile};

/// A text as it is written in HTML and SVG.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // Controls, and letters that turn the direction of writing, would make the text look
            // like another.
            '\n' => escaped.push('\n'),
            letter if letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                escaped.extend(letter.escape_unicode());
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// A text in at most so many letters: the middle is left out, since both ends tell names apart.
pub fn clipped(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept - kept / 2, kept / 2);
    letters[..head].iter().chain(['…'].iter().take(most)).chain(&letters[letters.len() - tail..]).collect()
}

/// A board in words, row by row; a huge one has too many of them.
pub fn spoken(board: &Board) -> String {
    const MOST_NAMED: usize = 400;
    if board.shape().cells() > MOST_NAMED {
        return format!("a board of {} cells", board.shape());
    }
    let word = |tile: &Tile| {
        if tile.is_blank() { "blank".to_owned() } else { tile.to_string() }
    };
    let rows = board.rows().map(|row| row.iter().map(word).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(
            ["manhattan", "linear-conflict", "äöü"].map(|text| clipped(text, 9)),
            ["manhattan", "line…lict", "äöü"]
        );
        assert_eq!([0, 1, 2].map(|most| clipped("abc", most)), ["", "…", "a…"]);
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(escaped("<script>\"&'"), "&lt;script&gt;&quot;&amp;&#39;");
        assert_eq!(escaped("\u{1b}[1m\u{202e}"), "\\u{1b}[1m\\u{202e}");
    }
}
