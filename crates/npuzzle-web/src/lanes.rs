//! Which lane a question takes: what is there in a moment does not wait behind searches.

use npuzzle::domains::tiles::{generate, random_sets};
use npuzzle::question::BoardText;

use crate::pool::LaneName;

/// Walks with more moves than this together take more than a moment: these take 10 ms.
const QUICK_WALK: u64 = 100_000;

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
