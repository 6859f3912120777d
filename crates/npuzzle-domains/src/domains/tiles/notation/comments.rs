//! Comments, which begin with `#`, and what they say about a board.

use crate::domains::tiles::goal::Goal;

/// What a comment in a file says about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// "This puzzle is solvable"
    Solvable,
    /// "This puzzle is unsolvable"
    Unsolvable,
}

/// The text with every comment replaced by spaces, so that columns stay what they are.
pub(super) fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        let code = line.split('#').next().unwrap_or("");
        let blanks = line[code.len()..].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
        code.chars().chain(blanks).collect::<String>()
    };
    text.split_inclusive('\n').map(line).collect()
}

fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split_once('#')).map(|(_, comment)| comment)
}

/// What the comments say about the board.
pub(super) fn claim(text: &str) -> Option<Claim> {
    comments(text).find_map(|comment| {
        let comment = comment.to_lowercase();
        match () {
            () if comment.contains("unsolvable") || comment.contains("not solvable") => Some(Claim::Unsolvable),
            () if comment.contains("solvable") => Some(Claim::Solvable),
            () => None,
        }
    })
}

/// The goal of a comment such as `# goal: snail`, which files of the 42 school carry if this
/// program has written them.
pub(super) fn goal(text: &str) -> Option<Goal> {
    comments(text).find_map(|comment| Goal::read(comment.trim().strip_prefix("goal:")?.trim(), None).ok())
}
