//! The mean of several partitions into pattern databases, as part of a score.
//!
//! A table is a plain array of bytes, and an entry is found by adding up, for each tile of the pattern, its cell times
//! a power of the number of cells. What is stored is the least distance over all places of the blank. No bound is
//! wanted here, so tables are never compressed, and any number of partitions may be added, each with a weight of its
//! own.

use std::sync::Arc;

use crate::core::{Budget, Stop};
use crate::domains::tiles::{Board, Cell, Shape};
use crate::heuristics::tiles::BuildError;
use crate::heuristics::tiles::pdb::library;
use crate::heuristics::tiles::pdb::partition::Partition;
use crate::heuristics::tiles::pdb::table::{Encoding, PatternTable};
use crate::solvers::tiles::beam::homes::MOST_CELLS;
use crate::store::prefetch::prefetch;

/// So many partitions can be added up.
pub const MOST_PARTITIONS: usize = 4;

/// Tables with more entries are not made.
const MOST_ENTRIES: usize = 1 << 28;

/// So many tiles a pattern has at most.
const MOST_TILES: usize = 8;

/// Of a tile that is in no region of a partition.
const NO_REGION: u8 = u8::MAX;

/// Pattern distances of several partitions.
pub struct Patterns {
    shape: Shape,
    goal_blank: Cell,
    regions: Vec<Region>,
    /// For each partition the region of each tile.
    partitions: Vec<[u8; MOST_CELLS]>,
}

/// Some tiles that share a table.
struct Region {
    weight: i32,
    /// The tiles, by home, and what the number of each one's cell is multiplied by.
    tiles: Vec<(u8, u32)>,
    /// The number of each cell in the table, which may be of a mirrored board.
    numbers: Box<[u8; MOST_CELLS]>,
    table: Arc<DirectTable>,
}

/// Least distances, by the cells of the tiles.
struct DirectTable(Box<[u8]>);

/// The entries that a child is to be looked up at: one for each partition that has its tile.
#[derive(Clone, Copy, Default)]
pub(super) struct Lookups {
    entries: [u32; MOST_PARTITIONS],
}

