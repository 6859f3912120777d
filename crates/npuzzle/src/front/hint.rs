//! What to do about something that was refused. Each front has its own way to do it, and its own
//! words.

use std::fmt;

/// What a person can do about a refusal. As a text it is in the words of the command line, which
/// problems over HTTP carry as well.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// Look at the list of `algorithms`, `heuristics` or `problems`.
    List(&'static str),
    /// Look at the options of the searches.
    Options,
    /// Look at the list of tables.
    Tables,
    /// Audit the heuristic, to learn whether it is consistent.
    Audit,
    /// Something else, in words that fit every front.
    Words(String),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(kind) => write!(f, "`npuzzle list {kind}` shows them all"),
            Self::Options => f.write_str("`npuzzle list algorithms` shows all options"),
            Self::Tables => f.write_str("`npuzzle pdb list` shows them all"),
            Self::Audit => f.write_str("`npuzzle audit` shows whether it is"),
            Self::Words(words) => f.write_str(words),
        }
    }
}
