//! Names as people write them: `A*`, `Linear_Conflict` and `Uniform cost` are as good as the names
//! of the lists. Numbers as people read them.

use std::fmt::Display;

/// A whole number in groups of three digits: `1234567` as `1,234,567`.
pub fn thousands(number: impl Display) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Whether a word is this name; capitals, blanks and underscores do not count.
pub fn is_spelled(word: &str, name: &str) -> bool {
    let letters = |text: &'_ str| -> Vec<char> {
        let plain = |c: char| if c == '_' || c.is_whitespace() { '-' } else { c.to_ascii_lowercase() };
        text.trim().chars().map(plain).collect()
    };
    letters(word) == letters(name)
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
