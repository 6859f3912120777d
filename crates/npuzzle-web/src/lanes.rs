//! Which lane a question takes: what is there in a moment does not wait behind searches.

use npuzzle::catalogue::heuristics;
use npuzzle::core::spelling::Titled;
use npuzzle::domains::tiles::{generate, random_sets};
use npuzzle::question::{Audit, BoardText, Compare, Draw, Estimate, Explain, Generate, Solve, Trace};

use crate::pool::LaneName;
use crate::work::{Glance, Work};

impl Work for Solve {
    const STREAMS: bool = true;
}

impl Work for Trace {
    const STREAMS: bool = true;
}

impl Work for Audit {
    const STREAMS: bool = true;
}

impl Work for Compare {
    const STREAMS: bool = true;
}

impl Work for Explain {
    const STREAMS: bool = false;

    fn lane(&self) -> LaneName {
        of_board(&self.board)
    }
}

impl Work for Draw {
    const STREAMS: bool = false;

    fn lane(&self) -> LaneName {
        of_board(&self.board)
    }
}

impl Work for Generate {
    const STREAMS: bool = false;

    fn lane(&self) -> LaneName {
        // What cannot be read is refused in a moment.
        self.work().map_or(LaneName::Quick, |(kind, count)| of_random(kind, count))
    }
}

impl Work for Estimate {
    const STREAMS: bool = false;

    /// A mistake in the expression is reported before searches that wait or tables that are
    /// missing.
    const GLANCE: Option<Glance<Self>> = Some(|question| question.known().map(drop));

    fn lane(&self) -> LaneName {
        match &self.board {
            Some(_) if names_tables(&self.heuristic) => LaneName::Long,
            Some(board) => of_board(board),
            None => LaneName::Quick,
        }
    }
}

/// Walks with more moves than this together take more than a moment: these take 10 ms.
const QUICK_WALK: u64 = 100_000;

/// The lane of the boards that a text names. Only random ones take time.
fn of_board(board: &BoardText) -> LaneName {
    match random_sets::find(board.as_str().trim()) {
        Some(Ok(set)) => of_random(set.kind, set.count as u64),
        _ => LaneName::Quick,
    }
}

/// The lane of random boards of a kind. Boards at a distance are found by a search over the whole
/// space, and long walks are walked move by move; all others are there at once.
fn of_random(kind: generate::Kind, count: u64) -> LaneName {
    match kind {
        generate::Kind::Distance(_) => LaneName::Long,
        generate::Kind::Walk(moves) if moves.saturating_mul(count) > QUICK_WALK => LaneName::Long,
        _ => LaneName::Quick,
    }
}

/// Whether a heuristic that looks up tables is named. The text is looked at before a worker reads
/// it, so it is not parsed.
fn names_tables(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let cards: Vec<_> = heuristics().filter(|card| card.tables).collect();
    words.any(|word| cards.iter().any(|card| card.is_called(word)))
}
