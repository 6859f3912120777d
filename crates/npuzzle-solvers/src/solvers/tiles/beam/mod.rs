//! Beam search for large boards: short solutions in seconds, without a proof.
//!
//! [`search`] is the beam itself, on boards as a goal sees them ([`homes`]). What decides the
//! length of solutions is the order of boards, the [`score`]: most of it was [`learned`].

pub mod errands;
mod expansion;
pub mod homes;
mod layer;
pub mod learned;
mod lines;
mod nearest;
pub mod score;
pub mod search;
mod seen;
mod selection;

pub use homes::{Homes, turned_round};
pub use learned::Charges;
pub use score::{Score, Scores, Slide, Weights};
pub use search::{Beam, BeamTally, Boards, Found, Terms};
