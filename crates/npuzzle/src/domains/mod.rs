//! The problems. Each one implements [`Domain`](crate::core::Domain) and knows nothing of searches.
//!
//! The sliding-tile puzzle and maps have a folder each, the others a file; [`CARDS`] lists those.

pub mod map;
pub mod own;
pub mod problem;
pub mod tiles;

use crate::domains::problem::{Instance, Problem, ProblemCard, ProblemError};

/// Something to do with a problem whose type is chosen by its name.
pub trait ProblemVisitor {
    /// What comes out.
    type Output;

    /// Called with the problem and its start.
    fn visit<P: Problem>(self, instance: Instance<P>) -> Self::Output;
}

/// Declares the modules, the cards and the way from a name to a problem, all from one list.
macro_rules! problems {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        /// The cards, in the order of the list.
        pub const CARDS: &[ProblemCard] = &[$(<$module::Entry as Problem>::CARD),*];

        /// Reads the problem called `name` and hands it to `visitor`; `None` if there is none of that name.
        pub fn with_problem<V: ProblemVisitor>(
            name: &str,
            arguments: &str,
            seed: u64,
            visitor: V,
        ) -> Option<Result<V::Output, ProblemError>> {
            $(if <$module::Entry as Problem>::CARD.name == name {
                let instance = <$module::Entry as Problem>::read(arguments, seed);
                return Some(instance.map(|instance| visitor.visit(instance)));
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
