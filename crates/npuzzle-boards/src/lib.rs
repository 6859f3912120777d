//! The searches of `npuzzle`, compiled for boards of up to 25 cells.
//!
//! The 8-, the 15- and the 24-puzzle are what searches are measured with. Their code is generated
//! here, in one unit and optimised for speed; larger boards and other problems are compiled for
//! size in `npuzzle-others` (`docs/adr/0001-crates-along-the-layers.md`). There is nothing else
//! here: no decision, no second way.

use npuzzle_algorithms::algorithms::all_optimal::{self, AllOptimal, Question, Uncounted};
use npuzzle_algorithms::algorithms::{self, Search};
use npuzzle_core::core::{Budget, Stats};
use npuzzle_domains::domains::tiles::grid::{Medium, Small};
use npuzzle_domains::domains::tiles::{Grid, Tiles};

/// All searches for one storage of boards, as functions that are compiled.
pub struct Searches<G: Grid> {
    /// [`algorithms::search`]
    pub search: Named<G>,
    /// [`all_optimal::count_all`]
    pub count_all: Count<G>,
}

/// The search of a name; `None` if there is none of that name.
pub type Named<G> = fn(&str) -> Option<Search<Tiles<G>>>;

/// Counts all optimal solutions, and says what that took.
pub type Count<G> = fn(&Question<'_, Tiles<G>>, &mut Budget<'_>) -> (Counted<G>, Stats);

/// The solutions, or why there is no count.
pub type Counted<G> = Result<AllOptimal<<G as Grid>::Index>, Uncounted>;

impl<G: Grid> Searches<G> {
    /// The functions for a storage. The crate that holds the result holds their code.
    pub const fn new() -> Self {
        Self { search: algorithms::search, count_all: all_optimal::count_all }
    }
}

impl<G: Grid> Default for Searches<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Boards of up to 16 cells.
pub static SMALL: Searches<Small> = Searches::new();

/// Boards of up to 25 cells.
pub static MEDIUM: Searches<Medium> = Searches::new();
