//! How an estimate comes about on one board: what each tile contributes, and which pairs of tiles
//! cost extra.

use serde::Serialize;

use crate::core::{Cost, Fraction};
use crate::domains::tiles::{Board, Cell, Tile};

/// The summands of an estimate. A heuristic that is not a sum over the tiles has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Every tile with what it contributes; the blank only where it contributes something.
    pub tiles: Vec<TileShare>,
    /// Pairs of tiles in each other's way.
    pub pairs: Vec<Pair>,
    /// The lines with such pairs, and what each adds.
    pub lines: Vec<LineShare>,
    /// What such pairs add in all. Several pairs of a line may add less than each would alone.
    pub extra: Cost,
}

/// What a tile contributes to an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileShare {
    /// The tile.
    pub tile: Tile,
    /// Its share.
    pub value: Fraction,
}

/// Two tiles that stand in their goal line in the wrong order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pair {
    /// The tile that stands further left, or higher.
    pub first: Tile,
    /// The tile that stands behind it.
    pub second: Tile,
    /// The line, counted from one: `row 1`, `column 3`.
    pub line: String,
}

/// What the pairs of one line add to an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineShare {
    /// The line, counted from one: `row 1`, `column 3`.
    pub line: String,
    /// What its pairs add together.
    pub value: Cost,
}

/// Boards of more cells may have too many pairs to list: on a 100x100 board there can be half a
/// million.
pub const MOST_CELLS_WITH_PAIRS: usize = 400;

impl Shares {
    /// The shares of the tiles alone, given what a tile contributes: the tile, its home and where
    /// it stands.
    pub(super) fn of_tiles(start: &Board, goal: &Board, share: impl Fn(Tile, Cell, Cell) -> Fraction) -> Self {
        let places = goal.places().into_iter().zip(start.places());
        let shares =
            (0..).map(Tile).zip(places).map(|(tile, (home, at))| TileShare { tile, value: share(tile, home, at) });
        let counted = shares.filter(|share| !share.tile.is_blank() || share.value != Fraction::ZERO);
        Self { tiles: counted.collect(), ..Self::default() }
    }

    /// The sum of all; `None` if it is too large to be exact, which no board's is.
    pub fn total(&self) -> Option<Fraction> {
        let extra = Fraction::whole(self.extra.into());
        self.tiles.iter().try_fold(extra, |sum, share| sum.plus(share.value))
    }
}
