//! What the terminal in front of us can show.

use std::env;

/// What the environment says of letters beyond ASCII.
pub enum Letters {
    /// A variable and its value, which names UTF-8.
    Utf8(&'static str, String),
    /// A variable and its value, which names something else.
    Other(&'static str, String),
    /// Nothing is said, as in containers.
    Unset,
}

impl Letters {
    /// What the first variable that is set says: it overrides those behind it.
    pub fn of_environment() -> Self {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| Some((name, env::var(name).ok()?)));
        match named.into_iter().find(|(_, value)| !value.is_empty()) {
            Some((name, value)) if value.to_ascii_lowercase().replace('-', "").contains("utf8") => {
                Self::Utf8(name, value)
            }
            Some((name, value)) => Self::Other(name, value),
            None => Self::Unset,
        }
    }
}

/// Whether the locale does not forbid letters beyond ASCII: one that is set and names no UTF-8
/// does. Where none is set, the terminal most probably knows Unicode.
pub fn shows_unicode() -> bool {
    !is_dumb() && !matches!(Letters::of_environment(), Letters::Other(..))
}

/// Whether the terminal says that it can do nothing but print.
pub fn is_dumb() -> bool {
    env::var("TERM").is_ok_and(|term| term == "dumb")
}
