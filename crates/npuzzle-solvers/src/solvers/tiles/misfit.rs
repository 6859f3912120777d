//! Why a kernel cannot work on a frame.

use crate::domains::tiles::Shape;

/// Something that does not fit the nodes of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// A board that is too large.
    #[error("a {shape} board: expected at most {most} cells")]
    Cells { shape: Shape, most: usize },
    /// Neither one view nor two.
    #[error("{0} views: expected one or two")]
    Views(usize),
    /// Too many parts, or none.
    #[error("a view of {0} parts: expected 1 to 4")]
    Parts(usize),
    /// Parts of a view that do not hold every tile once.
    #[error("the tile of cell {home} is in {parts} parts of a view: expected one")]
    Cover { home: usize, parts: usize },
    /// A table for another board, or written down in another way.
    #[error("a table of {found}: expected one of {expected}")]
    Table { found: String, expected: String },
    /// A table or an automaton whose numbers do not fit.
    #[error("{found} {what}: expected at most {most}")]
    Large { what: &'static str, found: u64, most: u64 },
}
