//! The space of a small board as a map file.

use std::io::{self, Write};

use crate::domains::tiles::distance_table::{DistanceTable, TooLarge};
use crate::domains::tiles::{Board, Direction};

/// The most cells a board may have: names of states have one digit a tile.
const MOST_CELLS: usize = 10;

/// What was written.
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

/// Why a space cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The start is not in it.
    #[error("the start {start} cannot reach the goal {goal}, so it is not in its space")]
    Unreachable { start: Board, goal: Board },
    /// Writing failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// A board as the name of a state: its tiles without anything between them. Up to ten cells all of
/// them have one digit.
pub fn state_name(board: &Board) -> String {
    board.tiles().iter().map(ToString::to_string).collect()
}

/// Writes everything that can reach `goal` as a map. Without a `start` it begins at the farthest
/// board.
pub fn export_map(goal: &Board, start: Option<&Board>, out: &mut dyn Write) -> Result<Exported, ExportError> {
    if goal.shape().cells() > MOST_CELLS {
        let purpose = "a table of all distances";
        return Err(TooLarge { shape: goal.shape(), purpose, most_cells: MOST_CELLS }.into());
    }
    let table = DistanceTable::new(goal)?;
    let diameter = table.widths().len() - 1;
    let start = match start {
        Some(start) if start.shape() == goal.shape() && table.distance_of(start).is_some() => start.clone(),
        Some(start) => return Err(ExportError::Unreachable { start: start.clone(), goal: goal.clone() }),
        None => table.boards_at(diameter as u8).next().unwrap_or_else(|| goal.clone()),
    };
    let (rows, cols) = (goal.shape().rows(), goal.shape().cols());
    writeln!(out, "# The space of the {rows}x{cols} sliding-tile puzzle: tiles row by row, 0 is the blank.")?;
    writeln!(out, "{}\n{}", state_name(&start), state_name(goal))?;
    let (mut states, mut edges) = (0, 0);
    let mut line = String::new();
    for distance in 0..=diameter {
        for board in table.boards_at(distance as u8) {
            line.clear();
            line += &state_name(&board);
            line.push(':');
            for next in Direction::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
                line += &format!(" {},1", state_name(&next));
                edges += 1;
            }
            states += 1;
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exported { states, edges, start, diameter })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::map::{MapOptions, read_map};
    use crate::domains::tiles::Shape;
    use crate::domains::tiles::goal::Goal;

    #[test]
    fn an_exported_map_has_the_distances_of_the_board() {
        let goal = Goal::default().board(Shape::new(2, 3).unwrap()).unwrap();
        let mut text = Vec::new();
        let exported = export_map(&goal, None, &mut text).unwrap();
        assert_eq!((exported.states, exported.edges, exported.diameter), (360, 840, 21));
        let map = read_map(str::from_utf8(&text).unwrap(), MapOptions::default()).unwrap();
        assert_eq!((map.states(), map.edges()), (360, 840));
        assert_eq!(map.distances()[map.start() as usize], Some(21));
        let other = Board::new(goal.shape(), &[2, 1, 3, 4, 5, 0]).unwrap();
        let error = export_map(&goal, Some(&other), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("cannot reach the goal"), "{error}");
        let large = Goal::default().board(Shape::new(4, 4).unwrap()).unwrap();
        assert!(export_map(&large, None, &mut Vec::new()).unwrap_err().to_string().contains("at most 10 cells"));
    }
}
