//! Maps whose states are boards.

use crate::catalogue::RequestError;
use crate::domains::map::{MapSpace, Node};
use crate::domains::tiles::notation::{ReadOptions, TextError, read_board};
use crate::domains::tiles::{Board, Shape};

/// A map whose states are boards of one shape, in any form that boards are read in.
pub(crate) struct MapBoards<'m> {
    map: &'m MapSpace,
    shape: Shape,
}

/// The state that is not a board, or not one of the shape of the others.
#[derive(Clone, Debug)]
pub(crate) struct NotABoard {
    pub state: String,
    pub reason: String,
}

impl NotABoard {
    fn new(map: &MapSpace, node: Node, error: &TextError) -> Self {
        Self { state: map.name_of(node).to_owned(), reason: error.message.clone() }
    }

    /// Why a heuristic of boards has no value on the map.
    pub fn refuses(self, heuristic: &str) -> RequestError {
        RequestError::NotABoard { heuristic: heuristic.to_owned(), state: self.state, reason: self.reason }
    }
}

impl<'m> MapBoards<'m> {
    /// Reads the start to see which boards they are. Whether all the others are boards shows when
    /// they are read.
    pub fn of(map: &'m MapSpace) -> Result<Self, NotABoard> {
        let start = map.start();
        let error = match read_board(map.name_of(start), &ReadOptions::default()) {
            Ok(read) => return Ok(Self { map, shape: read.board.shape() }),
            Err(error) => error,
        };
        // Cells in one row whose number is not a square: the moves tell how wide the board is.
        let shape = width_by_moves(map).ok_or_else(|| NotABoard::new(map, start, &error))?;
        Ok(Self { map, shape })
    }

    /// The board of a state.
    pub fn board(&self, node: Node) -> Result<Board, NotABoard> {
        read(self.map, node, self.shape)
    }
}

fn read(map: &MapSpace, node: Node, shape: Shape) -> Result<Board, NotABoard> {
    let read = read_board(map.name_of(node), &ReadOptions { size: Some(shape), format: None });
    read.map(|read| read.board).map_err(|error| NotABoard::new(map, node, &error))
}

/// The shape of boards that are written cell by cell, without rows: sideways the blank moves by one
/// cell, and up or down by as many as a row has. `None` unless all edges are such moves and some of
/// them lead to another row.
fn width_by_moves(map: &MapSpace) -> Option<Shape> {
    let cells = map.name_of(map.start()).chars().count();
    let line = Shape::new(1, cells).ok()?;
    let blanks = (0..map.states() as Node).map(|node| Some(read(map, node, line).ok()?.blank().index()));
    let blanks: Vec<usize> = blanks.collect::<Option<_>>()?;
    let steps = map.all_edges().map(|(from, to, _)| blanks[from as usize].abs_diff(blanks[to as usize]));
    let mut width = None;
    for step in steps.filter(|&step| step != 1) {
        if *width.get_or_insert(step) != step {
            return None;
        }
    }
    let width = width.filter(|&width| cells.is_multiple_of(width))?;
    Shape::new(cells / width, width).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::map::{MapOptions, read_map};

    fn shape(text: &str) -> Result<String, String> {
        let map = read_map(text, MapOptions::default()).unwrap();
        let boards = MapBoards::of(&map).map_err(|error| format!("{}: {}", error.state, error.reason))?;
        let all = (0..map.states() as Node).map(|node| boards.board(node)).collect::<Result<Vec<_>, _>>();
        all.map(|_| boards.shape.to_string()).map_err(|error| error.state)
    }

    #[test]
    fn states_are_boards_of_one_shape() {
        assert_eq!(shape("12_3x\n1x_32\n12_3x: 1x_32,1\n").unwrap(), "2x2");
        assert_eq!(shape("1230\n1x32\n1230: 1x32,1\n").unwrap(), "2x2", "the forms may be mixed");
        assert_eq!(shape("12_3x\nfoo\n12_3x: foo,1\n").unwrap_err(), "foo");
        assert_eq!(shape("12_3x\n123_45x\n12_3x: 123_45x,1\n").unwrap_err(), "123_45x");
        assert!(shape("Hafen\nb\nHafen: b,1\n").unwrap_err().starts_with("Hafen: "));
    }

    #[test]
    fn the_moves_tell_how_wide_flat_boards_are() {
        assert_eq!(shape("123450\n120453\n123450: 120453,1 123405,1\n").unwrap(), "2x3");
        assert_eq!(shape("123450\n103254\n123450: 123405,1\n123405: 123450,1\n103254: 153204,1\n").unwrap(), "2x3");
        assert_eq!(shape("123450\n123054\n123450: 123054,1 123405,1\n").unwrap(), "3x2");
        // Nothing leads to another row; or to rows of two lengths.
        assert!(shape("123450\n123405\n123450: 123405,1\n").is_err());
        assert!(shape("123450\n120453\n123450: 120453,1 123054,1\n").is_err());
    }
}
