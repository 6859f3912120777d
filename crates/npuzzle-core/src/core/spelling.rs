//! Names as people write them: `A*`, `Linear_Conflict` and `Uniform cost` are as good as the names
//! of the lists. Numbers as people read them.

use std::borrow::Cow;
use std::fmt::Display;

/// A whole number in groups of three digits: `1234567` as `1,234,567`.
pub fn thousands(number: impl Display) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A number without the `_` between its digits: `10_000` as `10000`. Other texts stay as they are.
pub fn ungrouped(number: &str) -> Cow<'_, str> {
    let bytes = number.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_between = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    match number.contains('_') && number.match_indices('_').all(|(at, _)| is_between(at)) {
        true => number.replace('_', "").into(),
        false => number.into(),
    }
}

/// A whole number that may have `_` between its digits and an exponent: `2_000` and `2e3` as
/// `2000`. Other texts stay as they are.
pub fn plain_number(text: &str) -> Cow<'_, str> {
    const MOST_ZEROS: usize = 18;
    let number = ungrouped(text);
    let parts = number.split_once(['e', 'E']).and_then(|(digits, zeros)| {
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then_some((digits, zeros.parse().ok().filter(|&zeros| zeros <= MOST_ZEROS)?))
    });
    match parts {
        Some((digits, zeros)) => format!("{digits}{}", "0".repeat(zeros)).into(),
        None => number,
    }
}

/// Whether a word is this name; capitals, blanks and underscores do not count.
pub fn is_spelled(word: &str, name: &str) -> bool {
    // Every question looks its names up in lists of dozens: nothing is allocated here.
    let plain = |c: char| if c == '_' || c.is_whitespace() { '-' } else { c.to_ascii_lowercase() };
    word.trim().chars().map(plain).eq(name.trim().chars().map(plain))
}

/// Something that is chosen by its name.
pub trait Titled {
    /// The name that answers carry.
    fn name(&self) -> &'static str;

    /// Other names it answers to.
    fn aliases(&self) -> &'static [&'static str];

    /// All of them.
    fn names(&self) -> impl Iterator<Item = &'static str> + use<Self> {
        std::iter::once(self.name()).chain(self.aliases().iter().copied())
    }

    /// Whether a word means it.
    fn is_called(&self, word: &str) -> bool {
        self.names().any(|name| name == word || is_spelled(word, name))
    }
}

/// Implements [`Titled`](crate::core::spelling::Titled) for cards by their fields `name` and
/// `aliases`.
#[macro_export]
macro_rules! titled {
    ($($card:ty)*) => {
        $(impl $crate::core::spelling::Titled for $card {
            fn name(&self) -> &'static str {
                self.name
            }

            fn aliases(&self) -> &'static [&'static str] {
                self.aliases
            }
        })*
    };
}

pub use titled;

titled! { crate::core::card::AlgorithmCard crate::core::card::HeuristicCard }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_grouped() {
        for (text, plain) in [
            ("10_000", "10000"),
            ("1_0.5_0", "10.50"),
            ("7", "7"),
            ("_7", "_7"),
            ("7_", "7_"),
            ("1__0", "1__0"),
            ("1_0_", "1_0_"),
            ("a_b", "a_b"),
        ] {
            assert_eq!(ungrouped(text), plain);
        }
        for (text, plain) in
            [("1e9", "1000000000"), ("1_0E2", "1000"), ("e9", "e9"), ("1.5e3", "1.5e3"), ("1e99", "1e99")]
        {
            assert_eq!(plain_number(text), plain);
        }
    }

    #[test]
    fn capitals_blanks_and_underscores_do_not_count() {
        for word in ["linear-conflict", "Linear-Conflict", "LINEAR_CONFLICT", " linear conflict "] {
            assert!(is_spelled(word, "linear-conflict"), "{word}");
        }
        assert!(is_spelled("A*", "a*"));
        for word in ["linearconflict", "linear--conflict", "linear", ""] {
            assert!(!is_spelled(word, "linear-conflict"), "{word}");
        }
    }
}
