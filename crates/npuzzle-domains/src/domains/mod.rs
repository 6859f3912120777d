//! The problems. Each one implements [`Domain`](crate::core::Domain) and knows nothing of searches.
//!
//! The sliding-tile puzzle and maps have a folder each, the others a file; [`CARDS`] lists those.

pub mod any;
pub mod custom;
pub mod map;
pub mod problem;
pub mod tiles;

use crate::domains::problem::{AnyInstance, Problem, ProblemCard, ProblemError};

/// Declares the modules, the cards and the way from a name to a problem, all from one list.
macro_rules! problems {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        /// The cards, in the order of the list.
        pub static CARDS: &[ProblemCard] = &[$(<$module::Entry as Problem>::CARD),*];

        /// Reads the problem called `name`; `None` if there is none of that name.
        pub fn read_problem(name: &str, arguments: &str, seed: u64) -> Option<Result<AnyInstance, ProblemError>> {
            let card = CARDS.iter().find(|card| card.name == name)?;
            $(if <$module::Entry as Problem>::CARD.name == name {
                let instance = <$module::Entry as Problem>::read(arguments, seed);
                return Some(instance.map(|instance| AnyInstance::new(card, instance)));
            })*
            None
        }
    };
}

// The list. A new problem is a file in this folder and its line here.
problems! {
    hanoi
    jugs
    missionaries
    pancake
}
