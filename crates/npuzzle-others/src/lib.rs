//! The searches of `npuzzle`, compiled for boards of any size and for problems that are not
//! boards: for size, so that the first build is quick. `npuzzle-boards` holds what is measured.

use npuzzle_boards::Searches;
use npuzzle_core::core::card::Options;
use npuzzle_core::core::{Outcome, Task};
use npuzzle_domains::domains::any::AnyDomain;
use npuzzle_domains::domains::tiles::grid::Large;

/// Boards of any size.
pub static LARGE: Searches<Large> = Searches::new();

/// Runs the search called `name` on any problem; `None` if there is none of that name.
pub fn run(name: &str, options: &Options, task: Task<'_, '_, AnyDomain>) -> Option<Outcome<u32>> {
    npuzzle_algorithms::algorithms::run(name, options, task)
}
