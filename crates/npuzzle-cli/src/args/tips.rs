//! Tips for mistakes of which it is plain what was meant.

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Adds a tip to a mistake, where there is one.
pub fn with_tip(mut error: Error) -> Error {
    if let Some(tip) = tip(&error) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

fn tip(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        // An argument that conflicts with itself was given twice.
        ErrorKind::ArgumentConflict => {
            let twice = text(ContextKind::InvalidArg).filter(|&given| text(ContextKind::PriorArg) == Some(given))?;
            let is_choice = ["--algorithm ", "--heuristic "].iter().any(|choice| twice.starts_with(choice));
            is_choice.then(|| "`npuzzle compare` takes several of them".to_owned())
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand)?;
            let is_board = word.contains(|c: char| c.is_ascii_digit());
            let quoted =
                if word.contains(|c: char| !c.is_ascii_alphanumeric()) { format!("'{word}'") } else { word.to_owned() };
            is_board.then(|| format!("to solve a board: `npuzzle solve {quoted}`"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Length, command};

    fn message(words: &[&str]) -> String {
        let error = command(Length::Short).try_get_matches_from(words).unwrap_err();
        with_tip(error).to_string()
    }

    #[test]
    fn what_was_meant_is_said() {
        for (words, tip) in [
            (
                &["npuzzle", "solve", "867254301", "-a", "bfs", "-a", "ida"][..],
                "`npuzzle compare` takes several of them",
            ),
            (&["npuzzle", "solve", "korf:1", "-H", "md", "-H", "lc"], "`npuzzle compare` takes several of them"),
            (&["npuzzle", "867254301"], "to solve a board: `npuzzle solve 867254301`"),
            (&["npuzzle", "1 2 3/4 0 6/7 5 8"], "`npuzzle solve '1 2 3/4 0 6/7 5 8'`"),
            (&["npuzzle", "solv"], "a similar subcommand exists: 'solve'"),
        ] {
            assert!(message(words).contains(tip), "{words:?}: {}", message(words));
        }
        assert!(!message(&["npuzzle", "solve", "korf:1", "--goal", "last", "--goal", "first"]).contains("compare"));
    }
}