impl Patterns {
    /// The sum of partitions, each times its weight in 1/32 of a move. A partition with its mirror image needs the
    /// tables once. Tables come from the budget's shelf, where they are also kept.
    pub fn new(partitions: &[(Partition, i32)], goal: &Board, budget: &mut Budget<'_>) -> Result<Self, BuildError> {
        let unavailable = |reason: String| BuildError::Unavailable { name: "patterns of a beam", reason };
        if partitions.len() > MOST_PARTITIONS {
            return Err(unavailable(format!("{} partitions: expected at most {MOST_PARTITIONS}", partitions.len())));
        }
        let shape = goal.shape();
        let mut made = Self { shape, goal_blank: goal.blank(), regions: Vec::new(), partitions: Vec::new() };
        for (partition, weight) in partitions {
            let to_frame = partition.to_frame();
            let fits = to_frame.inverse().to() == shape && to_frame.cell(goal.blank()) == partition.frame().blank();
            if !fits {
                return Err(unavailable(format!("the partition `{partition}` is one for another goal")));
            }
            let tables = library::tables(partition, |_| Encoding::Nibbles, budget)?;
            let mut of_tile = [NO_REGION; MOST_CELLS];
            for (part, table) in partition.parts().iter().zip(&tables) {
                let mut numbers = Box::new([0; MOST_CELLS]);
                for cell in shape.all_cells() {
                    numbers[cell.index()] = part.symmetry.cell(to_frame.cell(cell)).0 as u8;
                }
                let home_of = |number: u8| numbers.iter().position(|&other| other == number).unwrap_or(0) as u8;
                let powers = std::iter::successors(Some(1_u32), |power| Some(power.wrapping_mul(shape.cells() as u32)));
                let tiles: Vec<(u8, u32)> = table.homes().iter().map(|&home| home_of(home)).zip(powers).collect();
                let region = u8::try_from(made.regions.len()).ok().filter(|&region| region != NO_REGION);
                let region = region.ok_or_else(|| unavailable("too many regions: expected fewer than 255".into()))?;
                for (home, _) in &tiles {
                    of_tile[usize::from(*home)] = region;
                }
                let table = direct(table, budget)?
                    .ok_or_else(|| unavailable(format!("a table of {} tiles is too large", tiles.len())))?;
                made.regions.push(Region { weight: *weight, tiles, numbers, table });
            }
            made.partitions.push(of_tile);
        }
        Ok(made)
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's home in the goal that the distances lead to.
    pub fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// Bytes of all tables; a table that serves several regions counts once.
    pub fn bytes(&self) -> u64 {
        let mut tables: Vec<_> = self.regions.iter().map(|region| (Arc::as_ptr(&region.table), region)).collect();
        tables.sort_unstable_by_key(|(address, _)| *address);
        tables.dedup_by_key(|(address, _)| *address);
        tables.iter().map(|(_, region)| region.table.0.len() as u64).sum()
    }

    /// The regions of all partitions.
    pub(super) fn regions(&self) -> usize {
        self.regions.len()
    }

    /// By how much a move changes the sum, more or less: a distance changes by one, seldom by three.
    pub(super) fn most_change(&self) -> i32 {
        let region = |partition: &[u8; MOST_CELLS]| partition.iter().find(|&&region| region != NO_REGION).copied();
        let weights = self.partitions.iter().filter_map(region);
        weights.map(|region| 3 * self.regions[usize::from(region)].weight.abs()).sum()
    }

    /// Writes the distance of every region, and returns their weighted sum.
    pub(super) fn of_board(&self, cells: &[u8], distances: &mut [u8]) -> i32 {
        let places = places(cells);
        let mut sum = 0;
        for (region, distance) in self.regions.iter().zip(distances) {
            *distance = region.table.0[region.entry(&places) as usize];
            sum += region.weight * i32::from(*distance);
        }
        sum
    }

    /// Where the distances of a child will be found. The cache is told. `places` are those of the parent.
    #[inline(always)]
    pub(super) fn find(&self, places: &mut [u8; MOST_CELLS], tile: u8, to: u8) -> Lookups {
        let from = std::mem::replace(&mut places[usize::from(tile)], to);
        let mut lookups = Lookups::default();
        for (partition, found) in self.partitions.iter().zip(&mut lookups.entries) {
            let region = partition[usize::from(tile)];
            if let Some(region) = self.regions.get(usize::from(region)) {
                *found = region.entry(places);
                if let Some(byte) = region.table.0.get(*found as usize) {
                    prefetch(byte);
                }
            }
        }
        places[usize::from(tile)] = from;
        lookups
    }

    /// By how much the sum changes, and the new distances, one for each partition. `before` are the parent's, of all
    /// regions.
    #[inline(always)]
    pub(super) fn look_up(&self, lookups: Lookups, tile: u8, before: &[u8]) -> (i32, [u8; MOST_PARTITIONS]) {
        let (mut change, mut after) = (0, [0; MOST_PARTITIONS]);
        for ((partition, entry), after) in self.partitions.iter().zip(lookups.entries).zip(&mut after) {
            let region = usize::from(partition[usize::from(tile)]);
            if let (Some(found), Some(before)) = (self.regions.get(region), before.get(region)) {
                *after = found.table.0[entry as usize];
                change += found.weight * (i32::from(*after) - i32::from(*before));
            }
        }
        (change, after)
    }

    /// Writes the new distances of a child into its regions.
    #[inline(always)]
    pub(super) fn write(&self, tile: u8, after: [u8; MOST_PARTITIONS], distances: &mut [u8]) {
        for (partition, after) in self.partitions.iter().zip(after) {
            if let Some(distance) = distances.get_mut(usize::from(partition[usize::from(tile)])) {
                *distance = after;
            }
        }
    }
}

impl Region {
    #[inline(always)]
    fn entry(&self, places: &[u8; MOST_CELLS]) -> u32 {
        let digit = |&(home, value): &(u8, u32)| {
            value.wrapping_mul(u32::from(self.numbers[usize::from(places[usize::from(home)])]))
        };
        self.tiles.iter().map(digit).fold(0, u32::wrapping_add)
    }
}

/// Where each tile is.
#[inline(always)]
pub(super) fn places(cells: &[u8]) -> [u8; MOST_CELLS] {
    let mut places = [0; MOST_CELLS];
    for (cell, &home) in cells.iter().enumerate() {
        places[usize::from(home)] = cell as u8;
    }
    places
}

/// The plain array of a table, from the shelf or made now; `None` if it would be too large.
fn direct(table: &PatternTable, budget: &mut Budget<'_>) -> Result<Option<Arc<DirectTable>>, BuildError> {
    let shelf = Arc::clone(budget.shelf());
    let name = format!("the plain array of {}", library::name(table.pattern(), table.encoding()));
    if let Some(kept) = shelf.get::<DirectTable>(&name) {
        return Ok(Some(kept));
    }
    let space = table.space();
    let (cells, tiles) = (space.shape().cells(), space.tiles());
    let entries = cells.checked_pow(tiles as u32).filter(|&entries| entries <= MOST_ENTRIES && tiles <= MOST_TILES);
    let Some(entries) = entries else { return Ok(None) };
    let mut bytes: Box<[u8]> = vec![0; entries].into();
    let mut least = vec![0; space.permutations()];
    for (rank, &map) in space.maps().iter().enumerate() {
        if rank % 4096 == 0 {
            budget.check().map_err(|why: Stop| BuildError::Stopped(why))?;
        }
        let occupied: Vec<usize> = (0..cells).filter(|cell| map >> cell & 1 == 1).collect();
        table.least(rank, &mut least);
        for (sequence, &value) in space.sequences().iter().zip(&least) {
            let numbers = sequence[..tiles].iter().map(|&rank| occupied[usize::from(rank)]);
            bytes[numbers.rev().fold(0, |entry, number| entry * cells + number)] = value;
        }
    }
    let made = Arc::new(DirectTable(bytes));
    shelf.keep(&name, Arc::clone(&made));
    Ok(Some(made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Limits;
    use crate::domains::tiles::generate::{Generator, Kind};
    use crate::domains::tiles::goal::CARDS;
    use crate::solvers::tiles::beam::homes::Homes;

    /// The sum over a partition is a bound where the table's own distances are, and never above them: the least over
    /// all places of the blank.
    #[test]
    fn distances_are_those_of_the_tables() {
        for (rows, cols, text) in [(3, 3, "1,2,3,4/5,6,7,8"), (3, 4, "1,2,5/3,4,7,8/6,9,10,11")] {
            for card in CARDS {
                let goal = card.board(Shape::new(rows, cols).unwrap());
                let partition = Partition::parse(text, &goal).unwrap();
                let mut budget = Budget::new(Limits::default());
                let tables = library::tables(&partition, |_| Encoding::Bytes, &mut budget).unwrap();
                let patterns = Patterns::new(&[(partition.clone(), 1)], &goal, &mut budget).unwrap();
                let mut boards = Generator::new(&goal, Kind::Uniform, 2).unwrap();
                for _ in 0..50 {
                    let board = boards.board();
                    let homes = Homes::new(&board, &goal).unwrap();
                    let mut distances = vec![0; patterns.regions()];
                    let sum = patterns.of_board(homes.cells(), &mut distances);
                    assert_eq!(sum, distances.iter().map(|&distance| i32::from(distance)).sum::<i32>());
                    for ((part, table), &distance) in partition.parts().iter().zip(&tables).zip(&distances) {
                        let turn = |cell: Cell| part.symmetry.cell(partition.to_frame().cell(cell)).0 as u8;
                        let place = |&home: &u8| {
                            let at_home = |&cell: &Cell| turn(cell) == home;
                            let tile = goal.tile_at(goal.shape().all_cells().find(at_home).unwrap());
                            turn(board.places()[tile.index()])
                        };
                        let cells: Vec<u8> = table.homes().iter().map(place).collect();
                        let blanks = (0..goal.shape().cells()).filter(|&cell| !cells.contains(&(cell as u8)));
                        let least = blanks.map(|blank| table.distance(&cells, blank)).min();
                        assert_eq!(Some(u32::from(distance)), least);
                    }
                }
            }
        }
    }
}
