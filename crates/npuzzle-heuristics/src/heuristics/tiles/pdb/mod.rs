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
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Summand};
use crate::domains::tiles::parity::is_solvable;
use crate::domains::tiles::{Board, Cell, Grid, Position, Tile, Tiles};
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
/// scratch would walk downhill for each of them. Large tables of small boards are those of the
/// solvers; on large boards those do not hold the distance of every state.
fn usual_encoding(space: &PatternSpace) -> Encoding {
    const FEW: u64 = 1 << 24;
    if space.entries() <= FEW {
        Encoding::Bytes
    } else if space.shape().cells() <= 16 {
        Encoding::Bits
    } else {
        Encoding::Nibbles
    }
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

    /// The fewest moves of the tiles of the pattern.
    fn distance<G: Grid>(&self, position: &Position<G>) -> Cost {
        let layout = &self.layout(position)[..self.table.homes().len()];
        self.table.distance(layout, usize::from(self.cells[position.blank().into()]))
    }

    fn is_in_pattern(&self, tile: Tile) -> bool {
        self.numbers[tile.index()].is_some()
    }

    /// The tiles of the pattern, as a person lists them.
    fn tiles(&self) -> String {
        let tiles = (0..self.numbers.len()).filter(|&tile| self.numbers[tile].is_some());
        let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
        format!("tile{} {}", if tiles.len() == 1 { "" } else { "s" }, tiles.join(" "))
    }

    /// Whether the tiles of the pattern can be brought home: whether the goal can be reached once
    /// the other tiles are put in some order.
    fn is_reachable(&self, board: &Board, goal: &Board) -> bool {
        let is_free = |tile: &Tile| !tile.is_blank() && !self.is_in_pattern(*tile);
        let mut ordered = goal.tiles().iter().copied().filter(is_free);
        let filled = Board::from_fn(board.shape(), |cell| {
            let tile = board.tile_at(cell);
            if is_free(&tile) { ordered.next().unwrap_or(tile) } else { tile }
        });
        // On a single line no tile passes another; elsewhere two tiles that change places make up
        // for the wrong parity.
        let can_swap = !board.shape().is_line() && goal.tiles().iter().filter(|tile| is_free(tile)).count() > 1;
        can_swap || is_solvable(&filled, goal)
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for Additive {
    /// The sums of the two views.
    type Acc = [u32; 2];

    fn root(&self, _: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        let mut sums = [0; 2];
        for (view, sum) in self.views.iter().zip(&mut sums) {
            for part in &view.parts {
                *sum += part.distance(position);
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

    /// The patterns of the view that counts.
    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let board = domain.board(position);
        let parts = self.views.iter().flat_map(|view| &view.parts);
        if let Some(part) = parts.into_iter().find(|part| !part.is_reachable(&board, domain.goal())) {
            return Err(NoValue(format!("no moves bring {} home from here", part.tiles())));
        }
        let sums = self.root(domain, position);
        let counts = |number: &usize| sums[*number] == sums[0].max(sums[1]);
        let view = (0..self.views.len()).find(counts).map(|number| &self.views[number]);
        let summand = |part: &TilePlace| Summand::new(part.tiles(), part.distance(position));
        Ok(view.into_iter().flat_map(|view| view.parts.iter().map(summand)).collect())
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
