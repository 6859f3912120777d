//! The perfect heuristic: the true distance of every state, from a breadth-first table of the whole
//! space.
//!
//! With it A* walks straight to the goal. It is the yardstick of all estimates, and it exists only
//! where the space fits in memory: boards of up to twelve cells, which take 240 MB.

use std::sync::Arc;

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Metric, NoValue, Properties, Summand};
use crate::domains::tiles::distance_table::{self, DistanceTable, MOST_CELLS, TooLarge};
use crate::domains::tiles::{Board, Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, MOST_KEPT_BYTES, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "the true distance, from a table of the whole space (boards of up to 12 cells)",
        tables: true,
        citation: "the limit of all others",
        ..HeuristicCard::consistent(distance_table::HEURISTIC, &[], "Perfect")
    };

    type Built<G: Grid> = Perfect;

    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<Perfect, BuildError> {
        Perfect::new(Self::CARD.name, Self::CARD.metric, domain.goal(), budget)
    }
}

/// The true distance. A state that cannot reach the goal gets an estimate no path can have.
pub struct Perfect {
    table: Arc<DistanceTable>,
}

impl Perfect {
    /// The heuristic called `name`, in a metric.
    pub(super) fn new(
        name: &'static str,
        metric: Metric,
        goal: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<Self, BuildError> {
        budget.note_table();
        let (shape, threads) = (goal.shape(), budget.threads());
        TooLarge::check(shape, "a table of all distances", MOST_CELLS)
            .map_err(|error| BuildError::Unavailable { name, reason: error.to_string() })?;
        if let (Some(needed), Some(allowed)) =
            (DistanceTable::needed_bytes(metric, shape, threads), budget.memory_limit())
            && needed > allowed
        {
            let reason =
                format!("the table of a {shape} board takes {needed} bytes, and the memory limit is {allowed} bytes");
            return Err(BuildError::Unavailable { name, reason });
        }
        let label = format!("{name} {shape} {goal}");
        let kept = Arc::clone(budget.table_cache());
        if let Some(table) = kept.get::<DistanceTable>(&label) {
            return Ok(Self { table });
        }
        let needed = DistanceTable::needed_bytes(metric, shape, threads).unwrap_or(0);
        budget.allow(needed).map_err(BuildError::Stopped)?;
        let go_on = || budget.check().map_err(BuildError::Stopped);
        let table = Arc::new(DistanceTable::build_on(metric, threads, goal, go_on)?);
        let bytes = shape.reachable_states().unwrap_or(u64::MAX);
        if bytes <= MOST_KEPT_BYTES {
            kept.keep_sized(&label, Arc::clone(&table), bytes);
        }
        Ok(Self { table })
    }

    fn distance<G: Grid>(&self, domain: &Tiles<G>, position: &Position<G>) -> Option<Cost> {
        let tiles = (0..domain.grid().shape().cells()).map(|cell| position.tile_at(G::index(cell)).into() as u8);
        self.table.distance(tiles).map(Cost::from)
    }
}

const UNREACHABLE: Cost = 1 << 20;

impl<G: Grid> Heuristic<Tiles<G>> for Perfect {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        self.distance(domain, position).unwrap_or(UNREACHABLE)
    }

    fn step(&self, domain: &Tiles<G>, _: Cost, before: &Position<G>, to: G::Index) -> Cost {
        let cells = (0..domain.grid().shape().cells()).map(G::index);
        let tiles = cells.map(|cell| before.tile_after(to, cell).into() as u8);
        self.table.distance(tiles).map_or(UNREACHABLE, Cost::from)
    }

    fn value(&self, distance: Cost) -> Cost {
        distance
    }

    fn may_be_goal(&self, distance: Cost) -> bool {
        distance == 0
    }

    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let reason = || NoValue("it is the true distance, and no path leads from this board to the goal".to_owned());
        self.distance(domain, position).map(|_| Vec::new()).ok_or_else(reason)
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
