//! Heuristics of the sliding-tile puzzle: the list, and how a name becomes a type.

mod tile_sum;

use crate::core::Heuristic;
use crate::core::card::HeuristicCard;
use crate::domains::tiles::{Grid, Tiles};

/// An entry of the list: a card, and a constructor for every board storage.
pub trait TileHeuristic {
    /// What the catalogue says about it. Its claims are executed over whole state spaces by the tests.
    const CARD: HeuristicCard;

    /// The heuristic for boards stored in `G`.
    type Built<G: Grid>: Heuristic<Tiles<G>> + Send + Sync + 'static;

    /// Prepares the heuristic for one puzzle.
    fn build<G: Grid>(domain: &Tiles<G>) -> Result<Self::Built<G>, Unavailable>;
}

/// Why a heuristic cannot be had for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("heuristic `{name}` is not available: {reason}")]
pub struct Unavailable {
    /// The heuristic.
    pub name: &'static str,
    /// Why not.
    pub reason: String,
}

/// Something to do with a heuristic whose type is chosen by its name.
pub trait HeuristicVisitor<G: Grid> {
    /// What comes out.
    type Output;

    /// Called with the heuristic.
    fn visit<H: Heuristic<Tiles<G>> + Send + Sync + 'static>(self, heuristic: H) -> Self::Output;
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
            visitor: V,
        ) -> Option<Result<V::Output, Unavailable>> {
            $(if <$module::Entry as TileHeuristic>::CARD.name == name {
                let built = <$module::Entry as TileHeuristic>::build(domain);
                return Some(built.map(|heuristic| visitor.visit(heuristic)));
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
    linear_conflict
    perfect
}
