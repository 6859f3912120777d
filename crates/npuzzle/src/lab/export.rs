//! Spaces and heuristics as files: the space of a small board as a map, and the values of a
//! heuristic on all its boards, or on the states of a map, as a heuristic file.

use std::io::{self, Write};

use crate::answer::{BoardEstimates, board_expression, board_values};
use crate::catalogue::{RequestError, heuristic_expression};
use crate::core::{Budget, BuildError, Fraction, Limits};
use crate::domains::map::{MOST_DECIMALS, MapSpace};
use crate::domains::tiles::distance_table::{DistanceTable, TooLarge};
use crate::domains::tiles::notation::{Format, write_board};
use crate::domains::tiles::{Board, Direction};

/// The most cells a board may have: names of states have one digit a tile.
const MOST_CELLS: usize = 10;

/// How many of the smallest parts that a heuristic file can hold make one.
const PARTS: i128 = 10_i128.pow(MOST_DECIMALS as u32);

/// States between two looks at the limits.
const STATES_BETWEEN_QUESTIONS: u64 = 1 << 12;

/// What was written of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Number of states.
    pub states: u64,
    /// Number of edges, each move both ways.
    pub edges: u64,
    /// Where the map starts.
    pub start: Board,
    /// The largest distance from the goal.
    pub diameter: usize,
}

/// What was written of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedHeuristic {
    /// The heuristic, with names in place of aliases.
    pub name: String,
    /// Number of states.
    pub states: u64,
    /// How many of the values have more decimals than a file holds, and are rounded down.
    pub rounded: u64,
}

/// Why a space or a heuristic cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Boards in this form cannot be the names of states.
    #[error("boards written as `{0}` cannot be the names of states: expected `digits` or `underscore`")]
    Names(&'static str),
    /// The start is not in it.
    #[error("the start {start} cannot reach the goal {goal}, so it is not in its space")]
    Unreachable { start: Board, goal: Board },
    /// The heuristic cannot be had.
    #[error(transparent)]
    Heuristic(Box<RequestError>),
    /// Writing failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl From<RequestError> for ExportError {
    fn from(error: RequestError) -> Self {
        Self::Heuristic(Box::new(error))
    }
}

/// Everything that can reach a goal, ready to be written.
pub struct SpaceExport {
    goal: Board,
    table: DistanceTable,
    /// How states are named.
    names: Format,
}

impl SpaceExport {
    /// Visits the whole space. States are named by their boards as digits, or with underscores
    /// between the rows.
    pub fn new(goal: &Board, names: Format) -> Result<Self, ExportError> {
        if !matches!(names, Format::Digits | Format::Underscore) {
            return Err(ExportError::Names(names.card().name));
        }
        if goal.shape().cells() > MOST_CELLS {
            let purpose = "a table of all distances";
            return Err(TooLarge { shape: goal.shape(), purpose, most_cells: MOST_CELLS }.into());
        }
        Ok(Self { goal: goal.clone(), table: DistanceTable::new(goal)?, names })
    }

    fn name(&self, board: &Board) -> String {
        // INVARIANT: both forms have room for ten cells.
        write_board(board, self.names).unwrap_or_else(|_| board.to_string())
    }

    fn diameter(&self) -> usize {
        self.table.widths().len() - 1
    }

