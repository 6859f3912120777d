//! Searches that know the sliding-tile puzzle, as entries of the catalogue. One file each.

use crate::catalogue::RequestError;
use crate::catalogue::run::{Answer, BoardTask};
use crate::core::card::AlgorithmCard;

/// An entry of the list: a card and the search itself.
pub(crate) trait TileSearch {
    /// What the catalogue says about it.
    const CARD: AlgorithmCard;

    /// Searches until there is an answer or the limits are used up.
    fn run(task: BoardTask<'_, '_, '_>) -> Result<Answer, RequestError>;
}

/// A search of boards.
pub(crate) type BoardSearch = fn(BoardTask<'_, '_, '_>) -> Result<Answer, RequestError>;

/// Declares the modules, the cards and the way from a name to a search, all from one list.
macro_rules! tile_searches {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*

        /// The cards, in the order of the list.
        pub(crate) const CARDS: &[AlgorithmCard] = &[$(<$module::Entry as TileSearch>::CARD),*];

        /// The search called `name`; `None` if none of these has that name.
        pub(crate) fn search(name: &str) -> Option<BoardSearch> {
            $(if <$module::Entry as TileSearch>::CARD.name == name {
                return Some(<$module::Entry as TileSearch>::run);
            })*
            None
        }
    };
}

// The list. A new search that knows boards is a file in this folder and its line here.
tile_searches! {
    tile_ida
    tile_beam
    constructive
    auto
}
