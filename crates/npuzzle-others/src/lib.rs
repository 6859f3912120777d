//! The searches of `npuzzle`, compiled for boards of any size and for problems that are not
//! boards: for size, so that the first build is quick. `npuzzle-boards` holds what is measured.

use npuzzle_algorithms::algorithms::{self, Search};
use npuzzle_boards::Searches;
use npuzzle_domains::domains::any::AnyDomain;
use npuzzle_domains::domains::tiles::grid::Large;

/// Boards of any size.
pub static LARGE: Searches<Large> = Searches::new();

/// The search called `name`, for any problem; `None` if there is none of that name.
pub fn search(name: &str) -> Option<Search<AnyDomain>> {
    algorithms::search(name)
}
