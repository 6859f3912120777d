//! What one cell may be written as: a number in the digits of several scripts, or a word for the
//! blank.

/// Which words a cell may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Decimal numbers, and the blank as `0`, `x`, `_`, `.` or `#`.
    Usual,
    /// These, and what else reports write for the blank.
    Wide,
    /// One hexadecimal digit, or the blank.
    Hex,
}

const USUAL_BLANKS: [&str; 5] = ["x", "X", "_", ".", "#"];
const OTHER_BLANKS: [&str; 21] = [
    "-", "–", "—", "*", "·", "•", "□", "■", "▢", "⬜", "⬛", "◻", "␣", "∅", "b", "B", "null", "None", "none", "nil",
    "blank",
];

impl Words {
    /// The number that a word means, zero for the blank; otherwise what is wrong with it.
    pub(super) fn number(self, word: &str) -> Result<u64, String> {
        if USUAL_BLANKS.contains(&word) {
            return Ok(0);
        }
        match self {
            Self::Hex => one_digit(word).ok_or_else(|| format!("`{}` is not a tile", shortened(word))),
            Self::Wide if OTHER_BLANKS.contains(&word) => Ok(0),
            Self::Usual | Self::Wide if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                word.parse().map_err(|_| format!("`{}` is too large for a tile", shortened(word)))
            }
            Self::Usual | Self::Wide => Err(format!("`{}` is not a number", shortened(word))),
        }
    }

    /// The number of a cell that is one character.
    pub(super) fn character(self, c: char) -> Option<u64> {
        let mut buffer = [0; 4];
        let word: &str = c.encode_utf8(&mut buffer);
        match c.to_digit(16) {
            Some(digit) => Some(u64::from(digit)),
            None if USUAL_BLANKS.contains(&word) => Some(0),
            None if self == Self::Wide && OTHER_BLANKS.contains(&word) => Some(0),
            None => None,
        }
    }
}

/// The number of a cell that stands alone, as in a list of words: any word for the blank, or none,
/// is zero. `None` if it is not a cell.
pub fn read_cell(word: &str) -> Option<u64> {
    let word = word.trim();
    let circle = || word.chars().next().filter(|c| c.len_utf8() == word.len()).and_then(circled);
    if word.is_empty() { Some(0) } else { Words::Wide.number(&narrowed(word)).ok().or_else(circle) }
}

fn one_digit(word: &str) -> Option<u64> {
    let mut characters = word.chars();
    let digit = characters.next()?.to_digit(16)?;
    characters.next().is_none().then_some(u64::from(digit))
}

pub(super) fn shortened(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

/// A number in a circle, which is a cell by itself.
pub(super) fn circled(c: char) -> Option<u64> {
    let from = |first: char, number: u32| u64::from(c as u32 - first as u32 + number);
    match c {
        '⓪' | '⓿' => Some(0),
        '①'..='⑳' => Some(from('①', 1)),
        '㉑'..='㉟' => Some(from('㉑', 21)),
        '㊱'..='㊿' => Some(from('㊱', 36)),
        '❶'..='❿' => Some(from('❶', 1)),
        '➀'..='➉' => Some(from('➀', 1)),
        _ => None,
    }
}

/// The text with full-width characters as their narrow ones, and without what makes a digit a
/// keycap. Characters stay in their columns.
pub(super) fn narrowed(text: &str) -> String {
    let narrow = |c: char| match c {
        // The full-width forms repeat ASCII at a fixed distance.
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{FE0F}' | '\u{20E3}' => ' ',
        _ => c,
    };
    text.chars().map(narrow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_and_wide_digits_are_numbers() {
        let numbers: Vec<Option<u64>> = "⓪①⑨⑩⑳㉑㊿❿a".chars().map(circled).collect();
        let expected = [Some(0), Some(1), Some(9), Some(10), Some(20), Some(21), Some(50), Some(10), None];
        assert_eq!(numbers, expected);
        let cells = ["12", "", " ", "None", "①", "x", "-", "-1", "a", "1 2"].map(read_cell);
        assert_eq!(cells, [Some(12), Some(0), Some(0), Some(0), Some(1), Some(0), Some(0), None, None, None]);
        assert_eq!(narrowed("１２，３／ｘ 4️⃣"), "12,3/x 4  ");
    }
}