    /// All boards, the nearest to the goal first.
    fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        (0..=self.diameter()).flat_map(|distance| self.table.boards_at(distance as u8))
    }

    /// Writes the map. Without a `start` it begins at the farthest board. The successors of a board
    /// stand in the order in which the blank moves, so that searches do the same as on the board;
    /// names with underscores are those of courses, whose programs take successors by name.
    pub fn map(&self, start: Option<&Board>, out: &mut dyn Write) -> Result<Exported, ExportError> {
        let (goal, table) = (&self.goal, &self.table);
        let diameter = self.diameter();
        let start = match start {
            Some(start) if start.shape() == goal.shape() && table.distance_of(start).is_some() => start.clone(),
            Some(start) => return Err(ExportError::Unreachable { start: start.clone(), goal: goal.clone() }),
            None => table.boards_at(diameter as u8).next().unwrap_or_else(|| goal.clone()),
        };
        let (shape, is_underscored) = (goal.shape(), self.names == Format::Underscore);
        let blank = if is_underscored { 'x' } else { '0' };
        writeln!(out, "# The space of the {shape} sliding-tile puzzle: tiles row by row, {blank} is the blank.")?;
        writeln!(out, "{}\n{}", self.name(&start), self.name(goal))?;
        let (mut states, mut edges) = (0, 0);
        for board in self.boards() {
            let moved = Direction::ALL.into_iter().filter_map(|direction| board.moved(direction));
            let mut successors: Vec<String> = moved.map(|next| self.name(&next)).collect();
            if is_underscored {
                successors.sort_unstable();
            }
            let line: String = successors.iter().map(|name| format!(" {name},1")).collect();
            writeln!(out, "{}:{line}", self.name(&board))?;
            states += 1;
            edges += successors.len() as u64;
        }
        Ok(Exported { states, edges, start, diameter })
    }

    /// Writes the values of a heuristic on all boards. Tables that it needs are built within the
    /// limits.
    pub fn heuristic(
        &self,
        heuristic: &str,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<ExportedHeuristic, ExportError> {
        let expression = heuristic_expression(heuristic)?;
        let mut budget = Budget::new(limits.clone());
        let estimates = BoardEstimates::new(&expression, std::slice::from_ref(&self.goal), &mut budget)?;
        let shape = self.goal.shape();
        let mut lines = HeuristicLines::begin(expression.to_string(), &format!("all {shape} boards"), out)?;
        for board in self.boards() {
            if lines.exported.states.is_multiple_of(STATES_BETWEEN_QUESTIONS) {
                let stopped = |why| RequestError::from(BuildError::Stopped(why));
                budget.check().map_err(stopped)?;
            }
            lines.write(&self.name(&board), estimates.value(&board)?)?;
        }
        Ok(lines.exported)
    }
}

/// Writes the values of a heuristic of boards on all states of a map, in the order of their names.
/// Of several goals the one that looks nearest counts.
pub fn export_map_heuristic(
    map: &MapSpace,
    heuristic: &str,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<ExportedHeuristic, ExportError> {
    let expression = board_expression(heuristic, map)?;
    let nodes = map.by_name();
    let values = board_values(&expression, map, limits, &mut nodes.iter().copied())?;
    let mut lines = HeuristicLines::begin(expression.to_string(), "all states of a map", out)?;
    for (&node, value) in nodes.iter().zip(values) {
        lines.write(map.name_of(node), value)?;
    }
    Ok(lines.exported)
}

/// A heuristic file that is being written.
struct HeuristicLines<'o> {
    exported: ExportedHeuristic,
    out: &'o mut dyn Write,
}

impl<'o> HeuristicLines<'o> {
    fn begin(name: String, of: &str, out: &'o mut dyn Write) -> io::Result<Self> {
        writeln!(out, "# {name} on {of}.")?;
        Ok(Self { exported: ExportedHeuristic { name, states: 0, rounded: 0 }, out })
    }

