//! Scan conflict: Manhattan distance plus two moves for each tile that stands behind a later one of
//! its line.
//!
//! A common mistake: linear conflict counted in one scan with a running maximum. In `5 1 2 3 4` it
//! charges four tiles, but it is enough that the 5 leaves the line. On 3x3 boards with the goal
//! `last` it happens to overestimate nowhere; `5 4 1 2/7 0 6 3` is the one 2x4 board that shows the
//! mistake (18, but 16 moves are enough).
//!
//! It is never above three times the true cost, since no line is charged for more tiles than the
//! steps its tiles have to go along it. Let tile t stand behind a later tile m. If t has to go back
//! along the line, it pays for itself. Otherwise m has to pass t's cell on its way forward, and
//! pays with that step; no two tiles stand in one cell, so no step pays twice.

use crate::core::card::{Claim, HeuristicCard};
use crate::core::{Budget, Cost, Properties};
use crate::domains::tiles::{Board, Grid, Tiles};
use crate::heuristics::tiles::line_sum::{self, Charge, LineSum};
use crate::heuristics::tiles::{BuildError, Shares, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "Manhattan distance plus 2 for each tile behind a later one of its goal row or column; overestimates on 2x4",
        further: &[Claim::AtMost { factor: 3, excess: 0 }],
        citation: "seen in course reports",
        ..HeuristicCard::new("scan-conflict", &[], "Scan conflict")
    };

    type Built<G: Grid> = ScanConflict<G>;

    fn build<G: Grid>(domain: &Tiles<G>, _: &mut Budget<'_>) -> Result<ScanConflict<G>, BuildError> {
        Ok(LineSum::new(domain))
    }

    fn shares(start: &Board, goal: &Board) -> Shares {
        line_sum::shares::<BehindLater>(start, goal)
    }
}

/// Scan conflict.
pub type ScanConflict<G> = LineSum<G, BehindLater>;

/// Two moves for each tile behind a later one.
pub struct BehindLater;

impl Charge for BehindLater {
    const PROPERTIES: Properties = Properties::NONE;

    #[inline]
    fn of(places: impl Iterator<Item = u32>, _: usize) -> Cost {
        let (mut last, mut behind) = (0, 0);
        for place in places {
            behind += Cost::from(place < last);
            last = last.max(place);
        }
        2 * behind
    }
}
