//! Walking distance: the fewest vertical moves if only the rows of the tiles matter, plus the
//! fewest horizontal ones.
//!
//! Forget everything about a tile but the row it stands in and the row it belongs to. What is left
//! of a vertical move: the blank changes places with one of the tiles in the row above or below,
//! whichever. The distances in this small space are in a table, and so are those of the columns. A
//! move is vertical or horizontal, so the sum is consistent. It sees the blank, and some conflicts
//! in a line that Manhattan distance does not; neither it nor linear conflict dominates the other.
//! (Takahashi 2002)
//!
//! A move costs one look-up. The tables are built on demand; they exist for boards of up to 4x5,
//! 3x5 and 2x6 cells.

pub(super) mod table;

use std::sync::Arc;

use self::table::{Table, TooLarge};
use crate::core::card::HeuristicCard;
use crate::core::{Budget, Cost, Heuristic, NoValue, Properties, Stop, Summand};
use crate::domains::tiles::{Board, Grid, Position, Tiles};
use crate::heuristics::tiles::homes::{Axis, Home, homes};
use crate::heuristics::tiles::{BuildError, MOST_KEPT_BYTES, TileHeuristic};

/// The entry of the list.
pub struct Entry;

impl TileHeuristic for Entry {
    const CARD: HeuristicCard = HeuristicCard {
        summary: "least vertical moves if only rows matter, plus least horizontal ones by columns (boards of up to 4x5)",
        tables: true,
        citation: "Takahashi 2002",
        ..HeuristicCard::consistent("walking-distance", &["wd"], "Walking distance")
    };

    type Built<G: Grid> = WalkingDistance;

    const HAS_OWN_WALK: bool = true;

    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<WalkingDistance, BuildError> {
        WalkingDistance::new(Entry::CARD.name, domain.goal(), budget, |table| table)
    }
}

/// Walking distance.
pub struct WalkingDistance {
    homes: Box<[Home]>,
    by_rows: Arc<Table>,
    by_cols: Arc<Table>,
}

impl WalkingDistance {
    /// The heuristic called `name`, with tables whose distances `counted` decides.
    pub(super) fn new(
        name: &'static str,
        goal: &Board,
        budget: &mut Budget<'_>,
        counted: fn(Table) -> Table,
    ) -> Result<Self, BuildError> {
        budget.note_table();
        let shape = goal.shape();
        let ((rows, cols), blank) = ((shape.rows(), shape.cols()), goal.blank());
        let check = |lines, length| {
            let unavailable = |error: TooLarge| BuildError::Unavailable { name, reason: error.to_string() };
            Table::check(lines, length).map_err(unavailable)
        };
        check(rows, cols)?;
        check(cols, rows)?;
        // The table of so many lines of this length: one that was made before, or a new one. `held`
        // bytes are in use already.
        let mut table = |lines, length, blank, held| -> Result<Arc<Table>, Stop> {
            let label = format!("{name} {lines}x{length} {blank}");
            let kept = Arc::clone(budget.table_cache());
            if let Some(table) = kept.get::<Table>(&label) {
                budget.hold(held + table.bytes())?;
                return Ok(table);
            }
            let table = Arc::new(counted(Table::build(lines, length, blank, held, budget)?));
            if table.bytes() <= MOST_KEPT_BYTES {
                kept.keep_sized(&label, Arc::clone(&table), table.bytes());
            }
            Ok(table)
        };
        let by_rows = table(rows, cols, shape.row(blank), 0)?;
        let same = rows == cols && shape.row(blank) == shape.col(blank);
        let by_cols = if same { Arc::clone(&by_rows) } else { table(cols, rows, shape.col(blank), by_rows.bytes())? };
        Ok(Self { homes: homes(goal), by_rows, by_cols })
    }

    fn state<G: Grid>(&self, domain: &Tiles<G>, position: &Position<G>, axis: Axis, table: &Table) -> u32 {
        let grid = domain.grid();
        let line = |cell| if axis == Axis::Rows { grid.row(cell) } else { grid.col(cell) };
        let cells = (0..grid.shape().cells()).map(G::index).filter(|&cell| cell != position.blank());
        let tiles = cells.map(|cell| (line(cell), self.homes[position.tile_at(cell).into()].line(axis)));
        table.state(tiles, line(position.blank()))
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for WalkingDistance {
    /// The states in the two tables.
    type Acc = [u32; 2];

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> [u32; 2] {
        [
            self.state(domain, position, Axis::Rows, &self.by_rows),
            self.state(domain, position, Axis::Cols, &self.by_cols),
        ]
    }

    #[inline(always)]
    fn step(&self, domain: &Tiles<G>, [rows, cols]: [u32; 2], before: &Position<G>, to: G::Index) -> [u32; 2] {
        let (grid, blank) = (domain.grid(), before.blank());
        let home = self.homes[before.tile_at(to).into()];
        if grid.col(to) == grid.col(blank) {
            [self.by_rows.next(rows, grid.row(to) > grid.row(blank), home.row()), cols]
        } else {
            [rows, self.by_cols.next(cols, grid.col(to) > grid.col(blank), home.col())]
        }
    }

    #[inline(always)]
    fn value(&self, [rows, cols]: [u32; 2]) -> Cost {
        self.by_rows.distance(rows) + self.by_cols.distance(cols)
    }

    #[inline(always)]
    fn may_be_goal(&self, states: [u32; 2]) -> bool {
        states == [0, 0]
    }

    fn summands(&self, domain: &Tiles<G>, position: &Position<G>) -> Result<Vec<Summand>, NoValue> {
        let [rows, cols] = self.root(domain, position);
        let part = |table: &Table, state: u32, moves: &str, lines: &str| {
            let reason = || NoValue(format!("its table of {lines} does not hold this board, which no path leads to"));
            let distance = table.holds(state).then(|| table.distance(state)).ok_or_else(reason)?;
            Ok(Summand::new(moves, distance))
        };
        Ok(vec![
            part(&self.by_rows, rows, "vertical moves", "rows")?,
            part(&self.by_cols, cols, "horizontal moves", "columns")?,
        ])
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
