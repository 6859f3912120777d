//! Searches of the tests are those that users run: compiled once, below the tests.

use npuzzle::algorithms::Search;
use npuzzle::core::card::Options;
use npuzzle::core::{Domain, Outcome, Task};
use npuzzle::domains::any::AnyDomain;
use npuzzle::domains::tiles::Tiles;
use npuzzle::domains::tiles::grid::{Large, Medium, Small};

/// A domain with compiled searches.
pub trait Compiled: Domain + Sized {
    fn search(name: &str) -> Option<Search<Self>>;
}

macro_rules! compiled {
    ($($domain:ty => $search:expr),* $(,)?) => {
        $(impl Compiled for $domain {
            fn search(name: &str) -> Option<Search<Self>> {
                $search(name)
            }
        })*
    };
}

compiled! {
    Tiles<Small> => (npuzzle_boards::SMALL.search),
    Tiles<Medium> => (npuzzle_boards::MEDIUM.search),
    Tiles<Large> => (npuzzle_others::LARGE.search),
    AnyDomain => npuzzle_others::search,
}

/// Runs the search called `name`.
pub fn run<D: Compiled>(name: &str, options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    D::search(name).unwrap_or_else(|| panic!("there is no search called {name}"))(options, task)
}
