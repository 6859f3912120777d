//! The perfect heuristic: the true distance of every state, from a breadth-first table of the whole
//! space.
//!
//! With it A* walks straight to the goal. It is the yardstick of all estimates, and it exists only
//! where the space fits in memory: boards of up to twelve cells, which take 240 MB.

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Properties};
use crate::domains::tiles::distance_table::{self, DistanceTable};
use crate::domains::tiles::{Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, TileHeuristic};

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
        budget.note_table();
        let (shape, threads) = (domain.goal().shape(), budget.threads());
        if let (Some(needed), Some(allowed)) = (DistanceTable::needed_bytes(shape, threads), budget.memory_limit())
            && needed > allowed
        {
            let reason =
                format!("the table of a {shape} board takes {needed} bytes, and the memory limit is {allowed} bytes");
            return Err(BuildError::Unavailable { name: Entry::CARD.name, reason });
        }
        let go_on = || budget.check().map_err(BuildError::Stopped);
        Ok(Perfect { table: DistanceTable::build_on(threads, domain.goal(), go_on)? })
    }
}

/// The true distance. A state that cannot reach the goal gets an estimate no path can have.
pub struct Perfect {
    table: DistanceTable,
}

const UNREACHABLE: Cost = 1 << 20;

impl<G: Grid> Heuristic<Tiles<G>> for Perfect {
    type Acc = Cost;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> Cost {
        let tiles = (0..domain.grid().shape().cells()).map(|cell| position.tile_at(G::index(cell)).into() as u8);
        self.table.distance(tiles).map_or(UNREACHABLE, Cost::from)
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

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
