//! Pattern databases: exact distances of a few tiles, added up.
//!
//! For each of some patterns, groups of tiles that have none in common, a table holds the fewest
//! moves *of its own tiles* that bring them home, wherever the others are. A move moves one tile,
//! so the sum over the patterns never counts one twice: it is a bound, and by far the best that is
//! known. The same tables are asked about the mirrored board, and the larger sum counts. (Culberson
//! & Schaeffer 1998; Korf & Felner 2002; Felner, Korf & Hanan 2004)
//!
//! The tables are those of [`tables`](crate::tables). The heuristic here serves every search; the
//! solvers read the same tables with far fewer instructions.

pub use crate::tables::{build, check, library, partition, pattern, space, table};

use std::sync::Arc;

use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, Properties};
use crate::domains::tiles::{Board, Cell, Grid, Position, Tiles};
use crate::heuristics::tiles::{BuildError, TileHeuristic};
use crate::tables::partition::{PartView, Partition};
use crate::tables::space::{MOST_TILES, PatternSpace};
use crate::tables::table::{Encoding, PatternTable};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "fewest moves of a few tiles, from tables, added over groups of tiles such as 7-8; the mirrored board too",
        tables: true,
        argument: Some("7-8"),
        citation: "Korf & Felner 2002; zero-aware after Clausecker & Reinefeld 2019",
        ..HeuristicCard::consistent(
            crate::tables::HEURISTIC,
            &["pattern-database", "pattern-databases"],
            "Pattern databases",
        )
    };

    type Built<G: Grid> = Additive;

    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<Additive, BuildError> {
        Self::build_with(None, domain, budget)
    }

    fn build_with<G: Grid>(
        argument: Option<&str>,
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Additive, BuildError> {
        let partition = Partition::parse(argument.unwrap_or_default(), domain.goal())?;
        budget.note_table();
        let tables = library::tables(&partition, usual_encoding, budget)?;
        Ok(Additive::new(&partition, &tables, domain.goal()))
    }
}

/// Distances are written out where that takes little: a search that estimates every state from
/// scratch would walk downhill for each of them. Large tables are those of the solvers.
fn usual_encoding(space: &PatternSpace) -> Encoding {
    const FEW: u64 = 1 << 24;
    if space.entries() <= FEW { Encoding::Bytes } else { Encoding::of_solvers(space.shape()) }
}

/// Sums over the patterns of a partition, for the board and its mirror image.
pub struct Additive {
    views: Vec<View>,
}

/// One way to look at boards.
struct View {
    parts: Vec<TilePlace>,
    /// The part that each tile is in, if any.
    part_of: Box<[Option<u8>]>,
}

/// A part as it is found on the board.
struct TilePlace {
    table: Arc<PatternTable>,
    /// Where each cell of the board is in the table.
    cells: Box<[u8]>,
    /// The number of each tile in the pattern, if it is there.
    numbers: Box<[Option<u8>]>,
}

impl Additive {
    fn new(partition: &Partition, tables: &[Arc<PatternTable>], goal: &Board) -> Self {
        let view = |parts: &Vec<PartView>| {
            let parts: Vec<TilePlace> = parts.iter().map(|part| TilePlace::new(part, partition, goal)).collect();
            let with = |tile: usize| parts.iter().position(|part| part.numbers[tile].is_some()).map(|part| part as u8);
            let part_of = (0..goal.shape().cells()).map(with).collect();
            View { parts, part_of }
        };
        Self { views: partition.views(tables).iter().map(view).collect() }
    }
}

impl TilePlace {
    fn new(part: &PartView, partition: &Partition, goal: &Board) -> Self {
        let place = |cell: Cell| part.cells[partition.to_frame().cell(cell).index()];
        let homes = goal.places();
        let number = |tile: usize| {
            let home = place(homes[tile]);
            part.table.homes().iter().position(|&other| other == home).filter(|_| tile > 0).map(|number| number as u8)
        };
        Self {
            table: Arc::clone(&part.table),
            cells: goal.shape().all_cells().map(place).collect(),
            numbers: (0..goal.shape().cells()).map(number).collect(),
        }
    }

    /// Where the tiles of the pattern are in the table's board.
    #[inline]
    fn layout<G: Grid>(&self, position: &Position<G>) -> [u8; MOST_TILES] {
        let mut layout = [0; MOST_TILES];
        for (cell, &place) in self.cells.iter().enumerate() {
            if let Some(number) = self.numbers[position.tile_at(G::index(cell)).into()] {
                layout[usize::from(number) % MOST_TILES] = place;
            }
        }
        layout
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for Additive {
    /// The sums of the two views.
    type Acc = [u32; 2];

    fn root(&self, _: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        let mut sums = [0; 2];
        for (view, sum) in self.views.iter().zip(&mut sums) {
            for part in &view.parts {
                let layout = &part.layout(position)[..part.table.homes().len()];
                *sum += part.table.distance(layout, usize::from(part.cells[position.blank().into()]));
            }
        }
        sums
    }

    /// A move changes the sum by what it changes the distance of one part: the blank stays in its
    /// region for all others.
    fn step(&self, _: &Tiles<G>, mut sums: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let (tile, blank, to): (usize, usize, usize) = (before.tile_at(to).into(), before.blank().into(), to.into());
        for (view, sum) in self.views.iter().zip(&mut sums) {
            let Some(part) = view.part_of[tile].map(|part| &view.parts[usize::from(part)]) else { continue };
            let count = part.table.homes().len();
            let layout = part.layout(before);
            let mut moved = layout;
            if let Some(number) = part.numbers[tile] {
                moved[usize::from(number) % MOST_TILES] = part.cells[blank];
            }
            let (blank_before, blank_after) = (usize::from(part.cells[blank]), usize::from(part.cells[to]));
            let change = part.table.change(&layout[..count], blank_before, &moved[..count], blank_after);
            *sum = sum.wrapping_add_signed(change);
        }
        sums
    }

    #[inline]
    fn value(&self, [regular, mirrored]: [u32; 2]) -> Cost {
        regular.max(mirrored)
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