    /// Writes `state: value`. What has too many decimals is rounded down: that keeps an optimistic
    /// heuristic optimistic, and a consistent one consistent.
    fn write(&mut self, state: &str, value: Fraction) -> io::Result<()> {
        let (numerator, denominator) = (i128::from(value.numerator()), i128::from(value.denominator()));
        let parts = numerator * PARTS / denominator;
        // INVARIANT: estimates are below 2^30, and a file holds six decimals.
        let written = Fraction::new(parts, PARTS).unwrap_or(Fraction::ZERO);
        self.exported.states += 1;
        self.exported.rounded += u64::from(written != value);
        writeln!(self.out, "{state}: {written}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::map::{MapHeuristic, MapOptions, Node, read_heuristic, read_map};
    use crate::domains::tiles::Shape;
    use crate::domains::tiles::goal::Goal;

    fn space(names: Format) -> SpaceExport {
        let goal = Goal::default().board(Shape::new(2, 3).unwrap()).unwrap();
        SpaceExport::new(&goal, names).unwrap()
    }

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn an_exported_map_has_the_distances_of_the_board() {
        for (names, start) in [(Format::Digits, "450123"), (Format::Underscore, "45x_123")] {
            let space = space(names);
            let mut bytes = Vec::new();
            let exported = space.map(None, &mut bytes).unwrap();
            assert_eq!((exported.states, exported.edges, exported.diameter), (360, 840, 21));
            let map = read_map(str::from_utf8(&bytes).unwrap(), MapOptions::default()).unwrap();
            assert_eq!((map.states(), map.edges(), map.name_of(map.start())), (360, 840, start));
            assert_eq!(map.distances()[map.start() as usize], Some(21));
            let other = Board::new(space.goal.shape(), &[2, 1, 3, 4, 5, 0]).unwrap();
            let error = space.map(Some(&other), &mut Vec::new()).unwrap_err();
            assert!(error.to_string().contains("cannot reach the goal"), "{error}");
        }
        let refused = |goal: Board, names| SpaceExport::new(&goal, names).err().unwrap().to_string();
        let large = Goal::default().board(Shape::new(4, 4).unwrap()).unwrap();
        assert!(refused(large, Format::Digits).contains("at most 10 cells"));
        let small = Goal::default().board(Shape::new(2, 2).unwrap()).unwrap();
        assert!(refused(small, Format::Rows).contains("expected `digits` or `underscore`"));
    }

    #[test]
    fn successors_with_underscores_stand_in_the_order_of_their_names() {
        let map = text(|out| drop(space(Format::Underscore).map(None, out).unwrap()));
        for line in map.lines().skip(3) {
            let successors: Vec<&str> = line.split_once(": ").unwrap().1.split(' ').collect();
            assert!(successors.is_sorted(), "{line}");
        }
        assert!(map.contains("\n123_x45: 123_4x5,1 x23_145,1\n"), "{map}");
        let map = text(|out| drop(space(Format::Digits).map(None, out).unwrap()));
        assert!(map.contains("\n123045: 023145,1 123405,1\n"), "{map}");
    }

    /// The values of the space and those of its map are the same, and are read again.
    #[test]
    fn exported_heuristics_are_read_as_they_were() {
        let space = space(Format::Underscore);
        let map = text(|out| drop(space.map(None, out).unwrap()));
        let map = read_map(&map, MapOptions::default()).unwrap();
        for (heuristic, rounded) in [("manhattan", 0), ("misplaced-with-blank/2", 0), ("manhattan/3", 239)] {
            let mut of_space = None;
            let file = text(|out| of_space = space.heuristic(heuristic, &Limits::default(), out).ok());
            let mut of_map = None;
            let sorted = text(|out| of_map = export_map_heuristic(&map, heuristic, &Limits::default(), out).ok());
            assert_eq!(of_space, of_map);
            let exported = of_space.unwrap();
            assert_eq!((exported.name.as_str(), exported.states), (heuristic, 360));
            assert_eq!(exported.rounded > 0, rounded > 0, "{heuristic}");
            let (file, sorted) = (read_heuristic(&file, &map).unwrap(), read_heuristic(&sorted, &map).unwrap());
            let [(finer, file), (_, sorted)] = [file, sorted].map(|file| MapHeuristic::new(&map, &file).unwrap());
            for node in 0..map.states() as Node {
                assert_eq!(file.of(node), sorted.of(node));
            }
            assert!(file.promises().consistent, "{heuristic}: rounding down keeps it");
            assert_eq!(file.of(finer.start()), sorted.of(finer.start()));
        }
        let error = space.heuristic("manhatan", &Limits::default(), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("manhattan"), "{error}");
        let negative = space.heuristic("manhattan - 5", &Limits::default(), &mut Vec::new()).unwrap_err();
        assert!(negative.to_string().contains("is negative"), "{negative}");
    }
}
