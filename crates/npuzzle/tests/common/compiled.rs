//! Searches of the tests are those that users run: compiled once, below the tests.

use npuzzle::core::card::Options;
use npuzzle::core::{Domain, Outcome, Task};
use npuzzle::domains::any::AnyDomain;
use npuzzle::domains::tiles::Tiles;
use npuzzle::domains::tiles::grid::{Large, Medium, Small};

/// A domain with compiled searches.
pub trait Compiled: Domain + Sized {
    fn run(name: &str, options: &Options, task: Task<'_, '_, Self>) -> Option<Outcome<Self::Op>>;
}

macro_rules! compiled {
    ($($domain:ty => $run:expr),* $(,)?) => {
        $(impl Compiled for $domain {
            fn run(name: &str, options: &Options, task: Task<'_, '_, Self>) -> Option<Outcome<Self::Op>> {
                $run(name, options, task)
            }
        })*
    };
}

compiled! {
    Tiles<Small> => (npuzzle_boards::SMALL.run),
    Tiles<Medium> => (npuzzle_boards::MEDIUM.run),
    Tiles<Large> => (npuzzle_others::LARGE.run),
    AnyDomain => npuzzle_others::run,
}

/// Runs the search called `name`.
pub fn run<D: Compiled>(name: &str, options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
    D::run(name, options, task).unwrap_or_else(|| panic!("there is no search called {name}"))
}
