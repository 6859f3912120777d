//! Heuristics of the sliding-tile puzzle: the list, and how a name becomes a type.

mod homes;
mod line_sum;
mod tile_sum;

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Carried, Heuristic, Stop};
use crate::domains::tiles::{Grid, Tiles};

/// An entry of the list: a card, and a constructor for every board storage.
pub trait TileHeuristic {
    /// What the catalogue says about it. Its claims are executed over whole state spaces by the tests.
    const CARD: HeuristicCard;

    /// The heuristic for boards stored in `G`.
    type Built<G: Grid>: Heuristic<Tiles<G>, Acc: Carried> + Send + Sync + 'static;

    /// Prepares the heuristic for one puzzle. If that takes a while, `budget` is asked now and then.
    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<Self::Built<G>, BuildError>;
}

/// Why a heuristic cannot be had for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is none for such a board.
    #[error("heuristic `{name}` is not available: {reason}")]
    Unavailable {
        /// The heuristic.
        name: &'static str,
        /// Why not.
        reason: String,
    },
    /// A limit ended its preparation.
    #[error("{0} while the heuristic was prepared")]
    Stopped(Stop),
}

impl From<Stop> for BuildError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

/// Something to do with a heuristic whose type is chosen by its name.
pub trait HeuristicVisitor<G: Grid> {
    /// What comes out.
    type Output;

    /// Called with the heuristic, and with what its preparation has left of the budget.
    fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(
        self,
        heuristic: H,
        budget: &mut Budget<'_>,
    ) -> Self::Output;
}

/// Declares the modules, the cards and the way from a name to a type, all from one list.
macro_rules! tile_heuristics {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        /// The cards, in the order of the list.
        pub const CARDS: &[HeuristicCard] = &[$(<$module::Entry as TileHeuristic>::CARD),*];

        /// Builds the heuristic called `name` and hands it to `visitor`; `None` if there is none of that name.
        pub fn with_heuristic<G: Grid, V: HeuristicVisitor<G>>(
            name: &str,
            domain: &Tiles<G>,
            budget: &mut Budget<'_>,
            visitor: V,
        ) -> Option<Result<V::Output, BuildError>> {
            $(if <$module::Entry as TileHeuristic>::CARD.name == name {
                let built = <$module::Entry as TileHeuristic>::build(domain, budget);
                return Some(built.map(|heuristic| visitor.visit(heuristic, budget)));
            })*
            None
        }
    };
}

// The list. A new heuristic is a file in this folder and its line here; see CONTRIBUTING.md.
tile_heuristics! {
    zero
    misplaced
    misplaced_with_blank
    manhattan
    manhattan_with_blank
    euclidean
    gaschnig
    out_of_line
    linear_conflict
    scan_conflict
    corner_tiles
    last_moves
    inversion
    walking_distance
    perfect
}
