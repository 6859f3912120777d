//! Where tables come from: the shelf, or else the builder.

use std::sync::Arc;

use crate::core::{Budget, Shelf};
use crate::domains::tiles::Shape;
use crate::heuristics::tiles::pdb::Entry;
use crate::heuristics::tiles::pdb::build::{TableError, build, estimate};
use crate::heuristics::tiles::pdb::partition::{Part, Partition};
use crate::heuristics::tiles::pdb::pattern::Pattern;
use crate::heuristics::tiles::pdb::space::{PatternSpace, SpaceError};
use crate::heuristics::tiles::pdb::table::{Encoding, PatternTable};
use crate::heuristics::tiles::{BuildError, TileHeuristic};

/// The tables of all parts of a partition, in the encoding that `choose` gives for each.
pub fn tables(
    partition: &Partition,
    choose: impl Fn(&PatternSpace) -> Encoding,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arc<PatternTable>>, BuildError> {
    let of_part = |part: &Part| {
        let space = space(partition.frame().shape(), part.pattern.homes().len(), budget.shelf())?;
        table(&part.pattern, choose(&space), budget)
    };
    partition.parts().iter().map(of_part).collect()
}

/// The numbering of a pattern's states, shared by all patterns of the same size.
pub fn space(shape: Shape, tiles: usize, shelf: &Shelf) -> Result<Arc<PatternSpace>, SpaceError> {
    let name = format!("pattern space {shape} {tiles}");
    if let Some(space) = shelf.get(&name) {
        return Ok(space);
    }
    let space = Arc::new(PatternSpace::new(shape, tiles)?);
    shelf.keep(&name, Arc::clone(&space));
    Ok(space)
}

/// The table of a pattern.
pub fn table(pattern: &Pattern, encoding: Encoding, budget: &mut Budget<'_>) -> Result<Arc<PatternTable>, BuildError> {
    let name = format!("pdb {} {encoding}", pattern.name());
    let shelf = Arc::clone(budget.shelf());
    if let Some(table) = shelf.get(&name) {
        return Ok(table);
    }
    let space = space(pattern.frame().shape(), pattern.homes().len(), &shelf)?;
    budget.hold(estimate(&space, encoding, budget.threads()).peak_bytes)?;
    let table = build(pattern, &space, encoding, budget.threads(), &mut |_| budget.check())?;
    let table = Arc::new(table);
    shelf.keep(&name, Arc::clone(&table));
    Ok(table)
}

impl From<SpaceError> for BuildError {
    fn from(error: SpaceError) -> Self {
        Self::Unavailable { name: Entry::CARD.name, reason: error.to_string() }
    }
}

impl From<TableError> for BuildError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Stopped(why) => Self::Stopped(why),
            other => Self::Unavailable { name: Entry::CARD.name, reason: other.to_string() },
        }
    }
}
