//! The code for boards of one storage: each storage is compiled once, in crates below this one.

use npuzzle_boards::Searches;

use crate::domains::tiles::Grid;
use crate::domains::tiles::grid::{Large, Medium, Small};
use crate::heuristics::tiles::compiled::{self as heuristics, Builders};

/// What is compiled for one storage of boards.
pub(crate) struct Compiled<G: Grid> {
    pub searches: &'static Searches<G>,
    pub heuristics: &'static Builders<G>,
}

/// Boards of up to 16 cells.
pub(crate) static SMALL: Compiled<Small> =
    Compiled { searches: &npuzzle_boards::SMALL, heuristics: &heuristics::SMALL };

/// Boards of up to 25 cells.
pub(crate) static MEDIUM: Compiled<Medium> =
    Compiled { searches: &npuzzle_boards::MEDIUM, heuristics: &heuristics::MEDIUM };

/// Boards of any size.
pub(crate) static LARGE: Compiled<Large> =
    Compiled { searches: &npuzzle_others::LARGE, heuristics: &heuristics::LARGE };

/// Evaluates an expression with the code for boards of a shape, under a name:
/// `with_code!(shape, code => explore(code, start))`.
macro_rules! with_code {
    ($shape:expr, $code:ident => $work:expr) => {
        match $shape.cells() {
            ..=16 => {
                let $code = &$crate::catalogue::compiled::SMALL;
                $work
            }
            17..=25 => {
                let $code = &$crate::catalogue::compiled::MEDIUM;
                $work
            }
            _ => {
                let $code = &$crate::catalogue::compiled::LARGE;
                $work
            }
        }
    };
}

pub(crate) use with_code;
