//! The searches. One file each, generic over the domain alone; none names one.
//!
//! Start reading at `expander.rs`, the step that all of them share, and then at `best_first.rs`.

pub mod all_optimal;
mod anytime;
mod best_first;
mod bidirectional;
mod depth_first;
mod expander;
mod graph;
mod path;
mod reached;
mod room;
mod rules;

use crate::core::card::{AlgorithmCard, Options};
use crate::core::{Domain, Outcome, Task};

/// An entry of the list: a card and the search itself.
pub trait Algorithm {
    /// What the catalogue says about it.
    const CARD: AlgorithmCard;

    /// Searches until there is an answer or the budget is used up.
    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op>;
}

/// A search of the list on some domain.
pub type Search<D> = fn(&Options, Task<'_, '_, D>) -> Outcome<<D as Domain>::Op>;

/// Declares the modules, the cards and the way from a name to a search, all from one list.
macro_rules! algorithms {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        /// The cards, in the order of the list.
        pub static CARDS: &[AlgorithmCard] = &[$(<$module::Entry as Algorithm>::CARD),*];

        /// The search called `name`; `None` if there is none of that name.
        pub fn search<D: Domain>(name: &str) -> Option<Search<D>> {
            $(if <$module::Entry as Algorithm>::CARD.name == name {
                return Some(<$module::Entry as Algorithm>::run);
            })*
            None
        }
    };
}

// The list. A new search is a file in this folder and its line here.
algorithms! {
    bfs
    dfs
    dls
    ids
    ucs
    greedy
    astar
    weighted_astar
    focal
    ida
    rbfs
    sma
    fringe
    bibfs
    nba
    bae
    nbs
    mm
    parallel_bae
    parallel_ida
    hda
    beam
    rectangle
    ara
}
