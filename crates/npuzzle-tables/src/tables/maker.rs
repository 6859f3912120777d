//! What makes a table: the processor, or a device beside it.

use std::sync::Arc;

use crate::core::Stop;
use crate::tables::build::{BuildProgress, Estimate, TableError, build, estimate};
use crate::tables::pattern::Pattern;
use crate::tables::space::PatternSpace;
use crate::tables::table::{Encoding, PatternTable};

/// Makes tables.
pub trait TableMaker {
    /// What a table of this space will take.
    fn estimate(&self, space: &PatternSpace, encoding: Encoding) -> Estimate;

    /// Makes one that holds the distance of every state. `watch` hears of each level, and may end
    /// the work.
    fn make(
        &self,
        pattern: &Pattern,
        space: &Arc<PatternSpace>,
        encoding: Encoding,
        watch: &mut dyn FnMut(&BuildProgress) -> Result<(), Stop>,
    ) -> Result<PatternTable, TableError>;
}

/// So many threads of the processor.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl TableMaker for Threads {
    fn estimate(&self, space: &PatternSpace, encoding: Encoding) -> Estimate {
        estimate(space, encoding, self.0)
    }

    fn make(
        &self,
        pattern: &Pattern,
        space: &Arc<PatternSpace>,
        encoding: Encoding,
        watch: &mut dyn FnMut(&BuildProgress) -> Result<(), Stop>,
    ) -> Result<PatternTable, TableError> {
        build(pattern, space, encoding, self.0, watch)
    }
}
