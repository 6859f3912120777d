//! Which lane a question takes: what is there in a moment does not wait behind searches.

use npuzzle::catalogue::{algorithm, heuristics};
use npuzzle::core::card::MemoryClass;
use npuzzle::core::spelling::Titled;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{generate, random_sets};
use npuzzle::question::{BoardText, Solve};

use crate::work::LaneName;

/// Walks with more moves than this together take more than a moment: these take 10 ms.
const QUICK_WALK: u64 = 100_000;

/// Boards with so many cells have at most 181,440 states: a search that remembers them all has seen
/// them in a moment.
const SMALL_BOARD: usize = 9;
/// No text of such a board is longer.
const SMALL_TEXT: usize = 64;

/// The lane of a search. One that sees every state of a small board at most once never waits behind
/// long searches: they could fill all places for minutes.
pub fn of_solve(question: &Solve) -> LaneName {
    let means = &question.means;
    let remembers = means.algorithm.as_deref().is_none_or(|call| {
        // An option may have it forget what it has seen; a mistake is found at once.
        let remembered = algorithm(call).map(|card| card.memory);
        !call.contains('(') && matches!(remembered, Err(_) | Ok(MemoryClass::States | MemoryClass::Chosen))
    });
    let is_plain = question.repeat.is_none() && !means.all && !means.heuristic.as_deref().is_some_and(names_tables);
    if remembers && is_plain && is_small(&question.board) { LaneName::Quick } else { LaneName::Long }
}

fn is_small(board: &BoardText) -> bool {
    let text = board.as_str().trim();
    let read = || read_board(text, &ReadOptions::default()).ok();
    text.len() <= SMALL_TEXT && read().is_some_and(|read| read.board.shape().cells() <= SMALL_BOARD)
}

/// Whether a heuristic that looks up tables is named. The text is looked at before a worker reads
/// it, so it is not parsed.
pub fn names_tables(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let cards: Vec<_> = heuristics().filter(|card| card.tables).collect();
    words.any(|word| cards.iter().any(|card| card.is_called(word)))
}

/// The lane of the boards that a text names. Only random ones take time.
pub fn of_board(board: &BoardText) -> LaneName {
    match random_sets::find(board.as_str().trim()) {
        Some(Ok(set)) => of_random(set.kind, set.count as u64),
        _ => LaneName::Quick,
    }
}

/// The lane of random boards of a kind. Boards at a distance are found by a search over the whole
/// space, and long walks are walked move by move; all others are there at once.
pub fn of_random(kind: generate::Kind, count: u64) -> LaneName {
    match kind {
        generate::Kind::Distance(_) => LaneName::Long,
        generate::Kind::Walk(moves) if moves.saturating_mul(count) > QUICK_WALK => LaneName::Long,
        _ => LaneName::Quick,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(question: &str) -> LaneName {
        of_solve(&serde_json::from_str(question).expect("a question"))
    }

    #[test]
    fn small_boards_do_not_wait_behind_long_searches() {
        for quick in [
            r#"{"board": "867254301"}"#,
            r#"{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "A*", "heuristic": "max(manhattan, misplaced)"}"#,
            r#"{"board": "1 2/3 0", "algorithm": "bfs"}"#,
            // What is wrong is said at once.
            r#"{"board": "867254301", "algorithm": "astr"}"#,
        ] {
            assert_eq!(lane(quick), LaneName::Quick, "{quick}");
        }
        for long in [
            r#"{"board": "random:3x3:1:1"}"#,
            r#"{"board": "korf:1"}"#,
            r#"{"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"}"#,
            // These may come back to a state without end.
            r#"{"board": "867254301", "algorithm": "ids"}"#,
            r#"{"board": "867254301", "algorithm": "ida"}"#,
            r#"{"board": "867254301", "algorithm": "dfs(duplicates=path)"}"#,
            r#"{"board": "867254301", "repeat": 1000}"#,
            r#"{"board": "867254301", "all": true}"#,
            r#"{"board": "867254301", "heuristic": "pdb(4-4)"}"#,
        ] {
            assert_eq!(lane(long), LaneName::Long, "{long}");
        }
    }
}
